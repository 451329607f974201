// Questions about Les Alliés as JSON: every worked example, the contract's own, and what is wrong with bad ones.
#include <gmock/gmock.h>

#include <algorithm>

#include "app/ask/ask.h"

namespace app::ask::ask_les_allies_test {
namespace {

using testing::HasSubstr;

Json asked(const std::string& question) { return answer(question).json; }
int status(const std::string& question) { return answer(question).status; }
std::string wrong_at(const std::string& question) {
  const Reply reply = answer(question);
  EXPECT_EQ(reply.status, 2) << reply.json;
  return reply.json.contains("error") ? reply.json["error"]["at"].get<std::string>() : "fine";
}

std::string man(const std::string& side, int column, int row, const std::string& rank = "soldier") {
  return R"({"side":")" + side + R"(","rank":")" + rank + R"(","at":[)" + std::to_string(column) + "," + std::to_string(row) + "]}";
}
std::string list(const std::vector<std::string>& men) {
  std::string out;
  for (const std::string& each : men) out += (out.empty() ? "" : ",") + each;
  return "[" + out + "]";
}

/// A question on a board of ten by ten; `more` are further keys.
std::string on_board(const std::string& ask, const std::vector<std::string>& men, const std::string& more = "",
                     const std::string& to_move = "own", const std::string& board = "") {
  return R"({"game":"les_allies","ask":")" + ask + R"(","board":{"size":[10,10])" + (board.empty() ? "" : "," + board) +
         R"(},"to_move":")" + to_move + R"(","pieces":)" + list(men) + (more.empty() ? "" : "," + more) + "}";
}
std::string turns_of(const std::vector<std::string>& men, const std::string& more = "", const std::string& board = "") {
  return on_board("legal", men, more, "own", board);
}
std::string played(const std::vector<std::string>& men, const std::string& action, const std::string& more = "",
                   const std::string& board = "") {
  return on_board("apply", men, R"("action":)" + action + (more.empty() ? "" : "," + more), "own", board);
}

const std::string kFortress = R"("fortresses":[{"at":[4,4],"of":"enemy"}])";

/// The rules an answer gives as its reasons.
std::string rules_in(const Json& json) {
  std::string out;
  for (const Json& reason : json["because"]) {
    EXPECT_NE(reason["says"], "");
    out += (out.empty() ? "" : " ") + reason["rule"].get<std::string>();
  }
  return out;
}

// ---- the contract's examples ----

TEST(AskLesAllies, LegalOfTheContract) {
  const Json out = asked(R"({"game":"les_allies","ask":"legal","board":{"size":[10,10],"fortresses":[{"at":[4,4],"of":"enemy"}]},
     "to_move":"own","pieces":[{"side":"own","rank":"soldier","at":[2,2]},{"side":"enemy","rank":"soldier","at":[3,3]}]})");
  EXPECT_EQ(out["moves"], Json::parse(R"([{"from":[2,2],"to":[1,1]},{"from":[2,2],"to":[3,1]},{"from":[2,2],"to":[1,3]}])"));
  EXPECT_EQ(out["sweeps"], Json::parse(R"([{"from":[2,2],"lands":[[4,4]],"takes":[[3,3]]}])"));
  EXPECT_EQ(out["huffable"], Json::parse("[[2,2]]"));
}

TEST(AskLesAllies, ASweepIsPlayedAsLegalListsIt) {
  const std::vector<std::string> stand = {man("own", 2, 2), man("enemy", 3, 3), man("enemy", 5, 5), man("enemy", 9, 9)};
  const auto sweep = [&](const char* takes) {
    return answer(
        played({stand[0], stand[1], stand[2], stand[3]}, std::string(R"({"from":[2,2],"lands":[[4,4],[6,6]],"takes":)") + takes + "}"));
  };
  EXPECT_EQ(sweep("[[3,3],[5,5]]").status, 0);
  EXPECT_EQ(sweep("[[5,5],[3,3]]").status, 0);
  const Reply other = sweep("[[3,3]]");
  EXPECT_EQ(other.status, 2);
  EXPECT_EQ(other.json["error"]["at"], "/action/takes");
  EXPECT_EQ(answer(played({stand[0], stand[3]}, R"({"from":[2,2],"lands":[[3,3]],"takes":[[9,9]]})")).status, 2);
}

TEST(AskLesAllies, ApplyOfTheContract) {
  const Reply reply = answer(played({man("own", 2, 2), man("enemy", 3, 3)}, R"({"from":[2,2],"lands":[[4,4]]})", "", kFortress));
  EXPECT_EQ(reply.status, 0);
  EXPECT_EQ(reply.json["pieces"], Json::parse(R"([{"side":"own","rank":"general","at":[4,4]}])"));
  EXPECT_EQ(reply.json["to_move"], "enemy");
  EXPECT_EQ(reply.json["promoted"], true);
  EXPECT_EQ(reply.json["huff"], Json::array());
  EXPECT_EQ(reply.json["verdict"], "yes");
  EXPECT_EQ(rules_in(reply.json), "D-10 D-12 D-14 D-17");
  EXPECT_EQ(reply.json["over"], Json::parse(R"({"winner":"own","rule":"D-17"})"));
}

TEST(AskLesAllies, PerftOfTheContract) {
  EXPECT_EQ(asked(R"({"game":"les_allies","ask":"perft","variant":"international","depth":6})"), Json::parse(R"({"nodes":167140})"));
  EXPECT_EQ(asked(R"({"game":"les_allies","ask":"perft","variant":"international","depth":8})")["nodes"], 6483961);
  EXPECT_EQ(asked(R"({"game":"les_allies","ask":"perft","variant":"international","depth":0})")["nodes"], 1);
}

TEST(AskLesAllies, PerftOfAnyGame) {
  std::vector<std::string> men;
  for (int row = 0; row < 10; ++row)
    for (int column = row % 2; column < 10; column += 2)
      if (row < 4 || row > 5) men.push_back(man(row < 4 ? "own" : "enemy", column, row));
  const std::string international =
      R"("house":{"capture":"strict","capture.majority":true,"soldier.back_move":false,"soldier.back_capture":true,"general.flying":true,"promote.on":"last_row"})";
  EXPECT_EQ(asked(on_board("perft", men, R"("depth":5,)" + international))["nodes"], 27117);
  EXPECT_EQ(asked(on_board("perft", men, R"("depth":3,)" + international, "enemy"))["nodes"], 658);
  EXPECT_EQ(asked(on_board("perft", {man("own", 4, 4)}, R"("depth":1)"))["nodes"], 4);
  EXPECT_EQ(asked(on_board("perft", {man("own", 4, 4)}, R"("depth":2)"))["nodes"], 0);  // nobody answers
}

// ---- the worked examples ----

TEST(AskLesAllies, DX1ASoldiersMoves) {
  const Json out = asked(turns_of({man("own", 4, 4)}));
  EXPECT_EQ(out["moves"], Json::parse(R"([{"from":[4,4],"to":[3,3]},{"from":[4,4],"to":[5,3]},{"from":[4,4],"to":[3,5]},
                                          {"from":[4,4],"to":[5,5]}])"));
  EXPECT_EQ(out["sweeps"], Json::array());
  EXPECT_EQ(asked(turns_of({man("own", 4, 4)}, R"("house":{"soldier.back_move":false})"))["moves"].size(), 2U);
}

TEST(AskLesAllies, DX3TheOnlySweepTakesThree) {
  const std::vector<std::string> men = {man("own", 2, 2), man("enemy", 3, 3), man("enemy", 5, 5), man("enemy", 7, 5)};
  EXPECT_EQ(asked(turns_of(men))["sweeps"], Json::parse(R"([{"from":[2,2],"lands":[[4,4],[6,6],[8,4]],"takes":[[3,3],[5,5],[7,5]]}])"));
  const Json out = asked(played(men, R"({"from":[2,2],"lands":[[4,4],[6,6],[8,4]]})"));
  EXPECT_EQ(out["pieces"], Json::parse(R"([{"side":"own","rank":"soldier","at":[8,4]}])"));
}

TEST(AskLesAllies, DX6PassingAFortressMakesNoGeneral) {
  const std::vector<std::string> men = {man("own", 2, 2), man("enemy", 3, 3), man("enemy", 5, 3)};
  const Json out = asked(played(men, R"({"from":[2,2],"lands":[[4,4],[6,2]]})", "", kFortress));
  EXPECT_EQ(out["promoted"], false);
  EXPECT_EQ(out["pieces"], Json::parse(R"([{"side":"own","rank":"soldier","at":[6,2]}])"));
  const Json ends =
      asked(played({man("own", 2, 2), man("enemy", 3, 3), man("enemy", 9, 9)}, R"({"from":[2,2],"lands":[[4,4]]})", "", kFortress));
  EXPECT_EQ(ends["promoted"], true);
  EXPECT_EQ(ends["to_move"], "enemy");
}

const std::vector<std::string> kDX7 = {man("own", 4, 4), man("own", 8, 2), man("enemy", 5, 5)};
const std::string kDX7Move = R"({"from":[8,2],"lands":[[9,3]]})";

/// The question after an answer: its position, and what it says about the turn before.
std::string then(const Json& answer, const std::string& action, const std::string& more = "") {
  Json next{{"game", "les_allies"}, {"ask", "apply"}, {"board", {{"size", {10, 10}}}}, {"action", Json::parse(action)}};
  for (const char* key : {"pieces", "to_move", "huff", "before", "quiet", "must_take"})
    if (answer.contains(key)) next[key] = answer[key];
  if (!more.empty()) next["house"] = Json::parse(more);
  return next.dump();
}

TEST(AskLesAllies, DX7TheOpponentHasThreeAnswers) {
  const Json missed = asked(played(kDX7, kDX7Move));
  EXPECT_EQ(missed["verdict"], "yes");
  EXPECT_EQ(missed["huff"], Json::parse("[[4,4]]"));
  EXPECT_EQ(missed["over"], nullptr);

  const Json huffed = asked(then(missed, R"({"huff":[4,4]})"));
  EXPECT_EQ(huffed["pieces"], Json::parse(list({man("own", 9, 3), man("enemy", 5, 5)})));
  EXPECT_EQ(huffed["to_move"], "enemy");  // and still plays
  EXPECT_EQ(huffed["huff"], Json::array());

  const Json back = asked(then(missed, R"({"make_take":[4,4]})"));
  EXPECT_EQ(back["to_move"], "own");
  EXPECT_EQ(back["must_take"], Json::parse("[4,4]"));
  Json pieces = back["pieces"];
  std::sort(pieces.begin(), pieces.end());
  Json start = Json::parse(list(kDX7));
  std::sort(start.begin(), start.end());
  EXPECT_EQ(pieces, start);
  EXPECT_EQ(status(then(back, kDX7Move)), 1);
  const Json took = asked(then(back, R"({"from":[4,4],"lands":[[6,6]]})"));
  EXPECT_EQ(took["verdict"], "yes");
  EXPECT_EQ(took["over"], Json::parse(R"({"winner":"own","rule":"D-17"})"));

  const Json ignored = asked(then(missed, R"({"from":[5,5],"lands":[[6,4]]})"));
  EXPECT_EQ(ignored["verdict"], "yes");
}

TEST(AskLesAllies, DX7StrictRefusesTheMove) {
  const Reply reply = answer(played(kDX7, kDX7Move, R"("house":{"capture":"strict"})"));
  EXPECT_EQ(reply.status, 1);
  EXPECT_EQ(reply.json["verdict"], "no");
  EXPECT_EQ(reply.json["because"][0]["rule"], "D-15");
  EXPECT_EQ(reply.json["because"][1]["rule"], "DG7");
  EXPECT_EQ(reply.json["pieces"], Json::parse(list(kDX7)));
  EXPECT_EQ(reply.json["to_move"], "own");
  EXPECT_EQ(asked(turns_of(kDX7, R"("house":{"capture":"strict"})"))["moves"], Json::array());
}

TEST(AskLesAllies, DX7AQuestionThatKnowsOfNoTurnBeforeGoesByThePosition) {
  const std::vector<std::string> after = {man("own", 4, 4), man("own", 9, 3), man("enemy", 5, 5)};
  const Json huffed = asked(on_board("apply", after, R"("action":{"huff":[4,4]})", "enemy"));
  EXPECT_EQ(huffed["verdict"], "yes");
  EXPECT_EQ(huffed["pieces"].size(), 2U);
  EXPECT_EQ(huffed["to_move"], "enemy");
  const Json back = asked(on_board("apply", after, R"("action":{"make_take":[4,4]})", "enemy"));
  EXPECT_EQ(back["verdict"], "yes");
  EXPECT_EQ(back["to_move"], "own");
  const Json wrong = asked(on_board("apply", after, R"("action":{"huff":[9,3]})", "enemy"));
  EXPECT_EQ(wrong["verdict"], "no");
  EXPECT_EQ(wrong["because"][0]["rule"], "D-16");
  EXPECT_EQ(wrong["pieces"], Json::parse(list(after)));
}

TEST(AskLesAllies, DX10WhoCannotMoveIsPrisoner) {
  const std::vector<std::string> men = {man("own", 1, 1), man("own", 3, 3), man("enemy", 0, 0)};
  const Json out = asked(played(men, R"({"from":[3,3],"lands":[[2,2]]})"));
  EXPECT_EQ(out["over"], Json::parse(R"({"winner":"own","rule":"D-17"})"));
  const std::vector<std::string> jailed = {man("own", 1, 1), man("own", 2, 2), man("enemy", 0, 0)};
  EXPECT_EQ(asked(on_board("legal", jailed, "", "enemy"))["sweeps"].size(), 0U);
  EXPECT_EQ(asked(on_board("legal", jailed, "", "enemy"))["moves"].size(), 0U);
  EXPECT_EQ(asked(on_board("legal", jailed, "", "enemy"))["over"], Json::parse(R"({"winner":"own","rule":"D-17"})"));
  const std::vector<std::string> open = {man("own", 1, 1), man("enemy", 0, 0)};
  EXPECT_EQ(asked(on_board("legal", open, "", "enemy"))["sweeps"], Json::parse(R"([{"from":[0,0],"lands":[[2,2]],"takes":[[1,1]]}])"));
}

TEST(AskLesAllies, DX12TheBattle) {
  const auto result = [](const std::string& west, const std::string& east, const std::string& more = "") {
    return asked(R"({"game":"les_allies","ask":"battle","zones":[")" + west + R"(",")" + east + "\"]" + more + "}")["result"];
  };
  EXPECT_EQ(result("won", "won"), "won");
  EXPECT_EQ(result("won", "null"), "won");
  EXPECT_EQ(result("null", "won"), "won");
  EXPECT_EQ(result("null", "null"), "restart");
  EXPECT_EQ(result("lost", "lost"), "lost");
  EXPECT_EQ(result("lost", "null"), "lost");
  EXPECT_EQ(result("won", "lost"), "null");
  EXPECT_EQ(result("won", "lost", R"(,"house":{"battle.one_each":"last_wins"},"last":2)"), "lost");
  EXPECT_EQ(result("won", "lost", R"(,"same_time":true)"), "continue");
  EXPECT_EQ(result("won", "lost", R"(,"same_time":true,"continued":"won")"), "won");
  EXPECT_EQ(result("won", "lost", R"(,"same_time":true,"house":{"battle.simultaneous":"null"})"), "null");
  EXPECT_EQ(wrong_at(R"({"game":"les_allies","ask":"battle","zones":["won","lost"],"house":{"battle.one_each":"last_wins"}})"), "/last");
  EXPECT_EQ(wrong_at(R"({"game":"les_allies","ask":"battle","zones":["won","draw"]})"), "/zones/1");
  EXPECT_EQ(wrong_at(R"({"game":"les_allies","ask":"battle","zones":["won"]})"), "/zones");
}

