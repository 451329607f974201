// An answer in sentences, as a referee reads them out: what `vedette ask` prints without --json.
#pragma once

#include <string>
#include <string_view>

#include "app/wire/question.h"

namespace app::ask {

/// The lines of an answer, each ended with a newline; every sentence names its rule. `question`: the text that was asked. What has no
/// sentences of its own (outlines, long lists of positions) is told by its numbers.
[[nodiscard]] std::string in_words(std::string_view question, const Json& answer);

}  // namespace app::ask
