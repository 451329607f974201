#include "vision/unmarked/plain.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <opencv2/core.hpp>
#include <tuple>

#include "measure/gap.h"
#include "vision/bases/base_net.h"
#include "vision/bases/ground_map.h"
#include "vision/bases/hypotheses.h"
#include "vision/bases/kinds.h"
#include "vision/bases/layout.h"
#include "vision/bases/novelty.h"
#include "vision/bases/rim.h"
#include "vision/unmarked/uniforms.h"

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
/// Log-odds from which on a base that no other stands in the way of is tried as a man, if he wears what others wear.
constexpr double kLeastEvidence = -5.0;
/// Log-odds from which on a man is told who is judged by his uniform, too: a ghost costs more than a man who is overlooked once, and below
/// this there are as many of the one as of the other (tests/bench/bases/fit_uniforms.cpp).
constexpr double kSure = 1.2;

/// The bases of the roster's unmarked pieces, each once.
struct Bases {
  std::vector<const measure::PieceSpec*> first;  // of those who stand on each
  std::vector<BaseKind> kinds;

  [[nodiscard]] const measure::Base& operator[](std::size_t kind) const { return first[kind]->base; }
};

Bases unmarked_bases(std::span<const measure::PieceSpec> pieces) {
  Bases out;
  for (const measure::PieceSpec& piece : pieces) {
    if (piece.marker != measure::MarkerType::None) continue;
    const auto known = std::ranges::find(out.first, piece.base, [](const measure::PieceSpec* p) { return p->base; });
    if (known != out.first.end()) {
      ++out.kinds[static_cast<std::size_t>(known - out.first.begin())].men;
    } else {
      out.first.push_back(&piece), out.kinds.push_back({piece.base.shape, 1.0});
    }
  }
  return out;
}

/// Everything one look needs: the surface and the bases that may stand there.
struct View {
  const Scene& scene;
  Bases bases;
  GroundMap map;
  Inches above;  // height of the map over the ground: a base's top
};

