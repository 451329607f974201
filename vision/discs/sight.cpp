#include "vision/discs/sight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <span>

#include "vision/discs/facing.h"
#include "vision/discs/samples.h"

namespace vision {
namespace {

using measure::Inches, measure::TablePoint, std::numbers::pi;

/// Map beyond the edge of the surface: room for figures that lean outward, inches.
constexpr double kPad = 2.0;
/// The rings between figure and rim keep clear of what lies beyond, whose colour reaches so many pixels in: a picture's file has one colour
/// for every two by two pixels, and the lens adds its own. A small base's rings lie farther in for that, down to a least share for the
/// outermost, and these shares apart.
constexpr double kColourReach = 2.0, kLeastOutermost = 0.7, kRingStep = 0.07;
/// Directions nearer to the front than this show the wedge or its edge, radians.
constexpr double kBesideWedge = 40.0 * pi / 180.0;
/// Log-odds below which the network denies a base, and how little what it holds unlikely counts beside what it holds likely.
constexpr double kDenied = -12.0, kUnlikely = 1e-3;
/// As far as the network sees from any place, inches; the share of the map from which all of it is looked at.
constexpr double kContext = 5.0, kMostInParts = 0.6;
/// So far out lies what a base stands on, as a share of the way to the rim.
constexpr double kGroundAt = 1.3;
/// Samples from the middle of a base to its rim.
constexpr int kSamplesOut = 8;
/// So many colours of a ring are told.
constexpr std::size_t kMostShown = 3;
/// Colours of one print differ by so much: grey levels, and share of the colour.
constexpr float kOnePrint = 8.0F, kOnePrintShare = 0.12F;

bool alike(const Colour& a, const Colour& b) { return (a - b).norm() < kOnePrint + kOnePrintShare * a.norm(); }

/// The colour that most of some samples have: the mean of those alike to the one with the most alike. Takes them out.
std::pair<Colour, std::size_t> take_commonest(std::vector<Colour>& samples) {
  const auto count = static_cast<Eigen::Index>(samples.size());
  Eigen::ArrayX3f all(count, 3);  // the channels one by one: all samples are compared with one at once
  for (Eigen::Index i = 0; i < count; ++i) all.row(i) = samples[static_cast<std::size_t>(i)].transpose();
  const auto like = [&](const Colour& one) {
    const float most = kOnePrint + kOnePrintShare * one.norm();
    return ((all.col(0) - one[0]).square() + (all.col(1) - one[1]).square() + (all.col(2) - one[2]).square() < most * most).count();
  };
  std::vector<Eigen::Index> alike_to_it;
  std::ranges::transform(samples, std::back_inserter(alike_to_it), like);
  const Colour best = samples[static_cast<std::size_t>(std::ranges::max_element(alike_to_it) - alike_to_it.begin())];
  Colour sum = Colour::Zero();
  const std::size_t taken = std::erase_if(samples, [&](const Colour& other) {
    if (!alike(best, other)) return false;
    sum += other;
    return true;
  });
  return {sum / static_cast<float>(taken), taken};
}

/// What lies between the middle of a base and its rim, at its front, and beyond it.
struct Ring {
  std::vector<Colour> print, front;
  Colour table = Colour::Zero();
};

/// Where the ring lies in one direction, shares of the way to the rim, which is so many pixels long.
std::array<double, 3> ring_shares(double pixels) {
  const double outermost = std::max(kLeastOutermost, std::min(kRings[2], 1.0 - kColourReach / pixels));
  return {std::min(kRings[0], outermost - 2.0 * kRingStep), std::min(kRings[1], outermost - kRingStep), outermost};
}

Ring ring_of(const DiscPicture& picture, const DiscView& view, const DiscBase& base) {
  Ring ring;
  const Eigen::Vector2d middle = view.top(0.0, 0.0);
  std::vector<Colour> beyond;
  for (int i = 0; i < kBearings; ++i) {
    const double off = std::remainder(2.0 * pi * i / kBearings, 2.0 * pi);
    const double rim = rim_distance(base, off);
    for (const double share : ring_shares((view.top(rim * std::cos(off), rim * std::sin(off)) - middle).norm())) {
      const double out = share * rim;
      const Colour c = colour_at(picture.bgr, view.top(out * std::cos(off), out * std::sin(off)));
      if (std::abs(off) > kBesideWedge) ring.print.push_back(c);
      if (std::abs(off) < 0.5 * kWedgeHalfAngle) ring.front.push_back(c);
    }
    const double out = kGroundAt * rim;
    beyond.push_back(colour_at(picture.bgr, view.top(out * std::cos(off), out * std::sin(off))));
  }
  ring.table = take_commonest(beyond).first;
  return ring;
}

/// What the ring of a base shows: its print, and its paint as a share of the white of its wedge.
void take_colours(const DiscPicture& picture, double ground, const Colour& white, SeenDisc& seen) {
  const auto view = DiscView::at(picture.camera, ground, seen.base, seen.pose);
  if (!view) return;
  Ring ring = ring_of(picture, *view, seen.base);
  // The brightest of the wedge: what stands on it and its edges are darker.
  std::ranges::sort(ring.front, std::greater{}, [](const Colour& c) { return c.minCoeff(); });
  Colour brightest = Colour::Zero();
  const std::size_t some = std::max<std::size_t>(1, ring.front.size() / 4);
  for (std::size_t i = 0; i < some; ++i) brightest += ring.front[i] / static_cast<float>(some);
  constexpr float kAsWhite = 0.4F;  // of white in full light: darker is no white but what hides it
  const bool shows_white = brightest.minCoeff() > kAsWhite * white.minCoeff();
  const float places = static_cast<float>(ring.print.size());
  while (seen.shows.size() < kMostShown && !ring.print.empty()) {
    const auto [print, count] = take_commonest(ring.print);
    const float share = static_cast<float>(count) / places;
    seen.shows.push_back({print, print.cwiseQuotient(shows_white ? brightest : white), alike(print, ring.table) ? 0.5F * share : share});
  }
}

double narrowest_of(std::span<const measure::Base> bases) {
  double narrowest = std::numeric_limits<double>::infinity();
  for (const measure::Base& base : bases) narrowest = std::min(narrowest, measure::breadth(base.shape).value);
  return narrowest;
}

/// Rectangles that lie in each other, as one.
std::vector<cv::Rect> joined(std::vector<cv::Rect> parts) {
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < parts.size() && !again; ++i)
      for (std::size_t j = i + 1; j < parts.size() && !again; ++j) {
        if ((parts[i] & parts[j]).empty()) continue;
        parts[i] |= parts[j];
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(j));
        again = true;
      }
  }
  return parts;
}

}  // namespace

