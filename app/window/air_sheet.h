// The switch that puts the table on air: pages for a stream, for phones and for whoever watches, on this machine or in its network.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/air/station.h"
#include "app/window/shell/screen.h"
#include "app/window/shell/theme.h"
#include "app/window/shell/view.h"

namespace window {

class AirSheet {
 public:
  /// `game`: as the hall calls it. A table that is in a hall is on air at once, for this machine.
  /// `questions`: what players may ask on their pages.
  AirSheet(std::string game, std::optional<app::air::InHall> in_hall, std::vector<app::web::Question> questions);
  [[nodiscard]] bool on() const { return station_ != nullptr; }
  /// What is new on the table; forgotten while the switch is off.
  void take(app::air::Look look);
  /// Evidence that was written, for who watches and for the hall; forgotten while the switch is off.
  void announce(app::evidence::KeptEvidence kept) const {
    if (station_) station_->announce(std::move(kept));
  }
  /// The sheet over everything else, while it is open.
  void draw(AirView& view, const Theme& theme, ScreenSize size);

 private:
  enum class Reach { Off, Here, Network };
  void switch_to(Reach reach);
  void draw_addresses(const Theme& theme);

  std::string game_;
  std::optional<app::air::InHall> in_hall_;  // none: it is in none
  std::vector<app::web::Question> questions_;
  std::unique_ptr<app::air::Station> station_;
  std::string trouble_;      // why it could not be switched on
  std::string code_of_;      // the address whose code is shown
  std::string just_copied_;  // the address that was copied last
};

}  // namespace window
