#include "app/air/places.h"

#include <algorithm>
#include <array>
#include <vector>

namespace app::air {
namespace {

using overlay::Box;

/// Shares of the picture: of a lower third, of a banner with its sentence, and of one with the verdict alone.
constexpr double kStrip = 0.12, kEdge = 0.02;
struct Size {
  double width, height;
};
constexpr Size kWide{0.34, 0.16}, kSmall{0.22, 0.1};

auto figures_in(std::span<const Box> figures, const Box& box) {
  return std::ranges::count_if(figures, [&](const Box& figure) { return overlay::overlap(figure, box); });
}

Box box_at(double left, double top, Size size) { return {left, top, left + size.width, top + size.height}; }

/// Along the edges of what the strip leaves: above, below, then at the sides; the middle before the corners.
std::vector<Box> along_the_edges(Size size, bool strip_above) {
  const double top = kEdge + (strip_above ? kStrip : 0.0), bottom = 1.0 - size.height - kEdge - (strip_above ? 0.0 : kStrip);
  const double middle = 0.5 * (1.0 - size.width), right = 1.0 - size.width - kEdge;
  std::vector<Box> out;
  for (const double y : {top, bottom})
    for (const double x : {middle, kEdge, right}) out.push_back(box_at(x, y, size));
  constexpr int kSteps = 4;
  for (int step = 1; step < kSteps; ++step)
    for (const double x : {kEdge, right}) out.push_back(box_at(x, top + (bottom - top) * step / kSteps, size));
  return out;
}

}  // namespace

Places places_of(std::span<const Box> figures) {
  Places out;
  out.strip_above = figures_in(figures, {0.0, 0.0, 1.0, kStrip}) < figures_in(figures, {0.0, 1.0 - kStrip, 1.0, 1.0});
  for (const bool small : {false, true}) {
    const auto places = along_the_edges(small ? kSmall : kWide, out.strip_above);
    const auto clear = std::ranges::find_if(places, [&](const Box& place) { return figures_in(figures, place) == 0; });
    if (clear == places.end()) continue;
    out.banner = *clear, out.small = small;
    break;
  }
  return out;
}

Json places_json(const Places& places) {
  constexpr double kSteps = 1e4;
  Json banner;
  if (const auto& at = places.banner)
    banner = {rounded(at->left, kSteps), rounded(at->top, kSteps), rounded(at->width(), kSteps), rounded(at->height(), kSteps)};
  return {{"strip", places.strip_above ? "top" : "bottom"}, {"banner", banner}, {"small", places.small}};
}

Box quiet_corner(std::span<const Box> figures, double width, double height) {
  const Size size{width, height};
  const double right = 1.0 - width - kEdge, below = 1.0 - height - kEdge;
  const std::array corners{box_at(right, kEdge, size), box_at(kEdge, kEdge, size), box_at(right, below, size), box_at(kEdge, below, size)};
  return *std::ranges::min_element(corners, {}, [&](const Box& corner) { return figures_in(figures, corner); });
}

}  // namespace app::air
