// `vedette measure`: one measurement in one picture.
#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <set>

#include "app/commands/commands.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "measure/footprint.h"
#include "measure/gap.h"
#include "vision/pipeline/pipeline.h"
#include "vision/sources/frame_source.h"
#include "vision/tags/detector.h"

namespace app {
namespace {

using measure::ErrorCode, measure::fail, measure::Inches, measure::Result;

// What is measured between: what the words on the command line mean in a picture.

struct MeasureEnd {
  std::optional<std::string> name = {};              // of a piece or a tag; empty for a bare point
  measure::Spot spot;                                // base centre, or the point
  std::optional<measure::Footprint> footprint = {};  // of a piece
  std::optional<measure::Radians> heading = {};      // where the piece shows one
};

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
  return MeasureEnd{.spot = {*at, covariance}};
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

/// `height`: of picture points and loose tags above the table.
/// Errors: Usage for a word that means nothing here, NotSeen for a piece or tag that is known but not seen.
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
  if (const auto point = parse_pair(word, ',')) return MeasureEnd{.spot = {{Inches(point->first), Inches(point->second)}, {}}};
  return named(word, scene);
}

Result<vision::Frame> first_frame(const std::string& picture) {
  auto source = vision::open_source(picture);
  if (!source) return tl::unexpected(source.error());
  vision::Delivery delivery = (*source)->next(std::chrono::seconds(5));
  if (delivery.bad_picture) return tl::unexpected(*delivery.bad_picture);
  if (!delivery.frame) return fail(ErrorCode::NotSeen, picture + ": there is no picture in it");
  return std::move(*delivery.frame);
}

Json json_of_end(const MeasureEnd& end) {
  Json out{{"name", end.name ? Json(*end.name) : Json(nullptr)}, {"at", json_of(end.spot.at)}};
  out["margin_in"] = json_of(measure::Measured{.value = {}, .margin = measure::margin_of(end.spot.covariance)})["margin"];
  return out;
}

struct Measurement {
  MeasureEnd from, to;
  std::optional<measure::Measured> gap = {};
  measure::Measured centre;
  std::optional<measure::MeasuredAngle> bearing = {};
};

Measurement measurement_of(const MeasureEnd& from, const MeasureEnd& to) {
  Measurement out{.from = from, .to = to, .centre = measure::distance_between(from.spot, to.spot)};
  if (from.footprint && to.footprint) out.gap = measure::gap(*from.footprint, *to.footprint);
  if (from.footprint && from.heading) out.bearing = measure::bearing_off(*from.footprint, to.spot);
  return out;
}

Json json_of_measurement(const Measurement& m) {
  return {{"from", json_of_end(m.from)},
          {"to", json_of_end(m.to)},
          {"gap_in", m.gap ? json_of(*m.gap) : Json(nullptr)},
          {"centre_in", json_of(m.centre)},
          {"bearing_deg", m.bearing ? json_of(*m.bearing) : Json(nullptr)}};
}

std::string text_of_measurement(const Measurement& m) {
  std::string out;
  if (m.gap) out += fmt::format("edge to edge     {:.3f} in +-{:.3f}\n", m.gap->value.value, m.gap->margin.value);
  out += fmt::format("centre to centre {:.3f} in +-{:.3f}\n", m.centre.value.value, m.centre.margin.value);
  if (m.bearing)
    out += fmt::format("bearing          {:.1f} deg +-{:.1f} (left of the front is positive)\n", measure::degrees(m.bearing->value),
                       measure::degrees(m.bearing->margin));
  return out;
}

Result<Measurement> look(const MeasureOptions& options) {
  auto setup = load_setup(options.on);
  if (!setup) return tl::unexpected(setup.error());
  const std::vector<measure::PieceSpec> roster = measure::pieces_of(setup->roster);
  const std::vector<calibration::TableTag> tags = setup->tags;
  auto frame = first_frame(options.picture);
  if (!frame) return tl::unexpected(frame.error());
  setup->tracking.stills = true;
  vision::Pipeline pipeline(std::move(*setup));
  const auto state = pipeline.step(*frame);
  if (!state) return tl::unexpected(state.error());
  if (!state->camera.registered || !pipeline.registration()) {
    const std::string why =
        state->findings.empty() ? "no corner tags were found" : state->findings.front().says + " (" + state->findings.front().fix + ")";
    return fail(ErrorCode::NotCalibrated, frame->name + ": the table cannot be registered: " + why);
  }
  const MeasureScene scene{*state, pipeline.registration()->camera, roster, *frame, tags};
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
  fmt::print("{}", options.json ? line_of(json_of_measurement(*measured)) + "\n" : text_of_measurement(*measured));
  return kDone;
}

}  // namespace app
