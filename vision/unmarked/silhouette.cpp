#include "vision/unmarked/silhouette.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vision {
namespace {

using measure::OvalShape;
using measure::PolygonShape;
using measure::RectShape;
using measure::RoundShape;
using measure::Shape;

/// Thickness of a figure, as shares of its base's narrow side: the body is inside the first radius, weapons
/// and hats inside the second. Wider: less of the base is certain; narrower: pikes count against a figure.
constexpr double kBodyRadius = 0.22, kSpread = 0.42;
/// Width of the rim of bare table looked for around a figure, as a share of the base's narrow side.
/// Wider: neighbours count against a figure; narrower: a hand looks like a row of figures.
constexpr double kRim = 0.15;
/// Weight of a pixel of the figure's body beside one of its base: the base's place is what is sought.
constexpr double kBodyWeight = 0.5;

template <class... F>
struct Cases : F... {
  using F::operator()...;
};
template <class... F>
Cases(F...) -> Cases<F...>;

std::vector<cv::Point2d> corners_of(const Shape& shape) {
  std::vector<cv::Point2d> corners;
  if (const auto* rect = std::get_if<RectShape>(&shape)) {
    const double x = rect->length.value / 2, y = rect->width.value / 2;
    corners = {{x, -y}, {x, y}, {-x, y}, {-x, -y}};
  } else if (const auto* polygon = std::get_if<PolygonShape>(&shape)) {
    for (const measure::TableVector& v : polygon->outline) corners.emplace_back(v.dx.value, v.dy.value);
  }
  return corners;
}

double distance_from_segment(cv::Point2d p, cv::Point2d a, cv::Point2d b) {
  const cv::Point2d ab = b - a, ap = p - a;
  const double squared = ab.dot(ab);
  const double along = squared > 0.0 ? std::clamp(ap.dot(ab) / squared, 0.0, 1.0) : 0.0;
  return std::hypot(ap.x - along * ab.x, ap.y - along * ab.y);
}

double distance_from_corners(const std::vector<cv::Point2d>& corners, cv::Point2d p) {
  double nearest = 1e9;  // inches: farther than any table is long
  bool within = false;
  for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
    const cv::Point2d &a = corners[i], &b = corners[j];
    nearest = std::min(nearest, distance_from_segment(p, a, b));
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) within = !within;
  }
  return within ? -nearest : nearest;
}

/// First-order distance from an ellipse: exact on it and along its axes.
double distance_from_oval(double a, double b, cv::Point2d p) {
  const double k0 = std::hypot(p.x / a, p.y / b), k1 = std::hypot(p.x / (a * a), p.y / (b * b));
  return k1 > 0.0 ? k0 * (k0 - 1.0) / k1 : -std::min(a, b);
}

std::vector<OutlinePoint> points_of_oval(double a, double b, int count) {
  std::vector<OutlinePoint> points;
  for (int i = 0; i < count; ++i) {
    const double t = 2.0 * std::numbers::pi * i / count;
    const cv::Point2d normal(std::cos(t) / a, std::sin(t) / b);
    points.push_back({{a * std::cos(t), b * std::sin(t)}, normal / std::hypot(normal.x, normal.y)});
  }
  return points;
}

std::vector<OutlinePoint> points_of_corners(const std::vector<cv::Point2d>& corners, int count) {
  double around = 0.0;
  for (std::size_t i = 0; i < corners.size(); ++i) around += cv::norm(corners[(i + 1) % corners.size()] - corners[i]);
  std::vector<OutlinePoint> points;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const cv::Point2d from = corners[i], side = corners[(i + 1) % corners.size()] - from;
    const double length = cv::norm(side);
    const int here = std::max(1, int(std::lround(count * length / around)));
    for (int k = 0; k < here; ++k) points.push_back({from + side * ((k + 0.5) / here), cv::Point2d(side.y, -side.x) / length});
  }
  return points;
}

}  // namespace

