#include "rules/charge/move/path_reach.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

namespace rules::charge::path {
namespace {

/// Cells along each side of the grid. The outline is exact on their edges and straight within them; fewer cut
/// its corners by more than half of a cell.
constexpr int kCells = 192;
/// The grid is looked at in squares of so many cells first.
constexpr int kCoarse = 8;
/// Squares of so many cells and less are taken to be what their corners are, if nothing stands there.
constexpr double kSmall = 2.5;
/// Inches: how exactly the outline meets the edge of a cell, and how much cheaper a way must be to matter.
constexpr double kExact = 5e-4;
/// Inches past the allowance where the exact cost no longer matters.
constexpr double kFarPast = 0.5;

/// How many inches of allowance are lacking at a place; negative where some are left.
class Lacking {
 public:
  Lacking(const World& world, const std::vector<Fare>& fares, Point from, const std::vector<Blocker>& not_upon)
      : world_(world), from_(from) {
    for (const Fare& fare : fares) {
      radius_ = std::max(radius_, fare.allowance / fare.least());
      allowance_.push_back(fare.allowance);
    }
    const Box near = box_of(from, from).grown(radius_);
    for (const Fare& fare : fares) scenes_.emplace_back(world, fare, near);
    for (const Scene& scene : scenes_) arrivals_.push_back(arrivals(scene, from, scene.fare().allowance));
    for (const Blocker& b : world.blockers)
      if (b.box.meets(near)) solid_.push_back(&b);
    for (const Blocker& b : not_upon)
      if (b.box.meets(near)) solid_.push_back(&b);
    slow_ = slow_boxes();
    for (const Barrier& obstacle : world.going.obstacles)
      if (obstacle.area.box.meets(near))
        for (const Border& b : border_of(obstacle)) fences_.push_back(b);
    last_.assign(scenes_.size(), 0);
  }

  [[nodiscard]] double radius() const { return radius_; }

  double operator()(Point p) {
    measure::Effort::spend(12 * solid_.size());
    double deepest = -kNever;
    for (const Blocker* b : solid_)
      if (p.x > b->box.low.x && p.x < b->box.high.x && p.y > b->box.low.y && p.y < b->box.high.y)
        deepest = std::max(deepest, -clearance(*b, p).inches);
    if (world_.table) {
      const Box& t = *world_.table;
      deepest = std::max({deepest, t.low.x - p.x, p.x - t.high.x, t.low.y - p.y, p.y - t.high.y});
    }
    if (deepest > 0.0) return deepest;  // no way leads there
    double lacking = kNever;
    for (std::size_t i = 0; i < scenes_.size(); ++i) lacking = std::min(lacking, by(i, p, lacking));
    return std::max(lacking, deepest);
  }

  /// Can the outline run inside this square though all its corners, the nearest lacking `least`, lie on one side?
  [[nodiscard]] bool may_hide(const Box& square, double least, double cell) const {
    measure::Effort::spend(12 * (solid_.size() + fences_.size()));
    const auto meets = [&](const Box& box) { return box.meets(square); };
    // The cost rises by an inch an inch, by twice that on slow ground or where crossing is all that helps; the rare
    // places where halvings multiply are looked at no closer.
    const double steepest = scenes_.size() > 1 || std::ranges::any_of(slow_, meets) ? 2.0 : 1.0;
    const double side = square.high.x - square.low.x, around = std::sqrt(0.5) * side;
    if (side > kSmall * cell && least < 0.5 * steepest * side) return true;
    const Point middle = between(square.low, square.high, 0.5);
    return std::ranges::any_of(
               solid_, [&](const Blocker* b) { return b->box.meets(square) && std::abs(clearance(*b, middle).inches) <= around; }) ||
           std::ranges::any_of(fences_, [&](const Border& f) { return distance_to_segment(f.from, f.to, middle) <= around; });
  }

 private:
  double by(std::size_t which, Point p, double less_than) {
    const Scene& scene = scenes_[which];
    const Arrivals& known = arrivals_[which];
    const double least = scene.fare().least(), allowance = allowance_[which];
    if (least * distance(from_, p) - allowance > kFarPast) return kNever;
    double best = std::min(less_than, kFarPast) + allowance;
    bool found = false;
    const auto hoped = [&](std::size_t i) { return known.cost[i] + least * distance(known.at[i], p); };
    const auto offer = [&](std::size_t i) {
      const double cost = known.cost[i] + scene.price(known.at[i], p, best - known.cost[i]);
      if (cost < best) {
        best = cost;
        found = true;
        last_[which] = i;
      }
    };
    const auto worth_it = [&](double hope) { return hope < best - kExact * 0.2; };
    if (worth_it(hoped(last_[which]))) offer(last_[which]);  // the last place asked for was near
    open_.clear();
    measure::Effort::spend(5 * known.at.size());
    for (std::size_t i = 0; i < known.at.size(); ++i)
      if (const double hope = hoped(i); worth_it(hope)) open_.emplace_back(hope, i);
    std::ranges::make_heap(open_, std::greater());
    while (!open_.empty() && worth_it(open_.front().first)) {
      offer(open_.front().second);
      std::ranges::pop_heap(open_, std::greater());
      open_.pop_back();
    }
    return found ? best - allowance : kNever;
  }

