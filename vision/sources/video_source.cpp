// Video files and network streams, through FFmpeg.
#include <cmath>
#include <opencv2/videoio.hpp>
#include <utility>

#include "vision/sources/frame_source.h"
#include "vision/sources/live_source.h"

namespace vision {
namespace {

/// FFmpeg under OpenCV listens to the environment alone. Quiet (its errors reach the player as ours, by name), and quick to take up a live
/// stream. Settings that the user made are left alone. Not from a second thread.
void prepare_ffmpeg() {
  constexpr int kLeaveTheUsersOwn = 0;
  setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", kLeaveTheUsersOwn);  // AV_LOG_QUIET
  // Measuring a stream's frame rate before the first picture costs up to two seconds at each opening; we
  // time frames by their stamps and need no rate. TCP is OpenCV's own default for RTSP.
  setenv("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp|fpsprobesize;0", kLeaveTheUsersOwn);
}

/// Frames by which a sound file may fall short of the count in its header (an estimate from the
/// duration in many containers). Smaller: sound files are called damaged; larger: a short loss at the
/// end goes unnoticed.
constexpr double kCountSlack = 2.0;
/// Frame rate where the file states none, in frames a second.
constexpr double kAssumedRate = 25.0;

/// A video file, one frame read ahead: the last frame of a file that breaks off is half decoded and is
/// not handed out.
class VideoSource : public FrameSource {
 public:
  VideoSource(cv::VideoCapture capture, std::filesystem::path path) : capture_(std::move(capture)), path_(std::move(path)) {
    const double rate = capture_.get(cv::CAP_PROP_FPS);
    if (std::isfinite(rate) && rate > 0.0) rate_ = rate;
    promised_ = capture_.get(cv::CAP_PROP_FRAME_COUNT);
    ahead_ = read();
  }

  /// True when not even the first frame can be read.
  [[nodiscard]] bool nothing_in_it() const { return !ahead_; }

  [[nodiscard]] Delivery next(std::chrono::milliseconds) override {
    if (!ahead_) return {.status = SourceStatus::Ended};
    std::optional<Frame> after = read();
    if (!after && broke_off()) {
      ahead_.reset();
      return cut_short();
    }
    return {.frame = std::exchange(ahead_, std::move(after))};
  }

  [[nodiscard]] std::optional<std::size_t> count() const override {
    return std::isfinite(promised_) && promised_ >= 1.0 ? std::optional(static_cast<std::size_t>(promised_)) : std::nullopt;
  }
  [[nodiscard]] std::string describe() const override { return path_.string(); }

 private:
  [[nodiscard]] std::optional<Frame> read() {
    cv::Mat bgr;
    try {
      if (!capture_.read(bgr) || bgr.empty()) return std::nullopt;
    } catch (const cv::Exception&) {
      return std::nullopt;  // a damaged stream: what came before it counts
    }
    const std::uint64_t sequence = count_++;
    return make_frame(std::move(bgr), time_of(sequence), std::to_string(sequence), sequence);
  }

  /// The frame's own time stamp; where the file has none that advances, one frame's length after the last.
  [[nodiscard]] double time_of(std::uint64_t sequence) {
    const double stamp = capture_.get(cv::CAP_PROP_POS_MSEC) / 1000.0;
    if (sequence == 0) {
      first_stamp_ = stamp;
      return last_time_ = 0.0;
    }
    const double time = stamp - first_stamp_;
    last_time_ = std::isfinite(time) && time > last_time_ ? time : last_time_ + 1.0 / rate_;
    return last_time_;
  }

  [[nodiscard]] bool broke_off() const { return std::isfinite(promised_) && static_cast<double>(count_) + kCountSlack < promised_; }

  [[nodiscard]] Delivery cut_short() const {
    const std::string says = path_.string() + ": the video breaks off after " + std::to_string(count_ - 1) + " of " +
                             std::to_string(std::llround(promised_)) + " frames; copy it again or play what there is";
    return {.bad_picture = measure::Error{measure::ErrorCode::BadFile, says}, .bad_name = path_.filename().string()};
  }

  cv::VideoCapture capture_;
  std::filesystem::path path_;
  double rate_ = kAssumedRate;
  double promised_ = 0.0;  // frames, by the header
  std::uint64_t count_ = 0;
  double first_stamp_ = 0.0, last_time_ = 0.0;  // seconds
  std::optional<Frame> ahead_;
};

/// How long the first connection may take. Longer: a wrong address is told late; shorter: a stream whose
/// first complete picture is seconds away never opens.
constexpr int kConnectWithinMs = 6000;
/// How long a connection may take again. Longer: a source that has returned is taken up late, because the
/// attempt before still waits for an answer; shorter: slow wireless cameras are not taken up at all.
constexpr int kConnectAgainWithinMs = 2000;
/// How long one picture may take. Longer: a dead connection is held on to; shorter: a stream that
/// stutters is closed and opened again.
constexpr int kPictureWithinMs = 1000;

class StreamGrabber : public Grabber {
 public:
  explicit StreamGrabber(cv::VideoCapture capture) : capture_(std::move(capture)) {}

  [[nodiscard]] std::optional<Grabbed> grab() override {
    try {
      Grabbed grabbed;
      if (!capture_.read(grabbed.bgr) || grabbed.bgr.empty()) return std::nullopt;
      grabbed.stamp = capture_.get(cv::CAP_PROP_POS_MSEC) / 1000.0;
      return grabbed;
    } catch (const cv::Exception&) {
      return std::nullopt;  // a damaged stream: it is opened again
    }
  }

 private:
  cv::VideoCapture capture_;
};

measure::Result<std::unique_ptr<Grabber>> connect(const std::string& url, int within_ms) {
  const auto unreachable = [&] {
    return measure::fail(measure::ErrorCode::NotSeen, url + ": the stream cannot be reached; is it running, and is the address right?");
  };
  try {
    cv::VideoCapture capture(url, cv::CAP_FFMPEG,
                             {cv::CAP_PROP_OPEN_TIMEOUT_MSEC, within_ms, cv::CAP_PROP_READ_TIMEOUT_MSEC, kPictureWithinMs});
    if (!capture.isOpened()) return unreachable();
    return std::make_unique<StreamGrabber>(std::move(capture));
  } catch (const cv::Exception&) {
    return unreachable();
  }
}

}  // namespace

OpenedSource open_video(const std::filesystem::path& file) {
  const auto unreadable = [&] {
    return measure::fail(measure::ErrorCode::BadFile,
                         file.string() + ": this is not a video that can be played; it may be cut short or no video at all");
  };
  prepare_ffmpeg();
  try {
    cv::VideoCapture capture(file.string(), cv::CAP_FFMPEG);
    if (!capture.isOpened()) return unreadable();
    auto source = std::make_unique<VideoSource>(std::move(capture), file);
    if (source->nothing_in_it()) return unreadable();
    return source;
  } catch (const cv::Exception&) {
    return unreadable();
  }
}

OpenedSource open_stream(const std::string& url) {
  prepare_ffmpeg();
  return open_live([url, within_ms = kConnectWithinMs]() mutable { return connect(url, std::exchange(within_ms, kConnectAgainWithinMs)); },
                   url);
}

}  // namespace vision
