#include "vision/discs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <opencv2/core.hpp>
#include <set>

#include "vision/army_colours.h"
#include "vision/disc_candidates.h"
#include "vision/disc_fit.h"
#include "vision/wedge_armies.h"

namespace vision {
namespace {

using measure::ErrorCode;
using measure::fail;
using measure::Inches;
using measure::PointCovariance;
using measure::TablePoint;

// A base is believed when this share of its outline is where it should be, and clearly more than contradicts it.
constexpr double kLeastSupport = 0.2;
// White at the front speaks for a base from this share of the wedge's place on; without it this much of the rim must show.
constexpr double kLeastWhiteFront = 0.25, kLeastBareSupport = 0.38;
// White that goes on beyond the base may be a hand's: it speaks half as well.
constexpr double kHalfBareSupport = 0.5 * (kLeastSupport + kLeastBareSupport);
// This much more white beside the wedge's place than in it: the base stands elsewhere.
constexpr double kWhiteElsewhere = 0.15;
// A wedge of which only one edge shows points to the front from this share of white on; less may be a fleck beside a hand.
constexpr double kLeastOneEdge = 0.35;
// A cut rim is smooth: the spread of its edges is well inside what a rim may stray. Texture is not.
constexpr double kMostRagged = 0.45;
// Of two bases that would stand in each other the better supported is believed; they may seem to overlap by this share.
constexpr double kOverlap = 0.15;
// A base beyond doubt shows at most this share as much against it as for it: neighbours that touch it hide that much of its rim. More
// believes a base half a width off, less tries everything again where men stand shoulder to shoulder.
constexpr double kMostAgainstCertain = 0.3;
// A proposal is not tried when it would stand this deep (share of the room two bases need) in one that is beyond doubt.
constexpr double kClearlyInside = 0.75;
// A proposal this near (share of the half width, sine of the turn) to where an earlier fit came to rest would end there too.
constexpr double kSameTry = 0.15, kSameTurn = 0.2;
// How far the end of an oval rolls round before its side shows, radians.
constexpr double kRoll = 0.3;
// Nor is it tried this near (share of the half width) to a tagged piece's base.
constexpr double kInTagged = 0.3;
// Bases that show this much of their rim teach where a rim appears, when there are this many of them; inches of spread they
// are never better than.
constexpr double kWholeBase = 0.7, kMostOfBase = 0.6, kLeastRimSigma = 0.003;
constexpr std::size_t kWholeBases = 6;
// A base with this much white at its front and this much rim teaches its army's colour. A first look, which only teaches, ends when so many
// beyond doubt have been found, or a few and none in so many tries in a row: fewer leave the colour in shade and the rim's place to
// chance, more cost time.
constexpr double kTeachingWedge = 0.3, kTeachingRim = 0.5;
constexpr std::size_t kEnoughTeachers = 24, kFewTeachers = 12;
constexpr int kFruitlessTries = 10;
// What moves whole rims out or in moves them aside as well, and only the first is seen: a place is off by this many times the spread of the
// army's rims, 1 sigma. Smaller claims more than one picture knows.
constexpr double kAsideOfSpread = 1.5;

// Paints nearer than this (see `paint_distance`) cannot be told apart.
constexpr float kOnePaint = 0.5f;

// An army's colour alone does not show it when more than this share of the bases known by their wedges are not found by it: then the
// ground looks like it. Smaller asks a wedge of armies that need none, larger loses green men on grass.
constexpr double kMostUnfound = 0.25;

// An army of which this share stands there is all there but for its fallen and hidden. Smaller believes a wrong hint that finds a few.
constexpr double kMostOfArmy = 0.75;

struct DiscArmy {
  ArmyColour colour;
  std::size_t men = 0;
  std::vector<std::pair<measure::Base, DiscBase>> bases;
};

struct Found {
  DiscFit fit;
  std::size_t army = 0, base = 0;
  double score = 0.0;
};

/// Bases of one army that show their white wedge: all that may be some, and those a fit has confirmed. Only base and pose are told.
struct ByWedge {
  std::vector<Found> proposed, confirmed;
};

/// The plain rectangle under a tag.
struct TaggedBase {
  TablePoint centre;
  measure::Radians heading;
  double half_length, half_width;  // inches
};

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

double score_of(const DiscFit& fit) {
  const double girth = std::numbers::pi * (fit.base.half_length + fit.base.half_width);
  return girth * (1.0 - fit.ragged) * (fit.supported - 1.0 * fit.contradicted - 0.7 * fit.misplaced) + 1.5 * std::max(0.0, fit.wedge);
}

bool believable(const DiscFit& fit) {
  const double against = fit.contradicted + 0.7 * fit.misplaced;
  if (fit.ragged > kMostRagged) return false;
  if (fit.supported < kLeastSupport || fit.supported < 1.5 * against) return false;
  // Without a wedge only a long clean rim is a base: a red roof's corner or an officer's plain base is not.
  if (fit.wedge >= kLeastWhiteFront && (!fit.white_goes_on || fit.supported >= kHalfBareSupport)) return true;
  return fit.supported >= kLeastBareSupport && against < 0.25 * fit.supported;
}

/// Would the two bases stand in each other?
bool collide(const DiscFit& a, const DiscFit& b) {
  const double dx = b.pose.x - a.pose.x, dy = b.pose.y - a.pose.y, apart = std::hypot(dx, dy);
  if (apart > a.base.half_length + b.base.half_length) return false;
  const double towards = std::atan2(dy, dx);
  const double room = rim_distance(a.base, towards - a.pose.theta) + rim_distance(b.base, towards - b.pose.theta);
  return apart < (1.0 - kOverlap) * room;
}

/// The plain base or bare sheet a tag lies on; none where the camera cannot place it.
std::optional<TaggedBase> tagged_base(const Scene& scene, const calibration::TagObservation& tag) {
  const auto piece = std::ranges::find_if(scene.pieces, [&](const measure::PieceSpec& p) {
    return p.marker == measure::MarkerType::Tag && p.tag == tag.id && p.mount.dictionary == tag.dictionary;
  });
  const bool worn = piece != scene.pieces.end();
  const Inches height = worn ? piece->mount.height : Inches(0.0);
  Inches ground;
  std::array<TablePoint, 4> corner;  // clockwise from the printed top left
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t i = 0; i < 4; ++i) {
      const auto p = scene.camera.table_from_image(tag.corners[i], ground + height);
      if (!p) return std::nullopt;
      corner[i] = *p;
    }
    ground = measure::ground_height(scene.table.terrain, measure::midpoint(corner[0], corner[2]));
  }
  const measure::TableVector up = measure::midpoint(corner[0], corner[1]) - measure::midpoint(corner[3], corner[2]);
  TaggedBase base{measure::midpoint(corner[0], corner[2]), measure::heading_of(up), 0.0, 0.0};
  base.half_length = base.half_width = measure::length(up).value / 2.0;
  if (!worn) return base;
  base.centre = base.centre - measure::rotated(piece->mount.offset, base.heading);
  if (const auto* rect = std::get_if<measure::RectShape>(&piece->base.shape)) {
    base.half_length = rect->length.value / 2.0;
    base.half_width = rect->width.value / 2.0;
  } else if (const auto disc = disc_base(piece->base)) {
    base.half_length = base.half_width = 0.7 * disc->half_width;  // the square inside it
  }
  return base;
}

