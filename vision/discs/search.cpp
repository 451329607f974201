#include "vision/discs/search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vision {
namespace {

// A base is believed when this share of its outline is where it should be, and clearly more than contradicts it.
constexpr double kLeastSupport = 0.2;
// ... and this where its print may be the army's or not. Less takes a sleeve beside a tag for a base, more loses men in deep shade.
constexpr double kLeastUnsureSupport = 0.3;
// Without white at the front this much of the rim must show, and this much where the print is surely the army's. Less takes red roofs and
// horses for bases, more loses men under trees.
constexpr double kLeastBareSupport = 0.38, kLeastSureSupport = 0.3;
// A little less is enough of a rim that runs as clean as a cut one and has hardly anything against it, as a share of what is for it.
constexpr double kLeastCleanSupport = 0.28, kCleanRagged = 0.25, kCleanAgainst = 0.1;
// Edges stray in compressed and dappled print, its tint does not. By its tint print must end with the base in this share of directions, go
// on in no more than the second share of those, and show its rim in the third: less of the first and third or more of the second takes
// blots and the gap between two men for bases, the other way loses men under trees.
constexpr double kLeastEndsInTint = 0.3, kMostOnInTint = 0.35, kLeastRimInTint = 0.6;
// Then this much rim is enough, this ruffled, with this much against it as a share of what is for it, hardly any of it print that goes on.
constexpr double kLeastSupportInTint = 0.22, kMostRaggedInTint = 0.7, kMostAgainstInTint = 0.4, kMostContradictedInTint = 0.05;
// This much more white beside the wedge's place than in it: the base stands elsewhere.
constexpr double kWhiteElsewhere = 0.15;
// A cut rim is smooth: the spread of its edges is well inside what a rim may stray. Texture is not.
constexpr double kMostRagged = 0.45;
// Compression ruffles true rims as well: print that is surely the army's with hardly anything against it outweighs the first; a clear front
// and a long rim, whose shares come to so much together, the second. More lets sheets and sleeves pass, less loses men in pictures of low
// quality.
constexpr double kMostRaggedSure = 0.5, kMostRaggedClear = 0.65, kClearFrontAndRim = 1.2;
// What is against a base is hardly anything below this share of what is for it. More takes horses for bases, less loses men among
// neighbours.
constexpr double kHardlyAgainst = 0.25;
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
// A base with this much white at its front and this much rim teaches its army's colour. A first look, which only teaches, ends when so many
// beyond doubt have been found, or a few and none in so many tries in a row: fewer leave the colour in shade and the rim's place to
// chance, more cost time.
constexpr double kTeachingWedge = 0.3, kTeachingRim = 0.5;
constexpr std::size_t kEnoughTeachers = 24, kFewTeachers = 12;
constexpr int kFruitlessTries = 10;

/// Would a fit that starts at one of two places end where one from the other does?
bool same_place(const DiscPose& a, const DiscPose& b, const DiscBase& shape) {
  return std::hypot(a.x - b.x, a.y - b.y) < kSameTry * shape.half_width &&
         (shape.round() || std::abs(std::sin(a.theta - b.theta)) < kSameTurn);
}

bool white_elsewhere(const DiscFit& fit) { return std::min(fit.wedge, fit.wedge_behind) < -kWhiteElsewhere; }

/// What speaks against a base, as a share of its outline: an edge elsewhere less than no edge at all.
double against(const DiscFit& fit) { return fit.contradicted + 0.7 * fit.misplaced; }

double score_of(const DiscFit& fit) {
  const double girth = std::numbers::pi * (fit.base.half_length + fit.base.half_width);
  const double front = fit.heading_seen ? std::max(0.0, fit.wedge) : 0.0;
  return girth * (1.0 - fit.ragged) * (fit.supported - against(fit)) + 1.5 * front;
}

/// A base that shows no white, by the tint of its print.
bool believable_in_tint(const DiscFit& fit) {
  return fit.ends_in_tint >= kLeastEndsInTint && fit.goes_on_in_tint <= kMostOnInTint * fit.ends_in_tint &&
         fit.supported >= std::max(kLeastSupportInTint, kLeastRimInTint * fit.ends_in_tint) && fit.ragged <= kMostRaggedInTint &&
         fit.contradicted < kMostContradictedInTint && against(fit) <= kMostAgainstInTint * fit.supported &&
         std::max(fit.wedge, fit.wedge_behind) < kLeastWhiteFront && !white_elsewhere(fit);
}

bool believable(const DiscFit& fit) {
  if (believable_in_tint(fit)) return true;
  const bool clear = fit.wedge + fit.supported >= kClearFrontAndRim;
  const bool hardly_against = against(fit) < kHardlyAgainst * fit.supported;
  if (fit.ragged > (clear ? kMostRaggedClear : fit.surely_army && hardly_against ? kMostRaggedSure : kMostRagged)) return false;
  if (fit.supported < kLeastSupport || fit.supported < 1.5 * against(fit)) return false;
  if (fit.wedge >= kLeastWhiteFront && !fit.white_goes_on && (!fit.hardly_army || fit.supported >= kLeastUnsureSupport)) return true;
  // Without a wedge only a long clean rim is a base: a red roof's corner or an officer's plain base is not. White that goes on beyond the
  // base may be a hand's and says nothing.
  const bool clean = fit.ragged < kCleanRagged && against(fit) < kCleanAgainst * fit.supported;
  const double least = !fit.surely_army ? kLeastBareSupport : clean ? kLeastCleanSupport : kLeastSureSupport;
  return fit.supported >= least && hardly_against && !white_elsewhere(fit);
}

/// Would the disc stand in a tagged piece's base?
bool collide(const DiscFit& disc, const TaggedBase& tagged) {
  const measure::TableVector away = way_from(tagged, disc.pose);
  const double reach = rim_distance(disc.base, measure::heading_of(away).value - disc.pose.theta);
  return measure::length(away).value < (1.0 - kOverlap) * reach;
}

/// Beyond doubt: nothing else needs to be tried where it stands.
bool certain(const DiscFit& fit) {
  const bool whole = fit.supported > 0.75 && fit.wedge > kLeastWhiteFront;
  return (whole || (fit.supported > 0.6 && fit.wedge > 0.5)) && fit.contradicted + fit.misplaced < kMostAgainstCertain * fit.supported;
}

struct Proposal {
  DiscCandidate candidate;
  std::size_t base;
};

class Search {
 public:
  Search(const DiscPicture& picture, const DiscArmy& army, std::size_t index, const DiscLook& look, std::span<const TaggedBase> tagged,
         std::span<const Found> beside = {})
      : picture_(picture), army_(army), index_(index), look_(look), tagged_(tagged) {
    for (const Found& f : beside)
      if (f.fit.heading_seen) fronts_.push_back(f.fit);
  }

