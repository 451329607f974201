// Labels: never over each other, never over what they speak of, never off the picture.
#include "app/overlay/label_layout.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

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
  EXPECT_FALSE(overlay::leader_end({10.0, 10.0, 60.0, 30.0}, 5.0, 20.0).has_value());
  const auto end = overlay::leader_end({110.0, 10.0, 160.0, 30.0}, 5.0, 20.0);
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(*end, std::pair(110.0, 20.0));
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
