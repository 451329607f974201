// The promise of a margin: 95 of 100 true values lie inside it.
//   Each trial sets up a random scene, draws where the pieces truly stand from the stated errors, and
//   asks whether the true value lies inside the stated margin. Seeded: the same trials every time.
//   4,000 trials scatter by 0.34 % (one sigma), so 93-97 % is nearly six sigmas wide.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "measure/footprint.h"
#include "measure/gap.h"
#include "tests/measure/builders.h"

namespace coverage_test {
namespace {

using namespace builders;
using measure::Spot;

constexpr int kTrials = 4000;

class World {
 public:
  double between(double low, double high) { return std::uniform_real_distribution(low, high)(random_); }
  double normal() { return normal_(random_); }
  Radians heading() { return Radians(between(-3.1, 3.1)); }
  TablePoint point(double size) { return at(between(-size, size), between(-size, size)); }
  PointCovariance covariance(double sigma) {
    const double a = between(0.2, 1.0) * sigma, b = between(0.2, 1.0) * sigma, turn = between(0.0, 3.1);
    const double c = std::cos(turn), s = std::sin(turn);
    return {a * a * c * c + b * b * s * s, (a * a - b * b) * c * s, a * a * s * s + b * b * c * c};
  }
  TableVector error(const PointCovariance& k) {
    const double l = std::sqrt(k.xx), m = l > 0.0 ? k.xy / l : 0.0, n = std::sqrt(std::max(0.0, k.yy - m * m));
    const double u = normal(), v = normal();
    return step(l * u, m * u + n * v);
  }
  Shape shape(int kind) {
    switch (kind % 4) {
      case 0: return measure::RoundShape{Inches(between(0.5, 1.5))};
      case 1: return measure::OvalShape{Inches(between(1.2, 2.4)), Inches(between(0.6, 1.2))};
      case 2: return measure::RectShape{Inches(between(1.0, 2.5)), Inches(between(0.5, 1.5))};
      default: return measure::PolygonShape{{step(-1, -1), step(2, -1), step(2, 0), step(0, 0), step(0, 2), step(-1, 2)}};
    }
  }
  Footprint piece(int kind, TablePoint where) {
    return {.shape = shape(kind),
            .centre = where,
            .heading = heading(),
            .covariance = covariance(0.02),
            .heading_margin = Radians(between(0.0, 0.02))};
  }
  /// Where it truly stands, when this is where it was seen.
  Footprint truth_of(Footprint f) {
    f.centre = f.centre + error(f.covariance);
    f.heading = f.heading + Radians(f.heading_margin.value / measure::kSigmasOf95 * normal());
    return f;
  }
  Spot truth_of(Spot s) { return {s.at + error(s.covariance), {}}; }

 private:
  std::mt19937 random_{20};
  std::normal_distribution<double> normal_;
};

/// The share of trials in which the truth lay inside the margin; a trial may be skipped.
double coverage(const std::function<std::optional<bool>(World&, int)>& trial) {
  World world;
  int inside = 0, counted = 0;
  for (int i = 0; i < kTrials; ++i)
    if (const auto held = trial(world, i)) {
      ++counted;
      inside += *held;
    }
  EXPECT_GT(counted, kTrials / 2);
  const double share = static_cast<double>(inside) / counted;
  testing::Test::RecordProperty("share_inside_margin", std::to_string(share));
  return share;
}

#define EXPECT_COVERS(share) \
  EXPECT_GE(share, 0.93);    \
  EXPECT_LE(share, 0.97)

TEST(Coverage, OfTheGapBetweenApartBases) {
  const double share = coverage([](World& w, int i) -> std::optional<bool> {
    const Footprint a = w.piece(i, at(0, 0)), b = w.piece(i / 4, w.point(6.0));
    const auto seen = measure::gap(a, b);
    if (seen.value.value < 0.2) return std::nullopt;
    return std::abs((measure::gap(w.truth_of(a), w.truth_of(b)).value - seen.value).value) <= seen.margin.value;
  });
  EXPECT_COVERS(share);
}

TEST(Coverage, OfTheGapWithAnErrorBothShare) {
  const double share = coverage([](World& w, int i) -> std::optional<bool> {
    const PointCovariance common = w.covariance(0.1);
    Footprint a = w.piece(i, at(0, 0)), b = w.piece(i / 4, w.point(6.0));
    const TableVector both = w.error(common);
    const Footprint true_a = moved(w.truth_of(a), both), true_b = moved(w.truth_of(b), both);
    a.covariance = a.covariance + common;
    b.covariance = b.covariance + common;
    const auto seen = measure::gap(a, b, common);
    if (seen.value.value < 0.2) return std::nullopt;
    return std::abs((measure::gap(true_a, true_b).value - seen.value).value) <= seen.margin.value;
  });
  EXPECT_COVERS(share);
}

TEST(Coverage, OfTheDepthOfOverlappingDiscs) {
  const double share = coverage([](World& w, int) -> std::optional<bool> {
    const Footprint a = w.piece(0, at(0, 0)), b = w.piece(0, w.point(0.5));
    const auto seen = measure::gap(a, b);
    if (seen.value.value > 0.0 || measure::distance(a.centre, b.centre).value < 0.2) return std::nullopt;
    return std::abs((measure::gap(w.truth_of(a), w.truth_of(b)).value - seen.value).value) <= seen.margin.value;
  });
  EXPECT_COVERS(share);
}

TEST(Coverage, OfBearings) {
  const double share = coverage([](World& w, int i) -> std::optional<bool> {
    const Footprint from = w.piece(i, at(0, 0));
    const Spot to{w.point(10.0), w.covariance(0.05)};
    const auto seen = measure::bearing_off(from, to);
    if (measure::distance(from.centre, to.at).value < 0.5) return std::nullopt;
    const auto truth = measure::bearing_off(w.truth_of(from), w.truth_of(to));
    return std::abs(wrapped(truth.value - seen.value).value) <= seen.margin.value;
  });
  EXPECT_COVERS(share);
}

TEST(Coverage, OfClearances) {
  const double share = coverage([](World& w, int i) -> std::optional<bool> {
    const Spot from{w.point(8.0), w.covariance(0.03)}, to{w.point(8.0), w.covariance(0.03)};
    const Footprint f = w.piece(i, w.point(5.0));
    const auto seen = measure::clearance(from, to, f).value;
    if (seen.value.value < 0.2) return std::nullopt;
    return std::abs((measure::clearance(w.truth_of(from), w.truth_of(to), w.truth_of(f)).value.value - seen.value).value) <=
           seen.margin.value;
  });
  EXPECT_COVERS(share);
}

TEST(Coverage, OfDistances) {
  const double share = coverage([](World& w, int) -> std::optional<bool> {
    const Spot a{w.point(10.0), w.covariance(0.03)}, b{w.point(10.0), w.covariance(0.03)};
    const auto seen = measure::distance_between(a, b);
    return std::abs((measure::distance_between(w.truth_of(a), w.truth_of(b)).value - seen.value).value) <= seen.margin.value;
  });
  EXPECT_COVERS(share);
}

}  // namespace
}  // namespace coverage_test
