#include "app/files/disk.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

namespace app {
namespace {

using measure::ErrorCode, measure::fail;

measure::Result<void> write_whole(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail(ErrorCode::BadFile, std::strerror(errno));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  // Without it a power cut after the rename could leave an empty file in place of the old one.
  if (::fsync(file) != 0) return fail(ErrorCode::BadFile, std::strerror(errno));
  return {};
}

using nlohmann::json;

constexpr int kLastUsedVersion = 1;
constexpr const char* kFileName = "last-used.json";
constexpr const char* kChoicesName = "window.json";
constexpr std::array<std::pair<const char*, std::string WindowChoices::*>, 2> kWordsChosen{
    {{"language", &WindowChoices::language}, {"units", &WindowChoices::units}}};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// Our folder in the one that `name` says, else in that of the player's home.
std::string folder_of(const char* name, const char* in_home) {
  const std::string folder = variable(name), home = variable("HOME");
  if (!folder.empty()) return folder + "/vedette";
  return home.empty() ? "" : home + in_home + "/vedette";
}

}  // namespace

measure::Result<std::string> read_text(const std::string& path, std::size_t largest) {
  std::error_code problem;
  const auto status = std::filesystem::status(path, problem);
  if (!std::filesystem::exists(status)) return fail(ErrorCode::BadFile, path + ": there is no such file");
  if (std::filesystem::is_directory(status)) return fail(ErrorCode::BadFile, path + ": is a folder, not a file");
  const auto too_large =
      fail(ErrorCode::BadFile, fmt::format("{}: is larger than {} MiB, so it is not the file that was meant", path, largest >> 20));
  if (std::filesystem::is_regular_file(status) && std::filesystem::file_size(path, problem) > largest) return too_large;
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(ErrorCode::BadFile, path + ": cannot be opened (" + std::strerror(errno) + ")");
  std::string text;
  char piece[65536];
  while (file.read(piece, sizeof piece), file.gcount() > 0) {
    text.append(piece, static_cast<std::size_t>(file.gcount()));
    if (text.size() > largest) return too_large;
  }
  if (file.bad()) return fail(ErrorCode::BadFile, path + ": cannot be read to its end");
  return text;
}

measure::Result<void> write_text(const std::string& path, std::string_view text, unsigned mode) {
  const std::string beside = path + ".new-" + std::to_string(::getpid());
  const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (file < 0) return fail(ErrorCode::BadFile, path + ": cannot be written (" + std::strerror(errno) + ")");
  auto done = write_whole(file, text);
  if (::close(file) != 0 && done) done = fail(ErrorCode::BadFile, std::strerror(errno));
  if (done && std::rename(beside.c_str(), path.c_str()) != 0) done = fail(ErrorCode::BadFile, std::strerror(errno));
  if (done) return {};
  ::unlink(beside.c_str());
  return fail(ErrorCode::BadFile, path + ": cannot be written (" + done.error().message + ")");
}

measure::Result<Replaced> write_over(const std::string& path, std::string_view text) {
  const std::string kept = path + ".bak";
  std::error_code ignored;
  Replaced replaced;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::exists(kept, ignored)) {
    const auto done = read_text(path).and_then([&](const std::string& old) { return write_text(kept, old); });
    if (!done) return tl::unexpected(done.error());
    replaced.kept_at = kept;
  }
  return write_text(path, text).transform([&] { return replaced; });
}

std::string state_folder() { return folder_of("XDG_STATE_HOME", "/.local/state"); }

std::string config_folder() { return folder_of("XDG_CONFIG_HOME", "/.config"); }

std::string data_folder() {
  const std::string data = variable("XDG_DATA_HOME"), home = variable("HOME");
  if (!data.empty()) return data + "/vedette";
  return home.empty() ? "." : home + "/.local/share/vedette";
}

std::optional<LastUsed> read_last_used(const std::string& folder) {
  const auto text = read_text(folder + "/" + kFileName);
  if (!text) return std::nullopt;
  const json note = json::parse(*text, nullptr, false);
  if (!note.is_object() || note.value("version", json()) != kLastUsedVersion) return std::nullopt;
  LastUsed used;
  for (const auto& [key, path] : kPathsUsed)
    if (const auto found = note.find(key); found != note.end() && found->is_string()) used.*path = found->get<std::string>();
  if (used.source.empty()) return std::nullopt;
  return used;
}

measure::Result<void> write_last_used(const std::string& folder, const LastUsed& used) {
  std::error_code ignored;  // a folder that cannot be made shows when the file is written
  std::filesystem::create_directories(folder, ignored);
  json note{{"version", kLastUsedVersion}};
  for (const auto& [key, path] : kPathsUsed) note[key] = used.*path;
  return write_text(folder + "/" + kFileName, note.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

WindowChoices read_window_choices(const std::string& folder) {
  const auto text = read_text(folder + "/" + kChoicesName);
  const json note = text ? json::parse(*text, nullptr, false) : json();
  WindowChoices choices;
  if (!note.is_object()) return choices;
  for (const auto& [key, word] : kWordsChosen)
    if (const auto found = note.find(key); found != note.end() && found->is_string()) choices.*word = found->get<std::string>();
  if (const auto found = note.find("speech"); found != note.end() && found->is_boolean()) choices.speech = found->get<bool>();
  return choices;
}

measure::Result<void> write_window_choices(const std::string& folder, const WindowChoices& choices) {
  std::error_code ignored;  // a folder that cannot be made shows when the file is written
  std::filesystem::create_directories(folder, ignored);
  json note;
  for (const auto& [key, word] : kWordsChosen) note[key] = choices.*word;
  note["speech"] = choices.speech;
  return write_text(folder + "/" + kChoicesName, note.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace app
