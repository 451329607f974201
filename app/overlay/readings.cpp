#include "app/overlay/readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/overlay/reading_parts.h"
#include "app/overlay/reading_tools.h"
#include "measure/gap.h"

namespace overlay {
namespace {

using measure::Inches;
using measure::Measured;
using vision::Piece;

/// Results choose their place before names do.
constexpr int kResultPriority = 50;
/// A ring of lines to more neighbours than this cannot be read.
constexpr std::size_t kMostNeighbours = 8;

struct Span {
  Measured length;
  measure::TablePoint from, to;
};

[[nodiscard]] Span span_of(const Resolved& a, const Resolved& b, bool centres) {
  if (!centres && a.piece && b.piece) {
    const auto nearest = measure::nearest_points(vision::footprint_of(*a.piece), vision::footprint_of(*b.piece));
    return {nearest.gap, nearest.on_a, nearest.on_b};
  }
  if (!centres && (a.piece || b.piece)) {
    const Resolved& base = a.piece ? a : b;
    const Resolved& point = a.piece ? b : a;
    const auto clear = measure::clearance(point.spot, point.spot, vision::footprint_of(*base.piece));
    return {clear.value, a.piece ? clear.on_footprint : point.spot.at, a.piece ? point.spot.at : clear.on_footprint};
  }
  return {measure::distance_between(a.spot, b.spot), a.spot.at, b.spot.at};
}

[[nodiscard]] Line span_line(const Span& span, Inches z_from, Inches z_to, Colour colour) {
  return {.points = {{span.from, z_from}, {span.to, z_to}}, .style = {.colour = colour, .width = 3.0}, .soft_end = span.length.margin};
}

[[nodiscard]] Reading read_around(const Around& around, const vision::TableState& state) {
  const Piece* const from = find_piece(state, around.piece);
  if (!from) return gone("Around");
  struct Neighbour {
    const Piece* piece;
    Span span;
  };
  std::vector<Neighbour> near;
  for (const Piece& piece : state.pieces) {
    if (piece.id == from->id) continue;
    const auto nearest = measure::nearest_points(vision::footprint_of(*from), vision::footprint_of(piece));
    if (nearest.gap.value <= around.reach) near.push_back({&piece, {nearest.gap, nearest.on_a, nearest.on_b}});
  }
  std::ranges::sort(near, {}, [](const Neighbour& n) { return n.span.length.value; });
  if (near.size() > kMostNeighbours) near.resize(kMostNeighbours);

  Reading reading{.tool = "Around", .headline = {}, .rows = {}, .drawing = {}, .margin = {}};
  reading.headline.who = from->name;
  reading.headline.value =
      near.empty() ? fmt::format("nobody within {:g} in", around.reach.value) : fmt::format("{} nearest, edge to edge", near.size());
  for (const Neighbour& n : near) {
    reading.rows.push_back({.verdict = {}, .who = n.piece->name, .value = text_of(n.span.length), .note = "", .piece = n.piece->id});
    reading.drawing.push_back(span_line(n.span, spot_of(*from).z, spot_of(*n.piece).z, Ink::Accent));
    // Beside the neighbour itself: in a close rank the lines run over each other, and nobody could tell whose a number is.
    reading.drawing.push_back(result_label(spot_of(*n.piece), text_of(n.span.length), {}, {from, n.piece}));
  }
  if (!near.empty()) reading.margin = near.front().span.length.margin;
  return reading;
}

}  // namespace

std::string text_of(const Measured& measured) {
  return fmt::format("{:.2f} ±{:.2f} in", measured.value.value, std::max(0.01, measured.margin.value));
}
std::string text_of(const measure::MeasuredAngle& measured) {
  return fmt::format("{:.1f}° ±{:.1f}", measure::degrees(measured.value), std::max(0.1, measure::degrees(measured.margin)));
}

const Piece* find_piece(const vision::TableState& state, int id) {
  const auto found = std::ranges::find(state.pieces, id, &Piece::id);
  return found == state.pieces.end() ? nullptr : &*found;
}

std::optional<Resolved> resolve(const End& end, const vision::TableState& state, const measure::Table& table) {
  if (!end.piece) {
    return Resolved{.piece = nullptr,
                    .spot = {end.point, measure::covariance_of(end.margin)},
                    .z = measure::ground_height(table.terrain, end.point),
                    .name = fmt::format("({:.0f}, {:.0f})", end.point.x.value, end.point.y.value)};
  }
  const Piece* const piece = find_piece(state, *end.piece);
  if (!piece) return std::nullopt;
  return Resolved{.piece = piece, .spot = {piece->at, piece->covariance}, .z = spot_of(*piece).z, .name = piece->name};
}

Reading gone(std::string tool) {
  return {.tool = std::move(tool),
          .headline = {.verdict = {}, .who = "", .value = "its figure is no longer on the table", .note = "", .piece = {}},
          .rows = {},
          .drawing = {},
          .margin = {}};
}

Colour colour_of(const std::optional<measure::Verdict>& verdict) { return verdict ? ink_of(*verdict) : Ink::Accent; }

Label result_label(Spot anchor, std::string text, const std::optional<measure::Verdict>& verdict,
                   std::initializer_list<const Piece*> speaks_of) {
  Label label{.anchor = anchor,
              .text = std::move(text),
              .rim = colour_of(verdict),
              .sign = verdict ? sign_of(*verdict) : Sign::None,
              .priority = kResultPriority,
              .speaks_of = {},
              .leader = true};
  for (const Piece* piece : speaks_of) {
    if (piece) label.speaks_of.push_back(mark_of(*piece));
  }
  return label;
}

Label line_label(Spot a, Spot b, std::string text, const std::optional<measure::Verdict>& verdict,
                 std::initializer_list<const Piece*> speaks_of) {
  Label label = result_label({measure::midpoint(a.at, b.at), (a.z + b.z) * 0.5}, std::move(text), verdict, speaks_of);
  label.along = {a, b};
  return label;
}

Reading read_ruler(const Ruler& ruler, const vision::TableState& state, const measure::Table& table) {
  const auto from = resolve(ruler.from, state, table), to = resolve(ruler.to, state, table);
  if (!from || !to) return gone("Ruler");
  const Span span = span_of(*from, *to, ruler.centres);
  Reading reading{.tool = "Ruler", .headline = {}, .rows = {}, .drawing = {}, .margin = span.length.margin};
  reading.headline = {.verdict = {},
                      .who = from->name + " to " + to->name,
                      .value = text_of(span.length),
                      .note = !from->piece && !to->piece ? "point to point"
                              : ruler.centres            ? "centre to centre"
                                                         : "edge to edge",
                      .piece = {}};
  for (const Resolved* end : {&*from, &*to}) {
    if (!end->piece) continue;
    Mark mark = mark_of(*end->piece);
    mark.soft = measure::margin_of(end->piece->covariance);
    mark.style = {.colour = Ink::Accent, .width = 2.4};
    reading.drawing.push_back(mark);
  }
  reading.drawing.push_back(span_line(span, from->z, to->z, Ink::Accent));
  reading.drawing.push_back(line_label({span.from, from->z}, {span.to, to->z}, text_of(span.length), {}, {from->piece, to->piece}));
  return reading;
}

Reading read(const Laid& laid, const vision::TableState& state, const measure::Table& table) {
  struct Visitor {
    const vision::TableState& state;
    const measure::Table& table;
    Reading operator()(const Ruler& tool) const { return read_ruler(tool, state, table); }
    Reading operator()(const Around& tool) const { return read_around(tool, state); }
    Reading operator()(const FieldOfFire& tool) const { return read_field(tool, state, table); }
    Reading operator()(const LineOfFire& tool) const { return read_corridor(tool, state, table); }
    Reading operator()(const LineOfSight& tool) const { return read_sight(tool, state, table); }
  };
  return std::visit(Visitor{state, table}, laid);
}

bool speaks_of(const Laid& laid, int piece) {
  struct Visitor {
    int piece;
    bool operator()(const Ruler& t) const { return t.from.piece == piece || t.to.piece == piece; }
    bool operator()(const Around& t) const { return t.piece == piece; }
    bool operator()(const FieldOfFire& t) const { return t.piece == piece; }
    bool operator()(const LineOfFire& t) const { return t.from.piece == piece || t.to.piece == piece; }
    bool operator()(const LineOfSight& t) const { return t.from.piece == piece || t.to.piece == piece; }
  };
  return std::visit(Visitor{piece}, laid);
}

}  // namespace overlay
