// Questions as JSON: every worked example of the rule book and of the border contract, and what is wrong with bad ones.
#include "app/ask/ask.h"
#include "app/ask/say.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <set>
#include <sstream>

namespace app::ask::ask_test {
namespace {

using testing::HasSubstr;

Json asked(const std::string& question) { return answer(question).json; }
/// What is answered, without the reasons.
Json ruled(const std::string& question) {
  Json out = asked(question);
  out.erase("because");
  return out;
}
/// The rules of its reasons, in order.
std::vector<std::string> rules_of(const Json& answer) {
  std::vector<std::string> rules;
  for (const Json& reason : answer["because"]) rules.push_back(reason["rule"]);
  return rules;
}
int status(const std::string& question) { return answer(question).status; }
std::string wrong_at(const std::string& question) {
  const Reply reply = answer(question);
  EXPECT_EQ(reply.status, 2) << reply.json;
  return reply.json.contains("error") ? reply.json["error"]["at"].get<std::string>() : "fine";
}

TEST(Ask, DiceOfMenAndOfBands) {
  EXPECT_EQ(ruled(R"({"game":"charge","ask":"dice","men":23})"), Json::parse(R"({"full":2,"half":1})"));
  EXPECT_EQ(ruled(R"({"game":"charge","ask":"dice","men_short":6,"men_long":10})"),
            Json::parse(R"({"short":{"full":0,"half":1},"long":{"full":1,"half":0}})"));
}

TEST(Ask, CX10HitScores) {
  const std::vector<std::pair<std::string, Json>> book = {{"6.0", 1},   {"6.01", 2}, {"12.0", 2},       {"12.01", 3},
                                                          {"18.0", 3},  {"24.0", 4}, {"24.01", 5},      {"30.0", 5},
                                                          {"30.01", 6}, {"36.0", 6}, {"36.01", nullptr}};
  for (const auto& [range, needs] : book)
    EXPECT_EQ(asked(R"({"game":"charge","ask":"hit_score","range_in":)" + range + "}")["needs"], needs) << range;
}

// Sharp along the line of fire, blurred across it: the margin of a range is that along the line alone.
TEST(AskAim, AWholeCovarianceStandsInThePlaceOfAMargin) {
  const auto range_margin = [](const std::string& error) {
    return asked(
               R"({"game":"charge","ask":"aim","firer":{"arm":"gun","at":[0,0],"heading_deg":0,"crew":4,"covariance_in2":[0,0,0]},"target":[{"at":[18,0],)" +
               error + "}]}")["men"][0]["range_margin_in"]
        .get<double>();
  };
  EXPECT_NEAR(range_margin(R"("margin_in":0.1,"covariance_in2":[0.0001,0,0.01])"), 1.96 * 0.01, 1e-4);
  EXPECT_NEAR(range_margin(R"("margin_in":0.1)"), 0.1, 1e-4);
  EXPECT_EQ(
      wrong_at(
          R"({"game":"charge","ask":"aim","covariance_in2":[1,2,1],"firer":{"arm":"gun","at":[0,0],"heading_deg":0,"crew":4},"target":[{"at":[18,0]}]})"),
      "/covariance_in2");
}

TEST(AskAim, MenWhoPerhapsServeTheGunMakeItTooCloseToCall) {
  const auto verdict = [](const std::string& crew) {
    return asked(R"({"game":"charge","ask":"aim","firer":{"arm":"gun","at":[0,0],"heading_deg":0,)" + crew +
                 R"(},"target":[{"at":[18,0]}]})")["verdict"];
  };
  EXPECT_EQ(verdict(R"("crew":3)"), "no");
  EXPECT_EQ(verdict(R"("crew":3,"crew_maybe":1)"), "too_close");
  EXPECT_EQ(verdict(R"("crew":2,"crew_maybe":1)"), "no");
}

TEST(Ask, CX21Allocation) {
  EXPECT_EQ(asked(R"({"game":"charge","ask":"allocate","men":10,"die":3,"casualties":4})")["taken"], Json({3, 6, 9, 2}));
  EXPECT_EQ(asked(R"({"game":"charge","ask":"allocate","men":10,"die":3,"casualties":4,"house":{"alloc.wrap":"restart"}})")["taken"],
            Json({3, 6, 9, 4}));
}

TEST(Ask, CX33Morale) {
  EXPECT_EQ(ruled(R"({"game":"charge","ask":"morale","original":56,"removed":29})"), Json::parse(R"({"defeated":true})"));
  EXPECT_EQ(ruled(R"({"game":"charge","ask":"morale","original":56,"removed":28})"), Json::parse(R"({"defeated":false})"));
}

TEST(Ask, CX30MeleeOfAMixedPair) {
  const std::string pair = R"({"game":"charge","ask":"melee","a":{"cavalry":1,"infantry":1},"b":{"cavalry":1},"throws":)";
  EXPECT_EQ(ruled(pair + "[4,6]}"),
            Json::parse(R"({"scores":["5","6"],"falls":null,"push_back_in":{"a":{"cavalry":6.0,"infantry":3.0},"b":{"cavalry":6.0}}})"));
  EXPECT_EQ(asked(pair + "[5,5]}")["falls"], Json::parse(R"({"side":"b","arm":"cavalry"})"));
  EXPECT_EQ(asked(pair + "[5,5]}")["scores"][0], "25/4");
  EXPECT_EQ(asked(pair + "[5,5]}")["push_back_in"]["b"], Json::object());
  EXPECT_EQ(asked(pair + R"([5,5],"house":{"melee.win":"ge2"}})")["falls"], nullptr);
  EXPECT_EQ(asked(pair + "[2,4]}")["falls"], Json::parse(R"({"side":"a","arm":"cavalry"})"));
  EXPECT_EQ(asked(pair + "[2,4]}")["push_back_in"]["a"], Json::parse(R"({"infantry":3.0})"));
}

constexpr const char* kHussars = R"({"game":"charge","ask":"fire","targets":[{"name":"hussars","arm":"cavalry","men":9,"cover":false}],
  "attacks":[{"by":"gun","target":"hussars","range_in":8.5,"hit_die":4,"effect_die":5},
             {"by":"infantry","men":16,"target":"hussars","range_in":2.5,"dice":{"full":[3,4],"half":[]}}]})";

TEST(Ask, FireOfAGunAndACompany) {
  const Json out = asked(kHussars);
  EXPECT_EQ(out["attacks"][0]["hit"], true);
  EXPECT_EQ(out["attacks"][0]["standard"], "5");
  EXPECT_EQ(out["attacks"][0]["casualties"], "5/2");
  EXPECT_EQ(out["attacks"][0]["at_once"], 2);
  EXPECT_EQ(out["attacks"][0]["carried"], "1/2");
  EXPECT_EQ(out["attacks"][1]["casualties"], "7/2");
  EXPECT_EQ(out["targets"][0]["at_end"], 1);
  EXPECT_EQ(out["targets"][0]["total"], 6);
  EXPECT_EQ(out["targets"][0]["men_left"], 3);
  EXPECT_EQ(out["targets"][0]["gun_destroyed"], false);
}

