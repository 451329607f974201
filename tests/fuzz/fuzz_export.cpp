// What a record of any events is exported as: lines of JSON that read back, a table of as many fields in every line, the text of a board
// game that is replayed where it is pasted. And any text that is pasted is a game to step through, or said where it is wrong.
//   An input whose first word is that of a record of a board game is pasted; every other one the events of fuzzed_record.h.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/board/board_replay.h"
#include "app/record/export.h"
#include "tests/fuzz/fuzzed_record.h"

namespace {

using fuzz::require;

/// Walked from end to end.
void check_replay(app::BoardReplay replay) {
  for (std::size_t i = 0; i < replay.steps().size(); ++i, replay.forward()) {
    require(replay.now() != nullptr, "there is a step");
    for (const app::ReplayedPiece& piece : replay.now()->standing) {
      require(piece.side < replay.board().sides.size(), "a piece is somebody's");
      require(measure::find_square(replay.board(), piece.at) != nullptr, "and stands on a square");
    }
  }
  require(!replay.steps().empty() || replay.trouble(), "without a game it is said why");
  if (replay.trouble()) require(replay.trouble()->at.line > 0 && !replay.trouble()->says.empty(), "a mistake has its place");
}

void paste(const std::string& text) {
  for (const auto game : {measure::BoardGame::LeChoc, measure::BoardGame::LesAllies, measure::BoardGame::Draughts})
    check_replay(app::BoardReplay(text, app::plain_board(game, 10, 10)));
}

/// The fields of a line of CSV; lines within quotation marks belong to a field.
std::size_t commas(std::string_view line) {
  bool quoted = false;
  std::size_t count = 0;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) ++count;
  }
  return count;
}

/// The board of a board game, as its first event has it.
std::optional<measure::Board> board_of(const app::RecordStore& store) {
  std::optional<measure::Board> board;
  static_cast<void>(store.each([&](const app::RecordEvent& event) {
    if (auto game = app::setup_from(event.body).and_then(app::read_setup)) board = std::move(game->board);
    return false;
  }));
  return board;
}

void check(const app::RecordStore& store) {
  std::string text;
  const auto write = [&](const std::string& more) { text += more; };
  const auto lines = app::write_export(store, "jsonl", [](const std::string& line) {
    require(line.ends_with('\n') && std::ranges::count(line, '\n') == 1, "an event is one line");
    require(fuzz::Json::parse(line).size() == 4, "which reads back");
  });
  require(lines.has_value(), "every whole record has its events");
  std::optional<std::size_t> columns;
  const auto table = app::write_export(store, "csv", [&](const std::string& more) {
    bool quoted = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < more.size(); ++i) {
      if (more[i] == '"') quoted = !quoted;
      if (more[i] != '\n' || quoted) continue;
      const std::size_t count = commas(std::string_view(more).substr(begin, i - begin));
      if (!columns) columns = count;
      begin = i + 1;
    }
    require(begin == more.size(), "a table ends with its line");
  });
  const auto words = app::write_export(store, "text", write);
  require(table.has_value() == words.has_value(), "one error for all");
  if (const auto board = board_of(store); board && words && !text.empty()) {
    const app::BoardReplay pasted(text, *board);
    if (pasted.trouble())
      std::fprintf(stderr, "%s\n%d,%d: %s\n", text.c_str(), pasted.trouble()->at.line, pasted.trouble()->at.column,
                   pasted.trouble()->says.c_str());
    require(!pasted.trouble(), "what is exported is replayed where it is pasted");
    check_replay(pasted);
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (size >= 2 && data[0] == 'l' && data[1] == 'e') return LLVMFuzzerMutate(data, size, most);
  return fuzz::mutate_record(data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.starts_with("le")) {
    paste(std::string(bytes));
    return 0;
  }
  const fuzz::RecordFile file;
  if (const auto store = fuzz::written(file, bytes)) check(*store);
  return 0;
}
