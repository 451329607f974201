// Proof before play: two tags a known distance apart.
// The tools that measure, and the one that selects.
// Drawing terrain: kind and height, clicks round it, what is there already.
#include "app/window/tools/parts.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <algorithm>

#include "app/tongue/length.h"
#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/window/shell/widgets.h"
#include "app/window/tools/hand_tools.h"

namespace window {

namespace {

constexpr int kLengthPriority = 50;  // as any result's

[[nodiscard]] std::string proof_hint(const Hand& hand) {
  return hand.first_tag ? tongue::tr("Click the other tag of the stick.")
                        : tongue::tr("Lay a stick with two tags on the table. Click one of them.");
}

/// One proof: its sign, and how far off it was.
void proof_line(const Theme& theme, const app::Proof& proof) {
  sign_line(theme, app::holds(proof) ? measure::Verdict::Yes : measure::Verdict::No, tongue::ruling(app::finding_of(proof).says));
}

void proof_card(const PartContext& on) {
  const auto& [look, ui, theme, requests] = on;
  length_stepper(theme, tongue::tr("between the tags' middles"), ui.options.known_length_in, 0.5, 0.5, 200.0);
  if (ui.proof) {
    ui.proof->stated = measure::Inches(ui.options.known_length_in);
    proof_line(theme, *ui.proof);
    if (main_button(theme, tongue::tr("Keep with the table"))) requests.push_back(KeepProof{*ui.proof});
  }
  const auto& tags = look.snapshot.tags;
  if (!ui.proof && std::ranges::none_of(tags, [&on](const auto& tag) { return can_prove(on.look.document.table, tag); }))
    quiet_text(theme, tongue::tr("No tag is seen but the corner tags, which the table itself is measured by."));
  const auto& kept = look.document.table.proofs;
  if (kept.empty()) return;
  section(theme, tongue::tr("KEPT WITH THE TABLE"));
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
                       .leader = true,
                       .along = {from, to}};
  return {
      overlay::Line{.points = {from, to}, .style = {.colour = overlay::Ink::Accent, .width = 3.0}, .soft_end = ui.proof->measured.margin},
      label};
}

[[nodiscard]] std::string select_hint(const Hand& /*hand*/) {
  return tongue::tr("Click a figure. Double-click takes its unit, Shift adds, a drawn line takes all inside it.");
}
[[nodiscard]] std::string ruler_hint(const Hand& hand) {
  return hand.first ? tongue::tr("Click the other end: a figure or the ground.") : tongue::tr("Click a figure or the ground to begin.");
}
[[nodiscard]] std::string around_hint(const Hand& /*hand*/) {
  return tongue::tr("Click a figure: all within reach are measured, edge to edge.");
}
[[nodiscard]] std::string arc_hint(const Hand& /*hand*/) {
  return tongue::tr("Click a gun or a man: who stands in front of him, and how far off.");
}
[[nodiscard]] std::string clearance_hint(const Hand& hand) {
  return hand.first ? tongue::tr("Click the target.") : tongue::tr("Click who fires.");
}
[[nodiscard]] std::string intent_hint(const Hand& hand) {
  return hand.first ? tongue::tr("Of whom, or of which place? Click it.")
                    : tongue::tr("Declare where somebody stays: click him, then whom he keeps away from or near to.");
}
[[nodiscard]] std::string sight_hint(const Hand& hand) {
  return hand.first ? tongue::tr("Click what is looked at.") : tongue::tr("Click the eye: a figure or the ground.");
}

void ruler_card(const PartContext& on) {
  if (toggle_button(on.theme, tongue::tr("edge to edge"), !on.ui.options.centres)) on.ui.options.centres = false;
  ImGui::SameLine();
  if (toggle_button(on.theme, tongue::tr("centre to centre"), on.ui.options.centres)) on.ui.options.centres = true;
}
void around_card(const PartContext& on) { length_stepper(on.theme, tongue::tr("around"), on.ui.options.around_in, 1.0, 0.5, 96.0); }
void arc_card(const PartContext& on) {
  stepper(on.theme, tongue::tr("° either side"), on.ui.options.arc_half_deg, 7.5, 1.0, 180.0);
  length_stepper(on.theme, tongue::tr("far"), on.ui.options.arc_reach_in, 3.0, 1.0, 144.0);
}
void clearance_card(const PartContext& on) {
  length_stepper(on.theme, tongue::tr("on either side"), on.ui.options.clearance_in, 0.5, 0.1, 12.0);
}

void intent_card(const PartContext& on) {
  auto& options = on.ui.options;
  if (toggle_button(on.theme, tongue::tr("stays beyond"), options.intent_beyond)) options.intent_beyond = true;
  ImGui::SameLine();
  if (toggle_button(on.theme, tongue::tr("stays within"), !options.intent_beyond)) options.intent_beyond = false;
  length_stepper(on.theme, tongue::tr("of it, edge to edge"), options.intent_in, 0.125, 0.125, 96.0);
  if (toggle_button(on.theme, tongue::tr("their whole units"), options.intent_of_units)) options.intent_of_units = !options.intent_of_units;
  quiet_text(on.theme,
             tongue::tr("It is looked at on every table that settles: kept, broken or too close to call, into the log and the record."));
}

void select_click(const PartContext& on, const Click& click) {
  UiState& ui = on.ui;
  if (click.twice) {
    if (ui.hovered) select_unit_of(on.look, ui, *ui.hovered);
    return;
  }
  const bool add = ImGui::GetIO().KeyShift;
  if (ui.hovered || !add) select(ui.selected, ui.hovered, add);
  ui.hand.lasso = {click.pixel};
}

using measure::Inches, overlay::DisplayList, overlay::Ink;

constexpr measure::TerrainKind kKinds[] = {measure::TerrainKind::Wood,  measure::TerrainKind::Hill, measure::TerrainKind::Marsh,
                                           measure::TerrainKind::River, measure::TerrainKind::Road, measure::TerrainKind::House,
                                           measure::TerrainKind::Wall,  measure::TerrainKind::Hedge};

[[nodiscard]] std::string terrain_hint(const Hand& hand) {
  return hand.outline.empty() ? tongue::tr("Choose a kind, then click round its edge.")
                              : tongue::tr("Click on. Enter or a double click finishes, Backspace takes a point back.");
}

void terrain_card(const PartContext& on) {
  const auto& [look, ui, theme, requests] = on;
  Flow flow(theme);
  for (const auto kind : kKinds)
    if (flow.button(tongue::tr(measure::word(kind)).c_str(), ui.options.terrain == kind)) ui.options.terrain = kind;
  length_stepper(theme, tongue::tr("high"), ui.options.terrain_height_in, 0.5, 0.0, 12.0);
  const std::string missing = unfinished(ui.hand, ui.options.terrain);
  const bool drawn = ui.hand.outline.size() >= 3;  // before that the hint says to click on
  if (drawn && !missing.empty()) sign_line(theme, measure::Verdict::No, missing);
  if (!ui.hand.outline.empty() && missing.empty() && main_button(theme, tongue::tr("Finish this piece")))
    finish_terrain(look, ui, requests);
  if (!look.document.table.table.terrain.empty()) section(theme, tongue::tr("ON THE TABLE"));
  for (std::size_t i = 0; i < look.document.table.table.terrain.size(); ++i) {
    const auto& terrain = look.document.table.table.terrain[i];
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::SmallButton("×"))
      change_document(look, requests, {.table = true}, [i](Document& next) {
        next.table.table.terrain.erase(next.table.table.terrain.begin() + static_cast<std::ptrdiff_t>(i));
      });
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("Take it off the table. Ctrl+Z brings it back."));
    ImGui::SameLine();
    ImGui::TextUnformatted(fitted(*theme.fonts.body, terrain.name, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::SameLine();
    const std::string kind = tongue::tr(measure::word(terrain.kind));
    const std::string what = terrain.height.value > 0.0 ? tongue::trf("{}, {} high", kind, tongue::exact(terrain.height)) : kind;
    coloured_text(theme.quiet, fitted(*theme.fonts.body, what, ImGui::GetContentRegionAvail().x));
    ImGui::PopID();
  }
}

void terrain_click(const PartContext& on, const Click& click) {
  if (!click.twice) {
    if (on.ui.cursor_ground) on.ui.hand.outline.push_back(*on.ui.cursor_ground);
    return;
  }
  if (on.ui.hand.outline.size() < 2) return;
  on.ui.hand.outline.pop_back();  // the second click of the double click placed the last point twice
  finish_terrain(on.look, on.ui, on.requests);
}

void terrain_key(int key, const Look& look, UiState& ui, Requests& requests) {
  if (key == GLFW_KEY_BACKSPACE && !ui.hand.outline.empty()) ui.hand.outline.pop_back();
  if (key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER) finish_terrain(look, ui, requests);
}

[[nodiscard]] DisplayList terrain_in_hand(const Look& look, const UiState& ui) {
  DisplayList list;
  if (ui.hand.outline.empty()) return list;
  overlay::Line line{.style = {.colour = Ink::Accent, .width = 2.6}};
  for (const auto point : ui.hand.outline) line.points.push_back({point, measure::ground_height(look.document.table.table.terrain, point)});
  if (ui.cursor_ground)
    line.points.push_back({*ui.cursor_ground, measure::ground_height(look.document.table.table.terrain, *ui.cursor_ground)});
  if (line.points.size() > 1 && !drawn_as_line(ui.options.terrain)) {
    overlay::Line closing{.points = {line.points.back(), line.points.front()}, .style = line.style};
    closing.style.dashed = true;
    list.push_back(closing);
  }
  for (const auto point : ui.hand.outline) {
    list.push_back(overlay::Mark{.footprint = {.shape = measure::RoundShape{Inches(0.35)}, .centre = point},
                                 .z = measure::ground_height(look.document.table.table.terrain, point),
                                 .style = {.colour = Ink::Accent, .width = 2.0, .fill = 0.8}});
  }
  list.push_back(line);
  return list;
}

}  // namespace

