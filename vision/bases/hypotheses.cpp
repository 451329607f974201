#include "vision/bases/hypotheses.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "measure/gap.h"
#include "vision/bases/cover.h"
#include "vision/bases/heaviest_set.h"

namespace vision {
namespace {

using measure::Inches, measure::Radians, measure::Shape;

constexpr double kLeastCentre = -3.0;  // log-odds of a centre worth a look: rarer ones are never chosen
constexpr double kAgreement = 0.4;     // of the narrow side: how far apart the places of a base see its centre, 1 sigma
constexpr double kOneOfPlaces = 12.0;  // places that err together
constexpr double kSameCentre = 0.4;    // of the narrow side: farther off a place sees the centre of another base
constexpr double kLeastVotes = 1.0;    // places that see a centre, for it to be one
constexpr double kLeastSpread = 0.2;   // map pixels: the network is never surer of a centre

/// Where a place of the maps lies, and where it sees the centre of its base.
struct Vote {
  cv::Point2d place, centre;
  double weight = 0.0;  // how surely a base lies there, 0..1
  double spread = 1.0;  // how far the centre is wrong, map pixels
};

/// 32FC1: of log-odds everywhere.
cv::Mat probabilities(const cv::Mat& log_odds) {
  cv::Mat out;
  cv::exp(-log_odds, out);
  return 1.0 / (1.0 + out);
}

/// `sure`: how surely a base lies at each place of the maps. None where too few see a centre within `near` of there for any base.
std::vector<Vote> votes_about(const BaseMaps& maps, const cv::Mat& sure, cv::Point2d at, double reach, double near) {
  std::vector<Vote> votes;
  double for_here = 0.0;
  const auto to = [](double pixel) { return static_cast<int>(std::floor(pixel / BaseMaps::kStride)); };
  const cv::Rect about = cv::Rect(cv::Point(to(at.x - reach), to(at.y - reach)), cv::Point(to(at.x + reach) + 2, to(at.y + reach) + 2)) &
                         cv::Rect({0, 0}, maps.base.size());
  votes.reserve(static_cast<std::size_t>(about.area()));
  for (int row = about.y; row < about.br().y; ++row)
    for (int column = about.x; column < about.br().x; ++column) {
      const cv::Point2d place = BaseMaps::map_pixel(cv::Point2d(column, row));
      if (const cv::Point2d off = place - at; off.dot(off) > reach * reach) continue;
      const cv::Vec2f step = maps.to_centre.at<cv::Vec2f>(row, column);
      const cv::Point2d centre = place + cv::Point2d(step[0], step[1]), off = centre - at;
      const double weight = sure.at<float>(row, column);
      if (off.dot(off) <= near * near) for_here += weight;
      votes.push_back({place, centre, weight, std::max(kLeastSpread, static_cast<double>(maps.spread.at<float>(row, column)))});
    }
  if (for_here < kLeastVotes) votes.clear();
  return votes;
}

/// How much each vote speaks for a centre of a base so narrow, 0..1.
std::vector<double> shares_of(const std::vector<Vote>& votes, cv::Point2d at, double narrow) {
  const double spread = kAgreement * narrow;
  constexpr double kNothing = 18.0;  // in the exponent: what is left, a hundred-millionth, is not worth working out
  std::vector<double> shares;
  shares.reserve(votes.size());
  for (const Vote& vote : votes) {
    const cv::Point2d off = vote.centre - at;
    const double less = 0.5 * off.dot(off) / (spread * spread);
    shares.push_back(less < kNothing ? vote.weight * std::exp(-less) : 0.0);
  }
  return shares;
}

/// What the votes say of bases of one shape at one centre.
class Overlap {
 public:
  /// `shares`: of each vote, for this centre.
  Overlap(const std::vector<Vote>& votes, const std::vector<double>& shares, const Shape& shape, cv::Point2d at, double per_inch)
      : shape_(shape), at_(at), per_inch_(per_inch), all_(std::accumulate(shares.begin(), shares.end(), 0.0)) {
    const double reach = bounding_radius(shape).value * per_inch;
    for (std::size_t i = 0; i < votes.size(); ++i)
      if (const cv::Point2d off = votes[i].place - at; off.dot(off) <= reach * reach) within_.emplace_back(votes[i].place, shares[i]);
  }
  /// The share of the base at a heading that the votes see in common with what they see of its centre.
  [[nodiscard]] double at(double heading) const {
    const Cover covers(shape_, at_, heading, per_inch_);
    double inside = 0.0;
    int places = 0;
    for (const auto& [place, share] : within_)
      if (covers(place)) inside += share, ++places;
    return inside / std::max(1.0, places + all_ - inside);
  }

