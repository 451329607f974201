#include "vision/unmarked/plain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <opencv2/core.hpp>
#include <tuple>

#include "measure/gap.h"
#include "measure/robust.h"
#include "vision/bases/base_net.h"
#include "vision/bases/ground_map.h"
#include "vision/bases/hypotheses.h"
#include "vision/bases/kinds.h"
#include "vision/bases/novelty.h"
#include "vision/bases/rim.h"

namespace vision {
namespace {

using measure::Inches, measure::TablePoint;

/// Map beyond the edge of the surface: room for figures that lean outward, inches.
constexpr double kPad = 2.0;
/// Table around a region that is looked at with it: as far as the network sees from any place, inches.
constexpr double kAroundRegion = 6.0;
/// Two bases overlap by more of the narrower one's width than errors explain: they are the same piece, or the same place.
constexpr double kSamePlace = 0.25;
/// A place where nobody stands looks as it did when the table was empty, though a hedge may look like figures: of 9,195 bases on 100
/// rendered worlds none is as before from this share on, a third in sight and more, of 17 such places where nobody stands all are.
constexpr double kMostUnchanged = 0.8;
/// Where a figure's uniform shows, legs and coat, whose colours together tell two armies apart better than the coat's: heights over its
/// base, and aside of its middle, shares of its height.
constexpr std::array kUniformHeights = {0.15, 0.3, 0.45, 0.6, 0.75};
constexpr std::array kUniformAside = {-0.07, 0.0, 0.07};

/// Everything one look needs: the surface and the bases that may stand there.
struct View {
  const Scene& scene;
  std::vector<measure::Base> bases;
  std::vector<BaseKind> kinds;  // of the bases
  GroundMap map;
  Inches above;  // height of the map over the ground: a base's top
};

/// The bases of the roster's unmarked pieces, each once, and how many stand on each.
std::pair<std::vector<measure::Base>, std::vector<BaseKind>> unmarked_kinds(std::span<const measure::PieceSpec> pieces) {
  std::vector<measure::Base> bases;
  std::vector<BaseKind> kinds;
  for (const measure::PieceSpec& piece : pieces) {
    if (piece.marker != measure::MarkerType::None) continue;
    const auto known = std::ranges::find(bases, piece.base);
    if (known != bases.end()) {
      ++kinds[static_cast<std::size_t>(known - bases.begin())].men;
    } else {
      bases.push_back(piece.base), kinds.push_back({piece.base.shape, 1.0});
    }
  }
  return {bases, kinds};
}

/// The narrowest base that is not known by a tag, inches.
double narrowest_of(std::span<const measure::PieceSpec> pieces) {
  double narrowest = std::numeric_limits<double>::infinity();
  for (const measure::PieceSpec& piece : pieces)
    if (piece.marker != measure::MarkerType::Tag) narrowest = std::min(narrowest, measure::breadth(piece.base.shape).value);
  return narrowest;
}

/// The colour of the uniform of a figure that stands there, the median over its middle, sides and several heights; none of a gun.
std::optional<Colour> coat_of(const View& view, const cv::Mat& bgr, const Sighting& sighting) {
  const auto piece = std::ranges::find_if(
      view.scene.pieces, [&](const measure::PieceSpec& p) { return p.marker == measure::MarkerType::None && p.base == sighting.base; });
  if (piece == view.scene.pieces.end() || piece->kind == measure::PieceKind::Gun) return std::nullopt;
  std::array<std::vector<float>, 3> channels;
  for (const double height : kUniformHeights)
    for (const double ahead : kUniformAside)
      for (const double aside : kUniformAside) {
        const TablePoint at{sighting.at.x + piece->figure_height * ahead, sighting.at.y + piece->figure_height * aside};
        const auto pixel = view.scene.camera.image_from_table(at, sighting.ground + sighting.base.height + piece->figure_height * height);
        if (!pixel || pixel->u < 1.0 || pixel->v < 1.0 || pixel->u > bgr.cols - 2.0 || pixel->v > bgr.rows - 2.0) continue;
        const auto& bgr_there = bgr.at<cv::Vec3b>(static_cast<int>(std::lround(pixel->v)), static_cast<int>(std::lround(pixel->u)));
        for (int k = 0; k < 3; ++k) channels[static_cast<std::size_t>(k)].push_back(bgr_there[k]);
      }
  if (channels[0].empty()) return std::nullopt;
  return Colour(measure::median_in_place(channels[0]), measure::median_in_place(channels[1]), measure::median_in_place(channels[2]));
}

/// `all`: the hypotheses that it was chosen from.
Sighting sighting_of(const View& view, cv::Point corner, const BaseHypothesis& found, std::span<const BaseHypothesis> all = {}) {
  const measure::Base& base = view.bases[found.kind];
  const double inch = view.map.per_inch();
  TablePoint at = view.map.table_point(found.at + cv::Point2d(corner));
  Sighting sighting;
  sighting.marker = measure::MarkerType::None;
  sighting.base = base;
  sighting.ground = measure::ground_height(view.scene.table.terrain, at);
  if (const auto pixel = view.scene.camera.image_from_table(at, sighting.ground + view.above)) {
    sighting.pixel = *pixel;
    at = view.scene.camera.table_from_image(*pixel, sighting.ground + base.height).value_or(at);
  }
  sighting.at = at;
  const auto on_table = [&](const cv::Matx22d& c) { return measure::PointCovariance{c(0, 0), c(0, 1), c(1, 1)} * (1.0 / (inch * inch)); };
  sighting.noise = on_table(found.noise);
  sighting.systematic = on_table(found.common) + view.scene.camera.registration_covariance(at, sighting.ground + base.height);
  sighting.visible = std::clamp(found.overlap, 0.0, 1.0);
  double most = found.evidence;
  for (const BaseHypothesis& other : all)
    if (other.peak == found.peak) most = std::max(most, other.evidence);
  for (const BaseHypothesis& other : all)
    if (other.peak == found.peak) sighting.may_be.push_back({view.bases[other.kind], most - other.evidence});
  return sighting;
}

/// Does another detector's piece stand there, or is it off the surface?
bool is_taken(const View& view, const BaseHypothesis& found, const Sighting& sighting) {
  const measure::Table& table = view.scene.table;
  if (sighting.at.x < Inches(0.0) || sighting.at.y < Inches(0.0) || sighting.at.x > table.length || sighting.at.y > table.width)
    return true;
  const measure::Footprint here{sighting.base.shape, sighting.at, measure::Radians(found.heading), {}, {}};
  return std::ranges::any_of(view.scene.already, [&](const Sighting& other) {
    if (distance(other.at, sighting.at) > bounding_radius(other.base.shape) + bounding_radius(sighting.base.shape)) return false;
    const measure::Footprint there{other.base.shape, other.at, other.heading.value_or(measure::Radians(0.0)), {}, {}};
    const double allowed = kSamePlace * std::min(measure::breadth(sighting.base.shape).value, measure::breadth(other.base.shape).value);
    return measure::gap(here, there).value < Inches(-allowed);
  });
}

/// `empty`: the map of the empty table.
std::vector<Sighting> look(const View& view, const BaseNet& net, const Frame& frame, const cv::Mat& empty, const cv::Rect& part) {
  const Scene& scene = view.scene;
  const cv::Mat now = view.map.resample(frame.bgr, scene.camera, part);
  const MapCamera camera{view.map.pixel(scene.camera.nadir()) - cv::Point2d(part.tl()), scene.camera.height().value * view.map.per_inch()};
  const BaseMaps maps = net.see({.now = now, .empty = empty, .nadir = camera.nadir, .height = camera.height});
  std::vector<BaseHypothesis> hypotheses = hypotheses_in(maps, BaseNet::For::Plain, view.kinds, kPlainEvidence, view.map.per_inch());
  std::erase_if(hypotheses, [&](const BaseHypothesis& h) { return is_taken(view, h, sighting_of(view, part.tl(), h)); });
  const Novelty seen(now, empty);
  std::erase_if(hypotheses, [&](const BaseHypothesis& h) {
    return seen.unchanged_share(h.at, 0.5 * measure::breadth(view.bases[h.kind].shape).value * view.map.per_inch()) > kMostUnchanged;
  });
  std::vector<Sighting> sightings;
  const std::vector<BaseHypothesis> best = best_set(hypotheses, view.kinds, view.map.per_inch());
  for (BaseHypothesis& found : agree_on_kinds(best, hypotheses, view.kinds, view.map.per_inch())) {
    fit_rim(seen, camera, view.bases[found.kind], view.map.per_inch(), found);
    sightings.push_back(sighting_of(view, part.tl(), found, hypotheses));
    sightings.back().coat = coat_of(view, frame.bgr, sightings.back());
  }
  return sightings;
}

/// The sightings whose centre lies in one of the rectangles, each once.
std::vector<Sighting> look_into(const View& view, const BaseNet& net, const Frame& frame, const std::vector<cv::Rect>& rectangles,
                                const auto& empty_in) {
  std::vector<Sighting> sightings;
  for (auto rectangle = rectangles.begin(); rectangle != rectangles.end(); ++rectangle) {
    // On the grid that the network lays over the whole map, so that it sees the same.
    const cv::Rect part = view.map.part_that_shows(*rectangle, view.scene.camera, Inches(kAroundRegion), BaseNet::kMultiple);
    if (part.empty()) continue;
    for (Sighting& sighting : look(view, net, frame, empty_in(part), part)) {
      const cv::Point at(int(std::lround(sighting.pixel.u)), int(std::lround(sighting.pixel.v)));
      const auto holds = [&](const cv::Rect& r) { return r.contains(at); };
      if (holds(*rectangle) && std::none_of(rectangles.begin(), rectangle, holds)) sightings.push_back(std::move(sighting));
    }
  }
  return sightings;
}

}  // namespace

/// All of the empty table, where its picture tells by itself where the camera stood.
struct PlainDetector::EmptyMap {
  cv::Mat picture;
  calibration::TableCamera camera;
  double per_inch = 0.0;
  cv::Mat map;

