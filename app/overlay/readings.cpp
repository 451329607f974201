#include "app/overlay/readings.h"

#include <fmt/format.h>
#include <algorithm>

#include "app/tongue/length.h"
#include "app/tongue/tongue.h"
#include "measure/footprint.h"
#include "measure/gap.h"
#include "measure/sight/sight.h"

namespace overlay {
namespace {

using measure::Inches, measure::Measured, vision::Piece;

/// Results choose their place before names do.
constexpr int kResultPriority = 50;
/// A ring of lines to more neighbours than this cannot be read.
constexpr std::size_t kMostNeighbours = 8;

/// An end as it stands now.
struct Resolved {
  const Piece* piece = nullptr;  // null for a bare point
  measure::Spot spot;
  Inches z;
  std::string name;
};
/// Empty when the piece is gone.
std::optional<Resolved> resolve(const End& end, const vision::TableState& state, const measure::Table& table) {
  if (!end.piece) {
    return Resolved{.spot = {end.point, measure::covariance_of(end.margin)},
                    .z = measure::ground_height(table.terrain, end.point),
                    .name = fmt::format("({:.0f}, {:.0f})", end.point.x.value, end.point.y.value)};
  }
  const Piece* const piece = vision::find_piece(state, *end.piece);
  if (!piece) return std::nullopt;
  return Resolved{.piece = piece, .spot = {piece->at, piece->covariance}, .z = spot_of(*piece).z, .name = piece->name};
}

/// The reading of a tool whose piece has left the table.
Reading gone(std::string tool) {
  return {.tool = std::move(tool), .headline = {.value = tongue::tr("its figure is no longer on the table")}};
}

Colour colour_of(const std::optional<measure::Verdict>& verdict) { return verdict ? ink_of(*verdict) : Ink::Accent; }

/// A result's label; it keeps off the pieces given.
Label result_label(Spot anchor, std::string text, const std::optional<measure::Verdict>& verdict,
                   std::initializer_list<const Piece*> speaks_of) {
  Label label{.anchor = anchor,
              .text = std::move(text),
              .rim = colour_of(verdict),
              .sign = verdict ? sign_of(*verdict) : Sign::None,
              .priority = kResultPriority,
              .leader = true};
  for (const Piece* piece : speaks_of)
    if (piece) label.speaks_of.push_back(mark_of(*piece));
  return label;
}

/// The same for the length of a line: it sits on the line from `a` to `b`.
Label line_label(Spot a, Spot b, std::string text, const std::optional<measure::Verdict>& verdict,
                 std::initializer_list<const Piece*> speaks_of) {
  Label label = result_label({measure::midpoint(a.at, b.at), (a.z + b.z) * 0.5}, std::move(text), verdict, speaks_of);
  label.along = {a, b};
  return label;
}

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

/// The end itself, or everybody of its unit.
std::vector<Resolved> with_unit(const Resolved& end, bool units, const vision::TableState& state, const measure::Table& table) {
  if (!units || !end.piece || end.piece->unit.empty()) return {end};
  std::vector<Resolved> all;
  for (const Piece& piece : state.pieces)
    if (piece.unit == end.piece->unit && piece.army == end.piece->army && piece.seen != vision::Seen::Lost)
      all.push_back(*resolve({.piece = piece.id}, state, table));
  return all;
}

/// The two figures, or points, of an intent that are nearest to each other.
struct Nearest {
  Resolved who, of;
  Span span;
};
std::optional<Nearest> nearest_of(const Intent& intent, const vision::TableState& state, const measure::Table& table) {
  const auto who = resolve(intent.who, state, table), of = resolve(intent.of, state, table);
  if (!who || !of) return std::nullopt;
  std::optional<Nearest> nearest;
  for (const Resolved& a : with_unit(*who, intent.units, state, table))
    for (const Resolved& b : with_unit(*of, intent.units, state, table))
      if (const Span span = span_of(a, b, false); !nearest || span.length.value < nearest->span.length.value) nearest = {a, b, span};
  return nearest;
}

measure::Verdict verdict_on(const Intent& intent, const Measured& apart) {
  return intent.beyond ? measure::at_least(apart, intent.limit) : measure::at_most(apart, intent.limit);
}

const char* kept_word(measure::Verdict verdict) {
  return verdict == measure::Verdict::Yes  ? tongue::tr("kept")
         : verdict == measure::Verdict::No ? tongue::tr("broken")
                                           : tongue::tr("too close to call");
}

/// "beyond 6 in", "within 4.5 in".
std::string limit_of(const Intent& intent) {
  return intent.beyond ? tongue::trf("beyond {}", tongue::exact(intent.limit)) : tongue::trf("within {}", tongue::exact(intent.limit));
}

Reading read_tool(const Intent& intent, const vision::TableState& state, const measure::Table& table) {
  const auto nearest = nearest_of(intent, state, table);
  if (!nearest) return gone(tongue::tr("Intent"));
  const auto& [who, of, span] = *nearest;
  Reading reading{.tool = tongue::tr("Intent"), .margin = span.length.margin};
  const measure::Verdict verdict = verdict_on(intent, span.length);
  reading.headline = {.verdict = verdict,
                      .who = tongue::trf("{} {} of {}", who.name, limit_of(intent), of.name),
                      .value = fmt::format("{}: {}", kept_word(verdict), text_of(span.length))};
  // How far that is, round the one who is kept away from.
  Mark circle{.footprint = of.piece ? vision::footprint_of(*of.piece)
                                    : measure::Footprint{.shape = measure::RoundShape{Inches(0.05)}, .centre = of.spot.at},
              .z = of.z,
              .grow = intent.limit};
  circle.style = {.colour = ink_of(verdict), .width = 2.0, .dashed = true};
  reading.drawing.push_back(std::move(circle));
  reading.drawing.push_back(span_line(span, who.z, of.z, ink_of(verdict)));
  reading.drawing.push_back(
      line_label({span.from, who.z}, {span.to, of.z}, limit_of(intent) + ": " + text_of(span.length), verdict, {who.piece, of.piece}));
  return reading;
}

Reading read_tool(const Around& around, const vision::TableState& state, const measure::Table& /*table*/) {
  const Piece* const from = vision::find_piece(state, around.piece);
  if (!from) return gone(tongue::tr("Around"));
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

  Reading reading{.tool = tongue::tr("Around")};
  reading.headline.who = from->name;
  reading.headline.value =
      near.empty() ? tongue::trf("nobody within {}", tongue::exact(around.reach)) : tongue::trf("{} nearest, edge to edge", near.size());
  for (const Neighbour& n : near) {
    reading.rows.push_back({.who = n.piece->name, .value = text_of(n.span.length)});
    reading.drawing.push_back(span_line(n.span, spot_of(*from).z, spot_of(*n.piece).z, Ink::Accent));
    // Beside the neighbour itself: in a close rank the lines run over each other, and nobody could tell whose a number is.
    reading.drawing.push_back(result_label(spot_of(*n.piece), text_of(n.span.length), {}, {from, n.piece}));
  }
  if (!near.empty()) reading.margin = near.front().span.length.margin;
  return reading;
}

using measure::Radians, measure::Verdict;

/// Figures farther from the line than this much beyond what it needs are not worth a row.
constexpr Inches kNearLine{2.0};

[[nodiscard]] Verdict worse(Verdict a, Verdict b) { return std::max(a, b); }

struct Target {
  const Piece* piece;
  Verdict verdict = {};
  measure::Measured range;
  measure::MeasuredAngle off;
};

[[nodiscard]] Target target_of(const Piece& from, const Piece& piece, const FieldOfFire& field) {
  const auto at = vision::footprint_of(from), there = vision::footprint_of(piece);
  Target target{.piece = &piece, .range = measure::gap(at, there), .off = measure::angle_off(at, measure::centre_of(there))};
  target.verdict = worse(measure::at_most(target.range, field.reach), measure::at_most(target.off, field.half_width));
  return target;
}

[[nodiscard]] std::string why(const Target& target, const FieldOfFire& field) {
  if (measure::at_most(target.off, field.half_width) == Verdict::No)
    return tongue::trf("{:.1f}° off, limit {:g}°", measure::degrees(target.off.value), measure::degrees(field.half_width));
  if (measure::at_most(target.range, field.reach) == Verdict::No) return tongue::trf("beyond {}", tongue::exact(field.reach));
  return tongue::trf("{} off", text_of(target.off));
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
  return tongue::trf("{} inside", text_of(clear));
}

[[nodiscard]] std::string unit_or_name(const Piece& piece) { return piece.unit.empty() ? piece.name : piece.unit + " · " + piece.name; }

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
  if (sight.clear == Verdict::Yes) return tongue::tr("sees it");
  const std::string what = sight.in_the_way.empty() ? tongue::tr("something") : sight.in_the_way.front().name;
  return sight.clear == Verdict::No ? tongue::trf("blocked by {}", what) : tongue::trf("too close to call: {}", what);
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
          .value = blocker.rise.value.value < 0.0 ? tongue::trf("{} under line", size_of(blocker.rise))
                                                  : tongue::trf("{} over line", size_of(blocker.rise)),
          .note = blocker.clearance.value.value < 0.0 ? tongue::trf("line passes {} inside", size_of(blocker.clearance))
                                                      : tongue::trf("line passes {} beside", size_of(blocker.clearance))};
}

