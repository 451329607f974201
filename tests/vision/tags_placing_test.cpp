// A tag's four corners put its piece on the table: at its own height, on the hill, with its offset.
#include "vision/tags/placing.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <random>

#include "tests/vision/tag_picture.h"
#include "vision/tags/detector.h"

namespace tags_placing_test {
namespace {

using calibration::TableCamera;
using calibration::TagObservation;
using measure::Inches;
using measure::TablePoint;

TableCamera a_camera() {
  calibration::Lens lens;
  lens.image_size = {1920, 1080};
  lens.fx = lens.fy = 1400.0;
  lens.cx = 955.0;
  lens.cy = 548.0;
  lens.distortion = {-0.2, 0.05, 0.0005, -0.0005, 0.0};
  const Eigen::Matrix3d rotation = Eigen::AngleAxisd(2.9, Eigen::Vector3d::UnitX()).toRotationMatrix();
  return {lens, rotation, -rotation * Eigen::Vector3d(36.0, 18.0, 70.0)};
}

measure::PieceSpec an_officer() {
  measure::PieceSpec piece;
  piece.name = "R1/leader";
  piece.army = "red";
  piece.base = {.shape = measure::RectShape{Inches(2.4), Inches(1.4)}, .height = Inches(0.1)};
  piece.marker = measure::MarkerType::Tag;
  piece.tag = 10;
  piece.mount = {.dictionary = "DICT_4X4_250", .side = Inches(1.0), .height = Inches(0.25), .offset = {Inches(-0.5), Inches(0.1)}};
  return piece;
}

TagObservation seen_tag(const measure::PieceSpec& piece, TablePoint base, Inches ground, measure::Radians heading, double sigma,
                        unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0.0, 1.0);
  const calibration::TableTag lying{.id = *piece.tag,
                                    .dictionary = piece.mount.dictionary,
                                    .centre = base + rotated(piece.mount.offset, heading),
                                    .side = piece.mount.side,
                                    .heading = heading};
  TagObservation out{.dictionary = piece.mount.dictionary, .id = *piece.tag, .corners = {}, .corner_sigma_px = std::max(1e-3, sigma)};
  const auto corners = corners_of(lying);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto pixel = *a_camera().image_from_table(corners[i], ground + piece.mount.height);
    out.corners[i] = {pixel.u + sigma * noise(random), pixel.v + sigma * noise(random)};
  }
  return out;
}

measure::Table a_table_with_a_hill() {
  const auto rectangle = [](double x0, double y0, double x1, double y1) {
    return std::vector<TablePoint>{{Inches(x0), Inches(y0)}, {Inches(x1), Inches(y0)}, {Inches(x1), Inches(y1)}, {Inches(x0), Inches(y1)}};
  };
  measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  measure::Terrain hill;
  hill.name = "Hill";
  hill.kind = measure::TerrainKind::Hill;
  hill.polygon = rectangle(40, 20, 60, 40);
  hill.top = rectangle(45, 25, 55, 35);
  hill.height = Inches(1.2);
  table.terrain.push_back(hill);
  return table;
}

TEST(TagPlacing, PerfectCornersGiveThePerfectPlaceOnTheFlatTheSlopeAndTheTop) {
  const auto table = a_table_with_a_hill();
  for (const TablePoint at :
       {TablePoint{Inches(10.0), Inches(12.0)}, TablePoint{Inches(50.0), Inches(30.0)}, TablePoint{Inches(42.5), Inches(30.0)}})
    for (const double degrees : {0.0, 95.0, -170.0}) {
      const Inches ground = measure::ground_height(table.terrain, at);
      const auto heading = measure::from_degrees(degrees);
      const auto placed = vision::place_piece(a_camera(), table, an_officer(), seen_tag(an_officer(), at, ground, heading, 0.0, 1));
      ASSERT_TRUE(placed.has_value());
      EXPECT_LT(distance(placed->at, at).value, 2e-4);
      EXPECT_NEAR(placed->ground.value, ground.value, 2e-4);
      EXPECT_NEAR(measure::wrapped(placed->heading - heading).value, 0.0, 1e-5);
    }
}

