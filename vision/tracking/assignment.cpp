#include "vision/tracking/assignment.h"

#include <dlib/optimization/max_cost_assignment.h>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "vision/tracking/coats.h"

namespace vision {
namespace {

using measure::Inches, measure::TablePoint;

/// Steps between a free pair and one at the price of none. dlib pairs whole numbers; finer steps would
/// overflow its sums, coarser ones would tie pairs that differ.
constexpr double kStepsToPrice = 1e12;

/// Men whose way to a unit needs a gap wider than this, in base sizes, are strangers to it when another unit without
/// a leader could be theirs. Smaller breaks up open order, larger lets a leader claim a unit across the table.
constexpr double kStrangerGap = 6.0;

/// What it counts for, in men too many or too few, that a cluster stands one base size farther from an army than from another, and at most;
/// units of two armies that fit as well as this, in men, fit alike.
constexpr double kAfar = 0.25, kMostAfar = 8.0, kAsWell = 1.0;
/// What the mean log-odds against a cluster's standing on a unit's bases counts for, in men.
constexpr double kBase = 2.0;

/// Coats are read by the units that formation gives, and units are solved again by the coats and the guns, so many times at most.
constexpr std::size_t kMostSolutions = 8;

/// What it costs that a cluster is of no unit, in men, and that it waits for the room that the others leave: a few men who stand apart fit
/// no unit well, and took larger clusters' units from them. Of 8,050 men of rendered worlds 7,569 were given to their own unit, 7,431 where
/// none waited; at 8 no more than that, from 10 to 20 nearly as many as at 15.
constexpr double kNoUnit = 60.0, kWaiting = 15.0;
/// What a place in a unit without an anchor costs: dearer ways to led units are not taken. As the price of a way.
constexpr double kUnled = 25.0;

/// Squared gap in base sizes: a way of short steps through a formation is far cheaper than one long stride.
double stride(TablePoint a, TablePoint b, Inches size) {
  const double gap = distance(a, b) / size;
  return gap * gap;
}

double stride(const UnknownMan& a, const UnknownMan& b) { return stride(a.at, b.at, (a.size + b.size) * 0.5); }

double against(const UnknownMan& man, std::size_t unit) { return man.against.empty() ? 0.0 : man.against[unit]; }

/// How a man is reached from a unit's anchors.
struct Way {
  double price = kInfinity;   // sum of the strides
  double widest = kInfinity;  // the widest of them
};

/// Cheapest way from any anchor to each man, from man to man (Dijkstra on the complete graph).
std::vector<Way> ways(std::span<const UnknownMan> men, std::span<const TablePoint> anchors) {
  std::vector<Way> way(men.size());
  const auto offer = [&](std::size_t i, const Way& from, double step) {
    if (from.price + step < way[i].price) way[i] = {from.price + step, std::max(from.widest, step)};
  };
  for (std::size_t i = 0; i < men.size(); ++i)
    for (const TablePoint& anchor : anchors) offer(i, {0.0, 0.0}, stride(anchor, men[i].at, men[i].size));
  std::vector<bool> done(men.size(), false);
  for (std::size_t round = 0; round < men.size(); ++round) {
    std::size_t next = men.size();
    for (std::size_t i = 0; i < men.size(); ++i)
      if (!done[i] && std::isfinite(way[i].price) && (next == men.size() || way[i].price < way[next].price)) next = i;
    if (next == men.size()) break;
    done[next] = true;
    for (std::size_t i = 0; i < men.size(); ++i)
      if (!done[i]) offer(i, way[next], stride(men[next], men[i]));
  }
  return way;
}

/// Single-linkage clusters of the chosen men who look alike, largest first.
std::vector<std::vector<std::size_t>> clusters(std::span<const UnknownMan> men, std::vector<std::size_t> chosen) {
  std::vector<std::vector<std::size_t>> out;
  while (!chosen.empty()) {
    std::vector<std::size_t> cluster{chosen.front()};
    chosen.erase(chosen.begin());
    for (std::size_t k = 0; k < cluster.size(); ++k)
      for (auto it = chosen.begin(); it != chosen.end();) {
        if (men[cluster[k]].looks == men[*it].looks && stride(men[cluster[k]], men[*it]) < kClusterGap * kClusterGap) {
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

/// How far the nearest piece known to be of a unit's army is from any of a cluster, in base sizes; nothing where none is known.
std::optional<double> way_to_comrades(std::span<const UnknownMan> men, const std::vector<std::size_t>& cluster,
                                      std::span<const UnitPlaces> units, const UnitPlaces& unit,
                                      const std::vector<std::optional<std::size_t>>& unit_of) {
  std::vector<TablePoint> comrades = unit.comrades;
  for (std::size_t j = 0; j < men.size(); ++j)
    if (unit_of[j] && units[*unit_of[j]].army == unit.army) comrades.push_back(men[j].at);
  std::optional<double> nearest;
  for (const std::size_t i : cluster)
    for (const TablePoint& comrade : comrades)
      if (const double gap = distance(men[i].at, comrade) / men[i].size; !nearest || gap < *nearest) nearest = gap;
  return nearest;
}

/// Of each unit how far its army is, see `way_to_comrades`.
using WaysToComrades = std::vector<std::optional<double>>;

/// How much farther off than elsewhere a unit's army is from a cluster, in base sizes: than the nearest army; where nothing is known of
/// some army, than it is from the cluster nearest to it.
double afar(std::size_t unit, const WaysToComrades& way, const std::vector<WaysToComrades>& all) {
  if (!way[unit]) return 0.0;
  const bool every_army_known = std::ranges::all_of(way, [](const auto& w) { return w.has_value(); });
  double nearest = *way[unit];
  if (every_army_known) {
    for (const auto& other : way) nearest = std::min(nearest, *other);
  } else {
    for (const WaysToComrades& other : all) nearest = std::min(nearest, other[unit].value_or(nearest));
  }
  return *way[unit] - nearest;
}

/// What speaks against each unit as that of the men of a cluster, in men: another number, other bases, and that its army stands farther off
/// than others', or than from other clusters. `way`: to the cluster, one of `all`.
std::vector<double> misfits(std::span<const UnknownMan> men, const std::vector<std::size_t>& cluster, std::span<const UnitPlaces> units,
                            const std::vector<std::size_t>& free, const WaysToComrades& way, const std::vector<WaysToComrades>& all) {
  std::vector<double> out(units.size(), kInfinity);
  for (std::size_t u = 0; u < units.size(); ++u) {
    std::vector<double> base;
    for (const std::size_t i : cluster)
      if (std::isfinite(against(men[i], u))) base.push_back(against(men[i], u));
    if (free[u] == 0 || base.empty()) continue;
    const double count = static_cast<double>(base.size());
    out[u] = std::abs(static_cast<double>(free[u]) - count) + kBase * std::accumulate(base.begin(), base.end(), 0.0) / count +
             std::min(kMostAfar, kAfar * afar(u, way, all));
  }
  return out;
}

/// The sum of what a pairing costs, a row without a column the price of none.
double total(const Eigen::MatrixXd& cost, const std::vector<std::optional<std::size_t>>& column_of, double price_of_none) {
  double sum = 0.0;
  for (std::size_t r = 0; r < column_of.size(); ++r)
    sum += column_of[r] ? cost(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(*column_of[r])) : price_of_none;
  return sum;
}

/// Seats as many of a cluster as a unit has room for, the likeliest first, and takes them out of it.
std::size_t seat_in(std::size_t unit, std::size_t room, std::span<const UnknownMan> men, std::vector<std::size_t>& cluster,
                    std::vector<std::optional<std::size_t>>& unit_of) {
  std::ranges::stable_sort(cluster, {}, [&](std::size_t i) { return against(men[i], unit); });
  std::size_t seated = 0;
  while (seated < std::min(room, cluster.size()) && std::isfinite(against(men[cluster[seated]], unit))) unit_of[cluster[seated++]] = unit;
  cluster.erase(cluster.begin(), cluster.begin() + static_cast<std::ptrdiff_t>(seated));
  return seated;
}

/// Gives whole clusters to the units without an anchor, all at once; then those that waited and what is left of those that were too large.
void seat_clusters(std::span<const UnknownMan> men, std::span<const UnitPlaces> units, std::vector<std::optional<std::size_t>>& unit_of) {
  std::vector<std::size_t> free(units.size(), 0), left;
  for (std::size_t u = 0; u < units.size(); ++u)
    if (units[u].anchors.empty()) free[u] = units[u].free;
  for (std::size_t i = 0; i < men.size(); ++i)
    if (!unit_of[i]) left.push_back(i);
  std::vector<std::vector<std::size_t>> open = clusters(men, left);
  for (bool first = true; !open.empty(); first = false) {
    const double price_of_none = first ? kWaiting : kNoUnit;
    Eigen::MatrixXd cost(open.size(), units.size());
    std::vector<WaysToComrades> ways_to(open.size());
    for (std::size_t c = 0; c < open.size(); ++c)
      for (const UnitPlaces& unit : units) ways_to[c].push_back(way_to_comrades(men, open[c], units, unit, unit_of));
    for (std::size_t c = 0; c < open.size(); ++c) {
      const std::vector<double> misfit = misfits(men, open[c], units, free, ways_to[c], ways_to);
      for (std::size_t u = 0; u < units.size(); ++u) cost(static_cast<Eigen::Index>(c), static_cast<Eigen::Index>(u)) = misfit[u];
    }
    const auto best = assign(cost, price_of_none);
    const double least = total(cost, best, price_of_none);
    std::vector<std::vector<std::size_t>> rest;
    for (std::size_t c = 0; c < open.size(); ++c) {
      if (!best[c] && first) rest.push_back(open[c]);
      if (!best[c]) continue;
      Eigen::MatrixXd others = cost;  // as a man of any other army
      for (std::size_t u = 0; u < units.size(); ++u)
        if (units[u].army == units[*best[c]].army) others(static_cast<Eigen::Index>(c), static_cast<Eigen::Index>(u)) = kInfinity;
      if (total(others, assign(others, price_of_none), price_of_none) < least + kAsWell) continue;
      free[*best[c]] -= seat_in(*best[c], free[*best[c]], men, open[c], unit_of);
      if (!open[c].empty()) rest.push_back(std::move(open[c]));
    }
    open = std::move(rest);
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

namespace {

/// The unit of each man by formation, and by what speaks against each.
std::vector<std::optional<std::size_t>> solve_by_formation(std::span<const UnknownMan> men, std::span<const UnitPlaces> units) {
  std::vector<std::size_t> unit_of_place;
  for (std::size_t u = 0; u < units.size(); ++u) unit_of_place.insert(unit_of_place.end(), std::min(units[u].free, men.size()), u);
  const bool unanchored = std::ranges::any_of(units, [](const UnitPlaces& u) { return u.anchors.empty() && u.free > 0; });

  std::vector<std::vector<Way>> way_to;
  double dearest = kUnled;
  for (const UnitPlaces& unit : units) {
    way_to.push_back(ways(men, unit.anchors));
    for (const Way& w : way_to.back())
      if (std::isfinite(w.price)) dearest = std::max(dearest, w.price);
  }
  Eigen::MatrixXd cost(men.size(), unit_of_place.size());
  for (Eigen::Index i = 0; i < cost.rows(); ++i)
    for (Eigen::Index p = 0; p < cost.cols(); ++p) {
      const std::size_t unit = unit_of_place[p];
      const Way& way = way_to[unit][i];
      const bool stranger = unanchored && way.widest > kStrangerGap * kStrangerGap;
      cost(i, p) = against(men[i], unit) + (units[unit].anchors.empty() ? kUnled : stranger ? kInfinity : way.price);
    }
  const auto place_of = assign(cost, 2.0 * dearest);

  std::vector<std::optional<std::size_t>> unit_of(men.size());
  for (std::size_t i = 0; i < men.size(); ++i)
    if (place_of[i] && !units[unit_of_place[*place_of[i]]].anchors.empty()) unit_of[i] = unit_of_place[*place_of[i]];
  if (unanchored) seat_clusters(men, units, unit_of);
  return unit_of;
}

/// Units whose places on one kind of base nothing anchors, anchored by those who were seated in their fewer places on another and look as
/// if they stood on that: a crew stands about its gun.
std::vector<UnitPlaces> anchored_by_few(std::span<const UnitPlaces> units, std::span<const UnknownMan> men,
                                        std::span<const std::optional<std::size_t>> unit_of) {
  std::vector<UnitPlaces> out(units.begin(), units.end());
  for (UnitPlaces& many : out)
    for (std::size_t i = 0; i < men.size(); ++i) {
      if (!unit_of[i] || against(men[i], *unit_of[i]) > 0.0) continue;
      const UnitPlaces& few = units[*unit_of[i]];
      if (few.unit == many.unit && few.free < many.free && few.anchors.empty()) many.anchors.push_back(men[i].at);
    }
  return out;
}

/// What the coats of those who stand about a gun and may be its crew say against each unit as the gun's, log-odds: it wears nothing
/// itself. `few`: its places in a solution.
std::vector<double> crew_against(const UnknownMan& gun, const UnitPlaces& few, std::span<const UnknownMan> men,
                                 std::span<const UnitPlaces> units, const std::vector<std::vector<double>>& by_coat) {
  std::vector<double> out(units.size(), 0.0);
  for (std::size_t many = 0; many < units.size(); ++many) {
    if (units[many].unit != few.unit || units[many].free <= few.free) continue;
    std::vector<std::size_t> crew;
    for (std::size_t i = 0; i < men.size(); ++i)
      if (std::isfinite(against(men[i], many)) && stride(gun, men[i]) < kClusterGap * kClusterGap) crew.push_back(i);
    std::ranges::stable_sort(crew, {}, [&](std::size_t i) { return stride(gun, men[i]); });
    crew.resize(std::min(crew.size(), units[many].free));
    for (const std::size_t i : crew)
      for (std::size_t u = 0; u < units.size(); ++u) out[u] += by_coat[i][u];
  }
  return out;
}

/// A solution, and what coats, told apart by it, speak against it, log-odds.
struct Solution {
  std::vector<std::optional<std::size_t>> unit_of;
  double against = 0.0;
};

/// The solution that follows from another one's coats and guns. Fills in what coats speak against that one.
Solution following(Solution& before, std::span<const UnknownMan> men, std::span<const UnitPlaces> units) {
  const auto by_coat = coats_against(men, units, before.unit_of);
  std::vector<UnknownMan> dressed(men.begin(), men.end());
  for (std::size_t i = 0; i < men.size(); ++i) {
    dressed[i].against.resize(units.size(), 0.0);
    for (std::size_t u = 0; u < units.size(); ++u) dressed[i].against[u] += by_coat[i][u];
    if (!before.unit_of[i]) continue;
    before.against += by_coat[i][*before.unit_of[i]];
    if (men[i].coat) continue;
    const std::vector<double> by_crew = crew_against(men[i], units[*before.unit_of[i]], men, units, by_coat);
    for (std::size_t u = 0; u < units.size(); ++u) dressed[i].against[u] += by_crew[u];
  }
  return {solve_by_formation(dressed, anchored_by_few(units, men, before.unit_of))};
}

}  // namespace

std::vector<std::optional<std::size_t>> solve_membership(std::span<const UnknownMan> men, std::span<const UnitPlaces> units) {
  std::vector<Solution> found{{solve_by_formation(men, units)}};
  for (;;) {
    Solution next = following(found.back(), men, units);
    const auto again = std::ranges::find(found, next.unit_of, &Solution::unit_of);
    if (again == found.end() && found.size() < kMostSolutions) {
      found.push_back(std::move(next));
      continue;
    }
    // The one that follows from itself, or of those that follow from one another the one that agrees best with its own coats.
    const auto first = again == found.end() ? found.begin() : again;
    return std::ranges::min_element(first, found.end(), {}, &Solution::against)->unit_of;
  }
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
