// `vedette targets`: sheets to print.
#include "calibration/print/targets.h"

#include <fmt/format.h>

#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/grid.h"
#include "app/commands/state_json.h"
#include "app/commands/talk.h"

namespace app {
namespace {

using calibration::TargetRequest;
using measure::ErrorCode;
using measure::fail;
using measure::Inches;

/// The words of the command line as a request; sizes fall to what they mean for the kind.
measure::Result<TargetRequest> request_of(const TargetsOptions& options) {
  const auto kind = calibration::target_kind(options.kind);
  if (!kind) return fail(ErrorCode::Usage, options.kind + ": there is no such target");
  TargetRequest request;
  request.kind = *kind;
  request.out = options.out;
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

int targets(const TargetsOptions& options) {
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
