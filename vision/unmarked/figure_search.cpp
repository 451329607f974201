#include "vision/unmarked/figure_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <queue>
#include <tuple>

namespace vision {
namespace {

/// Least score of a figure. Lower: odd bits of a hand become figures; higher: figures half behind others are lost.
constexpr double kLeastScore = 0.45;
/// Least share of the base that must be foreground, as the mean of its score.
constexpr double kLeastBase = 0.3;
/// Two bases may come this near, as a share of the sum of their inner radii: they cannot overlap, but places
/// are not yet exact. Lower: one figure is found twice; higher: neighbours in contact are lost.
constexpr double kNearest = 0.85;
/// Pixels across the narrowest base in the map that is searched. More: slower; fewer: neighbours run together.
constexpr double kSearchPixels = 12.0;
/// Bare table where a base should be tells more against a figure than bare table beside it tells for it. Smaller: two
/// small bases side by side pass for one long one; larger: figures half behind a tree are lost.
constexpr float kBareBase = 1.5F;
/// One base in place of two, or two in place of one, must explain the map better by this share of a narrow base's area. Smaller: noise
/// decides; larger: two small bases side by side stay one long one.
constexpr double kBetterExplained = 0.06;
/// Turns about a reading that are tried, degrees: the search's own are coarse.
constexpr std::array kFineTurns = {-12, -6, 0, 6, 12};
/// Two bases whose centres are nearer than this share of the long base's length may be one.
constexpr double kMayBeOne = 0.8;
/// How far about a figure, in its own half lengths, two others are looked for in its place, how good each must be beside its neighbour,
/// and how many are tried.
constexpr double kPairReach = 1.0, kLeastInPair = 0.3;
constexpr std::size_t kTriedInPair = 24;
/// As kNearest, for two in place of one: whole bases side by side, each place known to half a pixel of the small map.
constexpr double kNearestInPair = 0.95;
/// Two that leave more than this share of a narrow base unexplained close about them are no better than one that lies across others.
constexpr double kLiesAcross = 0.35;
/// Directions tried for a base that is not round, over half a turn.
constexpr int kHeadings = 12;
/// The lean changes slowly: one silhouette serves a tile of this side, inches.
constexpr double kTile = 2.0;

/// Silhouettes by kind, heading and tile, made when first needed.
class Silhouettes {
 public:
  Silhouettes(const std::vector<FigureKind>& kinds, const LeanAt& lean_at, double per_inch)
      : kinds_(kinds), lean_at_(lean_at), per_inch_(per_inch) {}

  [[nodiscard]] const Silhouette& of(std::size_t kind, double heading, cv::Point2d at) {
    const double tile = kTile * per_inch_;
    const int column = int(std::floor(at.x / tile)), row = int(std::floor(at.y / tile));
    const int direction = int(std::lround(heading / std::numbers::pi * 180.0));  // degrees
    const auto [entry, is_new] = made_.try_emplace({kind, direction, column, row});
    if (is_new) {
      const cv::Point2d middle((column + 0.5) * tile, (row + 0.5) * tile);
      entry->second =
          silhouette_of(kinds_[kind], {.per_inch = per_inch_, .heading = heading, .lean = lean_at_(middle, kinds_[kind].height)});
    }
    return entry->second;
  }