std::string setup(const std::vector<std::string>& men, const std::string& more = "") {
  return R"({"game":"les_allies","ask":"setup","board":{"size":[12,18],"own_rows":[0,8],"enemy_rows":[9,17]},"pieces":)" + list(men) +
         more + "}";
}

TEST(AskLesAllies, DX15TheGapInTheSetUp) {
  const Reply near = answer(setup({man("own", 4, 8), man("own", 0, 0)}));
  EXPECT_EQ(near.status, 1);
  EXPECT_EQ(near.json["verdict"], "no");
  ASSERT_EQ(near.json["because"].size(), 1U);
  EXPECT_EQ(near.json["because"][0]["rule"], "D-4");
  EXPECT_EQ(near.json["because"][0]["at"], Json::parse("[4,8]"));
  EXPECT_EQ(status(setup({man("own", 5, 7)})), 0);
  EXPECT_EQ(status(setup({man("enemy", 5, 9)})), 1);
  EXPECT_EQ(status(setup({man("own", 5, 11)})), 1);
  EXPECT_EQ(status(setup({man("own", 5, 7)}, R"(,"house":{"setup.gap":2})")), 1);
  EXPECT_EQ(status(setup({man("own", 4, 8)}, R"(,"house":{"setup.gap":0})")), 0);
  EXPECT_EQ(status(setup({man("own", 4, 4, "general")})), 1);
}

