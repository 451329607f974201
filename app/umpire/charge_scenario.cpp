#include "app/umpire/charge_scenario.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "app/wire/question.h"

namespace app {

void TurnClock::run(const std::optional<std::string>& side, double now) {
  if (running_) used_s_[*running_] += since(now);
  running_ = side;
  since_ = now;
}

double TurnClock::used_s(const std::string& side, double now) const {
  const auto used = used_s_.find(side);
  return (used == used_s_.end() ? 0.0 : used->second) + (running_ == side ? since(now) : 0.0);
}

void TurnClock::set_used(std::map<std::string, double> used_s, double now) {
  used_s_ = std::move(used_s);
  since_ = now;
}

std::map<std::string, double> TurnClock::all_used_s(double now) const {
  auto all = used_s_;
  if (running_) all[*running_] += since(now);
  return all;
}

std::string clock_text(double left_s) {
  const bool out = left_s <= 0.0;
  const auto seconds = static_cast<long long>(out ? std::floor(-left_s) : std::ceil(left_s));
  const std::string time = fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return out ? "out of time " + time : time;
}

namespace {

namespace charge = rules::charge;
using measure::Verdict;

/// "too near the edge of the bridge to call: red/3 at 2.03 ±0.05 in, up to 2.00 counts".
std::string text_of(const rules::Reason& reason) {
  std::string text = reason.says;
  if (!reason.value) return text;
  text += fmt::format(": {} at {:.2f}", reason.who, *reason.value);
  if (reason.margin && *reason.margin > 0.0) text += fmt::format(" ±{:.2f}", *reason.margin);
  text += " in";
  return reason.limit ? text + fmt::format(", up to {:.2f} counts", *reason.limit) : text;
}

}  // namespace

std::string turn_text(const charge::Game& game, const charge::Scenario* scenario) {
  if (!scenario || !scenario->turns) return fmt::format("Turn {}", game.turn);
  if (game.turn > *scenario->turns) return fmt::format("Turn {}, {} were agreed", game.turn, *scenario->turns);
  return fmt::format("Turn {} of {}", game.turn, *scenario->turns);
}

std::optional<std::string> on_the_clock(const charge::Game& game, const charge::Scenario& scenario, bool paused) {
  const auto side = charge::mover(game);
  if (paused || !side || !scenario.minutes.contains(*side) || charge::ending(game, scenario).over) return std::nullopt;
  return side;
}

std::string headline(const charge::Ending& ending) {
  if (!ending.over) return {};
  if (ending.winner) return *ending.winner + " has won";
  return ending.verdict == Verdict::Yes ? "nobody has won" : "too close to call: the players rule";
}

std::vector<std::string> lines_of(const charge::Ending& ending) {
  std::vector<std::string> lines{headline(ending)};
  for (const rules::Reason& reason : ending.because) lines.push_back(text_of(reason) + " (" + reason.rule + ")");
  return lines;
}

RulingLine ruling_line(const charge::Objective& objective, const charge::Holding& holding) {
  RulingLine line{.verdict = Verdict::Yes, .rule = "C-B3"};
  const auto holder = std::ranges::find(holding.armies, Verdict::Yes, &charge::Presence::holds);
  if (holder != holding.armies.end()) {
    line.says = fmt::format("{}: {} holds it ({})", objective.name, holder->army,
                            holder->surely == 1 ? "1 man" : fmt::format("{} men", holder->surely));
  } else if (holding.too_close()) {
    line.verdict = Verdict::TooCloseToCall;
    const auto doubtful = std::ranges::find(holding.armies, Verdict::TooCloseToCall, &charge::Presence::holds);
    line.says = fmt::format("{}: too close to call whether {} holds it", objective.name, doubtful->army);
    const auto close = std::ranges::find_if(doubtful->because, [](const rules::Reason& reason) { return reason.value.has_value(); });
    if (close != doubtful->because.end()) line.says += "; " + text_of(*close);
  } else {
    line.verdict = Verdict::No;
    std::string contested;
    for (const charge::Presence& army : holding.armies)
      if (army.surely > 0) contested += fmt::format("{}{} of {}", contested.empty() ? "" : ", ", army.surely, army.army);
    line.says = fmt::format("{}: nobody holds it{}", objective.name, contested.empty() ? "" : " (" + contested + " there)");
  }
  return line;
}

nlohmann::ordered_json json_of(const charge::Objective& objective, const charge::Holding& holding) {
  nlohmann::ordered_json out{{"name", objective.name}};
  const auto holder = holding.by();
  out["held_by"] = holder ? nlohmann::ordered_json(*holder) : nlohmann::ordered_json(nullptr);
  out["armies"] = nlohmann::ordered_json::array();
  for (const charge::Presence& army : holding.armies)
    out["armies"].push_back({{"name", army.army},
                             {"verdict", ask::word(army.holds)},
                             {"men", army.surely},
                             {"men_perhaps", army.perhaps},
                             {"because", ask::json_of(army.because)}});
  return out;
}

charge::Applied begin_game(const charge::Field& seen, const charge::Scenario* scenario, const charge::House& house) {
  charge::Applied begun{charge::begin(seen), true, {}, nullptr};
  if (!scenario) return begun;
  const auto first = std::ranges::find(begun.game.armies, scenario->first, &charge::ArmyRecord::name);
  if (first == begun.game.armies.end()) return begun;
  return charge::apply(begun.game, charge::SetFirst{static_cast<std::size_t>(first - begun.game.armies.begin())}, house);
}

}  // namespace app
