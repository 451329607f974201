#include "vision/sources/ffmpeg_settings.h"

#include <cstdlib>

namespace vision {

void prepare_ffmpeg() {
  constexpr int kLeaveTheUsersOwn = 0;
  setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", kLeaveTheUsersOwn);  // AV_LOG_QUIET
  // Measuring a stream's frame rate before the first picture costs up to two seconds at each opening; we
  // time frames by their stamps and need no rate. TCP is OpenCV's own default for RTSP.
  setenv("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp|fpsprobesize;0", kLeaveTheUsersOwn);
}

}  // namespace vision
