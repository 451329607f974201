// Rulings of Charge! as JSON, alike in `ask` and in `umpire`: what is ruled, why, and the points, lines and ways it rests on.
#pragma once

#include "app/wire/question.h"
#include "rules/charge/aim/aim.h"
#include "rules/charge/move/movement.h"

namespace app::ask {

/// The keys of a line of fire at one man: where it runs, how long, how far off, who stands beside it.
[[nodiscard]] Json json_of(const rules::charge::AimAt& man);
/// The keys of one body's fire at another.
[[nodiscard]] Json json_of(const rules::charge::Aim& aim);
/// The keys of a move: what it costs, and the way it goes.
[[nodiscard]] Json json_of(const rules::charge::MoveRuling& ruling);

}  // namespace app::ask
