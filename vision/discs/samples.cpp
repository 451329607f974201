#include "vision/discs/samples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <opencv2/core/hal/intrin.hpp>

namespace vision {
namespace {

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

// A mixture of print and white strays from the line between them by this share of it at most. Less loses the white of lamps and of
// overexposure, more takes flesh beside blue print for white.
constexpr float kMixture = 0.3f;

/// Luma and weighted chroma: the axes in which edges are measured.
Eigen::Matrix3f edge_axes() {
  Eigen::Matrix3f m;
  m << 0.114f, 0.587f, 0.299f,                                                   // luma of B, G, R
      0.886f * kChromaWeight, -0.587f * kChromaWeight, -0.299f * kChromaWeight,  // B - luma
      -0.114f * kChromaWeight, -0.587f * kChromaWeight, 0.701f * kChromaWeight;  // R - luma
  return m;
}

/// The combination of channels that tells the sides of an edge apart best when the outer one is shaded by a varying amount: scaled so that
/// it makes 1 of their difference.
Colour across_edge(const Colour& inner, const Colour& outer) {
  static const Eigen::Matrix3f axes = edge_axes();
  constexpr float kShade2 = kContactShade * kContactShade;
  const Colour difference = axes * (inner - outer), ground = axes * outer;
  const Colour direction =
      difference - ground * (ground.dot(difference) * kShade2 / (kEdgeNoise * kEdgeNoise + kShade2 * ground.squaredNorm()));
  return axes.transpose() * direction / direction.dot(difference);
}

/// B, G, R and a fourth value that means nothing.
cv::v_float32x4 pixel_of(const std::uint8_t* at) {
  alignas(4) std::array<std::uint8_t, 4> pixel;  // the library reads the four bytes as one aligned word
  std::memcpy(pixel.data(), at, pixel.size());
  return cv::v_cvt_f32(cv::v_reinterpret_as_s32(cv::v_load_expand_q(pixel.data())));
}

/// Bilinear, as `pixel_of`; never nearer than two pixels to the right and lower border, so that the fourth value is the picture's own.
cv::v_float32x4 bilinear(const cv::Mat& bgr, float u, float v) {
  u = std::clamp(u, 0.0f, static_cast<float>(bgr.cols) - 2.001f);
  v = std::clamp(v, 0.0f, static_cast<float>(bgr.rows) - 1.001f);
  const int x = static_cast<int>(u), y = static_cast<int>(v);
  const auto fx = cv::v_setall_f32(u - static_cast<float>(x)), fy = cv::v_setall_f32(v - static_cast<float>(y));
  const std::uint8_t* p = bgr.data + static_cast<std::size_t>(y) * bgr.step + 3 * static_cast<std::size_t>(x);
  const std::uint8_t* q = p + bgr.step;
  const auto upper = pixel_of(p), lower = pixel_of(q);
  const auto above = upper + fx * (pixel_of(p + 3) - upper), below = lower + fx * (pixel_of(q + 3) - lower);
  return above + fy * (below - above);
}

}  // namespace

Colour colour_at(const cv::Mat& bgr, const Eigen::Vector2d& at) {
  float c[4];
  cv::v_store(c, bilinear(bgr, static_cast<float>(at.x()), static_cast<float>(at.y())));
  return {c[0], c[1], c[2]};
}

BaseColours::BaseColours(const Colour& print, const Colour& white)
    : print_(print), white_(white), towards_white_(white - print), distance_(towards_white_.norm()), white_norm_(white.norm()) {
  const Colour off = print - print.dot(white) / white.squaredNorm() * white;
  print_is_pale_ = off.norm() < 0.3f * print.norm();
}

bool BaseColours::is_print(const Colour& c) const {
  const float shade = c.dot(print_) / print_.squaredNorm();
  if (shade < kDarkestDapple || shade > kBrightestDapple) return false;
  const float off = (c - shade * print_).squaredNorm(), tint = kOneBaseTint * shade;
  return off < std::max(kLeastTint * kLeastTint, tint * tint * print_.squaredNorm());
}

float BaseColours::whiteness(const Colour& c) const {
  const float share = mixed(c);
  return share > 0.0f ? share : shaded(1.0f, c);
}

float BaseColours::whiteness_in(float light, const Colour& c) const { return std::max(mixed(c), shaded(light, c)); }

/// The share of white in a mixture with print; 0 for anything else.
float BaseColours::mixed(const Colour& c) const {
  const Colour off = c - print_;
  const float along = off.dot(towards_white_) / (distance_ * distance_);
  const float across = (off - along * towards_white_).norm();
  return across < kMixture * distance_ && along > 0.0f ? std::min(along, 1.0f) : 0.0f;
}

/// How surely this is white in shade. None of a pale print's could be told from the print.
float BaseColours::shaded(float light, const Colour& c) const {
  if (print_is_pale_) return 0.0f;
  const float shade = c.dot(white_) / (white_norm_ * white_norm_), tint = kGreyTint * shade * white_norm_;
  if ((c - shade * white_).squaredNorm() > tint * tint) return 0.0f;
  return std::clamp((shade / light - kDarkestWhite) / (kSureWhite - kDarkestWhite), 0.0f, 1.0f);
}

double share_of_inner(const Colour& inner, const Colour& between, const Colour& outer) {
  return across_edge(inner, outer).dot(between - outer);
}

EdgeReader::EdgeReader(const cv::Mat& bgr, const EdgePoint& edge, double reach)
    : bgr_(bgr),
      u_(static_cast<float>(edge.at.x() - reach * edge.normal.x())),
      v_(static_cast<float>(edge.at.y() - reach * edge.normal.y())),
      step_u_(static_cast<float>(reach / kSide * edge.normal.x())),
      step_v_(static_cast<float>(reach / kSide * edge.normal.y())),
      reach_(reach) {
  sample(0, 2);
  inner_ = 0.5f * (colour(0) + colour(1));
}

void EdgeReader::sample(int from, int to) {
  for (int i = from; i < to; ++i)
    cv::v_store(samples_[i], bilinear(bgr_, u_ + static_cast<float>(i) * step_u_, v_ + static_cast<float>(i) * step_v_));
}

EdgeProfile EdgeReader::read() {
  static const Eigen::Matrix3f axes = edge_axes();
  sample(2, kSamples);
  outer_ = 0.5f * (colour(kSamples - 1) + colour(kSamples - 2));
  EdgeProfile out{.inner = inner_, .outer = outer_};
  out.contrast = (axes * (inner_ - outer_)).norm();
  out.ripple = (axes * (colour(kSamples - 1) - colour(kSamples - 3))).norm();
  if (out.contrast < 1.0) return out;
  scaled_ = across_edge(inner_, outer_);
  Colour sum = Colour::Zero();
  for (int i = 0; i < kSamples; ++i) sum += colour(i);
  const double area = scaled_.dot(sum - static_cast<float>(kSamples) * outer_);
  out.offset = -reach_ + reach_ / kSide * (area - 0.5);
  return out;
}

double EdgeReader::stray() const {
  static const Eigen::Matrix3f axes = edge_axes();
  const Colour difference = inner_ - outer_;
  const float contrast = (axes * difference).norm();
  float stray = 0.0f;
  for (int i = 0; i < kSamples; ++i) {
    const Colour off = colour(i) - outer_;
    const float share = scaled_.dot(off);
    stray = std::max({stray, (axes * (off - share * difference)).norm() / contrast, -share, share - 1.0f});
  }
  return stray;
}

}  // namespace vision
