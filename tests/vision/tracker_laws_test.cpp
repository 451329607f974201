#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/vision/tracker_scene.h"
#include "vision/colour.h"
#include "vision/tracking/assignment.h"
#include "vision/tracking/tracker_estimate.h"

namespace tracker_laws_test {
namespace {

using namespace scene;

Table two_companies(unsigned seed, bool shuffled) {
  Table table(army({company("R1", 12, 10), company("R2", 12, 11)}));
  table.random.seed(seed);
  table.shuffled = shuffled;
  table.disc_sigma = 1e-9;  // places that noise hardly tells apart
  table.deploy("R1", 12, at(20.0, 14.0)).deploy("R2", 12, at(40.0, 14.0)).look();
  return table;
}

RC_GTEST_PROP(TrackerLaws, TheOrderOfSightingsDoesNotMatter, (unsigned seed)) {
  const double dx = *rc::gen::inRange(-80, 80) * 0.1, dy = *rc::gen::inRange(-80, 80) * 0.1;
  Table plain = two_companies(seed, false), shuffled = two_companies(seed, true);
  for (Table* table : {&plain, &shuffled}) table->march("R1", by(dx, dy)).take("R2/4").look();
  for (const auto& [name, piece] : plain.pieces) {
    RC_ASSERT(plain.over(name) != nullptr);
    RC_ASSERT(shuffled.over(name) != nullptr);
    RC_ASSERT(plain.over(name)->name == shuffled.over(name)->name);
  }
}

TEST(TrackerLaws, MarginsOfAStillTableShrinkWithTheRootOfTheSightingsTowardsTheFloor) {
  Table table(army({company("R1", 12, 10)}));
  table.deploy("R1", 12, at(20.0, 14.0));
  const double noise = table.disc_sigma, floor = table.systematic;
  for (int n = 1; n <= 400; ++n) {
    table.look();
    const double root = measure::kSigmasOf95 * std::sqrt(noise * noise / n + floor * floor);
    // How much of the noise repeats is itself estimated: a tenth of it may still be held back after 100 sightings.
    const double held_back = measure::kSigmasOf95 * std::sqrt(noise * noise * (1.0 / n + 0.1) + floor * floor);
    const double single = measure::kSigmasOf95 * std::hypot(noise, floor);
    for (int man = 1; man <= 12; ++man) {
      const double margin = margin_of(table.over("R1/" + std::to_string(man))->covariance).value;
      EXPECT_GE(margin, 0.98 * root) << n;
      EXPECT_LE(margin, n >= 100 ? held_back : 1.001 * single) << n;
    }
  }
}

TEST(TrackerLaws, AnErrorThatComesBackInEveryPictureDoesNotAverageAway) {
  Table table(army({company("R1", 12, 10)}));
  table.deploy("R1", 12, at(20.0, 14.0));
  const double single = measure::kSigmasOf95 * std::hypot(table.disc_sigma, table.systematic);
  for (int n = 1; n <= 100; ++n) {
    table.random.seed(5);  // the same errors each time
    table.look();
  }
  for (int man = 1; man <= 12; ++man) EXPECT_GT(margin_of(table.over("R1/" + std::to_string(man))->covariance).value, 0.95 * single);
}

TEST(TrackerLaws, TheStatedMarginHoldsTheTruthOfAStillTable) {
  int inside = 0, all = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    Table table(army({company("R1", 12, 10)}));
    table.random.seed(seed);
    table.systematic = 0.0;
    table.deploy("R1", 12, at(20.0, 14.0));
    for (int n = 0; n < 9; ++n) table.look();
    for (const auto& [name, piece] : table.pieces) {
      const vision::Piece* p = table.over(name);
      ASSERT_NE(p, nullptr);
      const Inches margin = margin_of(p->covariance);
      inside += (abs(p->at.x - piece.at.x) <= margin) + (abs(p->at.y - piece.at.y) <= margin);
      all += 2;
    }
  }
  EXPECT_NEAR(static_cast<double>(inside) / all, 0.95, 0.03);
}

RC_GTEST_PROP(TrackerLaws, AHiddenPieceNeverMoves, (unsigned seed)) {
  Table table(army({company("R1", 12, 10)}));
  table.random.seed(seed);
  table.deploy("R1", 12, at(20.0, 14.0)).look();
  const int man = *rc::gen::inRange(1, 13);
  const std::string name = "R1/" + std::to_string(man);
  const vision::Piece before = *table.over(name);
  table.pieces.at(name).covered = true;
  for (int i = 0; i < 3; ++i) {
    table.each("R1/", [&](Standing& p) {
      if (p.spec.name == name || *rc::gen::inRange(0, 2) == 0) return;
      const TablePoint to = p.at + one_inch_towards(heading_of(p.at - before.at)) * 0.4;  // away, so that nobody takes his place
      const bool taken = std::any_of(table.pieces.begin(), table.pieces.end(), [&](const auto& other) {
        return other.second.spec.name != p.spec.name && measure::distance(other.second.at, to) < Inches(1.0);
      });
      if (!taken) p.at = to;  // bases do not stand in each other
    });
    table.look();
    const auto found =
        std::find_if(table.last.pieces.begin(), table.last.pieces.end(), [&](const vision::Piece& p) { return p.id == before.id; });
    RC_ASSERT(found != table.last.pieces.end());
    RC_ASSERT(found->at == before.at);
    RC_ASSERT(found->seen == vision::Seen::Hidden);
  }
}

TEST(TrackerLaws, AStillTableNeverReportsAMove) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Table table = two_companies(seed, false);
    table.disc_sigma = 0.015;
    for (int i = 0; i < 50; ++i) {
      const vision::TableState state = table.look();
      EXPECT_THAT(state.moves, testing::IsEmpty()) << "seed " << seed << " look " << i;
      EXPECT_THAT(state.added, testing::IsEmpty());
      EXPECT_THAT(state.removed, testing::IsEmpty());
    }
  }
}

