// What every site has in common: how often an address may ask, and how a feed goes to whoever watches it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/web/feed.h"
#include "app/web/gate.h"
#include "app/web/server.h"
#include "app/web/spoken.h"

namespace app::web {

/// How often each address may ask. The server's thread's own.
class Allowances {
 public:
  /// 429 where this address has asked too often.
  [[nodiscard]] std::optional<Refusal> slowed(const Request& request);

 private:
  struct Allowance {
    double left = 0.0;
    std::chrono::steady_clock::time_point since;
  };
  std::map<std::string, Allowance> of_;  // by peer
};

/// Server-sent events of a feed, from after an id on; counted as a watcher for as long as it lasts.
class FeedStream final : public Stream {
 public:
  /// Whom it is told in which language; `by` is the feed's own.
  struct Spoken {
    tongue::Language language = tongue::Language::English;
    std::shared_ptr<Interpreter> by;
  };
  /// `greeting`: events that are told first, as they go over the line.
  FeedStream(std::shared_ptr<const Feed> feed, std::shared_ptr<std::atomic<std::size_t>> watchers, std::uint64_t after, Spoken spoken,
             std::string greeting = {});
  ~FeedStream() override;
  FeedStream(const FeedStream&) = delete;
  FeedStream& operator=(const FeedStream&) = delete;
  std::optional<std::string> next() override;

 private:
  std::shared_ptr<const Feed> feed_;
  std::shared_ptr<std::atomic<std::size_t>> watchers_;
  std::uint64_t after_;
  Spoken spoken_;
  std::string greeting_;
  bool greeted_ = false;
};

/// 503 where `most` watch already.
[[nodiscard]] std::optional<Refusal> crowded(std::size_t watchers, std::size_t most);
/// 405 for what can only be read, or only be sent.
[[nodiscard]] Answer only(const char* methods, Refusal refusal);

}  // namespace app::web
