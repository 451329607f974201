// The watching thread: snapshots come, wishes are carried out, and what goes wrong is said.
#include "app/session/session.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <opencv2/imgcodecs.hpp>
#include <thread>

#include "tests/app/recorded_game.h"
#include "tests/app/still_camera.h"

namespace session_test {
namespace {

using namespace std::chrono_literals;
using recorded::HurriedStills;
using recorded::kGame;
using recorded::StillCamera;
using vision::SourceStatus;

/// A source that a test leads: it delivers grey pictures while it is `up`.
struct Script {
  std::atomic<SourceStatus> status = SourceStatus::Running;
  std::atomic<int> delivered = 0;
};

class ScriptedSource : public vision::FrameSource {
 public:
  explicit ScriptedSource(std::shared_ptr<Script> script) : script_(std::move(script)) {}
  vision::Delivery next(std::chrono::milliseconds /*patience*/) override {
    std::this_thread::sleep_for(5ms);
    vision::Delivery delivery;
    delivery.status = script_->status;
    if (delivery.status != SourceStatus::Running) return delivery;
    const int number = ++script_->delivered;
    delivery.frame = vision::make_frame(cv::Mat(120, 160, CV_8UC3, cv::Scalar(90, 90, 90)), 0.01 * number, std::to_string(number),
                                        static_cast<std::uint64_t>(number));
    return delivery;
  }
  [[nodiscard]] bool live() const override { return true; }
  [[nodiscard]] bool stills() const override { return false; }
  [[nodiscard]] std::string describe() const override { return "a scripted camera"; }

