#include "vision/unmarked/silhouette.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "measure/robust.h"
#include "vision/unmarked/figure_search.h"

namespace vision {
namespace {

using measure::OvalShape, measure::PolygonShape, measure::RectShape, measure::RoundShape;
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

namespace {

/// Places on the outline at which the rim is looked for.
constexpr int kOutlinePoints = 48;
/// How far from the expected rim it is looked for, as a share of the base's narrow side. Farther: the
/// neighbour's rim is found; nearer: a figure found half a pixel off cannot be put right.
constexpr double kSearch = 0.2;
/// The figure's column with what it carries, as a share of the base's narrow side: behind it the rim is not seen.
constexpr double kHidden = 0.42;
/// What is known before the fit, as standard deviations: the place from the silhouette (map pixels), the rim's
/// excess over the nominal outline (map pixels; blur and threshold move every rim alike), the heading (radians).
constexpr double kPlaceKnown = 2.0, kExcessKnown = 1.5, kHeadingKnown = 0.25;
/// The excess within one picture, once it has been learned from all figures, map pixels.
constexpr double kExcessLearned = 0.3;
/// Least scatter of a rim, map pixels, and how many neighbouring rim places share one error.
constexpr double kLeastRimScatter = 0.25, kSharedRimError = 3.0;
/// Beyond so many deviations a rim place belongs to something else (a shadow's edge, a neighbour).
constexpr double kHuber = 1.5;

struct RimPlace {
  cv::Point2d outward;
  double turn = 0.0;  // map pixels of rim motion per radian of heading
  double off = 0.0;   // where the rim is, from the nominal outline, map pixels outward
};

struct RimFit {
  cv::Point2d at;
  double heading = 0.0, excess = 0.0;
  cv::Matx22d covariance;
  double visible = 0.0;
};

double sample(const cv::Mat& score, cv::Point2d at) {
  const int column = int(std::floor(at.x)), row = int(std::floor(at.y));
  if (column < 0 || row < 0 || column + 1 >= score.cols || row + 1 >= score.rows) return 0.0;
  const double fx = at.x - column, fy = at.y - row;
  const float *upper = score.ptr<float>(row) + column, *lower = score.ptr<float>(row + 1) + column;
  return (1.0 - fy) * ((1.0 - fx) * upper[0] + fx * upper[1]) + fy * ((1.0 - fx) * lower[0] + fx * lower[1]);
}

/// One figure's view of the map: what is its own, and what belongs to others.
class RimFinder {
 public:
  RimFinder(const cv::Mat& score, const Owners& owners, int own, const FigureKind& kind, cv::Point2d lean, double per_inch)
      : score_(score), owners_(owners), own_(own), kind_(kind), lean_(lean), per_inch_(per_inch) {}

  [[nodiscard]] std::vector<RimPlace> places(cv::Point2d at, double heading, double excess) const {
    const double c = std::cos(heading), s = std::sin(heading);
    std::vector<RimPlace> places;
    for (const OutlinePoint& point : outline_of(kind_.base.shape, kOutlinePoints)) {
      const cv::Point2d from_centre = per_inch_ * cv::Point2d(c * point.at.x - s * point.at.y, s * point.at.x + c * point.at.y);
      const cv::Point2d outward(c * point.outward.x - s * point.outward.y, s * point.outward.x + c * point.outward.y);
      if (behind_the_figure(from_centre)) continue;
      if (const auto off = crossing(at + from_centre, outward, excess)) {
        places.push_back({outward, outward.y * from_centre.x - outward.x * from_centre.y, *off});
      }
    }
    return places;
  }

 private:
  [[nodiscard]] bool behind_the_figure(cv::Point2d from_centre) const {
    const double squared = lean_.dot(lean_);
    const double along = squared > 0.0 ? std::clamp(from_centre.dot(lean_) / squared, 0.0, 1.0) : 0.0;
    return cv::norm(from_centre - along * lean_) < kHidden * narrow_side(kind_.base.shape) * per_inch_;
  }

  [[nodiscard]] bool anothers(cv::Point2d at) const {
    const cv::Point pixel(int(std::lround(at.x)), int(std::lround(at.y)));
    if (!cv::Rect(cv::Point(), score_.size()).contains(pixel)) return true;
    const int solid = owners_.solid.at<int>(pixel), base = owners_.base.at<int>(pixel);
    return (solid != 0 && solid != own_) || (base != 0 && base != own_);
  }

