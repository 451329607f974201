#include "vision/boards/occlusion.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "calibration/least_squares.h"
#include "measure/robust.h"
#include "measure/table.h"

namespace vision {
namespace {

using measure::Inches, measure::SquareName;

/// Borders are looked at in pieces of this length, as a share of the narrowest square: longer blurs a hand's edge, shorter sees only noise.
constexpr double kPieceLength = 0.2;
/// How far on both sides of a border its tints are compared, share of the narrowest square, and how far off the border may be printed.
constexpr double kReach = 0.11, kPrintOff = 0.03;
/// A border shows where it differs so many times more than the board's clearest borders' share, and the sensor's noise ...
constexpr float kShareOfClear = 0.22f, kTimesNoise = 3.0f;
/// ... and a board whose clear borders differ less than this many times the noise shows none.
constexpr float kClearTimesNoise = 8.0f;
/// A square of whose visible borders more than this share is missing lies under something; fewer takes pale borders for hands. Beside such
/// a square fewer are enough: what lies there ends somewhere on it.
constexpr double kMissing = 0.6, kMissingBeside = 0.2;
/// Squares with fewer border pieces in free sight than this cannot be judged by them.
constexpr int kLeastPieces = 6;
/// So many missing pieces are a hand's edge beside it; fewer are a blot.
constexpr int kLeastMissing = 4;
/// Squares touch where no more than this lies between them, inches.
constexpr double kTouching = 0.02;

struct BorderPiece {
  std::size_t square = 0;
  float contrast = 0.0f;
};

/// How much a piece of border stands out: the ground's change across it, or the line's difference from both sides.
float contrast_at(const cv::Mat& bgr, cv::Point2d at, cv::Point2d along, double length, double reach, double off) {
  const cv::Point2d across(-along.y, along.x);
  const auto mean_at = [&](double d) {
    Colour sum = Colour::Zero();
    const int steps = std::max(3, static_cast<int>(length));
    for (int i = 0; i < steps; ++i) sum += colour_at(bgr, at + along * (length * ((i + 0.5) / steps - 0.5)) + across * d);
    return Colour(sum / static_cast<float>(steps));
  };
  const Colour left = 0.5f * (mean_at(-reach) + mean_at(-0.7 * reach)), right = 0.5f * (mean_at(reach) + mean_at(0.7 * reach));
  float line = 0.0f;
  for (double d = -off; d <= off + 1e-9; d += std::max(0.5, off / 3.0)) {
    const Colour here = mean_at(d);
    line = std::max(line, std::min((here - left).norm(), (here - right).norm()));
  }
  return std::max(line, (left - right).norm());
}

bool covered(cv::Point2d at, double near, std::span<const SidedDisc> pieces) {
  return std::ranges::any_of(pieces, [&](const SidedDisc& p) { return cv::norm(p.thing.at - at) < p.thing.radius + near; });
}

/// What plain ground differs by over the same distance: the contrast inside squares, off all borders, is noise and map together; its low
/// end is noise.
float noise_of(const BoardView& view, const measure::Board& board, double length, double reach, double off) {
  std::vector<float> inside;
  for (const measure::BoardSquare& square : board.squares) {
    const cv::Point2d middle = view.from_board(measure::mean_corner(square.outline));
    inside.push_back(contrast_at(view.bgr, middle + cv::Point2d(reach, 0.0), {0.0, 1.0}, length, reach, off));
    inside.push_back(contrast_at(view.bgr, middle + cv::Point2d(0.0, reach), {1.0, 0.0}, length, reach, off));
  }
  return std::max(1.0f, measure::quantile(std::move(inside), 0.2));
}

/// Where a ray must be of the disc's colour for its rim to be looked for: shares of the radius.
constexpr double kRimInsideFrom = 0.62, kRimInsideTo = 0.82;
/// How far from the expected rim it is looked for at first and at last, share of the radius.
constexpr double kOccludedSearchFirst = 0.3, kOccludedSearchLast = 0.1;
/// A ray is in the disc where it is so many times nearer to the disc's colour than to the ground's; in between a figure stands.
constexpr float kInside = 0.65f;
/// How much the radius may differ from the one that is known, one sigma, share.
constexpr double kRadiusSigma = 0.03;
/// How well a rim is placed, pixels, one sigma.
constexpr double kRimSigma = 0.7;
/// A disc within a square is tried with radii down to this share of what was seen, in steps of this factor; its rim must show so far.
constexpr double kLeastWithin = 0.7, kWithinStep = 0.95, kWithinShows = 0.92;
/// Fewer rays than this do not make a circle.
constexpr int kLeastRays = 18;

/// What one ray shows.
struct Ray {
  bool hidden = false;             // something else stands where the disc should be
  bool spills = false;             // the disc's colour goes on outside
  std::optional<double> rim = {};  // how far out the colour ends
};

/// A disc as it is tried, and the ground it lies on. `empty`: the view without pieces; null where nobody knows it.
class Tried {
 public:
  Tried(const ColourSamples& picture, const RoundThing& thing, const ColourSamples* empty)
      : picture_(picture), thing_(thing), empty_(empty), unlike_(thing.colour) {
    for (const cv::Point2d& ray : rays()) grounds_.push_back(mean(ray, kGroundFrom, kGroundTo));
    common_ = median_colour(grounds_);
    common_shows_ = unlike_(common_) >= kRimContrast;
  }

