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

/// Pictures after which automatic exposure and focus have settled and may be locked. Fewer locks a
/// picture that is still too dark; more lets the light drift for longer.
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

void apply(const CameraSettings& settings, cv::VideoCapture& capture) {
  if (settings.pixel_format.size() == 4) {
    const std::string& f = settings.pixel_format;
    capture.set(cv::CAP_PROP_FOURCC, cv::VideoWriter::fourcc(f[0], f[1], f[2], f[3]));
  }
  if (settings.width) capture.set(cv::CAP_PROP_FRAME_WIDTH, *settings.width);
  if (settings.height) capture.set(cv::CAP_PROP_FRAME_HEIGHT, *settings.height);
  if (settings.frame_rate) capture.set(cv::CAP_PROP_FPS, *settings.frame_rate);
}

/// A camera that lets go of its automatics once they have found their values.
class CameraGrabber : public Grabber {
 public:
  CameraGrabber(cv::VideoCapture capture, CameraSettings settings) : capture_(std::move(capture)), settings_(std::move(settings)) {}

  [[nodiscard]] std::optional<Grabbed> grab() override {
    try {
      for (int bad = 0; bad < kBadPicturesInARow; ++bad) {
        if (!capture_.grab()) return std::nullopt;
        Grabbed grabbed;
        const double stamp = capture_.get(cv::CAP_PROP_POS_MSEC);
        if (stamp > 0.0) grabbed.stamp = stamp / 1000.0;
        if (!capture_.retrieve(grabbed.bgr) || grabbed.bgr.empty()) continue;
        if (++pictures_ == kSettlingPictures) lock_automatics();
        return grabbed;
      }
    } catch (const cv::Exception&) {
      return std::nullopt;  // the source has gone
    }
    return std::nullopt;
  }

 private:
  void lock_automatics() {
    if (settings_.lock_focus) {
      const double focus = capture_.get(cv::CAP_PROP_FOCUS);
      capture_.set(cv::CAP_PROP_AUTOFOCUS, 0);
      if (focus > 0.0) capture_.set(cv::CAP_PROP_FOCUS, focus);
    }
    if (settings_.lock_exposure) {
      const double exposure = capture_.get(cv::CAP_PROP_EXPOSURE);
      capture_.set(cv::CAP_PROP_AUTO_EXPOSURE, V4L2_EXPOSURE_MANUAL);
      if (exposure > 0.0) capture_.set(cv::CAP_PROP_EXPOSURE, exposure);
      capture_.set(cv::CAP_PROP_AUTO_WB, 0);
    }
  }

  cv::VideoCapture capture_;
  CameraSettings settings_;
  int pictures_ = 0;
};

measure::Result<std::unique_ptr<Grabber>> open_device(const std::string& path, const CameraSettings& settings) {
  const auto silent = [&] {
    return measure::fail(measure::ErrorCode::NotSeen, path + ": the camera does not open; is another program using it?");
  };
  try {
    cv::VideoCapture capture(path, cv::CAP_V4L2);
    if (!capture.isOpened()) return silent();
    apply(settings, capture);
    return std::make_unique<CameraGrabber>(std::move(capture), settings);
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

/// "/dev/video10" after "/dev/video9".
bool comes_before(const CameraDevice& a, const CameraDevice& b) {
  return a.path.size() != b.path.size() ? a.path.size() < b.path.size() : a.path < b.path;
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
  std::sort(cameras.begin(), cameras.end(), comes_before);
  return cameras;
}

OpenedSource open_camera(const std::string& device, const CameraSettings& settings) {
  const std::optional<std::string> name = camera_name(device);
  if (!name) return tl::unexpected(no_camera(device));
  return open_live([device, name = *name, settings] { return open_device(find_again(device, name), settings); },
                   *name + " (" + device + ")");
}

}  // namespace vision