/// What the tags of this frame lie on: no disc stands there.
std::vector<TaggedBase> tagged_bases(const Scene& scene) {
  std::vector<TaggedBase> out;
  for (const calibration::TagObservation& tag : scene.tags)
    if (const auto base = tagged_base(scene, tag)) out.push_back(*base);
  return out;
}

/// How far outside a tagged piece's base a place lies, inches; 0 inside.
double room_beyond(const DiscPose& place, const TaggedBase& tagged) {
  const measure::TableVector off = measure::rotated(TablePoint{Inches(place.x), Inches(place.y)} - tagged.centre, -tagged.heading);
  return std::hypot(std::max(0.0, std::abs(off.dx.value) - tagged.half_length), std::max(0.0, std::abs(off.dy.value) - tagged.half_width));
}

/// Would the disc stand in a tagged piece's base?
bool collide(const DiscFit& disc, const TaggedBase& tagged) {
  return room_beyond(disc.pose, tagged) < (1.0 - 2.0 * kOverlap) * disc.base.half_width;
}

/// The share of bases known by their wedges that were not found by their colour.
double unfound_share(const std::vector<Found>& known, const std::vector<Found>& found) {
  const auto missing = std::ranges::count_if(
      known, [&](const Found& k) { return std::ranges::none_of(found, [&](const Found& f) { return collide(k.fit, f.fit); }); });
  return static_cast<double>(missing) / static_cast<double>(std::max<std::size_t>(1, known.size()));
}

