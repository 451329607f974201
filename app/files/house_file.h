// house-rules.toml: one table a game, quoted flat keys. What is not named keeps its default.
//   Strict: an unknown key or reading is an error that names key and line. Grammar: docs/formats.md.
#pragma once

#include <string>
#include <string_view>

#include "app/wire/dial.h"
#include "measure/result.h"
#include "rules/charge/house.h"
#include "rules/le_choc/house.h"
#include "rules/les_allies/house.h"

namespace app {

/// What the table does where its rules leave something to the players. Table [referee], whatever the game.
struct Custom {
  enum class TooClose {
    Dice,    // both sides throw, the higher die has it
    Stands,  // who called it keeps his call
    Target,  // the target has the benefit of the doubt
  } too_close = TooClose::Dice;
  enum class Measuring { Free, Logged, Forbidden } measuring = Measuring::Free;  // with the window's tools, while a game is played
  Dials rules = {};                                                              // of Charge!: what is not enforced
  friend bool operator==(const Custom&, const Custom&) = default;
};

struct HouseFile {
  rules::charge::House charge;
  rules::le_choc::House le_choc;
  rules::les_allies::House les_allies;
  Custom custom;
};

/// `name` is the file's, for messages. Errors: BadFile.
[[nodiscard]] measure::Result<HouseFile> parse_house(std::string_view text, const std::string& name);
[[nodiscard]] measure::Result<HouseFile> read_house(const std::string& path);

/// house-rules.toml in the folder of `table`; empty where there is none, or no table is named.
[[nodiscard]] std::string house_beside(const std::string& table);

/// `text` of house-rules.toml (empty: none yet) with these dials as its [referee] rules; all else stays as it was written.
/// Errors: BadFile: `text` is not what `parse_house` takes, or spreads the rules over a table [referee.rules] of their own.
[[nodiscard]] measure::Result<std::string> with_dials(std::string_view text, const Dials& dials, const std::string& name);

}  // namespace app