RC_GTEST_PROP(Assignment, IsAsCheapAsTheCheapestOfAllPairings, ()) {
  const int rows = *rc::gen::inRange(1, 5), columns = *rc::gen::inRange(1, 5);
  Eigen::MatrixXd cost(rows, columns);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) cost(r, c) = *rc::gen::inRange(0, 100) * 0.1;
  const double none = 6.0;
  const auto total = [&](const std::vector<std::optional<std::size_t>>& of) {
    double sum = 0.0;
    for (int r = 0; r < rows; ++r)
      sum += of[static_cast<std::size_t>(r)] ? cost(r, static_cast<Eigen::Index>(*of[static_cast<std::size_t>(r)])) : none;
    return sum;
  };
  double cheapest = 1e9;
  std::vector<std::optional<std::size_t>> trial(static_cast<std::size_t>(rows));
  const auto search = [&](auto&& self, std::size_t r, unsigned used) -> void {
    if (r == trial.size()) return void(cheapest = std::min(cheapest, total(trial)));
    trial[r].reset();
    self(self, r + 1, used);
    for (unsigned c = 0; c < static_cast<unsigned>(columns); ++c)
      if (!(used & (1U << c))) {
        trial[r] = c;
        self(self, r + 1, used | (1U << c));
      }
    trial[r].reset();
  };
  search(search, 0, 0U);
  RC_ASSERT(std::abs(total(vision::assign(cost, none)) - cheapest) < 1e-6);
}

TEST(Assignment, ForbiddenPairsAreNeverMade) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Eigen::MatrixXd cost{{infinity, infinity}, {infinity, 1.0}};
  EXPECT_THAT(vision::assign(cost, 10.0), testing::ElementsAre(std::nullopt, std::optional<std::size_t>(1)));
  EXPECT_THAT(vision::assign(Eigen::MatrixXd(0, 3), 10.0), testing::IsEmpty());
}

RC_GTEST_PROP(BodyMotion, FindsTheMotionOfAFormationWithCasualtiesAndStrangers, ()) {
  std::vector<TablePoint> from, to;
  for (int i = 0; i < 12; ++i) from.push_back(at(20.0 + 1.3 * (i % 6), i < 6 ? 14.0 : 12.6));
  const vision::RigidMotion truth{.about = at(23.0, 13.0),
                                  .turn = measure::from_degrees(*rc::gen::inRange(-45, 46)),
                                  .step = by(*rc::gen::inRange(-8, 9), *rc::gen::inRange(-8, 9))};
  for (std::size_t i = 0; i < from.size(); ++i)
    if (i != 3 && i != 8) to.push_back(truth(from[i]));
  to.push_back(at(60.0, 40.0));
  const auto found = vision::body_motion(from, to, {}, Inches(0.6));
  RC_ASSERT(found.has_value());
  RC_ASSERT(found->men >= 10);
  for (const TablePoint& p : from) RC_ASSERT(distance(found->motion(p), truth(p)) < 0.3_in);
}

