// What the table looks like without pieces: given as a picture of the empty table, or learned while playing.
//   Kept in the picture frame of one camera pose; after a bump it is carried over to the new one. Where no bare
//   table was ever seen it is unknown.
// Needs calibration, OpenCV core.
#pragma once

#include <opencv2/core/mat.hpp>

#include "calibration/table_camera.h"
#include "measure/table.h"

namespace vision {

class Background {
 public:
  /// A picture (8-bit BGR) of the table with nothing on it.
  void know(const cv::Mat& bgr);
  /// Takes up `bgr` wherever `bare` (8-bit, same size) is set.
  void learn(const cv::Mat& bgr, const cv::Mat& bare);
  /// Carries what is known from one camera pose to another, along the ground.
  void carry_over(const calibration::TableCamera& from, const calibration::TableCamera& to, const measure::Table& table);

  [[nodiscard]] bool empty() const { return bgr_.empty(); }
  [[nodiscard]] const cv::Mat& bgr() const { return bgr_; }
  /// 8-bit: 255 where the background is known.
  [[nodiscard]] const cv::Mat& known() const { return known_; }

 private:
  cv::Mat bgr_, known_;
};

}  // namespace vision
