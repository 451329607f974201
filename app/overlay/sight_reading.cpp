// Lines of sight as readings.
#include <fmt/format.h>

#include <algorithm>

#include "app/overlay/reading_parts.h"
#include "app/overlay/reading_tools.h"
#include "measure/sight.h"

namespace overlay {
namespace {

using measure::Inches;
using measure::Verdict;
using vision::Piece;

/// Eye height over a bare point: of a 30 mm figure. Higher sees over walls a man could not.
constexpr Inches kEyeOverGround{1.2};

[[nodiscard]] measure::SightEnd eye_of(const Resolved& end) {
  const Inches height = end.piece ? end.piece->ground + end.piece->figure_height : end.z + kEyeOverGround;
  return {.at = end.spot, .height = height, .height_margin = Inches(0.0)};
}

[[nodiscard]] std::vector<measure::SightFigure> others(const vision::TableState& state, const Resolved& a, const Resolved& b) {
  std::vector<measure::SightFigure> figures;
  for (const Piece& piece : state.pieces) {
    if (&piece != a.piece && &piece != b.piece)
      figures.push_back({piece.name, vision::footprint_of(piece), piece.ground + piece.figure_height});
  }
  return figures;
}

[[nodiscard]] std::string says(const measure::Sight& sight) {
  if (sight.clear == Verdict::Yes) return "sees it";
  const std::string what = sight.in_the_way.empty() ? "something" : sight.in_the_way.front().name;
  return (sight.clear == Verdict::No ? "blocked by " : "too close to call: ") + what;
}

/// A measurement whose sign the words beside it say.
[[nodiscard]] std::string size_of(const measure::Measured& m) {
  return text_of(measure::Measured{.value = m.value.value < 0.0 ? -m.value : m.value, .margin = m.margin});
}

[[nodiscard]] Row row_of(const measure::SightBlocker& blocker) {
  const Verdict free = blocker.blocks == Verdict::Yes  ? Verdict::No
                       : blocker.blocks == Verdict::No ? Verdict::Yes
                                                       : Verdict::TooCloseToCall;
  return {.verdict = free,
          .who = blocker.name,
          .value = fmt::format("{} {} line", size_of(blocker.rise), blocker.rise.value.value < 0.0 ? "under" : "over"),
          .note = fmt::format("line passes {} {}", size_of(blocker.clearance), blocker.clearance.value.value < 0.0 ? "inside" : "beside"),
          .piece = {}};
}

}  // namespace

Reading read_sight(const LineOfSight& sight, const vision::TableState& state, const measure::Table& table) {
  const auto from = resolve(sight.from, state, table), to = resolve(sight.to, state, table);
  if (!from || !to) return gone("Sight");
  const auto eye = eye_of(*from), target = eye_of(*to);
  const measure::Sight seen = measure::sight(eye, target, table.terrain, others(state, *from, *to));

  Reading reading{.tool = "Sight", .headline = {}, .rows = {}, .drawing = {}, .margin = {}};
  reading.headline = {.verdict = seen.clear,
                      .who = from->name + " to " + to->name,
                      .value = says(seen),
                      .note = text_of(measure::distance_between(from->spot, to->spot)),
                      .piece = {}};
  for (const auto& blocker : seen.in_the_way) reading.rows.push_back(row_of(blocker));

  const Spot start{from->spot.at, from->z}, end{to->spot.at, to->z};
  const Style free{.colour = ink_of(seen.clear), .width = 2.8};
  if (seen.clear == Verdict::Yes || seen.in_the_way.empty()) {
    reading.drawing.push_back(Line{.points = {start, end}, .style = free, .soft_end = {}});
  } else {
    const auto nearest = std::ranges::min(seen.in_the_way, {}, [&](const auto& b) { return measure::distance(start.at, b.at); });
    const Spot stop{nearest.at, measure::ground_height(table.terrain, nearest.at)};
    Style beyond = free;
    beyond.dashed = true;
    beyond.opacity = 0.8;
    reading.drawing.push_back(Line{.points = {start, stop}, .style = free, .soft_end = {}});
    reading.drawing.push_back(Line{.points = {stop, end}, .style = beyond, .soft_end = {}});
  }
  reading.drawing.push_back(line_label(start, end, reading.headline.value, seen.clear, {from->piece, to->piece}));
  return reading;
}

}  // namespace overlay
