#include "app/window/events.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace window {
namespace {

[[nodiscard]] Events& events_of(GLFWwindow* window) { return *static_cast<Events*>(glfwGetWindowUserPointer(window)); }

}  // namespace

void listen(GLFWwindow* window, Events& events) {
  glfwSetWindowUserPointer(window, &events);
  glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
    for (int i = 0; i < count; ++i) events_of(w).dropped.emplace_back(paths[i]);
    events_of(w).frames_left = kFramesAfterInput;
  });
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    ImGui_ImplGlfw_KeyCallback(w, key, scancode, action, mods);
    if (action == GLFW_PRESS)
      events_of(w).keys.push_back({key, (mods & GLFW_MOD_CONTROL) != 0, (mods & GLFW_MOD_SHIFT) != 0, events_of(w).mouse.noted()});
    events_of(w).frames_left = kFramesAfterInput;
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

}  // namespace window
