// Bases from maps: the shape that fits is the likeliest, the set that explains most is found, and a part is seen as the whole is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <random>

#include "measure/gap.h"
#include "tests/vision/base_maps.h"
#include "vision/bases/base_net.h"
#include "vision/bases/hypotheses.h"
#include "vision/bases/kinds.h"
#include "vision/bases/rim.h"

namespace bases_test {
namespace {

using measure::Inches, measure::Shape;
using vision::BaseHypothesis, vision::BaseMaps;

constexpr double kPerInch = 14.0;  // map pixels
const std::vector<vision::BaseKind> kKinds{{measure::RoundShape{Inches(1.0)}},
                                           {measure::RoundShape{Inches(1.6)}},
                                           {measure::OvalShape{Inches(2.0), Inches(1.0)}},
                                           {measure::RectShape{Inches(1.0), Inches(3.0)}}};

/// What a faultless network says of one base.
BaseMaps maps_of(const Shape& shape, cv::Point2d at, double heading, cv::Size places) {
  BaseMaps maps = base_maps::nothing_seen(places, -8);
  const measure::Footprint base{shape, {Inches(at.x), Inches(at.y)}, measure::Radians(heading), {}, {}};
  const auto [length, width] = measure::sides(shape);
  const double along = heading + (width > length ? 0.5 * std::numbers::pi : 0.0);
  measure::Footprint scaled = base;
  for (int row = 0; row < places.height; ++row)
    for (int column = 0; column < places.width; ++column) {
      const cv::Point2d place = BaseMaps::map_pixel(cv::Point2d(column, row));
      const cv::Point2d off = at - place;
      scaled.centre = {Inches(at.x / kPerInch), Inches(at.y / kPerInch)};
      if (!contains(scaled, {Inches(place.x / kPerInch), Inches(place.y / kPerInch)})) continue;
      maps.base.at<float>(row, column) = 6.0F;
      maps.to_centre.at<cv::Vec2f>(row, column) = {static_cast<float>(off.x), static_cast<float>(off.y)};
      maps.axis.at<cv::Vec2f>(row, column) = {static_cast<float>(std::cos(2 * along)), static_cast<float>(std::sin(2 * along))};
      maps.plain.at<float>(row, column) = static_cast<float>(4.0 - 0.1 * off.dot(off));
    }
  return maps;
}

TEST(BaseHypotheses, TheShapeThatStandsThereIsTheLikeliestAndInItsPlace) {
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    const cv::Point2d at(50.3, 41.8);
    const BaseMaps maps = maps_of(kKinds[kind].shape, at, 0.7, {50, 42});
    const std::vector<BaseHypothesis> all =
        vision::hypotheses_in(maps, vision::BaseNet::For::Plain, kKinds, vision::kPlainEvidence, kPerInch);
    ASSERT_FALSE(all.empty());
    const BaseHypothesis& best = *std::ranges::max_element(all, {}, &BaseHypothesis::evidence);
    EXPECT_EQ(best.kind, kind);
    EXPECT_GT(best.evidence, 0.0);
    EXPECT_LT(cv::norm(best.at - at), 0.3);
    if (kind >= 2) {
      EXPECT_NEAR(std::cos(2.0 * (best.heading - 0.7)), 1.0, 1e-3);
    }
  }
}

TEST(BaseHypotheses, WhereNothingStandsThereAreNone) {
  BaseMaps maps = maps_of(kKinds[0].shape, {50.0, 40.0}, 0.0, {50, 42});
  maps.plain.setTo(-8);
  EXPECT_TRUE(vision::hypotheses_in(maps, vision::BaseNet::For::Plain, kKinds, vision::kPlainEvidence, kPerInch).empty());
}

double sum_of(const std::vector<BaseHypothesis>& set) {
  double sum = 0.0;
  for (const BaseHypothesis& h : set) sum += h.evidence;
  return sum;
}

bool too_close(const BaseHypothesis& a, const BaseHypothesis& b) {
  const auto footprint = [](const BaseHypothesis& h) {
    return measure::Footprint{
        kKinds[h.kind].shape, {Inches(h.at.x / kPerInch), Inches(h.at.y / kPerInch)}, measure::Radians(h.heading), {}, {}};
  };
  return measure::gap(footprint(a), footprint(b)).value <
         Inches(-0.25 * std::min(measure::breadth(kKinds[a.kind].shape).value, measure::breadth(kKinds[b.kind].shape).value));
}

// Two bases that look nearly alike: the likelier is the one that more men of the roster stand on.
TEST(BaseHypotheses, TheRostersNumbersDecideWhatThePictureDoesNot) {
  const BaseMaps maps = maps_of(measure::RoundShape{Inches(1.0)}, {50.3, 41.8}, 0.0, {50, 42});
  for (const auto& [first, second] : {std::pair{1.0, 40.0}, {40.0, 1.0}}) {
    const std::vector<vision::BaseKind> alike{{measure::RoundShape{Inches(0.99)}, first}, {measure::RoundShape{Inches(1.01)}, second}};
    const auto all = vision::hypotheses_in(maps, vision::BaseNet::For::Plain, alike, vision::kPlainEvidence, kPerInch);
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(std::ranges::max_element(all, {}, &BaseHypothesis::evidence)->kind, first > second ? 0U : 1U);
  }
}

// By trying every subset.
TEST(BestSet, LawIsTheLargestSumOfBasesThatDoNotOverlap) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(0.0, 60.0), evidence(-1.0, 6.0), turn(0.0, 3.0);
  std::uniform_int_distribution<std::size_t> kind(0, kKinds.size() - 1);
  for (int game = 0; game < 60; ++game) {
    std::vector<BaseHypothesis> all(11);
    for (BaseHypothesis& h : all) {
      h.kind = kind(random), h.at = {place(random), place(random)}, h.heading = turn(random), h.evidence = evidence(random);
    }
    double most = 0.0;
    for (unsigned subset = 0; subset < 1U << all.size(); ++subset) {
      std::vector<BaseHypothesis> set;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (subset >> i & 1U) set.push_back(all[i]);
      bool free = true;
      for (std::size_t i = 0; i < set.size() && free; ++i)
        for (std::size_t j = i + 1; j < set.size() && free; ++j) free = !too_close(set[i], set[j]);
      if (free) most = std::max(most, sum_of(set));
    }
    EXPECT_NEAR(sum_of(vision::best_set(all, kKinds, kPerInch)), most, 1e-9) << "game " << game;
  }
}