/// How many bases of each army were found; none where an army has more than the roster gives it, or another claims one of its own.
std::optional<std::vector<std::size_t>> counted(const std::vector<Found>& found, const std::vector<DiscArmy>& armies) {
  std::vector<std::size_t> count(armies.size());
  for (const Found& f : found) {
    if (++count[f.army] > armies[f.army].men) return std::nullopt;
    if (std::ranges::any_of(found, [&](const Found& o) { return o.army != f.army && collide(o.fit, f.fit); })) return std::nullopt;
  }
  return count;
}

std::vector<Found> best_of(std::vector<Found> found) {
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) { return a.score > b.score; });
  std::vector<Found> out;
  for (Found& f : found)
    if (std::ranges::none_of(out, [&](const Found& o) { return collide(o.fit, f.fit); })) out.push_back(std::move(f));
  return out;
}

}  // namespace

struct DiscDetector::Learned {
  struct Table {
    ArmyColour of;
    ColourTable table;
  };
  std::map<std::string, ArmyColour> armies;
  std::map<std::string, Table> tables;
  std::optional<Colour> white;
  std::map<std::string, EdgeOffsets> offsets;  // by army
  std::map<std::string, Colour> paints;        // by army, where several bases showed theirs
  std::set<std::string> alike;                 // armies that wear another's paint
  std::set<std::string> by_wedge;              // armies that their colour's borders alone do not show
  std::vector<calibration::Finding> findings;

  /// The look-up table of a colour; an old one serves while the colour has hardly moved.
  const ColourTable& table_of(const ArmyColour& army) {
    constexpr float kHardly = 3.0f;  // grey levels; rebuilding costs a millisecond
    const auto old = tables.find(army.army);
    if (old != tables.end() && old->second.of.learned == army.learned && old->second.of.hint == army.hint &&
        (old->second.of.mean - army.mean).norm() < kHardly && (old->second.of.spread - army.spread).norm() < 100.0f * kHardly)
      return old->second.table;
    return tables.insert_or_assign(army.army, Table{army, ColourTable(army)}).first->second.table;
  }

  /// Does its paint speak for another army that wears a darker or lighter one of the same hue?
  bool worn_by_another(const DiscPicture& picture, const Found& found, std::span<const DiscArmy> all) {
    const auto own = paints.find(all[found.army].colour.army);
    if (own == paints.end()) return false;
    std::optional<Colour> paint;
    for (const DiscArmy& army : all) {
      const auto its = paints.find(army.colour.army);
      if (its == paints.end() || paint_distance(its->second, own->second) < kOnePaint) continue;
      if (table_of(army.colour).fit(found.fit.colour) < kFitsArmy) continue;
      if (!paint) paint = paint_of(picture, found.fit).value_or(Colour(found.fit.colour.cwiseQuotient(*white)));
      if (paint_distance(*paint, its->second) < paint_distance(*paint, own->second)) return true;
    }
    return false;
  }

