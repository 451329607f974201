// Drawing terrain: kind and height, clicks round it, what is there already.
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "app/window/shell/widgets.h"
#include "app/window/tools/hand_tools.h"
#include "app/window/tools/parts.h"

namespace window {
namespace {

using measure::Inches;
using overlay::DisplayList;
using overlay::Ink;

constexpr measure::TerrainKind kKinds[] = {measure::TerrainKind::Wood,  measure::TerrainKind::Hill, measure::TerrainKind::Marsh,
                                           measure::TerrainKind::River, measure::TerrainKind::Road, measure::TerrainKind::House,
                                           measure::TerrainKind::Wall,  measure::TerrainKind::Hedge};

[[nodiscard]] std::string terrain_hint(const Hand& hand) {
  return hand.outline.empty() ? "Choose a kind, then click round its edge."
                              : "Click on. Enter or a double click finishes, Backspace takes a point back.";
}

void terrain_card(const PartContext& on) {
  const auto& [look, ui, theme, requests] = on;
  float x = 0.0F;
  const float room = ImGui::GetContentRegionAvail().x;
  for (const auto kind : kKinds) {
    const std::string word(app::word(kind));
    const float width = ImGui::CalcTextSize(word.c_str()).x + theme.px(22);
    if (x > 0.0F && x + width <= room)
      ImGui::SameLine();
    else
      x = 0.0F;
    if (toggle_button(theme, word.c_str(), ui.options.terrain == kind, width)) ui.options.terrain = kind;
    x += width + theme.px(8);
  }
  stepper(theme, "in high", ui.options.terrain_height_in, 0.5, 0.0, 12.0);
  const std::string missing = unfinished(ui.hand, ui.options.terrain);
  const bool drawn = ui.hand.outline.size() >= 3;  // before that the hint says to click on
  if (drawn && !missing.empty()) sign_line(theme, measure::Verdict::No, missing);
  if (!ui.hand.outline.empty() && missing.empty() && main_button(theme, "Finish this piece")) finish_terrain(look, ui, requests);
  if (!look.document.table.table.terrain.empty()) section(theme, "ON THE TABLE");
  for (std::size_t i = 0; i < look.document.table.table.terrain.size(); ++i) {
    const auto& terrain = look.document.table.table.terrain[i];
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::SmallButton("×")) {
      Document next = look.document;
      next.table.table.terrain.erase(next.table.table.terrain.begin() + static_cast<std::ptrdiff_t>(i));
      requests.push_back(ChangeDocument{std::move(next), {.table = true}});
    }
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Take it off the table. Ctrl+Z brings it back.");
    ImGui::SameLine();
    ImGui::TextUnformatted(fitted(*theme.fonts.body, terrain.name, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::SameLine();
    const std::string kind(app::word(terrain.kind));
    const std::string what = terrain.height.value > 0.0 ? fmt::format("{}, {:g} in high", kind, terrain.height.value) : kind;
    ImGui::PushStyleColor(ImGuiCol_Text, theme.quiet);
    ImGui::TextUnformatted(fitted(*theme.fonts.body, what, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopStyleColor();
    ImGui::PopID();
  }
}

void terrain_click(const PartContext& on, const Click& click) {
  if (!click.twice) {
    if (on.ui.cursor_ground) on.ui.hand.outline.push_back(*on.ui.cursor_ground);
    return;
  }
  if (on.ui.hand.outline.size() < 2) return;
  on.ui.hand.outline.pop_back();  // the second click of the double click placed the last point twice
  finish_terrain(on.look, on.ui, on.requests);
}

void terrain_key(int key, const Look& look, UiState& ui, Requests& requests) {
  if (key == GLFW_KEY_BACKSPACE && !ui.hand.outline.empty()) ui.hand.outline.pop_back();
  if (key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER) finish_terrain(look, ui, requests);
}

[[nodiscard]] DisplayList terrain_in_hand(const Look& look, const UiState& ui) {
  DisplayList list;
  if (ui.hand.outline.empty()) return list;
  overlay::Line line{.points = {}, .style = {.colour = Ink::Accent, .width = 2.6}, .soft_end = {}};
  for (const auto point : ui.hand.outline) line.points.push_back({point, measure::ground_height(look.document.table.table.terrain, point)});
  if (ui.cursor_ground)
    line.points.push_back({*ui.cursor_ground, measure::ground_height(look.document.table.table.terrain, *ui.cursor_ground)});
  if (line.points.size() > 1 && !drawn_as_line(ui.options.terrain)) {
    overlay::Line closing{.points = {line.points.back(), line.points.front()}, .style = line.style, .soft_end = {}};
    closing.style.dashed = true;
    list.push_back(closing);
  }
  for (const auto point : ui.hand.outline) {
    list.push_back(overlay::Mark{
        .footprint = {.shape = measure::RoundShape{Inches(0.35)}, .centre = point, .heading = {}, .covariance = {}, .heading_margin = {}},
        .z = measure::ground_height(look.document.table.table.terrain, point),
        .grow = {},
        .soft = {},
        .style = {.colour = Ink::Accent, .width = 2.0, .fill = 0.8}});
  }
  list.push_back(line);
  return list;
}

}  // namespace

Part terrain_part() {
  return {.tool = ToolFace{Tool::Terrain, "Terrain", "Terrain", GLFW_KEY_T, "T", terrain_hint},
          .card = terrain_card,
          .click = terrain_click,
          .key = terrain_key,
          .in_hand = terrain_in_hand};
}

}  // namespace window
