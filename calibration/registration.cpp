#include "calibration/registration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

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
  std::size_t tag = 0, seen = 0;
};

class Tags {
 public:
  Tags(const Lens& lens, std::span<const TableTag> tags, std::span<const TagObservation> seen) : lens_(lens), tags_(tags), seen_(seen) {
    for (std::size_t t = 0; t < tags.size(); ++t)
      for (std::size_t s = 0; s < seen.size(); ++s)
        if (seen[s].id == tags[t].id && seen[s].dictionary == tags[t].dictionary) matches_.push_back({t, s});
  }

  [[nodiscard]] const std::vector<Match>& matches() const { return matches_; }

  [[nodiscard]] std::optional<FittedPose> fit(std::span<const Match> matches) const {
    std::vector<TableTag> tags;
    std::vector<TagObservation> seen;
    for (const Match& m : matches) {
      tags.push_back(tags_[m.tag]);
      seen.push_back(seen_[m.seen]);
    }
    return fit_pose(lens_, evidence_of(tags, seen));
  }

  /// How far a sighting lies from where the pose expects its tag, inches; empty out of the lens's reach.
  [[nodiscard]] std::optional<double> off(const TableCamera& camera, const Match& m) const {
    const auto corners = corners_of(tags_[m.tag]);
    double sum = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto at = camera.table_from_image(seen_[m.seen].corners[i], Inches(0.0));
      if (!at) return std::nullopt;
      sum += std::pow(distance(*at, corners[i]).value, 2);
    }
    return std::sqrt(sum / 4.0);
  }

  [[nodiscard]] double allowed(const TableCamera& camera, const Match& m, double inches) const {
    return inches + kPictureSlackPx / camera.pixels_per_inch(tags_[m.tag].centre, Inches(0.0));
  }

  /// The sightings that agree with a pose, at most one for each tag.
  [[nodiscard]] std::vector<Match> agreeing(const TableCamera& camera, double inches) const {
    std::vector<Match> out;
    std::vector<double> distance;
    for (const Match& m : matches_) {
      const auto here = off(camera, m);
      if (!here || *here > allowed(camera, m, inches)) continue;
      if (out.empty() || out.back().tag != m.tag) {  // matches are in order of the tags
        out.push_back(m);
        distance.push_back(*here);
      } else if (*here < distance.back()) {
        out.back() = m;
        distance.back() = *here;
      }
    }
    return out;
  }

  [[nodiscard]] const TableTag& tag(const Match& m) const { return tags_[m.tag]; }
  [[nodiscard]] const TagObservation& seen(const Match& m) const { return seen_[m.seen]; }

 private:
  const Lens& lens_;
  std::span<const TableTag> tags_;
  std::span<const TagObservation> seen_;
  std::vector<Match> matches_;
};

struct Consensus {
  FittedPose pose;
  std::vector<Match> used;
};

bool all_agree(const Tags& tags, const Consensus& c) {
  return std::ranges::all_of(c.used, [&](const Match& m) {
    const auto off = tags.off(c.pose.camera, m);
    return off && *off <= tags.allowed(c.pose.camera, m, kMisplaced);
  });
}

/// From a pose of two tags to the pose of all that agree with it.
std::optional<Consensus> grown(const Tags& tags, const std::vector<Match>& seed) {
  auto pose = tags.fit(seed);
  if (!pose) return std::nullopt;
  Consensus c{*pose, seed};
  for (const double reach : {kRoughly, kMisplaced, kMisplaced}) {
    std::vector<Match> used = tags.agreeing(c.pose.camera, reach);
    if (used.size() < kLeastTags || !(pose = tags.fit(used))) return std::nullopt;
    c = {*pose, std::move(used)};
  }
  if (!all_agree(tags, c)) return std::nullopt;
  return c;
}

/// The pose can lean over and take up half of a tag's error, so every tag is also judged by the others alone: without
/// the one that is far off and whose leaving makes the rest agree much better, if there is one.
Consensus without_the_odd_one(const Tags& tags, const Consensus& all) {
  if (all.used.size() < kLeastToJudge) return all;
  std::optional<Consensus> best;
  for (std::size_t i = 0; i < all.used.size(); ++i) {
    std::vector<Match> rest = all.used;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    const auto pose = tags.fit(rest);
    if (!pose || pose->chi2_per_dof * kMuchBetter > all.pose.chi2_per_dof) continue;
    const auto off = tags.off(pose->camera, all.used[i]);
    if (off && *off <= tags.allowed(pose->camera, all.used[i], kMisplaced)) continue;
    if (!best || pose->chi2_per_dof < best->pose.chi2_per_dof) best = Consensus{*pose, std::move(rest)};
  }
  return best.value_or(all);
}

