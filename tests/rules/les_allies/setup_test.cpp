// Who plays with how many men, where they begin, and the games for two.
#include "rules/les_allies/setup.h"

#include <gmock/gmock.h>

#include "tests/rules/les_allies/builders.h"

namespace rules::les_allies::setup_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const House kBook;

std::string rule_at(const Board& board, const House& house, Side side, Square at) {
  const auto why = barred_at_start(board, house, side, at);
  return why ? why->rule : "fine";
}

/// Twelve columns of territory, own rows 0 to 8, the enemy's from 9; (2, 8) and (4, 8) are Belgium, (8, 8) Holland.
Board with_neutrals() {
  std::vector<Place> places = grid(12, 18, Colouring::Even);
  for (Place& place : places) {
    place.land = place.at.row <= 8 ? Side::Allies : Side::Central;
    if (place.at == Square{2, 8} || place.at == Square{4, 8} || place.at == Square{8, 8}) {
      place.land.reset();
      place.neutral = true;
      place.country = place.at == Square{8, 8} ? "NL" : "BE";
    }
  }
  return Board::make(12, 18, places).value();
}

TEST(Setup, DX15AManBesideAnEnemySquareIsTooNear) {
  const Board board = synthetic_zone(1);
  EXPECT_EQ(rule_at(board, kBook, Side::Allies, {4, 8}), "D-4");
  EXPECT_EQ(rule_at(board, kBook, Side::Allies, {5, 7}), "fine");
  EXPECT_EQ(rule_at(board, kBook, Side::Central, {5, 9}), "D-4");
  EXPECT_EQ(rule_at(board, kBook, Side::Central, {4, 10}), "fine");
}

TEST(Setup, DX18AndD1SoMenStandAtTheStart) {
  std::vector<int> men;
  for (const Player& player : players(Variant::FourPlayers)) men.push_back(player.men);
  EXPECT_THAT(men, ElementsAre(36, 36, 24, 24));
  const Board board = synthetic_board();
  for (const Player& player : players(Variant::FourPlayers)) {
    EXPECT_EQ(starting_squares(board, kBook, player.side, player.zone).size(), player.zone == 1 ? 48U : 36U);  // DG1
    EXPECT_EQ(player_of(player.side, player.zone), player.number);
  }
}

TEST(Setup, D4OnlyInOnesOwnTerritory) {
  const Board board = synthetic_zone(1);
  EXPECT_EQ(rule_at(board, kBook, Side::Allies, {0, 12}), "D-4");
  EXPECT_EQ(rule_at(board, kBook, Side::Central, {0, 12}), "fine");
  EXPECT_EQ(rule_at(board, kBook, Side::Allies, {0, 1}), "D-3");
  const Position general_too_early = men({general(0, 0)}, {});
  ASSERT_EQ(setup_faults(board, kBook, general_too_early).size(), 1U);
  EXPECT_EQ(setup_faults(board, kBook, general_too_early)[0].why.rule, "D-14");
}

TEST(Setup, DG3TheGapMayBeWiderOrNone) {
  const Board board = synthetic_zone(1);
  House house;
  house.setup_gap = 2;
  EXPECT_EQ(rule_at(board, house, Side::Allies, {5, 7}), "D-4");
  EXPECT_EQ(rule_at(board, house, Side::Allies, {4, 6}), "fine");
  house.setup_gap = 0;
  EXPECT_EQ(rule_at(board, house, Side::Allies, {4, 8}), "fine");
}

TEST(Setup, D5AndDG4NeutralGroundNeedsNoGapAndHollandIsClosed) {
  const Board board = with_neutrals();
  House house;
  for (const Side side : {Side::Allies, Side::Central}) {
    EXPECT_EQ(rule_at(board, house, side, {2, 8}), "fine");
    EXPECT_EQ(rule_at(board, house, side, {8, 8}), "D-5");
  }
  EXPECT_EQ(rule_at(board, house, Side::Allies, {3, 7}), "fine");  // beside Belgium, not beside the enemy
  house.neutral_setup = false;
  EXPECT_EQ(rule_at(board, house, Side::Allies, {2, 8}), "DG4");
  house.neutral_setup = true;
  house.neutral_closed = {};
  EXPECT_EQ(rule_at(board, house, Side::Allies, {8, 8}), "fine");
}

