// The built program as a player meets it: words in; standard output, standard error and exit status out.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace program {

struct Outcome {
  int status = -1;  // exit status; -1 when a signal ended it
  std::string out, err;

  /// Every line of standard output as JSON. A line that is not JSON fails the test.
  [[nodiscard]] std::vector<nlohmann::json> lines() const;
};

/// Runs `vedette WORDS...` without a display, with its own empty home. Ends it after `seconds`.
[[nodiscard]] Outcome run(const std::vector<std::string>& words, int seconds = 600);

/// A folder of its own for a test, removed with it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// A file of the recorded game.
[[nodiscard]] std::string charge(const std::string& name);
/// The options that name the recorded game's table, roster and lens.
[[nodiscard]] std::vector<std::string> on_charge(std::vector<std::string> command, const std::vector<std::string>& more);

[[nodiscard]] std::string bytes_of(const std::string& path);
void write_bytes(const std::string& path, const std::string& bytes);

}  // namespace program
