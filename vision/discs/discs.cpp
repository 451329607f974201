#include "vision/discs/discs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <opencv2/core.hpp>

#include "measure/robust.h"
#include "vision/discs/army_colours.h"
#include "vision/discs/candidates.h"
#include "vision/discs/fit.h"
#include "vision/discs/learned.h"
#include "vision/discs/search.h"
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

// An army's colour alone does not show it when more than this share of the bases known by their wedges are not found by it: then the
// ground looks like it. Smaller asks a wedge of armies that need none, larger loses green men on grass.
constexpr double kMostUnfound = 0.25;

std::vector<DiscArmy> armies_of(std::span<const measure::PieceSpec> pieces) {
  std::vector<DiscArmy> armies;
  for (const measure::PieceSpec& piece : pieces) {
    const auto disc = disc_base(piece.base);
    if (piece.marker != measure::MarkerType::Disc || !disc) continue;
    auto army = std::ranges::find(armies, piece.army, [](const DiscArmy& a) { return a.colour.army; });
    if (army == armies.end()) {
      armies.push_back({.colour = {.army = piece.army, .hint = parse_colour(piece.colour)}, .men = 0, .bases = {}});
      army = armies.end() - 1;
    }
    ++army->men;
    if (std::ranges::find(army->bases, piece.base, [](const auto& b) { return b.first; }) == army->bases.end())
      army->bases.emplace_back(piece.base, *disc);
  }
  return armies;
}

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

