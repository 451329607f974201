#include <algorithm>
#include <system_error>
#include <utility>

#include "vision/sources/picture.h"
#include "vision/sources/sources.h"

namespace vision {
namespace {

namespace fs = std::filesystem;

/// Pictures in a fixed order. A damaged one is reported by name, and the next one follows.
class PictureSource : public FrameSource {
 public:
  PictureSource(std::vector<std::string> paths, std::string description) : paths_(std::move(paths)), description_(std::move(description)) {}

  [[nodiscard]] Delivery next(std::chrono::milliseconds) override {
    if (at_ == paths_.size()) return {.frame = {}, .status = SourceStatus::Ended, .bad_picture = {}, .bad_name = {}};
    const fs::path path = paths_[at_];
    const std::uint64_t sequence = at_++;
    const std::string name = path.filename().string();
    measure::Result<Picture> picture = read_picture(path);
    Delivery delivery;
    if (picture) {
      delivery.frame = make_frame(std::move(picture->bgr), std::move(picture->luma), 0.0, name, sequence);
    } else {
      delivery.bad_picture = picture.error();
      delivery.bad_name = name;
    }
    return delivery;
  }

  [[nodiscard]] bool live() const override { return false; }
  [[nodiscard]] bool stills() const override { return true; }
  [[nodiscard]] std::string describe() const override { return description_; }

 private:
  std::vector<std::string> paths_;
  std::string description_;
  std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<FrameSource> open_pictures(std::vector<std::string> paths) {
  std::string description = paths.size() == 1 ? paths.front() : std::to_string(paths.size()) + " pictures";
  return std::make_unique<PictureSource>(std::move(paths), std::move(description));
}

OpenedSource open_folder(const fs::path& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code unreadable;  // a link to nowhere, say: then it is reported when its turn comes
    if (is_picture_name(entry->path()) && !entry->is_directory(unreadable)) paths.push_back(entry->path().string());
  }
  if (error) return measure::fail(measure::ErrorCode::BadFile, folder.string() + ": the folder cannot be read (" + error.message() + ")");
  if (paths.empty()) {
    return measure::fail(measure::ErrorCode::NotSeen,
                         folder.string() + ": there is no picture in this folder (looked for .jpg, .png, .bmp, .tif, .webp)");
  }
  std::sort(paths.begin(), paths.end());  // std::string compares bytes
  const std::string description = folder.string() + " (" + std::to_string(paths.size()) + (paths.size() == 1 ? " picture)" : " pictures)");
  return std::make_unique<PictureSource>(std::move(paths), description);
}

}  // namespace vision
