// How far a figure may go, and by which way: the cheapest legal path over weighted ground.
//   Ground counts under the base centre, impassable ground and other figures against the whole
//   footprint. The base keeps its heading on the way: turning is free and a figure turns where it
//   stands (C-M1..M8, CG44..CG50, CG54..CG56). Touching is allowed. What it overlaps at its start it may
//   leave, never enter deeper; an obstacle it starts on was paid for when it was entered. A path along
//   the border of two grounds has the better of them. The centre stays on the table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/table.h"
#include "rules/answer.h"
#include "rules/charge/field.h"
#include "rules/charge/house.h"

namespace rules::charge {

/// One figure that wants to move, and what stands around it.
struct MoveQuestion {
  Arm arm = Arm::Infantry;
  measure::Footprint base;  // at its start
  std::vector<measure::Terrain> terrain;
  std::vector<Figure> friends, enemies;     // as they stand; neither the moving figure nor a gun's own crew is among them
  std::optional<measure::Table> table;      // its size bounds the ground; none: the ground is unbounded
  bool unit_crossed = false;                // another man of its unit crossed an obstacle this turn (C-M8)
  measure::PointCovariance end_covariance;  // of the place it is judged at
  bool stands_there = false;                // it was seen at its end: two bases that may be apart are, for they cannot overlap
};

/// What a path, or the cheapest one, costs.
struct MoveRuling {
  measure::Verdict verdict = measure::Verdict::Yes;
  std::optional<measure::Measured> cost;  // inches of allowance; none: no legal path exists
  measure::Inches allowance;
  std::vector<measure::TablePoint> path;  // base centres, the start first; empty without one
  struct Leg {
    measure::TablePoint from, to;
    double inches = 0, cost = 0;
    std::string ground;
  };
  std::vector<Leg> legs;  // the path priced by ground: "open", "wood Hangman's Wood", "slope Berg", "downhill Berg"...
  std::vector<Reason> because;
  std::vector<std::string> unverified;  // house keys used whose default has no source
  bool crosses = false;                 // an obstacle, or its unit does (C-M8)
  bool may_cross_or_not = false;        // the errors decide whether it does
};

/// Base centres that the figure can reach this turn.
struct Reach {
  double area_in2 = 0.0;
  std::vector<std::vector<measure::TablePoint>> outline;  // outer rings anticlockwise, holes clockwise
  std::vector<std::string> unverified;
};

/// Inches an arm may move on normal going (C-M1, C-M2, C-M3, C-M4).
[[nodiscard]] measure::Inches allowance(Arm arm, const House& house);

/// The same in words, with its rule.
[[nodiscard]] Reason allowance_reason(Arm arm, const House& house);

/// May the figure end at `to` this turn? The cheapest legal path is found: straight ones exactly, bent
/// ones usually to 1e-4 of their cost and always well within 1 %.
///
/// Without a legal path the verdict is no and there is no cost; on a friend it is no, and the cost is told.
/// The margin of the cost holds 95 % of the costs that the errors of both ends and of the figures on the way may
/// truly mean, the jump behind an obstacle within the margin of an end included; it is the wider of its two sides.
/// Too close to call: the allowance lies within what the cost may be, an overlap is within the margin, or figures that
/// err may close the way. Something that is no number is too close to call.
[[nodiscard]] MoveRuling judge_move(const MoveQuestion& question, measure::TablePoint to, const House& house);
/// The same for a path as it was walked (base centres, the start first).
[[nodiscard]] MoveRuling judge_path(const MoveQuestion& question, std::span<const measure::TablePoint> path, const House& house);
/// Where can the figure go? The measured values alone decide; margins play no part.
///
/// The outline is exact to some hundredths where it runs smoothly; its corners may be cut by half a 190th
/// of its width.
[[nodiscard]] Reach reach(const MoveQuestion& question, const House& house);

}  // namespace rules::charge
