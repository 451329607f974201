// Outlines of bases, and polygons as triangles.
#include "app/overlay/flatten.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "app/overlay/figures.h"

namespace overlay {
namespace {

using measure::Inches, measure::Radians, measure::TablePoint;

/// Longest straight piece of a drawn curve, in inches: longer ones would cut visible corners off what the lens bends.
constexpr Inches kLongestPiece{1.0};
/// Two degrees: a circle of 48 in radius then bulges less than 0.01 in over its chords.
constexpr Radians kLongestTurn{0.035};
/// Bands a soft end fades out in.
constexpr int kFadeBands = 6;
/// How far a projected point may come back from where it started, in inches, before the lens model is
/// taken to have folded over there.
constexpr double kRoundTrip = 0.05;

[[nodiscard]] TablePoint between(TablePoint a, TablePoint b, double t) { return a + (b - a) * t; }
[[nodiscard]] Spot between(const Spot& a, const Spot& b, double t) { return {between(a.at, b.at, t), a.z + (b.z - a.z) * t}; }

/// The part of a - b inside the table, as two parameters along it; empty when it misses the table.
[[nodiscard]] std::optional<std::pair<double, double>> inside_part(TablePoint a, TablePoint b, const TableArea& table) {
  double from = 0.0, to = 1.0;
  const auto clip = [&](double start, double step, double low, double high) {
    if (std::abs(step) < 1e-12) return start >= low && start <= high;
    const double t0 = (low - start) / step, t1 = (high - start) / step;
    from = std::max(from, std::min(t0, t1));
    to = std::min(to, std::max(t0, t1));
    return from < to;
  };
  const auto step = b - a;
  if (!clip(a.x.value, step.dx.value, 0.0, table.length.value) || !clip(a.y.value, step.dy.value, 0.0, table.width.value))
    return std::nullopt;
  return std::pair(from, to);
}

/// A polygon cut down to the table: one half plane after another.
[[nodiscard]] std::vector<TablePoint> inside_part(std::vector<TablePoint> polygon, const TableArea& table) {
  const auto keep = [&polygon](auto depth) {  // depth: how far inside, in inches
    std::vector<TablePoint> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const TablePoint a = polygon[i], b = polygon[(i + 1) % polygon.size()];
      const double da = depth(a), db = depth(b);
      if (da >= 0.0) kept.push_back(a);
      if ((da >= 0.0) != (db >= 0.0)) kept.push_back(between(a, b, da / (da - db)));
    }
    polygon = std::move(kept);
  };
  keep([](TablePoint p) { return p.x.value; });
  keep([](TablePoint p) { return p.y.value; });
  keep([&](TablePoint p) { return table.length.value - p.x.value; });
  keep([&](TablePoint p) { return table.width.value - p.y.value; });
  return polygon;
}

class Flattener {
 public:
  explicit Flattener(const FlattenOptions& options) : options_(options) {}

  void operator()(const Area& area) { region(area.outline, area.z, area.style, false); }

  void operator()(const Corridor& corridor) {
    const auto along = corridor.to.at - corridor.from.at;
    const double reach = measure::length(along).value;
    if (reach <= 0.0) return;
    const auto left = measure::rotated(along, measure::from_degrees(90.0)) * (1.0 / reach);
    const auto strip = [&](Inches half) {
      return std::vector<TablePoint>{corridor.from.at - left * half.value, corridor.to.at - left * half.value,
                                     corridor.to.at + left * half.value, corridor.from.at + left * half.value};
    };
    const Inches z = (corridor.from.z + corridor.to.z) * 0.5;
    tint(strip(corridor.half_width), z, corridor.style.colour, corridor.style.fill, true);
    for (int band = 1; corridor.soft.value > 0.0 && band <= kFadeBands; ++band) {
      const Inches half = corridor.half_width + corridor.soft * (2.0 * band / kFadeBands - 1.0);
      tint(strip(half), z, corridor.style.colour, corridor.style.fill / kFadeBands, true);
    }
    Style rim = corridor.style;
    rim.fill = 0.0;
    for (const double side : {-1.0, 1.0}) {
      const auto out = left * (side * corridor.half_width.value);
      stroke({{corridor.from.at + out, corridor.from.z}, {corridor.to.at + out, corridor.to.z}}, false, rim, true);
    }
  }

