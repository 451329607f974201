// Looking back: every settled table of a record as it was seen, in the window too.
#include "app/session/timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/record/game_events.h"
#include "app/window/controller.h"
#include "app/window/shell/theme.h"
#include "app/window/tools/parts.h"
#include "tests/app/record/games.h"
#include "tests/app/recorded_games.h"

namespace timeline_test {
namespace {

using app::Timeline;
using program::recorded_clip;

TEST(Timeline, HoldsEverySettledTableAsItWasSeen) {
  const auto timeline = Timeline::read(recorded_clip().path);
  ASSERT_TRUE(timeline) << timeline.error().message;
  ASSERT_EQ(timeline->tables().size(), 7U);
  for (const app::RecordedTable& table : timeline->tables()) {
    EXPECT_FALSE(table.differs);
    EXPECT_NE(table.camera, nullptr);
    EXPECT_EQ(table.rulings->front()->frame, table.state->frame);
  }
  EXPECT_EQ(timeline->tables()[2].worst, measure::Verdict::Yes);
  const auto moment = timeline->snapshot(1);
  ASSERT_TRUE(moment) << moment.error().message;
  EXPECT_EQ((*moment)->frame->bgr.cols, 1920);
  EXPECT_EQ((*moment)->state->pieces.size(), 78U);
  EXPECT_EQ((*moment)->rulings->size(), 2U);
}

TEST(Timeline, MarksWhatIsWorthFindingAgain) {
  const auto timeline = Timeline::read(recorded_clip().path);
  ASSERT_TRUE(timeline);
  const auto bump = std::ranges::find(timeline->bookmarks(), std::string("the camera was moved"), &app::Bookmark::says);
  ASSERT_NE(bump, timeline->bookmarks().end());
  EXPECT_GT(bump->time_s, timeline->tables()[4].time_s);
  EXPECT_LT(bump->time_s, timeline->tables()[5].time_s);
}

/// A record of the clip's tables, with a game of so many steps between the second and the third.
std::string with_a_game(const program::Folder& folder, int steps) {
  const std::string path = folder / "game.vedette";
  const auto clip = app::RecordStore::read(recorded_clip().path);
  auto store = app::RecordStore::open(path);
  EXPECT_TRUE(clip && store);
  std::vector<app::RecordEvent> events;
  int tables = 0;
  rules::charge::Game game;
  EXPECT_TRUE(clip->each([&](app::RecordEvent event) {
    if (const auto picture = clip->picture(event.seq)) event.jpeg = *picture;
    events.push_back(event);
    if (event.kind != "settled" || ++tables != 2) return true;
    for (int i = 0; i < steps; ++i) {
      const rules::charge::Game before = game;
      if (i > 0) game = rules::charge::apply(game, rules::charge::NextStep{}, {}).game;
      const auto body = app::game_event(app::GameStep::Did, i > 0 ? &before : nullptr, app::SavedGame{"", game, {}});
      events.push_back({0, event.time_s + 0.1 * (i + 1), "game", body.dump(), {}});
    }
    return true;
  }));
  EXPECT_TRUE(store->append(events));
  return path;
}

TEST(Timeline, MarksWhereTurnsAndStepsOfTheGameBegin) {
  const program::Folder folder;
  const auto timeline = Timeline::read(with_a_game(folder, 9));
  ASSERT_TRUE(timeline) << timeline.error().message;
  std::vector<std::string> kinds;
  std::vector<int> turns;
  for (const app::Bookmark& mark : timeline->bookmarks())
    if (mark.turn > 0) kinds.push_back(mark.kind), turns.push_back(mark.turn);
  EXPECT_THAT(kinds, testing::ElementsAre("turn", "step", "step", "step", "step", "step", "step", "turn", "step"));
  EXPECT_EQ(turns.back(), 2);
  EXPECT_EQ(timeline->marked(0, true), 1U) << "the table that had settled when the game began";
  EXPECT_EQ(timeline->marked(1, true), 4U) << "the bump of the camera";
  EXPECT_EQ(timeline->marked(4, false), 1U);
  EXPECT_EQ(timeline->marked(0, false), std::nullopt);
}

TEST(Timeline, WhatIsNoRecordOfATableIsRefused) {
  EXPECT_EQ(Timeline::read(program::charge("clip.mp4")).error().code, measure::ErrorCode::BadFile);
  EXPECT_FALSE(Timeline::read("/nowhere/a.vedette"));
}

/// The window's controller over a record, with nothing to watch.
class Past : public testing::Test {
 protected:
  void carry_out(const window::Requests& requests) { controller_.carry_out(requests, ui_); }
  window::Look look() const {
    return {.snapshot = *ui_.held->moment, .document = controller_.history().current(), .readings = controller_.readings()};
  }

