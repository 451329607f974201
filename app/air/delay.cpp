#include "app/air/delay.h"

#include <algorithm>

namespace app::air {
namespace {

constexpr std::chrono::milliseconds kBetweenHeld{200};
constexpr double kShareOfPictures = 0.75;
/// Of holding something, beside itself.
constexpr std::size_t kOverhead = 256;

}  // namespace

bool Delay::put(Clock::time_point now, std::size_t bytes, std::function<void()> let_out) {
  bytes += kOverhead;
  if (bytes_ + bytes > most_bytes_) return false;
  bytes_ += bytes;
  held_.push_back({now + by_, bytes, std::move(let_out)});
  return true;
}

bool Delay::put_picture(Clock::time_point now, std::size_t bytes, std::function<void()> let_out) {
  const double share = static_cast<double>(bytes + kOverhead) / (kShareOfPictures * static_cast<double>(most_bytes_));
  next_picture_ = now + std::max<Clock::duration>(kBetweenHeld, std::chrono::duration_cast<Clock::duration>(by_ * share));
  return put(now, bytes, std::move(let_out));
}

void Delay::let_out(Clock::time_point now) {
  while (!held_.empty() && held_.front().due <= now) {
    const Held due = std::move(held_.front());
    held_.pop_front();
    bytes_ -= due.bytes;
    due.let_out();
  }
}

}  // namespace app::air
