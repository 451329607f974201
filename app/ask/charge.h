// The questions of Charge!: dice, hit_score, allocate, morale, melee, fire, aim, move, reach.
#pragma once

#include "app/wire/question.h"
#include "rules/charge/house.h"

namespace app::ask {

/// Answers the question whose "game" is charge. Throws BadQuestion.
[[nodiscard]] Json answer_charge(Question& question);

/// The house rules a question brings along; the defaults without.
[[nodiscard]] rules::charge::House read_charge_house(Question& question);

// Questions about figures on the ground (charge_ground.cpp).
[[nodiscard]] Json ask_aim(Question& question, const rules::charge::House& house);
[[nodiscard]] Json ask_move(Question& question, const rules::charge::House& house);
[[nodiscard]] Json ask_reach(Question& question, const rules::charge::House& house);

}  // namespace app::ask
