#include "measure/sight/sight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "measure/body.h"
#include "measure/convex.h"
#include "measure/sight/crest.h"

namespace measure {
namespace {

/// The line of sight, from 0 at the eye to 1 at the target.
struct SightLine : RisingLine {
  SightEnd eye, target;

  SightLine(const SightEnd& e, const SightEnd& t) : RisingLine{e.at.at, t.at.at - e.at.at, e.height, t.height}, eye(e), target(t) {}
  [[nodiscard]] Inches height_margin(double t) const { return hypot(eye.height_margin * (1.0 - t), target.height_margin * t); }
  /// How much of an error along the table becomes an error in height.
  [[nodiscard]] double steepness() const {
    const Inches run = length();
    return run > Inches(0.0) ? std::abs((target.height - eye.height) / run) : 0.0;
  }
  [[nodiscard]] double where(TablePoint p) const {
    const double squared = dot(whole, whole);
    return squared > 0.0 ? std::clamp(dot(p - eye.at.at, whole) / squared, 0.0, 1.0) : 0.0;
  }
  /// The same line a little to the left.
  [[nodiscard]] SightLine beside(Inches left) const {
    const Inches run = length();
    if (!(run > Inches(0.0))) return *this;
    const TableVector shift = left_of(whole) * (left / run);
    SightEnd moved_eye = eye, moved_target = target;
    moved_eye.at.at = eye.at.at + shift;
    moved_target.at.at = target.at.at + shift;
    return {moved_eye, moved_target};
  }
};

}  // namespace

/// A circle round all of an outline, and how far errors of its own may move it, 95 %.
struct Surround {
  TablePoint centre;
  double radius = 0.0, wander = 0.0;
};

/// Something solid with a flat top: a figure, or terrain.
struct Solid {
  std::string name;
  std::optional<TerrainKind> terrain;
  Body body;
  Inches top;
  Surround around;
};

namespace {

Convex convex_of(std::vector<TablePoint> corners, Inches radius = {}) {
  return {.oval = std::nullopt, .corners = std::move(corners), .radius = radius};
}

std::vector<Convex> parts_of(const Terrain& t) {
  std::vector<Convex> parts;
  if (!t.polygon.empty())
    for (std::vector<TablePoint>& piece : convex_pieces(t.polygon)) parts.push_back(convex_of(std::move(piece)));
  for (std::size_t i = 1; i < t.line.size(); ++i) {
    const TableVector step = t.line[i] - t.line[i - 1];
    const Footprint stretch{.shape = RectShape{length(step), t.width},
                            .centre = midpoint(t.line[i - 1], t.line[i]),
                            .heading = heading_of(step),
                            .covariance = {},
                            .heading_margin = {}};
    parts.push_back(convex_parts(stretch).front());
    if (i > 1 && t.width > Inches(0.0)) parts.push_back(convex_of({t.line[i - 1]}, t.width * 0.5));  // fills the bend
  }
  return parts;
}

Surround around(const Body& body) {
  std::vector<TablePoint> points;
  double radius = 0.0;
  for (const Convex& part : body.parts) {
    if (part.oval) points.push_back(part.oval->centre);
    points.insert(points.end(), part.corners.begin(), part.corners.end());
    const double oval = part.oval ? length(part.oval->long_half).value + length(part.oval->short_half).value : 0.0;
    radius = std::max(radius, part.radius.value + oval);
  }
  TablePoint low = points.empty() ? TablePoint{} : points.front(), high = low;
  for (const TablePoint& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  Surround s{.centre = midpoint(low, high), .radius = radius + 0.5 * distance(low, high).value, .wander = 0.0};
  s.wander = kSigmasOf95 * std::sqrt(spread(body.covariance)) + 2.0 * s.radius * body.heading_margin.value;
  return s;
}

Solid solid_of(std::string name, std::optional<TerrainKind> terrain, Body body, Inches top) {
  const Surround surround = around(body);
  return {.name = std::move(name), .terrain = terrain, .body = std::move(body), .top = top, .around = surround};
}

/// Terrain stands where it was drawn: an error the two ends share moves the line against it. What
/// `clearance` takes off for a base that shares it, twice the shared part, is put back.
Solid drawn(const Terrain& t, const SightOptions& options) {
  Body body = exactly(parts_of(t));
  body.covariance = options.common * 2.0;
  return solid_of(t.name, t.kind, std::move(body), t.height);
}

/// Does the line surely pass wide of it, whatever the errors? Cheap, and never wrong; not a measurement.
bool surely_wide(const SightLine& line, const Surround& around) {
  const TablePoint nearest = line.at(line.where(around.centre));
  const double ends = kSigmasOf95 * std::sqrt(spread(line.eye.at.covariance) + spread(line.target.at.covariance));
  return distance(nearest, around.centre).value - around.radius > ends + around.wander + kLimitSlack;
}

/// Does the solid hide the target? Nothing when it surely does not come near the line.
std::optional<SightBlocker> blocker(const SightLine& line, const Solid& solid, const SightOptions& options) {
  if (surely_wide(line, solid.around)) return std::nullopt;
  const Clearance clear = clearance(line.eye.at, line.target.at, solid.body, options.common);
  const Verdict passes_over = opposite(at_least(clear.value, Inches(0.0)));
  if (passes_over == Verdict::No) return std::nullopt;

  const Inches sideways = clear.value.margin;
  const auto passed = [&](Inches left) { return passage_over(line.beside(left), solid.body.parts, solid.top, line.where(clear.on_line)); };
  const Passage p = passed(Inches(0.0));
  Inches depth_margin = std::max(abs(passed(sideways).depth - p.depth), abs(passed(-sideways).depth - p.depth));
  if (p.from_eye) depth_margin = hypot(depth_margin, margin_of(line.eye.at.covariance));
  if (p.to_target) depth_margin = hypot(depth_margin, margin_of(line.target.at.covariance));

  const Measured rise{solid.top - line.height(p.lowest_at), hypot(line.height_margin(p.lowest_at), sideways * line.steepness())};
  Verdict blocks = both(passes_over, opposite(at_most(rise, Inches(0.0))));
  const Measured depth{p.depth, depth_margin};
  if (solid.terrain == TerrainKind::Wood) blocks = both(blocks, opposite(at_most(depth, options.into_woods)));
  return SightBlocker{.name = solid.name,
                      .terrain = solid.terrain,
                      .blocks = blocks,
                      .rise = rise,
                      .clearance = clear.value,
                      .depth = depth,
                      .at = line.at(p.lowest_at)};
}

std::optional<SightBlocker> ground_blocker(const SightLine& line, const Ground& ground, const Solid& outline, const SightOptions& options) {
  if (surely_wide(line, outline.around)) return std::nullopt;
  const Terrain& hill = ground.terrain();
  const Clearance clear = clearance(line.eye.at, line.target.at, outline.body, options.common);
  if (at_least(clear.value, Inches(0.0)) == Verdict::Yes) return std::nullopt;
  const Inches sideways = clear.value.margin;
  const auto crest_beside = [&](Inches left) { return ground.crest_along(line.beside(left)); };
  const Crest crest = crest_beside(Inches(0.0)), left = crest_beside(sideways), right = crest_beside(-sideways);
  const Inches slant = std::max(abs(left.rise - crest.rise), abs(right.rise - crest.rise));
  const Inches buried = std::max(abs(left.buried - crest.buried), abs(right.buried - crest.buried));
  const Measured rise{crest.rise, hypot(hypot(line.height_margin(crest.at), sideways * line.steepness()), slant)};
  return SightBlocker{.name = hill.name,
                      .terrain = hill.kind,
                      .blocks = opposite(at_most(rise, Inches(0.0))),
                      .rise = rise,
                      .clearance = clear.value,
                      .depth = {crest.buried, buried},
                      .at = line.at(crest.at)};
}

bool finite(const SightLine& line) {
  const std::array values{line.eye.at.at.x,    line.eye.at.at.y,    line.eye.height,
                          line.target.at.at.x, line.target.at.at.y, line.target.height};
  return std::ranges::all_of(values, [](Inches v) { return std::isfinite(v.value); });
}

}  // namespace

struct SightScene::Prepared {
  struct Hill {
    Ground ground;
    Solid outline;
  };
  SightOptions options;
  std::vector<Hill> hills;
  std::vector<Solid> solids;
};

SightScene::SightScene(std::span<const Terrain> terrain, const SightOptions& options) {
  auto prepared = std::make_shared<Prepared>();
  prepared->options = options;
  for (const Terrain& t : terrain) {
    const bool hill = t.kind == TerrainKind::Hill || t.kind == TerrainKind::Slope;
    if (hill && !t.polygon.empty()) prepared->hills.push_back({Ground(t), drawn(t, options)});
    if (!hill && t.height > Inches(0.0)) prepared->solids.push_back(drawn(t, options));
  }
  prepared_ = std::move(prepared);
}

Sight SightScene::sight(const SightEnd& eye, const SightEnd& target, std::span<const SightFigure> figures) const {
  const SightLine line{eye, target};
  if (!finite(line)) return {.clear = Verdict::TooCloseToCall, .in_the_way = {}};
  const SightOptions& options = prepared_->options;
  Sight seen;
  const auto add = [&](std::optional<SightBlocker> found) {
    if (found && found->blocks != Verdict::No) seen.in_the_way.push_back(std::move(*found));
  };
  for (const Prepared::Hill& hill : prepared_->hills) add(ground_blocker(line, hill.ground, hill.outline, options));
  for (const Solid& solid : prepared_->solids) add(blocker(line, solid, options));
  for (const SightFigure& f : figures) add(blocker(line, solid_of(f.name, std::nullopt, body_of(f.footprint), f.top), options));

  const auto rank = [&](const SightBlocker& b) { return std::tuple(b.blocks, line.where(b.at)); };
  std::ranges::sort(seen.in_the_way, [&](const SightBlocker& a, const SightBlocker& b) { return rank(a) < rank(b); });
  if (!seen.in_the_way.empty()) seen.clear = opposite(seen.in_the_way.front().blocks);
  return seen;
}

Sight sight(const SightEnd& eye, const SightEnd& target, std::span<const Terrain> terrain, std::span<const SightFigure> figures,
            const SightOptions& options) {
  return SightScene(terrain, options).sight(eye, target, figures);
}

}  // namespace measure
