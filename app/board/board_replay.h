// A record of a board game, pasted in, to be stepped through: who stands where after each of its lines, and where it is wrong.
//   Takes the records of both engines: watched games, whole ones with set-ups and zones, and those of Le Choc with letters. Letters are
//   shown only where the record holds all of them; else what everybody could deduce. What precedes a mistake stays playable.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/board.h"
#include "rules/explaining.h"

namespace app {

struct ReplayedPiece {
  measure::SquareName at;
  std::size_t side = 0;  // its place in the sides of the replay's board
  bool general = false;
  std::string letters;  // Le Choc: what it is, or may be: "A", "ACE"
};

struct ReplayStep {
  enum class Kind { Start, Action, Board, Turn } kind = Kind::Start;  // Board: it stood so, unexplained; Turn: out of turn
  rules::TextPlace place;                                             // in the text
  std::string says;                                                   // the words of the text
  std::vector<ReplayedPiece> standing;                                // by square
  std::vector<measure::SquareName> way;                               // of an action: from where, then where it landed
  std::vector<measure::SquareName> gone;                              // whose men stand there no more
  std::string whose;                                                  // "Allies to move", "South has won"
  std::optional<std::size_t> to_move;                                 // none: each side in one zone, or the game is over
};

class BoardReplay {
 public:
  /// `here`: the board that is watched. A record of another board is shown on a board of its own.
  BoardReplay(std::string text, const measure::Board& here);

  /// To draw on; its squares hold whoever stands in a step.
  [[nodiscard]] const measure::Board& board() const { return board_; }
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
  /// The start and what came of every action and interruption; empty where the text holds no game.
  [[nodiscard]] const std::vector<ReplayStep>& steps() const { return steps_; }
  /// What is wrong with the text, by its rules or as a text.
  [[nodiscard]] const std::optional<rules::TextError>& trouble() const { return trouble_; }
  /// That the record is of another game or board than `here`; else empty.
  [[nodiscard]] const std::string& notice() const { return notice_; }

  // ---- where we are ----
  [[nodiscard]] std::size_t at() const { return at_; }
  /// Null where there is no step.
  [[nodiscard]] const ReplayStep* now() const { return steps_.empty() ? nullptr : &steps_[at_]; }
  void go_to(std::size_t step) { at_ = steps_.empty() ? 0 : std::min(step, steps_.size() - 1); }
  void forward() { go_to(at_ + 1); }
  void back() { go_to(at_ - std::min<std::size_t>(at_, 1)); }
  void first() { go_to(0); }
  void last() { go_to(steps_.size()); }

 private:
  measure::Board board_;
  std::vector<std::string> lines_;
  std::vector<ReplayStep> steps_;
  std::optional<rules::TextError> trouble_;
  std::string notice_;
  std::size_t at_ = 0;
};

// What a pasted record comes to, before it is stepped through; by game.

struct ReplayedRecord {
  measure::Board board;
  std::vector<ReplayStep> steps;
  std::optional<rules::TextError> trouble;
  std::string notice;
};

[[nodiscard]] ReplayedRecord replayed_le_choc(const std::string& text, const measure::Board& here);
[[nodiscard]] ReplayedRecord replayed_les_allies(const std::string& text, const measure::Board& here,
                                                 const std::vector<std::string>& lines);

/// A board of squares of one inch for a record whose own is not at hand.
[[nodiscard]] measure::Board plain_board(measure::BoardGame game, int columns, int rows);
[[nodiscard]] bool same_size(const measure::Board& board, int columns, int rows);
/// "draughts"
[[nodiscard]] std::string_view spoken(measure::BoardGame game);

}  // namespace app
