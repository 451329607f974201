// theme.toml: how the web side is dressed: colours, the armies' shown names, a logo, the size of type.
//   Strict: unknown keys and impossible values are errors that name key and line. Grammar and example: docs/web.md, "A theme".
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "measure/result.h"

namespace app {

struct Theme {
  std::string title = {};                        // over the pages; empty: the program's own
  double font_size = 16.0;                       // of the pages, CSS pixels
  std::map<std::string, std::string> colours{};  // "#rrggbb" by the pages' own word: page card ink quiet line accent
  std::map<std::string, std::string> names{};    // of armies and sides, by what roster or board calls them
  std::string logo = {}, logo_type = {};         // a picture's bytes, and "image/png" or "image/jpeg"; empty: none
};

/// `name` is the file's, for messages; a logo is looked for beside it. Errors: BadFile.
[[nodiscard]] measure::Result<Theme> parse_theme(std::string_view text, const std::string& name);
[[nodiscard]] measure::Result<Theme> read_theme(const std::string& path);

/// The pages' style that it changes.
[[nodiscard]] std::string css_of(const Theme& theme);

}  // namespace app
