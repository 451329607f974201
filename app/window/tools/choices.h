// Language, units and speech: the sheet they are chosen in, for every window alike. They are kept for all games.
#pragma once

#include <string>

#include "app/files/disk.h"
#include "app/window/shell/screen.h"
#include "app/window/shell/theme.h"
#include "app/window/tools/speaker.h"

namespace window {

struct ChoicesView {
  bool open = false;
  app::WindowChoices chosen = {};  // as it is kept
  std::string trouble = {};        // it could not be
};

/// As they were chosen the last time.
[[nodiscard]] ChoicesView kept_choices();

/// The button that opens the sheet, with the language's code on it, its right upper corner there in the panel; returns where it begins.
float choices_button(ChoicesView& view, const Theme& theme, float right, float top);

/// The sheet, while it is open. What is chosen holds at once, and is kept.
void draw_choices(ChoicesView& view, const Theme& theme, ScreenSize size);

}  // namespace window
