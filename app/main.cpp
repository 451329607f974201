#include <cstdio>
#include <exception>

#include "app/commands/command_line.h"
#include "app/commands/talk.h"

int main(int count, char** words) {
  try {
    return app::run_command_line(count, words);
  } catch (const std::exception& problem) {  // a promise of ours was broken; the player still gets a sentence
    app::say(std::string("vedette: internal error: ") + problem.what());
    return app::kInternalError;
  }
}
