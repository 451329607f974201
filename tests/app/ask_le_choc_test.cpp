// Questions about Le Choc as JSON: the worked examples of the book and of the border contract, and what is wrong with bad ones.
#include <gmock/gmock.h>

#include <set>

#include "app/ask/ask.h"

namespace app::ask::ask_le_choc_test {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAreArray;

Json parsed(const std::string& text) { return Json::parse(text); }

/// A question about pieces given as "side letter column row" each.
Json about(const std::string& ask, const std::string& pieces, const std::string& more = "{}") {
  Json question{{"game", "le_choc"}, {"ask", ask}, {"to_move", "south"}, {"pieces", Json::array()}};
  std::istringstream words(pieces);
  std::string side, value;
  int column = 0, row = 0;
  while (words >> side >> value >> column >> row) question["pieces"].push_back({{"side", side}, {"value", value}, {"at", {column, row}}});
  question.update(parsed(more));
  return question;
}

std::string wrong_at(const Json& question) {
  const Reply reply = answer_json(question);
  EXPECT_EQ(reply.status, 2) << reply.json;
  EXPECT_FALSE(reply.json.contains("error") && reply.json["error"]["says"].get<std::string>().empty());
  return reply.json.contains("error") ? reply.json["error"]["at"].get<std::string>() : "fine";
}

std::set<std::string> actions(const Json& question) {
  const Reply reply = answer_json(question);
  EXPECT_EQ(reply.status, 0) << reply.json;
  std::set<std::string> out;
  for (const Json& action : reply.json["actions"]) EXPECT_TRUE(out.insert(action.dump()).second) << action;
  return out;
}

/// The rules an answer gives as its reasons.
std::string rules_in(const Json& json) {
  std::string out;
  for (const Json& reason : json["because"]) {
    EXPECT_NE(reason["says"], "");
    out += (out.empty() ? "" : " ") + reason["rule"].get<std::string>();
  }
  return out;
}

TEST(AskLeChoc, CombatOfTheContract) {
  const auto fought = [](const char* attacker, const char* defender) {
    Json out = answer_json({{"game", "le_choc"}, {"ask", "combat"}, {"attacker", attacker}, {"defender", defender}}).json;
    out.erase("because");
    return out;
  };
  EXPECT_EQ(fought("F", "H"), parsed(R"({"winner":"attacker","removed":["defender"]})"));
  EXPECT_EQ(fought("A", "B"), parsed(R"({"winner":"defender","removed":["attacker"]})"));
  EXPECT_EQ(answer(R"({"game":"le_choc","ask":"combat","attacker":"F","defender":"B","house":{"gas.consumed":true}})").json["removed"],
            Json({"defender", "attacker"}));
}

TEST(AskLeChoc, LX16TheWholeTable) {
  int attacker_wins = 0;
  for (const char a : std::string("ABCDEFGH"))
    for (const char d : std::string("ABCDEFGH")) {
      const Json question{{"game", "le_choc"}, {"ask", "combat"}, {"attacker", std::string(1, a)}, {"defender", std::string(1, d)}};
      const Reply reply = answer_json(question);
      EXPECT_EQ(reply.json["winner"] == "attacker", a == 'F' || d == 'F' || a >= d);
      attacker_wins += reply.json["winner"] == "attacker";
    }
  EXPECT_EQ(attacker_wins, 43);
}

TEST(AskLeChoc, LegalOfTheContract) {
  const auto found = actions(about("legal", "south A 0 0 north B 2 2", R"({"reserve":{"south":{"G":1}}})"));
  std::vector<std::string> expected;
  for (const char* to : {"[1,0]", "[2,0]", "[3,0]", "[0,1]", "[0,2]", "[0,3]", "[1,1]"})
    expected.push_back(std::string(R"({"move":[0,0],"to":)") + to + "}");
  for (const char* at : {"[1,0]", "[2,0]", "[3,0]", "[7,0]", "[8,0]", "[9,0]"})
    expected.push_back(std::string(R"({"enter":"G","at":)") + at + "}");
  expected.emplace_back(R"({"attack":[0,0],"to":[2,2],"stay":false})");
  EXPECT_THAT(found, UnorderedElementsAreArray(expected));
}

TEST(AskLeChoc, LX8DestinationsOnAnEmptyBoard) {
  EXPECT_EQ(actions(about("legal", "south H 5 5")).size(), 8u);
  EXPECT_EQ(actions(about("legal", "south A 0 0")).size(), 9u);
}

TEST(AskLeChoc, LegalOnOtherBoardsAndReadings) {
  EXPECT_EQ(actions(about("legal", "south A 0 0", R"({"board":{"size":[2,2]}})")).size(), 3u);
  EXPECT_EQ(actions(about("legal", "south A 0 0", R"({"house":{"board.w":3}})")).size(), 7u);
  EXPECT_EQ(actions(about("legal", "south A 0 0", R"({"house":{"move.path":"any"}})")).size(), 15u);
  const auto bases = actions(about("legal", "", R"({"reserve":{"south":{"G":1,"A":2}},"board":{"size":[7,7],"objective":[3,4],
    "bases":{"south":[[[0,0]],[[6,0]]],"north":[[[0,6]],[[6,6]]]}}})"));
  EXPECT_EQ(bases.size(), 4u);
  EXPECT_EQ(actions(about("legal", "north A 4 4")), std::set<std::string>{R"({"pass":true})"});
  EXPECT_EQ(actions(about("legal", "", R"({"reserve":{"south":{"G":1}},"house":{"base.squares":[0,4]}})")).size(), 2u);
}

