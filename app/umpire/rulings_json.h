// Rulings of a settled table for people and programs: the keys `umpire` adds to a line, and lines of text.
//   The window's log and the command print the same lines.
// Needs app/umpire/charge_umpire.h, nlohmann-json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/umpire/charge_umpire.h"

namespace app {

/// The keys moved, aims, contacts, lifted, armies, and objective where a scenario has one.
void add_rulings(nlohmann::ordered_json& line, const ChargeRulings& rulings);

/// One ruling as a player reads it.
struct RulingLine {
  measure::Verdict verdict = measure::Verdict::Yes;
  std::string rule;  // the id that decided it; may be empty
  std::string says;
  std::vector<int> ids;  // the pieces it is about
};

/// Moves by unit, targets by firer, contacts, men lifted, armies: the lines of the log.
[[nodiscard]] std::vector<RulingLine> ruling_lines(const ChargeRulings& rulings);

/// The same as text, one indented line each.
[[nodiscard]] std::string text_of(const std::vector<RulingLine>& lines);

}  // namespace app
