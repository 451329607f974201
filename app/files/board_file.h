// board.toml: a board game's squares, sides and marks, and the tags in its corners.
//   Strict: version 1, unknown keys and impossible values are errors that name key and line. Grammar and example: docs/formats.md,
//   "board.toml".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "calibration/registration.h"
#include "measure/board.h"
#include "measure/result.h"

namespace app {

struct BoardFile {
  measure::Board board;
  std::vector<calibration::TableTag> tags;
  std::vector<calibration::Anchor> anchors;  // instead of tags; none, or four and more
};

/// `name` is the file's, for messages. Errors: BadFile.
[[nodiscard]] measure::Result<BoardFile> parse_board(std::string_view text, const std::string& name);
[[nodiscard]] measure::Result<BoardFile> read_board(const std::string& path);

}  // namespace app
