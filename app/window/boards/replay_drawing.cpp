#include "app/window/boards/replay_drawing.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "app/overlay/figures.h"
#include "measure/table.h"

namespace window {
namespace {

using app::ReplayedPiece, app::ReplayStep, measure::SquareName;

/// Shares of the narrowest square.
constexpr double kMan = 0.36, kSign = 0.2, kRankUp = 0.09, kArrow = 0.09, kArrowHead = 0.26;
/// Letters inside a man: more would not be read.
constexpr std::size_t kMostLetters = 3;
/// Squares narrower than this many pixels have no numbers at each of them, but at every second.
constexpr float kNarrow = 26.0F;

constexpr overlay::Rgb kGround{226, 219, 203}, kDark{158, 142, 116}, kPlain{203, 191, 166}, kInk{24, 26, 30}, kPaper{255, 255, 255};
constexpr overlay::Rgb kFirst{217, 178, 95}, kSecond{60, 110, 168};  // of sides without a colour of their own

overlay::Rgb colour_of(const measure::Board& board, std::size_t side) {
  return overlay::parse_rgb(board.sides[side].colour).value_or(side == 0 ? kFirst : kSecond);
}

/// Black or white, whichever reads on a colour.
overlay::Rgb ink_on(overlay::Rgb colour) {
  constexpr double kMiddle = 140.0;  // of 255; the eye takes green for brighter than red, red than blue
  return 0.30 * colour.r + 0.59 * colour.g + 0.11 * colour.b > kMiddle ? kInk : kPaper;
}

/// Board inches to pixels; rows run upward unless the board is turned.
class Place {
 public:
  Place(const measure::Board& board, const overlay::Box& box, bool turned) : board_(board), turned_(turned) {
    per_inch_ = std::min(box.width() / board.length.value, box.height() / board.width.value);
    left_ = 0.5 * (box.left + box.right) - 0.5 * per_inch_ * board.length.value;
    top_ = 0.5 * (box.top + box.bottom) - 0.5 * per_inch_ * board.width.value;
    square_ = static_cast<float>(per_inch_ * measure::width_of_narrowest(board).value);
  }
  [[nodiscard]] ImVec2 operator()(measure::TablePoint at) const {
    const double x = turned_ ? board_.length.value - at.x.value : at.x.value;
    const double y = turned_ ? at.y.value : board_.width.value - at.y.value;
    return {static_cast<float>(left_ + per_inch_ * x), static_cast<float>(top_ + per_inch_ * y)};
  }
  [[nodiscard]] ImVec2 middle(SquareName at) const {
    const measure::BoardSquare* const square = measure::find_square(board_, at);
    return square ? (*this)(measure::mean_corner(square->outline)) : ImVec2();
  }
  [[nodiscard]] std::optional<SquareName> under(ImVec2 pixel) const {
    const double x = (pixel.x - left_) / per_inch_, y = (pixel.y - top_) / per_inch_;
    const measure::TablePoint at{measure::Inches(turned_ ? board_.length.value - x : x),
                                 measure::Inches(turned_ ? y : board_.width.value - y)};
    return measure::read_square(board_, at, measure::Inches(0.0)).at;
  }
  [[nodiscard]] float square() const { return square_; }

 private:
  const measure::Board& board_;
  bool turned_;
  double per_inch_ = 1.0, left_ = 0.0, top_ = 0.0;
  float square_ = 1.0F;
};

void centred(ImDrawList& draw, const ImFont& font, float size, ImVec2 at, ImU32 colour, const std::string& text) {
  const ImVec2 extent = font.CalcTextSizeA(size, 1e6F, 0.0F, text.c_str());
  draw.AddText(&font, size, {at.x - 0.5F * extent.x, at.y - 0.5F * extent.y}, colour, text.c_str());
}

void man_shape(ImDrawList& draw, std::size_t side, ImVec2 at, float radius, overlay::Rgb colour) {
  const float rim = std::max(1.5F, 0.1F * radius);
  if (side == 0) {
    draw.AddCircleFilled(at, radius, packed(colour), 48);
    draw.AddCircle(at, radius, packed(kInk), 48, rim);
    return;
  }
  const float half = 0.88F * radius;  // as large to the eye as the round one
  const ImVec2 low(at.x - half, at.y - half), high(at.x + half, at.y + half);
  draw.AddRectFilled(low, high, packed(colour), 0.25F * radius);
  draw.AddRect(low, high, packed(kInk), 0.25F * radius, ImDrawFlags_None, rim);
}

class Drawing {
 public:
  Drawing(ImDrawList& draw, const app::BoardReplay& replay, const Place& place, bool turned, const Theme& theme)
      : draw_(draw), replay_(replay), board_(replay.board()), place_(place), turned_(turned), theme_(theme), pixel_(place.square()) {}

