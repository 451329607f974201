// The whole detection beside what it replaces, on the same frames in the same run, one thread.
//   VEDETTE_BENCH_SET=folder with table.toml, roster.toml, lens.json and either pictures or a clip.mp4; default: examples/charge.
// Reading and decoding pictures is outside every measured loop.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <opencv2/aruco.hpp>
#include <opencv2/core/utility.hpp>
#include <vector>

#include "tests/bench/known_table.h"
#include "vision/discs/discs.h"
#include "vision/image/memory.h"
#include "vision/sources/frame_source.h"
#include "vision/tags/detector.h"

namespace {

constexpr int kFrames = 5;  // enough for the first seconds of a clip, where the table is still

struct Recording {
  vision::Setup setup;
  std::vector<vision::Frame> frames;
};

std::string folder() {
  const char* chosen = std::getenv("VEDETTE_BENCH_SET");
  return chosen ? chosen : VEDETTE_SOURCE_DIR "/examples/charge";
}

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(6);
}

Recording load() {
  const std::filesystem::path at = folder();
  auto setup = bench::read_setup((at / "table.toml").string(), (at / "roster.toml").string(), (at / "lens.json").string());
  if (!setup) give_up(setup.error().message);
  setup->tracking.stills = false;
  Recording out{.setup = *setup, .frames = {}};
  const std::filesystem::path clip = at / "clip.mp4";
  auto source = vision::open_source(std::filesystem::exists(clip) ? clip.string() : at.string());
  if (!source) give_up(source.error().message);
  while (out.frames.size() < kFrames) {
    vision::Delivery delivery = (*source)->next(std::chrono::seconds(1));
    if (!delivery.frame) break;
    out.frames.push_back(std::move(*delivery.frame));
  }
  if (out.frames.empty()) give_up(folder() + ": no pictures");
  return out;
}

const Recording& recording() {
  static const Recording loaded = load();
  return loaded;
}

/// The frame before decoding made it a frame: luma is ours to compute, so it belongs into the measured work.
void full_detection(benchmark::State& state) {
  cv::setNumThreads(1);
  const Recording& r = recording();
  vision::Setup setup = r.setup;
  setup.tracking.stills = true;
  std::size_t i = 0, pieces = 0;
  for (auto _ : state) {
    vision::Pipeline pipeline(setup);
    const vision::Frame& frame = r.frames[i++ % r.frames.size()];
    const auto table = pipeline.step(vision::make_frame(frame.bgr, 0.0, frame.name));
    if (table) pieces = table->pieces.size();
  }
  state.counters["pieces"] = static_cast<double>(pieces);
}
BENCHMARK(full_detection)->Unit(benchmark::kMillisecond);

void two_detect_markers(benchmark::State& state) {
  cv::setNumThreads(1);
  const Recording& r = recording();
  const auto corner = cv::aruco::getPredefinedDictionary(cv::aruco::DICT_APRILTAG_36h11),
             piece = cv::aruco::getPredefinedDictionary(cv::aruco::DICT_4X4_250);
  const auto parameters = cv::aruco::DetectorParameters::create();
  parameters->cornerRefinementMethod = cv::aruco::CORNER_REFINE_CONTOUR;
  std::size_t i = 0, tags = 0;
  for (auto _ : state) {
    const vision::Frame& frame = r.frames[i++ % r.frames.size()];
    std::vector<std::vector<cv::Point2f>> corners;
    std::vector<int> first, second;
    cv::aruco::detectMarkers(frame.bgr, corner, corners, first, parameters);
    cv::aruco::detectMarkers(frame.bgr, piece, corners, second, parameters);
    tags = first.size() + second.size();
  }
  state.counters["tags"] = static_cast<double>(tags);
}
BENCHMARK(two_detect_markers)->Unit(benchmark::kMillisecond);

void still_frame(benchmark::State& state) {
  cv::setNumThreads(1);
  const Recording& r = recording();
  vision::Pipeline pipeline(r.setup);
  double time = 0.0;
  constexpr double kFramePeriod = 0.1;  // seconds
  for (int warm = 0; warm < 30; ++warm, time += kFramePeriod) {
    vision::Frame frame = r.frames[static_cast<std::size_t>(warm) % r.frames.size()];
    frame.captured_at = time;
    benchmark::DoNotOptimize(pipeline.step(frame));
  }
  std::size_t i = 0;
  for (auto _ : state) {
    const vision::Frame& frame = r.frames[i++ % r.frames.size()];
    benchmark::DoNotOptimize(pipeline.step(vision::make_frame(frame.bgr, time, frame.name)));
    time += kFramePeriod;
  }
}
BENCHMARK(still_frame)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int count, char** words) {
  vision::keep_freed_memory();  // as the program does; the peers gain by it as well
  benchmark::Initialize(&count, words);
  if (benchmark::ReportUnrecognizedArguments(count, words)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
