#include "rules/le_choc/grounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace rules::le_choc {
namespace {

int sign(int x) { return (x > 0) - (x < 0); }
std::string squares(int count) { return fmt::format("{} {}", count, count == 1 ? "square" : "squares"); }

/// "north-east"; empty for no one direction.
std::string direction(Square from, Square to) {
  static constexpr std::array kNorth{"south", "", "north"}, kEast{"west", "", "east"};
  const int across = to.column - from.column, up = to.row - from.row;
  if (across != 0 && up != 0 && std::abs(across) != std::abs(up)) return "";
  const std::string one = kNorth[static_cast<std::size_t>(sign(up) + 1)], two = kEast[static_cast<std::size_t>(sign(across) + 1)];
  return one + (one.empty() || two.empty() ? "" : "-") + two;
}

struct Telling {
  const Position& before;
  const Applied& applied;
  const Rules& rules;
  std::vector<Reason> all = {};

  void tell(const char* rule, std::string says) { all.push_back(reason(rule, std::move(says))); }

  void way(Square from, Square to, const char* goes) {
    const Value value = piece_on(before, from)->value;
    const int most = mobility(value), steps = steps_between(ground_of(before, rules), from, to, rules.house).value_or(most);
    tell("L-11", fmt::format("{} on {} {} {} squares; it goes {} to {}", called(value), text(from), most == 1 ? "moves" : "moves up to",
                             most, squares(steps), text(to)));
    if (most == 1) all.back().says = fmt::format("{} on {} moves one square, to {}", called(value), text(from), text(to));
    all.back().value = steps;
    all.back().limit = most;
    if (const std::string towards = direction(from, to); !towards.empty())
      tell("L-12", fmt::format("it {} {}, one of the eight directions", goes, towards));
    const auto over = rules.house.jump ? std::vector<Square>{} : between(from, to);
    if (!over.empty())
      tell("LG5", fmt::format("the way is free: {} {} empty", text(over.front()) + (over.size() > 1 ? " and " + text(over.back()) : ""),
                              over.size() == 1 ? "is" : "are"));
  }

  /// What became of the two; the attacker's is `own`.
  void fight(Square to, bool stay) {
    const Value own = applied.shown[0].value, other = applied.shown[1].value;
    tell("L-4", fmt::format("both show their value: {} attacks {}", called(own), called(other)));
    const Fight fought = le_choc::fight(own, other, rules.house);
    for (Reason& why : grounds(own, other, rules.house)) all.push_back(std::move(why));
    if (fought.attacker_wins && stay) tell("L-14", fmt::format("machine guns may stay where they are: {} is empty now", text(to)));
    if (fought.attacker_wins && !stay && !fought.attacker_falls) tell("L-13", fmt::format("the winner stands on {}", text(to)));
    if (!fought.attacker_wins) tell("L-13", fmt::format("the attacked piece stays on {}", text(to)));
  }

  void operator()(const Move& move) { way(move.from, move.to, "goes"); }
  void operator()(const Attack& attack) {
    way(attack.from, attack.to, "attacks");
    fight(attack.to, attack.stay);
  }
  void operator()(const Enter& enter) {
    tell("L-10", fmt::format("{} comes from the reserve to {}, a square of an own base: that is the whole action", called(enter.value),
                             text(enter.at)));
    if (!applied.shown.empty()) fight(enter.at, false);
  }
  void operator()(const Pass&) {
    all.push_back(reason("LG12", rules.house.passing == Passing::Allowed ? "in this house a player may pass" : "who cannot act passes"));
  }
  void operator()(const Concede&) { all.push_back(reason("LG13", "a player may always concede")); }
};

}  // namespace

std::string called(Value value) { return fmt::format("{} ({})", letter(value), name(value)); }

Reason deciding(Value attacker, Value defender) {
  if (attacker == kGas) return reason("L-7", "gas takes whatever it attacks: the attacker wins");
  if (defender == kGas) return reason("L-7", "gas falls to whatever attacks it: the attacker wins");
  if (attacker == defender)
    return reason("L-6", fmt::format("{} against {}: among equals the attacker wins", letter(attacker), letter(defender)));
  const bool wins = attacker_wins(attacker, defender);
  return reason("L-5", fmt::format("{} is higher than {}: the {} wins", letter(wins ? attacker : defender),
                                   letter(wins ? defender : attacker), wins ? "attacker" : "attacked piece"));
}

std::vector<Reason> grounds(Value attacker, Value defender, const House& house) {
  const Fight fought = fight(attacker, defender, house);
  std::vector<Reason> all{deciding(attacker, defender)};
  if (fought.attacker_wins && fought.attacker_falls)
    all.push_back(reason("LG10", "in this house gas is used up by its own attack: both are removed"));
  else
    all.push_back(reason("L-13", fmt::format("the {} is removed", fought.attacker_wins ? "attacked piece" : "attacker")));
  return all;
}

std::vector<Reason> grounds(const Position& before, const Action& action, const Applied& applied, const Rules& rules) {
  Telling telling{before, applied, rules};
  std::visit(telling, action);
  if (applied.position.ending && !std::holds_alternative<Concede>(action))
    telling.all.push_back(reason_of(*applied.position.ending, rules.house));
  return std::move(telling.all);
}

std::vector<Square> between(Square from, Square to) {
  const int across = to.column - from.column, up = to.row - from.row;
  std::vector<Square> all;
  if (across != 0 && up != 0 && std::abs(across) != std::abs(up)) return all;
  for (Square at{from.column + sign(across), from.row + sign(up)}; from != to && at != to;
       at = {at.column + sign(across), at.row + sign(up)})
    all.push_back(at);
  return all;
}

}  // namespace rules::le_choc
