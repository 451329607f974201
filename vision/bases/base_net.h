// What a small learned network sees on the ground: where bases lie, and where the middle of each is.
//   It was trained on rendered and simulated tables (scripts/learn; what, when and how well: scripts/learn/README.md) and says for every
//   second pixel of a map of the ground how surely a base lies there, where its centre is and which way it points.
//   It proposes and weighs; place, margin and choice are made by the code that asks it.
#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>

namespace vision {

class Network;

/// What the network says of a map, for every second pixel along each axis: place (row, column) lies at map pixel
/// (2 * column + 0.5, 2 * row + 0.5).
struct BaseMaps {
  cv::Mat disc, plain;  // 32FC1: log-odds that the centre of a base with a wedge, without a marker, is here
  cv::Mat base;         // 32FC1: log-odds that a base lies here
  cv::Mat to_centre;    // 32FC2: from here to the centre of the base that lies here, map pixels
  cv::Mat spread;       // 32FC1: how far that is wrong along either axis on average, map pixels
  cv::Mat front;        // 32FC2: cosine and sine of the heading of the base that lies here, map axes
  cv::Mat axis;         // 32FC2: cosine and sine of twice the direction of its longer side, where it has one

  static constexpr int kStride = 2;  // map pixels
  /// The place of a sample in the map, pixels.
  [[nodiscard]] static cv::Point2d map_pixel(cv::Point2d place) { return {kStride * place.x + 0.5, kStride * place.y + 0.5}; }
};

/// A part of a map of the ground as the network takes it.
struct GroundView {
  cv::Mat now;          // 8UC3, BGR
  cv::Mat empty;        // the same of the empty table; empty where there is none
  cv::Point2d nadir;    // of the camera, pixels of this part
  double height = 0.0;  // of the camera over the map, pixels
};

class BaseNet {
 public:
  /// Two sets of weights of one network: each looks for the one kind of base only, and sees it better.
  enum class For { Discs, Plain };
  explicit BaseNet(For sought);
  ~BaseNet();
  /// Throws cv::Exception when the library that runs it refuses.
  [[nodiscard]] BaseMaps see(const GroundView& view) const;

  /// The scale of map it was trained for, pixels an inch, when the narrowest base is so wide.
  [[nodiscard]] static double per_inch(double narrowest_inches);
  /// Pixels: it halves a map four times, so that parts of a map look alike to it when they begin at multiples of this.
  static constexpr int kMultiple = 16;

 private:
  std::unique_ptr<Network> network_;
};

}  // namespace vision