 private:
  const std::vector<FigureKind>& kinds_;
  const LeanAt& lean_at_;
  double per_inch_;
  std::map<std::tuple<std::size_t, int, int, int>, Silhouette> made_;
};

/// The part of a silhouette at `at` that lies inside a map: map rectangle and offset into the silhouette.
struct Overlap {
  cv::Rect map;
  cv::Point offset;
};
Overlap overlap(const Silhouette& silhouette, cv::Point at, cv::Size size) {
  const cv::Rect wanted(at - silhouette.centre, silhouette.weights.size());
  const cv::Rect inside = wanted & cv::Rect(cv::Point(), size);
  return {inside, inside.tl() - wanted.tl()};
}

double match(const cv::Mat& score, const Silhouette& silhouette, cv::Point at) {
  const Overlap o = overlap(silhouette, at, score.size());
  double sum = 0.0;
  for (int row = 0; row < o.map.height; ++row) {
    const float* s = score.ptr<float>(o.map.y + row) + o.map.x;
    const float* w = silhouette.weights.ptr<float>(o.offset.y + row) + o.offset.x;
    float line = 0.0F;
    for (int column = 0; column < o.map.width; ++column)
      line += s[column] * w[column] * (s[column] < 0.0F && w[column] == 1.0F ? kBareBase : 1.0F);
    sum += line;
  }
  return sum / silhouette.total;
}

double mean_over_base(const cv::Mat& score, const Silhouette& silhouette, cv::Point at) {
  const Overlap o = overlap(silhouette, at, score.size());
  if (o.map.empty()) return -1.0;
  return cv::mean(score(o.map), silhouette.base(cv::Rect(o.offset, o.map.size())))[0];
}

struct Candidate {
  double score = 0.0;
  std::size_t kind = 0;
  double heading = 0.0;
  cv::Point at;
  friend bool operator<(const Candidate& a, const Candidate& b) { return a.score < b.score; }
};

std::vector<double> headings_for(const FigureKind& kind) {
  std::vector<double> headings;
  const int count = is_round(kind.base.shape) ? 1 : kHeadings;
  for (int i = 0; i < count; ++i) headings.push_back(std::numbers::pi * i / count);
  return headings;
}

/// Places worth a look: the middle of the base is mostly foreground.
cv::Mat likely_places(const cv::Mat& score, const FigureKind& kind, double per_inch) {
  const int window = std::max(3, int(0.6 * narrow_side(kind.base.shape) * per_inch) | 1);
  cv::Mat mean;
  cv::boxFilter(score, mean, CV_32F, cv::Size(window, window), cv::Point(-1, -1), true, cv::BORDER_CONSTANT);
  return mean > kLeastBase;
}

std::priority_queue<Candidate> all_candidates(const cv::Mat& score, const std::vector<FigureKind>& kinds, Silhouettes& silhouettes,
                                              double per_inch) {
  std::priority_queue<Candidate> queue;
  constexpr int kStep = 1;  // pixels of the small map
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const cv::Mat likely = likely_places(score, kinds[kind], per_inch);
    const std::vector<double> headings = headings_for(kinds[kind]);
    for (int row = 0; row < score.rows; row += kStep) {
      for (int column = 0; column < score.cols; column += kStep) {
        if (likely.at<std::uint8_t>(row, column) == 0) continue;
        for (const double heading : headings) {
          const double value = match(score, silhouettes.of(kind, heading, {double(column), double(row)}), {column, row});
          if (value >= kLeastScore) queue.push({value, kind, heading, {column, row}});
        }
      }
    }
  }
  return queue;
}

/// Is the place free of the bases found so far?
bool is_free(const Candidate& candidate, const std::vector<FoundFigure>& found, const std::vector<FigureKind>& kinds, double per_inch) {
  const double own = narrow_side(kinds[candidate.kind].base.shape) / 2;
  return std::none_of(found.begin(), found.end(), [&](const FoundFigure& other) {
    const double least = kNearest * (own + narrow_side(kinds[other.kind].base.shape) / 2) * per_inch;
    return cv::norm(other.at - cv::Point2d(candidate.at)) < least;
  });
}

/// What a figure explains proves nothing about others.
void set_aside(cv::Mat& score, const Silhouette& silhouette, cv::Point at) {
  const Overlap o = overlap(silhouette, at, score.size());
  if (!o.map.empty()) score(o.map).setTo(0.0, silhouette.solid(cv::Rect(o.offset, o.map.size())));
}

/// The best place within a few pixels.
Candidate polished(const cv::Mat& score, Silhouettes& silhouettes, Candidate best) {
  for (bool better = true; better;) {
    better = false;
    const Candidate from = best;
    for (const cv::Point step : {cv::Point(1, 0), cv::Point(-1, 0), cv::Point(0, 1), cv::Point(0, -1)}) {
      Candidate next = from;
      next.at += step;
      next.score = match(score, silhouettes.of(next.kind, next.heading, next.at), next.at);
      if (next.score > best.score) best = next, better = true;
    }
  }
  return best;
}

/// Tells which of two readings of one place explains the map better.
class Readings {
 public:
  Readings(const cv::Mat& score, const std::vector<FigureKind>& kinds, Silhouettes& silhouettes, double per_inch)
      : score_(score), kinds_(kinds), silhouettes_(silhouettes), per_inch_(per_inch) {}