TEST(TagPlacing, TheStatedNoiseHolds) {
  const TablePoint at{Inches(12.0), Inches(40.0)};
  const auto heading = measure::from_degrees(30.0);
  int inside = 0, inside_heading = 0;
  constexpr int kTrials = 200;
  for (unsigned seed = 1; seed <= kTrials; ++seed) {
    const auto placed = vision::place_piece(a_camera(), {}, an_officer(), seen_tag(an_officer(), at, Inches(0.0), heading, 0.1, seed));
    ASSERT_TRUE(placed.has_value());
    const double sx = std::sqrt(placed->noise.xx);
    const double sy = std::sqrt(placed->noise.yy);
    inside += (std::abs((placed->at.x - at.x).value) < 1.96 * sx ? 1 : 0) + (std::abs((placed->at.y - at.y).value) < 1.96 * sy ? 1 : 0);
    inside_heading += std::abs(measure::wrapped(placed->heading - heading).value) < 1.96 * placed->heading_sigma ? 1 : 0;
  }
  EXPECT_NEAR(inside / (2.0 * kTrials), 0.95, 0.04);
  EXPECT_NEAR(inside_heading / static_cast<double>(kTrials), 0.95, 0.05);
}

TEST(TagPlacing, ATagOfTheWrongSizeOrMirroredIsRefused) {
  auto large = an_officer();
  large.mount.side = Inches(1.6);
  const TablePoint at{Inches(30.0), Inches(20.0)};
  auto seen = seen_tag(large, at, Inches(0.0), {}, 0.0, 1);
  EXPECT_FALSE(vision::place_piece(a_camera(), {}, an_officer(), seen).has_value());
  seen = seen_tag(an_officer(), at, Inches(0.0), {}, 0.0, 1);
  std::swap(seen.corners[1], seen.corners[3]);
  EXPECT_FALSE(vision::place_piece(a_camera(), {}, an_officer(), seen).has_value());
}

TEST(TagDetector, PlacesTheRosterAndIgnoresStrangers) {
  const TableCamera camera = a_camera();
  const measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  const std::vector<measure::PieceSpec> roster{an_officer()};
  const TablePoint at{Inches(30.0), Inches(20.0)};
  auto stranger = an_officer();
  stranger.tag = 99;
  const std::vector<TagObservation> tags{seen_tag(stranger, {Inches(50.0), Inches(20.0)}, Inches(0.0), {}, 0.0, 1),
                                         seen_tag(an_officer(), at, Inches(0.0), measure::from_degrees(90.0), 0.0, 1)};
  const vision::Frame frame;
  const auto seen =
      vision::TagDetector().detect(frame, {.camera = camera, .table = table, .pieces = roster, .tags = tags, .empty = nullptr});
  ASSERT_TRUE(seen.has_value());
  ASSERT_EQ(seen->size(), 1U);
  EXPECT_EQ(seen->front().tag, 10);
  EXPECT_EQ(seen->front().army, "red");
  EXPECT_LT(distance(seen->front().at, at).value, 1e-4);
  EXPECT_GT(measure::margin_of(seen->front().systematic).value, 0.0);
}

/// The officer of these tests and thirty more, each with a tag of his own.
std::vector<measure::PieceSpec> officers() {
  std::vector<measure::PieceSpec> roster{an_officer()};
  for (int id = 100; id < 130; ++id) {
    roster.push_back(an_officer());
    roster.back().tag = id;
  }
  return roster;
}

/// The picture of an officer's tag on grass, with a bush over its lower left part.
cv::Mat half_covered(const TagObservation& tag, double bush, double ground = 95.0) {
  tag_picture::Canvas canvas(1920, 1080, ground, 2);
  std::array<cv::Point2d, 4> corners;
  for (std::size_t i = 0; i < 4; ++i) corners[i] = {tag.corners[i].u, tag.corners[i].v};
  canvas.tag(tag.dictionary, tag.id, corners);
  const cv::Point2d lower_left = corners[3];
  canvas.stick(lower_left - cv::Point2d(20.0, 0.0), lower_left + cv::Point2d(8.0, 0.0), bush, 80.0);
  return canvas.finished({}, 5);
}

TEST(TagDetector, FindsARosterTagThatABushHalfCoversAndInventsNone) {
  const TableCamera camera = a_camera();
  const measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  const std::vector<measure::PieceSpec> roster = officers();
  const TablePoint at{Inches(30.0), Inches(20.0)};
  vision::Frame frame;
  frame.luma = half_covered(seen_tag(an_officer(), at, Inches(0.0), {}, 0.0, 1), 16.0);
  std::vector<vision::DarkQuad> quads;
  const auto read = vision::read_tags(frame.luma, std::vector<std::string>{"DICT_4X4_250"}, {}, &quads);
  ASSERT_TRUE(read.has_value());
  ASSERT_TRUE(read->empty()) << "covered enough not to be read whole";
  const auto seen = vision::TagDetector().detect(frame, {.camera = camera, .table = table, .pieces = roster, .tags = {}, .empty = nullptr});
  ASSERT_TRUE(seen.has_value());
  ASSERT_EQ(seen->size(), 1U);
  EXPECT_EQ(seen->front().tag, 10);
  EXPECT_LT(distance(seen->front().at, at).value, 0.03);

  const auto spared = vision::TagDetector().detect(
      frame, {.camera = camera, .table = table, .pieces = roster, .tags = {}, .empty = nullptr, .dark_quads = &quads});
  ASSERT_TRUE(spared.has_value());
  ASSERT_EQ(spared->size(), 1U) << "what reading the tags came by is all it takes";
  EXPECT_EQ(spared->front().at.x, seen->front().at.x);
  EXPECT_EQ(spared->front().at.y, seen->front().at.y);
}

