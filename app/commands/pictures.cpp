#include "app/commands/pictures.h"

#include <fmt/format.h>
#include <unistd.h>
#include <cstdio>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>

#include "app/commands/report.h"
#include "app/files/disk.h"

namespace app {
namespace {

using measure::ErrorCode;
namespace fs = std::filesystem;

/// JPEG quality of overlay pictures, 0..100.
constexpr int kQuality = 90;

/// Longest wait for a live frame: Ctrl-C is answered at most this late, a lost source said well within a second.
constexpr std::chrono::milliseconds kLongestWait{200};

class EachOnItsOwn final : public PictureCommand {
 public:
  using How = std::function<measure::Result<bool>(const vision::Frame&, std::string&)>;
  EachOnItsOwn(bool json, How how) : PictureCommand(json), how_(std::move(how)) {}

 private:
  measure::Result<bool> take(const vision::Frame& frame) override {
    std::string says;
    auto found = how_(frame, says);
    if (found) tell(says);
    return found;
  }

  How how_;
};

}  // namespace

measure::Result<OverlayPictures> OverlayPictures::open(const std::string& out) {
  std::vector<fs::path> folders{out.empty() ? fs::path("vedette-demo") : fs::path(out)};
  std::error_code problem;
  if (out.empty()) folders.push_back(fs::temp_directory_path(problem) / fmt::format("vedette-demo-{}", ::getpid()));
  for (const fs::path& folder : folders) {
    fs::create_directories(folder, problem);
    if (!write_text((folder / ".writable").string(), "")) continue;
    fs::remove(folder / ".writable", problem);
    return OverlayPictures(folder.string());
  }
  return measure::fail(ErrorCode::BadFile, out + ": no picture can be written there");
}

measure::Result<void> OverlayPictures::write(const vision::Frame& frame, const overlay::DisplayList& list,
                                             const calibration::TableCamera& camera, const overlay::TableArea& area) {
  const fs::path path = fs::path(folder_) / fmt::format("{:02}.jpg", written_);
  std::vector<unsigned char> bytes;
  cv::imencode(".jpg", overlay::draw_on_picture(frame.bgr, list, camera, area), bytes, {cv::IMWRITE_JPEG_QUALITY, kQuality});
  return write_text(path.string(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()}).transform([&] {
    ++written_;
    say(fmt::format("written: {}", path.string()));
  });
}

void OverlayPictures::finish() const {
  if (written_ > 0) say(fmt::format("{} overlay pictures are in {}", written_, folder_));
}

int take_pictures(const std::vector<std::string>& arguments, bool json, const std::string& reads_pictures,
                  std::function<measure::Result<bool>(const vision::Frame&, std::string&)> take) {
  EachOnItsOwn each(json, std::move(take));
  each.take_each(arguments, reads_pictures);
  return each.status();
}

measure::Result<std::unique_ptr<vision::FrameSource>> open_sources(const std::vector<std::string>& names) {
  if (names.size() == 1) return vision::open_source(names.front());
  return vision::open_pictures(names);
}

void PictureCommand::tell(const std::string& says) {
  const auto alone = quiet();
  fmt::print("{}", says);
  std::fflush(stdout);
}

void PictureCommand::take_counted(const vision::Frame& frame) {
  const auto found = take(frame);
  if (progress_) progress_->step();
  if (!found) return refuse(frame.name, found.error());
  ++understood_;
  if (*found) ++registered_;
}

void PictureCommand::take_each(const std::vector<std::string>& arguments, const std::string& reads_pictures) {
  progress_.emplace("pictures", arguments.size(), json_);
  for (const std::string& argument : arguments) {
    auto source = vision::open_source(argument);
    if (!source) {
      refuse(std::filesystem::path(argument).filename().string(), source.error());
      continue;
    }
    if ((*source)->live()) {
      refuse(argument, {ErrorCode::NotSeen, argument + ": " + reads_pictures});
      continue;
    }
    if (const auto count = (*source)->count(); count && *count > 1) progress_->expect(*count - 1);
    for (;;) {
      const vision::Delivery delivery = (*source)->next(std::chrono::milliseconds(0));
      if (delivery.bad_picture) refuse(delivery.bad_name, *delivery.bad_picture);
      if (delivery.frame) take_counted(*delivery.frame);
      if (!delivery.frame && !delivery.bad_picture) break;
    }
  }
  progress_.reset();
}

void PictureCommand::follow(vision::FrameSource& source, Interrupt& interrupt) {
  vision::SourceStatus status = vision::SourceStatus::Running;
  if (!source.live()) progress_.emplace(source.stills() ? "pictures" : "frames", source.count().value_or(0), json_);
  while (!interrupt.asked() && status != vision::SourceStatus::Ended) {
    const vision::Delivery delivery = source.next(kLongestWait);
    if (delivery.bad_picture) refuse(delivery.bad_name, *delivery.bad_picture);
    if (delivery.frame) take_counted(*delivery.frame);
    if (delivery.frame && status == vision::SourceStatus::Gone) say(source.describe() + ": is back");
    if (delivery.status == vision::SourceStatus::Gone && status != delivery.status) gone(source.describe());
    status = delivery.status;
  }
  progress_.reset();
}

void PictureCommand::refuse(const std::string& frame, const measure::Error& error) {
  if (error.code == ErrorCode::NotCalibrated)
    ++understood_;
  else
    ++(error.code == ErrorCode::NotSeen ? missing_ : damaged_);
  if (!refused_ || error.code == ErrorCode::BadFile) refused_ = error.code;
  if (json_) tell(line_of(error_line(frame, error.message)) + "\n");
  const auto alone = quiet();
  (void)complain(error);
}

int PictureCommand::status() const {
  if (missing_ > 0 && understood_ == 0 && damaged_ == 0) return kNotSeen;
  if (damaged_ + missing_ > 0) return kBadFile;
  return registered_ == 0 ? kNotCalibrated : kDone;
}

}  // namespace app
