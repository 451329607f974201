#include "vision/discs/settle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "vision/bases/heaviest_set.h"

namespace vision {
namespace {

// A rim is laid that is clearly more where it should be than anything contradicts it, and no more ruffled than this: a cut rim is smooth,
// compression ruffles it, texture runs wild. More takes clutter for rims, less loses men under trees.
constexpr double kMostRagged = 0.65;
// Of two bases that would stand in each other the better supported is believed; they may seem to overlap by this share.
constexpr double kOverlap = 0.15;
// A base shows its front: white from this share of the wedge's place on. Less takes flecks for wedges.
constexpr double kLeastWhiteFront = 0.25;
// Of a base beyond doubt this share of the rim shows as well. Less believes a base half a width off, more tries everything again where men
// stand shoulder to shoulder.
constexpr double kCertainRim = 0.6;
// What a network's log-odds are worth beside a fit's score, inches of rim.
constexpr double kSeen = 0.3;
// An army that costs so much more than the likeliest is not asked; each unit of cost is worth so much of a fit's score, inches of rim, up
// to so much: of 6,061 discs of 107 rendered worlds 5 are given to another army with these, 29 with 0.3 a unit and no bound.
constexpr float kOtherArmy = 5.0F;
constexpr double kOwner = 1.0, kMostOwner = 1.45;
// What speaks for a base that the network sees, log-odds: to begin with, for each of the network's own, for each inch of score, for each
// unit of what it costs that an army's paint shows, up to so many, and for each comrade beside it, up to so many. Fitted by
// tests/bench/bases/fit_rims.cpp, the first and the last on 46 rendered worlds with the others held.
constexpr std::array kEvidence = {-2.36, 0.69, 2.94, -0.26, 0.66};
constexpr double kMostCost = 10.0;
constexpr int kMostComrades = 4;
// Where the network is a little off, among bases that touch, the fit finds its way from beside: shares of the half width.
constexpr std::array<std::pair<double, double>, 7> kStarts{
    {{0.0, 0.0}, {0.35, 0.0}, {-0.35, 0.0}, {0.17, 0.3}, {-0.17, 0.3}, {0.17, -0.3}, {-0.17, -0.3}}};
// How far a heading is off that the network alone tells, radians, 1 sigma.
constexpr double kTurnOfNetwork = 0.14;
// A longer base than the network sees shows this much of its front: what the network sees is that.
constexpr double kWholeFront = 0.5;
// What a base weighs at least that nothing speaks for but nothing else stands in the way of.
constexpr double kLeastWeight = 0.01;

/// What speaks against a base, as a share of its outline: an edge elsewhere less than no edge at all.
double against(const DiscFit& fit) { return fit.contradicted + 0.7 * fit.misplaced; }

/// What rim and wedge say for a base, inches of rim.
double score_of(const DiscFit& fit) {
  const double girth = std::numbers::pi * (fit.base.half_length + fit.base.half_width);
  const double front = fit.heading_seen ? std::max(0.0, fit.wedge) : 0.0;
  return girth * (1.0 - fit.ragged) * (fit.supported - against(fit)) + 1.5 * front;
}

/// Would the disc stand in a tagged piece's base?
bool collide(const DiscFit& disc, const TaggedBase& tagged) {
  const measure::TableVector away = way_from(tagged, {measure::Inches(disc.pose.x), measure::Inches(disc.pose.y)});
  const double reach = rim_distance(disc.base, measure::heading_of(away).value - disc.pose.theta);
  return measure::length(away).value < (1.0 - kOverlap) * reach;
}

double size_apart(const DiscBase& a, const DiscBase& b) {
  return std::abs(a.half_length - b.half_length) + std::abs(a.half_width - b.half_width);
}

/// A base of which no more is known than what the network sees.
std::optional<DiscFit> as_seen(const DiscPicture& picture, const DiscBase& base, const SeenDisc& seen) {
  DiscFit fit;
  fit.base = base, fit.pose = seen.pose;
  fit.ground = measure::ground_height(picture.table.terrain, {measure::Inches(seen.pose.x), measure::Inches(seen.pose.y)}).value;
  const auto view = DiscView::at(picture.camera, fit.ground, base, seen.pose);
  if (!view) return std::nullopt;
  fit.covariance.diagonal() << seen.spread * seen.spread, seen.spread * seen.spread, kTurnOfNetwork * kTurnOfNetwork;
  fit.heading_seen = seen.evidence > 0.0;
  fit.pixels_per_inch = view->pixels_per_inch(), fit.pixel = view->centre();
  fit.colour = seen.print;
  return fit;
}

/// Is this base beyond doubt: does nothing else need to be tried where it stands?
bool certain(const DiscFit& fit) { return is_laid(fit) && fit.supported > kCertainRim && fit.wedge > kLeastWhiteFront; }

}  // namespace

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

bool is_laid(const DiscFit& fit) { return fit.supported > 1.5 * against(fit) && fit.ragged <= kMostRagged; }

bool collide(const DiscFit& a, const DiscFit& b) {
  const double dx = b.pose.x - a.pose.x, dy = b.pose.y - a.pose.y, apart = std::hypot(dx, dy);
  if (apart > a.base.half_length + b.base.half_length) return false;
  const double towards = std::atan2(dy, dx);
  const double room = rim_distance(a.base, towards - a.pose.theta) + rim_distance(b.base, towards - b.pose.theta);
  return apart < (1.0 - kOverlap) * room;
}

std::vector<Found> best_of(std::vector<Found> found) {
  Conflicts conflicts(found.size(), std::vector<char>(found.size(), 0));
  std::vector<double> weights;
  for (std::size_t i = 0; i < found.size(); ++i) {
    weights.push_back(std::max(kLeastWeight, found[i].score));
    for (std::size_t j = 0; j < i; ++j) conflicts[i][j] = conflicts[j][i] = collide(found[i].fit, found[j].fit) ? 1 : 0;
  }
  std::vector<Found> out;
  for (const std::size_t i : heaviest_set(weights, conflicts)) out.push_back(std::move(found[i]));
  std::ranges::stable_sort(out, [](const Found& a, const Found& b) { return a.score > b.score; });
  return out;
}

bool teaches(const DiscFit& fit) { return is_laid(fit) && fit.wedge > kLeastWhiteFront; }

namespace {

/// One base that the network sees, laid to its rim as each base of each army that it may be.
class Settling {
 public:
  Settling(const DiscPicture& picture, std::span<const DiscArmy> armies, std::span<const DiscLook> looks, const SeenDisc& seen,
           std::span<const NeighbourDisc> neighbours, Layings& laid)
      : picture_(picture), armies_(armies), looks_(looks), seen_(seen), neighbours_(neighbours), laid_(laid) {}

