#include "app/hall/table_link.h"

#include <fmt/format.h>
#include <algorithm>

namespace app::hall {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

constexpr std::size_t kLongestName = 64;
constexpr std::chrono::seconds kBetweenStates{1};
/// The broker tells the will of a line that was cut after seven and a half seconds at the earliest; the hall hears sooner that nothing
/// comes.
constexpr std::chrono::milliseconds kBeat{1500};
/// Rulings that may wait for the judge at one table: more are not read by anybody.
constexpr std::size_t kMostTooClose = 20;

bool fits(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.'; }

}  // namespace

std::int64_t wall_clock_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

bool is_table_name(std::string_view name) { return !name.empty() && name.size() <= kLongestName && std::ranges::all_of(name, fits); }

Result<std::string> table_name(const std::string& given) {
  if (!is_table_name(given))
    return fail(ErrorCode::Usage,
                fmt::format("--table-name \"{}\": use letters, digits, - _ and . (at most {}), for instance table-7", given, kLongestName));
  return given;
}

std::string fitted_name(std::string machine) {
  std::ranges::replace_if(
      machine, [](char c) { return !fits(c); }, '-');
  machine.resize(std::min(machine.size(), kLongestName));
  return machine.empty() ? "table" : machine;
}

HallJson json_of(const Dispute& dispute) {
  HallJson out{{"id", dispute.id}, {"kind", dispute.kind}, {"says", dispute.says}};
  if (!dispute.rule.empty()) out["rule"] = dispute.rule;
  if (!dispute.by.empty()) out["by"] = dispute.by;
  out["at_ms"] = dispute.at_ms;
  return out;
}

TableLink::TableLink(const BrokerAddress& at, const std::string& name) : topic_("vedette/" + name + "/"), broker_(at.text()) {
  const std::scoped_lock lock(mutex_);  // its thread may hear something at once
  link_ = std::make_unique<Broker>(BrokerOptions{.at = at,
                                                 .session = "vedette-table-" + name,
                                                 .hears = {topic_ + "settled"},
                                                 .will = Message{topic_ + "available", "offline"},
                                                 .heard = [this](const std::vector<Message>& messages) { heard(messages); },
                                                 .link = [this](const LinkNews& news) { linked(news); }});
  link_->keep(topic_ + "available", "online");
  publish_disputes();
}

void TableLink::show(std::function<HallJson()> state) { state_ = std::move(state); }

void TableLink::look() {
  const auto now = std::chrono::steady_clock::now();
  if (now - beat_at_ >= kBeat) beat_at_ = now, link_->repeat(topic_ + "available");
  if (!state_ || now - shown_at_ < kBetweenStates) return;
  shown_at_ = now;
  link_->keep(topic_ + "state", std::exchange(state_, {})().dump(-1, ' ', false, HallJson::error_handler_t::replace));
}

void TableLink::too_close(std::vector<Dispute> disputes) {
  const std::scoped_lock lock(mutex_);
  const auto gone = std::erase_if(open_, [](const Dispute& each) { return each.kind != "judge"; });
  if (disputes.size() > kMostTooClose) disputes.resize(kMostTooClose);
  if (gone == 0 && disputes.empty()) return;
  std::ranges::move(disputes, std::back_inserter(open_));
  publish_disputes();
}

std::vector<calibration::Finding> TableLink::take_findings() {
  const std::scoped_lock lock(mutex_);
  std::vector<calibration::Finding> out(std::make_move_iterator(findings_.begin()), std::make_move_iterator(findings_.end()));
  findings_.clear();
  return out;
}

void TableLink::tell(std::uint64_t id, const std::string& name, const std::string& data) {
  HallJson value = HallJson::parse(data, nullptr, false);
  if (value.is_discarded()) value = nullptr;
  const std::scoped_lock lock(mutex_);
  const HallJson event{{"id", id}, {"after", std::exchange(last_event_, id)}, {"at_ms", wall_clock_ms()}, {"event", name}, {"data", value}};
  link_->post(topic_ + "events", event.dump(-1, ' ', false, HallJson::error_handler_t::replace));
}

void TableLink::call_judge(std::uint64_t id, std::string says, std::string by) {
  const std::scoped_lock lock(mutex_);
  const auto calls = std::ranges::find_if(open_, [](const Dispute& each) { return each.kind != "judge"; });
  open_.insert(calls, {.id = id, .kind = "judge", .says = std::move(says), .by = std::move(by), .at_ms = wall_clock_ms()});
  publish_disputes();
}

bool TableLink::busy() const {
  const std::scoped_lock lock(mutex_);
  return std::ranges::count(open_, "judge", &Dispute::kind) >= static_cast<std::ptrdiff_t>(kMostCalls);
}

HallJson TableLink::open_calls() const {
  const std::scoped_lock lock(mutex_);
  HallJson out = HallJson::array();
  for (const Dispute& each : open_)
    if (each.kind == "judge") out.push_back(json_of(each));
  return out;
}

void TableLink::publish_disputes() {
  HallJson all = HallJson::array();
  for (const Dispute& each : open_) all.push_back(json_of(each));
  link_->keep(topic_ + "disputes", all.dump(-1, ' ', false, HallJson::error_handler_t::replace));
}

/// The judge has settled something: {"id":..}.
void TableLink::heard(const std::vector<Message>& messages) {
  const std::scoped_lock lock(mutex_);
  for (const Message& message : messages) {
    const HallJson said = HallJson::parse(message.payload, nullptr, false);
    if (message.topic != topic_ + "settled" || !said.is_object() || !said.contains("id") || !said["id"].is_number_unsigned()) continue;
    const auto id = said["id"].get<std::uint64_t>();
    if (std::erase_if(open_, [&](const Dispute& each) { return each.id == id; }) > 0) publish_disputes();
  }
}

void TableLink::linked(const LinkNews& news) {
  const std::scoped_lock lock(mutex_);
  if (!news.up)
    findings_.push_back(
        calibration::warning("broker_away", fmt::format("broker {}: {}; the table plays on", broker_, news.says), news.fix));
  else if (away_)
    findings_.push_back(calibration::info("broker_back", fmt::format("broker {}: it is back, what the hall missed is sent", broker_)));
  away_ = !news.up;
  trouble_ = news.up ? "" : fmt::format("{}: {}; {}", broker_, news.says, news.fix);
}

std::string TableLink::trouble() const {
  const std::scoped_lock lock(mutex_);
  return trouble_;
}

}  // namespace app::hall
