#include "vision/boards/hidden_rim.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace vision {
namespace {

constexpr int kRays = 72;
/// Where a ray must be of the disc's colour for its rim to be looked for, and where the ground beyond it is seen; shares of the radius.
constexpr double kInsideFrom = 0.62, kInsideTo = 0.82, kGroundFrom = 1.18, kGroundTo = 1.36;
/// How far from the expected rim it is looked for at first and at last, share of the radius.
constexpr double kSearchFirst = 0.3, kSearchLast = 0.1;
/// Colours nearer than this are one, grey levels: noise and print. Ground nearer to the disc's colour shows no rim.
constexpr float kNoise = 4.0f, kLeastContrast = 9.0f;
/// A ray is in the disc where it is so many times nearer to the disc's colour than to the ground's; in between a figure stands.
constexpr float kInside = 0.65f;
/// How much the radius may differ from the one that is known, one sigma, share.
constexpr double kRadiusSigma = 0.03;
/// Rims further off than so many pixels (one sigma) count less and less: corners of what stands on the disc.
constexpr double kRimSigma = 0.7, kHuber = 1.5;
/// A rim lies so near to the circle: share of the radius, and pixels.
constexpr double kOnCircle = 0.06, kOnCirclePx = 1.0;
/// Fewer rays than this do not make a circle.
constexpr int kLeastRays = 18;

cv::Point2d ray(int i) { return {std::cos(2.0 * std::numbers::pi * i / kRays), std::sin(2.0 * std::numbers::pi * i / kRays)}; }

Colour mean_along(const cv::Mat& bgr, cv::Point2d from, cv::Point2d along, double begin, double end) {
  Colour sum = Colour::Zero();
  const int steps = std::max(2, static_cast<int>(std::ceil(end - begin)));
  for (int i = 0; i < steps; ++i) sum += colour_at(bgr, from + along * (begin + (end - begin) * (i + 0.5) / steps));
  return sum / static_cast<float>(steps);
}

/// What one ray shows.
struct Ray {
  bool hidden = false;        // something else stands where the disc should be
  bool spills = false;        // the disc's colour goes on outside
  std::optional<double> rim;  // how far out the colour ends
};

Colour median_of(const std::vector<Colour>& colours) {
  Colour out;
  std::vector<float> channel(colours.size());
  for (int k = 0; k < 3; ++k) {
    std::ranges::transform(colours, channel.begin(), [k](const Colour& c) { return c[k]; });
    const auto middle = channel.begin() + static_cast<long>(channel.size() / 2);
    std::ranges::nth_element(channel, middle);
    out[k] = *middle;
  }
  return out;
}

/// A disc as it is tried, and the ground it lies on.
class Tried {
 public:
  Tried(const cv::Mat& bgr, const RoundThing& thing) : bgr_(bgr), thing_(thing), unlike_(thing.colour) {
    for (int i = 0; i < kRays; ++i)
      grounds_.push_back(mean_along(bgr, thing.at, ray(i), kGroundFrom * thing.radius, kGroundTo * thing.radius));
    common_ = median_of(grounds_);
    common_shows_ = unlike_(common_) >= kLeastContrast;
  }

  [[nodiscard]] Ray look_along(int i, double search) const {
    Ray out;
    const Colour& ground = grounds_[static_cast<std::size_t>(i)];
    if (unlike_(ground) < kLeastContrast) {
      out.spills = true;
      return out;
    }
    const double radius = thing_.radius;
    const Colour inside = mean_along(bgr_, thing_.at, ray(i), kInsideFrom * radius, kInsideTo * radius);
    if (likeness(inside, ground) < kInside) {
      out.hidden = true;
      return out;
    }
    constexpr double kStep = 0.5;
    const double least = std::max(kInsideTo * radius, radius - search), most = std::min(kGroundFrom * radius, radius + search);
    float before = likeness(colour_at(bgr_, thing_.at + ray(i) * least), ground);
    for (double t = least + kStep; t <= most + kStep; t += kStep) {
      const float here = likeness(colour_at(bgr_, thing_.at + ray(i) * t), ground);
      if (before >= 0.5f && here < 0.5f) out.rim = t - kStep * (0.5 - here) / (before - here);  // the outermost end of the colour
      before = here;
    }
    return out;
  }

 private:
  /// 1 in the disc's colour, 0 in that of the ground: of what lies beyond this place of the rim, or of most of it. Between a rim and a
  /// line beside it there is ground, too.
  [[nodiscard]] float likeness(const Colour& c, const Colour& ground) const {
    float to_ground = Unlikeness(ground)(c);
    if (common_shows_) to_ground = std::min(to_ground, Unlikeness(common_)(c));
    return (kNoise + to_ground) / (2.0f * kNoise + unlike_(c) + to_ground);
  }

  const cv::Mat& bgr_;
  const RoundThing& thing_;
  std::vector<Colour> grounds_;  // beyond the rim, ray by ray
  Unlikeness unlike_;            // to the disc
  Colour common_;
  bool common_shows_ = false;  // against the disc
};

}  // namespace

KnownDisc fit_known_disc(const cv::Mat& bgr, cv::Point2d at, double radius, const Colour& colour) {
  KnownDisc disc{.thing = {.at = at, .radius = radius, .colour = colour}};
  RoundThing& thing = disc.thing;
  constexpr int kRounds = 6;
  const double known = 1.0 / (kRadiusSigma * kRadiusSigma * radius * radius);
  for (int round = 0; round < kRounds; ++round) {
    const double search = radius * (kSearchFirst + (kSearchLast - kSearchFirst) * round / (kRounds - 1.0));
    Eigen::Matrix3d information = Eigen::Vector3d(1e-6, 1e-6, known).asDiagonal();
    Eigen::Vector3d right(0.0, 0.0, known * (radius - thing.radius));
    int seen = 0;
    const Tried tried(bgr, thing);
    for (int i = 0; i < kRays; ++i) {
      const Ray shown = tried.look_along(i, search);
      if (!shown.rim) continue;
      const double off = *shown.rim - thing.radius, scatter = std::max(kRimSigma, 0.5 * search);
      const double weight = std::min(1.0, kHuber * scatter / std::max(1e-6, std::abs(off))) / (scatter * scatter);
      const Eigen::Vector3d slope(ray(i).x, ray(i).y, 1.0);
      information += weight * slope * slope.transpose();
      right += weight * off * slope;
      ++seen;
    }
    if (seen < kLeastRays) return disc;
    const Eigen::Vector3d change = information.ldlt().solve(right);
    thing.at += cv::Point2d(std::clamp(change.x(), -search, search), std::clamp(change.y(), -search, search));
    thing.radius += std::clamp(change.z(), -search, search);
  }
  int supported = 0, spilt = 0, hidden = 0;
  const Tried tried(bgr, thing);
  for (int i = 0; i < kRays; ++i) {
    const Ray shown = tried.look_along(i, kSearchFirst * radius);
    hidden += shown.hidden;
    spilt += shown.spills;
    supported += shown.rim && std::abs(*shown.rim - thing.radius) <= kOnCircle * thing.radius + kOnCirclePx;
  }
  thing.support = static_cast<double>(supported) / kRays;
  thing.spill = static_cast<double>(spilt) / kRays;
  disc.hidden = static_cast<double>(hidden) / kRays;
  return disc;
}

}  // namespace vision
