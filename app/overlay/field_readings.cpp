// Arcs, corridors and sight lines as readings.
#include <fmt/format.h>

#include <algorithm>

#include "app/overlay/reading_parts.h"
#include "app/overlay/reading_tools.h"
#include "measure/bearing.h"
#include "measure/gap.h"

namespace overlay {
namespace {

using measure::Inches;
using measure::Radians;
using measure::Verdict;
using vision::Piece;

/// Figures farther from the line than this much beyond what it needs are not worth a row.
constexpr Inches kNearLine{2.0};

[[nodiscard]] Verdict worse(Verdict a, Verdict b) { return std::max(a, b); }

struct Target {
  const Piece* piece;
  Verdict verdict;
  measure::Measured range;
  measure::MeasuredAngle off;
};

[[nodiscard]] Target target_of(const Piece& from, const Piece& piece, const FieldOfFire& field) {
  const auto at = vision::footprint_of(from), there = vision::footprint_of(piece);
  Target target{.piece = &piece, .verdict = {}, .range = measure::gap(at, there), .off = measure::angle_off(at, measure::centre_of(there))};
  target.verdict = worse(measure::at_most(target.range, field.reach), measure::at_most(target.off, field.half_width));
  return target;
}

[[nodiscard]] std::string why(const Target& target, const FieldOfFire& field) {
  if (measure::at_most(target.off, field.half_width) == Verdict::No) {
    return fmt::format("{:.1f}° off, limit {:g}°", measure::degrees(target.off.value), measure::degrees(field.half_width));
  }
  if (measure::at_most(target.range, field.reach) == Verdict::No) return fmt::format("beyond {:g} in", field.reach.value);
  return text_of(target.off) + " off";
}

/// The nearest figure of each other unit, the best verdict first: what a player may aim at.
[[nodiscard]] std::vector<Target> targets_of(const Piece& from, const FieldOfFire& field, const vision::TableState& state) {
  std::vector<Target> best;
  for (const Piece& piece : state.pieces) {
    if (piece.id == from.id || piece.army == from.army) continue;
    const Target target = target_of(from, piece, field);
    const auto known = std::ranges::find_if(best, [&](const Target& t) { return !piece.unit.empty() && t.piece->unit == piece.unit; });
    const auto order = [](const Target& t) { return std::pair(t.verdict, t.range.value); };
    if (known == best.end())
      best.push_back(target);
    else if (order(target) < order(*known))
      *known = target;
  }
  std::ranges::sort(best, {}, [](const Target& t) { return std::pair(t.verdict, t.range.value); });
  return best;
}

/// Is `other` the end itself, or one of its own unit? The firer's own crew and the target's own men are not in the way.
[[nodiscard]] bool of_body(const Piece* end, const Piece& other) {
  return end && (end->id == other.id || (!end->unit.empty() && end->unit == other.unit && end->army == other.army));
}

/// "1.13 ±0.07 in", or how deep inside a base the line passes.
[[nodiscard]] std::string clear_text(measure::Measured clear) {
  if (clear.value >= Inches(0.0)) return text_of(clear);
  clear.value = -clear.value;
  return text_of(clear) + " inside";
}

[[nodiscard]] std::string unit_or_name(const Piece& piece) { return piece.unit.empty() ? piece.name : piece.unit + " · " + piece.name; }

}  // namespace

Reading read_field(const FieldOfFire& field, const vision::TableState& state, const measure::Table& /*table*/) {
  const Piece* const from = find_piece(state, field.piece);
  if (!from) return gone("Arc");
  Reading reading{.tool = "Arc",
                  .headline = {.verdict = {}, .who = from->name, .value = "", .note = "", .piece = {}},
                  .rows = {},
                  .drawing = {},
                  .margin = {}};
  if (!from->heading) {
    reading.headline.value = "its front cannot be seen";
    return reading;
  }
  reading.headline.value = fmt::format("{:g}° either side, {:g} in", measure::degrees(field.half_width), field.reach.value);
  const Spot centre = spot_of(*from);
  reading.drawing.push_back(Arc{.centre = centre,
                                .radius = field.reach,
                                .start = *from->heading - field.half_width,
                                .sweep = field.half_width * 2.0,
                                .style = {.colour = Ink::Accent, .width = 2.0, .fill = 0.08},
                                .sides = true,
                                .soft_sides = from->heading_margin});
  for (const double share : {0.25, 0.5, 0.75}) {
    reading.drawing.push_back(Arc{.centre = centre,
                                  .radius = field.reach * share,
                                  .start = *from->heading - field.half_width,
                                  .sweep = field.half_width * 2.0,
                                  .style = {.colour = Ink::Accent, .width = 1.2, .opacity = 0.6, .dashed = true, .halo = false},
                                  .sides = false,
                                  .soft_sides = {}});
  }
  for (const Target& target : targets_of(*from, field, state)) {
    reading.rows.push_back({.verdict = target.verdict,
                            .who = unit_or_name(*target.piece),
                            .value = text_of(target.range),
                            .note = why(target, field),
                            .piece = target.piece->id});
    if (target.verdict == Verdict::No) continue;
    Mark mark = mark_of(*target.piece, Inches(0.1));
    mark.style = {.colour = ink_of(target.verdict), .width = 2.6};
    reading.drawing.push_back(mark);
    reading.drawing.push_back(
        result_label(spot_of(*target.piece), text_of(target.range) + " · " + text_of(target.off), target.verdict, {target.piece}));
  }
  return reading;
}

Reading read_corridor(const LineOfFire& fire, const vision::TableState& state, const measure::Table& table) {
  const auto from = resolve(fire.from, state, table), to = resolve(fire.to, state, table);
  if (!from || !to) return gone("Clearance");
  Reading reading{.tool = "Clearance", .headline = {}, .rows = {}, .drawing = {}, .margin = {}};
  struct Beside {
    const Piece* piece;
    measure::Clearance clear;
    Verdict verdict;
  };
  std::vector<Beside> beside;
  for (const Piece& piece : state.pieces) {
    if (of_body(from->piece, piece) || of_body(to->piece, piece)) continue;
    const auto clear = measure::clearance(from->spot, to->spot, vision::footprint_of(piece));
    if (clear.value.value <= fire.needs + kNearLine) beside.push_back({&piece, clear, measure::at_least(clear.value, fire.needs)});
  }
  std::ranges::sort(beside, {}, [](const Beside& b) { return b.clear.value.value; });
  Verdict verdict = Verdict::Yes;
  for (const Beside& b : beside) verdict = worse(verdict, b.verdict);

  Inches soft = beside.empty() ? Inches(0.0) : beside.front().clear.value.margin;
  const Spot start{from->spot.at, from->z}, end{to->spot.at, to->z};
  reading.drawing.push_back(Corridor{
      .from = start, .to = end, .half_width = fire.needs, .soft = soft, .style = {.colour = ink_of(verdict), .width = 1.6, .fill = 0.3}});
  reading.drawing.push_back(Line{.points = {start, end}, .style = {.colour = ink_of(verdict), .width = 3.0}, .soft_end = {}});
  for (const Beside& b : beside) {
    reading.rows.push_back(
        {.verdict = b.verdict, .who = b.piece->name, .value = clear_text(b.clear.value), .note = "", .piece = b.piece->id});
    if (b.verdict == Verdict::Yes) continue;
    Mark mark = mark_of(*b.piece, Inches(0.1));
    mark.style = {.colour = ink_of(b.verdict), .width = 2.8};
    reading.drawing.push_back(mark);
  }
  reading.headline = {.verdict = verdict,
                      .who = from->name + " to " + to->name,
                      .value = "",
                      .note = fmt::format("needs {:g} in", fire.needs.value),
                      .piece = {}};
  std::string label = "no figure near";
  if (!beside.empty()) {
    const std::string nearest = beside.front().piece->name;
    reading.margin = beside.front().clear.value.margin;
    label = clear_text(beside.front().clear.value) + (beside.front().clear.value.value < Inches(0.0) ? " " : " to ") + nearest;
  }
  reading.headline.value = label;
  reading.drawing.push_back(
      line_label(start, end, label, verdict, {from->piece, to->piece, beside.empty() ? nullptr : beside.front().piece}));
  return reading;
}

}  // namespace overlay
