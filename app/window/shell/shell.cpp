#include "app/window/shell/shell.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <opencv2/imgcodecs.hpp>

#include "app/window/shell/widgets.h"

namespace window {
namespace {

/// With nothing to do the window looks for a new picture this often, in seconds.
constexpr double kIdleSeconds = 1.0 / 60.0;
/// Without any event a state such as "still shrinking" ends within this many seconds.
constexpr double kLongestStill = 2.0;
/// The same while a clock runs.
constexpr double kBetweenTicks = 0.25;
constexpr double kWheelStep = 1.15;

}  // namespace

void draw_picture(ImDrawList& draw, const Picture& picture, const Placement& placement, bool turned) {
  const overlay::Box box = placement.picture_box();
  const ImVec2 near_uv = turned ? ImVec2(1, 1) : ImVec2(0, 0), far_uv = turned ? ImVec2(0, 0) : ImVec2(1, 1);
  draw.AddImage(picture.texture, vec(box.left, box.top), vec(box.right, box.bottom), near_uv, far_uv);
}

void begin_stage(const overlay::Box& box, const Theme& theme) {
  ImGui::SetNextWindowPos(vec(box.left, box.top));
  ImGui::SetNextWindowSize(vec(box.width(), box.height()));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0F);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.backdrop);
  ImGui::Begin("stage", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
}

void end_stage() {
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

void zoom_and_pan(View& view, const Placement& placement, calibration::ImageSize picture) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel != 0.0F)
    view = zoomed(view, placement.stage(), picture, std::pow(kWheelStep, io.MouseWheel), {io.MousePos.x, io.MousePos.y});
  for (const int button : {ImGuiMouseButton_Right, ImGuiMouseButton_Middle})
    if (ImGui::IsMouseDown(button) && (io.MouseDelta.x != 0.0F || io.MouseDelta.y != 0.0F))
      view = panned(view, placement.stage(), picture, io.MouseDelta.x, io.MouseDelta.y);
}

bool display_available() {
  const auto set = [](const char* name) {
    const char* const value = std::getenv(name);
    return value && *value;
  };
  if (!set("DISPLAY") && !set("WAYLAND_DISPLAY")) return false;
  return reach_display();
}

bool Shell::open() {
  ScreenSize size{1600, 900};
  if (const GLFWvidmode* const mode = glfwGetVideoMode(glfwGetPrimaryMonitor())) size = {mode->width, mode->height};
  if (screenshot_.width > 0) size.width = screenshot_.width;
  if (screenshot_.height > 0) size.height = screenshot_.height;
  screen_ = Screen::open("Vedette", size, nullptr);
  if (!screen_) return false;
  listen(screen_->handle(), events_);
  texture_.emplace();
  return true;
}

bool Shell::time_for_screenshot() const { return screenshot_.path && glfwGetTime() > screenshot_.after_seconds; }

void Shell::upload(const vision::Frame& frame) {
  glfwMakeContextCurrent(screen_->handle());
  texture_->upload(frame.bgr);
  size_ = {frame.bgr.cols, frame.bgr.rows};
}

void Shell::draw_main(double zoom, bool light, const std::function<void()>& input,
                      const std::function<void(const Theme&, ScreenSize)>& content) {
  screen_->draw(zoom, light, input, content, time_for_screenshot() ? &grabbed_ : nullptr);
}

void Shell::write_screenshot() const {
  try {
    if (cv::imwrite(*screenshot_.path, grabbed_)) return;
  } catch (const cv::Exception&) {
  }
  std::fputs("vedette: the screenshot could not be written\n", stderr);
}

void Shell::show() {
  opened();
  while (!screen_->wants_to_close() && !done() && grabbed_.empty()) {
    glfwWaitEventsTimeout(kIdleSeconds);
    if (refresh()) events_.frames_left = std::max(events_.frames_left, 1);
    if (input_seen(screen_->handle(), cursor_)) keep_awake(), touched();
    const double now = glfwGetTime();
    if (events_.frames_left > 0 || now - last_drawn_ > (ticking() ? kBetweenTicks : kLongestStill) || time_for_screenshot()) {
      events_.frames_left = std::max(0, events_.frames_left - 1);
      last_drawn_ = now;
      draw();
      capture_.keep(capture_wanted(), *screen_);
    }
    between_pictures();
  }
  if (!grabbed_.empty()) write_screenshot();
  closing();
  capture_.close();
  texture_.reset();
  screen_.reset();
}

int Shell::run(const std::string& instead) {
  if (!reach_display()) {
    std::fputs(fmt::format("vedette: no display to open a window on. Without one, use {}.\n", instead).c_str(), stderr);
    return 4;
  }
  const bool usable = open();
  if (usable)
    show();
  else
    std::fputs("vedette: this display has no OpenGL 3.2. LIBGL_ALWAYS_SOFTWARE=1 draws without a graphics card.\n", stderr);
  glfwTerminate();
  return usable ? 0 : 4;
}

}  // namespace window
