// The same table, photographed worse: are the same pieces found at the same places within the stated margins?
//   variants TABLE.toml ROSTER.toml LENS.json [--verbose] [--drawn COPIES SEED] PICTURE...
// Copies are cropped (with the lens's centre moved along), re-encoded at quality 70, brightened and darkened, and each of these in other
// strengths as well; or so many of each picture are drawn at random, all of that at once. Each is compared with what was found in the
// picture itself and, where a picture has its exact truth beside it (NN.json), with that.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/bench/known_table.h"
#include "tests/support/truth.h"

namespace {

constexpr double kGateInches = 0.5;
// A piece whose place in a copy is off by this many margins is not the same piece any more.
constexpr double kElsewhere = 2.5;
// Less of a piece in sight and nobody can ask for it, or for its heading; and a margin wider than this says nothing.
constexpr double kWantedVisible = 0.3, kHeadingVisible = 0.5;
constexpr double kWidestDiscMarginInches = 0.08, kWidestTagMarginInches = 0.03;

/// What is done to a picture, in this order.
struct Variant {
  std::string name;            // copies of one name share a line of the report
  int before = 0, behind = 0;  // pixels cut from the left and top, and from right and bottom
  double gain = 1.0;
  std::optional<int> quality = std::nullopt;  // JPEG
};

struct Copy {
  cv::Mat picture;
  calibration::Lens lens;
};

Copy copy_of(const cv::Mat& picture, const calibration::Lens& lens, const Variant& variant) {
  const cv::Rect kept(variant.before, variant.before, picture.cols - variant.before - variant.behind,
                      picture.rows - variant.before - variant.behind);
  Copy out{picture(kept).clone(), lens};
  out.lens.cx -= variant.before;
  out.lens.cy -= variant.before;
  out.lens.image_size = {kept.width, kept.height};
  if (variant.gain != 1.0) out.picture.convertTo(out.picture, -1, variant.gain);
  if (!variant.quality) return out;
  std::vector<unsigned char> bytes;
  cv::imencode(".jpg", out.picture, bytes, {cv::IMWRITE_JPEG_QUALITY, *variant.quality});
  out.picture = cv::imdecode(bytes, cv::IMREAD_COLOR);
  return out;
}

std::vector<Variant> chosen() {
  constexpr int kCropQuality = 95, kGainQuality = 90;
  const auto cropped = [](const char* name, int before, int behind) { return Variant{name, before, behind, 1.0, kCropQuality}; };
  const auto exposed = [](const char* name, double gain) { return Variant{name, 0, 0, gain, kGainQuality}; };
  const auto encoded = [](const char* name, int quality) { return Variant{name, 0, 0, 1.0, quality}; };
  std::vector<Variant> out{
      {.name = "as it is"}, cropped("cropped", 24, 48), encoded("quality 70", 70), exposed("brighter", 1.3), exposed("darker", 0.6)};
  for (const auto& [before, behind] : {std::pair{7, 3}, {9, 31}, {40, 40}}) out.push_back(cropped("other crops", before, behind));
  for (const int quality : {90, 85, 80, 75, 65, 60}) out.push_back(encoded("qualities 90-60", quality));
  for (const double gain : {1.1, 1.15, 1.2, 1.25, 1.35, 1.4, 1.45, 1.5}) out.push_back(exposed("brighter 1.1-1.5", gain));
  for (const double gain : {0.9, 0.8, 0.75, 0.7, 0.65, 0.55, 0.5, 0.45, 0.4}) out.push_back(exposed("darker 0.9-0.4", gain));
  return out;
}

/// Every second one is cropped.
std::vector<Variant> drawn(int copies, std::mt19937& random) {
  std::uniform_real_distribution<double> gain(0.6, 1.4);
  std::uniform_int_distribution<int> quality(65, 95), cut(0, 40);
  std::vector<Variant> out;
  for (int i = 0; i < copies; ++i) {
    Variant one{.name = "drawn", .gain = gain(random), .quality = quality(random)};
    if (i % 2 == 0) one.before = cut(random), one.behind = cut(random);
    out.push_back(one);
  }
  return out;
}

std::string described(const Variant& v) {
  return fmt::format("{}: cut {} and {}, gain {:.3f}, quality {}", v.name, v.before, v.behind, v.gain,
                     v.quality ? std::to_string(*v.quality) : "as it is");
}

vision::TableState located(vision::Setup setup, const calibration::Lens& lens, const cv::Mat& picture) {
  setup.lens = lens;
  vision::Pipeline pipeline(std::move(setup));
  auto state = pipeline.step(vision::make_frame(picture, 0.0, "picture"));
  return state ? *state : vision::TableState{};
}

struct Tally {
  int wanted = 0, found = 0, coordinates = 0, inside = 0, extra = 0;
  int lost = 0;  // of the true pieces: missed here, and not in the picture itself

