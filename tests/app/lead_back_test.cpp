// Figures led back to where they belong, in an order that frees the way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "app/umpire/lead_back.h"
#include "measure/gap.h"
#include "tests/rules/field_builders.h"

namespace lead_back_test {
namespace {

using app::lead_back, app::WayBack, measure::Inches, rules::charge::Field, rules::charge::Piece, rules::charge::piece;
using measure::PieceKind;
using testing::IsEmpty, testing::SizeIs;

/// Two companies of eight in two ranks, base to base, and a gun.
Field field() {
  Field out;
  out.table = measure::Table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  for (int i = 0; i < 8; ++i) {
    const double dx = 1.02 * (i % 4), dy = 1.02 * (i / 4);
    out.pieces.push_back(
        piece(1 + i, "R/" + std::to_string(i + 1), "R", "red", i == 0 ? PieceKind::Officer : PieceKind::Infantry, 20 + dx, 20 + dy, 90));
    out.pieces.push_back(piece(21 + i, "B/" + std::to_string(i + 1), "B", "blue", PieceKind::Infantry, 30 + dx, 30 + dy, 270));
  }
  out.pieces.push_back(piece(40, "RG/gun", "RG", "red", PieceKind::Gun, 10, 20, 90, 2.0));
  return out;
}

Piece& at(Field& field, int id) {
  return *std::ranges::find(field.pieces, id, [](const Piece& p) { return p.figure.id; });
}
void put(Field& field, int id, double x, double y) { at(field, id).figure.footprint.centre = {Inches(x), Inches(y)}; }

TEST(LeadBack, SaysWhatDiffers) {
  Field seen = field();
  put(seen, 3, 22.04, 22.4);
  std::erase_if(seen.pieces, [](const Piece& p) { return p.figure.id == 22; });
  put(seen, 40, 12.3, 20.0);
  std::vector<std::string> says;
  for (const WayBack& way : lead_back(field(), seen)) says.push_back(difference_text(way));
  EXPECT_THAT(says, testing::UnorderedElementsAre("R/3 stands 2.40 in from where it was", "RG/gun stands 2.30 in from where it was",
                                                  "B/2 is not there"));
}

TEST(LeadBack, NobodyIsLedWhereAllStandWithinAnEighthOfAnInch) {
  Field seen = field();
  EXPECT_THAT(lead_back(field(), seen), IsEmpty());
  put(seen, 21, 30.08, 30.08);
  EXPECT_THAT(lead_back(field(), seen), IsEmpty());
  put(seen, 21, 30.1, 30.1);
  EXPECT_THAT(lead_back(field(), seen), SizeIs(1));
}

TEST(LeadBack, AManWhoWasMovedIsLedToHisPlace) {
  Field seen = field();
  put(seen, 25, 40, 35);
  const auto ways = lead_back(field(), seen);
  ASSERT_THAT(ways, SizeIs(1));
  EXPECT_EQ(ways[0].kind, WayBack::Kind::Move);
  EXPECT_EQ(ways[0].id, 25);
  EXPECT_EQ(ways[0].to->centre, field().pieces[9].figure.footprint.centre);
  EXPECT_EQ(app::text_of(ways[0]), "B/5: 10.76 in");
}

TEST(LeadBack, MenOfOneBodyAreAlikeAndTakeTheNearestPlaces) {
  Field seen = field();
  put(seen, 21, 31.02, 40);  // each stands behind the other's place
  put(seen, 22, 30, 40);
  for (const WayBack& way : lead_back(field(), seen)) EXPECT_NEAR(way.length().value, 10.0, 1e-9);
  Field exchanged = field();
  std::swap(at(exchanged, 22).figure.footprint, at(exchanged, 23).figure.footprint);
  EXPECT_THAT(lead_back(field(), exchanged), IsEmpty()) << "two men who changed places stand as before";
  Field officer = field();
  std::swap(at(officer, 1).figure.footprint, at(officer, 2).figure.footprint);
  EXPECT_THAT(lead_back(field(), officer), SizeIs(3)) << "an officer is not a man: one of the two stands aside first";
}

TEST(LeadBack, WhoStandsInAnothersPlaceGoesFirst) {
  Field seen = field();
  put(seen, 40, 20.5, 20.5);  // the gun, on its own company's place
  put(seen, 2, 50, 20);
  put(seen, 1, 51.5, 20);
  const auto ways = lead_back(field(), seen);
  ASSERT_THAT(ways, SizeIs(3));
  EXPECT_EQ(ways[0].name, "RG/gun");
}

TEST(LeadBack, WhoDoesNotBelongIsTakenOffFirstAndWhoIsMissedIsPutBackLast) {
  Field seen = field();
  std::erase_if(seen.pieces, [](const Piece& p) { return p.figure.id == 28; });
  seen.pieces.push_back(piece(90, "green 1", "", "green", PieceKind::Infantry, 60, 40, 0));
  put(seen, 3, 50, 20);
  const auto ways = lead_back(field(), seen);
  ASSERT_THAT(ways, SizeIs(3));
  EXPECT_EQ(ways.front().kind, WayBack::Kind::TakeOff);
  EXPECT_EQ(app::text_of(ways.front()), "take off green 1");
  EXPECT_EQ(ways.back().kind, WayBack::Kind::PutDown);
  EXPECT_EQ(app::text_of(ways.back()), "put B/8 back");
}

TEST(LeadBack, ATrackThatWasLostIsNoMatterWhereTheBodyIsKnown) {
  Field seen = field();
  at(seen, 24).figure.id = 77;  // found again under a new number, in his place
  EXPECT_THAT(lead_back(field(), seen), IsEmpty());
}

/// A hand that does as it is told, as well as a hand does: within an inch and a half tenths. Returns the steps it took.
int led_by_the_ghosts(const Field& wanted, Field& seen, std::mt19937& random) {
  std::normal_distribution<double> shake(0.0, 0.03);
  int steps = 0;
  for (auto ways = lead_back(wanted, seen); !ways.empty() && steps < 200; ways = lead_back(wanted, seen), ++steps) {
    const WayBack& way = ways.front();
    EXPECT_TRUE(way.kind == WayBack::Kind::Move || way.kind == WayBack::Kind::StandAside) << app::text_of(way);
    measure::Footprint there = at(seen, way.id).figure.footprint;
    there.centre = {way.to->centre.x + Inches(shake(random)), way.to->centre.y + Inches(shake(random))};
    for (const Piece& other : seen.pieces) {
      if (other.figure.id == way.id) continue;
      EXPECT_GT(measure::gap(there, other.figure.footprint).value.value, -0.3) << app::text_of(way);
    }
    at(seen, way.id).figure.footprint = there;
  }
  return steps;
}

RC_GTEST_PROP(LeadBack, AHandLeadsTenFiguresBackByTheGhostsAlone, (const unsigned seed)) {
  std::mt19937 random(seed);
  const Field wanted = field();
  Field seen = wanted;
  // Ten are exchanged among each other, and then knocked about by up to an inch: the hardest case, for nobody's place is free.
  std::vector<std::size_t> displaced(seen.pieces.size());
  for (std::size_t i = 0; i < displaced.size(); ++i) displaced[i] = i;
  std::ranges::shuffle(displaced, random);
  displaced.resize(10);
  for (std::size_t i = 0; i < 5; ++i)
    std::swap(seen.pieces[displaced[i]].figure.footprint.centre, seen.pieces[displaced[9 - i]].figure.footprint.centre);
  std::uniform_real_distribution<double> knock(-1.0, 1.0);
  for (const std::size_t i : displaced) {
    auto& centre = seen.pieces[i].figure.footprint.centre;
    centre = {centre.x + Inches(knock(random)), centre.y + Inches(knock(random))};
  }
  const int steps = led_by_the_ghosts(wanted, seen, random);
  RC_ASSERT(steps <= 20);
  for (const Piece& place : wanted.pieces) {
    const bool back = std::ranges::any_of(seen.pieces, [&](const Piece& p) {
      return p.unit == place.unit && p.kind == place.kind &&
             measure::distance(p.figure.footprint.centre, place.figure.footprint.centre) <= app::kBack;
    });
    RC_ASSERT(back);
  }
}

}  // namespace
}  // namespace lead_back_test
