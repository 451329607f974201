// Which of the two players' tokens speaks for which side of a game.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/web/gate.h"

namespace app::player {

/// Sides that are called red and blue are red's and blue's; of others the first is red's and the second blue's. `sides`: of the table or
/// board, in their order; of one beyond the second nobody's token speaks: Watcher.
[[nodiscard]] web::Role seat_of(const std::vector<std::string>& sides, std::size_t side);
/// The same by its name; Watcher where there is no such side.
[[nodiscard]] web::Role seat_of(const std::vector<std::string>& sides, const std::string& side);

}  // namespace app::player
