// What a player chooses inside the window is what the next start takes up again, and the recorded game stays as it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <thread>

#include "app/evidence/evidence.h"
#include "app/files/disk.h"
#include "app/record/replay.h"
#include "app/record/stopped.h"
#include "app/umpire/lead_back.h"
#include "app/window/controller.h"
#include "app/window/shell/theme.h"
#include "app/window/tools/hand_tools.h"
#include "app/window/tools/parts.h"
#include "app/window/tools/stage.h"

namespace controller_test {
namespace {

namespace fs = std::filesystem;
using testing::StartsWith;

const std::string kGame = std::string(VEDETTE_SOURCE_DIR) + "/examples/charge/";

class WhatIsUsed : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "vedette-window-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    home_ = pattern;
    for (const char* const folder : {"XDG_DATA_HOME", "XDG_CONFIG_HOME"}) setenv(folder, pattern.c_str(), 1);
    options_.used.table = kGame + "table.toml";
    options_.used.lens = kGame + "lens.json";
    options_.note = [this](const app::LastUsed& used) { noted_.push_back(used); };
  }
  void TearDown() override {
    for (const char* const folder : {"XDG_DATA_HOME", "XDG_CONFIG_HOME"}) unsetenv(folder);
    fs::remove_all(home_);
  }

  window::Controller controller() const {
    auto document = window::read_document(options_);
    EXPECT_TRUE(document);
    return window::Controller(options_, std::move(*document));
  }
  bool wait(window::Controller& controller, const std::function<bool()>& until) {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!until() && std::chrono::steady_clock::now() < patience) {
      controller.refresh(ui_, 0.0);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return until();
  }
  bool wait_for_note(window::Controller& controller, std::size_t notes) {
    return wait(controller, [&] { return noted_.size() >= notes; });
  }

  fs::path home_;
  window::LiveOptions options_;
  window::UiState ui_;
  std::vector<app::LastUsed> noted_;
};

TEST_F(WhatIsUsed, ASourceChosenInTheWindowIsTakenUpAgain) {
  window::Controller controller = this->controller();
  controller.carry_out(window::Requests{window::OpenSource{kGame + "stills"}}, ui_);
  ASSERT_TRUE(wait_for_note(controller, 1));
  EXPECT_EQ(noted_.back(), (app::LastUsed{.table = kGame + "table.toml",
                                          .roster = kGame + "roster.toml",
                                          .lens = kGame + "lens.json",
                                          .empty = "",
                                          .source = kGame + "stills"}));
  controller.carry_out(window::Requests{window::ChooseLens{std::nullopt}}, ui_);
  EXPECT_EQ(noted_.back().lens, "") << "the lens was put away";
  controller.carry_out(window::Requests{window::Undo{}}, ui_);
  EXPECT_EQ(noted_.back().lens, kGame + "lens.json");
}

TEST_F(WhatIsUsed, HouseRulesAreReadAndTakenUpAgain) {
  options_.used.source = kGame + "stills";
  options_.used.house = (home_ / "house-rules.toml").string();
  std::ofstream(options_.used.house) << "version = 1\n[charge]\n\"move.cavalry\" = 9\n";
  window::Controller controller = this->controller();
  EXPECT_EQ(controller.history().current().house.move_cavalry, 9.0);
  ASSERT_TRUE(wait_for_note(controller, 1));
  EXPECT_EQ(noted_.back().house, options_.used.house);
  std::ofstream(options_.used.house) << "version = 1\n[charge]\n\"move.cavalry\" = \"far\"\n";
  EXPECT_FALSE(window::read_document(options_));
}

TEST_F(WhatIsUsed, TheGameIsTakenBackToAnyLineOfItsLog) {
  fs::copy(kGame + "table.toml", home_ / "table.toml");
  options_.used.table = (home_ / "table.toml").string();  // the game is kept beside it
  window::Controller controller = this->controller();
  const auto play = [&](const std::string& says) {
    window::Document next = controller.history().current();
    auto game = next.game ? std::make_shared<rules::charge::Game>(*next.game) : std::make_shared<rules::charge::Game>();
    if (!says.empty()) game->log.push_back({1, rules::charge::Step::MoveFirst, "", says});
    next.game = game;
    controller.carry_out(window::Requests{window::ChangeDocument{next, {.game = true}}}, ui_);
  };
  for (const char* says : {"", "one", "two", "", "three"}) play(says);
  controller.carry_out(window::Requests{window::UndoGameTo{1}}, ui_);
  ASSERT_EQ(controller.history().current().game->log.size(), 1U);
  EXPECT_EQ(controller.history().current().game->log.back().says, "one");
  controller.carry_out(window::Requests{window::Redo{}}, ui_);
  EXPECT_EQ(controller.history().current().game->log.back().says, "two");
  controller.carry_out(window::Requests{window::UndoGameTo{0}}, ui_);
  EXPECT_TRUE(controller.history().current().game->log.empty()) << "the game has still begun";
}

