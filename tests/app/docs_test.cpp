// What docs/formats.md shows is what the readers accept, and the manual page names what the program understands.
#include <gmock/gmock.h>

#include <regex>
#include <set>

#include "app/files/board_file.h"
#include "app/files/lens_file.h"
#include "app/files/roster_file.h"
#include "app/files/scenario_file.h"
#include "app/files/table_file.h"
#include "tests/app/program.h"

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

TEST(Program, TellsItsVersionAndCommit) {
  const program::Outcome told = program::run({"--version"});
  EXPECT_EQ(told.status, 0);
  EXPECT_THAT(told.out, testing::MatchesRegex("vedette [0-9]+\\.[0-9]+\\.[0-9]+ \\([0-9a-z+ ]+\\)\n"));
}

}  // namespace
