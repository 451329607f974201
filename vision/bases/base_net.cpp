#include "vision/bases/base_net.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <opencv2/core.hpp>
#include <vector>

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

/// What the network says of a map in some of its channels, without what was added to make the map a multiple.
cv::Mat told(const cv::Mat& out, std::initializer_list<int> channels, cv::Size size, double scale = 1.0) {
  cv::Mat some(size, CV_32FC(static_cast<int>(channels.size())));
  std::vector<int> pairs;
  for (const int channel : channels) pairs.insert(pairs.end(), {channel, static_cast<int>(pairs.size() / 2)});
  const cv::Mat part = out(cv::Rect({0, 0}, size));
  cv::mixChannels(&part, 1, &some, 1, pairs.data(), channels.size());
  return scale == 1.0 ? some : cv::Mat(some * scale);
}

/// What each grey level is to the network.
std::array<float, 256> levels() {
  std::array<float, 256> of;
  for (std::size_t level = 0; level < of.size(); ++level) of[level] = (static_cast<float>(level) - kGrey) / kLevels;
  return of;
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
  cv::Mat input(whole(size.height), whole(size.width), CV_32FC(kInputs));
  static const std::array<float, 256> kOfLevel = levels();
  const bool known = !view.empty.empty();
  const std::array<std::uint8_t, 3> black{};
  for (int row = 0; row < input.rows; ++row) {
    auto* to = input.ptr<float>(row);
    const auto down = static_cast<float>((row - view.nadir.y) / view.height);
    const bool inside = row < size.height;
    for (int column = 0; column < input.cols; ++column, to += kInputs) {
      const bool here = inside && column < size.width;
      const std::uint8_t* now = here ? view.now.ptr(row, column) : black.data();
      const std::uint8_t* empty = here && known ? view.empty.ptr(row, column) : black.data();
      for (int c = 0; c < 3; ++c) {
        to[c] = kOfLevel[now[c]];
        to[3 + c] = known ? kOfLevel[empty[c]] : 0.0F;
      }
      to[6] = known ? 1.0F : 0.0F;
      to[7] = static_cast<float>((column - view.nadir.x) / view.height);
      to[8] = down;
    }
  }
  const cv::Mat out = network_->forward(input);
  CV_Assert(out.channels() == kOutputs);
  const cv::Size places((size.width + 1) / BaseMaps::kStride, (size.height + 1) / BaseMaps::kStride);
  cv::Mat spread = told(out, {5}, places);
  cv::exp(spread, spread);
  return {.disc = told(out, {0}, places),
          .plain = told(out, {1}, places),
          .base = told(out, {2}, places),
          .to_centre = told(out, {3, 4}, places, kOffsetUnit),
          .spread = spread * kOffsetUnit,
          .front = told(out, {6, 7}, places),
          .axis = told(out, {8, 9}, places)};
}

}  // namespace vision