  /// Is there an army whose colour is not yet known, or not enough to find it by?
  bool wedges_wanted(const std::vector<DiscArmy>& sought) const {
    return std::ranges::any_of(sought, [&](const DiscArmy& a) { return !a.colour.learned || by_wedge.contains(a.colour.army); });
  }
  /// The bases that show their white wedge. Teaches colours.
  std::vector<ByWedge> by_wedges(const DiscPicture& picture, const ReducedPicture& reduced, const Scene& scene,
                                 std::vector<DiscArmy>& sought);
  void name_paints(const std::vector<PaintedBases>& all, const Scene& scene, std::vector<DiscArmy>& sought);
  /// Do the roster's hints explain the picture? `hinted`: the armies as the hints show them, `learned`: as they were found.
  bool explained_by_hints(const DiscPicture& picture, const ReducedPicture& reduced, const Scene& scene,
                          const std::vector<DiscArmy>& hinted, const std::vector<DiscArmy>& learned, const std::vector<Found>& found);
};

DiscDetector::DiscDetector() : learned_(std::make_unique<Learned>()) {}
DiscDetector::~DiscDetector() = default;
std::span<const calibration::Finding> DiscDetector::findings() const { return learned_->findings; }

namespace {

/// Beyond doubt: nothing else needs to be tried where it stands.
bool certain(const DiscFit& fit) {
  const bool whole = fit.supported > 0.75 && fit.wedge > kLeastWhiteFront;
  return (whole || (fit.supported > 0.6 && fit.wedge > 0.5)) && fit.contradicted + fit.misplaced < kMostAgainstCertain * fit.supported;
}

bool teaches(const DiscFit& fit) { return fit.wedge > kTeachingWedge && fit.supported > kTeachingRim; }

/// `before`: what an earlier look at the same picture found; those bases are looked at again where they were found. `only_to_learn`: the
/// look ends when it has found enough to teach the army's colour.
std::vector<Found> look_for(const DiscPicture& picture, DiscVote& vote, const DiscArmy& army, std::size_t index, const DiscLook& look,
                            std::span<const TaggedBase> tagged, std::span<const Found> before, bool only_to_learn) {
  struct Proposal {
    DiscCandidate candidate;
    std::size_t base;
  };
  vote.look_for(look.colour);
  std::vector<Proposal> proposals;
  for (std::size_t b = 0; b < army.bases.size(); ++b)
    for (const DiscCandidate& candidate : vote.candidates(army.bases[b].second)) proposals.push_back({candidate, b});
  std::ranges::stable_sort(proposals, [](const Proposal& a, const Proposal& b) { return a.candidate.promise > b.candidate.promise; });
  std::vector<Found> found;
  std::vector<DiscFit> sure;
  std::vector<Proposal> ends;  // where fits came to rest
  const auto add = [&](const std::optional<DiscFit>& fit, std::size_t base) {
    if (!fit || !believable(*fit)) return;
    if (std::ranges::any_of(tagged, [&](const TaggedBase& t) { return collide(*fit, t); })) return;
    found.push_back({*fit, index, base, score_of(*fit)});
    if (certain(*fit)) sure.push_back(*fit);
  };
  for (const Found& f : before) {
    const auto fit = fit_disc(picture, look, f.fit.base, f.fit.pose);
    if (fit) ends.push_back({{fit->pose, 0.0}, f.base});
    add(fit, f.base);
  }
  int fruitless = 0;  // tries in a row
  const auto taught_enough = [&] {
    const auto teachers = static_cast<std::size_t>(std::ranges::count_if(sure, teaches));
    return teachers >= kEnoughTeachers || (teachers >= kFewTeachers && fruitless >= kFruitlessTries);
  };
  for (const Proposal& proposal : proposals) {
    if (only_to_learn && taught_enough()) break;
    const DiscBase& base = army.bases[proposal.base].second;
    const DiscPose& pose = proposal.candidate.pose;
    const auto covers = [&](const DiscFit& f) {
      const double dx = pose.x - f.pose.x, dy = pose.y - f.pose.y;
      if (std::max(std::abs(dx), std::abs(dy)) > base.half_length + f.base.half_length) return false;
      const double towards = std::atan2(dy, dx);
      return std::hypot(dx, dy) <
             kClearlyInside * (rim_distance(base, towards - pose.theta) + rim_distance(f.base, towards - f.pose.theta));
    };
    const auto tried = [&](const DiscPose& at) {
      return std::ranges::any_of(ends, [&](const Proposal& other) {
        const DiscPose& end = other.candidate.pose;
        return other.base == proposal.base && std::hypot(at.x - end.x, at.y - end.y) < kSameTry * base.half_width &&
               (base.round() || std::abs(std::sin(at.theta - end.theta)) < kSameTurn);
      });
    };
    if (std::ranges::any_of(sure, covers) || tried(pose)) continue;
    if (std::ranges::any_of(tagged, [&](const TaggedBase& t) { return room_beyond(pose, t) < kInTagged * base.half_width; })) continue;
    const auto fit = fit_disc(picture, look, base, pose);
    const std::size_t sure_before = sure.size();
    add(fit, proposal.base);
    fruitless = sure.size() > sure_before ? 0 : fruitless + 1;
    if (!fit || tried(fit->pose)) continue;
    ends.push_back({{fit->pose, 0.0}, proposal.base});
    if (only_to_learn || base.round() || fit->wedge >= kLeastWhiteFront || fit->supported < kLeastSupport ||
        fit->ragged > 2.0 * kMostRagged)
      continue;
    // The side of an oval alone slides along itself, and its end rolls round: let the wedge catch it from half a length away, turned
    // to either side. White seen where none should be says that it did, and then a step aside is worth trying as well.
    const bool white_elsewhere = std::min(fit->wedge, fit->wedge_behind) < -kWhiteElsewhere;
    const double c = std::cos(fit->pose.theta), s = std::sin(fit->pose.theta);
    const auto try_at = [&](double ahead, double left, double turn) {
      const DiscPose from{fit->pose.x + ahead * c - left * s, fit->pose.y + ahead * s + left * c, fit->pose.theta + turn};
      add(fit_disc(picture, look, base, from, StartsOn::Wedge), proposal.base);
    };
    for (const double slide : {-0.5, 0.5}) {
      for (const double turn : {0.0, -kRoll, kRoll}) try_at(slide * base.half_length, 0.0, turn);
      if (!white_elsewhere) continue;
      for (const double aside : {-0.3, 0.3}) try_at(slide * base.half_length, aside * base.half_width, 0.0);
    }
  }
  return best_of(std::move(found));
}

ArmyColour taught_by(const ArmyColour& before, const std::vector<Found>& found) {
  std::vector<Colour> prints;
  for (const Found& f : found)
    if (teaches(f.fit)) prints.push_back(f.fit.colour);
  return learned_from(before, prints);
}

/// Median and spread of what whole bases tell; none where there are too few.
std::optional<std::pair<double, double>> common_offset(std::vector<double> offsets) {
  if (offsets.size() < kWholeBases) return std::nullopt;
  const auto median = [](std::vector<double>& v) {
    const auto middle = v.begin() + static_cast<long>(v.size() / 2);
    std::ranges::nth_element(v, middle);
    return *middle;
  };
  const double mean = median(offsets);
  std::vector<double> spread;
  for (double o : offsets) spread.push_back(std::abs(o - mean));
  return std::pair{mean, std::hypot(kLeastRimSigma, 1.4826 * median(spread))};
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
  const auto middle = rims.begin() + static_cast<long>(rims.size() / 2);
  std::ranges::nth_element(rims, middle);
  const double median = *middle;
  double sum = 0.0;
  for (const double r : rims) sum += std::abs(r - median);
  offsets.rim.spread = std::sqrt(std::numbers::pi / 2.0) * sum / static_cast<double>(rims.size());
}

Sighting sighting_of(const Found& found, const DiscArmy& army, double rim_spread, const calibration::TableCamera& camera) {
  const DiscFit& fit = found.fit;
  Sighting s;
  s.marker = measure::MarkerType::Disc;
  s.army = army.colour.army;
  s.base = army.bases[found.base].first;
  s.at = {Inches(fit.pose.x), Inches(fit.pose.y)};
  s.ground = Inches(fit.ground);
  s.noise = {fit.covariance(0, 0), fit.covariance(0, 1), fit.covariance(1, 1)};
  const Inches top(fit.ground + fit.base.height);
  const double bias = std::hypot(fit.edge_doubt, kAsideOfSpread * rim_spread);
  s.systematic = camera.registration_covariance(s.at, top) + PointCovariance{bias * bias, 0.0, bias * bias} +
                 PointCovariance{fit.common(0, 0), fit.common(0, 1), fit.common(1, 1)};
  if (fit.heading_seen && (fit.both_edges || fit.wedge >= kLeastOneEdge)) {
    s.heading = measure::wrapped(measure::Radians(fit.pose.theta));
    s.heading_sigma = std::sqrt(fit.covariance(2, 2));
    // A centre that is off to the side turns the front, whose edges lie about this far out.
    const double lever = 0.7 * fit.base.half_width;
    s.heading_systematic_sigma = std::hypot(bias / lever, std::sqrt(fit.common(2, 2)));
  }
  s.pixel = {fit.pixel.x(), fit.pixel.y()};
  s.visible = std::min(1.0, fit.supported);
  return s;
}

/// The base of an army's own list that looks like this one.
std::optional<std::size_t> base_of(const DiscArmy& army, const DiscBase& base) {
  const auto found = std::ranges::find(army.bases, base, [](const auto& b) { return b.second; });
  return found == army.bases.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - army.bases.begin()));
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