  /// `dearer`: what it costs more that the army's paint shows than the likeliest's.
  void as_one_of(std::size_t army, float dearer) {
    const auto& bases = armies_[army].bases;
    Laid laid = Laid::No;
    for (const bool alike : {true, false})
      for (std::size_t b = 0; b < bases.size(); ++b) {
        const DiscBase& shape = bases[b].second;
        if (nearly_as_large(shape, seen_.base) != alike) continue;
        // The network mistakes sizes, of ovals above all: the others are tried until one is laid beyond doubt.
        if (alike || laid != Laid::BeyondDoubt) laid = std::max(laid, lay(army, b, dearer));
      }
    if (seen_.supposed || std::ranges::find(ways_, army, &Found::army) != ways_.end()) return;
    const auto apart = [&](const auto& base) { return size_apart(base.second, seen_.base); };
    const auto nearest = static_cast<std::size_t>(std::ranges::min_element(bases, {}, apart) - bases.begin());
    if (const auto fit = as_seen(picture_, bases[nearest].second, seen_)) consider(*fit, army, nearest, dearer);
  }
  /// As each base of each army the best that was found, in no order.
  [[nodiscard]] std::vector<Found> ways() const { return ways_; }

 private:
  enum class Laid { No, Somehow, BeyondDoubt };
  [[nodiscard]] bool is_longer(const DiscBase& shape) const { return shape.half_length > kNearlyAsLarge * seen_.base.half_length; }