Reading read_tool(const Ruler& ruler, const vision::TableState& state, const measure::Table& table) {
  const auto from = resolve(ruler.from, state, table), to = resolve(ruler.to, state, table);
  if (!from || !to) return gone(tongue::tr("Ruler"));
  const Span span = span_of(*from, *to, ruler.centres);
  Reading reading{.tool = tongue::tr("Ruler"), .margin = span.length.margin};
  reading.headline = {.who = tongue::trf("{} to {}", from->name, to->name),
                      .value = text_of(span.length),
                      .note = !from->piece && !to->piece ? tongue::tr("point to point")
                              : ruler.centres            ? tongue::tr("centre to centre")
                                                         : tongue::tr("edge to edge")};
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

Reading read_tool(const FieldOfFire& field, const vision::TableState& state, const measure::Table& /*table*/) {
  const Piece* const from = vision::find_piece(state, field.piece);
  if (!from) return gone(tongue::tr("Arc"));
  Reading reading{.tool = tongue::tr("Arc"), .headline = {.who = from->name}};
  if (!from->heading) {
    reading.headline.value = tongue::tr("its front cannot be seen");
    return reading;
  }
  reading.headline.value = tongue::trf("{:g}° either side, {}", measure::degrees(field.half_width), tongue::exact(field.reach));
  const Spot centre = spot_of(*from);
  Arc arc{.centre = centre,
          .radius = field.reach,
          .start = *from->heading - field.half_width,
          .sweep = field.half_width * 2.0,
          .style = {.colour = Ink::Accent, .width = 2.0, .fill = 0.08},
          .sides = true,
          .soft_sides = from->heading_margin};
  reading.drawing.push_back(arc);
  arc.sides = false;
  arc.style = {.colour = Ink::Accent, .width = 1.2, .opacity = 0.6, .dashed = true, .halo = false};
  for (const double share : {0.25, 0.5, 0.75}) {
    arc.radius = field.reach * share;
    reading.drawing.push_back(arc);
  }
  for (const Target& target : targets_of(*from, field, state)) {
    reading.rows.push_back(
        {.verdict = target.verdict, .who = unit_or_name(*target.piece), .value = text_of(target.range), .note = why(target, field)});
    if (target.verdict == Verdict::No) continue;
    Mark mark = mark_of(*target.piece, Inches(0.1));
    mark.style = {.colour = ink_of(target.verdict), .width = 2.6};
    reading.drawing.push_back(mark);
    reading.drawing.push_back(
        result_label(spot_of(*target.piece), text_of(target.range) + " · " + text_of(target.off), target.verdict, {target.piece}));
  }
  return reading;
}

Reading read_tool(const LineOfFire& fire, const vision::TableState& state, const measure::Table& table) {
  const auto from = resolve(fire.from, state, table), to = resolve(fire.to, state, table);
  if (!from || !to) return gone(tongue::tr("Clearance"));
  Reading reading{.tool = tongue::tr("Clearance")};
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
  reading.drawing.push_back(Line{.points = {start, end}, .style = {.colour = ink_of(verdict), .width = 3.0}});
  for (const Beside& b : beside) {
    reading.rows.push_back({.verdict = b.verdict, .who = b.piece->name, .value = clear_text(b.clear.value)});
    if (b.verdict == Verdict::Yes) continue;
    Mark mark = mark_of(*b.piece, Inches(0.1));
    mark.style = {.colour = ink_of(b.verdict), .width = 2.8};
    reading.drawing.push_back(mark);
  }
  reading.headline = {
      .verdict = verdict, .who = tongue::trf("{} to {}", from->name, to->name), .note = tongue::trf("needs {}", tongue::exact(fire.needs))};
  std::string label = tongue::tr("no figure near");
  if (!beside.empty()) {
    const std::string nearest = beside.front().piece->name;
    reading.margin = beside.front().clear.value.margin;
    const std::string clear = clear_text(beside.front().clear.value);
    label = beside.front().clear.value.value < Inches(0.0) ? clear + " " + nearest : tongue::trf("{} to {}", clear, nearest);
  }
  reading.headline.value = label;
  reading.drawing.push_back(
      line_label(start, end, label, verdict, {from->piece, to->piece, beside.empty() ? nullptr : beside.front().piece}));
  return reading;
}

Reading read_tool(const LineOfSight& sight, const vision::TableState& state, const measure::Table& table) {
  const auto from = resolve(sight.from, state, table), to = resolve(sight.to, state, table);
  if (!from || !to) return gone(tongue::tr("Sight"));
  const auto eye = eye_of(*from), target = eye_of(*to);
  const measure::Sight seen = measure::sight(eye, target, table.terrain, others(state, *from, *to));

  Reading reading{.tool = tongue::tr("Sight")};
  reading.headline = {.verdict = seen.clear,
                      .who = tongue::trf("{} to {}", from->name, to->name),
                      .value = says(seen),
                      .note = text_of(measure::distance_between(from->spot, to->spot))};
  for (const auto& blocker : seen.in_the_way) reading.rows.push_back(row_of(blocker));

  const Spot start{from->spot.at, from->z}, end{to->spot.at, to->z};
  const Style free{.colour = ink_of(seen.clear), .width = 2.8};
  if (seen.clear == Verdict::Yes || seen.in_the_way.empty()) {
    reading.drawing.push_back(Line{.points = {start, end}, .style = free});
  } else {
    const auto nearest = std::ranges::min(seen.in_the_way, {}, [&](const auto& b) { return measure::distance(start.at, b.at); });
    const Spot stop{nearest.at, measure::ground_height(table.terrain, nearest.at)};
    Style beyond = free;
    beyond.dashed = true;
    beyond.opacity = 0.8;
    reading.drawing.push_back(Line{.points = {start, stop}, .style = free});
    reading.drawing.push_back(Line{.points = {stop, end}, .style = beyond});
  }
  reading.drawing.push_back(line_label(start, end, reading.headline.value, seen.clear, {from->piece, to->piece}));
  return reading;
}

}  // namespace

std::string text_of(const Measured& measured) { return tongue::measured(measured); }
std::string text_of(const measure::MeasuredAngle& measured) {
  return fmt::format("{:.1f}° ±{:.1f}", measure::degrees(measured.value), std::max(0.1, measure::degrees(measured.margin)));
}

Reading read(const Laid& laid, const vision::TableState& state, const measure::Table& table) {
  return std::visit([&](const auto& tool) { return read_tool(tool, state, table); }, laid);
}

std::optional<IntentNow> check(const Intent& intent, const vision::TableState& state, const measure::Table& table) {
  const auto nearest = nearest_of(intent, state, table);
  if (!nearest) return std::nullopt;
  const auto name = [&](const Resolved& end) { return intent.units && end.piece && !end.piece->unit.empty() ? end.piece->unit : end.name; };
  return IntentNow{verdict_on(intent, nearest->span.length), nearest->span.length, name(nearest->who), name(nearest->of)};
}

std::string text_of(const Intent& intent, const IntentNow& now) {
  return tongue::trf("{} stays {} of {}: {}, {}", now.who, limit_of(intent), now.of, kept_word(now.verdict), text_of(now.apart));
}

}  // namespace overlay
