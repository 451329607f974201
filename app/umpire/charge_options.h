// What a unit can do now: how far it goes, whom it may fire at and with what, as the rules say it of one settled table.
//   A question, not an action: nothing changes by asking. It may take a while; ask it beside the drawing.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rules/charge/game/game.h"
#include "rules/charge/game/umpire.h"

namespace app {

/// One enemy body as a target.
struct TargetOptions {
  std::string unit, army;
  rules::charge::Arm arm = rules::charge::Arm::Infantry;
  int men = 0;
  rules::charge::Aim aim;
  rules::charge::DiceCount dice_short, dice_long;  // of infantry
  std::optional<rules::charge::Figure> at;         // the man who decides
  std::optional<rules::charge::Figure> from;       // whose line it is: the gun, or the man nearest to it
  std::optional<rules::charge::Figure> nearest;    // the friend nearest to that line
  /// The man of the target who decides; null when it has none.
  [[nodiscard]] const rules::charge::AimAt* man() const;
};

struct LegalOptions {
  std::string name, unit, army;
  rules::charge::Arm arm = rules::charge::Arm::Infantry;
  int standing = 0, original = 0;
  measure::Inches allowance;
  std::optional<int> crew;                    // of a gun: men who surely serve it
  int crew_maybe = 0;                         // and those of whom it is too close to call
  int gun = 0;                                // id of the gun that would fire; 0: none
  std::string taken_from;                     // whose gun it was, where the enemy serves it now (CG41); `army` is who serves it
  std::optional<rules::charge::Reach> reach;  // of the one figure asked about; in its movement from where the turn began
  std::vector<TargetOptions> targets;         // may fire first, then too close to call, then not; the nearest first
  std::vector<std::string> unverified;        // house keys used whose default has no source
};

/// What is asked: the figures `ids` of one body, on this table. Several figures have no reach of their own.
struct OptionsQuestion {
  rules::charge::Field field;
  std::vector<int> ids;
  std::shared_ptr<const rules::charge::Game> game;  // null: none has begun
  rules::charge::House house;
  std::set<int> silent = {};  // ids of men whose muskets are silent, beyond what the game knows (CG23)
};
/// Empty when the first of them is not on the table.
[[nodiscard]] std::optional<LegalOptions> options_of(const OptionsQuestion& question);

// What is still possible in a step of the firing: every gun or company that may fire and has not, with its targets.
//   A question to the game and the table that is seen. It may take a while; ask it beside the drawing.

struct MayFire {
  std::string unit, army;
  std::vector<int> ids;                              // to select it: the gun, or every man of the body
  std::vector<std::string> targets;                  // units; those it surely may fire at first
  measure::Verdict verdict = measure::Verdict::Yes;  // of the best of them
};
/// Empty outside the artillery and the musketry.
[[nodiscard]] std::vector<MayFire> may_still_fire(const rules::charge::Game& game, const rules::charge::Field& seen,
                                                  const rules::charge::House& house);

}  // namespace app
