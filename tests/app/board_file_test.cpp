// board.toml: what is written reads back as squares, sides and marks; what is wrong is refused by name and line.
#include "app/files/board_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace board_file_test {
namespace {

using measure::SquareName;
using testing::AllOf;
using testing::HasSubstr;

const std::string kBoard = R"(version = 1
[board]
game = "les_allies"
grid = [10, 10]
size = [15.0, 15.0]
coloured = "even"
[[side]]
name = "green"
plays = "allies"
colour = "#2f8f4e"
[[side]]
name = "red"
plays = "central"
[[mark]]
at = [3, 1]
name = "Paris"
fortress_of = "allies"
[[mark]]
at = [4, 4]
zone = 2
neutral = true
[[square]]
at = [0, 0]
polygon = [[0.0, 0.0], [1.5, 0.1], [1.5, 1.5], [0.0, 1.5]]
[[tag]]
id = 0
centre = [-1.15, -1.15]
side = 1.5
)";

std::string refusal(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  const auto result = app::parse_board(text.replace(at, what.size(), by), "b.toml");
  if (result) return "(accepted)";
  EXPECT_EQ(result.error().code, measure::ErrorCode::BadFile);
  return result.error().message;
}
std::string refusal(const std::string& what, const std::string& by) { return refusal(kBoard, what, by); }

TEST(BoardFile, OnlyAGameWithHiddenLettersHasASwornUmpire) {
  const std::string umpire = "coloured = \"even\"\numpire = ";
  EXPECT_THAT(refusal("coloured = \"even\"", umpire + "\"sworn\""), HasSubstr("b.toml:7"));
  EXPECT_THAT(refusal("coloured = \"even\"", umpire + "\"judge\""), HasSubstr("open"));
  EXPECT_EQ(refusal("coloured = \"even\"", umpire + "\"open\""), "(accepted)");
  const auto file = app::parse_board(R"(version = 1
[board]
game = "le_choc"
grid = [11, 11]
size = [17.6, 17.6]
umpire = "sworn"
[[side]]
name = "red"
plays = "south"
[[side]]
name = "blue"
plays = "north"
)",
                                     "b.toml");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_TRUE(file->board.sworn);
}

TEST(BoardFile, ReadsSquaresSidesMarksAndTags) {
  const auto file = app::parse_board(kBoard, "b.toml");
  ASSERT_TRUE(file) << file.error().message;
  const measure::Board& board = file->board;
  EXPECT_EQ(board.game, measure::BoardGame::LesAllies);
  EXPECT_EQ(board.squares.size(), 100u);
  EXPECT_TRUE(measure::find_square(board, {0, 0})->playable);
  EXPECT_FALSE(measure::find_square(board, {1, 0})->playable);
  EXPECT_EQ(measure::find_square(board, {0, 0})->outline[1], (measure::TablePoint{measure::Inches(1.5), measure::Inches(0.1)}));
  ASSERT_EQ(board.sides.size(), 2u);
  EXPECT_EQ(board.sides[0].plays, "allies");
  EXPECT_EQ(board.sides[1].colour, "");
  ASSERT_EQ(board.marks.size(), 2u);
  EXPECT_EQ(board.marks[0].name, "Paris");
  EXPECT_EQ(board.marks[0].fortress_of, "allies");
  EXPECT_EQ(board.marks[1].zone, "2");
  EXPECT_TRUE(board.marks[1].neutral);
  ASSERT_EQ(file->tags.size(), 1u);
  EXPECT_EQ(file->tags[0].side, measure::Inches(1.5));
}

TEST(BoardFile, AMarkMayNameItsSideByName) {
  std::string text = kBoard;
  text.replace(text.find("fortress_of = \"allies\""), 22, "fortress_of = \"red\"");
  const auto file = app::parse_board(text, "b.toml");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->board.marks[0].fortress_of, "central");
}

TEST(BoardFile, FreeSquaresNeedNoGrid) {
  const auto file = app::parse_board(R"(version = 1
[board]
game = "le_choc"
size = [4.0, 2.0]
[[side]]
name = "a"
plays = "south"
[[side]]
name = "b"
plays = "north"
[[square]]
at = [1, 0]
polygon = [[2.0, 0.0], [4.0, 0.0], [4.0, 2.0]]
[[square]]
at = [0, 0]
polygon = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]
)",
                                     "b.toml");
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->board.squares.size(), 2u);
  EXPECT_EQ(file->board.squares[0].at, (SquareName{0, 0}));
  EXPECT_TRUE(file->board.squares[1].playable);
}

TEST(BoardFile, UnknownKeysAreNamedWithTheirLine) {
  EXPECT_THAT(refusal("coloured =", "colored ="), AllOf(HasSubstr("b.toml:6"), HasSubstr("board.colored"), HasSubstr("`coloured`")));
  EXPECT_THAT(refusal("fortress_of", "fort_of"), AllOf(HasSubstr("b.toml:17"), HasSubstr("mark[0].fort_of")));
}

