#include "vision/bases/network.h"

#include <algorithm>
#include <list>
#include <map>
#include <oneapi/dnnl/dnnl.hpp>
#include <opencv2/dnn.hpp>
#include <opencv2/dnn/all_layers.hpp>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

/// Of OpenMP, whose threads oneDNN works with: how many it takes from here on when this thread calls it. Its header comes with some
/// compilers only.
extern "C" void omp_set_num_threads(int count);

namespace vision {
// Named, for `Network` has members of these types.
namespace networks {

using dnnl::memory;

/// Programs that are kept, one for each size of input: the whole map, and the parts of it that are looked at again.
constexpr std::size_t kPrograms = 4;
/// Threads at most. They spin while they wait for each other, which takes time from whatever else runs: so half the processors.
constexpr int kThreads = 4;
constexpr int kInput = -1;  // stands for the input where layers are numbered

/// A layer with what follows it at each of its places: first the sum with another layer, then the cut at zero.
struct Layer {
  enum class Kind { Convolution, TwiceAsLarge };
  Kind kind = Kind::Convolution;
  int from = kInput;  // the layer it reads
  int plus = kInput;  // the layer that is added, if any
  bool cut = false;   // negative values become 0
  cv::Mat weights;    // 32FC1 (outputs, inputs, rows, columns)
  cv::Mat bias;       // 32FC1, one for each output
  int stride = 1, pad = 0;
};

struct Extent {
  int channels = 0, rows = 0, columns = 0;
  [[nodiscard]] memory::dims dims() const { return {1, channels, rows, columns}; }
  friend bool operator==(const Extent&, const Extent&) = default;
};

Extent after(const Layer& layer, const Extent& in) {
  if (layer.kind == Layer::Kind::TwiceAsLarge) return {in.channels, 2 * in.rows, 2 * in.columns};
  const auto steps = [&](int length, int dimension) { return (length + 2 * layer.pad - layer.weights.size[dimension]) / layer.stride + 1; };
  return {layer.weights.size[0], steps(in.rows, 2), steps(in.columns, 3)};
}

/// The layers of a network as OpenCV read them, in the order in which they are worked out.
std::vector<Layer> layers_of(cv::dnn::Net& net) {
  std::vector<Layer> layers;
  std::map<int, int> number;  // of a layer here, for OpenCV's
  number[0] = kInput;
  for (const std::string& name : net.getLayerNames()) {
    const int id = net.getLayerId(name);
    const cv::Ptr<cv::dnn::Layer> layer = net.getLayer(id);
    std::vector<int> from;
    for (const cv::Ptr<cv::dnn::Layer>& input : net.getLayerInputs(id)) {
      const int other = net.getLayerId(input->name);
      from.push_back(number.at(other < 0 ? 0 : other));  // the input itself is a layer without a number
    }
    const int last = static_cast<int>(layers.size()) - 1;
    if (layer->type == "Convolution") {
      const auto convolution = layer.dynamicCast<cv::dnn::BaseConvolutionLayer>();
      CV_Assert(convolution && layer->blobs.size() == 2 && layer->blobs[0].dims == 4);
      layers.push_back({.kind = Layer::Kind::Convolution,
                        .from = from.at(0),
                        .weights = layer->blobs[0],
                        .bias = layer->blobs[1],
                        .stride = static_cast<int>(convolution->strides.at(0)),
                        .pad = static_cast<int>(convolution->pads_begin.at(0))});
    } else if (layer->type == "Resize") {
      layers.push_back({.kind = Layer::Kind::TwiceAsLarge, .from = from.at(0), .weights = {}, .bias = {}});
    } else if (layer->type == "Eltwise" && from.size() == 2 && from[1] == last && layers.back().plus == kInput && !layers.back().cut) {
      layers.back().plus = from[0];
    } else if (layer->type == "ReLU" && from.at(0) == last) {
      layers.back().cut = true;
    } else {
      CV_Assert(layer->type == "Identity");
    }
    number[id] = static_cast<int>(layers.size()) - 1;
  }
  // A sum is worked out in the place of the layer that is added, which nothing may read afterwards.
  for (std::size_t i = 0; i < layers.size(); ++i)
    for (std::size_t later = i + 1; later < layers.size() && layers[i].plus != kInput; ++later)
      CV_Assert(layers[later].from != layers[i].plus && layers[later].plus != layers[i].plus);
  CV_Assert(!layers.empty());
  return layers;
}

dnnl::primitive_attr followed_by(const Layer& layer) {
  dnnl::post_ops then;
  if (layer.plus != kInput) then.append_sum(1.0F);
#if DNNL_VERSION_MAJOR >= 3
  if (layer.cut) then.append_eltwise(dnnl::algorithm::eltwise_relu, 0.0F, 0.0F);
#else
  if (layer.cut) then.append_eltwise(1.0F, dnnl::algorithm::eltwise_relu, 0.0F, 0.0F);
#endif
  dnnl::primitive_attr attributes;
  attributes.set_post_ops(then);
  return attributes;
}

dnnl::convolution_forward::primitive_desc convolution(const dnnl::engine& engine, const Layer& layer, const memory::desc& in,
                                                      const Extent& out) {
  const auto any = memory::format_tag::any;
  const auto real = memory::data_type::f32;
  const cv::MatSize& size = layer.weights.size;
  const memory::desc weights({size[0], size[1], size[2], size[3]}, real, any), bias({size[0]}, real, any), to(out.dims(), real, any);
  const memory::dims strides{layer.stride, layer.stride}, pads{layer.pad, layer.pad};
  const auto how = dnnl::algorithm::convolution_direct;
  const auto forward = dnnl::prop_kind::forward_inference;
#if DNNL_VERSION_MAJOR >= 3
  return {engine, forward, how, in, weights, bias, to, strides, pads, pads, followed_by(layer)};
#else
  return {{forward, how, in, weights, bias, to, strides, pads, pads}, followed_by(layer), engine};
#endif
}

dnnl::resampling_forward::primitive_desc twice_as_large(const dnnl::engine& engine, const Layer& layer, const memory::desc& in,
                                                        const memory::desc& to) {
  const auto how = dnnl::algorithm::resampling_nearest;
  const auto forward = dnnl::prop_kind::forward_inference;
  const std::vector<float> factors{2.0F, 2.0F};
#if DNNL_VERSION_MAJOR >= 3
  return {engine, forward, how, factors, in, to, followed_by(layer)};
#else
  return {{forward, how, factors, in, to}, followed_by(layer), engine};
#endif
}

int threads() {
  const int half = static_cast<int>(std::thread::hardware_concurrency()) / 2;
  return std::clamp(std::min(half, cv::getNumThreads()), 1, kThreads);
}

/// Has oneDNN fast code for this processor?
bool is_fast_here() {
  const auto has = static_cast<unsigned>(dnnl::get_effective_cpu_isa()), wanted = static_cast<unsigned>(dnnl::cpu_isa::avx2);
  return (has & wanted) == wanted;
}

/// What is done for an input of one size.
struct Program {
  struct Step {
    dnnl::primitive what;
    std::unordered_map<int, memory> with;
  };
  dnnl::engine engine;
  dnnl::stream stream;
  Extent in, out;
  int workers = threads();
  std::vector<Step> steps;
  memory input;
  std::vector<memory> between;  // what one step writes and a later one reads

