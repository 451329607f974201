#include "vision/boards/shadows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "vision/boards/discs.h"

namespace vision {
namespace {

/// Ground is looked at from so far beyond a piece's rim, view pixels and share of the radius, to so far, radii, in steps of this share.
constexpr double kBesidePx = 1.5, kBeside = 0.03, kFarthest = 1.2, kPlaceStep = 0.1;
/// Directions tried, and lengths of shadows: steps of this, radii, to this.
constexpr int kDirections = 48;
constexpr double kLengthStep = 0.02, kLongest = 1.0;
constexpr int kLengths = static_cast<int>(kLongest / kLengthStep) + 1;
/// Shadows take so much of the light away, share; fainter ones drown in the grain of a board. What is darker than the darkest is no ground.
constexpr std::array kDarkness = {0.12, 0.2, 0.3, 0.4, 0.5};
constexpr double kFaintest = 0.1, kDarkest = 0.8;
/// Borders of squares, which may be lines, are looked past so far to either side, share of the radius.
constexpr double kBorder = 0.1;
/// A shadow's edge is so soft, view pixels.
constexpr double kSoftPx = 1.5;
/// Fewer pieces than this do not tell where a lamp stands.
constexpr std::size_t kFewestPieces = 4;
/// A piece's length is told when so much of the ground that the longest shadows cover is seen, share, and so many places.
constexpr double kLeastSeen = 0.35;
constexpr int kLeastPlaces = 12;

/// A place beside a piece, from its foot, radii.
struct Place {
  double x = 0.0, y = 0.0;
  double dark = 0.0;  // share of the light that is missing
  bool seen = false;  // it is ground in plain sight
};

/// 255 where squares meet in a view without pieces, which is plain but for that.
cv::Mat borders_of(const cv::Mat& empty, double radius) {
  const int wide = 2 * static_cast<int>(std::lround(std::max(1.0, kBorder * radius))) + 1;
  cv::Mat changes, any;
  cv::morphologyEx(empty, changes, cv::MORPH_GRADIENT, cv::Mat::ones(wide, wide, CV_8U));
  cv::inRange(changes, cv::Scalar::all(0.0), cv::Scalar::all(0.0), any);
  return ~any;
}

double light_of(const Colour& c) { return static_cast<double>(c.sum()); }

double outside_of(cv::Point2d from, cv::Point2d to, cv::Point2d at) {
  const cv::Point2d way = to - from, off = at - from;
  const double squared = way.dot(way), along = squared > 0.0 ? std::clamp(off.dot(way) / squared, 0.0, 1.0) : 0.0;
  return cv::norm(off - way * along);
}

/// The ground around a piece.
std::vector<Place> places_around(const BoardView& view, const cv::Mat& empty, const cv::Mat& borders, std::span<const ShadowOf> pieces,
                                 std::size_t own, double radius) {
  std::vector<Place> places;
  const double hidden = radius * (1.0 + kBeside) + kBesidePx, reach = 1.0 + kFarthest;
  std::vector<const ShadowOf*> near;
  for (const ShadowOf& piece : pieces)
    if (cv::norm(piece.foot - pieces[own].foot) < 2.0 * (reach + kLongest) * radius) near.push_back(&piece);
  for (double y = -reach; y <= reach; y += kPlaceStep)
    for (double x = -reach; x <= reach; x += kPlaceStep) {
      const double out = std::hypot(x, y);
      if (out > reach || out * radius < hidden) continue;
      const cv::Point2d at = pieces[own].foot + cv::Point2d(x, y) * radius;
      const cv::Point pixel(static_cast<int>(at.x), static_cast<int>(at.y));
      if (!cv::Rect({}, view.known.size()).contains(pixel) || view.known.at<std::uint8_t>(pixel) == 0) continue;
      const auto hides = [&](const ShadowOf* piece) { return outside_of(piece->foot, piece->top, at) < hidden; };
      Place place{.x = x, .y = y};
      if (borders.at<std::uint8_t>(pixel) == 0 && std::ranges::none_of(near, hides)) {
        const double ground = light_of(colour_at(empty, at));
        place.dark = ground > 0.0 ? 1.0 - light_of(colour_at(view.bgr, at)) / ground : 1.0;
        place.seen = std::abs(place.dark) < kDarkest;
      }
      places.push_back(place);
    }
  return places;
}

/// Sums over a piece's places for a shadow of each length in one direction: of darkness times cover, and of cover squared.
struct Sums {
  std::array<double, kLengths> dark{}, cover{};

