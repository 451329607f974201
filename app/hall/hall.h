// A hall: all tables as they tell it, what waits for the judge, and what came when. Two threads meet here: the broker's hands in what it
// has heard, the server's asks.
//   Whatever comes over the broker is somebody else's text: it is bounded, and what makes no sense is left out.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "app/hall/results.h"
#include "app/web/feed.h"

namespace app::hall {

class Hall {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Hall(std::unique_ptr<Results> results);

  /// Whom to wake when something is new.
  void on_news(std::function<void()> wake);
  /// How a dispute that is settled is told to its table: topic and payload.
  void on_settled(std::function<void(std::string, std::string)> post);
  /// What the broker handed over, in order. Errors (BadFile): it could not be kept; the page shows it all the same.
  [[nodiscard]] measure::Result<void> heard(const std::vector<Message>& messages, Clock::time_point now = Clock::now());
  /// To be called now and then: a table that says every moment that it is there, and has not for four seconds, is away.
  [[nodiscard]] measure::Result<void> look(Clock::time_point now = Clock::now());
  /// The broker is there or not, in words; empty: it is there.
  void broker(std::string problem);

  /// {"now_ms":..,"last_event_id":..,"broker":null,"tables":[..],"disputes":[..]}
  [[nodiscard]] HallJson tables() const;
  /// Errors: BadFile.
  [[nodiscard]] measure::Result<std::string> csv() const;
  enum class Settled { Now, Before, Unknown };
  /// Errors (BadFile): it could not be kept, and is open as before.
  [[nodiscard]] measure::Result<Settled> settle(std::int64_t number);
  /// What happens in it: "table", "disputes", "broker", and every event of a table under its own name.
  [[nodiscard]] std::shared_ptr<const web::Feed> feed() const { return feed_; }
  [[nodiscard]] const std::string& session() const { return results_->session(); }  ///< of the broker

 private:
  struct Changed {
    std::set<std::string> tables;
    bool disputes = false;
  };
  void take(const Message& message, Changed& changed, Clock::time_point now);
  [[nodiscard]] bool only_a_beat(const std::string& table, const Message& message, Clock::time_point now);
  [[nodiscard]] measure::Result<void> keep(const Changed& changed);
  void take_event(HallTable& table, const HallJson& event);
  void take_disputes(const std::string& table, const HallJson& all, Changed& changed);
  void publish(const Changed& changed);
  void wake() const;

  std::unique_ptr<Results> results_;
  std::shared_ptr<web::Feed> feed_;
  mutable std::mutex mutex_;  // of what follows, and of the results
  std::map<std::string, HallTable> tables_;
  struct Beat {
    Clock::time_point at;
    bool steady = false;  // it has come again in time: this table tells it every moment
  };
  std::map<std::string, Beat> beats_;                                    // by table
  std::map<std::int64_t, HallDispute> open_;                             // by number
  std::map<std::pair<std::string, std::uint64_t>, std::int64_t> known_;  // numbers of all disputes there ever were, by table and event
  std::vector<HallEvidence> evidence_;                                   // the newest last
  std::string broker_ = "it has not answered yet";
  std::function<void()> wake_;
  std::function<void(std::string, std::string)> post_;
};

}  // namespace app::hall
