// One question for a whole turn of Charge!: contacts, crews, fire, who falls by name, the melee and its places, what is left to do.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "app/ask/ask.h"
#include "app/ask/say.h"

namespace app::ask::ask_turn_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A row of men along x, an inch apart.
std::string row(int men, double x, double y, int heading, const std::string& more = "") {
  std::string out;
  for (int i = 0; i < men; ++i) out += fmt::format(R"({}{{"at":[{},{}],"heading_deg":{}{}}})", i ? "," : "", x + i, y, heading, more);
  return "[" + out + "]";
}
std::string body(const std::string& name, const std::string& army, const std::string& arm, const std::string& men,
                 const std::string& more = "") {
  return fmt::format(R"({{"name":"{}","army":"{}","arm":"{}","men":{}{}}})", name, army, arm, men, more);
}
std::string turn(const std::vector<std::string>& bodies, const std::string& more = "") {
  return fmt::format(R"({{"game":"charge","ask":"turn","table":[72,48],"bodies":[{}]{}}})", fmt::join(bodies, ","), more);
}
Json asked(const std::string& question) { return answer(question).json; }
std::string wrong_at(const std::string& question) {
  const Reply reply = answer(question);
  EXPECT_EQ(reply.status, 2) << reply.json;
  return reply.json.contains("error") ? reply.json["error"]["at"].get<std::string>() : "fine";
}
Json parsed(const char* text) { return Json::parse(text); }

const std::string kReds = body("R", "red", "infantry", row(8, 10, 10, 90)), kBlues = body("B", "blue", "infantry", row(8, 10, 14, 270));

// Every move was judged twice, and an ordinary turn of two whole armies over hills and woods was too much for one question.
TEST(AskTurn, BothArmiesOfAWholeTableMoveInOneQuestion) {
  std::ifstream file(std::string(VEDETTE_SOURCE_DIR) + "/tests/fuzz/seeds/question/turn_of_a_whole_table.json");
  const Json question = Json::parse(file);
  const Reply reply = answer(question.dump());
  ASSERT_NE(reply.status, 2) << reply.json;
  EXPECT_EQ(reply.json.at("moves").size(), 78U);
  const auto not_legal = std::ranges::count(reply.json.at("moves"), "no", [](const Json& move) { return move.at("verdict"); });
  EXPECT_GT(not_legal, 0);
  EXPECT_TRUE(std::ranges::any_of(reply.json.at("log"), [](const Json& line) {
    return line.at("says").get<std::string>().find("not legal") != std::string::npos;
  })) << "the log tells of them, too";
}

TEST(AskTurn, ContactsSayWhoTouchesSinceWhenAndWhoCame) {
  const std::string riders = body("H", "red", "cavalry", R"([{"at":[40,10],"base":{"shape":"round","diameter":1},"to":[40,14]}])");
  const Json contacts = asked(turn({body("R", "red", "infantry", row(2, 10, 10, 90)), body("B", "blue", "infantry", row(2, 10, 11, 270)),
                                    riders, body("C", "blue", "infantry", row(1, 40, 15, 270))},
                                   R"(,"contacts":[{"bodies":["B","R"],"attacker":"B"}])"))["contacts"];
  EXPECT_EQ(contacts, parsed(R"([{"bodies":["B","R"],"since":"earlier","attacker":"B","men":[["R/1","B/1"],["R/2","B/2"]]},
                                 {"bodies":["C","H"],"since":"this_turn","attacker":"H","men":[["H/1","C/1"]]}])"));
}

TEST(AskTurn, CK6TheCrewOfAGunIsTheManBehindItAndSoOnClockwise) {
  const std::string gun = R"({"name":"G","army":"red","arm":"gun","gun":{"at":[20,20],"heading_deg":90},
      "men":[{"at":[21.5,20]},{"at":[20,18.5]},{"at":[18.5,20]},{"at":[21.5,18.7]},{"at":[30,20]}]})";
  const Json crew = asked(turn({gun, kBlues}))["crews"][0];
  EXPECT_EQ(crew["gun"], "G/gun");
  EXPECT_EQ(crew["men"], parsed(R"(["G/crew2","G/crew3","G/crew1","G/crew4"])"));
}