TEST(BoardFile, WrongVersionsAndWordsAreRefused) {
  EXPECT_THAT(refusal("version = 1", "version = 2"), HasSubstr("b.toml:1: version"));
  EXPECT_THAT(refusal("les_allies", "chess"), AllOf(HasSubstr("b.toml:3"), HasSubstr("le_choc, les_allies, draughts")));
  EXPECT_THAT(refusal("\"even\"", "\"dark\""), HasSubstr("b.toml:6"));
  EXPECT_THAT(refusal("plays = \"allies\"", "plays = \"south\""), AllOf(HasSubstr("b.toml:9"), HasSubstr("allies, central")));
  EXPECT_THAT(refusal("#2f8f4e", "green"), HasSubstr("b.toml:10"));
  EXPECT_THAT(refusal("[10, 10]", "[10]"), HasSubstr("b.toml:4"));
  EXPECT_THAT(refusal("[15.0, 15.0]", "[15.0, 0.0]"), HasSubstr("b.toml:5"));
  EXPECT_THAT(refusal("neutral = true", "neutral = 1"), HasSubstr("true or false"));
}

TEST(BoardFile, OverlappingSquaresAreRefusedByName) {
  EXPECT_THAT(refusal("[1.5, 0.1], [1.5, 1.5]", "[1.8, 0.1], [1.5, 1.5]"),
              AllOf(HasSubstr("b.toml:24"), HasSubstr("square [0, 0] overlaps square [1, 0]")));
}

TEST(BoardFile, ASquareOutsideOrDrawnTwiceIsRefused) {
  EXPECT_THAT(refusal("[[0.0, 0.0], [1.5, 0.1]", "[[-0.5, 0.0], [1.5, 0.1]"), HasSubstr("outside the playing area"));
  EXPECT_THAT(refusal("[[square]]\nat = [0, 0]", "[[square]]\nat = [10, 0]"), HasSubstr("not on the grid"));
  EXPECT_THAT(refusal("[[tag]]", "[[square]]\nat = [0, 0]\npolygon = [[0.0, 0.0], [1.5, 0.0], [1.5, 1.5]]\n[[tag]]"),
              HasSubstr("drawn twice"));
  EXPECT_THAT(
      refusal("polygon = [[0.0, 0.0], [1.5, 0.1], [1.5, 1.5], [0.0, 1.5]]", "polygon = [[0.0, 0.0], [1.5, 1.5], [1.5, 0.1], [0.0, 1.5]]"),
      HasSubstr("crosses itself"));
}

TEST(BoardFile, AMarkOnNoSquareOrSaidTwiceIsRefused) {
  EXPECT_THAT(refusal("at = [3, 1]", "at = [3, 10]"), AllOf(HasSubstr("b.toml:15"), HasSubstr("no square [3, 10]")));
  EXPECT_THAT(refusal("at = [3, 1]", "at = [3.5, 1]"), HasSubstr("whole numbers"));
  EXPECT_THAT(refusal("fortress_of = \"allies\"", "fortress_of = \"blue\""), HasSubstr("no side"));
  EXPECT_THAT(refusal("at = [4, 4]\nzone = 2", "at = [3, 1]\nname = \"Lutetia\""), HasSubstr("already"));
}

TEST(BoardFile, AMarkMaySpeakOfAllSquaresOfARectangle) {
  std::string text = kBoard;
  const std::string one = "at = [4, 4]\n";
  text.replace(text.find(one), one.size(), one + "to = [9, 9]\n");
  const auto file = app::parse_board(text, "b.toml");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(std::ranges::count(file->board.marks, "2", &measure::BoardMark::zone), 36);
  EXPECT_THAT(refusal("at = [4, 4]\nzone = 2", "at = [4, 4]\nto = [3, 9]\nzone = 2"), HasSubstr("[3, 9] does not lie beyond [4, 4]"));
  EXPECT_THAT(refusal("at = [4, 4]\nzone = 2", "at = [4, 4]\nto = [9, 10]\nzone = 2"), HasSubstr("there is no square [9, 10]"));
}

TEST(BoardFile, TwoSidesPlayAndTheyPlayDifferently) {
  EXPECT_THAT(refusal("plays = \"central\"", "plays = \"allies\""), AllOf(HasSubstr("b.toml:13"), HasSubstr("both play allies")));
  EXPECT_THAT(refusal("name = \"red\"", "name = \"green\""), HasSubstr("two sides are named"));
  EXPECT_THAT(refusal("[[side]]\nname = \"red\"\nplays = \"central\"\n", ""), HasSubstr("two sides, not 1"));
}

TEST(BoardFile, APieceTagIsWornOnce) {
  EXPECT_THAT(refusal("plays = \"central\"", "plays = \"central\"\ntags = [7, 8]\ngeneral_tags = [8]"), HasSubstr("worn twice"));
}

TEST(BoardFile, TheExampleOfABattleHasTwoZones) {
  const auto file = app::read_board(VEDETTE_SOURCE_DIR "/examples/boards/les_allies_battle.toml");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(std::ranges::count(file->board.marks, "2", &measure::BoardMark::zone), 8 * 12);
  EXPECT_EQ(file->tags.size(), 4u);
}

TEST(BoardFile, TheExamplesAreRead) {
  using measure::BoardGame;
  for (const auto& [name, game] : std::map<std::string, BoardGame>{
           {"le_choc", BoardGame::LeChoc}, {"les_allies", BoardGame::LesAllies}, {"draughts", BoardGame::Draughts}}) {
    const auto file = app::read_board(std::string(VEDETTE_SOURCE_DIR "/examples/boards/") + name + ".toml");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->board.game, game);
    EXPECT_EQ(file->tags.size(), 4u);
  }
}

}  // namespace
}  // namespace board_file_test
