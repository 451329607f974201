// `vedette measure`: one measurement in one picture.
#include <fmt/format.h>

#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/ends.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/commands/state_output.h"
#include "measure/bearing.h"
#include "measure/gap.h"
#include "vision/sources/frame_source.h"

namespace app {
namespace {

using measure::ErrorCode;
using measure::fail;
using measure::Result;

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
  std::optional<measure::Measured> gap;
  measure::Measured centre;
  std::optional<measure::MeasuredAngle> bearing;
};

Measurement measurement_of(const MeasureEnd& from, const MeasureEnd& to) {
  Measurement out{.from = from, .to = to, .gap = {}, .centre = measure::distance_between(from.spot, to.spot), .bearing = {}};
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
