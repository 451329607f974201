// Recording while a game is played: it goes on after every kind of end, costs the game nothing, and says what it could not keep.
#include "app/record/recorder.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "app/record/replay.h"
#include "app/wire/registration_json.h"
#include "tests/app/record/games.h"
#include "tests/support/campaign.h"

namespace recorder_test {
namespace {

using app::RecordEvent, app::Recorder, app::RecordStore;
using games::setup_of;
using nlohmann::json;
using program::Folder;
using testing::AllOf, testing::ElementsAre, testing::HasSubstr;

std::unique_ptr<Recorder> opened(const std::string& path, const std::string& game = "charge", app::RecorderOptions options = {}) {
  auto recorder = Recorder::open(path, setup_of(game), std::move(options));
  EXPECT_TRUE(recorder) << recorder.error().message;
  return recorder ? std::move(*recorder) : nullptr;
}

std::vector<RecordEvent> events_of(const std::string& path) {
  std::vector<RecordEvent> events;
  const auto store = RecordStore::read(path);
  EXPECT_TRUE(store) << store.error().message;
  if (!store) return events;
  const auto done = store->each([&](const RecordEvent& event) { return events.push_back(event), true; });
  EXPECT_TRUE(done) << done.error().message;
  return events;
}
std::vector<std::string> kinds_of(const std::string& path) {
  std::vector<std::string> kinds;
  for (const RecordEvent& event : events_of(path)) kinds.push_back(event.kind);
  return kinds;
}

vision::TableState state_at(double time_s, bool registered = true) {
  vision::TableState state;
  state.time = time_s;
  state.camera.registered = registered;
  return state;
}

TEST(Recorder, BeginsAndGoesOnInOneFile) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  opened(path)->put(3.5, "note", {{"a", 1}});
  opened(path)->put(1.25, "note", {{"a", 2}});
  EXPECT_THAT(kinds_of(path), ElementsAre("begun", "note", "resumed", "note"));
  const auto events = events_of(path);
  EXPECT_EQ(events[1].time_s, 3.5);
  EXPECT_EQ(events[3].time_s, 4.75) << "the record's time goes on";
  const auto begun = app::setup_from(events[0].body);
  ASSERT_TRUE(begun);
  EXPECT_EQ(begun->table, setup_of("charge").table);
}

TEST(Recorder, RefusesTheRecordOfAnotherGame) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  opened(path);
  const std::string before = program::bytes_of(path);
  const auto other = Recorder::open(path, setup_of("le_choc"));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, AllOf(HasSubstr(path), HasSubstr("another game"), HasSubstr("name another file")));
  EXPECT_TRUE(program::bytes_of(path) == before);
  app::RecordedSetup smaller = setup_of("charge");
  smaller.table.replace(smaller.table.find("72"), 2, "60");
  EXPECT_FALSE(Recorder::open(path, smaller));
}

TEST(Recorder, KeepsWhatIsNewsOfTheCamera) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  {
    const auto recorder = opened(path);
    for (int i = 0; i < 30; ++i) recorder->watch(state_at(i / 30.0));
    recorder->watch(state_at(1.0, false));
    recorder->watch(state_at(5.5, false));
    recorder->watch(state_at(5.6));
    recorder->source(false);
    recorder->source(false);
  }
  EXPECT_THAT(kinds_of(path), ElementsAre("begun", "camera", "camera", "gap", "camera", "source"));
  EXPECT_EQ(json::parse(events_of(path)[3].body), json({{"from_s", 1.0}, {"to_s", 5.5}}));
}

TEST(Recorder, KeepsThePictureOfASettledTable) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  vision::Frame frame;
  frame.bgr = cv::Mat(40, 60, CV_8UC3, cv::Scalar(90, 120, 60));
  opened(path)->settled(state_at(2.0), nullptr, frame);
  const auto jpeg = RecordStore::read(path)->picture(2);
  ASSERT_TRUE(jpeg) << jpeg.error().message;
  EXPECT_EQ((*jpeg)[0], 0xff);
  EXPECT_EQ((*jpeg)[1], 0xd8);
}

/// A camera of which no number is round.
calibration::Registration camera_at(double height) {
  calibration::Lens lens;
  lens.image_size = {1920, 1080};
  lens.fx = 1575.1 / 3.0, lens.fy = 1571.7, lens.cx = 961.3, lens.cy = 541.9;
  lens.distortion = {0.1, -0.02, 1e-7, 3.0 / 7.0, 0.0};
  const Eigen::Matrix3d rotation = calibration::rotation_of(Eigen::Vector3d(3.0, 0.1, 0.2));
  const calibration::CameraCovariance random = calibration::CameraCovariance::Random() / 1e3;
  return {.camera = {lens, rotation, Eigen::Vector3d(-36.1, 24.3, height), random}, .tags_used = {0, 3}, .reprojection_px = 1.0 / 3.0};
}

TEST(Recorder, KeepsTheCameraWithTheFirstTableThatWasSeenByIt) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  {
    const auto recorder = opened(path);
    const auto low = camera_at(70.0), high = camera_at(80.0);
    for (const auto& camera : {low, high})
      recorder->settled(state_at(1.0), nullptr, {}, camera), recorder->settled(state_at(2.0), nullptr, {}, camera);
    recorder->settled(state_at(3.0, false), nullptr, {}, high);
    recorder->settled(state_at(4.0), nullptr, {}, high);
  }
  std::vector<json> cameras;
  for (const RecordEvent& event : events_of(path))
    if (event.kind == "settled") cameras.push_back(json::parse(event.body).value("camera", json("as before")));
  ASSERT_EQ(cameras.size(), 6U);
  EXPECT_EQ(cameras[0]["translation_in"][2], 70.0);
  EXPECT_EQ(cameras[1], "as before");
  EXPECT_EQ(cameras[2]["translation_in"][2], 80.0);
  EXPECT_EQ(cameras[3], "as before");
  EXPECT_EQ(cameras[4], nullptr) << "nobody knows it while the table is not registered";
  EXPECT_EQ(cameras[5], cameras[2]);
}

