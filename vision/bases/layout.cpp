#include "vision/bases/layout.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <set>
#include <utility>

#include "vision/bases/cover.h"
#include "vision/bases/kinds.h"

namespace vision {
namespace {

// The network is no surer of a place, or of there being no centre, than this, log-odds. That there is one does not speak for more bases:
// several may share it.
constexpr double kSurestPlace = 4.0, kFewestCentre = -6.0;
// Bases fill at least this share of the ground that they are laid on: the network sees it reach beyond their rims.
constexpr double kLeastFilled = 0.55;
// How often bases are moved to the middle of the ground nearest to each, and a stretch is changed.
constexpr int kSharings = 5, kMostChanges = 20;
// Bases rest that move less than this, map pixels; less only costs time.
constexpr double kAtRest = 0.3;
// How far the middle of such ground is from that of its base, of the narrow side, 1 sigma. By fit_layout. A base laid again nearer than so
// many narrow sides to where the network sees it stays there: the network is the surer of the two.
constexpr double kMiddleSigma = 0.12, kStays = 0.3;
// Bases stand in one formation whose middles are nearer than this, in sums of their radii.
constexpr double kInFormation = 1.1;

using Set = std::vector<BaseHypothesis>;
/// A base that is laid anew belongs to none of the network's centres.
constexpr int kLaidAnew = -1;

/// A place of the maps: where it lies in them, map pixels, and how surely a base lies there.
struct Place {
  cv::Point2d at;
  double weight;
};

double probability(float log_odds) { return 1.0 / (1.0 + std::exp(-static_cast<double>(log_odds))); }

/// The ground on which the network sees bases, in stretches that hang together.
class Ground {
 public:
  Ground(const BaseMaps& maps, const cv::Mat& taken, const std::vector<BaseKind>& kinds, double per_inch)
      : maps_(maps), kinds_(kinds), per_inch_(per_inch), lies_(maps.base.clone()) {
    if (!taken.empty()) lies_.setTo(-kSurestPlace, taken);
    const int labels = cv::connectedComponents(lies_ > 0.0F, labels_, 4, CV_32S);
    stretches_.resize(static_cast<std::size_t>(labels));
    for (int row = 0; row < labels_.rows; ++row)
      for (int column = 0; column < labels_.cols; ++column)
        if (const int label = labels_.at<int>(row, column); label != 0)
          stretches_[static_cast<std::size_t>(label)].push_back(
              {BaseMaps::map_pixel(cv::Point2d(column, row)), probability(lies_.at<float>(row, column))});
  }

  /// Which stretch of connected ground a base stands on; 0 where it stands on none.
  [[nodiscard]] std::size_t stretch_of(const BaseHypothesis& base) const {
    const cv::Point at = place_of(base.at);
    return whole().contains(at) ? static_cast<std::size_t>(labels_.at<int>(at)) : 0;
  }
  /// The ground of a stretch that none of these bases covers, grown by so many pixels: the network sees it reach beyond their rims.
  [[nodiscard]] std::vector<Place> left_by(std::size_t stretch, const Set& bases, double grown = BaseMaps::kStride) const {
    std::vector<Cover> covers;
    for (const BaseHypothesis& base : bases) covers.push_back(cover_of(base, grown));
    std::vector<Place> out;
    for (const Place& place : stretches_[stretch])
      if (std::ranges::none_of(covers, [&](const Cover& cover) { return cover(place.at); })) out.push_back(place);
    return out;
  }
  /// What bases leave to be explained of a stretch, log-odds: no other layout can explain more than that besides.
  [[nodiscard]] double unexplained_by(const Set& bases, std::size_t stretch, const LayoutWorth& worth) const {
    double sum = 0.0;
    for (const Place& place : left_by(stretch, bases, 0.0))
      sum += std::clamp<double>(lies_.at<float>(place_of(place.at)), 0.0, kSurestPlace);
    return worth.place * sum;
  }
  /// Places that a base of a kind covers.
  [[nodiscard]] double area_of(std::size_t kind) const {
    const auto [length, width] = measure::sides(kinds_[kind].shape);
    const double of_box = std::holds_alternative<measure::RectShape>(kinds_[kind].shape) ? 1.0 : 0.25 * std::numbers::pi;
    return of_box * length * width * std::pow(per_inch_ / BaseMaps::kStride, 2);
  }

