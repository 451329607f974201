// The game of Charge! beside the table file, so that closing the window does not end it where no record is kept (docs/formats.md,
// "game.json").
//   Written beside and then renamed, after every step; taken up again on the first table that is settled. A file that cannot be used is put
//   aside and named, never overwritten.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/files/game_file.h"

namespace window {

class GameKeeper {
 public:
  GameKeeper() = default;
  /// Keeps nothing without a path. A game that is found there waits for the table: `take_up`.
  explicit GameKeeper(std::string path);

  [[nodiscard]] bool waiting() const { return waiting_.has_value(); }
  /// The game that waited, on the table that is seen now; nothing where it is damaged or of another table: `problem` says so, and where
  /// it is kept. Asked once.
  [[nodiscard]] std::optional<app::SavedGame> take_up(const std::string& fingerprint, const rules::charge::Field& seen);
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// The record's game goes on, for it has the steps and the tables too. Where the waiting one is the same, it returns the seconds of the
  /// players' clocks, which it has to the end; another one is put aside.
  [[nodiscard]] std::optional<std::map<std::string, double>> give_way(const rules::charge::Game* recorded);

  /// Writes the game as it stands; null: it has been ended, and its file goes. Errors: BadFile.
  [[nodiscard]] measure::Result<void> keep(const app::SavedGame* saved);
  /// Another table is watched, or another game goes on: one that is kept stays in a file of its own, and is not taken up again by itself.
  void put_aside();

 private:
  std::string path_;
  std::optional<std::string> waiting_;  // its text
  std::string problem_;
};

}  // namespace window
