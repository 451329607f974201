// A second reading of Charge!'s fire and melee, written from the rules alone: plain numbers, nothing of the product. What rules/charge
// says is tried against it (reference_test.cpp). Slow, literal and without words; lengths in hundredths of an inch, so that none is
// rounded.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace charge_reference {

/// An exact number in lowest terms.
struct Exact {
  long long over = 0, under = 1;
  friend bool operator==(const Exact&, const Exact&) = default;
};
[[nodiscard]] Exact exact(long long over, long long under = 1);
[[nodiscard]] Exact operator+(Exact a, Exact b);
[[nodiscard]] Exact operator*(Exact a, Exact b);
[[nodiscard]] long long whole_of(Exact a);    // rounded down
[[nodiscard]] long long nearest_of(Exact a);  // one half upward

enum class Arm { Foot, Horse, Crew };

/// The readings of the gaps; each member's first value is the default.
struct House {
  enum Bands { FarEdge, Nearest, ExactScore } bands = FarEdge;  // CG5
  std::array<int, 6> edges{600, 1200, 1800, 2400, 3000, 3600};
  enum Six { OnEffect, OnAllocation, OnHit } six = OnEffect;   // CG6
  bool six_hits_crew = false;                                  // CG7
  enum Scope { OfBody, OfArmy, OfFirer } scope = OfBody;       // CG8
  enum Rounding { None, Standard, Attack } rounding = None;    // CG9
  bool wholes_wait = false;                                    // CG10
  enum Strength { Exchange, Phase, Now } strength = Exchange;  // CG11
  bool guns_at_once = true;                                    // CG13
  bool pooled = false;                                         // CG14
  bool spill = false;                                          // CG20
  bool cover_per_man = false;                                  // CG24
  bool fire_when_touching = false;                             // CG28
  bool attacker_returns = false;                               // CG29
  bool gun_fires = true;                                       // CG31
  bool two_foot_level = true;                                  // CG33
  int cap = 2;                                                 // CG34
  bool mixed_doubles = true;                                   // CG35
  int pair_loses = 1;                                          // CG36
  enum Quarter { Kept, Down, Half } quarter = Kept;            // CG37
  bool win_by_two = false;                                     // CG38
  int back_foot = 300, back_horse = 600;                       // CG39
};

// ---- fire ----

struct Body {
  Arm arm = Arm::Foot;
  int men = 0;
  bool cover = false;
  std::optional<int> covered;
  int army = -1;  // -1: nobody said
};
struct Volley {
  int range = 0, men = 0;
  std::vector<int> full, half;
};
struct Shot {
  bool gun = false;
  int at = 0, from = -1, returns = -1;  // -1: not said
  std::optional<int> eligible;
  int gun_named = -1, drafted = 0, range = 0;
  int hit = 0, effect = 0, allocation = 0;  // 0: not thrown
  std::vector<Volley> volleys;
};
struct Touching {
  int a = 0, b = 0;
  bool this_turn = false;
  int attacker = -1;
};
struct Phase {
  House house;
  std::vector<Body> bodies;
  std::vector<Shot> shots;
  std::vector<Touching> touching;
};

struct ShotSays {
  std::vector<std::string> forbidden_by;  // every rule that forbids it; empty: it was fired
  bool hit = false, destroys = false;
  std::optional<int> needs;
  Exact standard, casualties, carried;
  int at_once = 0;
};
struct BodySays {
  int at_end = 0, total = 0, left = 0;
  bool gun_destroyed = false;
};
struct Says {
  /// Where the question cannot be: the shot, and why. No more is said then.
  std::optional<std::pair<int, std::string>> impossible;
  int volley = -1;                 // of that shot, where its dice do not match
  std::pair<int, int> dice{0, 0};  // and what they should be: full and half
  std::vector<ShotSays> shots;
  std::vector<BodySays> bodies;
  std::vector<int> at_end_of_army;  // with frac.scope = army or firer: whose of an army fall is open, how many is not
  bool muskets_before_guns = false;
};
[[nodiscard]] Says fire(const Phase& phase);
[[nodiscard]] std::pair<int, int> dice_of(int men);
/// 1: it hits without a throw; none: no fire.
[[nodiscard]] std::optional<int> score_of(int range, const House& house);
/// Numbers of the men who fall, in that order.
[[nodiscard]] std::vector<int> counted_out(int men, int die, int casualties, bool goes_on);

// ---- melee ----

struct Side {
  int horse = 0, foot = 0;
  friend bool operator==(const Side&, const Side&) = default;
};
struct Combat {
  std::array<Exact, 2> scores;
  int loser = -1;  // -1: nobody
  Side falls;
  std::array<Side, 2> survivors;
};
/// None: odds that may not be, or no die.
[[nodiscard]] std::optional<Combat> melee(Side a, Side b, int die_a, int die_b, const House& house);

struct Contact {
  int a = 0, b = 0, gap = 0;
};
struct Combatants {
  std::vector<int> a, b;
  friend auto operator<=>(const Combatants&, const Combatants&) = default;
};
/// Of all ways to put the most single combats on the field, the one that takes the nearest contacts first; then seconds, nearest first.
/// Gaps must differ.
[[nodiscard]] std::vector<Combatants> paired(std::vector<Contact> contacts);

}  // namespace charge_reference
