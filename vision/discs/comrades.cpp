#include "vision/discs/comrades.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace vision {
namespace {

/// Sizes that differ by less than this share are mistaken for one another by the network and by a fit alone: neighbours among the makers'
/// 20, 25, 30, 32 and 40 mm do, by up to a quarter.
constexpr double kNearlySame = 0.3;
/// How far a rim is seen from where its army's rims are, and the amount common to them from what was expected of it, inches, 1 sigma; a rim
/// farther off than so many sigmas is another edge.
constexpr double kRimSigma = 0.012, kCommonSigma = 0.02, kOtherEdge = 3.0;
constexpr double kAnywhere = 0.1;  // inches, 1 sigma
/// Laid again as another size a base must show this share of the rim that it showed before.
constexpr double kStillLaid = 0.8;

// Bases touch that are no farther apart than this, as a share of the sum of their half lengths; a comrade is likely by himself from these
// log-odds on.
constexpr double kTouching = 1.15, kLikely = 1.0;
// How far the place in line with two comrades is off, inches, 1 sigma.
constexpr double kInLine = 0.1;
// Who stands nearer to a place than this, in half widths, stands there. Who is farther off and bars it may be told half a base off.
constexpr double kSamePlace = 0.5;

bool touch(const DiscFit& a, const DiscFit& b) {
  const double apart = std::hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y);
  return !collide(a, b) && apart < kTouching * (a.base.half_length + b.base.half_length);
}

bool nearly_same(const DiscBase& a, const DiscBase& b) {
  return a.round() && b.round() && std::abs(a.half_width - b.half_width) < kNearlySame * std::min(a.half_width, b.half_width);
}

bool has_near_sizes(const DiscArmy& army) {
  for (const auto& one : army.bases)
    for (const auto& other : army.bases)
      if (one.second.half_width != other.second.half_width && nearly_same(one.second, other.second)) return true;
  return false;
}

/// The bases of one army in the picture, and how large each of them may be.
class Sizes {
 public:
  Sizes(const DiscArmy& army, double expected) : army_(army), expected_(expected) {}

  /// `offset`: how far outside the drawn outline the rim is seen, inches.
  void add(Found& found, double offset) { rims_.push_back({&found, found.fit.base.half_width + offset}); }

  /// Where all the rims lie when they lie best, inches outside the drawn ones.
  [[nodiscard]] double common() const {
    double best = expected_, least = std::numeric_limits<double>::infinity();
    for (const Rim& rim : rims_)
      for (const auto& base : army_.bases) {
        if (!nearly_same(base.second, rim.found->fit.base)) continue;
        const double offset = rim.seen - base.second.half_width, away = (offset - expected_) / kCommonSigma;
        double cost = away * away;
        for (const Rim& other : rims_) cost += cost_of(other, as(other, offset), offset);
        if (cost < least) least = cost, best = offset;
      }
    return best;
  }

  /// Calls `change(found, base)` for each whose size is another than it was taken for.
  template <typename Change>
  void tell(Change change) const {
    const double offset = common();
    for (const Rim& rim : rims_) {
      const std::size_t base = as(rim, offset);
      if (army_.bases[base].second.half_width != rim.found->fit.base.half_width) change(*rim.found, base);
    }
  }

 private:
  struct Rim {
    Found* found;
    double seen;  // inches from the middle
  };
  [[nodiscard]] double cost_of(const Rim& rim, std::size_t base, double offset) const {
    const double off = std::abs(rim.seen - army_.bases[base].second.half_width - offset) / kRimSigma;
    return std::min(off, kOtherEdge) * std::min(off, kOtherEdge);
  }
  /// The likeliest size of a base, its own where that is as likely.
  [[nodiscard]] std::size_t as(const Rim& rim, double offset) const {
    std::size_t best = rim.found->base;
    for (std::size_t b = 0; b < army_.bases.size(); ++b)
      if (nearly_same(army_.bases[b].second, rim.found->fit.base) && cost_of(rim, b, offset) < cost_of(rim, best, offset)) best = b;
    return best;
  }

