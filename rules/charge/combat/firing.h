// What fire does: hits, standard numbers, halvings, men removed at once, fractions carried and settled.
//   All arithmetic is exact. Attacks are judged in the order they are listed; the dice come with them.
//   Nothing here knows where figures stand: ranges, covers and who may be hit are given
//   (C-A5..A7, C-I2..I5, C-K1..K4, C-T5, CG5..CG14, CG20, CG24, CG28, CG51).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "measure/result.h"
#include "rules/answer.h"
#include "rules/charge/combat/dice.h"
#include "rules/charge/field.h"
#include "rules/charge/house.h"

namespace rules::charge {

/// A body under fire: one unit, or the crew of one gun.
struct FireTarget {
  std::string name;
  Arm arm = Arm::Infantry;  // Infantry, Cavalry or Gunners
  int men = 0;
  bool cover = false;
  std::optional<int> men_covered;  // for cover.mixed = per_man, or to let the majority decide; else `cover` says it of all
  std::string army;                // for frac.scope = army and firer
};

/// Men of a volley in one band, with their dice.
struct Volley {
  double range_in = 0.0;
  int men = 0;
  Throw dice;
  std::string place;  // where the attack holds it, for errors: "" or "/bands/0"
};

/// One gun's shot or one body's volley at one target.
struct Attack {
  std::size_t target = 0;              // place in the list of targets
  std::optional<std::size_t> from;     // the firing body, where it is itself a target
  std::optional<std::size_t> returns;  // this attack returns the fire of that earlier one (C-I5)
  std::optional<int> eligible;         // how many men of the target may fall (CG19, CG20)
  std::optional<bool> cover;           // where given, it speaks before the target's: cover depends on where the fire comes from
  bool by_gun = false;
  std::string gun;  // which gun fires, where that is known: no gun fires twice (CG11)
  int drafted = 0;  // men of other bodies who serve the gun (CG23)
  // a gun:
  double range_in = 0.0;
  std::optional<int> hit_die, effect_die, allocation_die;
  // infantry: one volley a band
  std::vector<Volley> volleys;
};

/// Two bodies in contact (C-H1).
struct FireContact {
  std::array<std::size_t, 2> bodies{};  // places in the list of targets
  bool made_this_turn = false;
  std::optional<std::size_t> attacker;  // who came; none where nobody saw it
};

struct AttackResult {
  /// No: nothing was thrown, and nobody falls.
  [[nodiscard]] measure::Verdict verdict() const { return hit || because.empty() ? measure::Verdict::Yes : measure::Verdict::No; }
  bool hit = false;               // always true for a volley that throws dice
  std::optional<int> needs;       // a gun's score; 1 = automatic, none = no fire
  bool destroys_gun = false;      // C-A7
  Fraction standard, casualties;  // before and after the halvings of the target
  int at_once = 0;                // men removed at once
  Fraction carried;               // into the ledger
  std::vector<WorkingLine> working;
  std::vector<Reason> because;  // why it, or a band of it, could not be fired
};

struct TargetResult {
  int at_end = 0, total = 0, men_left = 0;
  bool gun_destroyed = false;
};

struct Firing {
  std::vector<AttackResult> attacks;
  std::vector<TargetResult> targets;
  std::vector<Reason> notes;  // what the order of the list leaves out of the rules (C-T5)
  std::vector<std::string> unverified;
};

/// Where a question is wrong: a path into it ("/attacks/0/dice") and what to mend.
struct QuestionError {
  std::string at, says;
};

/// Judges a whole firing phase, or any part of one.
///
/// What the rules forbid is judged: a gun served by fewer than four (C-A1), a gun or a man who has fired (CG11), bodies held by their
/// contact (C-H1, CG28, CG29, CG31), what is out of range. Its dice are not looked at, and nobody falls.
/// Errors: what cannot be. Dice that no die shows or that do not match the men, negative men, ranges that are not
/// lengths, attacks that name targets or earlier attacks that are not there, muskets of horsemen and gunners (C-I3), fire at oneself or
/// at one's own army (C-A4).
[[nodiscard]] tl::expected<Firing, QuestionError> fire(const std::vector<FireTarget>& targets, const std::vector<Attack>& attacks,
                                                       const House& house, const std::vector<FireContact>& contacts = {});

/// C-H1, CG28, CG29, CG31: why a body that came into contact with another, this turn or before, does not fire at it. `attacks`: the
/// body that fires is the one that came.
[[nodiscard]] std::optional<Reason> held_by_contact(bool made_this_turn, bool attacks, bool by_gun, const House& house);

/// The share of the standard number that troops of this arm lose (C-K1) and cover leaves them (C-K2).
[[nodiscard]] Fraction rate_of(Arm arm);
inline constexpr Fraction kCoverRate{1, 2};

}  // namespace rules::charge
