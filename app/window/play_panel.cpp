#include <fmt/format.h>

#include <algorithm>

#include "app/overlay/figures.h"
#include "app/window/hand_tools.h"
#include "app/window/panels.h"
#include "app/window/widgets.h"

namespace window {
namespace {

constexpr measure::TerrainKind kKinds[] = {measure::TerrainKind::Wood,  measure::TerrainKind::Hill, measure::TerrainKind::Marsh,
                                           measure::TerrainKind::River, measure::TerrainKind::Road, measure::TerrainKind::House,
                                           measure::TerrainKind::Wall,  measure::TerrainKind::Hedge};

/// The inspector's share of the side; the units have the rest.
constexpr double kInspectorShare = 0.46, kWordyShare = 0.7;

void terrain_options(const Look& look, UiState& ui, const Theme& theme, Requests& requests) {
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
  if (!ui.hand.outline.empty() && main_button(theme, "Finish this piece")) finish_terrain(look, ui, requests);
  for (std::size_t i = 0; i < look.document.table.table.terrain.size(); ++i) {
    const auto& terrain = look.document.table.table.terrain[i];
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::SmallButton("×")) {
      Document next = look.document;
      next.table.table.terrain.erase(next.table.table.terrain.begin() + static_cast<std::ptrdiff_t>(i));
      requests.push_back(ChangeDocument{std::move(next), {.table = true}});
    }
    ImGui::SameLine();
    ImGui::TextUnformatted(fitted(*theme.fonts.body, terrain.name.empty() ? std::string(app::word(terrain.kind)) : terrain.name,
                                  ImGui::GetContentRegionAvail().x)
                               .c_str());
    ImGui::PopID();
  }
}

/// One proof: its sign, and how far off it was.
void proof_line(const Theme& theme, const app::Proof& proof) {
  sign_line(theme, app::holds(proof) ? measure::Verdict::Yes : measure::Verdict::No, app::finding_of(proof).says);
}

void proof_options(const Look& look, UiState& ui, const Theme& theme, Requests& requests) {
  stepper(theme, "in between the tags' middles", ui.options.known_length_in, 0.5, 0.5, 200.0);
  if (ui.proof) {
    ui.proof->stated = measure::Inches(ui.options.known_length_in);
    proof_line(theme, *ui.proof);
    if (main_button(theme, "Keep with the table")) requests.push_back(KeepProof{*ui.proof});
  }
  const auto& tags = look.snapshot.tags;
  if (!ui.proof && std::ranges::none_of(tags, [&](const auto& tag) { return can_prove(look.document.table, tag); }))
    quiet_text(theme, "No tag is seen but the corner tags, which the table itself is measured by.");
  const auto& kept = look.document.table.proofs;
  if (kept.empty()) return;
  section(theme, "KEPT WITH THE TABLE");
  for (std::size_t i = kept.size(); i-- > 0;) proof_line(theme, kept[i]);
}

}  // namespace

void draw_tool_card(const Look& look, UiState& ui, const Theme& theme, Requests& requests) {
  ImGui::PushFont(theme.fonts.title);
  ImGui::TextUnformatted(title(ui.tool));
  ImGui::PopFont();
  quiet_text(theme, hint(ui.tool, ui.hand));
  switch (ui.tool) {
    case Tool::Ruler:
      if (toggle_button(theme, "edge to edge", !ui.options.centres)) ui.options.centres = false;
      ImGui::SameLine();
      if (toggle_button(theme, "centre to centre", ui.options.centres)) ui.options.centres = true;
      break;
    case Tool::Around: stepper(theme, "in around", ui.options.around_in, 1.0, 0.5, 96.0); break;
    case Tool::Arc:
      stepper(theme, "° either side", ui.options.arc_half_deg, 7.5, 1.0, 180.0);
      stepper(theme, "in far", ui.options.arc_reach_in, 3.0, 1.0, 144.0);
      break;
    case Tool::Clearance: stepper(theme, "in on either side", ui.options.clearance_in, 0.5, 0.1, 12.0); break;
    case Tool::Terrain: terrain_options(look, ui, theme, requests); break;
    case Tool::Proof: proof_options(look, ui, theme, requests); break;
    default: break;
  }
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
  const bool wordy = ui.tool == Tool::Terrain || ui.tool == Tool::Proof;  // these have more to choose from
  const double split = std::min((wordy ? kWordyShare : kInspectorShare) * box.height(), box.height() - 120.0);
  begin_panel("inspector", {box.left, box.top, box.right, box.top + split});
  draw_tool_card(look, ui, theme, requests);
  ImGui::Separator();
  draw_inspector(look, ui, theme, requests);
  end_panel();
  begin_panel("units", {box.left, box.top + split + theme.px(10), box.right, box.bottom});
  draw_unit_list(look, ui, theme);
  end_panel();
}

}  // namespace window