 private:
  const Shape& shape_;
  cv::Point2d at_;
  double per_inch_, all_;
  std::vector<std::pair<cv::Point2d, double>> within_;  // what a base at any heading may cover: where, and its share
};

/// The mean of a pair of maps over the places that see a centre.
cv::Point2d mean_of(const cv::Mat& pair, const std::vector<Vote>& votes, const std::vector<double>& shares) {
  cv::Point2d sum;
  double weights = 1e-9;
  for (std::size_t i = 0; i < votes.size(); ++i) {
    const cv::Point2d& place = votes[i].place;
    const cv::Vec2f here = pair.at<cv::Vec2f>(static_cast<int>(place.y / BaseMaps::kStride), static_cast<int>(place.x / BaseMaps::kStride));
    sum += shares[i] * cv::Point2d(here[0], here[1]);
    weights += shares[i];
  }
  return sum / weights;
}

/// Headings at which a shape is tried at a centre.
std::vector<double> headings_for(const BaseMaps& maps, const std::vector<Vote>& votes, const std::vector<double>& shares,
                                 const Shape& shape) {
  if (std::holds_alternative<measure::RoundShape>(shape)) return {0.0};
  if (!is_long(shape)) {
    std::vector<double> quarter;
    for (int i = 0; i < 9; ++i) quarter.push_back(0.5 * std::numbers::pi * i / 9);
    return quarter;
  }
  return {heading_along(mean_of(maps.axis, votes, shares), shape)};
}

/// The mean of what the places of a base see of its centre, those that see another one left out; nothing where hardly any place is one.
std::optional<BaseHypothesis> centred(const std::vector<Vote>& votes, cv::Point2d peak, double narrow, const BaseEvidence& worth,
                                      double per_inch) {
  BaseHypothesis found;
  found.at = peak;
  double total = 0.0;
  for (int pass = 0; pass < 3; ++pass) {
    cv::Point2d sum;
    cv::Matx22d scatter = cv::Matx22d::zeros();
    double weights = 0.0, spreads = 0.0;
    total = 0.0;
    for (const Vote& vote : votes) {
      const cv::Point2d off = vote.centre - found.at;
      if (off.dot(off) > (kSameCentre * narrow) * (kSameCentre * narrow)) continue;
      const double weight = vote.weight / (vote.spread * vote.spread);
      sum += weight * vote.centre;
      weights += weight, spreads += weight * vote.spread, total += vote.weight;
      scatter += weight * cv::Matx22d(off.x * off.x, off.x * off.y, off.x * off.y, off.y * off.y);
    }
    if (total < kLeastVotes) return std::nullopt;
    found.at = sum * (1.0 / weights);
    found.spread = spreads / weights;
    found.noise = scatter * (std::min(1.0, kOneOfPlaces / total) / weights);
  }
  const double shared = std::hypot(worth.shared_error * per_inch, worth.shared_spread * found.spread);
  found.common = cv::Matx22d(shared * shared, 0.0, 0.0, shared * shared);
  if (cv::norm(found.at - peak) > kSameCentre * narrow) return std::nullopt;
  return found;
}

/// What speaks for each kind at one peak: that a base stands there at all, and that it is of this kind and not of the likeliest.
void weigh(std::span<BaseHypothesis> at_one_peak, const std::vector<BaseKind>& kinds, const BaseEvidence& worth) {
  if (at_one_peak.empty()) return;
  const double most = std::ranges::max(at_one_peak, {}, &BaseHypothesis::overlap).overlap;
  const auto likelihood = [&](const BaseHypothesis& h) { return worth.shape * h.overlap + std::log(kinds[h.kind].men); };
  const double likeliest = likelihood(std::ranges::max(at_one_peak, {}, likelihood));
  for (BaseHypothesis& h : at_one_peak)
    h.evidence = worth.bias + worth.centre * h.centre + worth.other * h.other + worth.overlap * most + likelihood(h) - likeliest;
}

}  // namespace

std::vector<BaseHypothesis> hypotheses_in(const BaseMaps& maps, BaseNet::For sought, const std::vector<BaseKind>& kinds,
                                          const BaseEvidence& worth, double per_inch) {
  const auto& [centres, others] = sought == BaseNet::For::Discs ? std::tie(maps.disc, maps.plain) : std::tie(maps.plain, maps.disc);
  std::vector<BaseHypothesis> found;
  cv::Mat highest, beside;
  cv::dilate(centres, highest, cv::Mat::ones(3, 3, CV_8U));
  cv::dilate(others, beside, cv::Mat::ones(5, 5, CV_8U));
  const cv::Mat sure = probabilities(maps.base);
  double widest = 0.0, broadest = 0.0;
  for (const BaseKind& kind : kinds) {
    widest = std::max(widest, bounding_radius(kind.shape).value);
    broadest = std::max(broadest, measure::breadth(kind.shape).value);
  }
  int peaks = 0;
  for (int row = 0; row < centres.rows; ++row)
    for (int column = 0; column < centres.cols; ++column) {
      const float here = centres.at<float>(row, column);
      if (here < kLeastCentre || here < highest.at<float>(row, column)) continue;
      const cv::Point2d peak = BaseMaps::map_pixel(cv::Point2d(column, row));
      const std::vector<Vote> votes = votes_about(maps, sure, peak, 1.3 * widest * per_inch, kSameCentre * broadest * per_inch);
      const std::size_t first = found.size();
      for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        const double narrow = measure::breadth(kinds[kind].shape).value * per_inch;
        auto hypothesis = centred(votes, peak, narrow, worth, per_inch);
        if (!hypothesis) continue;
        hypothesis->peak = peaks, hypothesis->kind = kind, hypothesis->centre = here, hypothesis->overlap = -1.0;
        hypothesis->other = std::max(kLeastCentre, static_cast<double>(beside.at<float>(row, column)));
        const std::vector<double> shares = shares_of(votes, hypothesis->at, narrow);
        hypothesis->front = mean_of(maps.front, votes, shares);
        const Overlap overlap(votes, shares, kinds[kind].shape, hypothesis->at, per_inch);
        for (const double heading : headings_for(maps, votes, shares, kinds[kind].shape))
          if (const double share = overlap.at(heading); share > hypothesis->overlap)
            hypothesis->overlap = share, hypothesis->heading = heading;
        found.push_back(*hypothesis);
      }
      weigh(std::span(found).subspan(first), kinds, worth);
      ++peaks;
    }
  return found;
}