TEST(Ask, CX16ReturnedFire) {
  const std::string companies =
      R"({"game":"charge","ask":"fire","targets":[{"name":"A","arm":"infantry","men":16},{"name":"B","arm":"infantry","men":16}],)";
  const Json exchange = asked(companies + R"("attacks":[
     {"by":"infantry","from":"A","men":16,"target":"B","range_in":2.0,"dice":{"full":[6,5],"half":[]}},
     {"by":"infantry","from":"B","returns":0,"men":16,"target":"A","range_in":2.0,"dice":{"full":[4,3],"half":[]}}]})");
  EXPECT_EQ(exchange["targets"][0]["men_left"], 9);
  EXPECT_EQ(exchange["targets"][1]["men_left"], 5);
  const Json strict = asked(companies + R"("house":{"inf.simultaneity":"none"},"attacks":[
     {"by":"infantry","from":"A","men":16,"target":"B","range_in":2.0,"dice":{"full":[6,5],"half":[]}},
     {"by":"infantry","from":"B","men":16,"target":"A","range_in":2.0,"dice":{"full":[],"half":[4]}}]})");
  EXPECT_EQ(strict["targets"][0]["men_left"], 14);
}

TEST(Ask, CX14GunDestroyed) {
  const std::string shot =
      R"({"game":"charge","ask":"fire","targets":[{"name":"crew","arm":"gunners","men":5}],
          "attacks":[{"by":"gun","target":"crew","range_in":6.0,"effect_die":6)";
  EXPECT_EQ(asked(shot + "}]}")["targets"][0]["gun_destroyed"], true);
  EXPECT_EQ(asked(shot + "}]}")["targets"][0]["total"], 0);
  EXPECT_EQ(asked(shot + R"(}],"house":{"gun.six_also_hits_crew":true}})")["targets"][0]["total"], 3);
  EXPECT_EQ(asked(shot + R"(,"allocation_die":5}],"house":{"gun.destroy_die":"allocation"}})")["targets"][0]["total"], 3);
}

constexpr const char* kAim = R"({"game":"charge","ask":"aim",
  "firer":{"arm":"gun","at":[0,0],"heading_deg":90,"crew":5},
  "target":[{"name":"t1","at":[10,10],"base":{"shape":"round","diameter":0.5}}],
  "friends":[{"name":"Pte 7","at":[5,6.5],"base":{"shape":"round","diameter":0.5}}],"enemies":[],"terrain":[],"margin_in":0.03,"margin_deg":0.3})";

TEST(Ask, AimOfTheContract) {
  const Reply reply = answer(std::string_view(kAim));
  EXPECT_EQ(reply.status, 1);
  EXPECT_EQ(reply.json["verdict"], "no");
  const Json& man = reply.json["men"][0];
  EXPECT_NEAR(man["range_in"].get<double>(), 14.142, 5e-4);
  EXPECT_NEAR(man["off_deg"].get<double>(), 45.0, 1e-6);
  EXPECT_NEAR(man["clearance_in"].get<double>(), 0.811, 5e-4);
  EXPECT_EQ(man["nearest"], "Pte 7");
  EXPECT_EQ(man["needs"], 3);
  EXPECT_EQ(reply.json["because"][0]["rule"], "C-A4");  // what surely forbids it comes before what is too close to call
}

TEST(Ask, CX23TheArcOfAGun) {
  const auto at = [](const std::string& x) {
    return R"({"game":"charge","ask":"aim","firer":{"arm":"gun","at":[0,0],"heading_deg":90,"crew":4},"target":[{"name":"t","at":[)" + x +
           ",10]}]}";
  };
  EXPECT_EQ(status(at("10")), 0);
  EXPECT_EQ(status(at("10.2")), 1);
}

std::string move_to(const std::string& to, const std::string& more) {
  return R"({"game":"charge","ask":"move","from":[5,5],"to":)" + to + R"(,"base":{"shape":"round","diameter":0.8},)" + more + "}";
}

TEST(Ask, MoveOfTheContract) {
  const Reply reply = answer(move_to(
      "[5,9.5]", R"("arm":"infantry","terrain":[{"kind":"wood","polygon":[[0,6],[10,6],[10,20],[0,20]]}],"friends":[],"enemies":[])"));
  EXPECT_EQ(reply.status, 1);
  EXPECT_NEAR(reply.json["cost_in"].get<double>(), 8.0, 1e-3);
  EXPECT_EQ(reply.json["allowance_in"], 6.0);
  ASSERT_EQ(reply.json["path"].size(), 3U);
  EXPECT_NEAR(reply.json["path"][1][1].get<double>(), 6.0, 1e-3);
  EXPECT_EQ(reply.json["because"][0]["rule"], "C-M6");
}

TEST(Ask, CX36AFenceHalvesTheTurnOfCavalry) {
  const std::string fence = R"("arm":"cavalry","terrain":[{"kind":"obstacle","line":[[-50,7],[60,7]]}])";
  EXPECT_EQ(status(move_to("[5,11]", fence)), 0);
  EXPECT_EQ(status(move_to("[5,11.1]", fence)), 1);
  EXPECT_EQ(asked(move_to("[5,11]", fence))["unverified"], Json({"move.cavalry"}));
}

TEST(Ask, CX39ForbiddenGround) {
  const auto into = [](const std::string& arm, const std::string& kind, const std::string& more = "") {
    return status(move_to(
        "[5,9]", R"("arm":")" + arm + R"(","terrain":[{"kind":")" + kind + R"(","polygon":[[0,6],[10,6],[10,20],[0,20]])" + more + "}]"));
  };
  EXPECT_EQ(into("gun", "wood"), 1);
  EXPECT_EQ(into("gun", "marsh"), 1);
  EXPECT_EQ(into("cavalry", "marsh"), 1);
  EXPECT_EQ(into("infantry", "marsh", R"(,"impassable_to":["infantry"])"), 1);
}

TEST(Ask, ReachOnOpenGroundIsADisc) {
  const Json out = asked(R"({"game":"charge","ask":"reach","arm":"infantry","from":[20,20],"base":{"shape":"round","diameter":1.0}})");
  EXPECT_NEAR(out["area_in2"].get<double>(), 36.0 * 3.14159265, 0.3);
  ASSERT_EQ(out["outline"].size(), 1U);
}

TEST(Ask, BadQuestionsNameThePlace) {
  EXPECT_EQ(wrong_at("{\"game\""), "");
  EXPECT_EQ(wrong_at("[]"), "");
  EXPECT_EQ(wrong_at(R"({"game":"chess","ask":"dice"})"), "/game");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"luck"})"), "/ask");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"dice"})"), "/men_short");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"dice","men":-1})"), "/men");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"dice","men":2.5})"), "/men");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"dice","men":8,"mne":8})"), "/mne");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"dice","men":8,"house":{"move.cavalery":9}})"), "/house/move.cavalery");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"allocate","men":8,"die":7,"casualties":1})"), "/die");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"melee","a":{"infantry":3},"b":{"infantry":1},"throws":[1,2]})"), "/a");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"melee","a":{"infantry":1},"b":{"infantry":1},"throws":[1,9]})"), "/throws/1");
  std::string wrong = kHussars;
  wrong.replace(wrong.find("[3,4]"), 5, "[3]");
  EXPECT_EQ(wrong_at(wrong), "/attacks/1/dice");
  EXPECT_EQ(wrong_at(move_to("[5,9]", R"("arm":"elephant")")), "/arm");
  EXPECT_EQ(wrong_at(move_to("[5,9]", R"("arm":"gun","table":[8,8])")), "/to");
  EXPECT_EQ(wrong_at(move_to("[5,9]", R"("arm":"gun","terrain":[{"kind":"wood","polygon":[[0,0],[4,4],[4,0],[0,4]]}])")),
            "/terrain/0/polygon");
  EXPECT_EQ(wrong_at(move_to("[5,9]", R"("arm":"gun","terrain":[{"kind":"wood","polygon":[[0,0],[4,0],[4,4]],"colour":"red"}])")),
            "/terrain/0/colour");
  EXPECT_EQ(wrong_at(move_to("[5,\"9\"]", R"("arm":"gun")")), "/to/1");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"hit_score","range_in":1e999})"), "");
}