TEST(BodyMotion, ALeaderWhoTurnsALittleOnHisOwnStillSpeaksForTheMarchOfHisMen) {
  // Two ranks march 6 in, two men of them 0.8 in farther; four men of the rear rank still stand for all that is known.
  // Without the leader the other men fit the company turned about as well: its gaps look the same from behind.
  std::vector<TablePoint> from, to;
  for (int i = 0; i < 12; ++i) {
    const TablePoint man = at(58.7 + 1.25 * (i % 6), i < 6 ? 30.4 : 31.7);
    if (i <= 6 || i == 11) from.push_back(man);
    to.push_back(man + by(0.0, i == 4 || i == 5 ? -6.8 : -6.0));
  }
  const vision::RigidMotion leader{.about = at(62.1, 33.6), .turn = measure::from_degrees(2.9), .step = by(0.12, -6.06)};
  const auto found = vision::body_motion(from, to, std::vector{leader}, Inches(0.6));
  ASSERT_TRUE(found);
  for (const TablePoint& man : from) EXPECT_LT(distance(found->motion(man), man + by(0.0, -6.0)), 0.3_in);
}

// A company stepped aside while a hand hid four of its nine men: each of the others was taken for his neighbour along the file, for only
// pairs with a hidden man were tried.
TEST(BodyMotion, MenWhomAHandHidesDoNotHideTheMarchOfTheOthers) {
  const std::vector<TablePoint> from{at(24.4, 9.1), at(23.6, 7.9), at(22.6, 6.8), at(21.7, 5.6), at(20.8, 4.6),
                                     at(25.5, 8.0), at(24.6, 6.9), at(23.7, 5.9), at(22.9, 4.9)};
  const measure::TableVector step = by(-0.95, 0.45);
  std::vector<TablePoint> to;
  for (const std::size_t seen : {1U, 2U, 3U, 4U, 8U}) to.push_back(from[seen] + step);
  const auto found = vision::body_motion(from, to, {}, Inches(0.7));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->men, 5);
  for (const TablePoint& man : from) EXPECT_LT(distance(found->motion(man), man + step), 0.3_in);
}

/// Men on bases of one inch.
std::vector<vision::UnknownMan> unknown(const std::vector<TablePoint>& at) {
  std::vector<vision::UnknownMan> men;
  for (const TablePoint& p : at) men.push_back({p, Inches(1.0)});
  return men;
}

TEST(Membership, MenBelongToTheLeaderTheyStandWithThroughTheFormation) {
  // Two companies side by side, a man's width apart, each leader behind his own.
  std::vector<TablePoint> men;
  for (int i = 0; i < 12; ++i) men.push_back(at(10.0 + 1.3 * i, 20.0));
  const std::vector<vision::UnitPlaces> units{{.unit = "west", .free = 6, .anchors = {at(13.0, 18.0)}},
                                              {.unit = "east", .free = 6, .anchors = {at(21.0, 18.0)}}};
  const auto unit_of = vision::solve_membership(unknown(men), units);
  for (std::size_t i = 0; i < men.size(); ++i) EXPECT_EQ(unit_of[i], i < 6 ? 0U : 1U) << i;
}

TEST(Membership, AUnitWithoutALeaderTakesTheClusterNobodyClaims) {
  std::vector<TablePoint> men;
  for (int i = 0; i < 6; ++i) men.push_back(at(10.0 + 1.3 * i, 20.0));
  for (int i = 0; i < 5; ++i) men.push_back(at(50.0 + 1.3 * i, 20.0));
  const std::vector<vision::UnitPlaces> units{{.unit = "led", .free = 12, .anchors = {at(13.0, 18.0)}},
                                              {.unit = "lost", .free = 5, .anchors = {}}};
  const auto unit_of = vision::solve_membership(unknown(men), units);
  for (std::size_t i = 0; i < men.size(); ++i) EXPECT_EQ(unit_of[i], i < 6 ? 0U : 1U) << i;
}

