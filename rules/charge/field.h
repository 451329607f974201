// The table as the rules of Charge! accept it: pieces with their bodies, and the ground they stand on.
//   A body is one unit, or the crew of one gun. Every figure but the gun itself is a soldier (CG42).
// Needs measure, rules/charge/figure.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/roster.h"
#include "measure/table.h"
#include "rules/charge/figure.h"

namespace rules::charge {

/// One piece on the table.
struct Piece {
  Figure figure;
  std::string unit, army;
  measure::PieceKind kind = measure::PieceKind::Infantry;
  measure::Arm unit_arm = measure::Arm::Infantry;  // of its unit: an officer marches and fights as his men do
  friend bool operator==(const Piece& a, const Piece& b) { return a.figure.id == b.figure.id && a.figure.name == b.figure.name; }
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
