#include "app/files/last_used.h"

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/files/disk.h"

namespace app {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr const char* kFileName = "last-used.json";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

std::string state_folder() {
  const std::string state = variable("XDG_STATE_HOME"), home = variable("HOME");
  if (!state.empty()) return state + "/vedette";
  return home.empty() ? "" : home + "/.local/state/vedette";
}

std::optional<LastUsed> read_last_used(const std::string& folder) {
  const auto text = read_text(folder + "/" + kFileName);
  if (!text) return std::nullopt;
  const json note = json::parse(*text, nullptr, false);
  if (!note.is_object() || note.value("version", json()) != kVersion) return std::nullopt;
  const auto path = [&](const char* key) {
    const auto found = note.find(key);
    return found != note.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const LastUsed used{path("table"),  path("roster"), path("lens"),     path("empty"),
                      path("source"), path("house"),  path("scenario"), path("board")};
  if (used.source.empty()) return std::nullopt;
  return used;
}

measure::Result<void> write_last_used(const std::string& folder, const LastUsed& used) {
  std::error_code ignored;  // a folder that cannot be made shows when the file is written
  std::filesystem::create_directories(folder, ignored);
  const json note{{"version", kVersion},   {"table", used.table}, {"roster", used.roster},     {"lens", used.lens},  {"empty", used.empty},
                  {"source", used.source}, {"house", used.house}, {"scenario", used.scenario}, {"board", used.board}};
  return write_text(folder + "/" + kFileName, note.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace app
