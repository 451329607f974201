// What every window of the program is: one picture and panels beside it, a second window for capture, drawn when there is something new.
//   What it shows is its game's; see the tables' window and the boards'.
#pragma once

#include <functional>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>

#include "app/window/shell/events.h"
#include "app/window/shell/screen.h"
#include "app/window/shell/view.h"
#include "vision/frame.h"

struct ImDrawList;

namespace window {

/// For tests and documentation: write the window's picture (PNG) after so many seconds and end.
struct Screenshot {
  std::optional<std::string> path = {};
  double after_seconds = 5.0;
  int width = 0, height = 0;  // of the window; 0: as large as fits
};

/// The picture on the graphics card.
struct Picture {
  ImTextureID texture = nullptr;  // null before the first picture
  calibration::ImageSize size;
};
void draw_picture(ImDrawList& draw, const Picture& picture, const Placement& placement, bool turned);

/// The place of the picture among the panels; between the two comes what is drawn there.
void begin_stage(const overlay::Box& box, const Theme& theme);
void end_stage();
/// The wheel zooms, the right button drags the picture.
void zoom_and_pan(View& view, const Placement& placement, calibration::ImageSize picture);

/// Is there a display that a window could open on?
[[nodiscard]] bool display_available();

class Shell {
 public:
  explicit Shell(const Screenshot& screenshot) : screenshot_(screenshot) {}
  virtual ~Shell() = default;
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;

  /// Shows the window until it is closed. Returns the exit status: 0; 4 without a usable display, `instead` being what to use then.
  int run(const std::string& instead);

 protected:
  virtual void opened() {}                                      // once, before the first picture
  virtual bool refresh() = 0;                                   // takes what is new; true when there is something to draw
  virtual void draw() = 0;                                      // calls `draw_main`
  [[nodiscard]] virtual bool done() const = 0;                  // the players want to leave
  [[nodiscard]] virtual bool& capture_wanted() = 0;             // the second window
  [[nodiscard]] virtual bool ticking() const { return false; }  // a clock runs: no second is left out
  virtual void touched() {}                                     // mouse or keyboard did something
  virtual void between_pictures() {}                            // every time round, drawn or not
  virtual void closing() {}                                     // once, after the last picture

  void draw_main(double zoom, bool light, const std::function<void()>& input, const std::function<void(const Theme&, ScreenSize)>& content);
  /// Draws the window for capture, if it is wanted: what it is given is all it can show.
  void draw_capture(const std::function<void(const Theme&, const overlay::Box&)>& content) { capture_.draw(*screen_, content); }
  void upload(const vision::Frame& frame);
  [[nodiscard]] Picture picture() const { return {.texture = size_.width > 0 ? texture_->id() : nullptr, .size = size_}; }
  void keep_awake() { events_.frames_left = kFramesAfterInput; }

  Events events_;

 private:
  [[nodiscard]] bool open();
  [[nodiscard]] bool time_for_screenshot() const;
  void show();
  void write_screenshot() const;

  const Screenshot& screenshot_;
  std::unique_ptr<Screen> screen_;
  CaptureWindow capture_;
  std::optional<Texture> texture_;
  calibration::ImageSize size_;
  cv::Mat grabbed_;  // the screenshot, once it is due
  double cursor_[2] = {0.0, 0.0}, last_drawn_ = 0.0;
};

}  // namespace window