  /// What bases explain of the maps, each place once; tells each what it explains, and what share of it.
  double explained_by(Set& bases, const LayoutWorth& worth) const {
    cv::Mat covered = cv::Mat::zeros(labels_.size(), CV_8U);
    double sum = 0.0;
    for (BaseHypothesis& base : bases) {
      const Cover cover = cover_of(base);
      double explained = 0.0, sure = 0.0;
      int places = 0;
      const double reach = bounding_radius(kinds_[base.kind].shape).value * per_inch_;
      const cv::Point2d corner(reach, reach);
      const cv::Rect about = cv::Rect(place_of(base.at - corner), place_of(base.at + corner) + cv::Point(2, 2)) & whole();
      for (int row = about.y; row < about.br().y; ++row)
        for (int column = about.x; column < about.br().x; ++column) {
          if (!cover(BaseMaps::map_pixel(cv::Point2d(column, row)))) continue;
          const float here = lies_.at<float>(row, column);
          if (covered.at<uchar>(row, column) == 0) explained += std::clamp<double>(here, -kSurestPlace, kSurestPlace);
          covered.at<uchar>(row, column) = 1;
          sure += probability(here), ++places;
        }
      const cv::Point at = place_of(base.at);
      const double centre = whole().contains(at) ? maps_.plain.at<float>(at) : kFewestCentre;
      base.evidence = worth.place * explained + std::clamp(centre, kFewestCentre, 0.0);
      base.overlap = sure / std::max(1, places);
      sum += base.evidence;
    }
    return sum;
  }

  /// Moves bases to the middle of the ground that is nearer to each than to the others, and turns long ones along it.
  void share_out(const std::vector<Place>& ground, Set& bases) const {
    for (int round = 0; round < kSharings; ++round) {
      std::vector<cv::Point2d> sums(bases.size()), axes(bases.size());
      std::vector<double> weights(bases.size());
      const std::vector<Cover> covers = covers_of(bases);
      for (const Place& place : ground) {
        const std::size_t owner = nearest(place.at, covers).first;
        const cv::Vec2f axis = maps_.axis.at<cv::Vec2f>(place_of(place.at));
        sums[owner] += place.weight * place.at, axes[owner] += place.weight * cv::Point2d(axis[0], axis[1]);
        weights[owner] += place.weight;
      }
      double moved = 0.0;
      for (std::size_t i = 0; i < bases.size(); ++i) {
        if (weights[i] <= 0.0) continue;
        moved = std::max(moved, cv::norm(sums[i] / weights[i] - bases[i].at));
        bases[i].at = sums[i] / weights[i];
        if (const auto& shape = kinds_[bases[i].kind].shape; is_long(shape)) bases[i].heading = heading_along(axes[i], shape);
      }
      if (moved < kAtRest) return;
    }
  }
  /// One more base, where the ground is farthest from all of them.
  void add_one(const std::vector<Place>& ground, Set& bases) const {
    const std::vector<Cover> covers = covers_of(bases);
    const auto off = [&](const Place& place) { return place.weight * nearest(place.at, covers).second; };
    const Place& farthest = *std::ranges::max_element(ground, {}, off);
    BaseHypothesis more = bases[nearest(farthest.at, covers).first];
    more.at = farthest.at;
    bases.push_back(more);
  }

  [[nodiscard]] bool in_formation(const BaseHypothesis& a, const BaseHypothesis& b) const {
    const auto radius = [&](const BaseHypothesis& base) { return bounding_radius(kinds_[base.kind].shape).value * per_inch_; };
    return cv::norm(a.at - b.at) < kInFormation * (radius(a) + radius(b));
  }