TEST(AskLeChoc, LegalTellsWhichDefaultsHaveNoSource) {
  const Json plain = answer_json(about("legal", "south A 0 0", R"({"house":{"board.w":9}})")).json;
  EXPECT_EQ(plain["unverified"], Json({"board.h", "move.path"}));
}

TEST(AskLeChoc, ApplyHasAllItsKeys) {
  const Reply reply = answer_json(
      about("apply", "south A 0 0 north B 2 2 south H 9 9", R"({"reserve":{"south":{"G":1}},"action":{"attack":[0,0],"to":[2,2]}})"));
  EXPECT_EQ(reply.status, 0);
  EXPECT_EQ(reply.json["pieces"], parsed(R"([{"side":"north","value":"B","at":[2,2]},{"side":"south","value":"H","at":[9,9]}])"));
  EXPECT_EQ(reply.json["reserve"], parsed(R"({"south":{"G":1},"north":{}})"));
  EXPECT_EQ(reply.json["to_move"], "north");
  EXPECT_EQ(reply.json["quiet"], 0);
  EXPECT_EQ(reply.json["held"], 0);
  EXPECT_EQ(reply.json["shown"], parsed(R"([{"at":[0,0],"value":"A"},{"at":[2,2],"value":"B"}])"));
  EXPECT_EQ(reply.json["verdict"], "yes");
  EXPECT_EQ(rules_in(reply.json), "L-11 L-12 LG5 L-4 L-5 L-13 L-13");
  EXPECT_EQ(reply.json["winner"], nullptr);
  EXPECT_EQ(reply.json["ended_by"], nullptr);
}

TEST(AskLeChoc, WhatApplySaysCanBeAskedAgain) {
  Json question = about("apply", "south A 0 0 north B 10 10", R"({"reserve":{"south":{"G":1}},"action":{"move":[0,0],"to":[0,3]}})");
  const Json first = answer_json(question).json;
  EXPECT_EQ(first["quiet"], 1);
  for (const char* key : {"pieces", "reserve", "to_move", "quiet", "held"}) question[key] = first[key];
  question["action"] = parsed(R"({"move":[10,10],"to":[9,9]})");
  const Reply second = answer_json(question);
  EXPECT_EQ(second.status, 0) << second.json;
  EXPECT_EQ(second.json["quiet"], 2);
  EXPECT_EQ(second.json["to_move"], "south");
}

