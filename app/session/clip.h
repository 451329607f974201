// A disputed moment again: what the camera saw around a ruling of a record, from the pictures that are kept beside it.
#pragma once

#include <cstddef>
#include <string>

#include "app/session/passage.h"

namespace app {

/// Around the last table, or board, of the record at `record` that was ruled on, or the one so many before it: the seconds that led to it,
/// and two more. Errors: NotSeen, where nothing of it was kept; Usage, where so many were not ruled on; BadFile of the record.
[[nodiscard]] measure::Result<Passage> passage_of_ruling(const std::string& record, std::size_t ago, double seconds);

}  // namespace app