  /// How much of what is seen a shadow of this darkness and length explains.
  [[nodiscard]] double explained(std::size_t length, double darkness) const {
    return 2.0 * darkness * dark[length] - darkness * darkness * cover[length];
  }
  [[nodiscard]] std::size_t best(double darkness) const {
    std::size_t out = 0;
    for (std::size_t i = 1; i < kLengths; ++i)
      if (explained(i, darkness) > explained(out, darkness)) out = i;
    return out;
  }
};

Sums sums_of(std::span<const Place> places, cv::Point2d towards, double soft) {
  Sums sums;
  for (const Place& place : places) {
    if (!place.seen) continue;
    // A shadow of length l covers what is nearer than a radius to the way from the foot to l.
    const double along = place.x * towards.x + place.y * towards.y, aside = std::abs(place.x * towards.y - place.y * towards.x);
    for (std::size_t i = 0; i < kLengths; ++i) {
      const double length = kLengthStep * static_cast<double>(i);
      const double beyond = along - std::clamp(along, 0.0, length);
      const double cover = std::clamp(0.5 + (1.0 - std::hypot(beyond, aside)) / soft, 0.0, 1.0);
      sums.dark[i] += cover * place.dark;
      sums.cover[i] += cover * cover;
    }
  }
  return sums;
}

/// Where the sum of the pieces' shadows explains most.
struct Lamp {
  cv::Point2d towards;
  double darkness = 0.0, explained = 0.0;
};

}  // namespace

std::vector<std::optional<double>> shadow_lengths(const BoardView& view, const cv::Mat& empty, std::span<const ShadowOf> pieces,
                                                  double radius) {
  std::vector<std::optional<double>> out(pieces.size());
  if (pieces.size() < kFewestPieces || radius <= 0.0) return out;
  const cv::Mat borders = borders_of(empty, radius);
  std::vector<std::vector<Place>> around;
  for (std::size_t i = 0; i < pieces.size(); ++i) around.push_back(places_around(view, empty, borders, pieces, i, radius));
  const double soft = kSoftPx / radius;
  Lamp lamp;
  std::vector<Sums> sums, best_sums;
  for (int k = 0; k < kDirections; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / kDirections;
    const cv::Point2d towards(std::cos(angle), std::sin(angle));
    sums.clear();
    for (const auto& places : around) sums.push_back(sums_of(places, towards, soft));
    for (const double darkness : kDarkness) {
      double explained = 0.0;
      for (const Sums& s : sums) explained += s.explained(s.best(darkness), darkness) - std::max(0.0, s.explained(0, darkness));
      if (explained > lamp.explained) lamp = {towards, darkness, explained}, best_sums = sums;
    }
  }
  if (best_sums.empty()) return out;
  double dark = 0.0, cover = 0.0;  // how dark those shadows are
  for (const Sums& s : best_sums) {
    const std::size_t length = s.best(lamp.darkness);
    dark += s.dark[length], cover += s.cover[length];
  }
  const double darkness = dark / std::max(cover, 1e-9);
  if (darkness < kFaintest) return out;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Sums& s = best_sums[i];
    const std::size_t length = s.best(darkness);
    int all = 0, seen = 0;
    for (const Place& place : around[i]) {
      const double along = place.x * lamp.towards.x + place.y * lamp.towards.y;
      const double aside = std::abs(place.x * lamp.towards.y - place.y * lamp.towards.x);
      if (std::hypot(along - std::clamp(along, 0.0, kLongest), aside) > 1.0) continue;
      ++all, seen += place.seen;
    }
    if (seen < kLeastPlaces || seen < kLeastSeen * all) continue;
    double at = static_cast<double>(length);
    if (length > 0 && length + 1 < kLengths) {  // between the steps
      const double before = s.explained(length - 1, darkness), here = s.explained(length, darkness),
                   after = s.explained(length + 1, darkness);
      const double bend = before - 2.0 * here + after;
      if (bend < 0.0) at += std::clamp(0.5 * (before - after) / bend, -0.5, 0.5);
    }
    out[i] = kLengthStep * at;
  }
  return out;
}

}  // namespace vision
