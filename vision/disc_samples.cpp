#include "vision/disc_samples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace vision {
namespace {

// Samples of a profile: twice the side plus one. Fewer alias with the pixel grid, more only cost time.
constexpr int kProfileSide = 4;
// Chroma is stored at half resolution in JPEG and video and lags at edges: it counts for less than luma.
constexpr float kChromaWeight = 0.5f;

// A base darkens the ground beside it by about this share, and pixels carry this much noise and texture (grey levels): an edge is
// measured in the mixture of luma and chroma that suffers least from both. More shade means noisier edges, less lets shadows
// push bases towards the light.
constexpr float kContactShade = 0.12f, kEdgeNoise = 8.0f;
// On one base the print varies with dappled light, as a multiple of its median, and hardly in tint (share of its brightness, and
// grey levels of noise). Wider takes brown earth for red print, narrower loses bases under trees.
constexpr float kDarkestDapple = 0.45f, kBrightestDapple = 1.5f, kOneBaseTint = 0.2f, kLeastTint = 14.0f;

// White in shade is grey, and so are muskets and horses: below the first share of white's brightness it is none, above the second it
// surely is; it may be tinted by this share.
constexpr float kDarkestWhite = 0.35f, kSureWhite = 0.75f, kGreyTint = 0.12f;

/// Luma and weighted chroma: the axes in which edges are measured.
Eigen::Matrix3f edge_axes() {
  Eigen::Matrix3f m;
  m << 0.114f, 0.587f, 0.299f,                                                   // luma of B, G, R
      0.886f * kChromaWeight, -0.587f * kChromaWeight, -0.299f * kChromaWeight,  // B - luma
      -0.114f * kChromaWeight, -0.587f * kChromaWeight, 0.701f * kChromaWeight;  // R - luma
  return m;
}

}  // namespace

Colour colour_at(const cv::Mat& bgr, const Eigen::Vector2d& at) {
  const float u = std::clamp(static_cast<float>(at.x()), 0.0f, static_cast<float>(bgr.cols) - 1.001f);
  const float v = std::clamp(static_cast<float>(at.y()), 0.0f, static_cast<float>(bgr.rows) - 1.001f);
  const int x = static_cast<int>(u), y = static_cast<int>(v);
  const float fx = u - static_cast<float>(x), fy = v - static_cast<float>(y);
  const auto* p = bgr.ptr<std::uint8_t>(y) + 3 * x;
  const auto* q = p + bgr.step;
  const float w00 = (1 - fx) * (1 - fy), w10 = fx * (1 - fy), w01 = (1 - fx) * fy, w11 = fx * fy;
  return {w00 * p[0] + w10 * p[3] + w01 * q[0] + w11 * q[3], w00 * p[1] + w10 * p[4] + w01 * q[1] + w11 * q[4],
          w00 * p[2] + w10 * p[5] + w01 * q[2] + w11 * q[5]};
}

BaseColours::BaseColours(const Colour& print, const Colour& white)
    : print_(print), white_(white), towards_white_(white - print), distance_(towards_white_.norm()), white_norm_(white.norm()) {
  const Colour off = print - print.dot(white) / white.squaredNorm() * white;
  print_is_pale_ = off.norm() < 0.3f * print.norm();
}

bool BaseColours::is_print(const Colour& c) const {
  const float shade = c.dot(print_) / print_.squaredNorm();
  if (shade < kDarkestDapple || shade > kBrightestDapple) return false;
  return (c - shade * print_).norm() < std::max(kLeastTint, kOneBaseTint * shade * print_.norm());
}

float BaseColours::whiteness(const Colour& c) const {
  const Colour off = c - print_;
  const float along = off.dot(towards_white_) / (distance_ * distance_);
  const float across = (off - along * towards_white_).norm();
  if (across < 0.3f * distance_ && along > 0.0f) return std::min(along, 1.0f);
  if (print_is_pale_) return 0.0f;  // a shaded white could not be told from the print
  const float shade = c.dot(white_) / (white_norm_ * white_norm_);
  if ((c - shade * white_).norm() > kGreyTint * shade * white_norm_) return 0.0f;
  return std::clamp((shade - kDarkestWhite) / (kSureWhite - kDarkestWhite), 0.0f, 1.0f);
}

EdgeProfile edge_profile(const cv::Mat& bgr, const EdgePoint& edge, double reach) {
  static const Eigen::Matrix3f axes = edge_axes();
  std::array<Colour, 2 * kProfileSide + 1> colours;
  const double step = reach / kProfileSide;
  for (int i = -kProfileSide; i <= kProfileSide; ++i)
    colours[static_cast<std::size_t>(i + kProfileSide)] = colour_at(bgr, edge.at + i * step * edge.normal);
  EdgeProfile out;
  out.inner = 0.5f * (colours[0] + colours[1]);
  out.outer = 0.5f * (colours[2 * kProfileSide] + colours[2 * kProfileSide - 1]);
  const Colour difference = axes * (out.inner - out.outer), ground = axes * out.outer;
  out.contrast = difference.norm();
  out.ripple = (axes * (colours[2 * kProfileSide] - colours[2 * kProfileSide - 2])).norm();
  if (out.contrast < 1.0) return out;
  // The combination of channels that tells the sides apart best when the outer one is shaded by a varying amount.
  constexpr float kShade2 = kContactShade * kContactShade;
  const Colour direction =
      difference - ground * (ground.dot(difference) * kShade2 / (kEdgeNoise * kEdgeNoise + kShade2 * ground.squaredNorm()));
  const Colour scaled = direction / direction.dot(difference);
  double area = 0.0;
  float stray = 0.0f;
  for (const Colour& c : colours) {
    const Colour off = axes * (c - out.outer);
    const float share = scaled.dot(off);
    stray = std::max({stray, (off - share * difference).norm() / difference.norm(), -share, share - 1.0f});
    area += share;
  }
  out.offset = -reach + step * (area - 0.5);
  out.stray = stray;
  return out;
}

}  // namespace vision
