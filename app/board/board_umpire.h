// The umpire of a board game: what was done between two looks at the board, told by the rules of the game.
//   What stands on the board is never refused. An unexplained board is told with its differences and waits: either the next look explains
//   both, because a hand had not finished, or play goes on from it as it stands. Sweeps and moves that are carried on are one action. Who
//   acts out of turn is told so, and has acted. Where a square out of sight decides between several explanations, the umpire waits for it,
//   until a look that shows other men, or the same for long: if that does not decide, the players are asked. Where the board has two zones
//   each of them is watched by itself until the survivors of one join the other (D-20).
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/board/board_look.h"
#include "measure/measured.h"
#include "measure/result.h"
#include "rules/answer.h"
#include "rules/le_choc/house.h"
#include "rules/le_choc/seen.h"
#include "rules/les_allies/house.h"

namespace app {

struct BoardAction {
  enum class Kind { Move, Attack, Enter, Sweep, Huff, MakeTake } kind = Kind::Move;
  std::size_t side = 0;                         // who did it: its place in Board::sides
  std::vector<measure::SquareName> way = {};    // from where, then where it landed; one square for an entry, a huff, a take-back
  std::vector<measure::SquareName> takes = {};  // who was taken, in that order
  std::optional<bool> attacker_wins = {};       // of an attack
  bool stays = false;                           // machine guns that took without moving (L-14)
  bool promoted = false;                        // a General was made (D-14)
  std::string says = {};                        // "b1-b4", "4,4x2,6x0,8"
  std::string shown = {};                       // Le Choc: the letters declared in the fight, the attacker's first: "DB"
  std::optional<int> zone = {};                 // of a battle: the fight it belongs to (0: between the survivors, D-21)
  std::string rule = {};                        // by which it is done: "L-13", "D-10, D-14"
  std::string as = {};                          // an option of a hidden piece: the letters that may do it, "AC"
  bool may_be_huffed = false;                   // an option that leaves a man untaken (D-15)
  friend bool operator==(const BoardAction&, const BoardAction&) = default;
};

struct BoardDifference {
  enum class Kind { Gone, Appeared, OtherSide, OtherRank } kind = Kind::Gone;  // in the engines' order
  measure::SquareName at;
  std::size_t side = 0;  // of whom is seen, or is gone
};

/// What stands otherwise on a board than it did; squares that cannot be seen, or not surely, are left out. A man who is recognised as a
/// General is another; a General who is not recognised may still be one.
[[nodiscard]] std::vector<BoardDifference> differences_of(const BoardLook& was, const BoardLook& is);

/// One fight of a battle as it stands.
struct BoardZone {
  int zone = 1;                          // 0: between the survivors of both, on the whole board (D-21)
  std::optional<std::size_t> to_move;    // none: nobody has moved in it, or it is over
  std::array<int, 2> men{}, generals{};  // who fight in it, by side of the board; Generals are men, too
  bool over = false;
  std::optional<std::size_t> winner;  // of a fight that is over; none: it is null
  std::string rule;                   // by which it ended
};

/// Yes: one explanation. Too close to call: several. No: none by the rules, or one that `because` says breaks them.
struct BoardRuling {
  bool unchanged = false;
  measure::Verdict verdict = measure::Verdict::Yes;
  std::vector<BoardAction> actions;                // what was done; of several explanations the first
  std::vector<std::vector<BoardAction>> could_be;  // the other explanations; where there is none, the nearest
  std::vector<BoardDifference> differences;        // what nothing explains
  std::vector<rules::Reason> because;              // why what it looks like is refused
  bool revised = false;                            // these actions take the place of the last one that was told (in their zone)
  std::vector<rules::Reason> news;                 // of a battle: what became of its fights, and of itself
  std::vector<measure::SquareName> huff = {};      // who did not take, and may be huffed now (D-15); `because` says so
  bool over = false;
  std::optional<std::size_t> winner;           // of a game that is over; none: nobody
  std::optional<rules::Reason> ended = {};     // of a game that is over: by which rule, and why
  std::vector<measure::SquareName> waits_for;  // nothing is told yet: who stands on these, out of sight now, decides what was done
};

/// A hidden piece, and what it may be by all that everybody has seen.
struct PieceLetters {
  measure::SquareName at;
  std::string letters;  // "ACE"
  friend bool operator==(const PieceLetters&, const PieceLetters&) = default;
};

/// One side's men.
struct BoardForce {
  int men = 0, generals = 0;  // on the board; Generals are men, too
  int reserve = 0;            // Le Choc: pieces that have not entered
  int lost = 0;               // since the game began
  std::string fallen;         // Le Choc: the letters of those that have shown one
  friend bool operator==(const BoardForce&, const BoardForce&) = default;
};

/// Why the piece on a square may not go on to squares around it, each reason once.
struct BoardClosed {
  measure::SquareName at;
  std::vector<rules::Reason> because;
};

/// The game after an attack whose letters are known, and what contradicts them.
template <class State>
struct DeclaredFight {
  State after;
  std::vector<rules::Reason> flags;
};

class BoardUmpire {
 public:
  virtual ~BoardUmpire() = default;
  /// Rules on the board as it stands now.
  virtual BoardRuling rule(const BoardLook& look) = 0;
  /// Le Choc: the letters that both sides showed in the attack that was told last (L-4). Returns what contradicts them; they are believed
  /// all the same, and so is the board. Errors (Usage): there is no such attack, or no such letter.
  virtual measure::Result<std::vector<rules::Reason>> declare(std::string_view attacker, std::string_view defender) = 0;
  /// The same of one of several actions that were told last, by its place among them. Errors (Usage): it is no attack, or no such letter.
  virtual measure::Result<std::vector<rules::Reason>> declare(std::size_t action, std::string_view attacker, std::string_view defender) = 0;
  /// Which of several explanations of the last look it was: 0 is the one told, then those of `could_be`. None: there is no such.
  virtual std::optional<BoardRuling> choose(std::size_t which) = 0;
  /// The end as somebody told it who knows more than the board shows. None: nobody has won.
  virtual void announce_end(std::optional<std::size_t> winner, std::string_view rule) = 0;
  /// Goes back by the last look that was ruled on; false: there is none.
  virtual bool undo() = 0;