TEST(Recorder, ACameraReadsBackToTheBit) {
  const app::SeenBy seen{camera_at(70.0), true};
  const auto text = app::exact_json(seen).dump();
  const auto read = app::seen_by(nlohmann::ordered_json::parse(text));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(app::exact_json(*read).dump(), text);
  EXPECT_TRUE(read->registration.camera.covariance() == seen.registration.camera.covariance());
  EXPECT_TRUE(read->lens_given);
  for (const char* never : {"{}", "[]", "7", R"({"image_size":[1]})"})
    EXPECT_FALSE(app::seen_by(nlohmann::ordered_json::parse(never))) << never;
}

TEST(Recorder, LeavesOutPicturesBeforeEventsAndSaysSo) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  vision::Frame frame;
  frame.bgr = cv::Mat(40, 60, CV_8UC3, cv::Scalar(90, 120, 60));
  opened(path, "charge", {.most_pictures = 0})->settled(state_at(2.0), nullptr, frame);
  int pictures = 0;
  for (const RecordEvent& event : events_of(path))
    if (event.kind == "dropped") pictures += json::parse(event.body)["pictures"].get<int>();
  EXPECT_EQ(pictures, 1);
  EXPECT_EQ(events_of(path)[1].kind, "settled");
}

TEST(Recorder, OfAFullDiskItSaysSoAndWhatWasWrittenIsWhole) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  const auto recorder = opened(path, "charge", {.most_pages = 14});
  for (int i = 0; i < 40; ++i) recorder->put(i, "note", {{"text", std::string(4000, 'x')}});  // the game goes on
  const auto problem = recorder->finish();
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->message, AllOf(HasSubstr(path), HasSubstr("the disk is full"), HasSubstr("make room")));
  EXPECT_LT(events_of(path).size(), 41U);
}

TEST(Recorder, OneGameAtOneTimeIsOneFileToTheByte) {
  const Folder folder;
  for (const char* name : {"a.vedette", "b.vedette"}) {
    const auto recorder = opened(folder / name, "les_allies", {.most_pictures = 1000, .now = [] { return "2026-11-21T19:30:00Z"; }});
    games::Playing playing("les_allies", *recorder, 5);
    for (int i = 0; i < 20; ++i) playing.step();
  }
  const auto a = events_of(folder / "a.vedette"), b = events_of(folder / "b.vedette");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].body, b[i].body);
}

// ---- kill -9 ----

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Plays until it is ended, and tells after each step when that was.
[[noreturn]] void play_on(const std::string& path, const std::string& game, unsigned seed, int tell) {
  auto recorder = Recorder::open(path, setup_of(game));
  if (!recorder) ::_exit(1);
  games::Playing playing(game, **recorder, seed);
  for (;;) {
    const double now = seconds();
    (*recorder)->put(0.0, "note", {{"clock", now}});
    playing.step();
    if (::write(tell, &now, sizeof now) != sizeof now) ::_exit(2);
  }
}

TEST(Recorder, AKilledProgramLosesLessThanASecondAndGoesOn) {
  const int kills = tries(20, 200);
  std::mt19937 random(21);
  for (const char* const game : {"charge", "le_choc", "les_allies"}) {
    const Folder folder;
    const std::string path = folder / "game.vedette";
    std::size_t before = 0;
    double longest = 0.0;
    for (int i = 0; i < (kills + 2) / 3; ++i) {
      std::array<int, 2> ends{};
      ASSERT_EQ(::pipe(ends.data()), 0);
      const pid_t child = ::fork();
      if (child == 0) play_on(path, game, static_cast<unsigned>(i), ends[1]);
      ::close(ends[1]);
      std::vector<double> told;
      double now = 0.0;
      const double until = seconds() + std::uniform_real_distribution(0.0, 0.5)(random);
      while (seconds() < until && ::read(ends[0], &now, sizeof now) == sizeof now) told.push_back(now);
      ::kill(child, SIGKILL);
      int status = 0;
      ::waitpid(child, &status, 0);
      ASSERT_TRUE(WIFSIGNALED(status)) << game << " ended by itself";
      while (::read(ends[0], &now, sizeof now) == sizeof now) told.push_back(now);
      ::close(ends[0]);
      if (std::filesystem::file_size(path) == 0) continue;  // before anything was written
      const auto events = events_of(path);
      double kept = 0.0;
      for (const RecordEvent& event : events)
        if (event.kind == "note") kept = json::parse(event.body)["clock"].get<double>();
      if (const auto lost = std::ranges::upper_bound(told, kept); lost != told.end()) longest = std::max(longest, told.back() - *lost);
      EXPECT_GE(events.size(), before);
      before = events.size();
      EXPECT_EQ(RecordStore::read(path)->structure(), "");
    }
    EXPECT_LE(longest, 1.0) << game;
    RecordProperty(std::string("longest_lost_ms_") + game, static_cast<int>(longest * 1000.0));
    const auto kinds = kinds_of(path);
    EXPECT_GT(std::ranges::count(kinds, "resumed"), 0) << game;
    const auto again = app::replay(*RecordStore::read(path), [&](const app::ReplayedTable& table) {
      EXPECT_FALSE(table.differs) << game << " " << table.event.seq;
      return true;
    });
    EXPECT_TRUE(again) << again.error().message;
  }
}

}  // namespace
}  // namespace recorder_test
