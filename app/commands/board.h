// What a picture of a board game showed, as a line of JSON and as words.
#pragma once

#include <string>

#include "app/commands/state_output.h"
#include "vision/boards/reader.h"

namespace app {

[[nodiscard]] Json json_of(const vision::BoardReading& reading, const measure::Board& board, const std::string& frame);
[[nodiscard]] std::string text_of(const vision::BoardReading& reading, const measure::Board& board, const std::string& frame);

}  // namespace app