std::span<const Part> parts() {
  static const std::vector<Part> all{
      {.tool = ToolFace{Tool::Select, tongue::tr_later("Select"), tongue::tr_later("Select"), GLFW_KEY_V, "V", select_hint},
       .click = select_click},
      {.tool = ToolFace{Tool::Ruler, tongue::tr_later("Ruler"), tongue::tr_later("Ruler"), GLFW_KEY_R, "R", ruler_hint},
       .card = ruler_card},
      {.tool = ToolFace{Tool::Around, tongue::tr_later("Around"), tongue::tr_later("Around"), GLFW_KEY_O, "O", around_hint},
       .card = around_card},
      {.tool = ToolFace{Tool::Arc, tongue::tr_later("Arc"), tongue::tr_later("Arc"), GLFW_KEY_A, "A", arc_hint}, .card = arc_card},
      {.tool = ToolFace{Tool::Clearance, tongue::tr_later("Clearance"), tongue::tr_later("Clear"), GLFW_KEY_C, "C", clearance_hint},
       .card = clearance_card},
      {.tool = ToolFace{Tool::Sight, tongue::tr_later("Sight"), tongue::tr_later("Sight"), GLFW_KEY_L, "L", sight_hint}},
      {.tool = ToolFace{Tool::Intent, tongue::tr_later("Declared intent"), tongue::tr_later("Declare"), GLFW_KEY_D, "D", intent_hint},
       .card = intent_card},
      {.tool = ToolFace{Tool::Terrain, tongue::tr_later("Terrain"), tongue::tr_later("Terrain"), GLFW_KEY_T, "T", terrain_hint},
       .card = terrain_card,
       .click = terrain_click,
       .key = terrain_key,
       .in_hand = terrain_in_hand},
      {.tool = ToolFace{Tool::Proof, tongue::tr_later("Known length"), tongue::tr_later("Length"), GLFW_KEY_K, "K", proof_hint},
       .card = proof_card,
       .click = proof_click,
       .in_hand = measured_length},
      charge_referee_part(),
      charge_log_part(),
      charge_strip_part(),
      charge_lead_back_part(),
      charge_move_part(),
      charge_possible_part(),
      charge_morale_part(),
      charge_melee_part(),
      charge_options_part(),
      charge_fire_part(),
      charge_casualties_part(),
      charge_scenario_part(),
  };
  return all;
}

const Part& part_of(Tool tool) {
  const auto found = std::ranges::find_if(parts(), [&](const Part& part) { return part.tool && part.tool->tool == tool; });
  return found == parts().end() ? parts().front() : *found;
}

}  // namespace window