/// The narrowest base that is not known by a tag, inches.
double narrowest_of(std::span<const measure::PieceSpec> pieces) {
  double narrowest = std::numeric_limits<double>::infinity();
  for (const measure::PieceSpec& piece : pieces)
    if (piece.marker != measure::MarkerType::Tag) narrowest = std::min(narrowest, measure::breadth(piece.base.shape).value);
  return narrowest;
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

measure::Footprint footprint_of(const Sighting& other) {
  return {other.base.shape, other.at, other.heading.value_or(measure::Radians(0.0)), {}, {}};
}

std::vector<measure::Footprint> footprints_of(std::span<const Sighting> others) {
  std::vector<measure::Footprint> out;
  std::ranges::transform(others, std::back_inserter(out), footprint_of);
  return out;
}

/// Does another detector's piece stand there, or is it off the surface?
bool is_taken(const View& view, const BaseHypothesis& found, const Sighting& sighting) {
  const measure::Table& table = view.scene.table;
  if (sighting.at.x < Inches(0.0) || sighting.at.y < Inches(0.0) || sighting.at.x > table.length || sighting.at.y > table.width)
    return true;
  const measure::Footprint here{sighting.base.shape, sighting.at, measure::Radians(found.heading), {}, {}};
  return std::ranges::any_of(view.scene.already, [&](const Sighting& other) {
    if (distance(other.at, sighting.at) > bounding_radius(other.base.shape) + bounding_radius(sighting.base.shape)) return false;
    const double allowed = kSamePlace * std::min(measure::breadth(sighting.base.shape).value, measure::breadth(other.base.shape).value);
    return measure::gap(here, footprint_of(other)).value < Inches(-allowed);
  });
}

/// A base that may stand in the picture, and what its figure wears.
struct Candidate {
  BaseHypothesis found;
  double evidence = 0.0;  // log-odds that a base of any kind stands there against that nothing does
  Sighting sighting;
  std::optional<Uniform> uniform;
};

/// Does a man stand there? `worn`: what others wear.
bool stands(const Candidate& candidate, const Worn& worn) {
  const auto odd = candidate.uniform ? worn.oddness_of(*candidate.uniform) : std::nullopt;
  return odd ? log_odds(candidate.evidence, *odd) > kSure : candidate.evidence > 0.0;
}

/// One picture, or a part of it, looked at beside the empty table's.
class Looking {
 public:
  /// `empty`: the map of the part of the empty table.
  Looking(const View& view, const BaseNet& net, const Frame& frame, const cv::Mat& empty, const cv::Rect& part)
      : view_(view),
        frame_(frame),
        corner_(part.tl()),
        now_(view.map.resample(frame.bgr, view.scene.camera, part)),
        seen_(now_, empty),
        camera_{view.map.pixel(view.scene.camera.nadir()) - cv::Point2d(corner_), view.scene.camera.height().value * view.map.per_inch()} {
    const BaseMaps maps = net.see({.now = now_, .empty = empty, .nadir = camera_.nadir, .height = camera_.height});
    hypotheses_ = hypotheses_in(maps, BaseNet::For::Plain, view.bases.kinds, kPlainEvidence, view.map.per_inch());
    std::erase_if(hypotheses_,
                  [&](const BaseHypothesis& h) { return is_taken(view, h, sighting_of(view, corner_, h)) || is_as_before(h); });
    const double inch = view.map.per_inch();
    const auto chosen = agree_on_kinds(best_set(hypotheses_, view.bases.kinds, inch), hypotheses_, view.bases.kinds, inch);
    const cv::Mat taken = places_under(footprints_of(view.scene.already), view.map, corner_, maps.base.size());
    const auto laid = lay_again(maps, taken, chosen, hypotheses_, view.bases.kinds, inch);
    for (const BaseHypothesis& found : agree_on_kinds(laid, hypotheses_, view.bases.kinds, inch)) men_.push_back(candidate_of(found));
    suspect();
  }
  /// What the men wear whose bases alone tell them.
  [[nodiscard]] std::vector<Uniform> worn() const {
    std::vector<Uniform> out;
    for (const Candidate& man : men_)
      if (man.evidence > 0.0 && man.uniform) out.push_back(*man.uniform);
    return out;
  }
  /// Who stands there; nobody else is in the picture from then on. `worn`: what men wear on this table.
  [[nodiscard]] std::vector<Sighting> sightings(const Worn& worn) {
    std::erase_if(men_, [&](const Candidate& man) { return !stands(man, worn); });
    std::vector<Sighting> out;
    for (const Candidate& man : men_) out.push_back(man.sighting);
    return out;
  }

 private:
  [[nodiscard]] bool is_as_before(const BaseHypothesis& h) const {
    const double radius = 0.5 * measure::breadth(view_.bases[h.kind].shape).value * view_.map.per_inch();
    return seen_.unchanged_share(h.at, radius) > kMostUnchanged;
  }
  [[nodiscard]] Candidate candidate_of(BaseHypothesis found) const {
    const measure::Base& base = view_.bases[found.kind];
    const double inch = view_.map.per_inch();
    if (const auto rim = rim_of(seen_, camera_, base, inch, found)) lay_to_rim(*rim, inch, found);
    Candidate out{found, found.evidence, sighting_of(view_, corner_, found, hypotheses_), std::nullopt};
    for (const BaseHypothesis& h : hypotheses_)
      if (h.peak == found.peak) out.evidence = std::max(out.evidence, h.evidence);
    const measure::PieceSpec& man = *view_.bases.first[found.kind];
    if (man.kind == measure::PieceKind::Gun) return out;  // guns wear nothing
    const auto uniform = uniform_of(frame_.bgr, view_.scene.camera, man.figure_height, out.sighting, seen_.light());
    if (uniform) out.sighting.coat = uniform->colour;
    // Of whom there are no more he has no comrades to resemble.
    if (view_.bases.kinds[found.kind].men > static_cast<double>(Worn::kComrades)) out.uniform = uniform;
    return out;
  }
  /// Adds whom their bases alone do not tell, where nobody else stands in the way.
  void suspect() {
    std::vector<const BaseHypothesis*> others;
    for (const BaseHypothesis& h : hypotheses_)
      if (h.evidence > kLeastEvidence && h.evidence <= 0.0) others.push_back(&h);
    std::ranges::stable_sort(others, std::greater{}, [](const BaseHypothesis* h) { return h->evidence; });
    for (const BaseHypothesis* other : others) {
      const auto in_the_way = [&](const Candidate& man) { return exclude(man.found, *other, view_.bases.kinds, view_.map.per_inch()); };
      if (std::ranges::none_of(men_, in_the_way)) men_.push_back(candidate_of(*other));
    }
  }

  const View& view_;
  const Frame& frame_;
  cv::Point corner_;
  cv::Mat now_;
  Novelty seen_;
  MapCamera camera_;
  std::vector<BaseHypothesis> hypotheses_;
  std::vector<Candidate> men_;  // who may stand there, none in another's way
};

/// The sightings whose centre lies in one of the rectangles, each once. `worn`: what men wore when the whole table was looked at.
std::vector<Sighting> look_into(const View& view, const BaseNet& net, const Frame& frame, const std::vector<cv::Rect>& rectangles,
                                const Worn& worn, const auto& empty_in) {
  std::vector<Sighting> sightings;
  for (auto rectangle = rectangles.begin(); rectangle != rectangles.end(); ++rectangle) {
    // On the grid that the network lays over the whole map, so that it sees the same.
    const cv::Rect part = view.map.part_that_shows(*rectangle, view.scene.camera, Inches(kAroundRegion), BaseNet::kMultiple);
    if (part.empty()) continue;
    Looking looking(view, net, frame, empty_in(part), part);
    for (Sighting& sighting : looking.sightings(worn)) {
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
void PlainDetector::forget() {
  empty_.reset();
  worn_.reset();
}
PlainDetector::~PlainDetector() = default;
PlainDetector::PlainDetector(PlainDetector&&) noexcept = default;
PlainDetector& PlainDetector::operator=(PlainDetector&&) noexcept = default;

measure::Result<std::vector<Sighting>> PlainDetector::detect(const Frame& frame, const Scene& scene, const Region& region) {
  Bases bases = unmarked_bases(scene.pieces);
  if (bases.first.empty() || scene.empty == nullptr || scene.empty->empty()) return std::vector<Sighting>{};
  if (frame.bgr.type() != CV_8UC3 || scene.empty->type() != CV_8UC3) {
    return measure::fail(measure::ErrorCode::BadFile,
                         "unmarked figures need colour pictures (8 bits, 3 channels), also of the empty table");
  }
  if (scene.empty_camera == nullptr && scene.empty->size() != frame.bgr.size()) {
    return measure::fail(measure::ErrorCode::BadFile,
                         "the picture of the empty table has another size than the camera's pictures; take it again");
  }
  try {
    const Inches above = bases[0].height;
    const GroundMap map(scene.table, above, Inches(kPad), BaseNet::per_inch(narrowest_of(scene.pieces)));
    const View view{scene, std::move(bases), map, above};
    if (!net_) net_ = std::make_unique<BaseNet>(BaseNet::For::Plain);
    const cv::Rect all(cv::Point(), view.map.size());
    const auto empty_in = [&](const cv::Rect& part) {
      if (scene.empty_camera == nullptr) return view.map.resample(*scene.empty, scene.camera, part);
      if (!empty_ || !empty_->serves(view))
        empty_ = std::make_unique<EmptyMap>(
            EmptyMap{*scene.empty, *scene.empty_camera, view.map.per_inch(), view.map.resample(*scene.empty, *scene.empty_camera, all)});
      return empty_->map(part);
    };
    if (region) return look_into(view, *net_, frame, *region, worn_ ? *worn_ : Worn({}), empty_in);
    Looking looking(view, *net_, frame, empty_in(all), all);
    std::vector<Sighting> sightings = looking.sightings(Worn(looking.worn()));
    worn_ = std::make_unique<Worn>(looking.worn());
    return sightings;
  } catch (const cv::Exception& e) {
    return measure::fail(measure::ErrorCode::Internal, std::string("looking for unmarked figures: ") + e.what());
  }
}

}  // namespace vision
