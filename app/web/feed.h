// Events as they are told to whoever watches: each with an id that counts up, the last ones kept, so that a watcher who was away gets
// what he missed.
//   A state stands for all states before it: of these only the last is sent again.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace app::web {

struct FeedEvent {
  std::uint64_t id = 0;
  std::string name;  // "state", "ruling", "move", "finding", "frame"
  std::string data;  // one line of JSON
  /// As it goes over the line.
  [[nodiscard]] std::string text() const;
};

class Feed {
 public:
  /// Ids begin above `first`: the clock on the wall in milliseconds keeps them counting up over a restart.
  /// `most_bytes`: of events that are kept; older ones are forgotten, and who comes back for them gets the state.
  explicit Feed(std::uint64_t first, std::size_t most_bytes = 8u << 20)
      : first_(first), last_(first), gone_(first), most_bytes_(most_bytes) {}

  std::uint64_t publish(std::string name, std::string data);
  /// The first event after `id` that says something a later one does not; none: nothing is new. A watcher who knows nothing (`id` 0)
  /// begins with the state.
  [[nodiscard]] std::shared_ptr<const FeedEvent> after(std::uint64_t id) const;
  [[nodiscard]] std::uint64_t last() const;
  /// Where a watcher with this Last-Event-ID stands; 0 for what is no id, or one that nobody was given yet. An id of an
  /// earlier start stands before all that this one has told, unless some of it is forgotten.
  [[nodiscard]] std::uint64_t place_of(std::string_view last_event_id) const;

 private:
  mutable std::mutex mutex_;
  std::deque<std::shared_ptr<const FeedEvent>> events_;  // by id
  std::shared_ptr<const FeedEvent> state_;               // the last one, also when the events around it are forgotten
  std::uint64_t first_ = 0, last_ = 0, gone_ = 0;        // `gone_`: up to this one some are forgotten that no state stands for
  std::size_t bytes_ = 0, most_bytes_ = 0;
};

}  // namespace app::web