TEST(AskLesAllies, DX18SoldiersAtTheStart) {
  const Json out = asked(R"({"game":"les_allies","ask":"players"})");
  EXPECT_EQ(out["total"], 120);
  std::vector<int> men;
  for (const Json& player : out["players"]) men.push_back(player["men"]);
  EXPECT_EQ(men, (std::vector<int>{36, 36, 24, 24}));
  EXPECT_EQ(asked(R"({"game":"les_allies","ask":"players","variant":"france_germany"})")["total"], 24);
  const Reply one_short = answer(setup({man("own", 0, 0)}, R"(,"men":{"own":36})"));
  EXPECT_EQ(one_short.status, 1);
  EXPECT_EQ(one_short.json["because"][0]["rule"], "D-1");
}

// ---- reasons, also of a yes ----

TEST(AskLesAllies, EveryYesCarriesItsReasonsAndItsWay) {
  EXPECT_EQ(rules_in(asked(turns_of({man("own", 4, 4)}))), "D-8");
  EXPECT_EQ(rules_in(asked(turns_of({man("own", 2, 2), man("enemy", 3, 3)}))), "D-8 D-10 D-15");
  EXPECT_EQ(rules_in(asked(played({man("own", 4, 4), man("enemy", 9, 9)}, R"({"from":[4,4],"lands":[[3,3]]})"))), "D-8 D-9");
  const Json missed = asked(played(kDX7, kDX7Move));
  EXPECT_EQ(rules_in(missed), "D-8 D-15");
  EXPECT_EQ(rules_in(asked(then(missed, R"({"huff":[4,4]})"))), "D-16");
  EXPECT_EQ(rules_in(asked(then(missed, R"({"make_take":[4,4]})"))), "D-15");
  const Json far =
      asked(played({man("own", 0, 0, "general"), man("enemy", 3, 3), man("enemy", 9, 1)}, R"({"from":[0,0],"lands":[[6,6]]})"));
  EXPECT_EQ(rules_in(far), "D-11 D-12");
  EXPECT_EQ(far["way"], Json::parse(R"({"from":[0,0],"over":[[1,1],[2,2],[3,3],[4,4],[5,5]],"to":[6,6],"takes":[[3,3]]})"));
  EXPECT_EQ(rules_in(asked(played({man("own", 2, 2), man("enemy", 3, 3), man("enemy", 5, 3), man("enemy", 9, 9)},
                                  R"({"from":[2,2],"lands":[[4,4],[6,2]]})", "", kFortress))),
            "D-10 D-10 D-12 D-14");
  EXPECT_EQ(rules_in(asked(setup({man("own", 5, 7)}))), "D-4");
}