  window::LiveOptions options_{.used = {.table = program::charge("table.toml"), .roster = program::charge("roster.toml")}};
  window::Controller controller_{options_, *window::read_document(options_)};
  window::UiState ui_;
};

TEST_F(Past, IsWalkedTableByTableAndLeft) {
  carry_out({window::LookBack{recorded_clip().path}});
  ASSERT_TRUE(ui_.back) << ui_.notice;
  EXPECT_EQ(ui_.back->table, 6U) << "the newest first";
  ASSERT_TRUE(ui_.held);
  carry_out({window::GoToTable{1}});
  EXPECT_EQ(ui_.held->moment->state, ui_.back->timeline->tables()[1].state);
  carry_out({window::GoToTable{99}});
  EXPECT_EQ(ui_.back->table, 6U);
  carry_out({window::BackToNow{}});
  EXPECT_FALSE(ui_.back);
  EXPECT_FALSE(ui_.held);
}

TEST_F(Past, EveryTableIsShownByTheRulesItWasRuledBy) {
  const program::Folder folder;
  const std::string path = folder / "game.vedette";
  {
    const auto recorder = app::Recorder::open(path, games::setup_of("charge"));
    games::Playing playing("charge", **recorder, 5);
    for (const std::string house : {"", "[charge]\n\"move.cavalry\" = 3\n[referee]\nrules = { CG = \"log\" }\n"}) {
      playing.rule_by("version = 1\n" + house);
      for (int i = 0; i < 2; ++i) playing.step();
    }
  }
  carry_out({window::LookBack{path}});
  ASSERT_TRUE(ui_.back) << ui_.notice;
  EXPECT_EQ(ui_.back->document->custom.rules, (app::Dials{{"CG", app::Dial::Log}}));
  EXPECT_EQ(ui_.back->document->house.move_cavalry, 3.0);
  carry_out({window::GoToTable{1}});
  EXPECT_TRUE(ui_.back->document->custom.rules.empty());
  EXPECT_EQ(ui_.back->document->house, rules::charge::House{});
}

TEST_F(Past, PlaysOneTableAfterTheOtherToTheEnd) {
  carry_out({window::LookBack{recorded_clip().path}, window::GoToTable{4}});
  ASSERT_TRUE(ui_.back) << ui_.notice;
  controller_.refresh(ui_, 100.0);
  carry_out({window::PlayPast{true}});
  controller_.refresh(ui_, 100.5);
  EXPECT_EQ(ui_.back->table, 4U);
  for (const double now : {102.0, 104.0, 106.0}) controller_.refresh(ui_, now);
  EXPECT_EQ(ui_.back->table, 6U);
  EXPECT_FALSE(ui_.back->playing_since);
}

TEST_F(Past, PlaysFasterAndSlower) {
  carry_out({window::LookBack{recorded_clip().path}, window::GoToTable{0}});
  ASSERT_TRUE(ui_.back) << ui_.notice;
  controller_.refresh(ui_, 100.0);
  carry_out({window::PlayPast{true}});
  ui_.back->speed = 2.0;
  controller_.refresh(ui_, 100.8);
  EXPECT_EQ(ui_.back->table, 1U) << "half of the time";
  ui_.back->speed = 0.5;
  controller_.refresh(ui_, 102.5);
  EXPECT_EQ(ui_.back->table, 1U);
  controller_.refresh(ui_, 104.0);
  EXPECT_EQ(ui_.back->table, 2U);
}

TEST_F(Past, IsWalkedFromBookmarkToBookmark) {
  carry_out({window::LookBack{recorded_clip().path}, window::GoToMark{false}});
  ASSERT_TRUE(ui_.back) << ui_.notice;
  EXPECT_EQ(ui_.back->table, 4U) << "the bump of the camera";
  carry_out({window::GoToMark{true}});
  EXPECT_EQ(ui_.back->table, 4U) << "there is no other";
}

TEST_F(Past, TheRefereeRulesOnTheMomentThatIsShown) {
  carry_out({window::LookBack{recorded_clip().path}, window::GoToTable{0}, window::ChooseTool{window::Tool::Judge}});
  ASSERT_TRUE(ui_.held);
  EXPECT_EQ(ui_.held->moment->state, ui_.back->timeline->tables()[0].state);
  const auto& part = window::part_of(window::Tool::Judge);
  const auto click = [&](std::optional<int> id) {
    ui_.hovered = id;
    window::Requests requests;
    part.click({look(), ui_, window::Theme{}, requests}, {});
    carry_out(requests);
  };
  const auto id_of = [&](const std::string& name) {
    return std::ranges::find(ui_.held->moment->state->pieces, name, &vision::Piece::name)->id;
  };
  click(id_of("BG/gun"));
  click(id_of("R2/leader"));
  for (int i = 0; i < 5000 && part.closes_in_on(ui_).empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    click(std::nullopt);
  }
  EXPECT_FALSE(part.closes_in_on(ui_).empty());
  carry_out({window::Cancel{}});
  ASSERT_TRUE(ui_.back) << "the first Esc leaves the referee's screen, not the past";
  EXPECT_TRUE(ui_.held);
  carry_out({window::Cancel{}});
  EXPECT_FALSE(ui_.back);
}

// The strip lies over the referee's screen: one click on it, and he rules on that moment.
TEST_F(Past, FromTheRefereesScreenOneWishLeadsToAnEarlierTable) {
  carry_out({window::ChooseTool{window::Tool::Judge}, window::GoToTable{1}});
  EXPECT_FALSE(ui_.back) << "nothing is recorded";
  ui_.recorded = std::make_shared<const app::Timeline>(*app::Timeline::read(recorded_clip().path));
  carry_out({window::GoToTable{1}});
  ASSERT_TRUE(ui_.back) << ui_.notice;
  EXPECT_EQ(ui_.tool, window::Tool::Judge);
  ASSERT_TRUE(ui_.held);
  EXPECT_EQ(ui_.held->moment->state, ui_.back->timeline->tables()[1].state);
  EXPECT_FALSE(ui_.recorded) << "the strip of the past takes its place";
  carry_out({window::BackToNow{}});
  EXPECT_FALSE(ui_.back);
  EXPECT_FALSE(ui_.held);
}

TEST_F(Past, WithoutARecordItIsSaidWhy) {
  carry_out({window::LookBack{}});
  EXPECT_FALSE(ui_.back);
  EXPECT_THAT(ui_.notice, testing::HasSubstr("Nothing is recorded here"));
}

}  // namespace
}  // namespace timeline_test