TEST(AskTurn, CG28WhoCameTogetherThisTurnNeitherFireNorFight) {
  const std::string comes = body("R", "red", "infantry", R"([{"at":[10,10],"heading_deg":90,"to":[10,13]}])");
  const Json told =
      asked(turn({comes, kBlues}, R"(,"attacks":[{"by":"B","target":"R","dice":[6]}],"melee":[{"a":["R/1"],"b":["B/1"],"throws":[6,1]}])"));
  EXPECT_EQ(told["attacks"][0]["verdict"], "no");
  EXPECT_EQ(told["attacks"][0]["because"][0]["rule"], "CG28");
  EXPECT_EQ(told["pairing"], Json::array());
  EXPECT_EQ(told["melee"][0]["verdict"], "no");
  EXPECT_EQ(told["melee"][0]["because"][0]["rule"], "C-H1");
}

TEST(AskTurn, MenFallByNameWhereADieTellsThemApart) {
  const std::string shot = R"(,"attacks":[{"by":"R","target":"B","dice":[5])";
  const Json told = asked(turn({kReds, kBlues}, shot + R"(,"allocation_die":3}])"));
  EXPECT_EQ(told["attacks"][0]["casualties"], "5/2");  // one die, halved beyond 3 in
  EXPECT_EQ(told["attacks"][0]["falls"], parsed(R"(["B/3","B/6"])"));
  const Json open = asked(turn({kReds, kBlues}, shot + "}]"));
  EXPECT_EQ(open["attacks"][0]["falls"], Json::array());
  EXPECT_EQ(open["owed"][0]["men"], 2);
  EXPECT_EQ(open["owed"][0]["among"].size(), 8U);
}

TEST(AskTurn, CI5FireIsReturnedByThoseWhoWereJustHit) {
  const Json told = asked(turn({kReds, kBlues}, R"(,"attacks":[{"by":"R","target":"B","dice":[5],"allocation_die":3},
      {"by":"B","target":"R","dice":[6],"returns":0,"allocation_die":1},{"by":"B","target":"R","dice":[6]}])"));
  EXPECT_EQ(told["attacks"][1]["verdict"], "yes");
  EXPECT_EQ(told["attacks"][1]["casualties"], "3");
  EXPECT_EQ(told["attacks"][1]["falls"].size(), 3U);
  EXPECT_EQ(told["attacks"][2]["because"][0]["rule"], "CG11");
}

TEST(AskTurn, CK4FractionsFallWhenAllFiringIsOver) {
  const Json told = asked(turn({kReds, kBlues}, R"(,"attacks":[{"by":"R","target":"B","dice":[1]}],"fractions":[{"body":"B","die":2}])"));
  EXPECT_EQ(told["fractions"], parsed(R"([{"body":"B","carried":"1/2","men":1,"falls":["B/2"]}])"));
  EXPECT_EQ(told["fallen"], parsed(R"(["B/2"])"));
}

TEST(AskTurn, WhoMayStillFire) {
  const Json none = asked(turn({kReds, kBlues}))["may_fire"];
  EXPECT_EQ(none, parsed(R"([{"by":"R","targets":["B"],"verdict":"yes"},{"by":"B","targets":["R"],"verdict":"yes"}])"));
  const Json one = asked(turn({kReds, kBlues}, R"(,"attacks":[{"by":"R","target":"B","dice":[1]}])"))["may_fire"];
  EXPECT_EQ(one, parsed(R"([{"by":"B","targets":["R"],"verdict":"yes"}])"));
}