// ---- zones, nations, transfers, two powers ----

const std::string kTwoZones = R"("marks":[{"at":[6,0],"to":[9,9],"zone":2},{"at":[8,8],"fortress_of":"enemy"}])";

TEST(AskLesAllies, D2AManStaysInHisZoneUnlessHeIsTransferred) {
  const std::vector<std::string> men = {man("own", 5, 5), man("enemy", 0, 8)};
  const std::string over = R"({"from":[5,5],"lands":[[6,6]]})";
  EXPECT_EQ(rules_in(asked(played(men, over, R"("zone":1)", kTwoZones))), "D-2");
  EXPECT_EQ(asked(turns_of(men, R"("zone":1)", kTwoZones))["moves"].size(), 2U);
  EXPECT_EQ(asked(turns_of(men, "", kTwoZones))["moves"].size(), 4U) << "the border is open";
  EXPECT_EQ(asked(turns_of(men, R"("zone":2,"transferred":true)", kTwoZones))["moves"].size(), 4U) << "his home is zone 1 (DG20)";
}

TEST(AskLesAllies, D14AGeneralIsCoveredByAManOfHisNation) {
  const std::string italian = R"({"side":"own","rank":"soldier","at":[3,3],"nation":"Italy"})";
  const Json out = asked(played({italian, man("enemy", 9, 9)}, R"({"from":[3,3],"lands":[[4,4]]})", "", kFortress));
  EXPECT_EQ(out["promoted"], true);
  EXPECT_EQ(out["cover"], Json::parse(R"({"at":[4,4],"nation":"Italy"})"));
  EXPECT_EQ(out["pieces"][0]["nation"], "Italy");
}

