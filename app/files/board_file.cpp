#include "app/files/board_file.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

#include "app/files/disk.h"
#include "app/files/toml.h"
#include "app/wire/terrain.h"
#include "calibration/dictionaries.h"
#include "measure/table.h"

namespace app {
namespace {

using measure::BoardMark, measure::BoardSide, measure::BoardSquare, measure::Inches;
using measure::Result, measure::SquareName, measure::TablePoint;

constexpr int kBoardVersion = 1;
/// Columns or rows. More is a slip of the finger, and would cost time for every pair of squares.
constexpr int kMostLines = 64;
/// Squares drawn by hand may reach so far into each other, or over the edge, inches: as exact as a ruler is. More hides a square that lies
/// on another; less refuses what was measured by hand.
constexpr double kRulerSlack = 0.02;

constexpr std::array<std::string_view, 3> kGameWords{"le_choc", "les_allies", "draughts"};  // measure::BoardGame
constexpr std::array<std::string_view, 3> kColouredWords{"even", "odd", "all"};             // measure::Coloured
constexpr std::array<std::string_view, 2> kUmpireWords{"open", "sworn"};
/// Who may play, by game: the one that begins first.
constexpr std::array<std::array<std::string_view, 2>, 3> kPlaysWords{{{"south", "north"}, {"allies", "central"}, {"own", "enemy"}}};

std::string name_of(SquareName at) { return fmt::format("[{}, {}]", at.column, at.row); }

SquareName read_at(const Section& section, std::string_view key = "at") {
  const auto [column, row] = section.pair(key, Range::NotNegative);
  const SquareName at{static_cast<int>(std::min(column, 1e6)), static_cast<int>(std::min(row, 1e6))};
  if (column != at.column || row != at.row) section.complain(key, "must be a column and a row, whole numbers from 0");
  return at;
}

class BoardReader {
 public:
  explicit BoardReader(const Section& root) : root_(root), head_(root.section("board")) {}

  BoardFile read() {
    root_.allow_only({"version", "board", "side", "mark", "square", "tag", "anchor"});
    root_.integer("version", kBoardVersion, kBoardVersion);
    if (!head_.exists()) root_.complain("board", "is missing; it gives game, grid and size");
    read_head();
    read_squares();
    read_sides();
    for (const Section& section : root_.sections("mark")) read_marks(section);
    return {.board = std::move(board_), .tags = read_tags(root_), .anchors = read_anchors(root_)};
  }

 private:
  void read_head() {
    head_.allow_only({"game", "grid", "size", "coloured", "umpire"});
    board_.game = static_cast<measure::BoardGame>(head_.choice("game", kGameWords));
    board_.sworn = head_.has("umpire") && head_.choice("umpire", kUmpireWords) == 1;
    if (board_.sworn && board_.game != measure::BoardGame::LeChoc) head_.complain("umpire", "only le_choc has letters to swear on");
    const auto [length, width] = head_.pair("size", Range::Positive);
    board_.length = Inches(length);
    board_.width = Inches(width);
    board_.coloured = board_.game == measure::BoardGame::LeChoc ? measure::Coloured::All : measure::Coloured::Even;
    if (head_.has("coloured")) board_.coloured = static_cast<measure::Coloured>(head_.choice("coloured", kColouredWords));
    if (!head_.has("grid")) return;
    const std::vector<int> grid = head_.integers("grid", 1, kMostLines);
    if (grid.size() != 2) return head_.complain("grid", fmt::format("must be columns and rows, not {} numbers", grid.size()));
    board_.squares = measure::grid_squares(grid[0], grid[1], board_.length, board_.width, board_.coloured);
  }

  void read_squares() {
    const bool grid = head_.has("grid");
    const std::vector<Section> sections = root_.sections("square");
    if (!grid && sections.empty()) head_.complain("grid", "is missing; give `grid`, or every square as a [[square]]");
    std::map<SquareName, const Section*> drawn;
    for (const Section& section : sections) {
      const BoardSquare square = read_square(section);
      if (!drawn.try_emplace(square.at, &section).second)
        section.complain("at", fmt::format("square {} is drawn twice", name_of(square.at)));
      const auto old = std::ranges::find(board_.squares, square.at, &BoardSquare::at);
      if (old != board_.squares.end()) {
        *old = square;
      } else if (grid) {
        section.complain("at", fmt::format("square {} is not on the grid", name_of(square.at)));
      } else {
        board_.squares.push_back(square);
      }
    }
    std::ranges::sort(board_.squares, {}, [](const BoardSquare& s) { return std::pair(s.at.row, s.at.column); });
    for (const Section& section : sections) refuse_overlap(section);
  }

  BoardSquare read_square(const Section& section) const {
    section.allow_only({"at", "polygon"});
    BoardSquare square{.at = read_at(section), .outline = read_outline(section, "polygon"), .playable = true};
    square.playable = measure::is_coloured(square.at, board_.coloured);
    for (const TablePoint& p : square.outline)
      if (p.x.value < -kRulerSlack || p.y.value < -kRulerSlack || p.x.value > board_.length.value + kRulerSlack ||
          p.y.value > board_.width.value + kRulerSlack)
        section.complain("polygon",
                         fmt::format("square {} reaches outside the playing area at [{}, {}]", name_of(square.at), p.x.value, p.y.value));
    return square;
  }

