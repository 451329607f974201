// When a board has come to rest: the same men on the same squares for a while.
//   Recordings of stills have no time between pictures: each of them is at rest.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/board/board_look.h"
#include "app/board/board_told.h"
#include "app/board/sealed_values.h"

namespace app {

class BoardSettler {
 public:
  explicit BoardSettler(bool stills) : stills_(stills) {}
  /// Is the board at rest in this picture, taken at `time_s`? While squares are out of sight it takes longer: a hand that rests on the
  /// board rarely means that the action is done.
  [[nodiscard]] bool at_rest(const BoardLook& look, double time_s);
  /// Has the board rested for so long, as that look had it, that nobody waits for a better one? Of stills: in two pictures.
  [[nodiscard]] bool long_at_rest() const { return long_at_rest_; }
  /// Something moved over the board.
  void moved() { last_.reset(); }

 private:
  bool stills_ = false;
  std::optional<BoardLook> last_;
  double since_s_ = 0.0;
  bool long_at_rest_ = false;
};

// A board game as it is umpired: looks at a board and the players' wishes in, what may be told to everybody out.
//   Knows no camera and no clock: the same looks and wishes tell the same. With a sworn umpire it also keeps the players' letters; what
//   is told is made of the public umpire, which gets a letter only when a fight shows it, or the end that the rules announce (L-15).

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
  void forget_last(const BoardRuling& by);
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
  std::size_t looks_told_ = 0;
  bool end_told_ = false;
};

}  // namespace app
