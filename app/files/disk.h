// Text files on disk: read whole, written beside and then renamed.
//   A reader sees the old file or the new one, never half of either.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "measure/result.h"

namespace app {

/// Bytes. Every text we read is a page or two; a larger file is the wrong one and would only eat memory.
inline constexpr std::size_t kLargestText = std::size_t{16} << 20;

/// The whole text of a regular file. Errors: BadFile (missing, a folder, unreadable, larger than `largest` bytes).
[[nodiscard]] measure::Result<std::string> read_text(const std::string& path, std::size_t largest = kLargestText);

/// Puts what `read` makes of the file at `path` into `to`; where no file is named, nothing changes. Errors: those of `read`.
[[nodiscard]] measure::Result<void> read_into(auto& to, const std::string& path, auto read) {
  if (path.empty()) return {};
  return read(path).transform([&](auto value) { to = std::move(value); });
}

/// Replaces `path` by `text` in one step; `mode`: who may read it. Errors: BadFile; the old file is then untouched.
[[nodiscard]] measure::Result<void> write_text(const std::string& path, std::string_view text, unsigned mode = 0644);

/// Where the text that was replaced is kept, if it is.
struct Replaced {
  std::optional<std::string> kept_at;
};
/// The same for a text that a player may have written: it is first put beside the new one as `path`.bak, once, so that what is
/// kept is the player's own. Errors: BadFile; the old file is then untouched.
[[nodiscard]] measure::Result<Replaced> write_over(const std::string& path, std::string_view text);

// What was used last: `vedette live` alone takes it up again.
//   Kept in the player's own state folder ($XDG_STATE_HOME/vedette, else ~/.local/state/vedette). A
//   damaged or outdated note is no error: it counts as none.

/// Paths are absolute; an empty string: not given.
struct LastUsed {
  std::string table = {}, roster = {}, lens = {}, empty = {}, source = {};
  std::string house = {}, scenario = {};
  std::string board = {};  // of a board game, instead of table, roster and empty table
  friend bool operator==(const LastUsed&, const LastUsed&) = default;
};

/// Its paths by their keys in the note.
inline constexpr std::array<std::pair<const char*, std::string LastUsed::*>, 8> kPathsUsed{{{"table", &LastUsed::table},
                                                                                            {"roster", &LastUsed::roster},
                                                                                            {"lens", &LastUsed::lens},
                                                                                            {"empty", &LastUsed::empty},
                                                                                            {"source", &LastUsed::source},
                                                                                            {"house", &LastUsed::house},
                                                                                            {"scenario", &LastUsed::scenario},
                                                                                            {"board", &LastUsed::board}}};

// What was chosen in the window for all games, in the same folder.

/// Words of `tongue::kLanguages` and `tongue::kUnits`; empty: nothing was chosen.
struct WindowChoices {
  std::string language = {}, units = {};
  bool speech = false;  // rulings are read out
  friend bool operator==(const WindowChoices&, const WindowChoices&) = default;
};

/// Where what the player's programs are told once lies ($XDG_CONFIG_HOME/vedette, else ~/.config/vedette); empty without a home.
[[nodiscard]] std::string config_folder();

/// The folder of the player's own tables and records ($XDG_DATA_HOME/vedette, else ~/.local/share/vedette, else this one).
[[nodiscard]] std::string data_folder();
/// The folder the note is kept in; empty where the machine has no home for it.
[[nodiscard]] std::string state_folder();

[[nodiscard]] std::optional<LastUsed> read_last_used(const std::string& folder);
/// Errors: BadFile.
[[nodiscard]] measure::Result<void> write_last_used(const std::string& folder, const LastUsed& used);

/// What is missing or damaged was not chosen.
[[nodiscard]] WindowChoices read_window_choices(const std::string& folder);
/// Errors: BadFile.
[[nodiscard]] measure::Result<void> write_window_choices(const std::string& folder, const WindowChoices& choices);

}  // namespace app
