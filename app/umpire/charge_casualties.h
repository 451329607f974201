// What the firing of a turn has done so far: who may return fire, what is carried to the end, and whether those who fell are lifted.
//   Questions to the game and the table that is seen; nothing changes by asking.
// Needs app/umpire/charge_counsel.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/umpire/charge_counsel.h"

namespace app {

/// A body that may fire back, and at whom.
struct ReturnFire {
  std::size_t attack = 0;  // the place of the volley it answers
  Counsel counsel;         // of the body, with the men who were just hit (C-I5, CG11)
  TargetCounsel target;    // the body that fired
  int just_hit = 0;        // men who fire once more and are then removed
};
[[nodiscard]] std::optional<ReturnFire> return_fire(const rules::charge::Game& game, const rules::charge::House& house);

/// One body under fire this turn.
struct LedgerLine {
  std::string unit, army;
  int at_once = 0;          // men removed in the exchanges
  rules::Fraction carried;  // the fractions of all its exchanges together
  int at_end = 0;           // men these come to when all firing is over (C-K3, C-K4)
};
[[nodiscard]] std::vector<LedgerLine> ledger(const rules::charge::Game& game, const rules::charge::House& house);

/// The men of one army the rules have taken, against those the camera no longer sees (C-K5).
struct Lifting {
  std::string army;
  std::vector<std::string> lifted, standing;  // of those who fell
  int untold = 0;                             // owed, and still to be told apart by a die
  std::vector<std::string> others;            // gone, though nobody took them
  [[nodiscard]] measure::Verdict verdict() const;
};
/// Armies with somebody to lift, or somebody gone.
[[nodiscard]] std::vector<Lifting> lifting(const rules::charge::Game& game, const rules::charge::Field& seen);
/// "red: 3 of 4 lifted, R1/4 still stands; R2/1 is gone, though nobody took him".
[[nodiscard]] std::string text_of(const Lifting& lifting);

}  // namespace app
