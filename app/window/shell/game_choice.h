// Which game the window is for: a button beside its name, and a list of the others.
// Needs Dear ImGui, window/theme.h.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/window/shell/theme.h"

namespace window {

/// The word is `vedette demo --game`'s.
struct GameName {
  const char *word, *title;
};
inline constexpr std::array kGames{GameName{"charge", "Charge!"}, GameName{"le_choc", "Le Choc"}, GameName{"les_allies", "Les Alliés"}};

/// Empty for another game than these.
[[nodiscard]] std::string word_of(std::string_view title);

/// At the cursor, in a panel's title line. A choice of another game is written to `wished`.
void draw_game_choice(const Theme& theme, std::string_view title, std::string& wished);

}  // namespace window
