#include "vision/boards/heights.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <opencv2/imgproc.hpp>

#include "calibration/least_squares.h"
#include "calibration/linear_algebra.h"
#include "measure/robust.h"
#include "vision/boards/shadows.h"

namespace vision {
namespace {

/// The outline is looked for between these shares of the radius seen.
constexpr double kFrom = 0.78, kTo = 1.3;
/// From such a slant on (a tangent) walls are as wide as the step they are looked for in. Nearer to straight above a piece's own ground,
/// beyond its circle, is the better witness: it lies in the same light.
constexpr double kFromTheSide = 0.4;
/// Walls are looked for to this height, radii: two men of the highest sort. Where a wall may reach so far along a ray, radii, its own
/// ground is not known; and ground for so many radii ends the piece.
constexpr double kHighestWall = 2.2, kWalled = 0.5, kGroundRun = 0.15;
/// A step from piece to ground has at least this height, of 1; from this share of the rest on it counts fully.
constexpr float kLeastStep = 0.35f;
constexpr double kClear = 0.2;
/// Least scatter of an outline, view pixels, and how many neighbouring rays share one error.
constexpr double kLeastTopScatter = 0.5, kSharedTopError = 3.0;
/// So many pieces tell how large those of their side look.
constexpr std::size_t kEnoughOfSide = 3;
/// How much the radius seen differs from piece to piece by ground and light, view pixels.
constexpr double kRadiusScatter = 0.25;
/// Heights tried, shares of the radius: of a man, and of all pieces.
constexpr double kLowest = 0.15, kHighestMan = 1.1, kHighest = 2.6, kHeightStep = 0.015;
/// ... of men seen from the side, which may be cylinders; and so far about the height that all of them show.
constexpr double kHighestOfAll = 1.7, kWider = 1.25;
/// Heights of all men together are tried in steps of this factor; an outline that fits none costs no more than this.
constexpr double kHeightFactor = 1.08, kNoDisc = 40.0;
/// Men of one height measure alike so far, share: wear, print, shadows at their feet.
constexpr double kMenDiffer = 0.05;
/// How far the upper man of a stack lies off the lower one, share of the radius, one sigma: it makes a stack look higher or lower.
constexpr double kSlip = 0.09;
/// The edge of a man is rounded, so that his wall shows less than his height: this share. What two men are high, the walls they show, and
/// how far these differ from stack to stack (the shadow at a stack's foot swallows some), all against the wall of one.
constexpr double kWallShown = 0.85, kTwoHigh = 2.1, kTwoWalls = 1.9, kStacksDiffer = 0.25;
/// How far walls of men differ by shadow and ground, view pixels, before the picture teaches it, and at least.
constexpr double kWallScatter = 0.8, kLeastWallScatter = 0.4;
/// The density of walls that a shadow, a dark line of the print or a ground of the same colour makes look otherwise: a share of men in
/// twenty, over a dozen pixels. Without it one such wall makes a General.
constexpr double kDisturbed = 0.05 / 12.0 * 2.5;
/// What the sizes of men's tops differ by, share, before the picture teaches it, and at least: discs of one set are turned that much alike.
constexpr double kSizeScatter = 0.006, kLeastSizeScatter = 0.0012;
/// How well the growth of a stack's top is known, share: discs wear, and one set is higher than another.
constexpr double kGrowthDiffers = 0.3;
/// ... and the density of sizes misread where the print of a top is blurred or compressed away: one in fifty, over seventeen scatters.
constexpr double kMisread = 0.02 / 17.0 * 2.5;
/// What shadows of men differ by, radii, before the picture teaches it, and at least: grain and soft edges. The shadow of two, against that
/// of one, and how far it differs: soft edges and a lamp near by add to both alike.
constexpr double kShadowScatter = 0.06, kLeastShadowScatter = 0.03;
constexpr double kTwoShadows = 1.85, kTwoShadowsDiffer = 0.1;
/// ... and the density of shadows misread where another lies over them or the ground is dark: one in twenty, over a radius.
constexpr double kShadowMisread = 0.05 * 2.5;
/// Stacks are rarer than men: the log of how much. Less calls a man with a shadow a General, more asks for wider walls.
constexpr double kRare = 2.3;
/// ... and how much of it may make a man sure: late in a game one in four is a General. More hides Generals whose picture is too poor to
/// show them, less doubts men whose wall is hidden.
constexpr double kRareAtLeast = 1.1;

/// A place on a piece's outline: `off` along `outward` from the centre it was looked for.
struct Rim {
  Eigen::Vector2d outward;
  double off = 0.0;
  double weight = 1.0;  // less where piece and ground are of like colours
};

struct Outline {
  Eigen::Vector2d centre;  // where it was looked from
  double radius = 0.0;     // seen
  std::vector<Rim> rims;
};

/// How far an outline reaches beyond its circle, view pixels: towards the camera's foot, where a wall shows, and away from it.
struct Reach {
  cv::Point2d away;  // from the camera's foot, of length 1
  double near = 0.0, far = 0.0;

