#include "vision/tags/edges.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "calibration/linear_algebra.h"
#include "measure/robust.h"
#include "vision/image/blur.h"
#include "vision/tags/shades.h"

namespace vision {
namespace {

/// Half length of an edge profile: shorter than a cell, so that the next edge stays out of it, and long enough
/// for the blur of a lens (sigma about 1 px).
constexpr double kMinReachPx = 1.5, kMaxReachPx = 3.0, kReachCells = 0.6;
/// Near a corner blur pulls the edge inwards: profiles start this far from it.
constexpr double kCornerPx = 2.0, kCornerShare = 0.06;
/// An edge fainter than this carries no position, grey levels.
constexpr double kMinEdgeContrast = 12.0;
/// A profile farther off the line than this many sigmas does not belong to the side.
constexpr double kOutlierSigmas = 3.0;
/// Profiles a pixel apart err as one where blur smooths their noise: the variance is so much larger than their scatter says, for each
/// squared pixel of the blur (1 sigma) about the tag. With it the middles of registration tags on 28 rendered worlds hold 0.95, 0.95, 0.96
/// and 0.89 as they are and blurred by 0.7, 1.2 and 2 px more (tests/bench/bases/fit_margins). Smaller promises margins that soft pictures
/// do not keep.
constexpr double kShared = 12.0;
/// The blur is looked for so far about the tag, px.
constexpr int kAboutPx = 4;
/// What lies beyond the next edge, a cell away, bleeds into the ends of a blurred profile and shifts a whole side: by this share of the
/// blur where the profile's ends reach that edge, 1 sigma, and less by a Gaussian's tail where they keep clear of it. Smaller promises more
/// of blurred tags than they show.
constexpr double kBleed = 0.4;
/// Least scatter of a profile that is believed: a few lucky profiles must not claim perfection, px.
constexpr double kMinScatterPx = 0.03;
/// Where a side has too few profiles its start is believed this far, px.
constexpr double kUnseenSigmaPx = 1.0;
constexpr int kPasses = 3;

struct Profile {
  double along = 0.0;   // from the middle of the side, px
  double offset = 0.0;  // of the edge, outwards from the side, px
  double blur = 0.0;    // sigma of the edge, px
};

struct Side {
  cv::Point2d middle, along, outward;
  double half = 0.0;
  double offset = 0.0, slope = 0.0;                                                    // of the fitted line, outwards
  Eigen::Matrix2d scatter = Eigen::Matrix2d::Zero(), whole = Eigen::Matrix2d::Zero();  // covariances of offset and slope: see FittedQuad
  double supported = 0.0;
};

std::optional<Profile> edge_at(const cv::Mat& luma, const Side& side, double along, double reach) {
  constexpr int kSteps = 12;
  std::array<double, kSteps + 1> value;
  const cv::Point2d centre = side.middle + side.along * along;
  for (int i = 0; i <= kSteps; ++i) {
    const cv::Point2d p = centre + side.outward * (reach * (2.0 * i / kSteps - 1.0));
    value[i] = brightness(luma, p.x, p.y);
  }
  const double black = std::min({value[0], value[1], value[2]}), white = std::max({value[kSteps], value[kSteps - 1], value[kSteps - 2]});
  if (white - black < kMinEdgeContrast) return std::nullopt;
  // By area: an edge blurred the same to both sides keeps the area under its profile.
  double area = 0.5 * (std::clamp(value[0], black, white) + std::clamp(value[kSteps], black, white)) - black;
  for (int i = 1; i < kSteps; ++i) area += std::clamp(value[i], black, white) - black;
  const double share = area / (kSteps * (white - black));
  double mixed = 0.0;
  for (const double v : value) {
    const double part = (std::clamp(v, black, white) - black) / (white - black);
    mixed += part * (1.0 - part);
  }
  // The integral of a Gaussian edge's share times its complement is sigma over the root of pi.
  const double blur = std::sqrt(std::numbers::pi) * mixed * 2.0 * reach / kSteps;
  return Profile{.along = along, .offset = reach * (1.0 - 2.0 * share), .blur = blur};
}

/// Straight line offset = a + b along, by iteratively dropping what does not belong (Tukey's weights).
void fit_line(Side& side, std::vector<Profile>& profiles, std::size_t tried) {
  std::vector<double> offsets;
  for (const Profile& p : profiles) offsets.push_back(p.offset);
  side.offset = measure::median(offsets);
  side.slope = 0.0;
  double scatter = 1.0, weight = 0.0;
  Eigen::Matrix2d normal = Eigen::Matrix2d::Identity();
  for (int pass = 0; pass < 5; ++pass) {
    std::vector<double> residuals;
    for (const Profile& p : profiles) residuals.push_back(std::abs(p.offset - side.offset - side.slope * p.along));
    scatter = std::max(kMinScatterPx, measure::kSigmaOfMedian * measure::median(residuals));
    normal.setZero();
    Eigen::Vector2d right = Eigen::Vector2d::Zero();
    weight = 0.0;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
      const double x = residuals[i] / (kOutlierSigmas * scatter);
      const double w = x < 1.0 ? (1.0 - x * x) * (1.0 - x * x) : 0.0;
      const Eigen::Vector2d row(1.0, profiles[i].along);
      normal += w * row * row.transpose();
      right += w * row * profiles[i].offset;
      weight += w;
    }
    if (normal.determinant() < 1e-9) break;
    const Eigen::Vector2d line = normal.inverse() * right;
    side.offset = line[0];
    side.slope = line[1];
  }
  side.supported = weight / static_cast<double>(tried);
  side.scatter = normal.inverse() * (scatter * scatter);
}

/// How far the next edge, this many px beyond a profile's end, may have shifted the side, px.
double bleed(const std::vector<Profile>& profiles, double clear_px) {
  std::vector<double> blurs;
  for (const Profile& p : profiles) blurs.push_back(p.blur);
  const double sigma = measure::median(blurs), away = clear_px / std::max(0.1, sigma);
  return kBleed * sigma * std::exp(-0.5 * away * away);
}

Side side_between(cv::Point2d from, cv::Point2d to) {
  Side side;
  const double length = std::max(1e-9, cv::norm(to - from));
  side.middle = (from + to) * 0.5;
  side.along = (to - from) * (1.0 / length);
  side.outward = {side.along.y, -side.along.x};  // clockwise with v down: the left hand is outside
  side.half = 0.5 * length;
  return side;
}

Side fitted_side(const cv::Mat& luma, cv::Point2d from, cv::Point2d to, double cell_px) {
  Side side = side_between(from, to);
  const double reach = std::clamp(kReachCells * cell_px, kMinReachPx, kMaxReachPx);
  const double until = side.half - std::max(kCornerPx, 2.0 * kCornerShare * side.half);
  const Eigen::Vector2d unseen(kUnseenSigmaPx * kUnseenSigmaPx, std::pow(kUnseenSigmaPx / std::max(1.0, side.half), 2));
  std::vector<Profile> profiles;
  std::size_t tried = 0;
  for (double along = -until; along <= until; along += 1.0, ++tried)
    if (const auto profile = edge_at(luma, side, along, reach)) profiles.push_back(*profile);
  if (profiles.size() < 4 || 4 * profiles.size() < tried) {
    side.whole.diagonal() = unseen;
    return side;
  }
  fit_line(side, profiles, tried);
  side.whole(0, 0) += std::pow(bleed(profiles, cell_px - reach), 2);
  const double most = 0.6 * cell_px;  // farther than that it is some other edge
  if (std::abs(side.offset) > most || std::abs(side.slope) * side.half > most) {
    side.offset = side.slope = 0.0;
    side.scatter.setZero();
    side.whole = unseen.asDiagonal();
    side.supported = 0.0;
  }
  return side;
}

cv::Point2d crossing(const Side& a, const Side& b) {
  const cv::Point2d pa = a.middle + a.outward * a.offset, pb = b.middle + b.outward * b.offset;
  const cv::Point2d da = a.along + a.outward * a.slope, db = b.along + b.outward * b.slope;
  const double sine = da.x * db.y - da.y * db.x;
  const cv::Point2d between = pb - pa;
  return pa + da * ((between.x * db.y - between.y * db.x) / sine);
}

/// d(corner) / d(offset, slope of a; offset, slope of b) where sides a and b cross.
Eigen::Matrix<double, 2, 4> corner_jacobian(const Side& a, const Side& b, cv::Point2d corner) {
  Eigen::Matrix2d outward;
  outward << a.outward.x, a.outward.y, b.outward.x, b.outward.y;
  Eigen::Matrix<double, 2, 4> by_sides = Eigen::Matrix<double, 2, 4>::Zero();
  by_sides(0, 0) = by_sides(1, 2) = 1.0;
  by_sides(0, 1) = (corner - a.middle).dot(a.along);
  by_sides(1, 3) = (corner - b.middle).dot(b.along);
  return outward.inverse() * by_sides;
}

}  // namespace

