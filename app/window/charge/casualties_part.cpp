// Casualties: the die that tells apart who falls, what is carried to the end of all firing, and who is lifted, army by army.
#include <fmt/format.h>

#include <algorithm>

#include "app/umpire/charge_casualties.h"
#include "app/window/charge/widgets.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

namespace charge = rules::charge;

void draw_owed(const PartContext& on, const charge::Game& game) {
  for (std::size_t which = 0; which < game.owed.size(); ++which) {
    const charge::Owed& owed = game.owed[which];
    section(on.theme, fmt::format("WHO FALLS: {} OF {} MEN OF {}", owed.men, owed.among.size(), owed.body.second).c_str());
    ImGui::PushID(static_cast<int>(which));
    int die = die_buttons(on.theme, "die");
    ImGui::SameLine();
    app::Roller& roller = roller_of(on.ui);
    const bool roll = main_button(on.theme, "Roll");
    if (roll) die = roller.roll(1).front();
    if (die != 0) play(on, app::allocate(game, which, die, roll ? rolled(roller) : "by hand", on.look.document.house));
    ImGui::PopID();
  }
}

std::string text_of(const app::LedgerLine& line, bool settled) {
  const std::string carried = line.carried == 0 ? "nothing carried" : rules::text(line.carried) + " carried";
  const char* const when = settled ? "fell at the end" : line.at_end == 1 ? "falls at the end" : "fall at the end";
  return fmt::format("{}: {} at once, {}: {} {}", line.unit, line.at_once, carried, line.at_end, when);
}

void draw_ledger(const PartContext& on, const charge::Game& game) {
  if (game.attacks.empty()) return;
  section(on.theme, game.settled ? "FRACTIONS OF ALL FIRING, SETTLED (C-K4)" : "CARRIED TO THE END OF ALL FIRING (C-K4)");
  for (const app::LedgerLine& line : app::ledger(game, on.look.document.house)) ImGui::TextUnformatted(text_of(line, game.settled).c_str());
}

void draw_lifting(const PartContext& on, const charge::Game& game) {
  const app::RuledTable* const settled = settled_table(on.look);
  const auto armies = app::lifting(game, settled ? settled->field : game.field);
  if (armies.empty()) {
    if (game.step == charge::Step::Settle) quiet_text(on.theme, "Nobody is to be lifted.");
    return;
  }
  section(on.theme, "TO LIFT (C-K5)");
  for (const app::Lifting& army : armies) sign_line(on.theme, army.verdict(), app::text_of(army));
}

void draw_panel(const PartContext& on) {
  const auto& game = on.look.document.game;
  if (!game) return;
  draw_owed(on, *game);
  draw_lifting(on, *game);
  if (game->step <= charge::Step::Settle) draw_ledger(on, *game);
}

}  // namespace

Part charge_casualties_part() { return {.selected = draw_panel}; }

}  // namespace window
