#include "app/overlay/fire.h"

#include <fmt/format.h>

#include "app/overlay/figures.h"
#include "app/overlay/readings.h"
#include "app/tongue/length.h"
#include "app/tongue/tongue.h"
#include "rules/charge/aim/aim_line.h"

namespace overlay {
namespace {

using measure::Inches, measure::Verdict;
namespace charge = rules::charge;

constexpr int kLinePriority = 80, kFriendPriority = 70, kBandPriority = 20;
/// Labels of the bands stand this share of the half arc to the right of its middle, where the line of fire seldom lies.
constexpr double kBandLabelAt = 0.8;
/// Ring round the two ends and the nearest friend, beyond their bases.
constexpr Inches kShotRing{0.12};

Mark ring_round(const measure::Footprint& footprint, Inches z, Ink ink) {
  return {.footprint = footprint, .z = z, .grow = kShotRing, .style = {.colour = ink, .width = 2.8}};
}

/// Where each range band ends, within the arc of fire, with what it takes there.
void append_bands(DisplayList& list, const Spot& from, measure::Radians heading, charge::Arm arm, const charge::House& house) {
  const std::vector<charge::RangeBand> bands = charge::range_bands(arm, house);
  for (std::size_t i = 0; i < bands.size(); ++i) {
    const auto& [until, needs] = bands[i];
    if (i + 1 < bands.size())  // the last is the arc itself
      list.push_back(Arc{.centre = from,
                         .radius = until,
                         .start = heading - charge::kFireArc,
                         .sweep = charge::kFireArc * 2.0,
                         .style = {.colour = Ink::Accent, .width = 1.2, .dashed = true}});
    const std::string takes = !needs        ? (i == 0 ? tongue::trc("range", "short") : tongue::trc("range", "long"))
                              : *needs == 1 ? tongue::tr("sure hit")
                                            : fmt::format("{}+", *needs);
    const measure::TablePoint at = from.at + measure::one_inch_towards(heading - charge::kFireArc * kBandLabelAt) * until.value;
    list.push_back(
        Label{.anchor = {at, from.z}, .text = tongue::length(until, 0) + " · " + takes, .rim = Ink::Accent, .priority = kBandPriority});
  }
}

}  // namespace

std::string clear_by(measure::Measured clearance) {
  if (clearance.value.value >= 0.0) return text_of(clearance);
  clearance.value = -clearance.value;
  return tongue::trf("inside by {}", text_of(clearance));
}

DisplayList shot_overlay(const Shot& shot, const measure::Table& table, bool with_corridor) {
  DisplayList list;
  const charge::AimAt& man = shot.man;
  const Spot a = spot_at(table, shot.from.centre), b = spot_at(table, man.at);
  const Ink ink = ink_of(shot.verdict);
  const Inches soft = man.clearance ? man.clearance->margin : Inches(0.0);
  if (with_corridor)
    list.push_back(Corridor{
        .from = a, .to = b, .half_width = charge::kClearOfFriends, .soft = soft, .style = {.colour = ink, .width = 1.6, .fill = 0.3}});
  list.push_back(Line{.points = {a, b}, .style = {.colour = ink, .width = 3.0}});
  const Mark start = ring_round(shot.from, a.z, Ink::Selection), end = ring_round(shot.at, b.z, ink);
  if (with_corridor) list.push_back(start);
  list.push_back(end);
  const std::string needs = !man.needs        ? ""
                            : *man.needs == 1 ? std::string(" · ") + tongue::tr("sure hit")
                                              : fmt::format(" · {}+", *man.needs);
  list.push_back(Label{.anchor = b,
                       .text = text_of(man.range) + (shot.verdict == Verdict::No ? "" : needs),
                       .rim = ink,
                       .sign = sign_of(shot.verdict),
                       .priority = kLinePriority,
                       .speaks_of = {start, end},
                       .along = {a, b}});
  if (!with_corridor || !shot.nearest || !man.clearance) return list;
  const Verdict clear = measure::at_least(*man.clearance, charge::kClearOfFriends);
  const Mark near = ring_round(*shot.nearest, spot_at(table, shot.nearest->centre).z, ink_of(clear));
  list.push_back(near);
  list.push_back(Label{.anchor = {shot.nearest->centre, near.z},
                       .text = fmt::format("{} {}", man.nearest, clear_by(*man.clearance)),
                       .rim = ink_of(clear),
                       .sign = sign_of(clear),
                       .priority = kFriendPriority,
                       .speaks_of = {near},
                       .leader = true});
  return list;
}

DisplayList line_of_fire(const Shot& shot, charge::Arm arm, const measure::Table& table, const charge::House& house) {
  const Spot a = spot_at(table, shot.from.centre);
  DisplayList list{Arc{.centre = a,
                       .radius = charge::farthest_range(arm, house),
                       .start = shot.from.heading - charge::kFireArc,
                       .sweep = charge::kFireArc * 2.0,
                       .style = {.colour = Ink::Accent, .width = 2.0, .fill = 0.06},
                       .sides = true,
                       .soft_sides = shot.from.heading_margin}};
  append_bands(list, a, shot.from.heading, arm, house);
  append(list, shot_overlay(shot, table, true));
  return list;
}

}  // namespace overlay
