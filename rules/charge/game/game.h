// A game of Charge! as the rules keep it: the turn, what has been fired, who has to be taken off, who is beaten.
//   A value: legal questions never change it, every action makes a new one and leaves the old one whole,
//   so undo is going back to it. No dice and no clock here; throws come with the actions (C-T1..T5).
//   What happened on the table is never refused: `accept` takes any table, with a reason.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "rules/charge/combat/contact.h"
#include "rules/charge/combat/firing.h"
#include "rules/charge/combat/melee.h"
#include "rules/charge/field.h"
#include "rules/charge/game/umpire.h"

namespace rules::charge {

/// The steps of a turn (C-T2, CG2): both movements, the two kinds of fire, then what follows from them.
enum class Step { MoveFirst, MoveSecond, Artillery, Musketry, Settle, Melee, Morale };
inline constexpr int kSteps = 7;
[[nodiscard]] constexpr std::string_view word(Step step) {
  return std::array{
      "first movement", "second movement", "artillery", "musketry", "fractions", "melee", "morale"}[static_cast<std::size_t>(step)];
}

/// A body's name in the whole game: army and unit.
using BodyKey = std::pair<std::string, std::string>;

/// What the game knows of one body beyond where its men stand.
struct BodyRecord {
  Arm arm = Arm::Infantry;
  int original = 0;  // men it began with
  bool gun_destroyed = false;
  std::set<int> fallen;  // ids of men the rules have taken
  int destroyed_in = 0;  // the turn in which its gun was destroyed; 0: it was not
};

/// One attack of this turn's firing, and whom it can reach.
struct DeclaredAttack {
  BodyKey by, at;
  int gun = 0;                    // id of the gun that fires; 0: musketry
  std::vector<int> eligible;      // ids of the men who may fall, in the order they are counted (CG22, C-K6)
  std::vector<double> ranges_in;  // to each of them, for alloc.mode = nearest; may be empty
  bool cover = false;             // the body counts as covered (CG24)
  Attack attack;                  // `target` and `from` are filled by the game
  std::set<int> stood = {};       // ids of the men of `at` who stood before it; filled by the game: they may return it (C-I5)
  std::set<int> drafted = {};     // ids of the men of other bodies who served the gun; filled by the game: they fire no musket (CG23)
};

struct ArmyRecord {
  std::string name;
  int original = 0;  // soldiers (CG42)
  bool defeated = false;
};

/// Two bodies in contact: since when, and who came (C-H1). The attacker is empty where nobody saw him move.
struct ContactRecord {
  int since = 1;
  std::string attacker;  // army
};
/// The smaller key first.
using BodyPair = std::pair<BodyKey, BodyKey>;

struct LogLine {
  int turn = 1;
  Step step = Step::MoveFirst;
  std::string rule, says;
};

/// Men of a body that have to be taken off, still to be told apart by a throw (C-K5).
struct Owed {
  BodyKey body;
  int men = 0;
  std::vector<int> among;  // ids in counting order
};

/// A combat that was fought this turn, and where its survivors go (C-H2, C-H8).
struct Fought {
  Pair men;
  std::array<int, 2> throws{1, 1};
  Combat combat;
  std::vector<int> fell;
  std::map<int, PushBack> backs;  // of the survivors, by id
};

struct Game {
  int turn = 1;
  Step step = Step::MoveFirst;
  std::vector<ArmyRecord> armies;  // [first] moves first this turn
  std::size_t first = 0;
  int first_set = 0;  // the turn in which the players last settled who moves first; 0: never
  Field field;        // the table as it was last accepted
  Field turn_start;   // the same when the turn began
  std::map<BodyKey, BodyRecord> bodies;
  std::map<BodyKey, int> phase_strength;  // men standing when the firing of this turn began
  std::vector<DeclaredAttack> attacks;    // of this turn
  bool settled = false;                   // this turn's fractions have been settled
  std::map<BodyPair, ContactRecord> contacts;
  std::vector<Pair> paired;            // combats as the players paired them this turn, before any that is proposed (CG32)
  std::vector<Fought> combats;         // of this turn, in the order they were fought
  std::map<int, PushBack> going_back;  // survivors who still stand where they fought, by id
  std::vector<Owed> owed;
  std::set<int> to_lift;  // men the rules have taken who still stand on the table
  std::vector<LogLine> log;
};

// ---- actions ----

struct NextStep {};
/// Who moves first this turn, while the first movement has not ended (CG3).
struct SetFirst {
  std::size_t army = 0;
};
struct Fire {
  DeclaredAttack attack;
};
/// The die that tells apart who of `owed[which]` falls (C-K5, CG22); no die where all of them do (CG21).
struct Allocate {
  std::size_t which = 0;
  int die = 1;
  std::vector<int> chosen;  // with alloc.mode = owner: the men the owner picks, instead of the die
};
/// These men fight each other, whatever was proposed; without men: all as proposed again (CG32).
struct PairUp {
  std::vector<int> a, b;
};
/// One combat of a melee; ids of the men, one or two a side (C-H2).
struct Fight {
  std::vector<int> a, b;
  std::array<int, 2> throws{1, 1};
};
/// The table as it is now becomes the game's (moves made, men lifted, reality); `reason` goes into the log. `judged`: what `judge_moves`
/// said of whoever moved since the turn began, where that is known; else it is judged.
struct AcceptTable {
  Field field;
  std::string reason;
  std::vector<JudgedMove> judged = {};
};
using Action = std::variant<NextStep, SetFirst, Fire, Allocate, PairUp, Fight, AcceptTable>;

/// What an action did. A refused one leaves `game` as it was and says why.
struct Applied {
  Game game;
  bool done = true;
  std::vector<Reason> because;
  std::shared_ptr<const Game> before;  // the inverse: going back to it undoes the action
};

/// Begins a game with everybody who is on the table; armies in the order of their first piece.
[[nodiscard]] Game begin(const Field& field);
[[nodiscard]] Applied apply(const Game& game, const Action& action, const House& house);

// ---- questions ----

/// Men of a body who stand: on the accepted table, and not taken by the rules.
[[nodiscard]] std::vector<const Piece*> standing(const Game& game, const BodyKey& body);
/// The firing of this turn so far, judged as a whole; `bodies` tells which target is which.
struct PhaseFire {
  std::vector<BodyKey> bodies;
  Firing firing;
};
/// Errors: dice that do not match the men, and the like; `at` is a pointer into the attacks.
[[nodiscard]] tl::expected<PhaseFire, QuestionError> fire_so_far(const Game& game, const House& house);

/// The army that moves in a movement step; none in the others.
[[nodiscard]] std::optional<std::string> mover(const Game& game);
/// Do the players still have to settle who moves first: once for the game, or each turn (CG3)?
[[nodiscard]] bool first_is_open(const Game& game, const House& house);
/// Has this piece moved, or turned, since the turn began? By more than its margins and `still`.
enum class Moved { No, Turned, Went };
[[nodiscard]] Moved moved_this_turn(const Game& game, int id, measure::Inches still = measure::Inches(0.1));
/// May this body, or gun, fire at that one now, as far as the turn goes? Empty: yes. Sight, arc and range are `aim`'s (CG4, CG11,
/// CG28..CG31).
[[nodiscard]] std::optional<Reason> barred_by_turn(const Game& game, const DeclaredAttack& attack, const House& house);
/// Ids of the foot who served a gun that fired this turn without being of its crew: their muskets are silent (CG23).
[[nodiscard]] std::set<int> served_guns(const Game& game);
/// Is the body held by a contact of an earlier turn (CG30)?
[[nodiscard]] bool locked(const Game& game, const BodyKey& body, const House& house);
/// The body under fire in the latest volley of this turn that is not answered yet, as the place of that attack; none where nobody of
/// it may fire back (C-I5).
[[nodiscard]] std::optional<std::size_t> unanswered(const Game& game, const House& house);
/// The army that names the next exchange of musketry (CG12); none where nobody is bound.
[[nodiscard]] std::optional<std::string> names_next_exchange(const Game& game, const House& house);
/// Touches between men who may fight now: standing soldiers of bodies in contact since an earlier turn, who have not fought this
/// turn (C-H1, C-H8).
[[nodiscard]] std::vector<Touch> open_touches(const Game& game);
/// The combats still to be fought: as the players paired them, then as proposed for the others (CG32).
[[nodiscard]] std::vector<Pair> open_combats(const Game& game, const House& house);
/// Has he fought this turn?
[[nodiscard]] bool has_fought(const Game& game, int id);
/// The game's end: who won. Both beaten is a draw (CG43).
struct Outcome {
  bool over = false;
  std::optional<std::string> winner;
};
[[nodiscard]] Outcome outcome(const Game& game);

/// How the table that the camera sees agrees with the game.
enum class Agreement { InStep, Behind, OutOfStep };
struct Difference {
  enum class Kind { StillStands, GoesBack, Astray, Gone, Appeared, Moved } kind = Kind::Moved;
  int id = 0;
  std::string name;
  measure::Inches by;  // Moved: how far; GoesBack: how far he goes; Astray: how far he stands from where he goes back to
};
struct Comparison {
  Agreement agreement = Agreement::InStep;
  std::vector<Difference> differences;
  int astray = 0;  // of these, what is neither the movers' own move nor owed
};
/// Where each of these survivors is looked for: men of one body are alike, so whoever stands nearest to a place has gone there; who has
/// not moved keeps his own. Ids that are not seen are left out.
[[nodiscard]] std::map<int, PushBack> as_they_stand(const std::map<int, PushBack>& backs, const Field& seen,
                                                    measure::Inches still = measure::Inches(0.1));
/// In step: only moves of the side whose movement it is, within this step, and men who went back after a combat. Behind: men the
/// rules have taken still stand, or survivors of a combat have yet to go back. Out of step: anything else. `still`: a piece that moved less
/// has not moved, beyond its own margins.
[[nodiscard]] Comparison compare(const Game& game, const Field& seen, measure::Inches still = measure::Inches(0.1));

}  // namespace rules::charge
