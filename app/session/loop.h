// What watching a table and watching a board have in common: a thread that takes frames from a source at their pace, carries out wishes
// between two frames and hands out finished snapshots.
//   The caller never waits: `latest` copies a shared pointer, wishes go into a queue.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "calibration/finding.h"
#include "vision/frame.h"
#include "vision/sources/frame_source.h"

namespace app {

/// Longest wait for a live frame: a wish is then at most this late, a lost camera noticed well within a second.
inline constexpr std::chrono::milliseconds kPatience{100};
/// How long a still picture of a folder is shown before the next one.
inline constexpr std::chrono::milliseconds kStillTime{2500};
/// A frozen or ended session looks for wishes this often.
inline constexpr std::chrono::milliseconds kIdle{50};

/// When the next frame of a recording is due: a folder paced by hand, a video by its own time stamps. Time comes in as data, so that pacing
/// is tested without waiting.
class PlaybackClock {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class Pace { Live, Recorded, Stills };  // Live: the source itself waits

  PlaybackClock() = default;
  PlaybackClock(Pace pace, std::chrono::milliseconds still_time) : pace_(pace), still_time_(still_time) {}
  explicit PlaybackClock(const vision::FrameSource& source)
      : PlaybackClock(source.live()     ? Pace::Live
                      : source.stills() ? Pace::Stills
                                        : Pace::Recorded,
                      kStillTime) {}

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

/// The loop itself. `State` derives from it and provides, all called on the loop's thread:
///   begin()              before anything else
///   adopted()            there is a source, a new one
///   understand()         `next.frame` is new
///   settle()             after that frame was handed out; true when there is more to hand out
///   complete()           adds to `next`, whose findings are empty but for a source that is gone
///   handed_out()         under the snapshot's lock: what is handed out beside it
///   note(Finding)        something went wrong, or right again
///   kOtherSource         what to do when no source can be opened
template <class State, class Snapshot>
class SessionLoop {
 public:
  void start() {
    worker_ = std::thread([this] { run(); });
  }
  /// Ends the thread; to be called before anything of `State` is destroyed.
  void stop() {
    {
      const std::scoped_lock lock(mutex_);
      stop_ = true;
    }
    woken_.notify_one();
    worker_.join();
  }
  void wish(std::function<void(State&)> what) {
    {
      const std::scoped_lock lock(mutex_);
      wishes_.push_back(std::move(what));
    }
    woken_.notify_one();
  }
  [[nodiscard]] std::shared_ptr<const Snapshot> latest() const {
    const std::scoped_lock lock(snapshot_mutex);
    return snapshot_;
  }

  /// Opens camera, video, folder, picture or URL; a failure is noted.
  void open(const std::string& name) {
    source_name = name;
    auto opened = vision::open_source(name);
    if (opened) return adopt(std::move(*opened));
    source.reset();
    self().note(calibration::fault("no-source", opened.error().message, State::kOtherSource));
  }
  void adopt(std::unique_ptr<vision::FrameSource> opened) {
    source = std::move(opened);
    ended_ = false;
    next.status = vision::SourceStatus::Running;
    clock_ = PlaybackClock(*source);
    self().adopted();
  }

  mutable std::mutex snapshot_mutex;  // held only to swap pointers

 protected:
  // The thread's own.
  std::unique_ptr<vision::FrameSource> source;
  std::string source_name;
  Snapshot next;
  bool frozen = false, single = false;  // single: one more frame though frozen, at once

 private:
  using Clock = std::chrono::steady_clock;

  State& self() { return static_cast<State&>(*this); }

  void run() {
    self().begin();
    while (carry_out_wishes()) {
      const auto left = single ? std::chrono::milliseconds(0) : clock_.remaining(Clock::now());
      if (!source || ended_ || (frozen && !single))
        rest(kIdle);
      else if (left > std::chrono::milliseconds(0))
        rest(left);
      else
        take_one();
    }
  }
  /// Carries out what was wished, at the end too: what is noted as the window closes is in the record. False: that was the end.
  [[nodiscard]] bool carry_out_wishes() {
    std::deque<std::function<void(State&)>> taken;
    bool stopping = false;
    {
      const std::scoped_lock lock(mutex_);
      stopping = stop_;
      taken.swap(wishes_);
    }
    for (const auto& what : taken) what(self());
    if (!taken.empty()) publish();
    return !stopping;
  }
  void rest(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    woken_.wait_for(lock, time, [this] { return stop_ || !wishes_.empty(); });
  }

  void take_one() {
    single = false;
    vision::Delivery delivery = source->next(kPatience);
    const auto before = std::exchange(next.status, delivery.status);
    ended_ = delivery.status == vision::SourceStatus::Ended;
    if (delivery.bad_picture) self().note(calibration::fault("bad-picture", delivery.bad_name + ": " + delivery.bad_picture->message, ""));
    if (before == vision::SourceStatus::Gone && delivery.status == vision::SourceStatus::Running)
      self().note(calibration::info("source-back", "The picture is back."));
    if (delivery.frame) {
      next.frame = std::make_shared<const vision::Frame>(std::move(*delivery.frame));
      self().understand();
      const auto now = Clock::now();
      const double since = std::chrono::duration<double>(now - last_frame_at_).count();
      if (since > 0.0 && since < 10.0) next.frames_per_second += 0.2 * (1.0 / since - next.frames_per_second);
      last_frame_at_ = now;
    }
    if (delivery.frame || delivery.bad_picture || before != delivery.status) publish();
    if (!delivery.frame) return;
    if (self().settle()) publish();
    rest(clock_.wait_after(*next.frame, Clock::now()));
  }

  void publish() {
    next.source = source ? source->describe() : source_name;
    next.findings.clear();
    if (next.status == vision::SourceStatus::Gone)
      next.findings.push_back(calibration::fault("source-gone", "No picture comes from " + next.source + " any more; it is tried again.",
                                                 "check cable and power"));
    self().complete();
    ++next.serial;
    auto finished = std::make_shared<const Snapshot>(next);
    const std::scoped_lock lock(snapshot_mutex);
    snapshot_.swap(finished);
    self().handed_out();
  }

  std::shared_ptr<const Snapshot> snapshot_ = std::make_shared<const Snapshot>();
  std::mutex mutex_;  // of the two below
  std::deque<std::function<void(State&)>> wishes_;
  bool stop_ = false;
  std::condition_variable woken_;
  PlaybackClock clock_;
  Clock::time_point last_frame_at_{};
  bool ended_ = false;
  std::thread worker_;
};

}  // namespace app
