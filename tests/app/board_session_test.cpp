// A board game as the window watches it: what is set up by hand holds, and the game goes on.
#include "app/session/board_session.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <opencv2/imgcodecs.hpp>
#include <thread>

#include "app/commands/follow_board.h"
#include "app/window/tools/hand_tools.h"
#include "tests/app/program.h"
#include "tests/app/still_camera.h"

namespace board_session_test {
namespace {

using app::BoardSession;
using app::SharedBoardSnapshot;

const std::string kExamples = std::string(VEDETTE_SOURCE_DIR) + "/examples/";

vision::BoardSetup le_choc() {
  auto setup = app::load_board(kExamples + "boards/le_choc.toml", kExamples + "le_choc/lens.json", {});
  EXPECT_TRUE(setup) << setup.error().message;
  return *setup;
}

/// A picture of the recorded game, before anybody has moved.
void first_picture(const program::Folder& folder) { std::filesystem::copy_file(kExamples + "le_choc/stills/00.jpg", folder / "00.jpg"); }

SharedBoardSnapshot wait_for(const BoardSession& session, const std::function<bool(const app::BoardSnapshot&)>& what) {
  constexpr int kMostRounds = 9000;
  for (int round = 0; round < kMostRounds; ++round) {
    auto now = session.latest();
    if (what(*now)) return now;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ADD_FAILURE() << "it never came";
  return session.latest();
}

TEST(BoardSession, ClickedCornersFindABoardWithoutTagsAlsoWhenTheRecordingHasEnded) {
  const program::Folder folder;
  first_picture(folder);
  const vision::BoardSetup with_tags = le_choc();
  BoardSession knowing(with_tags, {});
  knowing.open(folder.path());
  const auto known = wait_for(knowing, [](const auto& now) { return now.reading && now.status == vision::SourceStatus::Ended; });
  ASSERT_TRUE(known->reading->registration);

  vision::BoardSetup setup = with_tags;
  setup.tags.clear();
  BoardSession session(setup, {});
  session.open(folder.path());
  (void)wait_for(session, [](const auto& now) { return now.reading && now.status == vision::SourceStatus::Ended; });
  std::vector<calibration::ImagePoint> clicks;
  const auto corners = overlay::corners_of_area(setup.board.length, setup.board.width);
  for (const measure::TablePoint corner : corners)
    clicks.push_back(*known->reading->registration->camera.image_from_table(corner, measure::Inches(0.0)));
  setup.anchors = window::anchors_at(clicks, corners);
  const auto before = session.latest()->serial;
  session.set_up(setup);
  const auto found = wait_for(session, [&](const auto& now) { return now.serial > before && now.reading->registration; });
  ASSERT_EQ(found->reading->pieces.size(), known->reading->pieces.size());
  for (std::size_t i = 0; i < found->reading->pieces.size(); ++i) EXPECT_EQ(found->reading->pieces[i].on, known->reading->pieces[i].on);
}

TEST(BoardSession, ASourceThatIsNotThereIsSaidAndAnotherMayBeOpened) {
  const program::Folder folder;
  first_picture(folder);
  BoardSession session(le_choc(), {});
  session.open(folder / "nothing.mp4");
  const auto missing = wait_for(session, [](const auto& now) { return !now.findings.empty(); });
  EXPECT_EQ(missing->findings.front().code, "no-source");
  session.open(folder.path());
  const auto found = wait_for(session, [](const auto& now) { return now.settled; });
  EXPECT_TRUE(found->findings.empty());
  EXPECT_EQ(found->reading->pieces.size(), 12U);
  EXPECT_FALSE(found->options.empty()) << "a game begins with the first board at rest";
}

/// The margin of the focal length, as a share, of an evening at a board whose lens nobody measured.
double focal_sigma_of_an_evening(const std::string& board, bool live) {
  vision::BoardSetup setup = le_choc();
  setup.lens.reset();
  BoardSession session(setup, {});
  session.keep_lens(app::LensMemory(board));
  session.open(std::make_unique<recorded::StillCamera>(cv::imread(kExamples + "le_choc/stills/00.jpg"), live));
  const auto found = wait_for(session, [](const auto& now) { return now.reading && now.reading->registration; });
  if (!found->reading || !found->reading->registration) return 0.0;
  const calibration::Lens& lens = found->reading->registration->camera.lens();
  return std::sqrt(lens.covariance(0, 0)) / lens.fx;
}

// The lens was kept for tables only: at a board every evening began with what its first picture told.
TEST(BoardSession, TheSecondEveningKnowsTheLensBetterThanTheFirst) {
  const program::Folder folder;
  const std::string board = folder / "board.toml", kept = folder / "board.lens.json";
  EXPECT_GT(focal_sigma_of_an_evening(board, false), 0.0);
  EXPECT_FALSE(std::filesystem::exists(kept)) << "a recording may be another camera's";
  const double first = focal_sigma_of_an_evening(board, true);
  ASSERT_TRUE(std::filesystem::exists(kept));
  const double second = focal_sigma_of_an_evening(board, true);
  EXPECT_LT(second, 0.95 * first);
  EXPECT_GT(second, 0.5 * first) << "the same lines in the same place do not tell the lens anew";
}

}  // namespace
}  // namespace board_session_test
