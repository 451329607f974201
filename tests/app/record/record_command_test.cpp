// `--record`, `record`, `replay` and `export` as a player meets them.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/record/store.h"
#include "tests/app/program.h"
#include "tests/app/record/games.h"
#include "tests/app/recorded_games.h"

namespace record_command_test {
namespace {

using nlohmann::json;
using program::Folder;
using program::run;
using testing::AllOf, testing::HasSubstr, testing::IsEmpty, testing::Not;

const std::string kExamples = std::string(VEDETTE_SOURCE_DIR) + "/examples/";

std::vector<std::string> lines_with(const std::string& text, const std::string& part) {
  std::vector<std::string> lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);)
    if (line.find(part) != std::string::npos) lines.push_back(line);
  return lines;
}
std::vector<std::string> lines_of(const std::string& text) { return lines_with(text, ""); }

program::Outcome umpired(const std::string& record) {
  return run(program::on_charge({"umpire", "--json", "--record", record}, {program::charge("stills/04.jpg")}));
}
/// Makes `path` a copy of the record of one picture of the recorded game, which is umpired once for all tests of this process.
void copy_of_umpired(const std::string& path) {
  static const Folder folder;
  static const program::Outcome game = umpired(folder / "game.vedette");
  ASSERT_EQ(game.status, 0) << game.err;
  std::filesystem::copy_file(folder / "game.vedette", path);
}

TEST(RecordedGames, ArePlayed) {
  EXPECT_EQ(program::recorded_clip().game.status, 0) << program::recorded_clip().game.err;
  for (const std::string board : {"le_choc", "les_allies"})
    EXPECT_EQ(program::recorded_board(board).game.status, 0) << program::recorded_board(board).game.err;
}

TEST(RecordCommand, TheRecordedGameIsReplayedToTheByte) {
  const auto& [folder, path, game] = program::recorded_clip();
  const auto again = run({"replay", path, "--json"}), once_more = run({"replay", path, "--json"});
  EXPECT_EQ(again.status, 0) << again.err;
  const auto ruled = lines_with(game.out, "\"by_turn\":");
  EXPECT_GE(ruled.size(), 5U);
  EXPECT_EQ(lines_of(again.out), ruled);
  EXPECT_EQ(once_more.out, again.out);
}

TEST(RecordCommand, WithoutADisplayLiveGoesOnWhenItIsToldTo) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  const auto live = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"live"};
    for (const char* const what : {"table", "roster"})
      words.insert(words.end(), {std::string("--") + what, program::charge(std::string(what) + ".toml")});
    words.insert(words.end(), {"--lens", program::charge("lens.json"), "--record", path, "--source", program::charge("stills")});
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  };
  ASSERT_EQ(live({}).status, 0);
  const auto asked = live({});
  EXPECT_THAT(asked.err, AllOf(HasSubstr("A game stopped at "), HasSubstr(": 3 tables, "), HasSubstr("--go-on goes on with it")));
  const auto on = live({"--go-on"});
  EXPECT_THAT(on.err, HasSubstr("It goes on."));
  const auto shown = run({"record", "show", path, "--json"});
  std::vector<bool> goes_on;
  for (const json& line : shown.lines())
    if (line["kind"] == "resumed") goes_on.push_back(line["body"].value("goes_on", false));
  EXPECT_EQ(goes_on, (std::vector{false, true}));
  EXPECT_EQ(run({"replay", path, "--json"}).status, 0) << "every answer comes out again";
  EXPECT_EQ(run({"live", "--board", kExamples + "boards/le_choc.toml", "--source", kExamples + "le_choc/stills", "--go-on"}).status, 2);
}

