#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "app/window/panels/panels.h"
#include "app/window/shell/game_choice.h"
#include "app/window/shell/screen_renderer.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

using measure::Verdict;

struct Step {
  const char* label;
  const char* key;
  Mode mode;
  bool done;
};

void draw_steps(const Look& look, const UiState& ui, const Theme& theme, float left, float right, Requests& requests) {
  const bool registered = look.snapshot.state && look.snapshot.state->camera.registered;
  const Step steps[] = {{"Set up", "F2", Mode::SetUp, registered},
                        {"Roster", "F3", Mode::Roster, !look.document.roster.armies.empty()},
                        {"Measure", "F4", Mode::Play, false}};
  const float width = theme.px(124), gap = theme.px(8);
  float x = std::max(left, 0.5F * (left + right) - 1.5F * width - gap);
  for (const Step& step : steps) {
    if (x + width > right) break;
    ImGui::SetCursorPos({x, theme.px(9)});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool now = ui.mode == step.mode;
    const std::string label = (step.done && !now ? "     " : "") + std::string(step.label) + "  " + step.key;
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, theme.px(16));
    if (toggle_button(theme, (label + "##" + step.key).c_str(), now, width)) requests.push_back(ChooseMode{step.mode});
    ImGui::PopStyleVar();
    if (step.done && !now)
      draw_sign(*ImGui::GetWindowDrawList(), overlay::Sign::Tick,
                {at.x + theme.px(15), at.y + theme.px(8), at.x + theme.px(27), at.y + theme.px(20)}, theme.ink(overlay::Ink::Yes));
    x += width + gap;
  }
}

struct Chip {
  std::string text;
  ImU32 colour;
};

[[nodiscard]] std::vector<Chip> state_chips(const Look& look, const Theme& theme) {
  std::vector<Chip> chips;
  const app::Snapshot& now = look.snapshot;
  if (now.frozen) chips.push_back({now.live ? "frozen" : "recording waits", theme.accent});
  if (now.set_up) chips.push_back({"paused", theme.accent});
  if (now.status == vision::SourceStatus::Gone)
    chips.push_back({"no picture", theme.ink(overlay::Ink::No)});
  else if (now.status == vision::SourceStatus::Ended)
    chips.push_back({"recording ended", theme.quiet});
  if (now.state) {
    if (!now.state->camera.registered)
      chips.push_back({"table not found", theme.ink(overlay::Ink::No)});
    else if (now.state->settled)
      chips.push_back({"settled", theme.ink(overlay::Ink::Yes)});
    else if (now.status == vision::SourceStatus::Running)
      chips.push_back({"moving", theme.ink(overlay::Ink::TooClose)});
    else if (now.status != vision::SourceStatus::Ended)
      chips.push_back({"not settled", theme.ink(overlay::Ink::TooClose)});
    const auto& table = look.document.table;
    if (!table.tags.empty())
      chips.push_back({fmt::format("{}/{} tags", now.state->camera.tags_seen.size(), table.tags.size()), theme.text});
    if (!now.state->pieces.empty()) {
      std::vector<double> margins;
      for (const auto& piece : now.state->pieces) margins.push_back(measure::margin_of(piece.covariance).value);
      const auto middle = margins.begin() + static_cast<std::ptrdiff_t>(margins.size() / 2);
      std::ranges::nth_element(margins, middle);
      chips.push_back({fmt::format("±{:.2f} in", std::max(0.01, *middle)), theme.text});
    }
  }
  if (now.frames_per_second > 0.05 && now.status == vision::SourceStatus::Running && !now.frozen)
    chips.push_back({fmt::format("{:.0f} fps", now.frames_per_second), theme.text});
  return chips;
}

/// Right to left; what does not fit is left out, the least important first.
[[nodiscard]] float draw_chips(const std::vector<Chip>& chips, const Theme& theme, float right, float least) {
  const ImVec2 origin = ImGui::GetWindowPos();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImFont& font = *theme.fonts.strong;
  std::vector<float> widths;
  float total = 0.0F;
  std::size_t count = 0;
  for (; count < chips.size(); ++count) {
    const float width = font.CalcTextSizeA(font.FontSize, 1e6F, 0.0F, chips[count].text.c_str()).x + theme.px(18);
    if (right - total - width < least) break;
    widths.push_back(width);
    total += width;
  }
  float x = right - total;
  for (std::size_t i = 0; i < count; ++i) {
    draw.AddText(&font, font.FontSize, {origin.x + x + theme.px(9), origin.y + theme.px(16)}, chips[i].colour, chips[i].text.c_str());
    x += widths[i];
  }
  return right - total;
}

/// A recording is held and goes on by the button before its name; lit while it waits. Returns the room it took.
[[nodiscard]] float draw_recording_button(const Look& look, const Theme& theme, float left, Requests& requests) {
  const app::Snapshot& now = look.snapshot;
  if (now.live || !now.frame || now.status != vision::SourceStatus::Running) return 0.0F;
  const float width = theme.px(86);
  ImGui::SetCursorPos({left, theme.px(9)});
  const bool pressed = now.frozen ? main_button(theme, "Go on  H", width) : ImGui::Button("Hold  H", {width, 0.0F});
  if (pressed) requests.push_back(Freeze{!now.frozen});
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", now.frozen ? "The recording goes on, in a game to the next table at rest." : "The recording stops here.");
  return width + theme.px(12);
}

}  // namespace

void draw_top_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests) {
  begin_panel("top", box, false);
  const auto width = static_cast<float>(box.width());
  const float steps_half = theme.px(204);
  const float steps_left = 0.5F * width - steps_half, steps_right = 0.5F * width + steps_half;

  ImGui::PushFont(theme.fonts.title);
  ImGui::SetCursorPos({theme.px(18), theme.px(12)});
  ImGui::TextUnformatted("Vedette");
  const float name_end = theme.px(18) + ImGui::GetItemRectSize().x + theme.px(14);
  ImGui::PopFont();
  ImGui::SetCursorPos({name_end, theme.px(9)});
  draw_game_choice(theme, kGames[0].title, ui.other_game);
  const float title_end = name_end + ImGui::GetItemRectSize().x + theme.px(14);
  const std::string frame = look.snapshot.frame ? look.snapshot.frame->name : "";
  const std::string source = std::filesystem::path(look.snapshot.source).filename().string();
  const std::string about = source.empty() ? "no source" : frame.empty() || frame == source ? source : source + " · " + frame;
  const float about_at = title_end + draw_recording_button(look, theme, title_end, requests);
  ImGui::SetCursorPos({about_at, theme.px(17)});
  ImGui::PushStyleColor(ImGuiCol_Text, theme.quiet);
  ImGui::TextUnformatted(fitted(*theme.fonts.body, about, steps_left - about_at).c_str());
  ImGui::PopStyleColor();

  draw_steps(look, ui, theme, steps_left, steps_right, requests);

  const float help = width - theme.px(54);
  ImGui::SetCursorPos({help, theme.px(9)});
  if (toggle_button(theme, "?", ui.help, theme.px(36))) requests.push_back(ToggleHelp{});
  (void)draw_chips(state_chips(look, theme), theme, help - theme.px(6), steps_right + theme.px(6));
  end_panel();
}

}  // namespace window
