// Where a picture is dark and where it is bright against its own neighbourhood, a bit a pixel.
//   Threshold by tiles: the middle between the darkest and the brightest pixel nearby, where these differ enough to be print.
//   Bits instead of bytes keep a whole picture in the processor's cache while outlines are walked.
// Needs OpenCV core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <vector>

namespace vision {

/// One bit a pixel, with a margin of zeros all round.
class BitPlane {
 public:
  BitPlane(int columns, int rows)
      : columns_(columns),
        rows_(rows),
        stride_(words() * sizeof(std::uint64_t) + 1),  // a spare byte: bits are read in pairs of bytes
        bits_(stride_ * static_cast<std::size_t>(rows + 2)) {}

  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int rows() const { return rows_; }
  /// Words a row, with both margins: bit 0 of the first word is the left margin.
  [[nodiscard]] std::size_t words() const { return (static_cast<std::size_t>(columns_) + 2 + 63) / 64; }
  [[nodiscard]] std::uint64_t word(int y, std::size_t i) const { return little_endian(row(y) + i * sizeof(std::uint64_t)); }

  /// Sets row `y` from `words() * 64` bytes, 0 or 1, that begin with the left margin.
  void set_row(int y, const std::uint8_t* bytes);

  /// The pixels round (x, y), row by row: bit 0 is up and left, bit 4 the pixel itself, bit 8 down and right.
  [[nodiscard]] unsigned around(int x, int y) const {
    const std::uint8_t* middle = row(y);
    return three(middle - stride_, x) | three(middle, x) << 3 | three(middle + stride_, x) << 6;
  }

 private:
  [[nodiscard]] const std::uint8_t* row(int y) const { return bits_.data() + stride_ * static_cast<std::size_t>(y + 1); }
  /// The pixels left of `x`, at `x` and right of it.
  static unsigned three(const std::uint8_t* row, int x) {
    const std::uint8_t* pair = row + x / 8;
    return (pair[0] | static_cast<unsigned>(pair[1]) << 8) >> (x % 8) & 7U;
  }
  /// Byte by byte, so that it means the same on every processor; compilers make one load of it.
  static std::uint64_t little_endian(const std::uint8_t* b) {
    std::uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word |= static_cast<std::uint64_t>(b[i]) << (8 * i);
    return word;
  }

  int columns_, rows_;
  std::size_t stride_;
  std::vector<std::uint8_t> bits_;
};

struct Shades {
  BitPlane dark, bright;  // neither: nothing contrasts there
};

/// The shades of an 8-bit picture of one channel.
[[nodiscard]] Shades shades_of(const cv::Mat& luma);

}  // namespace vision
