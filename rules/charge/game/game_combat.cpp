// The melee of a game: who may fight whom, one combat at a time, and where its survivors go.
#include <fmt/format.h>
#include <algorithm>

#include "rules/charge/formation.h"
#include "rules/charge/game/game_parts.h"
#include "rules/charge/game/umpire.h"

namespace rules::charge {
namespace {

std::vector<int> ids_in_counting_order(const Game& game, const BodyKey& body) {
  const auto men = standing(game, body);
  std::vector<int> ids;
  for (const std::size_t place : counting_order(figures_of(men))) ids.push_back(men[place]->figure.id);
  return ids;
}

/// CG21: with alloc.mode = nearest the men nearest to the fire come first.
std::vector<int> order_of_fall(const DeclaredAttack& attack, const House& house) {
  std::vector<int> ids = attack.eligible;
  if (house.allocation_mode != AllocationMode::Nearest || attack.ranges_in.size() != ids.size()) return ids;
  std::vector<std::size_t> order(ids.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return attack.ranges_in[i]; });
  for (std::size_t i = 0; i < order.size(); ++i) ids[i] = attack.eligible[order[i]];
  return ids;
}

}  // namespace

tl::expected<PhaseFire, QuestionError> fire_so_far(const Game& game, const House& house) {
  PhaseFire out;
  std::vector<FireTarget> targets;
  for (const auto& [body, men] : game.phase_strength) {
    out.bodies.push_back(body);
    FireTarget target;
    target.name = body.first + " " + body.second;
    target.arm = game.bodies.at(body).arm;
    target.men = men;
    target.army = body.first;
    targets.push_back(std::move(target));
  }
  const auto place = [&](const BodyKey& body) {
    const auto found = std::ranges::find(out.bodies, body);
    return found == out.bodies.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - out.bodies.begin()));
  };
  std::vector<Attack> attacks;
  for (const DeclaredAttack& declared : game.attacks) {
    const auto target = place(declared.at);
    if (!target) return tl::unexpected(QuestionError{"", "no body is called " + declared.at.second});
    Attack attack = declared.attack;
    attack.target = *target;
    attack.cover = declared.cover;
    attack.from = place(declared.by);
    if (declared.gun != 0) attack.gun = fmt::format("{}", declared.gun);
    // The game has ruled by places that four serve it, or the players did where that was too close to call.
    attack.drafted = kMenToServeAGun;
    attacks.push_back(std::move(attack));
  }
  auto firing = fire(targets, attacks, house);
  if (!firing) return tl::unexpected(firing.error());
  out.firing = std::move(*firing);
  return out;
}

void begin_firing(Game& game) {
  game.attacks.clear();
  game.settled = false;
  game.phase_strength.clear();
  for (const auto& [body, record] : game.bodies) game.phase_strength[body] = static_cast<int>(standing(game, body).size());
}

void settle(Game& game, const House& house) {
  game.settled = true;
  const auto phase = fire_so_far(game, house);
  if (!phase) return;
  for (std::size_t i = 0; i < phase->bodies.size(); ++i) {
    const int men = phase->firing.targets[i].at_end;
    if (men <= 0) continue;
    const BodyKey& body = phase->bodies[i];
    std::vector<int> among;
    for (const int id : ids_in_counting_order(game, body))
      for (const DeclaredAttack& attack : game.attacks)
        if (attack.at == body && std::ranges::find(attack.eligible, id) != attack.eligible.end()) {
          among.push_back(id);
          break;
        }
    note(game, "C-K4", fmt::format("{}: the fractions come to {}", body.second, men));
    owe(game, body, men, among);
  }
}