/// A table with grain, and the same with a base of this colour on it.
struct Tables {
  cv::Mat empty, now;
};

Tables with_base(cv::Point2d at, double radius, const cv::Scalar& colour) {
  Tables tables{.empty = cv::Mat(120, 120, CV_8UC3, cv::Scalar(70, 110, 90)), .now = {}};
  cv::Mat grain(tables.empty.size(), CV_8UC3), noise(tables.empty.size(), CV_8UC3);
  cv::RNG random(7);
  random.fill(grain, cv::RNG::UNIFORM, 0, 12);
  tables.empty += grain;
  tables.now = tables.empty.clone();
  cv::circle(tables.now, cv::Point(cvRound(at.x * 16), cvRound(at.y * 16)), cvRound(radius * 16), colour, -1, cv::LINE_AA, 4);
  cv::GaussianBlur(tables.now, tables.now, {}, 0.7);
  random.fill(noise, cv::RNG::UNIFORM, 0, 6);
  tables.now += noise;
  return tables;
}

const measure::Base kBase{measure::RoundShape{Inches(1.0)}, Inches(0.1)};
const vision::MapCamera kAbove{.nadir = {60.0, 60.0}, .height = 600.0};

/// A base laid to its rim where that shows.
void fit_rim(const Tables& tables, BaseHypothesis& found) {
  if (const auto rim = vision::rim_of(vision::Novelty(tables.now, tables.empty), kAbove, kBase, kPerInch, found))
    lay_to_rim(*rim, kPerInch, found);
}

BaseHypothesis placed_at(cv::Point2d at) {
  BaseHypothesis placed;
  placed.at = at;
  placed.noise = cv::Matx22d(0.01, 0.0, 0.0, 0.01);
  placed.common = cv::Matx22d(2.0, 0.0, 0.0, 2.0);
  return placed;
}

