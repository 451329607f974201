// A battle of Les Allies: set-up, two fights in two zones, what becomes of the survivors, and who has won.
//   A value: legal questions never change it, every action makes a new one and leaves the old one whole, so undo is going back to it.
//   In every round each of the four players has one turn; the zones are independent within it (D-6, D-7, DG24). Nothing is hidden, so
//   every watcher's view is the game itself.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rules/les_allies/fight.h"
#include "rules/les_allies/setup.h"

namespace rules::les_allies {

/// For the Allies.
enum class FightResult { Won, Lost, Null };
enum class BattleResult { Won, Lost, Null, Restart };  // the first three as of a fight
[[nodiscard]] constexpr std::string_view word(BattleResult result) {
  return std::array{"won", "lost", "null", "restart"}[static_cast<std::size_t>(result)];
}
[[nodiscard]] constexpr std::string_view word(FightResult result) { return word(static_cast<BattleResult>(result)); }

/// How the two fights hang together, beyond how each ended.
struct BattleCourse {
  bool same_time = false;                  // both were decided in the same round (DG24)
  std::optional<int> last{};               // the zone whose fight was decided last
  std::optional<FightResult> continued{};  // the fight between hostile survivors (D-21)
};
struct BattleEnd {
  std::optional<BattleResult> result;  // none: the survivors fight on (D-21)
  std::string rule, says;
};
/// D-19, D-22. With battle.one_each = last_wins a won and a lost fight need `last`, or `same_time`.
[[nodiscard]] BattleEnd battle_result(FightResult west, FightResult east, const BattleCourse& course, const House& house);

enum class Stage { SetUp, Toss, Play, Over };

struct ZoneFight {
  int zone = 1;  // 0: the fight between the survivors of both zones (D-21)
  Fight fight;
  Border border;
  int turns = 0;  // played in it; two make a round
  std::optional<Ending> ended;
  Position out_of_play = {};  // prisoners (D-17), and the men of a null fight (DG25); on a table they stand until somebody lifts them
  friend bool operator==(const ZoneFight&, const ZoneFight&) = default;
};

struct Game {
  Variant variant = Variant::FourPlayers;
  Stage stage = Stage::SetUp;
  std::optional<Side> first;  // who begins in zone 1; in zone 2 the other alliance does (D-6, DG26)
  int round = 0;
  std::vector<ZoneFight> fights;
  std::optional<int> decided_first;  // the zone whose survivors have been dealt with
  std::optional<BattleResult> result;
  std::string rule;       // of the result
  bool own_pace = false;  // as four people at a table play: no zone waits until the other has finished its round
  friend bool operator==(const Game&, const Game&) = default;
};

// ---- actions ----

struct PlaceMan {
  int player = 1;
  Square at;
  friend bool operator==(const PlaceMan&, const PlaceMan&) = default;
};
/// Who begins in zone 1.
struct Toss {
  Side first = Side::Allies;
  friend bool operator==(const Toss&, const Toss&) = default;
};
using Action = std::variant<PlaceMan, Toss, Play, Huff, MakeTake>;

/// What an action did. A refused one leaves `game` as it was and says why.
struct Applied {
  Game game;
  bool done = true;
  std::vector<Reason> because;
  bool promoted = false;
  std::vector<Square> taken;
  std::shared_ptr<const Game> before;  // the inverse: going back to it undoes the action
};

/// Begins the set-up on `board`, which is the variant's (board_for). Errors (Usage): a player has more men than squares to begin on.
[[nodiscard]] measure::Result<Game> begin(const Board& board, Variant variant, const House& house);
[[nodiscard]] Applied apply(const Game& game, const Action& action, const Board& board, const House& house);
/// Everything that may be done now; empty only when the battle is over.
[[nodiscard]] std::vector<Action> legal_actions(const Game& game, const Board& board, const House& house);

// ---- questions ----

/// Men a player has still to place.
[[nodiscard]] int to_place(const Game& game, const Player& player);
/// The fight that goes on around a square, as a place in `fights`: where a man stands on it, or where it lies.
[[nodiscard]] std::optional<std::size_t> fight_at(const Game& game, const Board& board, Square at);
/// May the side to move in this fight act now, or does it wait for the other zone to finish the round? At their own pace no zone waits.
[[nodiscard]] bool may_act(const Game& game, const ZoneFight& fight);
/// The battle with the fight of one zone as it stands now, however it came to that, and what becomes of it once the round is over.
[[nodiscard]] Game continued(Game battle, ZoneFight fight, const Board& board, const House& house);
/// The battle with a zone's fight over, as somebody says it is: the men of the beaten side, or of both where it is null, are out of play.
[[nodiscard]] Game told_over(Game battle, int zone, const Ending& ending);
/// The same battle with this round over now, when a fight has ended in it: somebody acts as if it were (D-20). Else as it was.
[[nodiscard]] Game round_closed(Game battle, const Board& board, const House& house);
}  // namespace rules::les_allies
