#include <fmt/format.h>

#include <algorithm>

#include "app/window/charge/melee_state.h"

namespace window {
namespace {

namespace charge = rules::charge;
using measure::Inches;
using overlay::DisplayList;
using overlay::Ink;
using overlay::Spot;

constexpr int kGhostPriority = 75;
/// Ring round the men of the chosen combat, beyond their bases.
constexpr Inches kRing{0.14};
/// Inches. A ghost nearer to its man than this would only blur his base.
constexpr double kHardlyBack = 0.05;

[[nodiscard]] Spot spot_of(const measure::Table& table, measure::TablePoint at) { return {at, measure::ground_height(table.terrain, at)}; }

/// Between every two men who fight each other.
void draw_combat(DisplayList& list, const charge::Pair& men, bool chosen, const charge::Field& seen, const measure::Table& table) {
  const auto figure = [&](int id) { return charge::find(seen, id); };
  for (const int a : men.a)
    for (const int b : men.b) {
      if (!figure(a) || !figure(b)) continue;
      const Spot from = spot_of(table, figure(a)->figure.footprint.centre), to = spot_of(table, figure(b)->figure.footprint.centre);
      list.push_back(overlay::Line{.points = {from, to}, .style = {.colour = Ink::Accent, .width = chosen ? 5.0 : 3.0}, .soft_end = {}});
    }
  if (!chosen) return;
  for (const auto* side : {&men.a, &men.b})
    for (const int id : *side)
      if (const charge::Piece* const man = figure(id)) {
        const measure::Footprint& base = man->figure.footprint;
        list.push_back(overlay::Mark{.footprint = base,
                                     .z = spot_of(table, base.centre).z,
                                     .grow = kRing,
                                     .soft = {},
                                     .style = {.colour = Ink::Accent, .width = 3.0},
                                     .front = false});
      }
}

[[nodiscard]] std::string words_of(const app::BackCounsel& back) {
  const double way = measure::distance(back.way.from, back.way.to).value;
  const std::string why = back.way.shortened_by.empty() ? "" : ": " + back.way.shortened_by;
  if (back.waits) return fmt::format("{} back {:.1f} in{}", back.name, way, why);
  if (back.verdict == measure::Verdict::Yes) return back.name;
  return fmt::format("{} {:.1f} in off", back.name, back.off.value.value);
}

/// The place he goes back to, the way there, and whether he stands there.
void draw_back(DisplayList& list, const app::BackCounsel& back, const measure::Table& table) {
  if (measure::distance(back.way.from, back.way.to).value < kHardlyBack) return;
  const Ink ink = back.waits ? Ink::Selection : overlay::ink_of(back.verdict);
  overlay::Mark ghost{.footprint = back.figure.footprint,
                      .z = spot_of(table, back.way.to).z,
                      .grow = {},
                      .soft = {},
                      .style = {.colour = ink, .width = 2.6, .dashed = true},
                      .front = true};
  ghost.footprint.centre = back.way.to;
  list.push_back(ghost);
  list.push_back(overlay::Line{.points = {spot_of(table, back.way.from), spot_of(table, back.way.to)},
                               .style = {.colour = ink, .width = 1.8, .dashed = true},
                               .soft_end = {}});
  list.push_back(overlay::Label{.anchor = {back.way.to, ghost.z},
                                .text = words_of(back),
                                .rim = ink,
                                .sign = back.waits ? overlay::Sign::None : overlay::sign_of(back.verdict),
                                .priority = kGhostPriority,
                                .speaks_of = {ghost},
                                .leader = true});
}

}  // namespace

DisplayList melee_overlay(const app::MeleeCounsel& counsel, const std::optional<charge::Pair>& chosen, const charge::Field& seen,
                          const measure::Table& table) {
  DisplayList list;
  for (const app::CombatCounsel& combat : counsel.combats) draw_combat(list, combat.men, chosen == combat.men, seen, table);
  for (const app::BackCounsel& back : counsel.backs) draw_back(list, back, table);
  return list;
}

}  // namespace window
