#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/overlay/figures.h"
#include "app/tongue/tongue.h"
#include "app/window/panels/panels.h"
#include "app/window/shell/widgets.h"

namespace window {

namespace {

using measure::Arm, measure::Inches, measure::MarkerType;

/// A name nobody in `taken` has: "unit", "unit 2", ...
std::string free_name(const std::string& stem, const std::vector<std::string>& taken) {
  std::string name = stem;
  for (int n = 2; std::ranges::find(taken, name) != taken.end(); ++n) name = fmt::format("{} {}", stem, n);
  return name;
}

/// A unit as figures of this arm are usually sold: round bases on foot, oval ones mounted.
measure::Unit usual_unit(const std::string& name, measure::Arm arm) {
  measure::Unit unit;
  unit.name = name;
  unit.arm = arm;
  unit.models = arm == measure::Arm::Gun ? 1 : arm == measure::Arm::Cavalry ? 6 : 12;
  unit.base.shape = measure::RoundShape{Inches(1.0)};
  if (arm == measure::Arm::Cavalry) unit.base.shape = measure::OvalShape{Inches(2.0), Inches(1.0)};
  if (arm == measure::Arm::Gun) unit.base.shape = measure::RectShape{Inches(2.5), Inches(1.5)};
  return unit;
}

measure::Roster without_unit(measure::Roster roster, std::size_t army, std::size_t unit) {
  auto& units = roster.armies.at(army).units;
  units.erase(units.begin() + static_cast<std::ptrdiff_t>(unit));
  return roster;
}

measure::Roster without_army(measure::Roster roster, std::size_t army) {
  roster.armies.erase(roster.armies.begin() + static_cast<std::ptrdiff_t>(army));
  return roster;
}

void change(const Look& look, measure::Roster roster, Requests& requests) {
  change_document(look, requests, {.roster = true}, [&](Document& next) { next.roster = std::move(roster); });
}

/// A field that reports its text once, when Enter is pressed or it is left.
[[nodiscard]] std::optional<std::string> text_field(const char* id, const std::string& text, float width) {
  std::array<char, 96> buffer{};
  text.copy(buffer.data(), buffer.size() - 1);
  ImGui::SetNextItemWidth(width);
  ImGui::InputText(id, buffer.data(), buffer.size());
  if (!ImGui::IsItemDeactivatedAfterEdit()) return std::nullopt;
  return std::string(buffer.data());
}

constexpr double kMostModels = 200.0;

struct BaseChoice {
  const char* label;
  measure::Shape shape;
};
[[nodiscard]] std::vector<BaseChoice> bases_of(Arm arm) {
  using measure::OvalShape;
  using measure::RectShape;
  using measure::RoundShape;
  if (arm == Arm::Cavalry)
    return {{tongue::tr("oval 2 × 1"), OvalShape{Inches(2.0), Inches(1.0)}},
            {tongue::tr("rect 2 × 1"), RectShape{Inches(2.0), Inches(1.0)}},
            {tongue::tr("round 1.5"), RoundShape{Inches(1.5)}}};
  if (arm == Arm::Gun)
    return {{tongue::tr("rect 2.5 × 1.5"), RectShape{Inches(2.5), Inches(1.5)}},
            {tongue::tr("rect 3 × 2"), RectShape{Inches(3.0), Inches(2.0)}},
            {tongue::tr("round 2"), RoundShape{Inches(2.0)}}};
  return {{tongue::tr("round 1"), RoundShape{Inches(1.0)}},
          {tongue::tr("round 25 mm"), RoundShape{Inches(25.0 / measure::kMillimetresPerInch)}},
          {tongue::tr("rect 0.8"), RectShape{Inches(0.8), Inches(0.8)}}};
}

void edit_unit(const Look& look, UiState& ui, std::size_t a, std::size_t u, const Theme& theme, Requests& requests) {
  measure::Roster roster = look.document.roster;
  measure::Unit& unit = roster.armies[a].units[u];
  bool changed = false;
  if (const auto name = text_field("##unit name", unit.name, -1.0F); name && !name->empty())
    unit.name = ui.selected_unit = *name, changed = true;
  double models = unit.models;
  if (stepper(theme, unit.arm == Arm::Gun ? tongue::tr("guns") : tongue::tr("figures"), models, 1.0, 1.0, kMostModels))
    unit.models = static_cast<int>(std::lround(models)), changed = true;
  section(theme, tongue::tr("BASE"));
  Flow flow(theme);
  for (const BaseChoice& choice : bases_of(unit.arm))
    if (flow.button(choice.label, unit.base.shape == choice.shape)) unit.base.shape = choice.shape, changed = true;
  section(theme, tongue::tr("MARKER"));
  Flow markers(theme);
  if (markers.button(tongue::tr("coloured disc"), unit.marker == MarkerType::Disc)) unit.marker = MarkerType::Disc, changed = true;
  if (markers.button(tongue::tr("none"), unit.marker == MarkerType::None)) unit.marker = MarkerType::None, changed = true;
  if (unit.marker == MarkerType::Tag) markers.button(tongue::tr("tag"), true);
  if (look.snapshot.state && !ui.selected.empty()) {
    const std::string label =
        tongue::trnf("Give it the {} selected", "Give it the {} selected", static_cast<long long>(ui.selected.size()));
    if (main_button(theme, label.c_str(), -1.0F))
      requests.push_back(CorrectPieces{{app::AssignUnit{{ui.selected.begin(), ui.selected.end()}, unit.name}}});
  } else {
    quiet_text(theme, tongue::tr("Draw a line round its figures on the picture, then give them to it here."));
  }
  if (ImGui::Button(tongue::tr("Remove this unit"))) {
    ui.selected_unit.clear();
    return change(look, without_unit(look.document.roster, a, u), requests);
  }
  if (changed) change(look, std::move(roster), requests);
}

void select_members(const Look& look, UiState& ui, const std::string& army, const std::string& unit) {
  ui.selected.clear();
  if (!look.snapshot.state) return;
  for (const auto& piece : look.snapshot.state->pieces)
    if (piece.army == army && piece.unit == unit) ui.selected.insert(piece.id);
}

void draw_army(const Look& look, UiState& ui, std::size_t a, const Theme& theme, Requests& requests) {
  const measure::Army& army = look.document.roster.armies[a];
  ImGui::PushID(static_cast<int>(a));
  const float remove = theme.px(34);
  if (const auto name = text_field("##army name", army.name, ImGui::GetContentRegionAvail().x - remove - theme.px(8));
      name && !name->empty()) {
    measure::Roster roster = look.document.roster;
    roster.armies[a].name = *name;
    change(look, std::move(roster), requests);
  }
  ImGui::SameLine();
  if (ImGui::Button("×", {remove, 0.0F})) change(look, without_army(look.document.roster, a), requests);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tongue::tr("Remove this army. Ctrl+Z brings it back."));
  for (std::size_t u = 0; u < army.units.size(); ++u) {
    const auto& unit = army.units[u];
    const bool open = ui.selected_unit == unit.name;
    const std::string note = fmt::format("{} · {}",
                                         unit.arm == Arm::Gun       ? tongue::tr("gun")
                                         : unit.arm == Arm::Cavalry ? tongue::tr("cavalry")
                                                                    : tongue::tr("infantry"),
                                         tongue::tr(measure::word(unit.marker)));
    if (card(theme, unit.name.c_str(),
             {.title = unit.name,
              .note = note,
              .right = fmt::format("{}", unit.models),
              .dot = overlay::rim_colour(look.document.roster, army.name),
              .selected = open})) {
      ui.selected_unit = open ? "" : unit.name;
      if (!open) select_members(look, ui, army.name, unit.name);
    }
    if (!open) continue;
    ImGui::Indent(theme.px(10));
    ImGui::PushID(static_cast<int>(u));
    edit_unit(look, ui, a, u, theme, requests);
    ImGui::PopID();
    ImGui::Unindent(theme.px(10));
    ImGui::Spacing();
  }
  Flow flow(theme);
  for (const auto& [label, arm] : {std::pair{tongue::tr("+ infantry"), Arm::Infantry}, std::pair{tongue::tr("+ cavalry"), Arm::Cavalry},
                                   std::pair{tongue::tr("+ gun"), Arm::Gun}}) {
    if (flow.button(label, false)) change(look, with_new_unit(look.document.roster, a, arm), requests);
  }
  ImGui::Spacing();
  ImGui::PopID();
}

void draw_naming(const Look& look, const UiState& ui, const Theme& theme, Requests& requests) {
  if (ui.selected.size() != 1 || !look.snapshot.state) return;
  const vision::Piece* const piece = vision::find_piece(*look.snapshot.state, *ui.selected.begin());
  if (!piece) return;
  section(theme, tongue::tr("NAME OF THE SELECTED FIGURE"));
  if (const auto name = text_field("##piece name", piece->name, -1.0F); name && !name->empty() && *name != piece->name)
    requests.push_back(CorrectPieces{{app::Rename{piece->id, *name}}});
  ImGui::Spacing();
}

}  // namespace

