// What was used last: `vedette live` alone takes it up again.
//   Kept in the player's own state folder ($XDG_STATE_HOME/vedette, else ~/.local/state/vedette). A
//   damaged or outdated note is no error: it counts as none.
// Needs only the standard library.
#pragma once

#include <optional>
#include <string>

#include "measure/result.h"

namespace app {

/// Paths are absolute; an empty string: not given.
struct LastUsed {
  std::string table, roster, lens, empty, source;
  std::string house = {}, scenario = {};
  std::string board = {};  // of a board game, instead of table, roster and empty table
  friend bool operator==(const LastUsed&, const LastUsed&) = default;
};

/// The folder the note is kept in; empty where the machine has no home for it.
[[nodiscard]] std::string state_folder();

[[nodiscard]] std::optional<LastUsed> read_last_used(const std::string& folder);
/// Errors: BadFile.
[[nodiscard]] measure::Result<void> write_last_used(const std::string& folder, const LastUsed& used);

}  // namespace app
