#include "rules/charge/field.h"

#include <algorithm>

namespace rules::charge {

using measure::PieceKind;

bool is_soldier(const Piece& piece) { return piece.kind != PieceKind::Gun; }

Arm arm_of(const Piece& piece) {
  const bool officer = piece.kind == PieceKind::Officer;
  if (piece.kind == PieceKind::Gun) return Arm::Gun;
  if (piece.kind == PieceKind::Infantry || (officer && piece.unit_arm == measure::Arm::Infantry)) return Arm::Infantry;
  if (piece.kind == PieceKind::Cavalry || (officer && piece.unit_arm == measure::Arm::Cavalry)) return Arm::Cavalry;
  return Arm::Gunners;
}

bool is_foot(const Piece& piece) {
  const Arm arm = arm_of(piece);
  return arm == Arm::Infantry || arm == Arm::Gunners;
}

const Piece* find(const Field& field, int id) {
  const auto found = std::ranges::find_if(field.pieces, [&](const Piece& piece) { return piece.figure.id == id; });
  return found == field.pieces.end() ? nullptr : &*found;
}

std::vector<Body> bodies_of(const Field& field) {
  std::vector<Body> bodies;
  for (const Piece& piece : field.pieces) {
    if (!is_soldier(piece)) continue;
    auto body = std::ranges::find_if(bodies, [&](const Body& b) { return b.unit == piece.unit && b.army == piece.army; });
    if (body == bodies.end()) body = bodies.insert(bodies.end(), Body{piece.unit, piece.army, arm_of(piece), {}});
    body->men.push_back(&piece);
  }
  return bodies;
}

std::vector<Figure> figures_of(const std::vector<const Piece*>& men) {
  std::vector<Figure> figures;
  for (const Piece* man : men) figures.push_back(man->figure);
  return figures;
}

}  // namespace rules::charge