  void look_again_at(const Found& before, StartsOn starts_on = StartsOn::Print);
  void try_in_turn(std::vector<Proposal> proposals, Seeking seeking);
  void slide_stuck_ovals();
  [[nodiscard]] bool taught_enough() const;
  [[nodiscard]] bool found_at(const DiscPose& pose, std::size_t base) const;
  [[nodiscard]] std::vector<Found> found() const { return best_of(found_); }

 private:
  struct End {
    DiscPose pose;
    std::size_t base;
  };

  void add(std::optional<DiscFit> fit, std::size_t base);
  void excuse_neighbours(DiscFit& fit) const;
  [[nodiscard]] bool taken(const DiscPose& pose, const DiscBase& base) const;
  [[nodiscard]] bool tried(const DiscPose& pose, std::size_t base) const;
  [[nodiscard]] const DiscBase& base(std::size_t i) const { return army_.bases[i].second; }

  const DiscPicture& picture_;
  const DiscArmy& army_;
  std::size_t index_;
  const DiscLook& look_;
  std::span<const TaggedBase> tagged_;
  std::vector<Found> found_;
  std::vector<DiscFit> fronts_;  // bases that show their front
  std::vector<DiscFit> sure_;
  std::vector<End> ends_;                               // where fits came to rest
  std::vector<std::pair<DiscFit, std::size_t>> stuck_;  // ovals without their wedge
  int fruitless_ = 0;                                   // tries in a row
};

/// Print that goes on beyond the rim does not speak against a base where it is the neighbour's who stands there, as far as found by now.
void Search::excuse_neighbours(DiscFit& fit) const {
  const auto on_neighbour = [&](const Eigen::Vector2d& place) {
    return std::ranges::any_of(fronts_,
                               [&](const DiscFit& other) { return !collide(other, fit) && covers(other.base, other.pose, place); });
  };
  const double places = static_cast<double>(fit.goes_on.size());
  const auto excused = std::erase_if(fit.goes_on, on_neighbour);
  if (excused > 0) fit.contradicted *= 1.0 - static_cast<double>(excused) / places;
  fit.goes_on.clear();
}

void Search::add(std::optional<DiscFit> fit, std::size_t base) {
  if (!fit) return;
  excuse_neighbours(*fit);
  if (!believable(*fit)) return;
  if (std::ranges::any_of(tagged_, [&](const TaggedBase& t) { return collide(*fit, t); })) return;
  found_.push_back({*fit, index_, base, score_of(*fit)});
  if (fit->heading_seen) fronts_.push_back(*fit);
  if (certain(*fit)) sure_.push_back(*fit);
}

/// Does a base stand there already, beyond doubt?
bool Search::taken(const DiscPose& pose, const DiscBase& base) const {
  return std::ranges::any_of(sure_, [&](const DiscFit& f) {
    const double dx = pose.x - f.pose.x, dy = pose.y - f.pose.y;
    if (std::max(std::abs(dx), std::abs(dy)) > base.half_length + f.base.half_length) return false;
    const double towards = std::atan2(dy, dx);
    return std::hypot(dx, dy) < kClearlyInside * (rim_distance(base, towards - pose.theta) + rim_distance(f.base, towards - f.pose.theta));
  });
}

/// Did an earlier fit come to rest there?
bool Search::tried(const DiscPose& pose, std::size_t base) const {
  return std::ranges::any_of(ends_, [&](const End& end) { return end.base == base && same_place(pose, end.pose, this->base(base)); });
}

/// ... and was it believed?
bool Search::found_at(const DiscPose& pose, std::size_t base) const {
  return std::ranges::any_of(found_, [&](const Found& f) { return f.base == base && same_place(pose, f.fit.pose, this->base(base)); });
}

bool Search::taught_enough() const {
  const auto teachers = static_cast<std::size_t>(std::ranges::count_if(sure_, teaches));
  return teachers >= kEnoughTeachers || (teachers >= kFewTeachers && fruitless_ >= kFruitlessTries);
}

void Search::look_again_at(const Found& before, StartsOn starts_on) {
  const auto fit = fit_disc(picture_, look_, before.fit.base, before.fit.pose, starts_on);
  if (fit) ends_.push_back({fit->pose, before.base});
  add(fit, before.base);
}

void Search::try_in_turn(std::vector<Proposal> proposals, Seeking seeking) {
  std::ranges::stable_sort(proposals, [](const Proposal& a, const Proposal& b) { return a.candidate.score > b.candidate.score; });
  for (const Proposal& proposal : proposals) {
    if (seeking == Seeking::Teachers && taught_enough()) return;
    const DiscBase& shape = base(proposal.base);
    const DiscPose& pose = proposal.candidate.pose;
    if (taken(pose, shape) || tried(pose, proposal.base)) continue;
    if (std::ranges::any_of(tagged_, [&](const TaggedBase& t) { return room_beyond(pose, t) < kInTagged * shape.half_width; })) continue;
    const auto fit = fit_disc(picture_, look_, shape, pose);
    const std::size_t sure_before = sure_.size();
    add(fit, proposal.base);
    fruitless_ = sure_.size() > sure_before ? 0 : fruitless_ + 1;
    if (!fit || tried(fit->pose, proposal.base)) continue;
    ends_.push_back({fit->pose, proposal.base});
    if (!shape.round() && fit->wedge < kLeastWhiteFront && fit->supported >= kLeastSupport && fit->ragged <= 2.0 * kMostRagged)
      stuck_.emplace_back(*fit, proposal.base);
  }
}

/// The side of an oval alone slides along itself, and its end rolls round: let the wedge catch it from half a length away, turned
/// to either side. White seen where none should be says that it did, and then a step aside is worth trying as well.
void Search::slide_stuck_ovals() {
  for (const auto& [fit, base_index] : stuck_) {
    const DiscBase& shape = base(base_index);
    const bool step_aside = white_elsewhere(fit);
    const double c = std::cos(fit.pose.theta), s = std::sin(fit.pose.theta);
    const auto try_at = [&](double ahead, double left, double turn) {
      const DiscPose from{fit.pose.x + ahead * c - left * s, fit.pose.y + ahead * s + left * c, fit.pose.theta + turn};
      if (!taken(from, shape)) add(fit_disc(picture_, look_, shape, from, StartsOn::Wedge), base_index);
    };
    for (const double slide : {-0.5, 0.5}) {
      for (const double turn : {0.0, -kRoll, kRoll}) try_at(slide * shape.half_length, 0.0, turn);
      if (!step_aside) continue;
      for (const double aside : {-0.3, 0.3}) try_at(slide * shape.half_length, aside * shape.half_width, 0.0);
    }
  }
}

}  // namespace

