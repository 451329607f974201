#include "vision/discs/discs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numbers>
#include <opencv2/core.hpp>

#include "measure/robust.h"
#include "vision/discs/army_colours.h"
#include "vision/discs/comrades.h"
#include "vision/discs/fit.h"
#include "vision/discs/learned.h"
#include "vision/discs/settle.h"
#include "vision/discs/sight.h"
#include "vision/image/jpeg_blockiness.h"

namespace vision {
namespace {

using measure::ErrorCode, measure::fail, measure::Inches, measure::PointCovariance;
using measure::TablePoint;

// Bases that show this much of their rim teach where a rim appears, when there are this many of them; inches of spread they
// are never better than.
constexpr double kWholeBase = 0.7, kMostOfBase = 0.6, kLeastRimSigma = 0.003;
constexpr std::size_t kWholeBases = 6;
// What moves whole rims out or in moves them aside as well, and only the first is seen: a place is off by this many times the spread of the
// army's rims, 1 sigma. Smaller claims more than one picture knows.
constexpr double kAsideOfSpread = 1.5;
// Texture, shade and compression move a rim as a whole, by so many grey levels over the slope of its edge for each pixel of its width (1
// sigma, levels a pixel): texture in every picture, compression for each level by which the blocks of its code step. Smaller claims more of
// blurred, pale and compressed pictures than they show.
constexpr double kTextureBias = 1.4, kJpegBias = 4.4;
// The same for the turn of a wedge's edges, however little the picture was compressed: overexposed white spills over in sharp pictures too.
constexpr double kWedgeBias = 4.4;
// Of the variance that edges of one noise would give, this share is there in a picture that was never compressed, and this much more for
// each level by which blocks step: an error of a block is one error, however many edges it holds. The fit's own number is that of a
// middling picture.
constexpr double kUncodedNoise = 0.3, kCodedNoise = 0.7;

/// The table's outline in the picture, as a rectangle inside the picture.
cv::Rect table_area(const Scene& scene, cv::Size size) {
  double left = size.width, right = 0.0, top = size.height, bottom = 0.0;
  const double length = scene.table.length.value, width = scene.table.width.value;
  constexpr int kSteps = 16;  // lens distortion bows the edges
  for (int i = 0; i <= kSteps; ++i) {
    const double x = length * i / kSteps, y = width * i / kSteps;
    for (const TablePoint p : {TablePoint{Inches(x), Inches(0)}, TablePoint{Inches(x), Inches(width)}, TablePoint{Inches(0), Inches(y)},
                               TablePoint{Inches(length), Inches(y)}})
      if (const auto px = scene.camera.image_from_table(p, Inches(0.0))) {
        left = std::min(left, px->u), right = std::max(right, px->u);
        top = std::min(top, px->v), bottom = std::max(bottom, px->v);
      }
  }
  constexpr double kMargin = 8.0;  // pixels: a base on the edge overhangs it
  const cv::Rect table(cv::Point(static_cast<int>(std::max(0.0, left - kMargin)), static_cast<int>(std::max(0.0, top - kMargin))),
                       cv::Point(static_cast<int>(std::min<double>(size.width, right + kMargin)),
                                 static_cast<int>(std::min<double>(size.height, bottom + kMargin))));
  return table & cv::Rect({0, 0}, size);
}

TablePoint middle_of(const measure::Table& table) { return {table.length * 0.5, table.width * 0.5}; }

/// The width of the narrowest base of any army, inches.
double narrowest_of(const std::vector<DiscArmy>& armies) {
  double narrowest = std::numeric_limits<double>::infinity();
  for (const DiscArmy& army : armies)
    for (const auto& base : army.bases) narrowest = std::min(narrowest, 2.0 * base.second.half_width);
  return narrowest;
}

/// Every base in the list of any army, once.
std::vector<measure::Base> measured_bases(const std::vector<DiscArmy>& armies) {
  std::vector<measure::Base> bases;
  for (const DiscArmy& army : armies)
    for (const auto& base : army.bases)
      if (std::ranges::find(bases, base.first) == bases.end()) bases.push_back(base.first);
  return bases;
}

}  // namespace

DiscDetector::DiscDetector() : learned_(std::make_unique<Learned>()) {}
DiscDetector::~DiscDetector() = default;
std::span<const calibration::Finding> DiscDetector::findings() const { return learned_->findings; }

namespace {

ArmyColour taught_by(const ArmyColour& before, const std::vector<Found>& found) {
  std::vector<Colour> prints;
  for (const Found& f : found)
    if (teaches(f.fit)) prints.push_back(f.fit.colour);
  return learned_from(before, prints);
}

/// Median and spread of what whole bases tell; none where there are too few.
std::optional<std::pair<double, double>> common_offset(std::vector<double> offsets) {
  if (offsets.size() < kWholeBases) return std::nullopt;
  const double mean = measure::median_in_place(offsets);
  std::vector<double> spread;
  for (double o : offsets) spread.push_back(std::abs(o - mean));
  return std::pair{mean, std::hypot(kLeastRimSigma, measure::kSigmaOfMedian * measure::median_in_place(spread))};
}

/// Learns where rims and wedges of this army appear in this picture.
void learn_offsets(const std::vector<Found>& found, EdgeOffsets& offsets) {
  std::vector<double> rims, wedges;
  for (const Found& f : found) {
    if (f.fit.supported > kWholeBase) rims.push_back(f.fit.rim_offset);
    if (f.fit.heading_seen && f.fit.both_edges) wedges.push_back(f.fit.wedge_offset);
  }
  if (const auto learned = common_offset(rims)) offsets.rim = {learned->first, learned->second, offsets.rim.spread};
  if (const auto learned = common_offset(wedges)) offsets.wedge = {learned->first, learned->second};
}

/// How much the rims of an army's whole bases differ from their own kind's, inches, 1 sigma: a cutter's tolerance is one of a kind.
void learn_spread(const std::vector<Found>& found, EdgeOffsets& offsets) {
  std::map<std::size_t, std::vector<double>> rims;  // of each kind of base
  std::size_t count = 0;
  for (const Found& f : found)
    if (f.fit.supported > kMostOfBase) rims[f.base].push_back(f.fit.rim_offset), ++count;
  if (count < kWholeBases + rims.size() - 1) return;
  double sum = 0.0;
  for (auto& [kind, its] : rims) {
    const double median = measure::median_in_place(its);
    for (const double r : its) sum += std::abs(r - median);
  }
  // Each kind's median was taken from the same bases.
  offsets.rim.spread = std::sqrt(std::numbers::pi / 2.0) * sum / std::sqrt(static_cast<double>(count * (count - rims.size())));
}

Sighting sighting_of(const Found& found, const DiscArmy& army, double rim_spread, const DiscPicture& picture) {
  const DiscFit& fit = found.fit;
  Sighting s;
  s.marker = measure::MarkerType::Disc;
  s.army = army.colour.army;
  s.base = army.bases[found.base].first;
  s.at = {Inches(fit.pose.x), Inches(fit.pose.y)};
  s.ground = Inches(fit.ground);
  s.noise = PointCovariance{fit.covariance(0, 0), fit.covariance(0, 1), fit.covariance(1, 1)} *
            (kUncodedNoise + kCodedNoise * picture.jpeg_steps);
  const Inches top(fit.ground + fit.base.height);
  const double aside = kAsideOfSpread * rim_spread;
  const double bias = std::hypot(fit.edge_give * kTextureBias, fit.edge_give * kJpegBias * picture.jpeg_steps, aside);
  s.systematic = picture.camera.registration_covariance(s.at, top) + PointCovariance{bias * bias, 0.0, bias * bias} +
                 PointCovariance{fit.common(0, 0), fit.common(0, 1), fit.common(1, 1)};
  if (fit.heading_seen) {
    s.heading = measure::wrapped(measure::Radians(fit.pose.theta));
    s.heading_sigma = std::sqrt(fit.covariance(2, 2));
    // A centre that is off to the side turns the front, whose edges lie about this far out.
    const double lever = 0.7 * fit.base.half_width;
    s.heading_systematic_sigma = std::hypot(fit.edge_give * kWedgeBias / lever, aside / lever, std::sqrt(fit.common(2, 2)));
  }
  s.pixel = {fit.pixel.x(), fit.pixel.y()};
  s.visible = std::min(1.0, fit.supported);
  return s;
}

bool inside(const Region& region, calibration::ImagePoint p) {
  if (!region) return true;
  const cv::Point at(static_cast<int>(std::lround(p.u)), static_cast<int>(std::lround(p.v)));
  return std::ranges::any_of(*region, [&](const cv::Rect& r) { return r.contains(at); });
}

}  // namespace

/// One picture looked at: the network says where bases stand, their paints whose they are, their rims and wedges where exactly.
class DiscDetector::Looking {
 public:
  /// `area`: of the picture, that the table fills. `region`: where bases are looked for; none: everywhere.
  Looking(const Frame& frame, const Scene& scene, const cv::Rect& area, const Region& region, const BaseNet& net, Learned& learned)
      : scene_(scene),
        armies_(armies_of(scene.pieces)),
        region_(region),
        learned_(learned),
        picture_{frame.bgr, scene.camera, scene.table, learned.jpeg_steps},
        white_(take_white(frame, area)),
        tagged_(tagged_bases(scene)),
        sight_(net, picture_, scene, measured_bases(armies_), white_) {
    for (std::size_t i = 0; i < armies_.size(); ++i) {
      ArmyColour& colour = armies_[i].colour;
      if (const auto known = learned_.armies.find(colour.army); known != learned_.armies.end()) colour = known->second;
      colour.exposure = exposure_of(white_);
      // The same camera and light: what one army taught is a good guess for the next.
      learned_.offsets.try_emplace(colour.army, i > 0 ? learned_.offsets[armies_[i - 1].colour.army] : EdgeOffsets{});
    }
  }

