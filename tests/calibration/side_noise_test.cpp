// Sides of tags judge their own noise by few profiles: what is usual in the picture has a say.
#include "calibration/without_lens/side_noise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace side_noise_test {
namespace {

using namespace calibration;

constexpr double kUsual_px2 = 0.01;

/// An upright square whose sides (top, right, bottom, left) err at their ends by these variances.
TagObservation square(int id, const std::array<double, 4>& side_px2, const char* dictionary = "DICT_4X4_250") {
  TagObservation seen{.dictionary = dictionary, .id = id, .corners = {{{100, 100}, {150, 100}, {150, 150}, {100, 150}}}};
  const auto& [top, right, bottom, left] = side_px2;
  seen.corner_covariance.diagonal() << left, top, right, top, right, bottom, left, bottom;
  return seen;
}

std::vector<TagObservation> ten_squares() {
  std::vector<TagObservation> seen;
  for (int id = 0; id < 10; ++id) seen.push_back(square(id, {kUsual_px2, kUsual_px2, kUsual_px2, kUsual_px2}));
  return seen;
}

TEST(SideNoise, TagsThatAllClaimTheSameKeepIt) {
  const auto seen = ten_squares();
  const auto moderated = with_moderated_noise(seen);
  ASSERT_EQ(moderated.size(), seen.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_TRUE(moderated[i].corner_covariance.isApprox(seen[i].corner_covariance, 1e-9));
    EXPECT_EQ(moderated[i].corners, seen[i].corners);
  }
}

TEST(SideNoise, ALuckySideIsBelievedLess) {
  auto seen = ten_squares();
  seen.push_back(square(10, {0.01 * kUsual_px2, kUsual_px2, kUsual_px2, kUsual_px2}));
  const auto lucky = with_moderated_noise(seen).back().corner_covariance;
  EXPECT_GT(lucky(1, 1), 0.4 * kUsual_px2);  // v of the first corner, on the top side
  EXPECT_LT(lucky(1, 1), 0.7 * kUsual_px2);
  EXPECT_NEAR(lucky(0, 0), kUsual_px2, 1e-9);  // u, on the left side
}

TEST(SideNoise, AHalfCoveredSideStaysDoubtful) {
  auto seen = ten_squares();
  seen.push_back(square(10, {100.0 * kUsual_px2, kUsual_px2, kUsual_px2, kUsual_px2}));
  const auto moderated = with_moderated_noise(seen);
  EXPECT_GT(moderated.back().corner_covariance(1, 1), 40.0 * kUsual_px2);
  EXPECT_NEAR(moderated.front().corner_covariance(1, 1), kUsual_px2, 1e-9);  // and leaves the others alone
}

TEST(SideNoise, KindsOfTagsAreToldApartAndReadersThatSayNothingAreLeftAlone) {
  auto seen = ten_squares();
  seen.push_back(square(0, {9.0 * kUsual_px2, 9.0 * kUsual_px2, 9.0 * kUsual_px2, 9.0 * kUsual_px2}, "DICT_APRILTAG_36h11"));
  TagObservation silent{.dictionary = "DICT_4X4_250", .id = 30, .corners = seen[0].corners, .corner_sigma_px = 0.3};
  seen.push_back(silent);
  const auto moderated = with_moderated_noise(seen);
  EXPECT_NEAR(moderated[10].corner_covariance(0, 0), 9.0 * kUsual_px2, 1e-9);
  EXPECT_TRUE(moderated[11].corner_covariance.isZero(0.0));
  EXPECT_EQ(moderated[11].corner_sigma_px, 0.3);
}

}  // namespace
}  // namespace side_noise_test
