#include "vision/boards/solids.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "measure/robust.h"

namespace vision {
namespace {

/// Around a hull its colour must end: it is looked at there so far beyond the hull, shares of the radius.
constexpr double kBeyondFrom = 0.12, kBeyondTo = 0.3;
/// What is found already hides so much around its hull, share of the radius: soft edges and shadows.
constexpr double kEdge = 0.08;
/// Of a hull so much must be in sight, and of that so much in the side's colour; beyond it, so much at most.
constexpr double kInSight = 0.5, kCovered = 0.85, kLeaks = 0.35;
/// Fewer pixels of a side's colour than this share of a foot's are not looked at.
constexpr double kLeastArea = 0.35;
/// Places are tried in steps of the first share of the radius, around the best again in steps of the second; hulls are looked at in steps
/// of the third.
constexpr double kCoarseStep = 0.25, kFineStep = 0.08, kLookStep = 0.12;
/// Heights tried, against that of a man: his own, and those of stacks, whose lower man's edge hides some of the wall that tells a height.
constexpr std::array kHeights = {1.0, 1.8, 2.1, 2.4};
/// Two men are so high, against one; who is so much higher than a man is two.
constexpr double kTwoMen = 2.1;
constexpr double kStack = 1.5;
/// The middle of a top lies so near to the hull that it ends, share of the radius: how high men are is known to a fourth.
constexpr double kNearTop = 0.5;
/// How well a hull places a foot, one sigma, share of the radius.
constexpr double kPlaceSigma = 0.15;
/// What is thinner than twice this share of the radius is a line of the print.
constexpr double kLine = 0.2;
/// Nobody is as high as this share of the camera's height.
constexpr double kHighestPiece = 0.5;
/// So many men are not missed in one picture: then it is a sheet of paper or a cloth, and none of them is a man.
constexpr int kMostSolids = 12;

/// A pixel is of a side's colour when it is no farther off than this many times what most (share) of its men's pixels are, which are looked
/// at so far out, share of the radius. Less loses walls in the shade, more takes a lamp's mirror for men.
constexpr float kTimesUsual = 1.5f;
constexpr double kUsual = 0.9, kWithin = 0.8;

constexpr std::uint16_t kNobody = 0, kSomebodyElse = 0xffff;

}  // namespace

double Hull::outside(cv::Point2d at) const {
  const cv::Point2d axis = top - foot, from_foot = at - foot;
  const double squared = axis.dot(axis);
  const double along = squared > 0.0 ? std::clamp(from_foot.dot(axis) / squared, 0.0, 1.0) : 0.0;
  return cv::norm(from_foot - axis * along) - (radius + (top_radius - radius) * along);
}

cv::Rect2d Hull::box(double around) const {
  const double r = top_radius + around;
  return {cv::Point2d(std::min(foot.x, top.x) - r, std::min(foot.y, top.y) - r),
          cv::Point2d(std::max(foot.x, top.x) + r, std::max(foot.y, top.y) + r)};
}

Hull hull_of(const BoardView& view, cv::Point2d foot, double radius, measure::Inches height) {
  const double growth = view.growth(height);
  return {
      .foot = foot, .top = foot + (foot - view.foot) * growth, .radius = radius, .top_radius = radius * (1.0 + growth), .height = height};
}

void doubt_tops(const BoardView& view, const measure::Board& board, std::span<const SidedDisc> discs, std::span<StandingDisc> standing) {
  const auto stack_on = [&](std::size_t i) {
    const double growth = view.growth(standing[i].height), man = standing[i].height.value / (standing[i].stacked ? kTwoMen : 1.0);
    const measure::Inches high(std::min(kHeights.back() * man, kHighestPiece * view.camera_height));
    return hull_of(view, standing[i].foot, discs[i].thing.radius / (1.0 + growth), high);
  };
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const auto on = measure::read_square(board, view.to_board(standing[i].foot), measure::Inches(0.0)).at;
    const measure::BoardSquare* square = on ? measure::find_square(board, *on) : nullptr;
    if (!square || square->playable) continue;
    for (std::size_t j = 0; j < discs.size(); ++j) {
      if (i == j || discs[i].side != discs[j].side || stack_on(j).outside(discs[i].thing.at) >= kNearTop * discs[i].thing.radius) continue;
      if (cv::norm(standing[i].foot - view.foot) < cv::norm(standing[j].foot - view.foot)) continue;
      standing[i].may_be_a_top = true;
      standing[j].evidence = 0.0;
    }
  }
}

