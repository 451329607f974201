// One line of the working shown to players: "halved: beyond 9 in (C-A6)", and what the number is then.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/length.h"
#include "rules/charge/house.h"
#include "rules/fraction.h"

namespace rules::charge {

struct WorkingLine {
  std::string says, rule;
  Fraction number;
};

// How many dice a volley throws, and what the dice are worth before anyone falls.
//   The dice themselves come from outside: typed, clicked, rolled by the program or read by a camera.

inline constexpr int kMenPerDie = 8;      // C-I3
inline constexpr int kMenPerHalfDie = 4;  // C-I4: a remainder of this many throws a die that is halved
inline constexpr int kFaces = 6;
inline constexpr int kMenToServeAGun = 4;           // C-A1
inline constexpr measure::Inches kShortRange{3.0};  // C-I2
inline constexpr measure::Inches kLongRange{6.0};   // C-I2
inline constexpr measure::Inches kFullEffect{9.0};  // C-A6: a gun's effect is halved beyond

struct DiceCount {
  int full = 0, half = 0;
  friend bool operator==(const DiceCount&, const DiceCount&) = default;
};

/// Dice for so many infantrymen able to fire (C-I3, C-I4). Negative men throw nothing.
[[nodiscard]] DiceCount dice_for(int men);

/// Dice as they fell, each 1 to 6; `half` are those of a remainder.
struct Throw {
  std::vector<int> full, half;
};
/// Is every die one that a six-sided die can show?
[[nodiscard]] bool possible(std::span<const int> dice);
[[nodiscard]] DiceCount count_of(const Throw& dice);

/// Musketry bands (C-I2). A limit belongs to the nearer band.
enum class Band { Short, Long, None };
[[nodiscard]] Band band_of(double range_in);

/// Score a gun needs to hit at this range; 1: it hits without a throw, none: no fire (C-A5, CG5).
[[nodiscard]] std::optional<int> score_needed(double range_in, const House& house);

/// The standard number of a volley: full dice, halved dice, and all halved again at long range (C-I3, C-I4).
[[nodiscard]] Fraction musketry_number(const Throw& dice, Band band);
/// The standard number of a gun that has hit (C-A6).
[[nodiscard]] Fraction gun_number(int effect_die, double range_in);

// Which men fall: the counting-out of a body, and the man's place in the order is his number.
//   The order itself (from the right-hand man, or clockwise round a gun) is read from the figures'
//   places elsewhere; here men are numbers 1..n in that order (C-K5, C-K6, CG20..CG22).

/// Every `die`-th man falls, counted from No. 1, until `casualties` have fallen or nobody stands.
///
/// Returns their numbers in the order they fall. With `wrap` Continue the count goes on round the
/// survivors; with Restart it begins again at the right-hand survivor (CG22). `die` is at least 1.
[[nodiscard]] std::vector<int> count_out(int men, int die, int casualties, AllocationWrap wrap = AllocationWrap::Continue);

}  // namespace rules::charge
