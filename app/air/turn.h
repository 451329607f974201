// The turn and its phase as the referee says them: no camera sees which it is.
#pragma once

#include <mutex>
#include <string>

#include "app/web/gate.h"
#include "app/web/server.h"

namespace app::air {

class SaidTurn {
 public:
  struct Said {
    std::string turn, phase;  // "Turn 3", "artillery"; empty: nothing was said
    friend bool operator==(const Said&, const Said&) = default;
  };
  /// `json`: {"turn":3,"phase":"artillery"}, either of them or both; "" takes the phase away, 0 the turn. From any thread. 400 for what
  /// cannot be read.
  [[nodiscard]] web::Answer say(const std::string& json);
  [[nodiscard]] Said now() const;

 private:
  mutable std::mutex mutex_;
  Said said_;
};

}  // namespace app::air
