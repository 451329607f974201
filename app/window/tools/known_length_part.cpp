// Proof before play: two tags a known distance apart.
#include <GLFW/glfw3.h>

#include <algorithm>

#include "app/window/shell/widgets.h"
#include "app/window/tools/hand_tools.h"
#include "app/window/tools/parts.h"

namespace window {
namespace {

constexpr int kLengthPriority = 50;  // as any result's

[[nodiscard]] std::string proof_hint(const Hand& hand) {
  return hand.first_tag ? "Click the other tag of the stick." : "Lay a stick with two tags on the table. Click one of them.";
}

/// One proof: its sign, and how far off it was.
void proof_line(const Theme& theme, const app::Proof& proof) {
  sign_line(theme, app::holds(proof) ? measure::Verdict::Yes : measure::Verdict::No, app::finding_of(proof).says);
}

void proof_card(const PartContext& on) {
  const auto& [look, ui, theme, requests] = on;
  stepper(theme, "in between the tags' middles", ui.options.known_length_in, 0.5, 0.5, 200.0);
  if (ui.proof) {
    ui.proof->stated = measure::Inches(ui.options.known_length_in);
    proof_line(theme, *ui.proof);
    if (main_button(theme, "Keep with the table")) requests.push_back(KeepProof{*ui.proof});
  }
  const auto& tags = look.snapshot.tags;
  if (!ui.proof && std::ranges::none_of(tags, [&on](const auto& tag) { return can_prove(on.look.document.table, tag); }))
    quiet_text(theme, "No tag is seen but the corner tags, which the table itself is measured by.");
  const auto& kept = look.document.table.proofs;
  if (kept.empty()) return;
  section(theme, "KEPT WITH THE TABLE");
  for (std::size_t i = kept.size(); i-- > 0;) proof_line(theme, kept[i]);
}

[[nodiscard]] std::optional<TagName> tag_under(const Look& look, calibration::ImagePoint cursor) {
  for (const calibration::TagObservation& tag : look.snapshot.tags) {
    if (!can_prove(look.document.table, tag)) continue;
    std::vector<measure::TablePoint> outline;
    for (const auto corner : tag.corners) outline.push_back({measure::Inches(corner.u), measure::Inches(corner.v)});
    if (measure::inside(outline, {measure::Inches(cursor.u), measure::Inches(cursor.v)})) return name_of(tag);
  }
  return std::nullopt;
}

void proof_click(const PartContext& on, const Click& click) {
  if (click.twice) return;
  auto& first = on.ui.hand.first_tag;
  const auto tag = tag_under(on.look, click.pixel);
  if (tag && first && *first != *tag)
    measure_known_length(on.look, on.ui, TagName(*first), *tag);
  else
    first = tag;
}

/// The length that was just measured, between the middles of its tags.
overlay::DisplayList measured_length(const Look& /*look*/, const UiState& ui) {
  if (!ui.proof) return {};
  const overlay::Spot from{ui.proof->at[0], {}}, to{ui.proof->at[1], {}};
  overlay::Label label{.anchor = {measure::midpoint(from.at, to.at), {}},
                       .text = overlay::text_of(ui.proof->measured),
                       .rim = overlay::Ink::Accent,
                       .sign = overlay::Sign::None,
                       .priority = kLengthPriority,
                       .speaks_of = {},
                       .leader = true,
                       .along = {from, to}};
  return {
      overlay::Line{.points = {from, to}, .style = {.colour = overlay::Ink::Accent, .width = 3.0}, .soft_end = ui.proof->measured.margin},
      label};
}

}  // namespace

Part known_length_part() {
  return {.tool = ToolFace{Tool::Proof, "Known length", "Length", GLFW_KEY_K, "K", proof_hint},
          .card = proof_card,
          .click = proof_click,
          .in_hand = measured_length};
}

}  // namespace window
