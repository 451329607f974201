#include "app/window/shell/events.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>
#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "app/overlay/figures.h"
#include "app/window/shell/screen_renderer.h"
#include "app/window/shell/widgets.h"

namespace window {
namespace {

/// Dear ImGui before 1.87 asks once a frame which keys are down: Enter that comes and goes between two frames would not end what is typed.
constexpr bool kKeysByFrame = IMGUI_VERSION_NUM < 18700;

[[nodiscard]] Events& events_of(GLFWwindow* window) { return *static_cast<Events*>(glfwGetWindowUserPointer(window)); }

/// Dark, so that it reads on any table.
void draw_name(ImDrawList& draw, ScreenPoint at, const std::string& text, const Theme& theme) {
  const ImFont* const font = theme.fonts.strong;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e6F, 0.0F, text.c_str());
  const ImVec2 low = vec(at), high(low.x + size.x + theme.px(16), low.y + size.y + theme.px(8));
  draw.AddRectFilled(low, high, packed(overlay::kPill, 0.9), 0.5F * (high.y - low.y));
  draw.AddText(font, font->FontSize, {low.x + theme.px(8), low.y + theme.px(4)}, packed(overlay::kWhite), text.c_str());
}

}  // namespace

void listen(GLFWwindow* window, Events& events) {
  glfwSetWindowUserPointer(window, &events);
  glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
    for (int i = 0; i < count; ++i) events_of(w).dropped.emplace_back(paths[i]);
    events_of(w).frames_left = kFramesAfterInput;
  });
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    Events& noted = events_of(w);
    const bool unseen = std::ranges::find(noted.fresh, key) != noted.fresh.end();
    const bool modifier = key < 0 || key >= GLFW_KEY_LEFT_SHIFT;
    if (action == GLFW_RELEASE && kKeysByFrame && unseen && !modifier)
      noted.released.push_back(key);
    else
      ImGui_ImplGlfw_KeyCallback(w, key, scancode, action, mods);
    if (action == GLFW_PRESS) {
      noted.fresh.push_back(key);
      noted.keys.push_back({key, (mods & GLFW_MOD_CONTROL) != 0, (mods & GLFW_MOD_SHIFT) != 0, noted.mouse.noted()});
    }
    noted.frames_left = kFramesAfterInput;
  });
  glfwGetCursorPos(window, &events.cursor.x, &events.cursor.y);
  events.others_cursor = glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    if (events_of(w).others_cursor) events_of(w).others_cursor(w, x, y);
    events_of(w).cursor = {x, y};
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
    ImGui_ImplGlfw_MouseButtonCallback(w, button, action, mods);
    events_of(w).mouse.note(button, action == GLFW_PRESS, events_of(w).cursor);
    events_of(w).frames_left = kFramesAfterInput;
  });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double dx, double dy) {
    ImGui_ImplGlfw_ScrollCallback(w, dx, dy);
    events_of(w).frames_left = kFramesAfterInput;
  });
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { events_of(w).frames_left = kFramesAfterInput; });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { events_of(w).frames_left = kFramesAfterInput; });
}

void tell(MouseQueue& queue) {
#if IMGUI_VERSION_NUM < 18700
  ImGuiIO& io = ImGui::GetIO();
  const MouseQueue::Mouse mouse = queue.next({io.MousePos.x, io.MousePos.y});
  io.MousePos = {static_cast<float>(mouse.at.x), static_cast<float>(mouse.at.y)};
  std::ranges::copy(mouse.down, io.MouseDown);
#else
  while (queue.waiting()) static_cast<void>(queue.next({}));
#endif
}

bool input_seen(GLFWwindow* window, double (&cursor)[2]) {
  double x = 0.0, y = 0.0;
  glfwGetCursorPos(window, &x, &y);
  const bool moved = x != cursor[0] || y != cursor[1];
  cursor[0] = x;
  cursor[1] = y;
  const ImGuiIO& io = ImGui::GetIO();
  bool pressed = io.InputQueueCharacters.Size > 0 || io.MouseWheel != 0.0F;
  for (int button = 0; button < 3; ++button) pressed = pressed || glfwGetMouseButton(window, button) == GLFW_PRESS || io.MouseDown[button];
  return moved || pressed || std::any_of(std::begin(io.KeysDown), std::end(io.KeysDown), [](bool down) { return down; });
}

std::vector<KeyPress> take_due(Events& events) {
  for (const int key : events.to_release) ImGui::GetIO().KeysDown[key] = false;
  events.to_release = std::exchange(events.released, {});
  events.fresh.clear();
  const auto later = std::ranges::find_if(events.keys, [&](const KeyPress& press) { return press.after > events.mouse.told(); });
  std::vector<KeyPress> due(events.keys.begin(), later);
  events.keys.erase(events.keys.begin(), later);
  return due;
}

bool reach_display() {
  constexpr int kAttempts = 4;
  constexpr std::chrono::milliseconds kBetween{120};
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(kBetween);
    if (glfwInit() == GLFW_TRUE) return true;
  }
  return false;
}

void draw_corner_clicks(ImDrawList& draw, const std::vector<calibration::ImagePoint>& clicked, const CornerNames& names,
                        const Placement& placement, const Theme& theme, bool over) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (over && clicked.size() < names.size())
    draw_name(draw, {mouse.x + theme.px(18), mouse.y + theme.px(14)}, names[clicked.size()], theme);
  for (std::size_t i = 0; i < clicked.size(); ++i) {
    const ScreenPoint at = placement.screen_from_picture(clicked[i]);
    draw_name(draw, {at.x + theme.px(16), at.y - theme.px(12)}, names[i], theme);
    draw.AddCircle(vec(at), theme.px(9), packed(overlay::kPill, 0.6), 0, theme.px(5));
    draw.AddCircle(vec(at), theme.px(9), packed(overlay::kSkyBlue), 0, theme.px(2.5));
    draw.AddCircleFilled(vec(at), theme.px(2), packed(overlay::kSkyBlue));
  }
}

}  // namespace window
