// Questions of Charge! as JSON, the way `ask` reads them: what the table shows, put so that anybody can ask it again.
#pragma once

#include "app/wire/question.h"
#include "rules/charge/aim/aim.h"
#include "rules/charge/move/movement.h"

namespace app::ask {

/// A place with its error and what stands there: at, heading_deg, base, margin_in, covariance_in2, margin_deg. Nothing is rounded.
void add_footprint(Json& out, const char* at_key, const measure::Footprint& footprint);
[[nodiscard]] Json json_of(const measure::Shape& shape);
/// The house rules that differ from the defaults, by their keys.
[[nodiscard]] Json overrides_of(const rules::charge::House& house);

/// {"since":"this_turn"|"earlier","attacker":"firer"|"target"}: each may be left out.
[[nodiscard]] Json json_of(const rules::charge::AimContact& contact);
/// The same, read. Throws BadQuestion.
[[nodiscard]] rules::charge::AimContact read_aim_contact(Question contact);

/// {"game":"charge","ask":"aim",..}. The part of their errors that all figures share is not told.
[[nodiscard]] Json json_of(const rules::charge::AimQuestion& question, const rules::charge::House& house);
/// {"game":"charge","ask":"move",..}. Whoever stands off the table is left out: he bars nobody.
[[nodiscard]] Json json_of(const rules::charge::MoveQuestion& question, measure::TablePoint to, const rules::charge::House& house);

}  // namespace app::ask
