#include "measure/footprint.h"

#include <algorithm>

namespace measure {
namespace {

/// The step of one inch along `step`; no step has no direction.
TableVector direction_of(TableVector step) {
  const Inches whole = length(step);
  return whole > Inches(0.0) ? step * (1.0 / whole.value) : TableVector{};
}

}  // namespace

Measured distance_between(const Spot& a, const Spot& b, const PointCovariance& common) {
  const TableVector step = b.at - a.at;
  const PointCovariance c = covariance_of_difference(a.covariance, b.covariance, common);
  if (step == TableVector{}) return {.value = Inches(0.0), .margin = margin_of(c)};
  return {.value = length(step), .margin = margin_from(variance_along(c, direction_of(step)))};
}

Measured centre_distance(const Footprint& a, const Footprint& b, const PointCovariance& common) {
  return distance_between(centre_of(a), centre_of(b), common);
}

std::pair<double, double> sides(const Shape& shape) {
  if (const auto* round = std::get_if<RoundShape>(&shape)) return {round->diameter.value, round->diameter.value};
  if (const auto* oval = std::get_if<OvalShape>(&shape)) return {oval->length.value, oval->width.value};
  if (const auto* rect = std::get_if<RectShape>(&shape)) return {rect->length.value, rect->width.value};
  double reach = 0.0;
  for (const TableVector& corner : std::get<PolygonShape>(shape).outline) reach = std::max(reach, length(corner).value);
  return {2.0 * reach, 2.0 * reach};
}

Inches extent(const Shape& shape) {
  const auto [length, width] = sides(shape);
  return Inches(std::max(length, width));
}

Inches breadth(const Shape& shape) {
  const auto [length, width] = sides(shape);
  return Inches(std::min(length, width));
}

}  // namespace measure
