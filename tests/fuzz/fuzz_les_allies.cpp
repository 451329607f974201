// Any bytes are a record or a kept game of Les Allies, or an error with its place; what parses prints and parses back to the same, and
// can be played on.
#include <cstdint>
#include <string_view>

#include "rules/les_allies/record/record.h"
#include "tests/fuzz/require.h"
#include "tests/support/les_allies_text.h"

namespace allies = rules::les_allies;

namespace {

constexpr int kTurns = 8;  // played on from what was read

void has_its_place(const rules::TextError& error) {
  fuzz::require(error.at.line > 0 && error.at.column > 0 && !error.says.empty(), "an error has its place");
}

void kept_game(std::string_view bytes, const allies::Board& board, const allies::House& house) {
  const auto game = allies::parse_game(bytes, board);
  if (!game) return has_its_place(game.error());
  const auto again = allies::parse_game(allies::serialise(*game), board);
  fuzz::require(again.has_value() && *again == *game, "what is written reads back the same");
  allies::Game on = *game;
  for (int turn = 0; turn < kTurns; ++turn) {
    const auto all = allies::legal_actions(on, board, house);
    if (all.empty()) return;
    const auto did = allies::apply(on, all[all.size() / 2], board, house);
    fuzz::require(did.done, "what is listed is allowed");
    on = did.game;
  }
}

void record(std::string_view bytes, const allies::Board& board) {
  const auto read = allies::read_record(bytes);
  if (!read) return has_its_place(read.error());
  const auto game = allies::replay(*read, allies::board_for(board, read->record.variant));
  if (!game) has_its_place(game.error());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static const allies::Board board = allies::synthetic_board();
  kept_game(bytes, board, allies::House{});
  record(bytes, board);
  return 0;
}
