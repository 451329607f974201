// Moves and sweeps of Les Allies, and the international game in the same engine.
#include <gmock/gmock.h>

#include "rules/les_allies/perft.h"
#include "tests/rules/les_allies/builders.h"
#include "tests/support/les_allies_oracle.h"

namespace rules::les_allies {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const House kBook;

std::vector<Square> goes_to(const Legal& legal, Square from) {
  std::vector<Square> out;
  for (const Step& step : legal.moves)
    if (step.from == from) out.push_back(step.to);
  return out;
}

std::string rule_against(const Setting& setting, const Position& men, const Play& play, Side side = Side::Allies) {
  const Judged judged = judge(setting, men, side, play);
  return judged.because.empty() ? "fine" : judged.because[0].rule;
}

// ---- boards ----

TEST(Board, DG1TheSyntheticBoardHasRoomForEverybody) {
  const Board west = synthetic_zone(1), east = synthetic_zone(2), both = synthetic_board();
  EXPECT_EQ(west.places().size(), 108U);
  EXPECT_EQ(east.places().size(), 84U);
  EXPECT_EQ(both.places().size(), 192U);
  EXPECT_EQ(west.words(), 2);
  EXPECT_EQ(both.words(), 4);
  EXPECT_EQ(both.find({12, 2})->zone, 2);
  EXPECT_EQ(both.find({11, 3})->zone, 1);
}

TEST(Board, DG2FortressesOfTheSyntheticBoard) {
  const Board west = synthetic_zone(1), east = synthetic_zone(2);
  for (const Square at : {Square{3, 1}, Square{9, 1}}) {
    EXPECT_EQ(west.find(at)->fortress, Side::Allies);
    EXPECT_EQ(east.find(at)->fortress, Side::Allies);
  }
  for (const Square at : {Square{8, 16}, Square{2, 16}}) EXPECT_EQ(west.find(at)->fortress, Side::Central);
  for (const Square at : {Square{8, 12}, Square{2, 12}}) EXPECT_EQ(east.find(at)->fortress, Side::Central);
}

TEST(Board, D3OnlyItsColouredSquaresExist) {
  const Board board = even_board(10, 10);
  EXPECT_EQ(board.places().size(), 50U);
  EXPECT_EQ(board.words(), 1);
  for (int column = -2; column < 12; ++column)
    for (int row = -2; row < 12; ++row) {
      const bool there = column >= 0 && column < 10 && row >= 0 && row < 10 && (column + row) % 2 == 0;
      EXPECT_EQ(board.find({column, row}) != nullptr, there) << column << "," << row;
    }
}

TEST(Board, RefusesSquaresOffTheGridTwiceOrTooMany) {
  EXPECT_FALSE(Board::make(3, 3, {Place{.at = {3, 0}}}));
  EXPECT_FALSE(Board::make(3, 3, {Place{.at = {1, 1}}, Place{.at = {1, 1}}}));
  EXPECT_FALSE(Board::make(100, 100, grid(100, 100, Colouring::All)));
  EXPECT_FALSE(Board::make(0, 3, {}));
  EXPECT_TRUE(Board::make(40, 40, grid(40, 40, Colouring::Even)));
  EXPECT_TRUE(Board::make(24, 18, grid(24, 18, Colouring::All)));
}

TEST(Board, WhereAllSquaresAreColouredMenStillMoveDiagonally) {
  const Board board = Board::make(8, 8, grid(8, 8, Colouring::All)).value();
  EXPECT_THAT(goes_to(legal({board, kBook}, men({{4, 3}}, {}), Side::Allies), {4, 3}),
              ElementsAre(Square{3, 2}, Square{5, 2}, Square{3, 4}, Square{5, 4}));
}

TEST(Board, OneRowOfAnyLengthHasNoMoves) {
  for (const int columns : {1, 2, 62, 63, 64, 99, 100}) {
    const Board row = Board::make(columns, 1, grid(columns, 1, Colouring::All)).value();
    EXPECT_THAT(legal({row, kBook}, men({general(0, 0)}, {}), Side::Allies).moves, IsEmpty()) << columns;
    const Board column = Board::make(1, columns, grid(1, columns, Colouring::All)).value();
    EXPECT_THAT(legal({column, kBook}, men({general(0, 0)}, {}), Side::Allies).moves, IsEmpty()) << columns;
  }
}

// ---- moves ----

TEST(Moves, DX1ASoldierMovesOneSquareDiagonally) {
  const Board board = even_board(10, 10);
  const Legal all = legal({board, kBook}, men({{4, 4}}, {}), Side::Allies);
  EXPECT_THAT(goes_to(all, {4, 4}), ElementsAre(Square{3, 3}, Square{5, 3}, Square{3, 5}, Square{5, 5}));
  EXPECT_THAT(all.sweeps, IsEmpty());
  EXPECT_THAT(all.huffable, IsEmpty());
}

TEST(Moves, D8NeitherOffTheBoardNorOntoAMan) {
  const Board board = even_board(10, 10);
  const Position corner = men({{0, 0}, {9, 9}, {1, 1}}, {});
  EXPECT_THAT(goes_to(legal({board, kBook}, corner, Side::Allies), {0, 0}), IsEmpty());
  EXPECT_EQ(rule_against({board, kBook}, corner, {{0, 0}, {{1, 1}}}), "D-8");
  EXPECT_EQ(rule_against({board, kBook}, corner, {{1, 1}, {{1, 2}}}), "D-8");
  EXPECT_EQ(rule_against({board, kBook}, corner, {{1, 1}, {{3, 3}}}), "D-8");
  EXPECT_EQ(rule_against({board, kBook}, corner, {{1, 1}, {{1, 3}}}), "D-8");
  EXPECT_EQ(rule_against({board, kBook}, corner, {{9, 9}, {{10, 10}}}), "D-8");
}

TEST(Moves, D7OneOfOnesOwnMen) {
  const Board board = even_board(10, 10);
  const Position two = men({{0, 0}}, {{8, 8}});
  EXPECT_EQ(rule_against({board, kBook}, two, {{4, 4}, {{5, 5}}}), "D-7");
  EXPECT_EQ(rule_against({board, kBook}, two, {{8, 8}, {{7, 7}}}), "D-7");
  EXPECT_EQ(rule_against({board, kBook}, two, {{8, 8}, {{7, 7}}}, Side::Central), "fine");
}

TEST(Moves, D9AndDG5RetreatingByEveryReading) {
  const Board board = even_board(10, 10);
  House house;
  EXPECT_EQ(rule_against({board, house}, men({{4, 4}}, {}), {{4, 4}, {{3, 3}}}), "fine");
  house.soldier_back_move = BackMove::Never;
  EXPECT_EQ(rule_against({board, house}, men({{4, 4}}, {}), {{4, 4}, {{3, 3}}}), "D-9");
  EXPECT_EQ(rule_against({board, house}, men({}, {{4, 4}}), {{4, 4}, {{3, 5}}}, Side::Central), "D-9");
  EXPECT_EQ(rule_against({board, house}, men({general(4, 4)}, {}), {{4, 4}, {{2, 2}}}), "fine");
  house.soldier_back_move = BackMove::UntilHeTakes;
  const Setting setting{board, house};
  EXPECT_EQ(rule_against(setting, men({{4, 4}}, {}), {{4, 4}, {{3, 3}}}), "fine");
  const FightApplied took = apply(setting, fight(men({{4, 4}}, {{5, 5}, {0, 8}})), Play{{4, 4}, {{6, 6}}});
  ASSERT_TRUE(took.done);
  EXPECT_EQ(rule_against(setting, took.fight.men, {{6, 6}, {{5, 5}}}), "D-9");
  EXPECT_EQ(rule_against(setting, took.fight.men, {{6, 6}, {{7, 7}}}), "fine");
}

TEST(Moves, D9TakingComesBeforeRetreatingWhereItIsEnforced) {
  const Board board = even_board(10, 10);
  House house;
  house.capture = Capture::Strict;
  EXPECT_EQ(rule_against({board, house}, men({{4, 4}}, {{5, 5}}), {{4, 4}, {{3, 3}}}), "D-15");
}

TEST(Moves, DG12AGeneralGoesAnyDistanceOrOneSquare) {
  const Board board = even_board(10, 10);
  const Position lone = men({general(2, 2), {6, 6}}, {});
  EXPECT_EQ(goes_to(legal({board, kBook}, lone, Side::Allies), {2, 2}).size(), 2U + 2U + 2U + 3U);
  EXPECT_EQ(rule_against({board, kBook}, lone, {{2, 2}, {{7, 7}}}), "D-10");
  House walking;
  walking.general_flying = false;
  EXPECT_EQ(goes_to(legal({board, walking}, lone, Side::Allies), {2, 2}).size(), 4U);
  EXPECT_EQ(rule_against({board, walking}, lone, {{2, 2}, {{4, 4}}}), "D-8");
}

TEST(Moves, D5AndDG4NobodyEntersHolland) {
  std::vector<Place> places = grid(10, 10, Colouring::Even);
  for (Place& place : places) {
    if (place.at == Square{5, 5}) place.neutral = true, place.country = "NL";
    if (place.at == Square{3, 5}) place.neutral = true, place.country = "BE";
  }
  const Board board = Board::make(10, 10, places).value();
  EXPECT_THAT(goes_to(legal({board, kBook}, men({{4, 4}}, {}), Side::Allies), {4, 4}),
              ElementsAre(Square{3, 3}, Square{5, 3}, Square{3, 5}));
  EXPECT_EQ(rule_against({board, kBook}, men({{4, 4}}, {}), {{4, 4}, {{5, 5}}}), "D-5");
  EXPECT_THAT(legal({board, kBook}, men({{3, 3}}, {{4, 4}}), Side::Allies).sweeps, IsEmpty());
  House house;
  house.neutral_closed = {"BE"};
  EXPECT_EQ(rule_against({board, house}, men({{4, 4}}, {}), {{4, 4}, {{5, 5}}}), "fine");
  EXPECT_EQ(rule_against({board, house}, men({{4, 4}}, {}), {{4, 4}, {{3, 5}}}), "D-5");
}

TEST(Moves, D2NobodyCrossesTheBorderOfTheZones) {
  const Board board = synthetic_board();
  const Position at_border = men({{11, 5}}, {});
  EXPECT_THAT(goes_to(legal({board, kBook, {1, false}}, at_border, Side::Allies), {11, 5}), ElementsAre(Square{10, 4}, Square{10, 6}));
  EXPECT_EQ(rule_against({board, kBook, {1, false}}, at_border, {{11, 5}, {{12, 6}}}), "D-2");
  EXPECT_EQ(rule_against({board, kBook}, at_border, {{11, 5}, {{12, 6}}}), "fine");
}

// ---- sweeps ----

TEST(Sweeps, DX3ASweepGoesOnAndMenAreRemovedAtItsEnd) {
  const Board board = even_board(10, 10);
  const Setting setting{board, kBook};
  const Position three = men({{2, 2}}, {{3, 3}, {5, 5}, {7, 5}});
  EXPECT_THAT(legal(setting, three, Side::Allies).sweeps, ElementsAre(Sweep{{2, 2}, {{4, 4}, {6, 6}, {8, 4}}, {{3, 3}, {5, 5}, {7, 5}}}));
  const FightApplied took = apply(setting, fight(three), Play{{2, 2}, {{4, 4}, {6, 6}, {8, 4}}});
  EXPECT_THAT(took.fight.men, ElementsAre(Man{{8, 4}, Side::Allies, Rank::Soldier}));
}

TEST(Sweeps, D10AndDG6TakingBackwardByBothReadings) {
  const Board board = even_board(10, 10);
  House house;
  const Position behind = men({{4, 4}}, {{5, 3}});
  EXPECT_EQ(legal({board, house}, behind, Side::Allies).sweeps.size(), 1U);
  house.soldier_back_capture = false;
  EXPECT_THAT(legal({board, house}, behind, Side::Allies).sweeps, IsEmpty());
  EXPECT_EQ(rule_against({board, house}, behind, {{4, 4}, {{6, 2}}}), "DG6");
  EXPECT_EQ(legal({board, house}, men({general(4, 4)}, {{5, 3}}), Side::Allies).sweeps.size(), 3U);  // lands on (6, 2), (7, 1) or (8, 0)
}

TEST(Sweeps, D12TakenMenStandInTheWayUntilTheEnd) {
  // The General takes (5, 5), (8, 6) and (8, 4). On (7, 3) he looks along the line to (4, 6), but (5, 5) still stands in it.
  const Board board = even_board(10, 10);
  const Legal all = legal({board, kBook}, men({general(2, 2)}, {{5, 5}, {8, 6}, {8, 4}, {4, 6}}), Side::Allies);
  EXPECT_THAT(all.sweeps, testing::Contains(Sweep{{2, 2}, {{7, 7}, {9, 5}, {7, 3}}, {{5, 5}, {8, 6}, {8, 4}}}));
  for (const Sweep& sweep : all.sweeps) EXPECT_THAT(sweep.takes, testing::Not(testing::Contains(Square{4, 6})));
}

TEST(Sweeps, HisOwnSquareIsFreeWhileHeIsUnderWay) {
  const Board board = even_board(10, 10);
  const Position ring = men({{2, 2}}, {{3, 3}, {5, 3}, {5, 1}, {3, 1}});
  const Legal all = legal({board, kBook}, ring, Side::Allies);
  ASSERT_EQ(all.sweeps.size(), 2U);  // round both ways, and home again
  for (const Sweep& sweep : all.sweeps) {
    EXPECT_EQ(sweep.takes.size(), 4U);
    EXPECT_EQ(sweep.lands.back(), (Square{2, 2}));
  }
}

TEST(Sweeps, D13NobodyIsJumpedTwiceButSquaresAreCrossedRepeatedly) {
  const Board board = even_board(12, 12);
  const Position eight = men({{4, 4}}, {{3, 3}, {3, 1}, {5, 1}, {5, 3}, {5, 5}, {7, 5}, {7, 3}});
  for (const Sweep& sweep : legal({board, kBook}, eight, Side::Allies).sweeps) {
    std::set<Square> once(sweep.takes.begin(), sweep.takes.end());
    EXPECT_EQ(once.size(), sweep.takes.size());
  }
  EXPECT_EQ(rule_against({board, kBook}, men({{2, 2}}, {{3, 3}}), {{2, 2}, {{4, 4}, {2, 2}}}), "D-13");
}

TEST(Sweeps, D11AGeneralTakesAtADistanceLandsAnywhereBehindAndChangesLine) {
  const Board board = even_board(10, 10);
  const Setting setting{board, kBook};
  const Legal all = legal(setting, men({general(0, 0)}, {{3, 3}, general(7, 5)}), Side::Allies);
  // Behind (3, 3) lie (4, 4) to (9, 9). From (6, 6) he takes the General on (7, 5) as well, and lands on (8, 4) or (9, 3).
  EXPECT_THAT(all.sweeps, testing::Contains(Sweep{{0, 0}, {{6, 6}, {8, 4}}, {{3, 3}, {7, 5}}}));
  EXPECT_THAT(all.sweeps, testing::Contains(Sweep{{0, 0}, {{6, 6}, {9, 3}}, {{3, 3}, {7, 5}}}));
  EXPECT_THAT(all.sweeps, testing::Contains(Sweep{{0, 0}, {{4, 4}}, {{3, 3}}}));
  EXPECT_THAT(all.sweeps, testing::Contains(Sweep{{0, 0}, {{9, 9}}, {{3, 3}}}));
  EXPECT_EQ(all.sweeps.size(), 7U);
  EXPECT_EQ(rule_against(setting, men({general(0, 0)}, {{3, 3}, {4, 4}}), {{0, 0}, {{5, 5}}}), "D-11");
}

TEST(Sweeps, DG8AnySweepOrTheLargest) {
  const Board board = even_board(10, 10);
  House house;
  house.capture = Capture::Strict;
  const Position choice = men({{2, 2}}, {{1, 3}, {3, 3}, {5, 5}});
  EXPECT_EQ(legal({board, house}, choice, Side::Allies).sweeps.size(), 2U);
  EXPECT_EQ(rule_against({board, house}, choice, {{2, 2}, {{0, 4}}}), "fine");
  house.capture_majority = true;
  EXPECT_THAT(legal({board, house}, choice, Side::Allies).sweeps, ElementsAre(Sweep{{2, 2}, {{4, 4}, {6, 6}}, {{3, 3}, {5, 5}}}));
  EXPECT_EQ(rule_against({board, house}, choice, {{2, 2}, {{0, 4}}}), "DG8");
  house.capture = Capture::Huff;  // he may, and can be huffed for it
  EXPECT_THAT(judge({board, house}, choice, Side::Allies, {{2, 2}, {{0, 4}}}).huff, ElementsAre(Square{0, 4}));
}

// ---- Generals ----

TEST(Promotion, DX6PassingOverAFortressDoesNothing) {
  const Board board = board_with(10, 10, Side::Central, {{4, 4}});
  const Setting setting{board, kBook};
  const Legal all = legal(setting, men({{2, 2}}, {{3, 3}, {5, 3}}), Side::Allies);
  ASSERT_THAT(all.sweeps, ElementsAre(Sweep{{2, 2}, {{4, 4}, {6, 2}}, {{3, 3}, {5, 3}}}));
  EXPECT_FALSE(judge(setting, men({{2, 2}}, {{3, 3}, {5, 3}}), Side::Allies, {{2, 2}, {{4, 4}, {6, 2}}}).promoted);
  const FightApplied ends = apply(setting, fight(men({{2, 2}}, {{3, 3}})), Play{{2, 2}, {{4, 4}}});
  EXPECT_TRUE(ends.promoted);
  EXPECT_THAT(ends.fight.men, ElementsAre(Man{{4, 4}, Side::Allies, Rank::General}));
}

TEST(Promotion, DG13ANewGeneralDoesNotGoOn) {
  // From (4, 4) a General could take (7, 7); the soldier who lands there cannot.
  const Board board = board_with(10, 10, Side::Central, {{4, 4}});
  const Position far = men({{2, 2}}, {{3, 3}, {7, 7}});
  const FightApplied ends = apply({board, kBook}, fight(far), Play{{2, 2}, {{4, 4}}});
  EXPECT_TRUE(ends.promoted);
  EXPECT_EQ(ends.fight.to_move, Side::Central);
  EXPECT_THAT(ends.fight.huffable, IsEmpty());
}

TEST(Promotion, DG14AndDG16APlainMoveMakesAGeneralToo) {
  const Board board = board_with(10, 10, Side::Central, {{4, 4}});
  const FightApplied moved = apply({board, kBook}, fight(men({{3, 3}}, {{9, 9}})), Play{{3, 3}, {{4, 4}}});
  EXPECT_TRUE(moved.promoted);
  EXPECT_EQ(man_at(moved.fight.men, {4, 4})->rank, Rank::General);
  EXPECT_FALSE(judge({board, kBook}, men({general(3, 3)}, {}), Side::Allies, {{3, 3}, {{4, 4}}}).promoted);
  EXPECT_FALSE(judge({board, kBook}, men({}, {{3, 3}}), Side::Central, {{3, 3}, {{4, 4}}}).promoted);  // his own fortress
}

TEST(Promotion, DG15OnFortressesOrOnTheLastRow) {
  const Board board = board_with(10, 10, Side::Central, {{4, 4}});
  House house;
  house.promote_on = PromoteOn::LastRow;
  EXPECT_FALSE(judge({board, house}, men({{3, 3}}, {}), Side::Allies, {{3, 3}, {{4, 4}}}).promoted);
  EXPECT_TRUE(judge({board, house}, men({{4, 8}}, {}), Side::Allies, {{4, 8}, {{5, 9}}}).promoted);
  EXPECT_TRUE(judge({board, house}, men({}, {{1, 1}}), Side::Central, {{1, 1}, {{0, 0}}}).promoted);
  EXPECT_FALSE(judge({board, house}, men({}, {{1, 1}}), Side::Central, {{1, 1}, {{2, 2}}}).promoted);
}

TEST(Promotion, DG15InTheMansZoneAndEverywhereOnceTheBorderIsOpen) {
  const Board board = synthetic_board();
  House house;
  Man guest{{19, 13}, Side::Allies, Rank::Soldier, 1};  // a man of zone 1 before the fortress (20, 14) of zone 2
  EXPECT_TRUE(promotes({board, house}, guest, {20, 14}));
  house.promote_scope = PromoteScope::HomeZone;
  EXPECT_FALSE(promotes({board, house}, guest, {20, 14}));
  guest.home = 2;
  EXPECT_TRUE(promotes({board, house}, guest, {20, 14}));
  EXPECT_TRUE(promotes({board, house, {2, false}}, guest, {20, 14}));
}

TEST(Promotion, D23OnTheFortressNearestTheBorder) {
  std::vector<Place> places = grid(10, 10, Colouring::Even);
  for (Place& place : places) {
    place.land = place.at.row < 5 ? Side::Allies : Side::Central;
    if (place.at == Square{4, 6} || place.at == Square{4, 8}) place.fortress = Side::Central;
  }
  const Board board = Board::make(10, 10, places).value();
  EXPECT_THAT(nearest_fortresses(board, Side::Allies), ElementsAre(Square{4, 6}));
  House house;
  house.promote_scope = PromoteScope::Nearest;
  EXPECT_TRUE(promotes({board, house}, {{3, 5}}, {4, 6}));
  EXPECT_FALSE(promotes({board, house}, {{3, 7}}, {4, 8}));
}

// ---- the engine ----

TEST(Perft, InternationalDraughtsHasThePublishedCounts) {
  const Board board = international_board();
  const House house = international();
  const std::vector<std::uint64_t> published = {1, 9, 81, 658, 4265, 27117, 167140, 1049442, 6483961};
  for (int depth = 0; depth <= 8; ++depth)
    EXPECT_EQ(perft({board, house}, international_start(), Side::Allies, depth), published[static_cast<std::size_t>(depth)]) << depth;
}

/// Twelve men a side on eight by eight.
std::vector<std::uint64_t> counts_on_eight(const House& house, int depth) {
  const Board board = even_board(8, 8);
  Position start;
  for (const Place& place : board.places()) {
    if (place.at.row < 3) start.push_back({place.at, Side::Allies});
    if (place.at.row > 4) start.push_back({place.at, Side::Central});
  }
  std::vector<std::uint64_t> counts;
  for (int i = 1; i <= depth; ++i) counts.push_back(perft({board, house}, start, Side::Allies, i));
  return counts;
}

TEST(Perft, EnglishAndBrazilianDraughtsThroughHouseKeys) {
  House english = international();
  english.capture_majority = english.soldier_back_capture = english.general_flying = false;
  EXPECT_THAT(counts_on_eight(english, 9), ElementsAre(7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680));  // OEIS A133046
  EXPECT_THAT(counts_on_eight(international(), 7), ElementsAre(7, 49, 302, 1469, 7473, 37628, 187302));  // Brazilian: the 10 x 10 rules
}

TEST(Perft, TheSameGameOnWiderWordsHasTheSameCounts) {
  for (const auto& [size, words] : {std::pair{14, 2}, {20, 4}, {32, 16}}) {  // the ten by ten squares in a corner of a larger lattice
    const Board wide = Board::make(size, size, grid(10, 10, Colouring::Even)).value();
    EXPECT_LE(wide.words(), words);
    House house = international();
    house.promote_on = PromoteOn::Fortress;
    std::vector<Place> places = grid(10, 10, Colouring::Even);
    for (Place& place : places) {
      if (place.at.row == 9) place.fortress = Side::Central;
      if (place.at.row == 0) place.fortress = Side::Allies;
      place.at = {place.at.column + size - 10, place.at.row + size - 10};
    }
    const Board shifted = Board::make(size, size, places).value();
    EXPECT_EQ(shifted.words(), words);
    Position start = international_start();
    for (Man& man : start) man.at = {man.at.column + size - 10, man.at.row + size - 10};
    EXPECT_EQ(perft({shifted, house}, start, Side::Allies, 6), 167140U) << size;
  }
}

TEST(Perft, SweepsOfEqualStartEndAndMenTakenAreOne) {
  const Board board = even_board(10, 10);
  House house;
  house.capture = Capture::Strict;
  const Position ring = men({{2, 2}}, {{3, 3}, {5, 3}, {5, 1}, {3, 1}});
  EXPECT_EQ(legal({board, house}, ring, Side::Allies).sweeps.size(), 2U);
  EXPECT_EQ(perft({board, house}, ring, Side::Allies, 1), 1U);
}

/// Counts by making every listed turn, one of each start, end and set of men taken.
std::uint64_t slow_perft(const Setting& setting, const Fight& at, int depth) {
  if (depth == 0) return 1;
  std::uint64_t nodes = 0;
  const Legal all = legal(setting, at.men, at.to_move);
  Fight here = at;
  here.huffable.clear();
  for (const Step& step : all.moves) nodes += slow_perft(setting, apply(setting, here, Play{step.from, {step.to}}).fight, depth - 1);
  std::set<std::tuple<Square, Square, std::set<Square>>> seen;
  for (const Sweep& sweep : all.sweeps)
    if (seen.insert({sweep.from, sweep.lands.back(), std::set(sweep.takes.begin(), sweep.takes.end())}).second)
      nodes += slow_perft(setting, apply(setting, here, Play{sweep.from, sweep.lands}).fight, depth - 1);
  return nodes;
}

TEST(Perft, CountsWhatTheListsHoldUnderEveryHouseRule) {
  const Board board = board_with(8, 8, Side::Central, {{3, 5}, {6, 6}});
  const Position start = men({{1, 1}, {3, 1}, {5, 1}, general(0, 2), {2, 2}}, {{1, 5}, {3, 5}, {4, 4}, general(6, 6), {6, 4}});
  for (int n = 0; n < 48; ++n) {
    House house;
    house.capture = static_cast<Capture>(n % 3);
    house.capture_majority = n / 3 % 2 == 1;
    house.soldier_back_move = static_cast<BackMove>(n % 3);
    house.soldier_back_capture = n / 6 % 2 == 1;
    house.general_flying = n / 12 % 2 == 1;
    house.promote_on = n / 24 % 2 == 1 ? PromoteOn::LastRow : PromoteOn::Fortress;
    EXPECT_EQ(perft({board, house}, start, Side::Allies, 3), slow_perft({board, house}, fight(start), 3)) << n;
  }
}

TEST(Generator, AgreesWithOneThatIsAsSimpleAsCanBe) {
  EXPECT_EQ(support::compare_generators(2000, 1), "");  // les_allies_compare does 100,000
}

TEST(Generator, AFlyingGeneralAmongManyMenEndsInTime) {
  std::vector<Place> places = grid(30, 30, Colouring::Even);
  const Board board = Board::make(30, 30, places).value();
  Position crowd{{{0, 0}, Side::Allies, Rank::General}};
  for (int row = 2; row < 28; row += 3)
    for (int column = 2 + row % 2; column < 28; column += 4)
      if (board.find({column, row})) crowd.push_back({{column, row}, Side::Central});
  put_in_order(crowd);
  const Legal all = legal({board, kBook}, crowd, Side::Allies);
  EXPECT_LE(all.sweeps.size(), kMostSweeps);
}

}  // namespace
}  // namespace rules::les_allies
