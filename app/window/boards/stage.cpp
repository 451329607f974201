#include "app/window/boards/stage.h"

#include <algorithm>

#include "app/overlay/figures.h"
#include "app/overlay/flatten.h"
#include "app/window/shell/screen_renderer.h"

namespace window {

std::optional<View> view_of_board(const app::BoardSnapshot& snapshot, const measure::Board& board, calibration::ImageSize picture) {
  if (!snapshot.reading || !snapshot.reading->registration || picture.width == 0) return std::nullopt;
  constexpr double kAround = 1.12;
  const measure::Inches none(0.0);
  double low_u = 1e9, low_v = 1e9, high_u = -1e9, high_v = -1e9;
  for (const measure::TablePoint corner : overlay::corners_of_area(board.length, board.width))
    if (const auto pixel = snapshot.reading->registration->camera.image_from_table(corner, none)) {
      low_u = std::min(low_u, pixel->u), high_u = std::max(high_u, pixel->u);
      low_v = std::min(low_v, pixel->v), high_v = std::max(high_v, pixel->v);
    }
  if (!(high_u > low_u)) return std::nullopt;
  return View{.zoom = std::max(1.0, std::min(picture.width / (high_u - low_u), picture.height / (high_v - low_v)) / kAround),
              .middle_x = 0.5 * (low_u + high_u) / picture.width,
              .middle_y = 0.5 * (low_v + high_v) / picture.height};
}

void draw_board(ImDrawList& draw, const app::BoardSnapshot& snapshot, const measure::Board& board, const app::BoardFocus& focus,
                const Picture& picture, const View& view, const overlay::Box& box, const Theme& theme, bool labels) {
  const Placement placement(view, box, picture.size);
  draw_picture(draw, picture, placement, view.turned);
  if (!snapshot.reading || !snapshot.reading->registration) return;
  overlay::DisplayList list = app::board_overlay(snapshot, board, focus);
  if (!labels) std::erase_if(list, [](const overlay::Primitive& each) { return std::holds_alternative<overlay::Label>(each); });
  const overlay::Flat flat =
      overlay::flatten(list, {.project = overlay::projection_of(snapshot.reading->registration->camera), .scale = 1.0});
  draw_on_screen(draw, flat, placement, theme);
}

}  // namespace window