  void refuse_overlap(const Section& section) const {
    const SquareName at = read_at(section);
    const BoardSquare* square = measure::find_square(board_, at);
    if (!square || square->outline.size() < 3) return;
    for (const BoardSquare& other : board_.squares)
      if (other.at != at && other.outline.size() >= 3 && measure::overlap_depth(*square, other) > Inches(kRulerSlack))
        section.complain("polygon", fmt::format("square {} overlaps square {}", name_of(at), name_of(other.at)));
  }

  void read_sides() {
    std::set<std::pair<std::string, int>> worn;
    for (const Section& section : root_.sections("side")) {
      const BoardSide side = read_side(section, worn);
      for (const BoardSide& other : board_.sides) {
        if (other.name == side.name) section.complain("name", fmt::format("two sides are named \"{}\"", side.name));
        if (other.plays == side.plays) section.complain("plays", fmt::format("{} and {} both play {}", other.name, side.name, side.plays));
      }
      board_.sides.push_back(side);
    }
    if (board_.sides.size() != 2) root_.complain("side", fmt::format("there must be two sides, not {}", board_.sides.size()));
  }

  BoardSide read_side(const Section& section, std::set<std::pair<std::string, int>>& worn) const {
    section.allow_only({"name", "plays", "colour", "diameter", "height", "tags", "general_tags", "dictionary"});
    BoardSide side;
    side.name = section.text("name");
    side.plays = plays()[section.choice("plays", plays())];
    side.colour = section.text_or("colour", "");
    if (section.has("colour") && !is_colour(side.colour)) section.complain("colour", "must be #rrggbb, for instance \"#2f8f4e\"");
    if (section.has("diameter")) side.diameter = Inches(section.number("diameter", Range::Positive));
    if (section.has("height")) side.height = Inches(section.number("height", Range::Positive));
    side.tag_dictionary = section.text_or("dictionary", side.tag_dictionary);
    const auto dictionary = calibration::find_dictionary(side.tag_dictionary);
    if (!dictionary) section.complain("dictionary", fmt::format("unknown dictionary \"{}\"", side.tag_dictionary));
    const int last = dictionary ? dictionary->ids - 1 : std::numeric_limits<int>::max();
    side.tags = section.integers("tags", 0, last);
    side.general_tags = section.integers("general_tags", 0, last);
    for (const auto& [key, ids] : {std::pair("tags", side.tags), std::pair("general_tags", side.general_tags)})
      for (const int id : ids)
        if (!worn.emplace(calibration::family_of(side.tag_dictionary), id).second)
          section.complain(key, fmt::format("tag {} of {} is worn twice", id, side.tag_dictionary));
    return side;
  }

  /// One square, or all squares from `at` to `to`.
  void read_marks(const Section& section) {
    section.allow_only({"at", "to", "name", "fortress_of", "country", "zone", "neutral", "base_of", "objective"});
    const SquareName from = read_at(section, "at"), to = section.has("to") ? read_at(section, "to") : from;
    if (to.column < from.column || to.row < from.row)
      return section.complain("to",
                              fmt::format("{} does not lie beyond {}: `at` is the corner nearest to [0, 0]", name_of(to), name_of(from)));
    for (const SquareName end : {from, to})
      if (!measure::find_square(board_, end))
        return section.complain(end == from ? "at" : "to", fmt::format("there is no square {}", name_of(end)));
    for (const BoardSquare& square : board_.squares)
      if (square.at.column >= from.column && square.at.column <= to.column && square.at.row >= from.row && square.at.row <= to.row)
        board_.marks.push_back(read_mark(section, square.at));
  }

  BoardMark read_mark(const Section& section, SquareName at) {
    BoardMark mark;
    mark.at = at;
    mark.name = section.text_or("name", "");
    mark.country = section.label("country");
    mark.zone = section.label("zone");
    mark.fortress_of = read_owner(section, "fortress_of");
    mark.base_of = read_owner(section, "base_of");
    mark.neutral = section.flag_or("neutral", false);
    mark.objective = section.flag_or("objective", false);
    for (const auto key : {"name", "fortress_of", "country", "zone", "neutral", "base_of", "objective"})
      if (section.has(key) && !said_.emplace(mark.at, key).second)
        section.complain(key, fmt::format("square {} has this mark already", name_of(mark.at)));
    return mark;
  }

  /// A mark's side, by what it plays or by its name.
  std::string read_owner(const Section& section, std::string_view key) const {
    if (!section.has(key)) return {};
    const std::string word = section.text(key);
    for (const BoardSide& side : board_.sides)
      if (word == side.name || word == side.plays) return side.plays;
    if (std::ranges::find(plays(), word) == plays().end())
      section.complain(key, fmt::format("\"{}\" is no side; it is one of {}, or a side's name", word, fmt::join(plays(), ", ")));
    return word;
  }

  [[nodiscard]] const std::array<std::string_view, 2>& plays() const { return kPlaysWords[static_cast<std::size_t>(board_.game)]; }

  Section root_, head_;
  measure::Board board_;
  std::set<std::pair<SquareName, std::string>> said_;
};

}  // namespace

Result<BoardFile> parse_board(std::string_view text, const std::string& name) {
  return parse_with(text, name, [](const Section& root) { return BoardReader(root).read(); });
}

Result<BoardFile> read_board(const std::string& path) {
  return read_text(path).and_then([&](const std::string& text) { return parse_board(text, path); });
}

}  // namespace app
