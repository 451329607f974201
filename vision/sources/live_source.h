// A live source: the newest frame only, and an eye on whether it is still alive.
//   A thread of its own opens, grabs and, when the source has gone, opens it again; whoever asks gets the
//   newest picture or is told that the source has gone, also while the thread hangs in a driver's call.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "vision/sources/frame_source.h"

namespace vision {

/// One picture as the driver hands it out.
struct Grabbed {
  cv::Mat bgr;
  std::optional<double> stamp;  // the driver's own time of capture in seconds, if it has one
};

/// An open camera or stream. Closing it is its destructor's work.
class Grabber {
 public:
  virtual ~Grabber() = default;
  /// Waits for the next picture; empty when there will be none. A success proves nothing: see LifeSigns.
  [[nodiscard]] virtual std::optional<Grabbed> grab() = 0;
};
using OpenGrabber = std::function<measure::Result<std::unique_ptr<Grabber>>()>;

/// Tells a fresh picture from an old one handed out again, as drivers do after an unplug.
///
/// Where time stamps advance they decide, because a synthetic picture may honestly stand still. Where
/// there are none, the content does: a sensor's noise never repeats.
class LifeSigns {
 public:
  [[nodiscard]] bool fresh(const Grabbed& grabbed);

 private:
  std::optional<double> stamp_;
  std::uint64_t content_ = 0;
  bool any_ = false, stamps_advance_ = false;
};

/// Opens a live source; the first picture has arrived when this returns.
/// Errors: those of `open`; NotSeen when it opens but delivers nothing for a few seconds.
[[nodiscard]] measure::Result<std::unique_ptr<FrameSource>> open_live(OpenGrabber open, std::string description);

}  // namespace vision