// ---- bad input: what, where, what to do ----

std::string complaint(const std::string& question) { return asked(question)["error"]["says"].get<std::string>(); }

TEST(AskBadInput, NothingAKeyTwiceAndAMisspeltKeyAreNamed) {
  for (const char* nothing : {"", " \n\t "})
    EXPECT_THAT(answer(nothing).json["error"]["says"].get<std::string>(), HasSubstr("there is no question"));
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"dice","men":8,"men":9})"), "/men");
  EXPECT_EQ(
      wrong_at(
          R"({"game":"charge","ask":"fire","targets":[{"name":"A","arm":"infantry","men":8},{"name":"B","name":"C","arm":"infantry","men":8}],"attacks":[]})"),
      "/targets/1/name");
  EXPECT_EQ(
      status(
          R"({"game":"charge","ask":"fire","targets":[{"name":"A","arm":"infantry","men":8},{"name":"B","arm":"infantry","men":8}],"attacks":[]})"),
      0)
      << "the same key in two objects";
  const Reply misspelt = answer(R"({"game":"charge","ask":"morale","original":56,"removed":29,"hause":{}})");
  EXPECT_EQ(misspelt.json["error"]["at"], "/hause");
  EXPECT_EQ(misspelt.json["error"]["says"], "unknown key; did you mean \"house\"?");
}

std::string said(const std::string& question) { return in_words(question, answer(question).json); }

TEST(AskWords, WhatARefereeReadsOut) {
  EXPECT_EQ(said(R"({"game":"charge","ask":"dice","men":23})"),
            "23 men: 2 dice, one for every eight (C-I3).\n7 left over: a half die (C-I4).\n");
  EXPECT_EQ(said(R"({"game":"charge","ask":"hit_score","range_in":36.5})"), "At 36.5 in a gun is out of range (C-A5).\n");
  EXPECT_EQ(said(R"({"game":"charge","ask":"morale","original":56,"removed":28})"),
            "28 of 56 soldiers are gone: the army fights on; 29 would be its defeat (C-W1).\n");
  EXPECT_EQ(said(R"({"game":"charge","ask":"allocate","men":4,"die":3,"casualties":2,"names":["Ann","Ben","Cid","Dan"]})"),
            "Counted from the right-hand man every third man falls: Cid and Ben (C-K5).\n"
            "Past the left-hand man the count goes on round those who stand (CG22).\n");
  EXPECT_EQ(said(R"({"game":"charge","ask":"melee","a":{"cavalry":1},"b":{"infantry":1},"throws":[4,2]})"),
            "Side a, 1 horseman, throws 4 (C-H2).\nSide a scores 8, doubled: horse against foot (C-H4).\n"
            "Side b, 1 man on foot, throws 2 and scores 2 (C-H2).\n8 beats 2: side b loses 1 man on foot (C-H2).\n"
            "The horse of side a goes back 6 in (C-H8).\n");
  EXPECT_EQ(said(R"({"game":"charge","ask":"fire","targets":[{"name":"hussars","arm":"cavalry","men":9}],
                     "attacks":[{"by":"gun","target":"hussars","range_in":8.5,"hit_die":4,"effect_die":5},{"by":"gun","target":"hussars","range_in":40}]})"),
            "1. The shot of a gun at hussars.\n   A hit: 4 thrown, 2 or more needed (C-A5).\n   Effect die 5: 5 (C-A6).\n"
            "   Halved, cavalry: 5/2 (C-K1).\n"
            "   5/2 casualties: 2 men at once, 1/2 is carried to the end of all firing (C-K4).\n"
            "2. The shot of a gun at hussars.\n   It may not be fired.\n   Out of range: 40, the limit is 36 (C-A5).\n"
            "Hussars: 3 men lost in all, 6 left.\n   The fractions carried come to 1/2: 1 man more (C-K3).\n");
  EXPECT_EQ(said(R"({"game":"le_choc","ask":"combat","attacker":"F","defender":"H"})"),
            "F attacks H.\nGas takes whatever it attacks: the attacker wins (L-7).\nThe attacked piece is removed (L-13).\n");
  EXPECT_EQ(
      said(
          R"({"game":"les_allies","ask":"apply","board":{"size":[10,10]},"to_move":"own","pieces":[{"side":"own","rank":"soldier","at":[4,4]},
                     {"side":"own","rank":"soldier","at":[8,2]},{"side":"enemy","rank":"soldier","at":[5,5]}],"action":{"from":[8,2],"lands":[[9,3]]}})"),
      "Yes.\nThe soldier on [8, 2] moves one square, to [9, 3], which is free (D-8).\n"
      "The man on [4, 4] did not take all he could: he may be huffed, or made to take (D-15).\nIt is the enemy's turn.\n");
  EXPECT_EQ(said(R"({"game":"charge","ask":"dice","men":-3})"),
            "This cannot be answered: /men must be a whole number from 0 to 1000000.\n");
}

std::string wood(const std::string& kind, const std::string& more = "") {
  return R"({"game":"charge","ask":"move","arm":"infantry","from":[5,5],"to":[5,9],"base":{"shape":"round","diameter":1},"terrain":[{"kind":")" +
         kind + R"(","polygon":[[4,6],[8,6],[8,7],[4,7]])" + more + "}]}";
}

TEST(AskReasons, AYesSaysWhatAllowsIt) {
  EXPECT_EQ(
      rules_of(asked(
          R"({"game":"charge","ask":"aim","firer":{"arm":"gun","at":[0,0],"heading_deg":90,"crew":5},"target":[{"at":[2,10]}],"friends":[{"at":[5,5]}]})")),
      (std::vector<std::string>{"C-A1", "C-A2", "C-A3", "C-A4", "C-A5", "CG19"}));
  EXPECT_EQ(rules_of(asked(R"({"game":"charge","ask":"move","arm":"cavalry","from":[5,5],"to":[5,9]})")), std::vector<std::string>{"C-M2"});
  EXPECT_EQ(rules_of(asked(R"({"game":"charge","ask":"reach","arm":"gun","from":[5,5]})")), std::vector<std::string>{"C-M3"});
}

TEST(AskReasons, FireTellsAHitAMissASixAndEachFraction) {
  const Json out = asked(R"({"game":"charge","ask":"fire","targets":[{"name":"crew","arm":"gunners","men":5}],"attacks":[
      {"by":"gun","gun":"A","target":"crew","range_in":8,"hit_die":2,"effect_die":6},{"by":"gun","gun":"B","target":"crew","range_in":14,"hit_die":2},
      {"by":"infantry","men":8,"target":"crew","range_in":2,"dice":{"full":[3]}}]})");
  EXPECT_EQ(rules_of(out["attacks"][0]), (std::vector<std::string>{"C-A5", "C-A6", "C-A7"}));
  EXPECT_EQ(out["attacks"][1]["because"][0]["says"], "a miss: 2 thrown, 3 or more needed");
  EXPECT_EQ(rules_of(out["attacks"][2]), (std::vector<std::string>{"C-I3", "C-K1", "C-K4"}));
  EXPECT_EQ(rules_of(out["targets"][0]), (std::vector<std::string>{"C-K3", "C-A7"}));
}

