#include "calibration/registration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "calibration/anchors.h"
#include "calibration/pose_fit.h"

namespace calibration {
namespace {

using measure::ErrorCode, measure::fail, measure::Inches, measure::Result, measure::TablePoint;

/// A tag farther than this from where the others expect it has been misplaced, inches. Players lay tags by hand
/// to about 0.05; larger bends the table to a wrong tag, smaller throws out honest ones.
constexpr double kMisplaced = 0.12;
/// While only two tags vouch for a pose, the others are expected this roughly, inches.
constexpr double kRoughly = 0.4;
/// What the picture itself may add to that distance, px.
constexpr double kPictureSlackPx = 0.5;
constexpr std::size_t kLeastTags = 2, kLeastAnchors = 4;
/// Three tags can tell that a fourth is wrong; by how much better they must then agree (chi2).
constexpr std::size_t kLeastToJudge = 4;
constexpr double kMuchBetter = 4.0;

/// A table tag and one sighting with its id.
struct Match {
  const TableTag* tag = nullptr;
  const TagObservation* seen = nullptr;
};
using Matches = std::vector<Match>;

/// In order of the tags.
Matches matches_of(std::span<const TableTag> tags, std::span<const TagObservation> seen) {
  Matches out;
  for (const TableTag& tag : tags)
    for (const TagObservation& s : seen)
      if (shows(s, tag)) out.push_back({&tag, &s});
  return out;
}

std::optional<FittedPose> fit(const Lens& lens, const Matches& matches) {
  std::vector<TableTag> tags;
  std::vector<TagObservation> seen;
  for (const Match& m : matches) {
    tags.push_back(*m.tag);
    seen.push_back(*m.seen);
  }
  return fit_pose(lens, evidence_of(tags, seen));
}

/// How far a sighting lies from where the pose expects its tag, inches; empty out of the lens's reach.
std::optional<double> off(const TableCamera& camera, const Match& m) {
  const auto corners = corners_of(*m.tag);
  double sum = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto at = camera.table_from_image(m.seen->corners[i], Inches(0.0));
    if (!at) return std::nullopt;
    sum += std::pow(distance(*at, corners[i]).value, 2);
  }
  return std::sqrt(sum / 4.0);
}

/// How far it may lie, where tags lie to so many inches.
double allowed(const TableCamera& camera, const Match& m, double inches) {
  return inches + kPictureSlackPx / camera.pixels_per_inch(m.tag->centre, Inches(0.0));
}

/// The sightings that agree with a pose, at most one for each tag.
Matches agreeing(const Matches& all, const TableCamera& camera, double inches) {
  Matches out;
  std::vector<double> distance;
  for (const Match& m : all) {
    const auto here = off(camera, m);
    if (!here || *here > allowed(camera, m, inches)) continue;
    if (out.empty() || out.back().tag != m.tag) {
      out.push_back(m);
      distance.push_back(*here);
    } else if (*here < distance.back()) {
      out.back() = m;
      distance.back() = *here;
    }
  }
  return out;
}

struct Consensus {
  FittedPose pose;
  Matches used;
};

bool agrees(const TableCamera& camera, const Match& m) {
  const auto here = off(camera, m);
  return here && *here <= allowed(camera, m, kMisplaced);
}

bool all_agree(const Consensus& c) {
  return std::ranges::all_of(c.used, [&](const Match& m) { return agrees(c.pose.camera, m); });
}

/// From a pose of two tags to the pose of all that agree with it.
std::optional<Consensus> grown(const Lens& lens, const Matches& all, const Matches& seed) {
  auto pose = fit(lens, seed);
  if (!pose) return std::nullopt;
  Consensus c{*pose, seed};
  for (const double reach : {kRoughly, kMisplaced, kMisplaced}) {
    Matches used = agreeing(all, c.pose.camera, reach);
    if (used.size() < kLeastTags || !(pose = fit(lens, used))) return std::nullopt;
    c = {*pose, std::move(used)};
  }
  if (!all_agree(c)) return std::nullopt;
  return c;
}

/// The pose can lean over and take up half of a tag's error, so every tag is also judged by the others alone: without
/// the one that is far off and whose leaving makes the rest agree much better, if there is one.
Consensus without_the_odd_one(const Lens& lens, const Consensus& all) {
  if (all.used.size() < kLeastToJudge) return all;
  std::optional<Consensus> best;
  for (std::size_t i = 0; i < all.used.size(); ++i) {
    Matches rest = all.used;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    const auto pose = fit(lens, rest);
    if (!pose || pose->chi2_per_dof * kMuchBetter > all.pose.chi2_per_dof) continue;
    if (agrees(pose->camera, all.used[i])) continue;
    if (!best || pose->chi2_per_dof < best->pose.chi2_per_dof) best = Consensus{*pose, std::move(rest)};
  }
  return best.value_or(all);
}

/// The largest set of tags that agree with one another; among equals the one with the smallest misfit.
std::optional<Consensus> consensus(const Lens& lens, const Matches& all) {
  const bool repeats = std::ranges::adjacent_find(all, {}, &Match::tag) != all.end();
  if (!repeats)
    if (const auto pose = fit(lens, all)) {
      const Consensus c{*pose, all};
      if (all_agree(c)) return without_the_odd_one(lens, c);
    }
  std::optional<Consensus> best;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      if (all[i].tag == all[k].tag) continue;
      auto c = grown(lens, all, {all[i], all[k]});
      if (!c) continue;
      const bool better = !best || c->used.size() > best->used.size() ||
                          (c->used.size() == best->used.size() && c->pose.chi2_per_dof < best->pose.chi2_per_dof);
      if (better) best = std::move(c);
    }
  if (best) best = without_the_odd_one(lens, *best);
  return best;
}

