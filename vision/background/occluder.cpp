#include "vision/background/occluder.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "measure/robust.h"

namespace vision {
namespace {

/// The comparison runs on pictures this many times smaller: a hand is still tens of pixels wide.
constexpr int kShrink = 6;
/// Side of a window in shrunk pixels: wide enough for texture, narrower than a finger is long.
constexpr int kWindow = 5;
/// Natural logarithm by which a colour channel must change against the others: chroma survives any change of brightness.
constexpr double kColourShift = 0.22;
/// Beside such a change a smaller one belongs to it: an overexposed hand is hardly redder than sand. As many times what most of the table
/// shows (a lamp that was put on shifts colours here more than there), but not less than the smallest: shade is bluer than light. Less lets
/// a hand's patch grow into the lamp's light, more breaks the arm off its hand. So does what became as much brighter: a wrist over sand may
/// have the sand's colour. What became darker may lie in the shade.
constexpr double kShiftOverUsual = 5.0, kSmallestShift = 0.08;
/// "Most of the table" is this share of it.
constexpr double kMost = 0.9;
/// Texture of the background counts when it is this many times the noise ...
constexpr double kTextureNoises = 3.0;
/// ... and is another one when it correlates less than this.
constexpr double kTextureLost = 0.35;
/// A hand over the table covers at least this many square inches of it; less is a shadow's rim or a fallen hat.
constexpr double kHandArea = 3.0;
/// Inches from the table's edge inwards where an intruder's area does not count, and outwards from where it comes: a mug at the edge leans
/// over it, a tape measure lies across it, an arm goes on to the end of the picture.
constexpr double kEdgeBand = 1.5, kFromOutside = 1.0;
/// What stands out from what lies about it, so many shrunk pixels wide, less than this many times as much as it did has gone. More lets an
/// arm across a wood pass for the table, less keeps a game that began under a hand waiting.
constexpr double kAsMuchAsBefore = 0.5;
constexpr int kAbout = 5;
/// Points along each side of the table's outline in the picture: the lens bends it.
constexpr int kOutlinePoints = 12;
/// Points on the rim of a base when it is drawn.
constexpr int kRimPoints = 12;

cv::Point rounded(const calibration::ImagePoint& p) { return {static_cast<int>(std::lround(p.u)), static_cast<int>(std::lround(p.v))}; }

/// The table's outline in the picture, drawn in by `inset`.
std::vector<cv::Point> outline(const calibration::TableCamera& camera, const measure::Table& table, double inset) {
  const double x0 = inset, y0 = inset, x1 = table.length.value - inset, y1 = table.width.value - inset;
  const std::array<std::array<double, 2>, 5> corners{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}};
  std::vector<cv::Point> points;
  for (std::size_t side = 0; side < 4; ++side)
    for (int k = 0; k < kOutlinePoints; ++k) {
      const double t = static_cast<double>(k) / kOutlinePoints;
      const measure::TablePoint p{measure::Inches(corners[side][0] + t * (corners[side + 1][0] - corners[side][0])),
                                  measure::Inches(corners[side][1] + t * (corners[side + 1][1] - corners[side][1]))};
      if (const auto pixel = camera.image_from_table(p, measure::Inches(0.0))) points.push_back(rounded(*pixel));
    }
  return points;
}

cv::Mat filled(cv::Size size, const std::vector<cv::Point>& polygon) {
  cv::Mat mask = cv::Mat::zeros(size, CV_8U);
  if (polygon.size() > 2) cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{polygon}, 255);
  return mask;
}

cv::Mat shrunk(const cv::Mat& picture, int interpolation) {
  cv::Mat out;
  cv::resize(picture, out, {picture.cols / kShrink, picture.rows / kShrink}, 0, 0, interpolation);
  return out;
}

/// Of the masked values.
double quantile_of(const cv::Mat& values, const cv::Mat& mask, double share) {
  std::vector<float> kept;
  for (int r = 0; r < values.rows; ++r)
    for (int c = 0; c < values.cols; ++c)
      if (mask.at<std::uint8_t>(r, c)) kept.push_back(values.at<float>(r, c));
  return measure::quantile(std::move(kept), share);
}

/// How the light that comes back changed against what is common to the picture, natural logarithms.
struct Change {
  cv::Mat colour;    // largest minus smallest gain of the channels
  cv::Mat brighter;  // their mean gain
};