TEST(Setup, D23TwoPlayersOnOneZoneOrWithTwelveMenEach) {
  EXPECT_EQ(players(Variant::ZoneOne).size(), 2U);
  EXPECT_EQ(players(Variant::ZoneTwo)[0].men, 24);
  for (const Variant duel : {Variant::FranceGermany, Variant::RussiaGermany, Variant::RussiaAustria})
    for (const Player& player : players(duel)) EXPECT_EQ(player.men, 12);
  EXPECT_EQ(players(Variant::RussiaAustria)[1].powers, "Austria");
  for (const std::string_view name : variant_words()) EXPECT_EQ(word(variant_called(name).value()), name);
  EXPECT_FALSE(variant_called("chess"));
}

TEST(Setup, D23OnlyTheTwoPowersAndTheirNearestFortresses) {
  const Board duel = board_for(synthetic_board(), Variant::FranceGermany);
  for (const Place& place : duel.places()) EXPECT_TRUE(place.country == "FR" || place.country == "DE") << place.country;
  EXPECT_EQ(duel.find({2, 16})->fortress, Side::Central);
  EXPECT_EQ(duel.find({3, 1})->fortress, Side::Allies);
  const Board east = board_for(synthetic_board(), Variant::ZoneTwo);
  EXPECT_EQ(east.places().size(), 84U);
}

/// Russia in the rows below 5 and Austria above, with two fortresses each.
Board russia_and_austria() {
  std::vector<Place> places = grid(10, 10, Colouring::Even);
  for (Place& place : places) {
    place.zone = 2;
    place.land = place.at.row < 5 ? Side::Allies : Side::Central;
    place.country = place.at.row < 5 ? "RU" : "AT";
    if (place.at == Square{2, 4} || place.at == Square{9, 1}) place.fortress = Side::Allies;
    if (place.at == Square{4, 6} || place.at == Square{8, 8}) place.fortress = Side::Central;
  }
  return Board::make(10, 10, places).value();
}

TEST(Setup, D23AndDG28RussiaAgainstAustria) {
  const Board board = board_for(russia_and_austria(), Variant::RussiaAustria);
  const auto fortress = [&](Square at) { return board.find(at)->fortress; };
  EXPECT_EQ(fortress({9, 1}), Side::Allies);   // Austrian Generals are made in the east
  EXPECT_EQ(fortress({2, 4}), std::nullopt);   // though this one is nearer
  EXPECT_EQ(fortress({4, 6}), Side::Central);  // Russian ones nearest the border
  EXPECT_EQ(fortress({8, 8}), std::nullopt);
}

TEST(Setup, DG27BelgiumIsOpenInFranceAgainstGermanyAndNoOtherNeutral) {
  std::vector<Place> places = grid(10, 10, Colouring::Even);
  for (Place& place : places) {
    place.country = place.at.row < 5 ? "FR" : "DE";
    place.land = place.at.row < 5 ? Side::Allies : Side::Central;
    if (place.at.column > 6) place.country = place.at.row < 5 ? "BE" : "CH", place.neutral = true, place.land.reset();
  }
  const Board board = board_for(Board::make(10, 10, places).value(), Variant::FranceGermany);
  EXPECT_NE(board.find({8, 2}), nullptr);
  EXPECT_EQ(board.find({8, 8}), nullptr);
  for (const Side side : {Side::Allies, Side::Central}) EXPECT_FALSE(barred_at_start(board, kBook, side, {8, 2}));
}

}  // namespace
}  // namespace rules::les_allies::setup_test