TEST(Rim, WhereItShowsTheBaseIsLaidToIt) {
  const cv::Point2d at(61.3, 58.8);
  const Tables tables = with_base(at, 0.5 * kPerInch, cv::Scalar(40, 40, 160));
  BaseHypothesis found = placed_at(at + cv::Point2d(1.4, -1.1));
  fit_rim(tables, found);
  EXPECT_LT(cv::norm(found.at - at), 0.25);
  EXPECT_LT(found.noise(0, 0) + found.common(0, 0), 0.1);
}

TEST(Rim, OfABaseFlockedLikeTheTableChangesNothing) {
  const cv::Point2d at(61.3, 58.8);
  const Tables tables = with_base(at, 0.15 * kPerInch, cv::Scalar(40, 40, 160));  // a figure on it
  const BaseHypothesis before = placed_at(at + cv::Point2d(1.4, -1.1));
  BaseHypothesis found = before;
  fit_rim(tables, found);
  EXPECT_EQ(found.at, before.at);
  EXPECT_EQ(found.common, before.common);
}

// Flock over the edge and shadow beside it scatter the edges and move many of them alike: by the noise of single edges four margins of five
// held on rendered tables.
TEST(Rim, WhoseEdgesScatterIsTrustedLess) {
  const cv::Point2d at(61.3, 58.8);
  const auto variance_with = [&](int flock) {  // tufts of so many pixels along the edge
    Tables tables = with_base(at, 0.5 * kPerInch, cv::Scalar(40, 40, 160));
    for (int i = 0; flock > 0 && i < 9; ++i) {
      const cv::Point2d out = 0.5 * kPerInch * cv::Point2d(std::cos(0.7 * i), std::sin(0.7 * i));
      cv::circle(tables.now, cv::Point(at + out), flock, cv::Scalar(40, 40, 160), cv::FILLED);
    }
    BaseHypothesis found = placed_at(at + cv::Point2d(0.5, -0.4));
    fit_rim(tables, found);
    return found.noise(0, 0) + found.common(0, 0);
  };
  EXPECT_GT(variance_with(1), 2.0 * variance_with(0));
}

TEST(Rim, BesideANeighbourThatTouchesIsFoundByTheRest) {
  const cv::Point2d at(61.3, 58.8);
  Tables tables = with_base(at, 0.5 * kPerInch, cv::Scalar(40, 40, 160));
  cv::circle(tables.now, cv::Point(cvRound((at.x + kPerInch) * 16), cvRound(at.y * 16)), cvRound(0.5 * kPerInch * 16),
             cv::Scalar(40, 40, 160), -1, cv::LINE_AA, 4);
  BaseHypothesis found = placed_at(at + cv::Point2d(0.9, -0.8));
  fit_rim(tables, found);
  EXPECT_LT(cv::norm(found.at - at), 0.4);
}

TEST(Rim, ShadowAndAnotherLightAreNothingNew) {
  const Tables tables = with_base({61.0, 59.0}, 7.0, cv::Scalar(40, 40, 160));
  cv::Mat darker;
  cv::multiply(tables.empty, cv::Scalar(0.6, 0.66, 0.72), darker);
  const vision::Novelty seen(darker, tables.empty);
  EXPECT_LT(seen.noise(), 4.0);
  double sum = 0.0;
  for (int row = 0; row < seen.size().height; ++row)
    for (int column = 0; column < seen.size().width; ++column) sum += seen.distance(row, column);
  EXPECT_LT(sum / seen.size().area(), 4.0);
}

TEST(Novelty, OnlyWhatStandsThereHasChanged) {
  const cv::Point2d at(61.3, 58.8);
  Tables tables = with_base(at, 0.15 * kPerInch, cv::Scalar(40, 40, 160));  // a figure on a base flocked like the table
  cv::multiply(tables.now, cv::Scalar(0.8, 0.85, 0.9), tables.now);         // in another light
  const vision::Novelty seen(tables.now, tables.empty);
  EXPECT_LT(seen.unchanged_share(at, 0.15 * kPerInch), 0.2);
  EXPECT_GT(seen.unchanged_share({20.0, 30.0}, 0.5 * kPerInch), 0.9);
  EXPECT_GT(seen.unchanged_share({0.0, 0.0}, 0.5 * kPerInch), 0.9) << "what lies in the map counts";
  EXPECT_EQ(seen.unchanged_share({-50.0, 20.0}, 5.0), 0.0);
}