/// The share of bases known by their wedges that were not found by their colour.
double unfound_share(const std::vector<Found>& known, const std::vector<Found>& found) {
  const auto missing = std::ranges::count_if(
      known, [&](const Found& k) { return std::ranges::none_of(found, [&](const Found& f) { return collide(k.fit, f.fit); }); });
  return static_cast<double>(missing) / static_cast<double>(std::max<std::size_t>(1, known.size()));
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

/// How much the rims of an army's whole bases differ, inches, 1 sigma.
void learn_spread(const std::vector<Found>& found, EdgeOffsets& offsets) {
  std::vector<double> rims;
  for (const Found& f : found)
    if (f.fit.supported > kMostOfBase) rims.push_back(f.fit.rim_offset);
  if (rims.size() < kWholeBases) return;
  const double median = measure::median_in_place(rims);
  double sum = 0.0;
  for (const double r : rims) sum += std::abs(r - median);
  offsets.rim.spread = std::sqrt(std::numbers::pi / 2.0) * sum / static_cast<double>(rims.size());
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

/// One rectangle round all of a region, with room for bases that reach out of it.
cv::Rect around(const std::vector<cv::Rect>& region, const Scene& scene) {
  constexpr double kRoom = 3.0;  // inches: the longest base; less cuts bases at the region's edge
  const TablePoint middle{scene.table.length * 0.5, scene.table.width * 0.5};
  const int room = static_cast<int>(kRoom * scene.camera.pixels_per_inch(middle, Inches(0.0)));
  cv::Rect all;
  for (const cv::Rect& r : region) all |= r;
  return {all.x - room, all.y - room, all.width + 2 * room, all.height + 2 * room};
}

bool inside(const Region& region, calibration::ImagePoint p) {
  if (!region) return true;
  const cv::Point at(static_cast<int>(std::lround(p.u)), static_cast<int>(std::lround(p.v)));
  return std::ranges::any_of(*region, [&](const cv::Rect& r) { return r.contains(at); });
}

}  // namespace

measure::Result<std::vector<Sighting>> DiscDetector::detect(const Frame& frame, const Scene& scene, const Region& region) try {
  if (frame.bgr.type() != CV_8UC3) return fail(ErrorCode::BadFile, "picture " + frame.name + " is not an 8-bit colour picture");
  std::vector<DiscArmy> armies = armies_of(scene.pieces);
  std::vector<Sighting> out;
  // Once white is known, only the region and a base's length around it are worked on.
  const bool partial = region && learned_->white;
  cv::Rect area = table_area(scene, frame.bgr.size());
  if (partial) area &= around(*region, scene);
  if (armies.empty() || area.width < 8 || area.height < 8) return out;

  double smallest = 1e9;
  for (const DiscArmy& army : armies)
    for (const auto& base : army.bases) smallest = std::min(smallest, 2.0 * base.second.half_width);
  const TablePoint middle{scene.table.length * 0.5, scene.table.width * 0.5};
  const ReducedPicture reduced = reduce(frame.bgr, area, scene.camera.pixels_per_inch(middle, Inches(0.0)), smallest);
  if (!partial) {
    learned_->white = white_of(reduced.bgr);
    learned_->jpeg_steps = jpeg_steps(frame.luma);
  }
  const Colour white = *learned_->white;
  const DiscPicture picture{frame.bgr, scene.camera, scene.table, learned_->jpeg_steps};
  DiscVote vote(reduced, scene.camera, scene.table);
  const std::vector<TaggedBase> tagged = tagged_bases(scene);
  for (DiscArmy& army : armies)
    if (const auto known = learned_->armies.find(army.colour.army); known != learned_->armies.end()) army.colour = known->second;
  for (DiscArmy& army : armies) army.colour.exposure = exposure_of(white);
  const auto look_for_all = [&](const std::vector<ByWedge>& by_wedge, const std::vector<Found>& earlier) {
    std::vector<Found> all;
    for (std::size_t i = 0; i < armies.size(); ++i) {
      DiscArmy& army = armies[i];
      const bool first_time = !learned_->armies[army.colour.army].learned;
      // The same camera and light: what one army taught is a good guess for the next.
      const auto offsets =
          learned_->offsets.try_emplace(army.colour.army, i > 0 ? learned_->offsets[armies[i - 1].colour.army] : EdgeOffsets{}).first;
      // Looked at first: where this army's men stood in the picture before, and where an earlier reading of the colours found some. What
      // that believed, this one must judge.
      std::vector<Found> known = learned_->stood(army, i, area);
      std::ranges::copy_if(earlier, std::back_inserter(known), [&](const Found& f) { return f.army == i; });
      const auto look = [&](Seeking seeking = Seeking::All) {
        std::vector<Found> found = look_for(picture, vote, army, i, {learned_->table_of(army.colour), army.colour, white, offsets->second},
                                            tagged, known, seeking);
        learned_->drop_doubtful(found, picture, tagged, armies);
        known.insert(known.begin(), found.begin(), found.end());
        return found;
      };
      const auto know_wedges = [&] { known.insert(known.end(), by_wedge[i].proposed.begin(), by_wedge[i].proposed.end()); };
      const bool wants_wedges = learned_->by_wedge.contains(army.colour.army);
      if (wants_wedges) know_wedges();
      std::vector<Found> found = look(first_time && !wants_wedges && by_wedge[i].confirmed.empty() ? Seeking::Teachers : Seeking::All);
      if (const double unfound = unfound_share(by_wedge[i].confirmed, found); unfound > 0.0) {
        if (unfound > kMostUnfound) learned_->by_wedge.insert(army.colour.army);
        if (!wants_wedges) {
          know_wedges();
          found = look();
        }
      }
      army.colour = taught_by(army.colour, found);
      learn_offsets(found, offsets->second);
      if (first_time && army.colour.learned) {
        found = look();
        army.colour = taught_by(army.colour, found);
      }
      learn_spread(found, offsets->second);
      learned_->armies[army.colour.army] = army.colour;
      all.insert(all.end(), found.begin(), found.end());
    }
    return all;
  };
  const auto find_all = [&] {
    const bool learning = learned_->wedges_wanted(armies);
    const Learned before = learning ? *learned_ : Learned{};
    const std::vector<DiscArmy> as_hinted = learning ? armies : std::vector<DiscArmy>{};
    std::vector<Found> all = look_for_all(std::vector<ByWedge>(armies.size()), {});
    if (learning && !learned_->explained_by_hints(picture, reduced, scene, as_hinted, armies, all)) {  // let the wedges speak
      *learned_ = before;
      armies = as_hinted;
      all = look_for_all(learned_->by_wedges(picture, reduced, scene, armies), all);
    }
    return all;
  };
  std::vector<Found> all = find_all();
  if (!partial && learned_->lost_most(all, armies, area)) {  // another light? It is learned anew, as from a first picture
    const Learned before = *learned_;
    const std::vector<DiscArmy> as_known = armies;
    learned_->forget_colours();
    for (DiscArmy& army : armies) army.colour.learned = false;
    if (std::vector<Found> anew = find_all(); anew.size() > all.size()) {
      all = std::move(anew);
    } else {
      *learned_ = before;
      armies = as_known;
    }
  }
  all = best_of(std::move(all));
  learned_->find_missing(all, picture, reduced, scene, area, tagged, armies);
  if (!partial) learned_->last.clear();  // a camera that was moved shows them elsewhere
  learned_->remember(all, armies, area);
  for (const Found& found : all) {
    Sighting s = sighting_of(found, armies[found.army], learned_->offsets[armies[found.army].colour.army].rim.spread, picture);
    if (learned_->alike.contains(s.army)) s.army.clear();
    if (inside(region, s.pixel)) out.push_back(std::move(s));
  }
  return out;
} catch (const cv::Exception& e) {
  return fail(ErrorCode::Internal, std::string("looking for discs in ") + frame.name + ": " + e.what());
}

}  // namespace vision
