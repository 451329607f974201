// Commands that take one picture after another and print what each shows.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/progress.h"
#include "app/commands/report.h"
#include "app/overlay/picture_renderer.h"
#include "vision/frame.h"
#include "vision/sources/frame_source.h"

namespace app {

/// One source, or pictures in order.
[[nodiscard]] measure::Result<std::unique_ptr<vision::FrameSource>> open_sources(const std::vector<std::string>& names);

/// Takes every picture of every argument on its own and returns the exit status. `take` understands one, as PictureCommand::take does, and
/// puts what is printed of it into `says`.
[[nodiscard]] int take_pictures(const std::vector<std::string>& arguments, bool json, const std::string& reads_pictures,
                                std::function<measure::Result<bool>(const vision::Frame&, std::string& says)> take);

/// The pictures of a game that is followed without a display, with the overlay drawn on them: 00.jpg, 01.jpg ... in one folder.
class OverlayPictures {
 public:
  /// In `out`, which is made where it is missing; empty: in ./vedette-demo, or in a temporary folder where that cannot be written.
  /// Errors (BadFile): no picture can be written there.
  [[nodiscard]] static measure::Result<OverlayPictures> open(const std::string& out);
  /// Draws the next one and says so. Errors: BadFile.
  [[nodiscard]] measure::Result<void> write(const vision::Frame& frame, const overlay::DisplayList& list,
                                            const calibration::TableCamera& camera, const overlay::TableArea& area);
  [[nodiscard]] int written() const { return written_; }
  /// Says where they are.
  void finish() const;

 private:
  explicit OverlayPictures(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
  int written_ = 0;
};

class PictureCommand {
 public:
  explicit PictureCommand(bool json) : json_(json) {}
  virtual ~PictureCommand() = default;
  PictureCommand(const PictureCommand&) = delete;
  PictureCommand& operator=(const PictureCommand&) = delete;

  /// Every picture of every argument. A camera is refused with `reads_pictures`.
  void take_each(const std::vector<std::string>& arguments, const std::string& reads_pictures);
  /// A source to its end, or until Ctrl-C.
  void follow(vision::FrameSource& source, Interrupt& interrupt);
  [[nodiscard]] virtual int status() const;

 protected:
  /// Understands one picture and tells what it shows. True: the table or board was found in it. Any error refuses the picture.
  virtual measure::Result<bool> take(const vision::Frame& frame) = 0;
  /// The source delivers nothing any more; it may return.
  virtual void gone(const std::string& source) { say(source + ": has gone"); }
  /// On standard output, at once.
  void tell(const std::string& says);
  /// While it lives, no line of progress stands in the way of what is printed.
  [[nodiscard]] std::unique_lock<std::mutex> quiet() { return progress_ ? progress_->quiet() : std::unique_lock<std::mutex>(); }

  bool json_;
  int understood_ = 0, registered_ = 0;
  std::optional<measure::ErrorCode> refused_;  // the first picture that was refused; a damaged one before others

 private:
  void take_counted(const vision::Frame& frame);
  void refuse(const std::string& frame, const measure::Error& error);

  int damaged_ = 0, missing_ = 0;
  std::optional<Progress> progress_;
};

}  // namespace app
