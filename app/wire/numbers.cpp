#include "app/wire/numbers.h"

#include <cmath>

namespace app {

double rounded(double value, double steps) { return std::round(value * steps) / steps; }

double margin_up(double value, double steps) { return std::ceil(value * steps) / steps; }

Json json_of(measure::TablePoint point) { return {rounded(point.x.value, kPerInch), rounded(point.y.value, kPerInch)}; }

Json json_of(const measure::Measured& m) {
  return {{"value", rounded(m.value.value, kPerInch)}, {"margin", margin_up(m.margin.value, kPerInch)}};
}

Json json_of(const measure::MeasuredAngle& m) {
  return {{"value", rounded(measure::degrees(m.value), kPerDegree)}, {"margin", margin_up(measure::degrees(m.margin), kPerDegree)}};
}

}  // namespace app
