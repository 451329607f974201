// V4L2 cameras: found and named through the kernel's own interface, read through OpenCV.
#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <opencv2/videoio.hpp>
#include <system_error>
#include <utility>

#include "vision/sources/frame_source.h"
#include "vision/sources/live_source.h"

namespace vision {
namespace {

namespace fs = std::filesystem;

/// Pictures after which automatic focus has settled and may be locked. Fewer locks a picture that is still blurred.
constexpr int kSettlingPictures = 45;
/// Damaged pictures in a row that a camera may deliver before it is opened again: a loose cable spoils
/// one now and then, and opening takes a second.
constexpr int kBadPicturesInARow = 5;

class DeviceHandle {
 public:
  explicit DeviceHandle(const std::string& path) : handle_(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC)) {}
  ~DeviceHandle() {
    if (handle_ >= 0) ::close(handle_);
  }
  DeviceHandle(const DeviceHandle&) = delete;
  DeviceHandle& operator=(const DeviceHandle&) = delete;
  [[nodiscard]] bool opened() const { return handle_ >= 0; }
  [[nodiscard]] bool ask(unsigned long question, void* answer) const { return ::ioctl(handle_, question, answer) == 0; }

 private:
  int handle_;
};

/// The name of the camera behind a device file; empty when there is none that delivers pictures.
std::optional<std::string> camera_name(const std::string& path) {
  const DeviceHandle device(path);
  v4l2_capability can{};
  if (!device.opened() || !device.ask(VIDIOC_QUERYCAP, &can)) return std::nullopt;
  const std::uint32_t abilities = (can.capabilities & V4L2_CAP_DEVICE_CAPS) != 0 ? can.device_caps : can.capabilities;
  constexpr std::uint32_t kNeeded = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
  if ((abilities & kNeeded) != kNeeded) return std::nullopt;
  const auto* card = reinterpret_cast<const char*>(can.card);
  return std::string(card, strnlen(card, sizeof can.card));
}

/// A camera that lets go of its automatic focus once that has found its value.
class CameraGrabber : public Grabber {
 public:
  explicit CameraGrabber(cv::VideoCapture capture) : capture_(std::move(capture)) {}

  [[nodiscard]] std::optional<Grabbed> grab() override {
    try {
      for (int bad = 0; bad < kBadPicturesInARow; ++bad) {
        if (!capture_.grab()) return std::nullopt;
        Grabbed grabbed;
        const double stamp = capture_.get(cv::CAP_PROP_POS_MSEC);
        if (stamp > 0.0) grabbed.stamp = stamp / 1000.0;
        if (!capture_.retrieve(grabbed.bgr) || grabbed.bgr.empty()) continue;
        if (++pictures_ == kSettlingPictures) lock_focus();
        return grabbed;
      }
    } catch (const cv::Exception&) {
      return std::nullopt;  // the source has gone
    }
    return std::nullopt;
  }

 private:
  void lock_focus() {
    const double focus = capture_.get(cv::CAP_PROP_FOCUS);
    capture_.set(cv::CAP_PROP_AUTOFOCUS, 0);
    if (focus > 0.0) capture_.set(cv::CAP_PROP_FOCUS, focus);
  }

  cv::VideoCapture capture_;
  int pictures_ = 0;
};

measure::Result<std::unique_ptr<Grabber>> open_device(const std::string& path) {
  const auto silent = [&] {
    return measure::fail(measure::ErrorCode::NotSeen, path + ": the camera does not open; is another program using it?");
  };
  try {
    cv::VideoCapture capture(path, cv::CAP_V4L2);
    if (!capture.isOpened()) return silent();
    capture.set(cv::CAP_PROP_FOURCC, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'));
    return std::make_unique<CameraGrabber>(std::move(capture));
  } catch (const cv::Exception&) {
    return silent();
  }
}

/// Where the camera of this name is now: a replugged one may come back under another number.
std::string find_again(const std::string& path, const std::string& name) {
  if (camera_name(path) == name) return path;
  for (const CameraDevice& camera : list_cameras()) {
    if (camera.name == name) return camera.path;
  }
  return path;
}

measure::Error no_camera(const std::string& path) {
  std::string says = path + ": there is no camera here";
  if (::access(path.c_str(), F_OK) == 0 && ::access(path.c_str(), R_OK | W_OK) != 0) {
    says = path + ": the camera may not be used (" + std::strerror(errno) + "); join the group 'video' and log in again";
  } else if (const std::vector<CameraDevice> cameras = list_cameras(); cameras.empty()) {
    says += "; no camera is connected at all";
  } else {
    says += "; connected are:";
    for (const CameraDevice& camera : cameras) says += " " + camera.path + " (" + camera.name + ")";
  }
  return {measure::ErrorCode::NotSeen, says};
}

}  // namespace

std::vector<CameraDevice> list_cameras() {
  std::vector<CameraDevice> cameras;
  std::error_code error;
  for (fs::directory_iterator entry("/dev", error); !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string path = entry->path().string();
    if (!path.starts_with("/dev/video")) continue;
    if (std::optional<std::string> name = camera_name(path)) cameras.push_back({path, *name});
  }
  // "/dev/video10" comes after "/dev/video9".
  std::ranges::sort(cameras, {}, [](const CameraDevice& c) { return std::pair(c.path.size(), c.path); });
  return cameras;
}

OpenedSource open_camera(const std::string& device) {
  const std::optional<std::string> name = camera_name(device);
  if (!name) return tl::unexpected(no_camera(device));
  return open_live([device, name = *name] { return open_device(find_again(device, name)); }, *name + " (" + device + ")");
}

}  // namespace vision