TEST(AskReasons, ADetourNamesWhatBarsTheStraightWayFirst) {
  const Json river = asked(wood("river", R"(,"name":"the Blast")"));
  EXPECT_EQ(river["verdict"], "yes");
  EXPECT_EQ(rules_of(river), (std::vector<std::string>{"CG54", "C-M1"}));
  EXPECT_EQ(river["because"][0]["says"], "the Blast bars the straight way.");
  EXPECT_EQ(rules_of(asked(wood("obstacle"))), (std::vector<std::string>{"C-M8", "C-M1"}));
}

TEST(AskReasons, AFigureHidesByItsBaseHoweverLowItIs) {
  const Json out = asked(
      R"({"game":"charge","ask":"aim","firer":{"arm":"gun","at":[0,0],"heading_deg":0,"crew":4},"target":[{"at":[18,0]}],"enemies":[{"name":"B2","at":[9,0.3],"figure_height":0.1}]})");
  EXPECT_EQ(out["because"][0]["says"], "hidden by B2: the line of sight passes 0.20 in inside the edge of his base");
  EXPECT_NEAR(out["men"][0]["hidden_at"][0].get<double>(), 9.0, 0.6);
}

TEST(AskReasons, WhatDecidedCanBeDrawn) {
  const Json aim = asked(kAim);
  EXPECT_EQ(aim["men"][0]["line"], Json::parse("[[0.0,0.0],[10.0,10.0]]"));
  EXPECT_EQ(aim["men"][0]["nearest_at"], Json::parse("[5.0,6.5]"));
  EXPECT_EQ(aim["corridor_in"], 1.0);
  EXPECT_EQ(aim["arcs"][0], Json::parse(R"({"name":"gun","at":[0.0,0.0],"heading_deg":90.0,"half_deg":45.0,"range_in":36.0})"));
  EXPECT_GT(asked(wood("river"))["path"].size(), 3U) << "with the corners of its detour";
}

TEST(AskReasons, ARangeNearABandsEdgeNamesBothScores) {
  const std::string far =
      R"({"game":"charge","ask":"aim","margin_in":0.03,"firer":{"arm":"gun","at":[0,0],"heading_deg":0,"crew":4},"target":[{"at":[18.01,0]},{"at":[25,0]}]})";
  EXPECT_EQ(asked(far)["men"][0]["needs"], 4);
  EXPECT_EQ(asked(far)["men"][0]["could_need"], 3);
  EXPECT_FALSE(asked(far)["men"][1].contains("could_need"));
  EXPECT_THAT(said(far), HasSubstr("needs 4 or more, or perhaps needs 3 or more"));
}

// ---- how much one question may hold ----

Json outline_of(int corners, double radius) {
  Json outline = Json::array();
  for (int i = 0; i < corners; ++i)
    outline.push_back(
        {24.0 + radius * std::cos(2.0 * std::numbers::pi * i / corners), 24.0 + radius * std::sin(2.0 * std::numbers::pi * i / corners)});
  return outline;
}

Json list_of_figures(int count, double y) {
  Json figures = Json::array();
  for (int i = 0; i < count; ++i) figures.push_back({{"at", {10.0 + 0.001 * i, y}}});
  return figures;
}

TEST(AskLimits, AnOutlineOfAThousandCornersIsAnsweredAndALongerOneRefused) {
  const auto move = [](int corners) {
    return Json{{"game", "charge"}, {"ask", "move"},  {"arm", "infantry"},
                {"from", {14, 24}}, {"to", {17, 24}}, {"terrain", {{{"kind", "wood"}, {"polygon", outline_of(corners, 8.0)}}}}}
        .dump();
  };
  EXPECT_NEAR(asked(move(1000))["cost_in"].get<double>(), 4.0, 1e-3) << "two inches in the open and one in the wood";
  EXPECT_EQ(wrong_at(move(1001)), "/terrain");
  EXPECT_EQ(complaint(move(100000)), "100000 corners are too many for one question: at most 1000");
  const auto hill = [](const Json& top) {
    return Json{{"game", "charge"},
                {"ask", "reach"},
                {"arm", "infantry"},
                {"from", {2, 2}},
                {"terrain", {{{"kind", "hill"}, {"height", 1}, {"polygon", outline_of(100, 9.0)}, {"top", top}}}}}
        .dump();
  };
  Json bent = outline_of(400, 4.0);
  for (std::size_t i = 0; i < bent.size(); i += 2)
    bent[i] = {24.0 + 0.9 * (bent[i][0].get<double>() - 24.0), 24.0 + 0.9 * (bent[i][1].get<double>() - 24.0)};
  EXPECT_EQ(status(hill(outline_of(400, 4.0))), 0);
  EXPECT_EQ(wrong_at(hill(bent)), "/terrain") << "the corners of a top with dents count four times";
}

// Corners that only draw a curve finer change neither what a way over a hill costs nor what can be reached.
TEST(AskLimits, AHillDrawnFinerCostsTheSame) {
  const auto over = [](int corners, const char* ask) {
    Json question{
        {"game", "charge"},
        {"ask", ask},
        {"arm", "infantry"},
        {"from", {16, 20}},
        {"terrain", {{{"kind", "hill"}, {"height", 1}, {"polygon", outline_of(corners, 8.0)}, {"top", outline_of(corners, 4.0)}}}}};
    if (ask == std::string("move")) question["to"] = {18, 25};
    return asked(question.dump());
  };
  EXPECT_NEAR(over(450, "move")["cost_in"].get<double>(), over(48, "move")["cost_in"].get<double>(), 0.03);
  EXPECT_NEAR(over(450, "reach")["area_in2"].get<double>(), over(48, "reach")["area_in2"].get<double>(), 0.5);
}

TEST(AskLimits, TensOfThousandsOfTargetsAreAnsweredAndMoreRefused) {
  const auto aim = [](int men, int friends) {
    return Json{{"game", "charge"},
                {"ask", "aim"},
                {"firer", {{"arm", "gun"}, {"at", {10, 0}}, {"heading_deg", 90}, {"crew", 4}}},
                {"target", list_of_figures(men, 20.0)},
                {"friends", list_of_figures(friends, -5.0)}}
        .dump();
  };
  EXPECT_EQ(asked(aim(20000, 0))["men"].size(), 20000U);
  EXPECT_EQ(wrong_at(aim(50001, 0)), "/target");
  EXPECT_EQ(wrong_at(aim(20000, 200)), "/target") << "each of them past each friend";
}

TEST(AskLimits, AMillionMenFireAndAMoveKnowsHowManyItCanPass) {
  Json dice = Json::array();
  for (int i = 0; i < 125000; ++i) dice.push_back(3);
  const Json volley{{"game", "charge"},
                    {"ask", "fire"},
                    {"targets", {{{"name", "A"}, {"arm", "infantry"}, {"men", 1000000}}}},
                    {"attacks", {{{"by", "infantry"}, {"men", 1000000}, {"target", "A"}, {"range_in", 2}, {"dice", {{"full", dice}}}}}}};
  EXPECT_EQ(asked(volley.dump())["targets"][0]["men_left"], 625000);
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"allocate","men":1000000,"die":3,"casualties":1000000})"), "/men");
  const auto move = [](int enemies) {
    return Json{{"game", "charge"}, {"ask", "move"}, {"arm", "infantry"},
                {"from", {0, 0}},   {"to", {5, 0}},  {"enemies", list_of_figures(enemies, 9.0)}}
        .dump();
  };
  EXPECT_EQ(status(move(200)), 0);
  EXPECT_EQ(wrong_at(move(201)), "/enemies");
}

