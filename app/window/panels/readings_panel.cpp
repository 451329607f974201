#include "app/window/panels/panels.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

/// Share of the width the names have; the numbers begin behind them.
constexpr float kNamesShare = 0.4F;

[[nodiscard]] ImU32 ink_of(const Theme& theme, const overlay::Row& row) {
  return row.verdict ? theme.ink(overlay::ink_of(*row.verdict)) : theme.text;
}

/// Sign and name on the left, cut to `width`; the whole name under the mouse.
void name(const Theme& theme, const overlay::Row& row, const ImFont& font, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (row.verdict) sign_line(theme, *row.verdict, "");
  const float left = at.x + theme.px(22);
  const std::string shown = fitted(font, row.who, width - theme.px(22));
  ImGui::GetWindowDrawList()->AddText(&font, font.FontSize, {left, at.y}, theme.text, shown.c_str());
  if (shown != row.who && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + font.FontSize}))
    ImGui::SetTooltip("%s", row.who.c_str());
  ImGui::SetCursorScreenPos(at);
}

/// How much and why, from `left` on.
void number(const Theme& theme, const overlay::Row& row, float left) {
  const float from = ImGui::GetCursorPosX();
  ImGui::SetCursorPosX(left);
  ImGui::BeginGroup();
  wrapped_text(theme, row.value, ink_of(theme, row));
  if (!row.note.empty()) quiet_text(theme, row.note);
  ImGui::EndGroup();
  ImGui::SetCursorPosX(from);
}

/// What it measures and between whom, the way to take it up at the right; then the result.
void headline(const Theme& theme, const overlay::Reading& reading, std::size_t index, Requests& requests) {
  const float from = ImGui::GetCursorPosX(), button = theme.px(26);
  const float width = ImGui::GetContentRegionAvail().x;
  overlay::Row row = reading.headline;
  row.who = row.who.empty() ? reading.tool : reading.tool + " · " + row.who;
  const float top = ImGui::GetCursorPosY();
  name(theme, row, *theme.fonts.strong, width - button - theme.px(6));
  ImGui::SetCursorPosX(from + width - button);
  if (ImGui::SmallButton("×")) requests.push_back(TakeUp{index});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Take this up");
  ImGui::SetCursorPosY(top + theme.fonts.strong->FontSize + theme.px(5));
  ImGui::PushFont(theme.fonts.strong);
  number(theme, row, from + theme.px(22));
  ImGui::PopFont();
}

}  // namespace

void draw_readings(const Look& look, const Theme& theme, Requests& requests) {
  if (look.readings.empty()) return;
  section(theme, "READINGS");
  const float names = kNamesShare * ImGui::GetContentRegionAvail().x;
  for (std::size_t i = look.readings.size(); i-- > 0;) {
    const overlay::Reading& reading = look.readings[i];
    ImGui::PushID(static_cast<int>(i));
    headline(theme, reading, i, requests);
    for (const overlay::Row& row : reading.rows) {
      name(theme, row, *theme.fonts.body, names);
      number(theme, row, ImGui::GetCursorPosX() + names);
    }
    ImGui::PopID();
    ImGui::Spacing();
  }
  ImGui::Separator();
}

}  // namespace window
