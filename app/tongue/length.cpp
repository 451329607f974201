#include "app/tongue/length.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "app/tongue/tongue.h"

namespace tongue {
namespace {

using measure::Inches;

constexpr double kCentimetresPerInch = 2.54;
/// A length nearer to a multiple of an eighth is one: far above the rounding of what was typed, far below what anybody types.
constexpr double kSameEighth = 1e-6;
/// No camera knows better, and a margin of nothing would be a lie.
constexpr double kLeastMargin = 0.01;

std::atomic<Units> units_of_all{Units::Inches};
thread_local bool inches_here = false;

std::string with_unit(const std::string& number) { return number + " " + unit(); }

/// "6 3/8", "-1/2", "0": the nearest eighth.
std::string eighths(double inches) {
  const long long all = std::llround(std::abs(inches) * 8.0);
  const long long whole = all / 8;
  long long part = all % 8, of = 8;
  while (part != 0 && part % 2 == 0) part /= 2, of /= 2;
  const std::string sign = inches < 0.0 && all != 0 ? "-" : "";
  if (part == 0) return fmt::format("{}{}", sign, whole);
  return whole == 0 ? fmt::format("{}{}/{}", sign, part, of) : fmt::format("{}{} {}/{}", sign, whole, part, of);
}

double nearest_eighth(double inches) { return std::round(inches * 8.0) / 8.0; }

std::string number(Inches length, int decimals) {
  return units_in_use() == Units::Eighths ? eighths(length.value) : fmt::format("{:.{}f}", in_units(length), decimals);
}

std::string exact_number(Inches length) {
  if (units_in_use() == Units::Eighths && std::abs(length.value - nearest_eighth(length.value)) < kSameEighth) return eighths(length.value);
  return fmt::format("{:g}", in_units(length));
}

}  // namespace

const std::array<UnitsName, 3> kUnits{{{Units::Inches, "inches", tr_later("inches, 6.38")},
                                       {Units::Eighths, "eighths", tr_later("inches, 6 3/8")},
                                       {Units::Centimetres, "cm", tr_later("centimetres")}}};

const char* key_of(Units units) { return std::ranges::find(kUnits, units, &UnitsName::units)->key; }

std::optional<Units> units_named(std::string_view key) {
  const auto known = std::ranges::find(kUnits, key, &UnitsName::key);
  return known == kUnits.end() ? std::nullopt : std::optional(known->units);
}

void use(Units units) { units_of_all = units; }

Units units_in_use() { return inches_here || detail::as_recorded() ? Units::Inches : units_of_all.load(std::memory_order_relaxed); }

InInches::InInches() : before_(std::exchange(inches_here, true)) {}
InInches::~InInches() { inches_here = before_; }

std::string length(Inches length, int decimals) { return with_unit(number(length, decimals)); }

std::string exact(Inches length) { return with_unit(exact_number(length)); }

std::string exact(Inches length, Inches width) { return with_unit(exact_number(length) + " × " + exact_number(width)); }

std::string measured(const measure::Measured& measured) {
  const double margin = std::max(kLeastMargin, measured.margin.value);
  if (units_in_use() != Units::Eighths) return with_unit(fmt::format("{:.2f} ±{:.2f}", in_units(measured.value), in_units(Inches(margin))));
  const double rounded = std::abs(measured.value.value - nearest_eighth(measured.value.value));
  return with_unit(fmt::format("{} ±{:.2f}", eighths(measured.value.value), std::ceil((margin + rounded) * 100.0 - kSameEighth) / 100.0));
}

std::string margin(Inches margin) { return with_unit(fmt::format("±{:.2f}", in_units(Inches(std::max(kLeastMargin, margin.value))))); }

std::string signed_length(Inches length, int decimals) { return with_unit(fmt::format("{:+.{}f}", in_units(length), decimals)); }

std::string area(double in2) {
  return units_in_use() == Units::Centimetres ? fmt::format("{:.0f} cm²", in2 * kCentimetresPerInch * kCentimetresPerInch)
                                              : trf("{:.0f} square inches", in2);
}

std::string exact_place(measure::TablePoint at) { return with_unit(exact_number(at.x) + ", " + exact_number(at.y)); }

const char* unit() { return units_in_use() == Units::Centimetres ? trc("unit", "cm") : trc("unit", "in"); }

double in_units(Inches length) { return units_in_use() == Units::Centimetres ? length.value * kCentimetresPerInch : length.value; }

Inches from_units(double shown) { return Inches(units_in_use() == Units::Centimetres ? shown / kCentimetresPerInch : shown); }

std::string place(measure::TablePoint at, int decimals) { return with_unit(number(at.x, decimals) + ", " + number(at.y, decimals)); }

}  // namespace tongue
