#include "vision/tags/observe.h"

#include <cmath>
#include <opencv2/core.hpp>

#include "vision/tags/edges.h"

namespace vision {

std::array<double, 4> sides_of(const Quad& quad) {
  return {cv::norm(quad[1] - quad[0]), cv::norm(quad[2] - quad[1]), cv::norm(quad[3] - quad[2]), cv::norm(quad[0] - quad[3])};
}

double mean_side(const Quad& quad) {
  double sum = 0.0;
  for (const double side : sides_of(quad)) sum += 0.25 * side;
  return sum;
}

std::optional<calibration::TagObservation> observe(const cv::Mat& luma, const TagReading& reading, double least_support) {
  const FittedQuad fitted = fit_sides(luma, reading.corners, mean_side(reading.corners) / (reading.dictionary->bits() + 2));
  if (fitted.supported < least_support) return std::nullopt;
  calibration::TagObservation out{.dictionary = reading.dictionary->name(), .id = reading.id, .corners = {}};
  for (std::size_t i = 0; i < 4; ++i) out.corners[i] = {fitted.corners[i].x, fitted.corners[i].y};
  out.corner_covariance = covariance_in(luma, fitted);
  out.corner_sigma_px = std::sqrt(out.corner_covariance.trace() / 8.0);
  return out;
}

}  // namespace vision