FittedQuad fit_sides(const cv::Mat& luma, const Quad& start, double cell_px) {
  FittedQuad out{.corners = start};
  std::array<Side, 4> sides;
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t i = 0; i < 4; ++i) sides[i] = fitted_side(luma, out.corners[i], out.corners[(i + 1) % 4], cell_px);
    for (std::size_t i = 0; i < 4; ++i) out.corners[i] = crossing(sides[(i + 3) % 4], sides[i]);
  }
  Eigen::Matrix<double, 8, 8> by_sides = Eigen::Matrix<double, 8, 8>::Zero(), scatter = by_sides, whole = by_sides;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t before = (i + 3) % 4;
    const auto j = corner_jacobian(sides[before], sides[i], out.corners[i]);
    by_sides.block<2, 2>(2 * i, 2 * before) = j.leftCols<2>();
    by_sides.block<2, 2>(2 * i, 2 * i) = j.rightCols<2>();
    scatter.block<2, 2>(2 * i, 2 * i) = sides[i].scatter;
    whole.block<2, 2>(2 * i, 2 * i) = sides[i].whole;
    out.supported += 0.25 * sides[i].supported;
  }
  out.scatter = calibration::carried_covariance(by_sides, scatter);
  out.of_sides = calibration::carried_covariance(by_sides, whole);
  return out;
}

CornerCovariance covariance_in(const cv::Mat& luma, const FittedQuad& fitted) {
  const cv::Point2d reach(kAboutPx, kAboutPx);
  cv::Rect2d about(fitted.corners[0] - reach, fitted.corners[0] + reach);
  for (const cv::Point2d& corner : fitted.corners) about |= cv::Rect2d(corner - reach, corner + reach);
  const double blur = blur_of(luma(cv::Rect(about) & cv::Rect({}, luma.size())));
  return kShared * blur * blur * fitted.scatter + fitted.of_sides;
}

}  // namespace vision