std::vector<int> ids_of(const Matches& matches) {
  std::vector<int> ids;
  for (const Match& m : matches) ids.push_back(m.tag->id);
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  return ids;
}

TablePoint seen_at(const TableCamera& camera, const Match& m) {
  TablePoint sum;
  for (const ImagePoint& corner : m.seen->corners)
    if (const auto at = camera.table_from_image(corner, Inches(0.0))) sum = sum + (*at - TablePoint{}) * 0.25;
  return sum;
}

std::vector<Finding> findings_of(const Matches& all, const Consensus& c) {
  std::vector<Finding> out;
  const std::vector<int> used = ids_of(c.used);
  for (const int id : ids_of(all)) {
    Matches same;
    std::ranges::copy_if(all, std::back_inserter(same), [&](const Match& m) { return m.tag->id == id; });
    const bool one_used = std::ranges::binary_search(used, id);
    if (same.size() > 1)
      out.push_back(warning("tag-twice",
                            fmt::format("Table tag {} is seen {} times; {}.", id, same.size(),
                                        one_used ? "the one that agrees with the other tags is used" : "none is used"),
                            fmt::format("Remove the copies of tag {} from the camera's view.", id)));
    if (one_used) continue;
    const TablePoint at = seen_at(c.pose.camera, same.front()), stated = same.front().tag->centre;
    out.push_back(warning("tag-misplaced",
                          fmt::format("Table tag {} does not lie where the table file says: it is seen at ({:.2f}, {:.2f}) in, stated at "
                                      "({:.2f}, {:.2f}) in, {:.2f} in off. It is left out.",
                                      id, at.x.value, at.y.value, stated.x.value, stated.y.value,
                                      off(c.pose.camera, same.front()).value_or(distance(at, stated).value)),
                          fmt::format("Put tag {} back, or correct its [[tag]] entry.", id)));
  }
  return out;
}

std::string names_of(std::span<const TableTag> tags) {
  std::vector<int> ids;
  for (const TableTag& t : tags) ids.push_back(t.id);
  std::ranges::sort(ids);
  return fmt::format("{}", fmt::join(ids, ", "));
}

Result<Registration> by_anchors(const Lens& lens, std::span<const Anchor> anchors) {
  if (anchors.size() < kLeastAnchors)
    return fail(ErrorCode::NotCalibrated, fmt::format("{} anchor{} given, at least {} are needed", anchors.size(),
                                                      anchors.size() == 1 ? " is" : "s are", kLeastAnchors));
  if (const auto fault = fault_of(anchors)) return fail(ErrorCode::NotCalibrated, *fault);
  const auto pose = fit_pose(lens, evidence_of(anchors));
  if (!pose)
    return fail(ErrorCode::NotCalibrated,
                "the anchors do not fix the camera: they must not lie in one line, and pixels and points must belong together");
  Registration out{.camera = pose->camera, .reprojection_px = pose->rms_px};
  if (const auto doubt = anchors_doubt(pose->camera, anchors)) out.findings.push_back(*doubt);
  return out;
}

}  // namespace

std::array<TablePoint, 4> corners_of(const TableTag& tag) {
  const Inches half = tag.side * 0.5;
  const measure::TableVector up = measure::one_inch_towards(tag.heading) * half.value;
  const measure::TableVector right = rotated(up, measure::from_degrees(-90.0));
  return {tag.centre + up - right, tag.centre + up + right, tag.centre - up + right, tag.centre - up - right};
}

ImagePoint centre_of(const TagObservation& seen) {
  ImagePoint sum;
  for (const ImagePoint& c : seen.corners) sum.u += 0.25 * c.u, sum.v += 0.25 * c.v;
  return sum;
}

Eigen::Matrix<double, 8, 8> covariance_of(const TagObservation& seen) {
  if (!seen.corner_covariance.isZero(0.0)) return seen.corner_covariance;
  return Eigen::Matrix<double, 8, 8>::Identity() * (seen.corner_sigma_px * seen.corner_sigma_px);
}

Result<Registration> register_table(const Lens& lens, std::span<const TableTag> table_tags, std::span<const TagObservation> seen,
                                    std::span<const Anchor> anchors) {
  if (!anchors.empty()) return by_anchors(lens, anchors);
  const Matches matches = matches_of(table_tags, seen);
  const std::vector<int> seen_ids = ids_of(matches);
  if (seen_ids.empty())
    return fail(ErrorCode::NotCalibrated,
                fmt::format("none of the table's tags ({}) is in view; at least {} are needed", names_of(table_tags), kLeastTags));
  if (seen_ids.size() < kLeastTags)
    return fail(ErrorCode::NotCalibrated, fmt::format("only tag {} of the table's tags ({}) is in view; at least {} are needed",
                                                      fmt::join(seen_ids, ", "), names_of(table_tags), kLeastTags));
  const auto agreed = consensus(lens, matches);
  if (!agreed)
    return fail(
        ErrorCode::NotCalibrated,
        fmt::format(
            "tags {} are in view, but no two of them agree with the table file; check their places, sides and headings, and the lens",
            fmt::join(seen_ids, ", ")));
  return Registration{.camera = agreed->pose.camera,
                      .tags_seen = seen_ids,
                      .tags_used = ids_of(agreed->used),
                      .reprojection_px = agreed->pose.rms_px,
                      .findings = findings_of(matches, *agreed)};
}

}  // namespace calibration
