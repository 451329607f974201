// Hands what goes on air to the site: the state, what is news in it, and pictures while somebody looks at them.
#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <string>

#include "app/air/look.h"
#include "app/web/site.h"

namespace app::air {

class OnAir {
 public:
  using Clock = std::chrono::steady_clock;

  explicit OnAir(web::Site& site) : site_(site) {}

  /// Something is new; `now` never goes back.
  void take(Look look, Clock::time_point now);
  /// The pictures of the last look, if somebody looks at them; to be called between two looks as well, for somebody may begin to.
  void draw(Clock::time_point now);

 private:
  void tell(const std::string& name, Json event);
  void tell_findings();

  web::Site& site_;
  Look look_;
  std::uint64_t frame_ = 0, drawn_ = 0;  // pictures of the camera, counted from 1
  Clock::time_point told_at_{}, drawn_at_{};
  std::set<std::string> found_;
};

}  // namespace app::air
