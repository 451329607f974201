#include "app/overlay/board.h"

#include <algorithm>
#include <map>

#include "app/overlay/figures.h"
#include "app/tongue/tongue.h"
#include "measure/table.h"

namespace app {
namespace {

using measure::Inches, measure::SquareName, measure::TablePoint, overlay::DisplayList, overlay::Ink;
using overlay::Spot;

/// Shares of the narrowest square's width: a ring clear of any man, a dot that says "may go here".
constexpr double kRing = 0.86, kDot = 0.3;
/// Squares are filled this much, so that their print and the men on it stay readable.
constexpr double kTint = 0.28, kVeil = 0.45;
/// Corners of two squares nearer than this are one: more, and squares drawn by hand have no common side; less would join narrow ones.
constexpr Inches kSameCorner{0.05};
constexpr int kLettersPriority = 10, kOptionPriority = 30, kDoubtPriority = 60;

Spot on_board(TablePoint at) { return {at, Inches(0.0)}; }

class Drawing {
 public:
  Drawing(const BoardSnapshot& snapshot, const measure::Board& board, const BoardFocus& focus)
      : snapshot_(snapshot), board_(board), focus_(focus), square_(measure::width_of_narrowest(board)) {}

  DisplayList draw() {
    border();
    unseen();
    awaited();
    last_action();
    pieces();
    options();
    if (focus_.letters) letters();
    return std::move(list_);
  }

 private:
  void area(SquareName at, const overlay::Style& style) {
    if (const measure::BoardSquare* square = measure::find_square(board_, at)) list_.push_back(overlay::Area{square->outline, {}, style});
  }
  overlay::Mark disc(TablePoint at, Inches diameter, const overlay::Style& style) {
    return {.footprint = {.shape = measure::RoundShape{diameter}, .centre = at}, .style = style};
  }
  [[nodiscard]] TablePoint place_of(SquareName at) const {
    for (const vision::BoardPiece& piece : snapshot_.reading->pieces)
      if (piece.on == at) return piece.at;
    return middle_of(board_, at);
  }
  [[nodiscard]] overlay::Colour colour_of(std::size_t side) const {
    const auto colour = overlay::parse_rgb(board_.sides[side].colour);
    return colour ? overlay::Colour(overlay::ring_colour(*colour)) : Ink::Quiet;
  }

  /// Between the zones of a battle: dashed once somebody may cross it (D-20).
  void border() {
    if (snapshot_.zones.empty()) return;
    const bool open = std::ranges::count(snapshot_.zones, false, &BoardZone::over) < 2;
    const overlay::Style style{.colour = Ink::Selection, .width = open ? 2.0 : 4.0, .opacity = open ? 0.5 : 0.9, .dashed = open};
    for (const auto& [from, to] : border_of_zones(board_))
      list_.push_back(overlay::Line{.points = {on_board(from), on_board(to)}, .style = style});
  }

  void unseen() {
    for (const SquareName at : snapshot_.reading->unseen) area(at, {.colour = Ink::TooClose, .width = 1.2, .fill = kVeil, .dashed = true});
  }

  /// Who stands there decides what was done.
  void awaited() {
    for (const SquareName at : snapshot_.waits_for)
      label(middle_of(board_, at), tongue::tr("who is here?"), Ink::TooClose, overlay::Sign::Waves, kDoubtPriority);
  }

  void last_action() {
    const BoardRuling& last = snapshot_.last;
    if (last.unchanged) return;
    for (const BoardAction& action : last.actions) {
      overlay::Line line{.style = {.colour = Ink::Accent, .width = 3.0, .opacity = 0.9}};
      for (const SquareName at : action.way) line.points.push_back(on_board(middle_of(board_, at)));
      if (line.points.size() > 1) list_.push_back(line);
      if (!action.way.empty()) area(action.way.front(), {.colour = Ink::Accent, .width = 1.6, .dashed = true});
      area(action.way.back(), {.colour = Ink::Accent, .width = 2.4, .fill = 0.5 * kTint});
      for (const SquareName at : action.takes)
        if (at != action.way.back() || action.stays) cross(at);  // else the taker stands there
    }
    for (const BoardDifference& difference : last.differences) {
      area(difference.at, {.colour = Ink::No, .width = 2.4, .fill = kTint});
      label(middle_of(board_, difference.at), difference.kind == BoardDifference::Kind::Gone ? tongue::tr("gone?") : "?", Ink::No,
            overlay::Sign::Cross, kDoubtPriority);
    }
  }

  void cross(SquareName at) {
    const TablePoint c = middle_of(board_, at);
    const Inches arm = square_ * (0.5 * kDot);
    for (const double slope : {-1.0, 1.0})
      list_.push_back(overlay::Line{.points = {on_board({c.x - arm, c.y - arm * slope}), on_board({c.x + arm, c.y + arm * slope})},
                                    .style = {.colour = Ink::No, .width = 3.0}});
  }