  Program(const std::vector<Layer>& layers, const Extent& size) : engine(dnnl::engine::kind::cpu, 0), stream(engine), in(size) {
    omp_set_num_threads(workers);
    std::vector<memory> made(layers.size());
    std::vector<Extent> extents(layers.size());
    const auto real = memory::data_type::f32;
    input = memory({in.dims(), real, memory::format_tag::nhwc}, engine, nullptr);
    for (std::size_t i = 0; i < layers.size(); ++i) {
      const Layer& layer = layers[i];
      const auto place = [](int number) { return static_cast<std::size_t>(number); };
      const Extent& from = layer.from == kInput ? in : extents[place(layer.from)];
      extents[i] = after(layer, from);
      memory source = layer.from == kInput ? input : made[place(layer.from)];
      if (layer.kind == Layer::Kind::TwiceAsLarge) {
        CV_Assert(layer.plus != kInput);
        made[i] = made[place(layer.plus)];
        const auto told = twice_as_large(engine, layer, source.get_desc(), made[i].get_desc());
        steps.push_back({dnnl::resampling_forward(told), {{DNNL_ARG_SRC, source}, {DNNL_ARG_DST, made[i]}}});
        continue;
      }
      const auto told = convolution(engine, layer, {from.dims(), real, memory::format_tag::any}, extents[i]);
      source = as(told.src_desc(), source);
      made[i] = layer.plus == kInput ? kept_between(told.dst_desc()) : as(told.dst_desc(), made[place(layer.plus)]);
      const cv::MatSize& shape = layer.weights.size;
      const memory plain({{shape[0], shape[1], shape[2], shape[3]}, real, memory::format_tag::oihw}, engine, layer.weights.data);
      const memory weights(told.weights_desc(), engine), bias(told.bias_desc(), engine, layer.bias.data);
      dnnl::reorder(plain, weights).execute(stream, {{DNNL_ARG_FROM, plain}, {DNNL_ARG_TO, weights}});
      steps.push_back({dnnl::convolution_forward(told),
                       {{DNNL_ARG_SRC, source}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_BIAS, bias}, {DNNL_ARG_DST, made[i]}}});
    }
    out = extents.back();
    const memory& last = made.back();
    output = memory({out.dims(), real, memory::format_tag::nhwc}, engine, nullptr);
    if (last.get_desc() == output.get_desc()) {
      steps.back().with[DNNL_ARG_DST] = output;
    } else {
      steps.push_back({dnnl::reorder(last, output), {{DNNL_ARG_FROM, last}, {DNNL_ARG_TO, output}}});
    }
    stream.wait();
  }

