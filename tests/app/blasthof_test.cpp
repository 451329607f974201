// The example scenario: the armies of the book, the river they cross, the bridge that decides.
#include <gmock/gmock.h>

#include "app/files/roster_file.h"
#include "app/files/scenario_file.h"
#include "app/files/table_file.h"
#include "rules/charge/combat/melee.h"
#include "rules/charge/game/umpire.h"
#include "rules/charge/move/movement.h"
#include "tests/rules/field_builders.h"

namespace blasthof_test {
namespace {

using namespace rules::charge;
using measure::Inches;
using measure::PieceKind;
using measure::TablePoint;
using measure::Verdict;

const House kBook;

struct Example {
  app::TableFile table;
  measure::Roster roster;
  Scenario scenario;
};

Example example() {
  const std::string folder = VEDETTE_SOURCE_DIR "/examples/blasthof/";
  auto table = app::read_table(folder + "table.toml");
  EXPECT_TRUE(table) << table.error().message;
  auto roster = app::read_roster(folder + "roster.toml");
  EXPECT_TRUE(roster) << roster.error().message;
  auto scenario = app::read_scenario(folder + "scenario.toml", table->table, *roster);
  EXPECT_TRUE(scenario) << scenario.error().message;
  return {std::move(*table), std::move(*roster), std::move(*scenario)};
}

/// Everybody of the roster, in rows on either side of the river.
Field drawn_up(const Example& on) {
  Field field;
  field.terrain = on.table.table.terrain;
  field.table = measure::Table{.length = on.table.table.length, .width = on.table.table.width, .terrain = {}};
  std::map<std::string, int> placed;
  int id = 0;
  for (const measure::PieceSpec& spec : measure::pieces_of(on.roster)) {
    const int place = placed[spec.army]++;
    const bool near = spec.army == "Imperial";
    const double x = 6.0 + 3.5 * (place % 17), y = near ? 4.0 + 3.0 * (place / 17) : 44.0 - 3.0 * (place / 17);
    field.pieces.push_back(piece(++id, spec.name, spec.unit, spec.army, spec.kind, x, y, near ? 90 : 270));
  }
  return field;
}

MoveRuling moved(const Example& on, Arm arm, double x, double from_y, double to_y) {
  MoveQuestion question;
  question.arm = arm;
  question.base.shape = measure::RoundShape{Inches(1.0)};
  question.base.centre = {Inches(x), Inches(from_y)};
  question.terrain = on.table.table.terrain;
  return judge_move(question, {Inches(x), Inches(to_y)}, kBook);
}

TEST(Blasthof, CB1TheArmiesOfTheBook) {
  std::map<std::pair<std::string, PieceKind>, int> count;
  const Example on = example();
  for (const measure::Army& army : on.roster.armies)
    for (const measure::Unit& unit : army.units) {
      const bool in_eights = unit.arm != measure::Arm::Infantry || unit.models % 8 == 0;  // a die for every eight (C-I3)
      EXPECT_TRUE(in_eights) << unit.name;
      const PieceKind kind = unit.arm == measure::Arm::Gun       ? PieceKind::Gun
                             : unit.arm == measure::Arm::Cavalry ? PieceKind::Cavalry
                                                                 : PieceKind::Infantry;
      count[{army.name, kind}] += unit.models;
    }
  EXPECT_EQ(count, (std::map<std::pair<std::string, PieceKind>, int>{{{"Imperial", PieceKind::Cavalry}, 16},
                                                                     {{"Imperial", PieceKind::Infantry}, 32},
                                                                     {{"Imperial", PieceKind::Gun}, 2},
                                                                     {{"Electoral", PieceKind::Cavalry}, 12},
                                                                     {{"Electoral", PieceKind::Infantry}, 40},
                                                                     {{"Electoral", PieceKind::Gun}, 2}}));
  const Game game = begin(drawn_up(on));
  ASSERT_EQ(game.armies.size(), 2U);
  EXPECT_EQ(game.armies[0].original, 56);
  EXPECT_EQ(game.armies[1].original, 60);
}

TEST(Blasthof, CB2TheRiverIsForded) {
  const Example on = example();
  // By the bridge for all; by the fords for foot and horse at half speed; elsewhere for nobody.
  const double bridge = 36.0, ford = 20.0, water = 29.5;
  for (const Arm arm : {Arm::Infantry, Arm::Cavalry, Arm::Gun}) EXPECT_EQ(moved(on, arm, bridge, 21.5, 27.0).verdict, Verdict::Yes);
  const MoveRuling waded = moved(on, Arm::Cavalry, ford, 20.5, 25.5);
  EXPECT_EQ(waded.verdict, Verdict::Yes);
  EXPECT_NEAR(waded.cost->value.value, 10.0, 0.01);
  EXPECT_EQ(moved(on, Arm::Infantry, ford, 20.5, 25.5).verdict, Verdict::No);  // 10 of 6 in
  EXPECT_EQ(moved(on, Arm::Gun, ford, 20.5, 25.5).verdict, Verdict::No);
  EXPECT_EQ(moved(on, Arm::Infantry, water, 20.5, 26.0).verdict, Verdict::No);
}

TEST(Blasthof, CB3TheBridgeDecides) {
  const Example on = example();
  ASSERT_TRUE(on.scenario.turns && on.scenario.objective);
  Game game = begin(drawn_up(on));
  game.turn = *on.scenario.turns;
  game.step = Step::Morale;
  EXPECT_EQ(ending(game, on.scenario).winner, "Electoral");
  for (Piece& piece : game.field.pieces)
    if (piece.figure.name == "Imp1/1") piece.figure.footprint.centre = {Inches(36.0), Inches(24.0)};
  EXPECT_EQ(ending(game, on.scenario).winner, "Imperial");
}

TEST(Blasthof, CB4InfantryServesAGun) {
  Field field;
  field.pieces.push_back(piece(1, "ImpG1/gun", "ImpG1", "Imperial", PieceKind::Gun, 20, 20, 90));
  for (int i = 0; i < 2; ++i)
    field.pieces.push_back(
        piece(2 + i, "ImpG1/crew" + std::to_string(i + 1), "ImpG1", "Imperial", PieceKind::Gunner, 19.0 + 2.0 * i, 19, 90));
  EXPECT_EQ(crew_of(field, field.pieces.front(), kBook).surely.size(), 2U);
  for (int i = 0; i < 2; ++i)
    field.pieces.push_back(
        piece(10 + i, "Imp1/" + std::to_string(i + 1), "Imp1", "Imperial", PieceKind::Infantry, 19.0 + 2.0 * i, 20.2, 90));
  EXPECT_EQ(crew_of(field, field.pieces.front(), kBook).surely.size(), 4U);
}

TEST(Blasthof, CB5MoreThanHalfIsTooMuch) {
  EXPECT_EQ(defeating_loss(56), 29);
  EXPECT_EQ(defeating_loss(60), 31);
}

}  // namespace
}  // namespace blasthof_test
