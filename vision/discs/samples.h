// Colours sampled in and around one base: what is print, what is white, and where an edge lies.
#pragma once

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>
#include <optional>

#include "vision/discs/army_colours.h"
#include "vision/discs/outline.h"

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
  /// The same where less light may fall, `light` at most as a share of the base's own: grey counts as white.
  [[nodiscard]] float whiteness_in(float light, const Colour& c) const;
  [[nodiscard]] const Colour& print() const { return print_; }
  [[nodiscard]] const Colour& white() const { return white_; }

 private:
  [[nodiscard]] float mixed(const Colour& c) const;
  [[nodiscard]] float shaded(float light, const Colour& c) const;

  Colour print_, white_, towards_white_;
  float distance_, white_norm_;
  bool print_is_pale_;
};

/// An edge looked for along a normal.
struct EdgeProfile {
  Colour inner, outer;
  double offset = 0.0;    // pixels outwards from where it was expected
  double contrast = 0.0;  // grey levels between the two sides, chroma counted at half weight
  double ripple = 0.0;    // grey levels: how uneven the outer side is
};

/// How much of what lies between the two sides of an edge counts as the inner one where the edge is measured: 1 of what looks like the
/// inner side, 0 of what looks like the outer one, and beyond these of what differs more.
[[nodiscard]] double share_of_inner(const Colour& inner, const Colour& between, const Colour& outer);

/// Reads the colours across an expected edge, the inner side first: most places show at once that no edge is worth reading there.
class EdgeReader {
 public:
  /// Looks from `reach` pixels inside to `reach` pixels outside.
  EdgeReader(const cv::Mat& bgr, const EdgePoint& edge, double reach);
  [[nodiscard]] const Colour& inner() const { return inner_; }
  /// Reads the rest.
  [[nodiscard]] EdgeProfile read();
  /// How far the profile leaves the mixtures of its two sides, as a share of the contrast. After `read`.
  [[nodiscard]] double stray() const;

 private:
  static constexpr int kSide = 4;  // twice this plus one samples: fewer alias with the pixel grid, more only cost time
  static constexpr int kSamples = 2 * kSide + 1;
  void sample(int from, int to);
  [[nodiscard]] Colour colour(int i) const { return {samples_[i][0], samples_[i][1], samples_[i][2]}; }

  const cv::Mat& bgr_;
  float u_, v_, step_u_, step_v_;  // where the first sample lies, and from one to the next
  double reach_;
  float samples_[kSamples][4];
  Colour inner_, outer_ = Colour::Zero(), scaled_ = Colour::Zero();  // `scaled_`: weights of the channels, 1 for inner, 0 for outer
};

}  // namespace vision
