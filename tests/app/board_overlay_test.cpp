// What is drawn over a board, from snapshots made by hand.
#include "app/overlay/board.h"

#include <gmock/gmock.h>

namespace board_overlay_test {
namespace {

using measure::SquareName;
using testing::Contains;
using testing::Not;

measure::Board board() {
  measure::Board out;
  out.game = measure::BoardGame::LesAllies;
  out.length = out.width = measure::Inches(10.0);
  out.coloured = measure::Coloured::Even;
  out.squares = measure::grid_squares(10, 10, out.length, out.width, out.coloured);
  for (const char* plays : {"allies", "central"})
    out.sides.push_back({.name = plays, .plays = plays, .colour = "#2f8f4e", .diameter = {}, .height = {}, .tags = {}, .general_tags = {}});
  return out;
}

app::BoardSnapshot snapshot(const std::vector<std::pair<SquareName, bool>>& pieces) {
  auto reading = std::make_shared<vision::BoardReading>();
  for (const auto& [at, sure] : pieces) {
    vision::BoardPiece piece;
    piece.on = at;
    piece.at = {measure::Inches(at.column + 0.5), measure::Inches(at.row + 0.5)};
    piece.sure = sure;
    reading->pieces.push_back(piece);
  }
  app::BoardSnapshot out;
  out.reading = reading;
  out.last.unchanged = true;
  return out;
}

std::vector<std::string> labels(const overlay::DisplayList& list) {
  std::vector<std::string> out;
  for (const overlay::Primitive& primitive : list)
    if (const auto* label = std::get_if<overlay::Label>(&primitive)) out.push_back(label->text);
  return out;
}

std::size_t areas(const overlay::DisplayList& list, overlay::Ink ink) {
  std::size_t count = 0;
  for (const overlay::Primitive& primitive : list)
    if (const auto* area = std::get_if<overlay::Area>(&primitive)) count += area->style.colour == overlay::Colour(ink);
  return count;
}

TEST(BoardOverlay, NothingIsDrawnBeforeAPictureHasBeenRead) { EXPECT_TRUE(app::board_overlay({}, board(), {}).empty()); }

TEST(BoardOverlay, D20TheBorderOfTheZonesIsDrawnAndDashedOnceItIsOpen) {
  measure::Board zones = board();
  for (const measure::BoardSquare& square : zones.squares)
    if (square.at.column >= 5)
      zones.marks.push_back({.at = square.at, .name = {}, .country = {}, .zone = "2", .fortress_of = {}, .base_of = {}});
  const auto sides = app::border_of_zones(zones);
  ASSERT_EQ(sides.size(), 10U);
  for (const auto& [from, to] : sides) EXPECT_EQ(from.x, measure::Inches(5.0)) << "between columns 4 and 5";
  EXPECT_TRUE(app::border_of_zones(board()).empty());
  app::BoardSnapshot now = snapshot({{{4, 4}, true}});
  now.zones.resize(2);
  const auto dashed = [&] {
    std::size_t count = 0;
    for (const overlay::Primitive& primitive : app::board_overlay(now, zones, {}))
      if (const auto* line = std::get_if<overlay::Line>(&primitive)) count += line->style.dashed;
    return count;
  };
  EXPECT_EQ(dashed(), 0U);
  now.zones[0].over = true;
  EXPECT_EQ(dashed(), 10U);
}

TEST(BoardOverlay, TheTouchedPieceShowsWhereItMayGo) {
  app::BoardSnapshot now = snapshot({{{4, 4}, true}, {{8, 8}, true}});
  const auto to = [](SquareName from, SquareName at, std::vector<SquareName> takes) {
    app::BoardAction action;
    action.way = {from, at};
    action.takes = std::move(takes);
    return action;
  };
  now.options = {to({4, 4}, {5, 5}, {}), to({4, 4}, {2, 2}, {{3, 3}}), to({8, 8}, {9, 9}, {})};
  EXPECT_EQ(areas(app::board_overlay(now, board(), {}), overlay::Ink::Yes), 0U);
  const auto touched = app::board_overlay(now, board(), {.selected = SquareName{4, 4}, .hovered = {}});
  EXPECT_EQ(areas(touched, overlay::Ink::Yes), 1U) << "a plain move";
  EXPECT_EQ(areas(touched, overlay::Ink::No), 1U) << "and one that takes";
}

TEST(BoardOverlay, WhatIsNotSureAndWhoMustTakeIsSaidInWords) {
  app::BoardSnapshot now = snapshot({{{4, 4}, true}, {{8, 8}, false}});
  now.must_take = {{4, 4}};
  const auto said = labels(app::board_overlay(now, board(), {}));
  EXPECT_THAT(said, Contains("must take"));
  EXPECT_THAT(said, Contains("not sure"));
}

TEST(BoardOverlay, PossibleLettersShowWhereTheyAreFewOrAskedFor) {
  app::BoardSnapshot now = snapshot({{{4, 4}, true}, {{8, 8}, true}});
  now.letters = {{{4, 4}, "AC"}, {{8, 8}, "ABCDEFGH"}};
  EXPECT_THAT(labels(app::board_overlay(now, board(), {})), Contains("AC"));
  EXPECT_THAT(labels(app::board_overlay(now, board(), {})), Not(Contains("ABCDEFGH")));
  EXPECT_THAT(labels(app::board_overlay(now, board(), {.selected = SquareName{8, 8}, .hovered = {}})), Contains("ABCDEFGH"));
  EXPECT_THAT(labels(app::board_overlay(now, board(), {.selected = {}, .hovered = {}, .letters = false})), Not(Contains("AC")));
}

TEST(BoardOverlay, UnseenSquaresAreVeiled) {
  app::BoardSnapshot now = snapshot({{{4, 4}, true}});
  auto reading = std::make_shared<vision::BoardReading>(*now.reading);
  reading->unseen = {{0, 0}, {2, 0}};
  now.reading = reading;
  EXPECT_EQ(areas(app::board_overlay(now, board(), {}), overlay::Ink::TooClose), 2U);
}

TEST(BoardOverlay, AnUnexplainedSquareIsMarked) {
  app::BoardSnapshot now = snapshot({{{4, 4}, true}});
  now.last.unchanged = false;
  now.last.verdict = measure::Verdict::No;
  now.last.differences = {{app::BoardDifference::Kind::Gone, {6, 6}, 0}};
  EXPECT_THAT(labels(app::board_overlay(now, board(), {})), Contains("gone?"));
}

TEST(BoardSquares, APointLiesOnOneSquareOrBesideTheBoard) {
  EXPECT_EQ(app::square_at(board(), {measure::Inches(4.2), measure::Inches(4.9)}), (SquareName{4, 4}));
  EXPECT_FALSE(app::square_at(board(), {measure::Inches(-1.0), measure::Inches(4.9)}));
}

}  // namespace
}  // namespace board_overlay_test
