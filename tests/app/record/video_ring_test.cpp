// What the camera saw last, kept beside a record: bounded, found by its time, whatever ends the program, and never in a frame's way.
#include "app/record/video_ring.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <opencv2/core.hpp>
#include <random>
#include <thread>

#include "app/record/recorder.h"
#include "app/session/passage.h"
#include "app/session/timeline.h"
#include "app/window/controller.h"
#include "app/window/tools/past_pictures.h"
#include "tests/app/record/games.h"
#include "tests/app/recorded_game.h"
#include "tests/app/recorded_games.h"
#include "vision/sources/picture.h"

namespace video_ring_test {
namespace {

using namespace std::chrono_literals;
using app::RecordedVideo, app::VideoRing;
using program::Folder;
using testing::AllOf, testing::ElementsAre, testing::HasSubstr;

/// Waits until it is so; false after a minute, which only something broken needs.
bool soon(const std::function<bool()>& so) {
  for (int i = 0; i < 12000; ++i) {
    if (so()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

/// Its brightness tells which one it is.
vision::Frame frame_of(int number, int width = 64, int height = 48) {
  return vision::make_frame(cv::Mat(height, width, CV_8UC3, cv::Scalar::all(number % 250)), number, std::to_string(number));
}
/// As large in the file as pictures are that cannot be packed.
vision::Frame noise(int number) {
  cv::Mat picture(120, 160, CV_8UC3);
  cv::theRNG().state = static_cast<std::uint64_t>(number + 1);
  cv::randu(picture, 0, 255);
  return vision::make_frame(picture, number, std::to_string(number));
}

/// One picture after the other, none left out.
void see_all(VideoRing& ring, int from, int to, double each_s, const std::function<vision::Frame(int)>& make) {
  for (int i = from; i < to; ++i) {
    const vision::Frame frame = make(i);
    ASSERT_TRUE(soon([&] { return ring.see(i * each_s, frame) || ring.trouble(); }));
  }
}

std::vector<double> times_of(const std::string& path) {
  const auto video = RecordedVideo::read(path);
  EXPECT_TRUE(video) << video.error().message;
  return video ? video->times(-1.0, 1e9) : std::vector<double>();
}

TEST(VideoRing, EveryPictureIsFoundByItsTime) {
  const Folder folder;
  const std::string path = folder / "game.vedette-video";
  {
    VideoRing ring(path);
    see_all(ring, 0, 20, 0.5, [](int i) { return frame_of(10 * i); });
  }
  const auto video = RecordedVideo::read(path);
  ASSERT_TRUE(video) << video.error().message;
  EXPECT_THAT(video->times(4.0, 5.5), ElementsAre(4.5, 5.0, 5.5)) << "after the one, up to the other";
  EXPECT_TRUE(video->times(20.0, 30.0).empty());
  const auto jpeg = video->picture(4.5);
  ASSERT_TRUE(jpeg) << jpeg.error().message;
  const auto picture = vision::decode_picture(*jpeg, "4.5");
  ASSERT_TRUE(picture) << picture.error().message;
  EXPECT_NEAR(cv::mean(picture->luma)[0], 90.0, 3.0);
  EXPECT_EQ(video->picture(4.6).error().code, measure::ErrorCode::NotSeen);
}

TEST(VideoRing, IsBoundedInTime) {
  const Folder folder;
  const std::string path = folder / "game.vedette-video";
  {
    VideoRing ring(path, {.minutes = 0.5});
    see_all(ring, 0, 100, 1.0, [](int i) { return frame_of(i); });
  }
  const auto times = times_of(path);
  ASSERT_EQ(times.size(), 31U);
  EXPECT_EQ(times.front(), 69.0);
  EXPECT_EQ(times.back(), 99.0);
}

TEST(VideoRing, IsBoundedInSize) {
  const Folder folder;
  const std::string path = folder / "game.vedette-video";
  constexpr std::int64_t kMost = 400'000;
  std::uintmax_t largest = 0;
  for (const int from : {0, 150}) {
    VideoRing ring(path, {.most_bytes = kMost});
    see_all(ring, from, from + 150, 1.0, noise);
    largest = std::max(largest, std::filesystem::file_size(path));
  }
  EXPECT_LT(std::filesystem::file_size(path), 1.3 * kMost);
  EXPECT_LT(largest, 1.3 * kMost);
  EXPECT_EQ(times_of(path).back(), 299.0) << "the newest stay";
  EXPECT_GT(times_of(path).size(), 10U);
}

TEST(VideoRing, OfManyPicturesASecondAFewAreKept) {
  const Folder folder;
  const std::string path = folder / "game.vedette-video";
  {
    VideoRing ring(path);
    see_all(ring, 0, 1, 1.0, [](int i) { return frame_of(i); });
    for (int i = 1; i < 7; ++i) EXPECT_FALSE(ring.see(i / 30.0, frame_of(i)));
  }
  EXPECT_THAT(times_of(path), ElementsAre(0.0));
}

TEST(VideoRing, LeavesOutPicturesRatherThanWait) {
  const Folder folder;
  const std::string path = folder / "game.vedette-video";
  std::vector<double> taken;
  constexpr int kMany = 2000;
  {
    VideoRing ring(path);
    const vision::Frame large = frame_of(7, 1920, 1080);
    for (int i = 0; i < kMany; ++i)
      if (ring.see(i, large)) taken.push_back(i);
  }
  EXPECT_LT(taken.size(), static_cast<std::size_t>(kMany)) << "nobody waited until each was written";
  EXPECT_EQ(times_of(path), taken) << "what was taken is there";
}

TEST(VideoRing, IsReadWhileItIsWritten) {
  const Folder folder;
  const std::string path = folder / "game.vedette-video";
  VideoRing ring(path);
  see_all(ring, 0, 3, 1.0, [](int i) { return frame_of(i); });
  EXPECT_GE(times_of(path).size(), 2U);
  const auto video = RecordedVideo::read(path);
  see_all(ring, 3, 6, 1.0, [](int i) { return frame_of(i); });
  EXPECT_GE(video->times(-1.0, 9.0).size(), 5U);
  EXPECT_FALSE(ring.trouble());
}

TEST(VideoRing, AKilledProgramLeavesWhatWasThereAndGoesOn) {
  const Folder folder;
  const std::string path = folder / "game.vedette-video";
  std::mt19937 random(4);
  for (int kill = 0; kill < 10; ++kill) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      VideoRing ring(path, {.most_bytes = 2'000'000});
      for (int i = 0;; ++i) {
        const vision::Frame frame = noise(i);
        while (!ring.see(kill * 100000.0 + i, frame)) std::this_thread::sleep_for(100us);
        if (::write(ends[1], &i, sizeof i) != sizeof i) ::_exit(1);
      }
    }
    ::close(ends[1]);
    int last = -1;
    for (int after = std::uniform_int_distribution(2, 60)(random); after > 0; --after)
      ASSERT_EQ(::read(ends[0], &last, sizeof last), sizeof last);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(ends[0]);
    const auto video = RecordedVideo::read(path);
    ASSERT_TRUE(video) << video.error().message;
    const auto times = video->times(-1.0, 1e9);
    ASSERT_GE(times.size(), static_cast<std::size_t>(last)) << "all but the one that was being written";
    for (const double time : times) {
      const auto jpeg = video->picture(time);
      ASSERT_TRUE(jpeg && vision::decode_picture(*jpeg, "kept")) << time;
    }
  }
}

TEST(VideoRing, AFileThatWasCutIsReadAsFarAsItGoes) {
  const Folder folder;
  const std::string path = folder / "game.vedette-video", cut = folder / "cut.vedette-video";
  {
    VideoRing ring(path);
    see_all(ring, 0, 30, 1.0, noise);
  }
  const std::string bytes = program::bytes_of(path);
  std::size_t most = 0;
  for (std::size_t left = 0; left < bytes.size(); left += bytes.size() / 40) {
    program::write_bytes(cut, bytes.substr(0, left));
    const auto video = RecordedVideo::read(cut);
    if (!video) continue;
    std::size_t readable = 0;
    for (const double time : video->times(-1.0, 1e9)) {
      const auto jpeg = video->picture(time);
      readable += jpeg && vision::decode_picture(*jpeg, "cut") ? 1 : 0;
    }
    most = std::max(most, readable);
  }
  EXPECT_GT(most, 5U);
  EXPECT_LT(most, 30U);
}

TEST(VideoRing, OfAFullDiskItGivesTheRoomToTheRecord) {
  const Folder folder;
  const std::string path = folder / "game.vedette-video";
  VideoRing ring(path, {.most_pages = 40});
  see_all(ring, 0, 60, 1.0, noise);
  ASSERT_TRUE(soon([&] { return ring.trouble().has_value(); }));
  EXPECT_THAT(ring.trouble()->message, AllOf(HasSubstr(path), HasSubstr("the disk is full"), HasSubstr("Make room")));
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(ring.see(100.0, frame_of(1)));
}

TEST(VideoRing, WhereItCannotBeWrittenThatIsSaidAndNothingIsOverwritten) {
  const Folder folder;
  program::write_bytes(folder / "notes.txt", "red\n");
  { const auto store = app::RecordStore::open(folder / "other.vedette"); }
  std::filesystem::create_directory(folder / "folder");
  for (const std::string& path : {folder / "notes.txt", folder / "other.vedette", folder / "folder", std::string("/nowhere/at/all")}) {
    const std::string before = std::filesystem::is_regular_file(path) ? program::bytes_of(path) : "";
    {
      VideoRing ring(path);
      ASSERT_TRUE(soon([&] { return ring.trouble().has_value(); })) << path;
      EXPECT_THAT(ring.trouble()->message, HasSubstr(path));
    }
    EXPECT_EQ(std::filesystem::is_regular_file(path) ? program::bytes_of(path) : "", before);
  }
}

TEST(VideoRing, OfAFolderTheNewestAreKept) {
  const Folder folder;
  const auto now = std::filesystem::file_time_type::clock::now();
  for (int i = 0; i < 4; ++i)
    for (const char* ending : {".vedette", ".vedette-video", ".vedette-video-wal"}) {
      const std::string path = folder / (std::to_string(i) + ending);
      program::write_bytes(path, "x");
      std::filesystem::last_write_time(path, now - std::chrono::hours(i));
    }
  app::remove_old_videos(folder.path(), 2);
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(std::filesystem::exists(folder / (std::to_string(i) + ".vedette"))) << "records stay";
    EXPECT_EQ(std::filesystem::exists(folder / (std::to_string(i) + ".vedette-video")), i < 2);
    EXPECT_EQ(std::filesystem::exists(folder / (std::to_string(i) + ".vedette-video-wal")), i < 2);
  }
  app::remove_old_videos(folder / "nowhere", 2);
}

// ---- with a record ----

TEST(VideoRing, GoesWithARecordInWhichNothingWasPlayed) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  for (const bool played : {false, true}) {
    auto recorder = app::Recorder::open(path, games::setup_of("charge"), {.discard_empty = true, .video_minutes = 10.0});
    ASSERT_TRUE(recorder) << recorder.error().message;
    (*recorder)->see(frame_of(1));
    vision::TableState state;
    if (played) (*recorder)->settled(state, nullptr, frame_of(1));
    ASSERT_FALSE((*recorder)->finish());
    EXPECT_EQ(std::filesystem::exists(path), played);
    EXPECT_EQ(std::filesystem::exists(app::video_of(path)), played);
  }
}

TEST(VideoRing, ItsTimesAreThoseOfTheRecordThatGoesOn) {
  const Folder folder;
  const std::string path = folder / "game.vedette";
  for (int game = 0; game < 2; ++game) {
    auto recorder = app::Recorder::open(path, games::setup_of("charge"), {.video_minutes = 10.0});
    ASSERT_TRUE(recorder) << recorder.error().message;
    (*recorder)->see(frame_of(3));
    (*recorder)->put(100.0, "note", {{"a", 1}});
  }
  EXPECT_THAT(times_of(app::video_of(path)), ElementsAre(3.0, 103.0));
}

TEST(VideoRing, TheCommandLineSaysHowManyMinutes) {
  const Folder folder;
  const auto umpired = [&](const std::string& name, std::vector<std::string> more) {
    more.insert(more.begin(), {"umpire", "--record", folder / name});
    return program::run(program::on_charge(more, {program::charge("stills/04.jpg")})).status;
  };
  EXPECT_EQ(umpired("a.vedette", {"--video-ring", "1"}), 0);
  EXPECT_EQ(times_of(folder / "a.vedette-video").size(), 1U);
  EXPECT_EQ(umpired("b.vedette", {}), 0);
  EXPECT_FALSE(std::filesystem::exists(folder / "b.vedette-video"));
  EXPECT_EQ(umpired("c.vedette", {"--video-ring", "-1"}), 2);
}

/// The stills of the recorded game, a second apart, as a camera delivers them.
class SteadyStills final : public recorded::HurriedStills {
 public:
  using HurriedStills::HurriedStills;
  vision::Delivery next(std::chrono::milliseconds patience) override {
    std::this_thread::sleep_for(20ms);  // the thread that keeps pictures has time for each
    vision::Delivery delivery = HurriedStills::next(patience);
    if (delivery.frame) delivery.frame->captured_at = ++second_;
    return delivery;
  }