TEST(Membership, GunsWithoutALeaderBelongToTheArmyTheyStandBesideAllAtOnce) {
  // The second gun's crew stands near the first army as well, but the first army has one gun only.
  std::vector<TablePoint> men;
  for (int i = 0; i < 5; ++i) men.push_back(at(10.0 + 1.2 * i, 5.0));
  for (int i = 0; i < 5; ++i) men.push_back(at(15.0 + 1.2 * i, 22.0));
  const std::vector<vision::UnitPlaces> units{
      {.unit = "their gun", .free = 5, .army = "theirs", .comrades = {at(37.0, 23.0), at(30.0, 31.0)}},
      {.unit = "our gun", .free = 5, .army = "ours", .comrades = {at(15.0, 11.0), at(16.0, 14.0)}}};
  const auto unit_of = vision::solve_membership(unknown(men), units);
  for (std::size_t i = 0; i < men.size(); ++i) EXPECT_EQ(unit_of[i], i < 5 ? 1U : 0U) << i;
}

// Of one army no leader was on the table, so nothing was known of where it stands: whole companies changed sides, the ones beside the other
// army's leaders as well.
TEST(Membership, AnArmyIsWhereItsLeadersAreAlsoWhereTheOtherHasNone) {
  std::vector<TablePoint> men;
  for (int i = 0; i < 6; ++i) men.push_back(at(10.0 + 1.2 * i, 20.0));
  for (int i = 0; i < 6; ++i) men.push_back(at(50.0 + 1.2 * i, 20.0));
  for (const bool other_way : {false, true}) {
    const std::vector<vision::UnitPlaces> units{
        {.unit = "unknown", .free = 6, .army = "sky"},
        {.unit = "beside its officer", .free = 6, .army = "red", .comrades = {other_way ? at(12.0, 24.0) : at(54.0, 24.0)}}};
    const auto unit_of = vision::solve_membership(unknown(men), units);
    for (std::size_t i = 0; i < men.size(); ++i) EXPECT_EQ(unit_of[i], (i < 6) == other_way ? 1U : 0U) << i;
  }
}

TEST(Membership, NothingIsSaidWhereTwoArmiesUnitsFitAlike) {
  std::vector<TablePoint> men;
  for (int i = 0; i < 6; ++i) men.push_back(at(20.0 + 1.2 * i, 20.0));
  for (int i = 0; i < 6; ++i) men.push_back(at(40.0 + 1.2 * i, 20.0));
  std::vector<vision::UnitPlaces> units{{.unit = "one", .free = 6, .army = "red"}, {.unit = "other", .free = 6, .army = "blue"}};
  for (const auto& unit : vision::solve_membership(unknown(men), units)) EXPECT_FALSE(unit);
  units[1].army = "red";  // of one army the names are as good one way as the other
  for (const auto& unit : vision::solve_membership(unknown(men), units)) EXPECT_TRUE(unit);
}

/// Men in a row, all in one coat, a little worn.
void add_men(std::vector<vision::UnknownMan>& men, int count, TablePoint from, const vision::Colour& coat) {
  for (int i = 0; i < count; ++i) {
    const float worn = 0.03F * static_cast<float>(i % 3 - 1);
    men.push_back({.at = from + by(1.2 * i, 0.0), .size = Inches(1.0), .coat = coat + vision::Colour(worn, -worn, 0.0F)});
  }
}

vision::Colour tint(const std::string& hex) { return vision::tint_in_any_light(*vision::parse_colour(hex)); }

// The companies of two armies, as many men on like bases and no leaders: their places tell nothing, their coats do.
TEST(Membership, CoatsInTheColoursOfTheArmiesTellWhoseTheyAre) {
  const vision::Colour red = tint("#a04038"), blue = tint("#404878");  // duller than the roster's
  for (const bool red_first : {true, false}) {
    std::vector<vision::UnknownMan> men;
    add_men(men, 6, at(20.0, 20.0), red_first ? red : blue);
    add_men(men, 6, at(40.0, 20.0), red_first ? blue : red);
    const std::vector<vision::UnitPlaces> units{{.unit = "one", .free = 6, .army = "red", .hint = tint("#b3202a")},
                                                {.unit = "other", .free = 6, .army = "blue", .hint = tint("#2038b0")}};
    const auto unit_of = vision::solve_membership(men, units);
    for (std::size_t i = 0; i < men.size(); ++i) EXPECT_EQ(unit_of[i], (i < 6) == red_first ? 0U : 1U) << i;
  }
}

