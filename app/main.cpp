#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <system_error>

#include "app/commands/commands.h"
#include "app/commands/report.h"
#include "vision/image/memory.h"

/// Version and commit, written at each build by cmake/version.cmake.
const char* vedette_version();

namespace {

int unwritten(const std::string& why) {
  app::say("vedette: the answer cannot be written to standard output: " + why);
  return app::kInternalError;
}

int broken(const std::exception& problem) {
  app::say(std::string("vedette: internal error: ") + problem.what());
  return app::kInternalError;
}

}  // namespace

int main(int count, char** words) {
  try {
    vision::keep_freed_memory();
    const int status = app::run_command_line(count, words, vedette_version());
    // A write may have failed before this one, line by line.
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? status : unwritten(std::strerror(errno != 0 ? errno : EIO));
  } catch (const std::system_error& problem) {  // thrown by what prints
    return std::ferror(stdout) != 0 ? unwritten(problem.code().message()) : broken(problem);
  } catch (const std::exception& problem) {  // a promise of ours was broken; the player still gets a sentence
    return broken(problem);
  }
}