TEST_F(WhatIsUsed, AScenarioIsReadPlayedAndTakenUpAgain) {
  const std::string file = (home_ / "scenario.toml").string();
  std::ofstream(file) << "version = 1\n[scenario]\nname = \"The hill\"\nturns = 4\n[objective]\nterrain = \"Windmill Hill\"\n";
  options_.used.roster = kGame + "roster.toml";
  options_.used.scenario = file;
  options_.used.source = kGame + "stills/05.jpg";
  window::Controller controller = this->controller();
  ASSERT_TRUE(controller.history().current().scenario);
  ASSERT_TRUE(wait_for_note(controller, 1));
  EXPECT_EQ(noted_.back().scenario, file);
  ASSERT_TRUE(wait(controller, [&] { return controller.snapshot().rulings && !controller.snapshot().rulings->empty(); }));
  EXPECT_EQ(controller.snapshot().rulings->front()->lines.back().says, "Windmill Hill: blue holds it (5 men)");
}

TEST_F(WhatIsUsed, ARosterMadeInTheWindowIsTakenUpAgain) {
  options_.used.table.clear();  // so that edits go to the player's own folder
  options_.used.source = kGame + "stills";
  window::Controller controller = this->controller();
  ASSERT_TRUE(wait_for_note(controller, 1));
  EXPECT_EQ(noted_.back().roster, "");
  window::Document next = controller.history().current();
  next.roster.armies.push_back({.name = "red", .colour = "", .units = {}});
  controller.carry_out(window::Requests{window::ChangeDocument{next, {.roster = true}}}, ui_);
  EXPECT_EQ(noted_.back().roster, (home_ / "vedette" / "roster.toml").string());
  EXPECT_TRUE(fs::exists(noted_.back().roster));
}

TEST_F(WhatIsUsed, ASourceThatGivesNoPictureIsNot) {
  window::Controller controller = this->controller();
  controller.carry_out(window::Requests{window::OpenSource{(home_ / "nothing").string()}}, ui_);
  ASSERT_TRUE(wait(controller, [&] { return !controller.snapshot().findings.empty(); }));
  EXPECT_TRUE(noted_.empty());
}

TEST_F(WhatIsUsed, TheRecordedGameIsNotedOnlyOnceItIsLeftAndStaysAsItIs) {
  options_.used.source = kGame + "stills";
  options_.keep_in = (home_ / "demo").string();
  window::Controller controller = this->controller();
  ASSERT_TRUE(wait(controller, [&] { return controller.snapshot().frame != nullptr; }));
  EXPECT_TRUE(noted_.empty());
  controller.carry_out(window::Requests{window::OpenSource{kGame + "stills/05.jpg"}}, ui_);
  ASSERT_TRUE(wait_for_note(controller, 1));
  EXPECT_THAT(noted_.back().table, StartsWith((home_ / "vedette").string()));
  EXPECT_TRUE(fs::exists(noted_.back().table));
  EXPECT_FALSE(fs::exists(home_ / "demo" / "table.toml"));
  EXPECT_EQ(noted_.back().source, kGame + "stills/05.jpg");
}

/// Who stands there: id and name.
std::map<int, std::string> who(const window::Controller& controller) {
  std::map<int, std::string> out;
  if (controller.snapshot().state)
    for (const auto& piece : controller.snapshot().state->pieces) out[piece.id] = piece.name;
  return out;
}

TEST_F(WhatIsUsed, ARemovedFigureAndARenamedUnitAreUndoneToTheSameFigures) {
  options_.used.source = kGame + "stills/05.jpg";
  options_.used.roster = kGame + "roster.toml";
  options_.keep_in = (home_ / "demo").string();
  window::Controller controller = this->controller();
  ASSERT_TRUE(wait(controller, [&] { return who(controller).size() > 70; }));
  const auto before = who(controller);
  const auto [id, name] = *std::next(before.begin(), 20);
  controller.carry_out(window::Requests{window::CorrectPieces{{app::RemovePiece{id}}}}, ui_);
  ASSERT_TRUE(wait(controller, [&] { return !who(controller).contains(id); }));
  window::Document next = controller.history().current();
  next.roster.armies[0].units[0].name = "Guards";
  controller.carry_out(window::Requests{window::ChangeDocument{next, {.roster = true}}}, ui_);
  ASSERT_TRUE(wait(controller, [&] { return std::ranges::any_of(who(controller), [](const auto& p) { return p.second == "Guards/1"; }); }));
  EXPECT_EQ(who(controller).size(), before.size() - 1);
  controller.carry_out(window::Requests{window::Undo{}, window::Undo{}}, ui_);
  EXPECT_TRUE(wait(controller, [&] { return who(controller) == before; }));
}

