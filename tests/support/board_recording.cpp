#include "tests/support/board_recording.h"

#include <algorithm>

#include "app/overlay/board.h"

namespace sim {
namespace {

using app::middle_of;
using measure::Inches;
using measure::SquareName;
using measure::TablePoint;

constexpr calibration::ImageSize kPicture{1280, 720};
constexpr double kEvery = 0.2;  // seconds between moments
constexpr int kRest = 6;        // moments a board rests after an action
constexpr double kOff = 0.16;   // of a square: men are put down carelessly

TablePoint hand_at(const measure::Board& board, SquareName at) {
  return middle_of(board, at) + measure::TableVector{Inches(0.0), Inches(-0.2)};
}

}  // namespace

measure::Board plain_board(measure::BoardGame game, int squares, double square, const BoardStyle& style) {
  const bool le_choc = game == measure::BoardGame::LeChoc;
  measure::Board board;
  board.game = game;
  board.length = board.width = Inches(squares * square);
  board.coloured = le_choc ? measure::Coloured::All : measure::Coloured::Even;
  board.squares = measure::grid_squares(squares, squares, board.length, board.width, board.coloured);
  const std::array<const char*, 2> plays = le_choc ? std::array{"south", "north"} : std::array{"allies", "central"};
  for (std::size_t side = 0; side < plays.size(); ++side) {
    measure::BoardSide one;
    one.name = plays[side];
    one.plays = plays[side];
    one.colour = style.sides[side];
    board.sides.push_back(one);
  }
  return board;
}

BoardRecording::BoardRecording(measure::Board board, BoardStyle style, unsigned seed)
    : board_(std::move(board)),
      style_(std::move(style)),
      random_(seed),
      scene_{.camera = camera_over(board_, kPicture, random_),
             .board = board_,
             .tags = tags_around(board_),
             .men = {},
             .tints = style_.tints,
             .lines = true,
             .hand = {},
             .diameter = Inches(style_.diameter),
             .height = Inches(style_.height),
             .gain = style_.gain,
             .warmth = style_.warmth,
             .noise = style_.noise,
             .jpeg_quality = style_.jpeg_quality,
             .seed = seed},
      ground_(ground_of(scene_)) {}

RecordedMan BoardRecording::placed(SquareName at, std::size_t side, bool general) {
  const double square = measure::width_of_narrowest(board_).value;
  std::uniform_real_distribution<double> off(-kOff * square, kOff * square);
  const double dx = off(random_), dy = off(random_);
  return {at, side, general, {Inches(dx), Inches(dy)}};
}

std::vector<RecordedMan>::iterator BoardRecording::man_on(SquareName at) { return std::ranges::find(men_, at, &RecordedMan::at); }

void BoardRecording::show(std::optional<TablePoint> hand, int moments) {
  for (int i = 0; i < moments; ++i)
    moments_.push_back({.men = men_, .hand = hand, .time_s = kEvery * static_cast<double>(moments_.size())});
}

void BoardRecording::set_up(std::vector<RecordedMan> men) {
  for (RecordedMan& man : men) man = placed(man.at, man.side, man.general);
  men_ = std::move(men);
  show({}, kRest);
}

void BoardRecording::lift(SquareName at) {
  show(hand_at(board_, at), 1);
  men_.erase(man_on(at));
  show(hand_at(board_, at), 1);
}

void BoardRecording::play(const app::BoardAction& action, bool general_after) {
  using Kind = app::BoardAction::Kind;
  const SquareName from = action.way.front(), to = action.way.back();
  const bool fight = action.kind == Kind::Attack, falls = fight && action.attacker_wins == false;
  std::vector<SquareName> taken = action.takes;
  std::ranges::shuffle(taken, random_);
  if (action.kind == Kind::Huff || falls) {
    lift(from);
  } else if (fight && action.stays) {
    lift(to);
  } else {
    if (action.way.size() > 1) lift(from);
    if (fight) lift(to);
    men_.push_back(placed(to, action.side, general_after));
    show(hand_at(board_, to), 2);
    if (action.kind == Kind::Sweep)
      for (const SquareName at : taken) lift(at);
  }
  show({}, kRest);
}

cv::Mat BoardRecording::picture(const Moment& moment) const {
  BoardScene scene = scene_;
  scene.frame = static_cast<std::uint32_t>(moment.time_s / kEvery + 0.5);
  for (const RecordedMan& man : moment.men) {
    BoardMan standing;
    standing.colour = style_.sides[man.side];
    standing.at = middle_of(board_, man.at) + man.off;
    standing.stacked = man.general;
    standing.cardboard = style_.cardboard;
    scene.men.push_back(standing);
  }
  scene.hand = moment.hand;
  return render(scene, ground_);
}

vision::BoardSetup BoardRecording::setup() const {
  return {.board = board_, .tags = scene_.tags, .anchors = {}, .lens = scene_.camera.lens()};
}

}  // namespace sim