  [[nodiscard]] double along(cv::Point2d ray) const {
    const double out = ray.dot(away);
    return out < 0.0 ? -out * near : out * far;
  }
};

/// The ground that pieces stand on.
struct Ground {
  cv::Mat empty;              // the view without pieces; may be empty
  bool behind_walls = false;  // pieces are seen from the side, so that walls may hide what lies beyond them

  /// How unlike a piece's own square a place is, or the ground at that place; far where nobody knows or it looks like the piece.
  [[nodiscard]] float off(const Colour& c, cv::Point2d at, const RoundThing& thing) const {
    float least = std::numeric_limits<float>::max();
    if (empty.empty()) return least;
    for (const cv::Point2d& place : {at, thing.at}) {
      const Colour here = colour_at(empty, place);
      if (off_ground_shades(thing.colour, here) >= kRimContrast) least = std::min(least, off_ground_shades(c, here));
    }
    return least;
  }
};

/// Where a piece ends along a ray.
std::optional<Rim> edge_along(const cv::Mat& bgr, const RoundThing& thing, cv::Point2d along, double reach, const Ground& board) {
  constexpr double kSampleStep = 0.5;
  constexpr int kArm = 5;  // steps
  const bool walled = board.behind_walls && reach > kWalled * thing.radius;
  Colour ground = Colour::Zero();
  constexpr int kGroundSamples = 6;
  for (int i = 0; i < kGroundSamples; ++i)
    ground += colour_at(bgr, thing.at + along * (thing.radius * (kGroundFrom + (kGroundTo - kGroundFrom) * i / (kGroundSamples - 1.0))));
  ground /= static_cast<float>(kGroundSamples);
  // Between the rim and a border of squares beside it there is ground, too.
  const auto off_ground = [&](const Colour& c, cv::Point2d at) {
    return walled ? off_ground_shades(c, colour_at(board.empty, at)) : std::min(off_ground_shades(c, ground), board.off(c, at, thing));
  };
  const double from = kFrom * thing.radius - kArm * kSampleStep;
  std::vector<float> like;
  for (double t = from; t <= kTo * thing.radius + (walled ? reach : 0.0) + kArm * kSampleStep; t += kSampleStep) {
    const Colour c = colour_at(bgr, thing.at + along * t);
    const float piece = kRimNoise + off_piece_shades(c, thing.colour);
    const float other = kRimNoise + off_ground(c, thing.at + along * t);
    like.push_back(other / (piece + other));
  }
  if (walled) {  // where ground has been seen so far the piece is over: what comes then is a neighbour
    const auto run = static_cast<std::ptrdiff_t>(std::max(2.0 * kArm, kGroundRun * thing.radius / kSampleStep));
    std::ptrdiff_t seen = 0;
    for (std::ptrdiff_t i = 0; i < std::ssize(like); ++i) {
      seen = like[i] < 0.5f ? seen + 1 : 0;
      if (seen == run) like.resize(i + 1);
    }
  }
  float best = kLeastStep;
  std::optional<Rim> rim;
  for (std::size_t i = kArm; i + kArm < like.size(); ++i) {
    float in = 0.0f, out = 0.0f;
    for (std::size_t k = 1; k <= kArm; ++k) in += like[i - k], out += like[i + k];
    const float step = (in - out) / kArm;
    if (step <= best) continue;
    best = step;
    // Where it falls through the middle of the two, nearest to here.
    const float middle = 0.5f * (in + out) / kArm;
    double crossing = static_cast<double>(i), nearest = kArm;
    for (std::size_t k = i - kArm; k < i + kArm; ++k)
      if (like[k] >= middle && like[k + 1] < middle) {
        const double here = static_cast<double>(k) + (like[k] - middle) / (like[k] - like[k + 1]);
        if (std::abs(here - static_cast<double>(i)) < nearest) nearest = std::abs(here - static_cast<double>(i)), crossing = here;
      }
    const double clear = (step - kLeastStep) / (1.0f - kLeastStep);
    rim = Rim{{along.x, along.y}, from + crossing * kSampleStep, std::min(1.0, clear / kClear)};
  }
  return rim;
}

/// `far`: how far the outline reaches away from the camera beyond the circle, view pixels.
Outline outline_of(const cv::Mat& bgr, const BoardView& view, const RoundThing& thing, double far, const Ground& board) {
  Outline outline{.centre = {thing.at.x, thing.at.y}, .radius = thing.radius, .rims = {}};
  const cv::Point2d from_foot = thing.at - view.foot;
  const double away = cv::norm(from_foot);
  const Reach reach{.away = away > 0.0 ? from_foot / away : cv::Point2d(),
                    .near = view.growth(measure::Inches(kHighestWall * thing.radius / view.per_inch)) * away,
                    .far = far};
  for (const cv::Point2d& along : rays())
    if (const auto rim = edge_along(bgr, thing, along, reach.along(along), board)) outline.rims.push_back(*rim);
  return outline;
}

struct Fit {
  Eigen::Vector2d foot;
  Eigen::Matrix2d covariance;
  double radius = 0.0;  // as it would be seen on the board's plane
  double cost = 0.0;    // half chi squared
  int agreeing = 0;     // rims that lie where they belong
};

/// Half chi squared of an outline whose rims lie so far off, added to `cost`.
double cost_of(const Outline& outline, const std::array<double, kRays>& residuals, double cost) {
  for (std::size_t i = 0; i < outline.rims.size(); ++i) {
    const double size = std::abs(residuals[i]) / kLeastTopScatter;
    cost +=
        outline.rims[i].weight * (size > kRimHuber ? kRimHuber * size - 0.5 * kRimHuber * kRimHuber : 0.5 * size * size) / kSharedTopError;
  }
  return cost;
}

/// The most likely foot of a piece of this height. `radius`: what the pieces' radius is known to be, view pixels.
Fit fit_foot(const Outline& outline, Eigen::Vector2d camera_foot, double growth, std::optional<double> radius) {
  Fit fit{.foot = outline.centre,
          .covariance = Eigen::Matrix2d::Identity() * outline.radius * outline.radius,
          .radius = radius.value_or(outline.radius)};
  if (outline.rims.size() < 6) return fit;
  constexpr int kRounds = 6;
  const double known = radius ? 1.0 / (kRadiusScatter * kRadiusScatter) : 1e-6;
  const std::size_t count = outline.rims.size();
  std::array<double, kRays> residuals, slopes, sizes;
  for (int round = 0; round < kRounds; ++round) {
    const Eigen::Vector2d from_camera = fit.foot - camera_foot, from_centre = fit.foot - outline.centre;
    for (std::size_t i = 0; i < count; ++i) {
      const Rim& rim = outline.rims[i];
      const double top = fit.radius * growth + rim.outward.dot(from_camera) * growth;  // its rim's way outside
      residuals[i] = rim.off - (rim.outward.dot(from_centre) + fit.radius + std::max(0.0, top));
      slopes[i] = top > 0.0 ? 1.0 + growth : 1.0;
      sizes[i] = std::abs(residuals[i]);
    }
    const double scatter = std::max(kLeastTopScatter, measure::kSigmaOfMedian * measure::median_in_place(std::span(sizes).first(count))),
                 far = kRimHuber * scatter, variance = scatter * scatter * kSharedTopError;
    // Sums of weights times slopes, each in a variable of its own: as matrices they would go through memory at every rim.
    double xx = 0.0, xy = 0.0, xz = 0.0, yx = 0.0, yy = 0.0, yz = 0.0, zx = 0.0, zy = 0.0, zz = known;
    double right_x = 0.0, right_y = 0.0, right_z = radius ? known * (*radius - fit.radius) : 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      const Rim& rim = outline.rims[i];
      const double size = std::abs(residuals[i]);
      const double weight = rim.weight * calibration::huber_weight(size, far) / variance, off = weight * residuals[i];
      const double z = slopes[i], x = z * rim.outward.x(), y = z * rim.outward.y();
      const double weight_x = weight * x, weight_y = weight * y, weight_z = weight * z;
      xx += weight_x * x, xy += weight_x * y, xz += weight_x * z;
      yx += weight_y * x, yy += weight_y * y, yz += weight_y * z;
      zx += weight_z * x, zy += weight_z * y, zz += weight_z * z;
      right_x += off * x, right_y += off * y, right_z += off * z;
    }
    Eigen::Matrix3d information;
    information << xx, xy, xz, yx, yy, yz, zx, zy, zz;
    if (round + 1 == kRounds) {  // cost and place belong together
      fit.agreeing = static_cast<int>(std::ranges::count_if(std::span(residuals).first(count),
                                                            [&](double r) { return std::abs(r) <= kOnCircle * fit.radius + kOnCirclePx; }));
      fit.cost = cost_of(outline, residuals, 0.5 * known * std::pow(radius ? *radius - fit.radius : 0.0, 2.0));
      fit.covariance = information.inverse().topLeftCorner<2, 2>();
      break;
    }
    const Eigen::Vector3d change = calibration::solve_small(information, Eigen::Vector3d(right_x, right_y, right_z));
    fit.foot += change.head<2>();
    fit.radius += change.z();
  }
  return fit;
}

/// The radius all pieces share. A shadow of a side's own colour makes all of that side look larger: of two sides the smaller is right.
double common_radius(std::span<const Outline> outlines, std::span<const SidedDisc> discs, Eigen::Vector2d camera_foot, double growth) {
  std::array<std::vector<double>, 2> of_side;
  std::vector<double> radii;
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    if (outlines[i].rims.size() <= kRays / 2) continue;
    radii.push_back(fit_foot(outlines[i], camera_foot, growth, std::nullopt).radius);
    of_side[discs[i].side].push_back(radii.back());
  }
  if (radii.empty())
    for (const Outline& outline : outlines) radii.push_back(outline.radius / (1.0 + growth));
  if (std::ranges::any_of(of_side, [](const auto& own) { return own.size() < kEnoughOfSide; })) return measure::median_in_place(radii);
  return std::min(measure::median_in_place(of_side[0]), measure::median_in_place(of_side[1]));
}