bool collide(const DiscFit& a, const DiscFit& b) {
  const double dx = b.pose.x - a.pose.x, dy = b.pose.y - a.pose.y, apart = std::hypot(dx, dy);
  if (apart > a.base.half_length + b.base.half_length) return false;
  const double towards = std::atan2(dy, dx);
  const double room = rim_distance(a.base, towards - a.pose.theta) + rim_distance(b.base, towards - b.pose.theta);
  return apart < (1.0 - kOverlap) * room;
}

std::vector<Found> best_of(std::vector<Found> found) {
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) { return a.score > b.score; });
  std::vector<Found> out;
  for (Found& f : found)
    if (std::ranges::none_of(out, [&](const Found& o) { return collide(o.fit, f.fit); })) out.push_back(std::move(f));
  return out;
}

bool teaches(const DiscFit& fit) { return fit.wedge > kTeachingWedge && fit.supported > kTeachingRim; }

std::vector<Found> look_for(const DiscPicture& picture, DiscVote& vote, const DiscArmy& army, std::size_t index, const DiscLook& look,
                            std::span<const TaggedBase> tagged, std::span<const Found> before, Seeking seeking) {
  vote.look_for(look.colour);
  Search search(picture, army, index, look, tagged);
  for (const Found& f : before)
    if (!search.found_at(f.fit.pose, f.base)) search.look_again_at(f);
  const auto try_some = [&](auto wanted) {
    std::vector<Proposal> proposals;
    for (std::size_t b = 0; b < army.bases.size(); ++b)
      if (wanted(army.bases[b].second))
        for (const DiscCandidate& candidate : vote.candidates(army.bases[b].second)) proposals.push_back({candidate, b});
    search.try_in_turn(std::move(proposals), seeking);
  };
  if (seeking == Seeking::Teachers) {  // round bases first: proposals of ovals cost several times as much
    try_some([](const DiscBase& base) { return base.round(); });
    if (search.taught_enough()) return search.found();
    try_some([](const DiscBase& base) { return !base.round(); });
    auto found = search.found();
    if (static_cast<std::size_t>(std::ranges::count_if(found, teaches, &Found::fit)) >= kBasesToLearn) return found;
  } else {
    try_some([](const DiscBase&) { return true; });
  }
  search.slide_stuck_ovals();
  return search.found();
}

std::vector<Found> look_at(const DiscPicture& picture, const DiscArmy& army, std::size_t index, const DiscLook& look,
                           std::span<const TaggedBase> tagged, std::span<const Found> places, std::span<const Found> beside) {
  Search search(picture, army, index, look, tagged, beside);
  for (const Found& place : places) search.look_again_at(place, StartsOn::Wedge);
  return search.found();
}

}  // namespace vision
