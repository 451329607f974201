// From a frame to sightings: the one interface of all detectors.
//   A sighting is one base found in one frame, fitted in the picture and placed on the table at its
//   own height. Detectors keep no history of pieces; the tracker does. A detector may keep what it
//   learned about appearance (army colours).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "calibration/registration.h"
#include "calibration/table_camera.h"
#include "measure/footprint.h"
#include "measure/result.h"
#include "measure/roster.h"
#include "measure/table.h"
#include "vision/colour.h"
#include "vision/frame.h"

namespace vision {

struct DarkQuad;

/// One base seen in one frame.
struct Sighting {
  measure::MarkerType marker = measure::MarkerType::Disc;
  std::optional<int> tag;               // Tag: its id ...
  std::string dictionary;               // ... and dictionary
  std::string army;                     // Disc: the army whose colour it wears; empty when unknown
  measure::Base base;                   // the base that was fitted
  measure::TablePoint at;               // base centre on the table
  measure::Inches ground;               // height of the ground under it
  measure::PointCovariance noise;       // of `at`, from this frame's picture noise: averages away over time
  measure::PointCovariance systematic;  // of `at`, from model, lens and registration: does not
  std::optional<measure::Radians> heading;
  double heading_sigma = 0.0;             // radians, this frame's noise
  double heading_systematic_sigma = 0.0;  // radians
  calibration::ImagePoint pixel;          // of the centre of the base's top
  double visible = 1.0;                   // share of the outline that carried the fit, 0..1
  /// None: the bases that may stand there, each with what speaks against it beside the likeliest, log-odds. Empty: `base` alone.
  struct MayBe {
    measure::Base base;
    double against = 0.0;
  };
  std::vector<MayBe> may_be = {};
  std::optional<Colour> coat = {};  // None: the colour of its figure's uniform in this picture
};

/// What a detector may know besides the picture.
struct Scene {
  const calibration::TableCamera& camera;
  const measure::Table& table;
  std::span<const measure::PieceSpec> pieces;              // the flattened roster; may be empty
  std::span<const calibration::TagObservation> tags;       // every tag read in this frame
  const cv::Mat* empty = nullptr;                          // picture of the empty table (BGR), if known
  const calibration::TableCamera* empty_camera = nullptr;  // where the camera stood for `empty`; null: where it stands now
  std::span<const Sighting> already = {};                  // what other detectors found in this frame
  const std::vector<DarkQuad>* dark_quads = nullptr;       // where tags may be in this frame, if it was searched for them
};

/// Where to look: everywhere, or only inside these pixel rectangles (a sighting whose centre lies inside).
using Region = std::optional<std::vector<cv::Rect>>;

class Detector {
 public:
  virtual ~Detector() = default;
  /// Finds the bases in a frame. Seeing none is an empty list, not an error.
  /// Errors: Internal when OpenCV refuses; BadFile for a picture of the wrong format.
  [[nodiscard]] virtual measure::Result<std::vector<Sighting>> detect(const Frame& frame, const Scene& scene,
                                                                      const Region& region = {}) = 0;
};

}  // namespace vision