/// The height one outline shows by itself.
struct Shown {
  double height = 0.0;  // inches
  double sigma = 0.0;   // of `height` for one view pixel of wall
  double misfit = 0.0;  // half chi squared of the outline
};

Shown shown_by(const BoardView& view, const Outline& outline, double radius) {
  const Eigen::Vector2d camera_foot(view.foot.x, view.foot.y);
  const double step = kHeightStep * radius / view.per_inch;
  Shown best{.height = 0.0, .sigma = view.camera_height / std::max(1.0, (outline.centre - camera_foot).norm()), .misfit = 1e12};
  for (double h = 0.0; h <= kHighest * radius / view.per_inch; h += step) {
    const double cost = fit_foot(outline, camera_foot, view.growth(measure::Inches(h)), radius).cost;
    if (cost < best.misfit) best.misfit = cost, best.height = h;
  }
  return best;
}

/// One sigma of what most are off by, at least `least`; `usual` where there are not enough to tell.
double learned_scatter(std::vector<double> off, std::size_t enough, double usual, double least) {
  return off.size() < enough ? usual : std::max(measure::kSigmaOfMedian * measure::median_in_place(off), least);
}

/// What one man and two men on top of each other show, and how likely each is.
class Walls {
 public:
  Walls(std::span<const Shown> shown, double radius, double radius_px, const HeightGuess& guess) : slip_(kSlip * radius_px) {
    man_ = guess.height * kWallShown;
    double least = 1e12;
    const double middle = man_;
    for (double height = kLowest * radius; height <= std::max(kHighestMan * radius, kWider * middle);
         height += 0.5 * kHeightStep * radius) {
      double cost = 0.5 * std::pow((height / middle - 1.0) / guess.sigma, 2.0);
      for (const Shown& s : shown) cost -= std::log(std::exp(log_of_man(s, height)) + std::exp(log_of_stack(s, height) - kRare));
      if (cost < least) least = cost, man_ = height;
    }
    learn_scatter(shown);
  }

