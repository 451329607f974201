// A program that serves (`vedette serve`, `vedette hall`), on a port of its own, until it is destroyed.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/app/program.h"

namespace serving {

class Serving {
 public:
  explicit Serving(std::vector<std::string> words) {
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0) return;
    child_ = fork();
    if (child_ == 0) {
      dup2(pipe[1], 1);
      std::freopen((home_ / "err").c_str(), "w", stderr);
      setenv("HOME", home_.path().c_str(), 1), setenv("XDG_DATA_HOME", home_.path().c_str(), 1);
      setenv("XDG_CONFIG_HOME", home_.path().c_str(), 1), setenv("XDG_STATE_HOME", home_.path().c_str(), 1);
      words.insert(words.begin(), VEDETTE_PROGRAM);
      std::vector<char*> arguments;
      for (std::string& word : words) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      execv(VEDETTE_PROGRAM, arguments.data());
      _exit(127);
    }
    close(pipe[1]);
    std::FILE* const out = fdopen(pipe[0], "r");
    std::array<char, 512> line{};
    if (std::fgets(line.data(), static_cast<int>(line.size()), out)) first_line = line.data();
    std::fclose(out);
    unsigned found = 0;
    if (std::sscanf(first_line.c_str(), "http://127.0.0.1:%u/", &found) == 1) port = static_cast<std::uint16_t>(found);
  }
  ~Serving() { (void)stop(); }
  /// Its exit status after Ctrl-C; -1 after another signal.
  int stop(int signal = SIGINT) {
    if (child_ <= 0) return -1;
    kill(child_, signal);
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  /// What it has said on standard error so far.
  [[nodiscard]] std::string said() const { return program::bytes_of(home_ / "err"); }

  std::string first_line;
  std::uint16_t port = 0;

 private:
  program::Folder home_;
  pid_t child_ = -1;
};

}  // namespace serving
