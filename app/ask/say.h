// An answer in sentences, as a referee reads them out: what `vedette ask` prints without --json.
#pragma once

#include <string>

#include "app/wire/question.h"

namespace app::ask {

/// The lines of an answer, each ended with a newline; every sentence names its rule. `question`: as it was asked; null where it could not
/// be read. What has no sentences of its own (outlines, long lists of positions) is told by its numbers.
[[nodiscard]] std::string in_words(const Json& question, const Json& answer);

}  // namespace app::ask
