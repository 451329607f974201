#include <fmt/format.h>

#include <algorithm>

#include "app/window/panels/panels.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/parts.h"

namespace window {
namespace {

using measure::Inches;
using measure::Verdict;

/// The rulings are whole sentences; the rest are short ones.
constexpr double kRulingsShare = 0.66;

void draw_cursor(const Look& look, const UiState& ui, const Theme& theme) {
  section(theme, "AT THE CURSOR");
  if (!look.snapshot.camera || !ui.cursor_ground) return quiet_text(theme, "not over the table");
  const auto point = *ui.cursor_ground;
  const Inches z = measure::ground_height(look.document.table.table.terrain, point);
  const auto margin = measure::margin_of(look.snapshot.camera->registration_covariance(point, z));
  const std::string at = fmt::format("{:.2f}, {:.2f} in", point.x.value, point.y.value);
  const std::string how =
      fmt::format("±{:.2f} in  {:.1f} px/in", std::max(0.01, margin.value), look.snapshot.camera->pixels_per_inch(point, z));
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::TextUnformatted(at.c_str());
  if (ImGui::CalcTextSize((at + "  " + how).c_str()).x < room) ImGui::SameLine();
  wrapped_text(theme, how, theme.quiet);
}

/// What was found, and what helps: "... (check cable and power)".
[[nodiscard]] std::string sentence_of(const calibration::Finding& finding) {
  const bool stops = finding.says.ends_with('.');
  return finding.fix.empty() ? finding.says : finding.says.substr(0, finding.says.size() - (stops ? 1U : 0U)) + " (" + finding.fix + ")";
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
  const double middle = box.left + kRulingsShare * box.width();
  begin_panel("rulings", {box.left, box.top, middle, box.bottom});
  for (const Part& part : parts())
    if (part.log) part.log({look, ui, theme, requests});
  if (!look.snapshot.rulings || look.snapshot.rulings->empty()) {
    section(theme, "RULINGS");
    quiet_text(theme, "None yet: the umpire rules on every table that has settled.");
  }
  end_panel();
  begin_panel("findings", {middle + theme.px(10), box.top, box.right, box.bottom});
  draw_cursor(look, ui, theme);
  draw_findings(look, ui, theme);
  end_panel();
}

}  // namespace window
