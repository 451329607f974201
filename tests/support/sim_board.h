// A simulated camera over a simulated board game: printed squares, discs, stacks, bases with cardboard soldiers, a hand.
//   Drawn in several samples a pixel through the full lens model, from low to high; then lit, blurred, given noise and compressed.
#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "calibration/registration.h"
#include "calibration/table_camera.h"
#include "measure/board.h"

namespace sim {

struct BoardMan {
  std::string colour = "#b3202a";
  measure::TablePoint at;
  bool stacked = false;       // two men
  measure::TableVector slip;  // of the upper man
  bool cardboard = false;     // a flat base with an edge-on soldier
  std::optional<int> tag;     // of DICT_4X4_250, on top
};

struct BoardScene {
  calibration::TableCamera camera;
  measure::Board board;
  std::vector<calibration::TableTag> tags;
  std::vector<BoardMan> men;
  std::vector<std::string> tints = {"#8a6a4a", "#e8dcc0"};  // of playable squares, and of the others
  bool lines = true;                                        // dark lines between squares
  std::optional<measure::TablePoint> hand = {};             // its finger tips; it reaches in from the near edge
  measure::Inches diameter{1.1}, height{0.3};
  double gain = 1.0, warmth = 0.0, noise = 2.0;
  int jpeg_quality = 92;
  std::uint32_t seed = 1;
  std::uint32_t frame = 0;  // of a recording: other noise, the same board
};

[[nodiscard]] cv::Mat render(const BoardScene& scene);
/// The same over the board as its camera sees it empty: many pictures of one board are drawn on one of these.
[[nodiscard]] cv::Mat render(const BoardScene& scene, const cv::Mat& ground);
[[nodiscard]] cv::Mat ground_of(const BoardScene& scene);

/// 1.5 in tags outside the four corners.
[[nodiscard]] std::vector<calibration::TableTag> tags_around(const measure::Board& board);
/// A webcam over the board, tilted by up to 15 degrees, that sees it with its tags.
[[nodiscard]] calibration::TableCamera camera_over(const measure::Board& board, calibration::ImageSize size, std::mt19937& random);
/// A camera held by hand that sees the whole board, so many degrees from straight above, from about the near edge.
[[nodiscard]] calibration::TableCamera camera_held(const measure::Board& board, const calibration::Lens& lens, double tilt_deg,
                                                   std::mt19937& random);

}  // namespace sim
