// Commands that take one picture after another and print what each shows.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/report.h"
#include "vision/frame.h"
#include "vision/sources/frame_source.h"

namespace app {

/// One source, or pictures in order.
[[nodiscard]] measure::Result<std::unique_ptr<vision::FrameSource>> open_sources(const std::vector<std::string>& names);

/// Takes every picture of every argument on its own and returns the exit status. `take` understands one and prints what it shows, as
/// PictureCommand::take does.
[[nodiscard]] int take_pictures(const std::vector<std::string>& arguments, bool json, const std::string& reads_pictures,
                                std::function<measure::Result<bool>(const vision::Frame&)> take);

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
  /// Understands one picture and prints what it shows. True: the table or board was found in it. Any error refuses the picture.
  virtual measure::Result<bool> take(const vision::Frame& frame) = 0;
  /// The source delivers nothing any more; it may return.
  virtual void gone(const std::string& source) { say(source + ": has gone"); }

  bool json_;
  int understood_ = 0, registered_ = 0;
  std::optional<measure::ErrorCode> refused_;  // the first picture that was refused; a damaged one before others

 private:
  void take_counted(const vision::Frame& frame);
  void refuse(const std::string& frame, const measure::Error& error);

  int damaged_ = 0, missing_ = 0;
};

}  // namespace app
