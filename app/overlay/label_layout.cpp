#include "app/overlay/label_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace overlay {
namespace {

/// Rings of candidate places around the anchor. More rings find a place in a denser crowd and put it further off.
constexpr int kRings = 9;
constexpr int kPlacesPerRing = 16;
/// Covering another figure costs as much as moving this many label heights away from the anchor.
constexpr double kCoverCostInHeights = 6.0;
/// Places tried along a label's own line, from its middle outwards, as shares of its length.
constexpr std::array<double, 13> kAlong{0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8, 0.14, 0.86};
/// Lying over another label's line costs as much as moving this many label heights: more than any place along a line, or the two
/// could be taken for one another's.
constexpr double kCrossCostInHeights = 40.0;
/// Away from the middle of its line a label drifts towards one end's figure: a tenth of the line costs this many label heights.
constexpr double kOffMiddleCostInHeights = 0.5;
/// Standing beside its line instead of on it costs as much as moving this many label heights: only a short or crowded line's label
/// does.
constexpr double kOffLineCostInHeights = 8.0;
/// A label farther from its anchor than this many of its heights needs a line to it: among close ranks half a pill is already a man.
constexpr double kLeaderHeights = 0.5;
/// The name of ground stands at most this many label heights off what it names: farther away it would seem another wood's.
constexpr double kGroundNameHeights = 1.6;

[[nodiscard]] Box grown(const Box& box, double by) { return {box.left - by, box.top - by, box.right + by, box.bottom + by}; }
[[nodiscard]] bool within(const Box& box, const Box& bounds) {
  return box.left >= bounds.left && box.top >= bounds.top && box.right <= bounds.right && box.bottom <= bounds.bottom;
}
[[nodiscard]] bool hits_any(const Box& box, std::span<const Box> others) {
  return std::ranges::any_of(others, [&](const Box& other) { return overlap(box, other); });
}

[[nodiscard]] double distance(const Box& a, const Box& b) {
  return std::hypot(std::max({0.0, a.left - b.right, b.left - a.right}), std::max({0.0, a.top - b.bottom, b.top - a.bottom}));
}

/// Would a name of ground standing there be taken for this ground's: close to what must stay in view (a house), or to the anchor?
[[nodiscard]] bool close_by(const Box& box, const LabelRequest& request) {
  const Box anchor{request.anchor_x, request.anchor_y, request.anchor_x, request.anchor_y};
  const auto near = [&](const Box& named) { return distance(box, named) <= kGroundNameHeights * request.height; };
  return near(anchor) || std::ranges::any_of(request.keep_off, near);
}

/// The label's box when it leaves the anchor in direction `angle`, its nearest edge `away` from it.
[[nodiscard]] Box candidate(const LabelRequest& request, double angle, double away) {
  const double c = std::cos(angle), s = std::sin(angle);
  const double x = request.anchor_x + c * (away + 0.5 * request.width);
  const double y = request.anchor_y + s * (away + 0.5 * request.height);
  return {x - 0.5 * request.width, y - 0.5 * request.height, x + 0.5 * request.width, y + 0.5 * request.height};
}

/// Slides a box inside the bounds; a label anchored near the picture's rim lies along the rim.
[[nodiscard]] Box pushed_inside(Box box, const Box& bounds) {
  const double dx = std::max(0.0, bounds.left - box.left) - std::max(0.0, box.right - bounds.right);
  const double dy = std::max(0.0, bounds.top - box.top) - std::max(0.0, box.bottom - bounds.bottom);
  return {box.left + dx, box.top + dy, box.right + dx, box.bottom + dy};
}

using Segment = std::pair<std::pair<double, double>, std::pair<double, double>>;

/// The shares of a line's length between which it lies inside a box; empty when it misses it.
[[nodiscard]] std::optional<std::pair<double, double>> inside_shares(const Segment& line, const Box& box) {
  const auto [a, b] = line;
  double from = 0.0, to = 1.0;
  const auto cut = [&](double start, double step, double low, double high) {
    if (step == 0.0) return start >= low && start <= high;
    const double one = (low - start) / step, other = (high - start) / step;
    from = std::max(from, std::min(one, other));
    to = std::min(to, std::max(one, other));
    return from <= to;
  };
  const bool meets = cut(a.first, b.first - a.first, box.left, box.right) && cut(a.second, b.second - a.second, box.top, box.bottom);
  return meets ? std::optional(std::pair(from, to)) : std::nullopt;
}

[[nodiscard]] std::optional<Segment> line_of(const LabelRequest& request) {
  if (request.along.size() != 2) return std::nullopt;
  return Segment{request.along[0], request.along[1]};
}

struct Place {
  Box box;
  double cost = 0.0;
};

/// May it lie there at all? The name of ground may neither stray from it nor hide a figure.
[[nodiscard]] bool may_lie(const Box& box, const LabelRequest& request, const LayoutOptions& options, std::span<const Box> taken) {
  return within(box, options.bounds) && !hits_any(grown(box, 0.5 * options.gap), taken) && !hits_any(box, request.keep_off) &&
         (!request.names_ground || (close_by(box, request) && !hits_any(box, options.avoid)));
}

/// What lying there costs beyond the way: figures covered, and other labels' lines.
[[nodiscard]] double cost_of_cover(const Box& box, const LabelRequest& request, const LayoutOptions& options,
                                   std::span<const LabelRequest> all) {
  const auto covered = std::ranges::count_if(options.avoid, [&](const Box& other) { return overlap(box, other); });
  const auto crossed = std::ranges::count_if(all, [&](const LabelRequest& other) {
    const auto line = line_of(other);
    return &other != &request && line && inside_shares(*line, grown(box, 0.5 * options.gap));
  });
  return (static_cast<double>(covered) * kCoverCostInHeights + static_cast<double>(crossed) * kCrossCostInHeights) * request.height;
}

/// The best place on the part of its own line that is in view.
[[nodiscard]] std::optional<Place> place_on_line(const LabelRequest& request, const LayoutOptions& options, std::span<const Box> taken,
                                                 std::span<const LabelRequest> all) {
  const auto line = line_of(request);
  const auto seen = line ? inside_shares(*line, options.bounds) : std::nullopt;
  if (!seen) return std::nullopt;
  std::optional<Place> best;
  for (const double share : kAlong) {
    const double t = seen->first + share * (seen->second - seen->first);
    const double x = line->first.first + t * (line->second.first - line->first.first);
    const double y = line->first.second + t * (line->second.second - line->first.second);
    const Box box{x - 0.5 * request.width, y - 0.5 * request.height, x + 0.5 * request.width, y + 0.5 * request.height};
    if (!may_lie(box, request, options, taken)) continue;
    const double off = 10.0 * std::abs(share - 0.5) * kOffMiddleCostInHeights * request.height;
    const double cost = off + cost_of_cover(box, request, options, all);
    if (!best || cost < best->cost) best = {box, cost};
  }
  return best;
}

[[nodiscard]] std::optional<Box> best_place(const LabelRequest& request, const LayoutOptions& options, std::span<const Box> taken,
                                            std::span<const LabelRequest> all) {
  std::optional<Box> best;
  double best_cost = 0.0;
  if (const auto on_line = place_on_line(request, options, taken, all)) best = on_line->box, best_cost = on_line->cost;
  const double beside = line_of(request) ? kOffLineCostInHeights * request.height : 0.0;
  const Box anchor{request.anchor_x, request.anchor_y, request.anchor_x, request.anchor_y};
  if (request.names_ground) {
    const Box box{anchor.left - 0.5 * request.width, anchor.top - 0.5 * request.height, anchor.right + 0.5 * request.width,
                  anchor.bottom + 0.5 * request.height};
    if (may_lie(box, request, options, taken)) best = box, best_cost = cost_of_cover(box, request, options, all);
  }
  if (line_of(request) && !within(anchor, options.bounds)) return best;  // there is nothing in view to stand beside
  for (int ring = 0; ring < kRings; ++ring) {
    const double away = options.gap + 0.7 * request.height * ring;
    for (int i = 0; i < kPlacesPerRing; ++i) {
      const Box box = pushed_inside(candidate(request, 2.0 * std::numbers::pi * i / kPlacesPerRing, away), options.bounds);
      if (!may_lie(box, request, options, taken)) continue;
      const double cost = beside + away + cost_of_cover(box, request, options, all);
      if (best && cost >= best_cost) continue;
      best = box;
      best_cost = cost;
    }
    if (best && best_cost <= beside + away) break;  // no later ring can be cheaper
  }
  return best;
}

}  // namespace

bool overlap(const Box& a, const Box& b) { return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom; }

std::optional<std::pair<double, double>> leader_end(const Box& box, const LabelRequest& request) {
  const auto [anchor_x, anchor_y] = std::pair(request.anchor_x, request.anchor_y);
  if (const auto line = line_of(request); line && inside_shares(*line, box)) return std::nullopt;
  const double x = std::clamp(anchor_x, box.left, box.right), y = std::clamp(anchor_y, box.top, box.bottom);
  if (std::hypot(x - anchor_x, y - anchor_y) <= kLeaderHeights * box.height()) return std::nullopt;
  return std::pair(x, y);
}

std::vector<std::optional<Box>> lay_out(std::span<const LabelRequest> requests, const LayoutOptions& options) {
  std::vector<std::size_t> order(requests.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return requests[a].priority > requests[b].priority; });

  std::vector<std::optional<Box>> places(requests.size());
  std::vector<Box> taken;
  for (const std::size_t i : order) {
    places[i] = best_place(requests[i], options, taken, requests);
    if (places[i]) taken.push_back(*places[i]);
  }
  return places;
}

}  // namespace overlay