  /// Two bases side by side may have been taken for one long one, and the other way round.
  void reconsider(std::vector<FoundFigure>& found) const {
    for (std::size_t i = 0; i < found.size(); ++i)
      for (std::size_t j = i + 1; j < found.size(); ++j)
        if (const auto one = one_for(found, i, j)) {
          found[i] = *one;
          found.erase(found.begin() + static_cast<std::ptrdiff_t>(j));
          j = i;
        }
    for (std::size_t i = 0; i < found.size(); ++i)
      if (const auto two = two_for(found, i)) {
        found[i] = two->first;
        found.push_back(two->second);
      }
  }

 private:
  using Pair = std::pair<FoundFigure, FoundFigure>;

  [[nodiscard]] const Silhouette& silhouette(const FoundFigure& f) const { return silhouettes_.of(f.kind, f.heading, f.at); }
  [[nodiscard]] double narrow_area() const {
    double narrow = 1e9;  // inches
    for (const FigureKind& kind : kinds_) narrow = std::min(narrow, narrow_side(kind.base.shape));
    return narrow * narrow * per_inch_ * per_inch_;
  }

  /// The map about a figure without what others explain.
  [[nodiscard]] cv::Mat open_about(const std::vector<FoundFigure>& found, std::size_t i, std::size_t j, cv::Rect window) const {
    cv::Mat open = score_(window).clone();
    for (std::size_t k = 0; k < found.size(); ++k)
      if (k != i && k != j) set_aside(open, silhouette(found[k]), cv::Point(found[k].at) - window.tl());
    return open;
  }
  [[nodiscard]] cv::Rect window_about(const FoundFigure& f) const {
    const int far = static_cast<int>(2.5 * reach(kinds_[f.kind].base.shape) * per_inch_) + 1;
    return cv::Rect(cv::Point(f.at) - cv::Point(far, far), cv::Size(2 * far + 1, 2 * far + 1)) & cv::Rect(cv::Point(), score_.size());
  }

  /// What is covered should be new and what is not should be bare: the sum over the window, with that sign.
  [[nodiscard]] double explained(const cv::Mat& open, cv::Point corner, std::initializer_list<const FoundFigure*> figures) const {
    cv::Mat sign(open.size(), CV_32FC1, cv::Scalar(-1.0));
    for (const bool solid : {true, false})  // a base is certain also where another's figure leans over it
      for (const FoundFigure* f : figures) {
        const Silhouette& shape = silhouette(*f);
        const Overlap o = overlap(shape, cv::Point(f->at) - corner, open.size());
        if (o.map.empty()) continue;
        const cv::Rect from(o.offset, o.map.size());
        sign(o.map).setTo(solid ? 0.0 : 1.0, solid ? shape.solid(from) : shape.base(from));
      }
    return sign.dot(open);
  }

  /// The best reading of one long base at about this place and heading, and how much it explains.
  [[nodiscard]] std::pair<FoundFigure, double> best_about(const FoundFigure& one, const cv::Mat& open, cv::Point corner, int far) const {
    std::pair<FoundFigure, double> best{one, explained(open, corner, {&one})};
    for (const int turn : kFineTurns)
      for (int dy = -far; dy <= far; ++dy)
        for (int dx = -far; dx <= far; ++dx) {
          FoundFigure next = one;
          next.at += cv::Point2d(dx, dy);
          next.heading += turn * std::numbers::pi / 180.0;
          if (const double here = explained(open, corner, {&next}); here > best.second) best = {next, here};
        }
    return best;
  }

