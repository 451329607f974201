#include "rules/charge/combat/crew.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "measure/gap.h"

namespace rules::charge {
namespace {

using measure::Measured;
using measure::Radians;
using measure::Verdict;

/// Two men this nearly as far from straight behind the gun, in radians, are both "behind" it.
constexpr double kSameAngle = 1e-9;

/// How far clockwise of straight behind the gun a man stands, in [0, 2 pi).
double clockwise_from_behind(const Figure& gun, const Figure& man) {
  const Radians direction = measure::heading_of(man.footprint.centre - gun.footprint.centre);
  const double turn = 2.0 * std::numbers::pi;
  const double angle = std::fmod(gun.footprint.heading.value + std::numbers::pi - direction.value, turn);
  return angle < 0.0 ? angle + turn : angle;
}

}  // namespace

std::vector<Crew> crews_of(std::span<const Figure> guns, std::span<const Foot> foot, const House& house,
                           const measure::PointCovariance& common) {
  std::vector<Crew> crews(guns.size(), Crew{.men = {}, .maybe = {}, .unverified = {"gun.crew_radius"}});
  for (std::size_t m = 0; m < foot.size() && !guns.empty(); ++m) {
    if (house.gun_crew_from == CrewFrom::Gunners && foot[m].arm != Arm::Gunners) continue;
    const auto gap_to = [&](const Figure& gun) {
      Measured gap = measure::gap(gun.footprint, foot[m].figure.footprint, common);
      if (!house.keep_margin) gap.margin = measure::Inches(0.0);
      return gap;
    };
    std::size_t nearest = 0;
    Measured least = gap_to(guns[0]);
    for (std::size_t g = 1; g < guns.size(); ++g)
      if (const Measured gap = gap_to(guns[g]); gap.value < least.value) {
        least = gap;
        nearest = g;
      }
    const Verdict serves = measure::at_most(least, measure::Inches(house.gun_crew_radius));
    if (serves == Verdict::Yes) crews[nearest].men.push_back(m);
    if (serves == Verdict::TooCloseToCall) crews[nearest].maybe.push_back(m);
  }
  return crews;
}

std::vector<std::size_t> crew_order(const Figure& gun, std::span<const Figure> crew) {
  std::vector<std::size_t> order(crew.size());
  std::vector<double> angle(crew.size());
  for (std::size_t i = 0; i < crew.size(); ++i) {
    order[i] = i;
    angle[i] = clockwise_from_behind(gun, crew[i]);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return angle[a] < angle[b]; });
  // The man behind is the one least off to either side; of two, the one the count meets first.
  const auto off = [&](std::size_t i) { return std::min(angle[i], 2.0 * std::numbers::pi - angle[i]); };
  auto behind = order.begin();
  for (auto i = order.begin(); i != order.end(); ++i) {
    const bool nearer = off(*i) < off(*behind) - kSameAngle;
    const bool met_first = std::abs(off(*i) - off(*behind)) <= kSameAngle && angle[*i] > std::numbers::pi;
    if (nearer || met_first) behind = i;
  }
  std::rotate(order.begin(), behind, order.end());
  return order;
}

}  // namespace rules::charge
