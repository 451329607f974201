// Short words for tests of movement.
#pragma once

#include <string>
#include <vector>

#include "rules/charge/move/movement.h"

namespace builders {

using measure::Inches;
using measure::TablePoint;
using measure::Terrain;
using measure::TerrainKind;
using rules::charge::Arm;
using rules::charge::Figure;
using rules::charge::House;
using rules::charge::MoveQuestion;

inline TablePoint at(double x, double y) { return {Inches(x), Inches(y)}; }

inline MoveQuestion mover(Arm arm, TablePoint from, double diameter = 0.8) {
  MoveQuestion q;
  q.arm = arm;
  q.base = {.shape = measure::RoundShape{Inches(diameter)}, .centre = from, .heading = {}, .covariance = {}, .heading_margin = {}};
  return q;
}

inline std::vector<TablePoint> box(double left, double below, double right, double above) {
  return {at(left, below), at(right, below), at(right, above), at(left, above)};
}
inline Terrain area(TerrainKind kind, std::vector<TablePoint> polygon, std::string name = "") {
  Terrain t;
  t.name = std::move(name);
  t.kind = kind;
  t.polygon = std::move(polygon);
  return t;
}
inline Terrain line(TerrainKind kind, std::vector<TablePoint> points, double width = 0.0, std::string name = "") {
  Terrain t = area(kind, {}, std::move(name));
  t.line = std::move(points);
  t.width = Inches(width);
  return t;
}
inline Terrain hill(std::vector<TablePoint> foot, std::vector<TablePoint> top, std::string name = "Berg") {
  Terrain t = area(TerrainKind::Hill, std::move(foot), std::move(name));
  t.top = std::move(top);
  t.height = Inches(2.0);
  return t;
}
inline Terrain slope(std::vector<TablePoint> polygon, double uphill_deg) {
  Terrain t = area(TerrainKind::Slope, std::move(polygon), "Bank");
  t.uphill = measure::from_degrees(uphill_deg);
  return t;
}
inline Figure figure(std::string name, TablePoint p, double diameter = 0.8) {
  return {.id = 1,
          .name = std::move(name),
          .footprint = {.shape = measure::RoundShape{Inches(diameter)}, .centre = p, .heading = {}, .covariance = {}, .heading_margin = {}},
          .height = Inches(1.35)};
}

}  // namespace builders
