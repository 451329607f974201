// Questions as JSON: every worked example of the rule book and of the border contract, and what is wrong with bad ones.
#include "app/ask/ask.h"

#include <gmock/gmock.h>

namespace app::ask {
namespace {

using testing::HasSubstr;

Json asked(const std::string& question) { return answer(question).json; }
int status(const std::string& question) { return answer(question).status; }
std::string wrong_at(const std::string& question) {
  const Reply reply = answer(question);
  EXPECT_EQ(reply.status, 2) << reply.json;
  return reply.json.contains("error") ? reply.json["error"]["at"].get<std::string>() : "fine";
}

TEST(Ask, DiceOfMenAndOfBands) {
  EXPECT_EQ(asked(R"({"game":"charge","ask":"dice","men":23})"), Json::parse(R"({"full":2,"half":1})"));
  EXPECT_EQ(asked(R"({"game":"charge","ask":"dice","men_short":6,"men_long":10})"),
            Json::parse(R"({"short":{"full":0,"half":1},"long":{"full":1,"half":0}})"));
}

TEST(Ask, CX10HitScores) {
  const std::vector<std::pair<std::string, Json>> book = {{"6.0", 1},   {"6.01", 2}, {"12.0", 2},       {"12.01", 3},
                                                          {"18.0", 3},  {"24.0", 4}, {"24.01", 5},      {"30.0", 5},
                                                          {"30.01", 6}, {"36.0", 6}, {"36.01", nullptr}};
  for (const auto& [range, needs] : book)
    EXPECT_EQ(asked(R"({"game":"charge","ask":"hit_score","range_in":)" + range + "}")["needs"], needs) << range;
}

TEST(Ask, CX21Allocation) {
  EXPECT_EQ(asked(R"({"game":"charge","ask":"allocate","men":10,"die":3,"casualties":4})")["taken"], Json({3, 6, 9, 2}));
  EXPECT_EQ(asked(R"({"game":"charge","ask":"allocate","men":10,"die":3,"casualties":4,"house":{"alloc.wrap":"restart"}})")["taken"],
            Json({3, 6, 9, 4}));
}

TEST(Ask, CX33Morale) {
  EXPECT_EQ(asked(R"({"game":"charge","ask":"morale","original":56,"removed":29})"), Json::parse(R"({"defeated":true})"));
  EXPECT_EQ(asked(R"({"game":"charge","ask":"morale","original":56,"removed":28})"), Json::parse(R"({"defeated":false})"));
}

TEST(Ask, CX30MeleeOfAMixedPair) {
  const std::string pair = R"({"game":"charge","ask":"melee","a":{"cavalry":1,"infantry":1},"b":{"cavalry":1},"throws":)";
  EXPECT_EQ(asked(pair + "[4,6]}"),
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
  EXPECT_EQ(out["targets"][0], Json::parse(R"({"name":"hussars","at_end":1,"total":6,"men_left":3,"gun_destroyed":false})"));
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

}  // namespace
}  // namespace app::ask
