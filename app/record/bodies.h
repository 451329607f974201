// What the events of a record hold, as JSON that reads back to the bit. Kinds and keys: docs/record.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/board/board_look.h"
#include "app/board/letter_box.h"
#include "app/board/public_board.h"
#include "app/files/house_file.h"
#include "measure/result.h"
#include "measure/roster.h"
#include "measure/table.h"
#include "rules/charge/game/scenario.h"
#include "vision/boards/reader.h"
#include "vision/setup.h"
#include "vision/table_state.h"

namespace app {

/// What a game is played with: the files as they were read. An empty text: there is none.
struct RecordedSetup {
  std::string game = {};                                                      // "charge", "le_choc", "les_allies", "draughts"
  std::string table = {}, roster = {}, lens = {}, house = {}, scenario = {};  // the texts of table.toml ...
  std::string board = {};                                                     // ... of a board game, board.toml
  std::vector<std::string> anchors = {};                                      // of the command line: they stand in for the file's
  std::string source = {};                                                    // what is watched
  std::string program = {};                                                   // the version of this program
  std::string began_at = {};                                                  // by the clock on the wall, "2026-11-21T19:30:00Z"
  bool ruled = true;                                                          // false: nobody ruled while it was watched
  bool sworn = false;                                                         // Le Choc: the umpire was entrusted with the letters
  bool goes_on = false;                                                       // of `resumed`: the game that was recorded so far goes on
  friend bool operator==(const RecordedSetup&, const RecordedSetup&) = default;
};

/// The same, read.
struct RecordedGame {
  RecordedSetup texts;
  measure::Table table;
  measure::Roster roster;
  std::optional<rules::charge::Scenario> scenario;
  HouseFile house;
  std::optional<measure::Board> board;  // of a board game, instead of table and roster

  [[nodiscard]] BoardHouses houses() const { return {.le_choc = house.le_choc, .les_allies = house.les_allies}; }
};

/// Puts the texts of table, roster and lens as they stand now into `setup`.
void write_texts(RecordedSetup& setup, const vision::Setup& now);
/// Errors (BadFile): a text that cannot be read; which one, and where.
[[nodiscard]] measure::Result<RecordedGame> read_setup(RecordedSetup setup);
/// Board, tags, anchors and lens of a board game: how it is found in a picture. Errors (BadFile): a text that cannot be read.
[[nodiscard]] measure::Result<vision::BoardSetup> board_setup_of(const RecordedSetup& setup);
/// What makes two set-ups one game, in words: the table's size and the armies' pieces, or the board's size and sides.
[[nodiscard]] std::string identity(const RecordedGame& game);

/// A look at a board that was ruled on.
struct RecordedLook {
  std::string frame;
  double time_s = 0.0;  // of the picture
  BoardLook look;
};

/// The letters of one side of the board in a sworn game, as only their player can open them.
struct RecordedLetters {
  std::size_t side = 0;
  LetterBox sealed;
};

[[nodiscard]] nlohmann::ordered_json exact_json(ShownLetters shown);
[[nodiscard]] measure::Result<ShownLetters> shown_from(const nlohmann::ordered_json& json);

[[nodiscard]] nlohmann::ordered_json exact_json(RecordedLetters letters);
[[nodiscard]] measure::Result<RecordedLetters> letters_from(const nlohmann::ordered_json& json);

[[nodiscard]] std::string body_of(RecordedSetup setup);
[[nodiscard]] measure::Result<RecordedSetup> setup_from(const std::string& body);
[[nodiscard]] nlohmann::ordered_json exact_json(vision::TableState state);
[[nodiscard]] measure::Result<vision::TableState> state_from(const nlohmann::ordered_json& json);
[[nodiscard]] nlohmann::ordered_json exact_json(RecordedLook look);
[[nodiscard]] measure::Result<RecordedLook> look_from(const nlohmann::ordered_json& json);

}  // namespace app
