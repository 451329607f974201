#include "vision/discs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <opencv2/core.hpp>
#include <set>

#include "vision/army_colours.h"
#include "vision/coding.h"
#include "vision/disc_candidates.h"
#include "vision/disc_fit.h"
#include "vision/disc_search.h"
#include "vision/wedge_armies.h"

namespace vision {
namespace {

using measure::ErrorCode;
using measure::fail;
using measure::Inches;
using measure::PointCovariance;
using measure::TablePoint;

// A wedge of which only one edge shows points to the front from this share of white on; less may be a fleck beside a hand.
constexpr double kLeastOneEdge = 0.35;
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
constexpr double kTextureBias = 1.4, kCodingBias = 4.4;
// The same for the turn of a wedge's edges, however little the picture was compressed: overexposed white spills over in sharp pictures too.
constexpr double kWedgeBias = 4.4;
// Of the variance that edges of one noise would give, this share is there in a picture that was never compressed, and this much more for
// each level by which blocks step: an error of a block is one error, however many edges it holds. The fit's own number is that of a
// middling picture.
constexpr double kUncodedNoise = 0.3, kCodedNoise = 0.7;

// Paints nearer than this (see `paint_distance`) cannot be told apart.
constexpr float kOnePaint = 0.5f;

// An army's colour alone does not show it when more than this share of the bases known by their wedges are not found by it: then the
// ground looks like it. Smaller asks a wedge of armies that need none, larger loses green men on grass.
constexpr double kMostUnfound = 0.25;

// An army of which this share stands there is all there but for its fallen and hidden. Smaller believes a wrong hint that finds a few.
constexpr double kMostOfArmy = 0.75;

/// Bases of one army that show their white wedge: all that may be some, and those a fit has confirmed. Only base and pose are told.
struct ByWedge {
  std::vector<Found> proposed, confirmed;
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

/// A base of the picture before.
struct LastSeen {
  std::string army;
  DiscFit fit;
};

bool lies_in(const cv::Rect& area, const DiscFit& fit) {
  return area.contains({static_cast<int>(fit.pixel.x()), static_cast<int>(fit.pixel.y())});
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
  double coding_steps = 0.0;
  std::map<std::string, EdgeOffsets> offsets;  // by army
  std::map<std::string, Colour> paints;        // by army, where several bases showed theirs
  std::set<std::string> alike;                 // armies that wear another's paint
  std::set<std::string> by_wedge;              // armies that their colour's borders alone do not show
  std::vector<calibration::Finding> findings;
  std::vector<LastSeen> last;  // in the picture before

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

  void forget_colours() {
    armies.clear(), tables.clear(), offsets.clear(), paints.clear();
    alike.clear(), by_wedge.clear(), findings.clear();
  }
  /// Of some army, are most of the men who stood there not found?
  [[nodiscard]] bool lost_most(const std::vector<Found>& found, const std::vector<DiscArmy>& all, const cv::Rect& area) const;
  void drop_doubtful(std::vector<Found>& found, const DiscPicture& picture, std::span<const TaggedBase> tagged,
                     std::span<const DiscArmy> all);
  /// Looks once more, by the white wedges that nothing explains, for men of armies that show fewer than they should.
  void find_missing(std::vector<Found>& found, const DiscPicture& picture, const ReducedPicture& reduced, const Scene& scene,
                    const cv::Rect& area, std::span<const TaggedBase> tagged, const std::vector<DiscArmy>& all);

  /// The bases of an army that the picture before showed and that stand in `area`: most of them still stand there, in whatever light.
  [[nodiscard]] std::vector<Found> stood(const DiscArmy& army, std::size_t index, const cv::Rect& area) const;
  void remember(const std::vector<Found>& found, const std::vector<DiscArmy>& all, const cv::Rect& area);

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

Sighting sighting_of(const Found& found, const DiscArmy& army, double rim_spread, const DiscPicture& picture) {
  const DiscFit& fit = found.fit;
  Sighting s;
  s.marker = measure::MarkerType::Disc;
  s.army = army.colour.army;
  s.base = army.bases[found.base].first;
  s.at = {Inches(fit.pose.x), Inches(fit.pose.y)};
  s.ground = Inches(fit.ground);
  s.noise = PointCovariance{fit.covariance(0, 0), fit.covariance(0, 1), fit.covariance(1, 1)} *
            (kUncodedNoise + kCodedNoise * picture.coding_steps);
  const Inches top(fit.ground + fit.base.height);
  const double aside = kAsideOfSpread * rim_spread;
  const double bias = std::hypot(fit.edge_give * kTextureBias, fit.edge_give * kCodingBias * picture.coding_steps, aside);
  s.systematic = picture.camera.registration_covariance(s.at, top) + PointCovariance{bias * bias, 0.0, bias * bias} +
                 PointCovariance{fit.common(0, 0), fit.common(0, 1), fit.common(1, 1)};
  if (fit.heading_seen && (fit.both_edges || fit.wedge >= kLeastOneEdge)) {
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

std::vector<Found> DiscDetector::Learned::stood(const DiscArmy& army, std::size_t index, const cv::Rect& area) const {
  std::vector<Found> out;
  for (const LastSeen& before : last) {
    const auto base = base_of(army, before.fit.base);
    if (before.army == army.colour.army && base && lies_in(area, before.fit)) out.push_back({before.fit, index, *base, 0.0});
  }
  return out;
}

bool DiscDetector::Learned::lost_most(const std::vector<Found>& found, const std::vector<DiscArmy>& all, const cv::Rect& area) const {
  for (std::size_t a = 0; a < all.size(); ++a) {
    const std::size_t before = stood(all[a], a, area).size();
    if (before >= kWholeBases && 2 * static_cast<std::size_t>(std::ranges::count(found, a, &Found::army)) < before) return true;
  }
  return false;
}

void DiscDetector::Learned::remember(const std::vector<Found>& found, const std::vector<DiscArmy>& all, const cv::Rect& area) {
  std::erase_if(last, [&](const LastSeen& before) { return lies_in(area, before.fit); });
  for (const Found& f : found) last.push_back({all[f.army].colour.army, f.fit});
}

/// Where the ground looks like the army, a bare rim, or one with a tag's paper for its wedge, may be the ground's own.
void DiscDetector::Learned::drop_doubtful(std::vector<Found>& found, const DiscPicture& picture, std::span<const TaggedBase> tagged,
                                          std::span<const DiscArmy> all) {
  std::erase_if(found, [&](const Found& f) {
    const auto beside_tag = [&](const TaggedBase& t) { return room_beyond(f.fit.pose, t) < f.fit.base.half_width; };
    const bool doubtful = f.fit.wedge < kLeastWhiteFront || std::ranges::any_of(tagged, beside_tag);
    return (doubtful && by_wedge.contains(all[f.army].colour.army)) || worn_by_another(picture, f, all);
  });
}

void DiscDetector::Learned::find_missing(std::vector<Found>& found, const DiscPicture& picture, const ReducedPicture& reduced,
                                         const Scene& scene, const cv::Rect& area, std::span<const TaggedBase> tagged,
                                         const std::vector<DiscArmy>& all) {
  std::vector<std::size_t> short_of_men;
  for (std::size_t a = 0; a < all.size(); ++a) {
    const std::size_t expected = last.empty() ? all[a].men : stood(all[a], a, area).size();
    if (static_cast<std::size_t>(std::ranges::count(found, a, &Found::army)) < expected && all[a].colour.learned) short_of_men.push_back(a);
  }
  if (short_of_men.empty()) return;
  std::vector<DiscFit> known;
  for (const Found& f : found) known.push_back(f.fit);
  for (const std::size_t a : short_of_men) {
    const ArmyColour& colour = all[a].colour;
    const ColourTable& print = table_of(colour);
    const std::vector<DiscBase> bases = bases_of({all[a]});
    std::vector<Found> tries;
    for (const WedgeProposal& p : propose_by_wedges(picture, reduced, *white, bases, scene.tags, known, &print)) {
      DiscFit fit;
      fit.base = bases[p.base];
      fit.pose = p.pose;
      tries.push_back({fit, a, *base_of(all[a], fit.base), 0.0});
    }
    std::vector<Found> more = look_at(picture, all[a], a, {print, colour, *white, offsets[colour.army]}, tagged, tries);
    std::erase_if(more, [](const Found& f) { return !f.fit.heading_seen; });  // found by its wedge, it must show one
    drop_doubtful(more, picture, tagged, all);
    found.insert(found.end(), more.begin(), more.end());
  }
  found = best_of(std::move(found));
}

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
    colour.exposure = before.exposure;
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
  if (!partial) {
    learned_->white = white_of(reduced.bgr);
    learned_->coding_steps = coding_steps(frame.luma);
  }
  const Colour white = *learned_->white;
  const DiscPicture picture{frame.bgr, scene.camera, scene.table, learned_->coding_steps};
  DiscVote vote(reduced, scene.camera, scene.table);
  const std::vector<TaggedBase> tagged = tagged_bases(scene);
  for (DiscArmy& army : armies)
    if (const auto known = learned_->armies.find(army.colour.army); known != learned_->armies.end()) army.colour = known->second;
  for (DiscArmy& army : armies) army.colour.exposure = exposure_of(white);
  const auto look_for_all = [&](const std::vector<ByWedge>& by_wedge) {
    std::vector<Found> all;
    for (std::size_t i = 0; i < armies.size(); ++i) {
      DiscArmy& army = armies[i];
      const bool first_time = !learned_->armies[army.colour.army].learned;
      // The same camera and light: what one army taught is a good guess for the next.
      const auto offsets =
          learned_->offsets.try_emplace(army.colour.army, i > 0 ? learned_->offsets[armies[i - 1].colour.army] : EdgeOffsets{}).first;
      const auto look = [&](std::span<const Found> before, Seeking seeking = Seeking::All) {
        std::vector<Found> found = look_for(picture, vote, army, i, {learned_->table_of(army.colour), army.colour, white, offsets->second},
                                            tagged, before, seeking);
        learned_->drop_doubtful(found, picture, tagged, armies);
        return found;
      };
      const bool wants_wedges = learned_->by_wedge.contains(army.colour.army);
      std::vector<Found> known = learned_->stood(army, i, area);
      if (wants_wedges) known.insert(known.end(), by_wedge[i].proposed.begin(), by_wedge[i].proposed.end());
      std::vector<Found> found =
          look(known, first_time && !wants_wedges && by_wedge[i].confirmed.empty() ? Seeking::Teachers : Seeking::All);
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
  const auto find_all = [&] {
    const bool learning = learned_->wedges_wanted(armies);
    const Learned before = learning ? *learned_ : Learned{};
    const std::vector<DiscArmy> as_hinted = learning ? armies : std::vector<DiscArmy>{};
    std::vector<Found> all = look_for_all(std::vector<ByWedge>(armies.size()));
    if (learning && !learned_->explained_by_hints(picture, reduced, scene, as_hinted, armies, all)) {  // let the wedges speak
      *learned_ = before;
      armies = as_hinted;
      all = look_for_all(learned_->by_wedges(picture, reduced, scene, armies));
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
