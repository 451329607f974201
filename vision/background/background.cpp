#include "vision/background/background.h"

#include <opencv2/imgproc.hpp>

namespace vision {
namespace {

/// Pixels between the points whose way is computed; between them the map is interpolated. Wider bends the lens straight.
constexpr int kMapStep = 16;

/// For points of `to`'s picture on a coarse grid: where `from` saw the same ground. Far outside where it did not.
cv::Mat coarse_map(const calibration::TableCamera& from, const calibration::TableCamera& to, const measure::Table& table, cv::Size size) {
  const cv::Vec2f nowhere(-1e4F, -1e4F);
  cv::Mat map(size.height / kMapStep + 2, size.width / kMapStep + 2, CV_32FC2, cv::Scalar(nowhere[0], nowhere[1]));
  for (int r = 0; r < map.rows; ++r)
    for (int c = 0; c < map.cols; ++c) {
      const calibration::ImagePoint pixel{static_cast<double>(c * kMapStep), static_cast<double>(r * kMapStep)};
      const auto flat = to.table_from_image(pixel, measure::Inches(0.0));
      if (!flat) continue;
      const measure::Inches ground = ground_height(table.terrain, *flat);
      const auto point = to.table_from_image(pixel, ground);
      const auto there = point ? from.image_from_table(*point, ground) : std::nullopt;
      if (there) map.at<cv::Vec2f>(r, c) = {static_cast<float>(there->u), static_cast<float>(there->v)};
    }
  return map;
}

cv::Mat full_map(const cv::Mat& coarse, cv::Size size) {
  cv::Mat out(size, CV_32FC2);
  const float step = 1.0F / static_cast<float>(kMapStep);
  const cv::Matx23f fine_to_coarse(step, 0.0F, 0.0F, 0.0F, step, 0.0F);
  cv::warpAffine(coarse, out, fine_to_coarse, size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  return out;
}

}  // namespace

void Background::know(const cv::Mat& bgr) {
  bgr_ = bgr.clone();
  known_ = cv::Mat(bgr.size(), CV_8U, cv::Scalar(255));
}

void Background::learn(const cv::Mat& bgr, const cv::Mat& bare) {
  if (bgr_.size() != bgr.size()) {
    bgr_ = cv::Mat::zeros(bgr.size(), bgr.type());
    known_ = cv::Mat::zeros(bgr.size(), CV_8U);
  }
  bgr.copyTo(bgr_, bare);
  known_.setTo(255, bare);
}

void Background::carry_over(const calibration::TableCamera& from, const calibration::TableCamera& to, const measure::Table& table) {
  if (empty()) return;
  const cv::Mat map = full_map(coarse_map(from, to, table, bgr_.size()), bgr_.size());
  cv::Mat bgr, known;
  cv::remap(bgr_, bgr, map, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  cv::remap(known_, known, map, cv::noArray(), cv::INTER_NEAREST, cv::BORDER_CONSTANT);
  bgr_ = bgr;
  known_ = known;
}

}  // namespace vision
