// Pictures that leave a room: the table, and nobody.
#include "app/air/privacy.h"

#include <gmock/gmock.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "tests/app/web/station.h"

namespace privacy_test {
namespace {

using app::air::Drawing, app::air::Look, app::air::Privacy;
using measure::Inches, measure::TablePoint;

constexpr double kLong = 72.0, kWide = 48.0;

/// Straight above the middle of a table, which leaves a rim of the room in sight.
calibration::TableCamera above() {
  calibration::Lens lens;
  lens.image_size = {640, 480};
  lens.fx = lens.fy = 480.0, lens.cx = 320.0, lens.cy = 240.0;
  Eigen::Matrix3d rotation;
  rotation << 1, 0, 0, 0, -1, 0, 0, 0, -1;
  return {lens, rotation, Eigen::Vector3d(-0.5 * kLong, 0.5 * kWide, 70.0)};
}

/// A room full of people (stripes of red), a table of grass, and a figure with stripes on it.
struct Scene {
  calibration::TableCamera camera = above();
  cv::Mat bgr{480, 640, CV_8UC3, cv::Scalar(40, 40, 220)};
  Drawing drawing;
  cv::Rect table, figure;

  Scene() {
    const auto pixel = [&](double x, double y) {
      const auto at = camera.image_from_table({Inches(x), Inches(y)}, Inches(0.0)).value();
      return cv::Point(cvRound(at.u), cvRound(at.v));
    };
    table = cv::Rect(pixel(0.0, kWide), pixel(kLong, 0.0));
    bgr(table).setTo(cv::Scalar(60, 130, 80));
    figure = cv::Rect(pixel(19.0, 21.0), pixel(21.0, 19.0));
    stripe(figure);
    drawing.camera = camera;
    drawing.outline = {
        {Inches(0.0), Inches(0.0)}, {Inches(kLong), Inches(0.0)}, {Inches(kLong), Inches(kWide)}, {Inches(0.0), Inches(kWide)}};
    drawing.standing.push_back(
        {.footprint = {.shape = measure::RectShape{Inches(2.0), Inches(2.0)}, .centre = {Inches(20.0), Inches(20.0)}}});
  }
  void stripe(cv::Rect where) {
    for (int x = where.x; x < where.x + where.width; x += 4) bgr(cv::Rect(x, where.y, 2, where.height)).setTo(cv::Scalar(250, 250, 250));
  }
  [[nodiscard]] Look at_rest() const {
    auto frame = std::make_shared<vision::Frame>();
    frame->bgr = bgr.clone();
    return {.frame = frame, .at_rest = true};
  }
};

/// How much detail is there: the standard deviation in grey levels.
double detail(const cv::Mat& picture, cv::Rect where) {
  cv::Mat grey;
  cv::Scalar mean, deviation;
  cv::cvtColor(picture(where), grey, cv::COLOR_BGR2GRAY);
  cv::meanStdDev(grey, mean, deviation);
  return deviation[0];
}

TEST(Privacy, NothingBesideTheTableIsSeen) {
  const Scene scene;
  Privacy privacy;
  privacy.see(scene.at_rest());
  const cv::Mat seen = privacy.covered(scene.bgr, scene.drawing);
  for (int y = 0; y < seen.rows; ++y)
    for (int x = 0; x < seen.cols; ++x) {
      const cv::Vec3b colour = seen.at<cv::Vec3b>(y, x);
      const cv::Rect table(scene.table.tl() - cv::Point(1, 1), scene.table.br() + cv::Point(2, 2));
      ASSERT_TRUE(table.contains({x, y}) || colour == cv::Vec3b(128, 128, 128)) << x << " " << y;
    }
  const cv::Rect inner = cv::Rect(scene.table.tl() + cv::Point(4, 4), scene.table.br() - cv::Point(4, 4));
  EXPECT_EQ(cv::norm(seen(inner), scene.bgr(inner), cv::NORM_INF), 0.0) << "the table as it lies is shown as it is";
}

TEST(Privacy, AHandOverTheTableIsBlurredAndTheFiguresAreNot) {
  Scene scene;
  Privacy privacy;
  privacy.see(scene.at_rest());
  const cv::Rect hand(350, 200, 90, 120);
  scene.bgr(hand).setTo(cv::Scalar(140, 170, 230));
  scene.stripe(hand);
  const cv::Mat seen = privacy.covered(scene.bgr, scene.drawing);
  const cv::Rect palm(385, 250, 20, 20);
  EXPECT_GT(detail(scene.bgr, palm), 20.0);
  EXPECT_LT(detail(seen, palm), 8.0);
  EXPECT_NEAR(detail(seen, scene.figure), detail(scene.bgr, scene.figure), 1.0);
}

TEST(Privacy, WhereNothingIsKnownNothingIsShown) {
  Scene scene;
  const Privacy never_at_rest;
  const cv::Rect face(350, 200, 90, 120);
  scene.stripe(face);
  EXPECT_LT(detail(never_at_rest.covered(scene.bgr, scene.drawing), {385, 250, 20, 20}), 8.0)
      << "blurred until the table has come to rest once";
  scene.drawing.camera.reset();
  const cv::Mat grey = never_at_rest.covered(scene.bgr, scene.drawing);
  EXPECT_EQ(cv::norm(grey, cv::Mat(grey.size(), CV_8UC3, cv::Scalar(128, 128, 128)), cv::NORM_INF), 0.0);
  EXPECT_EQ(grey.size(), scene.bgr.size());
}

TEST(Privacy, EveryPictureThatLeavesIsCovered) {
  for (const bool delayed : {false, true}) {
    station::Station station({.delay = std::chrono::milliseconds(delayed ? 1000 : 0), .only_the_table = true}, {.delayed = delayed});
    for (int i = 0; i < 4; ++i) station.look({});
    const auto picture = station.get("/snapshot.jpg");
    ASSERT_EQ(picture.status, 200);
    const cv::Mat seen = cv::imdecode(std::vector<unsigned char>(picture.body.begin(), picture.body.end()), cv::IMREAD_COLOR);
    EXPECT_LE(cv::norm(seen, cv::Mat(seen.size(), CV_8UC3, cv::Scalar(128, 128, 128)), cv::NORM_INF), 2.0) << "of a table nobody has found";
  }
}

}  // namespace
}  // namespace privacy_test