  std::vector<Sighting> sightings() {
    std::vector<Found> all = best_of(everybody());
    tell_sizes(picture_, armies_, looks(), all);
    face_like_comrades(all);
    learn_from(all, Learning::Everything);
    for (const DiscArmy& army : armies_) learned_.armies[army.colour.army] = army.colour;
    std::vector<Sighting> out;
    for (const Found& found : all) {
      const DiscArmy& army = armies_[found.army];
      out.push_back(sighting_of(found, army, learned_.offsets[army.colour.army].rim.spread, picture_));
      if (learned_.alike.contains(army.colour.army)) out.back().army.clear();
    }
    return out;
  }

 private:
  enum class Learning { WhereEdgesAppear, Everything };

  [[nodiscard]] Colour take_white(const Frame& frame, const cv::Rect& area) {
    if (!region_) {
      const double scale = scene_.camera.pixels_per_inch(middle_of(scene_.table), Inches(0.0));
      learned_.white = white_of(frame.bgr, area, scale * narrowest_of(armies_));
      learned_.jpeg_steps = picture_.jpeg_steps = jpeg_steps(frame.luma);
    }
    return *learned_.white;
  }

  std::vector<Found> everybody() {
    sight_.look(region_);
    const Owners owners = learned_.owners(sight_.bases(), scene_, armies_);
    if (region_) return likely(owners);
    // What the whole table teaches of rims and colours first serves to lay the same bases again.
    std::vector<Found> found = best_of(likely(owners));
    tell_sizes(picture_, armies_, looks(), found);
    learn_from(found, Learning::WhereEdgesAppear);
    return likely(owners);
  }

