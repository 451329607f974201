// Positions of Le Choc in a line, for tests: place("south A a1, north B c3").
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "rules/le_choc/position.h"

namespace rules::le_choc {

inline Rules the_rules() { return rules_of(House{}); }

/// Pieces as "SIDE LETTER SQUARE", parted by commas; South to move.
inline Position place(const std::string& pieces) {
  Position position;
  std::istringstream all(pieces);
  for (std::string each; std::getline(all, each, ',');) {
    std::istringstream words(each);
    std::string side, letter, square;
    words >> side >> letter >> square;
    const auto s = side_called(side);
    const auto v = value_called(letter);
    const auto at = square_called(square);
    EXPECT_TRUE(s && v && at) << "no piece: " << each;
    if (s && v && at) position.pieces.push_back({*s, *v, *at});
  }
  return position;
}

inline Square sq(const std::string& name) { return square_called(name).value(); }

inline bool is_legal(const Position& position, const Action& action, const Rules& rules) {
  const auto all = legal(position, rules);
  return std::ranges::find(all, action) != all.end();
}

/// The rule that forbids an action; empty where it is legal.
inline std::string forbidden_by(const Position& position, const Action& action, const Rules& rules) {
  const auto reason = why_not(position, action, rules);
  EXPECT_EQ(!reason, is_legal(position, action, rules) || std::holds_alternative<Concede>(action));
  return reason ? reason->rule : "";
}

/// A set-up with the given letters, South's and North's on their bases from the left.
inline Deployment set_up(const std::string& south, const std::string& north, const Rules& rules) {
  Deployment out;
  for (const Side side : kSides) {
    std::size_t i = 0;
    for (const Base& base : rules.board.bases[index(side)])
      for (const Square at : base) {
        const std::string& letters = side == Side::South ? south : north;
        if (i < letters.size()) out[index(side)].push_back({at, value_called(letters.substr(i++, 1)).value()});
      }
  }
  return out;
}

/// "sAa1 nBb2 ": everybody on the board.
inline std::string letters_of(const Position& position) {
  std::string out;
  for (const Piece& piece : position.pieces) out += std::string(word(piece.side).substr(0, 1)) + letter(piece.value) + text(piece.at) + " ";
  return out;
}

/// The action, which must be legal.
inline Applied done(const Position& position, const Action& action, const Rules& rules) {
  Applied applied = apply(position, action, rules);
  EXPECT_TRUE(applied.done) << (applied.because.empty() ? "" : applied.because[0].says);
  return applied;
}

}  // namespace rules::le_choc
