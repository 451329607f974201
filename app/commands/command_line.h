// The command line: words into options, options into a command.
#pragma once

namespace app {

/// Runs the command the words name; returns the program's exit status. Wrong usage: 2, with a sentence
/// on standard error. `version` is what --version prints after the program's name.
[[nodiscard]] int run_command_line(int count, const char* const* words, const char* version);

}  // namespace app
