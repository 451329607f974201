#include "tests/app/program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace program {
namespace {

constexpr const char* kProgram = VEDETTE_PROGRAM;

/// Runs in the child: streams to files, no display, a home of its own, then the program.
[[noreturn]] void become_program(const std::vector<std::string>& words, const Folder& folder, int seconds) {
  const auto redirect = [](const std::string& path, int descriptor) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(file, descriptor);
  };
  redirect(folder / "out", 1);
  redirect(folder / "err", 2);
  ::unsetenv("DISPLAY");
  ::unsetenv("WAYLAND_DISPLAY");
  ::setenv("HOME", folder.path().c_str(), 1);
  ::setenv("XDG_STATE_HOME", (folder / "state").c_str(), 1);
  ::alarm(static_cast<unsigned>(seconds));  // survives exec: a program that hangs is ended
  std::vector<std::string> all{kProgram};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (std::string& word : all) argv.push_back(word.data());
  argv.push_back(nullptr);
  ::execv(kProgram, argv.data());
  ::_exit(127);
}

}  // namespace

Folder::Folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "vedette-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) std::abort();
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Outcome run(const std::vector<std::string>& words, int seconds) {
  const Folder folder;
  const pid_t child = ::fork();
  if (child == 0) become_program(words, folder, seconds);
  int status = 0;
  ::waitpid(child, &status, 0);
  return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .out = bytes_of(folder / "out"), .err = bytes_of(folder / "err")};
}

std::vector<nlohmann::json> Outcome::lines() const {
  std::vector<nlohmann::json> all;
  std::istringstream text(out);
  for (std::string line; std::getline(text, line);) {
    nlohmann::json value = nlohmann::json::parse(line, nullptr, false);
    EXPECT_FALSE(value.is_discarded()) << "not JSON: " << line;
    all.push_back(std::move(value));
  }
  return all;
}

std::string charge(const std::string& name) { return VEDETTE_SOURCE_DIR "/examples/charge/" + name; }

std::vector<std::string> on_charge(std::vector<std::string> command, const std::vector<std::string>& more) {
  for (const char* what : {"table", "roster"}) {
    command.push_back(std::string("--") + what);
    command.push_back(charge(std::string(what) + ".toml"));
  }
  command.insert(command.end(), {"--lens", charge("lens.json"), "--json"});
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

}  // namespace program
