#include "app/window/shell/screen.h"

#define GL_GLEXT_PROTOTYPES  // for glGenerateMipmap
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "app/tongue/tongue.h"
#include "app/window/shell/view.h"

namespace window {
namespace {

constexpr const char* kShaderVersion = "#version 150";  // OpenGL 3.2

[[nodiscard]] bool wider_than_a_step(double a, double b) { return std::abs(a - b) > 0.01 * b; }

/// What was drawn and not yet shown: after that its content is the driver's own affair.
[[nodiscard]] cv::Mat drawn_picture(ScreenSize size) {
  cv::Mat upside_down(size.height, size.width, CV_8UC3), picture;
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadBuffer(GL_BACK);
  glReadPixels(0, 0, size.width, size.height, GL_BGR, GL_UNSIGNED_BYTE, upside_down.data);
  cv::flip(upside_down, picture, 0);
  return picture;
}

constexpr ScreenSize kCaptureSize{1280, 720};

}  // namespace

std::unique_ptr<Screen> Screen::open(const std::string& title, ScreenSize size, const Screen* share) {
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "vedette");  // by which a desktop finds the window's icon
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  GLFWwindow* const window = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, share ? share->window_ : nullptr);
  if (!window) return nullptr;
  glfwMakeContextCurrent(window);
  glfwSwapInterval(share ? 0 : 1);
  ImGuiContext* const before = ImGui::GetCurrentContext();
  ImGuiContext* const context = ImGui::CreateContext();
  ImGui::SetCurrentContext(context);
  ImGui::GetIO().IniFilename = nullptr;  // the layout is ours; nothing to remember
  ImGui_ImplGlfw_InitForOpenGL(window, share == nullptr);
  ImGui_ImplOpenGL3_Init(kShaderVersion);
  if (before) ImGui::SetCurrentContext(before);
  return std::unique_ptr<Screen>(new Screen(window, context));
}

Screen::Screen(GLFWwindow* window, ImGuiContext* context) : window_(window), context_(context) {}

Screen::~Screen() {
  glfwMakeContextCurrent(window_);
  ImGuiContext* const before = ImGui::GetCurrentContext();
  ImGui::SetCurrentContext(context_);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext(context_);
  ImGui::SetCurrentContext(before == context_ ? nullptr : before);
  glfwDestroyWindow(window_);
}

void Screen::refresh_theme(double zoom, bool light) {
  float content = 1.0F, ignored = 1.0F;
  glfwGetWindowContentScale(window_, &content, &ignored);
  const double scale = interface_scale(size().height, content, zoom);
  if (theme_.fonts.body && !wider_than_a_step(scale, theme_.scale) && light == theme_.light) return;
  theme_ = make_theme(scale, light);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Screen::draw(double zoom, bool light, const std::function<void()>& input, const std::function<void(const Theme&, ScreenSize)>& content,
                  cv::Mat* grab) {
  const ScreenSize now = size();
  if (now.width <= 0 || now.height <= 0) return;  // minimised
  glfwMakeContextCurrent(window_);
  ImGui::SetCurrentContext(context_);
  refresh_theme(zoom, light);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  input();
  ImGui::NewFrame();
  ImGui::PushFont(theme_.fonts.body);
  content(theme_, now);
  ImGui::PopFont();
  ImGui::Render();
  const ImVec4 back = ImGui::ColorConvertU32ToFloat4(theme_.backdrop);
  glViewport(0, 0, now.width, now.height);
  glClearColor(back.x, back.y, back.z, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (grab) *grab = drawn_picture(now);
  glfwSwapBuffers(window_);
}

bool Screen::wants_to_close() const { return glfwWindowShouldClose(window_) != 0; }

ScreenSize Screen::size() const {
  ScreenSize size;
  glfwGetFramebufferSize(window_, &size.width, &size.height);
  return size;
}

Texture::~Texture() {
  if (name_ != 0) glDeleteTextures(1, &name_);
}

void Texture::upload(const cv::Mat& bgr) {
  if (bgr.empty() || bgr.type() != CV_8UC3) return;
  if (name_ == 0) glGenTextures(1, &name_);
  glBindTexture(GL_TEXTURE_2D, name_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<int>(bgr.step / 3));
  if (bgr.cols != width_ || bgr.rows != height_) {
    width_ = bgr.cols;
    height_ = bgr.rows;
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, width_, height_, 0, GL_BGR, GL_UNSIGNED_BYTE, bgr.data);
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_BGR, GL_UNSIGNED_BYTE, bgr.data);
  }
  glGenerateMipmap(GL_TEXTURE_2D);  // without it a picture shown at half size sparkles
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

ImTextureID Texture::id() const { return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(name_)); }

void CaptureWindow::keep(bool& wanted, const Screen& main) {
  if (screen_ && screen_->wants_to_close()) wanted = false;
  if (!wanted) screen_.reset();
  if (wanted && !screen_) screen_ = Screen::open(tongue::tr("Vedette: table"), kCaptureSize, &main);
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
