// Rulings of a settled table of Charge!: moves, aims, contacts; what stands is never refused.
#include "rules/charge/game/umpire.h"

#include <gmock/gmock.h>

#include "tests/rules/field_builders.h"

namespace rules::charge::umpire_test {
namespace {

using measure::Inches;
using measure::Verdict;

const House kBook;

Piece piece(int id, const std::string& unit, const std::string& army, measure::PieceKind kind, double x, double y, double heading_deg) {
  Piece out = rules::charge::piece(id, unit + "/" + std::to_string(id), unit, army, kind, x, y, heading_deg);
  if (kind == measure::PieceKind::Gun) out.figure.footprint.shape = measure::RectShape{Inches(2.5), Inches(1.5)};
  return out;
}

Field gun_and_company() {
  Field field;
  field.pieces.push_back(piece(1, "RG", "red", measure::PieceKind::Gun, 10, 10, 90));
  for (int i = 0; i < 4; ++i) field.pieces.push_back(piece(2 + i, "RG", "red", measure::PieceKind::Gunner, 8.5 + i, 8.3, 90));
  for (int i = 0; i < 8; ++i) field.pieces.push_back(piece(11 + i, "B", "blue", measure::PieceKind::Infantry, 7 + i, 20, 270));
  field.table = measure::Table{.length = Inches(72), .width = Inches(48), .terrain = {}};
  return field;
}

Field moved(Field field, int id, double x, double y) {
  for (Piece& p : field.pieces)
    if (p.figure.id == id) p.figure.footprint.centre = {Inches(x), Inches(y)};
  return field;
}

TEST(Umpire, JudgesEachMoveByItsOwnCost) {
  const Field before = gun_and_company();
  const Field after = moved(moved(before, 11, 7, 14.0), 12, 8, 13.9);
  const auto judged = judge_moves(before, after, {11, 12}, kBook);
  ASSERT_EQ(judged.size(), 2U);
  EXPECT_EQ(judged[0].ruling.verdict, Verdict::Yes);  // six inches exactly
  EXPECT_EQ(judged[1].ruling.verdict, Verdict::No);
}

TEST(Umpire, OneManOverAFenceHalvesHisUnit) {
  Field before = gun_and_company();
  measure::Terrain fence;
  fence.kind = measure::TerrainKind::Obstacle;
  fence.line = {{Inches(6.5), Inches(18)}, {Inches(7.5), Inches(18)}};
  before.terrain = {fence};
  const Field after = moved(moved(before, 11, 7, 17.4), 14, 10, 16.5);
  const auto judged = judge_moves(before, after, {11, 14}, kBook);
  // The first may go round the end of the fence; what he does decides for the other.
  ASSERT_EQ(judged.size(), 2U);
  const bool crossed = judged[0].ruling.cost->value.value > 5.0;
  EXPECT_EQ(judged[1].ruling.verdict, crossed ? Verdict::No : Verdict::Yes);
}

TEST(Umpire, AManWhoMayHaveCrossedAFencePutsHisUnitInDoubt) {
  Field before = gun_and_company();
  measure::Terrain fence;
  fence.kind = measure::TerrainKind::Obstacle;
  fence.line = {{Inches(-30), Inches(17.42)}, {Inches(9.5), Inches(17.42)}};
  before.terrain = {fence};
  // The first stands 0.02 in before the fence or beyond it; the others are far off its end.
  for (const double first : {17.44, 17.40}) {
    Field after = moved(moved(moved(before, 11, 7, first), 15, 11, 16.0), 16, 12, 18.0);
    EXPECT_EQ(judge_moves(before, after, {11, 15, 16}, kBook)[1].ruling.verdict, first > 17.42 ? Verdict::Yes : Verdict::No);
    for (Piece& p : after.pieces)
      if (p.figure.id == 11) p.figure.footprint.covariance = measure::covariance_of(Inches(0.05));
    const auto judged = judge_moves(before, after, {11, 15, 16}, kBook);
    EXPECT_EQ(judged[0].ruling.verdict, Verdict::Yes) << "5.2 in at most";
    EXPECT_EQ(judged[1].ruling.verdict, Verdict::TooCloseToCall) << "4 in, or 8";
    EXPECT_NEAR(judged[1].ruling.cost->margin.value, 4.0, 1e-6);
    EXPECT_EQ(judged[2].ruling.verdict, Verdict::Yes) << "2 in, or 4: legal both ways";
  }
}

/// Horsemen 31.. of "C" before a wood that lies between y = 20 and y = 24, x = 0 and x = 40; one after the other as `at` tells.
Field horse_before_a_wood(const std::vector<std::pair<double, double>>& at) {
  Field field;
  measure::Terrain wood;
  wood.kind = measure::TerrainKind::Wood;
  wood.name = "Deer Wood";
  wood.polygon = {{Inches(0), Inches(20)}, {Inches(40), Inches(20)}, {Inches(40), Inches(24)}, {Inches(0), Inches(24)}};
  field.terrain = {wood};
  for (std::size_t i = 0; i < at.size(); ++i)
    field.pieces.push_back(piece(31 + static_cast<int>(i), "C", "blue", measure::PieceKind::Cavalry, at[i].first, at[i].second, 90));
  field.table = measure::Table{.length = Inches(72), .width = Inches(48), .terrain = {}};
  return field;
}

TEST(Umpire, CM6HorsemenGoThroughAWoodInSingleFileByOneWayOfTheirUnit) {
  // In a column, 2 in apart: 4 in of wood cost 8, the first has 4 more in the open and the second 2.
  const Field column = horse_before_a_wood({{10, 19}, {10, 17}});
  for (const auto& judged : judge_moves(column, moved(moved(column, 31, 10, 25), 32, 10, 24.1), {31, 32}, kBook))
    EXPECT_EQ(judged.ruling.verdict, Verdict::Yes) << judged.name;
  // In line, 8 in from end to end: each could ride straight through, but by one way somebody rides too far.
  const Field line = horse_before_a_wood({{10, 18}, {14, 18}, {18, 18}});
  Field after = line;
  for (const int id : {31, 32, 33}) after = moved(after, id, 10 + 4 * (id - 31), 25.5);
  const auto judged = judge_moves(line, after, {31, 32, 33}, kBook);
  EXPECT_EQ(judged[0].ruling.verdict, Verdict::No);
  EXPECT_EQ(judged[0].ruling.because.front().rule, "C-M6");
  EXPECT_EQ(judged[1].ruling.verdict, Verdict::Yes) << "it is his way";
  EXPECT_EQ(judge_moves(line, moved(line, 31, 10, 25.5), {31}, kBook)[0].ruling.verdict, Verdict::Yes) << "one man alone";
}

TEST(Umpire, CM6HorsemenWhoHaltInAWoodStandBehindEachOther) {
  const Field before = horse_before_a_wood({{10, 19}, {12, 19}});
  const auto abreast = judge_moves(before, moved(moved(before, 31, 10, 22), 32, 12, 22), {31, 32}, kBook);
  EXPECT_EQ(abreast[0].ruling.verdict, Verdict::No);
  EXPECT_EQ(abreast[0].ruling.because.front().rule, "C-M6");
  EXPECT_EQ(abreast[0].ruling.because.front().who, "C/32");
  const Field apart = horse_before_a_wood({{10, 19}, {10, 17}});
  for (const auto& judged : judge_moves(apart, moved(moved(apart, 31, 10, 23), 32, 10, 21), {31, 32}, kBook))
    EXPECT_EQ(judged.ruling.verdict, Verdict::Yes);
}

TEST(Umpire, BasesThatStandInEachOtherStand) {
  const Field before = gun_and_company();
  const Field after = moved(before, 11, 7.6, 20);  // half upon his neighbour
  EXPECT_EQ(judge_moves(before, after, {11}, kBook)[0].ruling.verdict, Verdict::Yes);
}

TEST(Umpire, CG48APieceTurnsForNothing) {
  const Field before = gun_and_company();
  Field after = before;
  after.pieces[0].figure.footprint.heading = measure::from_degrees(200);
  const auto judged = judge_moves(before, after, {1}, kBook);
  EXPECT_EQ(judged[0].ruling.verdict, Verdict::Yes);
  EXPECT_NEAR(judged[0].ruling.cost->value.value, 0.0, 1e-9);
}

TEST(Umpire, AGunFiresAtEveryEnemyBodyAndInfantryAtThoseNear) {
  const auto aims = judge_aims(gun_and_company(), kBook);
  ASSERT_EQ(aims.size(), 2U);
  EXPECT_EQ(aims[0].firer, "RG/1");
  EXPECT_EQ(aims[0].aim.verdict, Verdict::Yes);
  EXPECT_EQ(aims[1].firer, "B");
  EXPECT_EQ(aims[1].aim.verdict, Verdict::No);  // eleven inches
}

TEST(Umpire, CA1AGunWithoutFourMenIsSilent) {
  Field field = gun_and_company();
  std::erase_if(field.pieces, [](const Piece& p) { return p.figure.id == 5; });
  EXPECT_EQ(judge_aims(field, kBook)[0].aim.verdict, Verdict::No);
}

TEST(Umpire, CG41TheEnemyMayServeAGunThatIsLeftAlone) {
  Field field = gun_and_company();
  std::erase_if(field.pieces, [](const Piece& p) { return p.kind == measure::PieceKind::Gunner; });
  for (int i = 0; i < 4; ++i) field.pieces.push_back(piece(31 + i, "BI", "blue", measure::PieceKind::Infantry, 8.5 + i, 8.3, 90));
  field.pieces.push_back(piece(41, "R", "red", measure::PieceKind::Infantry, 10, 20.9, 270));
  EXPECT_EQ(as_served(field, field.pieces[0], kBook).army, "blue");
  House house;
  house.gun_capture = false;
  EXPECT_EQ(as_served(field, field.pieces[0], house).army, "red");
}

TEST(Umpire, AGunHidesNoneOfItsOwnCrew) {
  Field field = gun_and_company();
  field.pieces.push_back(piece(51, "BG", "blue", measure::PieceKind::Gun, 10, 30, 270));
  for (int i = 0; i < 4; ++i) field.pieces.push_back(piece(52 + i, "BG", "blue", measure::PieceKind::Gunner, 8.5 + i, 31.7, 270));
  std::erase_if(field.pieces, [](const Piece& p) { return p.unit == "B"; });
  const auto aims = judge_aims(field, kBook);
  ASSERT_FALSE(aims.empty());
  EXPECT_EQ(aims[0].target, "BG");
  EXPECT_EQ(aims[0].aim.verdict, Verdict::Yes);
}

TEST(Umpire, ContactsAreEnemiesWhoTouch) {
  const Field field = moved(gun_and_company(), 11, 8.5, 9.3);
  EXPECT_THAT(contacts(field), testing::Contains(testing::Pair(2, 11)));
}

}  // namespace
}  // namespace rules::charge::umpire_test