 private:
  [[nodiscard]] static cv::Point place_of(cv::Point2d pixel) {
    return {static_cast<int>(std::floor(pixel.x / BaseMaps::kStride)), static_cast<int>(std::floor(pixel.y / BaseMaps::kStride))};
  }
  [[nodiscard]] cv::Rect whole() const { return {{0, 0}, labels_.size()}; }
  [[nodiscard]] Cover cover_of(const BaseHypothesis& base, double grown = 0.0) const {
    return {kinds_[base.kind].shape, base.at, base.heading, per_inch_, grown};
  }
  [[nodiscard]] std::vector<Cover> covers_of(const Set& bases) const {
    std::vector<Cover> out;
    for (const BaseHypothesis& base : bases) out.push_back(cover_of(base));
    return out;
  }
  /// The base nearest to a place, and how far it is, squared half sides.
  [[nodiscard]] static std::pair<std::size_t, double> nearest(cv::Point2d place, const std::vector<Cover>& covers) {
    std::pair best{std::size_t{0}, std::numeric_limits<double>::infinity()};
    for (std::size_t i = 0; i < covers.size(); ++i) {
      const cv::Point2d off = covers[i].in_halves(place);
      if (const double square = off.dot(off); square < best.second) best = {i, square};
    }
    return best;
  }

  const BaseMaps& maps_;
  const std::vector<BaseKind>& kinds_;
  double per_inch_;
  cv::Mat lies_, labels_;  // maps_.base without what other pieces take; which stretch each place belongs to
  std::vector<std::vector<Place>> stretches_;
};

/// The kinds of one shape, which are one from above.
struct Shapes {
  std::vector<BaseKind> kinds;
  std::vector<std::size_t> of;  // of each kind that was asked for

  explicit Shapes(const std::vector<BaseKind>& asked) {
    for (const BaseKind& kind : asked) {
      const auto known = std::ranges::find(kinds, kind.shape, &BaseKind::shape);
      of.push_back(static_cast<std::size_t>(known - kinds.begin()));
      if (known == kinds.end()) {
        kinds.push_back(kind);
      } else {
        known->men += kind.men;
      }
    }
  }
  [[nodiscard]] Set as_shapes(Set bases) const {
    for (BaseHypothesis& base : bases) base.kind = of[base.kind];
    return bases;
  }
};

/// One stretch of ground and what may be changed about the bases on it.
class Stretch {
 public:
  /// `all`: every shape at the centres of its bases; `elsewhere`: the bases on other ground.
  Stretch(const Ground& ground, std::size_t number, const std::vector<BaseKind>& kinds, double per_inch, const LayoutWorth& worth,
          const Set& all, const Set& elsewhere)
      : ground_(ground), number_(number), kinds_(kinds), per_inch_(per_inch), worth_(worth), all_(all), elsewhere_(elsewhere) {}

  /// The best that is reached from these bases, and from what each of them looks like by itself.
  [[nodiscard]] Set best_from(const Set& bases) const {
    if (bases.size() < 2) return bases;  // a tall figure that leans far is seen on more ground than its base's
    const bool of_one_kind = std::ranges::all_of(bases, [&](const BaseHypothesis& base) { return base.kind == bases.front().kind; });
    double against_all = 0.0;
    for (const BaseHypothesis& base : bases) against_all += against(base);
    const bool may_be_others = against_all >= worth_.least;
    if (of_one_kind && !may_be_others && ground_.unexplained_by(bases, number_, worth_) < worth_.least) return bases;
    Rated best = improved(bases);
    if (may_be_others) {
      Set alone = bases;
      for (BaseHypothesis& base : alone)
        for (const BaseHypothesis& other : all_)
          if (other.peak == base.peak && other.evidence > base.evidence) base = other;
      if (const Rated other = improved(alone); other.first > best.first) best = other;
    }
    return best.second;
  }

 private:
  using Rated = std::pair<double, Set>;  // what bases are worth, and they

  /// What the network has against a base's shape, log-odds.
  [[nodiscard]] double against(const BaseHypothesis& base) const {
    double most = -std::numeric_limits<double>::infinity(), its = most;
    for (const BaseHypothesis& other : all_) {
      if (other.peak != base.peak) continue;
      most = std::max(most, other.evidence);
      if (other.kind == base.kind) its = std::max(its, other.evidence);
    }
    return base.peak == kLaidAnew ? 0.0 : most - its;
  }

