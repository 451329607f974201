// Any bytes are a picture or an error; a picture is complete and survives being written and read.
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <span>
#include <vector>

#include "tests/fuzz/require.h"
#include "vision/sources/picture.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto picture = vision::decode_picture(std::span(data, size), "fuzzed");
  if (!picture) {
    fuzz::require(picture.error().code == measure::ErrorCode::BadFile, "damage is BadFile");
    fuzz::require(!picture.error().message.empty(), "an error says something");
    return 0;
  }
  fuzz::require(picture->bgr.type() == CV_8UC3 && picture->luma.type() == CV_8UC1, "8-bit colour and luma");
  fuzz::require(!picture->bgr.empty() && picture->bgr.size() == picture->luma.size(), "both of one size");
  constexpr std::size_t kSmall = 1 << 16;  // pixels: writing large ones would be all that the fuzzer does
  if (picture->luma.total() > kSmall) return 0;
  std::vector<std::uint8_t> png;
  fuzz::require(cv::imencode(".png", picture->bgr, png), "a picture can be written");
  const auto again = vision::decode_picture(png, "again");
  fuzz::require(again && cv::norm(again->bgr, picture->bgr, cv::NORM_INF) == 0.0, "what is written reads back");
  return 0;
}
