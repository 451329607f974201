// A record gone through again gives the recorded answers to the bit, and names the one that is not as it was.
#include "app/record/replay.h"

#include <gmock/gmock.h>
#include <algorithm>
#include <sstream>

#include "app/board/board_replay.h"
#include "app/record/export.h"
#include "rules/le_choc/record/record.h"
#include "rules/les_allies/record/record.h"
#include "tests/app/record/games.h"
#include "tests/support/board_looks.h"
#include "tests/support/campaign.h"

namespace replay_test {
namespace {

using app::Recorder, app::RecordStore, app::ReplayedTable;
using program::Folder;
using testing::HasSubstr;

struct Replayed {
  int tables = 0, different = 0;
  std::string answers = {}, problem = {};
};
Replayed replayed(const std::string& path) {
  Replayed out;
  const auto store = RecordStore::read(path);
  if (!store) return {.problem = store.error().message};
  const auto done = app::replay(*store, [&](const ReplayedTable& table) {
    if (!table.state && !table.look) return true;
    ++out.tables;
    if (table.differs) ++out.different;
    out.answers += table.answer.dump() + "\n";
    return true;
  });
  if (!done) out.problem = done.error().message;
  return out;
}
std::string exported(const std::string& path, const std::string& to) {
  std::string text;
  const auto done = app::write_export(RecordStore::read(path).value(), to, [&](const std::string& more) { text += more; });
  EXPECT_TRUE(done) << done.error().message;
  return text;
}

TEST(Replay, ATableIsReadAsItWasWritten) {
  games::Tables tables(app::read_setup(games::setup_of("charge"))->roster, 3);
  for (int i = 0; i < 20; ++i) {
    const vision::TableState state = tables.next();
    const auto json = app::exact_json(state);
    const auto again = app::state_from(nlohmann::ordered_json::parse(json.dump()));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(app::exact_json(*again).dump(), json.dump());
    ASSERT_EQ(again->pieces.size(), state.pieces.size());
    for (std::size_t k = 0; k < state.pieces.size(); ++k) {
      EXPECT_EQ(again->pieces[k].at.x.value, state.pieces[k].at.x.value);
      EXPECT_EQ(again->pieces[k].covariance.xy, state.pieces[k].covariance.xy);
      EXPECT_EQ(again->pieces[k].heading.has_value(), state.pieces[k].heading.has_value());
      EXPECT_EQ(again->pieces[k].base, state.pieces[k].base);
    }
  }
}

TEST(Replay, RandomGamesGiveTheirAnswersToTheBitTwice) {
  const int games = tries(2, 60);
  for (const char* const game : {"charge", "le_choc", "les_allies", "draughts", "les_allies_battle"})
    for (int seed = 0; seed < games; ++seed) {
      const Folder folder;
      const std::string path = folder / "game.vedette";
      std::string record;
      {
        const auto recorder = Recorder::open(path, games::setup_of(game));
        ASSERT_TRUE(recorder) << recorder.error().message;
        games::Playing playing(game, **recorder, static_cast<unsigned>(seed));
        for (int i = 0; i < (std::string(game) == "charge" ? 6 : tries(14, 40)); ++i) playing.step();
        if (std::string(game) != "charge") record = playing.play().told().record;
      }
      const Replayed once = replayed(path), again = replayed(path);
      EXPECT_EQ(once.problem, "");
      EXPECT_GT(once.tables, 4) << game;
      EXPECT_EQ(once.different, 0) << game << " " << seed;
      EXPECT_EQ(once.answers, again.answers);
      EXPECT_TRUE(record.empty() || exported(path, "text") == record) << game << " " << seed;
    }
}

TEST(Replay, HouseRulesAndDialsCountFromWhereTheyWereChanged) {
  constexpr int kTables = 6;  // by each
  const auto answers = [](const std::vector<std::string>& houses) {
    const Folder folder;
    const std::string path = folder / "game.vedette";
    {
      const auto recorder = Recorder::open(path, games::setup_of("charge"));
      games::Playing playing("charge", **recorder, 3);
      for (const std::string& house : houses) {
        playing.rule_by("version = 1\n" + house);
        for (int i = 0; i < kTables; ++i) playing.step();
      }
    }
    const Replayed once = replayed(path);
    EXPECT_EQ(once.problem, "");
    EXPECT_EQ(once.different, 0);
    std::vector<std::string> lines;
    std::istringstream all(once.answers);
    for (std::string line; std::getline(all, line);) lines.push_back(line);
    return lines;
  };
  const std::string short_steps = "[charge]\n\"move.cavalry\" = 0.5\n",
                    lenient = "[referee]\nrules = { C-M = \"propose\", C-A = \"ignore\" }\n";
  const auto plain = answers({"", "", ""}), changed = answers({"", short_steps, lenient});
  ASSERT_EQ(plain.size(), 3U * kTables);
  ASSERT_EQ(changed.size(), 3U * kTables);
  const auto same = [&](int house) {
    const auto first = plain.begin() + house * kTables;
    return std::equal(first, first + kTables, changed.begin() + house * kTables);
  };
  EXPECT_TRUE(same(0));
  EXPECT_FALSE(same(1)) << "by the house rule";
  EXPECT_FALSE(same(2)) << "by the dials";
}

/// A sworn game in which red attacks from c4 on c6; the looks are those of one whose attacker wins.
std::string sworn_fight(const std::string& path, char attacker, std::optional<char> defender) {
  const app::RecordedGame game = app::read_setup(games::setup_of("le_choc")).value();
  const auto recorder = Recorder::open(path, games::setup_of("le_choc"));
  app::BoardPlay play(*game.board, {});
  play.begin_anew(app::UmpireKind::Sworn);
  (*recorder)->wish("begin_anew", {{"umpire", "sworn"}});
  const auto look = [&](const std::vector<measure::SquareName>& red, const std::vector<measure::SquareName>& blue) {
    const app::BoardLook seen = support::look(red, blue);
    const auto ruling = play.rule(seen);
    (*recorder)->look(seen, answer_of(ruling, play.umpire(), *game.board), ruling && !ruling->unchanged, {}, play.shown());
  };
  look({{1, 0}, {2, 2}}, {{1, 10}, {2, 5}});
  play.lock(0, "REDKEYS");
  play.enter(0, "REDKEYS", {2, 2}, attacker), play.enter(0, "REDKEYS", {1, 0}, 'A');
  play.enter(1, "", {2, 5}, defender), play.enter(1, "", {1, 10}, 'B');
  look({{1, 0}, {2, 3}}, {{1, 10}, {2, 5}});
  look({{1, 0}, {2, 3}}, {{1, 9}, {2, 5}});
  look({{1, 0}, {2, 5}}, {{1, 9}});
  look({{1, 0}, {2, 5}}, {{1, 8}});
  play.undo();
  (*recorder)->wish("undo", nlohmann::ordered_json::object(), play.shown());
  look({{1, 0}, {2, 5}}, {{1, 7}});
  return play.told().record;
}

TEST(Replay, ASwornGameIsPlayedAgainWithoutItsLetters) {
  for (const auto& [attacker, defender] :
       {std::pair('D', std::optional('B')), {'D', std::optional('C')}, {'H', std::optional('A')}, {'D', std::nullopt}}) {
    const Folder folder;
    const std::string path = folder / "game.vedette";
    const std::string record = sworn_fight(path, attacker, defender);
    const Replayed again = replayed(path);
    EXPECT_EQ(again.problem, "");
    EXPECT_EQ(again.tables, 6);
    EXPECT_EQ(again.different, 0) << attacker;
    EXPECT_EQ(exported(path, "text"), record) << attacker;
    const std::string all = exported(path, "jsonl"), fought = std::string(1, attacker) + defender.value_or('?');
    EXPECT_EQ(all.find("\"shown\":{\"fights\":[[0,\"" + fought + "\"]]") != std::string::npos, defender.has_value())
        << "what was shown is known to everybody";
    EXPECT_EQ(all.find("REDKEYS"), std::string::npos);
  }
}

/// A sworn game of Le Choc on the same looks, in which nobody fights; `order` gives the letters.
std::string sworn(const std::string& path, unsigned looks, unsigned order, int steps) {
  const auto recorder =
      Recorder::open(path, games::setup_of("le_choc"), {.most_pictures = 1000, .now = [] { return "2026-11-21T19:30:00Z"; }});
  games::Playing playing("le_choc", **recorder, looks);
  playing.swear(looks);
  playing.entrust(order);
  for (int i = 0; i < steps; ++i) playing.step();
  return playing.play().told().record;
}

/// Every event of a record; of sealed letters only how long they are.
std::vector<std::string> public_events(const std::string& path) {
  std::vector<std::string> out;
  const auto store = app::RecordStore::read(path).value();
  EXPECT_TRUE(store.each([&](const app::RecordEvent& event) {
    auto body = nlohmann::ordered_json::parse(event.body);
    if (event.kind == "sealed")
      for (const char* part : {"salt", "nonce", "box"}) body[part] = body[part].get<std::string>().size();
    out.push_back(fmt::format("{} {} {} {}", event.seq, event.time_s, event.kind, body.dump()));
    return true;
  }));
  return out;
}

TEST(Replay, GamesThatDifferInLettersAloneAreOneRecordButForWhatIsSealed) {
  const unsigned games = tries(1, 20);
  for (unsigned seed = 0; seed < games; ++seed) {
    const Folder folder;
    const std::string a = sworn(folder / "a.vedette", seed, 1, 25), b = sworn(folder / "b.vedette", seed, 2, 25);
    EXPECT_EQ(a, b);
    const auto events = public_events(folder / "a.vedette");
    EXPECT_EQ(events, public_events(folder / "b.vedette"));
    EXPECT_TRUE(std::ranges::any_of(events, [](const std::string& event) { return event.find("sealed") != std::string::npos; }));
    EXPECT_EQ(program::bytes_of(folder / "a.vedette").size(), program::bytes_of(folder / "b.vedette").size());
  }
}

TEST(Replay, NamesAnAnswerThatIsNotAsItWasRecorded) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  {
    const auto recorder = Recorder::open(path, games::setup_of("charge"));
    games::Tables tables((app::read_setup(games::setup_of("charge")))->roster, 3);
    (*recorder)->settled(tables.next(), {{"moved", 7}}, {});
    (*recorder)->settled(tables.next(), nullptr, {});
  }
  EXPECT_EQ(replayed(path).different, 1) << "the second was ruled on by nobody";
  EXPECT_EQ(replayed(path).tables, 2);
}

TEST(Replay, SaysWhichEventItCannotUnderstand) {
  const Folder folder;
  const auto with = [&](const std::string& kind, const std::string& body) {
    const std::string path = folder / "odd.vedette";
    std::filesystem::remove(path);
    auto store = RecordStore::open(path);
    const std::vector<app::RecordEvent> events{{0, 0.0, "begun", app::body_of(games::setup_of("le_choc")), {}}, {0, 1.0, kind, body, {}}};
    EXPECT_TRUE(store->append(events));
    return replayed(path).problem;
  };
  EXPECT_THAT(with("look", "{}"), HasSubstr("event 2 (look): /answer"));
  EXPECT_THAT(
      with("look", R"({"frame":"1","time_s":0,"look":{"standing":[{"at":{"column":90,"row":0},"side":0,"general":false,"sure":true}],
                   "unseen":[],"unsure":[],"long_at_rest":false},"answer":{}})"),
      HasSubstr("no such square"));
  EXPECT_THAT(with("choose", R"({"which":-1})"), HasSubstr("/which"));
  EXPECT_THAT(with("look", "nonsense"), HasSubstr("event 2"));
  EXPECT_THAT(with("begun", R"({"game":"charge"})"), HasSubstr("/table"));
  EXPECT_EQ(with("of a later program", "{}"), "") << "what is not known is passed over";
}

