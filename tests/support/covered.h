// How stated 95 % margins compare with the errors that were really made.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

/// Of a margin that is right 95 % of the errors lie inside and, where they are normally distributed, 67 % inside half of it. Of one twice
/// too wide 95 % lie inside half: so a margin can fail upward as well.
struct Covered {
  int of = 0, inside = 0, inside_half = 0;

  void add(double error, double margin) {
    ++of;
    inside += std::abs(error) <= margin;
    inside_half += std::abs(error) <= 0.5 * margin;
  }
  [[nodiscard]] double share() const { return static_cast<double>(inside) / of; }
  [[nodiscard]] double half_share() const { return static_cast<double>(inside_half) / of; }
};

/// `least` inside the margin, and at most `most_half` inside half of it.
inline void expect_covered(const Covered& covered, double least, double most_half, const std::string& what = {}) {
  ASSERT_GT(covered.of, 0) << what;
  EXPECT_GE(covered.share(), least) << what << ": the margin is too narrow";
  EXPECT_LE(covered.half_share(), most_half) << what << ": the margin is too wide";
  testing::Test::RecordProperty("inside" + what, std::to_string(covered.share()));
  testing::Test::RecordProperty("inside_half" + what, std::to_string(covered.half_share()));
}
