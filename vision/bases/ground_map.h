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
  /// A map of the whole surface and `pad` around it, `above` the ground, of `per_inch` pixels an inch.
  GroundMap(const measure::Table& table, measure::Inches above, measure::Inches pad, double per_inch);

  [[nodiscard]] cv::Size size() const { return size_; }
  [[nodiscard]] double per_inch() const { return per_inch_; }
  [[nodiscard]] measure::TablePoint table_point(cv::Point2d pixel) const;
  [[nodiscard]] cv::Point2d pixel(measure::TablePoint point) const;

  /// The part of the map that shows a rectangle of a picture and so much around it, beginning at multiples of so many pixels; all of the
  /// map where the camera does not see the table there.
  [[nodiscard]] cv::Rect part_that_shows(const cv::Rect& rectangle, const calibration::TableCamera& camera, measure::Inches around,
                                         int multiple) const;

  /// `picture` (8-bit, any channels), taken by `camera`, resampled to the map inside `part`. Outside the picture: black.
  [[nodiscard]] cv::Mat resample(const cv::Mat& picture, const calibration::TableCamera& camera, const cv::Rect& part) const;

 private:
  const measure::Table& table_;
  measure::Inches above_, pad_;
  double per_inch_ = 1.0;  // pixels
  cv::Size size_;
};

}  // namespace vision