  /// One long base in place of two; none where two explain the map as well.
  [[nodiscard]] std::optional<FoundFigure> one_for(const std::vector<FoundFigure>& found, std::size_t i, std::size_t j) const {
    const cv::Point2d apart = found[j].at - found[i].at, middle = 0.5 * (found[i].at + found[j].at);
    std::optional<FoundFigure> best;
    double most = 0.0;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      const double length = 2.0 * reach(kinds_[kind].base.shape) * per_inch_;
      if (is_round(kinds_[kind].base.shape) || kind == found[i].kind || kind == found[j].kind || cv::norm(apart) > kMayBeOne * length)
        continue;
      const FoundFigure one{
          .kind = kind, .at = middle, .heading = std::atan2(apart.y, apart.x), .score = found[i].score, .covariance = {}, .visible = 0.0};
      const cv::Rect window = window_about(one);
      const cv::Mat open = open_about(found, i, j, window);
      if (!best) most = explained(open, window.tl(), {&found[i], &found[j]}) + kBetterExplained * narrow_area();
      if (const auto [figure, here] = best_about(one, open, window.tl(), 2); here > most) most = here, best = figure;
    }
    return best;
  }

  /// What is new close about a place and not explained by two figures there, as a share of a narrow base's area.
  [[nodiscard]] double left_over(const cv::Mat& open, cv::Point corner, const FoundFigure& place, const Pair& pair) const {
    cv::Mat left = open > 0.0;
    for (const FoundFigure* f : {&pair.first, &pair.second}) {
      const Silhouette& shape = silhouette(*f);
      const Overlap o = overlap(shape, cv::Point(f->at) - corner, open.size());
      if (!o.map.empty()) left(o.map).setTo(0, shape.solid(cv::Rect(o.offset, o.map.size())));
    }
    const int far = static_cast<int>(reach(kinds_[place.kind].base.shape) * per_inch_);
    const cv::Rect about = cv::Rect(cv::Point(place.at) - corner - cv::Point(far, far), cv::Size(2 * far + 1, 2 * far + 1)) &
                           cv::Rect(cv::Point(), open.size());
    return cv::countNonZero(left(about)) / narrow_area();
  }

  /// Places of round bases about a figure, the best first at either end of it.
  [[nodiscard]] std::array<std::vector<FoundFigure>, 2> rounds_about(const FoundFigure& figure, const cv::Mat& open,
                                                                     cv::Point corner) const {
    std::vector<FoundFigure> places;
    const int far = static_cast<int>(kPairReach * reach(kinds_[figure.kind].base.shape) * per_inch_);
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if (!is_round(kinds_[kind].base.shape)) continue;
      for (int dy = -far; dy <= far; ++dy)
        for (int dx = -far; dx <= far; ++dx) {
          const cv::Point2d at = cv::Point2d(cv::Point(figure.at)) + cv::Point2d(dx, dy);
          const double score = match(open, silhouettes_.of(kind, 0.0, at), cv::Point(at) - corner);
          if (score >= kLeastInPair)
            places.push_back({.kind = kind, .at = at, .heading = 0.0, .score = score, .covariance = {}, .visible = 0.0});
        }
    }
    std::ranges::stable_sort(places, [](const FoundFigure& a, const FoundFigure& b) { return a.score > b.score; });
    const cv::Point2d ahead(std::cos(figure.heading), std::sin(figure.heading));
    std::array<std::vector<FoundFigure>, 2> ends;
    for (const FoundFigure& place : places) {
      std::vector<FoundFigure>& end = ends[(place.at - figure.at).dot(ahead) > 0.0 ? 1 : 0];
      if (end.size() < kTriedInPair) end.push_back(place);
    }
    return ends;
  }

  /// Two round bases in place of a long one; none where the one explains the map as well.
  [[nodiscard]] std::optional<Pair> two_for(const std::vector<FoundFigure>& found, std::size_t i) const {
    if (is_round(kinds_[found[i].kind].base.shape)) return std::nullopt;
    const cv::Rect window = window_about(found[i]);
    const cv::Mat open = open_about(found, i, i, window);
    double most = best_about(found[i], open, window.tl(), 1).second + kBetterExplained * narrow_area();
    std::optional<Pair> best;
    const auto ends = rounds_about(found[i], open, window.tl());
    for (const FoundFigure& a : ends[0])
      for (const FoundFigure& b : ends[1]) {
        const double sides = narrow_side(kinds_[a.kind].base.shape) + narrow_side(kinds_[b.kind].base.shape);
        if (cv::norm(a.at - b.at) < kNearestInPair * 0.5 * sides * per_inch_) continue;
        const double here = explained(open, window.tl(), {&a, &b});
        if (here > most) most = here, best = Pair{a, b};
      }
    if (best && left_over(open, window.tl(), found[i], *best) > kLiesAcross) return std::nullopt;
    return best;
  }

  const cv::Mat& score_;
  const std::vector<FigureKind>& kinds_;
  Silhouettes& silhouettes_;
  double per_inch_;
};