TEST(AskLesAllies, D1EveryPlayersMenAreToldByNations) {
  const Json players = asked(R"({"game":"les_allies","ask":"players"})")["players"];
  std::string all;
  for (const Json& player : players) {
    for (const Json& each : player["nations"]) all += each["men"].dump() + " ";
    all += "partner " + player["partner"].dump() + "; ";
  }
  EXPECT_EQ(all, "24 12 partner 3; 24 12 partner 4; 24 partner 1; 12 12 partner 2; ");
  const std::string one = R"({"side":"own","rank":"soldier","at":[0,0],"nation":"Italy"})";
  const Json few = asked(R"({"game":"les_allies","ask":"setup","board":"synthetic","variant":"zone_1","pieces":[)" + one + "]}");
  EXPECT_EQ(rules_in(few), "D-1 D-1 D-1 D-1") << "player 1, both his nations, player 2: " << few;
}

TEST(AskLesAllies, D20AndD21WhatBecomesOfTheMenOfAFightThatIsOver) {
  const auto transfer = [](const std::string& over, const std::string& more = "") {
    return asked(R"({"game":"les_allies","ask":"transfer","board":{"size":[10,10],)" + kTwoZones + R"(},"pieces":)" +
                 list({man("own", 2, 2), man("enemy", 0, 8), man("own", 7, 1), man("enemy", 8, 6)}) + R"(,"over":)" + over + more + "}");
  };
  const Json west = transfer(R"([{"zone":1,"winner":"own"}])");
  EXPECT_EQ(rules_in(west), "D-17 D-20");
  ASSERT_EQ(west["fights"].size(), 1U) << west;
  EXPECT_EQ(west["fights"][0]["zone"], 2);
  EXPECT_EQ(west["fights"][0]["commanded_by"]["own"], 3);
  EXPECT_EQ(west["fights"][0]["border"], "open");
  EXPECT_EQ(west["fights"][0]["pieces"].size(), 3U);
  EXPECT_EQ(west["out_of_play"].size(), 1U);
  EXPECT_EQ(transfer(R"([{"zone":1,"winner":"own"}])", R"(,"house":{"border.open_to":"transferred"})")["fights"][0]["border"],
            "transferred");
  EXPECT_EQ(transfer(R"([{"zone":2,"winner":"null"}])")["out_of_play"].size(), 2U) << "DG25";
  const Json both = transfer(R"([{"zone":1,"winner":"own"},{"zone":2,"winner":"enemy"}])");
  EXPECT_EQ(rules_in(both), "D-17 D-17 D-21");
  EXPECT_EQ(both["fights"][0]["zone"], 0);
  EXPECT_EQ(transfer(R"([{"zone":1,"winner":"own"},{"zone":2,"winner":"own"}])")["result"], "won");
}

TEST(AskLesAllies, D23TwoPowersPlayOnTheirOwnGround) {
  const auto players = [](const std::string& variant) {
    return asked(R"({"game":"les_allies","ask":"players","board":"synthetic","variant":")" + variant + "\"}");
  };
  const Json whole = players("four_players"), duel = players("russia_austria");
  EXPECT_EQ(rules_in(duel), "D-23 DG28");
  EXPECT_EQ(rules_in(players("france_germany")), "D-23 DG27");
  EXPECT_LT(duel["squares"], whole["squares"]);
  for (const Json& place : duel["fortresses"]) EXPECT_EQ(place["zone"], 2);
}