// Eight men of one army were given to the nine places of the other's company, and nine to the eight: who stands on bases that only one army
// has tells its coat, whatever the roster's colours are.
TEST(Membership, MenInTheCoatOfThoseKnownByTheirBasesAreOfTheirArmy) {
  const vision::Colour green = tint("#305030"), grey = tint("#808080");
  constexpr double kNever = vision::kInfinity;
  std::vector<vision::UnknownMan> men;
  add_men(men, 8, at(20.0, 20.0), green);
  add_men(men, 9, at(40.0, 20.0), grey);
  for (vision::UnknownMan& man : men) man.against = {0.0, 0.0, kNever};
  add_men(men, 5, at(20.0, 30.0), green);
  for (std::size_t i = 17; i < men.size(); ++i) men[i].against = {kNever, kNever, 0.0};
  const std::vector<vision::UnitPlaces> units{{.unit = "nine", .free = 9, .army = "yellow"},
                                              {.unit = "eight", .free = 8, .army = "teal"},
                                              {.unit = "crew", .free = 5, .army = "yellow"}};
  const auto unit_of = vision::solve_membership(men, units);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(unit_of[i], 0U) << i;
  int right = 0;
  for (std::size_t i = 8; i < 17; ++i) right += unit_of[i] == 1U;
  EXPECT_EQ(right, 8);
}

// Two companies that could be either army's, in coats that no colour of the roster tells apart: it is not said which is which.
TEST(Membership, CoatsThatCouldBeEitherArmysTellNothing) {
  for (const bool with_hints : {false, true}) {
    std::vector<vision::UnknownMan> men;
    add_men(men, 6, at(20.0, 20.0), tint("#707050"));
    add_men(men, 6, at(40.0, 20.0), tint("#303030"));
    std::vector<vision::UnitPlaces> units{{.unit = "one", .free = 6, .army = "red"}, {.unit = "other", .free = 6, .army = "blue"}};
    if (with_hints) units[0].hint = units[1].hint = tint("#505050");
    for (const auto& unit : vision::solve_membership(men, units)) EXPECT_FALSE(unit);
  }
}

// A coat is one sign among others: a man in his officer's formation is not sent across the table for a muddy coat.
TEST(Membership, OneManInAnotherCoatStaysInHisFormation) {
  const vision::Colour red = tint("#a04038"), blue = tint("#404878");
  std::vector<vision::UnknownMan> men;
  add_men(men, 6, at(10.0, 20.0), red);
  add_men(men, 6, at(40.0, 20.0), blue);
  men[2].coat = blue;
  const std::vector<vision::UnitPlaces> units{{.unit = "one", .free = 7, .anchors = {at(13.0, 18.0)}, .army = "red"},
                                              {.unit = "other", .free = 7, .anchors = {at(43.0, 18.0)}, .army = "blue"}};
  const auto unit_of = vision::solve_membership(men, units);
  for (std::size_t i = 0; i < men.size(); ++i) EXPECT_EQ(unit_of[i], i < 6 ? 0U : 1U) << i;
}

// An officer took the crew of the gun beside his company in place of the men at its far end, and the gun got a crew from across the table.
TEST(Membership, ACrewStandsAboutItsGunWhoeverLeadsMenBesideIt) {
  std::vector<TablePoint> places;
  for (int i = 0; i < 12; ++i) places.push_back(at(20.0, 20.0 + 1.2 * i));
  for (const auto& [x, y] : {std::pair{17.0, 34.5}, {17.0, 37.5}, {15.5, 34.5}, {15.5, 37.5}}) places.push_back(at(x, y));
  places.push_back(at(16.0, 36.0));  // the gun
  for (int i = 0; i < 4; ++i) places.push_back(at(50.0 + 1.2 * i, 8.0));
  std::vector<vision::UnknownMan> men = unknown(places);
  constexpr double kNever = vision::kInfinity;
  for (std::size_t i = 0; i < men.size(); ++i) {
    const bool gun = i == 16;
    men[i].looks = gun ? 1 : 0;
    men[i].against = {gun ? kNever : 0.0, gun ? kNever : 0.0, gun ? 0.0 : kNever, gun ? kNever : 0.0};
  }
  const std::vector<vision::UnitPlaces> units{{.unit = "led", .free = 12, .anchors = {at(22.0, 31.0)}, .army = "red"},
                                              {.unit = "battery", .free = 4, .army = "red"},
                                              {.unit = "battery", .free = 1, .army = "red"},
                                              {.unit = "picket", .free = 4, .army = "red"}};
  const auto unit_of = vision::solve_membership(men, units);
  for (std::size_t i = 0; i < men.size(); ++i) EXPECT_EQ(unit_of[i], i < 12 ? 0U : i < 16 ? 1U : i == 16 ? 2U : 3U) << i;
}