// A question within all counts may still be too hard: its steps are counted while it is answered.
TEST(AskLimits, WhatWouldTakeTooManyStepsIsRefused) {
  Json spiral = Json::array(), outer = Json::array();
  for (int i = 0; i < 500; ++i) {
    const double turn = 12.0 * std::numbers::pi * i / 499.0, radius = 0.5 + 7.5 * i / 499.0;
    spiral.push_back({radius * std::cos(turn), radius * std::sin(turn)});
    outer.insert(outer.begin(), Json{(radius + 0.6) * std::cos(turn), (radius + 0.6) * std::sin(turn)});
  }
  spiral.insert(spiral.end(), outer.begin(), outer.end());
  const Json question{{"game", "charge"}, {"ask", "move"}, {"arm", "cavalry"},
                      {"from", {0, 0}},   {"to", {7, 4}},  {"terrain", {{{"kind", "obstacle"}, {"polygon", spiral}}}}};
  EXPECT_EQ(status(question.dump()), 2);
  EXPECT_EQ(complaint(question.dump()),
            "this would take more than the 1900 million steps of one question: ask it with fewer figures, or fewer corners of terrain");
  EXPECT_EQ(status(R"({"game":"charge","ask":"dice","men":23})"), 0) << "and the next question begins anew";
}

TEST(AskLimits, AHundredEnemiesInTheWayAreReachedRound) {
  Json enemies = Json::array();
  for (int i = 0; i < 100; ++i)
    enemies.push_back({{"at", {1.8 * (i % 10) - 8.5, 1.8 * (i / 10) - 8.5}},
                       {"heading_deg", 37.0 * i},
                       {"base", {{"shape", "oval"}, {"size", {1.0, 0.5}}}}});
  const Json question{{"game", "charge"},   {"ask", "reach"},     {"arm", "cavalry"},
                      {"from", {0.4, 0.4}}, {"enemies", enemies}, {"base", {{"shape", "round"}, {"diameter", 0.5}}}};
  EXPECT_GT(asked(question.dump())["area_in2"].get<double>(), 100.0);
}

TEST(AskLimits, AQuestionHoldsSoManyValuesKeysAndBytes) {
  Json numbers = Json::array();
  for (int i = 0; i < 2000000; ++i) numbers.push_back(3);
  EXPECT_EQ(complaint(Json{{"game", "charge"}, {"ask", "melee"}, {"throws", numbers}}.dump()),
            "is one value too many: a question has at most 2000000");
  std::string keys = R"({"game":"charge","ask":"dice")";
  for (int i = 0; i < 999; ++i) keys += ",\"k" + std::to_string(i) + "\":1";
  EXPECT_EQ(complaint(keys + "}"), "is one key too many: an object has at most 1000");
  EXPECT_EQ(wrong_at(R"({"game":")" + std::string(1001, 'x') + "\"}"), "/game");
  EXPECT_EQ(complaint(R"({"game":")" + std::string(1001, 'x') + "\"}"), "is a text of more than 1000 bytes");
  EXPECT_EQ(complaint("{\"" + std::string(1001, 'x') + "\":1}"), "there is a key of more than 1000 bytes");
}

// Whatever is asked is answered in sentences that end, and every ruling names a rule.
TEST(AskWords, EveryQuestionOfTheContractHasSentences) {
  const std::vector<std::string> questions{
      R"({"game":"charge","ask":"aim","firer":{"arm":"gun","at":[0,0],"heading_deg":90,"crew":5},"target":[{"name":"t1","at":[10,10]}],"friends":[{"name":"Pte 7","at":[5,6.5]}],"margin_in":0.03})",
      R"({"game":"charge","ask":"move","arm":"infantry","from":[5,5],"to":[5,9.5],"terrain":[{"kind":"wood","polygon":[[0,6],[10,6],[10,20],[0,20]]}]})",
      R"({"game":"charge","ask":"reach","arm":"infantry","from":[5,5]})",
      R"({"game":"charge","ask":"allocate","men":10,"die":3,"casualties":4})",
      R"({"game":"le_choc","ask":"legal","to_move":"south","pieces":[{"side":"south","value":"A","at":[0,0]},{"side":"north","value":"B","at":[2,2]}],"reserve":{"south":{"G":1}}})",
      R"({"game":"le_choc","ask":"could_be","moves":[3]})",
      R"({"game":"les_allies","ask":"legal","board":{"size":[10,10]},"to_move":"own","pieces":[{"side":"own","rank":"soldier","at":[2,2]},{"side":"enemy","rank":"soldier","at":[3,3]}]})",
      R"({"game":"les_allies","ask":"battle","zones":["won","null"]})",
      R"({"game":"les_allies","ask":"players"})",
      R"({"game":"les_allies","ask":"setup","board":{"size":[12,18],"own_rows":[0,8],"enemy_rows":[9,17]},"pieces":[]})",
      R"({"game":"les_allies","ask":"perft","variant":"international","depth":2})"};
  for (const std::string& question : questions) {
    EXPECT_LT(status(question), 2) << question;
    std::istringstream lines(said(question));
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) EXPECT_TRUE(line.ends_with('.')) << line;
    EXPECT_GT(count, 0) << question;
    EXPECT_EQ(said(question).find('{'), std::string::npos) << said(question);
  }
}

struct Answered {
  int status = 0;
  std::vector<Json> answers = {};
};
Answered answered(const std::string& text) {
  std::istringstream questions(text);
  Answered out;
  out.status = answer_each(questions, [&](const std::string&, const Reply& reply) { out.answers.push_back(reply.json); });
  return out;
}

TEST(AskLines, AQuestionALineOrOneOverManyLinesEachGetsItsAnswer) {
  const std::string dice = R"({"game":"charge","ask":"dice","men":8})",
                    morale = "{\"game\":\"charge\",\n \"ask\":\"morale\",\n\n\"original\":5,\"removed\":3}";
  const auto all = answered(dice + "\n\n" + morale + "\n" + dice);
  EXPECT_EQ(all.answers, (std::vector<Json>{asked(dice), asked(morale), asked(dice)}));
  EXPECT_EQ(all.status, 0);
  const auto braces = answered(R"({"game":"charge","ask":"fire","targets":[{"name":"}]\"{","arm":"infantry","men":8}],"attacks":[]})"
                               "\n" +
                               dice);
  EXPECT_EQ(braces.answers.size(), 2U) << "brackets in a text are no brackets";
  EXPECT_EQ(braces.answers[1], asked(dice));
}

TEST(AskLines, ABadLineIsSaidAndTheOthersAreAnswered) {
  const std::string dice = R"({"game":"charge","ask":"dice","men":8})";
  const auto all = answered("nonsense\n" + dice + "\n");
  ASSERT_EQ(all.answers.size(), 2U);
  EXPECT_TRUE(all.answers[0].contains("error"));
  EXPECT_EQ(all.answers[1], asked(dice));
  EXPECT_EQ(all.status, 2);
  const std::string no = R"({"game":"charge","ask":"move","arm":"infantry","from":[0,0],"to":[9,0]})";
  EXPECT_EQ(answered(no + "\n\n").status, 1) << "one question: its own status";
  EXPECT_EQ(answered(no + "\n" + no).status, 0);
  const auto broken = answered(dice.substr(0, 20));
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.answers[0]["error"]["says"].get<std::string>(), HasSubstr("breaks off"));
}

