// Where the panels stand: beside the picture, never on it.
//   Pure: window size and interface scale in, boxes out. Boxes never overlap, at any size.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "app/overlay/label_layout.h"
#include "calibration/lens.h"

namespace window {

/// The switch that puts the table on air: its sheet is open, or it is on.
struct AirView {
  bool open = false, on = false;
};

struct Layout {
  overlay::Box top;     // title, steps, state
  overlay::Box strip;   // under it, where a part draws one; else empty
  overlay::Box tools;   // left
  overlay::Box stage;   // the picture
  overlay::Box side;    // right: inspector and units, or set-up, or roster
  overlay::Box bottom;  // readings, cursor, findings
};

/// `scale` 1 is for a window 1080 high. A window too small for the panels keeps the stage and cuts panels short.
[[nodiscard]] Layout lay_out_panels(double width, double height, double scale, bool strip = false);
/// A screen to be read from two metres: the title, the picture, and beside it the rest of the window.
[[nodiscard]] Layout lay_out_screen(double width, double height, double scale, bool strip = false);

/// The interface scale for a window: the display's own content scale where it has one, else by height, times the player's zoom.
[[nodiscard]] double interface_scale(double window_height, double content_scale, double zoom);

// Text in lines of a given width, broken between words only: Dear ImGui also breaks behind a full stop, which tears "2.06" apart.

/// `width_of` tells how wide a piece of text is drawn. A word that is wider than a line stays whole.
[[nodiscard]] std::string in_lines(std::string_view text, float width, const std::function<float(std::string_view)>& width_of);

// How the picture lies on the screen: zoom, pan, and which side of the table is nearer.
//   Pure geometry: picture pixels to screen pixels and back. The picture always keeps its aspect.

/// A position on the screen, in pixels from the window's top left.
struct ScreenPoint {
  double x = 0.0, y = 0.0;
};

/// What the player chose. `zoom` 1 shows the whole picture; `middle` is the picture point in the middle
/// of the stage, as shares of the picture's width and height.
struct View {
  double zoom = 1.0;
  double middle_x = 0.5, middle_y = 0.5;
  bool turned = false;  // by 180 degrees, for a player on the other side
};

/// The picture placed in its stage.
class Placement {
 public:
  Placement(const View& view, const overlay::Box& stage, calibration::ImageSize picture);

  [[nodiscard]] ScreenPoint screen_from_picture(calibration::ImagePoint pixel) const;
  [[nodiscard]] calibration::ImagePoint picture_from_screen(ScreenPoint point) const;
  /// Screen pixels to one picture pixel.
  [[nodiscard]] double scale() const { return scale_; }
  [[nodiscard]] const overlay::Box& stage() const { return stage_; }
  /// Where the whole picture lies on the screen; it may reach beyond the stage.
  [[nodiscard]] overlay::Box picture_box() const;

 private:
  overlay::Box stage_;
  calibration::ImageSize picture_;
  double scale_ = 1.0, sign_ = 1.0, middle_u_ = 0.0, middle_v_ = 0.0;
};

/// Zooms by `factor` and keeps what is under `pivot` there.
[[nodiscard]] View zoomed(const View& view, const overlay::Box& stage, calibration::ImageSize picture, double factor, ScreenPoint pivot);
/// Moves the picture with the hand that drags it.
[[nodiscard]] View panned(const View& view, const overlay::Box& stage, calibration::ImageSize picture, double dx, double dy);
/// Shows these picture points, as large as the stage allows.
[[nodiscard]] View closed_in(const View& view, const overlay::Box& stage, calibration::ImageSize picture,
                             std::span<const calibration::ImagePoint> points);
/// The other side of the table; what is in the middle stays there.
[[nodiscard]] View turned(const View& view);

}  // namespace window