Change change_of(const cv::Mat& now, const cv::Mat& before, const cv::Mat& valid) {
  std::vector<cv::Mat> a, b;
  cv::Mat mean_now, mean_before, least, most, sum;
  cv::blur(now, mean_now, {kWindow, kWindow});
  cv::blur(before, mean_before, {kWindow, kWindow});
  cv::split(mean_now, a);
  cv::split(mean_before, b);
  for (std::size_t c = 0; c < 3; ++c) {
    cv::Mat gain;
    cv::log((a[c] + 4.0) / (b[c] + 4.0), gain);  // 4 grey levels: black noise has no colour
    gain -= quantile_of(gain, valid, 0.5);
    least = c == 0 ? gain.clone() : cv::Mat(cv::min(least, gain));
    most = c == 0 ? gain.clone() : cv::Mat(cv::max(most, gain));
    sum = c == 0 ? gain.clone() : cv::Mat(sum + gain);
  }
  return {.colour = most - least, .brighter = sum / 3.0};
}

/// The parts of `weak` in which something of `strong` lies.
cv::Mat grown_into(const cv::Mat& strong, const cv::Mat& weak) {
  cv::Mat seeds, labels;
  cv::morphologyEx(strong, seeds, cv::MORPH_OPEN, cv::Mat::ones(3, 3, CV_8U));  // a single pixel is noise
  std::vector<std::uint8_t> kept(static_cast<std::size_t>(cv::connectedComponents(weak, labels, 8)), 0);
  for (int r = 0; r < labels.rows; ++r)
    for (int c = 0; c < labels.cols; ++c)
      if (seeds.at<std::uint8_t>(r, c)) kept[labels.at<int>(r, c)] = 255;
  cv::Mat out = strong.clone();
  for (int r = 0; r < labels.rows; ++r)
    for (int c = 0; c < labels.cols; ++c)
      if (labels.at<int>(r, c) != 0) out.at<std::uint8_t>(r, c) |= kept[labels.at<int>(r, c)];
  return out;
}

/// 255 where the background has a texture and the picture does not show it.
cv::Mat texture_lost(const cv::Mat& now, const cv::Mat& before, double noise) {
  cv::Mat a, b, ma, mb, aa, bb, ab;
  cv::cvtColor(now, a, cv::COLOR_BGR2GRAY);
  cv::cvtColor(before, b, cv::COLOR_BGR2GRAY);
  const cv::Size window(kWindow, kWindow);
  cv::blur(a, ma, window);
  cv::blur(b, mb, window);
  cv::blur(a.mul(a), aa, window);
  cv::blur(b.mul(b), bb, window);
  cv::blur(a.mul(b), ab, window);
  const cv::Mat va = aa - ma.mul(ma), vb = bb - mb.mul(mb), covariance = ab - ma.mul(mb);
  cv::Mat scale, out = cv::Mat::zeros(a.size(), CV_8U);
  cv::sqrt(cv::max(va.mul(vb), 1e-6), scale);
  const cv::Mat correlation = covariance / scale;
  const double least = std::pow(kTextureNoises * noise, 2);
  out.setTo(255, (vb > least) & (correlation < kTextureLost));
  return out;
}

/// How far the mean colour of a part is from that of what lies about it, natural logarithms.
double standing_out(const cv::Mat& picture, const cv::Mat& part, const cv::Mat& about) {
  const cv::Scalar inside = cv::mean(picture, part), beside = cv::mean(picture, about);
  double sum = 0.0;
  for (int c = 0; c < 3; ++c) sum += std::pow(std::log((inside[c] + 1.0) / (beside[c] + 1.0)), 2);
  return std::sqrt(sum);
}

/// Is it that what lay there before has gone, and not that something came? Then the part is like the table about it now, and was not.
/// `still`: where the table has not changed.
bool has_gone(const cv::Mat& now, const cv::Mat& before, const cv::Mat& part, const cv::Mat& still) {
  cv::Mat about;
  cv::dilate(part, about, cv::Mat::ones(2 * kAbout + 1, 2 * kAbout + 1, CV_8U));
  about &= still;
  if (cv::countNonZero(about) == 0 || cv::countNonZero(part) == 0) return false;
  return standing_out(now, part, about) < kAsMuchAsBefore * standing_out(before, part, about);
}

}  // namespace

