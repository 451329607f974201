#include "app/window/shell/view.h"

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
/// What stands beside the picture of a screen that is read from afar.
constexpr double kScreenShare = 0.38;

/// Nearer than 12 times one sees pixels, not figures.
constexpr double kLeastZoom = 1.0, kMostZoom = 12.0;

/// The picture never leaves the stage: its middle stays over the picture, and at zoom 1 in its centre.
[[nodiscard]] View kept_in_place(View view) {
  view.zoom = std::clamp(view.zoom, kLeastZoom, kMostZoom);
  const double room = 0.5 - 0.5 / view.zoom;
  view.middle_x = std::clamp(view.middle_x, 0.5 - room, 0.5 + room);
  view.middle_y = std::clamp(view.middle_y, 0.5 - room, 0.5 + room);
  return view;
}

/// Lays the strip under the title, as wide as that. Returns where what is below it begins.
double lay_strip(Layout& layout, double height, double scale) {
  const double gap = kGap * scale, top = layout.top.bottom + gap;
  layout.strip = {layout.top.left, top, layout.top.right, top + std::min(kStripHeight * scale, 0.1 * height)};
  return layout.strip.bottom + gap;
}

}  // namespace

Layout lay_out_panels(double width, double height, double scale, bool strip) {
  const double gap = kGap * scale;
  const double top = std::min(kTopHeight * scale, 0.2 * height);
  const double bottom = std::min(kBottomHeight * scale, 0.3 * height);
  const double tools = std::min(kToolsWidth * scale, 0.15 * width);
  const double side = std::min(kSideWidth * scale, kMostShareOfSide * width - tools);
  Layout layout;
  layout.top = {gap, gap, width - gap, gap + top};
  const double below = strip ? lay_strip(layout, height, scale) : layout.top.bottom + gap, floor = height - gap;
  layout.tools = {gap, below, gap + tools, floor};
  layout.side = {width - gap - side, below, width - gap, floor};
  layout.bottom = {layout.tools.right + gap, floor - bottom, layout.side.left - gap, floor};
  layout.stage = {layout.bottom.left, below, layout.bottom.right, layout.bottom.top - gap};
  return layout;
}

Layout lay_out_screen(double width, double height, double scale, bool strip) {
  const double gap = kGap * scale;
  Layout layout;
  layout.top = {gap, gap, width - gap, gap + std::min(kTopHeight * scale, 0.2 * height)};
  const double below = strip ? lay_strip(layout, height, scale) : layout.top.bottom + gap, floor = height - gap,
               side = kScreenShare * width;
  layout.side = {width - gap - side, below, width - gap, floor};
  layout.stage = {gap, below, layout.side.left - gap, floor};
  return layout;
}

double interface_scale(double window_height, double content_scale, double zoom) {
  const double natural = content_scale > 1.0 ? content_scale : window_height / kReferenceHeight;
  return std::clamp(std::clamp(natural, kLeastScale, kMostScale) * zoom, 0.6, kMostScale);
}

std::string in_lines(std::string_view text, float width, const std::function<float(std::string_view)>& width_of) {
  std::string lines;
  std::size_t line = 0;  // where the last line begins
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t blanks = text.find_first_not_of(' ', at);
    const std::size_t word = std::min(blanks, text.size());
    const std::size_t end = std::min(text.find_first_of(" \n", word), text.size());
    const std::string grown = lines.substr(line) + std::string(text.substr(at, end - at));
    if (lines.size() > line && width_of(grown) > width) {
      lines += '\n';
      line = lines.size();
      at = word;
    }
    lines += text.substr(at, end - at);
    at = end;
    if (at < text.size() && text[at] == '\n') lines += '\n', line = lines.size(), ++at;
  }
  return lines;
}

Placement::Placement(const View& view, const overlay::Box& stage, calibration::ImageSize picture) : stage_(stage), picture_(picture) {
  const double width = std::max(1, picture.width), height = std::max(1, picture.height);
  scale_ = view.zoom * std::min(stage.width() / width, stage.height() / height);
  sign_ = view.turned ? -1.0 : 1.0;
  middle_u_ = view.middle_x * width - 0.5;
  middle_v_ = view.middle_y * height - 0.5;
}

ScreenPoint Placement::screen_from_picture(calibration::ImagePoint pixel) const {
  return {0.5 * (stage_.left + stage_.right) + sign_ * scale_ * (pixel.u - middle_u_),
          0.5 * (stage_.top + stage_.bottom) + sign_ * scale_ * (pixel.v - middle_v_)};
}

calibration::ImagePoint Placement::picture_from_screen(ScreenPoint point) const {
  return {middle_u_ + (point.x - 0.5 * (stage_.left + stage_.right)) / (sign_ * scale_),
          middle_v_ + (point.y - 0.5 * (stage_.top + stage_.bottom)) / (sign_ * scale_)};
}

overlay::Box Placement::picture_box() const {
  const ScreenPoint a = screen_from_picture({-0.5, -0.5}), b = screen_from_picture({picture_.width - 0.5, picture_.height - 0.5});
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
}

View zoomed(const View& view, const overlay::Box& stage, calibration::ImageSize picture, double factor, ScreenPoint pivot) {
  const auto held = Placement(view, stage, picture).picture_from_screen(pivot);
  View next = view;
  next.zoom = std::clamp(view.zoom * factor, kLeastZoom, kMostZoom);
  const auto moved = Placement(next, stage, picture).picture_from_screen(pivot);
  next.middle_x += (held.u - moved.u) / std::max(1, picture.width);
  next.middle_y += (held.v - moved.v) / std::max(1, picture.height);
  return kept_in_place(next);
}

View panned(const View& view, const overlay::Box& stage, calibration::ImageSize picture, double dx, double dy) {
  const double scale = Placement(view, stage, picture).scale() * (view.turned ? -1.0 : 1.0);
  View next = view;
  next.middle_x -= dx / scale / std::max(1, picture.width);
  next.middle_y -= dy / scale / std::max(1, picture.height);
  return kept_in_place(next);
}

View closed_in(const View& view, const overlay::Box& stage, calibration::ImageSize picture,
               std::span<const calibration::ImagePoint> points) {
  if (points.empty()) return view;
  const auto [left, right] = std::ranges::minmax(points, {}, &calibration::ImagePoint::u);
  const auto [top, bottom] = std::ranges::minmax(points, {}, &calibration::ImagePoint::v);
  View next{.turned = view.turned};
  const double whole = Placement(next, stage, picture).scale();
  next.zoom = std::min(stage.width() / std::max(1.0, right.u - left.u), stage.height() / std::max(1.0, bottom.v - top.v)) / whole;
  next.middle_x = (0.5 * (left.u + right.u) + 0.5) / std::max(1, picture.width);
  next.middle_y = (0.5 * (top.v + bottom.v) + 0.5) / std::max(1, picture.height);
  return kept_in_place(next);
}

View turned(const View& view) {
  View next = view;
  next.turned = !view.turned;
  return next;
}

}  // namespace window
