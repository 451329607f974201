// Fits how much more than their edges' scatter discs are off: kPlaceByBlur and kHeadingByBlur of vision/discs/place.h.
//   fit_margins WORLD...
// Worlds as worlds.h says, with a roster.toml each; run it on worlds that the network was not trained on. Every base is laid to its edges
// with the true camera on a first look, each picture on its own, as it is, blurred and compressed. Prints the factors with which margins of
// 95 % hold so often, each world counting the same in each copy; and how often they hold in each of these, those of the places that the
// program tells, and those of the middles of the table's tags (kShared of vision/tags/edges.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "tests/bench/bases/laid.h"
#include "vision/discs/discs.h"
#include "vision/discs/place.h"
#include "vision/image/blur.h"
#include "vision/tags/detector.h"

namespace {

/// A picture blurred and compressed once more.
struct Copy {
  double blur = 0.0;  // pixels, sigma
  int quality = 100;  // of JPEG; 100: not compressed
};
constexpr std::array kCopies = {Copy{}, Copy{0.7}, Copy{1.2, 80}, Copy{2.0}, Copy{0.0, 60}};

cv::Mat made(const Copy& copy, const cv::Mat& picture) {
  cv::Mat out = picture;
  if (copy.blur > 0.0) cv::GaussianBlur(picture, out, {}, copy.blur);
  if (copy.quality == 100) return out;
  std::vector<unsigned char> bytes;
  cv::imencode(".jpg", out, bytes, {cv::IMWRITE_JPEG_QUALITY, copy.quality});
  return cv::imdecode(bytes, cv::IMREAD_COLOR);
}

/// How far off something is found, what its edges say of that (variance), and how blurred they are, pixels.
struct Told {
  double off = 0.0, variance = 0.0, blur = 0.0;
};

/// How often margins hold.
struct Held {
  std::size_t inside = 0, of = 0;

  void add(double off, double variance) { inside += std::abs(off) <= measure::kSigmasOf95 * std::sqrt(variance), ++of; }
  [[nodiscard]] double share() const { return static_cast<double>(inside) / static_cast<double>(std::max<std::size_t>(1, of)); }
};

/// A copy of a world.
struct World {
  std::string name;
  std::vector<Told> places, headings;  // inches, each coordinate on its own; radians
  Held program, tags;                  // coordinates of what the program tells, inches, and of tags, pixels
};

double hold(const std::vector<Told>& all, double factor) {
  Held held;
  for (const Told& t : all) held.add(t.off, t.variance * vision::times_scatter(factor, t.blur));
  return held.share();
}

/// Does what is told at `at` belong to this piece?
bool at_piece(const truth::Piece& piece, measure::TablePoint at) {
  return piece.spec.marker == measure::MarkerType::Disc && piece.visible_fraction >= bench::kCountsFrom &&
         distance(at, piece.at).value <= 0.5 * measure::breadth(piece.spec.base.shape).value;
}

void add_laid(const bench::WorldPicture& world, const std::vector<measure::PieceSpec>& specs, const vision::BaseNet& net, double blur,
              World& out) {
  for (const vision::Found& found : vision::best_of(bench::laid_in(net, world, specs))) {
    if (found.fit.supported <= 0.0) continue;
    const vision::DiscFit& fit = found.fit;
    const measure::TablePoint at{measure::Inches(fit.pose.x), measure::Inches(fit.pose.y)};
    const auto piece = std::ranges::find_if(world.truth.pieces, [&](const truth::Piece& p) { return at_piece(p, at); });
    if (piece == world.truth.pieces.end()) continue;
    out.places.push_back({(at.x - piece->at.x).value, fit.covariance(0, 0), blur});
    out.places.push_back({(at.y - piece->at.y).value, fit.covariance(1, 1), blur});
    if (fit.heading_seen)
      out.headings.push_back({measure::wrapped(measure::Radians(fit.pose.theta) - piece->heading).value, fit.covariance(2, 2), blur});
  }
}

void add_told(const bench::WorldPicture& world, const std::vector<measure::PieceSpec>& specs, const std::string& name, World& out) {
  vision::DiscDetector detector;
  const vision::Scene scene{.camera = world.truth.camera, .table = world.truth.table, .pieces = specs, .tags = {}};
  const auto found = detector.detect(vision::make_frame(world.now, 0.0, name), scene);
  if (!found) return;
  for (const vision::Sighting& s : *found) {
    const auto piece = std::ranges::find_if(world.truth.pieces, [&](const truth::Piece& p) { return at_piece(p, s.at); });
    if (piece == world.truth.pieces.end()) continue;
    out.program.add((s.at.x - piece->at.x).value, s.noise.xx + s.systematic.xx);
    out.program.add((s.at.y - piece->at.y).value, s.noise.yy + s.systematic.yy);
  }
}

void add_tags(const bench::WorldPicture& world, const cv::Mat& grey, World& out) {
  std::vector<std::string> dictionaries;
  for (const calibration::TableTag& tag : world.truth.tags) dictionaries.push_back(tag.dictionary);
  std::ranges::sort(dictionaries);
  dictionaries.erase(std::ranges::unique(dictionaries).begin(), dictionaries.end());
  const auto seen = vision::read_tags(grey, dictionaries);
  if (!seen) return;
  for (const calibration::TagObservation& s : *seen) {
    const auto tag = std::ranges::find_if(world.truth.tags,
                                          [&](const calibration::TableTag& t) { return t.id == s.id && t.dictionary == s.dictionary; });
    if (tag == world.truth.tags.end()) continue;
    Eigen::Vector2d off = Eigen::Vector2d::Zero(), variance = off;
    const Eigen::Matrix<double, 8, 8> covariance = calibration::covariance_of(s);
    const auto corners = calibration::corners_of(*tag);
    bool shows = true;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto at = world.truth.camera.image_from_table(corners[i], measure::Inches(0.0));
      shows = shows && at;
      if (at) off += 0.25 * Eigen::Vector2d(s.corners[i].u - at->u, s.corners[i].v - at->v);
      for (std::size_t j = 0; j < 4; ++j)
        for (long axis : {0L, 1L}) variance[axis] += covariance(2 * static_cast<long>(i) + axis, 2 * static_cast<long>(j) + axis) / 16.0;
    }
    if (!shows || off.norm() > 2.0) continue;  // another tag's number
    for (long axis : {0L, 1L}) out.tags.add(off[axis], variance[axis]);
  }
}

