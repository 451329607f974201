// Contacts, pairing and push-back of Charge!.
#include "rules/charge/combat/contact.h"

#include <gmock/gmock.h>

#include "tests/rules/field_builders.h"

namespace rules::charge::contact_test {
namespace {

using measure::Inches;

Piece man(int id, const std::string& army, double x, double y, measure::PieceKind kind = measure::PieceKind::Infantry) {
  return piece(id, army + std::to_string(id), army, army, kind, x, y, 0.0);
}

Field field_of(std::vector<Piece> pieces) {
  Field field;
  field.pieces = std::move(pieces);
  field.table = measure::Table{.length = Inches(72), .width = Inches(48), .terrain = {}};
  return field;
}

TEST(Contact, EnemiesWhoseBasesTouchAreInContact) {
  const Field field = field_of({man(1, "red", 10, 10), man(2, "red", 20, 10), man(3, "blue", 11, 10), man(4, "blue", 12.1, 10)});
  const auto all = touches(field);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].a, 1);
  EXPECT_EQ(all[0].b, 3);
}

TEST(Contact, WhatTheCameraCannotTellApartTouches) {
  Field field = field_of({man(1, "red", 10, 10), man(3, "blue", 11.02, 10)});
  EXPECT_TRUE(touches(field).empty());
  for (Piece& piece : field.pieces) piece.figure.footprint.covariance = measure::covariance_of(Inches(0.02));
  EXPECT_EQ(touches(field).size(), 1U);
}

TEST(Contact, AsManySingleCombatsAsThereCanBeAndTheRestAreSeconds) {
  // Two of red touch the same blue man; one of them touches another as well.
  const Field field = field_of(
      {man(1, "red", 10, 10), man(2, "red", 11, 10), man(3, "red", 12, 10), man(4, "blue", 10.5, 10.866), man(5, "blue", 11.5, 10.866)});
  const auto pairs = pair_up(touches(field));
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].a.size() + pairs[0].b.size() + pairs[1].a.size() + pairs[1].b.size(), 5U);
  for (const Pair& pair : pairs) EXPECT_LE(pair.a.size(), 2U);
}

TEST(Contact, CG32TheNearestFightEachOtherWhereThatCostsNoCombat) {
  const auto at = [](int a, int b, double gap) { return Touch{a, b, {Inches(gap), Inches(0.05)}}; };
  const auto pairs = pair_up({at(1, 11, 0.01), at(1, 12, 0.02), at(2, 11, 0.03), at(2, 12, 0.04)});
  EXPECT_THAT(pairs, testing::UnorderedElementsAre(Pair{{1}, {11}}, Pair{{2}, {12}}));
  // Where it would cost one, the second nearest do.
  EXPECT_EQ(pair_up({at(1, 11, 0.01), at(1, 12, 0.02), at(2, 11, 0.03)}).size(), 2U);
}

TEST(Contact, NeverMoreThanTwoOnOne) {
  const Field field = field_of({man(1, "red", 10, 10), man(2, "blue", 11, 10), man(3, "blue", 9, 10), man(4, "blue", 10, 11)});
  const auto pairs = pair_up(touches(field));
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].b.size(), 2U);
}

measure::TablePoint pushed(const Field& field, int id, std::vector<int> opponents, std::vector<int> ignored = {}) {
  return push_back_of(field, id, opponents, ignored, House{}).to;
}

TEST(PushBack, StraightAwayFromTheOpponent) {
  const Field field = field_of({man(1, "red", 10, 10), man(2, "blue", 11, 10)});
  EXPECT_NEAR(pushed(field, 1, {2}).x.value, 7.0, 1e-6);
  EXPECT_NEAR(pushed(field, 2, {1}).x.value, 14.0, 1e-6);
  const Field horse = field_of({man(1, "red", 10, 10, measure::PieceKind::Cavalry), man(2, "blue", 11, 10)});
  EXPECT_NEAR(pushed(horse, 1, {2}).x.value, 4.0, 1e-6);
}

TEST(PushBack, ShortenedByFiguresByImpassableGroundAndByTheEdge) {
  Field field = field_of({man(1, "red", 10, 10), man(2, "blue", 11, 10), man(3, "red", 8, 10)});
  EXPECT_NEAR(pushed(field, 1, {2}).x.value, 9.0, 1e-5);
  EXPECT_EQ(push_back_of(field, 1, {2}, {}, House{}).shortened_by, "red3");
  EXPECT_NEAR(pushed(field, 1, {2}, {3}).x.value, 7.0, 1e-6);  // he has fallen

  field.pieces.pop_back();
  measure::Terrain house;
  house.kind = measure::TerrainKind::House;
  house.polygon = {{Inches(5), Inches(8)}, {Inches(8), Inches(8)}, {Inches(8), Inches(12)}, {Inches(5), Inches(12)}};
  field.terrain = {house};
  EXPECT_NEAR(pushed(field, 1, {2}).x.value, 8.5, 1e-5);

  const Field edge = field_of({man(1, "red", 2, 10), man(2, "blue", 3, 10)});
  EXPECT_NEAR(pushed(edge, 1, {2}).x.value, 0.0, 1e-6);
}

TEST(PushBack, NeighboursWhoTouchDoNotHoldAManWhoGoesStraightBack) {
  const Field field = field_of({man(1, "red", 10, 10), man(2, "blue", 10, 11), man(3, "red", 9, 10), man(4, "red", 11, 10)});
  EXPECT_NEAR(pushed(field, 1, {2}).y.value, 7.0, 1e-5);
}

TEST(PushBack, WoodsDoNotShortenIt) {
  Field field = field_of({man(1, "red", 10, 10), man(2, "blue", 11, 10)});
  measure::Terrain wood;
  wood.kind = measure::TerrainKind::Wood;
  wood.polygon = {{Inches(0), Inches(0)}, {Inches(20), Inches(0)}, {Inches(20), Inches(20)}, {Inches(0), Inches(20)}};
  field.terrain = {wood};
  EXPECT_NEAR(pushed(field, 1, {2}).x.value, 7.0, 1e-6);
}

}  // namespace
}  // namespace rules::charge::contact_test