DiscSight::DiscSight(const BaseNet& net, const DiscPicture& picture, const Scene& scene, std::span<const measure::Base> kinds,
                     const Colour& white)
    : net_(net),
      picture_(picture),
      scene_(scene),
      kinds_of_(kinds.begin(), kinds.end()),
      white_(white),
      map_(scene.table, kinds.front().height, Inches(kPad), BaseNet::per_inch(narrowest_of(kinds))) {
  for (const measure::Base& base : kinds) {
    double men = 0.0;
    for (const measure::PieceSpec& piece : scene.pieces) men += piece.marker == measure::MarkerType::Disc && piece.base == base;
    kinds_.push_back({base.shape, std::max(1.0, men)});
  }
}

void DiscSight::look(const Region& region) {
  bases_.clear();
  lies_ = cv::Mat((map_.size() + cv::Size(1, 1)) / BaseMaps::kStride, CV_32F, cv::Scalar(kDenied));
  const cv::Rect whole({0, 0}, map_.size());
  if (!region) return look_at(whole);
  std::vector<cv::Rect> parts;
  for (const cv::Rect& rectangle : *region) {
    // On the grid that the network lays over the whole map, so that it sees the same.
    const cv::Rect part = map_.part_that_shows(rectangle, scene_.camera, Inches(kContext), BaseNet::kMultiple);
    if (!part.empty()) parts.push_back(part);
  }
  parts = joined(std::move(parts));
  double area = 0.0;
  for (const cv::Rect& part : parts) area += part.area();
  if (area > kMostInParts * whole.area()) return look_at(whole);
  for (const cv::Rect& part : parts) look_at(part);
}

