#include "vision/pipeline/camera_keeper.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace vision {
namespace {

using calibration::TagObservation;

/// Averaging a corner makes it this much surer at best: what blur and print do to it is the same in every frame.
constexpr double kSurestShare = 0.5;
/// Frames after which another one no longer changes a mean.
constexpr int kFramesAveraged = 50;
/// A finding that speaks of the lens and not of one frame; any other is said anew by each registration.
bool speaks_of_lens(const calibration::Finding& finding) { return finding.code.starts_with("lens-"); }

}  // namespace

CameraKeeper::CameraKeeper(std::vector<calibration::TableTag> tags, std::vector<calibration::Anchor> anchors,
                           std::optional<calibration::Lens> lens, std::optional<calibration::Lens> told_before)
    : tags_(std::move(tags)),
      anchors_(std::move(anchors)),
      measured_(lens.has_value()),
      lens_(lens ? std::move(lens) : std::move(told_before)) {}

void CameraKeeper::tell(const calibration::Lens& lens) {
  if (!lens_) lens_ = lens;
}

Keeping CameraKeeper::take(const PictureOf& picture, const std::vector<TagObservation>& seen, bool wait_for_rest) {
  if (!registration_) return start(picture, seen);
  const calibration::BumpCheck check = watch_->check(seen);
  if (check.motion != calibration::CameraMotion::Moved) {
    pending_.reset();
    average(seen, check.tags_moved);
    note_seen(seen, check.tags_moved);
    return Keeping::Kept;
  }
  shift_px_ = check.shift_px;
  const bool rests = !wait_for_rest || (pending_ && pending_->check(seen).motion == calibration::CameraMotion::Still);
  pending_.emplace(tags_, seen);
  if (!rests) return Keeping::Moving;
  const Keeping kept = start(picture, seen);
  return kept == Keeping::Fresh ? Keeping::Moved : kept;
}

Keeping CameraKeeper::start(const PictureOf& picture, const std::vector<TagObservation>& seen) {
  auto found = measured_ ? register_table(*lens_, tags_, seen, anchors_)
                         : register_table_without_lens(picture.size, tags_, seen, anchors_, picture.focal_px, lens_ ? &*lens_ : nullptr);
  if (!found) {
    error_ = found.error();
    return Keeping::Failed;
  }
  means_.clear();
  pending_.reset();
  if (!measured_) {  // from where it stands now it tells more of its lens
    lens_ = found->camera.lens();
    of_lens_.clear();
    std::ranges::copy_if(found->findings, std::back_inserter(of_lens_), speaks_of_lens);
  }
  adopt(std::move(*found));
  watch_.emplace(tags_, seen);
  for (const TagObservation& tag : seen)
    if (of_table(tag)) means_[{tag.dictionary, tag.id}] = {tag, 1};
  return Keeping::Fresh;
}

void CameraKeeper::adopt(calibration::Registration registration) {
  registration_ = std::move(registration);
  std::vector<calibration::Finding>& findings = registration_->findings;
  std::erase_if(findings, speaks_of_lens);
  findings.insert(findings.end(), of_lens_.begin(), of_lens_.end());
}

bool CameraKeeper::of_table(const TagObservation& tag) const {
  return std::ranges::any_of(tags_, [&](const calibration::TableTag& t) { return shows(tag, t); });
}

void CameraKeeper::average(const std::vector<TagObservation>& seen, const std::vector<int>& leave_out) {
  bool fresh_tag = false;
  for (const TagObservation& tag : seen) {
    if (!of_table(tag) || std::ranges::find(leave_out, tag.id) != leave_out.end()) continue;
    Mean& mean = means_[{tag.dictionary, tag.id}];
    fresh_tag = fresh_tag || mean.frames == 0;
    if (mean.frames == 0) mean.tag = tag;
    mean.frames = std::min(mean.frames + 1, kFramesAveraged);
    const double weight = 1.0 / mean.frames;
    for (std::size_t c = 0; c < 4; ++c) {
      mean.tag.corners[c].u += weight * (tag.corners[c].u - mean.tag.corners[c].u);
      mean.tag.corners[c].v += weight * (tag.corners[c].v - mean.tag.corners[c].v);
    }
    mean.tag.corner_sigma_px = tag.corner_sigma_px * std::max(kSurestShare, 1.0 / std::sqrt(mean.frames));
  }
  std::vector<TagObservation> means;
  for (const auto& [key, mean] : means_)
    if (std::ranges::find(leave_out, key.second) == leave_out.end()) means.push_back(mean.tag);
  if (auto better = register_table(*lens_, tags_, means, anchors_)) adopt(std::move(*better));
  if (fresh_tag) watch_.emplace(tags_, means);
}

/// What this very frame shows of the table's tags.
void CameraKeeper::note_seen(const std::vector<TagObservation>& seen, const std::vector<int>& moved) {
  std::vector<int>& ids = registration_->tags_seen;
  ids.clear();
  for (const TagObservation& tag : seen)
    if (of_table(tag)) ids.push_back(tag.id);
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  for (int id : moved)
    registration_->findings.push_back(
        calibration::warning("tag-moved", "corner tag " + std::to_string(id) + " has been moved; the table is measured by the others",
                             "put it back, or correct its place in the table file"));
}

}  // namespace vision
