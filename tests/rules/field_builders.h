// Pieces of a game of Charge! for tests that place them by hand.
#pragma once

#include <string>

#include "rules/charge/field.h"

namespace rules::charge {

/// A piece on a round base; its unit's arm follows from its kind. Inches and degrees.
inline Piece piece(int id, std::string name, std::string unit, std::string army, measure::PieceKind kind, double x, double y,
                   double heading_deg, double diameter = 1.0) {
  Piece out;
  out.figure.id = id;
  out.figure.name = std::move(name);
  out.figure.footprint.shape = measure::RoundShape{measure::Inches(diameter)};
  out.figure.footprint.centre = {measure::Inches(x), measure::Inches(y)};
  out.figure.footprint.heading = measure::from_degrees(heading_deg);
  out.unit = std::move(unit);
  out.army = std::move(army);
  out.kind = kind;
  if (kind == measure::PieceKind::Cavalry) out.unit_arm = measure::Arm::Cavalry;
  if (kind == measure::PieceKind::Gun || kind == measure::PieceKind::Gunner) out.unit_arm = measure::Arm::Gun;
  return out;
}

}  // namespace rules::charge