  void operator()(const Arc& arc) {
    const auto rim = [&](Radians start, Radians sweep) {
      std::vector<TablePoint> points;
      const int pieces = std::max(2, static_cast<int>(std::ceil(std::abs(sweep.value) / kLongestTurn.value)));
      for (int i = 0; i <= pieces; ++i)
        points.push_back(arc.centre.at + measure::one_inch_towards(start + sweep * (static_cast<double>(i) / pieces)) * arc.radius.value);
      return points;
    };
    const auto sector = [&](Radians start, Radians sweep) {
      std::vector<TablePoint> points = rim(start, sweep);
      points.push_back(arc.centre.at);
      return points;
    };
    tint(sector(arc.start, arc.sweep), arc.centre.z, arc.style.colour, arc.style.fill, true);
    std::vector<Spot> curve;
    for (const TablePoint point : rim(arc.start, arc.sweep)) curve.push_back({point, arc.centre.z});
    stroke(curve, false, arc.style, true);
    if (!arc.sides) return;
    for (const Radians side : {arc.start, arc.start + arc.sweep}) {
      stroke({arc.centre, {arc.centre.at + measure::one_inch_towards(side) * arc.radius.value, arc.centre.z}}, false, arc.style, true);
      for (int band = 1; arc.soft_sides.value > 0.0 && band <= kFadeBands; ++band) {
        const Radians half = arc.soft_sides * (static_cast<double>(band) / kFadeBands);
        tint(sector(side - half, half * 2.0), arc.centre.z, arc.style.colour, 0.5 / kFadeBands, true);
      }
    }
  }

  void operator()(const Line& line) {
    if (line.points.size() < 2) return;
    stroke(line.points, false, line.style, true);
    const Spot& end = line.points.back();
    const auto step = end.at - line.points[line.points.size() - 2].at;
    const double reach = measure::length(step).value;
    if (line.soft_end.value <= 0.0 || reach <= 0.0) return;
    for (int band = kFadeBands; band > 0; --band) {  // laid over each other, they fade outwards
      Style faded = line.style;
      faded.opacity *= 0.5 / kFadeBands;
      faded.halo = faded.dashed = false;
      faded.width *= 2.2;
      const double half = line.soft_end.value * band / kFadeBands;
      stroke({{end.at - step * (half / reach), end.z}, {end.at + step * (half / reach), end.z}}, false, faded, false);
    }
  }

  void operator()(const Mark& mark) {
    region(overlay::outline_of(mark.footprint, mark.grow), mark.z, mark.style, false);
    for (int band = 1; mark.soft.value > 0.0 && band <= kFadeBands; ++band) {
      Style faded = mark.style;
      faded.opacity *= 0.5 * (1.0 - static_cast<double>(band) / (kFadeBands + 1));
      faded.fill = 0.0;
      faded.halo = false;
      region(overlay::outline_of(mark.footprint, mark.grow + mark.soft * (static_cast<double>(band) / kFadeBands)), mark.z, faded, false);
    }
    if (mark.front) {
      const auto ahead = measure::one_inch_towards(mark.footprint.heading);
      TablePoint rim = mark.footprint.centre;
      double best = 0.0;
      for (const TablePoint point : overlay::outline_of(mark.footprint, mark.grow)) {
        const double forward = measure::dot(point - mark.footprint.centre, ahead);
        if (forward > best) best = forward, rim = mark.footprint.centre + ahead * forward;
      }
      stroke({{rim, mark.z}, {rim + ahead * 0.28, mark.z}}, false, mark.style, false);
    }
    if (const auto box = box_of(mark)) flat_.figures.push_back(*box);
  }

  void operator()(const Label& label) {
    const auto anchor = options_.project(label.anchor.at, label.anchor.z);
    if (!anchor) return;
    FlatLabel flat{.anchor = *anchor, .label = &label};
    for (const Spot& spot : label.along)
      if (const auto at = options_.project(spot.at, spot.z)) flat.along.push_back(*at);
    for (const Mark& mark : label.speaks_of)
      if (const auto box = box_of(mark)) flat.keep_off.push_back(*box);
    flat_.labels.push_back(std::move(flat));
  }

  [[nodiscard]] Flat take() { return std::move(flat_); }

 private:
  void stroke(const std::vector<Spot>& points, bool closed, const Style& style, bool clipped) {
    if (style.width <= 0.0 || style.opacity <= 0.0 || points.size() < 2) return;
    if (!clipped || !options_.table) return stroke_piece(points, closed, style);
    std::vector<Spot> run;
    const auto flush = [&] {
      if (run.size() > 1) stroke_piece(run, false, style);
      run.clear();
    };
    const std::size_t segments = points.size() - (closed ? 0 : 1);
    for (std::size_t i = 0; i < segments; ++i) {
      const Spot& a = points[i];
      const Spot& b = points[(i + 1) % points.size()];
      const auto part = inside_part(a.at, b.at, *options_.table);
      if (!part) {
        flush();
        continue;
      }
      if (part->first > 0.0) flush();
      if (run.empty()) run.push_back(between(a, b, part->first));
      run.push_back(between(a, b, part->second));
      if (part->second < 1.0) flush();
    }
    flush();
  }