std::vector<World> worlds_of(const std::string& folder, const vision::BaseNet& net) {
  const std::vector<measure::PieceSpec> specs = bench::specs_of(folder);
  std::vector<World> out;
  if (specs.empty()) return out;
  const std::vector<bench::WorldPicture> pictures = bench::load_world(folder);
  for (const Copy& copy : kCopies) {
    World& world = out.emplace_back(World{fmt::format("{} {:.1f} {}", folder, copy.blur, copy.quality), {}, {}, {}, {}});
    for (bench::WorldPicture picture : pictures) {
      picture.now = made(copy, picture.now);
      cv::Mat grey;
      cv::cvtColor(picture.now, grey, cv::COLOR_BGR2GRAY);
      add_laid(picture, specs, net, vision::blur_of(grey), world);
      add_told(picture, specs, world.name, world);
      add_tags(picture, grey, world);
    }
  }
  std::erase_if(out, [](const World& world) { return world.headings.empty(); });
  return out;
}

using Of = std::vector<Told> World::*;

/// The least factor with which margins hold 95 times of a hundred.
double fitted(const std::vector<World>& worlds, Of of) {
  double least = 1e-3, most = 1e3;
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(least * most);
    double sum = 0.0;
    for (const World& world : worlds) sum += hold(world.*of, middle);
    (sum < 0.95 * static_cast<double>(worlds.size()) ? least : most) = middle;
  }
  return most;
}

}  // namespace

int main(int argc, char** argv) {
  const vision::BaseNet net(vision::BaseNet::For::Discs);
  std::vector<World> worlds;
  for (int i = 1; i < argc; ++i) std::ranges::move(worlds_of(argv[i], net), std::back_inserter(worlds));
  if (worlds.empty()) {
    fmt::print(stderr, "no base with a wedge was found in these worlds\n");
    return 1;
  }
  const double places = fitted(worlds, &World::places), headings = fitted(worlds, &World::headings);
  double program = 0.0, tags = 0.0;
  for (const World& world : worlds) {
    program += world.program.share() / static_cast<double>(worlds.size()), tags += world.tags.share() / static_cast<double>(worlds.size());
    fmt::print("{:<32} {:>4} bases, blur {:.2f}: rims {:.3f}, headings {:.3f}; the program's places {:.3f}, tags {:.3f}\n", world.name,
               world.places.size() / 2, world.places.front().blur, hold(world.places, places), hold(world.headings, headings),
               world.program.share(), world.tags.share());
  }
  fmt::print("{} copies of worlds: kPlaceByBlur = {:.1f}, kHeadingByBlur = {:.1f}; the program's places hold {:.3f}, tags {:.3f}\n",
             worlds.size(), places, headings, program, tags);
  return 0;
}
