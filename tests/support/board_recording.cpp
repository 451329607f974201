#include "tests/support/board_recording.h"

#include <algorithm>
#include <array>

namespace sim {
namespace {

using measure::Inches;
using measure::SquareName;
using measure::TablePoint;

constexpr calibration::ImageSize kPicture{1280, 720};
constexpr double kEvery = 0.2;                                        // seconds between moments
constexpr int kRest = 6;                                              // moments a board rests after an action
constexpr double kOff = 0.16;                                         // of a square: men are put down carelessly
constexpr double kSheetMargin = 2.3, kTagOff = 1.15, kTagSide = 1.5;  // inches
constexpr double kMark = 0.3;   // of a square: half a diagonal of the sign on fortresses and the objective
constexpr double kLine = 0.04;  // inches

std::vector<TablePoint> rectangle(double left, double low, double right, double high) {
  return {{Inches(left), Inches(low)}, {Inches(right), Inches(low)}, {Inches(right), Inches(high)}, {Inches(left), Inches(high)}};
}

std::vector<calibration::TableTag> tags_round(const measure::Board& board) {
  const double w = board.length.value, h = board.width.value;
  const std::array<std::pair<double, double>, 4> corners{
      {{-kTagOff, -kTagOff}, {w + kTagOff, -kTagOff}, {w + kTagOff, h + kTagOff}, {-kTagOff, h + kTagOff}}};
  std::vector<calibration::TableTag> tags;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    calibration::TableTag tag;
    tag.id = static_cast<int>(i);
    tag.centre = {Inches(corners[i].first), Inches(corners[i].second)};
    tag.side = Inches(kTagSide);
    tags.push_back(tag);
  }
  return tags;
}

std::vector<Print> sheet_of(const measure::Board& board, const BoardStyle& style) {
  const double w = board.length.value, h = board.width.value;
  std::vector<Print> prints{{rectangle(-kSheetMargin, -kSheetMargin, w + kSheetMargin, h + kSheetMargin), style.sheet}};
  for (const measure::BoardSquare& square : board.squares)
    if (square.playable && board.coloured != measure::Coloured::All) prints.push_back({square.outline, style.dark});
  for (const measure::BoardMark& mark : board.marks) {
    const double x = (mark.at.column + 0.5) * style.square, y = (mark.at.row + 0.5) * style.square, s = style.square;
    if (!mark.base_of.empty()) prints.push_back({rectangle(x - s / 2, y - s / 2, x + s / 2, y + s / 2), style.dark});
    if (!mark.objective && mark.fortress_of.empty()) continue;
    prints.push_back({{{Inches(x - kMark * s), Inches(y)},
                       {Inches(x), Inches(y - kMark * s)},
                       {Inches(x + kMark * s), Inches(y)},
                       {Inches(x), Inches(y + kMark * s)}},
                      style.line});
  }
  for (double x = 0.0; x <= w + 1e-9; x += style.square) prints.push_back({rectangle(x - kLine / 2, 0.0, x + kLine / 2, h), style.line});
  for (double y = 0.0; y <= h + 1e-9; y += style.square) prints.push_back({rectangle(0.0, y - kLine / 2, w, y + kLine / 2), style.line});
  return prints;
}

/// Sees the sheet with its tags. The board's corner is the origin.
calibration::TableCamera camera_over(const measure::Board& board, std::mt19937& random) {
  const measure::Table sheet{
      .length = board.length + Inches(2.0 * kSheetMargin), .width = board.width + Inches(2.0 * kSheetMargin), .terrain = {}};
  const calibration::TableCamera camera = random_camera(random_lens(kPicture, random), sheet, random);
  const Eigen::Vector3d corner(kSheetMargin, kSheetMargin, 0.0);
  return {camera.lens(), camera.rotation(), camera.translation() + camera.rotation() * corner};
}

}  // namespace

