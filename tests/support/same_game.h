// Two games of Charge! that are the same to the last man: all that a file of a game keeps.
#pragma once

#include <algorithm>
#include <tuple>

#include "rules/charge/game/game.h"

namespace rules::charge {

[[nodiscard]] inline bool same(const Game& a, const Game& b) {
  const auto by = [](const auto& all, const auto& other, auto fields) {
    return std::ranges::equal(all, other, [&](const auto& one, const auto& two) { return fields(one) == fields(two); });
  };
  const auto piece = [](const Piece& p) { return std::tie(p.figure.id, p.figure.name); };
  const auto army = [](const ArmyRecord& r) { return std::tie(r.name, r.original, r.defeated); };
  const auto body = [](const auto& each) {
    const BodyRecord& r = each.second;
    return std::tie(each.first, r.arm, r.original, r.gun_destroyed, r.fallen, r.destroyed_in);
  };
  const auto attack = [](const DeclaredAttack& d) { return std::tie(d.by, d.at, d.gun, d.eligible); };
  const auto contact = [](const auto& each) { return std::tie(each.first, each.second.since, each.second.attacker); };
  const auto owed = [](const Owed& o) { return std::tie(o.body, o.men, o.among); };
  const auto line = [](const LogLine& l) { return std::tie(l.turn, l.step, l.rule, l.says); };
  const auto working = [](const WorkingLine& l) { return std::tie(l.says, l.rule, l.number); };
  const auto back = [](const auto& each) {
    const PushBack& p = each.second;
    return std::tie(each.first, p.from, p.to, p.owed, p.shortened_by);
  };
  const auto fought = [&](const Fought& one, const Fought& two) {
    const auto plain = [](const Fought& f) {
      return std::tie(f.men, f.throws, f.fell, f.combat.factors, f.combat.scores, f.combat.loser, f.combat.falls, f.combat.survivors);
    };
    return plain(one) == plain(two) && by(one.combat.working[0], two.combat.working[0], working) &&
           by(one.combat.working[1], two.combat.working[1], working) && by(one.backs, two.backs, back);
  };
  const auto plain = [](const Game& g) {
    return std::tie(g.turn, g.step, g.first, g.first_set, g.phase_strength, g.settled, g.paired, g.to_lift);
  };
  return plain(a) == plain(b) && by(a.armies, b.armies, army) && by(a.field.pieces, b.field.pieces, piece) &&
         by(a.turn_start.pieces, b.turn_start.pieces, piece) && by(a.bodies, b.bodies, body) && by(a.attacks, b.attacks, attack) &&
         by(a.contacts, b.contacts, contact) && std::ranges::equal(a.combats, b.combats, fought) && by(a.going_back, b.going_back, back) &&
         by(a.owed, b.owed, owed) && by(a.log, b.log, line);
}

}  // namespace rules::charge