namespace {

ArmySought as_sought(const DiscArmy& army, const Scene& scene) {
  ArmySought out{.hint = army.colour.hint, .men = army.men, .officers = {}};
  for (const Sighting& tag : scene.already)
    if (tag.tag && tag.army == army.colour.army) out.officers.push_back(tag.at);
  return out;
}

/// Every base in the list of any army, once.
std::vector<DiscBase> bases_of(const std::vector<DiscArmy>& armies) {
  std::vector<DiscBase> bases;
  for (const DiscArmy& army : armies)
    for (const auto& base : army.bases)
      if (std::ranges::find(bases, base.second) == bases.end()) bases.push_back(base.second);
  return bases;
}

}  // namespace

void DiscDetector::Learned::name_paints(const std::vector<PaintedBases>& all, const Scene& scene, std::vector<DiscArmy>& sought) {
  std::vector<PaintedBases> open;  // paints of armies not yet known
  for (const PaintedBases& paint : all)
    if (std::ranges::none_of(paints, [&](const auto& known) { return paint_distance(known.second, paint.paint) < 1.0f; }))
      open.push_back(paint);
  std::vector<ArmySought> asked;
  std::vector<std::size_t> who;
  for (std::size_t a = 0; a < sought.size(); ++a) {
    if (sought[a].colour.learned) continue;
    asked.push_back(as_sought(sought[a], scene));
    who.push_back(a);
  }
  const auto named = armies_of_paints(asked, open);
  for (std::size_t k = 0; k < named.size(); ++k) {
    if (!named[k].paint) continue;
    ArmyColour& colour = sought[who[k]].colour;
    const PaintedBases& paint = open[*named[k].paint];
    const ArmyColour before = colour;
    colour = paint.colour;
    colour.army = before.army;
    colour.hint = before.hint;
    paints[colour.army] = paint.paint;
    if (!named[k].like) continue;
    const std::string& other = sought[who[*named[k].like]].colour.army;
    alike.insert({colour.army, other});
    findings.push_back({.code = "armies-alike",
                        .severity = calibration::Finding::Severity::Warn,
                        .says = "The bases of " + other + " and " + colour.army +
                                " look alike; who belongs to which army is judged by where the officers stand.",
                        .fix = "give one army's bases another colour, or give men tags",
                        .cost = {}});
  }
}

