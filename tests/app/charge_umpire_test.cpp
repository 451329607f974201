// The umpire of a live table: what it makes of pieces that come, go and hide between settled tables.
#include "app/umpire/charge_umpire.h"
#include "app/umpire/rulings_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "app/umpire/rulings_json.h"
#include "measure/gap.h"

namespace charge_umpire_test {
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

// Two men of each army; `gap` inches lie between the bases of the two bodies, red south of blue, face to face.
measure::Roster two_bodies() {
  measure::Roster roster;
  for (const char* name : {"red", "blue"}) {
    measure::Unit unit;
    unit.name = name[0] == 'r' ? "R" : "B";
    unit.models = 2;
    roster.armies.push_back({.name = name, .colour = "", .units = {unit}});
  }
  return roster;
}

vision::TableState face_to_face(const char* frame, double gap, const std::vector<int>& moved = {}) {
  const double depth = 2 * measure::bounding_radius(vision::Piece{}.base.shape).value;
  vision::TableState state = settled(frame, man_at(10));
  state.pieces.clear();
  for (int id = 1; id <= 4; ++id) {
    vision::Piece man = man_at(id <= 2 ? 10 : 10 + depth + gap);
    man.id = id;
    man.army = id <= 2 ? "red" : "blue";
    man.unit = id <= 2 ? "R" : "B";
    man.name = man.unit + "/" + std::to_string(id);
    man.at.x = Inches(id % 2 == 1 ? 20 : 22);
    man.heading = measure::from_degrees(id <= 2 ? 90 : -90);
    state.pieces.push_back(man);
  }
  for (const int id : moved) state.moves.push_back({id, {}, {}, {}, {}});
  return state;
}

app::ChargeUmpire of_two_bodies(const rules::charge::House& house = {}) {
  return {two_bodies(), measure::Table{.length = Inches(72), .width = Inches(48), .terrain = {}}, house};
}

const rules::charge::Aim& aim_of(const app::ChargeRulings& rulings, const std::string& firer) {
  for (const auto& judged : rulings.aims)
    if (judged.firer == firer) return judged.aim;
  throw std::out_of_range(firer);
}

TEST(ChargeUmpire, CG28BodiesThatCameTogetherDoNotFireAtEachOtherInThatTurn) {
  app::ChargeUmpire judge = of_two_bodies();
  const auto apart = judge.look(face_to_face("1", 2));
  EXPECT_EQ(aim_of(*apart, "R").verdict, Verdict::Yes);
  const auto together = judge.look(face_to_face("2", 0, {3, 4}));
  for (const char* firer : {"R", "B"}) {
    EXPECT_EQ(aim_of(*together, firer).verdict, Verdict::No);
    EXPECT_EQ(aim_of(*together, firer).because.at(0).rule, "CG28");
    EXPECT_EQ(aim_of(*together, firer).men_short, 0);
  }
}

TEST(ChargeUmpire, CH1OfContactThatLastsTheUmpireGivesBothAnswers) {
  app::ChargeUmpire judge = of_two_bodies();
  (void)judge.look(face_to_face("1", 2));
  (void)judge.look(face_to_face("2", 0, {3, 4}));
  vision::TableState later = face_to_face("3", 0);
  later.time = 1.0;
  later.added = {99};  // something else has changed
  const auto rulings = judge.look(later);
  const rules::charge::Aim& defender = aim_of(*rulings, "R");
  EXPECT_EQ(defender.verdict, Verdict::Yes);
  EXPECT_EQ(defender.because.at(0).rule, "CG28");
  EXPECT_NE(defender.because.at(0).says.find("before the melee (C-H1)"), std::string::npos);
  EXPECT_EQ(aim_of(*rulings, "B").verdict, Verdict::No);  // it came: neither in this turn nor in the next (CG29)
  EXPECT_EQ(aim_of(*rulings, "B").because.at(0).rule, "CG29");
}

TEST(ChargeUmpire, ContactThatStoodOnTheFirstTableTellsNoTurn) {
  app::ChargeUmpire judge = of_two_bodies();
  const auto rulings = judge.look(face_to_face("1", 0));
  EXPECT_EQ(aim_of(*rulings, "R").verdict, Verdict::Yes);
  EXPECT_EQ(aim_of(*rulings, "R").because.at(0).rule, "CG28");
}

TEST(ChargeUmpire, HouseKeysOfContactCount) {
  rules::charge::House house;
  house.fire_on_contact_turn = true;
  app::ChargeUmpire judge = of_two_bodies(house);
  (void)judge.look(face_to_face("1", 2));
  EXPECT_EQ(aim_of(*judge.look(face_to_face("2", 0, {3, 4})), "B").verdict, Verdict::Yes);
}

/// A man who has gone too far, and the umpire's answer by these dials: as JSON, and as lines.
std::pair<nlohmann::ordered_json, std::vector<app::RulingLine>> too_far(const app::Dials& dials) {
  app::ChargeUmpire judge = umpire();
  judge.dial(dials);
  static_cast<void>(judge.look(settled("1", man_at(10))));
  const auto rulings = judge.look(settled("2", man_at(18), {moved(10, 18)}));
  nlohmann::ordered_json json;
  add_rulings(json, *rulings, judge.house());
  return {json, ruling_lines(*rulings)};
}

TEST(ChargeUmpire, ARuleThatIsNotEnforcedOnlyProposesOrIsNoted) {
  const auto [plain, enforced] = too_far({});
  EXPECT_EQ(enforced[0].verdict, Verdict::No);
  EXPECT_EQ(too_far({{"C-A", app::Dial::Log}}).first.dump(), plain.dump()) << "of another rule: not a byte changes";
  EXPECT_EQ(plain.dump().find("dial"), std::string::npos);
  for (const auto& [word, dial, verdict] : {std::tuple("propose", app::Dial::Propose, Verdict::TooCloseToCall),
                                            {"log", app::Dial::Log, Verdict::Yes},
                                            {"ignore", app::Dial::Ignore, Verdict::Yes}})
    for (const char* const rule : {"C-M1", "C-M"}) {
      const auto [json, lines] = too_far({{rule, dial}});
      EXPECT_EQ(json["moved"][0]["dial"], word) << rule;
      EXPECT_EQ(json["moved"][0]["verdict"], "no") << "what the rule says is not hidden";
      EXPECT_EQ(lines[0].verdict, verdict);
      EXPECT_EQ(lines[0].dial, dial);
      EXPECT_EQ(lines[0].rule, "C-M1");
    }
  EXPECT_EQ(too_far({{"C-M", app::Dial::Ignore}, {"C-M1", app::Dial::Enforce}}).second[0].verdict, Verdict::No) << "the nearer name counts";
}

TEST(ChargeUmpire, AShotIsSetAsideOnlyWhereNoEnforcedRuleForbidsIt) {
  const auto against = [](const app::Dials& dials, int turned) {
    app::ChargeUmpire judge = of_two_bodies();
    judge.dial(dials);
    vision::TableState state = face_to_face("1", 8);  // beyond the reach of muskets
    for (vision::Piece& man : state.pieces)
      if (man.id <= 2) man.heading = measure::from_degrees(90 + turned);
    const app::ChargeRulings rulings = *judge.look(state);
    for (std::size_t i = 0; i < rulings.aims.size(); ++i)
      if (rulings.aims[i].firer == "R") return rulings.dial_of_aim(i);
    throw std::out_of_range("R");
  };
  EXPECT_EQ(against({{"C-I2", app::Dial::Log}}, 0), app::Dial::Log);
  EXPECT_EQ(against({{"C-I2", app::Dial::Log}}, 180), app::Dial::Enforce) << "his arc forbids it too";
  EXPECT_EQ(against({{"C-I2", app::Dial::Log}, {"C-I1", app::Dial::Propose}}, 180), app::Dial::Propose) << "the strictest of them";
  EXPECT_EQ(against({{"C-I", app::Dial::Ignore}}, 180), app::Dial::Ignore);
}

TEST(ChargeUmpire, CG30WhoLeavesAContactIsToldWhatDependsOnTheTurn) {
  app::ChargeUmpire judge = of_two_bodies();
  (void)judge.look(face_to_face("1", 0));
  const auto rulings = judge.look(face_to_face("2", 2, {3, 4}));
  ASSERT_EQ(rulings->moved.size(), 2U);
  EXPECT_EQ(rulings->moved[0].ruling.because.back().rule, "CG30");
}

app::ChargeRulings asked_of(std::vector<rules::charge::JudgedAim> aims) {
  app::ChargeRulings rulings;
  rulings.aims = std::move(aims);
  return rulings;
}

rules::charge::JudgedAim judged(const char* target, Verdict verdict, const char* rule, const char* says) {
  rules::charge::JudgedAim out{.firer = "DG/gun", .id = 5, .target = target, .aim = {}};
  out.aim.verdict = verdict;
  if (*rule != 0) out.aim.because = {rules::reason(rule, says)};
  return out;
}

TEST(RulingLines, WhatIsTheFirersOwnReasonIsSaidOnce) {
  const auto lines =
      app::ruling_lines(asked_of({judged("B1", Verdict::No, "C-A1", "two men"), judged("B2", Verdict::No, "C-A1", "two men")}));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].says, "DG/gun may not fire: two men");
}

