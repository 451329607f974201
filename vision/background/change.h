// What changed in the picture since a reference: block by block, on the luma.
//   Sees past sensor noise, video coding and flickering lamps; costs about as much as reading the picture once.
#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

namespace vision {

/// Side of a block in pixels: small enough that half a base fills one, large enough to average the noise.
inline constexpr int kChangeBlock = 16;

/// A grid of blocks, 8-bit, 255 where something changed. Cell (c, r) covers pixels [16c, 16c + 16) x [16r, 16r + 16).
using BlockMask = cv::Mat;

/// An empty mask for pictures of this size.
[[nodiscard]] BlockMask no_blocks(cv::Size picture);
/// The pixel rectangles of the set blocks grown by `grow` blocks, joined where they touch, inside the picture.
[[nodiscard]] std::vector<cv::Rect> rectangles_of(const BlockMask& mask, cv::Size picture, int grow);
/// Share of set blocks.
[[nodiscard]] double share_of(const BlockMask& mask);

class ChangeDetector {
 public:
  /// Compares with `luma` (8-bit, 1 channel) from now on.
  void set_reference(const cv::Mat& luma);
  [[nodiscard]] bool has_reference() const { return !reference_.empty(); }

  /// Blocks that differ from the reference beyond noise and a change of light common to the picture. Lone blocks
  /// are noise; a base covers several. A picture of another size differs everywhere.
  [[nodiscard]] BlockMask compare(const cv::Mat& luma);

 private:
  cv::Mat reference_;
  std::vector<float> quiet_;  // per block: usual difference while nothing changes, grey levels
};

}  // namespace vision