  [[nodiscard]] double man() const { return man_; }
  [[nodiscard]] double stack() const { return man_ * kTwoHigh; }
  /// The log of how much likelier it is of a stack than of a man to look so.
  [[nodiscard]] double for_stack(const Shown& s) const { return log_of_stack(s, man_) - log_of_man(s, man_); }

 private:
  static double log_normal(double off, double sigma) { return -0.5 * off * off / (sigma * sigma) - std::log(sigma); }
  static double log_of(double off, double sigma) { return std::log(std::exp(log_normal(off, sigma)) + kDisturbed); }
  [[nodiscard]] double log_of_man(const Shown& s, double height) const {
    return log_of((s.height - height) / s.sigma, std::hypot(scatter_, kMenDiffer * height / s.sigma));
  }
  [[nodiscard]] double log_of_stack(const Shown& s, double height) const {
    const double off = (s.height - height * kTwoWalls) / s.sigma;
    return log_of(off, std::hypot(std::hypot(scatter_, slip_), kStacksDiffer * height / s.sigma));
  }

  /// How far the walls of men differ in this picture.
  void learn_scatter(std::span<const Shown> shown) {
    std::vector<double> off;
    for (const Shown& s : shown)
      if (for_stack(s) < kRare) off.push_back(std::abs(s.height - man_) / s.sigma);
    scatter_ = learned_scatter(std::move(off), 6, kWallScatter, kLeastWallScatter);
  }

