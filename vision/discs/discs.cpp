#include "vision/discs/discs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <opencv2/core.hpp>

#include "measure/robust.h"
#include "vision/discs/army_colours.h"
#include "vision/discs/comrades.h"
#include "vision/discs/fit.h"
#include "vision/discs/learned.h"
#include "vision/discs/place.h"
#include "vision/discs/settle.h"
#include "vision/discs/sight.h"
#include "vision/image/blur.h"

namespace vision {
namespace {

using measure::ErrorCode, measure::fail, measure::Inches, measure::PointCovariance;
using measure::TablePoint;

// Bases that show this much of their rim teach where a rim appears, when there are this many of them; inches of spread they
// are never better than.
constexpr double kWholeBase = 0.7, kLeastRimSigma = 0.003;
constexpr std::size_t kWholeBases = 6;
// Somebody may stand in line with comrades where the network sees bases on this share of his place: on 33 rendered worlds and 300 simulated
// blocks it does on 0.3 to 0.9 of the places of men, and on less than 0.3 of 97 in a hundred others.
constexpr double kMuchOfIt = 0.3;

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
DiscDetector::DiscDetector(DiscDetector&&) noexcept = default;
DiscDetector& DiscDetector::operator=(DiscDetector&&) noexcept = default;
void DiscDetector::forget() { *learned_ = {}; }
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
  if (const auto learned = common_offset(rims)) offsets.rim = {learned->first, learned->second};
  if (const auto learned = common_offset(wedges)) offsets.wedge = {learned->first, learned->second};
}

PointCovariance covariance_of(const Eigen::Matrix2d& c) { return {c(0, 0), c(0, 1), c(1, 1)}; }

Sighting sighting_of(const Found& found, const Place& place, const DiscArmy& army, const DiscPicture& picture) {
  const DiscFit& fit = found.fit;
  Sighting s;
  s.marker = measure::MarkerType::Disc;
  s.army = army.colour.army;
  s.base = army.bases[found.base].first;
  s.at = {Inches(place.at.x()), Inches(place.at.y())};
  s.ground = Inches(fit.ground);
  s.noise = covariance_of(place.noise);
  s.systematic = picture.camera.registration_covariance(s.at, Inches(fit.ground + fit.base.height)) + covariance_of(place.systematic);
  if (fit.heading_seen) {
    s.heading = measure::wrapped(measure::Radians(fit.pose.theta));
    s.heading_sigma = std::sqrt(fit.covariance(2, 2));
    s.heading_systematic_sigma = heading_systematic_sigma(fit, picture.blur);
  }
  s.pixel = {fit.pixel.x(), fit.pixel.y()};
  s.visible = std::min(1.0, fit.supported);
  return s;
}

std::vector<Found> of_army(const std::vector<Found>& found, std::size_t army) {
  std::vector<Found> its;
  std::ranges::copy_if(found, std::back_inserter(its), [&](const Found& f) { return f.army == army; });
  return its;
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
        picture_{frame.bgr, scene.camera, scene.table, learned.blur},
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
    std::vector<Found> all = everybody();
    tell_sizes(picture_, armies_, looks(), all);
    tell_fronts(all);
    learn_from(all);
    for (const DiscArmy& army : armies_) learned_.armies[army.colour.army] = army.colour;
    std::vector<Sighting> out;
    for (std::size_t i = 0; i < armies_.size() && !region_; ++i)  // a few bases tell less of it than the whole table
      learned_.doubts[armies_[i].colour.army] = doubt_of(of_army(all, i), picture_.blur);
    for (const Found& found : all) {
      const DiscArmy& army = armies_[found.army];
      const double doubt = learned_.doubts.try_emplace(army.colour.army, 1.0).first->second;
      // A part of the picture is looked at because something moves there.
      const Place place = (region_ ? place_beside_movement : place_of)(found, picture_.blur, doubt);
      out.push_back(sighting_of(found, place, army, picture_));
      if (learned_.alike.contains(army.colour.army)) out.back().army.clear();
    }
    return out;
  }

