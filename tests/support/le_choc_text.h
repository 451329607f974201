// Games of Le Choc as text, for files: the position as the sworn umpire keeps it, and what everybody has seen.
//   What is written reads back the same; what does not read is named by line and column.
#pragma once

#include <string>
#include <string_view>

#include "rules/le_choc/position.h"
#include "rules/le_choc/record/record.h"
#include "rules/le_choc/record/text_reader.h"
#include "rules/le_choc/seen.h"

namespace rules::le_choc {

[[nodiscard]] std::string text(const Position& position);
/// Errors: also pieces that cannot be there (see `misplaced`).
[[nodiscard]] FromText<Position> parse_position(std::string_view text, const Rules& rules);

[[nodiscard]] std::string text(const Seen& seen);
[[nodiscard]] FromText<Seen> parse_seen(std::string_view text, const Rules& rules);

/// What everybody saw of a recorded game, from its start on. Errors: as `watch_as_far` stops.
[[nodiscard]] tl::expected<std::vector<Seen>, ReplayError> replay_seen(const Record& record);

}  // namespace rules::le_choc
