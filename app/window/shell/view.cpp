#include "app/window/shell/view.h"

#include <algorithm>

namespace window {
namespace {

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

}  // namespace

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

View turned(const View& view) {
  View next = view;
  next.turned = !view.turned;
  return next;
}

}  // namespace window
