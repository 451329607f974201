// How hard a picture was compressed, read from the picture alone.
#include "vision/image/jpeg_blockiness.h"

#include <gtest/gtest.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace coding_test {
namespace {

/// Blotches of several sizes with a camera's noise on them.
cv::Mat a_picture() {
  cv::RNG random(11);
  cv::Mat out(720, 1280, CV_32FC1, cv::Scalar(110.0));
  for (int size : {3, 12, 50}) {
    cv::Mat noise(out.rows / size + 1, out.cols / size + 1, CV_32FC1), big;
    random.fill(noise, cv::RNG::NORMAL, 0.0, 12.0);
    cv::resize(noise, big, out.size(), 0.0, 0.0, cv::INTER_CUBIC);
    out += big;
  }
  cv::Mat grain(out.size(), CV_32FC1);
  random.fill(grain, cv::RNG::NORMAL, 0.0, 2.0);
  out += grain;
  cv::Mat eight;
  out.convertTo(eight, CV_8U);
  return eight;
}

cv::Mat compressed(const cv::Mat& picture, int quality) {
  std::vector<unsigned char> bytes;
  cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, quality});
  return cv::imdecode(bytes, cv::IMREAD_GRAYSCALE);
}

TEST(Coding, APictureThatWasNeverCompressedHasNoSteps) { EXPECT_LT(vision::jpeg_steps(a_picture()), 0.15); }

TEST(Coding, TheHarderTheCompressionTheLargerTheSteps) {
  const cv::Mat picture = a_picture();
  double before = vision::jpeg_steps(picture);
  for (int quality : {90, 80, 70, 60}) {
    const double now = vision::jpeg_steps(compressed(picture, quality));
    EXPECT_GT(now, 1.1 * before) << "quality " << quality;
    before = now;
  }
}

TEST(Coding, BlocksAreFoundWhereverTheyBegin) {
  const cv::Mat picture = compressed(a_picture(), 75);
  const double whole = vision::jpeg_steps(picture);
  for (int cut : {1, 3, 4, 7}) {
    const cv::Mat part = picture(cv::Rect(cut, 8 - cut, picture.cols - 8, picture.rows - 8));
    EXPECT_NEAR(vision::jpeg_steps(part), whole, 0.1 * whole) << "cut by " << cut;
  }
}

TEST(Coding, APictureWithoutABlockHasNone) {
  EXPECT_EQ(vision::jpeg_steps(cv::Mat()), 0.0);
  EXPECT_EQ(vision::jpeg_steps(cv::Mat(1, 1, CV_8UC1, cv::Scalar(7))), 0.0);
  EXPECT_EQ(vision::jpeg_steps(cv::Mat(200, 200, CV_8UC1, cv::Scalar(7))), 0.0);
}

}  // namespace
}  // namespace coding_test