Applied fire_now(const Game& game, const Fire& action, const House& house) {
  if (const auto reason = barred_by_turn(game, action.attack, house)) return refused(game, reason->rule, reason->says);
  Applied out{game, true, {}, nullptr};
  Game& next = out.game;
  next.attacks.push_back(action.attack);
  next.attacks.back().attack.by_gun = action.attack.gun != 0;
  next.attacks.back().stood.clear();
  for (const Piece* man : standing(game, action.attack.at)) next.attacks.back().stood.insert(man->figure.id);
  next.attacks.back().drafted.clear();
  if (const Piece* gun = find(game.field, action.attack.gun))
    for (const Piece* man : drafted(game.field, as_served(game.field, *gun, house), house))
      next.attacks.back().drafted.insert(man->figure.id);
  next.attacks.back().attack.eligible = static_cast<int>(action.attack.eligible.size());
  const auto phase = fire_so_far(next, house);
  if (!phase) return refused(game, "C-I3", phase.error().says);
  const AttackResult& result = phase->firing.attacks.back();
  const BodyKey& at = action.attack.at;
  for (const WorkingLine& line : result.working) note(next, line.rule, fmt::format("{}: {}", line.says, text(line.number)));
  note(next, "C-K1",
       fmt::format("{} at {}: {} casualties, {} at once", action.attack.by.second, at.second, text(result.casualties), result.at_once));
  if (result.destroys_gun) {
    next.bodies[at].gun_destroyed = true;
    next.bodies[at].destroyed_in = next.turn;
    note(next, "C-A7", at.second + ": the gun is destroyed");
  }
  owe(next, at, result.at_once, order_of_fall(action.attack, house));
  return out;
}

namespace {

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

struct Sides {
  std::vector<const Piece*> a, b;
};

/// The men of a combat, or why they cannot fight one.
tl::expected<Sides, Reason> sides_of(const Game& game, const std::vector<int>& ids_a, const std::vector<int>& ids_b) {
  const auto a = men_called(game, ids_a), b = men_called(game, ids_b);
  if (!a || !b || a->empty() || b->empty()) return tl::unexpected(reason("C-H2", "a combat is between standing men of both sides"));
  for (const auto* side : {&*a, &*b})
    for (const Piece* man : *side) {
      if (man->army != side->front()->army) return tl::unexpected(reason("C-H2", "the men of one side are of one army"));
      if (has_fought(game, man->figure.id)) return tl::unexpected(reason("C-H8", man->figure.name + " has fought this turn and goes back"));
    }
  if (a->front()->army == b->front()->army) return tl::unexpected(reason("C-H2", "nobody fights his own side"));
  const auto contact = game.contacts.find(std::minmax(key_of(*a->front()), key_of(*b->front())));
  if (contact != game.contacts.end() && contact->second.since == game.turn)
    return tl::unexpected(reason("C-H1", "they came into contact this turn and fight in the next"));
  if (const auto odds = check_odds(fighters_of(*a), fighters_of(*b)); !odds) return tl::unexpected(reason("C-H5", odds.error().message));
  return Sides{*a, *b};
}

std::string names_of(const std::vector<const Piece*>& men) {
  std::string names;
  for (const Piece* man : men) names += (names.empty() ? "" : " and ") + man->figure.name;
  return names;
}

/// The loser's men who fall: the horseman of a mixed pair, else the first (C-H7, CG36).
std::vector<int> fallen_of(const Combat& combat, const Sides& sides) {
  std::vector<int> fallen;
  if (!combat.loser) return fallen;
  int horse = combat.falls.cavalry, foot = combat.falls.infantry;
  for (const Piece* man : *combat.loser == 0 ? sides.a : sides.b)
    if ((arm_of(*man) == Arm::Cavalry ? horse : foot)-- > 0) fallen.push_back(man->figure.id);
  return fallen;
}

/// The table as the survivors of a combat find it: those of earlier combats stand where they went back to.
Field after_earlier_combats(const Game& game) {
  Field field = game.field;
  for (Piece& piece : field.pieces)
    if (const auto back = game.going_back.find(piece.figure.id); back != game.going_back.end())
      piece.figure.footprint.centre = back->second.to;
  return field;
}

void send_back(Game& game, Fought& fought, const House& house) {
  const Field field = after_earlier_combats(game);
  for (const bool second : {false, true}) {
    const auto &own = second ? fought.men.b : fought.men.a, &foes = second ? fought.men.a : fought.men.b;
    std::vector<int> ignored(game.to_lift.begin(), game.to_lift.end());
    ignored.insert(ignored.end(), own.begin(), own.end());  // the two of a pair go together
    for (const int id : own)
      if (std::ranges::find(fought.fell, id) == fought.fell.end()) fought.backs[id] = push_back_of(field, id, foes, ignored, house);
  }
  game.going_back.insert(fought.backs.begin(), fought.backs.end());
}

}  // namespace

bool has_fought(const Game& game, int id) {
  return std::ranges::any_of(game.combats, [&](const Fought& fought) {
    return std::ranges::find(fought.men.a, id) != fought.men.a.end() || std::ranges::find(fought.men.b, id) != fought.men.b.end();
  });
}

