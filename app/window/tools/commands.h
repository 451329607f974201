// Every command with its key: one list for the keyboard, the help page, the palette and the tool bar.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/window/tools/requests.h"

namespace window {

struct Look;

struct Command {
  std::string group, title, keys;  // keys as people read them: "Ctrl+Z"
  int key = 0;                     // GLFW's
  bool ctrl = false, shift = false;
  Request request;
};

struct CommandContext {
  bool frozen = false, set_up = false;
  const Look* look = nullptr;  // what parts make their commands from; without it, none of theirs
};

/// All commands as they stand now; a toggle asks for the other state.
[[nodiscard]] std::vector<Command> commands(const CommandContext& context);

/// The commands whose title has all words of `text` in it, upper or lower case; all for an empty text.
[[nodiscard]] std::vector<Command> matching(std::span<const Command> commands, const std::string& text);

}  // namespace window