 private:
  [[nodiscard]] Colour take_white(const Frame& frame, const cv::Rect& area) {
    if (!region_) {
      const double scale = scene_.camera.pixels_per_inch(middle_of(scene_.table), Inches(0.0));
      learned_.white = white_of(frame.bgr, area, scale * narrowest_of(armies_));
      learned_.blur = picture_.blur = blur_of(frame.luma(area));
    }
    return *learned_.white;
  }

  std::vector<Found> everybody() {
    sight_.look(region_);
    Owners owners = learned_.owners(sight_.bases(), scene_, armies_);
    std::vector<Found> ways = settled(owners);
    if (!region_) {  // what the whole table teaches of rims and colours first serves to lay the same bases again
      std::vector<Found> found = best_of(likely(ways));
      tell_sizes(picture_, armies_, looks(), found);
      learn_from(found);
      ways = settled(owners);
    }
    std::vector<Found> best = best_of(likely(ways));
    for (std::size_t before = sight_.bases().size(); suppose(best, owners); before = sight_.bases().size()) {
      std::ranges::move(settled(owners, before), std::back_inserter(ways));
      best = best_of(likely(ways));
    }
    return best;
  }

  /// `first`: the bases before this one were laid before.
  [[nodiscard]] std::vector<Found> settled(const Owners& owners, std::size_t first = 0) {
    return settle(picture_, armies_, looks(), tagged_, sight_.bases(), owners.costs, laid_, first);
  }

  [[nodiscard]] static std::vector<Found> likely(std::vector<Found> ways) {
    count_comrades(ways);
    std::erase_if(ways, [](const Found& f) { return log_odds(f) <= 0.0; });
    return ways;
  }

  /// Adds those who would stand in line with these, where the network sees bases but not where each of them is. Figures that lean over
  /// their wedges hide where in a rank one base ends and the next begins. False when there is none whom nobody looked for yet.
  bool suppose(const std::vector<Found>& found, Owners& owners) {
    bool any = false;
    for (const PlaceInLine& place : places_in_line(found)) {
      const auto looked_for = [&](const SeenDisc& seen) {
        return seen.supposed && std::hypot(seen.pose.x - place.seen.pose.x, seen.pose.y - place.seen.pose.y) < place.seen.base.half_width;
      };
      if (std::ranges::any_of(sight_.bases(), looked_for)) continue;
      if (sight_.share_on_bases(place.seen.base, place.seen.pose) < kMuchOfIt) continue;
      SeenDisc seen = place.seen;
      // What the network says of a base whose middle it sees here holds for this one: it is seen in the wrong place.
      for (const SeenDisc& other : sight_.bases())
        if (!other.supposed && std::hypot(other.pose.x - seen.pose.x, other.pose.y - seen.pose.y) < seen.base.half_width)
          seen.evidence = std::max(seen.evidence, other.evidence);
      sight_.bases().push_back(std::move(seen));
      owners.costs.emplace_back(armies_.size(), std::numeric_limits<float>::max());
      owners.costs.back()[place.army] = place.cost;
      any = true;
    }
    return any;
  }

  [[nodiscard]] DiscLook look_of(const DiscArmy& army) {
    return {learned_.table_of(army.colour), army.colour, white_, learned_.offsets[army.colour.army]};
  }

  [[nodiscard]] std::vector<DiscLook> looks() {
    std::vector<DiscLook> all;
    for (const DiscArmy& army : armies_) all.push_back(look_of(army));
    return all;
  }

  void learn_from(const std::vector<Found>& found) {
    for (std::size_t i = 0; i < armies_.size(); ++i) {
      const std::vector<Found> its = of_army(found, i);
      armies_[i].colour = taught_by(armies_[i].colour, its);
      learn_offsets(its, learned_.offsets[armies_[i].colour.army]);
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
  std::vector<Layings> laid_;
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