std::vector<ByWedge> DiscDetector::Learned::by_wedges(const DiscPicture& picture, const ReducedPicture& reduced, const Scene& scene,
                                                      std::vector<DiscArmy>& sought) {
  std::vector<ByWedge> out(sought.size());
  const std::vector<DiscBase> bases = bases_of(sought);
  const auto proposals = propose_by_wedges(picture, reduced, *white, bases, scene.tags);
  const auto shared = shared_paints(picture, *white, bases, proposals);
  name_paints(shared, scene, sought);
  for (std::size_t a = 0; a < sought.size(); ++a) {
    const auto paint = paints.find(sought[a].colour.army);
    if (paint == paints.end()) continue;
    const auto add = [&](const WedgeProposal& p, std::vector<Found>& to) {
      const auto base = base_of(sought[a], bases[p.base]);
      if (!base || paint_distance(p.paint, paint->second) > 1.0f) return;
      DiscFit fit;
      fit.base = bases[p.base];
      fit.pose = p.pose;
      to.push_back({fit, a, *base, 0.0});
    };
    for (const WedgeProposal& p : proposals) add(p, out[a].proposed);
    for (const PaintedBases& one : shared)
      for (const WedgeProposal& p : one.bases) add(p, out[a].confirmed);
  }
  return out;
}

