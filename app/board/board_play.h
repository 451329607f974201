// A board game as it is umpired: looks at a board and the players' wishes in, what may be told to everybody out.
//   Knows no camera and no clock: the same looks and wishes tell the same. With a sworn umpire it also keeps the players' letters; what
//   is told is made of the public umpire, which gets a letter only when a fight shows it, or the end that the rules announce (L-15).
// Needs app/board/board_umpire.h, sealed_values.h.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/board/board_umpire.h"
#include "app/board/sealed_values.h"

namespace app {

/// What happened on the board, as it was told.
struct BoardLogLine {
  measure::Verdict verdict = measure::Verdict::Yes;
  std::string side, says, rule;  // `side` and `rule` may be empty
  friend bool operator==(const BoardLogLine&, const BoardLogLine&) = default;
};

/// How far a player has come with entering his letters.
struct BoardEntries {
  int entered = 0, pieces = 0;  // of his pieces on the board
  bool locked = false;          // his page has been opened before: its keys are chosen
};

/// What everybody may know. No member of it can hold a letter that nobody has shown.
struct BoardTold {
  bool sworn = false;
  std::optional<std::size_t> to_move;
  BoardRuling last;                  // unchanged: nothing has been told yet
  std::vector<BoardLogLine> log;     // the newest first
  std::vector<BoardAction> options;  // of the side to move, all of them; of both while nobody has moved
  std::vector<measure::SquareName> must_take, huffable;
  std::vector<PieceLetters> letters;
  std::string record;                 // as BoardUmpire::record
  bool asks_letters = false;          // the last action was an attack whose letters nobody has declared
  bool asks_which = false;            // `last` has several explanations: the players say which
  std::vector<BoardEntries> entries;  // sworn: by side of the board
};

class BoardPlay {
 public:
  BoardPlay(measure::Board board, BoardHouses houses);

  /// The board at rest. Errors (Usage): no game can begin with it.
  measure::Result<void> rule(const BoardLook& look);
  void undo();
  void declare(const std::string& attacker, const std::string& defender);
  void choose(std::size_t which);
  /// The next board at rest begins a game, under this umpire; letters are forgotten.
  void begin_anew(UmpireKind umpire);
  void begin_anew() { begin_anew(kind_); }

  [[nodiscard]] const BoardTold& told() const { return told_; }

  // ---- between one player and a sworn umpire; `side` is the board's ----
  void lock(std::size_t side, std::string secret);
  /// No letter takes it back. A wrong secret does nothing; a refusal stands on the player's own page.
  void enter(std::size_t side, std::string_view secret, measure::SquareName at, std::optional<char> letter);
  /// None: there is no sworn game yet.
  [[nodiscard]] std::optional<LockedPage> page(std::size_t side) const;

 private:
  [[nodiscard]] bool setting_up() const { return !umpire_->to_move() && !umpire_->seen_before(); }
  [[nodiscard]] rules::le_choc::Side playing(std::size_t side) const;
  [[nodiscard]] std::size_t side_of(rules::le_choc::Side side) const;
  void take(BoardRuling ruling);
  void settle_fights();
  bool settle_fight(std::size_t action);
  void judge_end();
  void follow_letters();
  void log(BoardLogLine line);
  void log(const BoardRuling& ruling);
  void tell();

  measure::Board board_;
  BoardHouses houses_;
  rules::le_choc::Rules rules_;
  UmpireKind kind_ = UmpireKind::Open;
  std::unique_ptr<BoardUmpire> umpire_;
  std::unique_ptr<SealedValues> sealed_;  // sworn only
  std::array<std::string, 2> refused_;    // by player
  BoardTold told_;
  std::size_t lines_of_last_ = 0;  // that a revised ruling takes back
  bool end_told_ = false;
};

}  // namespace app