// ---- many and large ----

TEST(AskLesAllies, PerftOfAnyDepthIsAnsweredOrRefusedWithItsLimit) {
  const auto international = [](int depth) {
    return answer(R"({"game":"les_allies","ask":"perft","variant":"international","depth":)" + std::to_string(depth) + "}");
  };
  EXPECT_EQ(international(9).json["nodes"], 41022423);
  for (const int depth : {14, 400, 1'000'000}) {
    const Reply refused = international(depth);
    EXPECT_EQ(refused.status, 2) << depth;
    EXPECT_EQ(refused.json["error"]["at"], "/depth");
    EXPECT_THAT(refused.json["error"]["says"].get<std::string>(),
                HasSubstr(depth > 500 ? "more than 500 turns" : "the limit of 1800 million steps"));
  }
  EXPECT_EQ(asked(on_board("perft", {man("own", 4, 4)}, R"("depth":1000000)"))["nodes"], 0) << "nobody answers: no line is long";
  EXPECT_EQ(
      asked(R"({"game":"les_allies","ask":"perft","board":{"size":[4,2],"squares":[[0,0],[1,1],[2,0],[3,1]]},"to_move":"own","depth":400,
    "pieces":[{"side":"own","rank":"soldier","at":[0,0]},{"side":"enemy","rank":"soldier","at":[3,1]}],"house":{"capture":"strict"}})")
          ["nodes"],
      2)
      << "few lines are counted to any length";
}

