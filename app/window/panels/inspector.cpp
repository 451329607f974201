#include <fmt/format.h>

#include <algorithm>

#include "app/overlay/figures.h"
#include "app/overlay/readings.h"
#include "app/window/panels/panels.h"
#include "app/window/shell/widgets.h"
#include "measure/gap.h"

namespace window {
namespace {

using measure::Verdict;
using vision::Piece;

[[nodiscard]] const Piece* piece_with(const Look& look, int id) {
  if (!look.snapshot.state) return nullptr;
  const auto found = std::ranges::find(look.snapshot.state->pieces, id, &Piece::id);
  return found == look.snapshot.state->pieces.end() ? nullptr : &*found;
}

[[nodiscard]] std::string name_of(const Look& look, int id) {
  const Piece* const piece = piece_with(look, id);
  return piece ? piece->name : fmt::format("figure {}", id);
}

void facts(const Look& look, const UiState& ui, const Piece& piece, const Theme& theme) {
  const double margin = measure::margin_of(piece.covariance).value;
  ImGui::TextUnformatted(fmt::format("at {:.2f}, {:.2f} in  ±{:.2f}", piece.at.x.value, piece.at.y.value, std::max(0.01, margin)).c_str());
  if (piece.heading) {
    ImGui::TextUnformatted(fmt::format("faces {:.0f}° ±{:.1f}", measure::heading_degrees(*piece.heading),
                                       std::max(0.1, measure::degrees(piece.heading_margin)))
                               .c_str());
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("0° is to the right along the table, 90° straight away from you.");
  } else {
    quiet_text(theme, "its front cannot be seen");
  }
  if (piece.ground.value > 0.0) ImGui::TextUnformatted(fmt::format("stands {:.1f} in up", piece.ground.value).c_str());
  switch (piece.seen) {
    case vision::Seen::Yes: sign_line(theme, Verdict::Yes, "in view"); break;
    case vision::Seen::Hidden: sign_line(theme, Verdict::TooCloseToCall, "hidden: it stood here when it was last seen"); break;
    case vision::Seen::Lost: sign_line(theme, Verdict::No, "lost: nobody saw where it went"); break;
  }
  if (still_shrinking(ui, piece.id, look.now)) sign_line(theme, Verdict::TooCloseToCall, "margin still shrinks: measure again, longer");
}

/// The nearest figure of another army, edge to edge: what a player asks first.
void nearest_enemy(const Look& look, const Piece& piece, const Theme& theme) {
  const Piece* nearest = nullptr;
  measure::Measured gap;
  for (const Piece& other : look.snapshot.state->pieces) {
    if (other.army == piece.army) continue;
    const auto between = measure::gap(vision::footprint_of(piece), vision::footprint_of(other));
    if (!nearest || between.value < gap.value) nearest = &other, gap = between;
  }
  if (nearest) quiet_text(theme, fmt::format("nearest enemy {}: {}", nearest->name, overlay::text_of(gap)));
}

void doubts(const Look& look, const Piece& piece, const Theme& theme, Requests& requests) {
  if (!piece.doubtful) return;
  sign_line(theme, Verdict::TooCloseToCall, "May have been exchanged with another:");
  for (const int other : piece.could_be) {
    if (other == piece.id) continue;
    const std::string label = fmt::format("It is {}##{}", name_of(look, other), other);
    if (ImGui::Button(label.c_str())) requests.push_back(CorrectPieces{{app::Swap{piece.id, other}}});
  }
}

void draw_one(const Look& look, UiState& ui, const Piece& piece, const Theme& theme, Requests& requests) {
  strong_text(theme, piece.name);
  quiet_text(theme, fmt::format("{}{}{} · {}", piece.army, piece.unit.empty() ? "" : " · ", piece.unit, measure::word(piece.kind)) +
                        (piece.tag ? fmt::format(" · tag {}", *piece.tag) : ""));
  facts(look, ui, piece, theme);
  nearest_enemy(look, piece, theme);
  doubts(look, piece, theme, requests);
  if (ImGui::Button("Remove")) requests.push_back(CorrectPieces{{app::RemovePiece{piece.id}}});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Not a figure, or taken off the table. Ctrl+Z brings it back.");
}

void draw_several(const Look& look, UiState& ui, const Theme& theme, Requests& requests) {
  std::set<std::string> units;
  double worst = 0.0;
  int hidden = 0;
  for (const int id : ui.selected) {
    const Piece* const piece = piece_with(look, id);
    if (!piece) continue;
    units.insert(piece->unit);
    worst = std::max(worst, measure::margin_of(piece->covariance).value);
    hidden += piece->seen != vision::Seen::Yes ? 1 : 0;
  }
  strong_text(theme, units.size() == 1 && !units.begin()->empty() ? fmt::format("{}: {} figures", *units.begin(), ui.selected.size())
                                                                  : fmt::format("{} figures", ui.selected.size()));
  ImGui::TextUnformatted(fmt::format("each within ±{:.2f} in", std::max(0.01, worst)).c_str());
  if (hidden > 0) sign_line(theme, Verdict::TooCloseToCall, fmt::format("{} hidden", hidden));
  if (ui.selected.size() != 2) return;
  const int a = *ui.selected.begin(), b = *ui.selected.rbegin();
  if (ImGui::Button("Exchange the two")) requests.push_back(CorrectPieces{{app::Swap{a, b}}});
  ImGui::SameLine();
  if (ImGui::Button("They are one")) requests.push_back(CorrectPieces{{app::Merge{a, b}}});
}

}  // namespace

void draw_inspector(const Look& look, UiState& ui, const Theme& theme, Requests& requests) {
  std::erase_if(ui.selected, [&](int id) { return look.snapshot.state && !piece_with(look, id); });
  if (ui.selected.empty() && ui.tool != Tool::Select) return;  // a click is the tool's
  section(theme, "SELECTED");
  if (ui.selected.empty()) return quiet_text(theme, "Nothing. Click a figure, or a unit in the list below.");
  if (ui.selected.size() > 1) return draw_several(look, ui, theme, requests);
  if (const Piece* const piece = piece_with(look, *ui.selected.begin())) draw_one(look, ui, *piece, theme, requests);
}

}  // namespace window