// The outline of a wood is so much longer than that of a tag whose corner lies under it that the tag's sides passed for its raggedness.
TEST(TagDetector, FindsATagWithOneCornerUnderAWood) {
  const TableCamera camera = a_camera();
  const measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  const std::vector<measure::PieceSpec> roster = officers();
  const TablePoint at{Inches(30.0), Inches(20.0)};
  const TagObservation tag = seen_tag(an_officer(), at, Inches(0.0), {}, 0.0, 1);
  int found = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    vision::Frame frame;
    frame.luma = half_covered(tag, 1.0, 190.0);
    cv::RNG random(seed);
    for (int i = 0; i < 60; ++i) {  // trees, 6 px of the corner of a tag of 20 under the nearest
      const int radius = random.uniform(8, 20);
      const cv::Point2d tree(tag.corners[3].u - radius + 6.0 - random.uniform(0.0, 220.0) * (i > 0),
                             tag.corners[3].v + radius - 6.0 + random.uniform(0.0, 160.0) * (i > 0));
      cv::circle(frame.luma, tree, radius, cv::Scalar(random.uniform(14, 30)), cv::FILLED);
    }
    const auto seen =
        vision::TagDetector().detect(frame, {.camera = camera, .table = table, .pieces = roster, .tags = {}, .empty = nullptr});
    ASSERT_TRUE(seen.has_value());
    if (seen->size() == 1 && seen->front().tag == 10 && distance(seen->front().at, at).value < 0.03) ++found;
  }
  EXPECT_EQ(found, 8);  // six before
}

// The outline of a tag two pixels a cell that something dark touches is a corner of that thing's: nothing of it could be read.
TEST(TagDetector, FindsASmallTagThatSomethingDarkTouches) {
  const TableCamera camera = a_camera();
  const measure::Table table = a_table_with_a_hill();
  std::vector<measure::PieceSpec> roster = officers();
  for (measure::PieceSpec& piece : roster) piece.mount.side = Inches(0.65);  // 13 px
  const TablePoint at{Inches(30.0), Inches(20.0)};
  int unread = 0, found = 0;
  for (const double degrees : {0.0, 15.0, 40.0, 75.0, 110.0, 160.0, -100.0, -30.0}) {
    const TagObservation tag = seen_tag(roster.front(), at, Inches(0.0), measure::from_degrees(degrees), 0.0, 1);
    std::array<cv::Point2d, 4> c;
    for (std::size_t i = 0; i < 4; ++i) c[i] = {tag.corners[i].u, tag.corners[i].v};
    const auto show = [&](int id) {
      tag_picture::Canvas canvas(1920, 1080, 120.0, 2);
      canvas.tag(tag.dictionary, id, c);
      const cv::Point2d outwards = (c[1] - c[3]) * (1.0 / cv::norm(c[1] - c[3]));
      canvas.stick(c[1] + outwards * 1.0, c[1] + outwards * 60.0, 5.0, 35.0);
      canvas.stick(c[1] + outwards * 12.0 + (c[0] - c[1]) * 3.0, c[1] + outwards * 12.0 + (c[1] - c[0]) * 4.0, 14.0, 35.0);
      vision::Frame frame;
      frame.luma = canvas.finished({.blur_px = 0.8}, 5);
      const auto read = vision::read_tags(frame.luma, std::vector<std::string>{tag.dictionary});
      unread += read->empty();
      return vision::TagDetector().detect(frame, {.camera = camera, .table = table, .pieces = roster, .tags = *read, .empty = nullptr});
    };
    const auto seen = show(tag.id);
    ASSERT_TRUE(seen.has_value());
    for (const vision::Sighting& sighting : *seen) {
      EXPECT_EQ(sighting.tag, tag.id) << degrees;
      EXPECT_LT(distance(sighting.at, at).value, 0.05) << degrees;
      ++found;
    }
    EXPECT_TRUE(show(57)->empty()) << "a stranger's, " << degrees;
  }
  EXPECT_GE(unread, 8);
  EXPECT_EQ(found, 8);  // four before
}

