#include "app/window/shell/screen.h"

#include <GLFW/glfw3.h>

namespace window {
namespace {

constexpr ScreenSize kSize{1280, 720};

}  // namespace

void CaptureWindow::keep(bool& wanted, const Screen& main) {
  if (screen_ && screen_->wants_to_close()) wanted = false;
  if (!wanted) screen_.reset();
  if (wanted && !screen_) screen_ = Screen::open("Vedette: table", kSize, &main);
}

void CaptureWindow::draw(const Screen& main, const std::function<void(const Theme&, const overlay::Box&)>& content) {
  if (!screen_) return;
  screen_->draw(
      1.0, false, [] {},
      [&](const Theme& theme, ScreenSize size) {
        content(theme, {0.0, 0.0, static_cast<double>(size.width), static_cast<double>(size.height)});
      });
  glfwMakeContextCurrent(main.handle());
}

}  // namespace window
