// A board as one picture shows it, as the JSON line of `board`. Keys: docs/formats.md.
#pragma once

#include <string>

#include "app/wire/numbers.h"
#include "vision/boards/reader.h"

namespace app {

/// "soldier", "general", "hidden"
[[nodiscard]] const char* rank_word(vision::BoardRank rank);
/// What a picture of a board showed, as `board --json` prints it.
[[nodiscard]] Json json_of_reading(const vision::BoardReading& reading, const measure::Board& board, const std::string& frame);

}  // namespace app