TEST(RecordCommand, ABoardGameIsReplayedToTheByte) {
  for (const std::string game : {"le_choc", "les_allies"}) {
    const auto& [folder, path, tracked] = program::recorded_board(game);
    ASSERT_EQ(tracked.status, 0) << tracked.err;
    const auto again = run({"replay", path, "--json"});
    EXPECT_EQ(again.status, 0) << again.err;
    std::vector<json> told;
    for (const json& line : tracked.lines())
      if (line["settled"] == true && (told.empty() || !line["actions"].empty() || !line["differences"].empty())) told.push_back(line);
    std::vector<json> replayed;
    for (const json& line : again.lines())
      if (replayed.empty() || !line["actions"].empty() || !line["differences"].empty()) replayed.push_back(line);
    ASSERT_EQ(replayed.size(), told.size()) << game;
    ASSERT_GT(told.size(), 2U) << game;
    for (std::size_t i = 0; i < told.size(); ++i)
      for (const auto& [key, value] : replayed[i].items()) EXPECT_EQ(value, told[i][key]) << game << " " << key;
    const auto text = run({"export", path, "--to", "text"});
    EXPECT_EQ(text.status, 0);
    EXPECT_THAT(text.out, testing::StartsWith(game == "le_choc" ? "le choc record 1" : "les_allies record 1"));
  }
}

TEST(RecordCommand, ATrackedTableIsKeptToo) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  const auto tracked =
      run(program::on_charge({"track", "--json", "--record", path}, {program::charge("stills/04.jpg"), program::charge("stills/05.jpg")}));
  ASSERT_EQ(tracked.status, 0) << tracked.err;
  const auto ruled = run(program::on_charge({"umpire"}, {program::charge("stills/04.jpg"), program::charge("stills/05.jpg")}));
  EXPECT_EQ(run({"replay", path, "--json"}).out, ruled.out) << "it can be ruled on afterwards";
}

TEST(RecordCommand, SecondsOfTheRecordChooseWhatIsReplayed) {
  const std::string& path = program::recorded_clip().path;
  ASSERT_EQ(program::recorded_clip().game.status, 0);
  const auto all = run({"replay", path, "--json"}).lines();
  const double second = all[1]["time_s"], third = all[2]["time_s"];
  const auto from = run({"replay", path, "--json", "--from", std::to_string(second - 0.01)}).lines();
  EXPECT_EQ(from.size(), all.size() - 1);
  EXPECT_EQ(from.front(), all[1]) << "what came before is known all the same";
  EXPECT_EQ(run({"replay", path, "--json", "--from", std::to_string(second - 0.01), "--to", std::to_string(third - 0.01)}).lines().size(),
            1U);
}

TEST(RecordCommand, ShowListsAndExportTellsWhatARecordHolds) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  copy_of_umpired(path);
  const auto shown = run({"record", "show", path});
  EXPECT_THAT(shown.out, AllOf(HasSubstr("charge, begun 20"), HasSubstr("settled: "), HasSubstr("ruled on")));
  const auto lines = run({"record", "show", path, "--json"}).lines();
  EXPECT_EQ(lines.front()["kind"], "begun");
  EXPECT_THAT(lines.front()["body"]["program"].get<std::string>(), HasSubstr("vedette "));
  EXPECT_EQ(run({"export", path, "--to", "jsonl"}).lines(), lines);
  EXPECT_THAT(run({"export", path, "--to", "csv"}).out, HasSubstr(",R1/leader,"));
  EXPECT_THAT(run({"export", path, "--to", "text"}).out, HasSubstr("may fire at"));
  const auto listed = run({"record", "list", folder.path(), "--json"}).lines();
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed[0]["game"], "charge");
  EXPECT_EQ(listed[0]["file"], path);
  EXPECT_EQ(run({"export", path, "--to", "pdf"}).status, 2);
  EXPECT_EQ(run({"record", "show"}).status, 2);
}

TEST(RecordCommand, CheckSaysFromWhereOnARecordIsDamaged) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  copy_of_umpired(path);
  const auto whole = run({"record", "check", path, "--json"});
  EXPECT_EQ(whole.status, 0);
  EXPECT_EQ(whole.lines()[0]["whole"], true);
  {
    SQLite::Database file(path, SQLite::OPEN_READWRITE);
    file.exec("DROP TRIGGER event_stays; UPDATE event SET body = replace(body, 'R1/leader', 'R1/loader') WHERE seq = 3");
  }
  const auto damaged = run({"record", "check", path, "--json"});
  EXPECT_EQ(damaged.status, 1);
  EXPECT_EQ(damaged.lines()[0]["damaged_from"], 3);
  EXPECT_THAT(run({"record", "check", path}).out, HasSubstr("damaged from event 3"));
  const auto replayed = run({"replay", path, "--json"});
  EXPECT_EQ(replayed.status, 6);
  EXPECT_THAT(replayed.err, HasSubstr("damaged from event 3"));
  program::write_bytes(folder / "notes.txt", "red\n");
  for (const std::string& none : {folder / "notes.txt", folder / "nothing.vedette", program::charge("clip.mp4")}) {
    EXPECT_EQ(run({"record", "check", none}).status, 6) << none;
    EXPECT_EQ(run({"replay", none, "--json"}).status, 6) << none;
    EXPECT_EQ(run({"export", none, "--to", "text"}).status, 6) << none;
  }
}

