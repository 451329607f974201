// The players' clocks: how much of his minutes each side has used for its own moves.
//   Real time comes in with every call, from a clock that never goes back, so that tests need none. A clock that has run out says so and
//   goes on; it never stops a game.
// Needs only the standard library.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace app {

class TurnClock {
 public:
  /// It is `now` (seconds): from here this side's time runs, until the next call; none: nobody's does.
  void run(const std::optional<std::string>& side, double now);
  /// Seconds a side has used until `now`.
  [[nodiscard]] double used_s(const std::string& side, double now) const;
  [[nodiscard]] const std::optional<std::string>& running() const { return running_; }

  /// What a game took up again brings with it.
  void set_used(std::map<std::string, double> used_s, double now);
  [[nodiscard]] std::map<std::string, double> all_used_s(double now) const;

 private:
  [[nodiscard]] double since(double now) const { return now > since_ ? now - since_ : 0.0; }

  std::map<std::string, double> used_s_;
  std::optional<std::string> running_;
  double since_ = 0.0;
};

/// "39:05" left; "out of time 0:35" after that. A second is shown until it has passed.
[[nodiscard]] std::string clock_text(double left_s);

}  // namespace app
