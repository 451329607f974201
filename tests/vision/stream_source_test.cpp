// A real network stream: ffmpeg plays a test picture over HTTP on the loopback, is killed, and comes back.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "vision/sources/frame_source.h"

extern char** environ;  // NOLINT: POSIX names it so

namespace stream_source_test {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using vision::Delivery;
using vision::SourceStatus;

/// A port of the loopback that nobody uses.
int free_port() {
  const int handle = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  bind(handle, reinterpret_cast<sockaddr*>(&address), length);
  getsockname(handle, reinterpret_cast<sockaddr*>(&address), &length);
  close(handle);
  return ntohs(address.sin_port);
}

/// ffmpeg playing in real time to the first who asks.
class Player {
 public:
  Player(const std::string& url, const std::string& format, const std::string& codec) {
    std::vector<std::string> words = {"ffmpeg", "-v",  "quiet", "-re", "-f", "lavfi", "-i",      "testsrc=size=320x240:rate=20",
                                      "-c:v",   codec, "-g",    "10",  "-f", format,  "-listen", "1",
                                      url};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (posix_spawnp(&process_, "ffmpeg", nullptr, nullptr, arguments.data(), environ) != 0) process_ = 0;
  }
  ~Player() { kill_it(); }
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  [[nodiscard]] bool plays() const { return process_ > 0; }
  void kill_it() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }

 private:
  pid_t process_ = 0;
};

/// Opens the stream as soon as the player listens.
std::unique_ptr<vision::FrameSource> open_when_ready(const std::string& url) {
  const auto until = steady_clock::now() + std::chrono::seconds(10);
  while (steady_clock::now() < until) {
    if (auto source = vision::open_source(url)) return std::move(*source);
    std::this_thread::sleep_for(milliseconds(50));
  }
  return nullptr;
}

milliseconds time_until(vision::FrameSource& source, SourceStatus status) {
  const auto began = steady_clock::now();
  constexpr milliseconds kGiveUp{10'000};
  while (steady_clock::now() - began < kGiveUp) {
    const Delivery delivery = source.next(milliseconds(100));
    if (delivery.status == status && (status == SourceStatus::Gone || delivery.frame)) break;
  }
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - began);
}

void a_killed_player_is_told_and_taken_up_again(const std::string& format, const std::string& codec) {
  const std::string url = "http://127.0.0.1:" + std::to_string(free_port());
  Player player(url, format, codec);
  ASSERT_TRUE(player.plays()) << "ffmpeg is not installed";
  const auto source = open_when_ready(url);
  ASSERT_TRUE(source);
  EXPECT_TRUE(source->live());

  double last = -1.0;
  for (int n = 0; n < 10; ++n) {
    const Delivery delivery = source->next(milliseconds(1000));
    ASSERT_TRUE(delivery.frame);
    EXPECT_EQ(delivery.frame->bgr.cols, 320);
    EXPECT_GT(delivery.frame->captured_at, last);
    last = delivery.frame->captured_at;
  }

  player.kill_it();
  EXPECT_LE(time_until(*source, SourceStatus::Gone), milliseconds(1000));
  std::this_thread::sleep_for(milliseconds(300));
  const Player again(url, format, codec);
  EXPECT_LE(time_until(*source, SourceStatus::Running), milliseconds(2000));
  EXPECT_GT(source->next(milliseconds(1000)).frame->captured_at, last);
}

TEST(Stream, OfAVideoEncoderThatIsKilledIsGoneWithinASecondAndTakenUpWithinTwo) {
  a_killed_player_is_told_and_taken_up_again("mpegts", "mpeg2video");
}

TEST(Stream, OfMotionJpegThatIsKilledIsGoneWithinASecondAndTakenUpWithinTwo) {
  a_killed_player_is_told_and_taken_up_again("mpjpeg", "mjpeg");
}

TEST(Stream, ThatNobodySendsIsNotSeen) {
  const auto source = vision::open_source("http://127.0.0.1:" + std::to_string(free_port()) + "/table");
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, measure::ErrorCode::NotSeen);
}

}  // namespace

}  // namespace stream_source_test
