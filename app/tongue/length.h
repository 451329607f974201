// Lengths as people read them: inches with decimals, inches with eighths, or centimetres.
//   Only what is read changes: files, JSON and rules stay in inches. The numbers keep their points in every language.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "measure/length.h"
#include "measure/measured.h"

namespace tongue {

enum class Units { Inches, Eighths, Centimetres };

struct UnitsName {
  Units units;
  const char *key, *shown;  // `shown` is an English text for `tr`
};
extern const std::array<UnitsName, 3> kUnits;

[[nodiscard]] const char* key_of(Units units);
[[nodiscard]] std::optional<Units> units_named(std::string_view key);

/// From now on lengths are said in these, in all threads. At first in inches.
void use(Units units);
[[nodiscard]] Units units_in_use();
/// While it lives, its thread says lengths in inches, whatever the window is set to: for what goes to other programs in any language.
class InInches {
 public:
  InInches();
  ~InInches();
  InInches(const InInches&) = delete;
  InInches& operator=(const InInches&) = delete;

 private:
  bool before_;
};

/// "6.4 in", "6 3/8 in", "16.2 cm": rounded to so many decimals, or to the nearest eighth.
[[nodiscard]] std::string length(measure::Inches length, int decimals);
/// A number that was chosen, not measured, as exactly as it was: "6 in", "4 1/2 in", "15.24 cm".
[[nodiscard]] std::string exact(measure::Inches length);
/// The same of the two sides of something: "72 × 48 in".
[[nodiscard]] std::string exact(measure::Inches length, measure::Inches width);
/// "7.50 ±0.03 in". With eighths the margin grows by what was rounded away: what is shown holds all that was measured.
[[nodiscard]] std::string measured(const measure::Measured& measured);
/// "±0.03 in", never less than a hundredth.
[[nodiscard]] std::string margin(measure::Inches margin);
/// "+0.03 in": an error, in decimals even where lengths are said in eighths.
[[nodiscard]] std::string signed_length(measure::Inches length, int decimals);
/// "40 square inches", "258 cm²", of square inches.
[[nodiscard]] std::string area(double in2);
/// A place on the table: "12.34, 5.60 in"; and one that was chosen, as exactly as it was.
[[nodiscard]] std::string place(measure::TablePoint at, int decimals);
[[nodiscard]] std::string exact_place(measure::TablePoint at);

// Lengths that are typed: decimals of these.

/// "in", "cm".
[[nodiscard]] const char* unit();
[[nodiscard]] double in_units(measure::Inches length);
[[nodiscard]] measure::Inches from_units(double shown);

}  // namespace tongue