  void stroke_piece(const std::vector<Spot>& points, bool closed, const Style& style) {
    Stroke out{.closed = closed,
               .dashed = style.dashed,
               .halo = style.halo,
               .colour = rgb_of(style.colour),
               .width = style.width * options_.scale,
               .opacity = style.opacity};
    const auto flush = [&] {
      if (out.points.size() > 1) flat_.strokes.push_back(out);
      out.points.clear();
      out.closed = false;  // a broken outline is drawn open
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool last = i + 1 == points.size();
      if (last && !closed) {
        if (const auto pixel = options_.project(points[i].at, points[i].z)) out.points.push_back(*pixel);
        break;
      }
      const Spot& a = points[i];
      const Spot& b = points[(i + 1) % points.size()];
      const int pieces = std::max(1, static_cast<int>(std::ceil(measure::distance(a.at, b.at) / kLongestPiece)));
      for (int k = 0; k < pieces; ++k) {
        const Spot spot = between(a, b, static_cast<double>(k) / pieces);
        if (const auto pixel = options_.project(spot.at, spot.z))
          out.points.push_back(*pixel);
        else
          flush();
      }
    }
    flush();
  }

  void tint(std::vector<TablePoint> outline, Inches z, const Colour& colour, double opacity, bool clipped) {
    if (opacity <= 0.0) return;
    if (clipped && options_.table) outline = inside_part(std::move(outline), *options_.table);
    Fill fill{.colour = rgb_of(colour), .opacity = opacity};
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const TablePoint a = outline[i], b = outline[(i + 1) % outline.size()];
      const int pieces = std::max(1, static_cast<int>(std::ceil(measure::distance(a, b) / (kLongestPiece * 2.0))));
      for (int k = 0; k < pieces; ++k)
        if (const auto pixel = options_.project(between(a, b, static_cast<double>(k) / pieces), z)) fill.outline.push_back(*pixel);
    }
    if (fill.outline.size() < 3) return;
    fill.triangles = triangulate(fill.outline);
    flat_.fills.push_back(std::move(fill));
  }

  void region(const std::vector<TablePoint>& outline, Inches z, const Style& style, bool clipped) {
    if (outline.size() > 2) tint(outline, z, style.colour, style.fill, clipped);
    std::vector<Spot> spots;
    for (const TablePoint point : outline) spots.push_back({point, z});
    stroke(spots, outline.size() > 2, style, clipped);
  }

  [[nodiscard]] std::optional<Box> box_of(const Mark& mark) const {
    std::optional<Box> box;
    for (const TablePoint point : overlay::outline_of(mark.footprint, mark.grow)) {
      const auto pixel = options_.project(point, mark.z);
      if (!pixel) continue;
      if (!box) box = Box{pixel->u, pixel->v, pixel->u, pixel->v};
      *box = {std::min(box->left, pixel->u), std::min(box->top, pixel->v), std::max(box->right, pixel->u), std::max(box->bottom, pixel->v)};
    }
    return box;
  }

  const FlattenOptions& options_;
  Flat flat_;
};

/// Slope of the widest ray that all corners of the picture show: nothing nearer to the axis can have folded over.
[[nodiscard]] double widest_ray(const calibration::TableCamera& camera) {
  const double right = camera.lens().image_size.width - 1.0, bottom = camera.lens().image_size.height - 1.0;
  double widest = 0.0;
  for (const FlatPoint corner : {FlatPoint{0.0, 0.0}, FlatPoint{right, 0.0}, FlatPoint{0.0, bottom}, FlatPoint{right, bottom}}) {
    const auto ray = calibration::ray_through(camera.lens(), corner);
    if (!ray) return 0.0;
    const double slope = ray->head<2>().norm();
    widest = widest == 0.0 ? slope : std::min(widest, slope);
  }
  return widest;
}

using measure::TableVector;

/// Sides of a drawn circle: 36 keep a one-inch base round to 0.002 in.
constexpr int kCircleSides = 36;
/// Sides of a rounded corner.
constexpr int kCornerSides = 6;

[[nodiscard]] std::vector<TableVector> ellipse(Inches half_length, Inches half_width) {
  std::vector<TableVector> points;
  for (int i = 0; i < kCircleSides; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / kCircleSides;
    points.push_back({half_length * std::cos(angle), half_width * std::sin(angle)});
  }
  return points;
}