TEST(RulingLines, WhatMayBeDoneStandsBeforeWhatMayNot) {
  const auto lines =
      app::ruling_lines(asked_of({judged("B1", Verdict::No, "C-A4", "a friend"), judged("B2", Verdict::TooCloseToCall, "C-A5", "near"),
                                  judged("B3", Verdict::Yes, "", ""), judged("B4", Verdict::No, "C-A4", "a friend")}));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].says, "DG/gun may fire at B3");
  EXPECT_EQ(lines[1].verdict, Verdict::TooCloseToCall);
  EXPECT_EQ(lines[2].says, "DG/gun may not fire at B1, B4: a friend");
}

TEST(RulingLines, AShotAtOneBodyHasItsLine) {
  app::ChargeUmpire judge = of_two_bodies();
  const auto lines = app::ruling_lines(*judge.look(face_to_face("1", 2)));
  const auto shot = std::ranges::find_if(lines, [](const app::RulingLine& line) { return line.at.has_value(); });
  ASSERT_NE(shot, lines.end());
  EXPECT_EQ(shot->ids, (std::vector<int>{1, shot->at->id}));
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
  app::add_rulings(line, *rulings, {});
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
  app::add_rulings(line, rulings, {});
  EXPECT_EQ(line["moved"][0]["path"].size(), 2U);
  EXPECT_EQ(line["aims"][0]["men"][0]["line"], nlohmann::ordered_json::parse("[[1.0,2.0],[3.0,20.0]]"));
  EXPECT_EQ(line["aims"][0]["men"][0]["could_need"], 3);
  EXPECT_EQ(line["aims"][0]["arcs"][0]["heading_deg"], 90.0);
  EXPECT_NE(app::text_of(app::ruling_lines(rulings)).find("4+ to hit, or perhaps 3+ (CG52)"), std::string::npos);
}

}  // namespace
}  // namespace charge_umpire_test
