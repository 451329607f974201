// `vedette calibrate`: a lens from pictures of a board.
// `vedette targets`: sheets to print.
#include <fmt/format.h>
#include <cmath>

#include "app/commands/commands.h"
#include "app/commands/progress.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/files/lens_file.h"
#include "app/tongue/tongue.h"
#include "calibration/dictionaries.h"
#include "calibration/lens_calibration.h"
#include "calibration/print/targets.h"
#include "vision/sources/frame_source.h"

namespace app {
namespace {

using calibration::Finding, measure::ErrorCode, measure::fail, measure::Inches, measure::Result;

Result<calibration::Target> chessboard(const CalibrateOptions& options) {
  const auto inner = parse_grid("--inner", options.inner);
  if (!inner) return tl::unexpected(inner.error());
  return calibration::Chessboard{
      .inner_columns = inner->first, .inner_rows = inner->second, .square = Inches(options.square_in.value_or(1.0))};
}

Result<calibration::Target> charuco(const CalibrateOptions& options) {
  const auto squares = parse_grid("--squares", options.squares);
  if (!squares) return tl::unexpected(squares.error());
  if (!calibration::find_dictionary(options.dictionary))
    return fail(ErrorCode::Usage, "--dictionary " + options.dictionary + ": unknown dictionary");
  calibration::CharucoBoard board{.squares_x = squares->first, .squares_y = squares->second, .dictionary = options.dictionary};
  if (options.square_in) board.square = Inches(*options.square_in);
  if (options.marker_in) board.marker = Inches(*options.marker_in);
  if (board.marker >= board.square) return fail(ErrorCode::Usage, "--marker: a marker is smaller than its square");
  return board;
}

/// The pictures that can be read; what cannot becomes a finding.
std::vector<calibration::TargetPicture> read_pictures(const std::vector<std::string>& paths, Progress& progress,
                                                      std::vector<Finding>& findings) {
  std::vector<calibration::TargetPicture> pictures;
  const auto refuse = [&](const measure::Error& error) {
    findings.push_back(calibration::warning("bad-picture", error.message, "take this picture again, or leave it out"));
  };
  for (const std::string& path : paths) {
    auto source = vision::open_source(path);
    if (!source) {
      refuse(source.error());
      continue;
    }
    if (const auto count = (*source)->count(); count && *count > 1) progress.expect(*count - 1);
    for (;;) {
      vision::Delivery delivery = (*source)->next(std::chrono::milliseconds(0));
      if (delivery.bad_picture) refuse(*delivery.bad_picture);
      if (delivery.frame) pictures.push_back({delivery.frame->name, delivery.frame->luma});
      if (delivery.frame) progress.step();
      if ((*source)->live() || (!delivery.frame && !delivery.bad_picture)) break;
    }
  }
  return pictures;
}

Json json_of_report(const CalibrateOptions& options, const calibration::LensReport& report) {
  Json out = Json::parse(lens_text(report.lens));
  out["used"] = report.used;
  out["findings"] = Json::array();
  for (const Finding& finding : report.findings) out["findings"].push_back(json_of(finding));
  out["out"] = options.out;
  return out;
}

std::string text_of_report(const CalibrateOptions& options, const calibration::LensReport& report) {
  const calibration::Lens& lens = report.lens;
  const auto give_or_take = [&](int parameter) { return measure::kSigmasOf95 * std::sqrt(lens.covariance(parameter, parameter)); };
  std::string out = fmt::format("{} x {} pixels, {} views used\n", lens.image_size.width, lens.image_size.height, lens.images_used);
  out += fmt::format("focal length     {:.2f} {:.2f} px  +-{:.2f} {:.2f}\n", lens.fx, lens.fy, give_or_take(calibration::kFx),
                     give_or_take(calibration::kFy));
  out += fmt::format("principal point  {:.2f} {:.2f} px  +-{:.2f} {:.2f}\n", lens.cx, lens.cy, give_or_take(calibration::kCx),
                     give_or_take(calibration::kCy));
  out += fmt::format("distortion       {:.5f} {:.5f} {:.5f} {:.5f} {:.5f}\n", lens.distortion[0], lens.distortion[1], lens.distortion[2],
                     lens.distortion[3], lens.distortion[4]);
  if (lens.rms_px) out += fmt::format("error            {:.3f} px (of the views it was fitted to)\n", *lens.rms_px);
  if (lens.cross_validation_px) out += fmt::format("cross-validation {:.3f} px (of views it had not seen)\n", *lens.cross_validation_px);
  return out + fmt::format("written to {}\n", options.out);
}

using calibration::TargetRequest;

/// The words of the command line as a request; sizes fall to what they mean for the kind.
measure::Result<TargetRequest> request_of(const TargetsOptions& options) {
  const auto kind = calibration::target_kind(options.kind);
  if (!kind) return fail(ErrorCode::Usage, options.kind + ": there is no such target");
  TargetRequest request;
  request.kind = *kind;
  request.out = options.out;
  request.translate = [](const char* english) { return std::string(tongue::tr(english)); };
  request.dpi = options.dpi;
  request.paper = options.paper == "letter" ? calibration::Paper::Letter : calibration::Paper::A4;
  request.ids = options.ids;
  request.colours = options.colours;
  request.count = options.count;
  if (options.side_in) request.tag_side = Inches(*options.side_in);
  if (options.diameter_in) request.diameter = Inches(*options.diameter_in);
  if (options.length_in) request.length = Inches(*options.length_in);
  const auto inner = parse_grid("--inner", options.inner), squares = parse_grid("--squares", options.squares);
  if (!inner) return tl::unexpected(inner.error());
  if (!squares) return tl::unexpected(squares.error());
  request.chessboard = {.inner_columns = inner->first, .inner_rows = inner->second, .square = Inches(options.square_in.value_or(1.0))};
  request.charuco.squares_x = squares->first;
  request.charuco.squares_y = squares->second;
  if (options.square_in) request.charuco.square = Inches(*options.square_in);
  if (options.marker_in) request.charuco.marker = Inches(*options.marker_in);
  if (!options.dictionary.empty()) request.dictionary = request.charuco.dictionary = options.dictionary;
  return request;
}

}  // namespace

int calibrate(const CalibrateOptions& options) {
  const auto board = options.board == "charuco" ? charuco(options) : chessboard(options);
  if (!board) return complain(board.error());
  std::vector<Finding> unreadable;
  std::optional<Progress> progress(std::in_place, "pictures read", options.pictures.size(), options.json);
  const auto pictures = read_pictures(options.pictures, *progress, unreadable);
  auto report = calibration::calibrate_lens(*board, pictures);
  progress.reset();
  for (const Finding& finding : unreadable) say(line_of(finding, may_colour(2)));
  if (pictures.empty()) return complain({ErrorCode::BadFile, "none of the pictures can be read"});
  if (!report) return complain(report.error());
  for (const Finding& finding : report->findings) say(line_of(finding, may_colour(2)));
  report->findings.insert(report->findings.begin(), unreadable.begin(), unreadable.end());
  if (const auto written = write_lens(options.out, report->lens); !written) return complain(written.error());
  fmt::print("{}", options.json ? line_of(json_of_report(options, *report)) + "\n" : text_of_report(options, *report));
  return kDone;
}

int targets(const TargetsOptions& options) {
  speak(options.speaking);
  const auto written = request_of(options).and_then(calibration::write_targets);
  if (!written) return complain(written.error());
  if (options.json) {
    fmt::print("{}\n", line_of(Json{{"written", *written}}));
    return kDone;
  }
  for (const std::string& file : *written) fmt::print("{}\n", file);
  say("Print at 100 % (\"actual size\") and lay a ruler on the check ruler of the sheet.");
  return kDone;
}

}  // namespace app