TEST(AskLesAllies, MoreMenThanSquaresAreRefusedUnread) {
  const std::string one = man("own", 0, 0);
  std::string men = one;
  for (int i = 1; i < 200'000; ++i) men += "," + one;
  const Reply reply = answer(R"({"game":"les_allies","ask":"legal","board":{"size":[10,10]},"to_move":"own","pieces":[)" + men + "]}");
  EXPECT_EQ(reply.status, 2);
  EXPECT_EQ(reply.json["error"]["at"], "/pieces");
  EXPECT_THAT(reply.json["error"]["says"].get<std::string>(), HasSubstr("200000 men and 50 coloured squares"));
}

// ---- beyond the examples ----

TEST(AskLesAllies, BrokenOffSweepsCanBeHuffedAndTakenBack) {
  const std::vector<std::string> men = {man("own", 2, 2), man("enemy", 3, 3), man("enemy", 5, 5), man("enemy", 0, 8)};
  const Json broke = asked(played(men, R"({"from":[2,2],"lands":[[4,4]]})"));
  EXPECT_EQ(broke["verdict"], "yes");
  EXPECT_EQ(broke["pieces"].size(), 3U);
  EXPECT_EQ(broke["huff"], Json::parse("[[4,4]]"));
  EXPECT_EQ(asked(then(broke, R"({"huff":[4,4]})"))["pieces"].size(), 2U);
  const Json back = asked(then(broke, R"({"make_take":[4,4]})"));
  EXPECT_EQ(back["pieces"].size(), 4U);
  EXPECT_EQ(back["must_take"], Json::parse("[2,2]"));
  EXPECT_EQ(asked(played(men, R"({"from":[2,2],"lands":[[4,4]]})", R"("house":{"capture":"strict"})"))["because"][0]["rule"], "D-10");
  EXPECT_EQ(asked(played(men, R"({"from":[2,2],"lands":[[4,4]]})", R"("house":{"capture":"optional"})"))["huff"], Json::array());
}

TEST(AskLesAllies, ARightThatLapsedIsGone) {
  const Json missed = asked(played({man("own", 4, 4), man("own", 8, 2), man("enemy", 5, 5), man("enemy", 0, 8)}, kDX7Move));
  const Json played = asked(then(missed, R"({"from":[0,8],"lands":[[1,7]]})"));
  EXPECT_EQ(played["verdict"], "yes");
  EXPECT_EQ(played["huff"], Json::parse("[[5,5]]"));  // who could take (4, 4) himself, and did not
}

TEST(AskLesAllies, IllegalActionsSayWhyAndChangeNothing) {
  const std::vector<std::string> men = {man("own", 2, 2), man("own", 4, 4), man("enemy", 7, 7)};
  const std::vector<std::pair<std::string, std::string>> wrong = {{R"({"from":[2,2],"lands":[[2,3]]})", "D-8"},
                                                                  {R"({"from":[2,2],"lands":[[4,4]]})", "D-8"},
                                                                  {R"({"from":[2,2],"lands":[[5,5]]})", "D-10"},
                                                                  {R"({"from":[0,0],"lands":[[1,1]]})", "D-7"},
                                                                  {R"({"from":[7,7],"lands":[[6,6]]})", "D-7"},
                                                                  {R"({"from":[4,4],"lands":[[2,6]]})", "D-8"},
                                                                  {R"({"huff":[7,7]})", "D-16"}};
  for (const auto& [action, rule] : wrong) {
    const Reply reply = answer(played(men, action));
    EXPECT_EQ(reply.status, 1) << action;
    EXPECT_EQ(reply.json["because"][0]["rule"], rule) << action << reply.json;
    EXPECT_EQ(reply.json["pieces"], Json::parse(list(men)));
    EXPECT_EQ(reply.json["to_move"], "own");
    for (const char* key : {"promoted", "huff", "over"}) EXPECT_TRUE(reply.json.contains(key)) << key;
  }
}

TEST(AskLesAllies, NullFights) {
  const std::vector<std::string> lone = {man("own", 0, 0, "general"), man("enemy", 0, 6, "general")};
  EXPECT_EQ(asked(played(lone, R"({"from":[0,0],"lands":[[1,1]]})"))["over"], Json::parse(R"({"winner":"null","rule":"D-18"})"));
  EXPECT_EQ(asked(played(lone, R"({"from":[0,0],"lands":[[1,1]]})", R"("house":{"null.delay_turns":1})"))["over"], nullptr);
  const std::vector<std::string> two = {man("own", 0, 0), man("enemy", 0, 6)};
  const Json out = asked(played(two, R"({"from":[0,0],"lands":[[1,1]]})", R"("quiet":{"moves":79})"));
  EXPECT_EQ(out["over"], Json::parse(R"({"winner":"null","rule":"DG29"})"));
  EXPECT_EQ(out["unverified"], Json::parse(R"(["null.quiet_moves"])"));
  EXPECT_EQ(
      asked(played(two, R"({"from":[0,0],"lands":[[1,1]]})", R"("quiet":{"moves":3},"house":{"null.quiet_moves":2})"))["over"]["rule"],
      "DG29");
}

TEST(AskLesAllies, OtherColouringsOtherBoards) {
  EXPECT_EQ(asked(turns_of({man("own", 4, 3)}, "", R"("coloured":"odd")"))["moves"].size(), 4U);
  EXPECT_EQ(asked(turns_of({man("own", 4, 3), man("own", 4, 4)}, "", R"("coloured":"all")"))["moves"].size(), 8U);
  EXPECT_EQ(asked(turns_of({man("own", 4, 4)}, "", R"("squares":[[4,4],[5,5],[3,3],[6,4]])"))["moves"].size(), 2U);
  EXPECT_EQ(asked(turns_of({man("own", 4, 4)}, "", R"("neutral":[{"at":[5,5],"of":"NL"},{"at":[3,5],"of":"BE"}])"))["moves"].size(), 3U);
  EXPECT_EQ(asked(R"({"game":"les_allies","ask":"legal","board":{"size":[24,18]},"to_move":"enemy","pieces":[)" +
                  man("enemy", 20, 14, "general") + "]}")["moves"]
                .size(),
            3U + 3U + 14U + 3U);
}

TEST(AskLesAllies, WhatIsWrongWithBadQuestions) {
  const std::string two = man("own", 2, 2) + "," + man("enemy", 2, 2);
  EXPECT_EQ(wrong_at(turns_of({two})), "/pieces/1/at");
  EXPECT_EQ(wrong_at(turns_of({man("own", 2, 3)})), "/pieces/0/at");
  EXPECT_EQ(wrong_at(turns_of({man("own", 10, 10)})), "/pieces/0/at");
  EXPECT_EQ(wrong_at(turns_of({man("own", 2, -2)})), "/pieces/0/at");
  EXPECT_EQ(wrong_at(turns_of({man("own", 2, 2, "corporal")})), "/pieces/0/rank");
  EXPECT_EQ(wrong_at(turns_of({man("green", 2, 2)})), "/pieces/0/side");
  EXPECT_EQ(wrong_at(turns_of({R"({"side":"own","rank":"soldier","at":[2]})"})), "/pieces/0/at");
  EXPECT_EQ(wrong_at(turns_of({R"({"side":"own","rank":"soldier","at":[2,2.5]})"})), "/pieces/0/at");
  EXPECT_EQ(wrong_at(turns_of({R"({"side":"own","rank":"soldier","at":[2,2],"colour":"red"})"})), "/pieces/0/colour");
  EXPECT_EQ(wrong_at(turns_of({R"({"side":"own","at":[2,2]})"})), "/pieces/0/rank");
  EXPECT_EQ(wrong_at(on_board("legal", {}, "", "allies")), "/to_move");
  EXPECT_EQ(wrong_at(on_board("legal", {}, R"("colour":1)")), "/colour");
  EXPECT_EQ(wrong_at(turns_of({}, R"("house":{"capture":"loose"})")), "/house/capture");
  EXPECT_EQ(wrong_at(turns_of({}, R"("house":{"captures":true})")), "/house/captures");
  EXPECT_EQ(wrong_at(turns_of({}, "", R"("coloured":"red")")), "/board/coloured");
  EXPECT_EQ(wrong_at(turns_of({}, "", R"("colored":"odd")")), "/board/colored");
  EXPECT_EQ(wrong_at(turns_of({}, "", R"("fortresses":[{"at":[4,5],"of":"enemy"}])")), "/board/fortresses/0/at");
  EXPECT_EQ(wrong_at(turns_of({}, "", R"("fortresses":[{"at":[4,4],"of":"france"}])")), "/board/fortresses/0/of");
  EXPECT_EQ(wrong_at(turns_of({}, "", R"("own_rows":[0,10])")), "/board/own_rows/1");
  EXPECT_EQ(wrong_at(turns_of({}, "", R"("own_rows":[0,5],"enemy_rows":[5,9])")), "/board/enemy_rows");
  EXPECT_EQ(wrong_at(played({man("own", 2, 2)}, R"({"from":[2,2],"lands":[]})")), "/action/lands");
  EXPECT_EQ(wrong_at(played({man("own", 2, 2)}, R"({"from":[2,2],"lands":[[3,10]]})")), "/action/lands/0");
  EXPECT_EQ(wrong_at(played({man("own", 2, 2)}, R"({"from":[2,2],"to":[3,3]})")), "/action/lands");
  EXPECT_EQ(wrong_at(played({man("own", 2, 2)}, R"({"huff":[2,2],"from":[2,2]})")), "/action/from");
  EXPECT_EQ(wrong_at(played({man("own", 2, 2)}, R"({"huff":[2,2]})", R"("huff":[[2,2]])")), "/huff/0");
  EXPECT_EQ(wrong_at(played({man("own", 2, 2)}, R"({"from":[2,2],"lands":[[3,3]]})", R"("before":[])")), "/before");
  EXPECT_EQ(wrong_at(R"({"game":"les_allies","ask":"legal","to_move":"own","pieces":[]})"), "/board");
  EXPECT_EQ(wrong_at(R"({"game":"les_allies","ask":"legal","board":{"size":[10]},"to_move":"own","pieces":[]})"), "/board/size");
  EXPECT_EQ(wrong_at(R"({"game":"les_allies","ask":"legal","board":{"size":[0,10]},"to_move":"own","pieces":[]})"), "/board/size/0");
  EXPECT_EQ(wrong_at(R"({"game":"les_allies","ask":"legal","board":{"size":[100,100]},"to_move":"own","pieces":[]})"), "/board/size");
  EXPECT_EQ(wrong_at(R"({"game":"les_allies","ask":"perft","variant":"russian","depth":2})"), "/variant");
  EXPECT_EQ(wrong_at(R"({"game":"les_allies","ask":"perft","variant":"international","depth":-1})"), "/depth");
  EXPECT_EQ(wrong_at(R"({"game":"les_allies","ask":"perft","variant":"international","depth":30})"), "/depth");
  std::vector<std::string> lattice{man("own", 0, 0, "general")};  // he may take these in more ways than there is time for
  for (int column = 1; column < 19; column += 2)
    for (int row = 1; row < 19; row += 2) lattice.push_back(man("enemy", column, row));
  std::string many = on_board("perft", lattice, R"("depth":1)");
  many.replace(many.find("[10,10]"), 7, "[20,20]");
  EXPECT_EQ(wrong_at(many), "/depth");
  EXPECT_EQ(wrong_at(R"({"game":"les_allies","ask":"move"})"), "/ask");
  EXPECT_EQ(wrong_at(R"({"game":"les_allies","ask":"setup","board":{"size":[12,18]},"pieces":[]})"), "/board/own_rows");
}

TEST(AskLesAllies, CrowdedBoardsAreAnsweredInTime) {
  std::vector<std::string> men = {man("own", 0, 0)};
  for (int row = 1; row < 29; row += 2)
    for (int column = 1; column < 29; column += 2) men.push_back(man("enemy", column, row));
  const std::string more = R"("house":{"capture.majority":true})";
  const auto on_thirty = [&](const std::string& ask, const std::string& keys) {
    return R"({"game":"les_allies","ask":")" + ask + R"(","board":{"size":[30,30]},"to_move":"own","pieces":)" + list(men) + "," + keys +
           "," + more + "}";
  };
  EXPECT_EQ(wrong_at(on_thirty("legal", R"("quiet":{})")), "/pieces");  // too many sweeps to list
  const Json one = asked(on_thirty("apply", R"("action":{"from":[0,0],"lands":[[2,2]]})"));
  EXPECT_EQ(one["verdict"], "yes");
  EXPECT_EQ(one["huff"], Json::parse("[[2,2]]"));
}

TEST(AskLesAllies, CutOrBentQuestionsNeverCrash) {
  const std::string whole = played(kDX7, kDX7Move, R"("house":{"capture":"huff"},"quiet":{"moves":1},"huff":[[5,5]])", kFortress);
  for (std::size_t n = 0; n < whole.size(); ++n) {
    EXPECT_EQ(status(whole.substr(0, n)), 2) << n;
    std::string bent = whole;
    bent[n] = bent[n] == '9' ? '-' : '9';
    EXPECT_LE(status(bent), 2) << n;
  }
}

}  // namespace
}  // namespace app::ask::ask_les_allies_test