  [[nodiscard]] std::vector<Box> slow_boxes() const {
    std::vector<Box> boxes;
    for (const auto* areas : {&world_.going.woods, &world_.going.marshes})
      for (const Area& area : *areas) boxes.push_back(area.box);
    for (const Rise& rise : world_.going.rises) boxes.push_back(rise.foot.box);
    return boxes;
  }

  const World& world_;
  Point from_;
  double radius_ = 0.0;
  std::vector<double> allowance_;
  std::vector<Scene> scenes_;
  std::vector<Arrivals> arrivals_;
  std::vector<const Blocker*> solid_;
  std::vector<Box> slow_;
  std::vector<Border> fences_;                        // borders of obstacles: beyond them the cost leaps
  std::vector<std::pair<double, std::size_t>> open_;  // scratch: what a way by each place would cost at best
  std::vector<std::size_t> last_;                     // by fare: where the best way to the last place came from
};

/// Follows the border between places that lack nothing and others.
class Outline {
 public:
  Outline(Lacking& lacking, Point from)
      : lacking_(lacking), cell_(2.0 * (lacking.radius() + 1e-3) / kCells), low_(from - Point{1.0, 1.0} * (0.5 * kCells * cell_)) {
    known_.assign(static_cast<std::size_t>(kNodes) * kNodes, false);
    value_.assign(known_.size(), 1.0);  // what nobody looked at is out of reach
  }

  std::vector<Ring> rings() {
    for (int j = 0; j < kCells; j += kCoarse)
      for (int i = 0; i < kCells; i += kCoarse) look(i, j, kCoarse);
    while (look_where_guessed()) {
    }
    for (int j = 0; j < kCells; ++j)
      for (int i = 0; i < kCells; ++i) cut_cell(i, j);
    return chained();
  }

 private:
  static constexpr int kNodes = kCells + 1;
  struct Cut {
    bool is = false;
    Point at;
    std::int32_t next = -1;
  };

  [[nodiscard]] std::size_t node(int i, int j) const { return static_cast<std::size_t>(j) * kNodes + static_cast<std::size_t>(i); }
  [[nodiscard]] Point place(int i, int j) const { return low_ + Point{i * cell_, j * cell_}; }
  double at(int i, int j) {
    const std::size_t k = node(i, j);
    if (!known_[k]) {
      value_[k] = i == 0 || j == 0 || i == kCells || j == kCells ? 1.0 : lacking_(place(i, j));
      known_[k] = true;
    }
    return value_[k];
  }

  void look(int i, int j, int size) {
    double least = kNever;
    int within = 0;
    for (const auto& [x, y] : {std::pair(i, j), std::pair(i + size, j), std::pair(i, j + size), std::pair(i + size, j + size)}) {
      const double v = at(x, y);
      least = std::min(least, std::abs(v));
      within += v <= 0.0;
    }
    if (size == 1) return;
    if ((within == 0 || within == 4) && !lacking_.may_hide({place(i, j), place(i + size, j + size)}, least, cell_)) {
      for (int y = j; y <= j + size; ++y)
        for (int x = i; x <= i + size; ++x)
          if (!known_[node(x, y)]) value_[node(x, y)] = within == 4 ? -1.0 : 1.0;
      return;
    }
    const int half = size / 2;
    for (const auto& [x, y] : {std::pair(i, j), std::pair(i + half, j), std::pair(i, j + half), std::pair(i + half, j + half)})
      look(x, y, half);
  }

