// The look of the panels: quiet greys, one accent, three type sizes, dark or light.
#pragma once

#include <imgui.h>

#include "app/overlay/display_list.h"

namespace window {

struct Fonts {
  ImFont* body = nullptr;
  ImFont* strong = nullptr;
  ImFont* small_print = nullptr;
  ImFont* title = nullptr;
  ImFont* number = nullptr;   // what is read from two metres: numbers and sentences ...
  ImFont* verdict = nullptr;  // ... and the word above them, in letters alone
};

struct Theme {
  Fonts fonts;
  double scale = 1.0;
  bool light = false;
  ImU32 backdrop = 0, panel = 0, rim = 0, card = 0, card_hot = 0, text = 0, quiet = 0, accent = 0, on_accent = 0;

  /// Pixels of a length given at scale 1.
  [[nodiscard]] float px(double at_scale_one) const { return static_cast<float>(at_scale_one * scale); }
  /// A verdict's colour that reads on this theme's panels.
  [[nodiscard]] ImU32 ink(const overlay::Colour& colour) const;
};

/// Loads the fonts at this scale into the current context's atlas (Inter with Latin-1 and Latin
/// Extended-A, tabular figures; DejaVu where there is no Inter) and sets colours and spacing.
[[nodiscard]] Theme make_theme(double scale, bool light);

[[nodiscard]] ImU32 packed(overlay::Rgb colour, double opacity = 1.0);

}  // namespace window
