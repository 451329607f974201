#include <fmt/format.h>

#include "app/overlay/readings.h"
#include "app/window/charge/counsel_state.h"
#include "rules/charge/aim/aim_line.h"

namespace window {
namespace {

namespace charge = rules::charge;
using measure::Inches;
using overlay::DisplayList;
using overlay::Ink;

constexpr int kLinePriority = 80, kFriendPriority = 70, kBandPriority = 20;
/// Labels of the bands stand this share of the half arc to the right of its middle, where the line of fire seldom lies.
constexpr double kBandLabelAt = 0.8;
/// Ring round the two ends and the nearest friend, beyond their bases.
constexpr Inches kRing{0.12};

[[nodiscard]] overlay::Mark ring(const measure::Footprint& footprint, Inches z, Ink ink) {
  return {.footprint = footprint, .z = z, .grow = kRing, .soft = {}, .style = {.colour = ink, .width = 2.8}, .front = false};
}

/// Where each range band ends, within the arc of fire, with what it takes there.
void append_bands(DisplayList& list, const overlay::Spot& from, measure::Radians heading, charge::Arm arm, const charge::House& house) {
  const std::vector<charge::RangeBand> bands = charge::range_bands(arm, house);
  for (std::size_t i = 0; i < bands.size(); ++i) {
    const auto& [until, needs] = bands[i];
    if (i + 1 < bands.size())  // the last is the arc itself
      list.push_back(overlay::Arc{.centre = from,
                                  .radius = until,
                                  .start = heading - charge::kFireArc,
                                  .sweep = charge::kFireArc * 2.0,
                                  .style = {.colour = Ink::Accent, .width = 1.2, .dashed = true},
                                  .sides = false,
                                  .soft_sides = {}});
    const std::string takes = !needs ? (i == 0 ? "short" : "long") : *needs == 1 ? "sure hit" : fmt::format("{}+", *needs);
    const measure::TablePoint at = from.at + measure::one_inch_towards(heading - charge::kFireArc * kBandLabelAt) * until.value;
    list.push_back(overlay::Label{
        .anchor = {at, from.z}, .text = fmt::format("{:.0f} in · {}", until.value, takes), .rim = Ink::Accent, .priority = kBandPriority});
  }
}

}  // namespace

DisplayList reach_overlay(const charge::Reach& reach) {
  DisplayList list;
  for (const auto& outline : reach.outline) {
    const bool hole = outline.size() > 2 && [&] {
      double doubled = 0.0;
      for (std::size_t i = 0; i < outline.size(); ++i) {
        const auto &a = outline[i], &b = outline[(i + 1) % outline.size()];
        doubled += a.x.value * b.y.value - b.x.value * a.y.value;
      }
      return doubled < 0.0;
    }();
    const overlay::Style inside{.colour = Ink::Accent, .width = 2.6, .fill = 0.16};
    const overlay::Style barred{.colour = Ink::No, .width = 1.6, .dashed = true};
    list.push_back(overlay::Area{.outline = outline, .z = Inches(0.0), .style = hole ? barred : inside});
  }
  return list;
}

DisplayList line_of_fire(const app::Counsel& counsel, const app::TargetCounsel& target, const measure::Table& table,
                         const charge::House& house) {
  DisplayList list;
  const charge::AimAt* const man = target.man();
  if (!man || !target.from || !target.at) return list;
  const auto height = [&](measure::TablePoint at) { return measure::ground_height(table.terrain, at); };
  const measure::Footprint& from = target.from->footprint;
  const overlay::Spot a{from.centre, height(from.centre)}, b{man->at, height(man->at)};
  const Ink ink = overlay::ink_of(target.aim.verdict);
  const Inches soft = man->clearance ? man->clearance->margin : Inches(0.0);
  list.push_back(overlay::Arc{.centre = a,
                              .radius = charge::farthest_range(counsel.gun != 0 ? charge::Arm::Gun : charge::Arm::Infantry, house),
                              .start = from.heading - charge::kFireArc,
                              .sweep = charge::kFireArc * 2.0,
                              .style = {.colour = Ink::Accent, .width = 2.0, .fill = 0.06},
                              .sides = true,
                              .soft_sides = from.heading_margin});
  append_bands(list, a, from.heading, counsel.gun != 0 ? charge::Arm::Gun : charge::Arm::Infantry, house);
  list.push_back(overlay::Corridor{
      .from = a, .to = b, .half_width = charge::kClearOfFriends, .soft = soft, .style = {.colour = ink, .width = 1.6, .fill = 0.3}});
  list.push_back(overlay::Line{.points = {a, b}, .style = {.colour = ink, .width = 3.0}, .soft_end = {}});
  const overlay::Mark start = ring(from, a.z, Ink::Selection), end = ring(target.at->footprint, b.z, ink);
  list.push_back(start);
  list.push_back(end);
  const std::string needs = !man->needs ? "" : *man->needs == 1 ? " · sure hit" : fmt::format(" · {}+", *man->needs);
  list.push_back(overlay::Label{.anchor = b,
                                .text = overlay::text_of(man->range) + (target.aim.verdict == measure::Verdict::No ? "" : needs),
                                .rim = ink,
                                .sign = overlay::sign_of(target.aim.verdict),
                                .priority = kLinePriority,
                                .speaks_of = {start, end},
                                .along = {a, b}});
  if (!target.nearest || !man->clearance) return list;
  const measure::Verdict clear = measure::at_least(*man->clearance, charge::kClearOfFriends);
  const measure::Footprint& friendly = target.nearest->footprint;
  const overlay::Mark near = ring(friendly, height(friendly.centre), overlay::ink_of(clear));
  list.push_back(near);
  list.push_back(overlay::Label{.anchor = {friendly.centre, near.z},
                                .text = fmt::format("{} {}", target.nearest->name, overlay::text_of(*man->clearance)),
                                .rim = overlay::ink_of(clear),
                                .sign = overlay::sign_of(clear),
                                .priority = kFriendPriority,
                                .speaks_of = {near},
                                .leader = true});
  return list;
}

}  // namespace window
