#include <cmath>
#include <numbers>
#include <optional>

#include "vision/tags/covered.h"
#include "vision/tags/placing.h"
#include "vision/tags/tags.h"

namespace vision {
namespace {

using calibration::TagObservation;
using measure::Inches;
using measure::PieceSpec;

/// How exactly a tag is cut, glued and levelled on its base, 1 sigma: no picture can tell. Larger hides real
/// moves under the margin, smaller promises more than scissors keep.
constexpr double kMountSigma = 0.0008;                                  // inches
constexpr double kMountHeadingSigma = 0.05 * std::numbers::pi / 180.0;  // radians
/// A square fitted worse than this share of a cell is not the tag its pattern says.
constexpr double kMaxMisfitCells = 0.5;

/// How much the registration may have turned the table here: from the covariance a tag's length apart.
double registration_heading_sigma(const calibration::TableCamera& camera) {
  const auto& pose = camera.pose_covariance();
  return std::sqrt(std::max(0.0, pose(2, 2)));  // the turn about the optical axis, which looks down on the table
}

Sighting sighting_of(const Scene& scene, const PieceSpec& piece, const TagObservation& seen, const PlacedPiece& placed) {
  Sighting out;
  out.marker = measure::MarkerType::Tag;
  out.tag = seen.id;
  out.dictionary = seen.dictionary;
  out.army = piece.army;
  out.base = piece.base;
  out.at = placed.at;
  out.ground = placed.ground;
  out.noise = placed.noise;
  const double mount = kMountSigma * kMountSigma;
  out.systematic =
      scene.camera.registration_covariance(placed.at, placed.ground + piece.mount.height) + measure::PointCovariance{mount, 0.0, mount};
  out.heading = placed.heading;
  out.heading_sigma = placed.heading_sigma;
  out.heading_systematic_sigma = std::hypot(kMountHeadingSigma, registration_heading_sigma(scene.camera));
  if (const auto pixel = scene.camera.image_from_table(placed.at, placed.ground + piece.base.height)) out.pixel = *pixel;
  return out;
}

/// The best sighting of a piece's tag among those read.
std::optional<Sighting> place(const Scene& scene, const PieceSpec& piece, std::span<const TagObservation> tags) {
  std::optional<Sighting> best;
  double least = 0.0;
  for (const TagObservation& seen : tags) {
    if (seen.id != *piece.tag || seen.dictionary != piece.mount.dictionary) continue;
    const auto placed = place_piece(scene.camera, scene.table, piece, seen);
    if (!placed) continue;
    const double cell = scene.camera.pixels_per_inch(placed->tag, placed->ground + piece.mount.height) * piece.mount.side.value / 6.0;
    if (placed->misfit > kMaxMisfitCells * cell || (best && placed->misfit >= least)) continue;
    best = sighting_of(scene, piece, seen, *placed);
    least = placed->misfit;
  }
  return best;
}

bool inside_region(const Sighting& sighting, const Region& region) {
  if (!region) return true;
  for (const cv::Rect& r : *region)
    if (cv::Rect2d(r).contains(cv::Point2d(sighting.pixel.u, sighting.pixel.v))) return true;
  return false;
}

}  // namespace

measure::Result<std::vector<Sighting>> TagDetector::detect(const Frame& frame, const Scene& scene, const Region& region) {
  std::vector<Sighting> out;
  std::vector<PieceSpec> missing;
  for (const PieceSpec& piece : scene.pieces) {
    if (piece.marker != measure::MarkerType::Tag || !piece.tag) continue;
    const auto sighting = place(scene, piece, scene.tags);
    if (!sighting)
      missing.push_back(piece);
    else if (inside_region(*sighting, region))
      out.push_back(*sighting);
  }
  if (missing.empty() || frame.luma.empty()) return out;
  const std::vector<DarkQuad> quads =
      scene.dark_quads ? *scene.dark_quads : find_dark_quads(frame.luma, cv::Rect({}, frame.luma.size()), kMinQuadSidePx);
  const std::vector<TagObservation> covered = find_covered_tags(frame.luma, scene, missing, quads);
  for (const PieceSpec& piece : missing) {
    const auto sighting = place(scene, piece, covered);
    if (sighting && inside_region(*sighting, region)) out.push_back(*sighting);
  }
  return out;
}

}  // namespace vision