  void compare(measure::TablePoint a, measure::TablePoint b, double margin) {
    coordinates += 2;
    inside += (std::abs(a.x.value - b.x.value) <= margin) + (std::abs(a.y.value - b.y.value) <= margin);
  }
  [[nodiscard]] double inside_percent() const { return 100.0 * inside / std::max(1, coordinates); }
};

/// The piece of `state` that stands where a piece of this tag or army should.
const vision::Piece* at_its_place(const vision::TableState& state, const std::optional<int>& tag, const std::string& army,
                                  measure::TablePoint at) {
  const vision::Piece* best = nullptr;
  for (const vision::Piece& q : state.pieces) {
    if (q.tag != tag || q.army != army || distance(at, q.at) > measure::Inches(kGateInches)) continue;
    if (!best || distance(at, q.at) < distance(at, best->at)) best = &q;
  }
  return best;
}

Tally against_original(const vision::TableState& original, const vision::TableState& copy, const std::string& log) {
  Tally t;
  std::vector<const vision::Piece*> matched;
  for (const vision::Piece& p : original.pieces) {
    ++t.wanted;
    const vision::Piece* q = at_its_place(copy, p.tag, p.army, p.at);
    if (!q) {
      if (!log.empty()) fmt::print("{}: lost {} at {:.1f}, {:.1f}\n", log, p.name, p.at.x.value, p.at.y.value);
      continue;
    }
    matched.push_back(q);
    const double margin = std::hypot(margin_of(p.covariance).value, margin_of(q->covariance).value);
    const double off = std::max(std::abs(p.at.x.value - q->at.x.value), std::abs(p.at.y.value - q->at.y.value));
    t.compare(p.at, q->at, margin);
    t.found += off <= kElsewhere * margin;
    if (!log.empty() && off > margin)
      fmt::print("{}: {} is {:.3f} in off, margin {:.3f}\n", log, p.name, distance(p.at, q->at).value, margin);
  }
  for (const vision::Piece& q : copy.pieces) {
    if (std::ranges::find(matched, &q) != matched.end()) continue;
    ++t.extra;
    if (!log.empty()) fmt::print("{}: extra {} at {:.1f}, {:.1f}\n", log, q.name, q.at.x.value, q.at.y.value);
  }
  return t;
}

/// Why a piece that can be asked for counts as missed; none when it was found.
std::optional<std::string> missed(const truth::Piece& p, const vision::Piece* q) {
  const bool tag = p.spec.marker == measure::MarkerType::Tag;
  if (!q) return "not found";
  if (q->seen != vision::Seen::Yes) return "not seen";
  if (margin_of(q->covariance).value > (tag ? kWidestTagMarginInches : kWidestDiscMarginInches)) return "wide margin";
  if (!q->heading && p.visible_fraction >= kHeadingVisible) return "no heading";
  return std::nullopt;
}

Tally against_truth(const truth::State& truth, const vision::TableState& original, const vision::TableState& seen, const std::string& log) {
  Tally t;
  std::vector<const vision::Piece*> matched;
  for (const truth::Piece& p : truth.pieces) {
    const vision::Piece* q = at_its_place(seen, p.spec.tag, p.spec.army, p.at);
    if (q) {
      matched.push_back(q);
      t.compare(p.at, q->at, margin_of(q->covariance).value);
    }
    if (p.visible_fraction < kWantedVisible) continue;
    ++t.wanted;
    const auto why = missed(p, q);
    t.found += !why;
    t.lost += why && !missed(p, at_its_place(original, p.spec.tag, p.spec.army, p.at));
    if (why && !log.empty()) fmt::print("{}: missed {} ({:.2f} in sight): {}\n", log, p.name, p.visible_fraction, *why);
  }
  for (const vision::Piece& q : seen.pieces) {
    if (std::ranges::find(matched, &q) != matched.end()) continue;
    ++t.extra;
    if (!log.empty()) fmt::print("{}: ghost {} at {:.1f}, {:.1f}\n", log, q.name, q.at.x.value, q.at.y.value);
  }
  return t;
}

Tally operator+(const Tally& a, const Tally& b) {
  return {a.wanted + b.wanted, a.found + b.found, a.coordinates + b.coordinates, a.inside + b.inside, a.extra + b.extra, a.lost + b.lost};
}

}  // namespace