 private:
  std::shared_ptr<Script> script_;
};

/// Waits until it is so; false after a minute, which only a broken session needs: the sanitizers are slow.
bool soon(const std::function<bool()>& so) {
  for (int i = 0; i < 12000; ++i) {
    if (so()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

bool says(const app::Session& session, const std::string& code) {
  const auto snapshot = session.latest();
  return std::ranges::any_of(snapshot->findings, [&](const auto& finding) { return finding.code == code; });
}

struct Watching {
  std::shared_ptr<Script> script = std::make_shared<Script>();
  app::Session session{vision::Setup{}};
  Watching() { session.open(std::make_unique<ScriptedSource>(script)); }
};

/// The margin of the focal length, as a share, of an evening at a table whose lens nobody measured.
double focal_sigma_of_an_evening(const std::string& table, bool live = true) {
  vision::Setup setup = recorded::setup();
  setup.lens.reset();
  setup.roster = {};
  app::Session session{setup};
  session.keep_lens(app::LensMemory(table));
  session.open(std::make_unique<StillCamera>(cv::imread(kGame + "empty.jpg"), live));
  EXPECT_TRUE(soon([&] { return session.latest()->camera != nullptr; }));
  const auto camera = session.latest()->camera;
  return camera ? std::sqrt(camera->lens().covariance(0, 0)) / camera->lens().fx : 0.0;
}

// Every evening began with what its first picture told of the lens.
TEST(LensMemory, TheSecondEveningStartsBetterThanTheFirst) {
  const auto folder = std::filesystem::temp_directory_path() / ("vedette-lens-memory-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string table = (folder / "table.toml").string(), kept = (folder / "table.lens.json").string();
  EXPECT_GT(focal_sigma_of_an_evening(table, false), 0.0);
  EXPECT_FALSE(std::filesystem::exists(kept)) << "a recording may be another camera's";
  const double first = focal_sigma_of_an_evening(table);
  ASSERT_TRUE(std::filesystem::exists(kept));
  const double second = focal_sigma_of_an_evening(table);
  EXPECT_LT(second, 0.95 * first);
  EXPECT_GT(second, 0.5 * first) << "the same tags in the same place do not tell the lens anew";
  std::filesystem::remove_all(folder);
}

TEST(LensMemory, KnowsNothingWhereNothingIsKeptOrItCannotBeRead) {
  const auto folder = std::filesystem::temp_directory_path() / ("vedette-lens-memory-damaged-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  app::LensMemory nowhere, memory((folder / "club.toml").string());
  EXPECT_FALSE(nowhere.before() || memory.before());
  calibration::Lens lens = recorded::setup().lens.value();
  lens.covariance = 1e-6 * calibration::IntrinsicCovariance::Identity();
  EXPECT_FALSE(nowhere.keep(lens));
  EXPECT_FALSE(memory.keep(lens));
  ASSERT_TRUE(memory.before());
  EXPECT_DOUBLE_EQ(memory.before()->fx, lens.fx);
  std::ofstream(folder / "club.lens.json") << "{\"version\": 1";
  EXPECT_FALSE(memory.before());
  lens.covariance.setZero();  // nobody knows how far to believe it
  EXPECT_FALSE(memory.keep(lens));
  EXPECT_FALSE(memory.before());
  std::filesystem::remove_all(folder);
}

// A board of an installed package lies where its player may write nothing.
TEST(LensMemory, IsKeptWithTheProgramsNotesWhereNothingCanBeWrittenBesideTheTable) {
  const auto folder = std::filesystem::temp_directory_path() / ("vedette-lens-memory-notes-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  calibration::Lens lens = recorded::setup().lens.value();
  lens.covariance = 1e-6 * calibration::IntrinsicCovariance::Identity();
  const std::string table = (folder / "installed" / "table.toml").string();  // a folder that is not there: nobody can write to it
  setenv("XDG_STATE_HOME", (folder / "state").c_str(), 1);
  app::LensMemory notes(table);
  EXPECT_FALSE(notes.keep(lens));
  EXPECT_TRUE(app::LensMemory(table).before());
  EXPECT_FALSE(app::LensMemory((folder / "other" / "table.toml").string()).before()) << "of another table of that name";
  std::filesystem::create_directories(folder / "installed");
  EXPECT_TRUE(app::LensMemory(table).before()) << "the folder has come, and what was kept is still there";
  lens.fx += 1.0;
  EXPECT_FALSE(notes.keep(lens));
  EXPECT_DOUBLE_EQ(app::LensMemory(table).before()->fx, lens.fx) << "beside the table, now";
  std::filesystem::remove_all(folder / "installed");

  std::ofstream(folder / "file") << "no folder";
  setenv("XDG_STATE_HOME", (folder / "file").c_str(), 1);
  app::LensMemory nowhere(table);
  unsetenv("XDG_STATE_HOME");
  const auto said = nowhere.keep(lens);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->code, "lens-not-kept");
  lens.fx += 1.0;
  EXPECT_FALSE(nowhere.keep(lens)) << "once is enough";
  std::filesystem::remove_all(folder);
}

TEST(Session, HasASnapshotBeforeTheFirstPicture) {
  const app::Session session{vision::Setup{}};
  ASSERT_NE(session.latest(), nullptr);
  EXPECT_EQ(session.latest()->frame, nullptr);
}

TEST(Session, HandsOutEveryPictureWithItsTableState) {
  Watching watching;
  ASSERT_TRUE(soon([&] { return watching.session.latest()->frame != nullptr; }));
  const auto snapshot = watching.session.latest();
  EXPECT_EQ(snapshot->source, "a scripted camera");
  EXPECT_TRUE(snapshot->live);
  ASSERT_NE(snapshot->state, nullptr);
  EXPECT_FALSE(snapshot->state->camera.registered) << "a grey picture shows no tags";
  EXPECT_EQ(snapshot->camera, nullptr);
}

TEST(Session, ASourceThatGoesAndComesBackIsSaid) {
  Watching watching;
  ASSERT_TRUE(soon([&] { return watching.session.latest()->frame != nullptr; }));
  watching.script->status = SourceStatus::Gone;
  EXPECT_TRUE(soon([&] { return says(watching.session, "source-gone"); }));
  EXPECT_NE(watching.session.latest()->frame, nullptr) << "the last picture stays";
  watching.script->status = SourceStatus::Running;
  EXPECT_TRUE(soon([&] { return says(watching.session, "source-back") && !says(watching.session, "source-gone"); }));
}

TEST(Session, ASourceThatComesAndGoesIsSaidToBeBackOnce) {
  Watching watching;
  ASSERT_TRUE(soon([&] { return watching.session.latest()->frame != nullptr; }));
  for (int i = 0; i < 3; ++i) {
    watching.script->status = SourceStatus::Gone;
    ASSERT_TRUE(soon([&] { return says(watching.session, "source-gone"); }));
    watching.script->status = SourceStatus::Running;
    ASSERT_TRUE(soon([&] { return !says(watching.session, "source-gone"); }));
  }
  const auto snapshot = watching.session.latest();
  EXPECT_EQ(std::ranges::count(snapshot->findings, std::string("source-back"), [](const auto& finding) { return finding.code; }), 1);
}

TEST(Session, AFrozenPictureStaysUntilItIsAskedForTheNext) {
  Watching watching;
  ASSERT_TRUE(soon([&] { return watching.session.latest()->frame != nullptr; }));
  watching.session.freeze(true);
  ASSERT_TRUE(soon([&] { return watching.session.latest()->frozen; }));
  const int frozen_at = watching.script->delivered;
  std::this_thread::sleep_for(60ms);
  EXPECT_EQ(watching.script->delivered, frozen_at);
  watching.session.step();
  EXPECT_TRUE(soon([&] { return watching.script->delivered == frozen_at + 1; }));
  watching.session.freeze(false);
  EXPECT_TRUE(soon([&] { return watching.script->delivered > frozen_at + 2; }));
}

TEST(Session, ACorrectionThatIsRefusedIsSaid) {
  Watching watching;
  ASSERT_TRUE(soon([&] { return watching.session.latest()->frame != nullptr; }));
  watching.session.correct(app::Rename{4711, "nobody"});
  EXPECT_TRUE(soon([&] { return says(watching.session, "correction-refused"); }));
}

TEST(Session, ASourceThatIsNotThereIsAFindingNotAnEnd) {
  Watching watching;
  watching.session.open(std::string("/nowhere/at/all.mp4"));
  EXPECT_TRUE(soon([&] { return says(watching.session, "no-source"); }));
}

TEST(Session, APauseIsShownAndEnds) {
  Watching watching;
  watching.session.replace_tracking(true);
  EXPECT_TRUE(soon([&] { return watching.session.latest()->set_up; }));
  watching.session.replace_tracking(false);
  EXPECT_TRUE(soon([&] { return !watching.session.latest()->set_up; }));
}

TEST(Session, RulesOnEverySettledTableAsTheUmpireCommandDoes) {
  vision::Setup setup = recorded::setup();
  setup.tracking.stills = true;
  vision::Pipeline pipeline(setup);
  app::ChargeUmpire umpire(setup.roster, setup.table, {});
  std::vector<std::vector<std::string>> expected;
  const auto stills = vision::open_source(kGame + "stills");
  ASSERT_TRUE(stills);
  for (auto delivery = (*stills)->next(1s); delivery.frame; delivery = (*stills)->next(1s)) {
    const auto rulings = umpire.look(*pipeline.step(*delivery.frame));
    if (!rulings) continue;
    expected.emplace_back();
    for (const app::RulingLine& line : app::ruling_lines(*rulings)) expected.back().push_back(line.rule + " " + line.says);
  }
  ASSERT_GT(expected.size(), 1U);

  app::Session session(recorded::setup());
  session.open(std::make_unique<HurriedStills>(*vision::open_source(kGame + "stills")));
  const auto ruled = [&] {
    const auto log = session.latest()->rulings;
    return log ? log->size() : 0U;
  };
  ASSERT_TRUE(soon([&] { return session.latest()->status == SourceStatus::Ended && ruled() == expected.size(); })) << ruled();
  const app::RulingLog& log = *session.latest()->rulings;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const app::RuledTable& table = *log[log.size() - 1 - i];
    EXPECT_EQ(table.number, static_cast<int>(i) + 1) << "the newest comes first";
    std::vector<std::string> lines;
    for (const app::RulingLine& line : table.lines) lines.push_back(line.rule + " " + line.says);
    EXPECT_EQ(lines, expected[i]) << table.frame;
  }
}

/// The stills as a recording of an evening: it can be held.
class RecordedStills : public HurriedStills {
 public:
  using HurriedStills::HurriedStills;
  [[nodiscard]] bool live() const override { return false; }
};

TEST(Session, ARecordingThatIsPlayedWaitsAtEveryTableAtRest) {
  app::Session session(recorded::setup());
  session.hold_at_rest(true);
  session.open(std::make_unique<RecordedStills>(*vision::open_source(kGame + "stills")));
  const auto waits_at = [&](std::size_t table) {
    return soon([&] {
      const auto now = session.latest();
      return now->frozen && now->rulings && now->rulings->size() == table;
    });
  };
  EXPECT_TRUE(waits_at(1));
  session.freeze(false);
  EXPECT_TRUE(waits_at(2)) << "it goes on to the next and waits there";
  EXPECT_EQ(session.latest()->status, SourceStatus::Running) << "of three";
  session.hold_at_rest(false);
  EXPECT_TRUE(soon([&] { return session.latest()->status == SourceStatus::Ended; })) << "nobody plays: it runs to its end";
  EXPECT_FALSE(session.latest()->frozen);
}

TEST(Session, ACameraIsNeverHeld) {
  app::Session session(recorded::setup());
  session.hold_at_rest(true);
  session.open(std::make_unique<HurriedStills>(*vision::open_source(kGame + "stills")));
  EXPECT_TRUE(soon([&] { return session.latest()->status == SourceStatus::Ended; }));
  EXPECT_FALSE(session.latest()->frozen);
}

/// The aim at B1 of the first settled table.
std::string line_about(const app::RulingLog& log, const std::string& words) {
  for (const app::RulingLine& line : log.back()->lines)
    if (line.says.find(words) != std::string::npos) return line.says;
  return {};
}

TEST(Session, TheUmpireRulesByTheHouseRulesItIsGiven) {
  rules::charge::House house;
  house.gun_band_edges = {40.0, 41.0, 42.0, 43.0, 44.0, 45.0};
  app::Session session(recorded::setup(), house);
  session.open(std::make_unique<HurriedStills>(*vision::open_source(kGame + "stills")));
  ASSERT_TRUE(soon([&] { return session.latest()->status == SourceStatus::Ended && session.latest()->rulings; }));
  EXPECT_THAT(line_about(*session.latest()->rulings, "may fire at"), testing::HasSubstr("a sure hit"));
}

}  // namespace
}  // namespace session_test
