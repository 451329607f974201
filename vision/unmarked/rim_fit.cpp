#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "vision/unmarked/figure_search.h"

namespace vision {
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
constexpr double kLeastScatter = 0.25, kSharedError = 3.0;
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
  if (residuals.empty()) return kLeastScatter;
  std::vector<double> sizes;
  for (const double r : residuals) sizes.push_back(std::abs(r));
  std::nth_element(sizes.begin(), sizes.begin() + sizes.size() / 2, sizes.end());
  return std::max(kLeastScatter, 1.4826 * sizes[sizes.size() / 2]);
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
      const double weight = (size > kHuber ? kHuber / size : 1.0) / (scatter * scatter * kSharedError);
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

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
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
    if (excesses.size() >= kEnoughToLearn) expected = {median(excesses), kExcessLearned};
  }
}

}  // namespace vision
