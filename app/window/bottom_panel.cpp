#include <fmt/format.h>

#include <algorithm>

#include "app/window/panels.h"
#include "app/window/parts.h"
#include "app/window/widgets.h"

namespace window {
namespace {

using measure::Inches;
using measure::Verdict;

constexpr double kReadingsShare = 0.6;

struct Columns {
  float tool, who, value, note, end;
};

void cell(const Theme& theme, const ImFont& font, float from, float to, float y, ImU32 colour, const std::string& text) {
  const std::string shown = fitted(font, text, to - from - theme.px(8));
  ImGui::GetWindowDrawList()->AddText(&font, font.FontSize, {from, y}, colour, shown.c_str());
  if (shown != text && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({from, y}, {to, y + font.FontSize}))
    ImGui::SetTooltip("%s", text.c_str());
}

void row(const Theme& theme, const Columns& columns, const std::string& tool, const overlay::Row& row, bool strong) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImFont& font = strong ? *theme.fonts.strong : *theme.fonts.body;
  const ImU32 colour = row.verdict ? theme.ink(overlay::ink_of(*row.verdict)) : theme.text;
  if (row.verdict) {
    ImGui::SetCursorScreenPos({columns.tool - theme.px(24), at.y});
    sign_line(theme, *row.verdict, "");
  }
  cell(theme, *theme.fonts.body, columns.tool, columns.who, at.y, theme.quiet, tool);
  cell(theme, font, columns.who, columns.value, at.y, theme.text, row.who);
  cell(theme, font, columns.value, row.note.empty() ? columns.end : columns.note, at.y, colour, row.value);
  cell(theme, *theme.fonts.body, columns.note, columns.end, at.y, theme.quiet, row.note);
  ImGui::SetCursorScreenPos({at.x, at.y});
  ImGui::Dummy({columns.end - at.x, theme.fonts.body->FontSize + theme.px(2)});
}

void draw_readings(const Look& look, UiState& ui, const Theme& theme, Requests& requests) {
  const bool logged = look.snapshot.rulings && !look.snapshot.rulings->empty();
  if (look.readings.empty() && logged) return;  // the room is the log's
  section(theme, "READINGS");
  if (look.readings.empty()) return quiet_text(theme, "None yet. Take the ruler (R) and click two figures.");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float first = at.x + theme.px(58), room = width - theme.px(58);
  const Columns columns{first, first + 0.14F * room, first + 0.43F * room, first + 0.70F * room, first + room};
  for (std::size_t i = look.readings.size(); i-- > 0;) {
    const overlay::Reading& reading = look.readings[i];
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 line = ImGui::GetCursorScreenPos();
    if (ImGui::SmallButton("×")) requests.push_back(TakeUp{i});
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Take this up");
    ImGui::SetCursorScreenPos(line);
    row(theme, columns, reading.tool, reading.headline, true);
    for (const overlay::Row& part : reading.rows) row(theme, columns, "", part, false);
    ImGui::PopID();
  }
  (void)ui;
}

void draw_cursor(const Look& look, const UiState& ui, const Theme& theme) {
  section(theme, "AT THE CURSOR");
  if (!look.snapshot.camera || !ui.cursor_ground) return quiet_text(theme, "not over the table");
  const auto point = *ui.cursor_ground;
  const Inches z = measure::ground_height(look.document.table.table.terrain, point);
  const auto margin = measure::margin_of(look.snapshot.camera->registration_covariance(point, z));
  ImGui::TextUnformatted(fmt::format("{:.2f}, {:.2f} in", point.x.value, point.y.value).c_str());
  ImGui::SameLine();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.quiet);
  ImGui::TextUnformatted(
      fmt::format("±{:.2f} in  {:.1f} px/in", std::max(0.01, margin.value), look.snapshot.camera->pixels_per_inch(point, z)).c_str());
  ImGui::PopStyleColor();
}

/// What was found, and what helps: "... (check cable and power)".
[[nodiscard]] std::string sentence_of(const calibration::Finding& finding) {
  return finding.fix.empty() ? finding.says : finding.says + " (" + finding.fix + ")";
}

void draw_findings(const Look& look, const UiState& ui, const Theme& theme) {
  section(theme, "FINDINGS");
  if (!ui.notice.empty()) sign_line(theme, Verdict::No, ui.notice);
  if (!ui.told.empty()) sign_line(theme, Verdict::Yes, ui.told);
  const auto& proofs = look.document.table.proofs;
  const bool proved = proofs.empty() || app::holds(proofs.back());
  if (look.snapshot.findings.empty() && ui.notice.empty() && proved) sign_line(theme, Verdict::Yes, "nothing to report");
  for (const auto& finding : look.snapshot.findings) {
    using Severity = calibration::Finding::Severity;
    const Verdict sign = finding.severity == Severity::Fault  ? Verdict::No
                         : finding.severity == Severity::Warn ? Verdict::TooCloseToCall
                                                              : Verdict::Yes;
    sign_line(theme, sign, sentence_of(finding));
  }
  if (!proofs.empty()) sign_line(theme, proved ? Verdict::Yes : Verdict::TooCloseToCall, sentence_of(app::finding_of(proofs.back())));
}

}  // namespace

void draw_bottom_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests) {
  const double middle = box.left + kReadingsShare * box.width();
  begin_panel("readings", {box.left, box.top, middle, box.bottom});
  for (const Part& part : parts())
    if (part.log) part.log({look, ui, theme, requests});
  draw_readings(look, ui, theme, requests);
  end_panel();
  begin_panel("findings", {middle + theme.px(10), box.top, box.right, box.bottom});
  draw_cursor(look, ui, theme);
  draw_findings(look, ui, theme);
  end_panel();
}

}  // namespace window