  // What everybody may know of the game as it was last told.
  /// Whose turn it is; none while nobody has moved, when the game is over, and where both sides have a turn, each in its zone.
  [[nodiscard]] virtual std::optional<std::size_t> to_move() const = 0;
  /// What the piece on a square may do in its turn; of hidden pieces, whatever any of their letters may.
  [[nodiscard]] virtual std::vector<BoardAction> options_from(measure::SquareName at) const = 0;
  /// Men of the side to move who have to take (D-15), and men of the other side who may be huffed.
  [[nodiscard]] virtual std::vector<measure::SquareName> must_take() const = 0;
  [[nodiscard]] virtual std::vector<measure::SquareName> huffable() const = 0;
  /// Le Choc: every piece on the board; else nothing.
  [[nodiscard]] virtual std::vector<PieceLetters> letters() const = 0;
  /// Who stands where, as the game has it; also whom the camera does not see.
  [[nodiscard]] virtual std::vector<Standing> standing() const = 0;
  /// By side of the board.
  [[nodiscard]] virtual std::array<BoardForce, 2> forces() const = 0;
  /// What holds for the whole board: who has the objective, which ground and border is closed, how long until the game is drawn.
  [[nodiscard]] virtual std::vector<rules::Reason> facts() const = 0;
  /// See BoardClosed; nothing where nobody stands.
  [[nodiscard]] virtual std::vector<rules::Reason> closed_from(measure::SquareName at) const = 0;
  /// The game so far as the engines record it (docs/formats.md), to the board that is waiting for an explanation. Before anybody has moved:
  /// the last board.
  [[nodiscard]] virtual std::string record() const = 0;
  /// A battle's fights; of any other game none.
  [[nodiscard]] virtual std::vector<BoardZone> zones() const { return {}; }
  /// Le Choc: the game as everybody has seen it, and as it was before the last look that was told; else null.
  [[nodiscard]] virtual const rules::le_choc::Seen* seen() const { return nullptr; }
  [[nodiscard]] virtual const rules::le_choc::Seen* seen_before() const { return nullptr; }
};

struct BoardHouses {
  rules::le_choc::House le_choc;
  rules::les_allies::House les_allies;
};

/// Le Choc: does the umpire know no letter but what is declared, or has he been entrusted with them? The one judges the objective by how
/// long it is held (LG13b), of the other it is announced who cannot be dislodged (LG13a).
enum class UmpireKind { Open, Sworn };

/// A game that begins with this look; who moves first shows by moving. Errors (Usage): a board the rules cannot take.
[[nodiscard]] measure::Result<std::unique_ptr<BoardUmpire>> begin_umpire(const measure::Board& board, const BoardHouses& houses,
                                                                         const BoardLook& first, UmpireKind kind = UmpireKind::Open);

}  // namespace app