TEST(AskBadInput, AGunsCrewAndWhereEveryManFacesAreAskedFor) {
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"aim","firer":{"arm":"gun","at":[0,0],"heading_deg":0},"target":[{"at":[5,0]}]})"),
            "/firer/crew");
  EXPECT_EQ(
      wrong_at(
          R"({"game":"charge","ask":"aim","firer":{"arm":"infantry","men":[{"at":[0,0],"heading_deg":0},{"at":[0,1]}]},"target":[{"at":[5,0]}]})"),
      "/firer/men/1/heading_deg");
}

TEST(Ask, AFigureWithoutABaseHasItsArmsAndTheAnswerSaysSo) {
  const std::string gun =
      R"({"game":"charge","ask":"aim","firer":{"arm":"gun","at":[0,0],"heading_deg":90,"crew":4,"base":{"shape":"rect","size":[2.5,1.5]}},)";
  const std::string target = R"("target":[{"at":[0,20],"base":{"shape":"round","diameter":1}}],)";
  const Json foot = asked(gun + target + R"("friends":[{"at":[2,10]}]})");
  EXPECT_NEAR(foot["men"][0]["clearance_in"].get<double>(), 1.5, 1e-6);
  ASSERT_EQ(foot["assumed"].size(), 1U);
  EXPECT_EQ(foot["assumed"][0]["at"], "/friends/0/base");
  const Json horse = asked(gun + target + R"("friends":[{"at":[2,10],"arm":"cavalry","heading_deg":0}]})");
  EXPECT_NEAR(horse["men"][0]["clearance_in"].get<double>(), 1.0, 1e-6);
  EXPECT_FALSE(asked(gun + target + R"("friends":[]})").contains("assumed"));
}

TEST(AskAim, BodiesInContactAreHeldByTheTurn) {
  const auto asked = [](const std::string& contact) {
    return app::ask::answer(R"({"game":"charge","ask":"aim","firer":{"arm":"infantry","men":[{"at":[0,0],"heading_deg":0}]},)"
                            R"("target":[{"at":[1,0]}],"contact":)" +
                            contact + "}")
        .json;
  };
  const auto rule = [&](const std::string& contact) { return asked(contact)["because"][0]["rule"]; };
  EXPECT_EQ(asked(R"({"since":"this_turn"})")["verdict"], "no");
  EXPECT_EQ(rule(R"({"since":"this_turn"})"), "CG28");
  EXPECT_EQ(asked(R"({"since":"earlier"})")["verdict"], "yes") << "the defender fires before the melee (C-H1)";
  EXPECT_EQ(rule(R"({"since":"earlier","attacker":"firer"})"), "CG29");
  EXPECT_EQ(rule(R"({"attacker":"firer"})"), "CG29") << "in either turn he does not";
  EXPECT_EQ(asked("{}")["verdict"], "yes");
  EXPECT_EQ(rule("{}"), "CG28") << "both turns are told";
  EXPECT_EQ(asked(R"({"since":"yesterday"})")["error"]["at"], "/contact/since");
  EXPECT_EQ(asked(R"({"since":"earlier","attacker":"A"})")["error"]["at"], "/contact/attacker");
}

TEST(Ask, FireThatTheRulesForbidIsTold) {
  const Json firing = asked(R"({"game":"charge","ask":"fire",
    "targets":[{"name":"A","arm":"infantry","men":16},{"name":"RG","arm":"gunners","men":3},{"name":"H","arm":"cavalry","men":9}],
    "contacts":[{"bodies":["A","H"],"since":"this_turn","attacker":"H"}],
    "attacks":[{"by":"infantry","from":"A","target":"H","men":16,"range_in":2,"dice":{"full":[1,2]}},
               {"by":"gun","from":"RG","target":"A","range_in":5,"effect_die":3},
               {"by":"gun","from":"RG","target":"A","range_in":5,"effect_die":3,"drafted":2},
               {"by":"gun","from":"RG","target":"A","range_in":5,"effect_die":3,"drafted":2}]})");
  const auto rule = [&](std::size_t i) {
    return firing["attacks"][i]["verdict"] == "no" ? firing["attacks"][i]["because"][0]["rule"] : Json("may");
  };
  EXPECT_EQ(rule(0), "CG28");
  EXPECT_EQ(rule(1), "C-A1");
  EXPECT_EQ(rule(2), "may");
  EXPECT_EQ(rule(3), "CG11");
  EXPECT_EQ(firing["because"][0]["rule"], "C-T5");
  EXPECT_EQ(firing["targets"][0]["total"], 3);
  EXPECT_EQ(
      wrong_at(
          R"({"game":"charge","ask":"fire","targets":[{"name":"A","arm":"infantry","men":16}],"attacks":[],"contacts":[{"bodies":["A","Z"],"since":"earlier"}]})"),
      "/contacts/0/bodies");
}

TEST(AskBadInput, ImpossibleDice) {
  const std::string volley = R"({"game":"charge","ask":"fire","targets":[{"name":"i","arm":"infantry","men":9}],
      "attacks":[{"by":"infantry","men":8,"target":"i","range_in":2.0,"dice":{"full":)";
  EXPECT_EQ(wrong_at(volley + "[7]}}]}"), "/attacks/0/dice/full/0");
  EXPECT_EQ(wrong_at(volley + "[0]}}]}"), "/attacks/0/dice/full/0");
  EXPECT_EQ(wrong_at(volley + "[1,2]}}]}"), "/attacks/0/dice");
  EXPECT_THAT(complaint(volley + "[1,2]}}]}"), HasSubstr("8 men throw 1 full and 0 half dice"));
  const std::string shot = R"({"game":"charge","ask":"fire","targets":[{"name":"i","arm":"infantry","men":9}],
      "attacks":[{"by":"gun","target":"i","range_in":10.0,)";
  EXPECT_EQ(wrong_at(shot + R"("hit_die":9,"effect_die":1}]})"), "/attacks/0/hit_die");
  EXPECT_EQ(wrong_at(shot + R"("effect_die":1}]})"), "/attacks/0/hit_die");
  EXPECT_EQ(wrong_at(shot + R"("hit_die":2}]})"), "/attacks/0/effect_die");
}

TEST(AskBadInput, NegativeMen) {
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"fire","targets":[{"name":"i","arm":"infantry","men":-9}],"attacks":[]})"),
            "/targets/0/men");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"dice","men_short":8,"men_long":-1})"), "/men_long");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"allocate","men":-1,"die":1,"casualties":1})"), "/men");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"melee","a":{"infantry":-1},"b":{"infantry":1},"throws":[1,1]})"), "/a/infantry");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"aim","firer":{"arm":"gun","at":[0,0],"heading_deg":0,"crew":-4},"target":[{"at":[5,0]}]})"),
            "/firer/crew");
}

