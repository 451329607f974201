// Gaps, clearances and the covering of points against Boost.Geometry, which shares no code with ours.
//   It knows polygons only: round and oval bases are given to it as inscribed polygons of 720 corners,
//   never farther from the true edge than 1 - cos(pi/720) of half the longest side: 1.5e-5 in here.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/linestring.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>

#include "measure/convex.h"
#include "measure/gap.h"
#include "measure/sight/sight.h"
#include "tests/measure/builders.h"

namespace oracle_test {
namespace {

namespace bg = boost::geometry;
using namespace builders;
using BoostPoint = bg::model::d2::point_xy<double>;
using BoostPolygon = bg::model::polygon<BoostPoint>;
using BoostLine = bg::model::linestring<BoostPoint>;

/// Twice the sagitta of the inscribed polygons, and their rounding.
constexpr double kPolygonError = 4e-5;

BoostPolygon polygon(const std::vector<TablePoint>& outline) {
  BoostPolygon out;
  for (const TablePoint& p : outline) bg::append(out.outer(), BoostPoint(p.x.value, p.y.value));
  bg::correct(out);
  return out;
}
BoostPolygon polygon(const Footprint& f) { return polygon(measure::outline_of(f, Inches(1e-9))); }

RC_GTEST_PROP(Oracle, GapsAgree, ()) {
  const Footprint a = any_footprint(), b = any_footprint();
  const double ours = measure::gap(a, b).value.value, theirs = bg::distance(polygon(a), polygon(b));
  RC_ASSERT(std::abs(std::max(0.0, ours) - theirs) < kPolygonError);
}

RC_GTEST_PROP(Oracle, BasesOverlapWhereTheGapIsNegative, ()) {
  const Footprint a = any_footprint(), b = any_footprint();
  const double ours = measure::gap(a, b).value.value;
  if (std::abs(ours) < kPolygonError) return;
  RC_ASSERT((ours < 0.0) == bg::intersects(polygon(a), polygon(b)));
}

RC_GTEST_PROP(Oracle, ClearancesAgree, ()) {
  const TablePoint from = any_point(), to = any_point();
  const Footprint f = any_footprint();
  BoostLine line;
  bg::append(line, BoostPoint(from.x.value, from.y.value));
  bg::append(line, BoostPoint(to.x.value, to.y.value));
  const double ours = measure::clearance({from, {}}, {to, {}}, f).value.value.value, theirs = bg::distance(line, polygon(f));
  RC_ASSERT(std::abs(std::max(0.0, ours) - theirs) < kPolygonError);
}

RC_GTEST_PROP(Oracle, DistancesToPointsAgree, ()) {
  const TablePoint p = any_point();
  const Footprint f = any_footprint();
  const double ours = measure::distance_to(f, {p, {}}).value.value, theirs = bg::distance(BoostPoint(p.x.value, p.y.value), polygon(f));
  RC_ASSERT(std::abs(std::max(0.0, ours) - theirs) < kPolygonError);
  if (std::abs(ours) > kPolygonError) RC_ASSERT(measure::contains(f, p) == bg::within(BoostPoint(p.x.value, p.y.value), polygon(f)));
}

RC_GTEST_PROP(Oracle, LengthsOfALineWithinABaseAgree, ()) {
  const TablePoint from = any_point(), to = any_point();
  const std::vector<measure::SightFigure> figure{{"f", any_footprint(), Inches(2.0)}};
  const auto end = [](TablePoint p) { return measure::SightEnd{{p, measure::covariance_of(Inches(0.1))}, Inches(1.0), {}}; };
  const auto seen = measure::sight(end(from), end(to), {}, figure).in_the_way;
  BoostLine line;
  bg::append(line, BoostPoint(from.x.value, from.y.value));
  bg::append(line, BoostPoint(to.x.value, to.y.value));
  std::vector<BoostLine> within;
  bg::intersection(line, polygon(figure[0].footprint), within);
  double theirs = 0.0;
  for (const BoostLine& piece : within) theirs += static_cast<double>(bg::length(piece));
  // A line that grazes a round edge within it is longer by the root of the polygon's error.
  RC_ASSERT(std::abs((seen.empty() ? 0.0 : seen[0].depth.value.value) - theirs) < std::sqrt(8.0 * 1.5 * kPolygonError));
}

RC_GTEST_PROP(Oracle, ConvexPiecesCoverThePolygonOnce, ()) {
  const Footprint whole = standing(any_polygon(), at(0, 0));
  const std::vector<TablePoint> outline = measure::outline_of(whole);
  double area = 0.0;
  for (const auto& piece : measure::convex_pieces(outline)) {
    const BoostPolygon part = polygon(piece);
    BoostPolygon hull;
    bg::convex_hull(part, hull);
    RC_ASSERT(std::abs(bg::area(hull) - bg::area(part)) < 1e-9);
    area += bg::area(part);
  }
  RC_ASSERT(std::abs(area - bg::area(polygon(outline))) < 1e-9);
}

}  // namespace
}  // namespace oracle_test
