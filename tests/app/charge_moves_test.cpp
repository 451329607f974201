// The movement as the window shows it: from where the turn began, priced by ground, body by body.
#include "app/umpire/charge_play.h"

#include <gmock/gmock.h>

#include "tests/rules/field_builders.h"

namespace charge_moves_test {
namespace {

using namespace rules::charge;
using measure::Inches;
using measure::PieceKind;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const House kBook;

/// Two red bodies of two, and one of blue; a wood from x 30 on.
Field field() {
  Field out;
  out.table = measure::Table{.length = Inches(72), .width = Inches(48), .terrain = {}};
  for (int i = 0; i < 2; ++i) {
    out.pieces.push_back(piece(1 + i, "R/" + std::to_string(i + 1), "R", "red", PieceKind::Infantry, 20, 10 + 3 * i, 0));
    out.pieces.push_back(piece(11 + i, "S/" + std::to_string(i + 1), "S", "red", PieceKind::Infantry, 28, 20 + 3 * i, 0));
  }
  out.pieces.push_back(piece(21, "B/1", "B", "blue", PieceKind::Infantry, 60, 10, 180));
  measure::Terrain wood;
  wood.name = "Ash";
  wood.kind = measure::TerrainKind::Wood;
  wood.polygon = {{Inches(30), Inches(0)}, {Inches(50), Inches(0)}, {Inches(50), Inches(48)}, {Inches(30), Inches(48)}};
  out.terrain = {wood};
  return out;
}

Field moved(Field seen, int id, double by) {
  for (Piece& piece : seen.pieces)
    if (piece.figure.id == id) piece.figure.footprint.centre.x += Inches(by);
  return seen;
}

TEST(ChargeMoves, TheWorstOfEveryBodyStandsFirst) {
  const Field seen = moved(moved(moved(field(), 1, 5.0), 2, 7.5), 21, -3.0);
  const auto bodies = app::moves_so_far(begin(field()), seen, kBook);
  ASSERT_THAT(bodies, SizeIs(1)) << "blue does not move now";
  EXPECT_EQ(bodies[0].unit, "R");
  ASSERT_THAT(bodies[0].pieces, SizeIs(2));
  EXPECT_EQ(app::length_text(bodies[0].pieces[0]), "7.50 in of 6, 1.50 too far");
  EXPECT_EQ(app::length_text(bodies[0].pieces[1]), "5.00 in of 6, 1.00 left");
}

TEST(ChargeMoves, TheWayIsPricedByGround) {
  const auto bodies = app::moves_so_far(begin(field()), moved(field(), 11, 4.0), kBook);
  ASSERT_THAT(bodies, SizeIs(1));
  EXPECT_EQ(app::length_text(bodies[0].pieces[0]), "6.00 in of 6, 0.00 left");
  EXPECT_THAT(app::leg_texts(bodies[0].pieces[0]), ElementsAre("open 2.00 in", "wood Ash 2.00 in costs 4.00"));
}

TEST(ChargeMoves, WhoOnlyTurnedIsNamed) {
  Field seen = field();
  auto& heading = seen.pieces.front().figure.footprint.heading;
  heading = heading + measure::Radians(0.5);
  const auto bodies = app::moves_so_far(begin(field()), seen, kBook);
  ASSERT_THAT(bodies, SizeIs(1));
  ASSERT_THAT(bodies[0].pieces, SizeIs(1));
  EXPECT_EQ(app::length_text(bodies[0].pieces[0]), "turned on the spot");
}

TEST(ChargeMoves, CountsFromWhereTheTurnBeganAndOnlyInAMovement) {
  Game game = apply(begin(field()), AcceptTable{moved(field(), 1, 3.0), ""}, kBook).game;
  const Field seen = moved(field(), 1, 5.0);
  EXPECT_EQ(app::length_text(app::moves_so_far(game, seen, kBook).at(0).pieces.at(0)), "5.00 in of 6, 1.00 left");
  while (game.step != Step::Artillery) game = apply(game, NextStep{}, kBook).game;
  EXPECT_THAT(app::moves_so_far(game, seen, kBook), IsEmpty());
}

}  // namespace
}  // namespace charge_moves_test
