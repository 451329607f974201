// Where something lies as seen from a piece: its bearing off the piece's heading, and arcs.
//   Signed bearings are positive to the left (anticlockwise). A limit counts as inside: 45 degrees
//   exactly is in a 45-degree arc. Margins come from both positions across the line of sight, and from
//   the heading.
#pragma once

#include "measure/footprint.h"
#include "measure/measured.h"

namespace measure {

/// Direction from `from` to `to` against the table's +x, in (-pi, pi].
///
/// Two spots nearer than their error have no direction to speak of: the margin is pi.
[[nodiscard]] MeasuredAngle direction_between(const Spot& from, const Spot& to, const PointCovariance& common = {});

/// Bearing of `to` off the heading of `from`, centre to centre, in (-pi, pi], positive to the left.
[[nodiscard]] MeasuredAngle bearing_off(const Footprint& from, const Spot& to, const PointCovariance& common = {});
/// The same without its sign, in [0, pi].
[[nodiscard]] MeasuredAngle angle_off(const Footprint& from, const Spot& to, const PointCovariance& common = {});

}  // namespace measure
