#include "rules/charge/aim_all.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "rules/charge/aim_line.h"

namespace rules::charge {
namespace {

using measure::Verdict;
using Rough = FireField::Rough;

constexpr double kNever = std::numeric_limits<double>::infinity();
/// Bounds are widened by this, in inches: more than rounding, less than anything a rule can see.
constexpr double kRounding = 1e-6;
/// The arc is cut into so many directions. Fewer leave more lines to be measured that are barred; more take longer to fill.
constexpr int kDirections = 192;
/// Directions are told apart by their tangent off the heading, up to this: a little beyond 45 degrees.
constexpr double kWidestTangent = 1.1;
/// Friends within this, in inches, are looked at first: on a crowded table they bar everything.
constexpr double kNear = 9.0;
/// An angle that errors may take up, in radians, beyond which no line is left out for lying outside the arc.
constexpr double kWildAngle = 0.1;

double spread(const measure::PointCovariance& c) { return std::max(0.0, c.xx + c.yy); }

bool finite(const Figure& f) {
  const measure::Footprint& p = f.footprint;
  const double sum = p.centre.x.value + p.centre.y.value + p.heading.value + p.heading_margin.value + p.covariance.xx + p.covariance.xy +
                     p.covariance.yy + measure::bounding_radius(p.shape).value + f.height.value;
  return std::isfinite(sum);
}

/// How far one may see in every direction of the arc before a friend surely stands within his inch of the line.
class Shadows {
 public:
  Shadows() { depth_.fill(kNever); }

  /// A friend in the firer's own frame (ahead, left), who bars every line that passes within `bars` of him.
  void cast(double ahead, double left, double bars) {
    if (!(bars > 0.0)) return;
    const double squared = ahead * ahead + left * left, rest = squared - bars * bars;
    if (rest <= 0.0) {  // he stands within it of the firer himself
      depth_.fill(0.0);
      return;
    }
    if (ahead <= bars) return;
    // The tangents of the two lines from the firer that pass him at just this distance.
    const double scale = 1.0 / (ahead * ahead - bars * bars), middle = ahead * left, half = bars * std::sqrt(rest);
    const double first = std::ceil((middle - half) * scale * kPerTangent + kMiddle);
    const double last = std::floor((middle + half) * scale * kPerTangent + kMiddle) - 1.0;
    const int from = static_cast<int>(std::clamp(first, 0.0, double(kDirections)));
    const int to = static_cast<int>(std::clamp(last, -1.0, kDirections - 1.0));
    for (int i = from; i <= to; ++i) depth_[static_cast<std::size_t>(i)] = std::min(depth_[static_cast<std::size_t>(i)], squared);
  }
  /// Is the line to this place surely barred?
  [[nodiscard]] bool bar(double ahead, double left, double squared) const {
    if (!(ahead > 0.0)) return everything();
    const double place = left / ahead * kPerTangent + kMiddle;
    if (!(place >= 0.0 && place < kDirections)) return everything();
    return squared >= depth_[static_cast<std::size_t>(place)];
  }
  /// Beyond this, squared, nothing in the arc is open.
  [[nodiscard]] double deepest() const { return *std::max_element(depth_.begin(), depth_.end()); }

 private:
  /// Is the firer himself so near to a friend that no line is open?
  [[nodiscard]] bool everything() const { return depth_[0] == 0.0; }

  static constexpr double kPerTangent = 0.5 * kDirections / kWidestTangent, kMiddle = 0.5 * kDirections;
  std::array<double, kDirections> depth_;  // squared inches
};

/// One firer after the other against all enemies. Buffers are kept between firers.
class Sweep {
 public:
  Sweep(const AimAllQuestion& question, const FireField& field, const House& house) : q_(question), field_(field), house_(house) {
    for (const Figure& e : q_.enemies) {
      widest_spread_ = std::max(widest_spread_, spread(e.footprint.covariance));
      if (house.range_from == RangeFrom::Edge) widest_ = std::max(widest_, measure::bounding_radius(e.footprint.shape).value);
      turns_ = std::max(turns_, e.footprint.heading_margin.value);
    }
    away_.resize(q_.friends.size());
    for (const auto figures : {q_.firers, q_.enemies, q_.friends}) plain_ = plain_ || !std::all_of(figures.begin(), figures.end(), finite);
  }

  void fire(std::uint32_t firer, std::vector<AimPair>& out) {
    place(q_.firers[firer]);
    if (plain_) {
      everybody(q_.enemies.size(), open_);
      everybody(q_.friends.size(), friends_);
      everybody(q_.enemies.size(), enemies_);
    } else {
      find_open(shadows_of_friends());
      if (open_.empty()) return;
      gather();
    }
    for (const std::uint32_t e : open_)
      if (const Verdict v = judge(q_.firers[firer], e); v != Verdict::No) out.push_back({firer, e, v});
  }

 private:
  static void everybody(std::size_t n, std::vector<std::uint32_t>& out) {
    out.resize(n);
    std::iota(out.begin(), out.end(), 0u);
  }
  /// The firer's own frame, and how far errors may carry things off, at most.
  void place(const Figure& firer) {
    const measure::Footprint& f = firer.footprint;
    x_ = f.centre.x.value, y_ = f.centre.y.value;
    cos_ = std::cos(f.heading.value), sin_ = std::sin(f.heading.value);
    ends_ = measure::kSigmasOf95 * std::sqrt(spread(f.covariance) + widest_spread_) + kRounding;
    reach_ = farthest_range(q_.arm, house_).value + ends_;
    if (house_.range_from == RangeFrom::Edge) {
      const double outer = measure::bounding_radius(f.shape).value;
      reach_ += outer + widest_ + 2.0 * outer * f.heading_margin.value + 2.0 * widest_ * turns_;
    }
    wild_ = f.heading_margin.value > kWildAngle;
    slope_ = 1.0 + 2.6 * f.heading_margin.value;  // tan(45 deg + m) <= 1 + 2.6 m for m <= 0.2
  }
  [[nodiscard]] double ahead(double dx, double dy) const { return dx * cos_ + dy * sin_; }
  [[nodiscard]] double left(double dx, double dy) const { return dy * cos_ - dx * sin_; }