TEST_F(WhatIsUsed, CornersThatWereClickedAreKeptWithTheTable) {
  options_.used.table = (home_ / "table.toml").string();
  std::ofstream(options_.used.table) << "version = 1\n# ours\n[table]\nsize = [72, 48]\n";
  options_.used.lens.clear();
  {
    window::Controller controller = this->controller();
    window::Document next = controller.history().current();
    next.table = window::anchored(next.table, std::vector<calibration::ImagePoint>{{245, 966}, {1669, 989}, {1640, 95}, {298, 84}});
    controller.carry_out(window::Requests{window::ChangeDocument{next, {.table = true}}}, ui_);
  }
  window::Controller again = this->controller();
  ASSERT_EQ(again.history().current().table.anchors.size(), 4U);
  EXPECT_EQ(again.history().current().table.anchors[1].pixel, (calibration::ImagePoint{1669, 989}));
  std::ifstream file(options_.used.table);
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(file), {}), testing::HasSubstr("# ours"));
}

/// A table of its own with the recorded game's picture, and a game on it.
class AGame : public WhatIsUsed {
 protected:
  void SetUp() override {
    WhatIsUsed::SetUp();
    for (const char* file : {"table.toml", "roster.toml"}) fs::copy(kGame + file, home_ / file);
    options_.used.table = (home_ / "table.toml").string();
    options_.used.roster = (home_ / "roster.toml").string();
    options_.used.source = kGame + "stills/05.jpg";
  }
  bool settled(window::Controller& controller) {
    return wait(controller, [&] { return controller.snapshot().rulings && !controller.snapshot().rulings->empty(); });
  }
  /// Begins and goes on for so many steps.
  void play(window::Controller& controller, int steps) {
    const auto& seen = controller.snapshot().rulings->front()->field;
    for (int i = 0; i <= steps; ++i) {
      window::Document next = controller.history().current();
      next.game = std::make_shared<const rules::charge::Game>(
          next.game ? rules::charge::apply(*next.game, rules::charge::NextStep{}, next.house).game : rules::charge::begin(seen));
      controller.carry_out(window::Requests{window::ChangeDocument{std::move(next), {.game = true}}}, ui_);
    }
  }
  fs::path kept() const { return home_ / "game.json"; }
};

TEST_F(AGame, GoesOnAfterTheWindowWasClosed) {
  {
    window::Controller first = controller();
    ASSERT_TRUE(settled(first));
    play(first, 3);
    EXPECT_TRUE(fs::exists(kept()));
  }
  window::Controller again = controller();
  ASSERT_TRUE(settled(again));
  const auto& game = again.history().current().game;
  ASSERT_TRUE(game);
  EXPECT_EQ(game->step, rules::charge::Step::Musketry);
  EXPECT_FALSE(again.history().can_undo());
  EXPECT_EQ(rules::charge::compare(*game, again.snapshot().rulings->front()->field).agreement, rules::charge::Agreement::InStep);
  // What is undone is undone on disk as well, and a game that is ended does not come back.
  play(again, 0);
  window::Document ended = again.history().current();
  ended.game = nullptr;
  again.carry_out(window::Requests{window::ChangeDocument{std::move(ended), {.game = true}}}, ui_);
  EXPECT_FALSE(fs::exists(kept()));
  again.carry_out(window::Requests{window::Undo{}}, ui_);
  EXPECT_TRUE(fs::exists(kept()));
}

TEST_F(AGame, ThatIsDamagedIsKeptAsideAndNamed) {
  std::ofstream(kept()) << "{\"version\":1, \"game\"";
  window::Controller controller = this->controller();
  ASSERT_TRUE(settled(controller));
  EXPECT_FALSE(controller.history().current().game);
  EXPECT_THAT(ui_.notice, testing::AllOf(testing::HasSubstr("game.json"), testing::HasSubstr("game.json.bak")));
  EXPECT_TRUE(fs::exists(kept().string() + ".bak"));
  EXPECT_FALSE(fs::exists(kept()));
}

