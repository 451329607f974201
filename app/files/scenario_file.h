// scenario.toml: how many turns, who moves first, the place that decides, and the players' clocks.
//   Strict: unknown keys, armies and terrain that are not there, and impossible values are errors that name key and line.
//   Grammar and example: docs/formats.md, "scenario.toml".
#pragma once

#include <string>
#include <string_view>

#include "measure/result.h"
#include "measure/roster.h"
#include "measure/table.h"
#include "rules/charge/game/scenario.h"

namespace app {

/// `name` is the file's, for messages; terrain and armies are those of `table` and `roster`. Errors: BadFile.
[[nodiscard]] measure::Result<rules::charge::Scenario> parse_scenario(std::string_view text, const std::string& name,
                                                                      const measure::Table& table, const measure::Roster& roster);
[[nodiscard]] measure::Result<rules::charge::Scenario> read_scenario(const std::string& path, const measure::Table& table,
                                                                     const measure::Roster& roster);

}  // namespace app
