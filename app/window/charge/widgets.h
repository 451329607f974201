// What the panels of the game share: a verdict's sign and word, what a rule says under the mouse, an action that was taken.
#pragma once

#include <string>

#include "app/umpire/charge_fire.h"
#include "app/umpire/charge_play.h"
#include "app/umpire/rulings_json.h"
#include "app/window/shell/theme.h"
#include "app/window/tools/parts.h"
#include "measure/measured.h"
#include "rules/charge/game/game.h"

namespace window {

/// "yes", "close call", "no": a verdict in words, never colour alone.
[[nodiscard]] const char* verdict_word(measure::Verdict verdict);
/// Words of the rules, in the language in use.
[[nodiscard]] std::string step_word(rules::charge::Step step);
[[nodiscard]] std::string arm_word(rules::charge::Arm arm);
/// Its sign, as high as a line of body text, with its upper left corner there.
void draw_verdict(const Theme& theme, measure::Verdict verdict, ImVec2 at);
/// A tooltip as wide as a sentence.
void wide_tooltip(const Theme& theme, const std::string& text);
/// The same to the left of the panel, as high as the last item: what stands under it stays in sight.
void tooltip_beside(const Theme& theme, const std::string& text);
/// The rule's own words.
void rule_tooltip(const Theme& theme, const std::string& rule);

/// The table as it was last settled; null before.
[[nodiscard]] const app::RuledTable* settled_table(const Look& look);

/// The window's one roller: every die it throws is counted, so that the log can be looked up.
[[nodiscard]] app::Roller& roller_of(UiState& ui);
/// "rolled (roller 4711, dice up to no. 12)".
[[nodiscard]] std::string rolled(const app::Roller& roller);
/// Six faces in a row to press, `chosen` of them lit (0: none). The one that was pressed, 0 while none is.
int die_buttons(const Theme& theme, const char* id, int chosen = 0);
/// A number of the working and its rule, whose words a hover shows.
void working_line(const Theme& theme, const rules::charge::WorkingLine& line);

/// Who stands of those it began with; the mark is the half: with fewer it is defeated (C-W1).
void strength_bar(const Theme& theme, const app::Strength& army, ImU32 colour, ImVec2 at, float width, float height);

/// Tells the players' pages that this army throws these dice. What its player has entered there; none: nothing yet.
[[nodiscard]] std::optional<app::player::DiceEntered> entered_on_page(const PartContext& on, const std::string& army,
                                                                      const std::string& says, const std::vector<std::string>& dice);
/// As `play`, of dice that were entered on a page: its player is told whether they were taken.
void play(const PartContext& on, const app::player::DiceEntered& entered, rules::charge::Applied applied);

/// Wishes that this becomes the game, as one step of undo; what was refused, or should be known, is said under Findings.
void play(const PartContext& on, rules::charge::Applied applied);

}  // namespace window
