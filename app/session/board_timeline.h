// The moments of a recorded board game, each as a snapshot: what the players see when they look back, while the game goes on or years
// later.
//   What is told is played again from the recorded looks and wishes. The board's place in a picture is found in that picture, only to draw
//   on it: who stands where is as it was recorded.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/record/bodies.h"
#include "app/record/store.h"
#include "app/session/board_snapshot.h"
#include "measure/measured.h"
#include "measure/result.h"

namespace app {

/// A look at which something was told, the board a game began with, or a wish of the players.
struct RecordedBoard {
  std::int64_t seq = 0;
  double time_s = 0.0;       // of the record
  std::int64_t picture = 0;  // the event whose picture shows it; 0: none
  std::string frame;         // that picture's name
  BoardLook look;            // the last one
  std::shared_ptr<const PublicBoard> told;
  measure::Verdict verdict = measure::Verdict::Yes;  // No: not by the rules; TooCloseToCall: several explanations
  bool wish = false;                                 // of the players: nothing was done on the board
  std::string says;                                  // "South b1-b4"
  bool differs = false;                              // what was told then does not come out again
};

class BoardTimeline {
 public:
  /// Errors (BadFile): a record that is damaged or cannot be understood, or in which no board has come to rest; Usage: that of a table.
  [[nodiscard]] static measure::Result<BoardTimeline> read(const std::string& path);

  /// Of the record.
  [[nodiscard]] const std::string& path() const { return store_.path(); }
  /// Board, house rules and camera as they were last.
  [[nodiscard]] const RecordedGame& game() const { return game_; }
  [[nodiscard]] const vision::BoardSetup& setup() const { return setup_; }
  /// In order; at least one.
  [[nodiscard]] const std::vector<RecordedBoard>& moments() const { return moments_; }
  /// A moment as it was seen; without a frame where its picture could not be kept.
  [[nodiscard]] SharedBoardSnapshot snapshot(std::size_t moment) const;

 private:
  explicit BoardTimeline(RecordStore store) : store_(std::move(store)) {}

  RecordStore store_;
  RecordedGame game_;
  vision::BoardSetup setup_;
  std::vector<RecordedBoard> moments_;
};

}  // namespace app
