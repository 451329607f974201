// A table in a few words, for who looks after many: made of what is public and of nothing else.
#pragma once

#include <string>

#include "app/air/caption.h"
#include "app/wire/numbers.h"

namespace app::air {

/// {"game":"Charge!","turn":"Turn 3, artillery" or
/// null,"settled":true,"camera":true,"armies":[{"name":"red","seen":41,"lost":3,"original":44}],
/// "rulings":[{"verdict":"no","rule":"C-M1","says":".."}]}: of the last rulings five, what is not simply allowed first. `state`: the line
/// of `track --json` or `board --json` with its rulings.
[[nodiscard]] Json summary_of(const std::string& game, const Json& state, const Caption& caption);

}  // namespace app::air
