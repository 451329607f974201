#include "app/overlay/label_layout.h"

#include <algorithm>
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

[[nodiscard]] Box grown(const Box& box, double by) { return {box.left - by, box.top - by, box.right + by, box.bottom + by}; }
[[nodiscard]] bool within(const Box& box, const Box& bounds) {
  return box.left >= bounds.left && box.top >= bounds.top && box.right <= bounds.right && box.bottom <= bounds.bottom;
}
[[nodiscard]] bool hits_any(const Box& box, std::span<const Box> others) {
  return std::ranges::any_of(others, [&](const Box& other) { return overlap(box, other); });
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

[[nodiscard]] std::optional<Box> best_place(const LabelRequest& request, const LayoutOptions& options, std::span<const Box> taken) {
  std::optional<Box> best;
  double best_cost = 0.0;
  for (int ring = 0; ring < kRings; ++ring) {
    const double away = options.gap + 0.7 * request.height * ring;
    for (int i = 0; i < kPlacesPerRing; ++i) {
      const Box box = pushed_inside(candidate(request, 2.0 * std::numbers::pi * i / kPlacesPerRing, away), options.bounds);
      if (!within(box, options.bounds) || hits_any(grown(box, 0.5 * options.gap), taken) || hits_any(box, request.keep_off)) continue;
      const auto covered = std::ranges::count_if(options.avoid, [&](const Box& other) { return overlap(box, other); });
      const double cost = away + static_cast<double>(covered) * kCoverCostInHeights * request.height;
      if (best && cost >= best_cost) continue;
      best = box;
      best_cost = cost;
    }
    if (best && best_cost <= away) break;  // no later ring can be cheaper
  }
  return best;
}

}  // namespace

bool overlap(const Box& a, const Box& b) { return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom; }

std::optional<std::pair<double, double>> leader_end(const Box& box, double anchor_x, double anchor_y) {
  const double x = std::clamp(anchor_x, box.left, box.right), y = std::clamp(anchor_y, box.top, box.bottom);
  if (std::hypot(x - anchor_x, y - anchor_y) <= box.height()) return std::nullopt;
  return std::pair(x, y);
}

std::vector<std::optional<Box>> lay_out(std::span<const LabelRequest> requests, const LayoutOptions& options) {
  std::vector<std::size_t> order(requests.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return requests[a].priority > requests[b].priority; });

  std::vector<std::optional<Box>> places(requests.size());
  std::vector<Box> taken;
  for (const std::size_t i : order) {
    places[i] = best_place(requests[i], options, taken);
    if (places[i]) taken.push_back(*places[i]);
  }
  return places;
}

}  // namespace overlay
