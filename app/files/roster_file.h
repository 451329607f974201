// A roster as TOML text, the way a player would have written it.
#pragma once

#include <string>
#include <string_view>

#include "app/files/disk.h"
#include "measure/result.h"
#include "measure/roster.h"

namespace app {

/// Reads back as the same roster. Polygon bases are not part of the format and are written as their
/// bounding rectangle.
[[nodiscard]] std::string roster_text(const measure::Roster& roster);

// roster.toml: the armies, their units, and how each figure is marked.
//   Strict: version 1, unknown keys and impossible values are errors that name key and line. What is
//   written reads back as the same value. Grammar and example: docs/formats.md, "roster.toml".

/// `name` is the file's, for messages. Errors: BadFile.
[[nodiscard]] measure::Result<measure::Roster> parse_roster(std::string_view text, const std::string& name);
[[nodiscard]] measure::Result<measure::Roster> read_roster(const std::string& path);

/// A file that a player wrote by hand is kept beside the new one. Errors: BadFile; the old file is then untouched.
[[nodiscard]] measure::Result<Replaced> write_roster(const std::string& path, const measure::Roster& roster);

}  // namespace app
