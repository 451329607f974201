#include "rules/charge/move/path_ground.h"

#include <algorithm>
#include <optional>

namespace rules::charge::path {
namespace {

/// Inches: a step this near to an edge, and along it, runs on the border. Then both sides are asked.
constexpr double kOnBorder = 1e-9;
/// Inches to either side for that. Above kOnBorder, below everything drawn.
constexpr double kBeside = 1e-8;
/// Inches that a step may run inside an obstacle without entering it: touching is no crossing.
constexpr double kTouch = 1e-7;
/// Shares of a step below this are rounding.
constexpr double kNothing = 1e-13;

struct Rates {
  double down, other;  // on flat ground both are the same
};

Rates rates_of(const Stretch& s, const Fare& fare, bool stack) {
  Rates r{1.0, 1.0};
  if (fare.slow_ground_counts) {
    const double wood = s.wood ? 2.0 : 1.0, marsh = s.marsh ? 2.0 : 1.0, slope = s.rise ? 2.0 : 1.0;
    r.down = stack ? wood * marsh : std::max(wood, marsh);
    r.other = stack ? r.down * slope : std::max(r.down, slope);
  }
  if (fare.whole_turn > 0.0) {
    r.down = r.down <= fare.whole_turn ? fare.whole_turn : kNever;
    r.other = r.other <= fare.whole_turn ? fare.whole_turn : kNever;
  }
  if (fare.road_only && !s.on_road) r = {kNever, kNever};
  return {r.down * fare.factor, r.other * fare.factor};
}

}  // namespace

void Ground::cut(const Ring& ring, Point a, Point b, Of what, std::size_t which) const {
  const Point way = b - a;
  const double whole = length(way), border = kOnBorder * whole;
  shares_.clear();
  Point before = ring.back();
  double side_before = cross(way, before - a);
  for (const Point& corner : ring) {
    const double side = cross(way, corner - a);
    if ((side > 0.0) != (side_before > 0.0)) {
      const Point on = before + (corner - before) * (side_before / (side_before - side));
      shares_.push_back(dot(on - a, way) / (whole * whole));
    }
    if (std::abs(side) <= border && std::abs(side_before) <= border) {
      const double one = dot(before - a, way), other = dot(corner - a, way);
      if (std::max(one, other) > border && std::min(one, other) < whole * whole - border) grazes_ = true;
    }
    before = corner;
    side_before = side;
  }
  std::sort(shares_.begin(), shares_.end());
  for (std::size_t i = 0; i + 1 < shares_.size(); i += 2) {
    const double from = std::max(0.0, shares_[i]), to = std::min(1.0, shares_[i + 1]);
    if (to - from > kNothing) within_.push_back({from, to, what, which});
  }
}

void Ground::cut(const Area& area, Point a, Point b, Of what, std::size_t which) const {
  if (!area.box.meets(box_of(a, b))) return;
  for (const Ring& ring : area.parts) cut(ring, a, b, what, which);
}

bool Ground::gather(Point a, Point b, const Fare& fare) const {
  within_.clear();
  grazes_ = false;
  const Going& g = *going_;
  if (fare.slow_ground_counts) {
    for (std::size_t i = 0; i < g.woods.size(); ++i) cut(g.woods[i], a, b, Of::Wood, i);
    for (std::size_t i = 0; i < g.marshes.size(); ++i) cut(g.marshes[i], a, b, Of::Marsh, i);
    for (std::size_t i = 0; i < g.rises.size(); ++i) {
      cut(g.rises[i].foot, a, b, Of::Foot, i);
      if (!g.rises[i].top.empty() && g.rises[i].foot.box.meets(box_of(a, b))) cut(g.rises[i].top, a, b, Of::Top, i);
    }
  }
  if (fare.road_only)
    for (std::size_t i = 0; i < g.roads.size(); ++i) cut(g.roads[i], a, b, Of::Road, i);
  return grazes_;
}

template <class Visit>
void Ground::walk(Visit visit) const {
  if (within_.empty()) {
    Stretch s{.from = 0.0, .to = 1.0};
    visit(s);
    return;
  }
  shares_.assign({0.0, 1.0});
  for (const Within& w : within_) {
    shares_.push_back(w.from);
    shares_.push_back(w.to);
  }
  std::sort(shares_.begin(), shares_.end());
  for (std::size_t i = 0; i + 1 < shares_.size(); ++i) {
    if (shares_[i + 1] - shares_[i] <= kNothing) continue;
    Stretch s{.from = shares_[i], .to = shares_[i + 1]};
    const double middle = 0.5 * (s.from + s.to);
    std::size_t highest = going_->rises.size(), top = highest;
    for (const Within& w : within_) {
      if (middle < w.from || middle > w.to) continue;
      switch (w.what) {
        case Of::Wood: s.wood = s.wood ? s.wood : &going_->woods[w.which]; break;
        case Of::Marsh: s.marsh = s.marsh ? s.marsh : &going_->marshes[w.which]; break;
        case Of::Foot: highest = std::min(highest, w.which); break;
        case Of::Top: top = std::min(top, w.which); break;
        case Of::Road: s.on_road = true; break;
      }
    }
    if (highest < going_->rises.size() && top != highest) s.rise = &going_->rises[highest];
    visit(s);
  }
}

double Ground::cost_of(const Stretch& s, Point a, Point b, const Fare& fare) const {
  const Rates rates = rates_of(s, fare, going_->stack);
  const double inches = (s.to - s.from) * distance(a, b);
  if (!s.rise) return inches * rates.other;
  return price_on_slope(*s.rise, between(a, b, s.from), between(a, b, s.to), rates.down, rates.other, going_->down_tolerance);
}

double Ground::least_of(const Stretch& s, Point a, Point b, const Fare& fare) const {
  const Rates rates = rates_of(s, fare, going_->stack);
  return (s.to - s.from) * distance(a, b) * (s.rise ? rates.down : rates.other);
}

double Ground::sum(Point a, Point b, const Fare& fare, double enough) const {
  // Slopes take time: first whether the rest alone is enough.
  parts_.clear();
  double least = 0.0;
  bool sloping = false;
  walk([&](const Stretch& s) {
    least += least_of(s, a, b, fare);
    sloping = sloping || s.rise;
    parts_.push_back(s);
  });
  if (least >= enough) return kNever;
  double cost = least;
  if (sloping) {
    cost = 0.0;
    for (const Stretch& s : parts_) cost += cost_of(s, a, b, fare);
  }
  if (cost >= enough) return kNever;
  if (fare.obstacles_closed)
    for (const Barrier& obstacle : going_->obstacles)
      if (obstacle.area.box.meets(box_of(a, b)) && enters(obstacle, a, b)) return kNever;
  return cost;
}

double Ground::price_beside(Point a, Point b, const Fare& fare, double enough) const {
  (void)gather(a, b, fare);
  return sum(a, b, fare, enough);
}

double Ground::price(Point a, Point b, const Fare& fare, double enough) const {
  if (a == b) return 0.0;
  if (!gather(a, b, fare)) return sum(a, b, fare, enough);
  const Point aside = left_of(unit(b - a)) * kBeside;
  return std::min(price_beside(a + aside, b + aside, fare, enough), price_beside(a - aside, b - aside, fare, enough));
}

bool Ground::enters(const Barrier& obstacle, Point a, Point b) const {
  const auto inside_of = [&](Point from, Point to) {
    within_.clear();
    grazes_ = false;
    cut(obstacle.area, from, to, Of::Wood, 0);
    if (within_.empty()) return grazes_ ? -1.0 : 0.0;
    for (const Area& area : obstacle.lifted) cut(area, from, to, Of::Top, 0);
    if (grazes_) return -1.0;
    shares_.assign({0.0, 1.0});
    for (const Within& w : within_) {
      shares_.push_back(w.from);
      shares_.push_back(w.to);
    }
    std::sort(shares_.begin(), shares_.end());
    double most = 0.0;
    for (std::size_t i = 0; i + 1 < shares_.size(); ++i) {
      const double middle = 0.5 * (shares_[i] + shares_[i + 1]);
      bool in = false, out = false;
      for (const Within& w : within_)
        if (middle > w.from && middle < w.to) (w.what == Of::Top ? out : in) = true;
      if (in && !out) most += shares_[i + 1] - shares_[i];
    }
    return most * distance(from, to);
  };
  if (a == b) return false;
  const double straight = inside_of(a, b);
  if (straight >= 0.0) return straight > kTouch;
  const Point aside = left_of(unit(b - a)) * kBeside;
  return std::abs(inside_of(a + aside, b + aside)) > kTouch && std::abs(inside_of(a - aside, b - aside)) > kTouch;
}

std::vector<Stretch> Ground::stretches(Point a, Point b, const Fare& fare) const {
  std::vector<Stretch> all;
  if (a == b) return all;
  Point from = a, to = b;
  if (gather(a, b, fare)) {
    const Point aside = left_of(unit(b - a)) * kBeside;
    const double left = price_beside(a + aside, b + aside, fare, kNever), right = price_beside(a - aside, b - aside, fare, kNever);
    from = left <= right ? a + aside : a - aside;
    to = from + (b - a);
    (void)gather(from, to, fare);
  }
  walk([&](const Stretch& s) {
    all.push_back(s);
    all.back().cost = cost_of(s, from, to, fare);
  });
  return all;
}

}  // namespace rules::charge::path
