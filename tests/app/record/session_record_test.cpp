// What `live` keeps: the same record from a session as from a command, with what the players corrected, edited and wished.
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

#include "app/files/board_file.h"
#include "app/record/export.h"
#include "app/record/moment.h"
#include "app/record/stopped.h"
#include "app/session/board_session.h"
#include "app/session/session.h"
#include "tests/app/program.h"
#include "tests/app/recorded_game.h"
#include "vision/sources/frame_source.h"

namespace session_record_test {
namespace {

using namespace std::chrono_literals;
using program::Folder;
using testing::Contains, testing::HasSubstr;

/// Waits until it is so; false after a minute, which only a broken session needs.
bool soon(const std::function<bool()>& so) {
  for (int i = 0; i < 12000; ++i) {
    if (so()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

struct Kept {
  std::vector<std::string> kinds;
  int tables = 0, different = 0;
};
Kept kept(const std::string& path) {
  Kept out;
  const auto store = app::RecordStore::read(path);
  EXPECT_TRUE(store) << store.error().message;
  if (!store) return out;
  EXPECT_TRUE(store->each([&](const app::RecordEvent& event) { return out.kinds.push_back(event.kind), true; }));
  const auto done = app::replay(*store, [&](const app::ReplayedTable& table) {
    if (table.state || table.look) ++out.tables;
    if (table.differs) ++out.different;
    return true;
  });
  EXPECT_TRUE(done) << done.error().message;
  return out;
}

std::unique_ptr<vision::FrameSource> stills() {
  return std::make_unique<recorded::HurriedStills>(std::move(*vision::open_source(recorded::kGame + "stills")));
}
bool ended(const app::Session& session) { return session.latest()->status == vision::SourceStatus::Ended; }

TEST(SessionRecord, KeepsTablesCorrectionsAndEdits) {
  const Folder folder;
  const std::string path = folder / "live.vedette";
  std::size_t ruled = 0;
  {
    app::Session session(recorded::setup());
    session.record({.path = path, .texts = {.game = "charge"}});
    session.open(stills());
    ASSERT_TRUE(soon([&] { return ended(session); }));
    ruled = session.latest()->rulings->size();
    session.correct(app::Swap{1, 2});
    vision::Setup edited = recorded::setup();
    edited.table.terrain.pop_back();
    session.replace_setup(edited);
    session.open(stills());
    ASSERT_TRUE(soon([&] { return session.latest()->status == vision::SourceStatus::Running; }));
    ASSERT_TRUE(soon([&] { return ended(session); }));
  }
  const Kept all = kept(path);
  const auto moment = app::moment_at(*app::RecordStore::read(path), 1e6);
  EXPECT_TRUE(moment && moment->camera && moment->camera->lens_given) << "evidence can be written of it";
  EXPECT_EQ(all.different, 0);
  EXPECT_GE(all.tables, static_cast<int>(2 * ruled));
  EXPECT_THAT(all.kinds, Contains("correction"));
  EXPECT_THAT(all.kinds, Contains("set_up"));
  EXPECT_THAT(all.kinds, Contains("resumed")) << "another source";
}

// What waited for its turn when the session ended was lost.
TEST(SessionRecord, KeepsWhatIsNotedAsTheSessionEnds) {
  const Folder folder;
  const std::string path = folder / "live.vedette";
  {
    app::Session session(recorded::setup());
    session.record({.path = path, .texts = {.game = "charge"}});
    session.open(stills());
    ASSERT_TRUE(soon([&] { return ended(session); }));
    for (const char* const by : {"red", "blue"}) session.note("signed", {{"by", by}});
  }
  EXPECT_EQ(std::ranges::count(kept(path).kinds, "signed"), 2);
}

TEST(SessionRecord, WhereNothingWasPlayedNothingIsLeft) {
  const Folder folder;
  const std::string path = folder / "live.vedette";
  for (const bool by_itself : {true, false}) {
    {
      app::Session session(recorded::setup());
      session.record({.path = path, .texts = {.game = "charge"}, .by_itself = by_itself});
      program::write_bytes(folder / "grey.png", "no picture");
      session.open(folder.path());
      ASSERT_TRUE(soon([&] { return session.latest()->serial > 2; }));
    }
    EXPECT_EQ(std::filesystem::exists(path), !by_itself);
  }
}

TEST(SessionRecord, WhatCannotBeKeptIsAFindingAndTheGameGoesOn) {
  app::Session session(recorded::setup());
  session.record({.path = "/proc/self/live.vedette", .texts = {.game = "charge"}});
  session.open(stills());
  ASSERT_TRUE(soon([&] { return ended(session); }));
  bool said = false;
  for (const auto& finding : session.latest()->findings) said |= finding.code == "not-recorded";
  EXPECT_TRUE(said);
  EXPECT_FALSE(session.latest()->rulings->empty());
}

TEST(SessionRecord, KeepsLooksAndWishesOfABoard) {
  const Folder folder, pictures;
  const std::string path = folder / "live.vedette", game = std::string(VEDETTE_SOURCE_DIR) + "/examples/";
  for (const char* name : {"00.jpg", "01.jpg"}) std::filesystem::copy_file(game + "le_choc/stills/" + name, pictures / name);
  const auto file = app::read_board(game + "boards/le_choc.toml");
  const auto lens = app::read_lens(game + "le_choc/lens.json");
  ASSERT_TRUE(file && lens);
  {
    app::BoardSession session({.board = file->board, .tags = file->tags, .anchors = {}, .lens = *lens}, {});
    session.record({.path = path, .texts = {.game = "le_choc", .board = program::bytes_of(game + "boards/le_choc.toml")}});
    session.begin_anew(app::UmpireKind::Sworn);
    session.open(pictures.path());
    ASSERT_TRUE(soon([&] { return session.latest()->status == vision::SourceStatus::Ended; }));
    session.lock(0, "SECRETKEY");
    session.enter(0, "SECRETKEY", session.latest()->standing.front().at, 'F');
    session.undo();
    session.begin_anew(app::UmpireKind::Open);
    const auto serial = session.latest()->serial;
    ASSERT_TRUE(soon([&] { return session.latest()->serial > serial && !session.latest()->sworn; }));
  }
  const Kept all = kept(path);
  EXPECT_EQ(all.different, 0);
  EXPECT_GE(all.tables, 2);
  EXPECT_THAT(all.kinds, Contains("undo"));
  EXPECT_THAT(all.kinds, Contains("begin_anew"));
  EXPECT_THAT(all.kinds, Contains("sealed"));
  EXPECT_EQ(program::bytes_of(path).find("SECRETKEY"), std::string::npos) << "keys are not recorded, and letters only sealed";
}

/// Pictures of the recorded game of Le Choc, watched until the last has been read.
struct Board {
  const std::string examples = std::string(VEDETTE_SOURCE_DIR) + "/examples/";
  const Folder folder;
  const std::string path = folder / "live.vedette";
  app::RecordedSetup texts{.game = "le_choc", .board = program::bytes_of(examples + "boards/le_choc.toml")};

  std::unique_ptr<app::BoardSession> watch(const std::vector<std::string>& pictures, std::shared_ptr<const app::StoppedGame> stopped = {}) {
    const std::string from = folder / pictures.front();
    std::filesystem::create_directory(from);
    for (std::size_t i = 0; i < pictures.size(); ++i)  // in the order of their new names
      std::filesystem::copy_file(examples + "le_choc/stills/" + pictures[i] + ".jpg", from + "/" + std::to_string(i) + ".jpg");
    const auto file = app::read_board(examples + "boards/le_choc.toml");
    auto session = std::make_unique<app::BoardSession>(
        vision::BoardSetup{
            .board = file->board, .tags = file->tags, .anchors = {}, .lens = *app::read_lens(examples + "le_choc/lens.json")},
        app::BoardHouses{});
    texts.goes_on = stopped != nullptr;
    if (stopped) session->go_on(stopped);
    session->record({.path = path, .texts = texts});
    session->open(from);
    EXPECT_TRUE(soon([&] { return session->latest()->status == vision::SourceStatus::Ended; }));
    return session;
  }
  std::shared_ptr<const app::StoppedGame> stopped() const {
    auto found = app::stopped_in(path, app::read_setup(texts).value());
    EXPECT_TRUE(found && *found);
    return std::make_shared<const app::StoppedGame>(std::move(**found));
  }
};

TEST(SessionRecord, ABoardGameGoesOnOnceTheBoardStandsAsItStopped) {
  Board board;
  const std::string before = board.watch({"00", "01", "02"})->latest()->record;
  {
    const auto session = board.watch({"04", "02", "03"}, board.stopped());  // otherwise, put right, played on
    EXPECT_TRUE(session->latest()->astray.empty());
    EXPECT_EQ(session->latest()->log.size(), 3U) << "of the board that stood otherwise nothing was told";
    for (int steps = 0; steps < 3; ++steps) session->undo();
    EXPECT_TRUE(soon([&] { return session->latest()->log.size() == 6; })) << "taken back three times, twice past the restart";
  }
  EXPECT_NE(before, "");
  EXPECT_EQ(kept(board.path).different, 0);
}

TEST(SessionRecord, ABoardThatStandsOtherwiseIsToldAndTakenAsItStandsIfThePlayersSaySo) {
  Board board;
  (void)board.watch({"00", "01", "02"});
  const auto session = board.watch({"03"}, board.stopped());
  EXPECT_FALSE(session->latest()->astray.empty());
  EXPECT_EQ(session->latest()->log.size(), 2U);
  session->take_as_it_stands();
  EXPECT_TRUE(soon([&] { return session->latest()->astray.empty() && session->latest()->log.size() == 3; }));
}

}  // namespace
}  // namespace session_record_test
