#include "rules/charge/formation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "measure/effort.h"
#include "measure/gap.h"

namespace rules::charge {
namespace {

using measure::Footprint, measure::Radians, measure::TablePoint, measure::TableVector;

/// Figures up to this gap apart, in widths of the larger base, are one body. Under one width a fallen
/// man would cut a line in two; at two or more, two companies side by side become one.
constexpr double kTogether = 1.5;
/// A body this much longer one way than the other is drawn out along that way. Less, and the ragged edge of a
/// square block would turn its ranks; more, and an oblique line of two ranks would be read as many.
constexpr double kDrawnOut = 2.0;
/// ... provided it lies at most this far off the body's right hand: beyond, it is a column, not a line.
const double kMostOblique = 60.0 * std::numbers::pi / 180.0;
/// A neighbour in the rank stands at most this far ahead or behind for every inch to the side. Less breaks
/// ragged ranks, more takes the rear rank's men for neighbours.
constexpr double kMostRagged = 0.84;
/// Across a hole of up to so many widths, between base edges, men who stand in line are still neighbours: two
/// fallen men. There they may stand out of line by this share of a width.
constexpr double kHole = 3.5, kInLine = 0.5;
/// A row is in front of another when it is ahead by at least this share of a base. Men of one rank may be nearly that.
constexpr double kAhead = 0.5;
/// An inch ahead or behind counts as this many to the side when the nearest neighbour is chosen. Less, and a man of
/// the rear rank is taken for the neighbour across a hole; more, and a man out of line is passed over.
constexpr double kDepthWeight = 3.0;
/// A single man ahead of a row this long, in men, does not make it a rear rank.
constexpr std::size_t kRowAnOfficerLeads = 4;

/// The body's own frame: along a rank towards its right, and ahead of it.
struct Axes {
  TableVector right, ahead;
};

TableVector right_of(Radians facing) { return measure::one_inch_towards(facing - Radians(std::numbers::pi / 2)); }

Radians mean_heading(std::span<const Figure> figures) {
  double x = 0.0, y = 0.0;
  for (const Figure& f : figures) {
    x += std::cos(f.footprint.heading.value);
    y += std::sin(f.footprint.heading.value);
  }
  constexpr double kNoMean = 1e-9;  // headings that cancel have no mean: the first man's will do
  if (std::hypot(x, y) < kNoMean) return measure::wrapped(figures.front().footprint.heading);
  return Radians(std::atan2(y, x));
}

/// The direction in which the places are drawn out, if they are.
std::optional<TableVector> drawn_out(std::span<const Figure> figures) {
  double x = 0.0, y = 0.0;
  for (const Figure& f : figures) {
    x += f.footprint.centre.x.value / static_cast<double>(figures.size());
    y += f.footprint.centre.y.value / static_cast<double>(figures.size());
  }
  double xx = 0.0, xy = 0.0, yy = 0.0;
  for (const Figure& f : figures) {
    const double dx = f.footprint.centre.x.value - x, dy = f.footprint.centre.y.value - y;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const double middle = 0.5 * (xx + yy), half = std::hypot(0.5 * (xx - yy), xy);
  if (!(middle + half > kDrawnOut * kDrawnOut * std::max(0.0, middle - half))) return std::nullopt;
  return measure::one_inch_towards(Radians(0.5 * std::atan2(2.0 * xy, xx - yy)));
}

Axes axes_of(std::span<const Figure> figures, Radians facing) {
  TableVector right = right_of(facing);
  if (const auto line = drawn_out(figures)) {
    const double agrees = measure::dot(*line, right);
    if (std::abs(agrees) >= std::cos(kMostOblique)) right = agrees > 0.0 ? *line : -*line;
  }
  return {.right = right, .ahead = left_of(right)};
}

/// How wide a base is from side to side, and how long from front to back.
double width_of(const Footprint& f) { return measure::sides(f.shape).second; }
double length_of(const Footprint& f) { return measure::sides(f.shape).first; }

/// Is the gap between two bases at most so many widths of the larger?
bool within(double widths, const Footprint& a, const Footprint& b) {
  const double reach_a = measure::bounding_radius(a.shape).value, reach_b = measure::bounding_radius(b.shape).value;
  const double most = widths * 2.0 * std::max(reach_a, reach_b);
  const double centres = measure::distance(a.centre, b.centre).value;
  if (centres > most + reach_a + reach_b) return false;
  return measure::gap(a, b).value.value <= most + measure::kLimitSlack;
}

/// Joins numbered things into groups.
class Groups {
 public:
  explicit Groups(std::size_t n) : parent_(n) {
    for (std::size_t i = 0; i < n; ++i) parent_[i] = i;
  }
  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    const std::size_t ra = root(a), rb = root(b);
    parent_[std::max(ra, rb)] = std::min(ra, rb);
  }
  /// In the order of their first members.
  std::vector<std::vector<std::size_t>> all() {
    std::vector<std::vector<std::size_t>> out;
    std::vector<std::size_t> place(parent_.size());
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      if (root(i) == i) {
        place[i] = out.size();
        out.emplace_back();
      }
      out[place[root(i)]].push_back(i);
    }
    return out;
  }

