// Games of Le Choc as text, for files: the position as the sworn umpire keeps it, and what everybody has seen. Records with every value.
//   What is written reads back the same; what does not read is named by line and column.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "rules/le_choc/position.h"
#include "rules/le_choc/record/record.h"
#include "rules/le_choc/record/text_reader.h"
#include "rules/le_choc/seen.h"

namespace rules::le_choc {

template <class T>
using FromText = tl::expected<T, TextError>;

[[nodiscard]] std::string text(const Position& position);
/// Errors: also pieces that cannot be there (see `misplaced`).
[[nodiscard]] FromText<Position> parse_position(std::string_view text, const Rules& rules);

[[nodiscard]] std::string text(const Seen& seen);
[[nodiscard]] FromText<Seen> parse_seen(std::string_view text, const Rules& rules);

/// The record of a game that begins so, with every value.
[[nodiscard]] Record begin_record(const SwornGame& start, const Rules& rules);
/// The record with one event more, and the end it led to.
void add(Record& record, const Event& event, const std::optional<Ending>& ending);
/// The record with one action more; `applied` is what came of it.
void add(Record& record, const Action& action, const Applied& applied);
/// The record as that watcher may have it; none: the public.
[[nodiscard]] Record seen_by(Record record, std::optional<Side> watcher);
/// Errors: the place where the text is no record. Whether the actions are legal is not asked here.
[[nodiscard]] FromText<ReadRecord> parse_record(std::string_view text);
/// Every state of a game by the record's own house rules, to its end or not at all.
[[nodiscard]] tl::expected<std::vector<SwornGame>, ReplayError> replay(const Record& record);
/// What everybody saw of a recorded game, from its start on. Errors: as `watch_as_far` stops.
[[nodiscard]] tl::expected<std::vector<Seen>, ReplayError> replay_seen(const Record& record);

}  // namespace rules::le_choc
