// Pictures from files and folders: order, damage, and what is said about it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "tests/vision/temporary_folder.h"
#include "vision/sources/frame_source.h"
#include "vision/sources/picture.h"

namespace picture_source_test {
namespace {

using measure::ErrorCode;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using vision::Delivery;
using vision::SourceStatus;
using vision_test::TemporaryFolder;

cv::Mat a_picture(int seed = 1) {
  cv::Mat picture(48, 64, CV_8UC3);
  cv::theRNG().state = static_cast<std::uint64_t>(seed);
  cv::randu(picture, cv::Scalar::all(0), cv::Scalar::all(255));
  return picture;
}

/// What a whole source delivers, as words: a frame's name, or "bad " and the name.
std::vector<std::string> everything_from(vision::FrameSource& source) {
  std::vector<std::string> all;
  for (;;) {
    const Delivery delivery = source.next(milliseconds(0));
    if (delivery.status == SourceStatus::Ended) return all;
    if (delivery.frame) all.push_back(delivery.frame->name);
    if (delivery.bad_picture) all.push_back("bad " + delivery.bad_name);
  }
}

TEST(PictureFolder, ComesInByteOrderOfItsNames) {
  const TemporaryFolder folder;
  for (const char* name : {"b.png", "a.jpg", "10.png", "9.png", "B.JPG"}) cv::imwrite(folder / name, a_picture());
  const auto source = vision::open_source(folder.path().string());
  ASSERT_TRUE(source) << source.error().message;
  EXPECT_TRUE((*source)->stills());
  EXPECT_FALSE((*source)->live());
  EXPECT_THAT(everything_from(**source), ElementsAre("10.png", "9.png", "B.JPG", "a.jpg", "b.png"));
}

TEST(PictureFolder, PassesOverFilesThatAreNoPicturesAndFolders) {
  const TemporaryFolder folder;
  cv::imwrite(folder / "1.png", a_picture());
  vision_test::write_bytes(folder / "notes.txt", {'h', 'i'});
  std::filesystem::create_directory(folder / "2.png");
  const auto source = vision::open_source(folder.path().string());
  ASSERT_TRUE(source);
  EXPECT_THAT(everything_from(**source), ElementsAre("1.png"));
}

TEST(PictureFolder, NamesADamagedPictureAndGoesOn) {
  const TemporaryFolder folder;
  for (const char* name : {"1.jpg", "2.jpg", "3.jpg"}) cv::imwrite(folder / name, a_picture());
  vision_test::cut_short(folder / "2.jpg", 0.5);
  const auto source = vision::open_source(folder.path().string());
  ASSERT_TRUE(source);
  EXPECT_THAT(everything_from(**source), ElementsAre("1.jpg", "bad 2.jpg", "3.jpg"));
}

TEST(PictureFolder, WithoutPicturesSaysSo) {
  const TemporaryFolder folder;
  const auto source = vision::open_source(folder.path().string());
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::NotSeen);
  EXPECT_THAT(source.error().message, HasSubstr(folder.path().string()));
}

TEST(PictureList, KeepsItsOrderAndReportsAMissingOne) {
  const TemporaryFolder folder;
  cv::imwrite(folder / "b.png", a_picture());
  cv::imwrite(folder / "a.png", a_picture());
  const auto source = vision::open_pictures({folder / "b.png", folder / "none.png", folder / "a.png"});
  EXPECT_THAT(everything_from(*source), ElementsAre("b.png", "bad none.png", "a.png"));
}

TEST(SinglePicture, IsASourceOfOne) {
  const TemporaryFolder folder;
  const cv::Mat original = a_picture();
  cv::imwrite(folder / "table.png", original);
  const auto source = vision::open_source(folder / "table.png");
  ASSERT_TRUE(source);
  const Delivery delivery = (*source)->next(milliseconds(0));
  ASSERT_TRUE(delivery.frame);
  EXPECT_EQ(cv::norm(delivery.frame->bgr, original, cv::NORM_INF), 0.0);
  EXPECT_EQ(delivery.frame->luma.size(), original.size());
  EXPECT_EQ(delivery.frame->luma.type(), CV_8UC1);
  EXPECT_EQ((*source)->next(milliseconds(0)).status, SourceStatus::Ended);
}

TEST(Source, ThatIsNowhereIsNotSeen) {
  for (const char* nowhere : {"/nowhere/at/all", "/dev/video987", "987"}) {
    const auto source = vision::open_source(nowhere);
    ASSERT_FALSE(source) << nowhere;
    EXPECT_EQ(source.error().code, ErrorCode::NotSeen);
    EXPECT_THAT(source.error().message, HasSubstr(nowhere));
  }
}

TEST(Cameras, AreListedByDeviceAndName) {
  for (const vision::CameraDevice& camera : vision::list_cameras()) {
    EXPECT_THAT(camera.path, testing::StartsWith("/dev/video"));
    EXPECT_FALSE(camera.name.empty());
  }
}

TEST(Jpeg, DecodesToThePixelsThatOpenCvSees) {
  for (const int quality : {60, 95}) {
    std::vector<std::uint8_t> bytes;
    cv::imencode(".jpg", a_picture(), bytes, {cv::IMWRITE_JPEG_QUALITY, quality});
    const auto picture = vision::decode_picture(bytes, "a.jpg");
    ASSERT_TRUE(picture) << picture.error().message;
    EXPECT_EQ(cv::norm(picture->bgr, cv::imdecode(bytes, cv::IMREAD_COLOR), cv::NORM_INF), 0.0);
  }
}

TEST(Jpeg, GreyAndProgressiveOnesAreRead) {
  cv::Mat grey(40, 50, CV_8UC1, cv::Scalar(90));
  std::vector<std::uint8_t> bytes;
  cv::imencode(".jpg", grey, bytes);
  EXPECT_TRUE(vision::decode_picture(bytes, "grey.jpg"));
  cv::imencode(".jpg", a_picture(), bytes, {cv::IMWRITE_JPEG_PROGRESSIVE, 1});
  EXPECT_TRUE(vision::decode_picture(bytes, "progressive.jpg"));
}

// OpenCV decodes a JPEG that breaks off to a picture that is grey below the break, and says nothing.
TEST(Jpeg, CutShortAnywhereIsAnErrorThatNamesTheFile) {
  std::vector<std::uint8_t> whole;
  cv::imencode(".jpg", a_picture(), whole);
  for (std::size_t length = 0; length < whole.size(); length += 37) {
    const auto picture = vision::decode_picture(std::span(whole).first(length), "half.jpg");
    ASSERT_FALSE(picture) << length << " of " << whole.size() << " bytes";
    EXPECT_EQ(picture.error().code, ErrorCode::BadFile);
    EXPECT_THAT(picture.error().message, HasSubstr("half.jpg"));
  }
  EXPECT_FALSE(vision::decode_picture(std::span(whole).first(whole.size() - 1), "half.jpg"));
}

TEST(Jpeg, WithAnotherFileBehindItIsStillGood) {  // phones append thumbnails and depth maps
  std::vector<std::uint8_t> bytes;
  cv::imencode(".jpg", a_picture(), bytes);
  bytes.insert(bytes.end(), 1000, 0x55);
  EXPECT_TRUE(vision::decode_picture(bytes, "phone.jpg"));
}

TEST(Jpeg, ThatClaimsAnAbsurdSizeIsRefusedBeforeMemoryIsTaken) {
  std::vector<std::uint8_t> bytes;
  cv::imencode(".jpg", a_picture(), bytes);
  const std::vector<std::uint8_t> start_of_frame = {0xff, 0xc0};
  const auto at = std::search(bytes.begin(), bytes.end(), start_of_frame.begin(), start_of_frame.end());
  ASSERT_NE(at, bytes.end());
  std::fill(at + 5, at + 9, std::uint8_t{0xff});  // height and width
  const auto picture = vision::decode_picture(bytes, "bomb.jpg");
  ASSERT_FALSE(picture);
  EXPECT_EQ(picture.error().code, ErrorCode::BadFile);
}

TEST(Png, CutShortAnywhereIsAnError) {
  std::vector<std::uint8_t> whole;
  cv::imencode(".png", a_picture(), whole);
  ASSERT_TRUE(vision::decode_picture(whole, "whole.png"));
  for (std::size_t length = 0; length < whole.size(); length += 101) {
    EXPECT_FALSE(vision::decode_picture(std::span(whole).first(length), "half.png")) << length << " of " << whole.size() << " bytes";
  }
}

TEST(Picture, ThatIsNoneIsAnError) {
  const std::vector<std::uint8_t> text = {'n', 'o', 't', ' ', 'a', ' ', 'p', 'i', 'c', 't', 'u', 'r', 'e'};
  EXPECT_FALSE(vision::decode_picture(text, "text.jpg"));
  EXPECT_FALSE(vision::decode_picture({}, "empty.jpg"));
}

}  // namespace
}  // namespace picture_source_test
