// A figure as the rules of Charge! see it: who, of which arm, standing where.
//   The heading of a figure is its front. Rules never ask what a camera saw, only how sure it was: the
//   footprint carries its covariance.
// Needs measure.
#pragma once

#include <string>
#include <string_view>

#include "measure/footprint.h"
#include "measure/roster.h"

namespace rules::charge {

/// The arms of the casualty rates and the going (C-M1..M4, C-K1). Gunners march and fight as infantry (CG40); a carriage, a
/// pontoon or a waggon goes where guns go, at the pace of infantry (C-M4).
enum class Arm { Infantry, Cavalry, Gun, Gunners, Carriage };

[[nodiscard]] std::string_view word(Arm arm);
/// Guns and carriages: barred from woods and marshes, and never through figures (C-M6, C-M7, CG49).
[[nodiscard]] constexpr bool is_wheeled(Arm arm) { return arm == Arm::Gun || arm == Arm::Carriage; }

struct Figure {
  int id = 0;  // the track's; unique among the figures of one question
  std::string name;
  measure::Footprint footprint;
  measure::Inches height{1.35};  // of the figure, above the ground it stands on
};

/// Height of a figure nobody measured, in inches: a man of the usual 30 mm with his base.
inline constexpr measure::Inches kFigureHeight{1.35};

}  // namespace rules::charge
