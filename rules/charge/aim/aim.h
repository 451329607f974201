// Who may fire at whom: sight, arc, range, clearance of friends; each with three answers.
//   A gun fires as one; an infantry body fires man by man. Of a target body every man is judged; the
//   best of them decides whether the body may be fired at (C-A1..A5, C-I1, C-I2, CG15..CG19, CG23..CG27).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/table.h"
#include "rules/answer.h"
#include "rules/charge/aim/aim_line.h"
#include "rules/charge/combat/dice.h"
#include "rules/charge/field.h"
#include "rules/charge/house.h"

namespace rules::charge {

/// One gun, or one body of infantry.
struct Firer {
  Arm arm = Arm::Infantry;      // Gun or Infantry
  std::vector<Figure> figures;  // the gun itself; or every man of the body
  std::optional<int> crew;      // of a gun: men serving it; none: not asked (C-A1 is then left out)
  int crew_maybe = 0;           // further men of whom it is too close to call whether they serve it
};

/// How the bodies of firer and target came to touch: it depends on the turn, which places do not tell (C-H1, CG28 to CG31).
struct AimContact {
  std::optional<bool> made_this_turn;  // none: the turn is not known
  bool firer_came = false;             // it is surely the firer's body that attacks
};
/// Is this a rule of bodies that met, which places alone do not tell (CG28, CG29, CG31)?
[[nodiscard]] inline bool of_contact(std::string_view rule) { return rule == "CG28" || rule == "CG29" || rule == "CG31"; }

struct AimQuestion {
  Firer firer;
  std::vector<Figure> target;   // one enemy body
  std::vector<Figure> friends;  // other bodies of the firer's army (own crew and unit are exempt)
  std::vector<Figure> enemies;  // other enemy figures: they block sight (CG26)
  std::vector<measure::Terrain> terrain;
  measure::PointCovariance common;         // the part of their errors all centres share
  std::optional<AimContact> contact = {};  // of the two bodies; none: they do not touch, or nobody asks
};

/// One man of the target.
struct AimAt {
  int id = 0;
  std::string name;
  measure::TablePoint from, at;  // the line of fire: from the firer's centre to his
  measure::Verdict verdict = measure::Verdict::Yes;
  measure::Measured range;                     // from the gun, or from the nearest man who may fire at him (else the nearest man)
  measure::MeasuredAngle off;                  // unsigned, off the firer's heading
  std::optional<measure::Measured> clearance;  // nearest friend's edge to the line of fire; none without friends
  std::string nearest;                         // that friend's name
  int nearest_id = 0;
  std::optional<measure::TablePoint> nearest_at;  // and his centre
  std::optional<measure::TablePoint> hidden_at;   // where on the line something hides the man, or may
  std::optional<int> needs;                       // a gun's score to hit, 1 = automatic; none = no fire
  std::optional<int> could_need;                  // another score within the margin of the range (CG52); beside `needs`, not in its stead
  bool covered = false;                           // CG24, CG25
  bool cover_doubtful = false;                    // too close to call
  std::string by;                                 // infantry: the man whose line this is
  std::vector<Reason> because;                    // what forbids the shot or leaves it open; else what allows it
};

/// Where a gun or a man looks from, and where to: his arc of fire.
struct FireArc {
  std::string name;
  measure::TablePoint at;
  measure::Radians heading;
};

/// One man of an infantry body: what he may do.
struct Shooter {
  int id = 0;
  int rank = 1;  // 1 in front; men beyond `inf.max_ranks` do not fire (CG16)
  measure::Verdict may_fire = measure::Verdict::No;
  std::optional<int> at;    // id of his nearest eligible enemy man
  measure::Measured range;  // to that man
  bool long_range = false;
  bool band_doubtful = false;  // short or long is too close to call
};

struct Aim {
  measure::Verdict verdict = measure::Verdict::No;
  std::vector<AimAt> men;           // of the target, in its order
  std::optional<std::size_t> best;  // of `men`: the nearest of those with the body's verdict; a gun throws for his range (CG18)
  std::vector<Shooter> shooters;    // infantry only, in the firer's order
  std::vector<FireArc> arcs;        // of every firer, in order
  measure::Inches farthest;         // range of the firer's arm
  int men_short = 0, men_long = 0;  // men who may fire (yes), by band
  int men_too_close = 0;            // men of whom it is too close to call whether they may fire
  int eligible = 0;                 // men of the target who may fall
  int covered = 0;                  // of the eligible men; while nobody is surely eligible, of those who may be
  bool cover = false;               // the body counts as covered (CG24)
  std::vector<Reason> because;      // why the body may be fired at, may not, or why it is too close to call
  std::vector<std::string> unverified;
};

/// May this body fire at that one, and with whom?
///
/// Men of the target's own body do not hide each other, nor do friends hide anybody: who stands in the line
/// of fire stands within an inch of it. For each man of the target the line of the firer is told for whom he
/// is best: yes over too close over no, then the nearest.
/// Ranks are read from the firers' own places (`ranks_of`). A doubtful range band leaves the verdict alone;
/// it adds a reason under CG52. Source: docs/rules-charge.md.
[[nodiscard]] Aim aim(const AimQuestion& question, const House& house);

/// The same shot between bodies in contact. Where the turn is not known and only one of the two turns forbids it, the verdict stays and the
/// first reason tells both.
void hold_by_contact(Aim& aim, const AimContact& contact, Arm firer, const House& house);

// Why a line of fire is or is not allowed, in the words of the rules; and the scores a gun needs by range.

/// Every condition of C-A2..A5 or C-I1, C-I2 that does not surely hold, each with its number.
[[nodiscard]] std::vector<Reason> reasons(const FireLine& line, Arm firer, const Figure& target, const House& house);

/// The same conditions of a line on which all of them hold.
[[nodiscard]] std::vector<Reason> allowed_by(const FireLine& line, Arm firer, const Figure& target, const House& house);

/// A gun's range within its margin of a band's edge, or of the edge of full effect (CG52).
struct BandDoubt {
  std::optional<int> could_need;  // the other score; none where only the effect is in doubt, or nothing fires beyond
  std::vector<Reason> notes;
};
[[nodiscard]] BandDoubt band_doubt(const measure::Measured& range, const std::string& who, const House& house);

/// Whether as many men serve the gun as C-A1 asks for.
[[nodiscard]] Reason crew_reason(int crew, int maybe, measure::Verdict manned);

/// C-A1: a gun is served by at least so many.
inline constexpr int kCrew = kMenToServeAGun;

}  // namespace rules::charge
