#include "app/window/shell/game_choice.h"

#include <imgui.h>

#include "app/window/shell/widgets.h"

namespace window {

std::string word_of(std::string_view title) {
  for (const GameName& game : kGames)
    if (title == game.title) return game.word;
  return {};
}

void draw_game_choice(const Theme& theme, std::string_view title, std::string& wished) {
  const std::string label = std::string(title) + "   ##game";  // room for the arrow
  const ImVec2 from = ImGui::GetCursorScreenPos();
  if (toggle_button(theme, label.c_str(), false)) ImGui::OpenPopup("games");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Another game");
  const ImVec2 size = ImGui::GetItemRectSize();
  const float half = theme.px(4);
  const ImVec2 tip(from.x + size.x - theme.px(13), from.y + 0.5F * size.y + theme.px(3));
  ImGui::GetWindowDrawList()->AddTriangleFilled({tip.x - half, tip.y - half}, {tip.x + half, tip.y - half}, tip, theme.quiet);
  ImGui::SetNextWindowPos({from.x, from.y + size.y + theme.px(6)});
  if (!ImGui::BeginPopup("games")) return;
  for (const GameName& game : kGames)
    if (toggle_button(theme, game.title, title == game.title, theme.px(160))) {
      if (title != game.title) wished = game.word;
      ImGui::CloseCurrentPopup();
    }
  ImGui::EndPopup();
}

}  // namespace window