  void all() {
    for (const measure::BoardSquare& square : board_.squares) ground(square);
    for (const measure::BoardMark& mark : board_.marks) sign(mark);
    numbers();
    const ReplayStep* const step = replay_.now();
    if (!step) return;
    if (step->kind == ReplayStep::Kind::Action && !step->way.empty()) rim(step->way.back());
    for (const ReplayedPiece& piece : step->standing) man(piece);
    if (step->kind == ReplayStep::Kind::Board) appeared(*step);
    way(*step);
    for (const SquareName at : step->gone) cross(at);
  }

 private:
  [[nodiscard]] float share(double of_square) const { return static_cast<float>(of_square) * pixel_; }

  void ground(const measure::BoardSquare& square) {
    std::vector<ImVec2> corners;
    for (const measure::TablePoint corner : square.outline) corners.push_back(place_(corner));
    const bool all = board_.coloured == measure::Coloured::All;
    const int count = static_cast<int>(corners.size());
    draw_.AddConvexPolyFilled(corners.data(), count, packed(!square.playable ? kGround : all ? kPlain : kDark));
    draw_.AddPolyline(corners.data(), count, packed(kInk, 0.35), ImDrawFlags_Closed, 1.0F);
  }

  /// What is printed on a square: a tower, a lozenge, hatching, a double rim.
  void sign(const measure::BoardMark& mark) {
    const ImVec2 c = place_.middle(mark.at);
    const float s = share(kSign), line = std::max(1.0F, share(0.045));
    const ImU32 ink = packed(kInk, 0.8);
    if (mark.neutral)
      for (const double shift : {-0.5, 0.0, 0.5}) {
        const float d = share(0.5 * shift), half = share(0.24);
        draw_.AddLine({c.x + d - half, c.y + half}, {c.x + d + half, c.y - half}, packed(kInk, 0.3), line);
      }
    if (mark.objective)
      for (const double grow : {1.0, 2.2}) draw_.AddNgon(c, s * static_cast<float>(grow), ink, 4, line);
    if (!mark.base_of.empty())
      draw_.AddRect({c.x - share(0.44), c.y - share(0.44)}, {c.x + share(0.44), c.y + share(0.44)}, ink, 0.0F, 0, line);
    if (!mark.fortress_of.empty()) {
      const float y = c.y - share(0.08);
      draw_.AddRectFilled({c.x - s, y}, {c.x + s, c.y + share(0.3)}, ink);
      for (const double tooth : {-1.0, -0.2, 0.6})
        draw_.AddRectFilled({c.x + s * static_cast<float>(tooth), y - share(0.12)}, {c.x + s * static_cast<float>(tooth + 0.4), y}, ink);
    }
  }

  /// The names of columns and rows along the edges.
  void numbers() {
    const ImFont& font = *theme_.fonts.small_print;
    const bool letters = board_.game == measure::BoardGame::LeChoc;
    const int each = pixel_ < kNarrow ? 2 : 1;
    const float out = 0.5F * pixel_ + 0.75F * font.FontSize;
    for (const measure::BoardSquare& square : board_.squares) {
      const ImVec2 c = place_.middle(square.at);
      const float below = turned_ ? -out : out;
      if (square.at.row == 0 && square.at.column % each == 0)
        centred(draw_, font, font.FontSize, {c.x, c.y + below}, theme_.quiet,
                letters ? std::string(1, static_cast<char>('a' + square.at.column)) : std::to_string(square.at.column));
      if (square.at.column == 0 && square.at.row % each == 0)
        centred(draw_, font, font.FontSize, {c.x - below, c.y}, theme_.quiet, std::to_string(square.at.row + (letters ? 1 : 0)));
    }
  }

  void rim(SquareName at) {
    const ImVec2 c = place_.middle(at);
    const float half = 0.47F * pixel_;
    draw_.AddRectFilled({c.x - half, c.y - half}, {c.x + half, c.y + half}, packed(overlay::kSkyBlue, 0.45));
    draw_.AddRect({c.x - half, c.y - half}, {c.x + half, c.y + half}, packed(kInk, 0.8), 0.0F, 0, std::max(1.5F, share(0.05)));
  }

