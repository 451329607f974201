#include "rules/charge/aim/aim_all.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "rules/charge/aim/aim_line.h"

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
/// Friends are looked at ring by ring, in inches, until they bar everything: on a crowded table the nearest do.
constexpr std::array kRings = {6.0, 10.0, 18.0, kNever};
/// An angle that errors may take up, in radians, beyond which no line is left out for lying outside the arc.
constexpr double kWildAngle = 0.1;
/// From so many times the error of a line's ends on, the error turns it by less than a tenth of a radian.
constexpr double kClearly = 13.0;

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

/// Figures in the order of their x, for quick looks at those near a firer.
class Places {
 public:
  struct Place {
    double x, y, outer, inner, wander;  // as in Rough
    std::uint32_t index;                // of the figure
  };

  explicit Places(std::span<const Rough> all) {
    for (const Rough& r : all) places_.push_back({r.x, r.y, r.outer, r.inner, r.wander, static_cast<std::uint32_t>(places_.size())});
    std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) { return a.x < b.x; });
    for (const Place& p : places_) widest_ = std::max(widest_, p.outer + p.wander);
  }
  /// All between two x.
  [[nodiscard]] std::span<const Place> between(double from, double to) const {
    const auto first = std::lower_bound(places_.begin(), places_.end(), from, [](const Place& p, double x) { return p.x < x; });
    const auto last = std::upper_bound(first, places_.end(), to, [](double x, const Place& p) { return x < p.x; });
    return {first, last};
  }
  /// How far the widest of them reaches from its middle, errors and all.
  [[nodiscard]] double widest() const { return widest_; }

 private:
  std::vector<Place> places_;
  double widest_ = 0.0;
};

/// One firer after the other against all enemies. Buffers are kept between firers.
class Sweep {
 public:
  Sweep(const AimAllQuestion& question, const FireField& field, const House& house)
      : q_(question),
        field_(field),
        house_(house),
        friend_places_(field.rough_friends()),
        enemy_places_(field.rough_enemies()),
        middles_(question.enemies.size()) {
    for (const Figure& e : q_.enemies) {
      widest_spread_ = std::max(widest_spread_, spread(e.footprint.covariance));
      if (house.range_from == RangeFrom::Edge) widest_ = std::max(widest_, measure::bounding_radius(e.footprint.shape).value);
      turns_ = std::max(turns_, e.footprint.heading_margin.value);
    }
    for (const auto figures : {q_.firers, q_.enemies, q_.friends}) plain_ = plain_ || !std::all_of(figures.begin(), figures.end(), finite);
  }

