// What is still possible in this step of the firing: every gun or company that may fire and has not. A click selects it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/overlay/figures.h"
#include "app/umpire/charge_possible.h"
#include "app/window/charge/asking.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

namespace charge = rules::charge;

struct PossibleState {
  Asking<std::vector<app::MayFire>> asking;
};

void draw_panel(const PartContext& on) {
  const auto& game = on.look.document.game;
  if (!game || (game->step != charge::Step::Artillery && game->step != charge::Step::Musketry)) return;
  auto& state = state_of<PossibleState>(on.ui).asking;
  keep_asking(on, state, app::may_still_fire);
  if (!state.answer || state.game != game || !on.ui.selected.empty()) return;  // the room is the selected unit's
  section(on.theme, "MAY STILL FIRE");
  if (state.answer->empty()) quiet_text(on.theme, "nobody in this step");
  for (const app::MayFire& fire : *state.answer) {
    const bool pressed = card(on.theme, ("may fire " + fire.army + fire.unit).c_str(),
                              {.title = fire.unit,
                               .note = fmt::format("at {}", fmt::join(fire.targets, ", ")),
                               .right = {},
                               .verdict = fire.verdict,
                               .dot = overlay::rim_colour(on.look.document.roster, fire.army),
                               .selected = false});
    if (pressed) on.requests.push_back(TellWindow{[ids = fire.ids](UiState& ui) { ui.selected = std::set<int>(ids.begin(), ids.end()); }});
  }
  ImGui::Separator();
}

}  // namespace

Part charge_possible_part() { return {.selected = draw_panel}; }

}  // namespace window
