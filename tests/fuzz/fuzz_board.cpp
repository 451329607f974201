// Any bytes are a board.toml or an error that says something.
#include <cstdint>
#include <string_view>

#include "app/files/board_file.h"
#include "tests/fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto parsed = app::parse_board(std::string_view(reinterpret_cast<const char*>(data), size), "fuzzed");
  if (!parsed) {
    fuzz::require(parsed.error().code == measure::ErrorCode::BadFile, "damage is BadFile");
    fuzz::require(!parsed.error().message.empty(), "an error says something");
    return 0;
  }
  fuzz::require(!parsed->board.squares.empty(), "a board has squares");
  fuzz::require(parsed->board.sides.size() == 2, "and two sides");
  for (const measure::BoardMark& mark : parsed->board.marks)
    fuzz::require(measure::find_square(parsed->board, mark.at) != nullptr, "a mark lies on a square");
  return 0;
}
