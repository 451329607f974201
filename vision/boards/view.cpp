#include "vision/boards/view.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace vision {
namespace {

using measure::Inches, measure::TablePoint;

/// Pixels an inch of the view: the picture's own, but not more than so many. More costs time, and no draught needs it.
constexpr double kMostPerInch = 64.0;
/// ... and so many pixels along the view at most.
constexpr double kMostPixels = 1600.0;

}  // namespace

BoardView view_from_above(const cv::Mat& bgr, const calibration::TableCamera& camera, const measure::Board& board, Inches around) {
  BoardView view;
  const TablePoint middle{board.length * 0.5, board.width * 0.5};
  const double length = (board.length + around * 2.0).value, width = (board.width + around * 2.0).value;
  view.per_inch = std::min({camera.pixels_per_inch(middle, Inches(0.0)), kMostPerInch, kMostPixels / std::max(length, width)});
  view.origin = {Inches(0.0) - around, Inches(0.0) - around};
  view.foot = view.from_board(camera.nadir());
  view.camera_height = camera.height().value;
  const cv::Size size(static_cast<int>(length * view.per_inch), static_cast<int>(width * view.per_inch));
  cv::Mat map(size, CV_32FC2);
  view.known.create(size, CV_8UC1);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const auto pixel = camera.image_from_table(view.to_board(cv::Point2d(x, y)), Inches(0.0));
      const bool seen = pixel && pixel->u >= 0.0 && pixel->v >= 0.0 && pixel->u <= bgr.cols - 1.0 && pixel->v <= bgr.rows - 1.0;
      map.at<cv::Vec2f>(y, x) = seen ? cv::Vec2f(static_cast<float>(pixel->u), static_cast<float>(pixel->v)) : cv::Vec2f(-9.0f, -9.0f);
      view.known.at<std::uint8_t>(y, x) = seen ? 255 : 0;
    }
  cv::remap(bgr, view.bgr, map, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  return view;
}

}  // namespace vision
