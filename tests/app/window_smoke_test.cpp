// The window itself, on a virtual display: it opens, shows the recorded game beside its panels, and ends by itself.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "app/commands/follow_board.h"
#include "app/files/disk.h"
#include "app/record/recorder.h"
#include "app/window/boards/window.h"
#include "app/window/window.h"
#include "vision/sources/picture.h"

namespace window_smoke_test {
namespace {

/// A display of its own for as long as the test lasts. Needs Xvfb.
class VirtualDisplay {
 public:
  explicit VirtualDisplay(const std::string& screen) {
    int channel[2];
    if (pipe(channel) != 0) return;
    server_ = fork();
    if (server_ == 0) {
      close(channel[0]);
      const std::string fd = std::to_string(channel[1]);
      execlp("Xvfb", "Xvfb", "-displayfd", fd.c_str(), "-screen", "0", screen.c_str(), "-nolisten", "tcp", static_cast<char*>(nullptr));
      _exit(127);
    }
    close(channel[1]);
    char letter = 0;
    while (read(channel[0], &letter, 1) == 1 && letter != '\n') name_ += letter;
    close(channel[0]);
  }
  ~VirtualDisplay() {
    if (server_ <= 0) return;
    kill(server_, SIGTERM);
    waitpid(server_, nullptr, 0);
  }
  VirtualDisplay(const VirtualDisplay&) = delete;
  VirtualDisplay& operator=(const VirtualDisplay&) = delete;
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  pid_t server_ = -1;
  std::string name_;
};

/// Runs a window in a process of its own, so that no graphics driver outlives the test. Returns its exit status.
int run_apart(const std::string& display, const std::function<int()>& window) {
  const pid_t child = fork();
  if (child == 0) {
    setenv("DISPLAY", (":" + display).c_str(), 1);
    unsetenv("WAYLAND_DISPLAY");
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    _exit(window());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int run_apart(const std::string& display, const window::LiveOptions& options) {
  return run_apart(display, [&] { return window::run_window(options); });
}

window::LiveOptions recorded_game(const std::string& folder, const std::string& mode) {
  const std::string game = std::string(VEDETTE_SOURCE_DIR) + "/examples/charge/";
  return {.used = {.table = game + "table.toml", .roster = game + "roster.toml", .lens = game + "lens.json", .source = game + "stills"},
          .anchors = {},
          .keep_in = folder,
          .note = {},
          .again = false,
          .mode = mode,
          .screenshot = {.path = folder + "/" + mode + ".png", .after_seconds = 4.0, .width = 1280, .height = 720}};
}

TEST(Window, OpensOnAnyDisplayAndShowsTheTableBesideItsPanels) {
  const VirtualDisplay display("1280x720x24");
  ASSERT_FALSE(display.name().empty()) << "Xvfb is needed to test the window";
  const std::string folder = testing::TempDir() + "vedette-window-" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  for (const char* mode : {"measure", "roster", "set-up"}) {
    cv::Scalar mean, spread;
    for (const double seconds : {4.0, 30.0}) {  // a busy machine may need long for the first picture
      window::LiveOptions options = recorded_game(folder, mode);
      options.screenshot.after_seconds = seconds;
      ASSERT_EQ(run_apart(display.name(), options), 0) << mode;
      const cv::Mat shot = cv::imread(folder + "/" + mode + ".png");
      ASSERT_EQ(shot.size(), cv::Size(1280, 720)) << mode;
      cv::meanStdDev(shot(cv::Rect(300, 120, 500, 350)), mean, spread);
      if (spread[1] > 10.0) break;
    }
    EXPECT_GT(mean[1], mean[0]) << "the stage shows grass";
    EXPECT_GT(spread[1], 10.0) << "and figures on it";
  }
  std::filesystem::remove_all(folder);
}

TEST(BoardWindow, BesideTheBoardStandsWhatTheGameIsAt) {
  const VirtualDisplay display("1280x720x24");
  ASSERT_FALSE(display.name().empty()) << "Xvfb is needed to test the window";
  const std::string examples = std::string(VEDETTE_SOURCE_DIR) + "/examples/", shot = testing::TempDir() + "vedette-board.png";
  for (const std::string game : {"le_choc", "les_allies"}) {
    const auto setup = app::load_board(examples + "boards/" + game + ".toml", examples + game + "/lens.json", {});
    ASSERT_TRUE(setup) << setup.error().message;
    std::vector<int> empty;
    for (const double seconds : {6.0, 60.0}) {  // under a sanitizer, on a busy machine, the first board takes its time
      const window::BoardWindowOptions options{.setup = *setup,
                                               .houses = {},
                                               .used = {.source = examples + game + "/stills"},
                                               .note = {},
                                               .title = "a board game",
                                               .leave_for = {},
                                               .screenshot = {.path = shot, .after_seconds = seconds, .width = 1280, .height = 720}};
      ASSERT_EQ(run_apart(display.name(), [&] { return window::run_board_window(options); }), 0) << game;
      const cv::Mat picture = cv::imread(shot);
      ASSERT_EQ(picture.size(), cv::Size(1280, 720)) << game;
      std::filesystem::remove(shot);
      empty.clear();
      for (const int top : {110, 220, 330, 440}) {
        cv::Scalar mean, spread;
        cv::meanStdDev(picture(cv::Rect(960, top, 300, 110)), mean, spread);
        if (!(spread[1] > 10.0)) empty.push_back(top);
      }
      if (empty.empty()) break;
    }
    EXPECT_TRUE(empty.empty()) << game << ": the panel is empty from " << empty.front() << " on";
  }
}

TEST(BoardWindow, LooksBackAtARecord) {
  const VirtualDisplay display("1280x720x24");
  ASSERT_FALSE(display.name().empty()) << "Xvfb is needed to test the window";
  const std::string examples = std::string(VEDETTE_SOURCE_DIR) + "/examples/", folder = testing::TempDir(), path = folder + "board.vedette";
  const auto text = app::read_text(examples + "boards/les_allies.toml");
  const auto picture = vision::read_picture(examples + "les_allies/stills/00.jpg");
  ASSERT_TRUE(text && picture);
  {
    auto recorder = app::Recorder::open(path, {.game = "les_allies", .board = *text});
    ASSERT_TRUE(recorder) << recorder.error().message;
    const vision::Frame frame = vision::make_frame(picture->bgr, 0.0, "00.jpg");
    app::BoardLook look{.standing = {{{0, 0}, 0}, {{2, 0}, 0}, {{1, 9}, 1}, {{3, 9}, 1}}, .unseen = {}, .unsure = {}};
    (*recorder)->look(look, nlohmann::ordered_json::object(), false, frame);
    look.standing.front().at = {1, 1};
    (*recorder)->look(look, nlohmann::ordered_json::object(), true, frame);
  }
  const auto setup = app::board_setup_of({.board = *text});
  ASSERT_TRUE(setup) << setup.error().message;
  const window::BoardWindowOptions options{.setup = *setup,
                                           .houses = {},
                                           .used = {},
                                           .replay = path,
                                           .title = "a board game",
                                           .screenshot = {.path = folder + "back.png", .after_seconds = 4.0, .width = 1280, .height = 720}};
  ASSERT_EQ(run_apart(display.name(), [&] { return window::run_board_window(options); }), 0);
  const cv::Mat shot = cv::imread(folder + "back.png");
  ASSERT_EQ(shot.size(), cv::Size(1280, 720));
  const auto spread = [&](const cv::Rect& where) {
    cv::Scalar mean, deviation;
    cv::meanStdDev(shot(where), mean, deviation);
    return deviation[1];
  };
  EXPECT_GT(spread({300, 130, 500, 400}), 10.0) << "the board as it was seen";
  EXPECT_GT(spread({500, 50, 700, 50}), 5.0) << "its timeline";
  EXPECT_GT(spread({960, 110, 300, 110}), 10.0) << "and what was told of it";
  window::BoardWindowOptions none = options;
  none.replay = examples + "charge/clip.mp4";
  EXPECT_EQ(run_apart(display.name(), [&] { return window::run_board_window(none); }), 6) << "what is no record is said, not shown";
  for (const std::string& left : {path, folder + "back.png"}) std::filesystem::remove(left);
}

TEST(Window, WithoutADisplayItSaysSoAndEnds) { EXPECT_EQ(run_apart("4711", recorded_game(testing::TempDir(), "measure")), 4); }

}  // namespace
}  // namespace window_smoke_test
