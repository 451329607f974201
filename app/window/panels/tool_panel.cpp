#include <algorithm>

#include "app/window/panels/panels.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/parts.h"

namespace window {
namespace {

/// A tool: its name, its key under it where there is room. The tool in hand has the accent colour.
[[nodiscard]] bool tool_button(const Theme& theme, const char* name, const std::string& key, bool on, float height) {
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(name);
  const bool pressed = ImGui::InvisibleButton("tool", {width, height});
  const bool hot = ImGui::IsItemHovered();
  ImGui::PopID();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (on || hot) draw.AddRectFilled(at, {at.x + width, at.y + height}, on ? theme.accent : theme.card, theme.px(8));
  const ImFont& strong = *theme.fonts.strong;
  const ImFont& small_print = *theme.fonts.small_print;
  const std::string label = fitted(strong, name, width);
  const float label_width = strong.CalcTextSizeA(strong.FontSize, 1e6F, 0.0F, label.c_str()).x;
  const float key_width = small_print.CalcTextSizeA(small_print.FontSize, 1e6F, 0.0F, key.c_str()).x;
  const float both = strong.FontSize + small_print.FontSize + theme.px(2);
  const bool low = both > height;  // many tools in a low window: the key is left to the tip
  const float y = at.y + 0.5F * (height - (low ? strong.FontSize : both));
  draw.AddText(&strong, strong.FontSize, {at.x + 0.5F * (width - label_width), y}, on ? theme.on_accent : theme.text, label.c_str());
  if (low) return pressed;
  draw.AddText(&small_print, small_print.FontSize, {at.x + 0.5F * (width - key_width), y + strong.FontSize + theme.px(2)},
               on ? theme.on_accent : theme.quiet, key.c_str());
  return pressed;
}

/// The commands under the tools, by a name that fits there; null for all others.
[[nodiscard]] const char* short_name(const Request& request) {
  if (std::holds_alternative<Freeze>(request)) return "Freeze";
  if (std::holds_alternative<TurnTable>(request)) return "Turn";
  if (std::holds_alternative<Undo>(request)) return "Undo";
  if (std::holds_alternative<Redo>(request)) return "Redo";
  return nullptr;
}

}  // namespace

void draw_tool_panel(const UiState& ui, const overlay::Box& box, const Theme& theme, std::span<const Command> commands,
                     Requests& requests) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(8), theme.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {theme.px(4), theme.px(5)});
  begin_panel("tools", box);
  const auto buttons = std::ranges::count_if(
      commands, [](const Command& c) { return std::holds_alternative<ChooseTool>(c.request) || short_name(c.request); });
  const float height =
      std::min(theme.px(54), (static_cast<float>(box.height()) - theme.px(40)) / static_cast<float>(buttons) - theme.px(5));
  for (const Command& command : commands) {
    const auto* const choice = std::get_if<ChooseTool>(&command.request);
    if (!choice) continue;
    const ToolFace& face = *part_of(choice->tool).tool;
    if (tool_button(theme, face.short_name, command.keys, ui.tool == choice->tool, height)) requests.push_back(*choice);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s (%s): %s", command.title.c_str(), command.keys.c_str(), face.hint({}).c_str());
  }
  ImGui::Separator();
  for (const Command& command : commands) {
    const char* const name = short_name(command.request);
    if (!name) continue;
    const auto* const freeze = std::get_if<Freeze>(&command.request);
    if (tool_button(theme, name, command.keys, freeze && !freeze->on, height)) requests.push_back(command.request);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s (%s)", command.title.c_str(), command.keys.c_str());
  }
  end_panel();
  ImGui::PopStyleVar(2);
}

}  // namespace window
