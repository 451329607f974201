// Where the panels stand: beside the picture, never on it.
//   Pure: window size and interface scale in, boxes out. Boxes never overlap, at any size.
// Needs overlay/label_layout.h (boxes).
#pragma once

#include "app/overlay/label_layout.h"

namespace window {

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

/// The interface scale for a window: the display's own content scale where it has one, else by height, times the player's zoom.
[[nodiscard]] double interface_scale(double window_height, double content_scale, double zoom);

}  // namespace window
