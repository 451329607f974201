// The file of a record: what is put in comes out, nothing is overwritten, and damage is named by the event it begins with.
#include "app/record/store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/app/program.h"

namespace store_test {
namespace {

using app::RecordEvent, app::RecordStore;
using program::Folder;
using testing::AllOf, testing::HasSubstr;

RecordEvent event(int number) { return {0, 10.0 * number, "note", "{\"number\":" + std::to_string(number) + "}", {}}; }

/// A record of `events` events, ten seconds apart; every third has a picture.
std::string written(const Folder& folder, int events) {
  const std::string path = folder / "game.vedette";
  auto store = RecordStore::open(path);
  EXPECT_TRUE(store) << store.error().message;
  for (int i = 1; i <= events; ++i) {
    RecordEvent one = event(i);
    if (i % 3 == 0) one.jpeg = {0xff, 0xd8, static_cast<unsigned char>(i)};
    EXPECT_TRUE(store->append({&one, 1}));
  }
  return path;
}

struct Read {
  std::vector<RecordEvent> events;
  std::string problem;
};
Read read(const std::string& path) {
  Read out;
  const auto store = RecordStore::read(path);
  if (!store) return {{}, store.error().message};
  const auto done = store->each([&](const RecordEvent& one) { return out.events.push_back(one), true; });
  if (!done) out.problem = done.error().message;
  return out;
}

/// What somebody does to a record who goes around this program.
void meddle(const std::string& path, const std::string& with) {
  SQLite::Database file(path, SQLite::OPEN_READWRITE);
  file.exec("DROP TRIGGER event_stays; DROP TRIGGER event_is_kept; DROP TRIGGER picture_stays; DROP TRIGGER picture_is_kept; " + with);
}

TEST(RecordStore, GivesBackWhatWasPutInNumberedFromOne) {
  const Folder folder;
  const Read all = read(written(folder, 5));
  EXPECT_EQ(all.problem, "");
  ASSERT_EQ(all.events.size(), 5U);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(all.events[static_cast<std::size_t>(i)].seq, i + 1);
    EXPECT_EQ(all.events[static_cast<std::size_t>(i)].time_s, 10.0 * (i + 1));
    EXPECT_EQ(all.events[static_cast<std::size_t>(i)].body, event(i + 1).body);
  }
  const auto store = RecordStore::read(folder / "game.vedette");
  EXPECT_EQ(store->picture(3).value().back(), 3);
  EXPECT_FALSE(store->picture(2));
  EXPECT_EQ(store->structure(), "");
}

// SQLite keeps it as zero; the chain over its sign then did not hold, and the whole record passed for damaged.
TEST(RecordStore, KeepsATimeOfNegativeZero) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  const RecordEvent first{0, -0.0, "note", "{}", {}};
  ASSERT_TRUE(RecordStore::open(path)->append({&first, 1}));
  const Read all = read(path);
  EXPECT_EQ(all.problem, "");
  ASSERT_EQ(all.events.size(), 1U);
  EXPECT_EQ(all.events[0].time_s, 0.0);
}

TEST(RecordStore, GoesOnWhereItStopped) {
  const Folder folder;
  const std::string path = written(folder, 4);
  {
    auto store = RecordStore::open(path);
    ASSERT_TRUE(store) << store.error().message;
    const RecordEvent more = event(5);
    ASSERT_TRUE(store->append({&more, 1}));
  }
  const Read all = read(path);
  EXPECT_EQ(all.problem, "");
  EXPECT_EQ(all.events.size(), 5U);
}

TEST(RecordStore, IsOnePlainFileWhenItIsClosed) {
  const Folder folder;
  written(folder, 4);
  const auto begin = std::filesystem::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin, std::filesystem::directory_iterator()), 1);
}

TEST(RecordStore, CanBeReadWhileItIsWritten) {
  const Folder folder;
  const std::string path = written(folder, 2);
  auto store = RecordStore::open(path);
  const RecordEvent more = event(3);
  ASSERT_TRUE(store->append({&more, 1}));
  EXPECT_EQ(read(path).events.size(), 3U);
  ASSERT_TRUE(store->append({&more, 1}));
  EXPECT_EQ(read(path).events.size(), 4U);
}

TEST(RecordStore, ChangesNoEventAndTakesNoneOut) {
  const Folder folder;
  const std::string path = written(folder, 3);
  SQLite::Database file(path, SQLite::OPEN_READWRITE);
  for (const char* statement :
       {"UPDATE event SET body = '{}' WHERE seq = 2", "DELETE FROM event", "UPDATE picture SET jpeg = x'00'", "DELETE FROM picture"})
    EXPECT_THROW(file.exec(statement), SQLite::Exception) << statement;
}

TEST(RecordStore, NamesTheFirstEventThatIsDamaged) {
  const struct {
    const char* name;
    const char* meddling;
    int first;
  } cases[]{
      {"a body", "UPDATE event SET body = '{}' WHERE seq = 17", 17},
      {"a time", "UPDATE event SET time_s = 1 WHERE seq = 9", 9},
      {"a kind", "UPDATE event SET kind = 'other' WHERE seq = 20", 20},
      {"a picture", "UPDATE picture SET jpeg = x'00' WHERE seq = 12", 12},
      {"a picture gone", "DELETE FROM picture WHERE seq = 12", 12},
      {"a picture more", "INSERT INTO picture VALUES (13, x'00')", 13},
      {"an event gone", "DELETE FROM event WHERE seq = 5", 5},
      {"two events swapped",
       "UPDATE event SET seq = 100 WHERE seq = 7; UPDATE event SET seq = 7 WHERE seq = 8; UPDATE event SET seq = 8 WHERE seq = 100", 7},
      {"the first event gone", "DELETE FROM event WHERE seq = 1", 1},
      {"an event put in", "INSERT INTO event VALUES (21, 1, 'note', '{}', x'00')", 21}};
  for (const auto& each : cases) {
    const Folder folder;
    const std::string path = written(folder, 20);
    meddle(path, each.meddling);
    const Read all = read(path);
    EXPECT_EQ(all.events.size(), static_cast<std::size_t>(each.first - 1)) << each.name;
    EXPECT_THAT(all.problem,
                HasSubstr(each.first == 1 ? "damaged from the first event" : "damaged from event " + std::to_string(each.first)))
        << each.name;
    EXPECT_FALSE(RecordStore::open(path)) << each.name << ": nothing is added to a damaged record";
  }
}

