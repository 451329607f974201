// What is new on the table: a map of the ground compared with that of the empty table, where somebody asks for it.
#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>

namespace vision {

class Novelty {
 public:
  /// `now` and `empty`: maps of one size, 8UC3. Most of the map is bare table.
  Novelty(const cv::Mat& now, const cv::Mat& empty);

  [[nodiscard]] cv::Size size() const { return now_.size(); }
  /// The light now as a share of that over the empty table, B, G, R.
  [[nodiscard]] const std::array<float, 3>& light() const { return gains_; }
  /// How far a pixel is from being the empty table in any light, grey levels, ...
  [[nodiscard]] float distance(int row, int column) const;
  /// ... and how far bare table is from that, 1 sigma.
  [[nodiscard]] double noise() const { return noise_; }
  /// Is a pixel within noise of what the empty table shows there or a pixel beside, in the same light?
  [[nodiscard]] bool as_before(int row, int column) const;
  /// The share of a disc that is as before, 0..1; 0 where none of it lies in the map. `radius`: map pixels.
  [[nodiscard]] double unchanged_share(cv::Point2d at, double radius) const;

 private:
  cv::Mat now_, empty_;
  std::array<float, 3> gains_{};  // of the channels, which may be others now than over the empty table
  std::array<float, 3> most_{};   // that a channel as before differs, grey levels
  double noise_ = 1.0;
};

}  // namespace vision
