#include "vision/boards/watch.h"

#include <opencv2/core.hpp>

namespace vision {

measure::Result<BoardState> BoardWatch::step(const Frame& frame) {
  if (stills_ || !reading_) return read(frame);
  const bool moving = cv::countNonZero(since_last_frame_.compare(frame.luma)) > 0;
  since_last_frame_.set_reference(frame.luma);
  if (moving) return BoardState{reading_, true};
  if (cv::countNonZero(since_read_.compare(frame.luma)) == 0) return BoardState{reading_, false};
  return read(frame);
}

measure::Result<BoardState> BoardWatch::read(const Frame& frame) {
  auto reading = read_board_picture(setup_, frame, stills_ ? nullptr : registered_.get());
  if (!reading) return tl::unexpected(reading.error());
  since_last_frame_.set_reference(frame.luma);
  since_read_.set_reference(frame.luma);
  reading_ = std::make_shared<const BoardReading>(std::move(*reading));
  if (reading_->registration) registered_ = reading_;
  return BoardState{reading_, false};
}

}  // namespace vision
