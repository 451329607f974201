#include "rules/charge/game/game.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/charge/combat/morale.h"
#include "rules/charge/game/game_parts.h"

namespace rules::charge {
namespace {

// ---- steps ----

int soldiers_lost(const Game& game, const std::string& army) {
  int lost = 0;
  for (const auto& [body, record] : game.bodies)
    if (body.first == army) lost += static_cast<int>(record.fallen.size()) + owed_by(game, body);
  return lost;
}

void next_turn(Game& game, const House& house) {
  ++game.turn;
  game.step = Step::MoveFirst;
  game.turn_start = game.field;
  if (house.initiative == Initiative::Alternate && !game.armies.empty()) game.first = (game.first + 1) % game.armies.size();
  game.attacks.clear();
  game.settled = false;
  for (const auto& [id, back] : game.going_back)
    if (const Piece* const man = find(game.field, id)) note(game, "C-H8", man->figure.name + " did not go back after his combat");
  game.going_back.clear();
  game.combats.clear();
  game.paired.clear();
}

Applied next_step(const Game& game, const House& house) {
  Applied out{game, true, {}, nullptr};
  Game& next = out.game;
  if (!next.owed.empty())
    out.because.push_back({"C-K5", "men are still owed; they stay owed", double(next.owed.size()), std::nullopt, std::nullopt, {}});
  if (next.step == Step::Morale) {
    next_turn(next, house);
    return out;
  }
  next.step = static_cast<Step>(static_cast<int>(next.step) + 1);
  if (next.step == Step::Artillery) begin_firing(next);
  if (next.step == Step::Settle) settle(next, house);
  if (next.step == Step::Morale || house.morale_when == MoraleWhen::Immediate) test_morale(next);
  return out;
}

Applied set_first(const Game& game, const SetFirst& action) {
  if (action.army >= game.armies.size()) return refused(game, "CG3", "there is no such army");
  if (game.step != Step::MoveFirst) return refused(game, "CG3", "who moves first is settled in the first movement");
  Applied out{game, true, {}, nullptr};
  out.game.first = action.army;
  out.game.first_set = game.turn;
  note(out.game, "CG3", out.game.armies[action.army].name + " moves first");
  return out;
}

}  // namespace

void test_morale(Game& game) {
  for (ArmyRecord& army : game.armies) {
    const int lost = soldiers_lost(game, army.name);
    if (army.defeated || !defeated(army.original, lost)) continue;
    army.defeated = true;
    note(game, "C-W1", fmt::format("{} has lost {} of {} and fights no more", army.name, lost, army.original));
  }
}

std::string_view word(Step step) {
  switch (step) {
    case Step::MoveFirst: return "first movement";
    case Step::MoveSecond: return "second movement";
    case Step::Artillery: return "artillery";
    case Step::Musketry: return "musketry";
    case Step::Settle: return "fractions";
    case Step::Melee: return "melee";
    case Step::Morale: return "morale";
  }
  return "";
}

bool operator==(const Game& a, const Game& b) {
  return a.turn == b.turn && a.step == b.step && a.armies == b.armies && a.first == b.first && a.first_set == b.first_set &&
         a.field.pieces == b.field.pieces && a.turn_start.pieces == b.turn_start.pieces && a.bodies == b.bodies &&
         a.phase_strength == b.phase_strength && a.attacks == b.attacks && a.contacts == b.contacts && a.paired == b.paired &&
         a.combats == b.combats && a.going_back == b.going_back && a.settled == b.settled && a.owed == b.owed && a.to_lift == b.to_lift &&
         a.log == b.log;
}

Game begin(const Field& field) {
  Game game;
  game.field = game.turn_start = field;
  for (const Piece& piece : field.pieces) {
    if (!is_soldier(piece)) continue;
    ++game.bodies.try_emplace(key_of(piece), BodyRecord{arm_of(piece), 0, false, {}}).first->second.original;
    const auto army = std::ranges::find(game.armies, piece.army, &ArmyRecord::name);
    if (army == game.armies.end())
      game.armies.push_back({piece.army, 1, false});
    else
      ++army->original;
  }
  return game;
}

Applied apply(const Game& game, const Action& action, const House& house) {
  struct Visitor {
    const Game& game;
    const House& house;
    Applied operator()(const NextStep&) const { return next_step(game, house); }
    Applied operator()(const SetFirst& a) const { return set_first(game, a); }
    Applied operator()(const Fire& a) const { return fire_now(game, a, house); }
    Applied operator()(const Allocate& a) const { return allocate(game, a, house); }
    Applied operator()(const PairUp& a) const { return pair_up_now(game, a); }
    Applied operator()(const Fight& a) const { return fight_now(game, a, house); }
    Applied operator()(const AcceptTable& a) const { return accept(game, a, house); }
  };
  Applied applied = std::visit(Visitor{game, house}, action);
  applied.before = std::make_shared<const Game>(game);
  return applied;
}

}  // namespace rules::charge
