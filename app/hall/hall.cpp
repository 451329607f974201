#include "app/hall/hall.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <algorithm>

namespace app::hall {
namespace {

/// Tables of one hall; more are somebody's mistake.
constexpr std::size_t kMostTables = 500;
/// Characters of a text, and things in a list, of which more are left out.
constexpr std::size_t kLongestText = 400, kLongestList = 40;
/// Bytes of events that are kept for pages that were away: they can ask for everything anew.
constexpr std::size_t kKeptForPages = 2u << 20;
constexpr std::size_t kLongestEventName = 24;
/// Evidence that pages list, the newest; all of it is in the file.
constexpr std::size_t kMostEvidence = 200;
/// A table that has said every moment that it is there, and has not for so long, is away: two words of it were lost, or the line is.
constexpr std::chrono::milliseconds kSilent{4000};

HallJson parsed(const std::string& text) { return HallJson::parse(text, nullptr, false); }

/// At most so many bytes, and no half letter at the end.
std::string shortened(std::string text) {
  if (text.size() <= kLongestText) return text;
  std::size_t size = kLongestText;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return text.substr(0, size) + "...";
}

std::string text_of(const HallJson& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? shortened(found->get<std::string>()) : "";
}
std::uint64_t id_of(const HallJson& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_unsigned() ? std::min<std::uint64_t>(found->get<std::uint64_t>(), INT64_MAX) : 0;
}
/// A number, or null.
HallJson count_of(const HallJson& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_integer() ? *found : HallJson();
}

/// Of a table's state what the hall shows, each of it of the kind it must be.
HallJson tidy(const HallJson& state) {
  HallJson out{{"game", text_of(state, "game")}, {"turn", text_of(state, "turn")}};
  for (const char* flag : {"settled", "camera"}) out[flag] = state.contains(flag) && state[flag].is_boolean() ? state[flag] : HallJson();
  out["armies"] = HallJson::array();
  out["rulings"] = HallJson::array();
  const auto each = [&](const char* key, auto take) {
    const auto found = state.find(key);
    if (found == state.end() || !found->is_array()) return;
    for (const HallJson& item : *found)
      if (item.is_object() && out[key].size() < kLongestList) out[key].push_back(take(item));
  };
  each("armies", [](const HallJson& army) {
    return HallJson{{"name", text_of(army, "name")},
                    {"seen", count_of(army, "seen")},
                    {"lost", count_of(army, "lost")},
                    {"original", count_of(army, "original")}};
  });
  each("rulings", [](const HallJson& said) {
    return HallJson{{"verdict", text_of(said, "verdict")}, {"rule", text_of(said, "rule")}, {"says", text_of(said, "says")}};
  });
  return out;
}

HallJson json_of(const HallTable& table) {
  return {{"name", table.name},
          {"available", table.available},
          {"heard_ms", table.heard_ms},
          {"lost_events", table.gaps},
          {"state", table.state}};
}
HallJson json_of(const HallDispute& each) {
  return {{"number", each.number},  {"table", each.table}, {"kind", each.said.kind},   {"says", each.said.says},
          {"rule", each.said.rule}, {"by", each.said.by},  {"heard_ms", each.heard_ms}};
}

HallJson json_of(const HallEvidence& each) {
  return {{"table", each.table},   {"file", each.file},   {"of", each.of},          {"verdict", each.verdict},
          {"sha256", each.sha256}, {"at_ms", each.at_ms}, {"address", each.address}};
}

std::string line_of(const HallJson& json) { return json.dump(-1, ' ', false, HallJson::error_handler_t::replace); }

/// Calls of the judge first; of a kind who has waited for longest.
HallJson json_of(const std::map<std::int64_t, HallDispute>& open) {
  std::vector<const HallDispute*> sorted;
  for (const auto& [number, each] : open) sorted.push_back(&each);
  std::ranges::stable_sort(sorted, {}, [](const HallDispute* each) { return each->said.kind == "judge" ? 0 : 1; });
  HallJson out = HallJson::array();
  for (const HallDispute* each : sorted) out.push_back(json_of(*each));
  return out;
}

/// May such a name be that of an event here? It stands in a line of its own, and some are the hall's.
bool is_event_name(const std::string& name) {
  return !name.empty() && name.size() <= kLongestEventName && name != "state" && name != "table" && name != "disputes" &&
         name != "broker" && name != "reload" && std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

}  // namespace

Hall::Hall(std::unique_ptr<Results> results)
    : results_(std::move(results)), feed_(std::make_shared<web::Feed>(static_cast<std::uint64_t>(wall_clock_ms()), kKeptForPages)) {
  for (HallTable& table : results_->tables()) {
    table.available = false;  // until it says so
    std::string name = table.name;
    tables_.emplace(std::move(name), std::move(table));
  }
  evidence_ = results_->evidence();
  if (evidence_.size() > kMostEvidence) evidence_.erase(evidence_.begin(), evidence_.end() - kMostEvidence);
  for (HallDispute& each : results_->disputes()) {
    known_[{each.table, each.said.id}] = each.number;
    if (each.closed_ms == 0) open_.emplace(each.number, std::move(each));
  }
}

void Hall::on_news(std::function<void()> wake) {
  const std::scoped_lock lock(mutex_);
  wake_ = std::move(wake);
}

void Hall::on_settled(std::function<void(std::string, std::string)> post) {
  const std::scoped_lock lock(mutex_);
  post_ = std::move(post);
}

void Hall::wake() const {
  std::function<void()> whom;
  {
    const std::scoped_lock lock(mutex_);
    whom = wake_;
  }
  if (whom) whom();
}

measure::Result<void> Hall::heard(const std::vector<Message>& messages, Clock::time_point now) {
  measure::Result<void> kept;
  {
    const std::scoped_lock lock(mutex_);
    Changed changed;
    try {
      results_->begin();
      for (const Message& message : messages) take(message, changed, now);
      kept = keep(changed);
    } catch (const SQLite::Exception& problem) {
      kept = results_->failed(problem.getErrorCode());
    }
    if (changed.tables.empty() && !changed.disputes) return kept;
    publish(changed);
  }
  wake();
  return kept;
}

measure::Result<void> Hall::keep(const Changed& changed) {
  for (const std::string& name : changed.tables) results_->put(tables_.at(name));
  return results_->commit();
}

measure::Result<void> Hall::look(Clock::time_point now) {
  measure::Result<void> kept;
  {
    const std::scoped_lock lock(mutex_);
    Changed changed;
    for (auto beat = beats_.begin(); beat != beats_.end();) {
      if (!broker_.empty()) beat->second.at = now;  // nothing comes from anybody
      const bool silent = beat->second.steady && now - beat->second.at > kSilent;
      if (silent) tables_.at(beat->first).available = false, changed.tables.insert(beat->first);
      beat = silent ? beats_.erase(beat) : std::next(beat);
    }
    if (changed.tables.empty()) return kept;
    try {
      results_->begin();
      kept = keep(changed);
    } catch (const SQLite::Exception& problem) {
      kept = results_->failed(problem.getErrorCode());
    }
    publish(changed);
  }
  wake();
  return kept;
}

/// A table that is there says so again: nothing has changed.
bool Hall::only_a_beat(const std::string& table, const Message& message, Clock::time_point now) {
  if (message.payload != "online") return beats_.erase(table), false;
  if (message.retained) return false;  // it was said some time ago
  const auto before = beats_.find(table);
  const bool steady = before != beats_.end() && (before->second.steady || now - before->second.at < kSilent);
  beats_[table] = {now, steady};
  const auto known = tables_.find(table);
  return known != tables_.end() && known->second.available;
}

void Hall::publish(const Changed& changed) {
  for (const std::string& name : changed.tables) feed_->publish("table", line_of(json_of(tables_.at(name))));
  if (changed.disputes) feed_->publish("disputes", line_of(json_of(open_)));
}

void Hall::take(const Message& message, Changed& changed, Clock::time_point now) {
  constexpr std::string_view kOurs = "vedette/";
  if (!message.topic.starts_with(kOurs)) return;
  const auto slash = message.topic.find('/', kOurs.size());
  if (slash == std::string::npos) return;
  const std::string name = message.topic.substr(kOurs.size(), slash - kOurs.size()), topic = message.topic.substr(slash + 1);
  if (!is_table_name(name) || (!tables_.contains(name) && tables_.size() >= kMostTables)) return;
  const auto table_of = [&]() -> HallTable& {
    HallTable& table = tables_.try_emplace(name, HallTable{.name = name}).first->second;
    if (!message.retained) table.heard_ms = wall_clock_ms();
    changed.tables.insert(name);
    return table;
  };
  if (topic == "available") {
    if (only_a_beat(name, message, now)) return;
    if (message.payload == "online" || message.payload == "offline") table_of().available = message.payload == "online";
    return;
  }
  const HallJson said = parsed(message.payload);
  if (topic == "state" && said.is_object()) table_of().state = tidy(said);
  if (topic == "events" && said.is_object()) take_event(table_of(), said);
  if (topic == "disputes" && said.is_array()) {
    (void)table_of();
    take_disputes(name, said, changed);
  }
}

void Hall::take_event(HallTable& table, const HallJson& event) {
  const std::uint64_t id = id_of(event, "id"), before = id_of(event, "after");
  const std::string name = text_of(event, "event");
  if (id == 0 || !is_event_name(name)) return;
  const HallJson data = event.contains("data") ? event["data"] : HallJson();
  const bool fresh = results_->add({.table = table.name,
                                    .id = id,
                                    .name = name,
                                    .data = line_of(data),
                                    .at_ms = static_cast<std::int64_t>(id_of(event, "at_ms")),
                                    .heard_ms = wall_clock_ms()});
  if (!fresh) return;
  if (before != 0 && table.last_event != 0 && before != table.last_event) ++table.gaps;
  table.last_event = id;
  if (name == "evidence") {
    const HallEvidence kept = evidence_in(table.name, id_of(event, "at_ms"), data);
    if (kept.file.empty()) return;
    evidence_.push_back(kept);
    if (evidence_.size() > kMostEvidence) evidence_.erase(evidence_.begin());
    HallJson shown = json_of(kept);
    shown.erase("address");  // a token is in it: /api/tables tells it to the referee
    feed_->publish(name, line_of(shown));
    return;
  }
  feed_->publish(name, line_of({{"table", table.name}, {"id", id}, {"data", data}}));
}

/// The list is what is open at that table: what is not in it any more the players have settled themselves.
void Hall::take_disputes(const std::string& table, const HallJson& all, Changed& changed) {
  std::set<std::uint64_t> listed;
  for (const HallJson& said : all) {
    if (!said.is_object() || id_of(said, "id") == 0 || listed.size() >= kLongestList) continue;
    const std::uint64_t id = id_of(said, "id");
    listed.insert(id);
    if (known_.contains({table, id})) continue;
    HallDispute dispute{.table = table,
                        .said = {.id = id,
                                 .kind = text_of(said, "kind") == "judge" ? "judge" : "ruling",
                                 .says = text_of(said, "says"),
                                 .rule = text_of(said, "rule"),
                                 .by = text_of(said, "by"),
                                 .at_ms = static_cast<std::int64_t>(id_of(said, "at_ms"))},
                        .heard_ms = wall_clock_ms(),
                        .closed_by = {}};
    results_->put(dispute);
    known_[{table, id}] = dispute.number;
    open_.emplace(dispute.number, std::move(dispute));
    changed.disputes = true;
  }
  for (auto each = open_.begin(); each != open_.end();) {
    if (each->second.table != table || listed.contains(each->second.said.id)) {
      ++each;
      continue;
    }
    each->second.closed_ms = wall_clock_ms(), each->second.closed_by = "table";
    results_->put(each->second);
    each = open_.erase(each);
    changed.disputes = true;
  }
}

void Hall::broker(std::string problem) {
  {
    const std::scoped_lock lock(mutex_);
    if (broker_ == problem) return;
    broker_ = std::move(problem);
    feed_->publish("broker", line_of({{"problem", broker_.empty() ? HallJson() : HallJson(broker_)}}));
  }
  wake();
}

HallJson Hall::tables() const {
  const std::scoped_lock lock(mutex_);
  HallJson out{{"now_ms", wall_clock_ms()}, {"last_event_id", feed_->last()}, {"broker", broker_.empty() ? HallJson() : HallJson(broker_)}};
  out["tables"] = HallJson::array();
  for (const auto& [name, table] : tables_) out["tables"].push_back(json_of(table));
  out["disputes"] = json_of(open_);
  out["evidence"] = HallJson::array();
  for (const HallEvidence& each : evidence_) out["evidence"].push_back(json_of(each));
  return out;
}

measure::Result<std::string> Hall::csv() const {
  const std::scoped_lock lock(mutex_);
  try {
    return results_csv(results_->tables(), results_->disputes(), results_->evidence());
  } catch (const SQLite::Exception& problem) {
    return tl::unexpected(results_->failed(problem.getErrorCode()).error());
  }
}

measure::Result<Hall::Settled> Hall::settle(std::int64_t number) {
  {
    const std::scoped_lock lock(mutex_);
    const auto found = open_.find(number);
    if (found == open_.end())
      return std::ranges::any_of(known_, [&](const auto& each) { return each.second == number; }) ? Settled::Before : Settled::Unknown;
    HallDispute dispute = found->second;
    dispute.closed_ms = wall_clock_ms(), dispute.closed_by = "judge";
    try {
      results_->put(dispute);
    } catch (const SQLite::Exception& problem) {
      return tl::unexpected(results_->failed(problem.getErrorCode()).error());
    }
    if (post_) post_("vedette/" + dispute.table + "/settled", line_of({{"id", dispute.said.id}}));
    open_.erase(found);
    feed_->publish("disputes", line_of(json_of(open_)));
  }
  wake();
  return Settled::Now;
}

}  // namespace app::hall
