// The network's runner: whoever runs it, for whatever size of input, the answers are the same.
#include "vision/bases/network.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <opencv2/core.hpp>
#include <string>

namespace network_test {
namespace {

using vision::Network;

std::string file(const char* name) {
  std::ifstream in(std::string(VEDETTE_SOURCE_DIR "/vision/bases/") + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

cv::Mat noise(int rows, int columns, std::uint64_t seed) {
  cv::Mat input(rows, columns, CV_32FC(9));
  cv::RNG(seed).fill(input, cv::RNG::UNIFORM, -2.0, 2.0);
  return input;
}

TEST(Network, AnswersAsOpenCvDoesForEverySizeAndWheneverItIsAsked) {
  for (const char* name : {"plain_net.onnx", "disc_net.onnx"}) {
    const std::string onnx = file(name);
    ASSERT_FALSE(onnx.empty()) << name;
    Network fast(onnx.data(), onnx.data() + onnx.size());
    Network plain(onnx.data(), onnx.data() + onnx.size(), Network::By::OpenCv);
    // More sizes than it keeps ready, and the first again at the end.
    for (const cv::Size size : {cv::Size(160, 96), {16, 16}, {48, 32}, {80, 176}, {16, 64}, {64, 16}, {160, 96}}) {
      const cv::Mat input = noise(size.height, size.width, 7);
      const cv::Mat is = fast.forward(input), as = plain.forward(input);
      ASSERT_EQ(is.size(), cv::Size(size.width / 2, size.height / 2));
      ASSERT_EQ(as.size(), is.size());
      ASSERT_EQ(as.channels(), is.channels());
      EXPECT_LT(cv::norm(is.reshape(1, 1), as.reshape(1, 1), cv::NORM_INF), 1e-3) << name << ' ' << size;
    }
  }
}

TEST(Network, RefusesWhatItCannotRun) {
  const std::string none = "no network at all";
  EXPECT_THROW(Network(none.data(), none.data() + none.size()), cv::Exception);
  const std::string onnx = file("disc_net.onnx");
  Network network(onnx.data(), onnx.data() + onnx.size());
  EXPECT_THROW((void)network.forward(cv::Mat(32, 32, CV_8UC(9), cv::Scalar(0))), cv::Exception);
  EXPECT_THROW((void)network.forward(cv::Mat(32, 32, CV_32FC3, cv::Scalar(0))), cv::Exception);
}

}  // namespace
}  // namespace network_test