TEST(RecordStore, SaysFromWhenOnItIsDamaged) {
  EXPECT_EQ(app::damaged_from(17, 723.4), "damaged from event 17, 12:03 on; what is before it is whole");
  EXPECT_EQ(app::clock_of(3723.0), "1:02:03");
  EXPECT_EQ(app::clock_of(-1e300), "0:00");
  EXPECT_EQ(app::clock_of(1e300).front(), '2') << "a file may say anything";
}

TEST(RecordStore, NoByteOfAnEventCanBeChangedUnseen) {
  const Folder folder;
  const std::string path = written(folder, 30), bytes = program::bytes_of(path), other = folder / "other.vedette";
  const Read whole = read(path);
  for (std::size_t at = 0; at < bytes.size(); at += 13) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
    program::write_bytes(other, flipped);
    const Read now = read(other);
    for (std::size_t i = 0; i < now.events.size(); ++i) {
      ASSERT_LT(i, whole.events.size()) << at;
      EXPECT_EQ(now.events[i].body, whole.events[i].body) << at;
      EXPECT_EQ(now.events[i].time_s, whole.events[i].time_s) << at;
    }
    EXPECT_TRUE(!now.problem.empty() || now.events.size() == whole.events.size()) << at;
  }
}

// ---- files that are not to be written: said what, where and what to do, and left as they are ----

std::string refused(const std::string& path) {
  const bool there = std::filesystem::is_regular_file(path);
  const std::string before = there ? program::bytes_of(path) : "";
  const auto store = RecordStore::open(path);
  EXPECT_FALSE(store);
  EXPECT_TRUE(!there || program::bytes_of(path) == before) << "nothing is overwritten";
  return store ? "" : store.error().message;
}

TEST(RecordStore, LeavesAloneWhatIsNoRecord) {
  const Folder folder;
  for (const std::string& text : {std::string("red\n"), std::string(3000, 'x'), std::string("SQLite format 3")}) {
    program::write_bytes(folder / "notes.txt", text);
    EXPECT_THAT(refused(folder / "notes.txt"), AllOf(HasSubstr("notes.txt"), HasSubstr("is no record"), HasSubstr("name another file")));
  }
  {
    SQLite::Database other(folder / "other.db", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("CREATE TABLE mine (a)");
  }
  EXPECT_THAT(refused(folder / "other.db"), HasSubstr("is no record"));
  EXPECT_THAT(read(folder / "other.db").problem, HasSubstr("is no record"));
  EXPECT_THAT(refused(folder.path()), HasSubstr("is a folder"));
}

TEST(RecordStore, LeavesAloneAFileOfANewerVersion) {
  const Folder folder;
  const std::string path = written(folder, 3);
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 7");
  EXPECT_THAT(refused(path), AllOf(HasSubstr("newer version"), HasSubstr("format 7"), HasSubstr("name another file")));
  EXPECT_THAT(read(path).problem, HasSubstr("newer version"));
}

TEST(RecordStore, IsWrittenByOneProgramAtATime) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  auto first = RecordStore::open(path);
  ASSERT_TRUE(first);
  const auto second = RecordStore::open(path);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, AllOf(HasSubstr(path), HasSubstr("another program has this record open"), HasSubstr("close it")));
  const RecordEvent one = event(1);
  EXPECT_TRUE(first->append({&one, 1})) << "the first goes on";
}

TEST(RecordStore, SaysThatAFolderCannotBeWritten) {
  EXPECT_THAT(refused("/proc/self/game.vedette"), AllOf(HasSubstr("/proc/self/game.vedette"), HasSubstr("a folder of your own")));
  EXPECT_THAT(refused("/nowhere/at/all/game.vedette"), HasSubstr("a folder of your own"));
  if (::geteuid() == 0) return;  // may write everywhere
  const Folder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_THAT(refused(folder / "game.vedette"), HasSubstr("a folder of your own"));
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
}

TEST(RecordStore, AFullDiskCostsNothingThatWasWritten) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  {
    auto store = RecordStore::open(path, 12);  // pages
    ASSERT_TRUE(store);
    const RecordEvent small = event(1), large{0, 20.0, "note", "\"" + std::string(100000, 'x') + "\"", {}};
    ASSERT_TRUE(store->append({&small, 1}));
    const auto full = store->append({&large, 1});
    ASSERT_FALSE(full);
    EXPECT_THAT(full.error().message, AllOf(HasSubstr("the disk is full"), HasSubstr("make room")));
    EXPECT_TRUE(store->append({&small, 1})) << "what fits is written again";
  }
  const Read all = read(path);
  EXPECT_EQ(all.problem, "");
  EXPECT_EQ(all.events.size(), 2U);
}

}  // namespace
}  // namespace store_test
