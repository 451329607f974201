// Registration without a lens file: the truth stays inside the stated margin, which widens where the picture is silent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>

#include "calibration/pose_fit.h"
#include "calibration/registration.h"
#include "tests/support/campaign.h"
#include "tests/support/covered.h"

namespace self_calibration_test {
namespace {

using namespace calibration;
using measure::ErrorCode;
using measure::Inches;
using measure::TablePoint;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kLength_in = 72.0, kWidth_in = 48.0;

MATCHER_P2(IsFinding, code, what, "") { return arg.code == code && arg.says.find(what) != std::string::npos; }

class Chance {
 public:
  explicit Chance(unsigned seed) : random_(seed) {}
  double in(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  double normal() { return std::normal_distribution<double>()(random_); }

 private:
  std::mt19937 random_;
};

Lens some_lens(Chance& chance) {
  Lens lens;
  lens.image_size = chance.in(0, 1) < 0.5 ? ImageSize{1920, 1080} : ImageSize{1280, 720};
  const double width = lens.image_size.width, half_view = chance.in(25.0, 44.0) * std::numbers::pi / 180.0;
  lens.fx = 0.5 * width / std::tan(half_view);
  lens.fy = lens.fx * (1.0 + 0.001 * chance.normal());
  lens.cx = 0.5 * (width - 1.0) + 0.007 * width * chance.normal();
  lens.cy = 0.5 * (lens.image_size.height - 1.0) + 0.007 * width * chance.normal();
  const double k1 = chance.in(-0.22, 0.02);
  lens.distortion = {k1, 0.6 * k1 * k1, 0.0004 * chance.normal(), 0.0004 * chance.normal(), 0.0};
  return lens;
}

/// A camera looking at the middle of the table, tilted by this much to some side, turned a little.
TableCamera looking_down(const Lens& lens, double tilt_deg, double distance_in, Chance& chance) {
  const double tilt = tilt_deg * std::numbers::pi / 180.0, side = chance.in(0.0, 2.0 * std::numbers::pi);
  const Eigen::Vector3d away(std::sin(tilt) * std::cos(side), std::sin(tilt) * std::sin(side), std::cos(tilt));
  const Eigen::Vector3d eye = Eigen::Vector3d(0.5 * kLength_in, 0.5 * kWidth_in, 0.0) + distance_in * away;
  const Eigen::Vector3d forward = -away;
  Eigen::Vector3d right = (Eigen::Vector3d::UnitX() - forward * forward.x()).normalized();
  right = Eigen::AngleAxisd(chance.in(-0.15, 0.15), forward) * right;
  Eigen::Matrix3d rotation;
  rotation << right.transpose(), forward.cross(right).transpose(), forward.transpose();
  return {lens, rotation, -rotation * eye};
}

bool sees_all(const TableCamera& camera) {
  for (const double x : {0.0, 0.5 * kLength_in, kLength_in})
    for (const double y : {0.0, 0.5 * kWidth_in, kWidth_in}) {
      const auto pixel = camera.image_from_table({Inches(x), Inches(y)}, Inches(0.0));
      if (!pixel || pixel->u < 0.0 || pixel->v < 0.0 || pixel->u > camera.lens().image_size.width - 1.0 ||
          pixel->v > camera.lens().image_size.height - 1.0)
        return false;
      const auto back = camera.table_from_image(*pixel, Inches(0.0));
      if (!back || distance(*back, {Inches(x), Inches(y)}) > Inches(1e-6)) return false;  // the distortion has folded over
    }
  return true;
}

/// The nearest such camera that has the whole table in view.
TableCamera nearest_view(const Lens& lens, double tilt_deg, Chance& chance) {
  for (double away = 35.0; away < 300.0; away += 3.0) {
    Chance same = chance;
    const TableCamera camera = looking_down(lens, tilt_deg, away, same);
    if (sees_all(camera)) return camera;
  }
  return looking_down(lens, tilt_deg, 300.0, chance);
}

std::vector<TableTag> corner_tags() {
  std::vector<TableTag> tags(4);
  const std::array<TablePoint, 4> centres{
      {{Inches(2.5), Inches(2.5)}, {Inches(69.5), Inches(2.5)}, {Inches(69.5), Inches(45.5)}, {Inches(2.5), Inches(45.5)}}};
  for (int i = 0; i < 4; ++i)
    tags[static_cast<std::size_t>(i)].id = i, tags[static_cast<std::size_t>(i)].centre = centres[static_cast<std::size_t>(i)];
  return tags;
}

TagObservation seen_by(const TableCamera& camera, const TableTag& tag, double sigma_px, Chance& chance) {
  TagObservation seen{.dictionary = tag.dictionary,
                      .id = tag.id,
                      .corners = expected_corners(camera, corners_of(tag)).value(),
                      .corner_sigma_px = sigma_px};
  for (ImagePoint& corner : seen.corners) corner = {corner.u + sigma_px * chance.normal(), corner.v + sigma_px * chance.normal()};
  return seen;
}

/// A figure's tag of unknown height somewhere on the table.
TagObservation some_piece(const TableCamera& camera, int id, double sigma_px, Chance& chance) {
  const TableTag tag{.id = id,
                     .dictionary = "DICT_4X4_250",
                     .centre = {Inches(chance.in(5, 67)), Inches(chance.in(5, 43))},
                     .side = Inches(1.0),
                     .heading = measure::from_degrees(chance.in(0, 360))};
  const Inches height(chance.in(0.1, 1.5));
  TagObservation seen{.dictionary = tag.dictionary, .id = id, .corners = {}, .corner_sigma_px = sigma_px};
  const auto corners = corners_of(tag);
  for (std::size_t i = 0; i < 4; ++i) {
    const ImagePoint pixel = camera.image_from_table(corners[i], height).value();
    seen.corners[i] = {pixel.u + sigma_px * chance.normal(), pixel.v + sigma_px * chance.normal()};
  }
  return seen;
}

struct View {
  TableCamera camera;
  std::vector<TableTag> tags;
  std::vector<TagObservation> seen;
};

View a_view(unsigned seed, double tilt_deg, int pieces = 10) {
  Chance chance(seed);
  const Lens lens = some_lens(chance);
  View view{nearest_view(lens, tilt_deg, chance), corner_tags(), {}};
  for (const TableTag& tag : view.tags) view.seen.push_back(seen_by(view.camera, tag, 0.1, chance));
  for (int i = 0; i < pieces; ++i) view.seen.push_back(some_piece(view.camera, 10 + i, 0.15, chance));
  return view;
}

struct Tally {
  Covered places;
  double worst_in = 0.0;
};

/// Counts how many true coordinates the margins hold, over the whole table at height z.
void tally(const TableCamera& truth, const TableCamera& found, Inches z, Tally& tally) {
  for (double x = 3.0; x < kLength_in; x += 6.0)
    for (double y = 3.0; y < kWidth_in; y += 6.0) {
      const TablePoint point{Inches(x), Inches(y)};
      const auto at = found.table_from_image(truth.image_from_table(point, z).value(), z);
      ASSERT_TRUE(at.has_value());
      const double margin = margin_of(found.registration_covariance(point, z)).value;
      tally.places.add((at->x - point.x).value, margin), tally.places.add((at->y - point.y).value, margin);
      tally.worst_in = std::max(tally.worst_in, distance(*at, point).value);
    }
}

TEST(SelfCalibration, TheMarginHoldsTheTruthForManyCamerasAndLenses) {
  Tally flat, above;
  for (int i = 0; i < tries(15, 30); ++i) {
    const unsigned seed = i * 30 / tries(15, 30);
    const View view = a_view(seed, 3.0 + seed);
    const auto found = register_table_without_lens(view.camera.lens().image_size, view.tags, view.seen);
    ASSERT_TRUE(found.has_value()) << found.error().message;
    EXPECT_THAT(found->tags_used, ElementsAre(0, 1, 2, 3));
    tally(view.camera, found->camera, Inches(0.0), flat);
    tally(view.camera, found->camera, Inches(1.5), above);
  }
  expect_covered(flat.places, 0.93, 0.85, "_flat");
  expect_covered(above.places, 0.93, 0.9, "_above");
  EXPECT_LT(std::max(flat.worst_in, above.worst_in), 0.5);
}

TEST(SelfCalibration, ATiltedCameraTellsItsFocalLength) {
  const View view = a_view(5, 35.0);
  const auto found = register_table_without_lens(view.camera.lens().image_size, view.tags, view.seen);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->camera.lens().fx / view.camera.lens().fx, 1.0, 0.05);
  const View straight = a_view(5, 0.0);
  const auto above = register_table_without_lens(straight.camera.lens().image_size, straight.tags, straight.seen);
  ASSERT_TRUE(above.has_value());
  const auto doubt = [](const Registration& r) { return std::sqrt(r.camera.covariance()(6 + kFx, 6 + kFx)) / r.camera.lens().fx; };
  EXPECT_LT(doubt(*found), 0.75 * doubt(*above));  // straight from above, focal length and height say the same
}

TEST(SelfCalibration, ACameraStraightAboveWidensItsMarginForHeightInsteadOfLying) {
  const View straight = a_view(6, 0.0, 0), tilted = a_view(6, 30.0, 0);
  const TablePoint edge{Inches(66.0), Inches(42.0)};
  const auto above = register_table_without_lens(straight.camera.lens().image_size, straight.tags, straight.seen);
  const auto aside = register_table_without_lens(tilted.camera.lens().image_size, tilted.tags, tilted.seen);
  ASSERT_TRUE(above.has_value() && aside.has_value());
  const auto margin = [&](const TableCamera& camera, double z) { return margin_of(camera.registration_covariance(edge, Inches(z))).value; };
  EXPECT_GT(margin(above->camera, 2.0), 2.0 * margin(above->camera, 0.0));
  EXPECT_GT(margin(above->camera, 2.0), 2.0 * margin(aside->camera, 2.0));
  Tally counted;
  tally(straight.camera, above->camera, Inches(2.0), counted);
  expect_covered(counted.places, 0.9, 1.0);  // of one picture, whose errors go together
}

/// A camera drawn from what registration believes of cameras, hung as people hang them: about straight above.
TableCamera some_hung_camera(Chance& chance) {
  Lens lens;
  lens.image_size = {1920, 1080};
  lens.fx = lens.fy = 0.85 * 1920.0 * std::exp(std::clamp(0.4 * chance.normal(), -0.6, 0.6));
  lens.cx = 959.5 + 0.007 * 1920.0 * chance.normal();
  lens.cy = 539.5 + 0.007 * 1920.0 * chance.normal();
  lens.distortion = {-0.08 + 0.12 * chance.normal(), 0.02 + 0.02 * chance.normal(), 0.0005 * chance.normal(), 0.0005 * chance.normal(),
                     0.0};
  const double tilt_deg = std::hypot(3.0 * chance.normal(), 3.0 * chance.normal());
  return nearest_view(lens, tilt_deg, chance);
}

/// How far off, as a share, what stands above the table is shifted: the true height over the found one, less one.
struct Shifts {
  double mean = 0.0, squares = 0.0;
  int of = 0;
  void add(double shift) { mean += shift, squares += shift * shift, ++of; }
};

TEST(SelfCalibration, AlmostStraightAboveTheCameraIsNotTakenForALowerOne) {
  // The likeliest lens is a short one, whose distortion fits noise best; taken for the truth it displaces what stands high.
  Shifts shifts;
  Tally counted;
  const int drawn = tries(24, 80);
  for (unsigned seed = 200; seed < 200u + drawn; ++seed) {
    Chance chance(seed);
    View view{some_hung_camera(chance), corner_tags(), {}};
    if (!sees_all(view.camera)) continue;
    for (const TableTag& tag : view.tags) view.seen.push_back(seen_by(view.camera, tag, 0.1, chance));
    for (int i = 0; i < 5; ++i) view.seen.push_back(some_piece(view.camera, 10 + i, 0.15, chance));
    const auto found = register_table_without_lens(view.camera.lens().image_size, view.tags, view.seen);
    ASSERT_TRUE(found.has_value()) << found.error().message;
    shifts.add(found->camera.height() / view.camera.height() - 1.0);
    tally(view.camera, found->camera, Inches(1.5), counted);
  }
  ASSERT_GT(shifts.of, drawn * 7 / 8);
  EXPECT_NEAR(shifts.mean / shifts.of, 0.0, 0.07);
  EXPECT_LT(std::sqrt(shifts.squares / shifts.of), 0.2);
  expect_covered(counted.places, 0.92, 0.88);
}

/// A tag whose sides err by `sigma_px` at their ends, and whose reader judges each side by four independent profiles.
TagObservation read_with_luck(const TableCamera& camera, const std::array<TablePoint, 4>& corners, Inches height, TagObservation seen,
                              double sigma_px, Chance& chance) {
  std::array<Eigen::Vector2d, 4> at, outward;
  for (std::size_t i = 0; i < 4; ++i) {
    const ImagePoint pixel = camera.image_from_table(corners[i], height).value();
    at[i] = {pixel.u, pixel.v};
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const Eigen::Vector2d along = (at[(i + 1) % 4] - at[i]).normalized();
    outward[i] = {along.y(), -along.x()};
  }
  std::array<double, 4> claimed;
  for (double& variance : claimed) {
    double squares = 0.0;
    for (int profile = 0; profile < 4; ++profile) squares += std::pow(chance.normal(), 2);
    variance = sigma_px * sigma_px * squares / 4.0;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    Eigen::Matrix2d normals;
    normals << outward[(i + 3) % 4].transpose(), outward[i].transpose();
    const Eigen::Matrix2d corner = normals.inverse();
    const Eigen::Vector2d off = sigma_px * corner * Eigen::Vector2d(chance.normal(), chance.normal());
    seen.corners[i] = {at[i].x() + off.x(), at[i].y() + off.y()};
    seen.corner_covariance.block<2, 2>(2 * i, 2 * i) =
        corner * Eigen::Vector2d(claimed[(i + 3) % 4], claimed[i]).asDiagonal() * corner.transpose();
  }
  return seen;
}

TEST(SelfCalibration, SidesThatClaimTooMuchByLuckDoNotBendTheCamera) {
  Shifts shifts;
  Tally counted;
  for (unsigned seed = 300; seed < 360; ++seed) {
    Chance chance(seed);
    View view{some_hung_camera(chance), corner_tags(), {}};
    if (!sees_all(view.camera)) continue;
    for (const TableTag& tag : view.tags)
      view.seen.push_back(read_with_luck(view.camera, corners_of(tag), Inches(0.0),
                                         {.dictionary = tag.dictionary, .id = tag.id, .corners = {}}, 0.15, chance));
    const auto found = register_table_without_lens(view.camera.lens().image_size, view.tags, view.seen);
    ASSERT_TRUE(found.has_value()) << found.error().message;
    shifts.add(found->camera.height() / view.camera.height() - 1.0);
    tally(view.camera, found->camera, Inches(0.0), counted);
    tally(view.camera, found->camera, Inches(1.5), counted);
  }
  ASSERT_GT(shifts.of, 50);
  EXPECT_NEAR(shifts.mean / shifts.of, 0.0, 0.1);
  expect_covered(counted.places, 0.92, 0.88);
}

double focal_sigma(const Registration& r) { return std::sqrt(r.camera.lens().covariance(kFx, kFx)) / r.camera.lens().fx; }

TEST(SelfCalibration, AFocalLengthThatThePictureTellsNarrowsTheMarginStraightAbove) {
  const View view = a_view(31, 0.0, 0);
  const Lens& truth = view.camera.lens();
  const auto alone = register_table_without_lens(truth.image_size, view.tags, view.seen);
  const auto told = register_table_without_lens(truth.image_size, view.tags, view.seen, {}, 1.03 * truth.fx);
  ASSERT_TRUE(alone && told);
  EXPECT_LT(focal_sigma(*told), 0.5 * focal_sigma(*alone));
  EXPECT_LT(std::abs(std::log(told->camera.lens().fx / truth.fx)), 0.08);
}

// Before, the lens of a whole evening was what its first picture told.
TEST(SelfCalibration, APictureFromElsewhereNarrowsWhatWasToldOfTheLensAndStaysHonest) {
  Tally counted;
  double before = 0.0, after = 0.0, alone = 0.0;
  for (unsigned seed = 400; seed < 400U + tries(12, 40); ++seed) {
    const View first = a_view(seed, 5.0), second = a_view(seed, 20.0);
    const ImageSize size = first.camera.lens().image_size;
    const auto told = register_table_without_lens(size, first.tags, first.seen);
    const auto by_itself = register_table_without_lens(size, second.tags, second.seen);
    ASSERT_TRUE(told && by_itself);
    const auto both = register_table_without_lens(size, second.tags, second.seen, {}, {}, &told->camera.lens());
    ASSERT_TRUE(both.has_value());
    before += std::log(focal_sigma(*told)), alone += std::log(focal_sigma(*by_itself)), after += std::log(focal_sigma(*both));
    for (const double z : {0.0, 1.0}) tally(second.camera, both->camera, Inches(z), counted);
  }
  EXPECT_LT(after, before);
  EXPECT_LT(after, alone);
  expect_covered(counted.places, 0.92, 0.88);
}

// What is believed of cameras in general is in what was told, too; it was forgotten a little more by each picture that told nothing.
TEST(SelfCalibration, StraightAboveTheSameLensIsToldAgainAndAgainWithoutDrifting) {
  const View view = a_view(31, 0.0, 0);
  const ImageSize size = view.camera.lens().image_size;
  const auto first = register_table_without_lens(size, view.tags, view.seen);
  ASSERT_TRUE(first.has_value());
  Lens told = first->camera.lens();
  for (int evening = 0; evening < 5; ++evening) {
    const auto next = register_table_without_lens(size, view.tags, view.seen, {}, {}, &told);
    ASSERT_TRUE(next.has_value());
    EXPECT_LT(focal_sigma(*next), 1.05 * focal_sigma(*first)) << evening;
    EXPECT_GT(focal_sigma(*next), 0.55 * focal_sigma(*first)) << "the same view tells nothing new, " << evening;
    told = next->camera.lens();
  }
  EXPECT_NEAR(std::log(told.fx / first->camera.lens().fx), 0.0, focal_sigma(*first));
}

TEST(SelfCalibration, WhatWasToldOfAnotherLensIsLeftAside) {
  const View view = a_view(31, 25.0);
  const ImageSize size = view.camera.lens().image_size;
  const auto alone = register_table_without_lens(size, view.tags, view.seen);
  ASSERT_TRUE(alone.has_value());
  Lens other = alone->camera.lens();
  other.fx *= 1.5, other.fy *= 1.5;
  const auto found = register_table_without_lens(size, view.tags, view.seen, {}, {}, &other);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->camera.lens().fx, alone->camera.lens().fx, 1e-6 * other.fx);
  other.image_size = {640, 480};  // of another size it says nothing
  const auto of_other_size = register_table_without_lens(size, view.tags, view.seen, {}, {}, &other);
  ASSERT_TRUE(of_other_size.has_value());
  EXPECT_NEAR(of_other_size->camera.lens().fx, alone->camera.lens().fx, 1e-6 * other.fx);
}

TEST(SelfCalibration, TheEstimateAndItsCostAreSaid) {
  const View view = a_view(7, 15.0);
  const auto found = register_table_without_lens(view.camera.lens().image_size, view.tags, view.seen);
  ASSERT_TRUE(found.has_value());
  EXPECT_THAT(found->findings, Contains(IsFinding("lens-estimated", "focal length")));
  EXPECT_GT(found->findings.back().cost.value().value, 0.0);
}

TEST(SelfCalibration, AVeryWideLensIsWarnedOfAndNoOther) {
  const auto warned = [](const View& view) {
    const auto found = register_table_without_lens(view.camera.lens().image_size, view.tags, view.seen);
    EXPECT_TRUE(found.has_value());
    return found && std::ranges::find(found->findings, "lens-wide", &Finding::code) != found->findings.end();
  };
  for (const unsigned seed : {51U, 52U, 53U}) {
    EXPECT_FALSE(warned(a_view(seed, 20.0)));
    Chance chance(seed);
    Lens lens = some_lens(chance);
    lens.fx = lens.fy = 0.5 * lens.image_size.width;  // some 105 degrees across
    lens.distortion = {-0.3, 0.1, 0.0, 0.0, 0.0};
    View view{nearest_view(lens, 20.0, chance), corner_tags(), {}};
    for (const TableTag& tag : view.tags) view.seen.push_back(seen_by(view.camera, tag, 0.1, chance));
    EXPECT_TRUE(warned(view));
  }
}

TEST(SelfCalibration, AMisplacedTagIsLeftOutByNameAndTheRestStaysHonest) {
  Tally counted;  // the errors of one picture go together: only many pictures show what a margin holds
  for (unsigned seed = 100; seed < 115; ++seed) {
    View view = a_view(seed, 3.0 + 2.0 * (seed - 100));
    view.tags[2].centre.x += Inches(seed % 2 == 0 ? 3.0 : -1.0);  // the file says so, the table does not
    const auto found = register_table_without_lens(view.camera.lens().image_size, view.tags, view.seen);
    ASSERT_TRUE(found.has_value()) << found.error().message;
    EXPECT_THAT(found->tags_seen, ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(found->tags_used, ElementsAre(0, 1, 3));
    EXPECT_THAT(found->findings, Contains(IsFinding("tag-misplaced", "tag 2")));
    tally(view.camera, found->camera, Inches(0.0), counted);
  }
  expect_covered(counted.places, 0.93, 0.85);
}

TEST(SelfCalibration, OfATagSeenTwiceTheOneThatAgreesIsUsed) {
  View view = a_view(9, 20.0);
  TableTag copy = view.tags[1];
  copy.centre = {Inches(30.0), Inches(20.0)};
  Chance chance(1);
  view.seen.insert(view.seen.begin(), seen_by(view.camera, copy, 0.1, chance));
  const auto found = register_table_without_lens(view.camera.lens().image_size, view.tags, view.seen);
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_THAT(found->tags_used, ElementsAre(0, 1, 2, 3));
  EXPECT_LT(found->reprojection_px, 0.3);
}

TEST(SelfCalibration, TwoTagsAreEnoughWithAWiderMarginAndOneIsRefused) {
  View view = a_view(10, 20.0, 0);
  const auto four = register_table_without_lens(view.camera.lens().image_size, view.tags, view.seen);
  view.seen.erase(view.seen.begin() + 1);
  view.seen.erase(view.seen.begin() + 2);  // 0 and 2, across the table, remain
  const auto two = register_table_without_lens(view.camera.lens().image_size, view.tags, view.seen);
  ASSERT_TRUE(four.has_value() && two.has_value());
  const TablePoint corner{Inches(66.0), Inches(6.0)};
  EXPECT_GT(margin_of(two->camera.registration_covariance(corner, Inches(0.0))),
            margin_of(four->camera.registration_covariance(corner, Inches(0.0))));
  view.seen.pop_back();
  const auto one = register_table_without_lens(view.camera.lens().image_size, view.tags, view.seen);
  ASSERT_FALSE(one.has_value());
  EXPECT_EQ(one.error().code, ErrorCode::NotCalibrated);
  EXPECT_THAT(one.error().message, HasSubstr("1 of its 4 corner tags"));
}

TEST(SelfCalibration, FourAnchorsRegisterWithoutAnyTag) {
  const View view = a_view(11, 10.0, 0);
  std::vector<Anchor> anchors;
  for (const TablePoint point :
       {TablePoint{Inches(1.0), Inches(1.0)}, TablePoint{Inches(71.0), Inches(1.0)}, TablePoint{Inches(71.0), Inches(47.0)},
        TablePoint{Inches(1.0), Inches(47.0)}, TablePoint{Inches(36.0), Inches(24.0)}})
    anchors.push_back({view.camera.image_from_table(point, Inches(0.0)).value(), point});
  const auto found = register_table_without_lens(view.camera.lens().image_size, {}, {}, anchors);
  ASSERT_TRUE(found.has_value()) << found.error().message;
  Tally counted;
  tally(view.camera, found->camera, Inches(0.0), counted);
  expect_covered(counted.places, 0.93, 1.0);  // of one picture, whose errors go together
}

TEST(SelfCalibration, ACameraFarAwayIsNotTakenForOneThatLooksThroughAFoldedLens) {
  // A square of 8 in seen by a lens more than three times as long as its picture is wide, clicked by hand: a close camera whose distortion
  // folds over, with the middles of the sides outside the picture, fitted the four corners as well.
  const auto inch = [](double x, double y) { return TablePoint{Inches(x), Inches(y)}; };
  const std::vector<Anchor> anchors{
      {{137.0, 5.0}, inch(0.0, 8.0)}, {{541.0, 41.0}, inch(8.0, 8.0)}, {{514.0, 307.0}, inch(8.0, 0.0)}, {{31.0, 254.0}, inch(0.0, 0.0)}};
  const auto found = register_table_without_lens({560, 341}, {}, {}, anchors);
  ASSERT_TRUE(found);
  for (const Anchor& one : anchors)
    for (const Anchor& other : anchors) {
      const auto middle = found->camera.image_from_table(one.point + (other.point - one.point) * 0.5, Inches(0.0));
      ASSERT_TRUE(middle);
      const bool across = one.point.x != other.point.x && one.point.y != other.point.y;  // nearer the far corner than half way
      EXPECT_LT(distance(*middle, {0.5 * (one.pixel.u + other.pixel.u), 0.5 * (one.pixel.v + other.pixel.v)}), across ? 30.0 : 20.0);
    }
}

TEST(SelfCalibration, AnchorsThatContradictTheTagsAreNamed) {
  // Four anchors in one line, none of them where it says: beside four good tags they were fitted in silence, hundreds of pixels off.
  const View view = a_view(11, 10.0, 0);
  std::vector<Anchor> wrong, right;
  for (int i = 0; i < 4; ++i) wrong.push_back({{100.0 + 100.0 * i, 100.0}, {Inches(i), Inches(0.0)}});
  for (const TablePoint point : {TablePoint{Inches(20.0), Inches(10.0)}, TablePoint{Inches(50.0), Inches(30.0)}})
    right.push_back({view.camera.image_from_table(point, Inches(0.0)).value(), point});
  const auto names_anchors = [&](const std::vector<Anchor>& anchors) {
    const auto found = register_table_without_lens(view.camera.lens().image_size, view.tags, view.seen, anchors);
    return found && std::ranges::any_of(found->findings, [](const Finding& f) { return f.code == "anchors-disagree"; });
  };
  EXPECT_TRUE(names_anchors(wrong));
  EXPECT_FALSE(names_anchors(right));
}

TEST(SelfCalibration, NothingKnownIsRefused) {
  const auto found = register_table_without_lens({1920, 1080}, corner_tags(), {});
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().code, ErrorCode::NotCalibrated);
}

}  // namespace
}  // namespace self_calibration_test
