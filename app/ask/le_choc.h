// The questions of Le Choc: combat, legal, apply, could_be.
#pragma once

#include "app/wire/question.h"
#include "rules/le_choc/position.h"

namespace app::ask {

/// Answers the question whose "game" is le_choc. Throws BadQuestion.
[[nodiscard]] Json answer_le_choc(Question& question);

// Positions and actions as JSON (le_choc_position.cpp).

/// The board of a question: the house's, or as "board" has it.
[[nodiscard]] rules::le_choc::Rules read_le_choc_rules(Question& question);
/// "to_move", "pieces", and, where they are given, "reserve", "quiet" and "held". Throws BadQuestion for pieces that cannot be there.
[[nodiscard]] rules::le_choc::Position read_le_choc_position(Question& question, const rules::le_choc::Rules& rules);
/// {"move":..,"to":..}, {"attack":..,"to":..,"stay":..}, {"enter":..,"at":..}, {"pass":true} or {"concede":true}.
[[nodiscard]] rules::le_choc::Action read_le_choc_action(Question action);
[[nodiscard]] Json json_of(const rules::le_choc::Action& action);
/// The keys of a position, as a question has them.
[[nodiscard]] Json json_of(const rules::le_choc::Position& position);

}  // namespace app::ask
