// The kinds of frame source, each opened by its own function; `open_source` chooses among them.
//   Inside the folder only: everybody else uses vision/sources/frame_source.h.
// Needs OpenCV core.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "vision/sources/frame_source.h"

namespace vision {

using OpenedSource = measure::Result<std::unique_ptr<FrameSource>>;

/// The pictures of a folder in byte order of their names; other files are passed over.
/// Errors: NotSeen when there is not one picture in it; BadFile when it cannot be listed.
[[nodiscard]] OpenedSource open_folder(const std::filesystem::path& folder);

/// A video file. Frames are timed by the file's own time stamps, from 0.
/// Errors: BadFile when it is no video or its header is missing.
[[nodiscard]] OpenedSource open_video(const std::filesystem::path& file);

/// A V4L2 camera. Errors: NotSeen when there is no such camera or it delivers nothing.
[[nodiscard]] OpenedSource open_camera(const std::string& device, const CameraSettings& settings);

/// A network stream (http, https, rtsp, rtmp, udp, tcp). Errors: NotSeen when it cannot be reached.
[[nodiscard]] OpenedSource open_stream(const std::string& url);

}  // namespace vision
