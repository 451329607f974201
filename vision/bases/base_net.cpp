#include "vision/bases/base_net.h"

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>

#include "vision/bases/network.h"

// The weights, as scripts/learn/train.py wrote them: part of the program, so that nothing can be missing where it runs.
#define VEDETTE_WEIGHTS(name, file) \
  asm(".pushsection .rodata\n"      \
      ".balign 16\n"                \
      "vedette_" name               \
      "_begin:\n"                   \
      ".incbin \"" file             \
      "\"\n"                        \
      "vedette_" name               \
      "_end:\n"                     \
      ".popsection\n")
VEDETTE_WEIGHTS("plain_net", VEDETTE_PLAIN_NET);
VEDETTE_WEIGHTS("disc_net", VEDETTE_DISC_NET);
extern const char vedette_plain_net_begin[], vedette_plain_net_end[], vedette_disc_net_begin[], vedette_disc_net_end[];

namespace vision {
namespace {

constexpr int kInputs = 9, kOutputs = 10;
constexpr double kOffsetUnit = 8.0;               // map pixels for an offset of 1
constexpr float kGrey = 128.0F, kLevels = 64.0F;  // grey levels: what is 0, and what is 1, to the network

/// One channel of what the network says, without what was added to make the map a multiple.
cv::Mat channel(const cv::Mat& out, int index, cv::Size size) {
  const cv::Mat whole(out.size[2], out.size[3], CV_32FC1, const_cast<float*>(out.ptr<float>(0, index)));
  return whole(cv::Rect({0, 0}, size)).clone();
}

cv::Mat pair(const cv::Mat& out, int index, cv::Size size, double scale) {
  cv::Mat both;
  cv::merge(std::vector<cv::Mat>{channel(out, index, size), channel(out, index + 1, size)}, both);
  return both * scale;
}

}  // namespace

BaseNet::BaseNet(For sought)
    : network_(sought == For::Discs ? std::make_unique<Network>(vedette_disc_net_begin, vedette_disc_net_end)
                                    : std::make_unique<Network>(vedette_plain_net_begin, vedette_plain_net_end)) {}
BaseNet::~BaseNet() = default;

double BaseNet::per_inch(double narrowest_inches) { return std::clamp(14.0 / narrowest_inches, 10.0, 22.0); }

BaseMaps BaseNet::see(const GroundView& view) const {
  const cv::Size size = view.now.size();
  const auto whole = [](int length) { return (length + kMultiple - 1) / kMultiple * kMultiple; };
  const int rows = whole(size.height), columns = whole(size.width);
  const std::array<int, 4> shape{1, kInputs, rows, columns};
  cv::Mat input(4, shape.data(), CV_32F, cv::Scalar(0));
  const auto plane = [&](int index) { return cv::Mat(rows, columns, CV_32F, input.ptr<float>(0, index)); };
  const auto put = [&](const cv::Mat& picture, int first) {
    std::array<cv::Mat, 3> colours;
    cv::split(picture, colours.data());
    for (int c = 0; c < 3; ++c) {
      cv::Mat here = plane(first + c);
      here.setTo(-kGrey / kLevels);
      colours[static_cast<std::size_t>(c)].convertTo(here(cv::Rect({0, 0}, size)), CV_32F, 1.0 / kLevels, -kGrey / kLevels);
    }
  };
  put(view.now, 0);
  if (!view.empty.empty()) {
    put(view.empty, 3);
    plane(6).setTo(1.0F);
  }
  cv::Mat along = plane(7), down = plane(8);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      along.at<float>(row, column) = static_cast<float>((column - view.nadir.x) / view.height);
      down.at<float>(row, column) = static_cast<float>((row - view.nadir.y) / view.height);
    }
  const cv::Mat out = network_->forward(input);
  CV_Assert(out.dims == 4 && out.size[1] == kOutputs);
  const cv::Size places((size.width + 1) / BaseMaps::kStride, (size.height + 1) / BaseMaps::kStride);
  cv::Mat spread = channel(out, 5, places);
  cv::exp(spread, spread);
  return {.disc = channel(out, 0, places),
          .plain = channel(out, 1, places),
          .base = channel(out, 2, places),
          .to_centre = pair(out, 3, places, kOffsetUnit),
          .spread = spread * kOffsetUnit,
          .front = pair(out, 6, places, 1.0),
          .axis = pair(out, 8, places, 1.0)};
}

}  // namespace vision