/// A rectangle whose corners are rounded by `grow`, as the set of points within `grow` of it.
[[nodiscard]] std::vector<TableVector> rectangle(Inches half_length, Inches half_width, Inches grow) {
  std::vector<TableVector> points;
  const double signs[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  const int steps = grow.value > 0.0 ? kCornerSides : 0;
  for (int corner = 0; corner < 4; ++corner) {
    for (int i = 0; i <= steps; ++i) {
      const double angle = std::numbers::pi / 2.0 * (corner + (steps > 0 ? static_cast<double>(i) / steps : 0.0));
      points.push_back({half_length * signs[corner][0] + grow * std::cos(angle), half_width * signs[corner][1] + grow * std::sin(angle)});
    }
  }
  return points;
}

[[nodiscard]] std::vector<TableVector> grown(const measure::PolygonShape& shape, Inches grow) {
  std::vector<TableVector> points = shape.outline;
  for (TableVector& point : points) {
    const double reach = measure::length(point).value;
    if (reach > 0.0) point = point * (1.0 + grow.value / reach);
  }
  return points;
}

[[nodiscard]] std::vector<TableVector> grown(const measure::RoundShape& s, Inches grow) {
  return ellipse(s.diameter * 0.5 + grow, s.diameter * 0.5 + grow);
}
[[nodiscard]] std::vector<TableVector> grown(const measure::OvalShape& s, Inches grow) {
  return ellipse(s.length * 0.5 + grow, s.width * 0.5 + grow);
}
[[nodiscard]] std::vector<TableVector> grown(const measure::RectShape& s, Inches grow) {
  return rectangle(s.length * 0.5, s.width * 0.5, grow);
}

[[nodiscard]] double turn(FlatPoint a, FlatPoint b, FlatPoint c) { return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u); }

[[nodiscard]] bool in_triangle(FlatPoint p, FlatPoint a, FlatPoint b, FlatPoint c) {
  return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
}

[[nodiscard]] bool is_ear(std::span<const FlatPoint> points, std::span<const std::size_t> ring, std::size_t at) {
  const std::size_t n = ring.size();
  const std::size_t before = ring[(at + n - 1) % n], here = ring[at], after = ring[(at + 1) % n];
  if (turn(points[before], points[here], points[after]) <= 0.0) return false;
  return std::ranges::none_of(ring, [&](std::size_t other) {
    return other != before && other != here && other != after && in_triangle(points[other], points[before], points[here], points[after]);
  });
}

}  // namespace

Projection projection_of(const calibration::TableCamera& camera) {
  return [camera, widest = widest_ray(camera)](TablePoint point, Inches z) -> std::optional<FlatPoint> {
    const auto pixel = camera.image_from_table(point, z);
    if (!pixel) return std::nullopt;
    const Eigen::Vector3d ray = camera.rotation() * Eigen::Vector3d(point.x.value, point.y.value, z.value) + camera.translation();
    if (ray.head<2>().norm() <= widest * ray.z()) return pixel;  // the lens reaches this far without folding
    const auto back = camera.table_from_image(*pixel, z);
    if (!back || measure::distance(*back, point).value > kRoundTrip) return std::nullopt;
    return pixel;
  };
}

Flat flatten(const DisplayList& list, const FlattenOptions& options) {
  Flattener flattener(options);
  for (const Primitive& primitive : list) std::visit(flattener, primitive);
  return flattener.take();
}

std::vector<measure::TablePoint> outline_of(const measure::Footprint& footprint, Inches grow) {
  std::vector<measure::TablePoint> outline;
  for (const TableVector& step : std::visit([&](const auto& shape) { return grown(shape, grow); }, footprint.shape))
    outline.push_back(footprint.centre + measure::rotated(step, footprint.heading));
  return outline;
}

std::vector<std::size_t> triangulate(std::span<const FlatPoint> outline) {
  std::vector<std::size_t> triangles;
  if (outline.size() < 3) return triangles;
  std::vector<std::size_t> ring(outline.size());
  std::iota(ring.begin(), ring.end(), std::size_t{0});
  double area = 0.0;
  for (std::size_t i = 1; i + 1 < outline.size(); ++i) area += turn(outline[0], outline[i], outline[i + 1]);
  if (area < 0.0) std::ranges::reverse(ring);

  while (ring.size() > 2) {
    std::size_t ear = 0;
    while (ear < ring.size() && ring.size() > 3 && !is_ear(outline, ring, ear)) ++ear;
    if (ear == ring.size()) ear = 0;  // a crossed or flat rest: cut it anyhow, the area drawn is only a tint
    const std::size_t n = ring.size();
    triangles.insert(triangles.end(), {ring[(ear + n - 1) % n], ring[ear], ring[(ear + 1) % n]});
    ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  return triangles;
}

}  // namespace overlay
