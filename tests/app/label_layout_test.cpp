// Labels: never over each other, never over what they speak of, never off the picture.
#include "app/overlay/label_layout.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace label_layout_test {
namespace {

using overlay::Box;
using overlay::LabelRequest;

constexpr Box kStage{0.0, 0.0, 800.0, 500.0};

TEST(LabelLayout, ALoneLabelStandsBesideItsAnchorNotOverItsFigure) {
  const Box figure{380.0, 230.0, 420.0, 270.0};
  const LabelRequest request{.anchor_x = 400.0, .anchor_y = 250.0, .width = 90.0, .height = 24.0, .priority = 0, .keep_off = {figure}};
  const auto places = overlay::lay_out(std::vector{request}, {.bounds = kStage, .gap = 6.0, .avoid = {}});
  ASSERT_TRUE(places.at(0).has_value());
  EXPECT_FALSE(overlay::overlap(*places[0], figure));
  EXPECT_LT(std::abs(places[0]->left - 400.0), 150.0);
}

TEST(LabelLayout, TheMoreImportantLabelKeepsThePlaceBothWant) {
  const LabelRequest low{.anchor_x = 100.0, .anchor_y = 100.0, .width = 60.0, .height = 20.0, .priority = 1, .keep_off = {}};
  LabelRequest high = low;
  high.priority = 2;
  const auto alone = overlay::lay_out(std::vector{high}, {.bounds = kStage, .gap = 6.0, .avoid = {}});
  const auto both = overlay::lay_out(std::vector{low, high}, {.bounds = kStage, .gap = 6.0, .avoid = {}});
  EXPECT_EQ(both.at(1), alone.at(0));
  EXPECT_NE(both.at(0), alone.at(0));
}

TEST(LabelLayout, ALabelLargerThanTheStageIsLeftOut) {
  const LabelRequest request{.anchor_x = 100.0, .anchor_y = 100.0, .width = 900.0, .height = 20.0, .priority = 0, .keep_off = {}};
  EXPECT_FALSE(overlay::lay_out(std::vector{request}, {.bounds = kStage, .gap = 6.0, .avoid = {}}).at(0).has_value());
}

TEST(LabelLayout, OtherFiguresAreCoveredOnlyWhenThereIsNoOtherPlace) {
  const std::vector<Box> others{{405.0, 200.0, 600.0, 300.0}};
  const LabelRequest request{.anchor_x = 400.0, .anchor_y = 250.0, .width = 90.0, .height = 24.0, .priority = 0, .keep_off = {}};
  const auto places = overlay::lay_out(std::vector{request}, {.bounds = kStage, .gap = 6.0, .avoid = others});
  ASSERT_TRUE(places.at(0).has_value());
  EXPECT_FALSE(overlay::overlap(*places[0], others[0]));
}

TEST(LabelLayout, ALeaderIsDrawnOnlyToALabelThatHadToStandOff) {
  LabelRequest request{.anchor_x = 5.0, .anchor_y = 20.0, .width = 50.0, .height = 20.0, .priority = 0, .keep_off = {}};
  EXPECT_FALSE(overlay::leader_end({10.0, 10.0, 60.0, 30.0}, request).has_value());
  const auto end = overlay::leader_end({110.0, 10.0, 160.0, 30.0}, request);
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(*end, std::pair(110.0, 20.0));
  request.along = {{5.0, 20.0}, {300.0, 20.0}};
  EXPECT_FALSE(overlay::leader_end({110.0, 10.0, 160.0, 30.0}, request).has_value()) << "on its own line it needs none";
}

TEST(LabelLayout, TheNameOfGroundLiesOnItOrCloseByOrNowhere) {
  LabelRequest request{.anchor_x = 400.0, .anchor_y = 250.0, .width = 90.0, .height = 24.0, .keep_off = {}, .names_ground = true};
  const Box on_it{355.0, 238.0, 445.0, 262.0};
  EXPECT_EQ(overlay::lay_out(std::vector{request}, {.bounds = kStage, .gap = 6.0, .avoid = {}}).at(0), on_it);

  request.keep_off = {{380.0, 230.0, 420.0, 270.0}};  // a house, which its name would hide
  const auto beside = overlay::lay_out(std::vector{request}, {.bounds = kStage, .gap = 6.0, .avoid = {}}).at(0);
  ASSERT_TRUE(beside.has_value());
  EXPECT_FALSE(overlay::overlap(*beside, request.keep_off[0]));

  request.keep_off = {{330.0, 180.0, 470.0, 320.0}};  // a house drawn large, as on a large screen
  const auto large = overlay::lay_out(std::vector{request}, {.bounds = kStage, .gap = 6.0, .avoid = {}}).at(0);
  ASSERT_TRUE(large.has_value());
  EXPECT_FALSE(overlay::overlap(*large, request.keep_off[0]));

  const std::vector<Box> crowd{{200.0, 50.0, 600.0, 450.0}};
  request.keep_off = crowd;
  EXPECT_FALSE(overlay::lay_out(std::vector{request}, {.bounds = kStage, .gap = 6.0, .avoid = {}}).at(0).has_value());
  request.keep_off = {};
  EXPECT_FALSE(overlay::lay_out(std::vector{request}, {.bounds = kStage, .gap = 6.0, .avoid = crowd}).at(0).has_value())
      << "far away it would seem another's";
}

TEST(LabelLayout, TheNameOfGroundCoversNoFigure) {
  const LabelRequest hill{.anchor_x = 400.0, .anchor_y = 250.0, .width = 90.0, .height = 24.0, .keep_off = {}, .names_ground = true};
  std::vector<Box> figures{{390.0, 240.0, 410.0, 260.0}};  // a gun on its top
  const auto beside = overlay::lay_out(std::vector{hill}, {.bounds = kStage, .gap = 6.0, .avoid = figures}).at(0);
  ASSERT_TRUE(beside.has_value());
  EXPECT_FALSE(overlay::overlap(*beside, figures[0]));

  for (double x = 240.0; x < 560.0; x += 20.0)  // a crowd without a gap for a name
    for (double y = 130.0; y < 370.0; y += 20.0) figures.push_back({x, y, x + 12.0, y + 12.0});
  EXPECT_FALSE(overlay::lay_out(std::vector{hill}, {.bounds = kStage, .gap = 6.0, .avoid = figures}).at(0).has_value());
}

LabelRequest of_line(double ax, double ay, double bx, double by) {
  return {.anchor_x = 0.5 * (ax + bx),
          .anchor_y = 0.5 * (ay + by),
          .width = 110.0,
          .height = 24.0,
          .priority = 0,
          .keep_off = {},
          .along = {{ax, ay}, {bx, by}}};
}

/// How far the middle of a box lies off a line.
double off_line(const Box& box, const LabelRequest& request) {
  const auto [a, b] = std::pair(request.along[0], request.along[1]);
  const double dx = b.first - a.first, dy = b.second - a.second;
  const double x = 0.5 * (box.left + box.right) - a.first, y = 0.5 * (box.top + box.bottom) - a.second;
  return std::abs(dx * y - dy * x) / std::hypot(dx, dy);
}

TEST(LabelLayout, TheLabelsOfTwoCrossingLinesSitEachOnItsOwnAndClearOfTheOther) {
  for (const auto& other : {of_line(400.0, 80.0, 400.0, 420.0), of_line(200.0, 100.0, 600.0, 400.0), of_line(250.0, 200.0, 600.0, 310.0)}) {
    const std::vector lines{of_line(150.0, 250.0, 650.0, 250.0), other};
    const auto places = overlay::lay_out(lines, {.bounds = kStage, .gap = 6.0, .avoid = {}});
    for (std::size_t i = 0; i < 2; ++i) {
      ASSERT_TRUE(places[i].has_value());
      EXPECT_LT(off_line(*places[i], lines[i]), 1.0);
      EXPECT_GT(off_line(*places[i], lines[1 - i]), 12.0) << "nobody can read it off the other line";
    }
  }
}

TEST(LabelLayout, ALineThatReachesOutOfTheViewHasItsLabelOnThePartInView) {
  const LabelRequest request = of_line(600.0, 250.0, 3000.0, 250.0);
  const auto places = overlay::lay_out(std::vector{request}, {.bounds = kStage, .gap = 6.0, .avoid = {}});
  ASSERT_TRUE(places.at(0).has_value());
  EXPECT_LT(off_line(*places[0], request), 1.0);
  EXPECT_FALSE(overlay::lay_out(std::vector{of_line(900.0, 250.0, 3000.0, 250.0)}, {.bounds = kStage, .gap = 6.0, .avoid = {}}).at(0));
}

LabelRequest any_request() {
  const auto number = [](int low, int high) { return static_cast<double>(*rc::gen::inRange(low, high)); };
  LabelRequest request{.anchor_x = number(0, 800),
                       .anchor_y = number(0, 500),
                       .width = number(20, 220),
                       .height = number(14, 40),
                       .priority = *rc::gen::inRange(0, 5),
                       .keep_off = {}};
  const double half = number(3, 40);
  request.keep_off.push_back({request.anchor_x - half, request.anchor_y - half, request.anchor_x + half, request.anchor_y + half});
  return request;
}

RC_GTEST_PROP(LabelLayout, NothingEverOverlaps, ()) {
  std::vector<LabelRequest> requests;
  const int count = *rc::gen::inRange(1, 40);
  for (int i = 0; i < count; ++i) requests.push_back(any_request());
  const auto places = overlay::lay_out(requests, {.bounds = kStage, .gap = 6.0, .avoid = {}});
  RC_ASSERT(places.size() == requests.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i]) continue;
    RC_ASSERT(places[i]->left >= kStage.left && places[i]->right <= kStage.right && places[i]->top >= kStage.top &&
              places[i]->bottom <= kStage.bottom);
    RC_ASSERT(!overlay::overlap(*places[i], requests[i].keep_off[0]));
    for (std::size_t k = 0; k < i; ++k) RC_ASSERT(!places[k] || !overlay::overlap(*places[i], *places[k]));
  }
}

}  // namespace
}  // namespace label_layout_test
