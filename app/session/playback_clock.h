// When the next frame of a recording is due: a folder paced by hand, a video by its own time stamps.
//   Time comes in as data, so pacing is tested without waiting.
// Needs vision/frame.h.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "vision/frame.h"

namespace app {

class PlaybackClock {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class Pace { Live, Recorded, Stills };  // Live: the source itself waits

  PlaybackClock() = default;
  PlaybackClock(Pace pace, std::chrono::milliseconds still_time) : pace_(pace), still_time_(still_time) {}

  /// Notes that `frame` was shown at `now`. Returns how long to wait before the next.
  ///
  /// A video that cannot be understood in its own time is shown late, never in jumps: no frame is left out.
  std::chrono::milliseconds wait_after(const vision::Frame& frame, Time now) {
    due_ = now;
    if (pace_ == Pace::Stills) due_ = now + still_time_;
    if (pace_ == Pace::Recorded) {
      if (last_) due_ = shown_ + std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(frame.captured_at - *last_));
      if (!last_ || due_ < now) due_ = now;
      shown_ = due_;
      last_ = frame.captured_at;
    }
    return remaining(now);
  }

  /// How long until the next frame is due.
  [[nodiscard]] std::chrono::milliseconds remaining(Time now) const {
    return std::max(std::chrono::milliseconds(0), std::chrono::ceil<std::chrono::milliseconds>(due_ - now));
  }

 private:
  Pace pace_ = Pace::Live;
  std::chrono::milliseconds still_time_{0};
  std::optional<double> last_;
  Time shown_{}, due_{};
};

}  // namespace app