  double man_ = 0.0, slip_ = 0.0;  // inches; view pixels
  double scatter_ = kWallScatter;  // view pixels
};

/// What the sizes of men's tops differ by.
double scatter_of(std::span<const std::optional<double>> sizes) {
  std::vector<double> off;
  for (const auto& size : sizes)
    if (size) off.push_back(std::abs(*size));
  return learned_scatter(std::move(off), 5, kSizeScatter, kLeastSizeScatter);
}

/// The log of how much likelier it is of a stack than of a man to have a top of this size, where men's scatter so and a man's height makes
/// it grow by `growth`.
double for_stack(const std::optional<double>& size, double scatter, double growth) {
  if (!size) return 0.0;
  const double wide = std::hypot(scatter, kGrowthDiffers * growth);
  const double stack = scatter / wide * std::exp(-0.5 * std::pow((*size - growth) / wide, 2.0));
  const double man = std::exp(-0.5 * std::pow(*size / scatter, 2.0));
  return std::log((stack + kMisread) / (man + kMisread));
}

/// What one man's shadow and that of two are, and how likely each is.
class Throws {
 public:
  explicit Throws(std::span<const std::optional<double>> lengths) {
    std::vector<double> seen;
    for (const auto& length : lengths)
      if (length) seen.push_back(*length);
    if (seen.size() < kFewestShadows) return;
    double least = std::numeric_limits<double>::max();
    for (double man = kLeastShadowScatter; man <= std::ranges::max(seen); man += 0.25 * kLeastShadowScatter) {
      double cost = 0.0;
      for (const double length : seen)
        cost -= std::log(std::exp(log_of(length - man, scatter_)) + std::exp(log_of_stack(length, man) - kRare));
      if (cost < least) least = cost, man_ = man;
    }
    std::vector<double> off;
    for (const double length : seen)
      if (for_stack(length) < kRare) off.push_back(std::abs(length - *man_));
    scatter_ = learned_scatter(std::move(off), kFewestShadows, kShadowScatter, kLeastShadowScatter);
  }

