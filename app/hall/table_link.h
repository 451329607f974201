// A table's part in a hall: what it tells the organiser over an MQTT broker, and how it calls the judge.
//   Topics and their JSON: docs/hall.md. Without a broker the table plays on; nothing here waits for the network.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/hall/broker.h"
#include "calibration/finding.h"
#include "measure/result.h"

namespace app::hall {

using HallJson = nlohmann::ordered_json;

/// Is it letters, digits, `-`, `_` and `.`, at most 64 of them? Only such a name can be part of a topic.
[[nodiscard]] bool is_table_name(std::string_view name);
/// The same name. Errors (Usage): it cannot be one.
[[nodiscard]] measure::Result<std::string> table_name(const std::string& given);
/// A machine's name made fit to be a table's.
[[nodiscard]] std::string fitted_name(std::string machine);

/// What the judge is to decide.
struct Dispute {
  std::uint64_t id = 0;  // of the event that it came with
  std::string kind;      // "ruling": too close to call; "judge": somebody calls
  std::string says, rule = {}, by = {};
  std::int64_t at_ms = 0;  // since 1970, by the table's clock
};

/// Open calls of one table: more than these should not be taken.
inline constexpr std::size_t kMostCalls = 20;

class TableLink {
 public:
  TableLink(const BrokerAddress& at, const std::string& name);

  // ---- the thread that watches ----
  /// What makes the state as the hall shows it; put into words at most once a second, and sent when it differs.
  void show(std::function<HallJson()> state);
  /// To be called now and then: sends the state when its second has passed, and that the table is there every one and a half.
  void look();
  /// What was too close to call on the table that was ruled on last. Players who go on have settled what was before.
  void too_close(std::vector<Dispute> disputes);
  /// The broker has gone or come back, since this was last asked.
  [[nodiscard]] std::vector<calibration::Finding> take_findings();

  // ---- any thread ----
  /// An event of the table's feed; `data` is one JSON value.
  void tell(std::uint64_t id, const std::string& name, const std::string& data);
  void call_judge(std::uint64_t id, std::string says, std::string by);
  /// So many calls are open that no more should be taken.
  [[nodiscard]] bool busy() const;
  /// [{"id":..,"kind":"judge",..}, ..]
  [[nodiscard]] HallJson open_calls() const;
  /// Why the broker is not there just now; empty: it is.
  [[nodiscard]] std::string trouble() const;

 private:
  void heard(const std::vector<Message>& messages);
  void linked(const LinkNews& news);
  void publish_disputes();

  std::string topic_;   // "vedette/NAME/"
  std::string broker_;  // where it is, for people
  std::function<HallJson()> state_;
  std::chrono::steady_clock::time_point shown_at_{}, beat_at_{};
  mutable std::mutex mutex_;      // of what follows
  std::vector<Dispute> open_;     // calls first
  std::uint64_t last_event_ = 0;  // that was told
  bool away_ = false;             // and it has been said
  std::string trouble_ = "it has not answered yet";
  std::deque<calibration::Finding> findings_;
  std::unique_ptr<Broker> link_;  // the last one: it ends first
};

[[nodiscard]] HallJson json_of(const Dispute& dispute);
/// Milliseconds since 1970.
[[nodiscard]] std::int64_t wall_clock_ms();

}  // namespace app::hall
