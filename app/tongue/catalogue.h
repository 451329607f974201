// A catalogue of GNU gettext as a list of its messages, for what has to look through all of them: sentences that are found by their
// pattern, pages that are given out in several languages at once. `tr` in tongue.h asks for one message and needs none of this.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/tongue/tongue.h"
#include "measure/result.h"

namespace tongue {

struct Message {
  std::string context, english, translated;  // of plural forms the first
};

/// What a compiled catalogue (.mo) holds, without its header. Errors (BadFile): it is no catalogue, or breaks off.
[[nodiscard]] measure::Result<std::vector<Message>> messages_in(const std::string& mo);
/// The messages of `domain` ("rulings", "pages") for a language, from beside the program; none where there is no such file, as of English.
[[nodiscard]] std::vector<Message> messages_of(std::string_view domain, Language language);

}  // namespace tongue