/// Somewhere in it another value, a value less, or one twice.
void spoil(nlohmann::ordered_json& at, std::mt19937& random) {
  const auto below = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
  if (at.is_structured() && !at.empty() && below(8) > 0) {
    auto child = at.begin();
    std::advance(child, static_cast<std::ptrdiff_t>(below(at.size())));
    if (const auto what = below(40); what == 0)
      at.erase(child);
    else if (what < 3 && at.is_array())
      at.push_back(nlohmann::ordered_json(*child));
    else
      spoil(*child, random);
    return;
  }
  const std::vector<nlohmann::ordered_json> values{nullptr,
                                                   true,
                                                   -1,
                                                   0,
                                                   3,
                                                   1000000,
                                                   4294967296U,
                                                   0.5,
                                                   -1e300,
                                                   "",
                                                   "A",
                                                   nlohmann::ordered_json::array(),
                                                   nlohmann::ordered_json::object()};
  at = values[below(values.size())];
}

TEST(Replay, WhateverAnEventHoldsItIsReadOrRefused) {
  std::mt19937 random(11);
  int refused = 0, read = 0;
  for (const std::string game : {"charge", "le_choc", "les_allies"}) {
    const Folder folder;
    std::vector<app::RecordEvent> events;
    {
      const auto recorder = Recorder::open(folder / "game.vedette", games::setup_of(game));
      games::Playing playing(game, **recorder, 4);
      for (int i = 0; i < 6; ++i) playing.step();
    }
    const auto copied = RecordStore::read(folder / "game.vedette").value().each([&](const app::RecordEvent& event) {
      return events.push_back(event), true;
    });
    ASSERT_TRUE(copied);
    for (int i = 0; i < tries(60, 2000); ++i) {
      std::vector<app::RecordEvent> spoilt = events;
      app::RecordEvent& one = spoilt[std::uniform_int_distribution<std::size_t>(0, spoilt.size() - 1)(random)];
      auto body = nlohmann::ordered_json::parse(one.body);
      for (int times = 0; times < 3; ++times) spoil(body, random);
      one.body = body.dump();
      const std::string path = folder / "spoilt.vedette";
      std::filesystem::remove(path);
      ASSERT_TRUE(RecordStore::open(path).value().append(spoilt));
      replayed(path).problem.empty() ? ++read : ++refused;
    }
  }
  EXPECT_GT(refused, 30);
  EXPECT_GT(read, 5);
}

