#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>

#include "app/commands/command_line.h"
#include "app/commands/talk.h"

int main(int count, char** words) {
  try {
    const int status = app::run_command_line(count, words);
    if (std::fflush(stdout) == 0) return status;
    app::say(std::string("vedette: the answer cannot be written to standard output: ") + std::strerror(errno));
    return app::kInternalError;
  } catch (const std::exception& problem) {  // a promise of ours was broken; the player still gets a sentence
    app::say(std::string("vedette: internal error: ") + problem.what());
    return app::kInternalError;
  }
}
