// What one answer may cost. The loops over corners and figures count their steps, so that a question from outside ends within a time that
// is known, however its ground is drawn; the same question always takes the same steps.
#pragma once

#include <cstdint>
#include <limits>

namespace measure {

/// Thrown where the steps of an Effort are used up. Who set it catches it.
struct TooMuch {};

/// The steps, of about a nanosecond, that this thread may take while it lives. Where nobody set one, every loop goes on to its end.
class Effort {
 public:
  explicit Effort(std::int64_t steps) : before_(left_) { left_ = steps; }
  ~Effort() { left_ = before_; }
  Effort(const Effort&) = delete;
  Effort& operator=(const Effort&) = delete;
  static void spend(std::size_t steps) {
    if ((left_ -= static_cast<std::int64_t>(steps)) < 0) throw TooMuch{};
  }

 private:
  static inline thread_local std::int64_t left_ = std::numeric_limits<std::int64_t>::max();  // three centuries
  std::int64_t before_;
};

}  // namespace measure
