#include "vision/pipeline/picture_evidence.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <utility>

#include "vision/tracking/tracker_state.h"

namespace vision {
namespace {

using measure::Inches, measure::TablePoint;

/// Half-side of a piece's looks in base sizes: the base and what leans out of it.
constexpr double kLooksReach = 0.6;
/// Share of samples that must agree before a piece's pixels are said to be the same. Lower keeps men who left.
constexpr double kSameLooks = 0.85;
/// Half-side of the bare ground looked for, in base sizes: inside the base, away from its rim.
constexpr double kGroundReach = 0.4;
/// Share of samples that must show the ground before a piece is said to be gone.
constexpr double kGroundShare = 0.75;
/// ... while a hand is about, which may have the ground's colour: a sandy road, a leather mat.
constexpr double kGroundShareByHand = 0.97;
/// Half-side of the surroundings that tell what the ground looks like where it was never seen bare, in base sizes.
constexpr double kRingReach = 1.5;
/// Steps of the sight line from a base towards the camera through terrain, in inches of height.
constexpr double kSightStep = 0.25;
/// Trees and roofs overhang their outline by this much, in inches.
constexpr double kOverhang = 0.75;

bool hides(measure::TerrainKind kind) {
  using enum measure::TerrainKind;
  return kind == Wood || kind == House || kind == Hedge || kind == Wall || kind == Obstacle || kind == Bridge;
}

bool near_terrain(const measure::Terrain& terrain, TablePoint p) {
  const std::vector<TablePoint>& outline = terrain.polygon.size() > 2 ? terrain.polygon : terrain.line;
  if (outline.size() < 2) return false;
  if (terrain.polygon.size() > 2 && inside(outline, p)) return true;
  return distance_to_outline(outline, p) < Inches(kOverhang);
}

bool any_block(const BlockMask& mask, double u, double v, double reach_px) {
  if (mask.empty()) return false;
  const auto cell = [](double pixel) { return static_cast<int>(std::floor(pixel / kChangeBlock)); };
  const cv::Rect blocks(cv::Point(cell(u - reach_px), cell(v - reach_px)), cv::Point(cell(u + reach_px) + 1, cell(v + reach_px) + 1));
  const cv::Rect inside = blocks & cv::Rect(0, 0, mask.cols, mask.rows);
  return !inside.empty() && cv::countNonZero(mask(inside)) > 0;
}

}  // namespace

Patch looks_of(const Piece& piece, const cv::Mat& bgr, const calibration::TableCamera& camera) {
  return patch_of(bgr, {}, camera, piece.at, piece.ground + piece.base.height, extent(piece.base.shape) * kLooksReach);
}

PictureEvidence::PictureEvidence(PictureFacts facts) : facts_(std::move(facts)), noise_(noise_of(facts_.frame.luma)) {}

Presence PictureEvidence::look(const Piece& piece) const {
  if (const auto known = facts_.likenesses.find(piece.id); known != facts_.likenesses.end()) {
    const Patch now = looks_of(piece, facts_.frame.bgr, facts_.camera);
    const auto alike = likeness(now, known->second, noise_);
    if (alike && *alike >= kSameLooks && !is_more_like_bare_table(piece, now, *alike)) return Presence::Same;
  }
  if (occluded_at(piece.at, piece.ground)) return Presence::Covered;
  return shows_ground(piece) ? Presence::Ground : Presence::Covered;
}

/// A small figure on a base like the table hardly differs from bare table, which then passes for him: it must look less like that than
/// like him. `alike`: how far `now` is like him.
bool PictureEvidence::is_more_like_bare_table(const Piece& piece, const Patch& now, double alike) const {
  if (facts_.background.empty()) return false;
  const Patch bare = patch_of(facts_.background.bgr(), facts_.background.known(), facts_.camera, piece.at, piece.ground + piece.base.height,
                              extent(piece.base.shape) * kLooksReach);
  const auto like_bare = likeness(now, bare, noise_);
  return like_bare && *like_bare > alike;
}

bool PictureEvidence::shows_ground(const Piece& piece) const {
  const Inches size = breadth(piece.base.shape);
  const cv::Mat& bgr = facts_.frame.bgr;
  const Patch here = patch_of(bgr, {}, facts_.camera, piece.at, piece.ground, size * kGroundReach);
  if (!facts_.background.empty()) {
    const Patch bare =
        patch_of(facts_.background.bgr(), facts_.background.known(), facts_.camera, piece.at, piece.ground, size * kGroundReach);
    if (bare.count == kPatchSide * kPatchSide) {
      const auto alike = likeness(here, bare, noise_);
      return alike && *alike >= (facts_.occluders.intruder ? kGroundShareByHand : kGroundShare);
    }
  }
  std::vector<Piece> others;  // the piece's own old place and its neighbours' do not show what the ground looks like
  for (const Piece& p : facts_.pieces)
    if (distance(p.at, piece.at) < extent(piece.base.shape) * (2.0 * kRingReach + 1.0)) others.push_back(p);
  cv::Mat bare = ~silhouettes(bgr.size(), facts_.camera, others, 1.2);
  const auto fits = belongs_to(here, patch_of(bgr, bare, facts_.camera, piece.at, piece.ground, size * kRingReach), noise_);
  return !facts_.occluders.intruder && fits && *fits >= kGroundShare;
}

bool PictureEvidence::occluded_at(TablePoint at, Inches ground) const {
  if (facts_.occluders.mask.empty()) return false;
  const auto pixel = facts_.camera.image_from_table(at, ground);
  if (!pixel) return false;
  const double shrink = static_cast<double>(facts_.frame.bgr.cols) / facts_.occluders.mask.cols;
  const cv::Point p(static_cast<int>(pixel->u / shrink), static_cast<int>(pixel->v / shrink));
  return cv::Rect({0, 0}, facts_.occluders.mask.size()).contains(p) && facts_.occluders.mask.at<std::uint8_t>(p) != 0;
}

bool PictureEvidence::may_hide(TablePoint at, Inches ground) const {
  if (occluded_at(at, ground)) return true;
  const measure::TableVector towards_camera = facts_.camera.nadir() - at;
  for (const measure::Terrain& terrain : facts_.table.terrain) {
    if (!hides(terrain.kind)) continue;
    for (double z = 0.0; z <= (terrain.base_height + terrain.height).value; z += kSightStep)
      if (near_terrain(terrain, at + towards_camera * (z / std::max(1.0, facts_.camera.height().value)))) return true;
  }
  return false;
}

bool PictureEvidence::touched(TablePoint at, Inches reach) const {
  const auto pixel = facts_.camera.image_from_table(at, Inches(0.0));
  return pixel && any_block(facts_.touched, pixel->u, pixel->v, reach.value * facts_.camera.pixels_per_inch(at, Inches(0.0)));
}

bool PictureEvidence::looked_at(TablePoint at) const {
  if (!facts_.looked_at) return true;
  const auto pixel = facts_.camera.image_from_table(at, Inches(0.0));
  return pixel && any_block(*facts_.looked_at, pixel->u, pixel->v, 0.0);
}

}  // namespace vision
