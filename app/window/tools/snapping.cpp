#include "app/window/tools/snapping.h"

#include <algorithm>

#include "measure/gap.h"

namespace window {
namespace {

using measure::Inches;
using measure::TablePoint;

/// Rounds of cutting a ray with the ground's own height; slopes are gentle, three settle it to a hundredth of an inch.
constexpr int kGroundRounds = 3;
/// How far from the meant point a hand clicks, in picture pixels (one sigma); smaller would flatter clicked points.
constexpr double kHandSigmaPx = 0.7;

/// Distance from the cursor to a base in picture pixels: 0 over it.
[[nodiscard]] std::optional<double> pixels_off(const vision::Piece& piece, const calibration::TableCamera& camera,
                                               calibration::ImagePoint cursor) {
  const Inches z = piece.ground + piece.base.height;
  const auto at = camera.table_from_image(cursor, z);
  if (!at) return std::nullopt;
  const auto off = measure::distance_to(vision::footprint_of(piece), {*at, {}});
  return std::max(0.0, off.value.value) * camera.pixels_per_inch(piece.at, z);
}

}  // namespace

std::optional<int> piece_under(const vision::TableState& state, const calibration::TableCamera& camera, calibration::ImagePoint cursor,
                               double slack_px) {
  std::optional<int> best;
  double best_off = slack_px, best_centre = 0.0;
  for (const vision::Piece& piece : state.pieces) {
    const auto off = pixels_off(piece, camera, cursor);
    const auto at = camera.table_from_image(cursor, piece.ground + piece.base.height);
    if (!off || !at || *off > best_off) continue;
    const double centre = measure::distance(*at, piece.at).value;
    if (best && *off == best_off && centre >= best_centre) continue;  // over two bases at once: the nearer middle
    best = piece.id;
    best_off = *off;
    best_centre = centre;
  }
  return best;
}

std::optional<TablePoint> ground_under(const measure::Table& table, const calibration::TableCamera& camera,
                                       calibration::ImagePoint cursor) {
  auto at = camera.table_from_image(cursor, Inches(0.0));
  for (int round = 0; at && round < kGroundRounds; ++round) {
    const Inches z = measure::ground_height(table.terrain, *at);
    if (z.value <= 0.0 && round == 0) return at;
    at = camera.table_from_image(cursor, z);
  }
  return at;
}

std::optional<overlay::End> end_under(const vision::TableState& state, const measure::Table& table, const calibration::TableCamera& camera,
                                      calibration::ImagePoint cursor, double slack_px) {
  if (const auto id = piece_under(state, camera, cursor, slack_px)) return overlay::End{.piece = id, .point = {}};
  if (const auto at = ground_under(table, camera, cursor)) {
    const Inches z = measure::ground_height(table.terrain, *at);
    const auto hand = camera.from_pixels(*at, z, Eigen::Matrix2d::Identity() * (kHandSigmaPx * kHandSigmaPx));
    return overlay::End{.piece = {}, .point = *at, .margin = measure::margin_of(camera.registration_covariance(*at, z) + hand)};
  }
  return std::nullopt;
}

std::vector<int> pieces_in_lasso(const vision::TableState& state, const calibration::TableCamera& camera,
                                 std::span<const calibration::ImagePoint> lasso) {
  std::vector<TablePoint> outline;  // the even-odd test knows only points of a plane: pixels serve as well as inches
  for (const auto point : lasso) outline.push_back({Inches(point.u), Inches(point.v)});
  std::vector<int> ids;
  if (outline.size() < 3) return ids;
  for (const vision::Piece& piece : state.pieces) {
    const auto pixel = camera.image_from_table(piece.at, piece.ground + piece.base.height);
    if (pixel && measure::inside(outline, {Inches(pixel->u), Inches(pixel->v)})) ids.push_back(piece.id);
  }
  std::ranges::sort(ids);
  return ids;
}

}  // namespace window
