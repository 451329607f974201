// One measurement between two ends, pieces or points of the table: what `vedette measure` prints and evidence may rest on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/wire/numbers.h"
#include "measure/footprint.h"
#include "measure/result.h"
#include "vision/table_state.h"

namespace app {

struct MeasureEnd {
  std::optional<std::string> name = {};              // of a piece or a tag; empty for a bare point
  measure::Spot spot;                                // base centre, or the point
  std::optional<measure::Footprint> footprint = {};  // of a piece
  std::optional<measure::Radians> heading = {};      // where the piece shows one
};
[[nodiscard]] MeasureEnd end_of(const vision::Piece& piece);

/// The piece that a word means: by its name, or by the tag it wears, `tag:10`. Null: it means no piece.
/// Errors: NotSeen for a piece that is known but not seen.
[[nodiscard]] measure::Result<const vision::Piece*> piece_called(const std::string& word, const vision::TableState& state,
                                                                 const std::vector<measure::PieceSpec>& roster);
/// The number of `tag:10`; none for any other word.
[[nodiscard]] std::optional<int> tag_called(const std::string& word);

struct Measurement {
  MeasureEnd from, to;
  std::optional<measure::Measured> gap = {};  // edge to edge, between two bases
  measure::Measured centre;
  std::optional<measure::MeasuredAngle> bearing = {};  // of `to` off the heading of `from`
};
[[nodiscard]] Measurement measurement_of(const MeasureEnd& from, const MeasureEnd& to);

/// The keys from, to, gap_in, centre_in and bearing_deg (docs/formats.md).
[[nodiscard]] Json json_of(const Measurement& measurement);
/// The same for people, a line each.
[[nodiscard]] std::string text_of(const Measurement& measurement);

}  // namespace app
