// Brightness between pixels and beyond what they can say, and the plane map from a tag's cells to the picture.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "vision/tags/candidates.h"

namespace vision {

/// Bilinear brightness of an 8-bit picture, in grey levels; beyond the border the border goes on.
[[nodiscard]] inline double brightness(const cv::Mat& luma, double u, double v) {
  u = std::clamp(u, 0.0, static_cast<double>(luma.cols - 1));
  v = std::clamp(v, 0.0, static_cast<double>(luma.rows - 1));
  const int x = std::min(static_cast<int>(u), luma.cols - 2), y = std::min(static_cast<int>(v), luma.rows - 2);
  const double a = u - x, b = v - y;
  const uchar *top = luma.ptr(y) + x, *bottom = luma.ptr(y + 1) + x;
  return (1.0 - b) * ((1.0 - a) * top[0] + a * top[1]) + b * ((1.0 - a) * bottom[0] + a * bottom[1]);
}

/// White from this grey level on is overexposed, and may be this many times brighter than the picture can say. A lower level or more times
/// lets pale texture pass for print, the other way round loses tags that a lamp washes out.
inline constexpr int kOverexposed = 250;
inline constexpr double kBrighterThanSaid = 1.3;

/// How bright the white of print may truly be, where its contrast is asked for as a share of the light.
[[nodiscard]] constexpr double unclipped(double white) { return white < kOverexposed ? white : kBrighterThanSaid * white; }

/// Maps the square [0, size] x [0, size] onto a quadrilateral, (0, 0) to its first corner, clockwise.
class SquareToQuad {
 public:
  SquareToQuad(const Quad& q, double size) {
    const cv::Point2d s = q[0] - q[1] + q[2] - q[3], a = q[1] - q[2], b = q[3] - q[2];
    const double determinant = a.x * b.y - a.y * b.x;
    const double g = (s.x * b.y - s.y * b.x) / determinant, h = (a.x * s.y - a.y * s.x) / determinant;
    h_ << q[1].x - q[0].x + g * q[1].x, q[3].x - q[0].x + h * q[3].x, q[0].x,  //
        q[1].y - q[0].y + g * q[1].y, q[3].y - q[0].y + h * q[3].y, q[0].y,    //
        g, h, 1.0;
    h_.leftCols<2>() /= size;
  }

  [[nodiscard]] cv::Point2d operator()(double column, double row) const {
    const Eigen::Vector3d p = h_ * Eigen::Vector3d(column, row, 1.0);
    return {p.x() / p.z(), p.y() / p.z()};
  }

 private:
  Eigen::Matrix3d h_;
};

/// Mean brightness of the middle of a tag's cell; `map` takes cells to the picture.
[[nodiscard]] inline double cell_brightness(const cv::Mat& luma, const SquareToQuad& map, double column, double row) {
  double sum = 0.0;
  for (const double dy : {-0.2, 0.0, 0.2})
    for (const double dx : {-0.2, 0.0, 0.2}) {
      const cv::Point2d p = map(column + dx, row + dy);
      sum += brightness(luma, p.x, p.y);
    }
  return sum / 9.0;
}

// Where a picture is dark and where it is bright against its own neighbourhood, a bit a pixel.
//   Threshold by tiles: the middle between the darkest and the brightest pixel nearby, where these differ enough to be print.
//   Bits instead of bytes keep a whole picture in the processor's cache while outlines are walked.

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