TEST(AskTurn, PairsAndThePlacesSurvivorsGoBackTo) {
  const std::string question = turn({body("R", "red", "infantry", row(2, 10, 2, 90)), body("B", "blue", "infantry", row(2, 10, 3, 270))},
                                    R"(,"melee":[{"a":["R/1"],"b":["B/1"],"throws":[5,4]}])");
  const Json told = asked(question);
  EXPECT_EQ(told["pairing"], parsed(R"([{"a":["R/1"],"b":["B/1"],"factors":["1","1"]},{"a":["R/2"],"b":["B/2"],"factors":["1","1"]}])"));
  const Json& fought = told["melee"][0];
  EXPECT_EQ(fought["scores"], parsed(R"(["5","4"])"));
  EXPECT_EQ(fought["falls"], Json::array());
  EXPECT_EQ(fought["back"][0]["name"], "R/1");
  EXPECT_EQ(fought["back"][0]["to"], parsed("[10.0,0.0]"));
  EXPECT_TRUE(fought["back"][0].contains("shortened_by"));
  EXPECT_EQ(fought["back"][1]["to"], parsed("[10.0,6.0]"));
  EXPECT_EQ(told["to_fight"].size(), 1U);
}

TEST(AskTurn, MovesAreJudgedOneByOne) {
  const Json told = asked(
      turn({body("R", "red", "infantry", R"([{"at":[10,10],"heading_deg":90,"to":[10,13]},{"at":[20,10],"heading_deg":90,"to":[20,17]}])"),
            body("H", "red", "infantry", R"([{"at":[50,10],"heading_deg":90,"to":[50,9]}])"),
            body("B", "blue", "infantry", R"([{"at":[50,11],"heading_deg":270}])")}));
  EXPECT_EQ(told["moves"][0]["verdict"], "yes");
  EXPECT_EQ(told["moves"][1]["verdict"], "no");
  EXPECT_EQ(told["moves"][1]["because"][0]["rule"], "C-M1");
  EXPECT_EQ(told["moves"][2]["because"][0]["rule"], "CG30");
}

TEST(AskTurn, CW1EarlierLossesCount) {
  const Json armies = asked(turn({body("R", "red", "infantry", row(2, 10, 10, 90), R"(,"original":9)"), kBlues}))["armies"];
  EXPECT_EQ(
      armies,
      parsed(R"([{"name":"red","original":9,"removed":7,"defeated":true},{"name":"blue","original":8,"removed":0,"defeated":false}])"));
}

TEST(AskTurn, AGunFiresInItsStepAndForbiddenShotsSayWhy) {
  const auto gun = [](int crew) {
    return fmt::format(R"({{"name":"G","army":"red","arm":"gun","gun":{{"at":[13,4],"heading_deg":90}},"men":{}}})",
                       row(crew, 11.5, 2.5, 90));
  };
  const std::string shot = R"(,"attacks":[{"by":"G","target":"B","dice":[5,6],"allocation_die":1}])";
  const Json fired = asked(turn({gun(4), kBlues}, shot))["attacks"][0];
  EXPECT_EQ(fired["verdict"], "yes");
  EXPECT_EQ(fired["casualties"], "3");  // beyond 9 in
  const Json silent = asked(turn({gun(3), kBlues}, shot))["attacks"][0];
  EXPECT_EQ(silent["verdict"], "no");
  EXPECT_EQ(silent["because"][0]["rule"], "C-A1");
}

TEST(AskTurn, IsReadOutInSentences) {
  const std::string question = turn({kReds, kBlues}, R"(,"attacks":[{"by":"R","target":"B","dice":[5],"allocation_die":3}])");
  const std::string words = in_words(question, asked(question));
  EXPECT_THAT(words, HasSubstr("R fires at B with 5: 5/2 casualties, 2 at once and 1/2 carried; B/3 and B/6 fall (C-K5).\n"));
  EXPECT_THAT(words, HasSubstr("The fractions of B come to 1 (C-K4).\n1 of B must still be told apart by a die, among B/1, B/2,"));
  EXPECT_THAT(words, HasSubstr("B may still fire at R (CG11).\n"));
  EXPECT_THAT(words, HasSubstr("blue has lost 3 of 8 and stands (C-W1).\n"));
}

