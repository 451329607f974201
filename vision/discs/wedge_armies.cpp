#include "vision/discs/wedge_armies.h"

#include <algorithm>
#include <cmath>

#include "vision/tracking/assignment.h"

namespace vision {
namespace {

// White paper in a roster's colours: a hint is a share of it.
constexpr float kHintWhite = 235.0f;
// How far paint and hint differ in each channel, 1 sigma as a share of white; what a hint can cost at most, and what having none does.
// A costlier hint outvotes the officers beside their men, a cheaper one lets them decide over clear colours.
constexpr float kHintSigma = 0.25f;
constexpr double kWorstHint = 4.0, kNoHint = 2.0;
// What it costs when all bases stand nearer to other armies' officers, and when there are far too many or too few of them.
constexpr double kOthersOfficers = 3.0, kWrongNumber = 2.0;
// Leaving an army without a paint is dearer than any pair.
constexpr double kNoPaint = 20.0;
// So many more bases than an army has men are not its own alone.
constexpr double kTooMany = 1.15;

double hint_cost(const ArmySought& army, const Colour& paint) {
  if (!army.hint) return kNoHint;
  const double off = (paint - *army.hint / kHintWhite).squaredNorm() / (kHintSigma * kHintSigma);
  return kWorstHint * (1.0 - std::exp(-off / kWorstHint));
}

/// The share of a paint's bases whose nearest officer is not of this army; none known: 0.
double officers_cost(std::span<const ArmySought> armies, std::size_t army, const PaintedBases& paint) {
  double others = 0.0;
  for (const WedgeProposal& base : paint.bases) {
    const measure::TablePoint at{measure::Inches(base.pose.x), measure::Inches(base.pose.y)};
    std::optional<measure::Inches> nearest;
    std::size_t whose = army;
    for (std::size_t a = 0; a < armies.size(); ++a)
      for (const measure::TablePoint& officer : armies[a].officers)
        if (!nearest || distance(officer, at) < *nearest) {
          nearest = distance(officer, at);
          whose = a;
        }
    others += whose != army;
  }
  return kOthersOfficers * others / static_cast<double>(paint.bases.size());
}

double number_cost(std::size_t men, std::size_t bases) {
  const double m = static_cast<double>(men), b = static_cast<double>(bases);
  return kWrongNumber * std::abs(m - b) / std::max({m, b, 1.0});
}

}  // namespace

std::vector<PaintOfArmy> armies_of_paints(std::span<const ArmySought> armies, std::span<const PaintedBases> paints) {
  Eigen::MatrixXd cost(static_cast<Eigen::Index>(armies.size()), static_cast<Eigen::Index>(paints.size()));
  for (std::size_t a = 0; a < armies.size(); ++a)
    for (std::size_t p = 0; p < paints.size(); ++p)
      cost(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(p)) =
          hint_cost(armies[a], paints[p].paint) + officers_cost(armies, a, paints[p]) + number_cost(armies[a].men, paints[p].bases.size());
  const auto paint_of = assign(cost, kNoPaint);
  std::vector<PaintOfArmy> out(armies.size());
  for (std::size_t a = 0; a < armies.size(); ++a) out[a].paint = paint_of[a];
  for (std::size_t a = 0; a < armies.size(); ++a)
    for (std::size_t other = 0; other < armies.size() && !out[a].paint; ++other) {
      if (!paint_of[other] ||
          static_cast<double>(paints[*paint_of[other]].bases.size()) < kTooMany * static_cast<double>(armies[other].men))
        continue;
      out[a] = {paint_of[other], other};
    }
  return out;
}

}  // namespace vision
