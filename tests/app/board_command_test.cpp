// `vedette board` as scripts meet it: the shape of its lines, its exit statuses, what it says.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <opencv2/imgcodecs.hpp>

#include "app/files/board_file.h"
#include "app/files/lens_file.h"
#include "tests/app/program.h"
#include "tests/support/sim_board.h"

namespace board_command_test {
namespace {

using measure::Inches;
using nlohmann::json;
using program::Folder;
using program::run;
using testing::HasSubstr;

const std::string kBoard = VEDETTE_SOURCE_DIR "/examples/boards/les_allies.toml";

/// In the middle of a square of an inch and a half.
sim::BoardMan man_on(int column, int row, const char* colour) {
  return {.colour = colour,
          .at = {Inches(1.5 * column + 0.75), Inches(1.5 * row + 0.75)},
          .stacked = false,
          .slip = {},
          .cardboard = false,
          .tag = {}};
}

/// A folder with one picture of the example's board, four men on it and one beside it, and its lens.
class Scene {
 public:
  Scene() {
    std::mt19937 random(5);
    const auto file = app::read_board(kBoard);
    EXPECT_TRUE(file);
    sim::BoardScene scene{
        .camera = sim::camera_over(file->board, {1920, 1080}, random), .board = file->board, .tags = file->tags, .men = {}};
    for (const auto& [c, r, colour] :
         {std::tuple(0, 0, "#1f7038"), {4, 2, "#1f7038"}, {5, 7, "#a82820"}, {9, 9, "#a82820"}, {-1, 5, "#a82820"}})
      scene.men.push_back(man_on(c, r, colour));
    cv::imwrite(folder_ / "a.jpg", sim::render(scene));
    EXPECT_TRUE(app::write_lens(folder_ / "lens.json", scene.camera.lens()));
  }
  [[nodiscard]] std::string operator/(const std::string& name) const { return folder_ / name; }

