// What the table's dial makes of rulings: a rule may forbid, only propose, be noted, or say nothing (app/wire/dial.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/umpire/charge_umpire.h"
#include "app/wire/dial.h"

namespace app {

/// Sets aside moves and shots that nothing forbids but rules which are not enforced here, each by the strictest dial among them. A move is
/// set aside when all the rules it names are; a body that may not be fired at as soon as one of its men is forbidden by such rules alone.
/// Verdicts and reasons stay as they are.
void set_aside(ChargeRulings& rulings, const Dials& dials);
/// The same of one move: how much what is said against it counts; of a legal one, enforced.
[[nodiscard]] Dial dial_of_move(const rules::charge::MoveRuling& ruling, const Dials& dials);
/// The same of one shot: how much what is said against it counts; of one that may be fired, enforced.
[[nodiscard]] Dial dial_of_aim(const rules::charge::Aim& aim, const Dials& dials);
/// The rules whose dials decide on a move or a shot with these reasons, each once: all but those that only tell of counts and scores.
[[nodiscard]] std::vector<std::string> forbidding(std::span<const rules::Reason> because);

}  // namespace app
