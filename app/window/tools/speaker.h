// Rulings read out, by speech-dispatcher's `spd-say` where that is installed.
//   A thread of its own starts it and waits for it: no picture ever waits. What cannot be said in time is left out, the oldest first.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/tongue/tongue.h"

namespace window {

/// Why nothing can be read out on this machine, in the language in use; empty: it can.
[[nodiscard]] std::optional<std::string> why_mute();

class Speaker {
 public:
  Speaker() = default;
  /// What is being said is cut off.
  ~Speaker();
  Speaker(const Speaker&) = delete;
  Speaker& operator=(const Speaker&) = delete;

  /// Says this in `language` after what was asked before. Returns at once.
  void say(std::string text, tongue::Language language);

 private:
  struct Sentence {
    std::string text;
    tongue::Language language;
  };
  void go_on();
  void speak(const Sentence& sentence, std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable news_;
  std::deque<Sentence> waiting_;
  bool leaving_ = false;
  std::thread thread_;  // begins with the first sentence
};

}  // namespace window
