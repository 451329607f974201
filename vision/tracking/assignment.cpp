#include "vision/tracking/assignment.h"

#include <dlib/optimization/max_cost_assignment.h>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace vision {
namespace {

using measure::Inches, measure::TablePoint;

/// Steps between a free pair and one at the price of none. dlib pairs whole numbers; finer steps would
/// overflow its sums, coarser ones would tie pairs that differ.
constexpr double kStepsToPrice = 1e12;

/// Men whose way to a unit needs a gap wider than this, in base sizes, are strangers to it when another unit without
/// a leader could be theirs. Smaller breaks up open order, larger lets a leader claim a unit across the table.
constexpr double kStrangerGap = 6.0;
/// Men closer than this, in base sizes, stand in one cluster.
constexpr double kClusterGap = 2.5;

/// Squared gap in base sizes: a way of short steps through a formation is far cheaper than one long stride.
double stride(TablePoint a, TablePoint b, Inches pitch) {
  const double gap = distance(a, b) / pitch;
  return gap * gap;
}

/// How a man is reached from a unit's anchors.
struct Way {
  double price = kInfinity;   // sum of the strides
  double widest = kInfinity;  // the widest of them
};

/// Cheapest way from any anchor to each man, from man to man (Dijkstra on the complete graph).
std::vector<Way> ways(std::span<const TablePoint> men, std::span<const TablePoint> anchors, Inches pitch) {
  std::vector<Way> way(men.size());
  const auto offer = [&](std::size_t i, const Way& from, double step) {
    if (from.price + step < way[i].price) way[i] = {from.price + step, std::max(from.widest, step)};
  };
  for (std::size_t i = 0; i < men.size(); ++i)
    for (const TablePoint& anchor : anchors) offer(i, {0.0, 0.0}, stride(anchor, men[i], pitch));
  std::vector<bool> done(men.size(), false);
  for (std::size_t round = 0; round < men.size(); ++round) {
    std::size_t next = men.size();
    for (std::size_t i = 0; i < men.size(); ++i)
      if (!done[i] && std::isfinite(way[i].price) && (next == men.size() || way[i].price < way[next].price)) next = i;
    if (next == men.size()) break;
    done[next] = true;
    for (std::size_t i = 0; i < men.size(); ++i)
      if (!done[i]) offer(i, way[next], stride(men[next], men[i], pitch));
  }
  return way;
}

/// Single-linkage clusters of the chosen men, largest first.
std::vector<std::vector<std::size_t>> clusters(std::span<const TablePoint> men, std::vector<std::size_t> chosen, Inches pitch) {
  std::vector<std::vector<std::size_t>> out;
  while (!chosen.empty()) {
    std::vector<std::size_t> cluster{chosen.front()};
    chosen.erase(chosen.begin());
    for (std::size_t k = 0; k < cluster.size(); ++k)
      for (auto it = chosen.begin(); it != chosen.end();) {
        if (distance(men[cluster[k]], men[*it]) < pitch * kClusterGap) {
          cluster.push_back(*it);
          it = chosen.erase(it);
        } else {
          ++it;
        }
      }
    out.push_back(cluster);
  }
  std::ranges::stable_sort(out, [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return out;
}

/// Gives whole clusters to the units without an anchor: the best fitting in number first.
void seat_clusters(std::span<const TablePoint> men, std::span<const UnitPlaces> units, Inches pitch,
                   std::vector<std::optional<std::size_t>>& unit_of) {
  std::vector<std::size_t> free(units.size(), 0);
  for (std::size_t u = 0; u < units.size(); ++u)
    if (units[u].anchors.empty()) free[u] = units[u].free;
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < men.size(); ++i)
    if (!unit_of[i]) left.push_back(i);
  for (const auto& cluster : clusters(men, left, pitch)) {
    std::size_t next = 0;
    while (next < cluster.size()) {
      const auto misfit = [&](std::size_t u) {
        return free[u] == 0 ? kInfinity : std::abs(static_cast<double>(free[u]) - static_cast<double>(cluster.size() - next));
      };
      std::size_t best = 0;
      for (std::size_t u = 1; u < units.size(); ++u)
        if (misfit(u) < misfit(best)) best = u;
      if (units.empty() || free[best] == 0) break;
      for (; next < cluster.size() && free[best] > 0; ++next, --free[best]) unit_of[cluster[next]] = best;
    }
  }
}

}  // namespace

std::vector<std::optional<std::size_t>> assign(const Eigen::MatrixXd& cost, double price_of_none) {
  const Eigen::Index rows = cost.rows(), columns = cost.cols();
  std::vector<std::optional<std::size_t>> out(static_cast<std::size_t>(rows));
  if (rows == 0 || columns == 0) return out;
  const long size = static_cast<long>(std::max(rows, columns));
  // A row on a pair at the price of none is a row without a column, so the square needs no extra columns.
  const auto capped = [&](Eigen::Index r, Eigen::Index c) {
    return std::isfinite(cost(r, c)) ? std::min(cost(r, c), price_of_none) : price_of_none;
  };
  dlib::matrix<long long> gain(size, size);
  for (long r = 0; r < size; ++r)
    for (long c = 0; c < size; ++c) {
      const double price = r >= rows ? 0.0 : c >= columns ? price_of_none : capped(r, c);
      gain(r, c) = -std::llround(price / price_of_none * kStepsToPrice);
    }
  const std::vector<long> column_of = dlib::max_cost_assignment(gain);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const Eigen::Index c = column_of[r];
    if (c < columns && capped(r, c) < price_of_none) out[r] = static_cast<std::size_t>(c);
  }
  return out;
}

