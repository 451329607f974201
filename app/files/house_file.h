// house-rules.toml: one table a game, quoted flat keys. What is not named keeps its default.
//   Strict: an unknown key or reading is an error that names key and line. Grammar: docs/formats.md.
#pragma once

#include <string>
#include <string_view>

#include "measure/result.h"
#include "rules/charge/house.h"
#include "rules/le_choc/house.h"
#include "rules/les_allies/house.h"

namespace app {

struct HouseFile {
  rules::charge::House charge;
  rules::le_choc::House le_choc;
  rules::les_allies::House les_allies;
};

/// `name` is the file's, for messages. Errors: BadFile.
[[nodiscard]] measure::Result<HouseFile> parse_house(std::string_view text, const std::string& name);
[[nodiscard]] measure::Result<HouseFile> read_house(const std::string& path);

}  // namespace app
