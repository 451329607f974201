// How a unit moved as a body: the rigid motion that carries most of its men onto sightings.
//   A marching unit keeps its formation, so one motion explains all its men; a man is then known by his
//   place in the formation and not by whoever happens to stand nearest to his old place.
// Needs measure.
#pragma once

#include <optional>
#include <span>

#include "measure/point.h"

namespace vision {

/// Turns about `about` and then steps: the motion of a body on the table.
struct RigidMotion {
  measure::TablePoint about;
  measure::Radians turn;
  measure::TableVector step;
  [[nodiscard]] measure::TablePoint operator()(measure::TablePoint p) const { return about + rotated(p - about, turn) + step; }
};

/// A motion and what speaks for it.
struct BodyMotion {
  RigidMotion motion;
  int men = 0;              // carried onto a sighting
  measure::Inches scatter;  // RMS of what remains: how far each man was put from his place in the formation
};

/// The motion that carries most of `from` to within `tolerance` of one of `to`, each used once; of equals the one that
/// moves least. `hints` are tried as they are (the leader's own motion). Empty when fewer than two men are carried.
[[nodiscard]] std::optional<BodyMotion> body_motion(std::span<const measure::TablePoint> from, std::span<const measure::TablePoint> to,
                                                    std::span<const RigidMotion> hints, measure::Inches tolerance);

}  // namespace vision
