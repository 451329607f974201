// Who touches whom, who fights whom, and where survivors go (C-H1, C-H8, CG30, CG32, CG39).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "rules/charge/field.h"
#include "rules/charge/house.h"

namespace rules::charge {

/// Two enemies whose bases touch, as far as the camera can tell.
struct Touch {
  int a = 0, b = 0;  // a is of the army that stands first in the field
  measure::Measured gap;
};
/// Every touch, the nearest first.
[[nodiscard]] std::vector<Touch> touches(const Field& field);

/// One combat as it is proposed: one man against one, or two against one.
struct Pair {
  std::vector<int> a, b;
  friend bool operator==(const Pair&, const Pair&) = default;
};
/// As many single combats as touching men allow, the nearest first; touching men left over join as seconds,
/// never more than two on one (CG32, C-H5). Players may pair otherwise.
[[nodiscard]] std::vector<Pair> pair_up(const std::vector<Touch>& touches);
/// Where a survivor goes after a combat.
struct PushBack {
  measure::TablePoint from, to;
  measure::Inches owed;      // C-H8
  std::string shortened_by;  // what stands in the way; empty: nothing
};
/// Straight away from the opponents, facing kept, shortened by impassable ground, figures and the table's edge
/// and by nothing else (CG39). `ignored`: ids that no longer stand there. `id` must be on the field.
[[nodiscard]] PushBack push_back_of(const Field& field, int id, const std::vector<int>& opponents, const std::vector<int>& ignored,
                                    const House& house);

/// How far off the place he goes back to a man may be set down. Smaller, and a player who puts him back by eye is corrected;
/// larger, and half a base won or lost goes by unseen.
inline constexpr measure::Inches kSetDownWithin{0.5};
/// Does he stand where he goes back to? `off`: how far from it his base's centre is.
struct StoodBack {
  measure::Verdict verdict = measure::Verdict::Yes;
  measure::Measured off;
};
[[nodiscard]] StoodBack stood_back(const PushBack& back, const measure::Footprint& now, const measure::PointCovariance& common);

// Who serves a gun, and the order its crew is counted in.

/// A man on foot of the gun's army, in no contact with an enemy (CG23).
struct Foot {
  Figure figure;
  Arm arm = Arm::Infantry;  // Gunners or Infantry
};

struct Crew {
  std::vector<std::size_t> men;         // surely serve it; indices of the foot
  std::vector<std::size_t> maybe;       // whether they stand near enough is too close to call
  std::vector<std::string> unverified;  // house keys used whose default has no source
};

/// The crew of every gun: the foot within `gun.crew_radius` of it, base edge to base edge (CG23).
///
/// A man within reach of two guns serves the nearer. `common` is the part of their errors all centres share.
[[nodiscard]] std::vector<Crew> crews_of(std::span<const Figure> guns, std::span<const Foot> foot, const House& house,
                                         const measure::PointCovariance& common = {});

/// The crew from the man behind the gun on, clockwise as seen from above (C-K6).
[[nodiscard]] std::vector<std::size_t> crew_order(const Figure& gun, std::span<const Figure> crew);

}  // namespace rules::charge