  [[nodiscard]] bool serves(const View& view) const {
    const calibration::TableCamera& other = *view.scene.empty_camera;
    const calibration::Lens &a = camera.lens(), &b = other.lens();
    const auto numbers = [](const calibration::Lens& lens) { return std::tuple(lens.fx, lens.fy, lens.cx, lens.cy, lens.distortion); };
    return picture.data == view.scene.empty->data && per_inch == view.map.per_inch() && map.size() == view.map.size() &&
           camera.rotation() == other.rotation() && camera.translation() == other.translation() && numbers(a) == numbers(b);
  }
};

PlainDetector::PlainDetector() = default;
void PlainDetector::forget() { empty_.reset(); }
PlainDetector::~PlainDetector() = default;
PlainDetector::PlainDetector(PlainDetector&&) noexcept = default;
PlainDetector& PlainDetector::operator=(PlainDetector&&) noexcept = default;

measure::Result<std::vector<Sighting>> PlainDetector::detect(const Frame& frame, const Scene& scene, const Region& region) {
  auto [bases, kinds] = unmarked_kinds(scene.pieces);
  if (kinds.empty() || scene.empty == nullptr || scene.empty->empty()) return std::vector<Sighting>{};
  if (frame.bgr.type() != CV_8UC3 || scene.empty->type() != CV_8UC3) {
    return measure::fail(measure::ErrorCode::BadFile,
                         "unmarked figures need colour pictures (8 bits, 3 channels), also of the empty table");
  }
  if (scene.empty_camera == nullptr && scene.empty->size() != frame.bgr.size()) {
    return measure::fail(measure::ErrorCode::BadFile,
                         "the picture of the empty table has another size than the camera's pictures; take it again");
  }
  try {
    const Inches above = bases.front().height;
    const View view{scene, std::move(bases), std::move(kinds),
                    GroundMap(scene.table, above, Inches(kPad), BaseNet::per_inch(narrowest_of(scene.pieces))), above};
    if (!net_) net_ = std::make_unique<BaseNet>(BaseNet::For::Plain);
    const cv::Rect all(cv::Point(), view.map.size());
    const auto empty_in = [&](const cv::Rect& part) {
      if (scene.empty_camera == nullptr) return view.map.resample(*scene.empty, scene.camera, part);
      if (!empty_ || !empty_->serves(view))
        empty_ = std::make_unique<EmptyMap>(
            EmptyMap{*scene.empty, *scene.empty_camera, view.map.per_inch(), view.map.resample(*scene.empty, *scene.empty_camera, all)});
      return empty_->map(part);
    };
    if (region) return look_into(view, *net_, frame, *region, empty_in);
    return look(view, *net_, frame, empty_in(all), all);
  } catch (const cv::Exception& e) {
    return measure::fail(measure::ErrorCode::Internal, std::string("looking for unmarked figures: ") + e.what());
  }
}

}  // namespace vision