// A gun's trail or a rider's head beside a tag made its dark square longer: the side that ran on was taken for no side of this tag.
TEST(TagDetector, FindsATagBesideWhichSomethingDarkProlongsOneSide) {
  const TableCamera camera = a_camera();
  const measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  const std::vector<measure::PieceSpec> roster = officers();
  const TablePoint at{Inches(30.0), Inches(20.0)};
  const TagObservation tag = seen_tag(an_officer(), at, Inches(0.0), {}, 0.0, 1);
  std::array<cv::Point2d, 4> c;
  for (std::size_t i = 0; i < 4; ++i) c[i] = {tag.corners[i].u, tag.corners[i].v};
  tag_picture::Canvas canvas(1920, 1080, 95.0, 2);
  canvas.tag(tag.dictionary, tag.id, c);
  vision::Frame frame;
  frame.luma = canvas.finished({}, 5);
  for (const double on : {0.5, 1.0, 1.6}) {  // of its side
    const cv::Point2d across = c[1] - c[0];
    const std::vector<vision::DarkQuad> quads{{.corners = {c[0] - across * on, c[1], c[2], c[3] - across * (0.7 * on)}}};
    const auto seen = vision::TagDetector().detect(
        frame, {.camera = camera, .table = table, .pieces = roster, .tags = {}, .empty = nullptr, .dark_quads = &quads});
    ASSERT_TRUE(seen.has_value());
    ASSERT_EQ(seen->size(), 1U) << on;
    EXPECT_EQ(seen->front().tag, 10);
    EXPECT_LT(distance(seen->front().at, at).value, 0.03) << on;
  }
}

// A lamp's glare lifted the black to two thirds of the range, and the white could not rise as far: what was left passed for no print.
TEST(TagDetector, FindsACoveredTagThatALampWashesOut) {
  const TableCamera camera = a_camera();
  const measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  const std::vector<measure::PieceSpec> roster = officers();
  const TablePoint at{Inches(30.0), Inches(20.0)};
  for (const double black : {110.0, 150.0, 165.0}) {
    vision::Frame frame;
    constexpr double kPrintersBlack = 45.0;
    half_covered(seen_tag(an_officer(), at, Inches(0.0), {}, 0.0, 1), 16.0).convertTo(frame.luma, CV_8U, 1.0, black - kPrintersBlack);
    const auto seen =
        vision::TagDetector().detect(frame, {.camera = camera, .table = table, .pieces = roster, .tags = {}, .empty = nullptr});
    ASSERT_TRUE(seen.has_value());
    ASSERT_EQ(seen->size(), 1U) << black;
    EXPECT_EQ(seen->front().tag, 10);
    EXPECT_LT(distance(seen->front().at, at).value, 0.03);
  }
}

// Small tags out of focus, whose cells cannot be told one by one, were lost.
TEST(TagDetector, PlacesARostersTagThatIsTooBlurredToBeRead) {
  const TableCamera camera = a_camera();
  const measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  std::vector<measure::PieceSpec> roster = officers();
  for (measure::PieceSpec& piece : roster) piece.mount.side = Inches(0.75);  // 15 px
  const TablePoint at{Inches(30.0), Inches(20.0)};
  int placed = 0, unread = 0;
  for (const double degrees : {0.0, 35.0, 100.0, 170.0, -100.0, -40.0}) {
    const auto heading = measure::from_degrees(degrees);
    const TagObservation tag = seen_tag(roster.front(), at, Inches(0.0), heading, 0.0, 1);
    std::array<cv::Point2d, 4> corners;
    for (std::size_t i = 0; i < 4; ++i) corners[i] = {tag.corners[i].u, tag.corners[i].v};
    const auto quads_of = [](std::array<cv::Point2d, 4> quad) {  // as they are found: to a pixel, and from any corner on
      for (cv::Point2d& corner : quad) corner += cv::Point2d(0.5, -0.4);
      std::ranges::rotate(quad, quad.begin() + 1);
      return std::vector<vision::DarkQuad>{{.corners = quad}};
    };
    const auto show = [&](int id, double scale) {
      const cv::Point2d middle = 0.25 * (corners[0] + corners[1] + corners[2] + corners[3]);
      std::array<cv::Point2d, 4> scaled = corners;
      for (cv::Point2d& corner : scaled) corner = middle + scale * (corner - middle);
      vision::Frame frame;
      frame.luma = tag_picture::Canvas(1920, 1080, 95.0, 2).tag(tag.dictionary, id, scaled).finished({.blur_px = 1.6}, 5);
      unread += vision::read_tags(frame.luma, std::vector<std::string>{tag.dictionary})->empty();
      const auto quads = quads_of(scaled);
      return vision::TagDetector().detect(
          frame, {.camera = camera, .table = table, .pieces = roster, .tags = {}, .empty = nullptr, .dark_quads = &quads});
    };
    const auto seen = show(tag.id, 1.0);
    ASSERT_TRUE(seen.has_value());
    for (const vision::Sighting& sighting : *seen) {
      EXPECT_EQ(sighting.tag, tag.id);
      EXPECT_LT(distance(sighting.at, at).value, 0.05) << degrees;
      EXPECT_NEAR(measure::degrees(measure::wrapped(sighting.heading.value() - heading)), 0.0, 3.0) << degrees;
      ++placed;
    }
    EXPECT_TRUE(show(tag.id, 1.6)->empty()) << "so large it cannot lie there, " << degrees;
    EXPECT_TRUE(show(57, 1.0)->empty()) << "a stranger's, " << degrees;
  }
  EXPECT_GE(unread, 6);
  EXPECT_EQ(placed, 6);
}

