#include "vision/unmarked/dice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace vision {
namespace {

using measure::Inches, measure::TablePoint;

/// Half the side of what is looked at, inches, and its pixels an inch: finer than any camera over a table.
constexpr double kHalf = 0.85, kPerInch = 32.0;
constexpr int kSide = static_cast<int>(2.0 * kHalf * kPerInch);
/// Half the height of a die, inches: where its middle is seen.
constexpr double kMiddle = 0.3;
/// The die is looked for this near, and what else is new so far out, inches; a man's base would reach as far as the last.
constexpr double kNear = 0.4, kAbout = 0.8, kBase = 0.55;
/// Two colours are one paint in another light when they point the same way to so many radians, and two paints from so many.
constexpr float kOnePaint = 0.16F, kOtherPaint = 0.14F;
/// Grey levels: what differs by less shows nothing new; what is brighter by so much is new whatever its colour; so much a pip is brighter.
constexpr float kDiffers = 12.0F, kBrighter = 25.0F, kPip = 40.0F;
/// Dice have sides of 12 to 20 mm (0.47 to 0.79 in); one of their walls may be seen as well; the smallest usual base, of 25 mm, is larger
/// (0.76 square inches), and a painted one looks much like a die but for the corners of it. The rest was fitted on 54 dice and 1,102 men of
/// rendered worlds: all of these dice and one of the men show it. The area is in square inches; shares of the hull: what it fills of the
/// rectangle about it, what has the one colour, and what is pips; saturation as a share of the brightest channel.
constexpr double kShortest = 0.45, kLongest = 1.0, kMostAspect = 1.32, kLeastArea = 0.22, kMostArea = 0.82, kAsABase = 0.66;
constexpr double kLeastFilled = 0.78, kSquare = 0.87, kLeastOneColour = 0.64, kLeastPips = 0.03, kMostPips = 0.25, kLeastSaturated = 0.25;

/// The surroundings of a place at the height of a die's middle, kSide x kSide floats of three channels; empty where the camera does not see
/// it.
cv::Mat3f patch_of(const cv::Mat& bgr, const calibration::TableCamera& camera, const measure::Table& table, const TablePoint& at) {
  const Inches height = measure::ground_height(table.terrain, at) + Inches(kMiddle);
  std::array<cv::Point2f, 3> from;
  constexpr std::array<std::array<double, 2>, 3> kCorners{{{-kHalf, -kHalf}, {kHalf, -kHalf}, {-kHalf, kHalf}}};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto pixel = camera.image_from_table({at.x + Inches(kCorners[i][0]), at.y + Inches(kCorners[i][1])}, height);
    if (!pixel) return {};
    from[i] = cv::Point2d(pixel->u, pixel->v);
  }
  const std::array<cv::Point2f, 3> to{cv::Point2f(0, 0), cv::Point2f(kSide, 0), cv::Point2f(0, kSide)};
  cv::Mat patch;
  cv::warpAffine(bgr, patch, cv::getAffineTransform(from.data(), to.data()), {kSide, kSide}, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  patch.convertTo(patch, CV_32F);
  return patch;
}

float angle(const cv::Vec3f& a, const cv::Vec3f& b) {
  const double lengths = cv::norm(a) * cv::norm(b);
  return lengths > 0.0 ? static_cast<float>(std::acos(std::clamp(static_cast<double>(a.dot(b)) / lengths, -1.0, 1.0))) : 0.0F;
}

double inches_off(int row, int column) { return std::hypot(column - kSide / 2, row - kSide / 2) / kPerInch; }

/// Makes the empty table as bright, channel by channel, as the patch is along its edge.
void match_light(const cv::Mat3f& now, cv::Mat3f& empty) {
  constexpr int kEdge = 6;
  std::array<std::vector<float>, 3> gains;
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column) {
      if (std::min({row, column, kSide - 1 - row, kSide - 1 - column}) >= kEdge) continue;
      for (int c = 0; c < 3; ++c)
        gains[static_cast<std::size_t>(c)].push_back((now(row, column)[c] + 5.0F) / (empty(row, column)[c] + 5.0F));
    }
  cv::Scalar gain;
  for (int c = 0; c < 3; ++c) {
    auto& of = gains[static_cast<std::size_t>(c)];
    std::ranges::nth_element(of, of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2));
    gain[c] = of[of.size() / 2];
  }
  cv::multiply(empty, gain, empty);
}

/// 255 where the table shows something new that is no shadow.
cv::Mat1b what_is_new(const cv::Mat3f& now, const cv::Mat3f& empty) {
  cv::Mat1b mask(kSide, kSide, uchar{0});
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column) {
      if (inches_off(row, column) > kAbout) continue;
      const cv::Vec3f &n = now(row, column), &e = empty(row, column);
      const float differs = std::max({std::abs(n[0] - e[0]), std::abs(n[1] - e[1]), std::abs(n[2] - e[2])});
      const bool brighter = std::max({n[0], n[1], n[2]}) > std::max({e[0], e[1], e[2]}) + kBrighter;
      if (brighter || (differs > kDiffers && angle(n, e) > kOtherPaint)) mask(row, column) = 255;
    }
  return mask;
}