/// They do when every army is there with about its number. Where men are missing, nothing else on the table may look like a base with
/// its wedge, and nobody may be better named after another army's paint.
bool DiscDetector::Learned::explained_by_hints(const DiscPicture& picture, const ReducedPicture& reduced, const Scene& scene,
                                               const std::vector<DiscArmy>& hinted, const std::vector<DiscArmy>& learned,
                                               const std::vector<Found>& found) {
  const auto count = counted(found, hinted);
  if (!count) return false;
  bool all_there = true;
  for (std::size_t a = 0; a < hinted.size(); ++a)
    all_there = all_there && static_cast<double>((*count)[a]) >= kMostOfArmy * static_cast<double>(hinted[a].men);
  if (all_there) return true;

  std::vector<ArmySought> asked;
  std::vector<std::optional<std::size_t>> own;  // in which of the paints each of them was found
  std::vector<PaintedBases> seen;
  std::vector<std::size_t> wearer;  // of each paint
  std::vector<DiscFit> fits;
  for (std::size_t a = 0; a < hinted.size(); ++a) {
    const std::size_t before = fits.size();
    for (const Found& f : found)
      if (f.army == a) fits.push_back(f.fit);
    if (hinted[a].colour.learned) continue;
    asked.push_back(as_sought(hinted[a], scene));
    own.emplace_back();
    if (auto paint = paint_shared_by(picture, std::span(fits).subspan(before))) {
      own.back() = seen.size();
      seen.push_back(std::move(*paint));
      wearer.push_back(a);
    }
  }
  const auto named = armies_of_paints(asked, seen);
  for (std::size_t k = 0; k < named.size(); ++k)
    if (named[k].paint != own[k]) return false;

  const std::vector<DiscBase> bases = bases_of(hinted);
  const auto others = propose_by_wedges(picture, reduced, *white, bases, scene.tags, fits);
  if (!shared_paints(picture, *white, bases, others).empty()) return false;
  return std::ranges::none_of(others, [&](const WedgeProposal& p) {
    for (std::size_t k = 0; k < seen.size(); ++k) {
      if (paint_distance(seen[k].paint, p.paint) > 1.0f) continue;
      const ArmyColour& colour = learned[wearer[k]].colour;
      const auto fit = fit_disc(picture, {table_of(colour), colour, *white, {}}, bases[p.base], p.pose);
      if (fit && confirmed(*fit)) return true;
    }
    return false;
  });
}

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
  if (!partial) learned_->white = white_of(reduced.bgr);
  const Colour white = *learned_->white;
  const DiscPicture picture{frame.bgr, scene.camera, scene.table};
  DiscVote vote(reduced, scene.camera, scene.table);
  const std::vector<TaggedBase> tagged = tagged_bases(scene);
  for (DiscArmy& army : armies)
    if (const auto known = learned_->armies.find(army.colour.army); known != learned_->armies.end()) army.colour = known->second;
  const auto look_for_all = [&](const std::vector<ByWedge>& by_wedge) {
    std::vector<Found> all;
    for (std::size_t i = 0; i < armies.size(); ++i) {
      DiscArmy& army = armies[i];
      const bool first_time = !learned_->armies[army.colour.army].learned;
      // The same camera and light: what one army taught is a good guess for the next.
      const auto offsets =
          learned_->offsets.try_emplace(army.colour.army, i > 0 ? learned_->offsets[armies[i - 1].colour.army] : EdgeOffsets{}).first;
      const auto look = [&](std::span<const Found> before, bool only_to_learn = false) {
        std::vector<Found> found = look_for(picture, vote, army, i, {learned_->table_of(army.colour), army.colour, white, offsets->second},
                                            tagged, before, only_to_learn);
        // Where the ground looks like the army, a bare rim, or one with a tag's paper for its wedge, may be the ground's own.
        const bool like_ground = learned_->by_wedge.contains(army.colour.army);
        std::erase_if(found, [&](const Found& f) {
          const auto beside_tag = [&](const TaggedBase& t) { return room_beyond(f.fit.pose, t) < f.fit.base.half_width; };
          const bool doubtful = f.fit.wedge < kLeastWhiteFront || std::ranges::any_of(tagged, beside_tag);
          return (like_ground && doubtful) || learned_->worn_by_another(picture, f, armies);
        });
        return found;
      };
      const bool wants_wedges = learned_->by_wedge.contains(army.colour.army);
      std::vector<Found> found =
          look(wants_wedges ? by_wedge[i].proposed : std::vector<Found>{}, first_time && !wants_wedges && by_wedge[i].confirmed.empty());
      if (const double unfound = unfound_share(by_wedge[i].confirmed, found); unfound > 0.0) {
        if (unfound > kMostUnfound) learned_->by_wedge.insert(army.colour.army);
        found = look(by_wedge[i].proposed);
      }
      army.colour = taught_by(army.colour, found);
      learn_offsets(found, offsets->second);
      if (first_time && army.colour.learned) {
        found = look(found);
        army.colour = taught_by(army.colour, found);
      }
      learn_spread(found, offsets->second);
      learned_->armies[army.colour.army] = army.colour;
      all.insert(all.end(), found.begin(), found.end());
    }
    return all;
  };
  const bool learning = learned_->wedges_wanted(armies);
  const Learned before = learning ? *learned_ : Learned{};
  const std::vector<DiscArmy> as_hinted = learning ? armies : std::vector<DiscArmy>{};
  std::vector<Found> all = look_for_all(std::vector<ByWedge>(armies.size()));
  if (learning && !learned_->explained_by_hints(picture, reduced, scene, as_hinted, armies,
                                                all)) {  // the hints do not explain the picture: let the wedges speak
    *learned_ = before;
    armies = as_hinted;
    all = look_for_all(learned_->by_wedges(picture, reduced, scene, armies));
  }
  for (const Found& found : best_of(std::move(all))) {
    Sighting s = sighting_of(found, armies[found.army], learned_->offsets[armies[found.army].colour.army].rim.spread, scene.camera);
    if (learned_->alike.contains(s.army)) s.army.clear();
    if (inside(region, s.pixel)) out.push_back(std::move(s));
  }
  return out;
} catch (const cv::Exception& e) {
  return fail(ErrorCode::Internal, std::string("looking for discs in ") + frame.name + ": " + e.what());
}

}  // namespace vision
