#include "vision/sources/live_source.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace vision {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Silence after which a live source counts as gone. Longer breaks the score to say so within a
/// second; shorter calls a slow camera in a dark room (2 frames a second) gone between two frames.
constexpr milliseconds kGoneAfter{800};
/// Pause between two attempts to open a source again. Longer: it is taken up late; shorter: busy waiting.
constexpr milliseconds kRetryEvery{200};
/// How long a source may take from opening to its first picture. Shorter refuses slow webcams.
constexpr milliseconds kFirstPicture{6000};

struct Newest {
  cv::Mat bgr;
  Clock::time_point at;
  std::uint64_t sequence = 0;
};

/// The box in which the grab thread leaves its newest picture. Shared, so that a thread that hangs in a
/// driver's call can outlive the source.
struct Mailbox {
  std::mutex mutex;
  std::condition_variable_any arrived;
  std::optional<Newest> newest;  // not yet fetched
  Clock::time_point alive_at = Clock::now();
  bool dead = false;  // the driver itself says that it has ended
  std::uint64_t count = 0;

  [[nodiscard]] bool gone() const { return dead || Clock::now() - alive_at >= kGoneAfter; }

  void died() {
    std::unique_lock lock(mutex);
    dead = true;
    lock.unlock();
    arrived.notify_all();
  }

  void put(cv::Mat bgr) {
    const Clock::time_point now = Clock::now();
    std::unique_lock lock(mutex);
    newest = Newest{std::move(bgr), now, count++};
    alive_at = now;
    dead = false;
    lock.unlock();
    arrived.notify_all();
  }
};

/// Grabs until the source dies or goes silent while still claiming success.
void grab_until_it_dies(Grabber& grabber, Mailbox& mailbox, const std::stop_token& stop) {
  LifeSigns life;
  Clock::time_point alive_at = Clock::now();
  while (!stop.stop_requested() && Clock::now() - alive_at < kGoneAfter) {
    std::optional<Grabbed> grabbed = grabber.grab();
    if (!grabbed || grabbed->bgr.empty()) return;
    if (!life.fresh(*grabbed)) {
      std::this_thread::sleep_for(milliseconds(5));  // a driver that repeats itself does so without waiting
      continue;
    }
    alive_at = Clock::now();
    mailbox.put(std::move(grabbed->bgr));
  }
}

void keep_grabbing(const std::stop_token& stop, OpenGrabber& open, std::unique_ptr<Grabber> grabber,
                   const std::shared_ptr<Mailbox>& mailbox) {
  while (!stop.stop_requested()) {
    if (grabber) grab_until_it_dies(*grabber, *mailbox, stop);
    mailbox->died();
    grabber.reset();  // before opening again: a replugged camera gets its old name only when it is free
    std::unique_lock lock(mailbox->mutex);
    mailbox->arrived.wait_for(lock, stop, kRetryEvery, [] { return false; });
    lock.unlock();
    if (stop.stop_requested()) return;
    if (auto opened = open()) grabber = std::move(*opened);
  }
}

class LiveSource : public FrameSource {
 public:
  LiveSource(OpenGrabber open, std::unique_ptr<Grabber> grabber, std::string description)
      : description_(std::move(description)),
        mailbox_(std::make_shared<Mailbox>()),
        began_(Clock::now()),
        thread_([open = std::move(open), first = std::move(grabber), mailbox = mailbox_](const std::stop_token& stop) mutable {
          keep_grabbing(stop, open, std::move(first), mailbox);
        }) {}

  [[nodiscard]] Delivery next(milliseconds patience) override {
    const Clock::time_point until = Clock::now() + patience;
    std::unique_lock lock(mailbox_->mutex);
    // Being gone is news once: it is told as soon as it is known; later calls wait for a picture.
    const auto has_news = [&] { return mailbox_->newest.has_value() || (!gone_ && mailbox_->gone()); };
    mailbox_->arrived.wait_until(lock, gone_ ? until : std::min(until, mailbox_->alive_at + kGoneAfter), has_news);
    if (!mailbox_->newest) {
      gone_ = mailbox_->gone();
      return {.status = gone_ ? SourceStatus::Gone : SourceStatus::Running};
    }
    Newest newest = std::move(*mailbox_->newest);
    mailbox_->newest.reset();
    lock.unlock();
    gone_ = false;
    const double at = std::max(0.0, std::chrono::duration<double>(newest.at - began_).count());
    return {.frame = make_frame(std::move(newest.bgr), at, std::to_string(newest.sequence), newest.sequence)};
  }

  /// Waits for the very first picture.
  [[nodiscard]] bool starts_within(milliseconds patience) {
    std::unique_lock lock(mailbox_->mutex);
    return mailbox_->arrived.wait_for(lock, patience, [&] { return mailbox_->newest.has_value(); });
  }

  [[nodiscard]] bool live() const override { return true; }
  [[nodiscard]] std::string describe() const override { return description_; }

 private:
  std::string description_;
  std::shared_ptr<Mailbox> mailbox_;
  Clock::time_point began_;
  bool gone_ = false;
  std::jthread thread_;  // last: it starts when everything else is ready and stops first
};

/// A cheap fingerprint of the pixels: FNV-1a over every few bytes, so that a few changed pixels of
/// sensor noise are bound to be seen.
std::uint64_t fingerprint(const cv::Mat& bgr) {
  constexpr std::uint64_t kBasis = 14695981039346656037ULL, kPrime = 1099511628211ULL;
  constexpr std::size_t kStep = 7;  // bytes: odd, so that all three channels take part
  std::uint64_t hash = kBasis;
  for (int row = 0; row < bgr.rows; row += 3) {
    const std::uint8_t* bytes = bgr.ptr<std::uint8_t>(row);
    const std::size_t length = static_cast<std::size_t>(bgr.cols) * bgr.elemSize();
    for (std::size_t i = 0; i < length; i += kStep) hash = (hash ^ bytes[i]) * kPrime;
  }
  return hash;
}

}  // namespace

bool LifeSigns::fresh(const Grabbed& grabbed) {
  const bool first = !std::exchange(any_, true);
  const std::optional<double> before = std::exchange(stamp_, grabbed.stamp);
  if (grabbed.stamp && before && *grabbed.stamp != *before) stamps_advance_ = true;
  if (stamps_advance_) return grabbed.stamp != before;
  const std::uint64_t content = fingerprint(grabbed.bgr);
  return std::exchange(content_, content) != content || first;
}

measure::Result<std::unique_ptr<FrameSource>> open_live(OpenGrabber open, std::string description) {
  measure::Result<std::unique_ptr<Grabber>> grabber = open();
  if (!grabber) return tl::unexpected(grabber.error());
  auto source = std::make_unique<LiveSource>(std::move(open), std::move(*grabber), description);
  if (!source->starts_within(kFirstPicture)) {
    return measure::fail(measure::ErrorCode::NotSeen, description + ": it opens, but no picture comes; is another program using it?");
  }
  return source;
}

}  // namespace vision
