// The overlay: what is drawn for a table state, where it lands in the picture, and what laid tools read.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include <opencv2/core.hpp>

#include "app/overlay/figures.h"
#include "app/overlay/flatten.h"
#include "app/overlay/picture_renderer.h"
#include "app/overlay/readings.h"
#include "measure/gap.h"
#include "overlay_builders.h"

namespace overlay_test {
namespace {

using namespace overlay_tests;
using measure::Verdict;

template <class T>
std::vector<T> all_of(const overlay::DisplayList& list) {
  std::vector<T> found;
  for (const auto& primitive : list) {
    if (const T* item = std::get_if<T>(&primitive)) found.push_back(*item);
  }
  return found;
}

TEST(Palette, ColoursOfVerdictsAreNeverAlone) {
  for (const Verdict verdict : {Verdict::Yes, Verdict::TooCloseToCall, Verdict::No}) {
    EXPECT_FALSE(overlay::strokes_of(overlay::sign_of(verdict)).empty());
  }
  EXPECT_NE(overlay::sign_of(Verdict::Yes), overlay::sign_of(Verdict::No));
  EXPECT_NE(overlay::rgb_of(overlay::ink_of(Verdict::Yes)), overlay::rgb_of(overlay::ink_of(Verdict::TooCloseToCall)));
}

TEST(Palette, ReadsHexColoursAndNothingElse) {
  EXPECT_EQ(overlay::parse_rgb("#b3202a"), (overlay::Rgb{0xb3, 0x20, 0x2a}));
  for (const char* wrong : {"", "b3202a", "#b3202", "#b3202aa", "#b3202g", "#-10203"})
    EXPECT_FALSE(overlay::parse_rgb(wrong).has_value()) << wrong;
}

TEST(Figures, EveryPieceHasAMarkAtTheHeightOfItsBase) {
  vision::Piece on_hill = man(2, "R1", 30, 20);
  on_hill.ground = Inches(1.2);
  const auto marks = all_of<overlay::Mark>(overlay::figures(table_with({man(1, "R1", 10, 10), on_hill}), {}));
  ASSERT_EQ(marks.size(), 2U);
  EXPECT_NEAR(marks[1].z.value, 1.3, 1e-12);
}

TEST(Figures, AHiddenPieceIsDashedAndADoubtfulOneSaysSo) {
  vision::Piece hidden = man(1, "R1", 10, 10), doubtful = man(2, "R1", 20, 10);
  hidden.seen = vision::Seen::Hidden;
  doubtful.doubtful = true;
  const auto list = overlay::figures(table_with({hidden, doubtful}), {});
  const auto marks = all_of<overlay::Mark>(list);
  EXPECT_TRUE(marks[0].style.dashed);
  EXPECT_FALSE(marks[1].style.dashed);
  EXPECT_TRUE(std::ranges::any_of(all_of<overlay::Label>(list), [](const auto& label) { return label.sign == overlay::Sign::Waves; }));
}

TEST(Figures, AUnitHasOneNameThatKeepsOffAllItsMen) {
  const auto labels =
      all_of<overlay::Label>(overlay::figures(table_with({man(1, "R1", 10, 10), man(2, "R1", 12, 10), man(3, "B1", 40, 10)}), {}));
  ASSERT_EQ(labels.size(), 2U);
  const auto red = std::ranges::find(labels, "R1", &overlay::Label::text);
  ASSERT_NE(red, labels.end());
  EXPECT_EQ(red->speaks_of.size(), 2U);
}

TEST(Terrain, AWoodIsNamedOnItselfAndAWallBesideItself) {
  const auto ground = [](measure::TerrainKind kind, const char* name) {
    measure::Terrain terrain;
    terrain.name = name;
    terrain.kind = kind;
    return terrain;
  };
  std::vector<measure::Terrain> table{ground(measure::TerrainKind::Wood, "Wood"), ground(measure::TerrainKind::Wall, "Wall")};
  table[0].polygon = {{Inches(10), Inches(10)}, {Inches(20), Inches(10)}, {Inches(20), Inches(20)}, {Inches(10), Inches(20)}};
  table[1].line = {{Inches(30), Inches(10)}, {Inches(40), Inches(12)}};
  std::map<std::string, std::size_t> kept_off;
  for (const auto& primitive : overlay::terrain(table, true))
    if (const auto* label = std::get_if<overlay::Label>(&primitive)) kept_off[label->text] = label->speaks_of.size();
  EXPECT_THAT(kept_off, testing::ElementsAre(testing::Pair("Wall", 1U), testing::Pair("Wood", 0U)));
}

TEST(Flatten, AMarkLandsWhereTheCameraSeesIt) {
  const auto camera = overhead_camera();
  const overlay::DisplayList list{overlay::mark_of(man(1, "R1", 36, 24))};
  const auto flat = overlay::flatten(list, {.project = overlay::projection_of(camera), .table = {}, .scale = 1.0});
  ASSERT_EQ(flat.figures.size(), 1U);
  const auto pixel = camera.image_from_table({Inches(36), Inches(24)}, Inches(0.1));
  EXPECT_NEAR(0.5 * (flat.figures[0].left + flat.figures[0].right), pixel->u, 0.05);
  EXPECT_NEAR(flat.figures[0].width(), 1.0 * camera.pixels_per_inch({Inches(36), Inches(24)}, Inches(0.1)), 0.1);
}

TEST(Flatten, ArcsEndAtTheEdgeOfTheTable) {
  const auto camera = overhead_camera();
  const overlay::DisplayList list{overlay::Arc{.centre = {{Inches(36), Inches(40)}, Inches(0)},
                                               .radius = Inches(30),
                                               .start = measure::from_degrees(45),
                                               .sweep = measure::from_degrees(90),
                                               .style = {.fill = 0.2},
                                               .sides = true,
                                               .soft_sides = measure::from_degrees(1)}};
  const auto flat = overlay::flatten(
      list, {.project = overlay::projection_of(camera), .table = overlay::TableArea{Inches(72), Inches(48)}, .scale = 1.0});
  const auto edge = camera.image_from_table({Inches(36), Inches(48)}, Inches(0));
  ASSERT_FALSE(flat.fills.empty());
  for (const auto& fill : flat.fills) {
    for (const auto point : fill.outline) EXPECT_GE(point.v, edge->v - 0.01);
  }
  for (const auto& stroke : flat.strokes) {
    for (const auto point : stroke.points) EXPECT_GE(point.v, edge->v - 0.01);
  }
}

TEST(Flatten, TrianglesCoverAConcavePolygonOnce) {
  const std::vector<overlay::FlatPoint> outline{{0, 0}, {10, 0}, {10, 10}, {5, 3}, {0, 10}};
  const auto triangles = overlay::triangulate(outline);
  ASSERT_EQ(triangles.size(), 9U);
  double area = 0.0;
  for (std::size_t i = 0; i < triangles.size(); i += 3) {
    const auto a = outline[triangles[i]], b = outline[triangles[i + 1]], c = outline[triangles[i + 2]];
    area += 0.5 * std::abs((b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u));
  }
  EXPECT_NEAR(area, 65.0, 1e-9);
}

TEST(Picture, TheOverlayChangesACopyAndLeavesTheFrameAlone) {
  const cv::Mat frame(1080, 1920, CV_8UC3, cv::Scalar(60, 120, 60));
  const cv::Mat before = frame.clone();
  const cv::Mat drawn = overlay::draw_on_picture(frame, overlay::figures(table_with({man(1, "R1", 36, 24)}), {}), overhead_camera());
  EXPECT_EQ(cv::norm(frame, before, cv::NORM_INF), 0.0);
  EXPECT_GT(cv::norm(drawn, before, cv::NORM_INF), 0.0);
}

TEST(Picture, AnEmptyPictureStaysEmpty) { EXPECT_TRUE(overlay::draw_on_picture({}, {}, overhead_camera()).empty()); }

TEST(Readings, ARulerMeasuresEdgeToEdgeOrCentreToCentre) {
  const auto state = table_with({man(1, "R1", 10, 10), man(2, "B1", 20, 10)});
  const auto edges = overlay::read(overlay::Ruler{{.piece = 1, .point = {}}, {.piece = 2, .point = {}}, false}, state, bare_table());
  const auto centres = overlay::read(overlay::Ruler{{.piece = 1, .point = {}}, {.piece = 2, .point = {}}, true}, state, bare_table());
  EXPECT_EQ(edges.headline.value, "9.00 ±0.03 in");
  EXPECT_EQ(centres.headline.value, "10.00 ±0.03 in");
}

TEST(Readings, ALaidRulerFollowsItsFiguresAndShowsItsMarginAsASoftEnd) {
  const overlay::Laid ruler = overlay::Ruler{{.piece = 1, .point = {}}, {.piece = {}, .point = {Inches(30), Inches(10)}}, false};
  const auto before = overlay::read(ruler, table_with({man(1, "R1", 10, 10, 90, 0.05)}), bare_table());
  const auto after = overlay::read(ruler, table_with({man(1, "R1", 15, 10, 90, 0.02)}), bare_table());
  EXPECT_EQ(before.headline.value, "19.50 ±0.05 in");
  EXPECT_EQ(after.headline.value, "14.50 ±0.02 in");
  const auto lines = all_of<overlay::Line>(after.drawing);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NEAR(lines[0].soft_end.value, 0.02, 1e-9);
}

TEST(Readings, AToolWhoseFigureLeftTheTableSaysSo) {
  const auto reading = overlay::read(overlay::Around{.piece = 7, .reach = Inches(12)}, table_with({man(1, "R1", 10, 10)}), bare_table());
  EXPECT_THAT(reading.headline.value, testing::HasSubstr("no longer on the table"));
  EXPECT_TRUE(reading.drawing.empty());
}

TEST(Readings, AroundListsTheNearestFirst) {
  const auto state = table_with({man(1, "R1", 10, 10), man(2, "B1", 20, 10), man(3, "B1", 14, 10), man(4, "B1", 60, 40)});
  const auto reading = overlay::read(overlay::Around{.piece = 1, .reach = Inches(12)}, state, bare_table());
  ASSERT_EQ(reading.rows.size(), 2U);
  EXPECT_EQ(reading.rows[0].who, "B1/3");
  EXPECT_EQ(reading.rows[1].who, "B1/2");
}

TEST(Readings, AroundWritesEachGapBesideTheNeighbourItIsOf) {
  const auto state = table_with({man(1, "R1", 10, 10), man(2, "B1", 20, 10), man(3, "B1", 14, 10)});
  const auto reading = overlay::read(overlay::Around{.piece = 1, .reach = Inches(12)}, state, bare_table());
  std::vector<double> anchors;
  for (const auto& primitive : reading.drawing)
    if (const auto* label = std::get_if<overlay::Label>(&primitive)) anchors.push_back(label->anchor.at.x.value);
  EXPECT_THAT(anchors, testing::ElementsAre(14.0, 20.0));
}

TEST(Readings, AnArcHasThreeAnswers) {
  const auto state = table_with({man(1, "R1", 10, 10, 90), man(2, "B1", 12, 30), man(3, "B2", 30, 30, 90, 0.3), man(4, "B3", 40, 10)});
  const auto reading =
      overlay::read(overlay::FieldOfFire{.piece = 1, .half_width = measure::from_degrees(45), .reach = Inches(36)}, state, bare_table());
  ASSERT_EQ(reading.rows.size(), 3U);
  EXPECT_EQ(reading.rows[0].verdict, Verdict::Yes);
  EXPECT_EQ(reading.rows[1].verdict, Verdict::TooCloseToCall);
  EXPECT_EQ(reading.rows[2].verdict, Verdict::No);
}

TEST(Readings, AFigureWithoutAFrontHasNoArc) {
  vision::Piece blind = man(1, "R1", 10, 10);
  blind.heading.reset();
  const auto reading = overlay::read(overlay::FieldOfFire{.piece = 1}, table_with({blind}), bare_table());
  EXPECT_TRUE(reading.drawing.empty());
  EXPECT_EQ(reading.headline.value, "its front cannot be seen");
}

TEST(Readings, ACorridorNamesWhoStandsInItAndLeavesOutBothBodies) {
  const auto state =
      table_with({man(1, "R1", 10, 10), man(2, "R1", 10.2, 12), man(3, "B1", 10, 40), man(4, "B1", 11, 40), man(5, "R2", 10.8, 25)});
  const auto reading =
      overlay::read(overlay::LineOfFire{{.piece = 1, .point = {}}, {.piece = 3, .point = {}}, Inches(1.0)}, state, bare_table());
  EXPECT_EQ(reading.headline.verdict, Verdict::No);
  ASSERT_EQ(reading.rows.size(), 1U);
  EXPECT_EQ(reading.rows[0].who, "R2/5");
  EXPECT_EQ(reading.rows[0].value, "0.30 ±0.02 in");
}

TEST(Readings, ALineThroughABaseSaysSoWithoutANegativeLength) {
  const auto state = table_with({man(1, "R1", 10, 10), man(3, "B1", 10, 40), man(5, "R2", 10.1, 25)});
  const auto reading =
      overlay::read(overlay::LineOfFire{{.piece = 1, .point = {}}, {.piece = 3, .point = {}}, Inches(1.0)}, state, bare_table());
  EXPECT_EQ(reading.headline.verdict, Verdict::No);
  EXPECT_THAT(reading.headline.value, testing::MatchesRegex("0[.][0-9]+ ±[0-9.]+ in inside R2/5"));
  EXPECT_THAT(reading.rows.at(0).value, testing::EndsWith(" in inside"));
}

TEST(Readings, ASightLineNamesTheHouseInItsWay) {
  measure::Table table = bare_table();
  table.terrain.push_back(
      {.name = "The Inn",
       .kind = measure::TerrainKind::House,
       .polygon = {{Inches(18), Inches(8)}, {Inches(22), Inches(8)}, {Inches(22), Inches(12)}, {Inches(18), Inches(12)}},
       .line = {},
       .height = Inches(4),
       .base_height = {},
       .width = {},
       .top = {},
       .uphill = {},
       .impassable_to = {}});
  const auto state = table_with({man(1, "R1", 10, 10), man(2, "B1", 30, 10), man(3, "B1", 10, 30)});
  const auto blocked = overlay::read(overlay::LineOfSight{{.piece = 1, .point = {}}, {.piece = 2, .point = {}}}, state, table);
  const auto free = overlay::read(overlay::LineOfSight{{.piece = 1, .point = {}}, {.piece = 3, .point = {}}}, state, table);
  EXPECT_EQ(blocked.headline.verdict, Verdict::No);
  EXPECT_THAT(blocked.headline.value, testing::HasSubstr("The Inn"));
  EXPECT_EQ(free.headline.verdict, Verdict::Yes);
}

TEST(Intent, IsKeptBrokenOrTooCloseToCall) {
  vision::TableState state;
  const auto add = [&](int id, const char* name, const char* unit, double x) {
    vision::Piece piece;
    piece.id = id, piece.name = name, piece.unit = unit, piece.army = unit[0] == 'R' ? "red" : "blue";
    piece.base.shape = measure::RoundShape{measure::Inches(1.0)};
    piece.at = {measure::Inches(x), measure::Inches(10.0)};
    piece.covariance = measure::covariance_of(measure::Inches(0.02));
    state.pieces.push_back(piece);
  };
  add(1, "R1/1", "R1", 10.0), add(2, "R1/2", "R1", 12.0), add(3, "B1/1", "B1", 20.0);
  const measure::Table table{.length = measure::Inches(72.0), .width = measure::Inches(48.0), .terrain = {}};
  const auto says = [&](const overlay::Intent& intent) {
    const auto now = overlay::check(intent, state, table);
    return now ? overlay::text_of(intent, *now) : std::string("gone");
  };
  const overlay::End first{.piece = 1}, enemy{.piece = 3}, spot{.piece = {}, .point = {measure::Inches(16.5), measure::Inches(10.0)}};
  EXPECT_EQ(says({first, enemy, true, measure::Inches(6.0)}), "R1/1 stays beyond 6 in of B1/1: kept, 9.00 ±0.03 in");
  EXPECT_EQ(says({first, enemy, false, measure::Inches(6.0)}), "R1/1 stays within 6 in of B1/1: broken, 9.00 ±0.03 in");
  EXPECT_EQ(says({first, enemy, true, measure::Inches(9.0)}), "R1/1 stays beyond 9 in of B1/1: too close to call, 9.00 ±0.03 in");
  EXPECT_EQ(says({first, enemy, true, measure::Inches(7.125), true}), "R1 stays beyond 7.125 in of B1: broken, 7.00 ±0.03 in")
      << "of units the nearest figures count";
  EXPECT_THAT(says({first, spot, true, measure::Inches(5.0)}), testing::StartsWith("R1/1 stays beyond 5 in of (16, 10): kept, 6.00"));
  EXPECT_EQ(says({first, {.piece = 9}, true, measure::Inches(5.0)}), "gone");
  const overlay::Reading reading = overlay::read(overlay::Intent{first, enemy, true, measure::Inches(6.0)}, state, table);
  EXPECT_EQ(reading.headline.verdict, measure::Verdict::Yes);
  EXPECT_EQ(reading.headline.who, "R1/1 beyond 6 in of B1/1");
  EXPECT_EQ(reading.drawing.size(), 3U) << "the circle, the line, its length";
}

}  // namespace
}  // namespace overlay_test
