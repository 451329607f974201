// Bases that the network sees, laid to their rims: as which base of the roster, and which of those that bar one another.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <set>

#include "tests/vision/disc_scene.h"
#include "vision/bases/heaviest_set.h"
#include "vision/discs/comrades.h"
#include "vision/discs/settle.h"

namespace disc_settle_test {
namespace {

using disc_scene::a_table, disc_scene::a_trooper, disc_scene::at;
using measure::Inches;
using vision::Found;

/// What the network sees of a piece, a little off and with the size of another base.
vision::SeenDisc seen_as(const vision::DiscBase& base, const sim::StandingPiece& piece) {
  vision::SeenDisc seen;
  seen.base = base;
  seen.pose = {piece.at.x.value + 0.05, piece.at.y.value - 0.03, piece.heading.value + 0.1};
  seen.spread = 0.05, seen.sure_of_front = 0.9, seen.evidence = 8.0;
  return seen;
}

// The network took clear ovals for round bases; a small round one was laid somehow into their middles, and the oval was never tried.
TEST(Settle, AnOvalThatTheNetworkTakesForRoundIsLaidAsTheOval) {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    sim::Scene scene = a_table(seed);
    scene.pieces.push_back({a_trooper("red", "#b3202a", true), at(12.0, 9.0), measure::Radians(0.4 * seed)});
    measure::PieceSpec large = a_trooper("red", "#b3202a"), small = large;
    large.base.shape = measure::RoundShape{Inches(1.5)}, small.base.shape = measure::RoundShape{Inches(0.9)};
    const std::vector<measure::PieceSpec> roster{small, large, scene.pieces[0].spec};
    auto armies = vision::armies_of(roster);
    armies[0].colour = vision::learned_from(armies[0].colour, std::vector<vision::Colour>{{0x2a, 0x20, 0xb3}}, 1);
    const cv::Mat picture = sim::render(scene);
    const vision::DiscPicture shown{picture, scene.camera, scene.table};
    const vision::ColourTable colours(armies[0].colour);
    const vision::DiscLook look{colours, armies[0].colour, vision::white_of(picture), {}};
    const std::vector<vision::SeenDisc> seen{seen_as(armies[0].bases[1].second, scene.pieces[0])};
    std::vector<vision::Layings> laid;
    const auto settled = [&] { return vision::best_of(vision::settle(shown, armies, std::span(&look, 1), {}, seen, {{0.5F}}, laid)); };
    const std::vector<Found> best = settled(), again = settled();
    ASSERT_EQ(again.size(), 1U) << "seed " << seed;
    EXPECT_NEAR(again[0].fit.pose.x, best[0].fit.pose.x, 0.005) << "laid again from where it was laid";
    EXPECT_NEAR(again[0].fit.pose.y, best[0].fit.pose.y, 0.005);
    ASSERT_EQ(best.size(), 1U) << "seed " << seed;
    EXPECT_FALSE(best[0].fit.base.round()) << "seed " << seed;
    EXPECT_NEAR(best[0].fit.pose.x, 12.0, 0.06);
    EXPECT_NEAR(best[0].fit.pose.y, 9.0, 0.06);
  }
}

Found standing(double x, double y, double half, double score) {
  Found found;
  found.fit.base = {half, half, 0.1};
  found.fit.pose = {x, y, 0.0};
  found.score = score;
  return found;
}

/// A man of a rank along x, laid to his rim beyond doubt.
Found laid(double x, double y, std::size_t army = 0) {
  Found man = standing(x, y, 0.5, 3.0);
  man.fit.supported = 0.9, man.fit.ragged = 0.1, man.army = army;
  man.seen.pose = man.fit.pose, man.seen.evidence = 6.0, man.rim = 1.5;
  return man;
}

TEST(Comrades, AManBesideThemIsLikelierThanAlone) {
  std::vector<Found> rank{laid(0.0, 0.0), laid(1.02, 0.0), laid(2.04, 0.0), laid(8.0, 0.0), laid(3.06, 0.0, 1)};
  rank.push_back(rank[2]);  // as another base
  rank.back().base = 1;
  vision::count_comrades(rank);
  EXPECT_EQ(rank[0].comrades, 1);
  EXPECT_EQ(rank[1].comrades, 2) << "one who is laid twice counts once";
  EXPECT_EQ(rank[2].comrades, 1) << "the other army's men are no comrades";
  EXPECT_EQ(rank[3].comrades, 0);
  EXPECT_GT(vision::log_odds(rank[1]), vision::log_odds(rank[0]));
  EXPECT_GT(vision::log_odds(rank[0]), vision::log_odds(rank[3]));
}

TEST(Comrades, WhoIsUnlikelyHimselfSpeaksForNobody) {
  std::vector<Found> pair{laid(0.0, 0.0), laid(1.02, 0.0)};
  pair[1].seen.evidence = -4.0, pair[1].rim = 0.0;
  vision::count_comrades(pair);
  EXPECT_EQ(pair[0].comrades, 0);
  EXPECT_EQ(pair[1].comrades, 1);
}

TEST(Comrades, PlacesInLineLieAtTheEndsOfARank) {
  const std::vector<Found> rank{laid(0.0, 0.0), laid(1.0, 0.0), laid(2.0, 0.0), laid(8.0, 8.0), laid(9.0, 8.0, 1)};
  const std::vector<vision::PlaceInLine> places = vision::places_in_line(rank);
  std::set<double> x;
  for (const vision::PlaceInLine& place : places) {
    EXPECT_NEAR(place.seen.pose.y, 0.0, 1e-9);
    EXPECT_EQ(place.army, 0U);
    EXPECT_TRUE(place.seen.supposed);
    x.insert(std::round(place.seen.pose.x));
  }
  EXPECT_EQ(x, (std::set<double>{-1.0, 3.0}));
}

// Figures that lean over their wedges hid where one base ends and the next begins: the network saw that bases lie there, and centres
// between them or none, and of clear green bases on snow 9 of 144 were lost, others half a base off.
TEST(Comrades, MenWhoseFiguresHideTheirWedgesAreFoundInTheirRanks) {
  int men = 0, found = 0;
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    sim::Scene scene = a_table(seed);
    scene.look.ground = "#d8dce0";
    for (int rank = 0; rank < 4; ++rank)
      for (int file = 0; file < 6; ++file)
        scene.pieces.push_back({a_trooper("green", "#2c7038"), at(30.5 + 1.01 * rank, 8.0 + 1.01 * file), measure::Radians(0.0)});
    const std::vector<vision::Sighting> seen = disc_scene::seen_in(scene);
    for (const sim::StandingPiece& man : scene.pieces) {
      ++men;
      found += std::ranges::any_of(seen, [&](const vision::Sighting& s) { return distance(s.at, man.at).value < 0.25; });
    }
    EXPECT_LE(seen.size(), scene.pieces.size()) << "seed " << seed;
  }
  EXPECT_GE(found, men - 2);
}