int main(int argc, char** argv) {
  bool verbose = false;
  int copies = 0, first = 4;
  std::mt19937 random;
  bool understood = true;
  for (; first < argc && std::string_view(argv[first]).starts_with("--"); ++first) {
    const std::string_view option = argv[first];
    if (option == "--verbose") {
      verbose = true;
    } else if (option == "--drawn" && first + 2 < argc) {
      copies = std::atoi(argv[++first]);
      random.seed(static_cast<unsigned>(std::atoi(argv[++first])));
      understood = understood && copies > 0;
    } else {
      understood = false;
    }
  }
  if (argc <= first || !understood) {
    fmt::print(stderr, "usage: variants TABLE.toml ROSTER.toml LENS.json [--verbose] [--drawn COPIES SEED] PICTURE...\n");
    return 2;
  }
  const auto setup = bench::read_setup(argv[1], argv[2], argv[3]);
  if (!setup) {
    fmt::print(stderr, "{}\n", setup.error().message);
    return 6;
  }
  struct Tallies {
    std::string name;
    Tally of_original, of_truth;
  };
  std::vector<Tallies> tallies;
  for (int i = first; i < argc; ++i) {
    const cv::Mat picture = cv::imread(argv[i], cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION);
    if (picture.empty()) {
      fmt::print(stderr, "{}: cannot be read as a picture\n", argv[i]);
      return 6;
    }
    const auto truth = truth::load_state(std::filesystem::path(argv[i]).replace_extension(".json").string());
    const vision::TableState original = located(*setup, *setup->lens, picture);
    for (const Variant& variant : copies > 0 ? drawn(copies, random) : chosen()) {
      const std::string log = verbose ? fmt::format("{} {}", argv[i], described(variant)) : "";
      const Copy copy = copy_of(picture, *setup->lens, variant);
      const vision::TableState seen = located(*setup, copy.lens, copy.picture);
      auto line = std::ranges::find(tallies, variant.name, &Tallies::name);
      if (line == tallies.end()) line = tallies.insert(tallies.end(), {variant.name, {}, {}});
      line->of_original = line->of_original + against_original(original, seen, log);
      if (truth) line->of_truth = line->of_truth + against_truth(*truth, original, seen, log);
    }
  }
  for (const auto& [name, original, truth] : tallies)
    fmt::print("{:<16} the same {}/{}, {} extra, {:.1f} % of coordinates within the margins\n", name, original.found, original.wanted,
               original.extra, original.inside_percent());
  for (const auto& [name, original, truth] : tallies)
    if (truth.wanted > 0)
      fmt::print(
          "{:<16} of the true pieces {}/{}, {} lost that the picture itself shows, {} ghosts, {:.1f} % of coordinates within the margins\n",
          name, truth.found, truth.wanted, truth.lost, truth.extra, truth.inside_percent());
  return 0;
}
