// Bases laid again: ranks between which the network puts its centres are found man by man, and what is seen well stays as it was.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <random>

#include "tests/vision/base_maps.h"
#include "vision/bases/cover.h"
#include "vision/bases/layout.h"

namespace layout_test {
namespace {

using measure::Inches;
using vision::BaseHypothesis, vision::BaseKind, vision::BaseMaps;

constexpr double kPerInch = 14.0;  // map pixels
constexpr double kOneInch = kPerInch;
const cv::Size kPlaces(120, 100);
const std::vector<BaseKind> kRound{{measure::RoundShape{Inches(1.0)}, 20.0}};

/// Where bases of a shape stand, map pixels.
using Men = std::vector<cv::Point2d>;

/// The network sees exactly where bases lie, and a faint centre wherever a man, or whoever it takes for one, stands.
BaseMaps maps_of(const measure::Shape& shape, const Men& men, const Men& centres, double heading = 0.0) {
  BaseMaps maps = base_maps::nothing_seen(kPlaces, -5);
  const auto [length, width] = measure::sides(shape);
  const double along = heading + (width > length ? 0.5 * std::numbers::pi : 0.0);
  for (int row = 0; row < kPlaces.height; ++row)
    for (int column = 0; column < kPlaces.width; ++column) {
      const cv::Point2d place = BaseMaps::map_pixel(cv::Point2d(column, row));
      for (const cv::Point2d& man : men)
        if (vision::Cover(shape, man, heading, kPerInch)(place)) {
          maps.base.at<float>(row, column) = 4.0F;
          maps.axis.at<cv::Vec2f>(row, column) = {static_cast<float>(std::cos(2.0 * along)), static_cast<float>(std::sin(2.0 * along))};
        }
      // Its centres are spread over the men between whom it puts them.
      const auto see = [&](const Men& all, double log_odds) {
        for (const cv::Point2d& at : all) {
          const cv::Point2d off = at - place;
          const auto here = static_cast<float>(log_odds - 0.06 * off.dot(off));
          maps.plain.at<float>(row, column) = std::max(maps.plain.at<float>(row, column), here);
        }
      };
      see(men, -1.0), see(centres, 1.0);
    }
  return maps;
}

/// One base as each kind at each place, the first kind the likeliest.
std::vector<BaseHypothesis> seen_at(const Men& places, std::size_t kinds = 1, double heading = 0.0) {
  std::vector<BaseHypothesis> all;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      BaseHypothesis h;
      h.peak = static_cast<int>(i), h.kind = kind, h.at = places[i], h.heading = heading;
      h.centre = 1.0, h.evidence = kind == 0 ? 3.0 : 1.0;
      all.push_back(h);
    }
  return all;
}

std::vector<BaseHypothesis> first_kind_of(const std::vector<BaseHypothesis>& all) {
  std::vector<BaseHypothesis> out;
  for (const BaseHypothesis& h : all)
    if (h.kind == 0) out.push_back(h);
  return out;
}

/// Is there one base for each man, within a third of a base, and nobody else?
void expect_men(const std::vector<BaseHypothesis>& laid, const Men& men) {
  EXPECT_EQ(laid.size(), men.size());
  for (const cv::Point2d& man : men)
    EXPECT_EQ(std::ranges::count_if(laid, [&](const BaseHypothesis& h) { return cv::norm(h.at - man) < 0.33 * kOneInch; }), 1) << man;
}

Men ranks(int files, int deep, double gap = 1.0) {
  Men men;
  for (int i = 0; i < files; ++i)
    for (int k = 0; k < deep; ++k) men.emplace_back(40.0 + gap * kOneInch * i, 60.0 + gap * kOneInch * k);
  return men;
}

Men between_ranks(int files) {
  Men centres;
  for (int i = 0; i < files; ++i) centres.emplace_back(40.0 + kOneInch * i, 60.0 + 0.5 * kOneInch);
  return centres;
}

TEST(Layout, CentresBetweenTwoRanksBecomeTheMenOfBoth) {
  for (const int files : {3, 5, 8}) {
    const Men men = ranks(files, 2), centres = between_ranks(files);
    std::vector<BaseHypothesis> all = seen_at(centres);
    const std::vector<BaseHypothesis> chosen = all;
    const auto laid = vision::lay_again(maps_of(kRound[0].shape, men, centres), {}, chosen, all, kRound, kPerInch);
    SCOPED_TRACE(files);
    expect_men(laid, men);
    for (const BaseHypothesis& h : laid) {
      EXPECT_GT(h.evidence, 0.0);
      EXPECT_GE(h.peak, files) << "none of the centres that the network saw";
      EXPECT_TRUE(std::ranges::any_of(all, [&](const BaseHypothesis& other) { return other.peak == h.peak && other.kind == h.kind; }));
    }
  }
}

TEST(Layout, SquaresTakenForLongBasesBecomeSquares) {
  const std::vector<BaseKind> kinds{{measure::RectShape{Inches(1.0), Inches(2.0)}, 4.0},
                                    {measure::RectShape{Inches(1.0), Inches(1.0)}, 12.0}};
  const Men men = ranks(5, 2), centres = between_ranks(5);
  std::vector<BaseHypothesis> all = seen_at(centres, 2);
  // One of them is known for a square: the kind has to be seen somewhere.
  all.push_back(all.back());
  all.back().peak = 5, all.back().kind = 1, all.back().at = men[0];
  std::vector<BaseHypothesis> chosen = first_kind_of(all);
  chosen.erase(chosen.begin());
  chosen.push_back(all.back());
  // The network sees the middle of each man, and nothing between.
  const BaseMaps maps = maps_of(kinds[1].shape, men, men);
  expect_men(vision::lay_again(maps, {}, chosen, all, kinds, kPerInch), men);
}

TEST(Layout, LongBasesTakenForMenBecomeLongBases) {
  const std::vector<BaseKind> kinds{{measure::RoundShape{Inches(1.0)}, 3.0}, {measure::RectShape{Inches(1.0), Inches(2.6)}, 6.0}};
  Men companies, men;
  for (int i = 0; i < 4; ++i) {
    companies.emplace_back(60.0, 40.0 + 2.6 * kOneInch * i);
    for (const double off : {-0.6, 0.6}) men.push_back(companies.back() + cv::Point2d(0.0, off * kOneInch));
  }
  const BaseMaps maps = maps_of(kinds[1].shape, companies, companies);
  std::vector<BaseHypothesis> all = seen_at({men.begin() + 2, men.end()}, 2);
  BaseHypothesis company = all.front();
  company.peak = 100, company.kind = 1, company.at = companies[0];
  all.push_back(company);
  std::vector<BaseHypothesis> chosen = first_kind_of(all);
  chosen.push_back(company);
  const auto laid = vision::lay_again(maps, {}, chosen, all, kinds, kPerInch);
  expect_men(laid, companies);
  for (const BaseHypothesis& h : laid) EXPECT_EQ(h.kind, 1U);
}

TEST(Layout, WhatIsSeenWellStaysAsItWas) {
  for (const double gap : {1.0, 1.3, 2.5}) {
    const Men men = ranks(4, 2, gap);
    std::vector<BaseHypothesis> all = seen_at(men);
    const std::vector<BaseHypothesis> chosen = all;
    const auto laid = vision::lay_again(maps_of(kRound[0].shape, men, men), {}, chosen, all, kRound, kPerInch);
    ASSERT_EQ(laid.size(), chosen.size());
    EXPECT_EQ(all.size(), chosen.size());
    for (const BaseHypothesis& h : laid)
      EXPECT_TRUE(std::ranges::any_of(chosen, [&](const BaseHypothesis& c) { return c.at == h.at && c.evidence == h.evidence; }));
  }
}

// A gun among its crew, whom they have persuaded that he stands on a base like theirs.
TEST(Layout, WhoExplainsMoreAsAnotherKindIsThatWhereHeWasSeen) {
  const std::vector<BaseKind> kinds{{measure::RoundShape{Inches(1.0)}, 6.0}, {measure::RectShape{Inches(2.5), Inches(1.5)}, 1.0}};
  const cv::Point2d gun(80.0, 80.0), man(80.0, 80.0 + 1.3 * kOneInch);
  BaseMaps maps = maps_of(kinds[1].shape, {gun}, {gun});
  const BaseMaps crew = maps_of(kinds[0].shape, {man}, {man});
  maps.base = cv::max(maps.base, crew.base), maps.plain = cv::max(maps.plain, crew.plain);
  std::vector<BaseHypothesis> all = seen_at({gun, man}, 2);
  all[0].evidence = 1.0, all[1].evidence = 3.0;  // by itself it looks like a gun
  all[1].noise = cv::Matx22d(0.5, 0.0, 0.0, 0.5);
  const std::vector<BaseHypothesis> before = all;
  const auto laid = vision::lay_again(maps, {}, first_kind_of(all), all, kinds, kPerInch);
  ASSERT_EQ(laid.size(), 2U);
  const auto as_gun = std::ranges::find(laid, 1U, &BaseHypothesis::kind);
  ASSERT_NE(as_gun, laid.end());
  EXPECT_EQ(as_gun->at, gun);
  EXPECT_EQ(as_gun->peak, 0);
  EXPECT_EQ(as_gun->noise, before[1].noise) << "it is known as well as it was";
  EXPECT_EQ(all.size(), before.size());
}

TEST(Layout, KindsOfOneShapeStayOpen) {
  const std::vector<BaseKind> kinds{{kRound[0].shape, 4.0}, {kRound[0].shape, 8.0}};  // on bases of two heights, say
  const Men men = ranks(5, 2), centres = between_ranks(5);
  std::vector<BaseHypothesis> all = seen_at(centres, 2);
  const auto laid = vision::lay_again(maps_of(kRound[0].shape, men, centres), {}, first_kind_of(all), all, kinds, kPerInch);
  expect_men(laid, men);
  for (const BaseHypothesis& h : laid) EXPECT_EQ(std::ranges::count(all, h.peak, &BaseHypothesis::peak), 2) << "may be either";
}

TEST(Layout, NobodyIsLaidWhereAnotherPieceLies) {
  const Men men = ranks(5, 2);
  const Men front = [&] {
    Men out;
    for (std::size_t i = 0; i < men.size(); i += 2) out.push_back(men[i]);
    return out;
  }();
  cv::Mat taken = cv::Mat::zeros(kPlaces, CV_8U);  // the rear rank has tags
  for (std::size_t i = 1; i < men.size(); i += 2)
    cv::circle(taken, men[i] / BaseMaps::kStride, static_cast<int>(0.5 * kOneInch / BaseMaps::kStride) + 1, 1, -1);
  std::vector<BaseHypothesis> all = seen_at(front);
  const std::vector<BaseHypothesis> chosen = all;
  expect_men(vision::lay_again(maps_of(kRound[0].shape, men, front), taken, chosen, all, kRound, kPerInch), front);
}

TEST(Layout, BasesOnNoGroundAndNoBasesAtAllAreLeftAlone) {
  std::vector<BaseHypothesis> none;
  const BaseMaps maps = maps_of(kRound[0].shape, {}, {});
  EXPECT_TRUE(vision::lay_again(maps, {}, {}, none, kRound, kPerInch).empty());
  std::vector<BaseHypothesis> all = seen_at({{50.0, 50.0}, {-30.0, 4000.0}});  // the second lies beside the map
  const std::vector<BaseHypothesis> chosen = all;
  EXPECT_EQ(vision::lay_again(maps, {}, chosen, all, kRound, kPerInch).size(), 2U);
}

// A cloth, say, that the network takes for bases everywhere.
TEST(Layout, GroundForFarMoreThanTheRosterHasIsLeftAlone) {
  const Men men = ranks(3, 1, 1.5);
  BaseMaps maps = maps_of(kRound[0].shape, men, men);
  maps.base.setTo(4.0);
  std::vector<BaseHypothesis> all = seen_at(men);
  const std::vector<BaseHypothesis> chosen = all;
  EXPECT_EQ(vision::lay_again(maps, {}, chosen, all, kRound, kPerInch).size(), men.size());
  EXPECT_EQ(all.size(), men.size());
}

// Whatever stands there, however it is seen: nobody stands in another, and laid again from there nothing changes.
TEST(Layout, LawNobodyStandsInAnotherAndASecondTimeChangesNothing) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> x(30.0, 200.0), y(30.0, 170.0), shift(-6.0, 6.0);
  for (int game = 0; game < 20; ++game) {
    Men men, seen;
    for (int i = 0; i < 25; ++i) {
      const cv::Point2d at(x(random), y(random));
      if (std::ranges::all_of(men, [&](const cv::Point2d& man) { return cv::norm(man - at) >= kOneInch; })) men.push_back(at);
    }
    for (const cv::Point2d& man : men) {
      const cv::Point2d at = man + cv::Point2d(shift(random), shift(random));
      if (std::ranges::all_of(seen, [&](const cv::Point2d& other) { return cv::norm(other - at) >= kOneInch; })) seen.push_back(at);
    }
    std::vector<BaseHypothesis> all = seen_at(seen);
    const std::vector<BaseHypothesis> chosen = all;
    const BaseMaps maps = maps_of(kRound[0].shape, men, seen);
    const auto once = vision::lay_again(maps, {}, chosen, all, kRound, kPerInch);
    for (std::size_t i = 0; i < once.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(vision::exclude(once[i], once[j], kRound, kPerInch)) << "game " << game;
    EXPECT_GE(once.size(), chosen.size()) << "game " << game;
    const auto twice = vision::lay_again(maps, {}, once, all, kRound, kPerInch);
    EXPECT_EQ(twice.size(), once.size()) << "game " << game;
  }
}

}  // namespace
}  // namespace layout_test
