// Events whose chain holds and whose bodies are nothing a game writes, as a fuzzer found them: each is told, or refused with what is wrong.
#include <gmock/gmock.h>

#include "app/record/export.h"
#include "app/record/moment.h"
#include "app/session/timeline.h"
#include "tests/app/record/games.h"

namespace odd_events_test {
namespace {

using app::RecordEvent, app::RecordStore;
using program::Folder;
using testing::HasSubstr, testing::IsEmpty, testing::Not;

std::string written(const Folder& folder, const std::vector<RecordEvent>& events) {
  const std::string path = folder / "game.vedette";
  auto store = RecordStore::open(path);
  EXPECT_TRUE(store && store->append(events));
  return path;
}
RecordEvent begun(const std::string& game) { return {0, 0.0, "begun", app::body_of(games::setup_of(game)), {}}; }

/// A settled table that is ruled on: without it nothing is looked back at.
RecordEvent settled() {
  vision::TableState state;
  state.settled = true;
  return {0, 1.0, "settled", nlohmann::ordered_json{{"state", app::exact_json(state)}, {"rulings", nullptr}}.dump(), {}};
}

const std::vector<std::string> kBodies{"",
                                       "null",
                                       "7",
                                       "\"x\"",
                                       "[]",
                                       "{",
                                       "{}",
                                       R"({"state":[],"rulings":7})",
                                       R"({"state":{"pieces":7}})",
                                       R"({"answer":{"actions":[7,{"side":7,"says":[]}]},"look":{"standing":null}})",
                                       R"({"answer":7,"game":7,"began_at":[]})",
                                       R"({"moved":"yes","registered":7,"firer":7,"verdict":[],"how":{}})",
                                       "\xff\xfe"};

TEST(OddEvents, EachIsToldInWordsAndAsALineThatReadsBack) {
  for (const char* kind : {"settled", "look", "begun", "camera", "judged", "game", "nobody knows this"})
    for (const std::string& body : kBodies) {
      const RecordEvent event{3, 1.0, kind, body, {}};
      EXPECT_THAT(app::in_words(event), Not(IsEmpty()));
      const std::string line = app::export_line(event).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
      EXPECT_EQ(nlohmann::json::parse(line).size(), 4U) << line;
    }
}

TEST(OddEvents, ASetUpOfAnotherGameIsRefused) {
  app::RecordedSetup smaller = games::setup_of("draughts");
  smaller.board.replace(smaller.board.find("[10, 10]"), 8, "[ 8,  8]");
  const RecordEvent other{0, 1.0, "set_up", app::body_of(smaller), {}};
  for (const auto& [first, second] :
       {std::pair(begun("le_choc"), begun("charge")), std::pair(begun("charge"), begun("draughts")), std::pair(begun("draughts"), other)}) {
    const Folder folder;
    const auto store = RecordStore::read(written(folder, {first, second, settled()}));
    const auto replayed = app::replay(*store, [](const app::ReplayedTable&) { return true; });
    ASSERT_FALSE(replayed);
    EXPECT_THAT(replayed.error().message, testing::AllOf(HasSubstr("event 2"), HasSubstr("another game")));
  }
}

TEST(OddEvents, NoneEndsTheProgramThatLooksBack) {
  for (const char* kind : {"settled", "look", "camera", "judged", "called", "correction", "game", "undo"})
    for (const std::string& body : kBodies) {
      const Folder folder;
      const auto store = RecordStore::read(written(folder, {begun("charge"), settled(), {0, 2.0, kind, body, {}}}));
      ASSERT_TRUE(store);
      const auto timeline = app::Timeline::read(store->path());
      const auto moment = app::moment_at(*store, 5.0);
      std::string exported;
      const auto text = app::write_export(*store, "text", [&](const std::string& more) { exported += more; });
      if (!timeline) {
        EXPECT_THAT(timeline.error().message, HasSubstr("event 3"));
      }
      EXPECT_EQ(timeline.has_value(), text.has_value());
      EXPECT_TRUE(moment || !moment.error().message.empty());
    }
}

}  // namespace
}  // namespace odd_events_test