  [[nodiscard]] Ray look_along(std::size_t i, double search) const {
    const Colour& ground = grounds_[i];
    const cv::Point2d along = rays()[i];
    if (unlike_(ground) < kRimContrast) return {.spills = true};
    if (likeness(mean(along, kRimInsideFrom, kRimInsideTo), ground, std::nullopt) < kInside) return {.hidden = true};
    Ray out;
    const double radius = thing_.radius;
    constexpr double kSampleStep = 0.5;
    const double least = std::max(kRimInsideTo * radius, radius - search), most = std::min(kGroundFrom * radius, radius + search);
    const auto likeness_at = [&](double t) {
      const cv::Point2d at = thing_.at + along * t;
      return likeness(colour_of(picture_.at(at)), ground, at);
    };
    float before = likeness_at(least);
    for (double t = least + kSampleStep; t <= most + kSampleStep; t += kSampleStep) {
      const float here = likeness_at(t);
      if (before >= 0.5f && here < 0.5f) out.rim = t - kSampleStep * (0.5 - here) / (before - here);  // the outermost end of the colour
      before = here;
    }
    return out;
  }

 private:
  /// Along a ray, from one share of the radius to another.
  [[nodiscard]] Colour mean(cv::Point2d along, double from, double to) const {
    return colour_of(mean_along(picture_, thing_.at, along, from * thing_.radius, to * thing_.radius));
  }
  /// 1 in the disc's colour, 0 in that of the ground: of what lies beyond this place of the rim, or of most of it, or of the empty board
  /// `at` this place, or of what a blurred edge between the disc's own square and what lies beyond shows. Between a rim and a line beside
  /// it there is ground, too.
  [[nodiscard]] float likeness(const Colour& c, const Colour& ground, std::optional<cv::Point2d> at) const {
    float to_ground = Unlikeness(ground)(c);
    if (common_shows_) to_ground = std::min(to_ground, Unlikeness(common_)(c));
    if (empty_ && at) {
      const Colour board = colour_of(empty_->at(*at)), square = colour_of(empty_->at(thing_.at));
      if (unlike_(board) >= kRimContrast) to_ground = std::min(to_ground, Unlikeness(board)(c));
      if (unlike_(nearest_between(square, ground, thing_.colour)) >= kRimContrast)
        to_ground = std::min(to_ground, Unlikeness(nearest_between(square, ground, c))(c));
    }
    return (kRimNoise + to_ground) / (2.0f * kRimNoise + unlike_(c) + to_ground);
  }

  /// The mixture of two colours that is nearest to a third.
  [[nodiscard]] static Colour nearest_between(const Colour& a, const Colour& b, const Colour& c) {
    const Colour way = b - a;
    const float squared = way.squaredNorm();
    return squared < 1.0f ? a : Colour(a + way * std::clamp((c - a).dot(way) / squared, 0.0f, 1.0f));
  }

