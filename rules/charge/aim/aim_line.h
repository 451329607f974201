// One line of fire: from a gun or a man to a man, judged by sight, arc, range and clearance of friends.
//   The table is prepared once (`FireField`) and asked for many lines; `aim` is built on it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/gap.h"
#include "measure/sight/sight.h"
#include "measure/table.h"
#include "rules/charge/field.h"
#include "rules/charge/house.h"

namespace rules::charge {

/// C-A3, C-I1: a target may lie this far left or right of the firer's heading.
inline const measure::Radians kFireArc = measure::from_degrees(45.0);
/// C-A4, C-I1: friends nearer to the line of fire than this forbid it.
inline constexpr measure::Inches kClearOfFriends{1.0};

/// The rules of an arm's line of fire, by their ids.
struct FireRules {
  const char *sight, *arc, *clearance, *range;
};
[[nodiscard]] constexpr FireRules rules_of(Arm firer) {
  return firer == Arm::Gun ? FireRules{"C-A2", "C-A3", "C-A4", "C-A5"} : FireRules{"C-I1", "C-I1", "C-I1", "C-I2"};
}

/// Farthest range at which an arm may fire.
[[nodiscard]] measure::Inches farthest_range(Arm firer, const House& house);

/// Where one score or one count of dice holds: as far as `until`, from where the band before it ends.
struct RangeBand {
  measure::Inches until;
  std::optional<int> needs;  // what a gun must throw (CG5); 1: it hits of itself. None for muskets, which throw by short and long range
};
/// An arm's bands, the nearest first (CG5, C-I2).
[[nodiscard]] std::vector<RangeBand> range_bands(Arm firer, const House& house);

/// The friends beside a line of fire.
struct FriendsBeside {
  measure::Verdict clear = measure::Verdict::Yes;
  std::optional<measure::Measured> nearest;  // none without friends
  const Figure* nearest_friend = nullptr;
  measure::Measured deciding;  // of the friend who decides `clear`: the worst, then the nearest
  const Figure* deciding_friend = nullptr;
};

/// How far off and how far away: what is quickly known of a line.
struct Bearing {
  measure::Measured range;
  measure::MeasuredAngle off;  // unsigned
  measure::Verdict in_range = measure::Verdict::Yes, in_arc = measure::Verdict::Yes;
  [[nodiscard]] measure::Verdict verdict() const { return measure::both(in_range, in_arc); }
};

/// Everything known of a line of fire.
struct FireLine {
  Bearing bearing;
  FriendsBeside friends;
  measure::Sight sight;
  bool figure_in_the_way = false;  // surely or possibly, whether the house lets it count or not
  [[nodiscard]] measure::Verdict verdict() const { return both(bearing.verdict(), both(friends.clear, sight.clear)); }
};

/// Ground, friends and enemies, for many lines of fire.
///
/// `friends` keep lines clear of themselves and hide nobody; `enemies` hide whoever stands behind them (CG26).
/// All spans must outlive the field. With `house.keep_margin` off, the values alone decide: hand in figures
/// `without_margins`.
class FireField {
 public:
  FireField(std::span<const Figure> friends, std::span<const Figure> enemies, std::span<const measure::Terrain> terrain,
            const measure::PointCovariance& common, const House& house);

  [[nodiscard]] Bearing bearing(Arm arm, const Figure& firer, const Figure& target) const;
  /// The friends beside the line between two centres; the friend at `but` is left out.
  [[nodiscard]] FriendsBeside friends_beside(const Figure& firer, const Figure& target, std::optional<std::size_t> but = {}) const;
  /// Does a wood that can hide anybody lie on the line between two centres?
  [[nodiscard]] bool wood_between(const Figure& firer, const Figure& target) const;
  /// All of it, from the firer's eye to the target's middle (CG53); the friend at `but` is left out.
  [[nodiscard]] FireLine line(Arm arm, const Figure& firer, const Figure& target, std::optional<std::size_t> but = {}) const;

  /// A disc that holds a base, and one that it holds.
  struct Rough {
    double x = 0.0, y = 0.0;
    double outer = 0.0, inner = 0.0;  // radii, inches; a base whose middle may be empty has no inner one: minus the outer
    double wander = 0.0;              // 95 %: how far its own errors may move its edge, at most
  };

 private:
  /// A hill or slope, and a box round it.
  struct Hill {
    const measure::Terrain* terrain;
    double x0, y0, x1, y1;
  };
  [[nodiscard]] bool near_a_hill(measure::TablePoint at, double within) const;
  [[nodiscard]] measure::Inches ground_at(measure::TablePoint at) const;
  [[nodiscard]] measure::Verdict far_below(const Figure& mate, const measure::SightEnd& eye, const measure::SightEnd& middle) const;
  /// Where a figure looks from, and what of it must be seen: this share of its height.
  [[nodiscard]] measure::SightEnd end(const Figure& figure, double share_of_height) const;

  const House& house_;
  std::span<const Figure> friends_;
  std::span<const measure::Terrain> terrain_;
  measure::PointCovariance common_;
  std::vector<measure::Footprint> friend_shapes_;  // as clearance is measured to them (CG17)
  std::vector<Rough> rough_friends_, rough_enemies_;
  std::vector<measure::SightFigure> enemies_;
  measure::SightScene scene_;
  std::vector<Hill> hills_;
};

/// The same figure, known exactly.
[[nodiscard]] Figure without_margins(Figure figure);

// Cover: is a man behind a wall or hedge, or in a wood or house, as seen along a line of fire (CG24, CG25)?

/// A cover line shields a man at most this far behind it, from where the line of fire crosses it to his base (CG24).
inline constexpr measure::Inches kBehindCover{1.0};

struct Cover {
  bool covered = false;
  bool doubtful = false;    // within the errors of both places he might be, or not be
  bool uses_woods = false;  // whether he is covered hangs on `cover.woods` (CG25)
  std::string by;           // name of the terrain; empty without
};

/// Walls and hedges are cover lines; woods and houses are areas, if `house.woods_cover`. Ground counts under the base centre.
[[nodiscard]] Cover cover_of(const Figure& firer, const Figure& man, std::span<const measure::Terrain> terrain, const House& house);

/// Is a body covered of whose `eligible` men so many are (CG24)? Where `cover.mixed` counts per man, only if all are.
[[nodiscard]] bool body_covered(int covered, int eligible, const House& house);

}  // namespace rules::charge
