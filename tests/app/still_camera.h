// A live source for tests that show one picture only.
#pragma once

#include <chrono>
#include <opencv2/core/mat.hpp>
#include <string>
#include <thread>
#include <utility>

#include "vision/sources/frame_source.h"

namespace recorded {

/// A camera that shows the same picture for ever.
class StillCamera : public vision::FrameSource {
 public:
  explicit StillCamera(cv::Mat picture, bool live = true) : picture_(std::move(picture)), live_(live) {}
  vision::Delivery next(std::chrono::milliseconds /*patience*/) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    vision::Delivery delivery;
    ++number_;
    delivery.frame = vision::make_frame(picture_, 0.1 * number_, std::to_string(number_), static_cast<std::uint64_t>(number_));
    return delivery;
  }
  [[nodiscard]] bool live() const override { return live_; }
  [[nodiscard]] bool stills() const override { return false; }
  [[nodiscard]] std::string describe() const override { return "a camera"; }

 private:
  cv::Mat picture_;
  bool live_;
  int number_ = 0;
};

}  // namespace recorded
