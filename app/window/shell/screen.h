// One window on the screen with its own ImGui context: the main window, and the clean one for capture.
#pragma once

#include <functional>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>

#include "app/overlay/label_layout.h"
#include "app/window/shell/theme.h"

struct GLFWwindow;
struct ImGuiContext;

namespace window {

struct ScreenSize {
  int width = 0, height = 0;
};

class Screen {
 public:
  /// `share`: a screen whose textures this one may show. Null when no window can be opened.
  [[nodiscard]] static std::unique_ptr<Screen> open(const std::string& title, ScreenSize size, const Screen* share);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// Draws one picture: begins, calls `input` and then `content` in this screen's context, shows it. `grab`: also keeps it there, as
  /// BGR.
  void draw(double zoom, bool light, const std::function<void()>& input, const std::function<void(const Theme&, ScreenSize)>& content,
            cv::Mat* grab = nullptr);
  [[nodiscard]] bool wants_to_close() const;
  [[nodiscard]] GLFWwindow* handle() const { return window_; }
  [[nodiscard]] ScreenSize size() const;

 private:
  Screen(GLFWwindow* window, ImGuiContext* context);
  void refresh_theme(double zoom, bool light);

  GLFWwindow* window_ = nullptr;
  ImGuiContext* context_ = nullptr;
  Theme theme_;
};

/// The clean second window, for streams: a picture and the results on it, no panel, no cursor. What is drawn in it is the caller's; it has
/// a size of its own, is dark, and neither takes keys nor clicks.
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

/// A picture on the graphics card, replaced when the camera delivers.
class Texture {
 public:
  Texture() = default;
  ~Texture();
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  /// `bgr`: 8-bit, 3 channels. The context of a screen must be current.
  void upload(const cv::Mat& bgr);
  [[nodiscard]] ImTextureID id() const;

 private:
  unsigned name_ = 0;
  int width_ = 0, height_ = 0;
};

}  // namespace window