bool exclude(const BaseHypothesis& a, const BaseHypothesis& b, const std::vector<BaseKind>& kinds, double per_inch) {
  constexpr double kMayOverlap = 0.25;  // of the narrower side; less splits ranks that touch, more lets two stand where one does
  const Shape &one = kinds[a.kind].shape, &other = kinds[b.kind].shape;
  const double narrow_one = measure::breadth(one).value, narrow_other = measure::breadth(other).value;
  const double may_overlap = kMayOverlap * std::min(narrow_one, narrow_other), apart = cv::norm(a.at - b.at) / per_inch;
  // The discs round the bases and those within them leave few pairs open.
  if ((bounding_radius(one) + bounding_radius(other)).value - apart <= may_overlap) return false;
  const auto holds_disc = [](const Shape& shape) { return !std::holds_alternative<measure::PolygonShape>(shape); };
  if (holds_disc(one) && holds_disc(other) && 0.5 * (narrow_one + narrow_other) - apart > may_overlap) return true;
  const auto footprint = [&](const BaseHypothesis& h) {
    return measure::Footprint{kinds[h.kind].shape, {Inches(h.at.x / per_inch), Inches(h.at.y / per_inch)}, Radians(h.heading), {}, {}};
  };
  return -measure::gap(footprint(a), footprint(b)).value.value > may_overlap;
}

std::vector<BaseHypothesis> best_set(std::vector<BaseHypothesis> hypotheses, const std::vector<BaseKind>& kinds, double per_inch) {
  std::erase_if(hypotheses, [](const BaseHypothesis& h) { return h.evidence <= 0.0; });
  const std::size_t count = hypotheses.size();
  Conflicts conflicts(count, std::vector<char>(count, 0));
  std::vector<double> evidence;
  for (std::size_t i = 0; i < count; ++i) {
    evidence.push_back(hypotheses[i].evidence);
    for (std::size_t j = i + 1; j < count; ++j)
      conflicts[i][j] = conflicts[j][i] = exclude(hypotheses[i], hypotheses[j], kinds, per_inch) ? 1 : 0;
  }
  std::vector<BaseHypothesis> chosen;
  for (const std::size_t i : heaviest_set(evidence, conflicts)) chosen.push_back(hypotheses[i]);
  return chosen;
}

}  // namespace vision