 private:
  double second_ = 0.0;
};

TEST(VideoRing, WhatHappenedBeforeATableIsFoundInTheRecordOfASession) {
  const Folder folder;
  const std::string path = folder / "live.vedette";
  {
    app::Session session(recorded::setup());
    session.record({.path = path, .texts = {.game = "charge"}, .video_minutes = 10.0});
    session.open(std::make_unique<SteadyStills>(std::move(*vision::open_source(recorded::kGame + "stills"))));
    ASSERT_TRUE(soon([&] { return session.latest()->status == vision::SourceStatus::Ended; }));
  }
  const auto timeline = app::Timeline::read(path);
  ASSERT_TRUE(timeline) << timeline.error().message;
  const auto& tables = timeline->tables();
  ASSERT_GT(tables.size(), 2U);
  int found = 0;
  for (std::size_t i = 1; i < tables.size(); ++i) {
    const auto passage = app::Passage::read(path, tables[i - 1].time_s, tables[i].time_s);
    if (!passage) continue;
    ++found;
    for (const double time : passage->times()) EXPECT_TRUE(time > tables[i - 1].time_s && time <= tables[i].time_s);
    ASSERT_NE(passage->frame(0), nullptr);
    EXPECT_EQ(passage->frame(0)->bgr.cols, 1920);
  }
  EXPECT_GE(found, 2);
  const auto never = app::Passage::read(path, 1000.0, 2000.0);
  EXPECT_THAT(never.error().message, HasSubstr("pictures are kept from 0:01 to"));
}

// ---- in the window ----

/// The window's controller over a copy of the recorded game's record, with nothing to watch.
class Before : public testing::Test {
 protected:
  Before() { std::filesystem::copy_file(program::recorded_clip().path, path_); }
  void carry_out(const window::Requests& requests) { controller_.carry_out(requests, ui_); }
  /// A picture every half second from the third table to the fourth.
  void keep_pictures() {
    const auto timeline = app::Timeline::read(path_);
    ASSERT_TRUE(timeline) << timeline.error().message;
    VideoRing ring(app::video_of(path_));
    for (double time = timeline->tables()[2].time_s + 0.1; time < timeline->tables()[3].time_s; time += 0.5)
      ASSERT_TRUE(soon([&] { return ring.see(time, frame_of(7)); }));
  }
  [[nodiscard]] const app::Snapshot& shown() const { return *ui_.held->moment; }