  [[nodiscard]] double worth(Set& bases) const {
    double sum = ground_.explained_by(bases, worth_) - discord(bases, elsewhere_, kinds_, per_inch_);
    for (const BaseHypothesis& base : bases) sum -= against(base);
    return sum;
  }

  [[nodiscard]] Rated improved(Set bases) const {
    double now = worth(bases);
    for (int change = 0; change < kMostChanges; ++change) {
      Rated best{now + worth_.least, {}};
      const auto consider = [&](Set trial) {
        if (const double value = worth(trial); value > best.first) best = {value, std::move(trial)};
      };
      for (std::size_t i = 0; i < bases.size(); ++i)
        for (const BaseHypothesis& other : all_) {
          if (other.peak != bases[i].peak || other.kind == bases[i].kind) continue;
          Set trial = bases;
          trial[i] = other;
          consider(std::move(trial));
        }
      for (const auto& [members, kind] : groups_in(bases)) lay(bases, members, kind, consider);
      if (best.second.empty()) break;
      now = best.first, bases = std::move(best.second);
    }
    return {now, std::move(bases)};
  }

  /// Which of them may be laid again together, as what: all as any kind seen there, each formation of one kind, each
  /// formation with one other beside it.
  [[nodiscard]] std::set<std::pair<std::vector<char>, std::size_t>> groups_in(const Set& bases) const {
    std::set<std::pair<std::vector<char>, std::size_t>> out;
    std::set<std::size_t> present;
    for (const BaseHypothesis& base : bases) {
      present.insert(base.kind);
      for (const BaseHypothesis& other : all_)
        if (other.peak == base.peak && other.evidence > 0.0) present.insert(other.kind);
    }
    for (const std::size_t kind : present) out.emplace(std::vector<char>(bases.size(), 1), kind);
    for (std::size_t start = 0; start < bases.size(); ++start) {
      std::vector<char> members(bases.size());
      std::vector<std::size_t> reached{start};
      std::set<std::size_t> beside;
      members[start] = 1;
      for (std::size_t m = 0; m < reached.size(); ++m)
        for (std::size_t j = 0; j < bases.size(); ++j) {
          if (members[j] != 0 || !ground_.in_formation(bases[reached[m]], bases[j])) continue;
          if (bases[j].kind == bases[start].kind) {
            members[j] = 1, reached.push_back(j);
          } else {
            beside.insert(j);
          }
        }
      out.emplace(members, bases[start].kind);
      for (const std::size_t j : beside) {
        std::vector<char> joined = members;
        joined[j] = 1;
        out.emplace(joined, bases[start].kind);
      }
    }
    return out;
  }

  /// Considers some of the bases laid again, as one kind, in every number that their ground has nearly room for. Another kind in the same
  /// number is left to what the network sees of shapes.
  void lay(const Set& bases, const std::vector<char>& members, std::size_t kind, const auto& consider) const {
    Set ours, rest;
    for (std::size_t i = 0; i < bases.size(); ++i) (members[i] != 0 ? ours : rest).push_back(bases[i]);
    const std::vector<Place> ground = ground_.left_by(number_, rest);
    if (ground.empty()) return;
    const double room = static_cast<double>(ground.size()) / ground_.area_of(kind);
    // Ground for far more than there are is none that bases lie on.
    if (kLeastFilled * room > static_cast<double>(ours.size()) + kinds_[kind].men) return;
    const bool as_before = std::ranges::all_of(ours, [&](const BaseHypothesis& base) { return base.kind == kind; });
    const auto from = [&](Set laid) {
      for (BaseHypothesis& base : laid) base.peak = kLaidAnew, base.kind = kind;
      for (; static_cast<double>(laid.size()) <= room + 0.5; ground_.add_one(ground, laid)) {
        if (static_cast<double>(laid.size()) < kLeastFilled * room) continue;
        ground_.share_out(ground, laid);
        if (!as_before && laid.size() == ours.size()) continue;
        Set trial = laid;
        trial.insert(trial.end(), rest.begin(), rest.end());
        consider(std::move(trial));
      }
    };
    if (as_before) from(ours);
    cv::Point2d mean;
    for (const Place& place : ground) mean += place.at / static_cast<double>(ground.size());
    BaseHypothesis first = ours.front();
    first.at = std::ranges::max(ground, {}, [&](const Place& place) { return cv::norm(place.at - mean); }).at;
    from({first});
  }

