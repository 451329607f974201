// Evidence of a moment of a recorded game: what was recorded is what it rests on.
#include <gmock/gmock.h>

#include <cmath>

#include "app/ask/ask.h"
#include "app/evidence/evidence.h"
#include "app/evidence/state_json.h"
#include "app/record/moment.h"
#include "app/record/recorder.h"
#include "tests/app/program.h"
#include "tests/app/recorded_games.h"

namespace evidence_record_test {
namespace {

namespace evidence = app::evidence;
using app::RecordStore;
using nlohmann::json;
using program::charge, program::run;
using testing::AllOf, testing::HasSubstr, testing::Not;

const std::string kHouse = "version = 1\n[charge]\n\"gun.bands\" = [1, 2, 3, 4, 5, 6]\n";

/// The clip of the recorded game, umpired and recorded once for all tests.
struct Kept {
  const program::Folder& folder = program::recorded_clip().folder;
  const std::string& path = program::recorded_clip().path;
  const program::Outcome& game = program::recorded_clip().game;
  std::vector<app::RecordEvent> tables;  // the settled ones
  Kept() {
    const auto store = RecordStore::read(path);
    EXPECT_TRUE(store && store->each([&](const app::RecordEvent& event) {
      if (event.kind == "settled") tables.push_back(event);
      return true;
    }));
  }
  /// The moment of a table.
  [[nodiscard]] std::string at(std::size_t table) const { return path + "@" + std::to_string(tables[table].time_s); }
};
const Kept& kept() {
  static const Kept recorded;
  return recorded;
}

program::Outcome asked(const std::string& moment, const std::string& out, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"evidence", "--from", "BG/gun", "--to", "R2", "--json", "--out", out, moment};
  words.insert(words.end(), more.begin(), more.end());
  return run(words);
}

TEST(EvidenceOfARecord, HoldsWhatWasRecordedAndVerifies) {
  ASSERT_EQ(kept().game.status, 0) << kept().game.err;
  ASSERT_GE(kept().tables.size(), 5U);
  const std::string out = kept().folder / "e.zip";
  const auto outcome = asked(kept().at(1), out);
  ASSERT_LE(outcome.status, 3) << outcome.err;
  EXPECT_EQ(outcome.lines().front()["question"]["ask"], "aim");
  EXPECT_THAT(outcome.err, HasSubstr("(event " + std::to_string(kept().tables[1].seq) + ")"));
  const auto checked = run({"verify", "--json", out});
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
  const auto files = evidence::files_of(program::bytes_of(out));
  ASSERT_TRUE(files);
  const auto jpeg = RecordStore::read(kept().path)->picture(kept().tables[1].seq);
  EXPECT_EQ(*evidence::find(*files, "picture.jpg"), std::string(jpeg->begin(), jpeg->end())) << "as it is, to the byte";
  EXPECT_EQ(*evidence::find(*files, "table.toml"), program::bytes_of(charge("table.toml")));
  EXPECT_EQ(*evidence::find(*files, "roster.toml"), program::bytes_of(charge("roster.toml")));
  const json body = json::parse(kept().tables[1].body);
  EXPECT_EQ(json::parse(*evidence::find(*files, "calibration.json")), body["camera"]) << "to the bit";
  EXPECT_EQ(body["camera"]["covariance"].size(), 15U);
  EXPECT_EQ(body["camera"]["lens"], "file");
  const auto state = evidence::read_state(*evidence::find(*files, "state.json"));
  ASSERT_TRUE(state);
  ASSERT_EQ(state->pieces.size(), body["state"]["pieces"].size());
  for (std::size_t i = 0; i < state->pieces.size(); ++i) {
    EXPECT_EQ(state->pieces[i].at.x.value, body["state"]["pieces"][i]["at"]["x"]);
    EXPECT_EQ(state->pieces[i].covariance.xy, body["state"]["pieces"][i]["covariance"]["xy"]);
  }
  EXPECT_THAT(*evidence::find(*files, "index.html"), HasSubstr("The two, with what was measured"));
}

// It would settle nothing if it said otherwise than the umpire did that evening.
TEST(EvidenceOfARecord, RulesAsTheUmpireRuledThen) {
  int compared = 0;
  for (const app::RecordEvent& table : kept().tables) {
    const auto moment = app::moment_at(*RecordStore::read(kept().path), table.time_s);
    ASSERT_TRUE(moment) << moment.error().message;
    EXPECT_EQ(moment->seq, table.seq);
    const auto scene = evidence::read_scene(
        {evidence::text_of(evidence::json_of(moment->state)), moment->setup.table, moment->setup.roster, "version = 1\n"});
    ASSERT_TRUE(scene) << scene.error().message;
    const json rulings = json::parse(table.body)["rulings"];
    for (const json& aim : rulings["aims"]) {
      const std::string rule = aim["because"].empty() ? "" : aim["because"][0]["rule"].get<std::string>();
      const auto contact = aim["verdict"] == "no" ? evidence::contact_known_by(rule) : std::nullopt;  // which places do not tell
      const auto ruling = evidence::rule(*scene, {"fire", aim["firer"], aim["target"], contact});
      ASSERT_TRUE(ruling) << ruling.error().message;
      EXPECT_EQ(ruling->answer["verdict"], aim["verdict"]) << aim["firer"] << " at " << aim["target"];
      ++compared;
    }
  }
  EXPECT_GE(compared, 30);
}

TEST(EvidenceOfARecord, DoesNotContradictAnUmpireWhoKnewOfAContact) {
  const std::string out = kept().folder / "contact.zip";
  const auto outcome = run({"evidence", "--from", "R2", "--to", "BC", "--json", "--out", out, kept().path + "@1000"});
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  const json answer = outcome.lines().front();
  EXPECT_EQ(answer["verdict"], "no");
  EXPECT_EQ(answer["because"][0]["rule"], "CG28");
  EXPECT_EQ(answer["question"]["contact"], json({{"since", "this_turn"}}));
  const auto asked_again = app::ask::answer(answer["question"].dump());
  EXPECT_EQ(asked_again.json["verdict"], "no") << "anybody can ask it";
  const auto checked = run({"verify", out, "--json"});
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
}

TEST(EvidenceOfARecord, TakesTheLastTableThatHadSettledByThen) {
  const auto store = RecordStore::read(kept().path);
  const auto seq_at = [&](double seconds) { return app::moment_at(*store, seconds)->seq; };
  const auto& tables = kept().tables;
  EXPECT_EQ(seq_at(tables[0].time_s), tables[0].seq);
  EXPECT_EQ(seq_at((tables[0].time_s + tables[1].time_s) / 2), tables[0].seq);
  EXPECT_EQ(seq_at(std::round(tables[1].time_s * 1000.0) / 1000.0), tables[1].seq) << "as `record show` tells it";
  EXPECT_EQ(seq_at(tables.back().time_s + 1000.0), tables.back().seq) << "until the next one";
}

TEST(EvidenceOfARecord, AsksForMovesAndMeasuresToo) {
  for (const auto& [ask, to] : {std::pair("move", "70,40"), {"measure", "R2/5"}}) {
    const std::string out = kept().folder / (std::string(ask) + ".zip");
    const auto outcome = run({"evidence", "--ask", ask, "--from", "R1/3", "--to", to, "--json", "--out", out, kept().at(1)});
    EXPECT_EQ(outcome.status, std::string(ask) == "move" ? 1 : 0) << outcome.err;
    EXPECT_EQ(run({"verify", out}).status, 0);
  }
}

/// A record of one table, as the program that reads it may find one: `camera` false, as it was before cameras were kept.
std::string one_table(const program::Folder& folder, bool camera, std::size_t pictures = 4, const std::string& roster = "",
                      const std::string& house = "") {
  const std::string path = folder / "one.vedette";
  const auto moment = app::moment_at(*RecordStore::read(kept().path), 1e6);
  EXPECT_TRUE(moment);
  app::RecordedSetup setup = moment->setup;
  setup.house = house;
  if (!roster.empty()) setup.roster = roster == "none" ? "" : roster;
  const auto recorder = app::Recorder::open(path, setup, {.most_pictures = pictures});
  EXPECT_TRUE(recorder) << recorder.error().message;
  vision::Frame frame;
  frame.bgr = cv::Mat(1080, 1920, CV_8UC3, cv::Scalar(90, 120, 60));
  vision::TableState state = moment->state;
  state.time = 3.0;
  (*recorder)->settled(state, nullptr, frame,
                       camera ? std::optional(moment->camera->registration) : std::optional<calibration::Registration>());
  return path;
}

TEST(EvidenceOfARecord, AnOlderRecordGivesItWithoutACamera) {
  const program::Folder folder;
  const auto outcome = asked(one_table(folder, false) + "@3", folder / "e.zip");
  ASSERT_LE(outcome.status, 3) << outcome.err;
  EXPECT_EQ(run({"verify", folder / "e.zip"}).status, 0);
  const auto files = evidence::files_of(program::bytes_of(folder / "e.zip"));
  EXPECT_EQ(json::parse(*evidence::find(*files, "calibration.json"))["known"], false);
  EXPECT_THAT(*evidence::find(*files, "index.html"),
              AllOf(HasSubstr("nothing is drawn over it"), Not(HasSubstr("The two, with what was measured"))));
  EXPECT_EQ(evidence::find(*files, "overlay.png")->substr(1, 3), "PNG");
}

TEST(EvidenceOfARecord, RulesByTheHouseRulesOfTheGame) {
  const program::Folder folder;
  const auto outcome = asked(one_table(folder, true, 4, "", kHouse) + "@3.5", folder / "e.zip");
  ASSERT_EQ(outcome.status, 1) << outcome.err << "out of range by these";
  EXPECT_EQ(*evidence::find(*evidence::files_of(program::bytes_of(folder / "e.zip")), "house-rules.toml"), kHouse);
}

TEST(EvidenceOfARecord, ExitStatusesSayWhatIsWrong) {
  const program::Folder folder;
  const std::string out = folder / "never.zip", one = one_table(folder, true, 0);
  const auto early = asked(one + "@2.9", out);
  EXPECT_EQ(early.status, 4);
  EXPECT_THAT(early.err, HasSubstr("no table had settled by second 2.9; the first one did at 3.000"));
  const auto dropped = asked(one + "@3", out);
  EXPECT_EQ(dropped.status, 4);
  EXPECT_THAT(dropped.err, HasSubstr("no picture could be kept"));
  EXPECT_EQ(asked(one, out).status, 2) << "no moment";
  EXPECT_THAT(asked(one + "@noon", out).err, HasSubstr("say which moment of the record"));
  EXPECT_EQ(asked(folder / "none.vedette@3", out).status, 6);
  for (const char* option : {"--table", "--roster", "--house", "--lens", "--empty", "--anchor"}) {
    const auto given = asked(kept().at(1), out, {option, "1,2=3,4"});
    EXPECT_EQ(given.status, 2) << option;
    EXPECT_THAT(given.err, AllOf(HasSubstr(option), HasSubstr("leave it out")));
  }
  EXPECT_THAT(run({"evidence", "--from", "BG/gun", "--to", "R2", "--out", out, charge("stills/05.jpg")}).err,
              HasSubstr("--table is required"));
  std::string bytes = program::bytes_of(kept().path);
  const auto name = bytes.rfind("R1/leader");
  ASSERT_NE(name, std::string::npos);
  bytes.replace(name, 9, "R1/loader");
  program::write_bytes(folder / "damaged.vedette", bytes);
  const auto damaged = asked(folder / "damaged.vedette@1000", out);
  EXPECT_EQ(damaged.status, 6);
  EXPECT_THAT(damaged.err, HasSubstr("damaged from event"));
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(EvidenceOfARecord, NobodyRulesOnABoardGameOrOnFiguresOfNoArmy) {
  const program::Folder folder, other;
  const std::string board = std::string(VEDETTE_SOURCE_DIR) + "/examples/boards/le_choc.toml", out = folder / "never.zip";
  ASSERT_TRUE(app::Recorder::open(folder / "board.vedette", {.game = "le_choc", .board = program::bytes_of(board)}));
  const auto outcome = asked(folder / "board.vedette@3", out);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("is the record of a board game"));
  const auto armless = asked(one_table(other, true, 4, "none") + "@3", out);
  EXPECT_EQ(armless.status, 2);
  EXPECT_THAT(armless.err, HasSubstr("without a roster"));
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace evidence_record_test
