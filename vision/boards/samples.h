// A view's colours between its pixels, asked for millions of times a picture.
//   All channels of a pixel are worked out together; bit for bit what `colour_at` gives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <opencv2/core/hal/intrin.hpp>
#include <opencv2/core/mat.hpp>
#include <span>
#include <utility>
#include <vector>

#include "calibration/table_camera.h"
#include "measure/board.h"
#include "vision/discs/army_colours.h"

namespace vision {

// A board as it would be seen from straight above: the picture laid onto the plane of its print.
//   What lies in the print has its true shape there. What stands on it appears, at height h under a camera H above the board, as its
//   own plan grown about the camera's foot by H / (H - h): circles stay circles.

struct BoardView {
  cv::Mat bgr;    // 8-bit, 3 channels; columns along x, rows along y
  cv::Mat known;  // 8-bit: 255 where the picture shows the place
  double per_inch = 0.0;
  measure::TablePoint origin;  // of the view's first pixel
  cv::Point2d foot;            // the point under the camera, view pixels
  double camera_height = 0.0;  // inches

  [[nodiscard]] cv::Point2d from_board(measure::TablePoint p) const {
    return {(p.x - origin.x).value * per_inch, (p.y - origin.y).value * per_inch};
  }
  [[nodiscard]] measure::TablePoint to_board(cv::Point2d p) const {
    return {origin.x + measure::Inches(p.x / per_inch), origin.y + measure::Inches(p.y / per_inch)};
  }
  /// How much larger a thing at this height appears, less one: (H / (H - h)) - 1.
  [[nodiscard]] double growth(measure::Inches height) const { return height.value / (camera_height - height.value); }
};

/// The board with as much around it on every side.
[[nodiscard]] BoardView view_from_above(const cv::Mat& bgr, const calibration::TableCamera& camera, const measure::Board& board,
                                        measure::Inches around);

/// The view's colour between its pixels; black outside. Here, as it is asked for millions of times a picture.
[[nodiscard]] inline Colour colour_at(const cv::Mat& bgr, cv::Point2d at) {
  if (!(at.x >= 0.0 && at.y >= 0.0 && at.x < bgr.cols - 1.0 && at.y < bgr.rows - 1.0)) return Colour::Zero();
  const int x = static_cast<int>(at.x), y = static_cast<int>(at.y);
  const float fx = static_cast<float>(at.x - x), fy = static_cast<float>(at.y - y);
  const std::uint8_t *upper = bgr.ptr<std::uint8_t>(y) + 3 * x, *lower = bgr.ptr<std::uint8_t>(y + 1) + 3 * x;
  Colour out;
  for (int k = 0; k < 3; ++k)
    out[k] = (1.0f - fy) * ((1.0f - fx) * upper[k] + fx * upper[k + 3]) + fy * ((1.0f - fx) * lower[k] + fx * lower[k + 3]);
  return out;
}

/// How far a colour is from all shades of another, grey levels: `darkest` and `brightest` are multiples of it.
[[nodiscard]] inline float off_shades(const Colour& c, const Colour& of, float darkest, float brightest) {
  const float scale = std::clamp(c.dot(of) / std::max(1.0f, of.squaredNorm()), darkest, brightest);
  return (c - scale * of).norm();
}
/// ... of a piece, whose wall is darker than its top, and of the ground, which lies in pieces' shadow.
[[nodiscard]] inline float off_piece_shades(const Colour& c, const Colour& piece) { return off_shades(c, piece, 0.25f, 1.25f); }
[[nodiscard]] inline float off_ground_shades(const Colour& c, const Colour& ground) { return off_shades(c, ground, 0.35f, 1.15f); }

/// B, G, R and a fourth value that means nothing.
using Channels = cv::v_float32x4;

[[nodiscard]] inline Colour colour_of(const Channels& c) {
  float out[4];
  cv::v_store(out, c);
  return {out[0], out[1], out[2]};
}

/// Of each channel the median, see measure::median.
[[nodiscard]] Colour median_colour(std::span<const Colour> colours);

class ColourSamples {
 public:
  explicit ColourSamples(const cv::Mat& bgr);

  /// Black outside.
  [[nodiscard]] Channels at(cv::Point2d p) const { return holds(p) ? inside_at({p.x, p.x}, {p.y, p.y}).first : cv::v_setzero_f32(); }
  [[nodiscard]] bool holds(cv::Point2d p) const { return p.x >= 0.0 && p.y >= 0.0 && p.x < last_x_ && p.y < last_y_; }
  /// Two places at once, for those who know that the picture holds them.
  [[nodiscard]] std::pair<Channels, Channels> inside_at(const cv::v_float64x2& x, const cv::v_float64x2& y) const {
    const auto whole_x = cv::v_cvt_f64(cv::v_trunc(x)), whole_y = cv::v_cvt_f64(cv::v_trunc(y));
    const auto part = cv::v_cvt_f32(x - whole_x, y - whole_y), rest = cv::v_setall_f32(1.0f) - part;
    const auto pixel = cv::v_trunc(whole_y * cv::v_setall_f64(row_) + whole_x * cv::v_setall_f64(kChannels));
    const float *one = first_ + pixel.get0(), *other = first_ + cv::v_extract_n<1>(pixel);
    return {blend(one, cv::v_broadcast_element<0>(rest), cv::v_broadcast_element<0>(part), cv::v_broadcast_element<2>(rest),
                  cv::v_broadcast_element<2>(part)),
            blend(other, cv::v_broadcast_element<1>(rest), cv::v_broadcast_element<1>(part), cv::v_broadcast_element<3>(rest),
                  cv::v_broadcast_element<3>(part))};
  }

 private:
  static constexpr int kChannels = 4;
  [[nodiscard]] Channels blend(const float* at, Channels left, Channels right, Channels upper, Channels lower) const {
    const float* below = at + step_;
    return upper * (left * cv::v_load_aligned(at) + right * cv::v_load_aligned(at + kChannels)) +
           lower * (left * cv::v_load_aligned(below) + right * cv::v_load_aligned(below + kChannels));
  }

  cv::Mat picture_;  // of `Channels`
  const float* first_ = nullptr;
  std::ptrdiff_t step_ = 0;  // from row to row, floats
  double row_ = 0.0;         // the same
  double last_x_ = 0.0, last_y_ = 0.0;
};

/// The mean colour of a stretch along a ray.
[[nodiscard]] Channels mean_along(const ColourSamples& picture, cv::Point2d from, cv::Point2d along, double begin, double end);

// Where a view's colour changes most along rays: rims of discs.

/// The strongest step of colour along a ray near the expected rim.
struct Step {
  double at = 0.0;        // from the ray's beginning, pixels; between them
  float strength = 0.0f;  // grey levels; 0 where nothing changes
};

/// Looks for steps along rays; keeps its room from one to the next.
class StepFinder {
 public:
  explicit StepFinder(const ColourSamples& picture) : picture_(picture) {}

  /// No farther than `search` from `radius`, along a ray from `centre`.
  [[nodiscard]] Step along(cv::Point2d centre, cv::Point2d along, double radius, double search);

 private:
  void sample(cv::Point2d centre, cv::Point2d along, double from, int count);
  void compare(int count, int reach);

  const ColourSamples& picture_;
  std::vector<Channels> profile_;
  std::vector<float> strengths_;
};

}  // namespace vision
