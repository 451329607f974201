#include "app/air/privacy.h"

#include <opencv2/imgproc.hpp>
#include <vector>

namespace app::air {
namespace {

/// Masks are a quarter of the picture's size.
constexpr double kMask = 0.25;
/// Grey levels that something over the table differs by. Lower, and the camera's noise is blurred; higher, and pale skin on sand is seen.
constexpr double kDiffers = 14.0;
/// Share of the picture's width that a blur reaches beyond what differs, and the size of the blurred picture's squares.
constexpr double kReach = 0.02, kSquares = 1.0 / 32.0;
/// Pieces of one side of the table, that the lens bends.
constexpr int kPieces = 24;
const cv::Scalar kGrey(128, 128, 128);

cv::Mat smoothed(const cv::Mat& bgr) {
  cv::Mat grey, out;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  cv::resize(grey, out, {}, kMask, kMask, cv::INTER_AREA);
  cv::GaussianBlur(out, out, {5, 5}, 0.0);
  return out;
}

/// An outline on the table's plane, or on a base's top, as pixels of the picture times `by`.
std::vector<cv::Point> in_picture(const std::vector<measure::TablePoint>& outline, measure::Inches z,
                                  const calibration::TableCamera& camera, double by) {
  std::vector<cv::Point> out;
  for (std::size_t i = 0; i < outline.size(); ++i)
    for (int piece = 0; piece < kPieces; ++piece) {
      const auto along = (outline[(i + 1) % outline.size()] - outline[i]) * (static_cast<double>(piece) / kPieces);
      if (const auto pixel = camera.image_from_table(outline[i] + along, z))
        out.emplace_back(cvRound(pixel->u * by), cvRound(pixel->v * by));
    }
  return out;
}

void fill(cv::Mat& mask, const std::vector<cv::Point>& outline, int value) {
  if (outline.size() > 2) cv::fillPoly(mask, std::vector{outline}, cv::Scalar(value));
}

}  // namespace

void Privacy::see(const Look& look) {
  if (look.at_rest && look.frame && look.frame->bgr.type() == CV_8UC3) at_rest_ = smoothed(look.frame->bgr);
}

cv::Mat Privacy::covered(const cv::Mat& bgr, const Drawing& drawing) const {
  cv::Mat out(bgr.size(), CV_8UC3, kGrey);
  if (!drawing.camera || bgr.type() != CV_8UC3) return out;
  const cv::Mat now = smoothed(bgr);
  cv::Mat over(now.size(), CV_8UC1, cv::Scalar(255));
  if (at_rest_.size() == now.size()) {
    cv::Mat difference;
    cv::absdiff(now, at_rest_, difference);
    cv::compare(difference, kDiffers, over, cv::CMP_GT);
    cv::morphologyEx(over, over, cv::MORPH_OPEN, cv::Mat::ones(3, 3, CV_8UC1));
    const int reach = 2 * cvRound(kReach * now.cols / 2.0) + 1;
    cv::dilate(over, over, cv::Mat::ones(reach, reach, CV_8UC1));
  }
  for (const overlay::Mark& figure : drawing.standing)
    fill(over, in_picture(overlay::outline_of(figure.footprint, figure.grow), figure.z, *drawing.camera, kMask), 0);

  cv::Mat squares, blurred, mask;
  cv::resize(bgr, squares, {}, kSquares, kSquares, cv::INTER_AREA);
  cv::resize(squares, blurred, bgr.size(), 0.0, 0.0, cv::INTER_LINEAR);
  cv::resize(over, mask, bgr.size(), 0.0, 0.0, cv::INTER_NEAREST);
  cv::Mat table = bgr.clone();
  blurred.copyTo(table, mask);
  cv::Mat inside(bgr.size(), CV_8UC1, cv::Scalar(0));
  fill(inside, in_picture(drawing.outline, measure::Inches(0.0), *drawing.camera, 1.0), 255);
  table.copyTo(out, inside);
  return out;
}

}  // namespace app::air
