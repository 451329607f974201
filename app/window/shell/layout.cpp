#include "app/window/shell/layout.h"

#include <algorithm>

namespace window {
namespace {

/// Sizes at scale 1, in pixels of a 1080-line window.
constexpr double kTopHeight = 50.0, kStripHeight = 44.0, kToolsWidth = 88.0, kSideWidth = 372.0, kBottomHeight = 162.0, kGap = 10.0;
constexpr double kReferenceHeight = 1080.0;
/// Below 0.86 the smallest letters fall under 12 pixels; above 4 a panel no longer fits any screen.
constexpr double kLeastScale = 0.86, kMostScale = 4.0;
/// The table is the hero: panels never take more than this share of a side.
constexpr double kMostShareOfSide = 0.45;

}  // namespace

Layout lay_out_panels(double width, double height, double scale, bool strip) {
  const double gap = kGap * scale;
  const double top = std::min(kTopHeight * scale, 0.2 * height);
  const double bottom = std::min(kBottomHeight * scale, 0.3 * height);
  const double tools = std::min(kToolsWidth * scale, 0.15 * width);
  const double side = std::min(kSideWidth * scale, kMostShareOfSide * width - tools);
  Layout layout;
  layout.top = {gap, gap, width - gap, gap + top};
  const double under_top = layout.top.bottom + gap, floor = height - gap;
  if (strip) layout.strip = {gap, under_top, width - gap, under_top + std::min(kStripHeight * scale, 0.1 * height)};
  const double below = strip ? layout.strip.bottom + gap : under_top;
  layout.tools = {gap, below, gap + tools, floor};
  layout.side = {width - gap - side, below, width - gap, floor};
  layout.bottom = {layout.tools.right + gap, floor - bottom, layout.side.left - gap, floor};
  layout.stage = {layout.bottom.left, below, layout.bottom.right, layout.bottom.top - gap};
  return layout;
}

double interface_scale(double window_height, double content_scale, double zoom) {
  const double natural = content_scale > 1.0 ? content_scale : window_height / kReferenceHeight;
  return std::clamp(std::clamp(natural, kLeastScale, kMostScale) * zoom, 0.6, kMostScale);
}

}  // namespace window