  Shadows shadows_of_friends() {
    const auto friends = field_.rough_friends();
    const double near = kNear * kNear, far = (reach_ + 1.0) * (reach_ + 1.0);
    Shadows shadows;
    const auto cast = [&](const Rough& r, double squared) {
      const double dx = r.x - x_, dy = r.y - y_, forward = ahead(dx, dy);
      // Whoever stands behind, beside, or far off the arc bars nothing that is looked up.
      if (forward < 0.0 && squared > 4.0) return;
      shadows.cast(forward, left(dx, dy), kClearOfFriends.value + r.inner - r.wander - ends_);
    };
    for (std::size_t i = 0; i < friends.size(); ++i) {
      const double dx = friends[i].x - x_, dy = friends[i].y - y_;
      away_[i] = dx * dx + dy * dy;
      if (away_[i] < near) cast(friends[i], away_[i]);
    }
    if (shadows.deepest() == kNever)
      for (std::size_t i = 0; i < friends.size(); ++i)
        if (away_[i] >= near && away_[i] < far) cast(friends[i], away_[i]);
    return shadows;
  }

  /// The enemies of whom it is not plain that they may not be fired at.
  void find_open(const Shadows& shadows) {
    open_.clear();
    farthest_ = 0.0;
    const auto enemies = field_.rough_enemies();
    const double reach = reach_ * reach_, unclear = 13.0 * ends_ * 13.0 * ends_, beside = 3.2 * ends_;
    for (std::size_t i = 0; i < enemies.size(); ++i) {
      const double dx = enemies[i].x - x_, dy = enemies[i].y - y_, squared = dx * dx + dy * dy;
      if (squared > reach) continue;
      const double forward = ahead(dx, dy), sideways = left(dx, dy);
      const bool outside = std::abs(sideways) > forward * slope_ + beside;
      if (outside && !wild_ && squared > unclear) continue;
      if (shadows.bar(forward, sideways, squared)) continue;
      open_.push_back(static_cast<std::uint32_t>(i));
      farthest_ = std::max(farthest_, squared);
    }
  }

  /// Everybody who can stand beside or in an open line.
  void gather() {
    const auto near = [&](std::span<const Rough> all, double clear, std::vector<std::uint32_t>& out) {
      out.clear();
      const double line = std::sqrt(farthest_);
      for (std::size_t i = 0; i < all.size(); ++i) {
        const double dx = all[i].x - x_, dy = all[i].y - y_;
        const double most = line + clear + all[i].outer + all[i].wander + ends_;
        if (dx * dx + dy * dy <= most * most) out.push_back(static_cast<std::uint32_t>(i));
      }
    };
    near(field_.rough_friends(), kClearOfFriends.value, friends_);
    near(field_.rough_enemies(), 0.0, enemies_);
  }

  Verdict judge(const Figure& firer, std::uint32_t enemy) {
    const Figure& target = q_.enemies[enemy];
    Verdict verdict = field_.bearing(q_.arm, firer, target).verdict();
    if (verdict == Verdict::No) return verdict;
    verdict = measure::both(verdict, field_.clear_of(firer, target, friends_));
    if (verdict == Verdict::No) return verdict;
    others_.clear();
    std::copy_if(enemies_.begin(), enemies_.end(), std::back_inserter(others_), [&](std::uint32_t i) { return i != enemy; });
    return measure::both(verdict, field_.sight(firer, target, others_).sight.clear);
  }

  const AimAllQuestion& q_;
  const FireField& field_;
  const House& house_;
  double widest_spread_ = 0.0, widest_ = 0.0, turns_ = 0.0;
  double x_ = 0.0, y_ = 0.0, cos_ = 1.0, sin_ = 0.0, ends_ = 0.0, reach_ = 0.0, slope_ = 1.0, farthest_ = 0.0;
  bool wild_ = false;
  bool plain_ = false;  // something is not a number: no short cuts
  std::vector<double> away_;
  std::vector<std::uint32_t> open_, friends_, enemies_, others_;
};

std::vector<Figure> exactly(std::span<const Figure> figures) {
  std::vector<Figure> out;
  for (const Figure& f : figures) out.push_back(without_margins(f));
  return out;
}

std::vector<AimPair> swept(const AimAllQuestion& q, const House& house) {
  const FireField field(q.friends, q.enemies, q.terrain, q.common, house);
  Sweep sweep(q, field, house);
  std::vector<AimPair> pairs;
  for (std::size_t i = 0; i < q.firers.size(); ++i) sweep.fire(static_cast<std::uint32_t>(i), pairs);
  return pairs;
}

}  // namespace

std::vector<AimPair> aim_all(const AimAllQuestion& question, const House& house) {
  if (house.keep_margin) return swept(question, house);
  const auto firers = exactly(question.firers), enemies = exactly(question.enemies), friends = exactly(question.friends);
  AimAllQuestion q = question;
  q.firers = firers, q.enemies = enemies, q.friends = friends, q.common = {};
  return swept(q, house);
}

}  // namespace rules::charge
