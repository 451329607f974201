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

}  // namespace rules::charge
