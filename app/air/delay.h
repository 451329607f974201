// What everybody sees so many minutes later than it happened, for tournaments. Held in memory until then, and never more than so many
// bytes.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>

namespace app::air {

class Delay {
 public:
  using Clock = std::chrono::steady_clock;

  /// `most_bytes`: of all that is held.
  Delay(Clock::duration by, std::size_t most_bytes) : by_(by), most_bytes_(most_bytes) {}

  /// `let_out` is called once it is time. False: there is no room, and it is forgotten.
  bool put(Clock::time_point now, std::size_t bytes, std::function<void()> let_out);
  /// The same of pictures. They come at most five a second, and as much more slowly as their size asks for, so that they are spread evenly
  /// over the whole time and leave a quarter of the room to what is told in words.
  bool put_picture(Clock::time_point now, std::size_t bytes, std::function<void()> let_out);
  [[nodiscard]] bool takes_picture(Clock::time_point now) const { return now >= next_picture_; }

  /// Lets out what is due, in its order; `now` never goes back.
  void let_out(Clock::time_point now);
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  struct Held {
    Clock::time_point due;
    std::size_t bytes = 0;
    std::function<void()> let_out;
  };
  Clock::duration by_;
  std::size_t most_bytes_, bytes_ = 0;
  std::deque<Held> held_;
  Clock::time_point next_picture_ = Clock::time_point::min();
};

}  // namespace app::air