TEST(BaseNet, SeesAPartAsItSeesTheWhole) {
  cv::Mat now(320, 448, CV_8UC3), empty(320, 448, CV_8UC3);
  cv::RNG noise(3);
  noise.fill(now, cv::RNG::UNIFORM, 60, 140);
  noise.fill(empty, cv::RNG::UNIFORM, 60, 140);
  const vision::BaseNet net(vision::BaseNet::For::Plain);
  const BaseMaps whole = net.see({.now = now, .empty = empty, .nadir = {150, 90}, .height = 900});
  const cv::Rect part(64, 32, 352, 256);  // begins at multiples of BaseNet::kMultiple
  const BaseMaps seen =
      net.see({.now = now(part), .empty = empty(part), .nadir = cv::Point2d(150, 90) - cv::Point2d(part.tl()), .height = 900});
  const cv::Rect inner(52, 52, 70, 24);  // places of the part that are farther from its edge than the network looks
  const cv::Mat a = seen.base(inner), b = whole.base(inner + part.tl() / BaseMaps::kStride);
  EXPECT_LT(cv::norm(a, b, cv::NORM_INF), 1e-3);
}

TEST(BaseNet, WantsNarrowBasesLarger) {
  EXPECT_GT(vision::BaseNet::per_inch(0.7), vision::BaseNet::per_inch(1.0));
  EXPECT_EQ(vision::BaseNet::per_inch(0.1), vision::BaseNet::per_inch(0.2));
}

/// A hypothesis of each kind at each place, the first kind dearer by so much.
std::vector<BaseHypothesis> either_kind(const std::vector<cv::Point2d>& places, const std::vector<double>& against_first) {
  std::vector<BaseHypothesis> all;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (const std::size_t kind : {std::size_t{0}, std::size_t{1}}) {
      BaseHypothesis h;
      h.peak = static_cast<int>(i), h.kind = kind, h.at = places[i];
      h.evidence = kind == 0 ? 5.0 - std::max(0.0, against_first[i]) : 5.0 + std::min(0.0, against_first[i]);
      all.push_back(h);
    }
  return all;
}

TEST(BaseKinds, MenWhoStandTogetherStandOnOneKindOfBase) {
  const std::vector<vision::BaseKind> kinds{{measure::RoundShape{Inches(1.0)}, 6.0}, {measure::RoundShape{Inches(1.2)}, 6.0}};
  std::vector<cv::Point2d> places;
  std::vector<double> against;
  for (int i = 0; i < 12; ++i) {  // two units; two men of either look like the other's
    places.emplace_back((i < 6 ? 30.0 : 300.0) + 1.4 * kPerInch * (i % 6), 50.0);
    against.push_back((i < 6) == (i % 6 < 2) ? 0.7 : -0.9);
  }
  const auto all = either_kind(places, against);
  const auto best = vision::best_set(all, kinds, kPerInch);
  ASSERT_EQ(best.size(), 12U);
  for (const BaseHypothesis& h : vision::agree_on_kinds(best, all, kinds, kPerInch)) EXPECT_EQ(h.kind, h.at.x < 200.0 ? 0U : 1U) << h.at.x;
}

TEST(BaseKinds, OfTwoFormationsThatLookAlikeTheLikelierHasTheScarceBases) {
  const std::vector<vision::BaseKind> kinds{{measure::RoundShape{Inches(1.0)}, 5.0}, {measure::RoundShape{Inches(1.2)}, 5.0}};
  std::vector<cv::Point2d> places;
  std::vector<double> against;
  for (int i = 0; i < 10; ++i) {
    places.emplace_back((i < 5 ? 30.0 : 300.0) + 1.4 * kPerInch * (i % 5), 50.0);
    against.push_back(i < 5 ? 0.3 : 1.2);
  }
  const auto all = either_kind(places, against);
  for (const BaseHypothesis& h : vision::agree_on_kinds(vision::best_set(all, kinds, kPerInch), all, kinds, kPerInch))
    EXPECT_EQ(h.kind, h.at.x < 200.0 ? 0U : 1U) << h.at.x;
}

}  // namespace
}  // namespace bases_test
