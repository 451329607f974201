// What the inspector was told of the selected unit, and which of its targets the player looks at.
// Needs app/umpire/charge_counsel.h, window/parts.h.
#pragma once

#include <future>
#include <memory>
#include <string>
#include <vector>

#include "app/umpire/charge_counsel.h"
#include "app/umpire/ruling_log.h"
#include "app/window/tools/parts.h"

namespace window {

/// What an answer holds for; another table, selection or state of the game asks anew.
struct CounselAsked {
  std::vector<int> ids;
  std::shared_ptr<const app::RuledTable> table;
  std::shared_ptr<const rules::charge::Game> game;
  friend bool operator==(const CounselAsked&, const CounselAsked&) = default;
};

struct CounselState {
  using Answer = std::shared_ptr<const app::Counsel>;  // null: that figure is not on the settled table
  CounselAsked asked, answered;
  std::shared_future<Answer> running;  // beside the drawing: a reach takes a while
  Answer answer;
  bool reach_shown = true;
  std::string hovered, chosen;  // units, as targets

  /// The target that is drawn: the one under the mouse, else the chosen one. Null when there is none.
  [[nodiscard]] const app::TargetCounsel* shown() const;
  /// The chosen target; null without one.
  [[nodiscard]] const app::TargetCounsel* chosen_target() const;
};

/// The line of fire to a target on the table: corridor, arc, the nearest friend.
[[nodiscard]] overlay::DisplayList line_of_fire(const app::Counsel& counsel, const app::TargetCounsel& target, const measure::Table& table,
                                                const rules::charge::House& house);
/// Everywhere the figure's middle can be this turn.
[[nodiscard]] overlay::DisplayList reach_overlay(const rules::charge::Reach& reach);

}  // namespace window
