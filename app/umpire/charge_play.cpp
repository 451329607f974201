#include "app/umpire/charge_play.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>

#include "app/umpire/lead_back.h"
#include "rules/charge/combat/melee.h"

namespace app {
namespace {

namespace charge = rules::charge;

/// Inches. A leg that costs what it is long needs no price.
constexpr double kSamePrice = 0.005;
/// Inches. Who has gone less far has turned.
constexpr double kTurned = 0.005;

double cost_of(const MovedPiece& piece) { return piece.move.ruling.cost ? piece.move.ruling.cost->value.value : 1e9; }

}  // namespace

std::vector<MovedBody> moves_so_far(const charge::Game& game, const charge::Field& seen, const charge::House& house) {
  const auto moving = charge::mover(game);
  if (!moving) return {};
  charge::Game now = game;
  now.field = seen;
  std::vector<int> moved;
  for (const charge::Piece& piece : seen.pieces)
    if (piece.army == *moving && charge::moved_this_turn(now, piece.figure.id) != charge::Moved::No) moved.push_back(piece.figure.id);
  std::vector<MovedBody> bodies;
  for (charge::JudgedMove& move : charge::judge_moves(game.turn_start, seen, moved, house)) {
    auto body = std::ranges::find(bodies, move.unit, &MovedBody::unit);
    if (body == bodies.end()) body = bodies.insert(bodies.end(), MovedBody{move.unit, {}});
    const charge::Figure start = charge::find(game.turn_start, move.id)->figure;
    body->pieces.push_back({std::move(move), start});
  }
  for (MovedBody& body : bodies)
    std::ranges::stable_sort(body.pieces, [](const MovedPiece& a, const MovedPiece& b) {
      return std::pair(a.move.ruling.verdict, cost_of(a)) > std::pair(b.move.ruling.verdict, cost_of(b));
    });
  return bodies;
}

std::string length_text(const MovedPiece& piece) {
  const charge::MoveRuling& ruling = piece.move.ruling;
  if (!ruling.cost) return "there is no way";
  if (ruling.cost->value.value < kTurned) return "turned on the spot";
  const double left = piece.left().value;
  return fmt::format("{:.2f} in of {:g}, {:.2f} {}", ruling.cost->value.value, ruling.allowance.value, std::abs(left),
                     left < 0.0 ? "too far" : "left");
}

std::vector<std::string> leg_texts(const MovedPiece& piece) {
  std::vector<std::string> texts;
  for (const charge::MoveRuling::Leg& leg : piece.move.ruling.legs) {
    const std::string price = std::abs(leg.cost - leg.inches) < kSamePrice ? "" : fmt::format(" costs {:.2f}", leg.cost);
    texts.push_back(fmt::format("{} {:.2f} in{}", leg.ground, leg.inches, price));
  }
  return texts;
}

std::vector<Strength> strengths(const charge::Game& game) {
  std::vector<Strength> all;
  for (const charge::ArmyRecord& army : game.armies) {
    Strength strength{army.name, army.original, 0, charge::defeating_loss(army.original), army.defeated, {}};
    for (const auto& [body, record] : game.bodies) {
      if (body.first != army.name) continue;
      UnitLoss loss{body.second, record.original, static_cast<int>(record.fallen.size())};
      for (const charge::Owed& owed : game.owed)
        if (owed.body == body) loss.lost += owed.men;
      strength.lost += loss.lost;
      strength.units.push_back(std::move(loss));
    }
    all.push_back(std::move(strength));
  }
  return all;
}

std::string text_of(const Strength& army) {
  if (army.defeated) return fmt::format("{} is defeated: {} of {} lost, more than half", army.name, army.lost, army.original);
  const int more = army.defeating - army.lost;
  if (more <= 0)
    return fmt::format("{} has lost {} of {}, more than half: it is tested in the step of the morale", army.name, army.lost, army.original);
  return fmt::format("{} stands: {} of {} lost, {} more and it is defeated", army.name, army.lost, army.original, more);
}

std::string outcome_text(const charge::Game& game) {
  const charge::Outcome outcome = charge::outcome(game);
  if (!outcome.over) return {};
  return outcome.winner ? *outcome.winner + " has won" : "Nobody has won: both armies are defeated";
}

std::string initiative_text(const charge::House& house) {
  static constexpr std::array kTexts{"Thrown for once, then the same every turn (CG3)", "Thrown for every turn (CG3)",
                                     "Thrown for once, then in turns (CG3)"};
  return kTexts[static_cast<std::size_t>(house.initiative)];
}

charge::Applied roll_first(const charge::Game& game, Roller& roller, const charge::House& house) {
  if (game.armies.empty()) return charge::apply(game, charge::SetFirst{}, house);
  charge::Game told = game;
  std::vector<std::size_t> highest(game.armies.size());
  for (std::size_t i = 0; i < highest.size(); ++i) highest[i] = i;
  while (highest.size() > 1) {
    const auto dice = roller.roll(highest.size());
    std::string says;
    for (std::size_t i = 0; i < highest.size(); ++i)
      says += fmt::format("{}{} {}", i == 0 ? "" : ", ", game.armies[highest[i]].name, dice[i]);
    told.log.push_back({game.turn, game.step, "",
                        fmt::format("who moves first: {} rolled (roller {}, dice up to no. {})", says, roller.seed(), roller.thrown())});
    const int best = *std::ranges::max_element(dice);
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < highest.size(); ++i)
      if (dice[i] == best) left.push_back(highest[i]);
    highest = std::move(left);
  }
  charge::Applied applied = charge::apply(told, charge::SetFirst{highest.front()}, house);
  if (!applied.done) applied.game = game;
  return applied;
}

