#include "rules/charge/game.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/charge/contact.h"
#include "rules/charge/game_parts.h"
#include "rules/charge/morale.h"

namespace rules::charge {
namespace {

// ---- steps ----

int soldiers_lost(const Game& game, const std::string& army) {
  int lost = 0;
  for (const auto& [body, record] : game.bodies)
    if (body.first == army) lost += static_cast<int>(record.fallen.size()) + owed_by(game, body);
  return lost;
}

/// C-W1, CG43.
void test_morale(Game& game) {
  for (ArmyRecord& army : game.armies) {
    const int lost = soldiers_lost(game, army.name);
    if (army.defeated || !defeated(army.original, lost)) continue;
    army.defeated = true;
    note(game, "C-W1", fmt::format("{} has lost {} of {} and fights no more", army.name, lost, army.original));
  }
}

void next_turn(Game& game, const House& house) {
  ++game.turn;
  game.step = Step::MoveFirst;
  game.turn_start = game.field;
  if (house.initiative == Initiative::Alternate && !game.armies.empty()) game.first = (game.first + 1) % game.armies.size();
  game.attacks.clear();
  game.settled = false;
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
  Applied out{game, true, {}, nullptr};
  out.game.first = action.army;
  note(out.game, "CG3", out.game.armies[action.army].name + " moves first");
  return out;
}

Fighters fighters_of(const std::vector<const Piece*>& men) {
  Fighters fighters;
  for (const Piece* man : men) ++(arm_of(*man) == Arm::Cavalry ? fighters.cavalry : fighters.infantry);
  return fighters;
}

std::optional<std::vector<const Piece*>> men_called(const Game& game, const std::vector<int>& ids) {
  std::vector<const Piece*> men;
  for (const int id : ids) {
    const Piece* man = find(game.field, id);
    if (!man || !is_soldier(*man) || game.bodies.at(key_of(*man)).fallen.contains(id) || std::ranges::count(ids, id) != 1)
      return std::nullopt;
    men.push_back(man);
  }
  return men;
}

Applied fight_now(const Game& game, const Fight& action, const House& house) {
  if (game.step != Step::Melee) return refused(game, "C-H1", "men fight in the step of the melee");
  const auto a = men_called(game, action.a), b = men_called(game, action.b);
  if (!a || !b || a->empty() || b->empty()) return refused(game, "C-H2", "a combat is between standing men of both sides");
  for (const auto* side : {&*a, &*b})
    for (const Piece* man : *side)
      if (man->army != side->front()->army) return refused(game, "C-H2", "the men of one side are of one army");
  if (a->front()->army == b->front()->army) return refused(game, "C-H2", "nobody fights his own side");
  const auto contact = game.contacts.find(std::minmax(key_of(*a->front()), key_of(*b->front())));
  if (contact != game.contacts.end() && contact->second.since == game.turn)
    return refused(game, "C-H1", "they came into contact this turn and fight in the next");
  const auto combat = fight(fighters_of(*a), fighters_of(*b), action.throws, house);
  if (!combat) return refused(game, "C-H5", combat.error().message);
  Applied out{game, true, {}, nullptr};
  note(out.game, "C-H2", fmt::format("{} against {}", text(combat->scores[0]), text(combat->scores[1])));
  if (!combat->loser) return out;
  const auto& beaten = *combat->loser == 0 ? *a : *b;
  int horse = combat->falls.cavalry, foot = combat->falls.infantry;
  for (const Piece* man : beaten) {
    int& left = arm_of(*man) == Arm::Cavalry ? horse : foot;
    if (left-- <= 0) continue;
    take(out.game, key_of(*man), man->figure.id);
    note(out.game, "C-H2", man->figure.name + " falls");
  }
  if (house.morale_when == MoraleWhen::Immediate) test_morale(out.game);
  return out;
}

/// Who is in contact now; what was known of a contact stays known (C-H1).
std::map<BodyPair, ContactRecord> contacts_now(const Game& next, const Game& before) {
  std::map<BodyPair, ContactRecord> contacts;
  for (const Touch& touch : touches(next.field)) {
    const Piece &a = *find(next.field, touch.a), &b = *find(next.field, touch.b);
    const BodyPair pair = std::minmax(key_of(a), key_of(b));
    const auto known = before.contacts.find(pair);
    contacts.try_emplace(pair, known != before.contacts.end() ? known->second : ContactRecord{next.turn, mover(next).value_or("")});
  }
  return contacts;
}

/// Reality: whatever stands, stands. Men who are gone have been taken off; men who came are new.
Applied accept(const Game& game, const AcceptTable& action) {
  Applied out{game, true, {}, nullptr};
  Game& next = out.game;
  next.field = action.field;
  for (const Piece& piece : next.field.pieces) {
    if (!is_soldier(piece)) continue;
    BodyRecord& record = next.bodies.try_emplace(key_of(piece), BodyRecord{arm_of(piece), 0, false, {}}).first->second;
    if (record.fallen.contains(piece.figure.id) && !game.to_lift.contains(piece.figure.id))
      record.fallen.erase(piece.figure.id);  // put back
    const bool known = find(game.field, piece.figure.id) || record.fallen.contains(piece.figure.id);
    if (known) continue;
    if (static_cast<int>(standing(next, key_of(piece)).size() + record.fallen.size()) > record.original) {
      ++record.original;
      const auto army = std::ranges::find(next.armies, piece.army, &ArmyRecord::name);
      if (army == next.armies.end())
        next.armies.push_back({piece.army, 1, false});
      else
        ++army->original;
    }
  }
  for (const Piece& piece : game.field.pieces) {
    if (find(next.field, piece.figure.id)) continue;
    next.to_lift.erase(piece.figure.id);
    if (!is_soldier(piece)) continue;
    if (next.bodies[key_of(piece)].fallen.insert(piece.figure.id).second) note(next, "C-K5", piece.figure.name + " was taken off");
  }
  next.contacts = contacts_now(next, game);
  if (!action.reason.empty()) note(next, "", action.reason);
  return out;
}

}  // namespace

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
  return a.turn == b.turn && a.step == b.step && a.armies == b.armies && a.first == b.first && a.field.pieces == b.field.pieces &&
         a.turn_start.pieces == b.turn_start.pieces && a.bodies == b.bodies && a.phase_strength == b.phase_strength &&
         a.attacks == b.attacks && a.contacts == b.contacts && a.settled == b.settled && a.owed == b.owed && a.to_lift == b.to_lift &&
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
    Applied operator()(const Fight& a) const { return fight_now(game, a, house); }
    Applied operator()(const AcceptTable& a) const { return accept(game, a); }
  };
  Applied applied = std::visit(Visitor{game, house}, action);
  applied.before = std::make_shared<const Game>(game);
  return applied;
}

}  // namespace rules::charge
