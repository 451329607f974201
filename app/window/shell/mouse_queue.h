// Clicks that come faster than pictures: every press and release is seen by one frame, at the place where it happened.
//   Dear ImGui before 1.87 asks once a frame which buttons are down and where the cursor is: of two quick clicks it sees one, and
//   where the second was. From 1.87 on it queues them itself.
// Needs window/view.h.
#pragma once

#include <array>
#include <cstddef>
#include <deque>

#include "app/window/shell/view.h"

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

}  // namespace window
