// A board game as a camera would record it: men in squares, hands that come, carry and go.
//   A recording is a list of moments; each is rendered by the simulated camera over a board. Truth is exact: which action ends when.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/board/board_umpire.h"
#include "tests/support/sim_board.h"
#include "vision/boards/reader.h"

namespace sim {

/// The colours and sizes of a board and its pieces, and the light on it.
struct BoardStyle {
  std::vector<std::string> tints = {"#9aa88a", "#d8d2c0"};  // of playable squares, and of the others
  std::array<std::string, 2> sides{"#2f8f4e", "#b3202a"};
  double diameter = 1.1, height = 0.3;  // of a man, inches
  bool cardboard = false;               // flat bases with cardboard soldiers
  double gain = 1.0, warmth = 0.0, noise = 2.0;
  int jpeg_quality = 92;
};

/// One man in one moment. A man in a hand is on no square.
struct RecordedMan {
  measure::SquareName at;
  std::size_t side = 0;
  bool general = false;
  measure::TableVector off = {};  // from the middle of the square, inches
};

struct Moment {
  std::vector<RecordedMan> men;
  std::optional<measure::TablePoint> hand;  // its finger tips
  double time_s = 0.0;
};

class BoardRecording {
 public:
  BoardRecording(measure::Board board, BoardStyle style, unsigned seed);

  /// Men put up before the game, and a rest.
  void set_up(std::vector<RecordedMan> men);
  /// A hand takes the man and puts him down at the end of his way, lifts who is taken in any order; then a rest.
  void play(const app::BoardAction& action, bool general_after);

  [[nodiscard]] const std::vector<Moment>& moments() const { return moments_; }
  [[nodiscard]] cv::Mat picture(const Moment& moment) const;
  /// What a reader of the board is told: the file's content, and the true lens.
  [[nodiscard]] vision::BoardSetup setup() const;

 private:
  [[nodiscard]] RecordedMan placed(measure::SquareName at, std::size_t side, bool general);
  void show(std::optional<measure::TablePoint> hand, int moments);
  [[nodiscard]] std::vector<RecordedMan>::iterator man_on(measure::SquareName at);
  void lift(measure::SquareName at);

  measure::Board board_;
  BoardStyle style_;
  std::mt19937 random_;
  BoardScene scene_;
  cv::Mat ground_;  // the empty board, as its camera sees it
  std::vector<RecordedMan> men_;
  std::vector<Moment> moments_;
};

/// A board of so many squares of this many inches each way, with the sides named as the game names them.
[[nodiscard]] measure::Board plain_board(measure::BoardGame game, int squares, double square, const BoardStyle& style);

}  // namespace sim
