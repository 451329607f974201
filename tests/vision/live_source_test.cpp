// Live sources with a driver that does what the test says: newest picture only, gone and back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <opencv2/core.hpp>
#include <thread>

#include "vision/sources/live_source.h"

namespace live_source_test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using vision::Delivery;
using vision::Grabbed;
using vision::Grabber;
using vision::LifeSigns;
using vision::SourceStatus;

/// What the pretended driver does now.
enum class Mood { Delivers, Ends, RepeatsItself, Hangs };

struct Driver {
  std::atomic<Mood> mood = Mood::Delivers;
  std::atomic<int> grabbed = 0;
};

class PretendedGrabber : public Grabber {
 public:
  explicit PretendedGrabber(std::shared_ptr<Driver> driver) : driver_(std::move(driver)) {}
  [[nodiscard]] std::optional<Grabbed> grab() override {
    std::this_thread::sleep_for(milliseconds(5));
    while (driver_->mood == Mood::Hangs) std::this_thread::sleep_for(milliseconds(5));
    if (driver_->mood == Mood::Ends) return std::nullopt;
    const int number = driver_->mood == Mood::RepeatsItself ? driver_->grabbed.load() : ++driver_->grabbed;
    return Grabbed{.bgr = cv::Mat(4, 4, CV_8UC3, cv::Scalar::all(number % 251)), .stamp = 0.01 * number};
  }

 private:
  std::shared_ptr<Driver> driver_;
};

std::unique_ptr<vision::FrameSource> open_pretended(const std::shared_ptr<Driver>& driver) {
  auto open = [driver]() -> measure::Result<std::unique_ptr<Grabber>> {
    if (driver->mood == Mood::Ends) return measure::fail(measure::ErrorCode::NotSeen, "unplugged");
    return std::make_unique<PretendedGrabber>(driver);
  };
  auto source = vision::open_live(open, "pretended");
  return source ? std::move(*source) : nullptr;
}

/// Asks until the source has this status (with a frame, if running); how long it took.
milliseconds time_until(vision::FrameSource& source, SourceStatus status) {
  const auto began = steady_clock::now();
  constexpr milliseconds kGiveUp{10'000};
  while (steady_clock::now() - began < kGiveUp) {
    const Delivery delivery = source.next(milliseconds(100));
    if (delivery.status == status && (status == SourceStatus::Gone || delivery.frame)) break;
  }
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - began);
}

TEST(LiveSource, HandsOutTheNewestPictureAndNeverAQueue) {
  const auto driver = std::make_shared<Driver>();
  const auto source = open_pretended(driver);
  ASSERT_TRUE(source);
  EXPECT_TRUE(source->live());
  ASSERT_TRUE(source->next(milliseconds(1000)).frame);
  std::this_thread::sleep_for(milliseconds(200));  // many pictures pass unseen
  const int already = driver->grabbed;
  const Delivery delivery = source->next(milliseconds(1000));
  ASSERT_TRUE(delivery.frame);
  EXPECT_GE(static_cast<int>(delivery.frame->sequence) + 3, already);
  const Delivery later = source->next(milliseconds(1000));
  ASSERT_TRUE(later.frame);
  EXPECT_GT(later.frame->sequence, delivery.frame->sequence);
  EXPECT_GT(later.frame->captured_at, delivery.frame->captured_at);
}

TEST(LiveSource, ThatVanishesIsGoneWithinASecondAndTakenUpAgainWithinTwo) {
  for (const Mood trouble : {Mood::Ends, Mood::RepeatsItself, Mood::Hangs}) {
    const auto driver = std::make_shared<Driver>();
    const auto source = open_pretended(driver);
    ASSERT_TRUE(source);
    ASSERT_EQ(source->next(milliseconds(1000)).status, SourceStatus::Running);
    driver->mood = trouble;
    EXPECT_LE(time_until(*source, SourceStatus::Gone), milliseconds(1000)) << static_cast<int>(trouble);
    EXPECT_EQ(source->next(milliseconds(10)).status, SourceStatus::Gone) << "it stays gone";
    driver->mood = Mood::Delivers;
    EXPECT_LE(time_until(*source, SourceStatus::Running), milliseconds(2000)) << static_cast<int>(trouble);
  }
}

TEST(LiveSource, ThatCannotBeOpenedSaysWhy) {
  const auto source = vision::open_live(
      []() -> measure::Result<std::unique_ptr<Grabber>> { return measure::fail(measure::ErrorCode::NotSeen, "unplugged"); }, "pretended");
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().message, "unplugged");
}

Grabbed grabbed(int content, std::optional<double> stamp) {
  return {.bgr = cv::Mat(9, 9, CV_8UC3, cv::Scalar::all(content)), .stamp = stamp};
}

TEST(LifeSigns, AdvancingStampsAreLifeEvenIfThePictureStandsStill) {
  LifeSigns life;
  for (int n = 0; n < 5; ++n) {
    EXPECT_TRUE(life.fresh(grabbed(7, n * 0.1)) || n == 1);  // after two stamps it is known that they advance
  }
  EXPECT_TRUE(life.fresh(grabbed(7, 0.5)));
}

TEST(LifeSigns, ARepeatedStampIsAnOldPicture) {
  LifeSigns life;
  EXPECT_TRUE(life.fresh(grabbed(1, 0.1)));
  EXPECT_TRUE(life.fresh(grabbed(2, 0.2)));
  EXPECT_FALSE(life.fresh(grabbed(2, 0.2)));
  EXPECT_FALSE(life.fresh(grabbed(2, 0.2)));
  EXPECT_TRUE(life.fresh(grabbed(3, 0.3)));
}

TEST(LifeSigns, WithoutStampsTheContentDecides) {
  for (const std::optional<double> stamp : {std::optional<double>(), std::optional<double>(0.0)}) {
    LifeSigns life;
    EXPECT_TRUE(life.fresh(grabbed(1, stamp)));
    EXPECT_FALSE(life.fresh(grabbed(1, stamp)));
    EXPECT_TRUE(life.fresh(grabbed(2, stamp)));
    EXPECT_FALSE(life.fresh(grabbed(2, stamp)));
  }
}

}  // namespace
}  // namespace live_source_test
