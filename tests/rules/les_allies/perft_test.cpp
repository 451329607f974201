// The engine counted, in the international game and in others, and beside one as simple as can be.
#include "rules/les_allies/perft.h"

#include <gmock/gmock.h>

#include <set>
#include <tuple>

#include "tests/rules/les_allies/builders.h"
#include "tests/support/les_allies_oracle.h"

namespace rules::les_allies::perft_test {
namespace {

using testing::ElementsAre;

const House kBook;

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
  for (int i = 1; i <= depth; ++i) counts.push_back(perft({board, house}, start, Side::Allies, i).value());
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
}  // namespace rules::les_allies::perft_test
