// The scenario that is played: its turns and clocks for the strip, and the place that decides on the table.
#include "app/umpire/charge_scenario.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>

#include "app/tongue/rulings.h"
#include "app/tongue/tongue.h"
#include "app/window/charge/states.h"
#include "app/window/charge/widgets.h"
#include "app/window/shell/widgets.h"
#include "measure/table.h"

namespace window {
namespace {

namespace charge = rules::charge;
using measure::Inches, measure::TablePoint, measure::Verdict;

/// Below readings and verdicts of fire: those are what a player asked just now.
constexpr int kPlacePriority = 60;
constexpr overlay::Style kEdge{.colour = overlay::Ink::Accent, .width = 2.0, .opacity = 0.9};
constexpr overlay::Style kNearEnough{.colour = overlay::Ink::Accent, .width = 1.6, .opacity = 0.8, .dashed = true};

/// A piece of text in the strip's middle line.
void say(const Theme& theme, ImFont* font, ImU32 colour, float& x, float middle, const std::string& text) {
  ImGui::PushFont(font);
  ImGui::SetCursorScreenPos({x, middle - 0.5F * font->FontSize});
  coloured_text(colour, text);
  ImGui::PopFont();
  x = ImGui::GetItemRectMax().x + theme.px(10);
}

/// Who holds the place on the table that is seen. Who has fallen, or is beaten, holds nothing.
charge::Holding holding_now(const charge::Objective& objective, const charge::Field& seen, const charge::Game* game) {
  if (!game) return charge::holding(objective, seen);
  charge::Game now = *game;
  now.field = seen;
  return charge::holding(objective, now);
}

double left_s(const charge::Scenario& scenario, const app::TurnClock& clock, const std::string& army, double now) {
  constexpr double kSecondsInAMinute = 60.0;
  return scenario.minutes.at(army) * kSecondsInAMinute - clock.used_s(army, now);
}

std::string told_of(const PartContext& on, const charge::Scenario& scenario, const charge::Game& game, const charge::Field& seen) {
  std::string says = scenario.name;
  if (scenario.turns) says += tongue::trf(": {} turns.", *scenario.turns);
  if (const auto& place = scenario.objective) {
    says += "\n" + tongue::ruling(app::ruling_line(*place, holding_now(*place, seen, &game)).says) + ".";
    says += place->keeper.empty() ? tongue::tr("\nWho holds it at the end wins.")
                                  : tongue::trf("\n{} has to hold it at the end.", place->keeper);
  }
  const auto& clock = state_of<ScenarioState>(on.ui).clock;
  for (const auto& [army, minutes] : scenario.minutes)
    says += tongue::trf("\n{}: {} of {:g} minutes", army, app::clock_text(left_s(scenario, clock, army, on.look.now)), minutes);
  return says;
}

/// The outline as a base that stands there, so that it can be grown.
measure::Footprint as_footprint(std::vector<TablePoint> outline) {
  if (measure::signed_area(outline) < 0.0) std::ranges::reverse(outline);
  measure::Footprint footprint;
  footprint.centre = measure::mean_corner(outline);
  measure::PolygonShape shape;
  for (const TablePoint& p : outline) shape.outline.push_back(p - footprint.centre);
  footprint.shape = std::move(shape);
  return footprint;
}

overlay::DisplayList scenario_overlay(const Look& look, const UiState&) {
  const auto& scenario = look.document.scenario;
  const auto& rulings = look.snapshot.rulings;
  if (!scenario || !scenario->objective || !rulings || rulings->empty()) return {};
  const charge::Field& seen = rulings->front()->field;
  return place_overlay(*scenario->objective, seen, holding_now(*scenario->objective, seen, look.document.game.get()));
}

/// A game taken up again has no step before it: it needs a way to end.
std::vector<Command> scenario_commands(const Look& look) {
  if (!look.document.game) return {};
  Document without = look.document;
  without.game = nullptr;
  return {{tongue::tr("Game"), tongue::tr("End the game: another may begin"), "", 0, false, false,
           ChangeDocument{std::move(without), {.game = true}}}};
}

}  // namespace

overlay::DisplayList place_overlay(const charge::Objective& objective, const charge::Field& field, const charge::Holding& holding) {
  std::vector<std::vector<TablePoint>> places;
  if (objective.terrain.empty()) places.push_back(objective.area);
  for (const measure::Terrain& terrain : field.terrain)
    if (!objective.terrain.empty() && terrain.name == objective.terrain && terrain.polygon.size() >= 3) places.push_back(terrain.polygon);
  // The second contour of a hill lies within the first and says nothing more.
  std::erase_if(places, [&, all = places](const auto& outline) {
    return std::ranges::any_of(all, [&](const auto& other) {
      return other != outline && std::ranges::all_of(outline, [&](TablePoint p) { return measure::inside(other, p); });
    });
  });
  overlay::DisplayList list;
  for (const auto& outline : places) {
    const Inches ground = measure::ground_height(field.terrain, measure::mean_corner(outline));
    list.push_back(overlay::Area{.outline = outline, .z = ground, .style = kEdge});
    if (objective.within > Inches(0.0))
      list.push_back(overlay::Mark{.footprint = as_footprint(outline), .z = ground, .grow = objective.within, .style = kNearEnough});
  }
  if (places.empty()) return list;
  const app::RulingLine line = app::ruling_line(objective, holding);
  const TablePoint at = measure::mean_corner(places.front());
  list.push_back(overlay::Label{.anchor = {at, measure::ground_height(field.terrain, at)},
                                .text = tongue::ruling(line.says.substr(0, line.says.find(';'))),
                                .rim = overlay::ink_of(line.verdict),
                                .sign = overlay::sign_of(line.verdict),
                                .priority = kPlacePriority,
                                .leader = true});
  return list;
}

void draw_turn(const PartContext& on, const charge::Game& game, const charge::Field& seen, float& x, float middle) {
  const Theme& theme = on.theme;
  const auto& scenario = on.look.document.scenario;
  say(theme, theme.fonts.strong, theme.text, x, middle, tongue::ruling(app::turn_text(game, scenario.get())));
  if (!scenario) return;
  if (ImGui::IsItemHovered()) wide_tooltip(theme, told_of(on, *scenario, game, seen));
  auto& clock = state_of<ScenarioState>(on.ui).clock;
  clock.run(app::on_the_clock(game, *scenario, on.look.snapshot.set_up), on.look.now);
  on.ui.ticking = clock.running().has_value();
  const auto side = app::on_the_clock(game, *scenario, false);
  if (!side) return;
  const double left = left_s(*scenario, clock, *side, on.look.now);
  const std::string paused = on.look.snapshot.set_up ? tongue::tr(" (paused)") : "";
  say(theme, theme.fonts.body, left > 0.0 ? theme.text : theme.ink(overlay::ink_of(Verdict::No)), x, middle,
      app::clock_text(left) + paused);
  if (ImGui::IsItemHovered()) wide_tooltip(theme, told_of(on, *scenario, game, seen));
}

void draw_ending(const PartContext& on, const charge::Ending& ending, float& x, float middle) {
  const Theme& theme = on.theme;
  draw_verdict(theme, ending.verdict, {x, middle - 0.5F * theme.fonts.body->FontSize});
  x += theme.px(20);
  auto lines = app::lines_of(ending);
  for (std::string& line : lines) line = tongue::ruling(line);
  say(theme, theme.fonts.strong, theme.ink(overlay::ink_of(ending.verdict)), x, middle, lines.front());
  bool hovered = ImGui::IsItemHovered();
  // The reason that decided, where there is room for it; all of them on a hover.
  if (lines.size() > 1) {
    const float room = theme.px(420);
    say(theme, theme.fonts.body, theme.text, x, middle, fitted(*theme.fonts.body, lines.back(), room));
    hovered = hovered || ImGui::IsItemHovered();
  }
  if (hovered) wide_tooltip(theme, fmt::format("{}", fmt::join(lines, "\n")));
}

Part charge_scenario_part() { return {.overlay = scenario_overlay, .commands = scenario_commands}; }

}  // namespace window
