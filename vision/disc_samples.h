// Colours sampled in and around one base: what is print, what is white, and where an edge lies.
// Needs Eigen, OpenCV core.
#pragma once

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>
#include <optional>

#include "vision/army_colours.h"
#include "vision/disc_outline.h"

namespace vision {

/// The colour at a raw pixel position, bilinear; positions outside take the border's colour.
[[nodiscard]] Colour colour_at(const cv::Mat& bgr, const Eigen::Vector2d& at);

/// The two colours of one base in its own light.
class BaseColours {
 public:
  BaseColours(const Colour& print, const Colour& white);
  [[nodiscard]] bool is_print(const Colour& c) const;
  /// 1 for white, 0 for print or for anything else.
  [[nodiscard]] float whiteness(const Colour& c) const;
  [[nodiscard]] const Colour& print() const { return print_; }
  [[nodiscard]] const Colour& white() const { return white_; }

 private:
  Colour print_, white_, towards_white_;
  float distance_, white_norm_;
  bool print_is_pale_;
};

/// An edge looked for along a normal.
struct EdgeProfile {
  Colour inner, outer;
  double offset = 0.0;    // pixels outwards from where it was expected
  double contrast = 0.0;  // grey levels between the two sides, chroma counted at half weight
  double stray = 0.0;     // how far the profile leaves the mixtures of the two sides, as a share of the contrast
  double ripple = 0.0;    // grey levels: how uneven the outer side is
};

/// Reads the profile from `reach` pixels inside to `reach` pixels outside.
[[nodiscard]] EdgeProfile edge_profile(const cv::Mat& bgr, const EdgePoint& edge, double reach);

}  // namespace vision