TEST(AskBadInput, UnknownArm) {
  EXPECT_EQ(wrong_at(move_to("[5,9]", R"("arm":"camelry")")), "/arm");
  EXPECT_THAT(complaint(move_to("[5,9]", R"("arm":"camelry")")), HasSubstr("infantry, cavalry, gun"));
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"fire","targets":[{"name":"i","arm":"camelry","men":9}],"attacks":[]})"), "/targets/0/arm");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"aim","firer":{"arm":"cavalry","at":[0,0]},"target":[{"at":[5,0]}]})"), "/firer/arm");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"melee","a":{"camelry":1},"b":{"infantry":1},"throws":[1,1]})"), "/a/camelry");
}

TEST(AskBadInput, TerrainThatCrossesItself) {
  const std::string bow_tie = "[[0,0],[4,4],[4,0],[0,4]]";
  const std::string wood = R"({"kind":"wood","polygon":[[0,20],[4,20],[4,24]]},)";
  EXPECT_EQ(wrong_at(move_to("[5,9]", R"("arm":"gun","terrain":[)" + wood + R"({"kind":"marsh","polygon":)" + bow_tie + "}]")),
            "/terrain/1/polygon");
  EXPECT_EQ(wrong_at(move_to("[5,9]",
                             R"("arm":"gun","terrain":[{"kind":"hill","height":1,"polygon":[[0,0],[9,0],[9,9]],"top":)" + bow_tie + "}]")),
            "/terrain/0/top");
  EXPECT_THAT(complaint(move_to("[5,9]", R"("arm":"gun","terrain":[{"kind":"wood","polygon":)" + bow_tie + "}]")),
              HasSubstr("list its corners in order"));
}

TEST(AskBadInput, AFigureOffTheTableIsNamedByItsPlaceInTheList) {
  const std::string gun = R"({"game":"charge","ask":"aim","table":[72,48],"firer":{"arm":"gun","heading_deg":90,"crew":4,"at":)";
  const std::string on = R"({"at":[9,20]})", off = R"({"at":[9,48.5]})";
  EXPECT_EQ(wrong_at(gun + R"([-1,5]},"target":[)" + on + "]}"), "/firer/at");
  EXPECT_EQ(wrong_at(gun + R"([9,5]},"target":[)" + on + "," + off + "]}"), "/target/1/at");
  EXPECT_EQ(wrong_at(gun + R"([9,5]},"target":[)" + on + R"(],"enemies":[)" + off + "]}"), "/enemies/0/at");
  EXPECT_THAT(complaint(gun + R"([9,5]},"target":[)" + off + "]}"),
              HasSubstr("[9, 48.5] is off the table of 72 x 48 in: give a place on it"));
  EXPECT_EQ(wrong_at(move_to("[5,7]", R"("arm":"infantry","table":[8,8],"friends":[{"at":[5,5]},{"at":[9,5]}])")), "/friends/1/at");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"move","arm":"infantry","table":[8,8],"from":[5,5],"path":[[5,5],[5,9]]})"), "/path/1");
  EXPECT_EQ(wrong_at(R"({"game":"charge","ask":"reach","arm":"infantry","table":[8,8],"from":[5,-5]})"), "/from");
}

// ---- the examples of the rule book that were asked nowhere else, by their ids ----

/// One attack on one body: total lost.
int lost(const std::string& target, const std::string& attack, const std::string& more = "") {
  const Json out = asked(R"({"game":"charge","ask":"fire","targets":[{"name":"t",)" + target + R"(}],"attacks":[{"target":"t",)" + attack +
                         "}]" + more + "}");
  return out["targets"][0]["total"].get<int>();
}

TEST(AskExamples, CX1FullAndHalfDiceOnCavalryBehindCover) {
  const Json out = asked(R"({"game":"charge","ask":"fire","targets":[{"name":"c","arm":"cavalry","men":9,"cover":true}],
      "attacks":[{"by":"infantry","men":23,"target":"c","range_in":4.0,"dice":{"full":[5,3],"half":[6]}}]})");
  EXPECT_EQ(out["attacks"][0]["standard"], "11/2");
  EXPECT_EQ(out["attacks"][0]["casualties"], "11/8");
  EXPECT_EQ(out["attacks"][0]["at_once"], 1);
  EXPECT_EQ(out["attacks"][0]["carried"], "3/8");
  EXPECT_EQ(out["targets"][0]["at_end"], 0);
  EXPECT_EQ(out["targets"][0]["total"], 1);
}

TEST(AskExamples, CX3AndCX4ThreeInchesAreShortAndAHairMoreIsLong) {
  const std::string open = R"("arm":"infantry","men":20)", dice = R"(,"dice":{"full":[6,6],"half":[]})";
  EXPECT_EQ(lost(open, R"("by":"infantry","men":16,"range_in":3.00)" + dice), 12);
  EXPECT_EQ(lost(open, R"("by":"infantry","men":16,"range_in":3.01)" + dice), 6);
}

TEST(AskExamples, CX7DiceForSoManyMen) {
  const std::vector<std::array<int, 3>> book{{3, 0, 0},  {4, 0, 1},  {7, 0, 1},  {8, 1, 0},  {11, 1, 0},
                                             {12, 1, 1}, {16, 2, 0}, {23, 2, 1}, {27, 3, 0}, {28, 3, 1}};
  for (const auto& [men, full, half] : book)
    EXPECT_EQ(ruled(R"({"game":"charge","ask":"dice","men":)" + std::to_string(men) + "}"), Json({{"full", full}, {"half", half}})) << men;
}

TEST(AskExamples, CX20WhatTheEligibleCannotBearIsLost) {
  const std::string company = R"("arm":"infantry","men":12)",
                    volley = R"("by":"infantry","men":8,"range_in":1.0,"eligible":4,"dice":{"full":[6],"half":[]})";
  EXPECT_EQ(lost(company, volley), 4);
  EXPECT_EQ(lost(company, volley, R"(,"house":{"alloc.spill":true})"), 6);
}

TEST(AskExamples, CX21EveryOrderOfTheBook) {
  const auto taken = [](int men, int die, int casualties) {
    return asked(Json({{"game", "charge"}, {"ask", "allocate"}, {"men", men}, {"die", die}, {"casualties", casualties}}).dump())["taken"];
  };
  EXPECT_EQ(taken(16, 6, 4), Json({6, 12, 2, 9}));
  EXPECT_EQ(taken(7, 4, 3), Json({4, 1, 6}));
  EXPECT_EQ(taken(12, 1, 3), Json({1, 2, 3}));
  EXPECT_EQ(taken(3, 6, 5), Json({3, 2, 1})) << "round the survivors until nobody is left";
}

Json combat(const std::string& a, const std::string& b, const std::string& throws, const std::string& house = "{}") {
  return ruled(R"({"game":"charge","ask":"melee","a":)" + a + R"(,"b":)" + b + R"(,"throws":)" + throws + R"(,"house":)" + house + "}");
}

TEST(AskExamples, CX25ADifferenceOfTwo) {
  const std::string man = R"({"infantry":1})";
  EXPECT_EQ(combat(man, man, "[5,4]"),
            Json::parse(R"({"scores":["5","4"],"falls":null,"push_back_in":{"a":{"infantry":3.0},"b":{"infantry":3.0}}})"));
  EXPECT_EQ(combat(man, man, "[5,3]"),
            Json::parse(R"({"scores":["5","3"],"falls":{"side":"b","arm":"infantry"},"push_back_in":{"a":{"infantry":3.0},"b":{}}})"));
}

