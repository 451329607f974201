// `track --board` and `live --board` as a player meets them, on pictures of the recorded games.
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/app/program.h"

namespace track_board_test {
namespace {

using nlohmann::json;
using program::run;
using testing::HasSubstr;

/// A file of the examples, beside the recorded game of Charge!.
std::string example(const std::string& name) { return program::charge("../" + name); }

/// Pictures of a recorded board game, in a folder of their own.
void extract(const std::string& game, const std::vector<std::string>& pictures, const program::Folder& folder) {
  for (const std::string& name : pictures) std::filesystem::copy_file(example(game + "/stills/" + name), folder / name);
}

std::vector<std::string> on_board(const std::string& game, const std::string& source, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{"track", "--board", example("boards/" + game + ".toml"), "--lens", example(game + "/lens.json")};
  words.insert(words.end(), more.begin(), more.end());
  words.push_back(source);
  return words;
}

TEST(TrackBoardCommand, TrackTellsTheActionBetweenTwoPictures) {
  const program::Folder folder;
  extract("les_allies", {"00.jpg", "01.jpg"}, folder);
  const auto outcome = run(on_board("les_allies", folder.path(), {"--json"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto lines = outcome.lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["squares"].size(), lines[1]["squares"].size());
  EXPECT_TRUE(lines[0]["settled"]);
  EXPECT_TRUE(lines[0]["actions"].empty());
  EXPECT_TRUE(lines[0]["to_move"].is_null()) << "nobody has moved";
  ASSERT_EQ(lines[1]["actions"].size(), 1U);
  EXPECT_EQ(lines[1]["verdict"], "yes");
  EXPECT_EQ(lines[1]["actions"][0]["kind"], "move");
  EXPECT_EQ(lines[1]["actions"][0]["from"], json::parse("[3,3]"));
  EXPECT_EQ(lines[1]["actions"][0]["lands"], json::parse("[[4,4]]"));
  EXPECT_EQ(lines[1]["to_move"], "red");
}

TEST(TrackBoardCommand, LeChocTellsWhatEveryPieceMayBe) {
  const program::Folder folder;
  extract("le_choc", {"00.jpg", "02.jpg"}, folder);
  const auto outcome = run(on_board("le_choc", folder.path(), {"--json"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto lines = outcome.lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1]["actions"].size(), 2U) << "one of each side between the pictures";
  EXPECT_EQ(lines[1]["letters"].size(), 12U);
  const auto& letters = lines[1]["letters"];
  const auto moved = std::find_if(letters.begin(), letters.end(), [](const json& piece) { return piece["at"] == json::parse("[2,3]"); });
  ASSERT_NE(moved, letters.end());
  EXPECT_EQ((*moved)["could_be"], "AC") << "it moved three squares";
}

TEST(TrackBoardCommand, ATableOrABoardMustBeNamed) {
  const auto neither = run({"track", "somewhere.mp4"});
  EXPECT_EQ(neither.status, 2);
  EXPECT_THAT(neither.err, HasSubstr("--board"));
  EXPECT_EQ(run({"track", "--board", "nowhere.toml", "somewhere.mp4"}).status, 6);
}

}  // namespace
}  // namespace track_board_test