  void man(const ReplayedPiece& piece) {
    ImVec2 at = place_.middle(piece.at);
    const overlay::Rgb colour = colour_of(board_, piece.side);
    const float radius = share(kMan);
    if (piece.general) {
      man_shape(draw_, piece.side, {at.x, at.y + share(kRankUp)}, radius, colour);
      at.y -= share(kRankUp);
    }
    man_shape(draw_, piece.side, at, radius, colour);
    const ImFont& font = *theme_.fonts.strong;
    if (piece.general) centred(draw_, font, share(0.44), at, packed(ink_on(colour)), "G");
    if (!piece.letters.empty() && piece.letters.size() <= kMostLetters)
      centred(draw_, font,
              share(piece.letters.size() == 1   ? 0.5
                    : piece.letters.size() == 2 ? 0.38
                                                : 0.28),
              at, packed(ink_on(colour)), piece.letters);
  }

  void appeared(const ReplayStep& step) {
    if (replay_.at() == 0) return;
    const auto& before = replay_.steps()[replay_.at() - 1].standing;
    for (const ReplayedPiece& piece : step.standing) {
      const bool stood = std::ranges::any_of(before, [&](const ReplayedPiece& other) {
        return other.at == piece.at && other.side == piece.side && other.general == piece.general;
      });
      if (stood) continue;
      const ImVec2 c = place_.middle(piece.at);
      draw_.AddCircle(c, share(0.46), packed(overlay::kPill), 48, share(0.1));
      draw_.AddCircle(c, share(0.46), packed(overlay::kYellow), 48, share(0.05));
    }
  }

  void way(const ReplayStep& step) {
    if (step.way.size() < 2) return;
    std::vector<ImVec2> points;
    for (const SquareName at : step.way) points.push_back(place_.middle(at));
    const ImVec2 last = points.back(), before = points[points.size() - 2];
    points.front() = clear_of(points[0], points[1]);
    const float dx = last.x - before.x, dy = last.y - before.y, length = std::max(1.0F, std::hypot(dx, dy));
    const float ux = dx / length, uy = dy / length, head = share(kArrowHead), wide = 0.6F * head;
    const ImVec2 tip(last.x - ux * share(0.1), last.y - uy * share(0.1)), neck(tip.x - ux * head, tip.y - uy * head);
    points.back() = neck;
    const auto arrow = [&](ImU32 colour, float line, float grow) {
      draw_.AddPolyline(points.data(), static_cast<int>(points.size()), colour, ImDrawFlags_None, line);
      draw_.AddTriangleFilled({tip.x + ux * grow, tip.y + uy * grow},
                              {neck.x - uy * (wide + grow) - ux * grow, neck.y + ux * (wide + grow) - uy * grow},
                              {neck.x + uy * (wide + grow) - ux * grow, neck.y - ux * (wide + grow) - uy * grow}, colour);
    };
    const float line = std::max(2.5F, share(kArrow));
    arrow(packed(overlay::kPill), line + share(0.06), share(0.05));
    arrow(packed(overlay::kSkyBlue), line, 0.0F);
  }

  /// Where the arrow leaves a man's square: whoever stayed on it is still to be read.
  [[nodiscard]] ImVec2 clear_of(ImVec2 from, ImVec2 to) const {
    const float length = std::max(1.0F, std::hypot(to.x - from.x, to.y - from.y)), off = share(kMan) / length;
    return {from.x + off * (to.x - from.x), from.y + off * (to.y - from.y)};
  }

  void cross(SquareName at) {
    const ImVec2 c = place_.middle(at);
    const float arm = share(0.24);
    for (const auto& [colour, line] : {std::pair(packed(overlay::kPill), share(0.15)), std::pair(packed(overlay::kVermilion), share(0.09))})
      for (const float slope : {-1.0F, 1.0F}) draw_.AddLine({c.x - arm, c.y - arm * slope}, {c.x + arm, c.y + arm * slope}, colour, line);
  }

  ImDrawList& draw_;
  const app::BoardReplay& replay_;
  const measure::Board& board_;
  const Place& place_;
  bool turned_;
  const Theme& theme_;
  float pixel_;  // of a square's side
};

}  // namespace

void draw_replayed_man(ImDrawList& draw, const measure::Board& board, std::size_t side, ImVec2 at, float radius) {
  man_shape(draw, side, at, radius, colour_of(board, side));
}

std::optional<SquareName> draw_replayed_board(ImDrawList& draw, const app::BoardReplay& replay, bool turned, const overlay::Box& box,
                                              const Theme& theme) {
  const double edge = 1.6 * theme.fonts.small_print->FontSize;  // for the names of columns and rows
  const Place place(replay.board(), {box.left + edge, box.top + edge, box.right - edge, box.bottom - edge}, turned);
  Drawing(draw, replay, place, turned, theme).all();
  return place.under(ImGui::GetIO().MousePos);
}

}  // namespace window