// A small tag was misread in one picture as one that nobody has, and its place was taken.
TEST(TagDetector, FindsATagThatWasMisreadAsAStrangers) {
  const TableCamera camera = a_camera();
  const measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  const std::vector<measure::PieceSpec> roster = officers();
  const TablePoint at{Inches(30.0), Inches(20.0)};
  vision::Frame frame;
  for (const int printed : {10, 57}) {
    TagObservation tag = seen_tag(an_officer(), at, Inches(0.0), {}, 0.0, 1);
    std::array<cv::Point2d, 4> corners;
    for (std::size_t i = 0; i < 4; ++i) corners[i] = {tag.corners[i].u, tag.corners[i].v};
    frame.luma = tag_picture::Canvas(1920, 1080, 95.0, 2).tag(tag.dictionary, printed, corners).finished({}, 5);
    tag.id = 57;
    const std::vector<TagObservation> read{tag};
    const auto seen =
        vision::TagDetector().detect(frame, {.camera = camera, .table = table, .pieces = roster, .tags = read, .empty = nullptr});
    ASSERT_TRUE(seen.has_value());
    ASSERT_EQ(seen->size(), printed == 10 ? 1U : 0U) << "a stranger's is none of the roster's";
    if (printed == 10) {
      EXPECT_LT(distance(seen->front().at, at).value, 0.03);
    }
  }
}

/// As `half_covered`, by a darker bush of any size, which leaves little more than the top and the right side.
cv::Mat mostly_covered(const TagObservation& tag, double reach) {
  tag_picture::Canvas canvas(1920, 1080, 95.0, 2);
  std::array<cv::Point2d, 4> corners;
  for (std::size_t i = 0; i < 4; ++i) corners[i] = {tag.corners[i].u, tag.corners[i].v};
  canvas.tag(tag.dictionary, tag.id, corners);
  const cv::Point2d across = (corners[2] - corners[3]), up = (corners[0] - corners[3]);
  const cv::Point2d low = corners[3] + across * (0.5 * reach - 0.2) - up * 0.3, high = low + up * (reach + 0.2);
  canvas.stick(low, high, cv::norm(across) * (reach + 0.2), 60.0);
  return canvas.finished({}, 5);
}

// What leaves dimmed at the border of a bush was no longer clearly white, and the tag passed for its own quarter turn almost as well.
TEST(TagDetector, ABushThatDimsCellsAtItsBorderDoesNotTurnATag) {
  const TableCamera camera = a_camera();
  const measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  const std::vector<measure::PieceSpec> roster{an_officer()};
  const TablePoint at{Inches(30.0), Inches(20.0)};
  int found = 0, tried = 0;
  for (double reach = 0.40; reach < 0.535; reach += 0.01) {
    vision::Frame frame;
    frame.luma = mostly_covered(seen_tag(an_officer(), at, Inches(0.0), {}, 0.0, 1), reach);
    const auto seen =
        vision::TagDetector().detect(frame, {.camera = camera, .table = table, .pieces = roster, .tags = {}, .empty = nullptr});
    ASSERT_TRUE(seen.has_value());
    ++tried;
    found += seen->size() == 1;
    for (const vision::Sighting& s : *seen) EXPECT_LT(distance(s.at, at).value, 0.05);
  }
  EXPECT_GE(found, tried - 1);
}

}  // namespace
}  // namespace tags_placing_test