// Two guns changed armies with their crews, for each stood nearer to the other army's men. A gun has no coat: what its crew wears, pink
// against teal, did not count.
TEST(Membership, AGunIsOfTheArmyWhoseCoatsItsCrewWears) {
  const vision::Colour teal = tint("#308080"), pink = tint("#c06880");
  constexpr double kNever = vision::kInfinity;
  std::vector<vision::UnknownMan> men;
  add_men(men, 6, at(10.0, 20.0), teal);
  add_men(men, 6, at(40.0, 20.0), pink);
  for (const bool west : {true, false}) {
    const double x = west ? 14.0 : 44.0;
    for (const double aside : {-1.6, 1.6})
      for (const double along : {-1.6, 1.6})
        men.push_back({.at = at(x + along, 28.0 + aside), .size = Inches(1.0), .coat = west ? pink : teal});
    men.push_back({.at = at(x, 28.0), .size = Inches(2.6), .looks = 1});
  }
  for (vision::UnknownMan& man : men)
    man.against = man.looks == 1 ? std::vector{kNever, kNever, 0.0, kNever, 0.0, kNever} : std::vector{0.0, 0.0, kNever, 0.0, kNever, 0.0};
  const TablePoint leader = at(13.0, 18.0), other = at(43.0, 18.0);
  const std::vector<vision::UnitPlaces> units{{.unit = "teal foot", .free = 6, .anchors = {leader}, .army = "teal", .comrades = {leader}},
                                              {.unit = "pink foot", .free = 6, .anchors = {other}, .army = "pink", .comrades = {other}},
                                              {.unit = "teal gun", .free = 1, .army = "teal", .comrades = {leader}},
                                              {.unit = "teal gun", .free = 4, .army = "teal", .comrades = {leader}},
                                              {.unit = "pink gun", .free = 1, .army = "pink", .comrades = {other}},
                                              {.unit = "pink gun", .free = 4, .army = "pink", .comrades = {other}}};
  const auto unit_of = vision::solve_membership(men, units);
  for (std::size_t i = 0; i < men.size(); ++i) {
    const bool gun = men[i].looks == 1;
    EXPECT_EQ(unit_of[i], i < 6 ? 0U : i < 12 ? 1U : i < 17 ? (gun ? 4U : 5U) : (gun ? 2U : 3U)) << i;
  }
}

// The gun stood under trees, a rider too many was taken for it, and the others followed him into the army whose gun it was.
TEST(Membership, WhoStandsOnAnothersBaseLeadsNoCrew) {
  std::vector<vision::UnknownMan> men;
  constexpr double kNever = vision::kInfinity;
  for (int i = 0; i < 6; ++i) men.push_back({.at = at(40.0 + 1.3 * i, 30.0), .size = Inches(1.3), .looks = 0, .against = {0.0, 1.0, 2.0}});
  for (const auto& [x, y] : {std::pair{10.0, 30.0}, {10.0, 33.0}, {11.8, 30.0}, {11.8, 33.0}})
    men.push_back({.at = at(x, y), .size = Inches(1.3), .looks = 6, .against = {3.0, kNever, 0.0}});
  const std::vector<vision::UnitPlaces> units{{.unit = "horse", .free = 5, .army = "sky", .comrades = {at(42.0, 20.0)}},
                                              {.unit = "battery", .free = 1, .army = "grey", .comrades = {at(12.0, 20.0)}},
                                              {.unit = "battery", .free = 5, .army = "grey", .comrades = {at(12.0, 20.0)}}};
  const auto unit_of = vision::solve_membership(men, units);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(unit_of[i], 0U) << i;
  for (std::size_t i = 6; i < men.size(); ++i) EXPECT_EQ(unit_of[i], 2U) << i;
}