  void pieces() {
    const auto among = [](const std::vector<SquareName>& all, SquareName at) { return std::ranges::find(all, at) != all.end(); };
    for (const vision::BoardPiece& piece : snapshot_.reading->pieces) {
      overlay::Style style{.colour = colour_of(piece.side), .width = 2.0, .opacity = snapshot_.moving ? 0.4 : 0.9, .dashed = !piece.sure};
      if (piece.on == focus_.hovered) style.width = 3.0;
      if (piece.on && piece.on == focus_.selected) style.colour = Ink::Selection, style.width = 3.4;
      list_.push_back(disc(piece.at, square_ * kRing, style));
      if (piece.rank == vision::BoardRank::General) list_.push_back(disc(piece.at, square_ * (kRing - 0.14), style));
      if (!piece.sure)
        label(piece.at, tongue::tr("not sure"), Ink::TooClose, overlay::Sign::Waves, kDoubtPriority);
      else if (piece.on && among(snapshot_.must_take, *piece.on))
        label(piece.at, tongue::tr("must take"), Ink::Accent, overlay::Sign::None, kOptionPriority);
      else if (piece.on && among(snapshot_.huffable, *piece.on))
        label(piece.at, tongue::tr("may be huffed"), Ink::TooClose, overlay::Sign::None, kOptionPriority);
    }
    for (const vision::BoardPiece& piece : snapshot_.reading->off_board)
      list_.push_back(disc(piece.at, square_ * kRing, {.colour = Ink::Quiet, .width = 1.2, .opacity = 0.6, .dashed = true}));
  }

  void options() {
    const auto from = in_hand(focus_);
    for (const BoardAction& option : snapshot_.options) {
      if (option.way.front() != from) continue;
      const SquareName to = option.way.back();
      const bool takes = !option.takes.empty() || option.kind == BoardAction::Kind::Attack;
      area(to, {.colour = takes ? Ink::No : Ink::Yes, .width = 2.0, .fill = kTint});
      list_.push_back(disc(middle_of(board_, to), square_ * kDot, {.colour = takes ? Ink::No : Ink::Yes, .width = 2.0, .fill = 0.7}));
      for (const SquareName at : option.takes)
        if (at != to) cross(at);
    }
  }

  void letters() {
    for (const PieceLetters& piece : snapshot_.letters)
      if (piece.letters.size() <= kFewLetters || piece.at == focus_.selected || piece.at == focus_.hovered)
        label(place_of(piece.at), piece.letters, Ink::Quiet, overlay::Sign::None, kLettersPriority);
  }

  void label(TablePoint at, std::string text, overlay::Colour rim, overlay::Sign sign, int priority) {
    list_.push_back(overlay::Label{.anchor = on_board(at),
                                   .text = std::move(text),
                                   .rim = rim,
                                   .sign = sign,
                                   .priority = priority,
                                   .speaks_of = {disc(at, square_ * kRing, {})}});
  }

  /// More letters than this say little, and would hide the board.
  static constexpr std::size_t kFewLetters = 5;

  const BoardSnapshot& snapshot_;
  const measure::Board& board_;
  const BoardFocus& focus_;
  Inches square_;
  DisplayList list_;
};

}  // namespace

std::vector<std::pair<TablePoint, TablePoint>> border_of_zones(const measure::Board& board) {
  std::map<SquareName, std::string> zones;
  for (const measure::BoardMark& mark : board.marks)
    if (!mark.zone.empty()) zones[mark.at] = mark.zone;
  const auto zone_of = [&](SquareName at) {
    const auto marked = zones.find(at);
    return marked == zones.end() || marked->second == "west" ? "1" : marked->second == "east" ? "2" : marked->second;
  };
  std::vector<std::pair<TablePoint, TablePoint>> all;
  for (const measure::BoardSquare& square : board.squares)
    for (const SquareName next : {SquareName{square.at.column + 1, square.at.row}, SquareName{square.at.column, square.at.row + 1}}) {
      const measure::BoardSquare* const beside = measure::find_square(board, next);
      if (!beside || zone_of(square.at) == zone_of(next)) continue;
      std::vector<TablePoint> shared;
      for (const TablePoint corner : square.outline)
        if (std::ranges::any_of(beside->outline, [&](TablePoint other) { return distance(corner, other) < kSameCorner; }))
          shared.push_back(corner);
      if (shared.size() == 2) all.emplace_back(shared[0], shared[1]);
    }
  return all;
}

DisplayList board_overlay(const BoardSnapshot& snapshot, const measure::Board& board, const BoardFocus& focus) {
  if (!snapshot.reading) return {};
  return Drawing(snapshot, board, focus).draw();
}

std::optional<SquareName> square_at(const measure::Board& board, TablePoint point) {
  return measure::read_square(board, point, Inches(0.0)).at;
}

TablePoint middle_of(const measure::Board& board, SquareName at) {
  const measure::BoardSquare* const square = measure::find_square(board, at);
  return square ? measure::mean_corner(square->outline) : TablePoint{};
}

}  // namespace app