TEST(AskLeChoc, LX1AndLX2AndLX6Fights) {
  const auto pieces_after = [](const Json& question) { return answer_json(question).json["pieces"]; };
  EXPECT_EQ(pieces_after(about("apply", "south A 4 4 north B 5 5", R"({"action":{"attack":[4,4],"to":[5,5],"stay":false}})")),
            parsed(R"([{"side":"north","value":"B","at":[5,5]}])"));
  EXPECT_EQ(pieces_after(about("apply", "south D 3 3 north B 5 5", R"({"action":{"attack":[3,3],"to":[5,5]}})")),
            parsed(R"([{"side":"south","value":"D","at":[5,5]}])"));
  EXPECT_EQ(pieces_after(about("apply", "south E 5 3 north D 5 5", R"({"action":{"attack":[5,3],"to":[5,5],"stay":true}})")),
            parsed(R"([{"side":"south","value":"E","at":[5,3]}])"));
}

TEST(AskLeChoc, LX11AFullBaseThenAnEntry) {
  const std::string bases = "south A 1 0 south B 2 0 south C 3 0 south D 7 0 south E 8 0 south F 9 0 north A 10 9";
  const std::string reserve = R"("reserve":{"south":{"G":1}})";
  const Reply full = answer_json(about("apply", bases, "{" + reserve + R"(,"action":{"enter":"G","at":[1,0]}})"));
  EXPECT_EQ(full.status, 1);
  EXPECT_EQ(full.json["verdict"], "no");
  EXPECT_EQ(full.json["because"][0]["rule"], "LG2");
  EXPECT_EQ(full.json["reserve"]["south"], parsed(R"({"G":1})"));
  EXPECT_EQ(full.json["to_move"], "south");
  const std::string moved = "south A 1 1 south B 2 0 south C 3 0 south D 7 0 south E 8 0 south F 9 0 north A 10 9";
  const Reply entered = answer_json(about("apply", moved, "{" + reserve + R"(,"action":{"enter":"G","at":[1,0]}})"));
  EXPECT_EQ(entered.status, 0);
  EXPECT_EQ(entered.json["reserve"]["south"], Json::object());
  EXPECT_EQ(entered.json["to_move"], "north");
}

TEST(AskLeChoc, LX14TheObjectiveIsWon) {
  const Json won =
      answer_json(about("apply", "south D 4 4 north A 10 10 north B 9 9 north C 8 10", R"({"action":{"move":[4,4],"to":[5,5]}})")).json;
  EXPECT_EQ(won["winner"], "south");
  EXPECT_EQ(won["ended_by"], "L-15");
  const std::string hold = R"({"action":{"move":[4,4],"to":[5,5]},"house":{"victory":"hold"}})";
  EXPECT_EQ(answer_json(about("apply", "south D 4 4 north A 10 10", hold)).json["winner"], nullptr);
  Json third = about("apply", "south D 5 5 north H 10 10", R"({"action":{"move":[10,10],"to":[9,9]},"house":{"victory":"hold"},"held":2})");
  third["to_move"] = "north";
  EXPECT_EQ(answer_json(third).json["held"], 3);
  EXPECT_EQ(answer_json(third).json["winner"], "south");
}

TEST(AskLeChoc, ADrawIsAWinnerOfNobody) {
  const Json question = about("apply", "south D 0 0 north H 10 10", R"({"action":{"move":[0,0],"to":[0,1]},"quiet":119})");
  EXPECT_EQ(answer_json(question).json["winner"], "draw");
}

