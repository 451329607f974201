#include "app/umpire/charge_melee.h"

#include <fmt/format.h>
#include <algorithm>

#include "measure/footprint.h"

namespace app {
namespace {

namespace charge = rules::charge;

/// Who moved less has not gone back yet; compare in rules/charge/game/game.h takes the same.
constexpr measure::Inches kStill{0.1};

std::string names_of(const charge::Game& game, const std::vector<int>& ids) {
  std::string names;
  for (const int id : ids)
    if (const charge::Piece* const man = charge::find(game.field, id)) names += (names.empty() ? "" : " and ") + man->figure.name;
  return names;
}

charge::Fighters fighters_of(const charge::Game& game, const std::vector<int>& ids) {
  charge::Fighters fighters;
  for (const int id : ids)
    if (const charge::Piece* const man = charge::find(game.field, id))
      ++(charge::arm_of(*man) == charge::Arm::Cavalry ? fighters.cavalry : fighters.infantry);
  return fighters;
}

/// Does every man touch somebody he fights?
bool all_touch(const charge::Pair& men, const std::vector<charge::Touch>& touches) {
  const auto touching = [&](int man, const std::vector<int>& foes) {
    return std::ranges::any_of(touches, [&](const charge::Touch& touch) {
      const auto is_foe = [&](int id) { return std::ranges::find(foes, id) != foes.end(); };
      return (touch.a == man && is_foe(touch.b)) || (touch.b == man && is_foe(touch.a));
    });
  };
  return std::ranges::all_of(men.a, [&](int man) { return touching(man, men.b); }) &&
         std::ranges::all_of(men.b, [&](int man) { return touching(man, men.a); });
}

CombatOptions combat_of(const charge::Game& game, const charge::Pair& men, const std::vector<charge::Touch>& touches,
                        const charge::House& house) {
  CombatOptions out;
  out.men = men;
  out.names = {names_of(game, men.a), names_of(game, men.b)};
  const auto a = fighters_of(game, men.a), b = fighters_of(game, men.b);
  out.factors = charge::factors(a, b, house);
  out.reasons = charge::factor_reasons(a, b, house);
  out.touching = all_touch(men, touches);
  return out;
}

std::vector<BackOptions> backs_of(const charge::Game& game, const charge::Field& seen) {
  std::vector<BackOptions> backs;
  std::map<int, charge::PushBack> all;
  for (const charge::Fought& fought : game.combats) all.insert(fought.backs.begin(), fought.backs.end());
  for (const auto& [id, way] : charge::as_they_stand(all, seen, kStill)) {
    const charge::Figure& now = charge::find(seen, id)->figure;
    BackOptions back{.id = id, .name = now.name, .way = way, .figure = now};
    const charge::StoodBack stood = charge::stood_back(way, now.footprint, seen.common);
    back.verdict = stood.verdict;
    back.off = stood.off;
    const measure::Measured gone = measure::distance_between({way.from, seen.common}, measure::centre_of(now.footprint), seen.common);
    back.waits = stood.verdict != measure::Verdict::Yes && gone.value - gone.margin <= kStill;
    backs.push_back(std::move(back));
  }
  return backs;
}

}  // namespace

MeleeOptions melee_options(const charge::Game& game, const charge::Field& seen, const charge::House& house) {
  MeleeOptions out;
  for (const auto& [bodies, contact] : game.contacts) out.contacts.push_back({bodies, contact.attacker, contact.since < game.turn});
  const auto touches = charge::open_touches(game);
  for (const charge::Pair& men : charge::open_combats(game, house)) out.combats.push_back(combat_of(game, men, touches, house));
  out.backs = backs_of(game, seen);
  return out;
}

std::optional<charge::Pair> pair_of(const charge::Game& game, const std::set<int>& selected, const charge::House& house) {
  charge::Pair pair;
  const std::string first = game.field.pieces.empty() ? "" : game.field.pieces.front().army;
  for (const int id : selected) {
    const charge::Piece* const man = charge::find(game.field, id);
    if (!man) return std::nullopt;
    (man->army == first ? pair.a : pair.b).push_back(id);
  }
  if (!charge::apply(game, charge::PairUp{pair.a, pair.b}, house).done || pair.a.empty()) return std::nullopt;
  const auto open = charge::open_combats(game, house);
  return std::ranges::find(open, pair) == open.end() ? std::optional(std::move(pair)) : std::nullopt;
}

std::optional<charge::Pair> combat_with(const MeleeOptions& legal, const std::set<int>& selected) {
  const charge::Pair* found = nullptr;
  for (const CombatOptions& combat : legal.combats) {
    const auto in = [&](int id) { return selected.contains(id); };
    if (std::ranges::none_of(combat.men.a, in) && std::ranges::none_of(combat.men.b, in)) continue;
    if (found) return std::nullopt;
    found = &combat.men;
  }
  return found ? std::optional(*found) : std::nullopt;
}

charge::Applied fight(const charge::Game& game, const CombatOptions& combat, const std::vector<int>& dice, const std::string& how,
                      const charge::House& house) {
  if (dice.size() != 2) {
    const std::string says = fmt::format("two dice are thrown here, one a side, not {}", dice.size());
    return {game, false, {rules::reason("C-H2", says)}, nullptr};
  }
  charge::Game told = game;
  told.log.push_back(
      {game.turn, game.step, "", fmt::format("{} against {}: dice {} {} {}", combat.names[0], combat.names[1], dice[0], dice[1], how)});
  charge::Applied applied = charge::apply(told, charge::Fight{combat.men.a, combat.men.b, {dice[0], dice[1]}}, house);
  if (!applied.done) applied.game = game;
  return applied;
}

}  // namespace app
