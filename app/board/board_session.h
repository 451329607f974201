// A board game as it is watched: a thread that reads the board, lets the umpire rule on it, and hands out finished snapshots.
//   The caller never waits: `latest` swaps a shared pointer, wishes go into a queue. Everything in a snapshot may be seen by everybody.
// Needs app/board/board_umpire.h, vision/board_watch.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/board/board_umpire.h"
#include "vision/board_watch.h"
#include "vision/frame_source.h"

namespace app {

/// What happened on the board, as it was told.
struct BoardLogLine {
  measure::Verdict verdict = measure::Verdict::Yes;
  std::string side, says, rule;  // `side` and `rule` may be empty
  friend bool operator==(const BoardLogLine&, const BoardLogLine&) = default;
};

struct BoardSnapshot {
  std::shared_ptr<const vision::Frame> frame;           // null until the first picture
  std::shared_ptr<const vision::BoardReading> reading;  // null until a picture has been read
  bool moving = false, settled = false;
  // The game, as it was last told.
  std::optional<std::size_t> to_move;
  BoardRuling last;                  // unchanged: nothing has been told yet
  std::vector<BoardLogLine> log;     // the newest first
  std::vector<BoardAction> options;  // of the side to move, all of them; of both while nobody has moved
  std::vector<measure::SquareName> must_take, huffable;
  std::vector<PieceLetters> letters;
  std::string record;         // as BoardUmpire::record
  bool asks_letters = false;  // the last action was an attack whose letters nobody has declared
  std::vector<calibration::Finding> findings;
  std::string source;
  vision::SourceStatus status = vision::SourceStatus::Running;
  double frames_per_second = 0.0;
  std::uint64_t serial = 0;
};
using SharedBoardSnapshot = std::shared_ptr<const BoardSnapshot>;

class BoardSession {
 public:
  BoardSession(vision::BoardSetup setup, BoardHouses houses);
  ~BoardSession();
  BoardSession(const BoardSession&) = delete;
  BoardSession& operator=(const BoardSession&) = delete;

  /// The newest snapshot; never null, never waits.
  [[nodiscard]] SharedBoardSnapshot latest() const;

  // Wishes; carried out between two frames.
  void open(std::string source);  ///< a failure is a finding
  void undo();                    ///< goes back by one look
  void declare(std::string attacker, std::string defender);
  void begin_anew();  ///< the next board at rest begins a game

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace app
