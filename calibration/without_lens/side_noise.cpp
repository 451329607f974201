#include "calibration/without_lens/side_noise.h"

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "calibration/linear_algebra.h"
#include "measure/robust.h"

namespace calibration {
namespace {

using Matrix8 = Eigen::Matrix<double, 8, 8>;

/// What is usual in the picture counts for this share of a side's variance. In both halves of 26 rendered worlds the true errors, of the
/// table's tags as of the pieces', are nearly likeliest from 0.4 to 0.8. Smaller believes in lucky sides, larger believes that a side which
/// is half covered is as good as the others.
constexpr double kUsualShare = 0.5;

/// d(u0 v0 .. u3 v3) / d(how far the first and the second end of each side move outwards), corner i between sides i - 1 and i.
Matrix8 corners_by_ends(const TagObservation& seen) {
  Matrix8 by_ends = Matrix8::Zero();
  const auto outward = [&](std::size_t side) {
    const ImagePoint &from = seen.corners[side], &to = seen.corners[(side + 1) % 4];
    return Eigen::Vector2d(to.v - from.v, from.u - to.u).normalized();
  };
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t before = (i + 3) % 4;
    Eigen::Matrix2d normals;
    normals << outward(before).transpose(), outward(i).transpose();
    const Eigen::Matrix2d corner = normals.inverse();
    by_ends.block<2, 1>(2 * i, 2 * before + 1) = corner.col(0);
    by_ends.block<2, 1>(2 * i, 2 * i) = corner.col(1);
  }
  return by_ends;
}

/// How the errors of a side split: its middle, and half of what its ends differ.
Matrix8 middles_and_turns() {
  Matrix8 split = Matrix8::Zero();
  for (int i = 0; i < 4; ++i) split.block<2, 2>(2 * i, 2 * i) << 0.5, 0.5, -0.5, 0.5;
  return split;
}

double length_of(const TagObservation& seen, std::size_t side) { return distance(seen.corners[side], seen.corners[(side + 1) % 4]); }

/// A tag by the errors of its sides.
struct Sides {
  std::size_t tag = 0;
  Matrix8 by_errors, covariance;  // of the corners by the sides' errors, and of these errors
};

}  // namespace

std::vector<TagObservation> with_moderated_noise(std::span<const TagObservation> seen) {
  std::vector<TagObservation> out(seen.begin(), seen.end());
  std::map<std::string, std::vector<Sides>> kinds;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i].corner_covariance.isZero(0.0)) continue;
    const Matrix8 by_errors = corners_by_ends(out[i]) * inverse_of(middles_and_turns());
    const Matrix8 by_corners = inverse_of(by_errors);
    if (!by_corners.allFinite()) continue;
    kinds[out[i].dictionary].push_back({i, by_errors, carried_covariance(by_corners, out[i].corner_covariance)});
  }
  for (const auto& [dictionary, tags] : kinds) {
    // A side twice as long has twice the profiles and half the variance.
    std::array<std::vector<double>, 2> times_length;
    for (const Sides& sides : tags)
      for (std::size_t i = 0; i < 8; ++i) times_length[i % 2].push_back(sides.covariance(i, i) * length_of(out[sides.tag], i / 2));
    for (const Sides& sides : tags) {
      TagObservation& tag = out[sides.tag];
      Matrix8 usual = Matrix8::Zero();
      for (std::size_t i = 0; i < 8; ++i) usual(i, i) = measure::median(times_length[i % 2]) / length_of(tag, i / 2);
      const Matrix8 moderated = (1.0 - kUsualShare) * sides.covariance + kUsualShare * usual;
      tag.corner_covariance = sides.by_errors * moderated * sides.by_errors.transpose();
      tag.corner_sigma_px = std::sqrt(tag.corner_covariance.trace() / 8.0);
    }
  }
  return out;
}

}  // namespace calibration
