// The pieces that the examples of the rule book are told with.
#pragma once

#include "rules/charge/combat/firing.h"

namespace rules::charge {

inline FireTarget body(std::string name, Arm arm, int men, bool cover = false) {
  FireTarget target;
  target.name = std::move(name);
  target.arm = arm;
  target.men = men;
  target.cover = cover;
  return target;
}

inline Attack volley_at(std::size_t target, int men, double range_in, Throw dice) {
  Attack attack;
  attack.target = target;
  attack.volleys.push_back({range_in, men, std::move(dice), ""});
  return attack;
}

inline Attack shot_at(std::size_t target, double range_in, std::optional<int> hit_die, std::optional<int> effect_die) {
  Attack attack;
  attack.by_gun = true;
  attack.target = target;
  attack.range_in = range_in;
  attack.hit_die = hit_die;
  attack.effect_die = effect_die;
  return attack;
}

inline Attack from(std::size_t body, Attack attack) {
  attack.from = body;
  return attack;
}
inline Attack returning(std::size_t earlier, Attack attack) {
  attack.returns = earlier;
  return attack;
}

}  // namespace rules::charge
