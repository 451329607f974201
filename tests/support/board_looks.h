// Boards and looks at them in a line each, and an umpire over them. The side that is listed first is "One", the other "Two".
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/board/board_umpire.h"

namespace support {

inline constexpr std::size_t kOne = 0, kTwo = 1;

inline measure::BoardMark mark(measure::SquareName at) {
  measure::BoardMark out;
  out.at = at;
  return out;
}
inline measure::BoardMark fortress(measure::SquareName at, const std::string& of) {
  measure::BoardMark out = mark(at);
  out.fortress_of = of;
  return out;
}
inline measure::BoardMark base(measure::SquareName at, const std::string& of) {
  measure::BoardMark out = mark(at);
  out.base_of = of;
  return out;
}
inline measure::BoardMark objective(measure::SquareName at) {
  measure::BoardMark out = mark(at);
  out.objective = true;
  return out;
}

/// Squares of an inch; Le Choc on all of them, the others on every other.
inline measure::Board board(measure::BoardGame game, int columns, int rows, const std::string& one, const std::string& two) {
  measure::Board out;
  out.game = game;
  out.length = measure::Inches(columns);
  out.width = measure::Inches(rows);
  out.coloured = game == measure::BoardGame::LeChoc ? measure::Coloured::All : measure::Coloured::Even;
  out.squares = measure::grid_squares(columns, rows, out.length, out.width, out.coloured);
  for (const auto& [name, plays] : {std::pair("One", one), std::pair("Two", two)}) {
    measure::BoardSide side;
    side.name = name;
    side.plays = plays;
    out.sides.push_back(side);
  }
  return out;
}
inline measure::Board le_choc_board() { return board(measure::BoardGame::LeChoc, 11, 11, "north", "south"); }
inline measure::Board draughts_board() { return board(measure::BoardGame::Draughts, 10, 10, "own", "enemy"); }
inline measure::Board les_allies_board(std::vector<measure::BoardMark> marks, const std::string& one = "allies",
                                       const std::string& two = "central") {
  measure::Board out = board(measure::BoardGame::LesAllies, 10, 10, one, two);
  out.marks = std::move(marks);
  return out;
}
/// Two zones side by side, the east from column 8 on, each with a fortress of either side. One plays the Allies.
inline constexpr int kEast = 8;
inline measure::Board battle_board() {
  measure::Board out = board(measure::BoardGame::LesAllies, 16, 10, "allies", "central");
  for (const measure::BoardSquare& square : out.squares)
    if (square.at.column >= kEast) {
      out.marks.push_back(mark(square.at));
      out.marks.back().zone = "2";
    }
  for (const int column : {2, 10}) {
    out.marks.push_back(fortress({column, 8}, "central"));
    out.marks.push_back(fortress({column + 1, 1}, "allies"));
  }
  return out;
}

/// Who stands there, and who of them is a General.
inline app::BoardLook look(const std::vector<measure::SquareName>& one, const std::vector<measure::SquareName>& two,
                           const std::vector<measure::SquareName>& generals = {}) {
  app::BoardLook out;
  for (const measure::SquareName at : one) out.standing.push_back({at, kOne});
  for (const measure::SquareName at : two) out.standing.push_back({at, kTwo});
  for (app::Standing& piece : out.standing) piece.general = std::ranges::find(generals, piece.at) != generals.end();
  return out;
}

inline std::unique_ptr<app::BoardUmpire> umpire(const measure::Board& on, const app::BoardLook& first,
                                                const rules::les_allies::House& house = {}) {
  return app::begin_umpire(on, {.le_choc = {}, .les_allies = house}, first).value();
}

/// The words of the actions that a ruling tells.
inline std::vector<std::string> said(const app::BoardRuling& ruling) {
  std::vector<std::string> out;
  for (const app::BoardAction& action : ruling.actions) out.push_back(action.says);
  return out;
}

}  // namespace support
