// What goes on air: captions, files for streaming programs, the turn that the referee says.
#include <gmock/gmock.h>

#include <sys/stat.h>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <thread>

#include "app/air/files.h"
#include "app/air/on_air.h"
#include "app/air/places.h"
#include "tests/app/program.h"
#include "tests/app/web/station.h"

namespace air_test {
namespace {

using namespace std::chrono_literals;
using app::air::Caption, app::air::Files, app::air::SaidTurn;
using station::Station;
using testing::HasSubstr;

/// Waits until it is so; false after ten seconds.
bool soon(const std::function<bool()>& so) {
  for (int i = 0; i < 2000; ++i) {
    if (so()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

Caption a_caption() {
  return {.turn = "Turn 3",
          .phase = "artillery",
          .losses = {{"red", 3, 44}, {"blue & white", 0, 40}},
          .ruling = Caption::Ruling{measure::Verdict::TooCloseToCall, "C-M1", "R1: 6.01 of 6 in", 7}};
}

TEST(OnAirCaption, IsOneLineAFile) {
  const auto files = app::air::texts_of(a_caption());
  EXPECT_EQ(files.at("turn.txt"), "Turn 3\n");
  EXPECT_EQ(files.at("phase.txt"), "artillery\n");
  EXPECT_EQ(files.at("losses-red.txt"), "3 of 44 lost\n");
  EXPECT_EQ(files.at("losses-blue___white.txt"), "0 of 40 lost\n");
  EXPECT_EQ(files.at("ruling.txt"), "R1: 6.01 of 6 in (C-M1)\n");
  EXPECT_EQ(files.at("verdict.txt"), "too close to call\n");
  EXPECT_EQ(files.at("to-move.txt"), "\n") << "a text source that is there finds its file";
}

TEST(OnAirCaption, NoNameOfAnArmyLeavesTheFolderNorHidesAnother) {
  const auto files = app::air::texts_of({.losses = {{"../../etc/x", 1, 2}, {"a b", 1, 2}, {"a_b", 2, 2}, {"a/b\n", 2, 2}}});
  EXPECT_EQ(files.size(), 5U + 4U);
  for (const auto& [name, text] : files) {
    EXPECT_EQ(name.find_first_of("/\\ \n"), std::string::npos) << name;
    EXPECT_EQ(std::ranges::count(text, '\n'), 1) << text;
  }
}

TEST(OnAirFiles, AreReplacedOnlyWhenTheyChange) {
  const program::Folder folder;
  const std::string path = folder / "new/turn.txt";
  const auto inode = [&] {
    struct stat file {};
    return stat(path.c_str(), &file) == 0 ? file.st_ino : 0;
  };
  Files files(folder / "new");
  files.put("turn.txt", "Turn 1\n");
  ASSERT_TRUE(soon([&] { return inode() != 0; })) << "the folder is made";
  const auto first = inode();
  files.put("turn.txt", "Turn 1\n"), files.put("phase.txt", "x\n");
  ASSERT_TRUE(soon([&] { return std::filesystem::exists(folder / "new/phase.txt"); }));
  EXPECT_EQ(inode(), first) << "the same text is not written again";
  files.put("turn.txt", "Turn 2\n");
  ASSERT_TRUE(soon([&] { return program::bytes_of(path) == "Turn 2\n"; }));
  EXPECT_NE(inode(), first) << "replaced, not written into";
  for (const auto& entry : std::filesystem::directory_iterator(folder / "new")) EXPECT_EQ(entry.path().extension(), ".txt");
}

TEST(OnAirFiles, WhatCannotBeWrittenIsSaidAndTriedAgain) {
  const program::Folder folder;
  program::write_bytes(folder / "stream", "a file where the folder should be");
  Files files(folder / "stream");
  files.put("turn.txt", "Turn 1\n");
  ASSERT_TRUE(soon([&] { return files.trouble().has_value(); }));
  EXPECT_THAT(files.trouble()->says, testing::AllOf(HasSubstr("--files"), HasSubstr(folder / "stream")));
  EXPECT_NE(files.trouble()->fix, "");
  std::filesystem::remove(folder / "stream");
  ASSERT_TRUE(soon([&] { return std::filesystem::exists(folder / "stream/turn.txt"); })) << "nothing is lost";
  EXPECT_TRUE(soon([&] { return !files.trouble(); }));
}

TEST(OnAirTurn, IsWhatTheRefereeSays) {
  SaidTurn turn;
  EXPECT_EQ(turn.say(R"({"turn":3,"phase":"artillery"})").status, 200);
  EXPECT_EQ(turn.now(), (SaidTurn::Said{"Turn 3", "artillery"}));
  EXPECT_EQ(turn.say(R"({"phase":""})").status, 200);
  EXPECT_EQ(turn.now(), (SaidTurn::Said{"Turn 3", ""}));
  for (const char* bad : {"", "{}", "[]", "3", R"({"turn":-1})", R"({"turn":1.5})", R"({"turn":"3"})", R"({"phase":"tea"})",
                          R"({"phase":3})", R"({"turn":4,"weather":"rain"})", R"({"turn":1000})"}) {
    const auto answer = turn.say(bad);
    EXPECT_EQ(answer.status, 400) << bad;
    EXPECT_THAT(answer.body, HasSubstr("\"fix\"")) << bad;
  }
  EXPECT_EQ(turn.now(), (SaidTurn::Said{"Turn 3", ""})) << "what is refused changes nothing";
}

// ---- places ----

TEST(OnAirPlaces, NoBannerCoversAFigureOrTheStrip) {
  std::mt19937 random(3);
  int wide = 0, small = 0, none = 0;
  for (int i = 0; i < 2000; ++i) {
    std::vector<overlay::Box> figures;
    const auto number = [&](double most) { return std::uniform_real_distribution(0.0, most)(random); };
    for (int n = static_cast<int>(number(40.0)); n > 0; --n) {
      const double x = number(1.0), y = number(1.0), size = 0.02 + number(0.08);
      figures.push_back({x, y, x + size, y + size});
    }
    const auto places = app::air::places_of(figures);
    const overlay::Box strip = places.strip_above ? overlay::Box{0.0, 0.0, 1.0, 0.11} : overlay::Box{0.0, 0.89, 1.0, 1.0};
    (places.banner ? places.small ? small : wide : none) += 1;
    if (!places.banner) continue;
    EXPECT_FALSE(overlay::overlap(*places.banner, strip));
    for (const overlay::Box& figure : figures) EXPECT_FALSE(overlay::overlap(*places.banner, figure));
    EXPECT_TRUE(places.banner->left >= 0.0 && places.banner->top >= 0.0 && places.banner->right <= 1.0 && places.banner->bottom <= 1.0);
  }
  EXPECT_TRUE(wide > 100 && small > 10 && none > 10) << wide << " " << small << " " << none;
}

TEST(OnAirPlaces, TheStripLiesWhereFewerFiguresStand) {
  EXPECT_FALSE(app::air::places_of({}).strip_above);
  EXPECT_TRUE(app::air::places_of(std::vector<overlay::Box>{{0.5, 0.9, 0.6, 0.95}}).strip_above);
  EXPECT_FALSE(app::air::places_of(std::vector<overlay::Box>{{0.5, 0.9, 0.6, 0.95}, {0.5, 0.02, 0.6, 0.05}}).strip_above);
  const auto corner = app::air::quiet_corner(std::vector<overlay::Box>{{0.9, 0.0, 1.0, 0.1}}, 0.1, 0.1);
  EXPECT_LT(corner.right, 0.5) << "above left, because somebody stands above right";
}

TEST(OnAir, TheStateCarriesTheCaption) {
  SaidTurn turn;
  Station station({.turn = &turn});
  station.look({});
  EXPECT_EQ(station.state().at("caption").at("turn"), "");
  ASSERT_EQ(turn.say(R"({"turn":2,"phase":"melee"})").status, 200);
  station.air.go_on(station.now);
  EXPECT_EQ(station.state().at("caption").at("turn"), "Turn 2") << "at once, not with the next picture";
  station.look({.caption = a_caption()});
  EXPECT_EQ(station.state().at("caption"), app::air::caption_json(a_caption())) << "a game that tells its turn is believed";
  EXPECT_EQ(station.state().at("caption").at("ruling").at("verdict"), "too_close");
}

TEST(OnAir, TheFolderHoldsCaptionAndOverlay) {
  const program::Folder folder;
  {
    Station station({.files = folder / "stream"});
    station.look({.caption = a_caption()});
  }
  EXPECT_EQ(program::bytes_of(folder / "stream/losses-red.txt"), "3 of 44 lost\n");
  EXPECT_THAT(program::bytes_of(folder / "stream/overlay.png"), testing::StartsWith("\x89PNG"));
}

TEST(OnAir, AFolderThatCannotBeWrittenIsAFindingAndTheGameGoesOn) {
  const program::Folder folder;
  program::write_bytes(folder / "stream", "no folder");
  std::vector<std::string> said;
  Station station({.files = folder / "stream", .complain = [&](const calibration::Finding& finding) { said.push_back(finding.says); }});
  EXPECT_TRUE(soon([&] { return station.look({.caption = a_caption()}), !said.empty(); }));
  for (int i = 0; i < 20; ++i) station.look({.caption = a_caption()});
  EXPECT_EQ(said.size(), 1U) << "once";
  EXPECT_EQ(station.get("/api/state").status, 200);
  EXPECT_EQ(station.get("/snapshot.jpg").status, 200);
}

TEST(OnAir, ShownNamesAndALogoDressWhatGoesOut) {
  std::vector<unsigned char> png;
  cv::imencode(".png", cv::Mat(20, 20, CV_8UC4, cv::Scalar(255, 0, 255, 255)), png);
  Station station({.names = {{"red", "1st Hussars"}}, .logo = {png.begin(), png.end()}});
  station.look({.caption = a_caption()});
  EXPECT_EQ(station.state().at("caption").at("losses")[0].at("name"), "1st Hussars");
  EXPECT_EQ(station.state().at("caption").at("losses")[0].at("army"), "red");
  EXPECT_EQ(station.state().at("caption").at("losses")[1].at("name"), "blue & white");
  EXPECT_EQ(station.state().at("places").at("strip"), "bottom");
  const std::string jpeg = station.get("/snapshot.jpg").body;
  const cv::Mat picture = cv::imdecode(std::vector<unsigned char>(jpeg.begin(), jpeg.end()), cv::IMREAD_COLOR);
  cv::Mat pink;
  cv::inRange(picture, cv::Scalar(200, 0, 200), cv::Scalar(255, 60, 255), pink);
  EXPECT_NEAR(cv::countNonZero(pink), 81, 40) << "a tenth of the picture high";
  EXPECT_EQ(cv::countNonZero(pink.colRange(0, 130)), 0) << "above right, where nobody stands";
}

}  // namespace
}  // namespace air_test