std::vector<Touch> open_touches(const Game& game) {
  std::vector<Touch> open;
  for (const Touch& touch : touches(game.field)) {
    const auto may_fight = [&](int id) {
      const Piece& man = *find(game.field, id);
      const auto record = game.bodies.find(key_of(man));
      return is_soldier(man) && record != game.bodies.end() && !record->second.fallen.contains(id) && !has_fought(game, id);
    };
    const BodyPair bodies = std::minmax(key_of(*find(game.field, touch.a)), key_of(*find(game.field, touch.b)));
    const auto contact = game.contacts.find(bodies);
    const bool since_earlier = contact != game.contacts.end() && contact->second.since < game.turn;
    if (since_earlier && may_fight(touch.a) && may_fight(touch.b)) open.push_back(touch);
  }
  return open;
}

std::vector<Pair> open_combats(const Game& game, const House& house) {
  std::vector<Pair> combats;
  std::set<int> called;
  for (const Pair& pair : game.paired) {
    if (!sides_of(game, pair.a, pair.b)) continue;  // fought since, or one of them has fallen
    combats.push_back(pair);
    for (const auto* side : {&pair.a, &pair.b}) called.insert(side->begin(), side->end());
  }
  if (house.pairing == Pairing::Manual) return combats;
  std::vector<Touch> others = open_touches(game);
  std::erase_if(others, [&](const Touch& touch) { return called.contains(touch.a) || called.contains(touch.b); });
  std::vector<Pair> proposed = pair_up(others);
  combats.insert(combats.end(), proposed.begin(), proposed.end());
  return combats;
}

Applied pair_up_now(const Game& game, const PairUp& action) {
  Applied out{game, true, {}, nullptr};
  if (action.a.empty() && action.b.empty()) {
    out.game.paired.clear();
    return out;
  }
  const auto sides = sides_of(game, action.a, action.b);
  if (!sides) return refused(game, sides.error().rule, sides.error().says);
  // Whoever fights here fights nowhere else.
  const auto here = [&](int id) { return std::ranges::count(action.a, id) + std::ranges::count(action.b, id) > 0; };
  std::erase_if(out.game.paired, [&](const Pair& pair) { return std::ranges::any_of(pair.a, here) || std::ranges::any_of(pair.b, here); });
  out.game.paired.push_back({action.a, action.b});
  note(out.game, "CG32", fmt::format("the players pair {} with {}", names_of(sides->a), names_of(sides->b)));
  return out;
}

Applied fight_now(const Game& game, const Fight& action, const House& house) {
  if (game.step != Step::Melee) return refused(game, "C-H1", "men fight in the step of the melee");
  const auto sides = sides_of(game, action.a, action.b);
  if (!sides) return refused(game, sides.error().rule, sides.error().says);
  const auto combat = fight(fighters_of(sides->a), fighters_of(sides->b), action.throws, house);
  if (!combat) return refused(game, "C-H2", combat.error().message);
  Applied out{game, true, {}, nullptr};
  Game& next = out.game;
  const std::array<std::string, 2> names{names_of(sides->a), names_of(sides->b)};
  for (const std::size_t side : {0U, 1U})
    for (const WorkingLine& line : combat->working[side])
      note(next, line.rule, fmt::format("{}: {}: {}", names[side], line.says, text(line.number)));
  Fought fought{{action.a, action.b}, action.throws, *combat, fallen_of(*combat, *sides), {}};
  for (const int id : fought.fell) {
    const Piece& man = *find(game.field, id);
    take(next, key_of(man), id);
    note(next, "C-H2", man.figure.name + " falls");
  }
  if (!combat->loser) note(next, "C-H6", fmt::format("{} against {}: nobody falls", text(combat->scores[0]), text(combat->scores[1])));
  send_back(next, fought, house);
  for (const auto& [id, back] : fought.backs) {
    const double way = measure::distance(back.from, back.to).value;
    const std::string why = back.shortened_by.empty() ? "" : ", shortened by " + back.shortened_by;
    note(next, "C-H8", fmt::format("{} goes back {:.2f} in{}", find(game.field, id)->figure.name, way, why));
  }
  next.combats.push_back(std::move(fought));
  if (house.morale_when == MoraleWhen::Immediate) test_morale(next);
  return out;
}

}  // namespace rules::charge