  /// The same values in the layout that a step wants.
  memory as(const memory::desc& wanted, const memory& has) {
    if (has.get_desc() == wanted) return has;
    const memory copy = kept_between(wanted);
    steps.push_back({dnnl::reorder(has, copy), {{DNNL_ARG_FROM, has}, {DNNL_ARG_TO, copy}}});
    return copy;
  }

  /// Values without a place of their own: `run` gives them one.
  memory kept_between(const memory::desc& layout) { return between.emplace_back(layout, engine, nullptr); }

  /// `places`: where values are kept between the steps; all programs of a network have the same, for only one runs at a time.
  cv::Mat run(const cv::Mat& values, std::vector<cv::Mat>& places) {
    places.resize(std::max(places.size(), between.size()));
    for (std::size_t i = 0; i < between.size(); ++i) {
      const auto bytes = static_cast<int>(between[i].get_desc().get_size());
      if (places[i].cols < bytes) places[i].create(1, bytes, CV_8U);
      between[i].set_data_handle(places[i].data);
    }
    cv::Mat answer(out.rows, out.columns, CV_32FC(out.channels));
    input.set_data_handle(values.data);
    output.set_data_handle(answer.data);
    omp_set_num_threads(workers);  // this thread may be another one
    for (const Step& step : steps) step.what.execute(stream, step.with);
    stream.wait();
    return answer;
  }

 private:
  memory output;
};

}  // namespace networks

struct Network::Layers {
  cv::dnn::Net by_opencv;            // where that runs it
  std::vector<networks::Layer> all;  // where oneDNN does
  std::list<networks::Program> programs;
  std::vector<cv::Mat> places;
};

Network::Network(const char* begin, const char* end, By by) : layers_(std::make_unique<Layers>()) {
  cv::dnn::Net net = cv::dnn::readNetFromONNX(begin, static_cast<std::size_t>(end - begin));
  if (by == By::TheFastest && networks::is_fast_here()) {
    layers_->all = networks::layers_of(net);
  } else {
    net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    layers_->by_opencv = net;
  }
}
Network::~Network() = default;

cv::Mat Network::forward(const cv::Mat& input) {
  CV_Assert(input.dims == 2 && input.depth() == CV_32F && input.isContinuous());
  const networks::Extent extent{input.channels(), input.rows, input.cols};
  if (layers_->all.empty()) {
    const std::vector<int> shape{1, extent.channels, extent.rows, extent.columns};
    cv::Mat planes(shape, CV_32F);
    std::vector<cv::Mat> of_channel;
    for (int c = 0; c < extent.channels; ++c) of_channel.emplace_back(extent.rows, extent.columns, CV_32F, planes.ptr<float>(0, c));
    cv::split(input, of_channel);
    layers_->by_opencv.setInput(planes);
    const cv::Mat out = layers_->by_opencv.forward();
    of_channel.clear();
    for (int c = 0; c < out.size[1]; ++c)
      of_channel.emplace_back(out.size[2], out.size[3], CV_32F, const_cast<float*>(out.ptr<float>(0, c)));
    cv::Mat answer;
    cv::merge(of_channel, answer);
    return answer;
  }
  try {
    std::list<networks::Program>& programs = layers_->programs;
    const auto fits = [&](const networks::Program& p) { return p.in == extent; };
    const auto found = std::ranges::find_if(programs, fits);
    if (found != programs.end()) {
      programs.splice(programs.begin(), programs, found);
    } else {
      programs.emplace_front(layers_->all, extent);
      if (programs.size() > networks::kPrograms) programs.pop_back();
    }
    return programs.front().run(input, layers_->places);
  } catch (const dnnl::error& error) {
    CV_Error(cv::Error::StsError, std::string("oneDNN: ") + error.what());
  }
}

}  // namespace vision