TEST(AskLeChoc, IllegalActionsSayWhichRuleAndChangeNothing) {
  const std::string pieces = "south D 0 0 south B 0 1 north H 4 4";
  const std::vector<std::pair<const char*, const char*>> cases{
      {R"({"move":[0,0],"to":[3,0]})", "L-11"},
      {R"({"move":[0,0],"to":[2,1]})", "LG4"},
      {R"({"move":[0,0],"to":[0,2]})", "LG5"},
      {R"({"move":[0,0],"to":[-1,0]})", "LG1"},
      {R"({"move":[4,4],"to":[4,5]})", "L-9"},
      {R"({"attack":[0,0],"to":[1,0]})", "L-13"},
      {R"({"attack":[0,0],"to":[4,4]})", "L-11"},
      {R"({"enter":"A","at":[1,0]})", "L-10"},
      {R"({"attack":[0,0],"to":[4,4],"stay":true})", "L-14"},
      {R"({"pass":true})", "LG12"},
  };
  for (const auto& [action, rule] : cases) {
    const Json question = about("apply", pieces, std::string(R"({"action":)") + action + "}");
    const Reply reply = answer_json(question);
    EXPECT_EQ(reply.status, 1) << action;
    EXPECT_EQ(reply.json["verdict"], "no") << action;
    EXPECT_EQ(reply.json["because"][0]["rule"], rule) << action;
    EXPECT_EQ(reply.json["pieces"], question["pieces"]) << action;
    EXPECT_EQ(reply.json["to_move"], "south") << action;
    EXPECT_EQ(reply.json["winner"], nullptr) << action;
  }
}

TEST(AskLeChoc, CouldBeOfTheContract) {
  const auto letters = [](const std::string& more) {
    Json question{{"game", "le_choc"}, {"ask", "could_be"}};
    question.update(parsed(more));
    return answer_json(question).json["letters"];
  };
  EXPECT_EQ(letters(R"({"moves":[3]})"), Json({"A", "C"}));
  EXPECT_EQ(letters(R"({"moves":[1,2]})"), Json({"A", "B", "C", "D", "E"}));
  EXPECT_EQ(letters(R"({"moves":[]})").size(), 8u);
  EXPECT_EQ(letters(R"({"moves":[1],"others":[{"shown":"H"}]})"), Json({"A", "B", "C", "D", "E", "F", "G"}));
  // Both cavalry squadrons are known, so what went three squares is a scouting party.
  EXPECT_EQ(letters(R"({"moves":[3],"others":[{"shown":"C"},{"shown":"C"}]})"), Json({"A"}));
  // Six pieces of A and C are accounted for without naming one of them.
  EXPECT_EQ(letters(R"({"moves":[2],"others":[{"moves":[3]},{"moves":[3]},{"moves":[3]},{"moves":[3]},{"moves":[3]},{"moves":[3]}]})"),
            Json({"B", "D", "E"}));
}

TEST(AskLeChoc, CouldBeSaysWhenNoForceExplainsWhatWasSeen) {
  const Reply reply = answer(R"({"game":"le_choc","ask":"could_be","moves":[1],"others":[{"shown":"H"},{"shown":"H"}]})");
  EXPECT_EQ(reply.status, 0);
  EXPECT_EQ(reply.json["consistent"], false);
}

TEST(AskLeChoc, EveryYesCarriesItsReasons) {
  const auto combat = [](const char* attacker, const char* defender, const char* more = "{}") {
    Json question{{"game", "le_choc"}, {"ask", "combat"}, {"attacker", attacker}, {"defender", defender}};
    question.update(parsed(more));
    return rules_in(answer_json(question).json);
  };
  EXPECT_EQ(combat("D", "B"), "L-5 L-13");
  EXPECT_EQ(combat("B", "D"), "L-5 L-13");
  EXPECT_EQ(combat("B", "B"), "L-6 L-13");
  EXPECT_EQ(combat("H", "F"), "L-7 L-13");
  EXPECT_EQ(combat("F", "H", R"({"house":{"gas.consumed":true}})"), "L-7 LG10");
  const auto done = [](const std::string& pieces, const std::string& action) {
    return answer_json(about("apply", pieces, R"({"reserve":{"south":{"G":1}},"action":)" + action + "}")).json;
  };
  const Json move = done("south A 0 0 north B 10 10", R"({"move":[0,0],"to":[0,3]})");
  EXPECT_EQ(rules_in(move), "L-11 L-12 LG5");
  EXPECT_EQ(move["way"], parsed(R"({"from":[0,0],"over":[[0,1],[0,2]],"to":[0,3]})"));
  EXPECT_EQ(rules_in(done("south E 5 3 north D 5 4 north H 0 9", R"({"attack":[5,3],"to":[5,4],"stay":true})")),
            "L-11 L-12 L-4 L-5 L-13 L-14");
  EXPECT_EQ(rules_in(done("south A 0 0 north B 10 10", R"({"enter":"G","at":[1,0]})")), "L-10");
  EXPECT_EQ(rules_in(done("south A 0 0 north B 10 10", R"({"concede":true})")), "LG13");
  EXPECT_EQ(rules_in(answer_json(about("apply", "south D 4 4 north A 10 10", R"({"action":{"move":[4,4],"to":[5,5]}})")).json),
            "L-11 L-12 L-15");
  EXPECT_EQ(rules_in(answer_json(about("legal", "south A 0 0 north B 2 2", R"({"reserve":{"south":{"G":1}}})")).json), "L-11 L-13 L-10");
  EXPECT_EQ(rules_in(answer(R"({"game":"le_choc","ask":"could_be","moves":[3],"others":[{"shown":"C"},{"shown":"C"}]})").json), "L-11 L-2");
}

