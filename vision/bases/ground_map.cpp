#include "vision/bases/ground_map.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace vision {
namespace {

using measure::Inches, measure::TablePoint;

/// Map pixels between two points at which the lens model is evaluated; linear in between. Larger: the
/// bend of the lens shows as a shift; smaller: slower.
constexpr int kLensStep = 8;
/// A coordinate outside every picture.
constexpr float kNowhere = -1e4F;
/// Picture pixels for one of the map from which the picture is smoothed, and by how much of them (sigma).
constexpr double kNeedsSmoothing = 1.3, kSmoothing = 0.4;

}  // namespace

GroundMap::GroundMap(const measure::Table& table, Inches above, Inches pad, double per_inch)
    : table_(table), above_(above), pad_(pad), per_inch_(per_inch) {
  size_.width = static_cast<int>(std::ceil((table.length + 2.0 * pad).value * per_inch_));
  size_.height = static_cast<int>(std::ceil((table.width + 2.0 * pad).value * per_inch_));
}

TablePoint GroundMap::table_point(cv::Point2d pixel) const {
  return {Inches(pixel.x / per_inch_) - pad_, Inches(pixel.y / per_inch_) - pad_};
}

cv::Point2d GroundMap::pixel(TablePoint point) const { return {(point.x + pad_).value * per_inch_, (point.y + pad_).value * per_inch_}; }

cv::Rect GroundMap::part_that_shows(const cv::Rect& rectangle, const calibration::TableCamera& camera, Inches around, int multiple) const {
  std::vector<cv::Point> seen;
  for (const double x : {0.0, 0.5, 1.0}) {
    for (const double y : {0.0, 0.5, 1.0}) {
      const calibration::ImagePoint at{rectangle.x + x * rectangle.width, rectangle.y + y * rectangle.height};
      if (const auto point = camera.table_from_image(at, above_)) seen.emplace_back(pixel(*point));
    }
  }
  const cv::Rect whole({0, 0}, size_);
  if (seen.empty()) return whole;
  const int room = static_cast<int>(around.value * per_inch_);
  const cv::Rect box = cv::boundingRect(seen);
  const cv::Rect part = cv::Rect(box.tl() - cv::Point(room, room), box.br() + cv::Point(room, room)) & whole;
  return {{part.x - part.x % multiple, part.y - part.y % multiple}, part.br()};
}

cv::Mat GroundMap::resample(const cv::Mat& picture, const calibration::TableCamera& camera, const cv::Rect& part) const {
  const int columns = part.width / kLensStep + 2, rows = part.height / kLensStep + 2;
  cv::Mat coarse(rows, columns, CV_32FC2);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const TablePoint at = table_point({double(part.x + column * kLensStep), double(part.y + row * kLensStep)});
      const auto seen = camera.image_from_table(at, measure::ground_height(table_.terrain, at) + above_);
      coarse.at<cv::Vec2f>(row, column) = seen ? cv::Vec2f(float(seen->u), float(seen->v)) : cv::Vec2f(kNowhere, kNowhere);
    }
  }
  // warpAffine places coarse sample (c, r) at exactly (c, r) * kLensStep; resize would shift by half a sample.
  cv::Mat fine, out;
  const cv::Matx23d enlarge(1.0 / kLensStep, 0.0, 0.0, 0.0, 1.0 / kLensStep, 0.0);
  cv::warpAffine(coarse, fine, enlarge, part.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  // Coarser than the picture: what the map cannot hold is taken out first, or it would come back as false detail.
  const cv::Vec2f left = coarse.at<cv::Vec2f>(rows / 2, 0), right = coarse.at<cv::Vec2f>(rows / 2, columns - 1);
  const double span = cv::norm(right - left) / (kLensStep * std::max(1, columns - 1));
  cv::Mat smooth;  // another's memory: `cv::GaussianBlur` would write into the picture itself
  if (span > kNeedsSmoothing && left[0] > kNowhere && right[0] > kNowhere) cv::GaussianBlur(picture, smooth, {}, kSmoothing * span);
  cv::remap(smooth.empty() ? picture : smooth, out, fine, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  return out;
}

}  // namespace vision