TEST(AskExamples, CX27APairLosesOne) {
  const std::string man = R"({"infantry":1})", pair = R"({"infantry":2})";
  EXPECT_EQ(combat(pair, man, "[1,3]")["falls"], nullptr);
  EXPECT_EQ(combat(pair, man, "[1,4]")["falls"], Json::parse(R"({"side":"a","arm":"infantry"})"));
  EXPECT_EQ(combat(pair, man, "[1,4]")["push_back_in"]["a"], Json::parse(R"({"infantry":3.0})")) << "one of them is left";
  EXPECT_EQ(combat(pair, man, "[1,4]", R"({"melee.pair_loses":2})")["falls"], Json::parse(R"({"side":"a","arm":"infantry","men":2})"));
}

TEST(AskExamples, CX30TheOtherThrowsOfTheBook) {
  const std::string pair = R"({"cavalry":1,"infantry":1})", rider = R"({"cavalry":1})", ge2 = R"({"melee.win":"ge2"})";
  EXPECT_EQ(combat(pair, rider, "[4,4]")["falls"], nullptr);
  EXPECT_EQ(combat(pair, rider, "[6,6]")["scores"], Json({"15/2", "6"}));
  EXPECT_EQ(combat(pair, rider, "[6,6]")["falls"], Json::parse(R"({"side":"b","arm":"cavalry"})"));
  EXPECT_EQ(combat(pair, rider, "[6,6]", ge2)["falls"], nullptr);
}

TEST(AskExamples, CX33TheSmallestLossThatDefeats) {
  for (const auto& [original, losses] : {std::pair{50, 26}, {56, 29}, {57, 29}, {60, 31}})
    for (const int removed : {losses - 1, losses})
      EXPECT_EQ(asked(Json({{"game", "charge"}, {"ask", "morale"}, {"original", original}, {"removed", removed}}).dump())["defeated"],
                removed == losses)
          << original;
}

TEST(AskExamples, CX34UphillCostsTwice) {
  const std::string slope =
      R"("arm":"infantry","terrain":[{"kind":"slope","height":3,"uphill_deg":90,"polygon":[[-50,7],[60,7],[60,40],[-50,40]]}])";
  const Reply four = answer(move_to("[5,9]", slope));
  EXPECT_EQ(four.status, 0);
  EXPECT_NEAR(four.json["cost_in"].get<double>(), 6.0, 1e-6);
  EXPECT_EQ(status(move_to("[5,9.01]", slope)), 1);
}

// ---- readings that are not the book's, worked out by hand ----

TEST(AskHouse, ReadingsOfFire) {
  const std::string horse = R"("arm":"cavalry","men":9)", crew = R"("arm":"gunners","men":5)";
  const std::string volley = R"("by":"infantry","men":8,"range_in":2.0,"dice":{"full":[5],"half":[]})";
  EXPECT_EQ(lost(horse, volley), 3) << "5/2: two at once, one of the half";
  EXPECT_EQ(lost(horse, volley, R"(,"house":{"frac.rounding":"per_attack"})"), 3);
  const std::string far_shot = R"("by":"gun","range_in":10.0,"hit_die":3,"effect_die":5)";
  EXPECT_EQ(lost(horse, far_shot), 1) << "5/2 of 2 is 5/4";
  EXPECT_EQ(lost(horse, far_shot, R"(,"house":{"frac.rounding":"standard"})"), 2) << "3 of 2 is 3/2";
  EXPECT_EQ(lost(crew, R"("by":"gun","range_in":6.5,"hit_die":6,"effect_die":2)"), 1) << "2 of 2: the book's six is the effect's";
  EXPECT_EQ(lost(crew, R"("by":"gun","range_in":6.5,"hit_die":6,"effect_die":2)", R"(,"house":{"gun.destroy_die":"hit"})"), 0);
  EXPECT_EQ(lost(crew, R"("by":"infantry","men":8,"range_in":2.0,"dice":{"full":[6]})"), 3) << "muskets destroy no gun";
}

TEST(AskHouse, ReadingsOfMelee) {
  const std::string pair = R"({"infantry":2})", rider = R"({"cavalry":1})", mixed = R"({"cavalry":1,"infantry":1})";
  EXPECT_EQ(combat(pair, rider, "[3,4]")["scores"], Json({"3", "4"}));
  EXPECT_EQ(combat(pair, rider, "[3,4]", R"({"melee.two_inf_v_cav":"both_double"})")["falls"],
            Json::parse(R"({"side":"a","arm":"infantry"})"));
  EXPECT_EQ(combat(mixed, rider, "[2,4]", R"({"melee.quarter":"round"})")["scores"], Json({"3", "4"}));
  EXPECT_EQ(combat(mixed, rider, "[5,4]", R"({"melee.quarter":"floor"})")["scores"], Json({"6", "4"}));
  EXPECT_EQ(combat(R"({"infantry":1})", rider, "[4,2]", R"({"melee.back":"2/5"})")["push_back_in"],
            Json::parse(R"({"a":{"infantry":2.0},"b":{"cavalry":5.0}})"));
}

TEST(AskHouse, ReadingsOfTheGround) {
  const std::string deep = R"("arm":"infantry","terrain":[{"kind":"wood","polygon":[[0,5.5],[10,5.5],[10,20],[0,20]]},
      {"kind":"marsh","polygon":[[0,5.5],[10,5.5],[10,20],[0,20]]}])";
  EXPECT_NEAR(asked(move_to("[5,6.5]", deep))["cost_in"].get<double>(), 4.5, 1e-6) << "two halvings multiply";
  EXPECT_NEAR(asked(move_to("[5,6.5]", deep + R"(,"house":{"terrain.stack":false})"))["cost_in"].get<double>(), 2.5, 1e-6);
  EXPECT_EQ(status(move_to("[5,6]", deep + R"(,"house":{"infantry_marsh":"impassable"})")), 1);
  const std::string river = R"("arm":"infantry","terrain":[{"kind":"river","polygon":[[-90,6],[90,6],[90,7],[-90,7]]}])";
  EXPECT_EQ(status(move_to("[5,8]", river)), 1);
  EXPECT_NEAR(asked(move_to("[5,8]", river + R"(,"house":{"river":"obstacle"})"))["cost_in"].get<double>(), 6.0, 1e-6);
}

TEST(Ask, TheFuzzerIsGivenEveryKindOfQuestion) {
  std::set<std::string> seeds;
  for (const auto& file : std::filesystem::directory_iterator(VEDETTE_SOURCE_DIR "/tests/fuzz/seeds/question")) {
    std::ifstream in(file.path());
    static_cast<void>(answer_each(in, [&](const std::string& text, const Reply& reply) {
      const Json question = Json::parse(text);
      if (reply.status != 2) seeds.insert(question["game"].get<std::string>() + " " + question["ask"].get<std::string>());
    }));
  }
  for (const char* game : {"charge", "le_choc", "les_allies"}) {
    const std::string error = asked(std::string(R"({"game":")") + game + R"(","ask":"?"})")["error"]["says"];  // it lists them
    std::istringstream words(error.substr(error.find(':') + 1));
    int kinds = 0;
    for (std::string kind; std::getline(words, kind, ',');) {
      kind.erase(std::remove(kind.begin(), kind.end(), ' '), kind.end());
      EXPECT_TRUE(seeds.contains(std::string(game) + " " + kind)) << game << " " << kind;
      ++kinds;
    }
    EXPECT_GE(kinds, 4) << error;
  }
}

}  // namespace
}  // namespace app::ask::ask_test
