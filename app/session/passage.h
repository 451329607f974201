// What the camera saw between two moments of a record, picture by picture, where the last minutes were kept beside it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/record/video_ring.h"
#include "vision/frame.h"

namespace app {

class Passage {
 public:
  /// Of the record at `record`, after `from_s` and up to `to_s` seconds of it. Errors (NotSeen): nothing of it was kept; what is kept.
  [[nodiscard]] static measure::Result<Passage> read(const std::string& record, double from_s, double to_s);

  /// When its pictures were taken, in seconds of the record; at least one.
  [[nodiscard]] const std::vector<double>& times() const { return times_; }
  /// Null: that picture has gone meanwhile, or is damaged.
  [[nodiscard]] std::shared_ptr<const vision::Frame> frame(std::size_t picture) const;

 private:
  Passage(RecordedVideo video, std::vector<double> times) : video_(std::move(video)), times_(std::move(times)) {}

  RecordedVideo video_;
  std::vector<double> times_;
};

/// Where a passage stands that is being played: in its own time, a long one faster, so that nobody waits for it.
class PassagePlayback {
 public:
  explicit PassagePlayback(const std::vector<double>& times);
  /// How many times faster than it happened.
  [[nodiscard]] double speed() const { return speed_; }
  /// The picture that is due so many seconds after the first one was shown; none: it has ended.
  [[nodiscard]] std::optional<std::size_t> due(double seconds) const;

 private:
  std::vector<double> at_;  // seconds after the first, as they are played
  double speed_ = 1.0;
};

/// A passage as it is shown.
class PlayedPassage {
 public:
  explicit PlayedPassage(Passage pictures) : pictures_(std::move(pictures)), playback_(pictures_.times()) {}
  /// `now`: seconds of any clock that goes on. True: there is another picture than before, or it has ended.
  bool follow(double now);
  [[nodiscard]] bool ended() const { return ended_; }
  /// Null: before the first.
  [[nodiscard]] const std::shared_ptr<const vision::Frame>& frame() const { return frame_; }
  /// "0:14.2", and how many times faster than it happened.
  [[nodiscard]] std::string words() const;

 private:
  Passage pictures_;
  PassagePlayback playback_;
  std::optional<double> since_;  // when it began
  std::optional<std::size_t> shown_;
  std::shared_ptr<const vision::Frame> frame_;
  bool ended_ = false;
};

}  // namespace app
