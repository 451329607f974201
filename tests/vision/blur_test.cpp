// How blurred a picture is, read from the picture alone.
#include "vision/image/blur.h"

#include <gtest/gtest.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace blur_test {
namespace {

/// Cards of several greys on a mottled table, seen by a lens of such a blur (sigma, pixels), with so much noise (sigma, grey levels) of the
/// sensor.
cv::Mat a_picture(double blur, double noise, double contrast = 1.0) {
  constexpr int kFiner = 4;
  cv::RNG random(11);
  cv::Mat fine(720 * kFiner, 960 * kFiner, CV_32FC1, cv::Scalar(110.0));
  cv::Mat mottled(fine.rows / 160, fine.cols / 160, CV_32FC1), big;
  random.fill(mottled, cv::RNG::NORMAL, 0.0, 12.0);
  cv::resize(mottled, big, fine.size(), 0.0, 0.0, cv::INTER_CUBIC);
  fine += big;
  for (int i = 0; i < 200; ++i) {
    const cv::RotatedRect card(cv::Point2f(random.uniform(0.0f, 3840.0f), random.uniform(0.0f, 2880.0f)),
                               cv::Size2f(random.uniform(80.0f, 300.0f), random.uniform(80.0f, 300.0f)), random.uniform(0.0f, 90.0f));
    cv::Point2f corners[4];
    card.points(corners);
    const std::vector<cv::Point> outline(corners, corners + 4);
    cv::fillConvexPoly(fine, outline, cv::Scalar(110.0 + contrast * random.uniform(-90.0, 120.0)));
  }
  cv::Mat out, grain(720, 960, CV_32FC1), eight;
  if (blur > 0.0) cv::GaussianBlur(fine, fine, {}, blur * kFiner);
  cv::resize(fine, out, grain.size(), 0.0, 0.0, cv::INTER_AREA);
  random.fill(grain, cv::RNG::NORMAL, 0.0, noise);
  out += grain;
  out.convertTo(eight, CV_8U);
  return eight;
}

TEST(Blur, IsToldAsItIs) {
  // A sensor's own pixel blurs by the root of a twelfth, and so do the two pixels between those whose difference is a slope by a third.
  for (const double blur : {0.3, 0.5, 0.8, 1.2}) {
    const double whole = std::sqrt(blur * blur + 1.0 / 12.0 + 1.0 / 3.0);
    EXPECT_NEAR(vision::blur_of(a_picture(blur, 2.0)), whole, 0.15 * whole) << blur;
  }
  EXPECT_GT(vision::blur_of(a_picture(3.0, 2.0)), vision::blur_of(a_picture(1.8, 2.0)));
}

TEST(Blur, NoiseIsNoEdge) {
  const double quiet = vision::blur_of(a_picture(1.2, 1.0));
  EXPECT_NEAR(vision::blur_of(a_picture(1.2, 6.0)), quiet, 0.25 * quiet);
}

TEST(Blur, ADarkPicturesEdgesAreAsSharp) {
  const double bright = vision::blur_of(a_picture(1.0, 1.0));
  EXPECT_NEAR(vision::blur_of(a_picture(1.0, 1.0, 0.5)), bright, 0.1 * bright);
}

TEST(Blur, WhatIsEnlargedIsAsBlurredAsItLooks) {
  const cv::Mat picture = a_picture(0.6, 1.0);
  cv::Mat twice;
  cv::resize(picture, twice, {}, 2.0, 2.0, cv::INTER_CUBIC);
  const auto own = [](const cv::Mat& of) { return std::sqrt(std::pow(vision::blur_of(of), 2) - 1.0 / 3.0); };
  EXPECT_NEAR(own(twice), 2.0 * own(picture), 0.2);
}

TEST(Blur, CompressionHardlyChangesIt) {
  const cv::Mat picture = a_picture(0.8, 2.0);
  const double before = vision::blur_of(picture);
  for (int quality : {90, 75, 50}) {
    std::vector<unsigned char> bytes;
    cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, quality});
    EXPECT_NEAR(vision::blur_of(cv::imdecode(bytes, cv::IMREAD_GRAYSCALE)), before, 0.15 * before) << quality;
  }
}

TEST(Blur, APictureWithoutAnEdgeHasNoMoreThanItsPixels) {
  const double least = std::sqrt(1.0 / 3.0);
  EXPECT_NEAR(vision::blur_of(cv::Mat()), least, 1e-3);
  EXPECT_NEAR(vision::blur_of(cv::Mat(1, 1, CV_8UC1, cv::Scalar(7))), least, 1e-3);
  EXPECT_NEAR(vision::blur_of(cv::Mat(200, 200, CV_8UC1, cv::Scalar(7))), least, 1e-3);
}

}  // namespace
}  // namespace blur_test
