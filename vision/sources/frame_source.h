// Where pictures come from: one interface for camera, video file, picture folder and network stream.
//   Every frame has a capture time. Live sources hand out the newest frame only, never a queue, and
//   notice a source that has gone within a second.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "measure/result.h"
#include "vision/frame.h"

namespace vision {

enum class SourceStatus { Running, Ended, Gone };  // Gone: a live source that stopped delivering; it is retried

/// What `next` hands out: a frame, or a reason why there is none.
struct Delivery {
  std::optional<Frame> frame = {};
  SourceStatus status = SourceStatus::Running;
  std::optional<measure::Error> bad_picture = {};  // one unreadable picture; the next may be fine
  std::string bad_name = {};                       // its name
};

class FrameSource {
 public:
  virtual ~FrameSource() = default;
  /// The next frame of a recording, or the newest of a live source. A live source waits at most `patience`.
  [[nodiscard]] virtual Delivery next(std::chrono::milliseconds patience) = 0;
  [[nodiscard]] virtual bool live() const { return false; }
  /// True for a folder of pictures minutes apart, false for video.
  [[nodiscard]] virtual bool stills() const { return false; }
  /// How many frames it delivers in all, where that is known.
  [[nodiscard]] virtual std::optional<std::size_t> count() const { return std::nullopt; }
  [[nodiscard]] virtual std::string describe() const = 0;
};

struct CameraDevice {
  std::string path, name;  // "/dev/video0", "HD Webcam C920"
};
/// The cameras of this machine that can deliver pictures.
[[nodiscard]] std::vector<CameraDevice> list_cameras();

/// Opens `source`: a camera ("0", "/dev/video0"), a video file, a folder, a picture, or a URL.
/// Errors: NotSeen when there is no such source, BadFile when it cannot be read.
[[nodiscard]] measure::Result<std::unique_ptr<FrameSource>> open_source(const std::string& source);

/// The pictures of a list, in order.
[[nodiscard]] std::unique_ptr<FrameSource> open_pictures(std::vector<std::string> paths);

// The kinds of frame source, each opened by its own function; `open_source` chooses among them.
//   Inside the folder only: everybody else uses vision/sources/frame_source.h.

using OpenedSource = measure::Result<std::unique_ptr<FrameSource>>;

/// The pictures of a folder in byte order of their names; other files are passed over.
/// Errors: NotSeen when there is not one picture in it; BadFile when it cannot be listed.
[[nodiscard]] OpenedSource open_folder(const std::filesystem::path& folder);

/// A video file. Frames are timed by the file's own time stamps, from 0.
/// Errors: BadFile when it is no video or its header is missing.
[[nodiscard]] OpenedSource open_video(const std::filesystem::path& file);

/// A V4L2 camera. Errors: NotSeen when there is no such camera or it delivers nothing.
[[nodiscard]] OpenedSource open_camera(const std::string& device);

/// A network stream (http, https, rtsp, rtmp, udp, tcp). Errors: NotSeen when it cannot be reached.
[[nodiscard]] OpenedSource open_stream(const std::string& url);

}  // namespace vision