  const DiscArmy& army_;
  double expected_;
  std::vector<Rim> rims_;
};

}  // namespace

void tell_sizes(const DiscPicture& picture, std::span<const DiscArmy> armies, std::span<const DiscLook> looks, std::vector<Found>& found) {
  for (std::size_t a = 0; a < armies.size(); ++a) {
    if (!has_near_sizes(armies[a])) continue;
    Sizes sizes(armies[a], looks[a].offsets.rim.mean);
    DiscLook open = looks[a];  // the rim may lie anywhere: what is expected of it holds for the right size only
    open.offsets.rim.sigma = kAnywhere;
    for (Found& f : found)
      if (f.army == a && f.fit.base.round() && is_laid(f.fit))
        sizes.add(f, fit_disc(picture, open, f.fit.base, f.fit.pose).value_or(f.fit).rim_offset);
    sizes.tell([&](Found& f, std::size_t base) {
      const auto fit = fit_disc(picture, looks[a], armies[a].bases[base].second, f.fit.pose, {f.seen.pose.theta, f.seen.sure_of_front});
      if (!fit || !is_laid(*fit) || fit->supported < kStillLaid * f.fit.supported) return;
      f.fit = *fit, f.base = base;
    });
  }
}

void tell_fronts(std::vector<Found>& found) {
  std::vector<FacingMan> men;
  std::vector<DiscFit*> fits;
  for (Found& f : found) {
    if (!is_laid(f.fit)) continue;
    const Belief own(f.fit.whites, f.fit.by_edges.heading, f.fit.base.round(), {f.seen.pose.theta, f.seen.sure_of_front});
    men.push_back({own, f.fit.by_edges.heading, {f.fit.pose.x, f.fit.pose.y}, 2.0 * f.fit.base.half_width, f.army});
    fits.push_back(&f.fit);
  }
  const std::vector<Belief> together = believed_together(men);
  for (std::size_t i = 0; i < fits.size(); ++i) tell_heading(together[i], *fits[i]);
}

void count_comrades(std::vector<Found>& found) {
  for (Found& one : found) one.comrades = 0;
  std::vector<const Found*> likely;
  for (const Found& one : found)
    if (log_odds(one) >= kLikely) likely.push_back(&one);
  std::vector<int> counts;
  for (const Found& one : found) {
    std::vector<DiscPose> beside;  // each once, though it may be laid as several bases
    for (const Found* other : likely) {
      if (other->army != one.army || !touch(one.fit, other->fit)) continue;
      const DiscPose& seen = other->seen.pose;
      if (std::ranges::none_of(beside, [&](const DiscPose& p) { return p.x == seen.x && p.y == seen.y; })) beside.push_back(seen);
    }
    counts.push_back(static_cast<int>(beside.size()));
  }
  for (std::size_t i = 0; i < found.size(); ++i) found[i].comrades = counts[i];
}

std::vector<PlaceInLine> places_in_line(std::span<const Found> found) {
  std::vector<PlaceInLine> out;
  std::vector<DiscFit> standing;
  for (const Found& f : found) standing.push_back(f.fit);
  for (const Found& one : found)
    for (const Found& other : found) {
      if (&one == &other || one.army != other.army || one.base != other.base) continue;
      if (!is_laid(one.fit) || !is_laid(other.fit) || !touch(one.fit, other.fit)) continue;
      DiscFit next = other.fit;
      next.pose.x += other.fit.pose.x - one.fit.pose.x, next.pose.y += other.fit.pose.y - one.fit.pose.y;
      const auto stands_there = [&](const DiscFit& f) {
        return std::hypot(f.pose.x - next.pose.x, f.pose.y - next.pose.y) < kSamePlace * next.base.half_width;
      };
      if (std::ranges::any_of(standing, stands_there)) continue;
      standing.push_back(next);
      SeenDisc seen = other.seen;
      seen.base = next.base, seen.pose = next.pose;
      seen.spread = kInLine, seen.evidence = 0.0, seen.supposed = true;
      out.push_back({std::move(seen), other.army, other.cost});
    }
  return out;
}

}  // namespace vision
