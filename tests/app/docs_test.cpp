// What docs/formats.md shows is what the readers accept, and the manual page names what the program understands.
#include <gmock/gmock.h>

#include <regex>
#include <set>

#include "app/ask/ask.h"
#include "app/files/board_file.h"
#include "app/files/lens_file.h"
#include "app/files/roster_file.h"
#include "app/files/scenario_file.h"
#include "app/files/table_file.h"
#include "rules/charge/house.h"
#include "tests/app/program.h"

namespace docs_test {
namespace {

/// The text of the fenced block that begins with ```KIND.
std::string example(const std::string& kind) {
  static const std::string page = program::bytes_of(VEDETTE_SOURCE_DIR "/docs/formats.md");
  const std::string fence = "```" + kind + "\n";
  const auto begin = page.find(fence);
  EXPECT_NE(begin, std::string::npos) << kind;
  const auto text = begin + fence.size();
  return page.substr(text, page.find("```", text) - text);
}

TEST(Documentation, ItsExamplesAreRead) {
  const auto table = app::parse_table(example("toml table"), "docs");
  EXPECT_TRUE(table) << table.error().message;
  const auto roster = app::parse_roster(example("toml roster"), "docs");
  EXPECT_TRUE(roster) << roster.error().message;
  const auto board = app::parse_board(example("toml board"), "docs");
  EXPECT_TRUE(board) << board.error().message;
  const auto lens = app::parse_lens(example("json lens"), "docs");
  EXPECT_TRUE(lens) << lens.error().message;
  ASSERT_TRUE(table && roster);
  const auto scenario = app::parse_scenario(example("toml scenario"), "docs", table->table, *roster);
  EXPECT_TRUE(scenario) << scenario.error().message;
}

/// What a pattern finds in a text, each once.
std::set<std::string> all_of(const std::string& text, const std::string& pattern) {
  const std::regex wanted(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), wanted), end; it != end; ++it) found.insert((*it)[1]);
  return found;
}

TEST(Documentation, TheManualPageNamesEveryCommandAndOption) {
  const std::string page = std::regex_replace(program::bytes_of(VEDETTE_SOURCE_DIR "/packaging/vedette.1"), std::regex(R"(\\-)"), "-");
  const std::string help = program::run({"--help"}).out;
  const std::string list = help.substr(help.find("Subcommands:"), help.find("Examples:") - help.find("Subcommands:"));
  const std::set<std::string> commands = all_of(list, R"(\n  ([a-z]+) )");
  ASSERT_GE(commands.size(), 11U);
  for (const std::string& command : commands) {
    EXPECT_NE(page.find(".B " + command + "\n"), std::string::npos) << command;
    for (const std::string& option : all_of(program::run({command, "--help"}).out, R"((--[a-z][a-z-]+))"))
      EXPECT_TRUE(option == "--help" || page.find(option) != std::string::npos) << command << " " << option;
  }
}

// A house rule without its readings in the manual would be a secret.
TEST(Documentation, TellsEveryReadingOfEveryHouseRuleOfCharge) {
  const std::string page = program::bytes_of(VEDETTE_SOURCE_DIR "/docs/rules-charge.md");
  const auto begin = page.find("## House rules, key by key");
  ASSERT_NE(begin, std::string::npos);
  const std::string table = page.substr(begin, page.find("\n## ", begin + 1) - begin);
  for (const auto& key : rules::charge::house_keys()) {
    const auto at = table.find("`" + key.name + "`");
    ASSERT_NE(at, std::string::npos) << key.name;
    const std::string row = table.substr(at, table.find('\n', at) - at);
    for (const std::string& word : all_of(key.readings, R"((?:^|\| )([a-z_0-9]+)(?= \||$))"))
      EXPECT_NE(row.find("`" + word + "`"), std::string::npos) << key.name << " = " << word;
  }
}

