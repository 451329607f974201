// Setting up a board game: the camera over it, its lens, and where the board lies.
#include <fmt/format.h>
#include <imgui.h>

#include <filesystem>

#include "app/window/boards/panels.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/hand_tools.h"

namespace window {
namespace {

using measure::Verdict;

void choose_camera(const BoardLookAt& look, BoardUi& ui, const Theme& theme) {
  section(theme, "CAMERA");
  for (const auto& camera : ui.cameras)
    if (card(theme, camera.path.c_str(),
             {.title = camera.name.empty() ? camera.path : camera.name,
              .note = camera.path,
              .right = "",
              .verdict = {},
              .dot = {},
              .selected = look.snapshot.source.find(camera.path) != std::string::npos}))
      open_source(ui, camera.path);
  if (ui.cameras.empty())
    quiet_text(theme, "No camera is plugged in. Plug one in and look again, or drop a video or a folder of pictures on this window.");
  if (ImGui::Button("Look for cameras")) ui.cameras = vision::list_cameras();
  if (!look.snapshot.source.empty()) sign_line(theme, look.snapshot.frame ? Verdict::Yes : Verdict::TooCloseToCall, look.snapshot.source);
}

void show_lens(const BoardUi& ui, const Theme& theme) {
  section(theme, "LENS");
  if (ui.setup.lens)
    sign_line(theme, Verdict::Yes, std::filesystem::path(ui.used.lens).filename().string());
  else
    quiet_text(theme, "None: it is estimated, with wider margins. Drop a lens.json of  vedette calibrate  on this window.");
}

void find_board(const BoardLookAt& look, BoardUi& ui, const Theme& theme) {
  section(theme, "THE BOARD");
  const bool found = look.snapshot.reading && look.snapshot.reading->registration;
  const char* const by = !ui.setup.anchors.empty() ? "by its four corners; they hold while nobody touches the camera" : "by itself";
  if (found)
    sign_line(theme, Verdict::Yes,
              fmt::format("The board is found {}. The camera hangs {:.0f} in above it.", by,
                          look.snapshot.reading->registration->camera.height().value));
  else
    sign_line(theme, Verdict::No, "The board is not found. Let the camera see its corner tags, or click its corners.");
  if (ui.corners) {
    const std::size_t next = std::min(ui.corners->size(), ui.corner_names.size() - 1);
    sign_line(theme, Verdict::TooCloseToCall,
              fmt::format("Click the {}, at the outer edge of the squares. The wheel brings it nearer.", ui.corner_names[next]));
    if (ImGui::Button("Stop clicking")) ui.corners.reset();
    return;
  }
  if (ImGui::Button(ui.setup.anchors.empty() ? "Click the corners" : "Click again") && look.snapshot.frame) ui.corners.emplace();
}

}  // namespace

void open_source(BoardUi& ui, std::string source) {
  ui.used.source = source;
  ui.wishes.push_back([source = std::move(source)](app::BoardSession& session) { session.open(source); });
}

void change_setup(BoardUi& ui) {
  ui.wishes.push_back([setup = ui.setup](app::BoardSession& session) { session.set_up(setup); });
}

void click_corner(BoardUi& ui, calibration::ImagePoint at) {
  ui.corners->push_back(at);
  if (ui.corners->size() < ui.corner_names.size()) return;
  ui.setup.tags.clear();
  ui.setup.anchors = anchors_at(*ui.corners, corners_of(ui.setup.board.length, ui.setup.board.width));
  ui.corners.reset();
  change_setup(ui);
}

void draw_board_setup(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme) {
  begin_panel("side", box);
  choose_camera(look, ui, theme);
  find_board(look, ui, theme);
  show_lens(ui, theme);
  end_panel();
}

}  // namespace window