TEST(AskTurn, CG21WhereTheOwnerPicksMenStayOwed) {
  const Json told =
      asked(turn({kReds, kBlues}, R"(,"attacks":[{"by":"R","target":"B","dice":[5],"allocation_die":3}],"house":{"alloc.mode":"owner"})"));
  EXPECT_EQ(told["attacks"][0]["falls"], Json::array());
  EXPECT_EQ(told["owed"][0]["men"], 2);
}

TEST(AskTurn, AGunThatNobodyServesIsNoArmy) {
  const Json told = asked(turn({R"({"name":"G","army":"red","arm":"gun","gun":{"at":[13,4],"heading_deg":90,"to":[13,5]}})"}));
  EXPECT_EQ(told["crews"][0]["men"], Json::array());
  EXPECT_EQ(told["armies"], Json::array());
}

TEST(AskTurn, TheExampleOfTheFormats) {
  std::ifstream page(VEDETTE_SOURCE_DIR "/docs/formats.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  const std::size_t begin = text.find(R"({"game":"charge","ask":"turn")");
  const Json told = asked(text.substr(begin, text.find("```", begin) - begin));
  EXPECT_EQ(told["attacks"][0]["verdict"], "yes") << told;
  EXPECT_EQ(told["attacks"][0]["falls"], parsed(R"(["R2/1"])"));
  EXPECT_EQ(told["crews"][0]["men"].size(), 4U);
  EXPECT_EQ(told["melee"][0]["falls"], parsed(R"(["B1/1"])"));
  EXPECT_EQ(told["moves"][0]["verdict"], "yes");
  EXPECT_EQ(told["armies"][0]["defeated"], true);
}

TEST(AskTurn, WhatCannotBeIsNamed) {
  EXPECT_EQ(wrong_at(turn({kReds, kReds})), "/bodies/1/name");
  EXPECT_EQ(wrong_at(turn({body("R", "red", "infantry", R"([{"at":[1,1]}])")})), "/bodies/0/men/0/heading_deg");
  EXPECT_EQ(wrong_at(turn({body("R", "red", "infantry", R"([{"at":[1,1],"heading_deg":0,"to":[99,1]}])")})), "/bodies/0/men/0/to");
  EXPECT_EQ(wrong_at(turn({kReds, kBlues}, R"(,"attacks":[{"by":"X","target":"B","dice":[1]}])")), "/attacks/0/by");
  EXPECT_EQ(wrong_at(turn({kReds, kBlues}, R"(,"attacks":[{"by":"R","target":"B","dice":[1,2]}])")), "/attacks/0/dice");
  EXPECT_EQ(wrong_at(turn({kReds, kBlues}, R"(,"contacts":[{"bodies":["R","B"],"attacker":"R"}])")), "/contacts/0/bodies");
  EXPECT_EQ(wrong_at(turn({kReds, kBlues}, R"(,"melee":[{"a":["R/99"],"b":["B/1"],"throws":[1,2]}])")), "/melee/0/a");
  EXPECT_EQ(wrong_at(turn({kReds, kBlues}, R"(,"first":"green")")), "/first");
  EXPECT_EQ(wrong_at(turn({kReds, kBlues, body("Z", "green", "infantry", row(1, 40, 40, 0))})), "/bodies");
  EXPECT_EQ(wrong_at(turn({body("R", "red", "infantry", row(401, 0, 1, 0)), kBlues}).replace(35, 16, "")), "/bodies");
  const auto once = [](const char* name, const char* at) {
    return Json{
        {"name", name}, {"army", name}, {"arm", "infantry"}, {"original", 6000}, {"men", {{{"at", Json::parse(at)}, {"heading_deg", 0}}}}};
  };
  const Json many{{"game", "charge"}, {"ask", "turn"}, {"bodies", {once("R", "[1,1]"), once("B", "[9,9]")}}};
  EXPECT_EQ(wrong_at(many.dump()), "/bodies/1/original") << "more than 10,000 lost";
}

}  // namespace
}  // namespace app::ask::ask_turn_test
