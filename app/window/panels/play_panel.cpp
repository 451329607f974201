#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/overlay/figures.h"
#include "app/window/panels/panels.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/parts.h"

namespace window {
namespace {

/// The inspector's share of the side, more where it has much to say, up to a limit; the units have the rest.
constexpr double kLeastShare = 0.46, kMostShare = 0.7;

/// How high the inspector's text was in the frame before, in pixels.
struct InspectorHeight {
  double pixels = 0.0;
};

}  // namespace

void draw_tool_card(const Look& look, UiState& ui, const Theme& theme, Requests& requests) {
  const Part& part = part_of(ui.tool);
  ImGui::PushFont(theme.fonts.title);
  ImGui::TextUnformatted(part.tool->title);
  ImGui::PopFont();
  quiet_text(theme, part.tool->hint(ui.hand));
  if (part.card) part.card({look, ui, theme, requests});
}

void draw_unit_list(const Look& look, UiState& ui, const Theme& theme) {
  if (!look.snapshot.state) return;
  for (const auto& army : look.document.roster.armies) {
    section(theme, army.name.c_str());
    for (const auto& unit : army.units) {
      std::vector<int> ids;
      int hidden = 0, doubtful = 0;
      for (const auto& piece : look.snapshot.state->pieces) {
        if (piece.army != army.name || piece.unit != unit.name) continue;
        ids.push_back(piece.id);
        hidden += piece.seen != vision::Seen::Yes ? 1 : 0;
        doubtful += piece.doubtful ? 1 : 0;
      }
      const std::size_t men = static_cast<std::size_t>(unit.models) + (unit.crew ? static_cast<std::size_t>(unit.crew->men) : 0U);
      std::string note = unit.arm == measure::Arm::Gun ? "gun" : unit.arm == measure::Arm::Cavalry ? "cavalry" : "infantry";
      if (hidden > 0) note += fmt::format(" · {} hidden", hidden);
      if (doubtful > 0) note += fmt::format(" · {} doubtful", doubtful);
      const bool selected = !ids.empty() && std::ranges::all_of(ids, [&](int id) { return ui.selected.contains(id); });
      if (card(theme, (army.name + unit.name).c_str(),
               {.title = unit.name,
                .note = note,
                .right = fmt::format("{} of {}", ids.size(), men),
                .verdict = {},
                .dot = overlay::rim_colour(look.document.roster, army.name),
                .selected = selected})) {
        ui.selected = std::set<int>(ids.begin(), ids.end());
      }
    }
  }
  const auto strangers = std::ranges::count_if(look.snapshot.state->pieces, [](const auto& piece) { return piece.unit.empty(); });
  if (strangers > 0) quiet_text(theme, fmt::format("{} figures without a unit", strangers));
}

void draw_play_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests) {
  const bool measures = ui.tool != Tool::Select;  // then what it read comes first
  double& wanted = state_of<InspectorHeight>(ui).pixels;
  const double split = std::clamp(wanted, kLeastShare * box.height(), kMostShare * box.height());
  begin_panel("inspector", {box.left, box.top, box.right, box.top + split});
  draw_tool_card(look, ui, theme, requests);
  ImGui::Separator();
  if (measures) draw_readings(look, theme, requests);
  for (const Part& part : parts())
    if (part.selected) part.selected({look, ui, theme, requests});
  draw_inspector(look, ui, theme, requests);
  if (!measures) draw_readings(look, theme, requests);
  const double before = std::exchange(wanted, ImGui::GetCursorPosY() + theme.px(8));
  if (std::abs(wanted - before) > 1.0) requests.push_back(TellWindow{[](UiState&) {}});  // draws once more, at that height
  end_panel();
  begin_panel("units", {box.left, box.top + split + theme.px(10), box.right, box.bottom});
  draw_unit_list(look, ui, theme);
  end_panel();
}

}  // namespace window
