#include <algorithm>

#include "measure/convex.h"

namespace measure {
namespace {

using Outline = std::vector<TablePoint>;

double turn_at(TablePoint a, TablePoint b, TablePoint c) { return cross(b - a, c - b); }

double signed_area(const Outline& p) {
  double twice = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) twice += cross(p[i] - p[0], p[(i + 1) % p.size()] - p[0]);
  return 0.5 * twice;
}

bool convex(const Outline& p) {
  const std::size_t n = p.size();
  for (std::size_t i = 0; i < n; ++i)
    if (turn_at(p[i], p[(i + 1) % n], p[(i + 2) % n]) < 0.0) return false;
  return true;
}

bool in_triangle(TablePoint a, TablePoint b, TablePoint c, TablePoint p) {
  return cross(b - a, p - a) >= 0.0 && cross(c - b, p - b) >= 0.0 && cross(a - c, p - c) >= 0.0;
}

/// Can the corner `i` be cut off without touching the rest?
bool is_ear(const Outline& p, std::size_t i) {
  const std::size_t n = p.size();
  const TablePoint a = p[(i + n - 1) % n], b = p[i], c = p[(i + 1) % n];
  if (turn_at(a, b, c) < 0.0) return false;
  return std::none_of(p.begin(), p.end(), [&](TablePoint q) { return q != a && q != b && q != c && in_triangle(a, b, c, q); });
}

std::vector<Outline> triangles_of(Outline rest) {
  std::vector<Outline> triangles;
  while (rest.size() > 3) {
    const std::size_t n = rest.size();
    std::size_t i = 0;
    while (i < n && !is_ear(rest, i)) ++i;
    if (i == n) break;
    triangles.push_back({rest[(i + n - 1) % n], rest[i], rest[(i + 1) % n]});
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
  }
  triangles.push_back(std::move(rest));
  return triangles;
}

/// `a` and `b` joined along a shared edge, when they have one and the result is convex; else empty.
Outline joined(const Outline& a, const Outline& b) {
  const std::size_t n = a.size(), m = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      if (a[i] != b[(j + 1) % m] || a[(i + 1) % n] != b[j]) continue;
      Outline both;
      for (std::size_t k = 0; k < n; ++k) both.push_back(a[(i + 1 + k) % n]);
      for (std::size_t k = 2; k < m; ++k) both.push_back(b[(j + k) % m]);
      return convex(both) ? both : Outline{};
    }
  return {};
}

void join_what_stays_convex(std::vector<Outline>& pieces) {
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t j = i + 1; j < pieces.size();) {
      Outline both = joined(pieces[i], pieces[j]);
      if (both.empty()) {
        ++j;
        continue;
      }
      pieces[i] = std::move(both);
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(j));
      j = i + 1;
    }
}

Outline standing_at(const Footprint& f, const std::vector<TableVector>& outline) {
  Outline out;
  for (const TableVector& v : outline) out.push_back(f.centre + rotated(v, f.heading));
  return out;
}

Convex from_corners(Outline corners) { return {.oval = std::nullopt, .corners = std::move(corners), .radius = {}}; }

}  // namespace

std::vector<std::vector<TablePoint>> convex_pieces(std::vector<TablePoint> outline) {
  outline.erase(std::unique(outline.begin(), outline.end()), outline.end());
  while (outline.size() > 1 && outline.front() == outline.back()) outline.pop_back();
  if (outline.size() < 3) return {outline};
  if (signed_area(outline) < 0.0) std::reverse(outline.begin(), outline.end());
  if (convex(outline)) return {outline};
  std::vector<Outline> pieces = triangles_of(std::move(outline));
  join_what_stays_convex(pieces);
  return pieces;
}

std::vector<Convex> convex_parts(const Footprint& f) {
  if (const auto* round = std::get_if<RoundShape>(&f.shape))
    return {{.oval = std::nullopt, .corners = {f.centre}, .radius = round->diameter * 0.5}};
  if (const auto* oval = std::get_if<OvalShape>(&f.shape)) {
    const TableVector along = one_inch_towards(f.heading), across{-along.dy, along.dx};
    return {
        {.oval = OvalCore{f.centre, along * (0.5 * oval->length.value), across * (0.5 * oval->width.value)}, .corners = {}, .radius = {}}};
  }
  if (const auto* rect = std::get_if<RectShape>(&f.shape)) {
    const Inches l = rect->length * 0.5, w = rect->width * 0.5;
    return {from_corners(standing_at(f, {{l, w}, {-l, w}, {-l, -w}, {l, -w}}))};
  }
  Outline outline = standing_at(f, std::get<PolygonShape>(f.shape).outline);
  if (outline.empty()) outline.push_back(f.centre);
  std::vector<Convex> parts;
  for (Outline& piece : convex_pieces(std::move(outline))) parts.push_back(from_corners(std::move(piece)));
  return parts;
}

}  // namespace measure