  const ColourSamples& picture_;
  const RoundThing& thing_;
  const ColourSamples* empty_;
  std::vector<Colour> grounds_;  // beyond the rim, ray by ray
  Unlikeness unlike_;            // to the disc
  Colour common_;
  bool common_shows_ = false;  // against the disc
};

}  // namespace

std::vector<SquareName> unseen_squares(const BoardView& view, const measure::Board& board, std::span<const SidedDisc> pieces) {
  const double narrow = measure::width_of_narrowest(board).value * view.per_inch;
  const double length = kPieceLength * narrow, reach = std::max(2.0, kReach * narrow), off = std::max(1.0, kPrintOff * narrow);
  std::vector<BorderPiece> borders;
  for (std::size_t s = 0; s < board.squares.size(); ++s) {
    const auto& outline = board.squares[s].outline;
    for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
      const cv::Point2d from = view.from_board(outline[j]), to = view.from_board(outline[i]);
      const double whole = cv::norm(to - from);
      const int count = static_cast<int>(whole / length);
      if (count < 1) continue;
      const cv::Point2d along = (to - from) / whole;
      for (int k = 0; k < count; ++k) {
        const cv::Point2d at = from + along * (whole * (k + 0.5) / count);
        if (covered(at, reach, pieces)) continue;
        borders.push_back({s, contrast_at(view.bgr, at, along, length, reach, off)});
      }
    }
  }
  std::vector<float> all;
  std::ranges::transform(borders, std::back_inserter(all), &BorderPiece::contrast);
  const float clear = measure::quantile(std::move(all), 0.75), noise = noise_of(view, board, length, reach, off);
  if (clear < kClearTimesNoise * noise) return {};
  const float shows = std::max(kShareOfClear * clear, kTimesNoise * noise);
  std::vector<int> seen(board.squares.size(), 0), missing(board.squares.size(), 0);
  for (const BorderPiece& b : borders) ++(b.contrast >= shows ? seen : missing)[b.square];
  const auto share = [&](std::size_t s) { return static_cast<double>(missing[s]) / std::max(1, seen[s] + missing[s]); };
  std::vector<bool> hidden(board.squares.size(), false);
  for (std::size_t s = 0; s < hidden.size(); ++s) hidden[s] = seen[s] + missing[s] >= kLeastPieces && share(s) > kMissing;
  // What reaches over these ends on squares beside them.
  const std::vector<bool> surely = hidden;
  for (std::size_t s = 0; s < hidden.size(); ++s)
    for (std::size_t t = 0; t < hidden.size() && !hidden[s]; ++t)
      hidden[s] = surely[t] && missing[s] >= kLeastMissing && share(s) > kMissingBeside &&
                  measure::overlap_depth(board.squares[s], board.squares[t]) > Inches(-kTouching);
  std::vector<SquareName> out;
  for (std::size_t s = 0; s < hidden.size(); ++s)
    if (hidden[s]) out.push_back(board.squares[s].at);
  return out;
}

KnownDisc fit_known_disc(const ColourSamples& picture, cv::Point2d at, double radius, const Colour& colour, const ColourSamples* empty) {
  KnownDisc disc{.thing = {.at = at, .radius = radius, .colour = colour}};
  RoundThing& thing = disc.thing;
  constexpr int kRounds = 6;
  const double known = 1.0 / (kRadiusSigma * kRadiusSigma * radius * radius);
  for (int round = 0; round < kRounds; ++round) {
    const double search = radius * (kOccludedSearchFirst + (kOccludedSearchLast - kOccludedSearchFirst) * round / (kRounds - 1.0));
    calibration::NormalEquations<3> equations{Eigen::Vector3d(1e-6, 1e-6, known).asDiagonal(), {0.0, 0.0, known * (radius - thing.radius)}};
    int seen = 0;
    const Tried tried(picture, thing, empty);
    for (std::size_t i = 0; i < kRays; ++i) {
      const Ray shown = tried.look_along(i, search);
      if (!shown.rim) continue;
      const double off = *shown.rim - thing.radius, scatter = std::max(kRimSigma, 0.5 * search);
      const double weight = calibration::huber_weight(std::abs(off), kRimHuber * scatter) / (scatter * scatter);
      equations.add({rays()[i].x, rays()[i].y, 1.0}, off, weight);
      ++seen;
    }
    if (seen < kLeastRays) return disc;
    const Eigen::Vector3d change = equations.solve();
    thing.at += cv::Point2d(std::clamp(change.x(), -search, search), std::clamp(change.y(), -search, search));
    thing.radius += std::clamp(change.z(), -search, search);
  }
  int supported = 0, spilt = 0, hidden = 0;
  const Tried tried(picture, thing, empty);
  for (std::size_t i = 0; i < kRays; ++i) {
    const Ray shown = tried.look_along(i, kOccludedSearchFirst * radius);
    hidden += shown.hidden;
    spilt += shown.spills;
    supported += shown.rim && std::abs(*shown.rim - thing.radius) <= kOnCircle * thing.radius + kOnCirclePx;
  }
  thing.support = static_cast<double>(supported) / kRays;
  thing.spill = static_cast<double>(spilt) / kRays;
  disc.hidden = static_cast<double>(hidden) / kRays;
  return disc;
}

RoundThing disc_within_square(const ColourSamples& picture, const ColourSamples& empty, const RoundThing& thing) {
  RoundThing best = thing;
  double shows = kWithinShows;
  for (double radius = thing.radius; radius > kLeastWithin * thing.radius; radius *= kWithinStep) {
    const KnownDisc known = fit_known_disc(picture, thing.at, radius, colour_inside(picture, thing.at, radius), &empty);
    if (known.thing.support <= shows || known.thing.radius > thing.radius) continue;
    shows = known.thing.support;
    best = known.thing;
    best.like_a_square = false;
  }
  return best;
}

}  // namespace vision
