// A game that stopped goes on: who rules and who tracks are as if nothing had happened, and its record replays to the byte.
#include "app/record/stopped.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "app/record/replay.h"
#include "app/umpire/rulings_json.h"
#include "tests/app/record/games.h"
#include "tests/support/board_looks.h"
#include "tests/support/campaign.h"

namespace stopped_test {
namespace {

using app::Recorder, app::RecordStore, app::stopped_in;
using program::Folder;
using testing::HasSubstr, testing::StartsWith;
using Json = nlohmann::ordered_json;
namespace charge = rules::charge;

app::RecordedGame game_of(const std::string& game) { return app::read_setup(games::setup_of(game)).value(); }

Json ruled(app::ChargeUmpire& umpire, const vision::TableState& state) {
  Json out;
  add_rulings(out, umpire.rule(state), umpire.house());
  return out;
}

TEST(Stopped, RulingsAfterARestartAreThoseWithoutOne) {
  const app::RecordedGame game = game_of("charge");
  for (unsigned seed = 0; seed < static_cast<unsigned>(tries(2, 20)); ++seed) {
    games::Tables tables(game.roster, seed);
    app::ChargeUmpire through(game.roster, game.table, {}), again(game.roster, game.table, {});
    for (int i = 0; i < 8; ++i) {
      const vision::TableState state = tables.next();
      static_cast<void>(through.rule(state));
      again.follow(state);
    }
    for (int i = 0; i < 6; ++i) {
      const vision::TableState state = tables.next();
      EXPECT_EQ(ruled(through, state).dump(), ruled(again, state).dump()) << seed << " " << i;
    }
  }
}

/// A record of so many tables, with steps of a game on them.
struct Written {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  games::Tables tables{game_of("charge").roster, 3};
  app::ChargeUmpire umpire{game_of("charge").roster, game_of("charge").table, {}};
  charge::Game game;

