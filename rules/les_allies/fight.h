// One fight: two sides taking turns until one has no man who can move, or it is null.
//   A value: actions make a new one and leave the old one whole. A turn with men who did not take all they could stays open to the
//   opponent: he may huff one of them, or have the turn taken back, until he moves himself (D-15, D-16, DG10).
#pragma once

#include <variant>

#include "rules/les_allies/moves.h"

namespace rules::les_allies {

/// Turns of both sides without an event, as the null fights count them (DG17, DG18, DG29).
struct Quiet {
  int moves = 0;     // since the last capture or promotion
  int generals = 0;  // with Generals only, since the last capture
  int lone = 0;      // since one General has stood against one or two
  friend bool operator==(const Quiet&, const Quiet&) = default;
};

/// What taking the last turn back needs.
struct LastTurn {
  Man before, after;  // the man who moved
  std::vector<Man> taken;
  Quiet quiet;  // as it was before
  friend bool operator==(const LastTurn&, const LastTurn&) = default;
};

struct Fight {
  Position men;
  Side to_move = Side::Allies;
  Quiet quiet;
  std::vector<Square> huffable;     // of the side that moved last
  std::optional<LastTurn> last;     // while something is huffable, where it is known
  std::optional<Square> must_take;  // the man who has been told to take (DG10)
  friend bool operator==(const Fight&, const Fight&) = default;
};

struct Huff {
  Square man;
  friend bool operator==(const Huff&, const Huff&) = default;
};
struct MakeTake {
  Square man;  // where he stands after the turn
  friend bool operator==(const MakeTake&, const MakeTake&) = default;
};
using FightAction = std::variant<Play, Huff, MakeTake>;

/// What an action did. A refused one leaves `fight` as it was and says why.
struct FightApplied {
  Fight fight;
  bool done = true;
  std::vector<Reason> because;
  bool promoted = false;
  std::vector<Square> taken;  // in the order of the jumps; or the man who was huffed
};
[[nodiscard]] FightApplied apply(const Setting& setting, const Fight& fight, const FightAction& action);

/// Everything the side to move may do: complete sweeps and plain moves, and what it may do about the opponent's last turn first.
[[nodiscard]] std::vector<FightAction> legal_actions(const Setting& setting, const Fight& fight);

/// How a fight ended; without a winner it is null.
struct Ending {
  std::optional<Side> winner;
  std::string rule;  // "D-17", "D-18", "DG18", "DG29"
  friend bool operator==(const Ending&, const Ending&) = default;
};
/// Tested for the side about to move (DG19), once nothing can be huffed any more.
[[nodiscard]] std::optional<Ending> ending(const Setting& setting, const Fight& fight);

/// The same in words; `prisoners`: how many of the beaten side are left and cannot move.
[[nodiscard]] std::string why_ended(const Ending& ending, std::size_t prisoners, const House& house);
/// D-15: who of the side that moved last did not take, and what may be done about it; none where nobody may be huffed.
[[nodiscard]] std::optional<Reason> missed_taking(const Fight& fight, const House& house);

/// One General against one or two, and no soldier left (D-18, DG17).
[[nodiscard]] bool lone_general(const Position& men);

}  // namespace rules::les_allies
