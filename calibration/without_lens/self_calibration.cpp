// Registration without a lens file: lens and pose together, from what lies on the table.
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <opencv2/core.hpp>
#include <utility>

#include "calibration/pose_fit.h"
#include "calibration/registration.h"
#include "calibration/without_lens/focal_posterior.h"
#include "calibration/without_lens/joint_fit.h"
#include "calibration/without_lens/lens_search.h"
#include "calibration/without_lens/side_noise.h"

namespace calibration {
namespace {

using measure::ErrorCode, measure::fail, measure::Inches, measure::Result, measure::TablePoint;

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

Finding estimated(const JointFit& fit, const Marks& marks) {
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  double count = 0.0;
  for (const KnownTag& tag : marks.tags) middle += centre_of(tag), count += 1.0;
  for (const KnownPoint& known : marks.points) middle += known.point, count += 1.0;
  middle /= std::max(1.0, count);
  const double sigma = std::sqrt(0.5 * placing_covariance(fit, {middle.x(), middle.y(), 1.0}).trace());
  return warning("lens-estimated",
                 fmt::format("no lens file: from this picture the focal length is {:.0f} +- {:.0f} px and k1 {:.2f} +- {:.2f}", fit.lens.fx,
                             measure::kSigmasOf95 * std::sqrt(fit.covariance(6 + kFx, 6 + kFx)), fit.lens.distortion[0],
                             measure::kSigmasOf95 * std::sqrt(fit.covariance(6 + kK1, 6 + kK1))),
                 "calibrate the lens once with a printed chessboard for narrower margins", Inches(measure::kSigmasOf95 * sigma));
}

}  // namespace

Result<Registration> register_table_without_lens(ImageSize size, std::span<const TableTag> tags, std::span<const TagObservation> seen,
                                                 std::span<const Anchor> anchors) try {
  const LensPrior prior = common_cameras(size);
  const Candidates candidates = sorted(tags, with_moderated_noise(seen));
  std::vector<KnownPoint> points;
  for (const Anchor& anchor : anchors)
    points.push_back({{anchor.pixel.u, anchor.pixel.v}, {anchor.point.x.value, anchor.point.y.value}, kAnchorSigmaPx});
  Marks marks = without_doubles(prior, candidates, std::move(points));
  const std::vector<int> ids = ids_of(marks.tags);
  if (marks.tags.size() < 2 && marks.points.size() < 4)
    return fail(ErrorCode::NotCalibrated,
                fmt::format("the table cannot be registered: {} of its {} corner tags are in view, two are needed (or four anchors)",
                            ids.size(), tags.size()));
  const std::optional<JointFit> fit = search(prior, marks);
  if (!fit)
    return fail(ErrorCode::NotCalibrated,
                "the table cannot be registered: no camera above it sees the tags like this; do their places in the table file agree with "
                "the table?");
  JointFit last = refined(prior, marks, *fit, candidates.loose);
  std::vector<Finding> findings;
  if (const auto culprit = blamed(prior, marks, last, candidates.loose)) {
    findings.push_back(misplaced(marks.tags[culprit->tag], culprit->off));
    marks = culprit->marks;
    last = culprit->fit;
  }
  last = over_focal_lengths(prior, marks, last, candidates.loose);
  last.lens.covariance = last.covariance.bottomRightCorner<kIntrinsicCount, kIntrinsicCount>();
  const TableCamera camera(last.lens, last.rotation, last.translation, last.covariance);
  if (const auto doubt = anchors_doubt(camera, anchors)) findings.push_back(*doubt);
  findings.push_back(estimated(last, marks));
  return Registration{.camera = camera,
                      .tags_seen = ids,
                      .tags_used = ids_of(marks.tags),
                      .reprojection_px = reprojection_px(last, marks),
                      .findings = findings};
} catch (const cv::Exception& e) {
  return fail(ErrorCode::NotCalibrated, fmt::format("the table cannot be registered ({})", e.err));
}

}  // namespace calibration