cv::Mat silhouettes(cv::Size picture, const calibration::TableCamera& camera, std::span<const Piece> pieces, double swell) {
  cv::Mat mask = cv::Mat::zeros(picture, CV_8U);
  for (const Piece& piece : pieces) {
    const auto [length, width] = measure::sides(piece.base.shape);
    const bool cornered =
        !std::holds_alternative<measure::RoundShape>(piece.base.shape) && !std::holds_alternative<measure::PolygonShape>(piece.base.shape);
    const double reach = 0.5 * swell * (cornered ? std::hypot(length, width) : length);
    std::vector<cv::Point> points, hull;
    for (const measure::Inches z : {piece.ground, piece.ground + piece.figure_height})
      for (int k = 0; k < kRimPoints; ++k) {
        const auto step = measure::one_inch_towards(measure::Radians(2.0 * std::numbers::pi * k / kRimPoints)) * reach;
        if (const auto pixel = camera.image_from_table(piece.at + step, z)) points.push_back(rounded(*pixel));
      }
    if (points.size() < 3) continue;
    cv::convexHull(points, hull);
    cv::fillConvexPoly(mask, hull, 255);
  }
  return mask;
}

Occluders find_occluders(const cv::Mat& bgr, const Background& background, const cv::Mat& explained, const calibration::TableCamera& camera,
                         const measure::Table& table) {
  Occluders out;
  if (background.empty() || background.bgr().size() != bgr.size()) return out;
  const cv::Mat small_now = shrunk(bgr, cv::INTER_AREA), small_before = shrunk(background.bgr(), cv::INTER_AREA);
  cv::Mat now, before, luma;
  small_now.convertTo(now, CV_32FC3);
  small_before.convertTo(before, CV_32FC3);
  cv::cvtColor(small_now, luma, cv::COLOR_BGR2GRAY);

  cv::Mat valid = shrunk(background.known(), cv::INTER_NEAREST), pieces = shrunk(explained, cv::INTER_NEAREST);
  // A window is judged when most of it may be compared; one that a piece reaches into is not.
  cv::erode(valid, valid, cv::Mat::ones(kWindow / 2, kWindow / 2, CV_8U), {-1, -1}, 1, cv::BORDER_CONSTANT, cv::Scalar(255));
  cv::dilate(pieces, pieces, cv::Mat::ones(kWindow, kWindow, CV_8U));
  valid.setTo(0, pieces);
  const cv::Mat on_table = filled(bgr.size(), outline(camera, table, 0.0));
  const cv::Mat inner = filled(bgr.size(), outline(camera, table, kEdgeBand));
  const cv::Mat table_small = shrunk(on_table, cv::INTER_NEAREST), inner_small = shrunk(inner, cv::INTER_NEAREST);

  const cv::Mat compared = valid & table_small;
  const auto [colour, brighter] = change_of(now, before, compared);
  const double beside = std::clamp(kShiftOverUsual * quantile_of(colour, compared, kMost), kSmallestShift, kColourShift);
  const double lit = std::max(kColourShift, kShiftOverUsual * quantile_of(cv::abs(brighter), compared, kMost));
  out.mask = grown_into(colour > kColourShift, (colour > beside) | (brighter > lit)) | texture_lost(now, before, noise_of(luma));
  out.mask &= valid;
  cv::morphologyEx(out.mask, out.mask, cv::MORPH_OPEN, cv::Mat::ones(3, 3, CV_8U));

  // An arm comes over the rim of what lies an inch round the table, or, where the picture ends before that, over the picture's border.
  const cv::Mat about = shrunk(filled(bgr.size(), outline(camera, table, -kFromOutside)), cv::INTER_NEAREST);
  cv::Mat rim, labels, stats, centres, joined;
  cv::erode(about, rim, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
  cv::subtract(about, rim, rim);
  cv::dilate(out.mask & about, joined, cv::Mat::ones(3, 3, CV_8U));  // fingers join their hand across a figure
  const int count = cv::connectedComponentsWithStats(joined, labels, stats, centres, 8);
  const double pixels_per_inch = camera.pixels_per_inch({table.length * 0.5, table.width * 0.5}, measure::Inches(0.0)) / kShrink;
  const cv::Mat still = compared & ~joined;
  for (int i = 1; i < count; ++i) {
    const cv::Mat part = (labels == i) & out.mask;
    const double inside = cv::countNonZero(part & inner_small) / (pixels_per_inch * pixels_per_inch);
    const bool from_outside = cv::countNonZero((labels == i) & rim) > 0;
    if (inside <= kHandArea || !from_outside) continue;
    if (has_gone(now, before, part & table_small, still)) {
      out.mask.setTo(0, part);
      continue;
    }
    if (!out.intruder) out.arms = cv::Mat::zeros(out.mask.size(), CV_8U);
    out.arms |= part;
    out.intruder = true;
  }
  return out;
}

}  // namespace vision