 private:
  std::vector<std::size_t> parent_;
};

/// The man next to `i` in his rank, towards his right (sense 1) or left (-1).
std::optional<std::size_t> beside(std::span<const Figure> figures, const Axes& axes, std::size_t i, double sense) {
  std::optional<std::size_t> nearest;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < figures.size(); ++j) {
    if (j == i) continue;
    const TableVector step = figures[j].footprint.centre - figures[i].footprint.centre;
    const double sideways = sense * measure::dot(step, axes.right), deeper = std::abs(measure::dot(step, axes.ahead));
    if (!(sideways > 0.0) || deeper > kMostRagged * sideways) continue;
    const double cost = std::hypot(sideways, kDepthWeight * deeper);
    const Footprint &a = figures[i].footprint, &b = figures[j].footprint;
    const bool in_line = deeper <= kInLine * std::min(width_of(a), width_of(b));
    if (cost >= least || !within(in_line ? kHole : kTogether, a, b)) continue;
    least = cost;
    nearest = j;
  }
  return nearest;
}

/// Rows of men who are each other's neighbours.
std::vector<std::vector<std::size_t>> rows_of(std::span<const Figure> figures, const Axes& axes) {
  Groups rows(figures.size());
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const auto right = beside(figures, axes, i, 1.0);
    if (right && beside(figures, axes, *right, -1.0) == i) rows.join(i, *right);
  }
  return rows.all();
}

/// Does row `a` stand in front of row `b`? Rows that do not overlap from side to side have no order.
bool in_front(std::span<const Figure> figures, const Axes& axes, const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  if (a.size() == 1 && b.size() >= kRowAnOfficerLeads) return false;
  double ahead = 0.0, least = 0.0;
  for (const std::size_t i : a)
    for (const std::size_t j : b) {
      const Footprint &fa = figures[i].footprint, &fb = figures[j].footprint;
      const TableVector step = fa.centre - fb.centre;
      if (!(std::abs(measure::dot(step, axes.right)) < 0.5 * (width_of(fa) + width_of(fb)))) continue;
      ahead += measure::dot(step, axes.ahead);
      least += kAhead * 0.5 * (length_of(fa) + length_of(fb));
    }
  return ahead > least;
}

/// How many rows stand before each, one behind the other; a circle of rows, which no table has, is cut somewhere.
std::vector<std::size_t> levels_of(std::span<const Figure> figures, const Axes& axes, const std::vector<std::vector<std::size_t>>& rows) {
  std::vector<std::vector<std::size_t>> before(rows.size());
  for (std::size_t a = 0; a < rows.size(); ++a)
    for (std::size_t b = 0; b < rows.size(); ++b)
      if (a != b && in_front(figures, axes, rows[a], rows[b])) before[b].push_back(a);
  std::vector<std::size_t> level(rows.size(), 0);
  for (std::size_t pass = 0; pass < rows.size(); ++pass)
    for (std::size_t b = 0; b < rows.size(); ++b)
      for (const std::size_t a : before[b]) level[b] = std::max(level[b], std::min(level[a] + 1, rows.size() - 1));
  return level;
}

}  // namespace

Formation formation_of(std::span<const Figure> figures) {
  Formation formation;
  if (figures.empty()) return formation;
  formation.facing = mean_heading(figures);
  const Axes axes = axes_of(figures, formation.facing);
  const auto rows = rows_of(figures, axes);
  const auto levels = levels_of(figures, axes, rows);
  formation.ranks.resize(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    auto& rank = formation.ranks[levels[r]];
    rank.insert(rank.end(), rows[r].begin(), rows[r].end());
  }
  std::erase_if(formation.ranks, [](const auto& rank) { return rank.empty(); });
  const auto from_right = [&](std::size_t i, std::size_t j) {
    const TableVector step = figures[i].footprint.centre - figures[j].footprint.centre;
    const double sideways = measure::dot(step, axes.right);
    return sideways != 0.0 ? sideways > 0.0 : measure::dot(step, axes.ahead) > 0.0;
  };
  for (auto& rank : formation.ranks) std::ranges::stable_sort(rank, from_right);
  return formation;
}

std::vector<std::vector<std::size_t>> bodies_of(std::span<const Figure> figures) {
  Groups bodies(figures.size());
  measure::Effort::spend(10 * figures.size() * figures.size());
  for (std::size_t i = 0; i < figures.size(); ++i)
    for (std::size_t j = i + 1; j < figures.size(); ++j)
      if (within(kTogether, figures[i].footprint, figures[j].footprint)) bodies.join(i, j);
  return bodies.all();
}

std::vector<int> ranks_of(std::span<const Figure> figures) {
  std::vector<int> ranks(figures.size(), 1);
  for (const auto& body : bodies_of(figures)) {
    std::vector<Figure> men;
    for (const std::size_t i : body) men.push_back(figures[i]);
    const Formation formation = formation_of(men);
    for (std::size_t r = 0; r < formation.ranks.size(); ++r)
      for (const std::size_t k : formation.ranks[r]) ranks[body[k]] = static_cast<int>(r) + 1;
  }
  return ranks;
}

std::vector<std::size_t> counting_order(std::span<const Figure> figures) {
  std::vector<std::size_t> order;
  for (const auto& rank : formation_of(figures).ranks) order.insert(order.end(), rank.begin(), rank.end());
  return order;
}

}  // namespace rules::charge
