// The tools that measure, and the one that selects.
#include <GLFW/glfw3.h>

#include "app/window/shell/widgets.h"
#include "app/window/tools/hand_tools.h"
#include "app/window/tools/parts.h"

namespace window {
namespace {

[[nodiscard]] std::string select_hint(const Hand& /*hand*/) {
  return "Click a figure. Double-click takes its unit, Shift adds, a drawn line takes all inside it.";
}
[[nodiscard]] std::string ruler_hint(const Hand& hand) {
  return hand.first ? "Click the other end: a figure or the ground." : "Click a figure or the ground to begin.";
}
[[nodiscard]] std::string around_hint(const Hand& /*hand*/) { return "Click a figure: all within reach are measured, edge to edge."; }
[[nodiscard]] std::string arc_hint(const Hand& /*hand*/) { return "Click a gun or a man: who stands in front of him, and how far off."; }
[[nodiscard]] std::string clearance_hint(const Hand& hand) { return hand.first ? "Click the target." : "Click who fires."; }
[[nodiscard]] std::string sight_hint(const Hand& hand) {
  return hand.first ? "Click what is looked at." : "Click the eye: a figure or the ground.";
}

void ruler_card(const PartContext& on) {
  if (toggle_button(on.theme, "edge to edge", !on.ui.options.centres)) on.ui.options.centres = false;
  ImGui::SameLine();
  if (toggle_button(on.theme, "centre to centre", on.ui.options.centres)) on.ui.options.centres = true;
}
void around_card(const PartContext& on) { stepper(on.theme, "in around", on.ui.options.around_in, 1.0, 0.5, 96.0); }
void arc_card(const PartContext& on) {
  stepper(on.theme, "° either side", on.ui.options.arc_half_deg, 7.5, 1.0, 180.0);
  stepper(on.theme, "in far", on.ui.options.arc_reach_in, 3.0, 1.0, 144.0);
}
void clearance_card(const PartContext& on) { stepper(on.theme, "in on either side", on.ui.options.clearance_in, 0.5, 0.1, 12.0); }

void select_click(const PartContext& on, const Click& click) {
  UiState& ui = on.ui;
  if (click.twice) {
    if (ui.hovered) select_unit_of(on.look, ui, *ui.hovered);
    return;
  }
  const bool add = ImGui::GetIO().KeyShift;
  if (ui.hovered || !add) select(ui.selected, ui.hovered, add);
  ui.hand.lasso = {click.pixel};
}

}  // namespace

Part select_part() { return {.tool = ToolFace{Tool::Select, "Select", "Select", GLFW_KEY_V, "V", select_hint}, .click = select_click}; }
Part ruler_part() { return {.tool = ToolFace{Tool::Ruler, "Ruler", "Ruler", GLFW_KEY_R, "R", ruler_hint}, .card = ruler_card}; }
Part around_part() { return {.tool = ToolFace{Tool::Around, "Around", "Around", GLFW_KEY_O, "O", around_hint}, .card = around_card}; }
Part arc_part() { return {.tool = ToolFace{Tool::Arc, "Arc", "Arc", GLFW_KEY_A, "A", arc_hint}, .card = arc_card}; }
Part clearance_part() {
  return {.tool = ToolFace{Tool::Clearance, "Clearance", "Clear", GLFW_KEY_C, "C", clearance_hint}, .card = clearance_card};
}
Part sight_part() { return {.tool = ToolFace{Tool::Sight, "Sight", "Sight", GLFW_KEY_L, "L", sight_hint}}; }

}  // namespace window
