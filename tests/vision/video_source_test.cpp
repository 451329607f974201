// Videos from files: times, order, and files that break off.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <opencv2/videoio.hpp>

#include "tests/vision/temporary_folder.h"
#include "vision/sources/frame_source.h"

namespace video_source_test {
namespace {

using measure::ErrorCode;
using std::chrono::milliseconds;
using testing::HasSubstr;
using vision::Delivery;
using vision::SourceStatus;
using vision_test::TemporaryFolder;

constexpr int kFrames = 40;
constexpr double kRate = 20.0;  // frames a second

/// A clip whose frame n is of grey level 40 + 4 n.
void write_video(const std::string& path) {
  const std::string codec = path.ends_with(".avi") ? "MJPG" : "mp4v";
  cv::VideoWriter writer(path, cv::CAP_FFMPEG, cv::VideoWriter::fourcc(codec[0], codec[1], codec[2], codec[3]), kRate, cv::Size(64, 48));
  ASSERT_TRUE(writer.isOpened());
  for (int n = 0; n < kFrames; ++n) writer.write(cv::Mat(48, 64, CV_8UC3, cv::Scalar::all(40 + 4 * n)));
}

TEST(Video, DeliversEveryFrameAtItsTime) {
  const TemporaryFolder folder;
  for (const char* name : {"clip.mp4", "clip.avi"}) {
    write_video(folder / name);
    const auto source = vision::open_source(folder / name);
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_FALSE((*source)->stills());
    EXPECT_FALSE((*source)->live());
    for (int n = 0; n < kFrames; ++n) {
      const Delivery delivery = (*source)->next(milliseconds(0));
      ASSERT_TRUE(delivery.frame) << name << " " << n;
      EXPECT_EQ(delivery.frame->sequence, n);
      EXPECT_NEAR(delivery.frame->captured_at, n / kRate, 1e-3);
      EXPECT_NEAR(cv::mean(delivery.frame->luma)[0], 40 + 4 * n, 3.0);
    }
    EXPECT_EQ((*source)->next(milliseconds(0)).status, SourceStatus::Ended);
    EXPECT_EQ((*source)->next(milliseconds(0)).status, SourceStatus::Ended);
  }
}

TEST(Video, ThatBreaksOffDeliversWhatThereIsThenNamesTheFile) {
  const TemporaryFolder folder;
  write_video(folder / "torn.avi");
  vision_test::cut_short(folder / "torn.avi", 0.5);
  const auto source = vision::open_source(folder / "torn.avi");
  ASSERT_TRUE(source) << source.error().message;
  int frames = 0;
  std::optional<measure::Error> error;
  for (;;) {
    const Delivery delivery = (*source)->next(milliseconds(0));
    if (delivery.status == SourceStatus::Ended) break;
    if (delivery.frame) {
      EXPECT_FALSE(error) << "frames after the break";
      EXPECT_NEAR(cv::mean(delivery.frame->luma)[0], 40 + 4 * frames, 3.0);
      ++frames;
    }
    if (delivery.bad_picture) {
      EXPECT_FALSE(error) << "told twice";
      error = delivery.bad_picture;
      EXPECT_EQ(delivery.bad_name, "torn.avi");
    }
  }
  EXPECT_GT(frames, 0);
  EXPECT_LT(frames, kFrames);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::BadFile);
  EXPECT_THAT(error->message, HasSubstr("torn.avi"));
}

TEST(Video, WithoutItsIndexCannotBePlayedAndSaysSo) {
  const TemporaryFolder folder;
  write_video(folder / "torn.mp4");
  vision_test::cut_short(folder / "torn.mp4", 0.5);  // an MP4's index comes last
  const auto source = vision::open_source(folder / "torn.mp4");
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::BadFile);
  EXPECT_THAT(source.error().message, HasSubstr("torn.mp4"));
}

TEST(Video, ThatIsNoneIsAnError) {
  const TemporaryFolder folder;
  vision_test::write_bytes(folder / "notes.mp4", {'n', 'o', 'n', 'e'});
  vision_test::write_bytes(folder / "empty.mp4", {});
  for (const char* name : {"notes.mp4", "empty.mp4"}) {
    const auto source = vision::open_source(folder / name);
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, ErrorCode::BadFile);
  }
}

}  // namespace
}  // namespace video_source_test
