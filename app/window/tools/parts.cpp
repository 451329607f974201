#include "app/window/tools/parts.h"

#include <algorithm>

namespace window {

std::span<const Part> parts() {
  static const std::vector<Part> all{
      select_part(),
      ruler_part(),
      around_part(),
      arc_part(),
      clearance_part(),
      sight_part(),
      terrain_part(),
      known_length_part(),
      charge_log_part(),
      charge_strip_part(),
      charge_move_part(),
      charge_possible_part(),
      charge_morale_part(),
      charge_melee_part(),
      charge_counsel_part(),
      charge_fire_part(),
      charge_casualties_part(),
      charge_scenario_part(),
  };
  return all;
}

const Part& part_of(Tool tool) {
  const auto found = std::ranges::find_if(parts(), [&](const Part& part) { return part.tool && part.tool->tool == tool; });
  return found == parts().end() ? parts().front() : *found;
}

bool any_strip() {
  return std::ranges::any_of(parts(), [](const Part& part) { return part.strip != nullptr; });
}

}  // namespace window
