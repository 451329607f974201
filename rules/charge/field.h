// A figure as the rules of Charge! see it: who, of which arm, standing where.
//   The heading of a figure is its front. Rules never ask what a camera saw, only how sure it was: the
//   footprint carries its covariance.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/footprint.h"
#include "measure/roster.h"
#include "measure/table.h"

namespace rules::charge {

/// The arms of the casualty rates and the going (C-M1..M4, C-K1). Gunners march and fight as infantry (CG40); a carriage, a
/// pontoon or a waggon goes where guns go, at the pace of infantry (C-M4).
enum class Arm { Infantry, Cavalry, Gun, Gunners, Carriage };

[[nodiscard]] constexpr std::string_view word(Arm arm) {
  return std::array{"infantry", "cavalry", "gun", "gunners", "carriage"}[static_cast<std::size_t>(arm)];
}
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

// The table as the rules of Charge! accept it: pieces with their bodies, and the ground they stand on.
//   A body is one unit, or the crew of one gun. Every figure but the gun itself is a soldier (CG42).

/// One piece on the table.
struct Piece {
  Figure figure;
  std::string unit, army;
  measure::PieceKind kind = measure::PieceKind::Infantry;
  measure::Arm unit_arm = measure::Arm::Infantry;  // of its unit: an officer marches and fights as his men do
};

struct Field {
  std::vector<Piece> pieces;
  std::vector<measure::Terrain> terrain;
  std::optional<measure::Table> table;  // its size; none: unbounded
  measure::PointCovariance common;      // the part of their errors all pieces share
};

[[nodiscard]] bool is_soldier(const Piece& piece);
/// On foot: infantry, gunners, and officers of such units.
[[nodiscard]] bool is_foot(const Piece& piece);
/// The arm that decides a piece's going, casualties and melee (C-M1..M3, C-K1, CG40).
[[nodiscard]] Arm arm_of(const Piece& piece);
[[nodiscard]] const Piece* find(const Field& field, int id);

/// A body: the soldiers of one unit, in the field's order, and the arm they are hit as.
struct Body {
  std::string unit, army;
  Arm arm = Arm::Infantry;  // Infantry, Cavalry, or Gunners for a gun's crew
  std::vector<const Piece*> men;
};
/// Every body with a man on the table, in the order of its first man.
[[nodiscard]] std::vector<Body> bodies_of(const Field& field);

[[nodiscard]] std::vector<Figure> figures_of(const std::vector<const Piece*>& men);

}  // namespace rules::charge