// Two crews, the handle of a mug that passed for a gun, and riders on bases like a crew's: by formation all were right; their coats,
// told apart by that, moved the guns, the guns moved the crews into each other's army, and back and forth, and the last solution was kept.
TEST(Membership, WhereGunsAndCoatsSendCrewsBackAndForthTheBestOfTheSolutionsHolds) {
  constexpr double kNo = vision::kInfinity;
  struct Man {
    double x, y;
    std::size_t looks;
    vision::Colour coat;
    std::array<double, 5> against;  // the bases of purple foot, horse, guns, purple crew, teal crew
    std::size_t unit;
  };
  enum : std::size_t { Foot, Horse, Gun, Crew, TealHorse, TealGun, TealCrew };
  const std::vector<Man> table{{24.5, 4.5, 12, {0.1F, 0.35F, -0.35F}, {2.5, 0.5, kNo, 0.0, 0.5}, Crew},
                               {40.5, 24.0, 8, {-0.05F, -0.05F, -0.35F}, {1.5, 0.0, kNo, 1.0, 1.5}, TealCrew},
                               {40.5, 25.5, 8, {-0.1F, -0.25F, -0.35F}, {1.0, 1.5, kNo, 0.5, 0.0}, TealCrew},
                               {42.5, 26.5, 8, {-0.15F, -0.25F, -0.4F}, {2.5, 2.5, kNo, 2.0, 0.0}, TealCrew},
                               {43.5, 23.5, 8, {-0.1F, -0.5F, -0.35F}, {2.0, 0.0, kNo, 0.0, 2.0}, TealCrew},
                               {43.5, 25.5, 8, {-0.05F, -0.3F, -0.4F}, {0.5, 0.5, kNo, 1.0, 0.0}, TealCrew},
                               {41.0, 8.0, 21, {-0.15F, 0.2F, -0.25F}, {4.0, 2.5, kNo, 2.5, 0.0}, Horse},
                               {41.0, 9.5, 21, {-0.15F, 0.25F, -0.3F}, {2.5, 1.5, kNo, 1.0, 0.0}, Horse},
                               {42.0, 8.0, 21, {-0.15F, 0.2F, -0.2F}, {2.0, 1.5, kNo, 1.0, 0.0}, Horse},
                               {42.5, 9.5, 21, {-0.25F, 0.2F, -0.25F}, {1.0, 0.5, 3.5, 0.5, 0.0}, Horse},
                               {43.5, 7.5, 21, {-0.2F, 0.2F, -0.2F}, {2.0, 1.5, kNo, 1.0, 0.0}, Horse},
                               {43.5, 9.5, 21, {-0.25F, 0.15F, -0.15F}, {1.5, 0.5, kNo, 0.5, 0.0}, Horse},
                               {42.5, 14.5, 18, {-0.3F, 0.1F, -0.1F}, {0.0, 0.5, kNo, 2.5, 1.5}, Foot}};
  std::vector<vision::UnknownMan> men;
  for (const Man& m : table) {
    const auto& [foot, horse, gun, crew, teal_crew] = m.against;
    men.push_back({.at = at(m.x, m.y),
                   .size = Inches(1.2),
                   .looks = m.looks,
                   .against = {foot, horse, gun, crew, horse, gun, teal_crew},
                   .coat = m.coat});
  }
  men.push_back({.at = at(23.0, 4.5), .size = Inches(2.6), .looks = 14, .against = {2.5, 3.0, 0.0, 3.5, 3.0, 0.0, 2.0}});
  men.push_back({.at = at(33.0, 2.0),
                 .size = Inches(1.6),
                 .looks = 19,
                 .against = {1.0, 1.5, 3.0, 1.5, 1.5, 3.0, 0.0},
                 .coat = vision::Colour(-0.3F, 0.0F, -0.2F)});
  const vision::Colour purple(0.8F, 0.6F, -0.3F), teal(0.0F, -1.3F, -0.3F);
  const TablePoint officer = at(20.0, 30.0);
  const std::vector<vision::UnitPlaces> units{
      {.unit = "foot", .free = 3, .army = "purple", .hint = purple},
      {.unit = "horse", .free = 6, .army = "purple", .hint = purple},
      {.unit = "battery", .free = 1, .army = "purple", .hint = purple},
      {.unit = "battery", .free = 5, .army = "purple", .hint = purple},
      {.unit = "squadron", .free = 3, .anchors = {officer}, .army = "teal", .comrades = {officer}, .hint = teal},
      {.unit = "artillery", .free = 1, .army = "teal", .comrades = {officer}, .hint = teal},
      {.unit = "artillery", .free = 5, .army = "teal", .comrades = {officer}, .hint = teal}};
  const auto unit_of = vision::solve_membership(men, units);
  for (std::size_t i = 0; i < table.size(); ++i) EXPECT_EQ(unit_of[i], table[i].unit) << i;
}