measure::Roster with_new_army(measure::Roster roster) {
  std::vector<std::string> taken;
  for (const auto& army : roster.armies) taken.push_back(army.name);
  static constexpr const char* kColours[] = {"#b3202a", "#2448b8", "#2f8f4e", "#e69f00"};
  roster.armies.push_back({.name = free_name("army", taken), .colour = kColours[roster.armies.size() % std::size(kColours)]});
  return roster;
}

measure::Roster with_new_unit(measure::Roster roster, std::size_t army, measure::Arm arm) {
  std::vector<std::string> taken;  // unit names are told apart across armies: piece names begin with them
  for (const auto& a : roster.armies)
    for (const auto& unit : a.units) taken.push_back(unit.name);
  const char* const stem = arm == measure::Arm::Gun ? "gun" : arm == measure::Arm::Cavalry ? "squadron" : "company";
  roster.armies.at(army).units.push_back(usual_unit(free_name(stem, taken), arm));
  return roster;
}

void draw_roster_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests) {
  begin_panel("roster", box);
  title_text(theme, tongue::tr("Roster"));
  quiet_text(theme, tongue::tr("Open a unit to change it. Click a figure to name it; draw a line round figures to give them to a unit."));
  draw_naming(look, ui, theme, requests);
  for (std::size_t a = 0; a < look.document.roster.armies.size(); ++a) draw_army(look, ui, a, theme, requests);
  if (main_button(theme, tongue::tr("Add an army"), -1.0F)) change(look, with_new_army(look.document.roster), requests);
  end_panel();
}

}  // namespace window
