// What docs/formats.md shows is what the readers accept.
#include <gtest/gtest.h>

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

}  // namespace
