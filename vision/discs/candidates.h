// Where a base may stand: places that the visible arcs of an army's colour point to.
//   A generalised Hough vote on a picture reduced to about ten pixels per base: every border pixel of the colour votes for the centre its
//   own direction implies, so partly hidden and touching bases are proposed as well. Proposals are checked by the fit.
#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "vision/discs/army_colours.h"
#include "vision/discs/outline.h"

namespace vision {

/// A proposed base; `score` is the share of its outline with print inside and something else outside, less what contradicts it.
struct DiscCandidate {
  DiscPose pose;  // theta of a round base is meaningless, of an oval known up to half a turn
  double score = 0.0;
};

/// The picture as the vote sees it: reduced, cropped to the table.
struct ReducedPicture {
  cv::Mat bgr;
  double factor = 1.0;           // raw pixels per reduced pixel
  cv::Point origin;              // of the crop, raw pixels
  double pixels_per_inch = 0.0;  // raw, mid table
};

/// Reduces a picture so that the smallest base is about ten pixels wide, cropped to `area` (raw pixels).
[[nodiscard]] ReducedPicture reduce(const cv::Mat& bgr, const cv::Rect& area, double pixels_per_inch, double smallest_width);

/// The borders of one army's colour and the votes they cast.
class DiscVote {
 public:
  DiscVote(const ReducedPicture& picture, const calibration::TableCamera& camera, const measure::Table& table);
  ~DiscVote();
  /// Finds the colour's borders; call before `candidates`.
  void look_for(const ColourTable& colour);
  /// Proposed places of a base, strongest first.
  [[nodiscard]] std::vector<DiscCandidate> candidates(const DiscBase& base);

 private:
  struct Border {
    float x, y;        // reduced pixels
    float nx, ny;      // outward normal on the table, unit length
    float a, b, c, d;  // d(u, v)/d(x, y) there, reduced pixels per inch: [a b; c d]
  };
  struct Cell {
    double x = 0.0, y = 0.0;  // table place at the cell's middle
    float jacobian[4] = {0, 0, 0, 0};
    bool seen = false;
  };
  [[nodiscard]] const Cell& cell_at(int x, int y);
  [[nodiscard]] double score(const DiscBase& base, double theta, int x, int y, const Cell& cell) const;
  void find_borders(int y, int from, int to);
  void vote(const DiscBase& base, double theta);

  const ReducedPicture& picture_;
  const calibration::TableCamera& camera_;
  const measure::Table& table_;
  int columns_ = 0, rows_ = 0;
  std::vector<Cell> cells_;
  std::vector<char> ready_;
  std::vector<Border> borders_;
  cv::Mat colours_;  // the ColourTable cell of every pixel
  cv::Mat fit_, smooth_;
  cv::Mat votes_, taken_;  // all zero between calls
  std::vector<int> touched_;
};

}  // namespace vision