std::string title_of(const charge::Game& game, charge::Step step) {
  const bool first = step == charge::Step::MoveFirst;
  if ((!first && step != charge::Step::MoveSecond) || game.armies.empty()) return std::string(charge::word(step));
  return game.armies[(game.first + (first ? 0U : 1U)) % game.armies.size()].name + " moves";
}

std::vector<std::string> lines_of(const charge::Comparison& comparison, const charge::Game& game, const charge::Field& seen) {
  struct Group {
    std::string unit;
    std::vector<const charge::Difference*> of;
  };
  std::vector<Group> groups;
  for (const charge::Difference& difference : comparison.differences) {
    const charge::Piece* const before = charge::find(game.field, difference.id);
    const charge::Piece* const piece = before ? before : charge::find(seen, difference.id);
    const std::string unit = piece ? piece->unit : "";
    const auto same = [&](const Group& group) { return group.unit == unit && group.of.front()->kind == difference.kind; };
    const auto known = unit.empty() ? groups.end() : std::ranges::find_if(groups, same);
    if (known == groups.end())
      groups.push_back({unit, {&difference}});
    else
      known->of.push_back(&difference);
  }
  std::vector<std::string> lines;
  for (const Group& group : groups) {
    const bool one = group.of.size() == 1;
    const std::string who = one ? group.of.front()->name : fmt::format("{}: {}", group.unit, group.of.size());
    measure::Inches most;
    for (const auto* difference : group.of) most = std::max(most, difference->by);
    switch (group.of.front()->kind) {
      using Kind = charge::Difference::Kind;
      case Kind::StillStands: lines.push_back(who + (one ? " has fallen and still stands" : " have fallen and still stand")); break;
      case Kind::GoesBack:
        lines.push_back(fmt::format("{} {} yet to go back{} {:.2f} in", who, one ? "has" : "have", one ? "" : ", at most", most.value));
        break;
      case Kind::Astray:
        lines.push_back(fmt::format("{} {} {:.2f} in from where {} back to", who, one ? "stands" : "stand, at most", most.value,
                                    one ? "he goes" : "they go"));
        break;
      case Kind::Gone: lines.push_back(who + (one ? " is gone" : " are gone")); break;
      case Kind::Appeared: lines.push_back(who + (one ? " has appeared" : " have appeared")); break;
      case Kind::Moved: lines.push_back(fmt::format("{} {} {:.2f} in", who, one ? "has moved" : "have moved, at most", most.value)); break;
    }
  }
  return lines;
}

std::string owed_text(const charge::Comparison& comparison) {
  using Kind = charge::Difference::Kind;
  const auto count = [&](Kind kind) { return std::ranges::count(comparison.differences, kind, &charge::Difference::kind); };
  const auto lift = count(Kind::StillStands), back = count(Kind::GoesBack);
  const std::string to_lift = lift > 0 ? fmt::format("{} to lift", lift) : "", to_go = back > 0 ? fmt::format("{} to go back", back) : "";
  return to_lift + (lift > 0 && back > 0 ? ", " : "") + to_go;
}

charge::Applied next_step(const charge::Game& game, const charge::Field& seen, const charge::House& house) {
  const bool out_of_step = charge::compare(game, seen).agreement == charge::Agreement::OutOfStep;
  const charge::Field table = out_of_step ? where_all_belong(game, seen) : seen;
  const charge::Applied taken = charge::apply(game, charge::AcceptTable{table, ""}, house);
  return charge::apply(taken.game, charge::NextStep{}, house);
}

}  // namespace app
