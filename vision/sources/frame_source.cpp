#include "vision/sources/frame_source.h"

#include <system_error>

#include "vision/sources/picture.h"

namespace vision {

OpenedSource open_source(const std::string& source) {
  constexpr std::string_view kFileScheme = "file://";
  if (source.starts_with(kFileScheme)) return open_source(source.substr(kFileScheme.size()));
  if (source.find("://") != std::string::npos) return open_stream(source);
  const bool number = !source.empty() && source.find_first_not_of("0123456789") == std::string::npos;
  if (number) return open_camera("/dev/video" + source);
  if (source.starts_with("/dev/")) return open_camera(source);

  std::error_code ignored;
  const std::filesystem::path path = source;
  if (std::filesystem::is_directory(path, ignored)) return open_folder(path);
  if (!std::filesystem::exists(path, ignored)) {
    return measure::fail(
        measure::ErrorCode::NotSeen,
        source + ": there is no such file, folder or camera; a camera is a number such as 0, a stream begins with http:// or rtsp://");
  }
  if (is_picture_name(path)) return open_pictures({source});
  return open_video(path);
}

}  // namespace vision
