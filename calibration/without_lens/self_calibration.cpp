// Registration without a lens file: lens and pose together, from what lies on the table.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <opencv2/calib3d.hpp>
#include <opencv2/core.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "calibration/anchors.h"
#include "calibration/pose_fit.h"
#include "calibration/registration.h"
#include "calibration/without_lens/joint_fit.h"
#include "calibration/without_lens/side_noise.h"

namespace calibration {
namespace {

using measure::ErrorCode, measure::fail, measure::Inches, measure::Result, measure::TablePoint;

// Where the fit of lens and pose begins, and how it ends: poses that show the marks, the best of many starts, and the
//   last fit with straight sides and tags of unknown place.

// Starts of the search: focal lengths as shares of the long side, and k1. Nearer together costs time; further
// apart a wide lens may settle in the wrong valley.
constexpr std::array<double, 4> kFocalStarts{0.5, 0.7, 0.95, 1.3};
constexpr std::array<double, 2> kBendStarts{0.0, -0.2};

/// Points that were named by hand are right to so many pixels, 1 sigma: people click to 3 px. Less bends the lens by their slips.
constexpr double kClickSigmaPx = 1.5;

/// Readers fit straight lines to sides that the lens bends: takes out what that does to the corners.
void straighten(SeenTag& seen, const Eigen::Matrix<double, 2, 4>& corners, const TableCamera& camera) {
  std::array<TablePoint, 4> points;
  for (int i = 0; i < 4; ++i) points[i] = {Inches(corners(0, i)), Inches(corners(1, i))};
  const auto fitted = expected_corners(camera, points);
  if (!fitted) return;
  for (int i = 0; i < 4; ++i) {
    const auto true_corner = camera.image_from_table(points[i], Inches(0.0));
    if (!true_corner) return;
    const ImagePoint& read = (*fitted)[i];
    seen.pixels.segment<2>(2 * i) = seen.measured.segment<2>(2 * i) + Eigen::Vector2d(true_corner->u - read.u, true_corner->v - read.v);
  }
}

TableCamera camera_of(const JointFit& fit) { return {fit.lens, fit.rotation, fit.translation}; }

/// Cameras with this focal length and bend that show the known marks where they were seen, roughly.
std::vector<JointFit> poses_for(const Marks& marks, const Lens& lens) {
  std::vector<cv::Point3d> table;
  std::vector<cv::Point2d> picture;
  for (const KnownTag& tag : marks.tags)
    for (int i = 0; i < 4; ++i) {
      table.emplace_back(tag.corners(0, i), tag.corners(1, i), 0.0);
      picture.emplace_back(tag.seen.pixels[2 * i], tag.seen.pixels[2 * i + 1]);
    }
  for (const KnownPoint& known : marks.points) {
    table.emplace_back(known.point.x(), known.point.y(), 0.0);
    picture.emplace_back(known.pixel.x(), known.pixel.y());
  }
  std::vector<cv::Mat> rotations, translations;
  cv::solvePnPGeneric(table, picture, cv::Matx33d(lens.fx, 0.0, lens.cx, 0.0, lens.fy, lens.cy, 0.0, 0.0, 1.0),
                      std::vector<double>(lens.distortion.begin(), lens.distortion.end()), rotations, translations, false,
                      cv::SOLVEPNP_IPPE);
  std::vector<JointFit> poses;
  for (std::size_t i = 0; i < rotations.size(); ++i)
    if (const auto pose = pose_of(rotations[i], translations[i])) {
      JointFit start;
      start.lens = lens;
      start.rotation = pose->rotation;
      start.translation = pose->translation;
      poses.push_back(start);
    }
  return poses;
}

/// Lenses from which the search starts.
std::vector<Lens> starts_of(const LensPrior& prior) {
  if (prior.told) return {prior.told->lens};
  std::vector<Lens> starts;
  for (const double focal : kFocalStarts)
    for (const double bend : kBendStarts) {
      Lens lens = prior.mean;
      lens.fx = lens.fy = focal * std::max(lens.image_size.width, lens.image_size.height);
      lens.distortion = {bend, 0.0, 0.0, 0.0, 0.0};
      starts.push_back(lens);
    }
  return starts;
}

/// The best fit over all starts, to the known marks alone.
std::optional<JointFit> search(const LensPrior& prior, const Marks& marks) {
  std::optional<JointFit> best;
  for (const Lens& lens : starts_of(prior))
    for (const JointFit& start : poses_for(marks, lens)) {
      Marks known{marks.tags, marks.points, {}};
      const auto fit = fit_jointly(prior, known, start);
      if (fit && (!best || fit->cost < best->cost)) best = fit;
    }
  return best;
}

/// The least-squares square under a tag's corners. Empty when a corner misses the table.
std::optional<LooseTag> square_under(const TableCamera& camera, LooseTag tag) {
  Eigen::Matrix<double, 2, 4> corners;
  for (int i = 0; i < 4; ++i) {
    const auto at = camera.table_from_image({tag.seen.pixels[2 * i], tag.seen.pixels[2 * i + 1]}, Inches(0.0));
    if (!at) return std::nullopt;
    corners.col(i) << at->x.value, at->y.value;
  }
  tag.centre = corners.rowwise().mean();
  const Eigen::Vector2d up = 0.25 * (corners.col(0) + corners.col(1) - corners.col(2) - corners.col(3));
  const Eigen::Vector2d right = 0.25 * (corners.col(1) + corners.col(2) - corners.col(0) - corners.col(3));
  tag.a = 0.5 * (up.x() - right.y());
  tag.b = 0.5 * (up.y() + right.x());
  return tag;
}

/// The last fit: sides straightened, and the squares of unknown place added, which say nothing about where but
/// much about the lens.
JointFit refined(const LensPrior& prior, Marks& marks, const JointFit& known, const std::vector<LooseTag>& loose) {
  marks.loose.clear();
  const TableCamera camera = camera_of(known);
  for (const LooseTag& tag : loose) {
    const auto square = square_under(camera, tag);
    if (square && std::hypot(square->a, square->b) > 0.0) marks.loose.push_back(*square);
  }
  for (KnownTag& tag : marks.tags) straighten(tag.seen, tag.corners, camera);
  for (LooseTag& tag : marks.loose) straighten(tag.seen, corners_of(tag), camera);
  return fit_jointly(prior, marks, known).value_or(known);
}

// How far one picture tells the focal length, where it hardly does.
//   Straight from above a longer lens and a higher camera look alike. What is left to tell them apart is weak, and the
//   likeliest camera is then a poor guess: at a short focal length distortion bends the picture more for the same change of
//   its coefficients, so that it fits the noise of the corners best. Few such lenses do; of long ones many fit almost as well.
//   Therefore the camera is taken from the mean of the posterior, not from its top.

/// The integral covers the prior's middle 98.8 % and as many standard deviations round the likeliest camera, in this many steps
/// before it is refined.
constexpr double kReachSigmas = 2.5;
constexpr int kSteps = 12;
/// Halved are steps over which the logarithm of the density changes by more than this, where it is not this far below its top.
constexpr double kSmooth = 1.0, kNegligible = 5.0;
constexpr int kHalvings = 6;

/// The best camera of one focal length, and the logarithm of the posterior density there.
struct Slice {
  JointFit fit;
  double log_density = 0.0;
};
/// By the logarithm of the focal length as a share of the prior's mean.
using Slices = std::map<double, Slice>;

LensPrior with_focal_length(LensPrior prior, double log_share) {
  prior.focal_px = prior.mean.fx * std::exp(log_share);
  return prior;
}

/// Laplace's approximation: the density at the best camera times the volume of all that are nearly as good. Where the picture shows the
/// table, how large, how turned and how its sides converge is as likely with any lens, for people aim the camera. In these terms a place
/// of the camera counts as f^2 / height^3 and its tilt, in both directions, as 1 / f; the two focal lengths, given as a share, as 1 / f
/// each. Counted in inches and radians instead, far cameras would win by their number.
double log_density(double log_share, const JointFit& fit) {
  const double in_picture_terms = -2.0 * log_share - 3.0 * std::log(camera_of(fit).height().value);
  return -0.5 * fit.cost + fit.log_volume + in_picture_terms;
}

std::optional<Slice> slice_at(const LensPrior& prior, double log_share, const Marks& marks, const std::vector<LooseTag>& loose) {
  const LensPrior given = with_focal_length(prior, log_share);
  Lens first = prior.mean;
  first.fx = first.fy = *given.focal_px;
  first.distortion = {};
  std::optional<Slice> best;
  for (const JointFit& start : poses_for(marks, first)) {
    Marks moved{marks.tags, marks.points, {}};
    const std::optional<JointFit> known = fit_jointly(given, moved, start);
    if (!known) continue;
    const JointFit fit = refined(given, moved, *known, loose);
    const double density = log_density(log_share, fit);
    if (std::isfinite(density) && (!best || density > best->log_density)) best = Slice{fit, density};
  }
  return best;
}

double top_of(const Slices& slices) {
  return std::ranges::max_element(slices, {}, [](const auto& entry) { return entry.second.log_density; })->second.log_density;
}

/// The middles of the steps that are too coarse.
std::vector<double> too_coarse(const Slices& slices) {
  std::vector<double> middles;
  const double top = top_of(slices);
  for (auto left = slices.begin(), right = std::next(left); right != slices.end(); ++left, ++right) {
    const auto [lower, higher] = std::minmax(left->second.log_density, right->second.log_density);
    if (higher > top - kNegligible && higher - lower > kSmooth) middles.push_back(0.5 * (left->first + right->first));
  }
  return middles;
}

Slices slices_of(const LensPrior& prior, const Marks& marks, const JointFit& best, const std::vector<LooseTag>& loose) {
  Slices slices;
  const auto add = [&](double log_share) {
    if (auto slice = slice_at(prior, log_share, marks, loose)) slices.emplace(log_share, std::move(*slice));
  };
  const double middle = prior.told ? std::log(prior.told->lens.fx / prior.mean.fx) : 0.0,
               sigma = prior.told ? std::min(prior.log_focal_sigma, prior.told->log_focal_sigma) : prior.log_focal_sigma;
  const double reach = kReachSigmas * sigma, likeliest = std::log(best.lens.fx / prior.mean.fx);
  const double round_likeliest = kReachSigmas * std::sqrt(best.covariance(6 + kFx, 6 + kFx)) / best.lens.fx;
  const double from = std::min(middle - reach, likeliest - round_likeliest), to = std::max(middle + reach, likeliest + round_likeliest);
  for (int step = 0; step <= kSteps; ++step) add(std::lerp(from, to, static_cast<double>(step) / kSteps));
  for (int round = 0; round < kHalvings && !slices.empty(); ++round)
    for (const double between : too_coarse(slices)) add(between);
  return slices;
}

/// Mean and variance of the inverse of the focal length's share, by trapezes.
struct Inverse {
  double mean = 0.0, variance = 0.0;
};
Inverse inverse_of(const Slices& slices) {
  const double top = top_of(slices);
  double weights = 0.0, sum = 0.0, squares = 0.0;
  for (auto left = slices.begin(), right = std::next(left); right != slices.end(); ++left, ++right)
    for (const auto end : {left, right}) {
      const double weight = (right->first - left->first) * std::exp(end->second.log_density - top), inverse = std::exp(-end->first);
      weights += weight;
      sum += weight * inverse;
      squares += weight * inverse * inverse;
    }
  const double mean = sum / weights;
  return {mean, std::max(0.0, squares / weights - mean * mean)};
}

/// Marks that claim no more than their misfit bears out.
void weaken(Marks& marks, std::vector<LooseTag>& loose, double noise_ratio) {
  const double wider = std::sqrt(std::max(1.0, noise_ratio));
  for (KnownTag& tag : marks.tags) tag.seen.whitening /= wider;
  for (KnownPoint& known : marks.points) known.sigma_px *= wider;
  for (LooseTag& tag : loose) tag.seen.whitening /= wider;
}

/// How well the focal length is known is said anew, square pixels; everything else gives way to it as before.
void set_focal_variance(JointFit& fit, double variance) {
  const double now = fit.covariance(6 + kFx, 6 + kFx);
  const Eigen::Matrix<double, kJointCount, 1> by_focal = fit.covariance.col(6 + kFx) / now;
  fit.covariance += by_focal * (variance - now) * by_focal.transpose();
}

/// The camera at the posterior's mean of 1 / focal length, with a covariance as wide as the posterior. A thing that stands h above
/// the table appears shifted in proportion to h / height, which goes with 1 / focal length: the mean of its place is where this
/// camera puts it. `best` is the likeliest camera of these marks, which are moved along.
JointFit over_focal_lengths(const LensPrior& prior, Marks& marks, const JointFit& best, std::vector<LooseTag> loose) {
  weaken(marks, loose, best.noise_ratio);
  const Slices slices = slices_of(prior, marks, best, loose);
  if (slices.size() < 2) return best;
  const Inverse inverse = inverse_of(slices);
  const double log_share = -std::log(inverse.mean);
  const auto nearest = std::ranges::min_element(slices, {}, [&](const auto& entry) { return std::abs(entry.first - log_share); });
  JointFit fit = refined(with_focal_length(prior, log_share), marks, nearest->second.fit, loose);
  set_focal_variance(fit, inverse.variance / (inverse.mean * inverse.mean) * fit.lens.fx * fit.lens.fx);
  return fit;
}

// One tag is blamed when leaving it out saves this many times more than noise would (per residual, an F test), and
// it lies this many standard deviations from where the others put it. Lower: good tags are left out for their noise.
constexpr double kBlameRatio = 5.0, kBlameSigmas = 4.0;
// Nobody is suspected while chi squared per degree of freedom stays below this: it saves the time.
constexpr double kSuspicious = 1.25;

/// The known tags of one picture; an id seen twice is kept twice until the fit decides.
struct Candidates {
  std::map<int, std::vector<KnownTag>> by_id;  // by index into the table's tags
  std::vector<LooseTag> loose;
};

Eigen::Matrix<double, 2, 4> matrix_of(const std::array<TablePoint, 4>& corners) {
  Eigen::Matrix<double, 2, 4> m;
  for (int i = 0; i < 4; ++i) m.col(i) << corners[i].x.value, corners[i].y.value;
  return m;
}

Candidates sorted(std::span<const TableTag> tags, std::span<const TagObservation> seen) {
  Candidates out;
  for (const TagObservation& observation : seen) {
    const auto known = std::ranges::find_if(tags, [&](const TableTag& t) { return shows(observation, t); });
    if (known == tags.end())
      out.loose.push_back({seen_tag(observation)});
    else
      out.by_id[static_cast<int>(known - tags.begin())].push_back({seen_tag(observation), matrix_of(corners_of(*known))});
  }
  return out;
}

Eigen::Vector2d centre_of(const KnownTag& tag) { return tag.corners.rowwise().mean(); }

/// Where the fit puts a tag's centre on the table.
std::optional<Eigen::Vector2d> seen_centre(const JointFit& fit, const SeenTag& tag) {
  const auto square = square_under(camera_of(fit), LooseTag{tag});
  if (!square) return std::nullopt;
  return square->centre;
}

/// Of each id seen twice, the one nearest to where the rest put it; before that, ids seen once only.
Marks without_doubles(const LensPrior& prior, const Candidates& candidates, std::vector<KnownPoint> points) {
  Marks marks{{}, std::move(points), {}};
  for (const auto& [index, seen] : candidates.by_id)
    if (seen.size() == 1) marks.tags.push_back(seen.front());
  const bool enough = marks.tags.size() >= 2 || marks.points.size() >= 4;
  const std::optional<JointFit> rest = enough ? search(prior, marks) : std::nullopt;
  for (const auto& [index, seen] : candidates.by_id) {
    if (seen.size() < 2) continue;
    const auto off = [&](const KnownTag& tag) {
      const auto centre = rest ? seen_centre(*rest, tag.seen) : std::nullopt;
      return centre ? (*centre - centre_of(tag)).norm() : 1e9;
    };
    marks.tags.push_back(*std::ranges::min_element(seen, {}, off));
  }
  return marks;
}

struct Blamed {
  std::size_t tag = 0;
  Eigen::Vector2d off = Eigen::Vector2d::Zero();  // inches
  Marks marks;                                    // without it
  JointFit fit;
};

/// 1-sigma of where a fit places a table point, root mean of both coordinates, plus the tag's own noise.
double placing_sigma(const JointFit& fit, const KnownTag& tag) {
  const Eigen::Vector2d centre = centre_of(tag);
  const double side_px = (tag.seen.pixels.segment<2>(2) - tag.seen.pixels.segment<2>(0)).norm();
  const double side_in = (tag.corners.col(1) - tag.corners.col(0)).norm();
  const double noise_in = side_in / (std::max(1.0, side_px) * tag.seen.whitening(0, 0));
  return std::sqrt(0.5 * placing_covariance(fit, {centre.x(), centre.y(), 0.0}).trace() + noise_in * noise_in);
}

/// The one tag without which the others agree, if there is one.
std::optional<Blamed> blamed(const LensPrior& prior, const Marks& marks, const JointFit& all, const std::vector<LooseTag>& loose) {
  const bool enough_remain = marks.tags.size() >= 3 || (!marks.tags.empty() && marks.points.size() >= 4);
  if (all.noise_ratio < kSuspicious || !enough_remain) return std::nullopt;
  std::optional<Blamed> best;
  for (std::size_t i = 0; i < marks.tags.size(); ++i) {
    Blamed without{i, {}, marks, {}};
    without.marks.tags.erase(without.marks.tags.begin() + static_cast<std::ptrdiff_t>(i));
    const auto found = search(prior, without.marks);
    if (!found) continue;
    without.fit = refined(prior, without.marks, *found, loose);
    const double per_residual = (all.cost - without.fit.cost) / 8.0;
    const auto centre = seen_centre(without.fit, marks.tags[i].seen);
    if (per_residual < kBlameRatio * std::max(1.0, without.fit.noise_ratio) || !centre) continue;
    without.off = *centre - centre_of(marks.tags[i]);
    if (without.off.norm() < kBlameSigmas * placing_sigma(without.fit, marks.tags[i])) continue;
    if (!best || without.fit.cost < best->fit.cost) best = without;
  }
  return best;
}

/// The ids of the table's tags among those that were seen, ascending.
std::vector<int> ids_of(const std::vector<KnownTag>& tags) {
  std::vector<int> ids;
  for (const KnownTag& tag : tags) ids.push_back(tag.seen.id);
  std::ranges::sort(ids);
  return ids;
}

/// RMS of what is left of the known marks. That all sides of a tag look larger alike is light, not place: it is taken out.
double reprojection_px(const JointFit& fit, const Marks& marks) {
  double squares = 0.0;
  std::size_t points = 0;
  const TableCamera camera = camera_of(fit);
  const auto off = [&](const Eigen::Vector2d& point, const Eigen::Vector2d& pixel) -> Eigen::Vector2d {
    const auto seen = camera.image_from_table({Inches(point.x()), Inches(point.y())}, Inches(0.0));
    return seen ? Eigen::Vector2d(pixel.x() - seen->u, pixel.y() - seen->v) : Eigen::Vector2d::Zero();
  };
  for (const KnownTag& tag : marks.tags) {
    Eigen::Matrix<double, 8, 1> left;
    for (int i = 0; i < 4; ++i) left.segment<2>(2 * i) = off(tag.corners.col(i), tag.seen.pixels.segment<2>(2 * i));
    const Eigen::Matrix<double, 8, 1> growth = growth_of(tag.seen.measured);
    squares += (left - growth * (growth.dot(left) / growth.squaredNorm())).squaredNorm();
    points += 4;
  }
  for (const KnownPoint& known : marks.points) squares += off(known.point, known.pixel).squaredNorm(), ++points;
  return points == 0 ? 0.0 : std::sqrt(squares / static_cast<double>(points));
}

Finding misplaced(const KnownTag& tag, const Eigen::Vector2d& off) {
  return warning(
      "tag-misplaced",
      fmt::format("tag {} lies {:.2f} in from where the table file puts it, by the other tags; it is left out", tag.seen.id, off.norm()),
      "put it back, or correct its centre in the table file", Inches(off.norm()));
}

/// `told`: by earlier pictures as well.
Finding estimated(const JointFit& fit, const Marks& marks, bool told) {
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  double count = 0.0;
  for (const KnownTag& tag : marks.tags) middle += centre_of(tag), count += 1.0;
  for (const KnownPoint& known : marks.points) middle += known.point, count += 1.0;
  middle /= std::max(1.0, count);
  const double sigma = std::sqrt(0.5 * placing_covariance(fit, {middle.x(), middle.y(), 1.0}).trace());
  return warning(
      "lens-estimated",
      fmt::format("no lens file: from this picture{} the focal length is {:.0f} +- {:.0f} px and k1 {:.2f} +- {:.2f}",
                  told ? " and those before it" : "", fit.lens.fx, measure::kSigmasOf95 * std::sqrt(fit.covariance(6 + kFx, 6 + kFx)),
                  fit.lens.distortion[0], measure::kSigmasOf95 * std::sqrt(fit.covariance(6 + kK1, 6 + kK1))),
      "calibrate the lens once with a printed chessboard for narrower margins", Inches(measure::kSigmasOf95 * sigma));
}

/// From so much on a lens counts as wide, degrees along the picture's longer side: few cameras see more (joint_fit.h), and those that do
/// are apt to be fisheyes, which bend otherwise than is believed of cameras. See `lens_guess --fisheye`.
constexpr double kWideDegrees = 95.0;

/// The angle along the picture's longer side, degrees; a half turn where the lens does not reach so far.
double angle_seen(const Lens& lens) {
  const double right = lens.image_size.width - 1.0, bottom = lens.image_size.height - 1.0;
  const bool lies = right >= bottom;
  const auto from = ray_through(lens, lies ? ImagePoint{0.0, lens.cy} : ImagePoint{lens.cx, 0.0});
  const auto to = ray_through(lens, lies ? ImagePoint{right, lens.cy} : ImagePoint{lens.cx, bottom});
  if (!from || !to) return 180.0;
  const double cosine = from->normalized().dot(to->normalized());
  return measure::degrees(measure::Radians(std::acos(std::clamp(cosine, -1.0, 1.0))));
}

std::optional<Finding> wide(const Lens& lens) {
  const double angle = angle_seen(lens);
  if (angle < kWideDegrees) return std::nullopt;
  return warning(
      "lens-wide",
      fmt::format("the lens seems to see {:.0f} degrees across, as fisheyes do; those bend otherwise than other lenses, and what "
                  "is measured without a lens file may then be off by more than its margin",
                  angle),
      "calibrate the lens with a printed chessboard, or use a camera that sees less");
}

/// The lens that other pictures told is another when this one pulls it so far from there, squared sigmas of nine numbers as the quarter
/// that they count has them: one in a thousand. Smaller forgets what was known, larger bends the table to another camera.
constexpr double kAnotherLens = 27.9;

struct Solved {
  JointFit fit;
  Marks marks;
  std::vector<int> ids;  // of the table's tags seen
  bool told = false;     // by earlier pictures, too
  std::vector<Finding> findings;
};

Result<Solved> solved(const LensPrior& prior, const Candidates& candidates, std::vector<KnownPoint> points, std::size_t of_tags) {
  Solved out{
      .fit = {}, .marks = without_doubles(prior, candidates, std::move(points)), .ids = {}, .told = prior.told.has_value(), .findings = {}};
  out.ids = ids_of(out.marks.tags);
  if (out.marks.tags.size() < 2 && out.marks.points.size() < 4)
    return fail(ErrorCode::NotCalibrated,
                fmt::format("the table cannot be registered: {} of its {} corner tags are in view, two are needed (or four anchors)",
                            out.ids.size(), of_tags));
  const std::optional<JointFit> known = search(prior, out.marks);
  if (!known)
    return fail(ErrorCode::NotCalibrated,
                "the table cannot be registered: no camera above it sees the tags like this; do their places in the table file agree with "
                "the table?");
  out.fit = refined(prior, out.marks, *known, candidates.loose);
  // Asked before anything is made of how badly another lens fits: tags blamed for it, or all marks weakened.
  if (prior.told && squared_sigmas_from(*prior.told, out.fit.lens) > kAnotherLens) return fail(ErrorCode::NotCalibrated, "another lens");
  if (const auto culprit = blamed(prior, out.marks, out.fit, candidates.loose)) {
    out.findings.push_back(misplaced(out.marks.tags[culprit->tag], culprit->off));
    out.marks = culprit->marks;
    out.fit = culprit->fit;
  }
  out.fit = over_focal_lengths(prior, out.marks, out.fit, candidates.loose);
  if (prior.unfolded || reaches_all(out.fit, out.marks)) return out;
  LensPrior unfolded = prior;
  unfolded.unfolded = true;
  return solved(unfolded, candidates, out.marks.points, of_tags);
}

/// What was told keeps only the middle and the widths of what its picture left possible, and not its shape. Where this picture leaves the
/// same possible, which is no news, the two shapes laid over one another would seem to tell much more than either. So the focal length is
/// known no better than by the widths of what was told and of what this picture tells alone.
void widen(JointFit& fit, const LensPrior& prior, const JointFit& alone) {
  const IntrinsicCovariance by_itself = alone.covariance.bottomRightCorner<kIntrinsicCount, kIntrinsicCount>();
  const double least = joined(*prior.told, alone.lens, by_itself)(kFx, kFx);
  if (fit.covariance(6 + kFx, 6 + kFx) < least) set_focal_variance(fit, least);
}

}  // namespace

Result<Registration> register_table_without_lens(ImageSize size, std::span<const TableTag> tags, std::span<const TagObservation> seen,
                                                 std::span<const Anchor> anchors, std::optional<double> focal_px,
                                                 const Lens* told_before) try {
  if (const auto fault = fault_of(anchors)) return fail(ErrorCode::NotCalibrated, *fault);
  const Candidates candidates = sorted(tags, with_moderated_noise(seen));
  const bool clicked = !anchors.empty() && anchors.size() <= kMostNamedByHand;
  const LensPrior common = clicked && seen.empty() ? cameras_of_clicked_points(size) : common_cameras(size);
  std::vector<KnownPoint> points;
  for (const Anchor& anchor : anchors) {
    const double usual = clicked ? kClickSigmaPx : kAnchorSigmaPx;
    points.push_back(
        {{anchor.pixel.u, anchor.pixel.v}, {anchor.point.x.value, anchor.point.y.value}, anchor.sigma_px > 0.0 ? anchor.sigma_px : usual});
  }
  const LensPrior prior = focal_px ? with_focal_px(common, *focal_px) : common;
  Result<Solved> found = fail(ErrorCode::NotCalibrated, "no lens was told before");
  if (told_before && told_before->image_size == size) found = solved(told_by(prior, *told_before), candidates, points, tags.size());
  auto alone = solved(prior, candidates, std::move(points), tags.size());
  if (!found)
    found = std::move(alone);
  else if (alone)
    widen(found->fit, told_by(prior, *told_before), alone->fit);
  if (!found) return tl::unexpected(found.error());
  JointFit& last = found->fit;
  last.lens.covariance = last.covariance.bottomRightCorner<kIntrinsicCount, kIntrinsicCount>();
  const TableCamera camera(last.lens, last.rotation, last.translation, last.covariance);
  std::vector<Finding>& findings = found->findings;
  if (const auto doubt = anchors_doubt(camera, anchors)) findings.push_back(*doubt);
  if (const auto warned = wide(last.lens)) findings.push_back(*warned);
  findings.push_back(estimated(last, found->marks, found->told));
  return Registration{.camera = camera,
                      .tags_seen = found->ids,
                      .tags_used = ids_of(found->marks.tags),
                      .reprojection_px = reprojection_px(last, found->marks),
                      .findings = std::move(findings)};
} catch (const cv::Exception& e) {
  return fail(ErrorCode::NotCalibrated, fmt::format("the table cannot be registered ({})", e.err));
}

}  // namespace calibration