  void fire(std::uint32_t firer, std::vector<AimPair>& out) {
    if (plain_) {
      everybody(q_.enemies.size(), open_);
      everybody(q_.friends.size(), friends_);
      everybody(q_.enemies.size(), enemies_);
    } else {
      place(q_.firers[firer]);
      find_open(shadows_of_friends());
      if (open_.empty()) return;
      gather(friend_places_, kClearOfFriends.value, friends_);
      gather(enemy_places_, 0.0, enemies_);
    }
    eye_.reset();
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

  Shadows shadows_of_friends() const {
    Shadows shadows;
    double done = 0.0;
    for (const double ring : kRings) {
      const double to = std::min(ring, reach_), least = square(done), most = square(to);
      for (const Places::Place& p : friend_places_.between(x_ - to, x_ + to)) {
        const double squared = square(p.x - x_) + square(p.y - y_);
        if (squared >= least && squared < most) cast_shadow(shadows, p);
      }
      if (shadows.deepest() != kNever || ring >= reach_) break;
      done = to;
    }
    return shadows;
  }
  void cast_shadow(Shadows& shadows, const Places::Place& p) const {
    const double dx = p.x - x_, dy = p.y - y_, bars = kClearOfFriends.value + p.inner - p.wander - ends_;
    const double forward = ahead(dx, dy), sideways = left(dx, dy);
    // Farther off the arc than he bars, he bars nothing that is looked up.
    if (std::abs(sideways) > kWidestTangent * forward + (1.0 + kWidestTangent) * std::max(bars, 0.0)) return;
    shadows.cast(forward, sideways, bars);
  }

  /// Squared, how far away an enemy may stand in the arc and not be barred for sure.
  [[nodiscard]] double farthest_open(const Shadows& shadows) const {
    const double reach = reach_ * reach_, deepest = shadows.deepest();
    // The depths hold for the arc and as far beside it as errors may carry an enemy who stands so far away.
    const bool whole_arc = !wild_ && deepest > square(kClearly * ends_) && slope_ + 6.4 * ends_ / std::sqrt(deepest) < kWidestTangent;
    return whole_arc ? std::min(reach, deepest) : reach;
  }

  /// The enemies of whom it is not plain that they may not be fired at.
  void find_open(const Shadows& shadows) {
    open_.clear();
    farthest_ = widest_tangent_ = 0.0;
    const double most = farthest_open(shadows), to = std::sqrt(most) + kRounding;
    const double unclear = square(kClearly * ends_), beside = 3.2 * ends_;
    for (const Places::Place& p : enemy_places_.between(x_ - to, x_ + to)) {
      const double dx = p.x - x_, dy = p.y - y_, squared = dx * dx + dy * dy;
      if (squared > most) continue;
      const double forward = ahead(dx, dy), sideways = left(dx, dy);
      const bool outside = std::abs(sideways) > forward * slope_ + beside;
      if (outside && !wild_ && squared > unclear) continue;
      if (shadows.bar(forward, sideways, squared)) continue;
      open_.push_back(p.index);
      farthest_ = std::max(farthest_, squared);
      widest_tangent_ = std::max(widest_tangent_, forward > 0.0 ? std::abs(sideways) / forward : kNever);
    }
    std::sort(open_.begin(), open_.end());
  }

  /// Everybody who can stand beside or in an open line, the nearest first.
  void gather(const Places& places, double clear, std::vector<std::uint32_t>& out) {
    found_.clear();
    const double line = std::sqrt(farthest_) + clear + ends_, reach = line + places.widest();
    for (const Places::Place& p : places.between(x_ - reach, x_ + reach)) {
      const double dx = p.x - x_, dy = p.y - y_, squared = dx * dx + dy * dy, beside = clear + ends_ + p.outer + p.wander;
      if (squared > square(line + p.outer + p.wander)) continue;
      // Near a line that runs within the widest tangent: not behind, and not farther off than that line is.
      const double forward = ahead(dx, dy) + beside, off = std::abs(left(dx, dy)) - beside;
      if (widest_tangent_ < kNever && (forward < 0.0 || off > widest_tangent_ * forward)) continue;
      found_.push_back({squared, p.index});
    }
    std::sort(found_.begin(), found_.end());
    out.clear();
    for (const auto& [squared, index] : found_) out.push_back(index);
  }

  Verdict judge(const Figure& firer, std::uint32_t enemy) {
    const Figure& target = q_.enemies[enemy];
    const Verdict clear = field_.clear_of(firer, target, friends_);
    if (clear == Verdict::No) return clear;
    if (!eye_) eye_ = field_.eye_of(firer);
    if (!middles_[enemy]) middles_[enemy] = field_.middle_of(target);
    if (field_.surely_hidden(*eye_, *middles_[enemy], enemies_, enemy)) return Verdict::No;
    const Verdict bearing = field_.bearing(q_.arm, firer, target).verdict();
    if (bearing == Verdict::No) return bearing;
    return measure::both(measure::both(bearing, clear), field_.sees(*eye_, *middles_[enemy], enemies_, enemy));
  }

  static double square(double v) { return v * v; }

  const AimAllQuestion& q_;
  const FireField& field_;
  const House& house_;
  double widest_spread_ = 0.0, widest_ = 0.0, turns_ = 0.0;  // of the enemies: error, base, heading margin
  Places friend_places_, enemy_places_;
  std::vector<std::optional<measure::SightEnd>> middles_;  // of the enemies, once they are asked for
  bool plain_ = false;                                     // something is not a number: no short cuts
  // of the firer whose turn it is
  double x_ = 0.0, y_ = 0.0, cos_ = 1.0, sin_ = 0.0, ends_ = 0.0, reach_ = 0.0, slope_ = 1.0, farthest_ = 0.0, widest_tangent_ = 0.0;
  bool wild_ = false;
  std::optional<measure::SightEnd> eye_;
  std::vector<std::uint32_t> open_, friends_, enemies_;
  std::vector<std::pair<double, std::uint32_t>> found_;
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
