// A board game as a camera would record it: squares, discs or cardboard soldiers, hands that come, carry and go.
//   A recording is a list of moments; each is rendered by the simulated camera. Truth is exact: which action ends when.
// Needs tests/support/sim.h, app/board, vision.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/board/board_umpire.h"
#include "tests/support/sim.h"
#include "vision/board_reader.h"

namespace sim {

/// The colours and sizes of a board and its pieces.
struct BoardStyle {
  std::string sheet = "#d8d2c0", dark = "#9aa88a", line = "#6a6458";
  std::array<std::string, 2> sides{"#2f8f4e", "#b3202a"};
  double square = 1.5;                  // inches
  double diameter = 1.1, height = 0.3;  // of a man
  double cardboard = 0.0;               // height of a cardboard soldier on a flat base; 0: a draughtsman
};

/// One piece in one moment. A man in a hand is on no square.
struct BoardMan {
  measure::SquareName at;
  std::size_t side = 0;
  bool general = false;
  measure::TableVector off;  // from the middle of the square, inches
};

struct Moment {
  std::vector<BoardMan> men;
  std::optional<measure::TablePoint> hand;  // its finger tips
  double time_s = 0.0;
  std::optional<std::size_t> done;  // the action that this moment completes
};

class BoardRecording {
 public:
  BoardRecording(measure::Board board, BoardStyle style, Look look, unsigned seed);

  /// Men put up before the game, and a rest.
  void set_up(std::vector<BoardMan> men);
  /// A hand takes the man, puts him down along the way, lifts who is taken in any order; then a rest.
  void play(const app::BoardAction& action, bool general_after);

  [[nodiscard]] const std::vector<Moment>& moments() const { return moments_; }
  [[nodiscard]] cv::Mat picture(const Moment& moment) const;
  /// What a reader of the board is told: the file's content, and the true lens.
  [[nodiscard]] vision::BoardSetup setup() const;

 private:
  [[nodiscard]] measure::TablePoint middle(measure::SquareName at) const;
  [[nodiscard]] BoardMan placed(measure::SquareName at, std::size_t side, bool general);
  void show(std::optional<measure::TablePoint> hand, int moments);
  [[nodiscard]] std::vector<BoardMan>::iterator man_on(measure::SquareName at);

  measure::Board board_;
  BoardStyle style_;
  std::mt19937 random_;
  Scene scene_;
  std::vector<BoardMan> men_;
  std::vector<Moment> moments_;
  std::size_t actions_ = 0;
};

/// A board of so many squares each way, with its tags round it and the sides named as the game names them.
[[nodiscard]] measure::Board plain_board(measure::BoardGame game, int squares, const BoardStyle& style);

}  // namespace sim