measure::Board plain_board(measure::BoardGame game, int squares, const BoardStyle& style) {
  const bool le_choc = game == measure::BoardGame::LeChoc;
  measure::Board board;
  board.game = game;
  board.length = board.width = Inches(squares * style.square);
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

BoardRecording::BoardRecording(measure::Board board, BoardStyle style, Look look, unsigned seed)
    : board_(std::move(board)),
      style_(std::move(style)),
      random_(seed),
      scene_{.camera = camera_over(board_, random_),
             .table = {.length = board_.length, .width = board_.width, .terrain = {}},
             .tags = tags_round(board_),
             .pieces = {},
             .hands = {},
             .prints = sheet_of(board_, style_),
             .look = std::move(look)} {}

TablePoint BoardRecording::middle(SquareName at) const {
  return {Inches((at.column + 0.5) * style_.square), Inches((at.row + 0.5) * style_.square)};
}

BoardMan BoardRecording::placed(SquareName at, std::size_t side, bool general) {
  std::uniform_real_distribution<double> off(-kOff * style_.square, kOff * style_.square);
  const double dx = off(random_), dy = off(random_);
  return {at, side, general, {Inches(dx), Inches(dy)}};
}

std::vector<BoardMan>::iterator BoardRecording::man_on(SquareName at) { return std::ranges::find(men_, at, &BoardMan::at); }

void BoardRecording::show(std::optional<TablePoint> hand, int moments) {
  for (int i = 0; i < moments; ++i)
    moments_.push_back({.men = men_, .hand = hand, .time_s = kEvery * static_cast<double>(moments_.size()), .done = {}});
}

void BoardRecording::set_up(std::vector<BoardMan> men) {
  for (BoardMan& man : men) man = placed(man.at, man.side, man.general);
  men_ = std::move(men);
  show({}, kRest);
}

void BoardRecording::play(const app::BoardAction& action, bool general_after) {
  using Kind = app::BoardAction::Kind;
  const auto hand_at = [&](SquareName at) { return middle(at) + measure::TableVector{Inches(0.0), Inches(-0.2)}; };
  std::optional<BoardMan> carried;
  if (action.kind == Kind::Enter) carried = placed(action.way.front(), action.side, false);
  if (action.way.size() > 1) {
    show(hand_at(action.way.front()), 1);
    carried = *man_on(action.way.front());
    men_.erase(man_on(action.way.front()));
    show(hand_at(action.way.front()), 1);
  }
  std::vector<SquareName> taken = action.takes;
  std::ranges::shuffle(taken, random_);
  const auto lift = [&](SquareName at) {
    show(hand_at(at), 1);
    men_.erase(man_on(at));
    show(hand_at(at), 1);
  };
  const bool falls = action.kind == Kind::Attack && action.attacker_wins == false;
  if (action.kind == Kind::Attack && !falls) lift(action.way.back());
  if (carried && !falls && !action.stays) {
    men_.push_back(placed(action.way.back(), action.side, general_after));
    show(hand_at(action.way.back()), 2);
  }
  if (carried && action.stays) men_.push_back(placed(action.way.front(), action.side, false)), show(hand_at(action.way.front()), 1);
  if (action.kind == Kind::Sweep)
    for (const SquareName at : taken) lift(at);
  if (action.kind == Kind::Huff) lift(action.way.front());
  const std::size_t first = moments_.size();
  show({}, kRest);
  moments_[first].done = actions_++;
}

cv::Mat BoardRecording::picture(const Moment& moment) const {
  Scene scene = scene_;
  scene.look.frame = static_cast<std::uint32_t>(moment.time_s / kEvery + 0.5);
  for (const BoardMan& man : moment.men) {
    StandingPiece piece;
    piece.spec.kind = measure::PieceKind::Gun;  // no figure on it
    piece.spec.marker = measure::MarkerType::None;
    piece.spec.colour = style_.sides[man.side];
    piece.spec.base.shape = measure::RoundShape{Inches(style_.diameter)};
    piece.spec.base.height = Inches(style_.height * (man.general ? 2.0 : 1.0));
    piece.at = middle(man.at) + man.off;
    scene.pieces.push_back(piece);
    if (style_.cardboard <= 0.0) continue;
    piece.spec.base.shape = measure::RectShape{Inches(0.08), Inches(0.7 * style_.diameter)};
    piece.spec.base.height = Inches(style_.cardboard);
    piece.spec.colour = "#b8a888";
    piece.heading = measure::from_degrees(man.side == 0 ? 90.0 : 270.0);
    scene.pieces.push_back(piece);
  }
  if (moment.hand) scene.hands.push_back({.tip = *moment.hand, .height = Inches(1.2)});
  return render(scene);
}

vision::BoardSetup BoardRecording::setup() const {
  return {.board = board_, .tags = scene_.tags, .anchors = {}, .lens = scene_.camera.lens()};
}

}  // namespace sim