void DiscSight::look_at(const cv::Rect& part) {
  const double inch = map_.per_inch();
  const cv::Mat now = map_.resample(picture_.bgr, scene_.camera, part);
  cv::Mat empty;
  if (scene_.empty != nullptr && !scene_.empty->empty())
    empty = map_.resample(*scene_.empty, scene_.empty_camera != nullptr ? *scene_.empty_camera : scene_.camera, part);
  const BaseMaps maps = net_.see({.now = now,
                                  .empty = empty,
                                  .nadir = map_.pixel(scene_.camera.nadir()) - cv::Point2d(part.tl()),
                                  .height = scene_.camera.height().value * inch});
  maps.base.copyTo(lies_(cv::Rect({part.x / BaseMaps::kStride, part.y / BaseMaps::kStride}, maps.base.size())));
  const bool some_unmarked =
      std::ranges::any_of(scene_.pieces, [](const measure::PieceSpec& piece) { return piece.marker == measure::MarkerType::None; });
  const std::vector<BaseHypothesis> hypotheses =
      hypotheses_in(maps, BaseNet::For::Discs, kinds_, some_unmarked ? kDiscAmongUnmarked : kDiscEvidence, inch);
  // What it holds unlikely is told as well, where nothing likelier stands: a rim may show there.
  std::vector<BaseHypothesis> weighed = hypotheses;
  for (BaseHypothesis& h : weighed)
    if (h.evidence <= 0.0) h.evidence = kUnlikely * (h.evidence - kDenied);
  for (const BaseHypothesis& h : best_set(std::move(weighed), kinds_, inch)) {
    const auto same = [&](const BaseHypothesis& other) { return other.peak == h.peak && other.kind == h.kind; };
    bases_.push_back(seen_as(h, part, std::ranges::find_if(hypotheses, same)->evidence));
  }
}

double DiscSight::share_on_bases(const DiscBase& base, const DiscPose& pose) const {
  double sum = 0.0;
  int places = 0;
  for (int i = -kSamplesOut; i <= kSamplesOut; ++i)
    for (int j = -kSamplesOut; j <= kSamplesOut; ++j) {
      if (i * i + j * j > kSamplesOut * kSamplesOut) continue;
      const double ahead = base.half_length * i / kSamplesOut, aside = base.half_width * j / kSamplesOut;
      const double c = std::cos(pose.theta), s = std::sin(pose.theta);
      const cv::Point2d pixel = map_.pixel({Inches(pose.x + ahead * c - aside * s), Inches(pose.y + ahead * s + aside * c)});
      const cv::Point place(static_cast<int>(pixel.x / BaseMaps::kStride), static_cast<int>(pixel.y / BaseMaps::kStride));
      ++places;
      if (cv::Rect({0, 0}, lies_.size()).contains(place)) sum += 1.0 / (1.0 + std::exp(-lies_.at<float>(place)));
    }
  return sum / places;
}

SeenDisc DiscSight::seen_as(const BaseHypothesis& found, const cv::Rect& part, double evidence) const {
  const measure::Base& base = kinds_of_[found.kind];
  const DiscBase disc = disc_base(base).value_or(DiscBase{});
  TablePoint at = map_.table_point(found.at + cv::Point2d(part.tl()));
  const Inches ground = measure::ground_height(scene_.table.terrain, at);
  if (const auto pixel = scene_.camera.image_from_table(at, ground + kinds_of_.front().height))
    at = scene_.camera.table_from_image(*pixel, ground + base.height).value_or(at);
  SeenDisc seen;
  seen.base = disc;
  const double front = std::atan2(found.front.y, found.front.x), axis = found.heading;
  const bool along = std::cos(axis - front) > 0.0;
  seen.pose = {at.x.value, at.y.value, disc.round() ? front : std::remainder(along ? axis : axis + pi, 2.0 * pi)};
  seen.spread = std::sqrt(0.5 * (cv::trace(found.noise) + cv::trace(found.common))) / map_.per_inch();
  seen.sure_of_front = cv::norm(found.front);
  seen.evidence = evidence;
  take_colours(picture_, ground.value, white_, seen);
  return seen;
}

}  // namespace vision
