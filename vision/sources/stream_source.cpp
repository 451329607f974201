// Network streams, through FFmpeg.
#include <opencv2/videoio.hpp>
#include <utility>

#include "vision/sources/ffmpeg_settings.h"
#include "vision/sources/live_source.h"
#include "vision/sources/sources.h"

namespace vision {
namespace {

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

OpenedSource open_stream(const std::string& url) {
  prepare_ffmpeg();
  return open_live([url, within_ms = kConnectWithinMs]() mutable { return connect(url, std::exchange(within_ms, kConnectAgainWithinMs)); },
                   url);
}

}  // namespace vision