  const Ground& ground_;
  std::size_t number_;
  const std::vector<BaseKind>& kinds_;
  double per_inch_;
  const LayoutWorth& worth_;
  const Set &all_, &elsewhere_;
};

}  // namespace

cv::Mat places_under(std::span<const measure::Footprint> pieces, const GroundMap& map, cv::Point corner, cv::Size size) {
  cv::Mat out = cv::Mat::zeros(size, CV_8U);
  const cv::Point2d from(corner);
  for (const measure::Footprint& piece : pieces) {
    const double reach = bounding_radius(piece.shape).value * map.per_inch();
    const cv::Point2d middle = map.pixel(piece.centre) - from, diagonal(reach, reach);
    const cv::Rect about =
        cv::Rect(cv::Point((middle - diagonal) / BaseMaps::kStride), cv::Point((middle + diagonal) / BaseMaps::kStride) + cv::Point(2, 2)) &
        cv::Rect({0, 0}, size);
    for (int row = about.y; row < about.br().y; ++row)
      for (int column = about.x; column < about.br().x; ++column)
        if (contains(piece, map.table_point(BaseMaps::map_pixel(cv::Point2d(column, row)) + from))) out.at<uchar>(row, column) = 1;
  }
  return out;
}

std::vector<BaseHypothesis> lay_again(const BaseMaps& maps, const cv::Mat& taken, const std::vector<BaseHypothesis>& chosen,
                                      std::vector<BaseHypothesis>& all, const std::vector<BaseKind>& kinds, double per_inch,
                                      const LayoutWorth& worth) {
  const Shapes shapes(kinds);
  const Ground ground(maps, taken, shapes.kinds, per_inch);
  const Set seen = shapes.as_shapes(all);
  Set bases = shapes.as_shapes(chosen);
  std::set<std::size_t> stretches;
  for (const BaseHypothesis& base : bases) stretches.insert(ground.stretch_of(base));
  stretches.erase(0);
  for (const std::size_t number : stretches) {
    Set here, elsewhere, seen_here;
    for (const BaseHypothesis& base : bases) (ground.stretch_of(base) == number ? here : elsewhere).push_back(base);
    std::ranges::copy_if(seen, std::back_inserter(seen_here),
                         [&](const BaseHypothesis& h) { return std::ranges::find(here, h.peak, &BaseHypothesis::peak) != here.end(); });
    bases = Stretch(ground, number, shapes.kinds, per_inch, worth, seen_here, elsewhere).best_from(here);
    bases.insert(bases.end(), elsewhere.begin(), elsewhere.end());
  }
  int peaks = 0;
  for (const BaseHypothesis& h : all) peaks = std::max(peaks, h.peak + 1);
  Set out;
  for (BaseHypothesis& base : bases) {
    const double narrow = measure::breadth(shapes.kinds[base.kind].shape).value * per_inch, sigma = kMiddleSigma * narrow;
    const auto stays = [&](const BaseHypothesis& h) {
      return shapes.of[h.kind] == base.kind && cv::norm(h.at - base.at) < kStays * narrow;
    };
    const auto is_it = [&](const BaseHypothesis& h) { return shapes.of[h.kind] == base.kind && h.peak == base.peak; };
    if (const auto same = std::ranges::find_if(chosen, stays); same != chosen.end()) {
      out.push_back(*same);
    } else if (const auto other = std::ranges::find_if(all, is_it); other != all.end()) {
      out.push_back(*other);
    } else {
      base.peak = peaks++;
      base.noise = cv::Matx22d(sigma * sigma, 0.0, 0.0, sigma * sigma), base.common = cv::Matx22d::zeros();
      for (std::size_t kind = kinds.size(); kind-- > 0;)
        if (shapes.of[kind] == base.kind) all.push_back(base), all.back().kind = kind;
      out.push_back(all.back());
    }
  }
  return out;
}

}  // namespace vision
