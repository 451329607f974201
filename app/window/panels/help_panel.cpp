#include <algorithm>

#include "app/window/panels/panels.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

/// A sheet of this width in the middle of the window, as high as what it shows; what is higher than the window scrolls.
void centred(ImVec2 window, float width) {
  ImGui::SetNextWindowPos({0.5F * window.x, 0.46F * window.y}, ImGuiCond_Always, {0.5F, 0.46F});
  ImGui::SetNextWindowSizeConstraints({width, 0.0F}, {width, 0.9F * window.y});
}

/// Dims what lies behind a sheet, and keeps the mouse off it.
void dim(ImVec2 window) {
  ImGui::SetNextWindowPos({0.0F, 0.0F});
  ImGui::SetNextWindowSize(window);
  ImGui::SetNextWindowBgAlpha(0.72F);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0F);
  ImGui::Begin("dim", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  ImGui::End();
  ImGui::PopStyleVar();
}

constexpr ImGuiWindowFlags kSheet = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar;

}  // namespace

void draw_help(UiState& ui, ImVec2 window, const Theme& theme, std::span<const Command> commands) {
  if (!ui.help) return;
  dim(window);
  centred(window, std::min(theme.px(940), 0.94F * window.x));
  ImGui::Begin("help", &ui.help, kSheet);
  ImGui::PushFont(theme.fonts.title);
  ImGui::TextUnformatted("Keys and mouse");
  ImGui::PopFont();
  const float close = ImGui::CalcTextSize("Close").x + 2.0F * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - close);  // in sight even where the sheet is higher than the window
  if (main_button(theme, "Close")) ui.help = false;
  quiet_text(theme,
             "Wheel zooms, the right button drags the picture. Every number says how sure it is: 7.50 ±0.03 in.\n"
             "A tick means yes, waves too close to call, a cross no.");
  ImGui::Columns(2, "keys", false);
  std::string group;
  std::size_t rows = 0;
  bool right = false;
  for (const Command& command : commands) {
    if (command.group != group) {
      if (!right && 2 * rows >= commands.size()) ImGui::NextColumn(), right = true, rows = 0;
      if (rows > 0) ImGui::Dummy({0.0F, theme.px(4)});
      group = command.group;
      section(theme, group.c_str());
    }
    ImGui::TextUnformatted(command.keys.c_str());
    ImGui::SameLine(theme.px(140));  // from the column's own edge
    ImGui::PushStyleColor(ImGuiCol_Text, theme.quiet);
    ImGui::TextUnformatted(fitted(*theme.fonts.body, command.title, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopStyleColor();
    ++rows;
  }
  ImGui::Columns(1);
  ImGui::End();
}

void draw_palette(UiState& ui, ImVec2 window, const Theme& theme, std::span<const Command> commands, Requests& requests) {
  if (!ui.palette) return;
  dim(window);
  centred(window, std::min(theme.px(520), 0.9F * window.x));
  const float list = std::min(theme.px(420), 0.7F * window.y);
  ImGui::Begin("palette", &ui.palette, kSheet);
  char text[128] = {};
  ui.palette_text.copy(text, sizeof text - 1);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1.0F);
  const bool entered = ImGui::InputTextWithHint("##command", "type a command", text, sizeof text, ImGuiInputTextFlags_EnterReturnsTrue);
  ui.palette_text = text;
  const auto found = matching(commands, ui.palette_text);
  bool first = true;
  ImGui::BeginChild("found", {0.0F, list});
  for (const Command& command : found) {
    if (card(theme, command.title.c_str(),
             {.title = command.title, .note = "", .right = command.keys, .verdict = {}, .dot = {}, .selected = first}) ||
        (first && entered)) {
      requests.push_back(command.request);
      ui.palette = false;
      break;
    }
    first = false;
  }
  ImGui::EndChild();
  ImGui::End();
  if (!ui.palette) ui.palette_text.clear();
}

}  // namespace window