/// The largest set of tags that agree with one another; among equals the one with the smallest misfit.
std::optional<Consensus> consensus(const Tags& tags) {
  const std::vector<Match>& all = tags.matches();
  const bool repeats = std::ranges::adjacent_find(all, {}, &Match::tag) != all.end();
  if (!repeats)
    if (auto pose = tags.fit(all)) {
      Consensus c{*pose, all};
      if (all_agree(tags, c)) return without_the_odd_one(tags, c);
    }
  std::optional<Consensus> best;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      if (all[i].tag == all[k].tag) continue;
      auto c = grown(tags, {all[i], all[k]});
      if (!c) continue;
      const bool better = !best || c->used.size() > best->used.size() ||
                          (c->used.size() == best->used.size() && c->pose.chi2_per_dof < best->pose.chi2_per_dof);
      if (better) best = std::move(c);
    }
  if (best) best = without_the_odd_one(tags, *best);
  return best;
}

std::vector<int> ids_of(const Tags& tags, std::span<const Match> matches) {
  std::vector<int> ids;
  for (const Match& m : matches) ids.push_back(tags.tag(m).id);
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  return ids;
}

TablePoint seen_at(const Tags& tags, const TableCamera& camera, const Match& m) {
  TablePoint sum;
  for (const ImagePoint& corner : tags.seen(m).corners)
    if (const auto at = camera.table_from_image(corner, Inches(0.0))) sum = sum + (*at - TablePoint{}) * 0.25;
  return sum;
}

std::vector<Finding> findings_of(const Tags& tags, const Consensus& c) {
  std::vector<Finding> out;
  const std::vector<int> used = ids_of(tags, c.used), seen = ids_of(tags, tags.matches());
  for (const int id : seen) {
    std::vector<Match> same;
    std::ranges::copy_if(tags.matches(), std::back_inserter(same), [&](const Match& m) { return tags.tag(m).id == id; });
    if (same.size() > 1)
      out.push_back(calibration::warning(
          "tag-twice",
          fmt::format("Table tag {} is seen {} times; {}.", id, same.size(),
                      std::ranges::binary_search(used, id) ? "the one that agrees with the other tags is used" : "none is used"),
          fmt::format("Remove the copies of tag {} from the camera's view.", id)));
    if (std::ranges::binary_search(used, id)) continue;
    const TablePoint at = seen_at(tags, c.pose.camera, same.front()), stated = tags.tag(same.front()).centre;
    const double off = tags.off(c.pose.camera, same.front()).value_or(distance(at, stated).value);
    out.push_back(calibration::warning(
        "tag-misplaced",
        fmt::format("Table tag {} does not lie where the table file says: it is seen at ({:.2f}, {:.2f}) in, stated at "
                    "({:.2f}, {:.2f}) in, {:.2f} in off. It is left out.",
                    id, at.x.value, at.y.value, stated.x.value, stated.y.value, off),
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
  const auto pose = fit_pose(lens, evidence_of(anchors));
  if (!pose)
    return fail(ErrorCode::NotCalibrated,
                "the anchors do not fix the camera: they must not lie in one line, and pixels and points must belong together");
  Registration out{.camera = pose->camera, .tags_seen = {}, .tags_used = {}, .reprojection_px = pose->rms_px, .findings = {}};
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

Eigen::Matrix<double, 8, 8> covariance_of(const TagObservation& seen) {
  if (!seen.corner_covariance.isZero(0.0)) return seen.corner_covariance;
  return Eigen::Matrix<double, 8, 8>::Identity() * (seen.corner_sigma_px * seen.corner_sigma_px);
}

Result<Registration> register_table(const Lens& lens, std::span<const TableTag> table_tags, std::span<const TagObservation> seen,
                                    std::span<const Anchor> anchors) {
  if (!anchors.empty()) return by_anchors(lens, anchors);
  const Tags tags(lens, table_tags, seen);
  const std::vector<int> seen_ids = ids_of(tags, tags.matches());
  if (seen_ids.empty())
    return fail(ErrorCode::NotCalibrated,
                fmt::format("none of the table's tags ({}) is in view; at least {} are needed", names_of(table_tags), kLeastTags));
  if (seen_ids.size() < kLeastTags)
    return fail(ErrorCode::NotCalibrated, fmt::format("only tag {} of the table's tags ({}) is in view; at least {} are needed",
                                                      fmt::join(seen_ids, ", "), names_of(table_tags), kLeastTags));
  const auto agreed = consensus(tags);
  if (!agreed)
    return fail(
        ErrorCode::NotCalibrated,
        fmt::format(
            "tags {} are in view, but no two of them agree with the table file; check their places, sides and headings, and the lens",
            fmt::join(seen_ids, ", ")));
  return Registration{.camera = agreed->pose.camera,
                      .tags_seen = seen_ids,
                      .tags_used = ids_of(tags, agreed->used),
                      .reprojection_px = agreed->pose.rms_px,
                      .findings = findings_of(tags, *agreed)};
}

}  // namespace calibration