TEST(RecordCommand, AnAnswerThatDiffersIsSaid) {
  const Folder folder;
  const std::string path = folder / "game.vedette", other = folder / "other.vedette";
  copy_of_umpired(path);
  {  // another program's answers, with a chain of their own
    auto copy = app::RecordStore::open(other);
    ASSERT_TRUE(app::RecordStore::read(path)->each([&](app::RecordEvent event) {
      if (event.seq == 3) event.body.replace(event.body.find("\"defeated\":false"), 16, "\"defeated\":true");
      return copy->append({&event, 1}).has_value();
    }));
  }
  EXPECT_EQ(run({"record", "check", other}).status, 0);
  const auto replayed = run({"replay", other, "--json"});
  EXPECT_EQ(replayed.status, 1);
  EXPECT_THAT(replayed.err, AllOf(HasSubstr("event 3"), HasSubstr("differs")));
  EXPECT_EQ(replayed.out, run({"replay", path, "--json"}).out) << "all the same every answer is given";
}

// ---- records that cannot be kept: said clearly, and the game goes on ----

void expect_goes_on(const std::string& path, const std::string& says) {
  const bool there = std::filesystem::exists(path);
  const std::string before = there ? program::bytes_of(path) : "";
  const auto game = umpired(path);
  EXPECT_EQ(lines_with(game.out, "\"by_turn\":").size(), 1U);
  EXPECT_EQ(game.status, 6);
  EXPECT_THAT(game.err, AllOf(HasSubstr(path), HasSubstr(says), HasSubstr("The game goes on without its record")));
  EXPECT_TRUE(!there || program::bytes_of(path) == before) << "nothing is overwritten";
}

TEST(RecordCommand, WhereNothingCanBeWrittenTheGameGoesOn) { expect_goes_on("/proc/self/game.vedette", "a folder of your own"); }

TEST(RecordCommand, BesideAnotherGamesRecordTheGameGoesOn) {
  const Folder folder;
  ASSERT_TRUE(app::Recorder::open(folder / "game.vedette", games::setup_of("le_choc")));
  expect_goes_on(folder / "game.vedette", "another game");
}

TEST(RecordCommand, BesideANewerFileTheGameGoesOn) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  copy_of_umpired(path);
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 2");
  expect_goes_on(path, "newer version");
}

TEST(RecordCommand, BesideSomethingElseTheGameGoesOn) {
  const Folder folder;
  program::write_bytes(folder / "game.vedette", "my notes");
  expect_goes_on(folder / "game.vedette", "is no record");
}

TEST(RecordCommand, WhileAnotherProgramRecordsThereTheGameGoesOn) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  auto held = app::RecordStore::open(path);
  ASSERT_TRUE(held);
  const auto game = umpired(path);
  EXPECT_EQ(game.status, 6);
  EXPECT_THAT(game.err, HasSubstr("another program has this record open"));
  EXPECT_THAT(lines_with(game.out, "\"by_turn\":"), Not(IsEmpty()));
  const app::RecordEvent one{0, 0.0, "note", "{}", {}};
  EXPECT_TRUE(held->append({&one, 1}));
}

TEST(RecordCommand, ARecordOfTheSameGameGoesOn) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  copy_of_umpired(path);
  const std::size_t once = run({"replay", path, "--json"}).lines().size();
  ASSERT_EQ(umpired(path).status, 0);
  const auto twice = run({"replay", path, "--json"});
  EXPECT_EQ(twice.status, 0) << twice.err;
  EXPECT_EQ(twice.lines().size(), 2 * once);
  EXPECT_THAT(run({"record", "show", path}).out, HasSubstr("resumed: charge"));
}

}  // namespace
}  // namespace record_command_test
