// The step of the morale: every army's losses, body by body, the line it fights no more beyond, and who has won.
#include <fmt/format.h>

#include "app/overlay/figures.h"
#include "app/umpire/charge_play.h"
#include "app/window/charge/widgets.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

namespace charge = rules::charge;
using measure::Verdict;

void draw_army(const PartContext& on, const app::Strength& army) {
  const Theme& theme = on.theme;
  sign_line(theme, army.defeated ? Verdict::No : Verdict::Yes, app::text_of(army));
  const float height = theme.px(12), above = theme.px(4);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  strength_bar(theme, army, packed(overlay::rim_colour(on.look.document.roster, army.name)), {at.x, at.y + above}, width, height);
  ImGui::Dummy({width, height + 2.0F * above});
  if (ImGui::IsItemHovered()) tooltip_beside(theme, "The mark is the half: an army that has lost more than half fights no more (C-W1).");
  std::string units;
  for (const app::UnitLoss& unit : army.units)
    units += fmt::format("{}{} {} of {}", units.empty() ? "" : " · ", unit.unit, unit.original - unit.lost, unit.original);
  quiet_text(theme, units + " stand");
}

void draw_panel(const PartContext& on) {
  const auto& game = on.look.document.game;
  if (!game) return;
  const std::string outcome = app::outcome_text(*game);
  if (game->step != charge::Step::Morale && outcome.empty()) return;
  section(on.theme, "MORALE (C-W1)");
  if (!outcome.empty()) {
    ImGui::PushFont(on.theme.fonts.title);
    ImGui::TextUnformatted(outcome.c_str());
    ImGui::PopFont();
  }
  if (game->step == charge::Step::Morale)
    for (const app::Strength& army : app::strengths(*game)) draw_army(on, army);
  ImGui::Separator();
}

}  // namespace

Part charge_morale_part() { return {.selected = draw_panel}; }

}  // namespace window
