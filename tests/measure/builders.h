// Small builders of bases and spots, and generators of random ones, for the measuring tests.
#pragma once

#include <rapidcheck.h>

#include <cmath>
#include <vector>

#include "measure/footprint.h"

namespace builders {

using measure::Footprint;
using measure::Inches;
using measure::PointCovariance;
using measure::Radians;
using measure::Shape;
using measure::TablePoint;
using measure::TableVector;

inline TablePoint at(double x, double y) { return {Inches(x), Inches(y)}; }
inline TableVector step(double dx, double dy) { return {Inches(dx), Inches(dy)}; }

inline Footprint standing(Shape shape, TablePoint where, Radians heading = {}) {
  return {.shape = std::move(shape), .centre = where, .heading = heading, .covariance = {}, .heading_margin = {}};
}
inline Footprint disc(double diameter, TablePoint where) { return standing(measure::RoundShape{Inches(diameter)}, where); }
inline Footprint oval(double length, double width, TablePoint where, Radians heading = {}) {
  return standing(measure::OvalShape{Inches(length), Inches(width)}, where, heading);
}
inline Footprint rect(double length, double width, TablePoint where, Radians heading = {}) {
  return standing(measure::RectShape{Inches(length), Inches(width)}, where, heading);
}
/// An L of two arms, one inch wide and three long, with its inner corner at the centre.
inline Footprint ell(TablePoint where, Radians heading = {}) {
  return standing(measure::PolygonShape{{step(-1, -1), step(2, -1), step(2, 0), step(0, 0), step(0, 2), step(-1, 2)}}, where, heading);
}
inline Footprint unsure(Footprint f, Inches margin, Radians heading_margin = {}) {
  f.covariance = measure::covariance_of(margin);
  f.heading_margin = heading_margin;
  return f;
}

// RapidCheck: random values in table sizes.

inline double between(double low, double high) { return low + (high - low) * *rc::gen::inRange(0, 1'000'001) / 1'000'000.0; }
inline TablePoint any_point(double size = 6.0) { return at(between(-size, size), between(-size, size)); }
inline Radians any_heading() { return Radians(between(-4.0, 4.0)); }
inline PointCovariance any_covariance(double sigma = 0.05) {
  const double a = between(0.1, 1.0) * sigma, b = between(0.1, 1.0) * sigma, turn = between(0.0, 3.2);
  const double c = std::cos(turn), s = std::sin(turn);
  return {a * a * c * c + b * b * s * s, (a * a - b * b) * c * s, a * a * s * s + b * b * c * c};
}
/// A star-shaped polygon round its centre: usually concave.
inline measure::PolygonShape any_polygon() {
  measure::PolygonShape shape;
  const int corners = *rc::gen::inRange(3, 9);
  for (int i = 0; i < corners; ++i) {
    const double t = 2.0 * 3.141592653589793 * (i + between(-0.3, 0.3)) / corners, r = between(0.3, 1.5);
    shape.outline.push_back(step(r * std::cos(t), r * std::sin(t)));
  }
  return shape;
}
inline Shape any_convex_shape() {
  switch (*rc::gen::inRange(0, 3)) {
    case 0: return measure::RoundShape{Inches(between(0.2, 2.0))};
    case 1: return measure::OvalShape{Inches(between(0.5, 3.0)), Inches(between(0.5, 3.0))};
    default: return measure::RectShape{Inches(between(0.3, 3.0)), Inches(between(0.3, 3.0))};
  }
}
inline Shape any_shape() { return *rc::gen::inRange(0, 4) == 0 ? Shape(any_polygon()) : any_convex_shape(); }
inline Footprint any_footprint() {
  return {.shape = any_shape(),
          .centre = any_point(),
          .heading = any_heading(),
          .covariance = any_covariance(),
          .heading_margin = Radians(between(0.0, 0.05))};
}
inline Footprint moved(Footprint f, TableVector by) {
  f.centre = f.centre + by;
  return f;
}
/// The whole table turned about its origin, errors and all.
inline TablePoint turned(TablePoint p, Radians by) { return TablePoint{} + measure::rotated(p - TablePoint{}, by); }
inline Footprint turned(Footprint f, Radians by) {
  f.centre = turned(f.centre, by);
  f.heading = f.heading + by;
  const double c = std::cos(by.value), s = std::sin(by.value);
  const PointCovariance k = f.covariance;
  f.covariance = {c * c * k.xx - 2 * c * s * k.xy + s * s * k.yy, c * s * (k.xx - k.yy) + (c * c - s * s) * k.xy,
                  s * s * k.xx + 2 * c * s * k.xy + c * c * k.yy};
  return f;
}

}  // namespace builders
