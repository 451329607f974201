#include "app/session/passage.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "app/record/store.h"
#include "app/tongue/tongue.h"
#include "vision/sources/picture.h"

namespace app {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

/// A passage is played in so many seconds at most. Longer, and who asks what happened a minute ago waits for it; shorter, and a hand is
/// too quick to follow.
constexpr double kLongestPassage = 20.0;
/// The last picture of a passage is shown so long before the table.
constexpr double kLastPicture = 0.3;

}  // namespace

Result<Passage> Passage::read(const std::string& record, double from_s, double to_s) {
  auto video = RecordedVideo::read(video_of(record));
  if (!video && video.error().code == ErrorCode::NotSeen)
    return fail(ErrorCode::NotSeen, "Of this game nothing was kept of what the camera saw (--video-ring).");
  if (!video) return tl::unexpected(video.error());
  std::vector<double> times = video->times(from_s, to_s);
  if (times.empty()) {
    const std::vector<double> all = video->times(0.0, 1e12);
    const std::string kept =
        all.empty() ? "there is no picture" : "pictures are kept from " + clock_of(all.front()) + " to " + clock_of(all.back());
    return fail(ErrorCode::NotSeen, "What happened before this table is not kept any more: " + kept + " (--video-ring)");
  }
  return Passage(std::move(*video), std::move(times));
}

std::shared_ptr<const vision::Frame> Passage::frame(std::size_t picture) const {
  const double at = times_.at(picture);
  const auto jpeg = video_.picture(at);
  if (!jpeg) return nullptr;
  auto decoded = vision::decode_picture(*jpeg, clock_of(at));
  if (!decoded) return nullptr;
  vision::Frame frame{.bgr = std::move(decoded->bgr), .luma = std::move(decoded->luma), .name = clock_of(at)};
  frame.captured_at = at;
  return std::make_shared<const vision::Frame>(std::move(frame));
}

PassagePlayback::PassagePlayback(const std::vector<double>& times) {
  const double lasts = times.empty() ? 0.0 : times.back() - times.front();
  speed_ = std::max(1.0, lasts / kLongestPassage);
  for (const double at : times) at_.push_back((at - times.front()) / speed_);
}

std::optional<std::size_t> PassagePlayback::due(double seconds) const {
  if (at_.empty() || seconds > at_.back() + kLastPicture) return std::nullopt;
  const auto next = std::ranges::upper_bound(at_, std::max(seconds, 0.0));
  return static_cast<std::size_t>(std::distance(at_.begin(), next)) - 1;
}

bool PlayedPassage::follow(double now) {
  if (!since_) since_ = now;
  const auto due = playback_.due(now - *since_);
  if (!due) return !std::exchange(ended_, true);
  if (shown_ == due) return false;
  shown_ = due;
  auto frame = pictures_.frame(*due);
  if (!frame) return false;  // the one before stays
  frame_ = std::move(frame);
  return true;
}

std::string PlayedPassage::words() const {
  const double at = pictures_.times()[shown_.value_or(0)], speed = playback_.speed();
  return fmt::format("{}.{}{}", clock_of(at), static_cast<int>(std::fmod(std::max(at, 0.0), 1.0) * 10.0),
                     speed > 1.05 ? tongue::trf(", {:.1f} times as fast", speed) : "");
}

}  // namespace app
