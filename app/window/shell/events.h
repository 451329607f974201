// Keys, clicks and the display, as every window of the program takes them.
//   GLFW's callbacks run between frames; what they note is told frame by frame, in the order it was made.
// Needs GLFW, Dear ImGui.
#pragma once

#include <string>
#include <vector>

#include "app/window/shell/mouse_queue.h"

struct GLFWwindow;

namespace window {

/// After a key or a click ImGui needs a few frames to come to rest.
inline constexpr int kFramesAfterInput = 4;

struct KeyPress {
  int key = 0;  // GLFW's
  bool ctrl = false, shift = false;
  std::size_t after = 0;  // so many presses and releases of the mouse came before
};

/// Set by GLFW's callbacks, which know nothing but the window's user pointer.
struct Events {
  int frames_left = kFramesAfterInput;
  std::vector<KeyPress> keys;  // every one, however long a frame takes
  std::vector<int> fresh;      // keys pressed since the last frame,
  std::vector<int> released;   // and those of them that are up again: the next frame sees them down, the one after it up
  std::vector<int> to_release;
  MouseQueue mouse;
  ScreenPoint cursor;  // as the events tell it: asking for it gives where it is now, not where it was at a click
  void (*others_cursor)(GLFWwindow*, double, double) = nullptr;
  std::vector<std::string> dropped;
};

/// Runs after ImGui installed its own callbacks, and passes on what it takes from them. `events` must outlive the window.
void listen(GLFWwindow* window, Events& events);
/// Tells the coming frame of the next click in the queue.
void tell(MouseQueue& queue);
/// Did the mouse or the keyboard do anything since the last frame? `cursor`: where it was then.
[[nodiscard]] bool input_seen(GLFWwindow* window, double (&cursor)[2]);
/// The keys that came before the next click, in their order.
[[nodiscard]] std::vector<KeyPress> take_due(Events& events);

/// Connects to the display, once for the whole program: a virtual X server whose last client leaves starts afresh, and
/// refuses whoever comes in that moment. For the same reason one refusal is not believed.
[[nodiscard]] bool reach_display();

}  // namespace window
