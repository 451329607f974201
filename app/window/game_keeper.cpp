#include "app/window/game_keeper.h"

#include <fmt/format.h>
#include <filesystem>

#include "app/files/disk.h"
#include "app/tongue/tongue.h"

namespace window {
namespace {

namespace fs = std::filesystem;

/// Moves a file to the first free name behind it; empty where it could not be moved.
std::string moved_aside(const std::string& path) {
  std::error_code problem;
  std::string to = path + ".bak";
  for (int number = 2; fs::exists(to, problem); ++number) to = fmt::format("{}.bak-{}", path, number);
  fs::rename(path, to, problem);
  return problem ? "" : to;
}

}  // namespace

GameKeeper::GameKeeper(std::string path) : path_(std::move(path)) {
  std::error_code ignored;
  if (path_.empty() || !fs::exists(path_, ignored)) return;
  waiting_ = app::read_text(path_).value_or("");  // what cannot be read is no game, and said to be none
}

std::optional<app::SavedGame> GameKeeper::take_up(const std::string& fingerprint, const rules::charge::Field& seen) {
  if (!waiting_) return std::nullopt;
  auto saved = app::taken_up(*waiting_, path_, seen);
  waiting_.reset();
  if (saved && saved->of == fingerprint) return std::move(*saved);
  problem_ = saved ? tongue::trf("{}: this game is of another table or roster", path_) : saved.error().message;
  if (const std::string kept = moved_aside(path_); !kept.empty()) problem_ += tongue::trf("; it is kept as {}", kept);
  return std::nullopt;
}

std::optional<std::map<std::string, double>> GameKeeper::give_way(const rules::charge::Game* recorded) {
  if (!waiting_) return std::nullopt;
  const auto saved = app::parse_game(*waiting_, path_);
  const auto text = [](const rules::charge::Game& game) { return app::game_text({.of = {}, .game = game, .used_s = {}}); };
  if (!saved || !recorded || text(saved->game) != text(*recorded)) {
    put_aside();
    return std::nullopt;
  }
  waiting_.reset();
  return saved->used_s;
}

measure::Result<void> GameKeeper::keep(const app::SavedGame* saved) {
  if (path_.empty()) return {};
  std::error_code ignored;
  if (saved) return app::write_text(path_, app::game_text(*saved));
  fs::remove(path_, ignored);
  return {};
}

void GameKeeper::put_aside() {
  std::error_code ignored;
  if (!path_.empty() && fs::exists(path_, ignored)) moved_aside(path_);
  waiting_.reset();
}

}  // namespace window