Solids::Solids(const BoardView& view, const cv::Mat& empty, const measure::Board& board, std::span<const SidedDisc> discs,
               std::span<const StandingDisc> standing)
    : view_(view), board_(board), discs_(discs), standing_(standing) {
  std::vector<double> radii, heights;
  std::array<std::vector<Colour>, 2> colours;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    radii.push_back(discs[i].thing.radius / (1.0 + view.growth(standing[i].height)));
    if (!standing[i].stacked) heights.push_back(standing[i].height.value);
    colours[discs[i].side].push_back(discs[i].thing.colour);
  }
  if (heights.empty()) return;
  radius_ = measure::median_in_place(radii);
  man_ = measure::median_in_place(heights);
  tell_pixels(empty, board, colours);
  owner_ = cv::Mat(shown_.size(), CV_16UC1, cv::Scalar(kNobody));
  cv::Mat unknown;
  cv::dilate(view.known == 0, unknown, cv::Mat::ones(7, 7, CV_8U));  // blurring mixes what lies beyond the picture in
  owner_.setTo(kSomebodyElse, unknown);
  for (std::size_t i = 0; i < discs.size(); ++i)
    take(hull_of(standing[i].foot, standing[i].height.value), static_cast<std::uint16_t>(i + 1));
}

double Solids::support(std::size_t disc) const {
  if (radius_ <= 0.0) return 0.0;
  return cover_of(hull(disc), discs_[disc].side, static_cast<std::uint16_t>(disc + 1)).support();
}

std::vector<Solid> Solids::find(std::span<const std::size_t> without) {
  std::vector<Solid> found;
  if (radius_ <= 0.0) return found;
  for (const std::size_t disc : without) owner_.setTo(kNobody, owner_ == static_cast<int>(disc + 1));
  for (std::size_t side = 0; side < 2; ++side) {
    if (!colour_[side]) continue;
    cv::Mat free = (shown_ == static_cast<int>(side + 1)) & (owner_ == kNobody), parts, stats, middles;
    const int line = 2 * static_cast<int>(kLine * radius_) + 1;
    cv::morphologyEx(free, free, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_ELLIPSE, {line, line}));
    const int count = cv::connectedComponentsWithStats(free, parts, stats, middles, 4);
    for (int part = 1; part < count; ++part) {
      const int* stat = stats.ptr<int>(part);
      const cv::Rect box(stat[cv::CC_STAT_LEFT], stat[cv::CC_STAT_TOP], stat[cv::CC_STAT_WIDTH], stat[cv::CC_STAT_HEIGHT]);
      if (stat[cv::CC_STAT_AREA] < kLeastArea * CV_PI * radius_ * radius_) continue;
      while (const auto hull = best_in(box, side)) {
        const double variance = std::pow(kPlaceSigma * radius_, 2.0);
        found.push_back({{{.at = hull->top, .radius = hull->top_radius, .colour = *colour_[side]}, side},
                         {.foot = hull->foot,
                          .noise = {variance, 0.0, variance},
                          .height = hull->height,
                          .stacked = hull->height.value > kStack * man_},
                         *hull});
        take(*hull, kSomebodyElse);
        if (std::ssize(found) == kMostSolids) return {};
      }
    }
  }
  return found;
}

Hull Solids::hull_of(cv::Point2d foot, double height) const { return vision::hull_of(view_, foot, radius_, measure::Inches(height)); }

/// What each pixel on the board and close around it shows.
void Solids::tell_pixels(const cv::Mat& empty, const measure::Board& board, std::array<std::vector<Colour>, 2>& colours) {
  for (std::size_t side = 0; side < 2; ++side)
    if (!colours[side].empty()) colour_[side] = median_colour(colours[side]);
  shown_ = cv::Mat(view_.bgr.size(), CV_8UC1, cv::Scalar(0));
  cv::Mat smooth;
  cv::GaussianBlur(view_.bgr, smooth, {}, 1.0);
  const auto level = [](const cv::Vec3b& pixel) { return Colour(pixel[0], pixel[1], pixel[2]); };
  std::array<std::vector<float>, 2> usual;
  for (const SidedDisc& disc : discs_)
    for (const cv::Point2d& ray : rays())
      for (const double out : {0.25 * kWithin, 0.5 * kWithin, 0.75 * kWithin, kWithin})
        usual[disc.side].push_back(
            off_piece_shades(colour_at(smooth, disc.thing.at + ray * (out * disc.thing.radius)), *colour_[disc.side]));
  std::array<float, 2> most{};
  for (std::size_t side = 0; side < 2; ++side)
    if (colour_[side]) most[side] = kRimNoise + kTimesUsual * measure::quantile(std::move(usual[side]), kUsual);
  const cv::Point2d around(2.0 * radius_, 2.0 * radius_);
  const cv::Point2d first = view_.from_board({measure::Inches(0.0), measure::Inches(0.0)}) - around,
                    last = view_.from_board({board.length, board.width}) + around;
  const cv::Rect part = cv::Rect(cv::Point(first), cv::Point(last)) & cv::Rect({}, shown_.size());
  for (int y = part.y; y < part.y + part.height; ++y)
    for (int x = part.x; x < part.x + part.width; ++x) {
      const Colour here = level(smooth.at<cv::Vec3b>(y, x));
      float least = off_ground_shades(here, level(empty.at<cv::Vec3b>(y, x)));
      for (std::size_t side = 0; side < 2; ++side) {
        if (!colour_[side]) continue;
        const float off = kRimNoise + off_piece_shades(here, *colour_[side]);
        if (off < least && off < most[side]) least = off, shown_.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(side + 1);
      }
    }
}

