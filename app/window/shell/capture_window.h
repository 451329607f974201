// The clean second window, for streams: a picture and the results on it, no panel, no cursor.
//   What is drawn in it is the caller's; it has a size of its own, is dark, and neither takes keys nor clicks.
#pragma once

#include <functional>
#include <memory>

#include "app/overlay/label_layout.h"
#include "app/window/shell/screen.h"

namespace window {

class CaptureWindow {
 public:
  /// Opens or closes it, as `wanted` says; whoever closes it on the screen no longer wants it. `main` shares its textures.
  void keep(bool& wanted, const Screen& main);
  /// Draws it, if it is open, and makes `main` current again.
  void draw(const Screen& main, const std::function<void(const Theme&, const overlay::Box&)>& content);
  void close() { screen_.reset(); }

 private:
  std::unique_ptr<Screen> screen_;
};

}  // namespace window
