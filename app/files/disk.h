// Text files on disk: read whole, written beside and then renamed.
//   A reader sees the old file or the new one, never half of either.
// Needs only the standard library.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "measure/result.h"

namespace app {

/// The whole text of a regular file. Errors: BadFile (missing, a folder, unreadable, larger than 16 MiB).
[[nodiscard]] measure::Result<std::string> read_text(const std::string& path);

/// Replaces `path` by `text` in one step. Errors: BadFile; the old file is then untouched.
[[nodiscard]] measure::Result<void> write_text(const std::string& path, std::string_view text);

/// Where the text that was replaced is kept, if it is.
struct Replaced {
  std::optional<std::string> kept_at;
};
/// The same for a text that a player may have written: it is first put beside the new one as `path`.bak, once, so that what is
/// kept is the player's own. Errors: BadFile; the old file is then untouched.
[[nodiscard]] measure::Result<Replaced> write_over(const std::string& path, std::string_view text);

}  // namespace app
