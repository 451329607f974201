// Looking back at a board game: every moment at which something was told, as it was seen, in the window too.
#include "app/session/board_timeline.h"

#include <GLFW/glfw3.h>
#include <gmock/gmock.h>

#include "app/record/replay.h"
#include "app/window/boards/past_view.h"
#include "tests/app/record/games.h"
#include "tests/app/recorded_games.h"

namespace board_timeline_test {
namespace {

using app::BoardTimeline;
using program::Folder;
using testing::HasSubstr;

const std::string kExamples = std::string(VEDETTE_SOURCE_DIR) + "/examples/";

const std::string& recorded_game(const std::string& game) { return program::recorded_board(game).path; }

/// A game made up at random, with wishes of the players.
std::string random_game(const Folder& folder, const std::string& game, unsigned seed, int steps) {
  const std::string path = folder / "game.vedette";
  auto recorder = app::Recorder::open(path, games::setup_of(game), {.most_pictures = 1000});
  games::Playing playing(game, **recorder, seed);
  for (int i = 0; i < steps; ++i) playing.step();
  return path;
}

TEST(BoardTimeline, HoldsEveryMomentAsItWasSeen) {
  for (const std::string game : {"le_choc", "les_allies"}) {
    const auto timeline = BoardTimeline::read(recorded_game(game));
    ASSERT_TRUE(timeline) << timeline.error().message;
    ASSERT_GE(timeline->moments().size(), 6U) << game;
    EXPECT_EQ(timeline->moments().front().says, "the game begins");
    for (std::size_t i = 0; i < timeline->moments().size(); ++i) {
      const app::RecordedBoard& moment = timeline->moments()[i];
      EXPECT_FALSE(moment.differs) << game;
      const auto snapshot = timeline->snapshot(i);
      ASSERT_NE(snapshot->frame, nullptr) << game << i;
      ASSERT_TRUE(snapshot->reading->registration) << "the board is found in the picture, to draw on";
      EXPECT_EQ(snapshot->reading->pieces.size(), moment.look.standing.size());
      EXPECT_EQ(snapshot->record, moment.told->record);
      EXPECT_TRUE(i == 0 || !snapshot->last.actions.empty()) << game << i;
    }
  }
}

TEST(BoardTimeline, TellsWhatWasToldThen) {
  for (const std::string game : {"les_allies", "draughts"}) {
    const Folder folder;
    const std::string path = random_game(folder, game, 11, 25);
    const auto timeline = BoardTimeline::read(path);
    ASSERT_TRUE(timeline) << timeline.error().message;
    std::map<std::int64_t, std::pair<std::string, bool>> told;  // by event: the record then, and whether anything was against the rules
    const auto replayed = app::replay(*app::RecordStore::read(path), [&](const app::ReplayedTable& table) {
      told[table.event.seq] = {table.play->told().record,
                               table.look && !table.ruling.unchanged && table.ruling.verdict == measure::Verdict::No};
      return true;
    });
    ASSERT_TRUE(replayed) << replayed.error().message;
    int against = 0, wishes = 0;
    for (const app::RecordedBoard& moment : timeline->moments()) {
      EXPECT_EQ(moment.told->record, told[moment.seq].first) << game;
      EXPECT_TRUE(!told[moment.seq].second || moment.verdict == measure::Verdict::No) << game << " " << moment.says;
      against += moment.verdict == measure::Verdict::No ? 1 : 0;
      wishes += moment.wish ? 1 : 0;
    }
    EXPECT_GT(against, 0) << game;
    EXPECT_GT(wishes, 0) << game;
  }
}

TEST(BoardTimeline, WhatIsNoRecordOfABoardIsRefused) {
  const Folder folder;
  EXPECT_EQ(BoardTimeline::read(kExamples + "charge/clip.mp4").error().code, measure::ErrorCode::BadFile);
  EXPECT_EQ(BoardTimeline::read(random_game(folder, "charge", 1, 3)).error().code, measure::ErrorCode::Usage);
  const std::string path = folder / "empty.vedette";
  { const auto recorder = app::Recorder::open(path, games::setup_of("le_choc")); }
  EXPECT_THAT(BoardTimeline::read(path).error().message, HasSubstr("no board has come to rest"));
}

// ---- in the window ----

TEST(BoardPast, IsWalkedMomentByMoment) {
  auto past = window::BoardPast::open(recorded_game("le_choc"), false);
  ASSERT_TRUE(past) << past.error().message;
  const std::size_t last = past->timeline().moments().size() - 1;
  EXPECT_EQ(past->at(), last) << "the newest first";
  EXPECT_TRUE(past->take_key(GLFW_KEY_LEFT));
  EXPECT_EQ(past->at(), last - 1);
  EXPECT_EQ(past->shown()->record, past->timeline().moments()[last - 1].told->record);
  past->take_key(GLFW_KEY_HOME);
  past->take_key(GLFW_KEY_LEFT);
  EXPECT_EQ(past->at(), 0U);
  past->take_key(GLFW_KEY_END);
  past->take_key(GLFW_KEY_RIGHT);
  EXPECT_EQ(past->at(), last);
  EXPECT_FALSE(past->take_key(GLFW_KEY_F));
}

TEST(BoardPast, PlaysOneMomentAfterTheOtherToTheEnd) {
  auto past = window::BoardPast::open(recorded_game("les_allies"), true);
  ASSERT_TRUE(past) << past.error().message;
  const std::size_t last = past->timeline().moments().size() - 1;
  past->go_to(last - 2);
  past->play(true);
  EXPECT_FALSE(past->follow(100.0));
  EXPECT_TRUE(past->plays());
  EXPECT_FALSE(past->follow(100.5));
  for (const double now : {102.0, 104.0, 106.0}) past->follow(now);
  EXPECT_EQ(past->at(), last);
  EXPECT_FALSE(past->plays());
}

TEST(BoardPast, WhatHappenedBeforeIsShownAndEndsAtTheMoment) {
  const Folder folder;
  const std::string path = random_game(folder, "les_allies", 3, 12);
  {
    app::VideoRing ring(app::video_of(path));
    vision::Frame frame;
    frame.bgr = cv::Mat(40, 60, CV_8UC3, cv::Scalar(9, 9, 9));
    while (!ring.see(0.01, frame)) continue;
  }
  auto past = window::BoardPast::open(path, false);
  ASSERT_TRUE(past) << past.error().message;
  past->what_happened();
  EXPECT_FALSE(past->passage());
  EXPECT_THAT(past->told(), HasSubstr("not kept any more"));
  past->go_to(0);
  past->what_happened();
  ASSERT_TRUE(past->passage());
  EXPECT_TRUE(past->follow(10.0));
  EXPECT_EQ(past->shown()->reading, nullptr) << "a picture alone";
  EXPECT_NE(past->shown()->frame, nullptr);
  EXPECT_TRUE(past->follow(11.0));
  EXPECT_FALSE(past->passage());
  EXPECT_NE(past->shown()->reading, nullptr);
}

}  // namespace
}  // namespace board_timeline_test
