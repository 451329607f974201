// A board game as it is watched: a thread that reads the board, lets the umpire rule on it, and hands out finished snapshots.
//   The caller never waits: `latest` swaps a shared pointer, wishes go into a queue. Everything in a snapshot may be seen by everybody;
//   a player's own letters are handed out apart from it, and only to who names his keys.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/board/board_play.h"
#include "app/files/lens_memory.h"
#include "app/record/recorder.h"
#include "app/record/stopped.h"
#include "app/session/board_snapshot.h"

namespace app {

class BoardSession {
 public:
  BoardSession(vision::BoardSetup setup, BoardHouses houses);
  ~BoardSession();
  BoardSession(const BoardSession&) = delete;
  BoardSession& operator=(const BoardSession&) = delete;

  /// The newest snapshot; never null, never waits.
  [[nodiscard]] SharedBoardSnapshot latest() const;

  // Wishes; carried out between two frames.
  void record(RecordWanted wanted);  ///< as of Session::record; letters that nobody has shown are in it sealed with their player's keys
  /// What stopped goes on with the next source, as of Session::go_on. Nothing is told of a board that stands otherwise than it did
  /// (`BoardSnapshot::astray`) until it is put right or `take_as_it_stands`.
  void go_on(std::shared_ptr<const StoppedGame> stopped);
  void take_as_it_stands();
  void keep_lens(LensMemory memory);  ///< as of Session::keep_lens
  void open(std::string source);      ///< a failure is a finding
  void open(std::unique_ptr<vision::FrameSource> source);
  void set_up(vision::BoardSetup setup);  ///< camera, lens and place of the same board; the game goes on
  void undo();                            ///< goes back by one look
  void declare(std::string attacker, std::string defender);
  void choose(std::size_t which);  ///< of several explanations of the last look
  void begin_anew();               ///< the next board at rest begins a game
  void begin_anew(UmpireKind umpire);

  // Between one player and a sworn umpire; never part of a snapshot.
  void lock(std::size_t side, std::string secret);
  void enter(std::size_t side, std::string secret, measure::SquareName at, std::optional<char> letter);
  void unseal(std::size_t side, std::string secret);  ///< opens letters that came from a record; wrong keys are counted in the snapshot
  /// The player's page as it stood when the newest snapshot was made. Null: there is none, or the secret is wrong.
  [[nodiscard]] std::shared_ptr<const PrivatePage> private_page(std::size_t side, std::string_view secret) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace app
