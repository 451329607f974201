// Clicks that come faster than pictures: every press and release is seen by one frame, at the place where it happened.
//   Dear ImGui before 1.87 asks once a frame which buttons are down and where the cursor is: of two quick clicks it sees one, and
//   where the second was. From 1.87 on it queues them itself.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "app/window/shell/theme.h"
#include "app/window/shell/view.h"
#include "calibration/lens.h"

struct GLFWwindow;
struct ImDrawList;

namespace window {

class MouseQueue {
 public:
  static constexpr int kButtons = 3;
  /// What a frame is told.
  struct Mouse {
    ScreenPoint at;
    std::array<bool, kButtons> down{};
  };

  void note(int button, bool down, ScreenPoint at) {
    if (button < 0 || button >= kButtons) return;
    waiting_.push_back({button, down, at});
    ++noted_;
  }
  /// Presses and releases noted, and told, since the window opened: what lies between is still to come.
  [[nodiscard]] std::size_t noted() const { return noted_; }
  [[nodiscard]] std::size_t told() const { return noted_ - waiting_.size(); }
  /// More frames are needed to tell it all.
  [[nodiscard]] bool waiting() const { return !waiting_.empty(); }

  /// The mouse for the next frame: one press or release at most; without one, the cursor where it is.
  [[nodiscard]] Mouse next(ScreenPoint cursor) {
    Mouse mouse{cursor, down_};
    if (waiting_.empty()) return mouse;
    const Event event = waiting_.front();
    waiting_.pop_front();
    down_[static_cast<std::size_t>(event.button)] = event.down;
    return {event.at, down_};
  }

 private:
  struct Event {
    int button;
    bool down;
    ScreenPoint at;
  };
  std::deque<Event> waiting_;
  std::size_t noted_ = 0;
  std::array<bool, kButtons> down_{};
};

// Keys, clicks and the display, as every window of the program takes them.
//   GLFW's callbacks run between frames; what they note is told frame by frame, in the order it was made.

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

// Four corners shown by hand: a player clicks them on the picture, one after the other.

/// What each corner is called, in the order they are clicked.
using CornerNames = std::array<std::string, 4>;

/// The corners that were clicked so far, and beside the mouse, where it is over the picture, which one is next.
void draw_corner_clicks(ImDrawList& draw, const std::vector<calibration::ImagePoint>& clicked, const CornerNames& names,
                        const Placement& placement, const Theme& theme, bool over);

}  // namespace window
