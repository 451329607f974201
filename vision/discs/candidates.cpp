#include "vision/discs/candidates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>
#include <opencv2/imgproc.hpp>

namespace vision {

using measure::Inches;

namespace {

// Width of the smallest base in the reduced picture, pixels. Fewer blurs neighbours together, more only costs time.
constexpr double kReducedWidth = 10.0;
// Side of a cell that shares one local map of the lens, reduced pixels; larger makes votes miss near the picture's edge.
constexpr int kCell = 32;
// Headings tried for an oval over half a turn. Fewer steps and its votes no longer meet in one place.
constexpr int kOvalHeadings = 12;
// A proposal needs this share of its outline; less floods the fit, more loses bases that show a third of their rim.
constexpr double kLeastVotes = 0.11;
// A proposal is looked at in this many directions, this share of its half width inside and outside the rim ...
constexpr int kScoreAngles = 32;
constexpr float kScoreReach = 0.3f;
// ... and dropped when fewer than this share show print inside only, or too many show print on both sides.
constexpr double kLeastClear = 0.11, kClearOverAgainst = 0.7;
// Proposals of one base nearer than this share of its width are the same.
constexpr double kSameCandidate = 0.15;

}  // namespace

ReducedPicture reduce(const cv::Mat& bgr, const cv::Rect& area, double pixels_per_inch, double smallest_width) {
  ReducedPicture out;
  out.pixels_per_inch = pixels_per_inch;
  out.factor = std::max(1.0, std::floor(pixels_per_inch * smallest_width / kReducedWidth));
  const int step = static_cast<int>(out.factor);
  const cv::Rect crop(area.x, area.y, area.width / step * step, area.height / step * step);
  out.origin = crop.tl();
  if (step == 1) {
    out.bgr = bgr(crop);
  } else {
    cv::resize(bgr(crop), out.bgr, {crop.width / step, crop.height / step}, 0, 0, cv::INTER_AREA);
  }
  return out;
}

DiscVote::DiscVote(const ReducedPicture& picture, const calibration::TableCamera& camera, const measure::Table& table)
    : picture_(picture),
      camera_(camera),
      table_(table),
      columns_(picture.bgr.cols / kCell + 1),
      rows_(picture.bgr.rows / kCell + 1),
      cells_(static_cast<std::size_t>(columns_ * rows_)),
      ready_(static_cast<std::size_t>(columns_ * rows_)),
      colours_(picture.bgr.size(), CV_16U),
      votes_(picture.bgr.size(), CV_32F, cv::Scalar(0)),
      taken_(picture.bgr.size(), CV_8U, cv::Scalar(0)) {
  for (int y = 0; y < colours_.rows; ++y) {
    const auto* from = picture.bgr.ptr<std::uint8_t>(y);
    auto* to = colours_.ptr<std::uint16_t>(y);
    for (int x = 0; x < colours_.cols; ++x)
      to[x] = static_cast<std::uint16_t>(ColourTable::cell(from[3 * x], from[3 * x + 1], from[3 * x + 2]));
  }
}

DiscVote::~DiscVote() = default;

const DiscVote::Cell& DiscVote::cell_at(int x, int y) {
  const int i = std::clamp(y / kCell, 0, rows_ - 1) * columns_ + std::clamp(x / kCell, 0, columns_ - 1);
  Cell& cell = cells_[static_cast<std::size_t>(i)];
  if (ready_[static_cast<std::size_t>(i)]) return cell;
  ready_[static_cast<std::size_t>(i)] = 1;
  const double u = picture_.origin.x + (i % columns_ * kCell + kCell / 2 + 0.5) * picture_.factor - 0.5;
  const double v = picture_.origin.y + (i / columns_ * kCell + kCell / 2 + 0.5) * picture_.factor - 0.5;
  auto place = camera_.table_from_image({u, v}, Inches(0.0));
  if (!place) return cell;
  const Inches ground = measure::ground_height(table_.terrain, *place);
  place = camera_.table_from_image({u, v}, ground);
  if (!place) return cell;
  const Eigen::Matrix2d j = camera_.image_jacobian(*place, ground) / picture_.factor;
  cell = {place->x.value, place->y.value, {float(j(0, 0)), float(j(0, 1)), float(j(1, 0)), float(j(1, 1))}, true};
  return cell;
}

void DiscVote::look_for(const ColourTable& colour) {
  borders_.clear();
  fit_.create(colours_.size(), CV_8U);
  for (int y = 0; y < colours_.rows; ++y) {
    const auto* from = colours_.ptr<std::uint16_t>(y);
    auto* to = fit_.ptr<std::uint8_t>(y);
    for (int x = 0; x < colours_.cols; ++x) to[x] = colour.fit(from[x]);
  }
  cv::blur(fit_, smooth_, {3, 3});
  // Most of a table is nothing like the army: skip it eight pixels at a time.
  constexpr int kStride = 8;
  static_assert(kFitsArmy == 128);
  constexpr std::uint64_t kTopBits = 0x8080808080808080U;
  for (int y = 2; y < smooth_.rows - 2; ++y) {
    const auto* row = smooth_.ptr<std::uint8_t>(y);
    for (int x = 2; x < smooth_.cols - 2; x += kStride) {
      const int end = std::min(x + kStride, smooth_.cols - 2);
      std::uint64_t eight = kTopBits;
      if (end - x == kStride) std::memcpy(&eight, row + x, sizeof(eight));
      if (eight & kTopBits) find_borders(y, x, end);
    }
  }
}

/// The colour's borders among some pixels of a row.
void DiscVote::find_borders(int y, int from, int to) {
  const auto step = static_cast<std::ptrdiff_t>(smooth_.step);
  const auto* row = smooth_.ptr<std::uint8_t>(y);
  for (int x = from; x < to; ++x) {
    const auto* p = row + x;
    if (p[0] < kFitsArmy || (p[1] >= kFitsArmy && p[-1] >= kFitsArmy && p[step] >= kFitsArmy && p[-step] >= kFitsArmy)) continue;
    const int gx = 2 * (p[1] - p[-1]) + p[1 + step] - p[step - 1] + p[1 - step] - p[-step - 1];
    const int gy = 2 * (p[step] - p[-step]) + p[step + 1] - p[1 - step] + p[step - 1] - p[-step - 1];
    const float size = std::sqrt(static_cast<float>(gx * gx + gy * gy));
    if (size < 60.0f) continue;
    const Cell& cell = cell_at(x, y);
    if (!cell.seen) continue;
    const float nu = -static_cast<float>(gx) / size, nv = -static_cast<float>(gy) / size;
    const float a = cell.jacobian[0], b = cell.jacobian[1], c = cell.jacobian[2], d = cell.jacobian[3];
    float nx = a * nu + c * nv, ny = b * nu + d * nv;  // normals map by the transposed Jacobian
    const float norm = std::sqrt(nx * nx + ny * ny);
    if (!(norm > 0.0f)) continue;
    nx /= norm;
    ny /= norm;
    // The border lies between this pixel and the next one outwards: interpolate along the normal.
    const float past = std::clamp((static_cast<float>(p[0]) - kFitsArmy) * 8.0f / size, 0.0f, 1.0f);
    borders_.push_back({static_cast<float>(x) + past * nu, static_cast<float>(y) + past * nv, nx, ny, a, b, c, d});
  }
}

void DiscVote::vote(const DiscBase& base, double theta) {
  const float co = static_cast<float>(std::cos(theta)), si = static_cast<float>(std::sin(theta));
  const float aa = static_cast<float>(base.half_length * base.half_length), bb = static_cast<float>(base.half_width * base.half_width);
  auto* cells = votes_.ptr<float>();
  for (const Border& p : borders_) {
    const float forward = co * p.nx + si * p.ny, left = -si * p.nx + co * p.ny;
    const float reach = std::sqrt(aa * forward * forward + bb * left * left);
    const float f = aa * forward / reach, l = bb * left / reach;
    const float dx = co * f - si * l, dy = si * f + co * l;
    const int x = static_cast<int>(p.x - p.a * dx - p.b * dy + 0.5f), y = static_cast<int>(p.y - p.c * dx - p.d * dy + 0.5f);
    if (x < 1 || y < 1 || x >= votes_.cols - 1 || y >= votes_.rows - 1) continue;
    const int i = y * votes_.cols + x;
    if (cells[i] == 0.0f) touched_.push_back(i);
    cells[i] += 1.0f;
  }
}

/// Looks just inside and just outside the rim in the reduced picture. Below zero: not worth a fit.
double DiscVote::score(const DiscBase& base, double theta, int x, int y, const Cell& cell) const {
  static const std::array<cv::Point2f, kScoreAngles> circle = [] {
    std::array<cv::Point2f, kScoreAngles> out;
    for (std::size_t i = 0; i < kScoreAngles; ++i) {
      const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / kScoreAngles;
      out[i] = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    }
    return out;
  }();
  const auto co = static_cast<float>(std::cos(theta)), si = static_cast<float>(std::sin(theta));
  const auto length = static_cast<float>(base.half_length), width = static_cast<float>(base.half_width);
  // Reduced pixels per inch in the base's own axes.
  const float u_ahead = cell.jacobian[0] * co + cell.jacobian[1] * si, u_aside = cell.jacobian[1] * co - cell.jacobian[0] * si;
  const float v_ahead = cell.jacobian[2] * co + cell.jacobian[3] * si, v_aside = cell.jacobian[3] * co - cell.jacobian[2] * si;
  int clear = 0, against = 0;
  for (const cv::Point2f& to : circle) {
    const auto print_at = [&](float out) {
      const float ahead = (length + out) * to.x, aside = (width + out) * to.y;
      const int u = cvFloor(static_cast<float>(x) + u_ahead * ahead + u_aside * aside + 0.5f),
                v = cvFloor(static_cast<float>(y) + v_ahead * ahead + v_aside * aside + 0.5f);
      return u >= 0 && v >= 0 && u < fit_.cols && v < fit_.rows && fit_.ptr<std::uint8_t>(v)[u] >= kFitsArmy;
    };
    if (!print_at(-kScoreReach * width)) continue;
    ++(print_at(kScoreReach * width) ? against : clear);
  }
  if (clear < kLeastClear * kScoreAngles || clear < kClearOverAgainst * against) return -1.0;
  return (clear - 0.5 * against) / kScoreAngles;
}

std::vector<DiscCandidate> DiscVote::candidates(const DiscBase& base) {
  struct Peak {
    float votes;
    int cell, heading;
  };
  std::vector<Peak> peaks;
  const int headings = base.round() ? 1 : kOvalHeadings;
  const double a = base.half_length, b = base.half_width;
  const double outline =
      std::numbers::pi * (3.0 * (a + b) - std::sqrt((3.0 * a + b) * (a + 3.0 * b))) * picture_.pixels_per_inch / picture_.factor;
  for (int h = 0; h < headings; ++h) {
    touched_.clear();
    vote(base, h * std::numbers::pi / headings);
    auto* cells = votes_.ptr<float>();
    const int w = votes_.cols;
    for (int i : touched_) {
      float sum = 0.0f;
      for (int dy = -w; dy <= w; dy += w) sum += cells[i + dy - 1] + cells[i + dy] + cells[i + dy + 1];
      if (sum >= kLeastVotes * outline) peaks.push_back({sum, i, h});
    }
    for (int i : touched_) cells[i] = 0.0f;
  }
  std::ranges::stable_sort(peaks, [](const Peak& l, const Peak& r) { return l.votes > r.votes; });
  const int apart = std::max(1, static_cast<int>(kSameCandidate * 2.0 * b * picture_.pixels_per_inch / picture_.factor));
  std::vector<DiscCandidate> out;
  std::vector<cv::Rect> marked;
  for (const Peak& peak : peaks) {
    const int x = peak.cell % votes_.cols, y = peak.cell / votes_.cols;
    if (taken_.at<std::uint8_t>(y, x)) continue;
    const Cell& cell = cell_at(x, y);
    if (!cell.seen) continue;
    const double theta = peak.heading * std::numbers::pi / headings, promised = score(base, theta, x, y, cell);
    if (promised < 0.0) continue;
    marked.push_back(cv::Rect(x - apart, y - apart, 2 * apart + 1, 2 * apart + 1) & cv::Rect({0, 0}, taken_.size()));
    taken_(marked.back()).setTo(1);
    const double u = picture_.origin.x + (x + 0.5) * picture_.factor - 0.5, v = picture_.origin.y + (y + 0.5) * picture_.factor - 0.5;
    auto place = camera_.table_from_image({u, v}, Inches(base.height));
    if (!place) continue;
    const Inches ground = measure::ground_height(table_.terrain, *place);
    if (ground.value != 0.0) place = camera_.table_from_image({u, v}, ground + Inches(base.height));
    if (!place || place->x.value < 0.0 || place->y.value < 0.0 || place->x > table_.length || place->y > table_.width) continue;
    out.push_back({{place->x.value, place->y.value, theta}, promised});
  }
  for (const cv::Rect& r : marked) taken_(r).setTo(0);
  return out;
}

}  // namespace vision
