#include "app/commands/ends.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "app/commands/setup.h"
#include "vision/tags/detector.h"

namespace app {
namespace {

using measure::ErrorCode;
using measure::fail;
using measure::Inches;
using measure::Result;

/// Pixels. A picture point is named to the pixel: it may lie half a pixel off, evenly spread (1 / sqrt 12).
constexpr double kPixelSigma = 0.2887;

MeasureEnd end_of(const vision::Piece& piece) {
  const measure::Footprint footprint = vision::footprint_of(piece);
  return {.name = piece.name, .spot = measure::centre_of(footprint), .footprint = footprint, .heading = piece.heading};
}

/// A picture point on the plane at `height`; `sigma_px` on each of its coordinates.
Result<MeasureEnd> end_at(calibration::ImagePoint pixel, double sigma_px, Inches height, const MeasureScene& scene) {
  const auto at = scene.camera.table_from_image(pixel, height);
  if (!at) return fail(ErrorCode::NotSeen, fmt::format("px:{},{}: this line of sight does not meet the table", pixel.u, pixel.v));
  const Eigen::Matrix2d noise = Eigen::Matrix2d::Identity() * sigma_px * sigma_px;
  const measure::PointCovariance covariance =
      scene.camera.from_pixels(*at, height, noise) + scene.camera.registration_covariance(*at, height);
  return MeasureEnd{.name = {}, .spot = {*at, covariance}, .footprint = {}, .heading = {}};
}

/// Beyond the picture the lens is not known: a line of sight through there would be a guess told as a measurement.
bool in_picture(calibration::ImagePoint pixel, const vision::Frame& frame) {
  constexpr double kHalfAPixel = 0.5;  // pixel (0, 0) is the middle of the first one
  return pixel.u >= -kHalfAPixel && pixel.v >= -kHalfAPixel && pixel.u <= frame.luma.cols - kHalfAPixel &&
         pixel.v <= frame.luma.rows - kHalfAPixel;
}

Result<MeasureEnd> seen_piece(const vision::Piece& piece) {
  if (piece.seen == vision::Seen::Yes) return end_of(piece);
  return fail(ErrorCode::NotSeen, fmt::format("{}: not seen in this picture", piece.name));
}

/// A tag that no piece of the roster wears: its own centre, at `height`.
Result<MeasureEnd> loose_tag(int id, const MeasureScene& scene, Inches height) {
  std::set<std::string> dictionaries{measure::TagMount{}.dictionary};
  for (const calibration::TableTag& tag : scene.table_tags) dictionaries.insert(tag.dictionary);
  const std::vector<std::string> names(dictionaries.begin(), dictionaries.end());
  auto tags = vision::read_tags(scene.frame.luma, names);
  if (!tags) return tl::unexpected(tags.error());
  const auto tag = std::ranges::find(*tags, id, &calibration::TagObservation::id);
  if (tag == tags->end()) return fail(ErrorCode::NotSeen, fmt::format("tag:{}: not seen in this picture", id));
  const auto& c = tag->corners;
  // The diagonals of a square cross in its centre, in perspective too.
  const double ax = c[2].u - c[0].u, ay = c[2].v - c[0].v, bx = c[3].u - c[1].u, by = c[3].v - c[1].v;
  const double t = ((c[1].u - c[0].u) * by - (c[1].v - c[0].v) * bx) / (ax * by - ay * bx);
  auto end = end_at({c[0].u + t * ax, c[0].v + t * ay}, tag->corner_sigma_px, height, scene);
  if (end) end->name = fmt::format("tag:{}", id);
  return end;
}

Result<MeasureEnd> tagged(int id, const MeasureScene& scene, Inches height) {
  const auto piece = std::ranges::find(scene.state.pieces, std::optional<int>(id), &vision::Piece::tag);
  if (piece != scene.state.pieces.end()) return seen_piece(*piece);
  const auto spec = std::ranges::find(scene.roster, std::optional<int>(id), &measure::PieceSpec::tag);
  if (spec != scene.roster.end()) return fail(ErrorCode::NotSeen, fmt::format("tag:{} ({}): not seen in this picture", id, spec->name));
  return loose_tag(id, scene, height);
}

Result<MeasureEnd> named(const std::string& name, const MeasureScene& scene) {
  const auto piece = std::ranges::find(scene.state.pieces, name, &vision::Piece::name);
  if (piece != scene.state.pieces.end()) return seen_piece(*piece);
  const auto spec = std::ranges::find(scene.roster, name, &measure::PieceSpec::name);
  if (spec != scene.roster.end()) return fail(ErrorCode::NotSeen, name + ": not seen in this picture");
  return fail(ErrorCode::Usage, name + ": no piece has this name; give a name of the roster, tag:ID, x,y or px:u,v");
}

}  // namespace

Result<MeasureEnd> resolve(const std::string& word, const MeasureScene& scene, Inches height) {
  // A piece may have any name, so names come first.
  const bool is_name = std::ranges::any_of(scene.roster, [&](const auto& spec) { return spec.name == word; });
  if (is_name) return named(word, scene);
  if (word.starts_with("tag:")) {
    int id = -1;
    const auto [end, problem] = std::from_chars(word.data() + 4, word.data() + word.size(), id);
    if (problem != std::errc() || end != word.data() + word.size() || id < 0)
      return fail(ErrorCode::Usage, word + ": must be tag: and a number, for instance tag:10");
    return tagged(id, scene, height);
  }
  if (word.starts_with("px:")) {
    const auto pixel = parse_pair(std::string_view(word).substr(3), ',');
    if (!pixel) return fail(ErrorCode::Usage, word + ": must be px: and a pixel, for instance px:640.5,360");
    const calibration::ImagePoint point{pixel->first, pixel->second};
    if (!in_picture(point, scene.frame))
      return fail(ErrorCode::Usage, fmt::format("{}: outside the picture of {} x {} pixels; name a pixel within it", word,
                                                scene.frame.luma.cols, scene.frame.luma.rows));
    return end_at(point, kPixelSigma, height, scene);
  }
  if (const auto point = parse_pair(word, ','))
    return MeasureEnd{.name = {}, .spot = {{Inches(point->first), Inches(point->second)}, {}}, .footprint = {}, .heading = {}};
  return named(word, scene);
}

}  // namespace app