void Solids::take(const Hull& hull, std::uint16_t owner) {
  const double edge = kEdge * radius_;
  const cv::Rect box = cv::Rect(hull.box(edge)) & cv::Rect({}, owner_.size());
  for (int y = box.y; y < box.y + box.height; ++y)
    for (int x = box.x; x < box.x + box.width; ++x)
      if (hull.outside(cv::Point2d(x, y)) < edge) owner_.at<std::uint16_t>(y, x) = owner;
}

/// The hull that explains most of its side's pixels, in a part of the view.
std::optional<Hull> Solids::best_in(const cv::Rect& part, std::size_t side) const {
  std::optional<Hull> best;
  double most = 0.0;
  const auto look = [&](cv::Rect2d places, double height, double step) {
    for (double y = places.y; y < places.y + places.height; y += step)
      for (double x = places.x; x < places.x + places.width; x += step) {
        const Hull hull = hull_of({x, y}, height);
        if (!measure::read_square(board_, view_.to_board(hull.foot), measure::Inches(0.0)).at) continue;
        const Cover cover = cover_of(hull, side, kNobody);
        if (cover.in_sight < kInSight || cover.covered < kCovered || cover.leaks > kLeaks) continue;
        if (cover.explained > most) most = cover.explained, best = hull;
      }
  };
  const cv::Point2d middle(part.x + 0.5 * part.width, part.y + 0.5 * part.height);
  double of_best = 0.0;
  for (const double times : kHeights) {
    const double height = times * man_, before = most;
    if (height > kHighestPiece * view_.camera_height) continue;
    const double lean = cv::norm(middle - view_.foot) * view_.growth(measure::Inches(height));
    look({part.x - lean, part.y - lean, part.width + 2.0 * lean, part.height + 2.0 * lean}, height, std::max(1.0, kCoarseStep * radius_));
    if (most > before) of_best = height;
  }
  if (!best) return best;
  const double near = kCoarseStep * radius_;
  look({best->foot.x - near, best->foot.y - near, 2.0 * near, 2.0 * near}, of_best, std::max(0.5, kFineStep * radius_));
  return best;
}

/// `owner`: whose pixels count as in sight, besides nobody's.
Solids::Cover Solids::cover_of(const Hull& hull, std::size_t side, std::uint16_t owner) const {
  int inside = 0, seen = 0, covered = 0, beyond = 0, leaks = 0;
  const double step = std::max(1.0, kLookStep * radius_);
  const cv::Rect2d box = hull.box(kBeyondTo * radius_);
  const cv::Rect all({}, shown_.size());
  for (double y = box.y; y < box.y + box.height; y += step)
    for (double x = box.x; x < box.x + box.width; x += step) {
      const double outside = hull.outside({x, y}) / radius_;
      if (outside > kBeyondTo || (outside > 0.0 && outside < kBeyondFrom)) continue;
      const cv::Point at(cvRound(x), cvRound(y));
      const std::uint16_t whose = all.contains(at) ? owner_.at<std::uint16_t>(at) : kSomebodyElse;
      const bool in_sight = whose == kNobody || whose == owner, own = in_sight && shown_.at<std::uint8_t>(at) == side + 1;
      if (outside <= 0.0)
        ++inside, seen += in_sight, covered += own;
      else
        beyond += in_sight, leaks += own;
    }
  const auto share = [](int part, int of) { return static_cast<double>(part) / std::max(1, of); };
  return {share(seen, inside), share(covered, seen), share(leaks, beyond), static_cast<double>(2 * covered - seen - leaks)};
}

}  // namespace vision