std::vector<FoundFigure> find_at_this_scale(const cv::Mat& score, const std::vector<FigureKind>& kinds, const LeanAt& lean_at,
                                            double per_inch) {
  Silhouettes silhouettes(kinds, lean_at, per_inch);
  cv::Mat left = score.clone();  // what is not yet explained
  std::priority_queue<Candidate> queue = all_candidates(left, kinds, silhouettes, per_inch);
  std::vector<FoundFigure> found;
  while (!queue.empty()) {
    Candidate best = queue.top();
    queue.pop();
    if (!is_free(best, found, kinds, per_inch)) continue;
    const Silhouette& silhouette = silhouettes.of(best.kind, best.heading, best.at);
    const double now = match(left, silhouette, best.at);
    if (now < kLeastScore) continue;
    if (now + 1e-6 < best.score) {  // a neighbour has been taken away since: it queues again
      best.score = now;
      queue.push(best);
      continue;
    }
    best = polished(left, silhouettes, best);
    if (!is_free(best, found, kinds, per_inch) || mean_over_base(score, silhouette, best.at) < kLeastBase) continue;
    found.push_back({.kind = best.kind, .at = best.at, .heading = best.heading, .score = best.score, .covariance = {}, .visible = 0.0});
    set_aside(left, silhouettes.of(best.kind, best.heading, best.at), best.at);
  }
  Readings(score, kinds, silhouettes, per_inch).reconsider(found);
  return found;
}

}  // namespace

std::vector<FoundFigure> find_figures(const cv::Mat& score, const std::vector<FigureKind>& kinds, const LeanAt& lean_at, double per_inch) {
  double narrowest = 1e9;  // inches
  for (const FigureKind& kind : kinds) narrowest = std::min(narrowest, narrow_side(kind.base.shape));
  const double scale = std::min(1.0, kSearchPixels / (narrowest * per_inch));
  cv::Mat small;
  cv::resize(score, small, cv::Size(), scale, scale, cv::INTER_AREA);
  // Pixel centres: u of the small map is (u + 1/2) / scale - 1/2 of the large one.
  const auto enlarged = [&](cv::Point2d at) { return cv::Point2d((at.x + 0.5) / scale - 0.5, (at.y + 0.5) / scale - 0.5); };
  const LeanAt small_lean = [&](cv::Point2d at, measure::Inches height) { return scale * lean_at(enlarged(at), height); };
  std::vector<FoundFigure> found = find_at_this_scale(small, kinds, small_lean, scale * per_inch);
  for (FoundFigure& figure : found) figure.at = enlarged(figure.at);
  return found;
}

Owners owners_of(cv::Size size, const std::vector<FigureKind>& kinds, const LeanAt& lean_at, double per_inch,
                 const std::vector<FoundFigure>& figures) {
  Owners owners{cv::Mat::zeros(size, CV_32SC1), cv::Mat::zeros(size, CV_32SC1)};
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const FigureKind& kind = kinds[figures[i].kind];
    const Silhouette shape =
        silhouette_of(kind, {.per_inch = per_inch, .heading = figures[i].heading, .lean = lean_at(figures[i].at, kind.height)});
    const Overlap o = overlap(shape, figures[i].at, size);
    if (o.map.empty()) continue;
    const cv::Rect from(o.offset, o.map.size());
    owners.solid(o.map).setTo(int(i) + 1, shape.solid(from));
    owners.base(o.map).setTo(int(i) + 1, shape.base(from));
  }
  return owners;
}

}  // namespace vision
