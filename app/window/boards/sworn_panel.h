// Sworn play in the main window: each player enters his letters, and looks at them while he holds a button down.
//   What is private is handed in as a page that his keys have opened, and drawn nowhere else: the window for capture has no part in it.
#pragma once

#include <imgui.h>

#include "app/board/sealed_values.h"
#include "app/window/boards/panels.h"

namespace window {

/// The sides' letters in figures, the way to enter them and to look at them, and the choice of umpire.
void draw_sworn_section(const BoardLookAt& look, BoardUi& ui, const app::PrivatePage* page, const Theme& theme);

/// In place of the side's panel while a player enters his letters. `page`: null until his keys have opened it.
void draw_entry_panel(const BoardLookAt& look, BoardUi& ui, const app::PrivatePage* page, const overlay::Box& box, const Theme& theme);

/// A key, while somebody is in private. It is nobody else's then.
void take_private_key(BoardUi& ui, const app::PrivatePage* page, int key);

/// The player's letters on his pieces.
void draw_private_letters(ImDrawList& draw, const BoardLookAt& look, const BoardUi& ui, const app::PrivatePage& page,
                          const overlay::Box& box, calibration::ImageSize picture, const Theme& theme);

}  // namespace window
