#include "app/window/charge/widgets.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/window/shell/screen_renderer.h"
#include "app/window/shell/widgets.h"
#include "rules/charge/rulebook.h"

namespace window {
namespace {

const std::string kNotDone = "Not done: ";
constexpr double kSignSize = 14.0, kTooltipWidth = 420.0;  // pixels at scale 1

}  // namespace

const char* verdict_word(measure::Verdict verdict) {
  switch (verdict) {
    case measure::Verdict::Yes: return "yes";
    case measure::Verdict::TooCloseToCall: return "close call";
    case measure::Verdict::No: return "no";
  }
  return "";
}

void draw_verdict(const Theme& theme, measure::Verdict verdict, ImVec2 at) {
  const float size = theme.px(kSignSize), top = at.y + 0.5F * (theme.fonts.body->FontSize - size) + theme.px(1);
  draw_sign(*ImGui::GetWindowDrawList(), overlay::sign_of(verdict), {at.x, top, at.x + size, top + size},
            theme.ink(overlay::ink_of(verdict)));
}

void wide_tooltip(const Theme& theme, const std::string& text) {
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(in_lines(*ImGui::GetFont(), text, theme.px(kTooltipWidth)).c_str());
  ImGui::EndTooltip();
}

void tooltip_beside(const Theme& theme, const std::string& text) {
  const ImVec2 beside(ImGui::GetWindowPos().x - theme.px(8), ImGui::GetItemRectMin().y);
  ImGui::SetNextWindowPos(beside, ImGuiCond_Always, {1.0F, 0.0F});
  wide_tooltip(theme, text);
}

void rule_tooltip(const Theme& theme, const std::string& rule) {
  const std::string_view says = rules::charge::rule_text(rule);
  if (!says.empty()) wide_tooltip(theme, rule + ": " + std::string(says));
}

const app::RuledTable* settled_table(const Look& look) {
  const auto& log = look.snapshot.rulings;
  return log && !log->empty() ? log->front().get() : nullptr;
}

app::Roller& roller_of(UiState& ui) { return state_of<DiceState>(ui).roller; }

std::string rolled(const app::Roller& roller) {
  return fmt::format("rolled (roller {}, dice up to no. {})", roller.seed(), roller.thrown());
}

int die_buttons(const Theme& theme, const char* id, int chosen) {
  int pressed = 0;
  ImGui::PushID(id);
  for (int face = 1; face <= rules::charge::kFaces; ++face) {
    if (face > 1) ImGui::SameLine(0.0F, theme.px(4));
    if (toggle_button(theme, std::to_string(face).c_str(), face == chosen, theme.px(26))) pressed = face;
  }
  ImGui::PopID();
  return pressed;
}

void working_line(const Theme& theme, const rules::charge::WorkingLine& line) {
  ImGui::TextUnformatted(fmt::format("{} → {}", line.says, rules::text(line.number)).c_str());
  ImGui::SameLine();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
  ImGui::TextUnformatted(line.rule.c_str());
  ImGui::PopStyleColor();
  if (ImGui::IsItemHovered()) rule_tooltip(theme, line.rule);
}

void strength_bar(const Theme& theme, const app::Strength& army, ImU32 colour, ImVec2 at, float width, float height) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto share = [&](int men) {
    return static_cast<float>(std::clamp(army.original > 0 ? static_cast<double>(men) / army.original : 0.0, 0.0, 1.0));
  };
  const float round = 0.5F * height, middle = at.y + 0.5F * height, reach = 1.1F * height;
  draw.AddRectFilled(at, {at.x + width, at.y + height}, theme.card_hot, round);
  draw.AddRectFilled(at, {at.x + width * share(army.original - army.lost), at.y + height}, colour, round);
  const float line = at.x + width * share(army.original - army.defeating + 1);
  draw.AddLine({line, middle - reach}, {line, middle + reach}, theme.panel, theme.px(4));
  draw.AddLine({line, middle - reach}, {line, middle + reach}, theme.text, theme.px(1.6));
}

void play(const PartContext& on, rules::charge::Applied applied) {
  std::string says;
  for (const rules::Reason& reason : applied.because) says += (says.empty() ? "" : "; ") + reason.says + " (" + reason.rule + ")";
  on.requests.push_back(TellWindow{[says, done = applied.done](UiState& ui) {
    if (!done) ui.notice = kNotDone + says;
    if (done && ui.notice.starts_with(kNotDone)) ui.notice.clear();
    if (!done || (says.empty() && !ui.told_of_the_game)) return;
    ui.told = says;  // what was told of an earlier action no longer holds
    ui.told_of_the_game = !says.empty();
  }});
  if (!applied.done) return;
  Document next = on.look.document;
  next.game = std::make_shared<const rules::charge::Game>(std::move(applied.game));
  on.requests.push_back(ChangeDocument{std::move(next), {.game = true}});
}

}  // namespace window
