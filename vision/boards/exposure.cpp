#include "vision/boards/exposure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>

namespace vision {
namespace {

/// A board's light squares or light men are a tenth of it at least; where that tenth is darker than this, grey levels, it is brought to it.
/// Of 80 to 220 the one with which `board_photos` reads most men at 0, 1, 3 and 5 stops (seeds 17100 and 17200).
constexpr double kLightShare = 0.1, kLit = 190.0;
/// No more than so many times: beyond lies nothing but noise.
constexpr double kMostTimes = 64.0;

double light_of(double level) {
  const double share = level / 255.0;
  return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}
double level_of(double light) {
  const double share = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1.0 / 2.4) - 0.055;
  return 255.0 * std::min(share, 1.0);
}

/// The brightest channel that a share of the board's pixels reaches, grey levels.
double bright_level(const BoardView& view, const measure::Board& board, double share) {
  const cv::Point begin = view.from_board({}), end = view.from_board({board.length, board.width});
  const cv::Rect area = cv::Rect(begin, end) & cv::Rect({}, view.bgr.size());
  std::array<int, 256> count{};
  int all = 0;
  for (int y = area.y; y < area.y + area.height; ++y) {
    const auto *pixel = view.bgr.ptr<cv::Vec3b>(y), *end_of_row = pixel + area.x + area.width;
    const auto* known = view.known.ptr<std::uint8_t>(y) + area.x;
    for (pixel += area.x; pixel < end_of_row; ++pixel, ++known)
      if (*known) ++count[std::max({(*pixel)[0], (*pixel)[1], (*pixel)[2]})], ++all;
  }
  int level = 255;
  for (int brighter = count[255]; level > 0 && brighter < share * all; brighter += count[level]) --level;
  return level;
}

}  // namespace

Exposure::Exposure(const BoardView& view, const measure::Board& board) : levels_(1, 256, CV_8U) {
  const double bright = std::max(1.0, bright_level(view, board, kLightShare));
  times_ = std::clamp(light_of(kLit) / light_of(bright), 1.0, kMostTimes);
  for (int i = 0; i < 256; ++i) levels_.at<std::uint8_t>(i) = cv::saturate_cast<std::uint8_t>(level_of(times_ * light_of(i)));
}

cv::Mat Exposure::of(const cv::Mat& bgr) const {
  if (times_ <= 1.0) return bgr;
  cv::Mat out;
  cv::LUT(bgr, levels_, out);
  return out;
}

Colour Exposure::of(const Colour& colour) const {
  Colour out;
  for (int k = 0; k < 3; ++k) out[k] = static_cast<float>(level_of(times_ * light_of(colour[k])));
  return out;
}

}  // namespace vision