TEST_F(AGame, OfAnotherRosterIsKeptAside) {
  {
    window::Controller first = controller();
    ASSERT_TRUE(settled(first));
    play(first, 1);
  }
  auto text = [&] {
    std::ifstream file(home_ / "roster.toml");
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  text.replace(text.find("models = 13"), 11, "models = 12");
  std::ofstream(home_ / "roster.toml") << text;
  window::Controller again = controller();
  ASSERT_TRUE(settled(again));
  EXPECT_FALSE(again.history().current().game);
  EXPECT_THAT(ui_.notice, testing::HasSubstr("another table or roster"));
}

TEST_F(AGame, EndsWithAnotherSourceAndIsKeptAside) {
  window::Controller controller = this->controller();
  ASSERT_TRUE(settled(controller));
  play(controller, 1);
  controller.carry_out(window::Requests{window::OpenSource{kGame + "stills"}}, ui_);
  EXPECT_FALSE(controller.history().current().game);
  EXPECT_FALSE(fs::exists(kept()));
  EXPECT_TRUE(fs::exists(kept().string() + ".bak"));
}

/// The same, recorded.
class ARecordedGame : public AGame {
 protected:
  void SetUp() override {
    AGame::SetUp();
    options_.record = app::RecordWanted{.path = record(), .texts = {}};
    options_.record->texts.game = "charge";
    options_.record->texts.table = *app::read_text(options_.used.table);
    options_.record->texts.roster = *app::read_text(options_.used.roster);
  }
  std::string record() const { return (home_ / "evening.vedette").string(); }
  /// The window is opened again and finds what stopped.
  void open_again() {
    auto now = app::read_setup(options_.record->texts);
    ASSERT_TRUE(now);
    auto stopped = app::stopped_in(record(), *now);
    ASSERT_TRUE(stopped) << stopped.error().message;
    ASSERT_TRUE(*stopped);
    options_.stopped = std::make_shared<const app::StoppedGame>(std::move(**stopped));
    options_.record->path = (home_ / "later.vedette").string();
    ui_ = {};
  }
  void carry_out(window::Controller& controller, const window::Requests& requests) { controller.carry_out(requests, ui_); }
  /// A correction of the players is in the record too, so that its figures do not follow from looks alone.
  void swap(window::Controller& controller, const std::string& a, const std::string& b) {
    const auto id = [&](const std::string& name) { return id_of(controller, name); };
    carry_out(controller, {window::CorrectPieces{{app::Swap{id(a), id(b)}}}});
  }
  static int id_of(const window::Controller& controller, const std::string& name) {
    return std::ranges::find(controller.snapshot().state->pieces, name, &vision::Piece::name)->id;
  }
  static std::map<int, std::string> names(const window::Controller& controller) {
    std::map<int, std::string> out;
    for (const vision::Piece& piece : controller.snapshot().state->pieces) out[piece.id] = piece.name;
    return out;
  }
};

TEST_F(ARecordedGame, OffersTheRefereeItsTablesSoFar) {
  window::Controller controller = this->controller();
  ASSERT_TRUE(settled(controller));
  ASSERT_TRUE(wait(controller, [&] {
    if (!ui_.recorded) carry_out(controller, {window::ChooseTool{window::Tool::Judge}});  // the writer may still be at the first table
    return ui_.recorded != nullptr;
  }));
  EXPECT_TRUE(ui_.recording);
  carry_out(controller, {window::GoToTable{0}});
  ASSERT_TRUE(ui_.back) << ui_.notice;
  EXPECT_EQ(ui_.tool, window::Tool::Judge);
  EXPECT_FALSE(ui_.recording) << "the strip is that of the past";
  carry_out(controller, {window::BackToNow{}});
  EXPECT_FALSE(ui_.back);
  EXPECT_FALSE(ui_.recording) << "no screen is open";
}

// Reading an evening takes seconds: the window goes on meanwhile, and shows the past when it is there, unless something else was chosen.
TEST_F(ARecordedGame, IsReadBesideTheWindowThatLooksBack) {
  window::Controller controller = this->controller();
  ASSERT_TRUE(settled(controller));
  ASSERT_TRUE(wait(controller, [&] {
    if (ui_.told.empty() && !ui_.back) carry_out(controller, {window::LookBack{}});  // the writer may still be at the first table
    return ui_.back.has_value();
  })) << ui_.notice;
  EXPECT_EQ(ui_.told, "");
  EXPECT_TRUE(ui_.held);
  carry_out(controller, {window::BackToNow{}, window::LookBack{}});
  EXPECT_FALSE(ui_.back) << "nothing waits for it";
  EXPECT_NE(ui_.told, "");
  carry_out(controller, {window::ChooseTool{window::Tool::Ruler}});
  EXPECT_EQ(ui_.told, "");
  for (int i = 0; i < 300; ++i) {
    controller.refresh(ui_, 0.0);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_FALSE(ui_.back) << "a ruler was chosen since";
}

TEST_F(ARecordedGame, GoesOnWithItsStepsBackPastTheRestart) {
  std::map<int, std::string> before;
  {
    window::Controller first = controller();
    ASSERT_TRUE(settled(first));
    play(first, 3);
    carry_out(first, {window::Undo{}});
    before = names(first);
  }
  open_again();
  window::Controller again = controller();
  ASSERT_TRUE(again.stopped()) << "the players are asked first";
  EXPECT_FALSE(again.snapshot().frame);
  carry_out(again, {window::GoOn{true}});
  ASSERT_TRUE(settled(again));
  EXPECT_FALSE(again.stopped());
  const auto step = [&] { return again.history().current().game->step; };
  EXPECT_EQ(step(), rules::charge::Step::Artillery);
  EXPECT_EQ(names(again), before) << "every figure is who it was";
  EXPECT_EQ(rules::charge::compare(*again.history().current().game, again.snapshot().rulings->front()->field).agreement,
            rules::charge::Agreement::InStep);
  EXPECT_EQ(again.snapshot().rulings->front()->number, 2) << "tables are counted on";
  carry_out(again, {window::Redo{}});
  EXPECT_EQ(step(), rules::charge::Step::Musketry);
  carry_out(again, {window::Undo{}, window::Undo{}, window::Undo{}});
  EXPECT_EQ(step(), rules::charge::Step::MoveFirst);
  carry_out(again, {window::Undo{}});
  EXPECT_FALSE(again.history().current().game) << "to before it began";
  EXPECT_FALSE(again.history().can_undo());
}

TEST_F(ARecordedGame, ThatGoesOnIsOneRecordWhoseAnswersComeOutAgain) {
  for (int starts = 0; starts < 3; ++starts) {
    if (starts > 0) open_again();
    window::Controller watched = controller();
    if (starts > 0) carry_out(watched, {window::GoOn{true}});
    ASSERT_TRUE(settled(watched));
    play(watched, 0);
    swap(watched, "R1/1", "R1/2");
    const auto noted = watched.snapshot().serial;
    ASSERT_TRUE(wait(watched, [&] { return watched.snapshot().serial > noted + 1; }));
  }
  EXPECT_FALSE(fs::exists(home_ / "later.vedette"));
  int tables = 0;
  const auto store = app::RecordStore::read(record());
  ASSERT_TRUE(store);
  const auto done = app::replay(*store, [&](const app::ReplayedTable& table) {
    ++tables;
    EXPECT_FALSE(table.differs);
    EXPECT_TRUE(tables == 1 || table.state->added.empty()) << "who stood there has not come";
    return true;
  });
  EXPECT_TRUE(done) << done.error().message;
  EXPECT_EQ(tables, 3);
  open_again();
  EXPECT_EQ(options_.stopped->steps.back().size(), 3U);
}

TEST_F(ARecordedGame, MayStayAsItIsWhileAnotherBegins) {
  {
    window::Controller first = controller();
    ASSERT_TRUE(settled(first));
    play(first, 2);
  }
  open_again();
  const std::string old = *app::read_text(record());
  window::Controller anew = controller();
  carry_out(anew, {window::GoOn{false}});
  ASSERT_TRUE(settled(anew));
  EXPECT_FALSE(anew.history().current().game);
  EXPECT_TRUE(fs::exists(kept().string() + ".bak")) << "what the table's folder kept of it does not come back by itself";
  EXPECT_EQ(*app::read_text(record()), old);
  EXPECT_TRUE(fs::exists(home_ / "later.vedette"));
}

TEST_F(ARecordedGame, WhatStandsOtherwiseIsToldAgainstTheRecord) {
  options_.used.source = kGame + "stills/05.jpg";
  {
    window::Controller first = controller();
    ASSERT_TRUE(settled(first));
    play(first, 0);
  }
  open_again();
  options_.used.source = kGame + "stills/16.jpg";  // another table of the same game
  window::Controller again = controller();
  carry_out(again, {window::GoOn{true}});
  ASSERT_TRUE(settled(again));
  ASSERT_TRUE(again.snapshot().stopped_at);
  const auto ways = app::lead_back(*again.snapshot().stopped_at, again.snapshot().rulings->front()->field);
  EXPECT_FALSE(ways.empty());
  for (const app::WayBack& way : ways) EXPECT_NE(way.name, "") << app::difference_text(way);
}

TEST_F(ARecordedGame, HoldsWhatWasDeclaredAndWhetherItIsKept) {
  std::size_t lines = 0;
  {
    window::Controller first = controller();
    ASSERT_TRUE(settled(first));
    play(first, 0);
    lines = first.history().current().game->log.size();
    const overlay::Intent intent{{.piece = id_of(first, "R1/leader")}, {.piece = id_of(first, "B1/leader")}, true, measure::Inches(6.0)};
    carry_out(first, {window::LayTool{intent}});
    carry_out(first, {window::Undo{}, window::Redo{}});
    const auto& log = first.history().current().game->log;
    ASSERT_EQ(log.size(), lines + 1);
    EXPECT_THAT(log.back().says, testing::StartsWith("R1/leader stays beyond 6 in of B1/leader: kept, "));
    EXPECT_EQ(first.readings().size(), 1U);
    const auto noted = first.snapshot().serial;
    ASSERT_TRUE(wait(first, [&] { return first.snapshot().serial > noted; }));
    EXPECT_EQ(first.history().current().game->log.size(), lines + 1) << "the same is not said twice";
  }
  int intents = 0;
  ASSERT_TRUE(app::RecordStore::read(record()).value().each([&](const app::RecordEvent& event) {
    intents += event.kind == "intent" ? 1 : 0;
    return true;
  }));
  EXPECT_EQ(intents, 1);
  open_again();
  EXPECT_EQ(options_.stopped->steps.now()->log.size(), lines + 1);
  EXPECT_EQ(options_.stopped->steps.back().size(), 1U) << "a line is no step";
}

/// The referee's screen over a picture of the recorded game.
class Referee : public WhatIsUsed {
 protected:
  void SetUp() override {
    WhatIsUsed::SetUp();
    options_.used.roster = kGame + "roster.toml";
    options_.used.source = kGame + "stills/05.jpg";
    controller_.emplace(controller());
    ASSERT_TRUE(wait(*controller_, [&] { return controller_->snapshot().rulings != nullptr; }));
    carry_out({window::ChooseTool{window::Tool::Judge}});
    ASSERT_TRUE(ui_.held);
  }
  void carry_out(const window::Requests& requests) { controller_->carry_out(requests, ui_); }
  window::Look look() const {
    return {.snapshot = *ui_.held->moment, .document = controller_->history().current(), .readings = controller_->readings()};
  }
  const vision::Piece& piece(const std::string& name) const {
    return *std::ranges::find(ui_.held->moment->state->pieces, name, &vision::Piece::name);
  }
  void click(std::optional<int> id) {
    ui_.hovered = id;
    window::Requests requests;
    window::part_of(window::Tool::Judge).click({look(), ui_, window::Theme{}, requests}, {});
    carry_out(requests);
  }
  /// Clicks both; where the picture then closes in on.
  std::vector<measure::TablePoint> judge(const std::string& firer, const std::string& target) {
    click(piece(firer).id);
    click(piece(target).id);
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (about().empty() && std::chrono::steady_clock::now() < patience) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      click(std::nullopt);  // bare ground: only takes the answer
    }
    return about();
  }
  std::vector<measure::TablePoint> about() const { return window::part_of(window::Tool::Judge).closes_in_on(ui_); }

  std::optional<window::Controller> controller_;
};

TEST_F(Referee, RulesOnTwoClicksAndShowsTheTwo) {
  const auto before = window::stage_overlay(look(), ui_).size();
  const auto about = judge("BG/gun", "R1/leader");
  ASSERT_GE(about.size(), 2U);
  EXPECT_NEAR(measure::distance(about.front(), piece("BG/gun").at).value, 0.0, 1e-6);
  EXPECT_GT(window::stage_overlay(look(), ui_).size(), before + 3) << "line, corridor, arc, labels";
  click(piece("RG/gun").id);
  EXPECT_TRUE(this->about().empty()) << "the next ruling has begun";
}

TEST_F(Referee, WhatIsRuledGoesIntoTheRecord) {
  const std::string file = (home_ / "game.vedette").string();
  options_.record = app::RecordWanted{.path = file, .texts = {}};
  options_.record->texts.game = "charge";
  options_.record->texts.table = *app::read_text(options_.used.table);
  options_.record->texts.roster = *app::read_text(options_.used.roster);
  controller_.emplace(controller());
  ui_ = {};
  ASSERT_TRUE(wait(*controller_, [&] { return controller_->snapshot().state != nullptr; }));
  carry_out({window::ChooseTool{window::Tool::Judge}});
  judge("BG/gun", "R1/leader");
  carry_out({window::NoteRuling{"signed", {{"by", "red"}}}});
  const auto noted = controller_->snapshot().serial;
  ASSERT_TRUE(wait(*controller_, [&] { return controller_->snapshot().serial > noted + 1; }));
  controller_.reset();  // the record is closed
  std::vector<std::string> kinds;
  const auto store = app::RecordStore::read(file);
  ASSERT_TRUE(store) << store.error().message;
  ASSERT_TRUE(store->each([&](const app::RecordEvent& event) {
    kinds.push_back(event.kind);
    return true;
  }));
  EXPECT_THAT(kinds, testing::IsSupersetOf({"settled", "judged", "signed"}));
}

TEST_F(Referee, ADialThatIsTurnedIsKeptInTheHouseRulesAndInTheRecord) {
  const std::string file = (home_ / "game.vedette").string(), house = (home_ / "our-rules.toml").string();
  ASSERT_TRUE(app::write_text(house, "version = 1\n# ours\n[referee]\ntoo_close = \"target\"\n"));
  options_.used.house = house;
  options_.record = app::RecordWanted{.path = file, .texts = {}};
  options_.record->texts.game = "charge";
  options_.record->texts.table = *app::read_text(options_.used.table);
  options_.record->texts.roster = *app::read_text(options_.used.roster);
  options_.record->texts.house = *app::read_text(house);
  controller_.emplace(controller());
  ui_ = {};
  ASSERT_TRUE(wait(*controller_, [&] { return controller_->snapshot().rulings != nullptr; }));
  carry_out({window::TurnDial{"C-A4", app::Dial::Propose}});
  EXPECT_EQ(ui_.notice, "");
  EXPECT_EQ(app::dial_of(controller_->history().current().custom.rules, "C-A4"), app::Dial::Propose);
  const std::string written = *app::read_text(house);
  EXPECT_EQ(written, "version = 1\n# ours\n[referee]\nrules = { \"C-A4\" = \"propose\" }\ntoo_close = \"target\"\n");
  carry_out({window::Undo{}});
  EXPECT_EQ(app::dial_of(controller_->history().current().custom.rules, "C-A4"), app::Dial::Enforce);
  carry_out({window::Redo{}});
  EXPECT_EQ(*app::read_text(house), written);
  // What another hand has written meanwhile stays.
  ASSERT_TRUE(app::write_text(house, "version = 1\n# other\n"));
  carry_out({window::TurnDial{"C-A4", app::Dial::Log}});
  EXPECT_EQ(*app::read_text(house), "version = 1\n# other\n\n[referee]\nrules = { \"C-A4\" = \"log\" }\n");
  const auto recorded = [&] {
    std::string last;
    EXPECT_TRUE(app::RecordStore::read(file).value().each([&](const app::RecordEvent& event) {
      if (event.kind == "set_up") last = event.body;
      return true;
    }));
    return last.find(R"(rules = { \"C-A4\" = \"log\" })") != std::string::npos;
  };
  EXPECT_TRUE(wait(*controller_, recorded)) << "the record has the whole set-up again";
}

TEST_F(Referee, WhereTheHouseRulesCannotBeWrittenSoThatIsSaidAndNothingIsTurned) {
  const std::string house = (home_ / "spread.toml").string();
  ASSERT_TRUE(app::write_text(house, "version = 1\n[referee.rules]\nCG = \"log\"\n"));
  options_.used.house = house;
  controller_.emplace(controller());
  carry_out({window::TurnDial{"C-A4", app::Dial::Propose}});
  EXPECT_THAT(ui_.notice, testing::HasSubstr("spread.toml:2"));
  EXPECT_EQ(app::dial_of(controller_->history().current().custom.rules, "C-A4"), app::Dial::Enforce);
}

TEST_F(Referee, WhereNoHouseRulesAreNamedTheyLieBesideTheTableAndAreReadAgain) {
  std::filesystem::copy_file(options_.used.table, home_ / "table.toml");
  options_.used.table = (home_ / "table.toml").string();
  controller_.emplace(controller());
  carry_out({window::TurnDial{"CG4", app::Dial::Ignore}});
  EXPECT_EQ(ui_.notice, "");
  const std::string house = (home_ / "house-rules.toml").string();
  EXPECT_EQ(controller_->in_use().house, house);
  EXPECT_EQ(app::dial_of(window::read_document(options_)->custom.rules, "CG4"), app::Dial::Ignore);
}

TEST_F(Referee, HoldsItsMomentUntilItIsLeft) {
  const app::SharedSnapshot moment = ui_.held->moment;
  carry_out({window::OpenSource{kGame + "stills"}});
  ASSERT_TRUE(wait(*controller_, [&] { return &controller_->snapshot() != moment.get(); }));
  EXPECT_EQ(ui_.held->moment, moment);
  ui_.view.zoom = 3.0;
  carry_out({window::Cancel{}});
  EXPECT_FALSE(ui_.held);
  EXPECT_EQ(ui_.view.zoom, 1.0) << "the picture lies as before";
}

TEST_F(Referee, WhatTheUmpireKnowsOfTheTurnIsNotContradicted) {
  auto moment = std::make_shared<app::Snapshot>(*ui_.held->moment);
  auto table = std::make_shared<app::RuledTable>(*moment->rulings->front());
  const auto shot = std::ranges::find_if(
      table->lines, [](const app::RulingLine& line) { return line.verdict == measure::Verdict::Yes && line.at && line.ids.size() == 2; });
  ASSERT_NE(shot, table->lines.end()) << "somebody may fire in this picture";
  const auto name = [&](int id) { return vision::find_piece(*moment->state, id)->name; };
  const std::string firer = name(shot->ids[0]), target = name(shot->ids[1]);
  table->lines = {{.verdict = measure::Verdict::No, .rule = "CG28", .says = "they came into contact this turn", .ids = {shot->ids[0]}}};
  moment->rulings = std::make_shared<const app::RulingLog>(app::RulingLog{table});
  ui_.held->moment = moment;
  judge(firer, target);
  window::Requests requests;
  window::part_of(window::Tool::Judge).key('E', look(), ui_, requests);
  ASSERT_EQ(requests.size(), 1U);
  const auto* const wish = std::get_if<window::WriteEvidence>(&requests.front());
  ASSERT_TRUE(wish && wish->contact) << "what places do not tell stands in the evidence";
  EXPECT_EQ(wish->contact->made_this_turn, true);
}

TEST_F(Referee, OneKeyMoreWritesEvidenceThatHolds) {
  judge("BG/gun", "R1/leader");
  window::Requests requests;
  window::part_of(window::Tool::Judge).key('E', look(), ui_, requests);
  ASSERT_EQ(requests.size(), 1U);
  carry_out(requests);
  ASSERT_THAT(ui_.told, StartsWith("Evidence: " + home_.string())) << ui_.notice;
  const auto zip = app::read_text(ui_.told.substr(10), app::evidence::kLargestArchive);
  ASSERT_TRUE(zip);
  const auto verified = app::evidence::verify(*zip, "");
  ASSERT_TRUE(verified);
  EXPECT_TRUE(verified->holds()) << verified->why_not;
  carry_out(requests);
  EXPECT_THAT(ui_.told, testing::EndsWith("(2).zip")) << "the first stays as it is";
}

TEST_F(WhatIsUsed, ATableThatDoesNotMeasureBeforehandLaysNoTool) {
  options_.used.source = kGame + "stills/05.jpg";
  options_.used.house = (home_ / "house-rules.toml").string();
  options_.used.table = (home_ / "table.toml").string();  // the game is kept beside it
  fs::copy(kGame + "table.toml", home_ / "table.toml");
  for (const std::string measuring : {"free", "logged", "forbidden"}) {
    std::ofstream(options_.used.house) << "version = 1\n[referee]\nmeasuring = \"" << measuring << "\"\n";
    ui_ = {};
    fs::remove(home_ / "game.json");
    window::Controller controller = this->controller();
    ASSERT_TRUE(wait(controller, [&] { return controller.snapshot().state != nullptr; }));
    const window::LayTool ruler{overlay::Ruler{{.point = {}}, {.point = {measure::Inches(3), measure::Inches(4)}}}};
    controller.carry_out(window::Requests{ruler}, ui_);
    EXPECT_EQ(controller.history().current().laid.size(), 1U) << "no game is played";
    window::Document next = controller.history().current();
    next.game = std::make_shared<const rules::charge::Game>();
    controller.carry_out(window::Requests{window::ChangeDocument{next, {.game = true}}, ruler}, ui_);
    const window::Document& now = controller.history().current();
    EXPECT_EQ(now.laid.size(), measuring == "forbidden" ? 1U : 2U);
    EXPECT_EQ(ui_.notice.empty(), measuring != "forbidden") << ui_.notice;
    ASSERT_EQ(now.game->log.size(), measuring == "logged" ? 1U : 0U);
    if (measuring == "logged") {
      EXPECT_THAT(now.game->log.front().says, testing::HasSubstr("5.00"));
    }
  }
}

}  // namespace
}  // namespace controller_test
