// What was seen, as evidence keeps it: the pieces exactly as they were located.
//   The keys are those of `locate` (docs/formats.md), but no number is rounded; what is written reads back as the same question.
#pragma once

#include <string_view>

#include "app/wire/question.h"
#include "measure/result.h"
#include "vision/table_state.h"

namespace app::evidence {

[[nodiscard]] ask::Json json_of(const vision::TableState& state);
/// The pieces of a state; what else it says is of no use to a question. Errors: BadFile, with the JSON pointer of what is wrong.
[[nodiscard]] measure::Result<vision::TableState> read_state(std::string_view text);

/// JSON that somebody else wrote, of at most a few levels: nothing that is read may cost the stack. Throws ask::BadQuestion.
[[nodiscard]] ask::Json parsed(std::string_view text);

}  // namespace app::evidence
