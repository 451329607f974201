// The same table, photographed worse: are the same pieces found at the same places within the stated margins?
//   variants TABLE.toml ROSTER.toml LENS.json [--verbose] PICTURE...
// Copies are cropped (with the lens's centre moved along), re-encoded at quality 70, brightened and darkened.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/bench/known_table.h"

namespace {

constexpr int kCrop = 24;  // pixels cut from the left and top, and twice that from right and bottom
constexpr double kGateInches = 0.5;

struct Variant {
  std::string name;
  cv::Mat picture;
  calibration::Lens lens;
};

cv::Mat reencoded(const cv::Mat& picture, int quality) {
  std::vector<unsigned char> bytes;
  cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, quality});
  return cv::imdecode(bytes, cv::IMREAD_COLOR);
}

cv::Mat exposed(const cv::Mat& picture, double gain) {
  cv::Mat out;
  picture.convertTo(out, -1, gain);
  return reencoded(out, 90);
}

std::vector<Variant> variants_of(const cv::Mat& picture, const calibration::Lens& lens) {
  calibration::Lens shifted = lens;
  shifted.cx -= kCrop;
  shifted.cy -= kCrop;
  const cv::Rect kept(kCrop, kCrop, picture.cols - 3 * kCrop, picture.rows - 3 * kCrop);
  shifted.image_size = {kept.width, kept.height};
  return {{"cropped", reencoded(picture(kept), 95), shifted},
          {"quality 70", reencoded(picture, 70), lens},
          {"brighter", exposed(picture, 1.3), lens},
          {"darker", exposed(picture, 0.6), lens}};
}

vision::TableState located(vision::Setup setup, const calibration::Lens& lens, const cv::Mat& picture) {
  setup.lens = lens;
  vision::Pipeline pipeline(std::move(setup));
  auto state = pipeline.step(vision::make_frame(picture, 0.0, "picture"));
  return state ? *state : vision::TableState{};
}

}  // namespace

int main(int argc, char** argv) {
  const bool verbose = argc > 4 && std::string(argv[4]) == "--verbose";
  const int first = verbose ? 5 : 4;
  if (argc <= first) {
    fmt::print(stderr, "usage: variants TABLE.toml ROSTER.toml LENS.json [--verbose] PICTURE...\n");
    return 2;
  }
  const auto setup = bench::read_setup(argv[1], argv[2], argv[3]);
  if (!setup) {
    fmt::print(stderr, "{}\n", setup.error().message);
    return 6;
  }
  struct Tally {
    int wanted = 0, found = 0, coordinates = 0, inside = 0, extra = 0;
  };
  std::vector<std::pair<std::string, Tally>> tallies;
  for (int i = first; i < argc; ++i) {
    const cv::Mat picture = cv::imread(argv[i], cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION);
    const vision::TableState reference = located(*setup, *setup->lens, picture);
    const std::vector<Variant> variants = variants_of(picture, *setup->lens);
    tallies.resize(variants.size());
    for (std::size_t v = 0; v < variants.size(); ++v) {
      tallies[v].first = variants[v].name;
      Tally& t = tallies[v].second;
      const vision::TableState state = located(*setup, variants[v].lens, variants[v].picture);
      int matched = 0;
      for (const vision::Piece& p : reference.pieces) {
        ++t.wanted;
        const int before = matched;
        for (const vision::Piece& q : state.pieces) {
          if (q.tag != p.tag || q.army != p.army || distance(p.at, q.at) > measure::Inches(kGateInches)) continue;
          ++matched;
          const double margin = std::hypot(margin_of(p.covariance).value, margin_of(q.covariance).value);
          t.coordinates += 2;
          t.inside += (std::abs(p.at.x.value - q.at.x.value) <= margin) + (std::abs(p.at.y.value - q.at.y.value) <= margin);
          if (verbose && std::max(std::abs(p.at.x.value - q.at.x.value), std::abs(p.at.y.value - q.at.y.value)) > margin)
            fmt::print("{} {}: {} is {:.3f} in off, margin {:.3f}\n", argv[i], variants[v].name, p.name, distance(p.at, q.at).value,
                       margin);
          break;
        }
        if (verbose && matched == before)
          fmt::print("{} {}: lost {} at {:.1f}, {:.1f}\n", argv[i], variants[v].name, p.name, p.at.x.value, p.at.y.value);
      }
      t.found += matched;
      t.extra += static_cast<int>(state.pieces.size()) - matched;
    }
  }
  for (const auto& [name, t] : tallies)
    fmt::print("{:<12} found {}/{}, {} extra, {:.1f} % of coordinates within the margins\n", name, t.found, t.wanted, t.extra,
               100.0 * t.inside / std::max(1, t.coordinates));
  return 0;
}