  [[nodiscard]] std::vector<Found> likely(const Owners& owners) {
    std::vector<Found> found = settle(picture_, armies_, looks(), tagged_, sight_.bases(), owners.costs);
    std::erase_if(found, [](const Found& f) { return log_odds(f) <= 0.0; });
    return found;
  }

  [[nodiscard]] DiscLook look_of(const DiscArmy& army) {
    return {learned_.table_of(army.colour), army.colour, white_, learned_.offsets[army.colour.army]};
  }

  [[nodiscard]] std::vector<DiscLook> looks() {
    std::vector<DiscLook> all;
    for (const DiscArmy& army : armies_) all.push_back(look_of(army));
    return all;
  }

  void learn_from(const std::vector<Found>& found, Learning what) {
    for (std::size_t i = 0; i < armies_.size(); ++i) {
      std::vector<Found> its;
      std::ranges::copy_if(found, std::back_inserter(its), [&](const Found& f) { return f.army == i; });
      armies_[i].colour = taught_by(armies_[i].colour, its);
      EdgeOffsets& offsets = learned_.offsets[armies_[i].colour.army];
      learn_offsets(its, offsets);
      if (what == Learning::Everything) learn_spread(its, offsets);
    }
  }

  const Scene& scene_;
  std::vector<DiscArmy> armies_;
  const Region& region_;
  Learned& learned_;
  DiscPicture picture_;
  Colour white_;
  std::vector<TaggedBase> tagged_;
  DiscSight sight_;
};

measure::Result<std::vector<Sighting>> DiscDetector::detect(const Frame& frame, const Scene& scene, const Region& region) try {
  if (frame.bgr.type() != CV_8UC3) return fail(ErrorCode::BadFile, "picture " + frame.name + " is not an 8-bit colour picture");
  const cv::Rect area = table_area(scene, frame.bgr.size());
  const bool any = std::ranges::any_of(
      scene.pieces, [](const measure::PieceSpec& piece) { return piece.marker == measure::MarkerType::Disc && disc_base(piece.base); });
  if (!any || (region && region->empty()) || area.width < 8 || area.height < 8) return std::vector<Sighting>{};
  if (!net_) net_ = std::make_unique<BaseNet>(BaseNet::For::Discs);
  // What white looks like is told by a whole picture.
  const Region where = learned_->white ? region : std::nullopt;
  std::vector<Sighting> out = Looking(frame, scene, area, where, *net_, *learned_).sightings();
  std::erase_if(out, [&](const Sighting& s) { return !inside(region, s.pixel); });
  return out;
} catch (const cv::Exception& e) {
  return fail(ErrorCode::Internal, std::string("looking for discs in ") + frame.name + ": " + e.what());
}

}  // namespace vision
