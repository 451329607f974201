// How a body stands: ranks, counting order, bodies, crews.
#include "rules/charge/formation.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "rules/charge/combat/contact.h"
#include "tests/rules/aim_scene.h"

namespace formation_test {
namespace {

using namespace aim_scene;
using rules::charge::bodies_of;
using rules::charge::counting_order;
using rules::charge::Crew;
using rules::charge::crew_order;
using rules::charge::crews_of;
using rules::charge::Foot;
using rules::charge::formation_of;
using rules::charge::ranks_of;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(const std::vector<Figure>& figures, const std::vector<std::size_t>& order) {
  std::vector<std::string> out;
  for (const std::size_t i : order) out.push_back(figures[i].name);
  return out;
}
std::vector<std::size_t> sizes(const std::vector<Figure>& figures) {
  std::vector<std::size_t> out;
  for (const auto& rank : formation_of(figures).ranks) out.push_back(rank.size());
  return out;
}
/// The same body shifted back by as much for every inch to its left: an oblique line.
std::vector<Figure> sheared(std::vector<Figure> figures, double by) {
  for (Figure& f : figures) f.footprint.centre.y += f.footprint.centre.x * by;
  return figures;
}
std::vector<Figure> turned_all(std::vector<Figure> figures, Radians by, TableVector shift) {
  for (Figure& f : figures) f.footprint = moved(turned(f.footprint, by), shift);
  return figures;
}

TEST(Formation, CG22CountsTheFrontRankFromTheRightThenTheRear) {
  const auto company = row("r", 3, 0, -1.2) + row("f", 4, 0, 0);
  EXPECT_THAT(names(company, counting_order(company)), ElementsAre("f1", "f2", "f3", "f4", "r1", "r2", "r3"));
  EXPECT_THAT(ranks_of(company), ElementsAre(2, 2, 2, 1, 1, 1, 1));
}

TEST(Formation, HandPlacedLinesAreRagged) {
  // A company as a player put it down: two ranks, men up to 0.4 in ahead of their neighbours.
  const std::vector<std::pair<double, double>> places{{24.15, 25.63}, {22.81, 25.68}, {21.55, 25.72}, {20.45, 25.58},
                                                      {19.55, 26.03}, {17.85, 25.67}, {24.09, 24.37}, {22.85, 24.44},
                                                      {21.49, 24.35}, {20.30, 24.27}, {19.22, 24.18}, {18.03, 24.40}};
  std::vector<Figure> company;
  for (std::size_t i = 0; i < places.size(); ++i)
    company.push_back(man(std::to_string(i + 1), places[i].first, places[i].second, 88.0 + static_cast<double>(i % 5), 1.0));
  EXPECT_THAT(names(company, counting_order(company)), ElementsAre("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"));
  company.push_back(figure("officer", rect(2.4, 1.4, at(20.65, 22.41), 90_deg)));
  EXPECT_EQ(ranks_of(company).back(), 3) << "he stands behind both ranks";
  company.back().footprint.centre = at(20.65, 28.0);
  EXPECT_THAT(sizes(company), ElementsAre(7, 6)) << "in front of the line he does not make it a rear rank";
}

TEST(Formation, StaggeredRanksAreTwo) {
  const auto company = row("f", 6, 0, 0) + row("r", 5, -0.6, -1.0);
  EXPECT_THAT(sizes(company), ElementsAre(6, 5));
}

TEST(Formation, AnObliqueLineIsOneRank) {
  EXPECT_THAT(sizes(sheared(row("f", 8, 0, 0, 1.0), 0.9)), ElementsAre(8));
  EXPECT_THAT(sizes(sheared(row("f", 8, 0, 0) + row("r", 8, 0, -1.2), 0.4)), ElementsAre(8, 8));
  EXPECT_THAT(sizes(sheared(row("f", 8, 0, 0) + row("r", 8, 0, -1.2), -0.4)), ElementsAre(8, 8));
}

TEST(Formation, AColumnHasManyRanks) {
  std::vector<Figure> file;
  for (int i = 0; i < 6; ++i) file.push_back(man(std::to_string(i + 1), 0.05 * i, -1.2 * i));
  EXPECT_THAT(sizes(file), ElementsAre(1, 1, 1, 1, 1, 1));
  EXPECT_THAT(names(file, counting_order(file)), ElementsAre("1", "2", "3", "4", "5", "6"));
  EXPECT_THAT(sizes(row("a", 4, 0, 0) + row("b", 4, 0, -1.2) + row("c", 4, 0, -2.4) + row("d", 4, 0, -3.6)), ElementsAre(4, 4, 4, 4));
}

TEST(Formation, AHoleInARankDoesNotMakeTwo) {
  auto company = row("f", 8, 0, 0) + row("r", 8, 0, -1.2);
  company.erase(company.begin() + 3, company.begin() + 6);
  EXPECT_THAT(sizes(company), ElementsAre(5, 8));
}

TEST(Formation, AnEndManLeftAloneByAHoleStaysInFront) {
  auto company = row("f", 5, 0, 0) + row("r", 5, 0, -1.2);
  company.erase(company.begin() + 1, company.begin() + 3);
  EXPECT_THAT(sizes(company), ElementsAre(3, 5));
}

TEST(Formation, PlacedByHandWithHolesRanksAreNearlyAlwaysRead) {
  // 0.1 in: what companies on real tables deviate, one standard deviation. Two fallen men at most.
  std::mt19937 rng(7);
  std::normal_distribution<double> by_hand(0.0, 0.1);
  int read = 0;
  constexpr int kCompanies = 500;
  for (int k = 0; k < kCompanies; ++k) {
    const int front = 4 + static_cast<int>(rng() % 7), rear = front - static_cast<int>(rng() % 3);
    auto company = row("f", front, 0, 0) + row("r", rear, 0, -1.2);
    std::vector<int> truth(static_cast<std::size_t>(front), 1);
    truth.resize(company.size(), 2);
    for (Figure& f : company) f.footprint.centre = f.footprint.centre + step(by_hand(rng), by_hand(rng));
    for (auto fallen = rng() % 3; fallen > 0; --fallen) {
      const auto i = static_cast<std::ptrdiff_t>(rng() % company.size());
      company.erase(company.begin() + i);
      truth.erase(truth.begin() + i);
    }
    if (ranks_of(company) == truth) ++read;
  }
  EXPECT_GE(read, 0.97 * kCompanies);
}

TEST(Formation, OneManAndNobody) {
  EXPECT_THAT(counting_order(std::vector{man("a", 1, 1)}), ElementsAre(0u));
  EXPECT_THAT(formation_of({}).ranks, IsEmpty());
  EXPECT_THAT(ranks_of({}), IsEmpty());
}

TEST(Formation, TheFacingIsTheMeanEvenAcrossZero) {
  const std::vector<Figure> pair{man("a", 0, 0, 350), man("b", 0, 1.2, 14)};
  EXPECT_THAT(formation_of(pair).facing, PointsTo(2_deg, Radians(1e-9)));
}

TEST(Formation, AFallenManLeavesOneBodyAndTwoCompaniesStayTwo) {
  auto line = row("a", 6, 0, 0, 1.0);
  line.erase(line.begin() + 2);
  EXPECT_EQ(bodies_of(line).size(), 1u);
  EXPECT_EQ(bodies_of(row("a", 4, 0, 0, 1.0) + row("b", 4, -6, 0, 1.0)).size(), 2u);
}

RC_GTEST_PROP(FormationLaw, TheRightHandManStaysSoOnATurnedTable, ()) {
  auto company = row("f", *rc::gen::inRange(1, 9), 0, 0) + row("r", *rc::gen::inRange(0, 9), 0.3, -1.3);
  for (Figure& f : company) f.footprint.centre = f.footprint.centre + step(between(-0.15, 0.15), between(-0.15, 0.15));
  RC_ASSERT(counting_order(company) == counting_order(turned_all(company, any_heading(), step(between(-9, 9), between(-9, 9)))));
}

RC_GTEST_PROP(FormationLaw, AMirroredBodyHasTheSameRanksInTheOppositeOrder, ()) {
  auto company = row("f", *rc::gen::inRange(1, 9), 0, 0) + row("r", *rc::gen::inRange(0, 9), 0.3, -1.3);
  for (Figure& f : company) f.footprint.centre = f.footprint.centre + step(between(-0.15, 0.15), between(-0.15, 0.15));
  auto there = company;
  for (Figure& f : there) f.footprint.centre.x = -f.footprint.centre.x;  // all face +y: their headings stay
  const auto here = formation_of(company).ranks;
  auto mirror = formation_of(there).ranks;
  for (auto& rank : mirror) std::reverse(rank.begin(), rank.end());
  RC_ASSERT(here == mirror);
}

RC_GTEST_PROP(FormationLaw, EveryManIsInExactlyOneRank, ()) {
  const auto crowd = any_men("m", 20, 5);
  auto order = counting_order(crowd);
  std::sort(order.begin(), order.end());
  RC_ASSERT(order.size() == crowd.size());
  for (std::size_t i = 0; i < order.size(); ++i) RC_ASSERT(order[i] == i);
}

std::vector<Foot> foot(const std::vector<Figure>& figures, Arm arm = Arm::Gunners) {
  std::vector<Foot> out;
  for (const Figure& f : figures) out.push_back({f, arm});
  return out;
}

TEST(Crew, CG23AreTheFootWithinTwoInchesOfTheGun) {
  // The gun's base ends 0.75 in to its side, a man's 0.4 in from his middle.
  const std::vector<Figure> guns{gun()};
  const std::vector<Crew> crews = crews_of(guns, foot({man("in", 0.75 + 2.0 + 0.4, 0), man("out", 0.75 + 2.01 + 0.4, 0)}), {});
  EXPECT_THAT(crews[0].men, ElementsAre(0u));
  EXPECT_THAT(crews[0].unverified, ElementsAre("gun.crew_radius"));
  auto unsure_men = foot({man("in", 3.15, 0), man("out", 3.16, 0)});
  for (Foot& f : unsure_men) f.figure.footprint = unsure(f.figure.footprint, 0.03_in);
  EXPECT_THAT(crews_of(guns, unsure_men, {})[0].maybe, ElementsAre(0u, 1u));
  House house;
  house.keep_margin = false;
  EXPECT_THAT(crews_of(guns, unsure_men, house)[0].men, ElementsAre(0u));
}

TEST(Crew, CG23InfantryMayServeUnlessTheHouseNamesGunnersOnly) {
  const std::vector<Figure> guns{gun()};
  const auto drafted = foot({man("a", 0, -2.0)}, Arm::Infantry);
  House house;
  EXPECT_EQ(crews_of(guns, drafted, house)[0].men.size(), 1u);
  house.gun_crew_from = rules::charge::CrewFrom::Gunners;
  EXPECT_EQ(crews_of(guns, drafted, house)[0].men.size(), 0u);
}

TEST(Crew, AManBetweenTwoGunsServesTheNearer) {
  const std::vector<Figure> guns{gun(0, 0), gun(4, 0)};
  const auto crews = crews_of(guns, foot({man("left", 1.8, 0), man("right", 2.2, 0)}), {});
  EXPECT_THAT(crews[0].men, ElementsAre(0u));
  EXPECT_THAT(crews[1].men, ElementsAre(1u));
}

TEST(Crew, CK6CountsFromTheManBehindClockwise) {
  const std::vector<Figure> crew{man("right", 1.5, 0), man("behind", 0.2, -2), man("left", -1.5, 0), man("ahead left", -1.0, 1.5)};
  EXPECT_THAT(names(crew, crew_order(gun(), crew)), ElementsAre("behind", "left", "ahead left", "right"));
  const std::vector<Figure> pair{man("rear left", -0.5, -2), man("rear right", 0.5, -2)};
  EXPECT_THAT(names(pair, crew_order(gun(), pair)), ElementsAre("rear right", "rear left")) << "the count meets him first";
  EXPECT_THAT(crew_order(gun(), {}), IsEmpty());
}

RC_GTEST_PROP(CrewLaw, TheOrderTurnsWithTheGun, ()) {
  const auto crew = any_men("c", 6, 2.5);
  const Radians by = any_heading();
  const TableVector shift = step(between(-9, 9), between(-9, 9));
  Figure there = gun();
  there.footprint = moved(turned(there.footprint, by), shift);
  RC_ASSERT(crew_order(gun(), crew) == crew_order(there, turned_all(crew, by, shift)));
}

}  // namespace
}  // namespace formation_test