  const Folder folder_;
  const std::string path_ = folder_ / "evening.vedette";
  window::LiveOptions options_{.used = {.table = program::charge("table.toml"), .roster = program::charge("roster.toml")}};
  window::Controller controller_{options_, *window::read_document(options_)};
  window::UiState ui_;
};

TEST_F(Before, ThePicturesAreShownAndThenTheTable) {
  keep_pictures();
  carry_out({window::LookBack{path_}, window::GoToTable{3}, window::TellWindow{window::play_passage}});
  ASSERT_TRUE(ui_.back && ui_.back->passage) << ui_.notice;
  EXPECT_TRUE(controller_.refresh(ui_, 50.0));
  EXPECT_EQ(shown().state, nullptr) << "a picture alone: nothing can be measured in it";
  EXPECT_EQ(shown().frame->bgr.cols, 64);
  const double first = shown().frame->captured_at;
  EXPECT_TRUE(controller_.refresh(ui_, 50.6));
  EXPECT_NEAR(shown().frame->captured_at, first + 0.5, 0.01);
  controller_.refresh(ui_, 90.0);
  EXPECT_FALSE(ui_.back->passage);
  EXPECT_EQ(shown().state, ui_.back->timeline->tables()[3].state);
}

TEST_F(Before, WhateverElseIsChosenShowsTheTable) {
  keep_pictures();
  for (const window::Request& other : {window::Request(window::ChooseTool{window::Tool::Ruler}), window::Request(window::Cancel{}),
                                       window::Request(window::GoToTable{1}), window::Request(window::TellWindow{window::play_passage})}) {
    carry_out({window::LookBack{path_}, window::GoToTable{3}, window::TellWindow{window::play_passage}});
    controller_.refresh(ui_, 50.0);
    ASSERT_EQ(shown().state, nullptr);
    carry_out({other});
    controller_.refresh(ui_, 50.1);
    ASSERT_TRUE(ui_.back) << "the past is not left by it";
    EXPECT_FALSE(ui_.back->passage);
    EXPECT_EQ(shown().state, ui_.back->timeline->tables()[ui_.back->table].state);
  }
}

TEST_F(Before, WhereNothingWasKeptThatIsSaid) {
  carry_out({window::LookBack{path_}, window::GoToTable{3}, window::TellWindow{window::play_passage}});
  EXPECT_FALSE(ui_.back->passage);
  EXPECT_THAT(ui_.notice, HasSubstr("--video-ring"));
  keep_pictures();
  carry_out({window::GoToTable{6}, window::TellWindow{window::play_passage}});
  EXPECT_THAT(ui_.notice, HasSubstr("pictures are kept from"));
}

TEST(PassagePlayback, TakesItsOwnTimeAndALongOneIsFaster) {
  const app::PassagePlayback own({10.0, 10.5, 12.0});
  EXPECT_EQ(own.speed(), 1.0);
  EXPECT_EQ(own.due(0.0), 0U);
  EXPECT_EQ(own.due(0.4), 0U);
  EXPECT_EQ(own.due(0.6), 1U);
  EXPECT_EQ(own.due(2.0), 2U);
  EXPECT_FALSE(own.due(3.0));
  const app::PassagePlayback minute({0.0, 30.0, 60.0});
  EXPECT_EQ(minute.speed(), 3.0);
  EXPECT_EQ(minute.due(10.1), 1U);
  EXPECT_FALSE(minute.due(21.0));
}

}  // namespace
}  // namespace video_ring_test