/// The paint that most of what is new near the middle shows; zero where hardly anything is.
cv::Vec3f commonest_paint(const cv::Mat3f& now, const cv::Mat1b& is_new) {
  constexpr std::size_t kFew = 30, kSample = 200;
  std::vector<cv::Vec3f> paints;
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column)
      if (is_new(row, column) && inches_off(row, column) < kNear) paints.push_back(cv::normalize(now(row, column)));
  if (paints.size() < kFew) return {};
  const std::size_t step = 1 + paints.size() / kSample;
  std::size_t most = 0;
  cv::Vec3f commonest;
  for (std::size_t i = 0; i < paints.size(); i += step) {
    std::size_t like = 0;
    cv::Vec3f sum;
    for (std::size_t j = 0; j < paints.size(); j += step)
      if (angle(paints[i], paints[j]) < 0.65F * kOnePaint) ++like, sum += paints[j];
    if (like > most) most = like, commonest = cv::normalize(sum);
  }
  return commonest;
}

/// The outline of the largest connected part of a mask near the middle.
std::vector<cv::Point> part_in_the_middle(const cv::Mat1b& mask) {
  std::vector<std::vector<cv::Point>> outlines;
  cv::findContours(mask, outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  std::erase_if(outlines, [](const auto& outline) {
    return std::ranges::none_of(outline, [](const cv::Point& p) { return inches_off(p.y, p.x) < kNear; });
  });
  if (outlines.empty()) return {};
  return *std::ranges::max_element(outlines, {}, [](const auto& outline) { return cv::contourArea(outline); });
}

/// What covers a die and its walls, square inches and inches; what its hull fills of the rectangle about it.
struct Extent {
  double area, longer, shorter, filled;
};
Extent extent_of(const std::vector<cv::Point>& outline, double hull_pixels) {
  const cv::RotatedRect box = cv::minAreaRect(outline);
  Extent of;
  of.longer = (std::max(box.size.width, box.size.height) + 1.0) / kPerInch;
  of.shorter = (std::min(box.size.width, box.size.height) + 1.0) / kPerInch;
  of.area = hull_pixels / (kPerInch * kPerInch);
  of.filled = of.area / (of.longer * of.shorter);
  return of;
}

bool may_be_a_die(const Extent& of) {
  return of.shorter > kShortest && of.longer < kLongest && of.longer < kMostAspect * of.shorter && of.area > kLeastArea &&
         of.area < kMostArea && of.filled > (of.area < kAsABase ? kLeastFilled : kSquare);
}

/// Is it so surely a die that its pips, white on pale, need not show?
bool is_a_plain_cube(const Extent& of, double one_colour, double elsewhere) {
  constexpr double kLeast = 0.25, kMost = 0.6, kAspect = 1.26, kFilled = 0.83, kOneColour = 0.9, kElsewhere = 0.02;
  return of.area > kLeast && of.area < kMost && of.longer < kAspect * of.shorter && of.filled > kFilled && one_colour > kOneColour &&
         elsewhere < kElsewhere;
}

}  // namespace

bool shows_a_die(const Frame& frame, const Scene& scene, const TablePoint& at) {
  const cv::Mat3f now = patch_of(frame.bgr, scene.camera, scene.table, at);
  cv::Mat3f empty = patch_of(*scene.empty, scene.empty_camera != nullptr ? *scene.empty_camera : scene.camera, scene.table, at);
  if (now.empty() || empty.empty()) return false;
  match_light(now, empty);
  const cv::Mat1b is_new = what_is_new(now, empty);
  const cv::Vec3f paint = commonest_paint(now, is_new);
  const float brightest = std::max({paint[0], paint[1], paint[2]});
  if (brightest - std::min({paint[0], paint[1], paint[2]}) <= kLeastSaturated * brightest) return false;
  cv::Mat1b of_paint = is_new.clone();
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column)
      if (angle(now(row, column), paint) > kOnePaint) of_paint(row, column) = 0;
  const std::vector<cv::Point> outline = part_in_the_middle(of_paint);
  if (outline.empty()) return false;
  std::vector<cv::Point> hull;
  cv::convexHull(outline, hull);
  cv::Mat1b inside(kSide, kSide, uchar{0});
  cv::fillConvexPoly(inside, hull, 255);
  const double pixels = cv::countNonZero(inside), painted = cv::countNonZero(inside & of_paint);
  const Extent extent = extent_of(outline, pixels);
  if (!may_be_a_die(extent) || painted < kLeastOneColour * pixels) return false;
  cv::Mat1b about(kSide, kSide, uchar{0});
  cv::circle(about, {kSide / 2, kSide / 2}, static_cast<int>(kBase * kPerInch), 255, cv::FILLED);
  const double elsewhere = cv::countNonZero(is_new & about & ~inside) / (kPerInch * kPerInch);
  if (is_a_plain_cube(extent, painted / pixels, elsewhere)) return true;
  // Pips: as bright in their dimmest channel as the paint is not.
  std::array<cv::Mat1f, 3> channels;
  cv::split(now, channels.data());
  cv::Mat1f dimmest = channels[0];
  for (const cv::Mat1f& channel : channels) dimmest = cv::min(dimmest, channel);
  const double usual = cv::mean(dimmest, inside & of_paint)[0];
  const double pips = cv::countNonZero(inside & (dimmest > usual + kPip)) / pixels;
  return pips > kLeastPips && pips < kMostPips;
}

}  // namespace vision