// Straw hats hid the coats of a led company of sky, which then looked like tan's: man for man they outvoted everybody else on the table,
// tan's riders were given to sky and sky's to tan.
TEST(Membership, ALedUnitThatIsDressedLikeTheOtherArmyDressesNobodyElse) {
  const vision::Colour straw(-0.2F, 0.17F, -0.28F), blue(0.12F, -0.05F, -0.3F);
  enum : std::size_t { TanFoot, TanHorse, SkyFoot, SkyRanks, SkyHorse };
  std::vector<vision::UnknownMan> men;
  std::vector<std::size_t> expected;
  const auto add = [&](std::size_t unit, int count, TablePoint first, const vision::Colour& coat, const std::vector<double>& against) {
    for (int i = 0; i < count; ++i) {
      const TablePoint here = at(first.x.value, first.y.value + 1.1 * i);
      men.push_back({.at = here, .size = Inches(1.0), .looks = unit == SkyHorse ? TanHorse : unit, .against = against, .coat = coat});
      expected.push_back(unit);
    }
  };
  add(TanFoot, 8, at(18.0, 30.0), straw, {0.0, 2.7, 3.2, 5.0, 2.7});
  add(TanHorse, 5, at(21.0, 22.0), straw, {3.0, 0.0, 4.5, 1.8, 0.0});
  add(SkyFoot, 11, at(40.0, 33.0), straw, {1.9, 4.2, 0.0, 5.0, 4.2});
  add(SkyRanks, 6, at(50.0, 4.0), blue, {4.2, 0.8, 5.0, 0.0, 0.8});
  add(SkyHorse, 3, at(51.0, 14.0), blue, {3.0, 0.0, 4.5, 2.0, 0.0});
  const TablePoint officer = at(41.5, 38.0);
  const vision::Colour tan(-0.31F, 0.17F, -0.16F), sky(0.24F, -0.28F, -0.12F);
  const std::vector<vision::UnitPlaces> units{
      {.unit = "tan foot", .free = 8, .army = "tan", .hint = tan},
      {.unit = "tan horse", .free = 5, .army = "tan", .hint = tan},
      {.unit = "sky foot", .free = 11, .anchors = {officer}, .army = "sky", .comrades = {officer}, .hint = sky},
      {.unit = "sky ranks", .free = 6, .army = "sky", .comrades = {officer}, .hint = sky},
      {.unit = "sky horse", .free = 3, .army = "sky", .comrades = {officer}, .hint = sky}};
  const auto unit_of = vision::solve_membership(men, units);
  for (std::size_t i = 0; i < men.size(); ++i) EXPECT_EQ(unit_of[i], expected[i]) << i;
}

// One man who stood apart could be of one unit alone, and fourteen men are not one man: it took that unit from thirteen whom it fitted.
TEST(Membership, AManWhoStandsApartTakesNoUnitFromManyWhoFitIt) {
  std::vector<TablePoint> places;
  for (int i = 0; i < 13; ++i) places.push_back(at(10.0 + 1.2 * i, 20.0));
  std::vector<vision::UnknownMan> men = unknown(places);
  for (vision::UnknownMan& man : men) man.against = {0.0, 3.0};
  men.push_back(unknown({at(45.0, 20.0)}).front());
  men.back().against = {0.0, 6.0};
  const std::vector<vision::UnitPlaces> units{{.unit = "foot", .free = 14, .army = "red"}, {.unit = "guard", .free = 14, .army = "blue"}};
  const auto unit_of = vision::solve_membership(men, units);
  for (std::size_t i = 0; i < men.size(); ++i) EXPECT_EQ(unit_of[i], 0U) << i;
}

TEST(Membership, ALeaderNearbySaysMoreThanABaseHardlySeen) {
  std::vector<TablePoint> at_leader, apart;
  for (int i = 0; i < 8; ++i) at_leader.push_back(at(10.0 + 1.2 * i, 20.0));
  for (int i = 0; i < 8; ++i) apart.push_back(at(40.0 + 1.2 * i, 20.0));
  std::vector<vision::UnknownMan> men = unknown(at_leader);
  for (const vision::UnknownMan& man : unknown(apart)) men.push_back(man);
  for (vision::UnknownMan& man : men) man.against = {0.8, 0.0};  // all look like the second unit's base, a little
  const std::vector<vision::UnitPlaces> units{{.unit = "led", .free = 8, .anchors = {at(14.0, 18.0)}, .army = "red"},
                                              {.unit = "unled", .free = 8, .army = "red"}};
  const auto unit_of = vision::solve_membership(men, units);
  for (std::size_t i = 0; i < men.size(); ++i) EXPECT_EQ(unit_of[i], i < 8 ? 0U : 1U) << i;
}

}  // namespace
}  // namespace tracker_laws_test