TEST(AskLeChoc, L8TheSetUpHasThreePiecesOnEachBase) {
  const std::string south = "south A 1 0 south B 2 0 south C 3 0 south D 7 0 south E 8 0 south F 9 0 ";
  const std::string north = "north A 1 10 north B 2 10 north C 3 10 north D 7 10 north E 8 10 north F 9 10";
  const auto set_up = [](const std::string& pieces) {
    Json question = about("legal", pieces, "{}");
    question["ask"] = "setup";
    question.erase("to_move");
    return answer_json(question);
  };
  const Reply stands = set_up(south + north);
  EXPECT_EQ(stands.status, 0) << stands.json;
  EXPECT_EQ(rules_in(stands.json), "L-8");
  EXPECT_EQ(stands.json["reserve"]["south"], parsed(R"({"A":3,"B":3,"C":1,"D":3,"E":3,"F":1,"G":2,"H":1})"));
  EXPECT_EQ(stands.json["bases"]["north"], parsed("[[[1,10],[2,10],[3,10]],[[7,10],[8,10],[9,10]]]"));
  EXPECT_EQ(set_up("south A 1 0 south B 2 0 south C 3 0 " + north).status, 1);
  EXPECT_EQ(rules_in(set_up(south + north + " south G 5 5").json), "L-8");
  EXPECT_EQ(rules_in(set_up("south H 1 0 south H 2 0 south C 3 0 south D 7 0 south E 8 0 south F 9 0 " + north).json), "L-2");
}

TEST(AskLeChoc, L2TheForceIsDataThatCanBeAsked) {
  const Json force = answer(R"({"game":"le_choc","ask":"force"})").json;
  EXPECT_EQ(force["total"], 23);
  std::string all;
  for (const Json& each : force["pieces"])
    all += each["value"].get<std::string>() + " " + each["pieces"].dump() + "x" +
           (each["guns"] == 0 ? each["men"].dump() : each["guns"].dump() + " guns") + "; ";
  EXPECT_EQ(all, "A 4x25; B 4x125; C 2x125; D 4x250; E 4x5 guns; F 2x0; G 2x1000; H 1x3000; ");
}