TEST(Export, TheTextOfABoardGameReadsBackAsItIs) {
  for (const char* const game : {"le_choc", "les_allies", "draughts", "les_allies_battle"}) {
    const Folder folder;
    const std::string path = folder / "game.vedette";
    {
      const auto recorder = Recorder::open(path, games::setup_of(game));
      games::Playing playing(game, **recorder, 8);
      for (int i = 0; i < 30; ++i) playing.step();
    }
    const std::string text = exported(path, "text");
    const app::BoardReplay again(text, *app::read_setup(games::setup_of(game))->board);
    EXPECT_FALSE(again.trouble()) << game << " " << (again.trouble() ? again.trouble()->says : "") << "\n" << text;
    EXPECT_GT(again.steps().size(), 1U) << game;
  }
}

TEST(Export, EveryEventIsALineOfJson) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  {
    const auto recorder = Recorder::open(path, games::setup_of("charge"));
    games::Playing playing("charge", **recorder, 8);
    for (int i = 0; i < 3; ++i) playing.step();
  }
  std::istringstream lines(exported(path, "jsonl"));
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    EXPECT_EQ(json["seq"], ++count);
    EXPECT_TRUE(json["body"].is_object());
  }
  EXPECT_GE(count, 4);
  const std::string csv = exported(path, "csv");
  EXPECT_THAT(csv, testing::StartsWith("seq,time_s,frame,id,name,army,unit,x_in,y_in,heading_deg,seen\n"));
  EXPECT_GT(std::ranges::count(csv, '\n'), 30);
}

}  // namespace
}  // namespace replay_test
