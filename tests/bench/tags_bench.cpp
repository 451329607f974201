// Tag reading per stage, beside OpenCV's ArUco and AprilTag 3, on the same frames in the same run.
//   VEDETTE_FRAMES names a folder of pictures; without it the pictures of examples/ are used. One thread; decoding the
//   picture is not counted.
#include <apriltag/apriltag.h>
#include <apriltag/tag36h11.h>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <opencv2/aruco.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "vision/tags/candidates.h"
#include "vision/tags/detector.h"

namespace {

constexpr std::size_t kMostFrames = 8;

std::vector<cv::Mat> load_frames() {
  const char* folder = std::getenv("VEDETTE_FRAMES");
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder != nullptr ? folder : VEDETTE_SOURCE_DIR "/examples")) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".jpg" || extension == ".png") paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  std::vector<cv::Mat> frames;
  for (const std::string& path : paths) {
    if (frames.size() == kMostFrames) break;
    if (cv::Mat luma = cv::imread(path, cv::IMREAD_GRAYSCALE); !luma.empty()) frames.push_back(luma);
  }
  return frames;
}

/// Runs `read` over the frames in turn; it returns how many tags it saw.
template <class Read>
void over_frames(benchmark::State& state, const std::vector<cv::Mat>& frames, Read read) {
  if (frames.empty()) {
    state.SkipWithError("no pictures: set VEDETTE_FRAMES to a folder");
    return;
  }
  std::size_t turn = 0;
  double tags = 0.0;
  for (auto _ : state) tags += static_cast<double>(read(frames[turn++ % frames.size()]));
  state.counters["tags"] = benchmark::Counter(tags, benchmark::Counter::kAvgIterations);
}

std::size_t aruco(const cv::Mat& luma) {
  std::size_t tags = 0;
  for (const auto name : {cv::aruco::DICT_APRILTAG_36h11, cv::aruco::DICT_4X4_250}) {
    auto parameters = cv::aruco::DetectorParameters::create();
    parameters->cornerRefinementMethod = cv::aruco::CORNER_REFINE_CONTOUR;
    std::vector<std::vector<cv::Point2f>> corners;
    std::vector<int> ids;
    cv::aruco::detectMarkers(luma, cv::aruco::getPredefinedDictionary(name), corners, ids, parameters);
    tags += ids.size();
  }
  return tags;
}

}  // namespace

int main(int argc, char** argv) {
  cv::setNumThreads(1);
  const std::vector<cv::Mat> frames = load_frames();
  const std::vector<std::string> both{"DICT_APRILTAG_36h11", "DICT_4X4_250"};

  benchmark::RegisterBenchmark("tags/candidates", [&](benchmark::State& state) {
    over_frames(state, frames, [](const cv::Mat& luma) {
      return vision::find_dark_quads(luma, {0, 0, luma.cols, luma.rows}, vision::kMinQuadSidePx).size();
    });
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("tags/read_both_dictionaries", [&](benchmark::State& state) {
    over_frames(state, frames, [&](const cv::Mat& luma) { return vision::read_tags(luma, both).value().size(); });
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("peer/aruco_both_dictionaries", [&](benchmark::State& state) {
    over_frames(state, frames, aruco);
  })->Unit(benchmark::kMillisecond);

  apriltag_family_t* family = tag36h11_create();
  apriltag_detector_t* detector = apriltag_detector_create();
  apriltag_detector_add_family(detector, family);
  detector->nthreads = 1;
  benchmark::RegisterBenchmark("peer/apriltag3_36h11_only", [&](benchmark::State& state) {
    over_frames(state, frames, [&](const cv::Mat& luma) {
      image_u8_t image{.width = luma.cols, .height = luma.rows, .stride = static_cast<int>(luma.step), .buf = luma.data};
      zarray_t* found = apriltag_detector_detect(detector, &image);
      const auto tags = static_cast<std::size_t>(zarray_size(found));
      apriltag_detections_destroy(found);
      return tags;
    });
  })->Unit(benchmark::kMillisecond);

  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  apriltag_detector_destroy(detector);
  tag36h11_destroy(family);
}
