#include "vision/tags/detector.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/core.hpp>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <vector>

#include "vision/detector.h"
#include "vision/tags/candidates.h"
#include "vision/tags/decode.h"
#include "vision/tags/edges.h"
#include "vision/tags/missing.h"
#include "vision/tags/observe.h"
#include "vision/tags/placing.h"

namespace vision {
namespace {

using calibration::TagObservation, measure::ErrorCode, measure::fail, measure::Result, measure::PieceSpec;

/// A region names where tag centres may lie; this much more picture is read around it, as a share of the
/// picture's longer side. Smaller cuts big tags, larger costs time.
constexpr double kRegionMargin = 0.04;

std::vector<cv::Rect> windows_of(const cv::Mat& luma, const Region& region) {
  const cv::Rect whole(0, 0, luma.cols, luma.rows);
  if (!region) return {whole};
  const int margin = static_cast<int>(std::lround(kRegionMargin * std::max(luma.cols, luma.rows)));
  std::vector<cv::Rect> out;
  for (const cv::Rect& wanted : *region) {
    cv::Rect window = cv::Rect(wanted.x - margin, wanted.y - margin, wanted.width + 2 * margin, wanted.height + 2 * margin) & whole;
    for (auto it = out.begin(); it != out.end();) {  // overlapping windows are read once
      if ((*it & window).empty()) {
        ++it;
        continue;
      }
      window |= *it;
      out.erase(it);
      it = out.begin();
    }
    if (!window.empty()) out.push_back(window);
  }
  return out;
}

std::optional<TagReading> read_quad(const cv::Mat& luma, const DarkQuad& quad, std::span<const TagDictionary> dictionaries,
                                    int most_cells) {
  if (std::ranges::min(sides_of(quad.corners)) < kMinTagSidePx || !looks_printed(luma, quad)) return std::nullopt;
  auto reading = read_pattern(luma, quad.corners, dictionaries);
  if (!reading) {
    const FittedQuad fitted = fit_sides(luma, quad.corners, mean_side(quad.corners) / most_cells);
    if (fitted.supported < kMinSupport) return std::nullopt;
    reading = read_pattern(luma, fitted.corners, dictionaries);
  }
  if (reading && quad.guessed && reading->errors > 0) return std::nullopt;  // half of it is guessed already
  return reading;
}

bool same_place(const TagObservation& a, const TagObservation& b) {
  const double side = std::hypot(a.corners[1].u - a.corners[0].u, a.corners[1].v - a.corners[0].v);
  return a.id == b.id && a.dictionary == b.dictionary && distance(centre_of(a), centre_of(b)) < 0.5 * side;
}

void keep_better(std::vector<TagObservation>& tags, TagObservation tag) {
  for (TagObservation& known : tags)
    if (same_place(known, tag)) {
      if (tag.corner_sigma_px < known.corner_sigma_px) known = std::move(tag);
      return;
    }
  tags.push_back(std::move(tag));
}

bool inside(const Region& region, calibration::ImagePoint at) {
  return !region || std::ranges::any_of(*region, [&](const cv::Rect& r) { return cv::Rect2d(r).contains({at.u, at.v}); });
}

Result<std::vector<TagDictionary>> named(std::span<const std::string> names) {
  std::vector<TagDictionary> out;
  for (const std::string& name : names) {
    if (std::ranges::any_of(out, [&](const TagDictionary& d) { return d.name() == name; })) continue;
    auto dictionary = TagDictionary::named(name);
    if (!dictionary) return tl::unexpected(dictionary.error());
    out.push_back(std::move(*dictionary));
  }
  return out;
}

/// How exactly a tag is cut, glued and levelled on its base, 1 sigma: no picture can tell. Larger hides real
/// moves under the margin, smaller promises more than scissors keep.
constexpr double kMountSigma = 0.0008;                                  // inches
constexpr double kMountHeadingSigma = 0.05 * std::numbers::pi / 180.0;  // radians
/// A square fitted worse than this share of a cell is not the tag its pattern says, unless its corners are known no better than that.
constexpr double kMaxMisfitCells = 0.5, kMaxMisfitSigmas = 2.0;

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
  // The registration's turn about the optical axis, which looks down on the table.
  out.heading_systematic_sigma = std::hypot(kMountHeadingSigma, std::sqrt(std::max(0.0, scene.camera.covariance()(2, 2))));
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
    const double most = std::max(kMaxMisfitCells * cell, kMaxMisfitSigmas * seen.corner_sigma_px);
    if (placed->misfit > most || (best && placed->misfit >= least)) continue;
    best = sighting_of(scene, piece, seen, *placed);
    least = placed->misfit;
  }
  return best;
}

}  // namespace

Result<std::vector<TagObservation>> read_tags(const cv::Mat& luma, std::span<const std::string> dictionaries, const Region& region,
                                              std::vector<DarkQuad>* quads) {
  if (luma.empty() || luma.type() != CV_8UC1) return fail(ErrorCode::BadFile, "tags are read in an 8-bit picture of one channel");
  const auto known = named(dictionaries);
  if (!known) return tl::unexpected(known.error());
  std::vector<TagObservation> tags;
  if (known->empty() || luma.cols < 2 * kMinTagSidePx || luma.rows < 2 * kMinTagSidePx) return tags;
  int most_cells = 0;
  for (const TagDictionary& d : *known) most_cells = std::max(most_cells, d.bits() + 2);
  for (const cv::Rect& window : windows_of(luma, region)) {
    const std::vector<DarkQuad> found = find_dark_quads(luma, window, kMinQuadSidePx);
    if (quads) quads->insert(quads->end(), found.begin(), found.end());
    for (const DarkQuad& quad : found) {
      const auto reading = read_quad(luma, quad, *known, most_cells);
      if (!reading) continue;
      auto tag = observe(luma, *reading);
      if (tag && inside(region, centre_of(*tag))) keep_better(tags, std::move(*tag));
    }
  }
  return tags;
}

measure::Result<std::vector<Sighting>> TagDetector::detect(const Frame& frame, const Scene& scene, const Region& region) {
  std::vector<Sighting> out;
  std::vector<PieceSpec> missing;
  for (const PieceSpec& piece : scene.pieces) {
    if (piece.marker != measure::MarkerType::Tag || !piece.tag) continue;
    const auto sighting = place(scene, piece, scene.tags);
    if (!sighting)
      missing.push_back(piece);
    else if (inside(region, sighting->pixel))
      out.push_back(*sighting);
  }
  if (missing.empty() || frame.luma.empty()) return out;
  const std::vector<DarkQuad> quads =
      scene.dark_quads ? *scene.dark_quads : find_dark_quads(frame.luma, cv::Rect({}, frame.luma.size()), kMinQuadSidePx);
  const std::vector<TagObservation> found = find_missing_tags(frame.luma, scene, missing, quads, windows_of(frame.luma, region));
  for (const PieceSpec& piece : missing) {
    const auto sighting = place(scene, piece, found);
    if (sighting && inside(region, sighting->pixel)) out.push_back(*sighting);
  }
  return out;
}

}  // namespace vision