  void tables_of(Recorder& recorder, int count) {
    vision::Frame picture;
    picture.bgr = cv::Mat(8, 8, CV_8UC3, cv::Scalar(90, 120, 60));
    for (int i = 0; i < count; ++i) {
      const vision::TableState state = tables.next();
      recorder.settled(state, ruled(umpire, state), picture);
    }
  }
  void steps_of(Recorder& recorder, int count) {
    for (int i = 0; i < count; ++i) {
      const charge::Game before = game;
      game.log.push_back({1, game.step, "", std::to_string(game.log.size())});
      recorder.put(1.0, "game", app::game_event(app::GameStep::Did, &before, app::SavedGame{"", game, {}}));
    }
  }
};

TEST(Stopped, KeepsTheLastTableTheUmpireAndTheGameWithItsSteps) {
  Written written;
  {
    const auto recorder = Recorder::open(written.path, games::setup_of("charge"));
    written.tables_of(**recorder, 4);
    written.steps_of(**recorder, 3);
  }
  const auto stopped = stopped_in(written.path, game_of("charge"));
  ASSERT_TRUE(stopped) << stopped.error().message;
  ASSERT_TRUE(*stopped);
  EXPECT_EQ((*stopped)->tables, 4);
  EXPECT_EQ((*stopped)->last.frame, "4");
  EXPECT_EQ((*stopped)->next_id, 16) << "15 pieces";
  EXPECT_FALSE((*stopped)->jpeg.empty());
  EXPECT_EQ((*stopped)->steps.now()->log.size(), 3U);
  EXPECT_EQ((*stopped)->steps.back().size(), 3U);
  EXPECT_THAT(what_stopped(**stopped), testing::AllOf(StartsWith("turn 1, "), HasSubstr(": 4 tables, ")));
}

TEST(Stopped, ARecordThatGoesOnGivesItsAnswersToTheByte) {
  Written written;
  for (int starts = 0; starts < 3; ++starts) {
    app::RecordedSetup setup = games::setup_of("charge");
    if (starts > 0) {
      auto stopped = stopped_in(written.path, game_of("charge"));
      ASSERT_TRUE(stopped && *stopped);
      written.umpire = *(*stopped)->umpire;
      setup.goes_on = true;
    }
    const auto recorder = Recorder::open(written.path, setup);
    ASSERT_TRUE(recorder) << recorder.error().message;
    written.tables_of(**recorder, 3);
  }
  int tables = 0, resumed = 0;
  const auto store = RecordStore::read(written.path).value();
  const auto done = app::replay(store, [&](const app::ReplayedTable& table) {
    ++tables;
    EXPECT_FALSE(table.differs) << tables;
    return true;
  });
  EXPECT_TRUE(done) << done.error().message;
  EXPECT_EQ(tables, 9);
  ASSERT_TRUE(store.each([&](const app::RecordEvent& event) {
    resumed += event.kind == "resumed" ? 1 : 0;
    const bool goes_on = event.body.find("\"goes_on\":true") != std::string::npos;
    EXPECT_EQ(goes_on, event.kind == "resumed") << "what begins is written as by earlier builds";
    return true;
  }));
  EXPECT_EQ(resumed, 2);
}

TEST(Stopped, IsNotOfferedWhereThereIsNothingToGoOnWith) {
  const auto offered = [](const std::function<void(Written&, Recorder&)>& play, const std::string& now = "charge") {
    Written written;
    {
      const auto recorder = Recorder::open(written.path, games::setup_of("charge"));
      play(written, **recorder);
    }
    const auto stopped = stopped_in(written.path, game_of(now));
    EXPECT_TRUE(stopped) << stopped.error().message;
    return stopped && *stopped;
  };
  EXPECT_TRUE(offered([](Written& w, Recorder& r) { w.tables_of(r, 2); })) << "also where no game of Charge! has begun";
  EXPECT_FALSE(offered([](Written& w, Recorder& r) { w.tables_of(r, 1); })) << "somebody looked whether the camera works";
  EXPECT_TRUE(offered([](Written& w, Recorder& r) { w.tables_of(r, 1), w.steps_of(r, 1); }));
  EXPECT_FALSE(offered([](Written&, Recorder&) {}));
  EXPECT_FALSE(offered([](Written& w, Recorder& r) {
    w.tables_of(r, 3), w.steps_of(r, 2);
    r.put(2.0, "game", app::game_event(app::GameStep::Did, &w.game, std::nullopt));
  })) << "it was ended";
  EXPECT_FALSE(offered([](Written& w, Recorder& r) { w.tables_of(r, 3); }, "draughts"));
}

TEST(Stopped, WhatCannotBeReadOrIsOpenElsewhereIsSaid) {
  Written written;
  EXPECT_FALSE(stopped_in(written.folder / "none/there.vedette", game_of("charge")));
  {
    const auto recorder = Recorder::open(written.path, games::setup_of("charge"));
    written.tables_of(**recorder, 2);
    const auto stopped = stopped_in(written.path, game_of("charge"));
    ASSERT_FALSE(stopped);
    EXPECT_THAT(stopped.error().message, HasSubstr("another program"));
  }
  program::write_bytes(written.folder / "text.vedette", "no record");
  EXPECT_THAT(stopped_in(written.folder / "text.vedette", game_of("charge")).error().message, HasSubstr("is no record"));
}

TEST(Stopped, IsToldByTheClockOnTheWall) {
  app::StoppedGame stopped{.path = {}, .game = {}};
  std::tm evening{};
  evening.tm_year = 126, evening.tm_mon = 10, evening.tm_mday = 24, evening.tm_hour = 21, evening.tm_min = 14, evening.tm_isdst = -1;
  stopped.at = std::mktime(&evening);
  EXPECT_EQ(when_stopped(stopped, stopped.at + 600), "A game stopped at 21:14");
  EXPECT_EQ(when_stopped(stopped, stopped.at + 86400), "A game stopped on 24 November at 21:14");
  stopped.tables = 83, stopped.seconds = 2 * 3600 + 10 * 60;
  EXPECT_EQ(what_stopped(stopped), "no game had begun on it: 83 tables, 2 h 10");
}

/// Looks at a board game as a record has them, with what was answered.
void look(Recorder& recorder, app::BoardPlay& play, const app::BoardLook& seen) {
  const auto ruling = play.rule(seen);
  recorder.look(seen, answer_of(ruling, play.umpire(), *game_of("le_choc").board), ruling && !ruling->unchanged, {}, play.shown());
}

TEST(Stopped, ABoardGameGoesOnAndIsTakenBackPastTheRestart) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  const auto at = [](std::vector<measure::SquareName> red, std::vector<measure::SquareName> blue) { return support::look(red, blue); };
  app::BoardPlay through(*game_of("le_choc").board, {});
  {
    const auto recorder = Recorder::open(path, games::setup_of("le_choc"));
    look(**recorder, through, at({{1, 0}, {2, 2}}, {{1, 10}, {2, 5}}));
    look(**recorder, through, at({{1, 0}, {2, 3}}, {{1, 10}, {2, 5}}));
    look(**recorder, through, at({{1, 0}, {2, 3}}, {{1, 9}, {2, 5}}));
  }
  const auto stopped = stopped_in(path, game_of("le_choc"));
  ASSERT_TRUE(stopped && *stopped);
  EXPECT_EQ((*stopped)->tables, 3);
  EXPECT_THAT(what_stopped(**stopped), HasSubstr(" to move: 3 looks, "));
  app::BoardPlay& again = *(*stopped)->play;
  EXPECT_EQ(again.told().record, through.told().record);
  EXPECT_EQ(again.told().log, through.told().log);
  {
    app::RecordedSetup setup = games::setup_of("le_choc");
    setup.goes_on = true;
    const auto recorder = Recorder::open(path, setup);
    look(**recorder, again, at({{1, 1}, {2, 3}}, {{1, 9}, {2, 5}}));
    for (int steps = 0; steps < 2; ++steps) again.undo(), (*recorder)->wish("undo", Json::object(), again.shown());
    look(**recorder, again, at({{1, 0}, {2, 3}}, {{1, 8}, {2, 5}}));
  }
  static_cast<void>(through.rule(at({{1, 1}, {2, 3}}, {{1, 9}, {2, 5}})));
  through.undo(), through.undo();
  static_cast<void>(through.rule(at({{1, 0}, {2, 3}}, {{1, 8}, {2, 5}})));
  EXPECT_EQ(again.told().record, through.told().record);
  int tables = 0;
  const auto done = app::replay(RecordStore::read(path).value(), [&](const app::ReplayedTable& table) {
    tables += table.look ? 1 : 0;
    EXPECT_FALSE(table.differs) << tables;
    return true;
  });
  EXPECT_TRUE(done);
  EXPECT_EQ(tables, 5);
}

TEST(Stopped, LettersOfASwornGameWaitForTheirPlayersKeys) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  const auto seal = [](Recorder& recorder, app::BoardPlay& play) {
    for (std::size_t side = 0; side < 2; ++side)
      if (const auto box = play.sealed(side, "here")) recorder.letters(side, *box);
  };
  const auto page = [](const app::BoardPlay& play, std::string_view keys) {
    std::string out;
    const auto locked = play.page(0);
    if (const app::PrivatePage* const open = locked ? locked->open(keys) : nullptr)
      for (const app::PrivatePiece& piece : open->pieces) out += text(piece.at) + (piece.letter ? letter(*piece.letter) : '?') + " ";
    return out;
  };
  app::RecordedSetup setup = games::setup_of("le_choc");
  setup.sworn = true;
  app::BoardPlay through(*game_of("le_choc").board, {});
  through.begin_anew(app::UmpireKind::Sworn);
  {
    const auto recorder = Recorder::open(path, setup);
    look(**recorder, through, support::look({{1, 0}, {2, 2}}, {{1, 10}, {2, 5}}));
    through.lock(0, "Q7ZZ"), through.enter(0, "Q7ZZ", {1, 0}, 'A'), through.enter(0, "Q7ZZ", {2, 2}, 'D');
    seal(**recorder, through);
    look(**recorder, through, support::look({{1, 0}, {2, 3}}, {{1, 10}, {2, 5}}));
    seal(**recorder, through);
  }
  const auto stopped = stopped_in(path, game_of("le_choc"));
  ASSERT_TRUE(stopped && *stopped) << (stopped ? "" : stopped.error().message);
  app::BoardPlay& play = *(*stopped)->play;
  EXPECT_TRUE(play.told().sworn && play.told().entries.at(0).sealed);
  EXPECT_EQ(page(play, "Q7ZZ"), "");
  play.unseal(0, "Q7ZZ", "elsewhere");
  EXPECT_EQ(page(play, "Q7ZZ"), "");
  play.unseal(0, "Q7ZZ", "here");
  EXPECT_EQ(page(play, "Q7ZZ"), page(through, "Q7ZZ"));
  EXPECT_NE(page(play, "Q7ZZ"), "");
}

TEST(Stopped, OfABoardIsToldSquareBySquareWhatStandsOtherwise) {
  const app::BoardLook was = support::look({{1, 0}, {2, 3}}, {{1, 9}, {2, 5}});
  EXPECT_TRUE(differences_of(was, was).empty());
  app::BoardLook is = support::look({{1, 1}, {2, 3}, {2, 5}}, {});
  is.unseen = {{1, 9}};
  const auto all = differences_of(was, is);
  using Kind = app::BoardDifference::Kind;
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].kind, Kind::Gone);
  EXPECT_EQ(all[0].at, (measure::SquareName{1, 0}));
  EXPECT_EQ(all[1].kind, Kind::Appeared);
  EXPECT_EQ(all[1].at, (measure::SquareName{1, 1}));
  EXPECT_EQ(all[2].kind, Kind::OtherSide);
  EXPECT_EQ(all[2].at, (measure::SquareName{2, 5}));
}

}  // namespace
}  // namespace stopped_test
