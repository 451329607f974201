// How long it takes to say who may fire at whom: 500 firers, 500 enemies, 500 friends, 30 pieces of terrain.
//   For every firer and every enemy in range and arc: is the line of fire clear of the nearest friend by an
//   inch, and is the enemy in sight, past terrain and other enemies? Pairs that are not a No are counted, so
//   that all ways can be seen to have done the same work. One thread.
//     aim_all          the program's own
//     brute force      the same measuring, every pair in range and arc against every friend and every enemy
//     Boost.Geometry   R-trees of friends, enemies and terrain, its distances and intersections; it knows no
//                      margins and no hills, so it runs without either, and aim_all does so beside it
#include <benchmark/benchmark.h>

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/linestring.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "rules/charge/aim/aim.h"
#include "rules/charge/aim/aim_all.h"
#include "rules/charge/aim/aim_line.h"

namespace {

using measure::Inches;
using measure::TablePoint;
using measure::Terrain;
using measure::TerrainKind;
using measure::Verdict;
using namespace rules::charge;

constexpr int kMen = 500;
constexpr double kLength = 72.0, kWidth = 48.0;  // of the table, inches
constexpr double kRadius = 0.4;                  // of every base
constexpr unsigned kSeed = 1967;

struct Scene {
  std::vector<Figure> firers, enemies, friends;
  std::vector<Terrain> terrain;
  Arm arm = Arm::Gun;

  [[nodiscard]] AimAllQuestion question() const {
    return {.arm = arm, .firers = firers, .enemies = enemies, .friends = friends, .terrain = terrain, .common = {}};
  }
};

class Builder {
 public:
  explicit Builder(bool margins) : margins_(margins) {}

  std::vector<Figure> men(double x0, double x1) {
    std::vector<Figure> out;
    for (int i = 0; i < kMen; ++i) {
      Figure f{.id = i, .name = "m" + std::to_string(i), .footprint = {}, .height = kFigureHeight};
      f.footprint = {.shape = measure::RoundShape{Inches(2.0 * kRadius)},
                     .centre = {Inches(uniform(x0, x1)), Inches(uniform(0, kWidth))},
                     .heading = measure::Radians(uniform(0.0, 6.28)),
                     .covariance = margins_ ? measure::covariance_of(Inches(0.03)) : measure::PointCovariance{},
                     .heading_margin = margins_ ? measure::from_degrees(0.5) : measure::Radians()};
      out.push_back(f);
    }
    return out;
  }
  Terrain piece(TerrainKind kind, double height) {
    Terrain t;
    t.name = "t";
    t.kind = kind;
    t.height = Inches(height);
    const double x = uniform(4, kLength - 4), y = uniform(4, kWidth - 4), size = uniform(1.5, 4.0);
    for (int i = 0; i < 8; ++i) {
      const double turn = 6.283 * i / 8, r = size * uniform(0.7, 1.0);
      t.polygon.push_back({Inches(x + r * std::cos(turn)), Inches(y + r * std::sin(turn))});
      if (kind == TerrainKind::Hill) t.top.push_back({Inches(x + 0.5 * r * std::cos(turn)), Inches(y + 0.5 * r * std::sin(turn))});
    }
    return t;
  }

 private:
  double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(rng_); }
  bool margins_;
  std::mt19937 rng_{kSeed};
};

/// `mixed`: both armies all over the table, facing all ways. Otherwise the friends and firers hold one half of it
/// and face the enemies on the other.
Scene scene(Arm arm, bool mixed, bool margins, bool hills) {
  Builder b(margins);
  Scene s;
  s.arm = arm;
  const double half = 0.5 * kLength;
  s.firers = b.men(0, mixed ? kLength : half);
  s.enemies = b.men(mixed ? 0 : half, kLength);
  s.friends = b.men(0, mixed ? kLength : half);
  if (!mixed)
    for (Figure& f : s.firers) f.footprint.heading = measure::Radians(0.0);
  for (int i = 0; i < 10; ++i) s.terrain.push_back(b.piece(TerrainKind::Wood, 3.0));
  for (int i = 0; i < 10; ++i) s.terrain.push_back(b.piece(TerrainKind::House, 3.0));
  for (int i = 0; i < 10; ++i) s.terrain.push_back(b.piece(hills ? TerrainKind::Hill : TerrainKind::House, 2.0));
  return s;
}

void report(benchmark::State& state, std::size_t open) { state.counters["open"] = static_cast<double>(open); }

Scene scene_of(const benchmark::State& state, bool margins, bool hills) {
  return scene(state.range(0) ? Arm::Gun : Arm::Infantry, state.range(1) != 0, margins, hills);
}

void aim_all_of(benchmark::State& state, bool margins, bool hills) {
  const Scene s = scene_of(state, margins, hills);
  std::size_t open = 0;
  for (auto _ : state) benchmark::DoNotOptimize(open = aim_all(s.question(), {}).size());
  report(state, open);
}
void AimAll(benchmark::State& state) { aim_all_of(state, true, true); }
void AimAllExactFlat(benchmark::State& state) { aim_all_of(state, false, false); }

void BruteForce(benchmark::State& state) {
  const Scene s = scene_of(state, true, true);
  std::size_t open = 0;
  for (auto _ : state) {
    open = 0;
    const House house;
    const FireField field(s.friends, s.enemies, s.terrain, {}, house);
    std::vector<std::uint32_t> all(s.enemies.size());
    std::iota(all.begin(), all.end(), 0u);
    for (const Figure& firer : s.firers)
      for (std::uint32_t k = 0; k < s.enemies.size(); ++k) {
        const Figure& target = s.enemies[k];
        if (field.bearing(s.arm, firer, target).verdict() == Verdict::No) continue;
        if (field.friends_beside(firer, target).clear == Verdict::No) continue;
        if (field.sight(field.eye_of(firer), field.middle_of(target), all, k).sight.clear != Verdict::No) ++open;
      }
    benchmark::DoNotOptimize(open);
  }
  report(state, open);
}

