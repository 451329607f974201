// `vedette measure`: one measurement in one picture.
#include <fmt/format.h>
#include <algorithm>
#include <cstdio>
#include <set>

#include "app/commands/commands.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/evidence/measurement.h"
#include "app/wire/words.h"
#include "vision/sources/frame_source.h"
#include "vision/tags/detector.h"

namespace app {
namespace {

using measure::ErrorCode, measure::fail, measure::Inches, measure::Result;

// What is measured between: what the words on the command line mean in a picture.

/// Everything an end may refer to: one picture, understood.
struct MeasureScene {
  const vision::TableState& state;
  const calibration::TableCamera& camera;
  const std::vector<measure::PieceSpec>& roster;
  const vision::Frame& frame;
  const std::vector<calibration::TableTag>& table_tags;
};

/// Pixels. A picture point is named to the pixel: it may lie half a pixel off, evenly spread (1 / sqrt 12).
constexpr double kPixelSigma = 0.2887;

/// A picture point on the plane at `height`; `sigma_px` on each of its coordinates.
Result<MeasureEnd> end_at(calibration::ImagePoint pixel, double sigma_px, Inches height, const MeasureScene& scene) {
  const auto at = scene.camera.table_from_image(pixel, height);
  if (!at) return fail(ErrorCode::NotSeen, fmt::format("px:{},{}: this line of sight does not meet the table", pixel.u, pixel.v));
  const Eigen::Matrix2d noise = Eigen::Matrix2d::Identity() * sigma_px * sigma_px;
  const measure::PointCovariance covariance =
      scene.camera.from_pixels(*at, height, noise) + scene.camera.registration_covariance(*at, height);
  return MeasureEnd{.spot = {*at, covariance}};
}

/// Beyond the picture the lens is not known: a line of sight through there would be a guess told as a measurement.
bool in_picture(calibration::ImagePoint pixel, const vision::Frame& frame) {
  constexpr double kHalfAPixel = 0.5;  // pixel (0, 0) is the middle of the first one
  return pixel.u >= -kHalfAPixel && pixel.v >= -kHalfAPixel && pixel.u <= frame.luma.cols - kHalfAPixel &&
         pixel.v <= frame.luma.rows - kHalfAPixel;
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

/// `height`: of picture points and loose tags above the table.
/// Errors: Usage for a word that means nothing here, NotSeen for a piece or tag that is known but not seen.
Result<MeasureEnd> resolve(const std::string& word, const MeasureScene& scene, Inches height) {
  const auto piece = piece_called(word, scene.state, scene.roster);
  if (!piece) return tl::unexpected(piece.error());
  if (*piece) return end_of(**piece);
  if (const auto tag = tag_called(word)) return loose_tag(*tag, scene, height);
  if (word.starts_with("tag:")) return fail(ErrorCode::Usage, word + ": must be tag: and a number, for instance tag:10");
  if (word.starts_with("px:")) {
    const auto pixel = parse_pair(std::string_view(word).substr(3), ',');
    if (!pixel) return fail(ErrorCode::Usage, word + ": must be px: and a pixel, for instance px:640.5,360");
    const calibration::ImagePoint point{pixel->first, pixel->second};
    if (!in_picture(point, scene.frame))
      return fail(ErrorCode::Usage, fmt::format("{}: outside the picture of {} x {} pixels; name a pixel within it", word,
                                                scene.frame.luma.cols, scene.frame.luma.rows));
    return end_at(point, kPixelSigma, height, scene);
  }
  if (const auto point = parse_pair(word, ',')) return MeasureEnd{.spot = {{Inches(point->first), Inches(point->second)}, {}}};
  return fail(ErrorCode::Usage, word + ": no piece has this name; give a name of the roster, tag:ID, x,y or px:u,v");
}

Result<vision::Frame> first_frame(const std::string& picture) {
  auto source = vision::open_source(picture);
  if (!source) return tl::unexpected(source.error());
  vision::Delivery delivery = (*source)->next(std::chrono::seconds(5));
  if (delivery.bad_picture) return tl::unexpected(*delivery.bad_picture);
  if (!delivery.frame) return fail(ErrorCode::NotSeen, picture + ": there is no picture in it");
  return std::move(*delivery.frame);
}

Result<Measurement> look(const MeasureOptions& options) {
  auto setup = load_setup(options.on);
  if (!setup) return tl::unexpected(setup.error());
  const std::vector<measure::PieceSpec> roster = measure::pieces_of(setup->roster);
  const std::vector<calibration::TableTag> tags = setup->tags;
  auto frame = first_frame(options.picture);
  if (!frame) return tl::unexpected(frame.error());
  const auto seen = see(std::move(*setup), *frame);
  if (!seen) return tl::unexpected(seen.error());
  const MeasureScene scene{seen->state, seen->registration.camera, roster, *frame, tags};
  const measure::Inches height(options.height_in);
  auto from = resolve(options.from, scene, height);
  if (!from) return tl::unexpected(from.error());
  auto to = resolve(options.to, scene, height);
  if (!to) return tl::unexpected(to.error());
  return measurement_of(*from, *to);
}

}  // namespace

int measure_between(const MeasureOptions& options) {
  const auto measured = look(options);
  if (!measured) return complain(measured.error());
  fmt::print("{}", options.json ? line_of(json_of(*measured)) + "\n" : text_of(*measured));
  return kDone;
}

}  // namespace app