  /// Looks at corners that were taken for granted where the outline turns out to pass by them.
  bool look_where_guessed() {
    bool looked = false;
    for (int j = 0; j < kCells; ++j)
      for (int i = 0; i < kCells; ++i) {
        const std::array<std::size_t, 4> k{node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)};
        const bool in = value_[k[0]] <= 0.0;
        if (std::ranges::all_of(k, [&](std::size_t n) { return (value_[n] <= 0.0) == in; })) continue;
        if (std::ranges::all_of(k, [&](std::size_t n) { return known_[n]; })) continue;
        for (const auto& [x, y] : {std::pair(i, j), std::pair(i + 1, j), std::pair(i + 1, j + 1), std::pair(i, j + 1)}) (void)at(x, y);
        looked = true;
      }
    return looked;
  }

  /// Where on the way from a place within to one without the allowance runs out.
  Point border(Point in, double lacks_in, Point out, double lacks_out) {
    for (int k = 0; k < 30 && distance(in, out) > kExact; ++k) {
      double share = 0.5;
      if (k % 3 != 2 && std::isfinite(lacks_in) && std::isfinite(lacks_out))
        share = std::clamp(lacks_in / (lacks_in - lacks_out), 0.02, 0.98);
      const Point p = between(in, out, share);
      const double lacks = lacking_(p);
      if (std::abs(lacks) < 0.5 * kExact) return p;
      (lacks <= 0.0 ? in : out) = p;
      (lacks <= 0.0 ? lacks_in : lacks_out) = lacks;
    }
    return between(in, out, 0.5);
  }

  /// Edges have numbers: two a node, rightward and upward.
  std::int32_t cut_edge(int i, int j, bool up) {
    const std::size_t id = 2 * node(i, j) + (up ? 1 : 0);
    if (cuts_.empty()) cuts_.resize(2 * known_.size());
    Cut& cut = cuts_[id];
    if (!cut.is) {
      const int x = up ? i : i + 1, y = up ? j + 1 : j;
      const double a = at(i, j), b = at(x, y);
      cut.is = true;
      cut.at = a <= 0.0 ? border(place(i, j), a, place(x, y), b) : border(place(x, y), b, place(i, j), a);
    }
    return static_cast<std::int32_t>(id);
  }

  void cut_cell(int i, int j) {
    const std::array<std::pair<int, int>, 4> corner{{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}}};
    std::array<bool, 4> in{};
    int within = 0;
    for (int k = 0; k < 4; ++k) within += in[k] = value_[node(corner[k].first, corner[k].second)] <= 0.0;
    if (within == 0 || within == 4) return;
    const auto edge = [&](int k) {
      return k == 0 ? cut_edge(i, j, false) : k == 1 ? cut_edge(i + 1, j, true) : k == 2 ? cut_edge(i, j + 1, false) : cut_edge(i, j, true);
    };
    const bool saddle = in[0] == in[2] && in[1] == in[3] && in[0] != in[1];
    const bool joined = saddle && lacking_(between(place(i, j), place(i + 1, j + 1), 0.5)) <= 0.0;
    for (int k = 0; k < 4; ++k) {
      if (!in[k] || in[(k + 1) % 4]) continue;  // walking round the cell, the inside ends here
      int end = (k + 3) % 4;
      if (joined) end = (k + 1) % 4;
      if (!saddle)
        for (int m = 0; m < 4; ++m)
          if (!in[m] && in[(m + 1) % 4]) end = m;
      const std::int32_t from = edge(k), to = edge(end);
      cuts_[static_cast<std::size_t>(from)].next = to;
    }
  }

  std::vector<Ring> chained() {
    std::vector<Ring> rings;
    for (Cut& start : cuts_) {
      if (start.next < 0) continue;
      Ring ring;
      for (Cut* cut = &start; cut->next >= 0;) {
        if (ring.empty() || distance(ring.back(), cut->at) > 1e-9) ring.push_back(cut->at);
        Cut* next = &cuts_[static_cast<std::size_t>(cut->next)];
        cut->next = -1;
        cut = next;
      }
      if (ring.size() >= 3) rings.push_back(std::move(ring));
    }
    return rings;
  }

  Lacking& lacking_;
  double cell_;
  Point low_;
  std::vector<bool> known_;
  std::vector<double> value_;
  std::vector<Cut> cuts_;
};

}  // namespace

double signed_area(const Ring& ring) {
  double twice = 0.0;
  for (std::size_t i = 0; i < ring.size(); ++i) twice += cross(ring[i] - ring[0], ring[(i + 1) % ring.size()] - ring[0]);
  return 0.5 * twice;
}

std::vector<Ring> reachable(const World& world, const std::vector<Fare>& fares, Point from, const std::vector<Blocker>& not_upon) {
  Lacking lacking(world, fares, from, not_upon);
  if (!(lacking.radius() > 0.0)) return {};
  return Outline(lacking, from).rings();
}

}  // namespace rules::charge::path