double narrow_side(const Shape& shape) {
  return std::visit(Cases{[](const RoundShape& s) { return s.diameter.value; },
                          [](const OvalShape& s) { return std::min(s.length.value, s.width.value); },
                          [](const RectShape& s) { return std::min(s.length.value, s.width.value); },
                          [&](const PolygonShape&) {
                            return -2.0 * distance_from_base(shape, {0.0, 0.0});
                          }},
                    shape);
}

double reach(const Shape& shape) {
  return std::visit(Cases{[](const RoundShape& s) { return s.diameter.value / 2; },
                          [](const OvalShape& s) { return std::max(s.length.value, s.width.value) / 2; },
                          [](const RectShape& s) { return std::hypot(s.length.value, s.width.value) / 2; },
                          [](const PolygonShape& s) {
                            double far = 0.0;
                            for (const measure::TableVector& v : s.outline) far = std::max(far, measure::length(v).value);
                            return far;
                          }},
                    shape);
}

bool is_round(const Shape& shape) { return std::holds_alternative<RoundShape>(shape); }

double distance_from_base(const Shape& shape, cv::Point2d point) {
  if (const auto* round = std::get_if<RoundShape>(&shape)) return std::hypot(point.x, point.y) - round->diameter.value / 2;
  if (const auto* oval = std::get_if<OvalShape>(&shape)) return distance_from_oval(oval->length.value / 2, oval->width.value / 2, point);
  return distance_from_corners(corners_of(shape), point);
}

std::vector<OutlinePoint> outline_of(const Shape& shape, int count) {
  if (const auto* round = std::get_if<RoundShape>(&shape))
    return points_of_oval(round->diameter.value / 2, round->diameter.value / 2, count);
  if (const auto* oval = std::get_if<OvalShape>(&shape)) return points_of_oval(oval->length.value / 2, oval->width.value / 2, count);
  return points_of_corners(corners_of(shape), count);
}

Silhouette silhouette_of(const FigureKind& kind, const Stance& stance) {
  const double narrow = narrow_side(kind.base.shape), rim = kRim * narrow;
  const cv::Point2d lean = stance.lean / stance.per_inch;  // inches
  const double room = std::max(reach(kind.base.shape), kSpread * narrow) + rim;
  const int left = int(std::ceil((room + std::max(0.0, -lean.x)) * stance.per_inch)),
            right = int(std::ceil((room + std::max(0.0, lean.x)) * stance.per_inch));
  const int above = int(std::ceil((room + std::max(0.0, -lean.y)) * stance.per_inch)),
            below = int(std::ceil((room + std::max(0.0, lean.y)) * stance.per_inch));

  Silhouette out;
  out.centre = {left, above};
  const cv::Size size(left + right + 1, above + below + 1);
  out.weights = cv::Mat::zeros(size, CV_32FC1);
  out.base = cv::Mat::zeros(size, CV_8UC1);
  out.solid = cv::Mat::zeros(size, CV_8UC1);
  const double c = std::cos(stance.heading), s = std::sin(stance.heading);
  for (int row = 0; row < size.height; ++row) {
    for (int column = 0; column < size.width; ++column) {
      const cv::Point2d p = cv::Point2d(column - left, row - above) / stance.per_inch;
      const double from_base = distance_from_base(kind.base.shape, {c * p.x + s * p.y, c * p.y - s * p.x});
      const double from_axis = distance_from_segment(p, {0.0, 0.0}, lean);
      const double outside = std::min(from_base, from_axis - kSpread * narrow);
      double weight = 0.0;
      if (from_base < 0.0)
        weight = 1.0;
      else if (from_axis < kBodyRadius * narrow)
        weight = kBodyWeight;
      else if (outside > 0.0 && outside < rim)
        weight = -1.0;
      out.weights.at<float>(row, column) = float(weight);
      out.base.at<std::uint8_t>(row, column) = from_base < 0.0 ? 255 : 0;
      out.solid.at<std::uint8_t>(row, column) = outside < 0.0 ? 255 : 0;
      out.total += std::abs(weight);
      out.area += outside < 0.0 ? 1 : 0;
    }
  }
  return out;
}

}  // namespace vision
