// A simulated camera over a simulated table, for laws and for Monte-Carlo coverage.
//   Pictures are rendered in linear light with several samples a pixel through the full lens model, then
//   blurred, lit, given sensor noise and compressed, so that truth is exact and errors are a camera's own.
//   Everything above the table is drawn as horizontal layers from low to high: exact for an overhead camera
//   but for the vertical step between two layers.
#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <random>
#include <string>
#include <vector>

#include "calibration/registration.h"
#include "calibration/table_camera.h"
#include "measure/roster.h"
#include "measure/table.h"

namespace sim {

struct StandingPiece {
  measure::PieceSpec spec;
  measure::TablePoint at;
  measure::Radians heading;
};

/// What light, optics and sensor do to the ideal picture.
struct Look {
  double gain = 1.0;               // exposure, times
  double warmth = 0.0;             // 0 neutral; 0.3 a warm lamp: red up, blue down by this share
  double falloff = 0.1;            // how much darker one end of the table is, share
  double blur_px = 0.55;           // sigma of the optics
  double noise = 2.0;              // sigma of the sensor, grey levels of 255
  int jpeg_quality = 92;           // 0: not compressed
  std::string ground = "#5a7a3c";  // mean colour of the playing surface
  double texture = 0.10;           // contrast of the ground, share
  std::uint32_t seed = 1;
};

/// A hand with a sleeve, reaching in from the table's near edge to this point.
struct Hand {
  measure::TablePoint tip;
  measure::Inches height{2.0};
};

struct Scene {
  calibration::TableCamera camera;
  measure::Table table;
  std::vector<calibration::TableTag> tags;
  std::vector<StandingPiece> pieces;
  std::vector<Hand> hands;
  Look look;
};

/// The picture of a scene: 8-bit BGR of the lens's image size. `visible`, when given, receives for each piece
/// the share of its marker (tag square, or disc outside radius 0.3 of its width) in free sight.
[[nodiscard]] cv::Mat render(const Scene& scene, std::vector<double>* visible = nullptr);

/// A table of 72 x 48 in with a 2.5 in tag of DICT_APRILTAG_36h11 near each corner.
[[nodiscard]] std::vector<calibration::TableTag> four_corner_tags(const measure::Table& table);

/// A plausible lens for a picture size: a webcam's field of view, barrel distortion, centre a little off.
[[nodiscard]] calibration::Lens random_lens(calibration::ImageSize size, std::mt19937& random);

/// A camera that sees the whole table from above, tilted by up to 25 degrees.
[[nodiscard]] calibration::TableCamera random_camera(const calibration::Lens& lens, const measure::Table& table, std::mt19937& random);

}  // namespace sim