 private:
  Folder folder_;
};

const Scene& scene() {
  static const Scene one;
  return one;
}

std::vector<std::string> on_board(const std::vector<std::string>& more, const std::string& board = kBoard) {
  std::vector<std::string> words{"board", "--board", board, "--lens", scene() / "lens.json", "--json"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(BoardCommand, PrintsTheSquaresWithTheirPieces) {
  const auto outcome = run(on_board({scene() / "a.jpg"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto lines = outcome.lines();
  ASSERT_EQ(lines.size(), 1u);
  const json& line = lines.front();
  EXPECT_EQ(line.at("frame"), "a.jpg");
  EXPECT_EQ(line.at("registered"), true);
  ASSERT_EQ(line.at("squares").size(), 4u) << line.dump();
  const json& first = line.at("squares").front();
  EXPECT_EQ(first.at("at"), json({0, 0}));
  EXPECT_EQ(first.at("side"), "green");
  EXPECT_EQ(first.at("rank"), "soldier");
  EXPECT_EQ(first.at("sure"), true);
  EXPECT_GT(first.at("margin_in").get<double>(), 0.0);
  EXPECT_LT(first.at("margin_in").get<double>(), 0.2);
  EXPECT_EQ(line.at("squares").back().at("side"), "red");
  ASSERT_EQ(line.at("off_board").size(), 1u);
  EXPECT_FALSE(line.at("off_board").front().contains("at"));
  EXPECT_EQ(line.at("unseen"), json::array());
}

TEST(BoardCommand, ABadPictureIsNamedAndTheOthersAreRead) {
  program::write_bytes(scene() / "torn.jpg", program::bytes_of(scene() / "a.jpg").substr(0, 20000));
  const auto outcome = run(on_board({scene() / "torn.jpg", scene() / "a.jpg"}));
  EXPECT_EQ(outcome.status, 6);
  const auto lines = outcome.lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].at("frame"), "torn.jpg");
  EXPECT_TRUE(lines[0].contains("error"));
  EXPECT_EQ(lines[1].at("registered"), true);
}

TEST(BoardCommand, ExitStatusesTellWhatIsWrong) {
  EXPECT_EQ(run({"board", "--json", scene() / "a.jpg"}).status, 2) << "no board";
  EXPECT_EQ(run(on_board({"--anchor", "1,2=3,4", scene() / "a.jpg"})).status, 2) << "three points too few";
  EXPECT_EQ(run(on_board({scene() / "nowhere.jpg"})).status, 4) << "as for locate";
  EXPECT_EQ(run(on_board({scene() / "a.jpg"}, scene() / "nowhere.toml")).status, 6);
  cv::imwrite(scene() / "grey.jpg", cv::Mat(1080, 1920, CV_8UC3, cv::Scalar(90, 90, 90)));
  const auto blind = run(on_board({scene() / "grey.jpg"}));
  EXPECT_EQ(blind.status, 5);
  ASSERT_EQ(blind.lines().size(), 1u);
  EXPECT_EQ(blind.lines().front().at("registered"), false);
  EXPECT_EQ(blind.lines().front().at("squares"), json::array());
}

TEST(TrackBoard, ABattleIsToldZoneByZone) {
  const std::string path = VEDETTE_SOURCE_DIR "/examples/boards/les_allies_battle.toml";
  const auto file = app::read_board(path);
  ASSERT_TRUE(file) << file.error().message;
  std::mt19937 random(7);
  const Folder folder;
  sim::BoardScene scene{.camera = sim::camera_over(file->board, {1280, 720}, random), .board = file->board, .tags = file->tags, .men = {}};
  const std::vector<std::vector<std::pair<int, int>>> green{{{3, 3}, {6, 0}, {9, 1}},  {{5, 5}, {6, 0}, {9, 1}},
                                                            {{5, 5}, {6, 0}, {9, 1}},  {{5, 5}, {6, 0}, {10, 2}},
                                                            {{5, 5}, {6, 0}, {10, 2}}, {{6, 6}, {6, 0}, {10, 2}}};
  const std::vector<std::vector<std::pair<int, int>>> red{{{4, 4}, {13, 9}, {15, 9}}, {{13, 9}, {15, 9}}, {{12, 8}, {15, 9}},
                                                          {{12, 8}, {15, 9}},         {{11, 7}, {15, 9}}, {{11, 7}, {15, 9}}};
  for (std::size_t i = 0; i < green.size(); ++i) {
    scene.men.clear();
    for (const auto& [men, colour] : {std::pair(green[i], "#1f7038"), {red[i], "#a82820"}})
      for (const auto& [c, r] : men) scene.men.push_back(man_on(c, r, colour));
    cv::imwrite(folder / fmt::format("{}.jpg", i), sim::render(scene));
  }
  ASSERT_TRUE(app::write_lens(folder / "lens.json", scene.camera.lens()));
  std::vector<std::string> words{"track", "--board", path, "--lens", folder / "lens.json", "--json"};
  for (std::size_t i = 0; i < green.size(); ++i) words.push_back(folder / fmt::format("{}.jpg", i));
  const auto outcome = run(words);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto lines = outcome.lines();
  ASSERT_EQ(lines.size(), green.size());
  EXPECT_TRUE(lines[0]["zones"][0]["to_move"].is_null()) << "nobody has moved";
  EXPECT_EQ(lines[0]["zones"][1]["men"]["red"], 2);
  EXPECT_EQ(lines[1]["actions"][0]["zone"], 1);
  EXPECT_EQ(lines[1]["news"][0]["rule"], "D-17") << lines[1].dump();
  EXPECT_EQ(lines[1]["zones"][0]["over"]["winner"], "green");
  EXPECT_EQ(lines[1]["zones"][1]["to_move"], "red") << "opposite alliances begin (D-6)";
  EXPECT_EQ(lines[2]["actions"][0]["zone"], 2);
  EXPECT_EQ(lines[3]["news"][0]["rule"], "D-20") << lines[3].dump();
  EXPECT_EQ(lines[3]["zones"][1]["men"]["green"], 3);
  EXPECT_EQ(lines[5]["actions"][0]["says"], "5,5-6,6") << "who was inherited moves in the other fight";
  for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_EQ(lines[i]["verdict"], "yes") << lines[i].dump();
}

TEST(BoardCommand, OverlappingSquaresAreNamedWithTheirLine) {
  std::string text = program::bytes_of(kBoard);
  text += "\n[[square]]\nat = [0, 0]\npolygon = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.5], [0.0, 1.5]]\n";
  program::write_bytes(scene() / "bad.toml", text);
  const auto outcome = run(on_board({scene() / "a.jpg"}, scene() / "bad.toml"));
  EXPECT_EQ(outcome.status, 6);
  EXPECT_THAT(outcome.err, HasSubstr("square [0, 0] overlaps square [1, 0]"));
  EXPECT_THAT(outcome.err, HasSubstr("bad.toml:"));
}

}  // namespace
}  // namespace board_command_test
