#include "calibration/anchors.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace calibration {
namespace {

using measure::Inches;

/// Three points lie in one line when the height of their triangle is below this share of its longest side. More takes a board seen from
/// the side for a line, less lets a slip of the hand pass. On the table they must lie clearly out of one: a slanting camera flattens them.
constexpr double kInOneLine = 0.03, kClearlyInNone = 0.15;
/// Anchors that miss by more than this are worth a warning, px RMS: smaller cries wolf at hurried clicks, larger lets a wrong point pass.
constexpr double kAnchorsDisagreePx = 3.0;

using Point = Eigen::Vector2d;

/// 1 counter-clockwise, -1 clockwise, 0 in one line.
int sense_of(const Point& a, const Point& b, const Point& c, double in_one_line) {
  const double doubled_area = (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
  const double longest = std::max({(b - a).norm(), (c - a).norm(), (c - b).norm()});
  if (std::abs(doubled_area) <= in_one_line * longest * longest) return 0;
  return doubled_area > 0.0 ? 1 : -1;
}

struct Named {
  std::vector<Point> table, picture;  // the picture's v axis turned up, so that what is seen from above has one sense on both
};

Named named(std::span<const Anchor> anchors) {
  Named out;
  for (const Anchor& a : anchors) {
    out.table.emplace_back(a.point.x.value, a.point.y.value);
    out.picture.emplace_back(a.pixel.u, -a.pixel.v);
  }
  return out;
}

/// Of all threes that tell a sense on the table, how many are seen so, and how many the other way round.
struct Senses {
  int same = 0, turned = 0;
  std::optional<std::array<std::size_t, 3>> in_line;  // the first three that lie in one line of the picture alone
};

Senses senses_of(const Named& at) {
  Senses out;
  const std::size_t n = at.table.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      for (std::size_t k = j + 1; k < n; ++k) {
        const int is = sense_of(at.table[i], at.table[j], at.table[k], kClearlyInNone),
                  seen = sense_of(at.picture[i], at.picture[j], at.picture[k], kInOneLine);
        if (is == 0) continue;
        if (seen == 0 && !out.in_line) out.in_line = {i, j, k};
        if (seen != 0) ++(seen == is ? out.same : out.turned);
      }
  return out;
}

}  // namespace

std::string name_of(const Anchor& anchor) { return fmt::format("({:g}, {:g})", anchor.point.x.value, anchor.point.y.value); }

std::optional<std::string> fault_of(std::span<const Anchor> anchors) {
  if (anchors.size() > kMostNamedByHand) return std::nullopt;
  Named at = named(anchors);
  const Senses senses = senses_of(at);
  if (senses.in_line) {
    const auto [i, j, k] = *senses.in_line;
    return fmt::format("the anchors {}, {} and {} lie in one line of the picture, but not on the table", name_of(anchors[i]),
                       name_of(anchors[j]), name_of(anchors[k]));
  }
  if (senses.turned == 0) return std::nullopt;
  if (senses.same == 0) return "the anchors are named in mirrored order, as nobody sees a table from above";
  std::vector<std::pair<std::size_t, std::size_t>> cures;
  for (std::size_t i = 0; i < anchors.size(); ++i)
    for (std::size_t j = i + 1; j < anchors.size(); ++j) {
      std::swap(at.picture[i], at.picture[j]);
      const Senses now = senses_of(at);
      if (now.turned == 0 && !now.in_line) cures.emplace_back(i, j);
      std::swap(at.picture[i], at.picture[j]);
    }
  if (cures.size() == 1)
    return fmt::format("the anchors {} and {} have changed places", name_of(anchors[cures.front().first]),
                       name_of(anchors[cures.front().second]));
  return "the anchors do not lie in the order in which a camera above the table sees them; one of them is wrong";
}

std::optional<Finding> anchors_doubt(const TableCamera& camera, std::span<const Anchor> anchors) {
  double squares = 0.0;
  std::size_t numbers = 0;
  for (const Anchor& anchor : anchors) {
    const auto seen = camera.image_from_table(anchor.point, Inches(0.0));
    if (!seen) continue;
    squares += (seen->u - anchor.pixel.u) * (seen->u - anchor.pixel.u) + (seen->v - anchor.pixel.v) * (seen->v - anchor.pixel.v);
    numbers += 2;
  }
  const double rms_px = numbers == 0 ? 0.0 : std::sqrt(squares / static_cast<double>(numbers));
  if (rms_px <= kAnchorsDisagreePx) return std::nullopt;
  return warning("anchors-disagree", fmt::format("The anchors miss each other by {:.1f} px.", rms_px),
                 "Check every anchor: raw pixel = table point.",
                 Inches(rms_px / camera.pixels_per_inch(anchors.front().point, Inches(0.0))));
}

}  // namespace calibration
