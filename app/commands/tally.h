// What became of a command's pictures; the exit status follows from it.
// Needs app/commands/talk.h.
#pragma once

#include "app/commands/talk.h"

namespace app {

struct PictureTally {
  int understood = 0, registered = 0, damaged = 0, missing = 0;

  /// Counts a picture that gave nothing but this error.
  void refuse(measure::ErrorCode code) {
    using measure::ErrorCode;
    if (code == ErrorCode::NotCalibrated) ++understood;
    if (code == ErrorCode::NotSeen) ++missing;
    if (code != ErrorCode::NotCalibrated && code != ErrorCode::NotSeen) ++damaged;
  }

  [[nodiscard]] int status() const {
    if (missing > 0 && understood == 0 && damaged == 0) return kNotSeen;
    if (damaged + missing > 0) return kBadFile;
    return registered == 0 ? kNotCalibrated : kDone;
  }
};

}  // namespace app