TEST(AskLeChoc, MorePiecesThanTwoForcesAreRefusedUnread) {
  Json question = about("legal", "south A 0 0", "{}");
  const Json piece = question["pieces"][0];
  for (int i = 1; i < 200'000; ++i) question["pieces"].push_back(piece);
  const Reply reply = answer(question.dump());
  EXPECT_EQ(reply.status, 2);
  EXPECT_EQ(reply.json["error"]["at"], "/pieces");
  EXPECT_THAT(reply.json["error"]["says"].get<std::string>(), testing::HasSubstr("two forces have 46"));
}

TEST(AskLeChoc, BadQuestionsAreNamedByTheirPlace) {
  EXPECT_EQ(wrong_at(about("legal", "south A 0 0 south A 0 0")), "/pieces/1/at");
  EXPECT_EQ(wrong_at(about("legal", "south A 0 0 north A 0 0")), "/pieces/1/at");
  EXPECT_EQ(wrong_at(about("legal", "south A 11 0")), "/pieces/0/at");
  EXPECT_EQ(wrong_at(about("legal", "south A 0 -1")), "/pieces/0/at");
  EXPECT_EQ(wrong_at(about("legal", "south H 0 0 south H 1 0")), "/pieces/1/value");
  EXPECT_EQ(wrong_at(about("legal", "south H 0 0", R"({"reserve":{"south":{"H":1}}})")), "/reserve/south/H");
  EXPECT_EQ(wrong_at(about("legal", "", R"({"reserve":{"south":{"C":3}}})")), "/reserve/south/C");
  EXPECT_EQ(wrong_at(about("legal", "", R"({"reserve":{"south":{"X":1}}})")), "/reserve/south/X");
  EXPECT_EQ(wrong_at(about("legal", "", R"({"reserve":{"west":{}}})")), "/reserve/west");
  EXPECT_EQ(wrong_at(about("legal", "south I 0 0")), "/pieces/0/value");
  EXPECT_EQ(wrong_at(about("legal", "west A 0 0")), "/pieces/0/side");
  EXPECT_EQ(wrong_at(about("legal", "south A 0 0", R"({"to_move":"east"})")), "/to_move");
  EXPECT_EQ(wrong_at(about("legal", "south A 0 0", R"({"colour":"red"})")), "/colour");
  EXPECT_EQ(wrong_at(about("legal", "south A 0 0", R"({"house":{"move.legs":2}})")), "/house/move.legs");
  EXPECT_EQ(wrong_at(about("legal", "south A 0 0", R"({"house":{"move.jump":1}})")), "/house/move.jump");
  EXPECT_EQ(wrong_at(about("legal", "south A 0 0", R"({"house":{"objective":[11,5]}})")), "/house/objective");
  EXPECT_EQ(wrong_at(about("legal", "south A 0 0", R"({"board":{"size":[11]}})")), "/board/size");
  EXPECT_EQ(wrong_at(about("legal", "south A 0 0", R"({"board":{"size":[11,11],"sise":1}})")), "/board/sise");
  EXPECT_EQ(wrong_at(about("legal", "", R"({"board":{"bases":{"south":[[[0,11]]],"north":[]}}})")), "/board/bases/south/0/0");
  EXPECT_EQ(wrong_at(about("legal", "", R"({"board":{"bases":{"south":[[[0,1]]],"north":[[[0,1]]]}}})")), "/board/bases/north/0/0");
  EXPECT_EQ(wrong_at(about("legal", "", R"({"board":{"bases":{"south":[[[0,1]],[]],"north":[]}}})")), "/board/bases/south/1") << "empty";
  EXPECT_EQ(wrong_at(about("legal", "", R"({"board":{"size":[2,1],"bases":{"south":[[[0,0],[1,0]],[[0,0]]],"north":[]}}})")),
            "/board/bases/south/1")
      << "more squares than the board has";
  EXPECT_EQ(wrong_at(about("apply", "south A 0 0")), "/action");
  EXPECT_EQ(wrong_at(about("apply", "south A 0 0", R"({"action":{"move":[0,0]}})")), "/action/to");
  EXPECT_EQ(wrong_at(about("apply", "south A 0 0", R"({"action":{"move":[0,0,0],"to":[0,1]}})")), "/action/move");
  EXPECT_EQ(wrong_at(about("apply", "south A 0 0", R"({"action":{"move":[0.5,0],"to":[0,1]}})")), "/action/move");
  EXPECT_EQ(wrong_at(about("apply", "south A 0 0", R"({"action":{"move":[0,0],"to":[0,1],"stay":true}})")), "/action/stay");
  EXPECT_EQ(wrong_at(about("apply", "south A 0 0", R"({"action":{"jump":[0,0]}})")), "/action");
  EXPECT_EQ(wrong_at(about("apply", "south A 0 0", R"({"action":{"pass":false}})")), "/action/pass");
  EXPECT_EQ(wrong_at(parsed(R"({"game":"le_choc","ask":"dance"})")), "/ask");
  EXPECT_EQ(wrong_at(parsed(R"({"game":"le_choc","ask":"combat","attacker":"F"})")), "/defender");
  EXPECT_EQ(wrong_at(parsed(R"({"game":"le_choc","ask":"combat","attacker":"f","defender":"A"})")), "/attacker");
  EXPECT_EQ(wrong_at(parsed(R"({"game":"le_choc","ask":"could_be","moves":[4]})")), "/moves/0");
  EXPECT_EQ(wrong_at(parsed(R"({"game":"le_choc","ask":"could_be"})")), "/moves");
}

/// Questions with everything in them, on other boards and readings.
std::vector<Json> rich_questions() {
  const std::string pieces = "south A 1 0 south E 4 4 south D 6 6 south F 0 3 north H 5 5 north B 4 6 north C 2 0 north G 6 4";
  const std::string reserve = R"("reserve":{"south":{"G":1,"A":2},"north":{"F":1}})";
  std::vector<Json> out;
  for (const char* house :
       {R"({})", R"({"move.path":"any","entry.attack":true})", R"({"move.jump":true,"attack.reach":"adjacent"})",
        R"({"base.capacity":"unlimited","base.squares":[1,2],"gas.consumed":true,"reveal.sticky":true})",
        R"({"pass":"allowed","victory":"hold","victory.hold_turns":1,"victory.elimination":false,"draw.quiet_turns":1})",
        R"({"board.w":7,"board.h":9,"objective":[4,4]})"})
    out.push_back(about("legal", pieces, "{" + reserve + R"(,"house":)" + house + "}"));
  return out;
}

TEST(AskLeChoc, EveryListedActionCanBeApplied) {
  for (Json question : rich_questions()) {
    const Json actions = answer_json(question).json["actions"];
    EXPECT_GT(actions.size(), 20u) << question;
    question["ask"] = "apply";
    for (const Json& action : actions) {
      question["action"] = action;
      const Reply reply = answer_json(question);
      EXPECT_EQ(reply.status, 0) << question << reply.json;
      for (const char* key : {"pieces", "reserve", "to_move", "quiet", "held", "shown", "verdict", "because", "winner"})
        EXPECT_TRUE(reply.json.contains(key)) << key;
    }
  }
}

TEST(AskLeChoc, WhateverIsAskedIsAnsweredOrRefused) {
  for (Json question : rich_questions()) {
    question["ask"] = "apply";
    question["action"] = parsed(R"({"attack":[4,4],"to":[5,5],"stay":true})");
    const std::string text = question.dump();
    for (std::size_t i = 0; i < text.size(); ++i)
      for (const char c : {'9', '-', '"', '[', '}', 'x', ' '}) {
        std::string changed = text;
        changed[i] = c;
        const Reply reply = answer(changed);
        EXPECT_TRUE(reply.status >= 0 && reply.status <= 2) << changed;
        EXPECT_EQ(reply.json.contains("error"), reply.status == 2) << changed;
      }
  }
}

TEST(AskLeChoc, TwentyFourPiecesAreTooMany) {
  Json question = about("legal", "");
  const std::string force = "AAAABBBBCCDDDDEEEEFFGGHA";
  for (std::size_t i = 0; i < force.size(); ++i)
    question["pieces"].push_back({{"side", "north"}, {"value", std::string(1, force[i])}, {"at", {i % 11, 1 + i / 11}}});
  EXPECT_EQ(wrong_at(question), "/pieces/23/value");
  question["pieces"].erase(23);
  EXPECT_EQ(answer_json(question).status, 0);
}

}  // namespace
}  // namespace app::ask::ask_le_choc_test
