// A board game as it is umpired: looks at a board and the players' wishes in, what may be told to everybody out.
//   Knows no camera and no clock: the same looks and wishes tell the same. With a sworn umpire it also keeps the players' letters; what
//   is told is made of the public umpire, which gets a letter only when a fight shows it, or the end that the rules announce (L-15).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "app/board/board_look.h"
#include "app/board/public_board.h"
#include "app/board/sealed_values.h"

namespace app {

class BoardPlay {
 public:
  BoardPlay(measure::Board board, BoardHouses houses);

  /// The board at rest; `unchanged` where nothing is told, as of the board that the game begins with. Errors (Usage): no game can begin
  /// with it.
  measure::Result<BoardRuling> rule(const BoardLook& look);  ///< as the public umpire told it
  void undo();
  void declare(const std::string& attacker, const std::string& defender);
  void choose(std::size_t which);
  /// The next board at rest begins a game, under this umpire; letters are forgotten.
  void begin_anew(UmpireKind umpire);
  void begin_anew() { begin_anew(kind_); }

  [[nodiscard]] const PublicBoard& told() const { return told_; }
  /// The public umpire; null while no game has begun.
  [[nodiscard]] const BoardUmpire* umpire() const { return umpire_.get(); }

  [[nodiscard]] const ShownLetters& shown() const { return shown_; }
  /// A game that is played again, without its letters: what the next look or wish makes known. Then no letter is known
  /// otherwise, until `go_on`.
  void expect(ShownLetters shown) { expected_ = std::move(shown); }

  /// That game goes on: letters are known again as they are entered, shown or declared.
  void go_on() { expected_.reset(); }

  // ---- between one player and a sworn umpire; `side` is the board's ----
  void lock(std::size_t side, std::string secret);
  /// No letter takes it back. A wrong secret does nothing; a refusal stands on the player's own page.
  void enter(std::size_t side, std::string_view secret, measure::SquareName at, std::optional<char> letter);
  /// None: there is no sworn game yet.
  [[nodiscard]] std::optional<LockedPage> page(std::size_t side) const;
  // For a file; see SealedValues. A wrong secret counts among the tries that everybody sees.
  [[nodiscard]] std::optional<LetterBox> sealed(std::size_t side, std::string_view device);
  void take_sealed(std::size_t side, LetterBox box);
  void unseal(std::size_t side, std::string secret, std::string_view device);

 private:
  [[nodiscard]] bool setting_up() const { return !umpire_->to_move() && !umpire_->seen_before(); }
  [[nodiscard]] rules::le_choc::Side playing(std::size_t side) const;
  void take(BoardRuling ruling);
  void settle_fights();
  bool settle_fight(std::size_t action);
  [[nodiscard]] std::optional<rules::le_choc::Value> expected_letter(std::size_t action, std::size_t place) const;
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
  std::array<int, 2> tries_{};            // by player
  PublicBoard told_;
  ShownLetters shown_;
  std::optional<ShownLetters> expected_;
  std::size_t lines_of_last_ = 0;  // that a revised ruling takes back
  std::size_t looks_told_ = 0;
  bool end_told_ = false;
};

}  // namespace app