/// One question as the window asks it: a company or a gun at a company, with a battle round them.
void OneBody(benchmark::State& state) {
  Scene s = scene_of(state, true, true);
  AimQuestion q;
  q.firer.arm = s.arm;
  const double near = s.arm == Arm::Gun ? 20.0 : 4.0;
  const auto company = [&](std::vector<Figure>& from, double x, double y, double heading_deg) {
    std::vector<Figure> men(from.end() - 16, from.end());
    from.resize(from.size() - 16);
    for (std::size_t i = 0; i < men.size(); ++i) {
      men[i].footprint.centre = {Inches(x + 1.2 * static_cast<double>(i % 8)), Inches(y + 1.2 * static_cast<double>(i / 8))};
      men[i].footprint.heading = measure::from_degrees(heading_deg);
    }
    return men;
  };
  q.firer.figures = company(s.firers, 30, 10, 90);
  if (s.arm == Arm::Gun) q.firer.figures.resize(1);
  q.target = company(s.enemies, 31, 11.2 + near, 270);
  q.friends.assign(s.friends.begin(), s.friends.begin() + 60);
  q.enemies.assign(s.enemies.begin(), s.enemies.begin() + 60);
  q.terrain.assign(s.terrain.begin() + 8, s.terrain.begin() + 23);  // woods, houses, hills
  const House house;
  for (auto _ : state) benchmark::DoNotOptimize(aim(q, house));
}

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;
using Point = bg::model::d2::point_xy<double>;
using Line = bg::model::linestring<Point>;
using Polygon = bg::model::polygon<Point, false>;
using Box = bg::model::box<Point>;

Point point(const Figure& f) { return {f.footprint.centre.x.value, f.footprint.centre.y.value}; }
Box around(const Line& line, double by) {
  const Box tight = bg::return_envelope<Box>(line);
  return bg::return_buffer<Box>(tight, by);
}

/// The same question the way a general geometry library answers it.
class BoostField {
 public:
  explicit BoostField(const Scene& s) {
    for (const Figure& f : s.friends) friends_.insert({point(f), f.id});
    for (const Figure& f : s.enemies) enemies_.insert({point(f), f.id});
    for (const Terrain& t : s.terrain) {
      Polygon polygon;
      for (const TablePoint& p : t.polygon) bg::append(polygon.outer(), Point(p.x.value, p.y.value));
      bg::correct(polygon);
      terrain_.insert({bg::return_envelope<Box>(polygon), pieces_.size()});
      pieces_.push_back({std::move(polygon), t.kind == TerrainKind::Wood});
    }
  }
  [[nodiscard]] bool open(const Figure& firer, const Figure& target, double reach) const {
    const Point from = point(firer), to = point(target);
    const double dx = to.x() - from.x(), dy = to.y() - from.y();
    if (bg::distance(from, to) > reach) return false;
    if (std::abs(measure::wrapped(measure::Radians(std::atan2(dy, dx)) - firer.footprint.heading).value) > std::numbers::pi / 4)
      return false;
    const Line line{from, to};
    for (auto it = friends_.qbegin(bgi::intersects(around(line, 1.0 + kRadius))); it != friends_.qend(); ++it)
      if (bg::distance(it->first, line) - kRadius < 1.0) return false;
    for (auto it = enemies_.qbegin(bgi::intersects(around(line, kRadius))); it != enemies_.qend(); ++it)
      if (it->second != target.id && bg::distance(it->first, line) < kRadius) return false;
    for (auto it = terrain_.qbegin(bgi::intersects(bg::return_envelope<Box>(line))); it != terrain_.qend(); ++it) {
      const auto& [polygon, wood] = pieces_[it->second];
      if (!bg::intersects(line, polygon)) continue;
      if (!wood) return false;
      bg::model::multi_linestring<Line> inside;
      bg::intersection(line, polygon, inside);
      if (bg::length(inside) > 2.0) return false;
    }
    return true;
  }

 private:
  bgi::rtree<std::pair<Point, int>, bgi::rstar<16>> friends_, enemies_;
  bgi::rtree<std::pair<Box, std::size_t>, bgi::rstar<16>> terrain_;
  std::vector<std::pair<Polygon, bool>> pieces_;
};

void BoostGeometry(benchmark::State& state) {
  const Scene s = scene_of(state, false, false);
  const double reach = s.arm == Arm::Gun ? 36.0 : 6.0;
  std::size_t open = 0;
  for (auto _ : state) {
    open = 0;
    const BoostField field(s);
    for (const Figure& firer : s.firers)
      for (const Figure& target : s.enemies) open += field.open(firer, target, reach) ? 1 : 0;
    benchmark::DoNotOptimize(open);
  }
  report(state, open);
}

void cases(benchmark::internal::Benchmark* b) {
  b->ArgNames({"guns", "mixed"})->Unit(benchmark::kMillisecond);
  for (const int guns : {1, 0})
    for (const int mixed : {1, 0}) b->Args({guns, mixed});
}

BENCHMARK(AimAll)->Apply(cases);
BENCHMARK(BruteForce)->Apply(cases);
BENCHMARK(OneBody)->ArgNames({"guns", "mixed"})->Args({1, 1})->Args({0, 1})->Unit(benchmark::kMicrosecond);
BENCHMARK(AimAllExactFlat)->Apply(cases);
BENCHMARK(BoostGeometry)->Apply(cases);

}  // namespace

BENCHMARK_MAIN();