  /// Where the score falls through zero, nearest to the expected rim; empty where nothing is known or
  /// somebody else stands in the way.
  [[nodiscard]] std::optional<double> crossing(cv::Point2d rim, cv::Point2d outward, double expected) const {
    constexpr double kStep = 0.5;  // map pixels
    const double range = std::max(2.0, kSearch * narrow_side(kind_.base.shape) * per_inch_);
    std::optional<double> nearest;
    double before = sample(score_, rim - range * outward);
    for (double t = -range + kStep; t <= range; t += kStep) {
      const double here = sample(score_, rim + t * outward);
      if (before > 0.0 && here < 0.0) {
        const double at = t - kStep * here / (here - before);
        if (!nearest || std::abs(at - expected) < std::abs(*nearest - expected)) nearest = at;
      }
      before = here;
    }
    if (nearest && (anothers(rim + (*nearest + 2.0) * outward) || anothers(rim + (*nearest - 1.0) * outward))) return std::nullopt;
    return nearest;
  }

  const cv::Mat& score_;
  const Owners& owners_;
  int own_;
  const FigureKind& kind_;
  cv::Point2d lean_;
  double per_inch_;
};

double scatter_of(const std::vector<double>& residuals) {
  if (residuals.empty()) return kLeastRimScatter;
  std::vector<double> sizes;
  for (const double r : residuals) sizes.push_back(std::abs(r));
  return std::max(kLeastRimScatter, measure::kSigmaOfMedian * measure::median_in_place(sizes));
}

struct Expected {
  double excess = 0.0, excess_sigma = kExcessKnown;
};

/// Robust least squares for place, excess and (where it shows) heading.
RimFit fit(const RimFinder& finder, cv::Point2d start, double heading, bool round, Expected expected) {
  using Vector = Eigen::Vector4d;  // dx, dy, excess, turn
  RimFit best{.at = start, .heading = heading, .excess = expected.excess, .covariance = {}, .visible = 0.0};
  constexpr int kRounds = 6;
  for (int round_number = 0; round_number < kRounds; ++round_number) {
    const std::vector<RimPlace> places = finder.places(best.at, best.heading, best.excess);
    std::vector<double> residuals;
    for (const RimPlace& p : places) residuals.push_back(p.off - best.excess);
    const double scatter = scatter_of(residuals);
    const cv::Point2d moved = best.at - start;
    Eigen::Matrix4d information = Vector(1.0 / (kPlaceKnown * kPlaceKnown), 1.0 / (kPlaceKnown * kPlaceKnown),
                                         1.0 / (expected.excess_sigma * expected.excess_sigma), 1.0 / (kHeadingKnown * kHeadingKnown))
                                      .asDiagonal();
    Vector right = information * Vector(-moved.x, -moved.y, expected.excess - best.excess, 0.0);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double size = std::abs(residuals[i]) / scatter;
      const double weight = (size > kHuber ? kHuber / size : 1.0) / (scatter * scatter * kSharedRimError);
      const Vector slope(places[i].outward.x, places[i].outward.y, 1.0, round ? 0.0 : places[i].turn);
      information += weight * slope * slope.transpose();
      right += weight * residuals[i] * slope;
    }
    const Vector step = information.ldlt().solve(right);
    best.at += cv::Point2d(step[0], step[1]);
    best.excess += step[2];
    best.heading += round ? 0.0 : step[3];
    const Eigen::Matrix4d covariance = information.inverse();
    best.covariance = {covariance(0, 0), covariance(0, 1), covariance(1, 0), covariance(1, 1)};
    best.visible = std::min(1.0, double(places.size()) / kOutlinePoints);
  }
  return best;
}

}  // namespace

void fit_rims(const cv::Mat& score, const std::vector<FigureKind>& kinds, const LeanAt& lean_at, double per_inch,
              std::vector<FoundFigure>& figures) {
  Expected expected;
  constexpr int kPasses = 2;  // the first learns the excess that all rims of this picture share
  for (int pass = 0; pass < kPasses && !figures.empty(); ++pass) {
    const Owners owners = owners_of(score.size(), kinds, lean_at, per_inch, figures);
    std::vector<double> excesses;
    for (std::size_t i = 0; i < figures.size(); ++i) {
      FoundFigure& figure = figures[i];
      const FigureKind& kind = kinds[figure.kind];
      const RimFinder finder(score, owners, int(i) + 1, kind, lean_at(figure.at, kind.height), per_inch);
      const RimFit fitted = fit(finder, figure.at, figure.heading, is_round(kind.base.shape), expected);
      excesses.push_back(fitted.excess);
      figure.at = fitted.at;
      figure.heading = fitted.heading;
      figure.covariance = fitted.covariance;
      figure.visible = fitted.visible;
    }
    constexpr std::size_t kEnoughToLearn = 4;
    if (excesses.size() >= kEnoughToLearn) expected = {measure::median(excesses), kExcessLearned};
  }
}

}  // namespace vision