std::vector<std::optional<std::size_t>> solve_membership(std::span<const TablePoint> men, std::span<const UnitPlaces> units, Inches pitch) {
  std::vector<std::size_t> unit_of_place;
  for (std::size_t u = 0; u < units.size(); ++u)
    if (!units[u].anchors.empty()) unit_of_place.insert(unit_of_place.end(), std::min(units[u].free, men.size()), u);
  const bool unanchored = std::ranges::any_of(units, [](const UnitPlaces& u) { return u.anchors.empty() && u.free > 0; });

  std::vector<std::vector<Way>> way_to;
  double dearest = 1.0;
  for (const UnitPlaces& unit : units) {
    way_to.push_back(ways(men, unit.anchors, pitch));
    for (const Way& w : way_to.back())
      if (std::isfinite(w.price)) dearest = std::max(dearest, w.price);
  }
  Eigen::MatrixXd cost(men.size(), unit_of_place.size());
  for (Eigen::Index i = 0; i < cost.rows(); ++i)
    for (Eigen::Index p = 0; p < cost.cols(); ++p) {
      const Way& way = way_to[unit_of_place[p]][i];
      const bool stranger = unanchored && way.widest > kStrangerGap * kStrangerGap;
      cost(i, p) = stranger ? kInfinity : way.price;
    }
  const auto place_of = assign(cost, 2.0 * dearest);

  std::vector<std::optional<std::size_t>> unit_of(men.size());
  for (std::size_t i = 0; i < men.size(); ++i)
    if (place_of[i]) unit_of[i] = unit_of_place[*place_of[i]];
  if (unanchored) seat_clusters(men, units, pitch, unit_of);
  return unit_of;
}

std::vector<std::size_t> formation_order(std::span<const TablePoint> men, measure::Radians heading, Inches pitch) {
  const measure::TableVector forward = one_inch_towards(heading);
  const auto depth = [&](std::size_t i) { return dot(men[i] - TablePoint{}, forward); };
  const auto to_right = [&](std::size_t i) { return -cross(forward, men[i] - TablePoint{}); };
  std::vector<std::size_t> order(men.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return depth(a) > depth(b); });
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && depth(order[end - 1]) - depth(order[end]) < 0.5 * pitch.value) ++end;
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end),
              [&](std::size_t a, std::size_t b) { return to_right(a) < to_right(b); });
    begin = end;
  }
  return order;
}

}  // namespace vision
