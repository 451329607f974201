#include "vision/unmarked/ground_map.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace vision {
namespace {

using measure::Inches;
using measure::TablePoint;

/// Map pixels between two points at which the lens model is evaluated; linear in between. Larger: the
/// bend of the lens shows as a shift; smaller: slower.
constexpr int kLensStep = 8;
/// A coordinate outside every picture.
constexpr float kNowhere = -1e4F;

double finest_scale(const calibration::TableCamera& camera, const measure::Table& table) {
  constexpr int kProbes = 8;  // along each side
  double finest = 1.0;
  for (int i = 0; i <= kProbes; ++i) {
    for (int j = 0; j <= kProbes; ++j) {
      const TablePoint at{table.length * (double(i) / kProbes), table.width * (double(j) / kProbes)};
      if (camera.image_from_table(at, Inches(0.0))) finest = std::max(finest, camera.pixels_per_inch(at, Inches(0.0)));
    }
  }
  return finest;
}

}  // namespace

GroundMap::GroundMap(const calibration::TableCamera& camera, const measure::Table& table, Inches above, Inches pad)
    : table_(table), above_(above), pad_(pad), per_inch_(finest_scale(camera, table)) {
  size_.width = static_cast<int>(std::ceil((table.length + 2.0 * pad).value * per_inch_));
  size_.height = static_cast<int>(std::ceil((table.width + 2.0 * pad).value * per_inch_));
}

TablePoint GroundMap::table_point(cv::Point2d pixel) const {
  return {Inches(pixel.x / per_inch_) - pad_, Inches(pixel.y / per_inch_) - pad_};
}

cv::Point2d GroundMap::pixel(TablePoint point) const { return {(point.x + pad_).value * per_inch_, (point.y + pad_).value * per_inch_}; }

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
  cv::remap(picture, out, fine, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  return out;
}

}  // namespace vision