/// Every key of a JSON value and of what it holds.
void collect_keys(const nlohmann::ordered_json& json, std::set<std::string>& keys) {
  if (json.is_object())
    for (const auto& [key, value] : json.items()) keys.insert(key);
  if (json.is_structured())
    for (const auto& value : json) collect_keys(value, keys);
}

TEST(Documentation, NamesEveryKeyOfTheQuestionsOfChargeAndTheirAnswers) {
  const std::string page = program::bytes_of(VEDETTE_SOURCE_DIR "/docs/formats.md");
  const std::string section = page.substr(page.find("### `ask`"), page.find("### `measure`") - page.find("### `ask`"));
  std::set<std::string> documented;
  for (const std::string& code : all_of(section, "`([^`\n]+)`"))
    for (const std::string& word : all_of(code, "([a-z_0-9]+)")) documented.insert(word);
  for (
      const char* question :
      {R"({"game":"charge","ask":"dice","men_short":6,"men_long":10})", R"({"game":"charge","ask":"hit_score","range_in":24})",
       R"({"game":"charge","ask":"allocate","men":2,"die":3,"casualties":1,"names":["a","b"]})",
       R"({"game":"charge","ask":"morale","original":5,"removed":2})",
       R"({"game":"charge","ask":"melee","a":{"infantry":2},"b":{"infantry":1},"throws":[1,6],"house":{}})",
       R"({"game":"charge","ask":"fire","targets":[{"name":"A","arm":"gunners","men":9,"cover":true,"men_covered":9,"army":"x"},{"name":"B","arm":"infantry","men":9}],
          "contacts":[{"bodies":["A","B"],"since":"this_turn","attacker":"A"}],"attacks":[
          {"by":"gun","gun":"G","drafted":0,"target":"A","range_in":8,"hit_die":6,"effect_die":6,"allocation_die":1,"eligible":3},
          {"by":"infantry","target":"A","bands":[{"range_in":2,"men":8,"dice":{"full":[3],"half":[]}}]}]})",
       R"({"game":"charge","ask":"aim","margin_in":0.03,"margin_deg":0.1,"table":[72,48],"firer":{"arm":"gun","name":"G","at":[1,1],"heading_deg":45,"crew":5},
          "target":[{"name":"t","id":4,"arm":"infantry","at":[13.73,13.73],"figure_height":1,"base":{"shape":"round","diameter":1}}],
          "friends":[{"at":[9,3]}],"enemies":[{"at":[8,8]}],"terrain":[{"kind":"house","polygon":[[13,13],[15,13],[15,15],[13,15]]}]})",
       R"({"game":"charge","ask":"aim","firer":{"arm":"infantry","men":[{"at":[1,1],"heading_deg":90}]},"target":[{"at":[1,3]}]})",
       R"({"game":"charge","ask":"move","arm":"infantry","from":[5,5],"to":[5,9],"unit_crossed":false,"enemies":[{"at":[5,7]}]})",
       R"({"game":"charge","ask":"reach","arm":"gun","from":[5,5],"heading_deg":0})"}) {
    const app::ask::Reply reply = app::ask::answer(question);
    ASSERT_NE(reply.status, 2) << question << reply.json;
    std::set<std::string> keys;
    collect_keys(reply.json, keys);
    nlohmann::ordered_json asked = nlohmann::ordered_json::parse(question);
    asked.erase("terrain");  // as in table.toml
    collect_keys(asked, keys);
    for (const std::string& key : keys) EXPECT_TRUE(documented.contains(key)) << key << " of " << question;
  }
}

TEST(Program, TellsItsVersionAndCommit) {
  const program::Outcome told = program::run({"--version"});
  EXPECT_EQ(told.status, 0);
  EXPECT_THAT(told.out, testing::MatchesRegex("vedette [0-9]+\\.[0-9]+\\.[0-9]+ \\([0-9a-z+ ]+\\)\n"));
}

}  // namespace
}  // namespace docs_test