  /// The log of how much likelier it is of a stack than of a man to throw such a shadow, radii.
  [[nodiscard]] double for_stack(const std::optional<double>& length) const {
    return length && man_ ? log_of_stack(*length, *man_) - log_of(*length - *man_, scatter_) : 0.0;
  }

 private:
  static constexpr std::size_t kFewestShadows = 5;
  static double log_of(double off, double sigma) { return std::log(std::exp(-0.5 * off * off / (sigma * sigma)) / sigma + kShadowMisread); }
  [[nodiscard]] double log_of_stack(double length, double man) const {
    return log_of(length - kTwoShadows * man, std::hypot(std::hypot(scatter_, kSlip), kTwoShadowsDiffer * man));
  }

  std::optional<double> man_;  // radii
  double scatter_ = kShadowScatter;
};

/// The height of a man's wall, inches, that explains all outlines together best, each time with the radius that goes with it: a larger disc
/// and a higher one look alike from one side, but not from all.
double height_by_all(const BoardView& view, std::span<const Outline> outlines, std::span<const SidedDisc> discs, const HeightGuess& guess,
                     double radius) {
  const Eigen::Vector2d camera_foot(view.foot.x, view.foot.y);
  const double middle = guess.height * kWallShown, size = radius / view.per_inch;
  double best = middle, least = std::numeric_limits<double>::max();
  for (double height = kLowest * size; height <= kHighestOfAll * size; height *= kHeightFactor) {
    const double growth = view.growth(measure::Inches(height)), of_stack = view.growth(measure::Inches(height * kTwoWalls));
    const double wide = common_radius(outlines, discs, camera_foot, growth);
    double cost = 0.5 * std::pow((height / middle - 1.0) / guess.sigma, 2.0);
    for (const Outline& outline : outlines) {
      const double man = fit_foot(outline, camera_foot, growth, wide).cost,
                   stack = fit_foot(outline, camera_foot, of_stack, wide).cost + kRare;
      cost += std::min({man, stack, kNoDisc});
    }
    if (cost < least) least = cost, best = height;
  }
  return best;
}

StandingDisc standing(const BoardView& view, const Outline& outline, double radius, double height, bool stacked, double evidence) {
  const Fit fit = fit_foot(outline, {view.foot.x, view.foot.y}, view.growth(measure::Inches(height)), radius);
  return {.foot = {fit.foot.x(), fit.foot.y()},
          .noise = {fit.covariance(0, 0), fit.covariance(0, 1), fit.covariance(1, 1)},
          .height = measure::Inches(height),
          .stacked = stacked,
          .evidence = evidence,
          .support = static_cast<double>(fit.agreeing) / kRays};
}

}  // namespace