// In a touching block one man was told as a larger base, which his neighbours bar: he was lost, though he fits as what he is.
TEST(BestOf, AManWhomNeighboursBarAsALargerBaseStandsAsTheSmaller) {
  const std::vector<Found> all{standing(0.0, 0.0, 0.5, 5.0), standing(2.0, 0.0, 0.5, 5.0), standing(1.0, 0.0, 0.6, 4.0),
                               standing(1.0, 0.0, 0.5, 3.8), standing(1.0, 0.1, 0.72, 4.5)};
  const std::vector<Found> best = vision::best_of(all);
  ASSERT_EQ(best.size(), 3U);
  EXPECT_EQ(best[2].score, 4.0);  // which overlaps by less than rims may seem to
}

// The better of two that bar each other is not always right: a base laid half off stood in the place of two.
TEST(BestOf, TwoWhoFitAreBelievedBeforeOneBetweenThem) {
  const std::vector<Found> all{standing(0.5, 0.0, 0.5, 5.0), standing(0.0, 0.0, 0.5, 4.0), standing(1.0, 0.0, 0.5, 4.0)};
  const std::vector<Found> best = vision::best_of(all);
  ASSERT_EQ(best.size(), 2U);
  EXPECT_EQ(best[0].score, 4.0);
}

TEST(HeaviestSet, LawNoSetOfThingsThatDoNotExcludeEachOtherWeighsMore) {
  std::mt19937 random(5);
  for (int game = 0; game < 200; ++game) {
    const std::size_t count = 1 + random() % 10;
    std::vector<double> weights;
    vision::Conflicts conflicts(count, std::vector<char>(count, 0));
    for (std::size_t i = 0; i < count; ++i) {
      weights.push_back(0.1 + static_cast<double>(random() % 50));
      for (std::size_t j = 0; j < i; ++j) conflicts[i][j] = conflicts[j][i] = random() % 3 == 0 ? 1 : 0;
    }
    const auto sum_of = [&](const std::set<std::size_t>& chosen) {
      double sum = 0.0;
      for (const std::size_t i : chosen) {
        sum += weights[i];
        for (const std::size_t j : chosen)
          if (conflicts[i][j]) return -1.0;
      }
      return sum;
    };
    double most = 0.0;
    for (unsigned bits = 0; bits < 1U << count; ++bits) {
      std::set<std::size_t> chosen;
      for (std::size_t i = 0; i < count; ++i)
        if (bits >> i & 1U) chosen.insert(i);
      most = std::max(most, sum_of(chosen));
    }
    const std::vector<std::size_t> best = vision::heaviest_set(weights, conflicts);
    EXPECT_NEAR(sum_of({best.begin(), best.end()}), most, 1e-9) << "game " << game;
  }
}

}  // namespace
}  // namespace disc_settle_test
