// The ground under a line of sight, against looking at every step.
#include "measure/sight/crest.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>

#include "measure/sight/sight.h"
#include "tests/measure/builders.h"
#include "tests/support/matchers.h"

namespace crest_test {
namespace {

using namespace builders;
using measure::Crest;
using measure::Ground;
using measure::RisingLine;
using measure::Terrain;
using measure::TerrainKind;

std::vector<TablePoint> any_outline(TablePoint middle, double size) {
  std::vector<TablePoint> outline;
  for (const TableVector& corner : any_polygon().outline) outline.push_back(middle + corner * size);
  return outline;
}
Terrain any_hill() {
  Terrain t;
  t.kind = *rc::gen::inRange(0, 3) == 0 ? TerrainKind::Slope : TerrainKind::Hill;
  const TablePoint middle = any_point(8);
  t.polygon = any_outline(middle, between(1, 5));
  if (*rc::gen::inRange(0, 3) > 0) t.top = any_outline(middle, between(0.3, 2));
  t.height = Inches(between(0.2, 4));
  t.base_height = Inches(*rc::gen::inRange(0, 2) ? between(0, 2) : 0.0);
  t.uphill = any_heading();
  return t;
}
/// Every 0.02 in of the line, one after the other.
Crest at_every_step(const Terrain& hill, const RisingLine& line) {
  const int steps = std::clamp(static_cast<int>(line.length().value / 0.02), 1, 4000);
  Crest crest{.rise = Inches(-std::numeric_limits<double>::infinity()), .buried = {}, .at = 0.0};
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    const Inches rise = measure::ground_height({&hill, 1}, line.at(t)) - line.height(t);
    if (rise > Inches(0.0)) crest.buried += line.length() * (1.0 / steps);
    if (rise > crest.rise) {
      crest.rise = rise;
      crest.at = t;
    }
  }
  return crest;
}

RC_GTEST_PROP(CrestLaw, LeavingStretchesOutChangesNothing, ()) {
  const Terrain hill = any_hill();
  const RisingLine line{any_point(15), step(between(-20, 20), between(-20, 20)), Inches(between(0, 4)), Inches(between(0, 4))};
  const Crest crest = Ground(hill).crest_along(line), plain = at_every_step(hill, line);
  RC_ASSERT(crest.rise == plain.rise);
  RC_ASSERT(std::abs(crest.buried.value - plain.buried.value) < 1e-9);
  RC_ASSERT(std::abs(crest.at - plain.at) < 1e-3 ||
            measure::ground_height({&hill, 1}, line.at(crest.at)) - line.height(crest.at) == plain.rise);
}

RC_GTEST_PROP(SightSceneLaw, ATablePreparedOnceAnswersAsOneLookedAtAnew, ()) {
  std::vector<Terrain> terrain;
  for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
    terrain.push_back(any_hill());
    if (*rc::gen::inRange(0, 2)) terrain.back().kind = TerrainKind::House;
  }
  const measure::SightScene scene(terrain);
  for (int i = 0; i < 3; ++i) {
    const measure::SightEnd eye{{any_point(12), any_covariance()}, Inches(between(0.5, 2)), {}},
        target{{any_point(12), any_covariance()}, Inches(between(0.3, 1)), {}};
    const auto once = scene.sight(eye, target), anew = measure::sight(eye, target, terrain);
    RC_ASSERT(once.clear == anew.clear);
    RC_ASSERT(scene.sight(eye, target).clear == anew.clear);
    RC_ASSERT(once.in_the_way.size() == anew.in_the_way.size());
  }
}

}  // namespace
}  // namespace crest_test
