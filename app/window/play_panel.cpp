#include <fmt/format.h>

#include <algorithm>

#include "app/overlay/figures.h"
#include "app/window/panels.h"
#include "app/window/parts.h"
#include "app/window/widgets.h"

namespace window {
namespace {

/// The inspector's share of the side, more where it has much to say; the units have the rest.
constexpr double kInspectorShare = 0.46, kWordyShare = 0.7;

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
  const bool wordy = part_of(ui.tool).tool->wordy || !ui.selected.empty() || look.document.game;
  const double split = std::min((wordy ? kWordyShare : kInspectorShare) * box.height(), box.height() - 120.0);
  begin_panel("inspector", {box.left, box.top, box.right, box.top + split});
  draw_tool_card(look, ui, theme, requests);
  ImGui::Separator();
  for (const Part& part : parts())
    if (part.selected) part.selected({look, ui, theme, requests});
  draw_inspector(look, ui, theme, requests);
  end_panel();
  begin_panel("units", {box.left, box.top + split + theme.px(10), box.right, box.bottom});
  draw_unit_list(look, ui, theme);
  end_panel();
}

}  // namespace window