bool seen_from_the_side(const BoardView& view, std::span<const SidedDisc> discs) {
  std::vector<double> slants;
  for (const SidedDisc& disc : discs) slants.push_back(cv::norm(disc.thing.at - view.foot) / (view.per_inch * view.camera_height));
  return !slants.empty() && measure::median_in_place(slants) > kFromTheSide;
}

std::vector<StandingDisc> stand(const BoardView& view, std::span<const SidedDisc> discs, HeightGuess guess) {
  if (discs.empty()) return {};
  cv::Mat smooth;
  cv::GaussianBlur(view.bgr, smooth, {}, 0.6);
  const Eigen::Vector2d camera_foot(view.foot.x, view.foot.y);
  double growth = view.growth(measure::Inches(guess.height));
  const bool from_the_side = guess.may_stack && !guess.ground.empty() && seen_from_the_side(view, discs);
  const Ground ground{.empty = guess.ground, .behind_walls = from_the_side};
  std::vector<Outline> outlines;
  for (const SidedDisc& disc : discs) outlines.push_back(outline_of(smooth, view, disc.thing, 0.0, ground));
  double radius = common_radius(outlines, discs, camera_foot, growth);
  if (from_the_side) {
    guess.height = height_by_all(view, outlines, discs, guess, radius) / kWallShown;
    growth = view.growth(measure::Inches(guess.height));
    radius = common_radius(outlines, discs, camera_foot, growth);
  }
  // Again from where each stands, with the size they share: a circle may have been found beside its disc.
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const Fit fit = fit_foot(outlines[i], camera_foot, growth, radius);
    const Eigen::Vector2d middle = fit.foot + 0.5 * growth * (fit.foot - camera_foot);
    RoundThing thing = discs[i].thing;
    thing.radius = radius * (1.0 + growth);
    if ((middle - outlines[i].centre).norm() < 0.3 * radius) thing.at = {middle.x(), middle.y()};
    outlines[i] = outline_of(smooth, view, thing, 0.5 * growth * (fit.foot - camera_foot).norm(), ground);
  }
  radius = common_radius(outlines, discs, camera_foot, growth);
  std::vector<StandingDisc> out;
  if (!guess.may_stack) {
    for (const Outline& outline : outlines) out.push_back(standing(view, outline, radius, guess.height, false, 0.0));
    return out;
  }
  std::vector<Shown> shown;
  for (const Outline& outline : outlines) shown.push_back(shown_by(view, outline, radius));
  std::vector<cv::Point2d> tops;
  for (const Outline& outline : outlines) {
    const StandingDisc man = standing(view, outline, radius, guess.height, false, 0.0);
    tops.push_back(man.foot + (man.foot - view.foot) * view.growth(man.height));
  }
  const auto sizes = sizes_of_tops(smooth, tops, radius * (1.0 + growth));
  const Walls walls(shown, radius / view.per_inch, radius, guess);
  std::vector<std::optional<double>> shadows(outlines.size());
  if (!guess.ground.empty()) {
    std::vector<ShadowOf> pieces;
    for (const Outline& outline : outlines) {
      const cv::Point2d foot = standing(view, outline, radius, walls.man(), false, 0.0).foot;
      pieces.push_back({foot, foot + (foot - view.foot) * view.growth(measure::Inches(walls.stack() / kWallShown))});
    }
    shadows = shadow_lengths(view, guess.ground, pieces, radius);
  }
  const Throws throws(shadows);
  const double scatter = scatter_of(sizes);
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    const double likelier = walls.for_stack(shown[i]) + throws.for_stack(shadows[i]) +
                            for_stack(sizes[i], scatter, view.growth(measure::Inches(walls.man() / kWallShown)));
    const bool stacked = likelier > kRare;
    const double evidence = std::max(0.0, stacked ? likelier - kRare : kRareAtLeast - likelier);
    out.push_back(standing(view, outlines[i], radius, stacked ? walls.stack() : walls.man(), stacked, evidence));
  }
  return out;
}

}  // namespace vision
