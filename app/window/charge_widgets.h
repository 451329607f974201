// What the panels of the game share: a verdict's sign and word, what a rule says under the mouse, an action that was taken.
// Needs Dear ImGui, window/parts.h.
#pragma once

#include <string>

#include "app/window/parts.h"
#include "app/window/theme.h"
#include "measure/measured.h"
#include "rules/charge/game.h"

namespace window {

/// "yes", "close call", "no": a verdict in words, never colour alone.
[[nodiscard]] const char* verdict_word(measure::Verdict verdict);
/// Its sign, as high as a line of body text, with its upper left corner there.
void draw_verdict(const Theme& theme, measure::Verdict verdict, ImVec2 at);
/// A tooltip as wide as a sentence.
void wide_tooltip(const Theme& theme, const std::string& text);
/// The rule's own words.
void rule_tooltip(const Theme& theme, const std::string& rule);

/// Wishes that this becomes the game, as one step of undo; what was refused, or should be known, is said under Findings.
void play(const PartContext& on, rules::charge::Applied applied);

}  // namespace window
