// The table seen straight from above: a picture resampled to the playing surface.
//   One pixel is the same fraction of an inch everywhere and follows the ground, so two pictures taken
//   from different places can be compared, and a base has one size wherever it stands. What is higher than
//   the ground leans away from the point under the camera.
#pragma once

#include <opencv2/core/mat.hpp>

#include "calibration/table_camera.h"
#include "measure/table.h"

namespace vision {

class GroundMap {
 public:
  /// A map of the whole surface and `pad` around it, `above` the ground, as fine as the picture at its finest.
  GroundMap(const calibration::TableCamera& camera, const measure::Table& table, measure::Inches above, measure::Inches pad);

  [[nodiscard]] cv::Size size() const { return size_; }
  [[nodiscard]] double per_inch() const { return per_inch_; }
  [[nodiscard]] measure::TablePoint table_point(cv::Point2d pixel) const;
  [[nodiscard]] cv::Point2d pixel(measure::TablePoint point) const;

  /// `picture` (8-bit, any channels), taken by `camera`, resampled to the map inside `part`. Outside the picture: black.
  [[nodiscard]] cv::Mat resample(const cv::Mat& picture, const calibration::TableCamera& camera, const cv::Rect& part) const;

 private:
  const measure::Table& table_;
  measure::Inches above_, pad_;
  double per_inch_ = 1.0;  // pixels
  cv::Size size_;
};

// What stands on the table that was not there when it was empty.
//   Two resampled pictures are compared after the change of light between them is taken out; a shadow
//   (darker, but of the same colour) is not foreground. The threshold follows the pictures' own noise.

/// How surely each pixel shows something new: from -1 (surely the table) over 0 to +1 (surely not).
///
/// `now` and `empty`: 8-bit BGR of one size. `per_inch`: their scale. Returns 32-bit float, 1 channel.
[[nodiscard]] cv::Mat foreground(const cv::Mat& now, const cv::Mat& empty, double per_inch);

}  // namespace vision
