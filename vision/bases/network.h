// A small convolutional network, read from an ONNX file by OpenCV and run by oneDNN.
//   oneDNN (https://oneapi-src.github.io/oneDNN) has code for each generation of processors and needs a third to three quarters of the
//   time that OpenCV's own layers need. Where it has none that is faster (no AVX2) OpenCV runs the network: the answers are the same but
//   for rounding.
#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>

namespace vision {

class Network {
 public:
  enum class By { TheFastest, OpenCv };
  /// From an ONNX file in memory, which it needs no longer afterwards. Runs what scripts/learn/net.py is made of: convolutions, rectified
  /// or not, a sum of two layers after one, and layers made twice as large. Throws cv::Exception where the file is none or holds anything
  /// else.
  Network(const char* begin, const char* end, By by = By::TheFastest);
  ~Network();

  /// A picture of 32-bit floats with the channels of its first layer to one with those of its last. Not for two threads at once.
  /// Throws cv::Exception when the library refuses.
  [[nodiscard]] cv::Mat forward(const cv::Mat& input);

 private:
  struct Layers;
  std::unique_ptr<Layers> layers_;
};

}  // namespace vision
