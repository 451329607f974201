// The umpire of a live table: what it makes of pieces that come, go and hide between settled tables.
#include "app/umpire/charge_umpire.h"
#include "app/umpire/rulings_json.h"

#include <gtest/gtest.h>

namespace {

using measure::Inches;
using measure::Verdict;

measure::Roster one_man() {
  measure::Unit unit;
  unit.name = "R";
  unit.models = 1;
  return {{{.name = "red", .colour = "", .units = {unit}}}};
}

vision::Piece man_at(double y, vision::Seen seen = vision::Seen::Yes) {
  vision::Piece man;
  man.id = 1;
  man.name = "R/1";
  man.army = "red";
  man.unit = "R";
  man.at = {Inches(20), Inches(y)};
  man.heading = measure::from_degrees(90);
  man.covariance = measure::covariance_of(Inches(seen == vision::Seen::Yes ? 0.01 : 1.5));
  man.seen = seen;
  return man;
}

vision::TableState settled(const char* frame, const vision::Piece& man, std::vector<vision::Move> moves = {}) {
  vision::TableState state;
  state.frame = frame;
  state.camera.registered = true;
  state.settled = true;
  state.pieces = {man};
  state.moves = std::move(moves);
  return state;
}

vision::Move moved(double from, double to) { return {1, {Inches(20), Inches(from)}, {Inches(20), Inches(to)}, {}, {}}; }

app::ChargeUmpire umpire() {
  return {one_man(), measure::Table{.length = Inches(72), .width = Inches(48), .terrain = {}}, rules::charge::House{}};
}

TEST(ChargeUmpire, AManWhoWasHiddenIsJudgedFromWhereHeWasLastSeen) {
  app::ChargeUmpire judge = umpire();
  ASSERT_TRUE(judge.look(settled("1", man_at(10))));
  ASSERT_TRUE(judge.look(settled("2", man_at(16, vision::Seen::Hidden))));  // a guess, no move is told of him
  const auto found = judge.look(settled("3", man_at(18), {moved(16, 18)}));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->moved.size(), 1U);
  EXPECT_EQ(found->moved[0].ruling.verdict, Verdict::No);
  EXPECT_NEAR(found->moved[0].ruling.cost->value.value, 8.0, 1e-6);
}

TEST(ChargeUmpire, AMoveToldOfAHiddenManCountsFromThereOn) {
  app::ChargeUmpire judge = umpire();
  ASSERT_TRUE(judge.look(settled("1", man_at(10))));
  ASSERT_TRUE(judge.look(settled("2", man_at(16, vision::Seen::Hidden), {moved(10, 16)})));
  const auto found = judge.look(settled("3", man_at(18), {moved(16, 18)}));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->moved.at(0).ruling.cost->value.value, 2.0, 1e-6);
}

TEST(ChargeUmpire, AManWhoWasLostForATableIsStillJudged) {
  app::ChargeUmpire judge = umpire();
  ASSERT_TRUE(judge.look(settled("1", man_at(10))));
  ASSERT_TRUE(judge.look(settled("2", man_at(10, vision::Seen::Lost))));
  const auto found = judge.look(settled("3", man_at(15), {moved(10, 15)}));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->moved.size(), 1U);
  EXPECT_EQ(found->moved[0].ruling.verdict, Verdict::Yes);
}

TEST(ChargeUmpire, AManPutBackIsNoCasualty) {
  app::ChargeUmpire judge = umpire();
  ASSERT_TRUE(judge.look(settled("1", man_at(10))));
  vision::TableState empty = settled("2", man_at(10));
  empty.pieces.clear();
  empty.removed = {1};
  EXPECT_EQ(judge.look(empty)->armies.at(0).removed, 1);
  vision::TableState back = settled("3", man_at(12));
  back.added = {1};
  const auto rulings = judge.look(back);
  EXPECT_EQ(rulings->armies.at(0).removed, 0);
  EXPECT_TRUE(rulings->moved.empty());
}

TEST(ChargeUmpire, NamesWhoFell) {
  app::ChargeUmpire judge = umpire();
  ASSERT_TRUE(judge.look(settled("1", man_at(10))));
  vision::TableState gone = settled("2", man_at(10));
  gone.pieces.clear();
  gone.removed = {1};
  const auto rulings = judge.look(gone);
  ASSERT_TRUE(rulings);
  EXPECT_EQ(rulings->fallen, std::vector<std::string>{"R/1"});
  EXPECT_NE(app::text_of(app::ruling_lines(*rulings)).find("C-K5   R/1 taken off the table"), std::string::npos);
  nlohmann::ordered_json line;
  app::add_rulings(line, *rulings);
  EXPECT_EQ(line["fallen"], nlohmann::ordered_json({"R/1"}));
}

// What is ruled can be drawn from the line alone: ways with their corners, lines of fire, arcs; and both scores are told.
TEST(ChargeUmpire, ItsLinesHoldWhatDecidedAndBothScores) {
  rules::charge::JudgedAim aim{.firer = "G", .id = 7, .target = "B", .aim = {}};
  rules::charge::AimAt man;
  man.name = "B/1";
  man.from = {Inches(1), Inches(2)};
  man.at = {Inches(3), Inches(20)};
  man.needs = 4;
  man.could_need = 3;
  aim.aim.verdict = Verdict::Yes;
  aim.aim.men = {man};
  aim.aim.arcs = {{"G", man.from, measure::from_degrees(90)}};
  app::ChargeRulings rulings;
  rulings.aims = {aim};
  rules::charge::JudgedMove move{.id = 1, .name = "R/1", .unit = "R", .from = {}, .to = {}, .ruling = {}};
  move.ruling.path = {man.from, man.at};
  rulings.moved = {move};
  nlohmann::ordered_json line;
  app::add_rulings(line, rulings);
  EXPECT_EQ(line["moved"][0]["path"].size(), 2U);
  EXPECT_EQ(line["aims"][0]["men"][0]["line"], nlohmann::ordered_json::parse("[[1.0,2.0],[3.0,20.0]]"));
  EXPECT_EQ(line["aims"][0]["men"][0]["could_need"], 3);
  EXPECT_EQ(line["aims"][0]["arcs"][0]["heading_deg"], 90.0);
  EXPECT_NE(app::text_of(app::ruling_lines(rulings)).find("4+ to hit, or perhaps 3+ (CG52)"), std::string::npos);
}

}  // namespace
