#include "app/umpire/turn_clock.h"

#include <fmt/format.h>

#include <cmath>

namespace app {

void TurnClock::run(const std::optional<std::string>& side, double now) {
  if (running_) used_s_[*running_] += since(now);
  running_ = side;
  since_ = now;
}

double TurnClock::used_s(const std::string& side, double now) const {
  const auto used = used_s_.find(side);
  return (used == used_s_.end() ? 0.0 : used->second) + (running_ == side ? since(now) : 0.0);
}

void TurnClock::set_used(std::map<std::string, double> used_s, double now) {
  used_s_ = std::move(used_s);
  since_ = now;
}

std::map<std::string, double> TurnClock::all_used_s(double now) const {
  auto all = used_s_;
  if (running_) all[*running_] += since(now);
  return all;
}

std::string clock_text(double left_s) {
  const bool out = left_s <= 0.0;
  const auto seconds = static_cast<long long>(out ? std::floor(-left_s) : std::ceil(left_s));
  const std::string time = fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return out ? "out of time " + time : time;
}

}  // namespace app
