#include "app/window/stopped_sheet.h"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <algorithm>
#include <ctime>
#include <filesystem>

#include "app/tongue/tongue.h"
#include "app/window/shell/widgets.h"
#include "vision/sources/picture.h"

namespace window {

vision::Frame picture_of(const app::StoppedGame& stopped) {
  vision::Frame frame;
  if (stopped.jpeg.empty()) return frame;
  if (auto picture = vision::decode_picture(stopped.jpeg, stopped.path)) {
    frame.bgr = std::move(picture->bgr);
    frame.luma = std::move(picture->luma);
  }
  return frame;
}

std::optional<bool> ask_to_go_on(const app::StoppedGame& stopped, const Picture& picture, const Theme& theme, ScreenSize size) {
  const overlay::Box whole{0.0, 0.0, static_cast<double>(size.width), static_cast<double>(size.height)};
  const ImVec2 corner = vec(size.width, size.height);
  ImDrawList& behind = *ImGui::GetBackgroundDrawList();
  if (picture.size.width > 0) draw_picture(behind, picture, Placement(View{}, whole, picture.size), false);
  behind.AddRectFilled({0.0F, 0.0F}, corner, IM_COL32(0, 0, 0, 120));
  const float width = std::min(theme.px(560), 0.94F * corner.x), button = 0.5F * (width - theme.px(48));
  ImGui::SetNextWindowPos({0.5F * corner.x, 0.5F * corner.y}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({width, 0.0F}, ImGuiCond_Always);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(20), theme.px(18)});
  ImGui::Begin("stopped", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  title_text(theme, app::when_stopped(stopped, std::time(nullptr)));
  ImGui::Dummy({0.0F, theme.px(2)});
  strong_text(theme, app::what_stopped(stopped));
  ImGui::Dummy({0.0F, theme.px(6)});
  std::optional<bool> chosen;
  if (main_button(theme, tongue::tr("Go on  Enter"), button)) chosen = true;
  ImGui::SameLine(0.0F, theme.px(8));
  if (ImGui::Button(tongue::tr("Begin anew  N"), {button, 0.0F})) chosen = false;
  ImGui::Dummy({0.0F, theme.px(6)});
  quiet_text(
      theme,
      tongue::tr("Go on: everything is as it was left, and what was done can be taken back. What stands otherwise on the table is shown."));
  quiet_text(theme, tongue::trf("Begin anew: nothing is lost, the game stays in its record, {}.",
                                std::filesystem::path(stopped.path).filename().string()));
  if (ImGui::IsKeyPressed(GLFW_KEY_ENTER, false) || ImGui::IsKeyPressed(GLFW_KEY_KP_ENTER, false)) chosen = true;
  if (ImGui::IsKeyPressed(GLFW_KEY_N, false)) chosen = false;
  ImGui::End();
  ImGui::PopStyleVar();
  return chosen;
}

}  // namespace window