  Laid lay(std::size_t army, std::size_t base, float dearer) {
    const DiscBase& shape = armies_[army].bases[base].second;
    const Laid at_its_middle = lay(army, base, dearer, 0.0);
    // Of a longer base whose rear is hidden the network may see its front only. The better of the two is considered further.
    if (at_its_middle == Laid::BeyondDoubt || !is_longer(shape)) return at_its_middle;
    return std::max(at_its_middle, lay(army, base, dearer, shape.half_length - seen_.base.half_length));
  }
  /// `back`: how far behind what the network sees the middle of the base is looked for, inches.
  Laid lay(std::size_t army, std::size_t base, float dearer, double back) {
    const DiscBase& shape = armies_[army].bases[base].second;
    DiscLook look = looks_[army];
    look.neighbours = neighbours_;
    const auto [laid, first_time] = laid_.try_emplace({army, base, back > 0.0}, std::nullopt);
    Laid somehow = Laid::No;
    for (const DiscPose& start : starts(shape, back, laid->second, first_time && dearer <= 0.0F)) {
      const auto fit = fit_disc(picture_, look, shape, start, {seen_.pose.theta, seen_.sure_of_front});
      if (!fit || fit->supported < against(*fit) || (is_longer(shape) && fit->wedge < kWholeFront)) continue;
      consider(*fit, army, base, dearer);
      if (!is_laid(*fit)) continue;
      if (fit->heading_seen || somehow == Laid::No) laid->second = fit->pose;
      somehow = Laid::Somehow;
      if (certain(*fit)) return Laid::BeyondDoubt;
      if (fit->heading_seen) break;  // else wedge and network say different things, and the base may lie beside
    }
    return somehow;
  }
  /// Where the fit starts: where it ended before, where the network sees the base, and beside that. What was laid nowhere before, or as an
  /// army's that is not the likeliest, is tried where the network sees it alone unless it is to be tried `anywhere`.
  [[nodiscard]] std::vector<DiscPose> starts(const DiscBase& shape, double back, const std::optional<DiscPose>& before,
                                             bool anywhere) const {
    std::vector<DiscPose> out;
    if (before) out.push_back(*before);
    for (const auto& [ahead, aside] : std::span(kStarts).first(before || anywhere ? kStarts.size() : 1)) {
      DiscPose start = seen_.pose;
      start.x += shape.half_width * ahead - back * std::cos(start.theta);
      start.y += shape.half_width * aside - back * std::sin(start.theta);
      out.push_back(start);
    }
    return out;
  }
  void consider(const DiscFit& fit, std::size_t army, std::size_t base, float dearer) {
    const double rim = is_laid(fit) ? score_of(fit) : 0.0;
    const double score = score_of(fit) - std::min(kMostOwner, kOwner * dearer) + kSeen * seen_.evidence;
    const auto known = std::ranges::find_if(ways_, [&](const Found& f) { return f.army == army && f.base == base; });
    if (known == ways_.end()) return ways_.push_back({fit, army, base, score, seen_, rim});
    if (score > known->score) *known = Found{fit, army, base, score, seen_, rim};
  }

  const DiscPicture& picture_;
  std::span<const DiscArmy> armies_;
  std::span<const DiscLook> looks_;
  const SeenDisc& seen_;
  std::span<const NeighbourDisc> neighbours_;
  Layings& laid_;
  std::vector<Found> ways_;
};

/// Those of the others that may touch one.
std::vector<NeighbourDisc> neighbours_of(const SeenDisc& one, std::span<const SeenDisc> all) {
  std::vector<NeighbourDisc> out;
  for (const SeenDisc& other : all) {
    const double apart = std::hypot(other.pose.x - one.pose.x, other.pose.y - one.pose.y);
    if (&other != &one && apart < one.base.half_length + 2.0 * other.base.half_length) out.push_back({other.base, other.pose});
  }
  return out;
}

}  // namespace

std::vector<Found> settle(const DiscPicture& picture, std::span<const DiscArmy> armies, std::span<const DiscLook> looks,
                          std::span<const TaggedBase> tagged, std::span<const SeenDisc> seen, const std::vector<std::vector<float>>& costs,
                          std::vector<Layings>& laid, std::size_t first) {
  std::vector<Found> out;
  laid.resize(seen.size());
  for (std::size_t i = first; i < seen.size(); ++i) {
    const std::vector<NeighbourDisc> neighbours = neighbours_of(seen[i], seen);
    const float least = std::ranges::min(costs[i]);
    Settling settling(picture, armies, looks, seen[i], neighbours, laid[i]);
    for (std::size_t a = 0; a < armies.size(); ++a)
      if (costs[i][a] <= least + kOtherArmy) settling.as_one_of(a, costs[i][a] - least);
    for (Found& way : settling.ways()) {
      if (std::ranges::any_of(tagged, [&](const TaggedBase& t) { return collide(way.fit, t); })) continue;
      way.cost = way.rim > 0.0 ? std::min(least, 3.0F) : least;
      out.push_back(std::move(way));
    }
  }
  return out;
}

double log_odds(const Found& found) {
  return kEvidence[0] + kEvidence[1] * found.seen.evidence + kEvidence[2] * found.rim +
         kEvidence[3] * std::min(static_cast<double>(found.cost), kMostCost) + kEvidence[4] * std::min(found.comrades, kMostComrades);
}

}  // namespace vision
