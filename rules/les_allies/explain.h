// From the board as it is seen to what was done: the actions that lead to it, or else those that come nearest.
//   What stands on the board is never refused: where nothing explains it the differences are listed, and the board can be accepted.
#pragma once

#include <optional>
#include <vector>

#include "rules/explaining.h"
#include "rules/les_allies/game.h"

namespace rules::les_allies {

/// A man on the board; without a rank nobody can tell whether he is one man or two.
struct SeenMan {
  Square at;
  Side side = Side::Allies;
  std::optional<Rank> rank;
  friend bool operator==(const SeenMan&, const SeenMan&) = default;
};

/// The board as somebody sees it, no two men on one square. Whatever stands on an unsure square, it contradicts nothing.
struct SeenBoard {
  std::vector<SeenMan> men;
  std::vector<Square> unsure;
};

/// Where a game and a board differ. Who is out of play may stand there still, or not.
struct Difference {
  enum class Kind { Gone, Appeared, OtherSide, OtherRank } kind = Kind::Gone;
  Square at;
  Side side = Side::Allies;  // of the man who is seen, or who is gone
};
/// In the order of squares.
[[nodiscard]] std::vector<Difference> differences(const Game& game, const SeenBoard& seen);

using Explanation = rules::Explanation<Game, Action, Difference>;

struct Explained {
  Explanations<Explanation> by;
  std::optional<Play> looks_like;  // where nothing explains it: the turn it looks like, which the rules refuse
  std::vector<Reason> because;     // why they do, or why nobody may be lifted from the board so
};

/// One fight over the whole board, its men as they are seen: a game that is met on the table, without a set-up by the book. Men whose rank
/// nobody can tell are soldiers; men beside the board's squares are left out.
[[nodiscard]] Game game_from(const SeenBoard& seen, const Board& board, Side to_move);

/// Does a battle of two zones take place on this board (D-1)?
[[nodiscard]] bool has_two_zones(const Board& board);
/// The fight of one zone alone, its men as they are seen; squares of the other are left out.
[[nodiscard]] Game zone_from(const SeenBoard& seen, const Board& board, int zone, Side to_move);
/// Both fights of a battle that is met on the table. `first` begins in zone 1, the other alliance in zone 2 (D-6); each zone goes on at its
/// own pace.
[[nodiscard]] Game battle_from(const SeenBoard& seen, const Board& board, Side first);

/// What happened since `game`, of which the board now shows `seen`. Sweeps may be broken off (DG11), men lifted in any order.
[[nodiscard]] Explained explain(const Game& game, const Board& board, const House& house, const SeenBoard& seen);

/// The turn that a board looks like which nothing explains, of either side, and why the rules refuse it; none where it looks like none.
[[nodiscard]] std::optional<std::pair<Play, std::vector<Reason>>> refused_turn(const Game& game, const Board& board, const House& house,
                                                                               const SeenBoard& seen);

/// The game with the turn given to this side, as it is when somebody acts out of turn. Nothing of the last turn can be huffed any more.
/// `zone`: only in its fight; 0: wherever one goes on.
[[nodiscard]] Game turned_to(Game game, Side side, int zone = 0);

/// The game with the board as it stands; a side that moved a man has had its turn. Nothing of the last turn can be huffed any more.
/// `zone`: only its fight, and what is seen in it; 0: the whole board.
[[nodiscard]] Game accepted(const Game& game, const Board& board, const SeenBoard& seen, int zone = 0);

}  // namespace rules::les_allies
