// Boards without tags: found by their own squares, the right way and to the square, or not at all.
#include "vision/boards/grid/grid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "measure/table.h"
#include "tests/support/sim_board.h"
#include "vision/boards/reader.h"

namespace board_grid_test {
namespace {

using measure::Inches;
using measure::TablePoint;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;

constexpr calibration::ImageSize kWebcam{1920, 1080};

measure::Board board_of(int squares, measure::Coloured coloured) {
  measure::Board board{.game = measure::BoardGame::Draughts,
                       .length = Inches(1.5 * squares),
                       .width = Inches(1.5 * squares),
                       .coloured = coloured,
                       .squares = {},
                       .sides = {},
                       .marks = {}};
  board.squares = measure::grid_squares(squares, squares, board.length, board.width, coloured);
  board.sides.resize(2);
  board.sides[0].name = "white", board.sides[0].plays = "own", board.sides[0].colour = "#f0f0f0";
  board.sides[1].name = "black", board.sides[1].plays = "enemy", board.sides[1].colour = "#101010";
  return board;
}

sim::BoardScene scene_of(const measure::Board& board, std::uint32_t seed) {
  std::mt19937 random(seed);
  sim::BoardScene scene{.camera = sim::camera_over(board, kWebcam, random), .board = board, .tags = {}, .men = {}};
  scene.seed = seed;
  return scene;
}

void add_man(sim::BoardScene& scene, measure::SquareName at, bool own) {
  scene.men.push_back({.colour = own ? "#e8e0d0" : "#2b2622",
                       .at = {Inches(1.5 * (at.column + 0.55)), Inches(1.5 * (at.row + 0.4))},
                       .stacked = false,
                       .slip = {},
                       .cardboard = false,
                       .tag = {}});
}

void set_up(sim::BoardScene& scene) {
  for (const measure::BoardSquare& square : scene.board.squares)
    if (square.playable && (square.at.row < 4 || square.at.row > 5)) add_man(scene, square.at, square.at.row < 4);
}

measure::Result<calibration::Registration> find(const sim::BoardScene& scene, const cv::Mat& picture, const measure::Board& board) {
  return vision::register_by_grid(vision::make_frame(picture, 0.0, "simulated").luma, board, scene.camera.lens(), {});
}

/// How far the board's corners lie from where they are, at most.
double off(const calibration::TableCamera& found, const sim::BoardScene& scene) {
  double worst = 0.0;
  for (const double x : {0.0, 1.0})
    for (const double y : {0.0, 1.0}) {
      const TablePoint corner{scene.board.length * x, scene.board.width * y};
      const auto at = found.table_from_image(*scene.camera.image_from_table(corner, Inches(0.0)), Inches(0.0));
      worst = std::max(worst, at ? distance(*at, corner).value : 99.0);
    }
  return worst;
}

TEST(BoardGrid, ABoardFullOfMenIsFoundWithoutTags) {
  sim::BoardScene scene = scene_of(board_of(10, measure::Coloured::Even), 3);
  set_up(scene);
  const vision::BoardSetup setup{.board = scene.board, .tags = {}, .anchors = {}, .lens = scene.camera.lens()};
  const auto reading = vision::read_board_picture(setup, vision::make_frame(sim::render(scene), 0.0, "simulated"));
  ASSERT_TRUE(reading);
  ASSERT_TRUE(reading->registration);
  EXPECT_LT(off(reading->registration->camera, scene), 0.03);
  EXPECT_EQ(reading->pieces.size(), scene.men.size());
  for (const vision::BoardPiece& piece : reading->pieces) EXPECT_EQ(piece.side, piece.on->row < 4 ? 0u : 1u);
  EXPECT_THAT(reading->findings, Contains(Field(&calibration::Finding::code, "board-by-lines")));
}

TEST(BoardGrid, LinesOnOneColourWillDoWithoutALensFile) {
  sim::BoardScene scene = scene_of(board_of(11, measure::Coloured::All), 4);
  scene.tints = {"#e8e0c8", "#e8e0c8"};
  for (const int column : {1, 3, 8}) add_man(scene, {column, 5}, true);
  const auto found = vision::register_by_grid(vision::make_frame(sim::render(scene), 0.0, "simulated").luma, scene.board, std::nullopt, {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_LT(off(found->camera, scene), 0.05);
}

TEST(BoardGrid, AHandOverHalfTheBoardLeavesItFound) {
  sim::BoardScene scene = scene_of(board_of(10, measure::Coloured::Even), 5);
  set_up(scene);
  for (const double x : {5.0, 7.5, 10.0}) {
    scene.hand = {Inches(x), Inches(11.0)};
    const auto found = find(scene, sim::render(scene), scene.board);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_LT(off(found->camera, scene), 0.03);
  }
}

TEST(BoardGrid, APlainSheetIsNoBoard) {
  sim::BoardScene scene = scene_of(board_of(10, measure::Coloured::Even), 6);
  set_up(scene);
  scene.tints = {"#c8c8c0", "#c8c8c0"}, scene.lines = false;
  EXPECT_FALSE(find(scene, sim::render(scene), scene.board));
}

TEST(BoardGrid, AGridOfAnotherSizeIsNotTheBoard) {
  for (const int squares : {8, 9, 11, 12, 20}) {
    const sim::BoardScene scene = scene_of(board_of(squares, measure::Coloured::Even), 7);
    EXPECT_FALSE(find(scene, sim::render(scene), board_of(10, measure::Coloured::Even))) << squares;
  }
}

// One square off is worse than nothing: with its first column hidden a board of ten may begin here or there.
TEST(BoardGrid, AHiddenBorderIsNotGuessed) {
  for (const auto& [from, to] : {std::pair(-2.5, 1.6), std::pair(13.4, 17.5)}) {
    sim::BoardScene scene = scene_of(board_of(10, measure::Coloured::Even), 8);
    set_up(scene);
    cv::Mat picture = sim::render(scene);
    std::vector<cv::Point> cloth;
    for (const auto& [x, y] : {std::pair(from, -2.5), std::pair(to, -2.5), std::pair(to, 17.5), std::pair(from, 17.5)}) {
      const auto p = scene.camera.image_from_table({Inches(x), Inches(y)}, Inches(0.0));
      cloth.emplace_back(static_cast<int>(p->u), static_cast<int>(p->v));
    }
    cv::fillConvexPoly(picture, cloth, {90, 60, 40});
    const auto found = find(scene, picture, scene.board);
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().message, HasSubstr("squares"));
  }
}

// A quarter turn would change light squares for dark ones; half a turn nobody can see.
TEST(BoardGrid, TheSquaresColoursTellAQuarterTurn) {
  sim::BoardScene scene = scene_of(board_of(10, measure::Coloured::Even), 9);
  cv::Mat turned;
  cv::rotate(sim::render(scene), turned, cv::ROTATE_90_CLOCKWISE);
  const auto found = vision::register_by_grid(vision::make_frame(turned, 0.0, "simulated").luma, scene.board, std::nullopt, {});
  ASSERT_TRUE(found) << found.error().message;
  const auto first = *scene.camera.image_from_table({Inches(0.75), Inches(0.75)}, Inches(0.0));
  const auto at = found->camera.table_from_image({kWebcam.height - 1.0 - first.v, first.u}, Inches(0.0));
  ASSERT_TRUE(at);
  EXPECT_NEAR(
      std::min(measure::distance(*at, {Inches(0.75), Inches(0.75)}).value, measure::distance(*at, {Inches(14.25), Inches(14.25)}).value),
      0.0, 0.1);
}

TEST(BoardGrid, OneTagInSightTellsWhichWayRoundTheBoardLies) {
  sim::BoardScene scene = scene_of(board_of(10, measure::Coloured::Even), 10);
  const auto tags = sim::tags_around(scene.board);
  scene.tags = {tags[2]};
  cv::Mat turned;
  cv::rotate(sim::render(scene), turned, cv::ROTATE_180);
  const vision::BoardSetup setup{.board = scene.board, .tags = tags, .anchors = {}, .lens = {}};
  const auto reading = vision::read_board_picture(setup, vision::make_frame(turned, 0.0, "simulated"));
  ASSERT_TRUE(reading);
  ASSERT_TRUE(reading->registration);
  const auto first = *scene.camera.image_from_table({Inches(0.75), Inches(0.75)}, Inches(0.0));
  const auto at =
      reading->registration->camera.table_from_image({kWebcam.width - 1.0 - first.u, kWebcam.height - 1.0 - first.v}, Inches(0.0));
  ASSERT_TRUE(at);
  EXPECT_NEAR(measure::distance(*at, {Inches(0.75), Inches(0.75)}).value, 0.0, 0.1);
}

TEST(BoardGrid, WhileTheBoardLiesStillItsRegistrationDoesNotTremble) {
  sim::BoardScene scene = scene_of(board_of(10, measure::Coloured::Even), 11);
  set_up(scene);
  const vision::Frame first = vision::make_frame(sim::render(scene), 0.0, "simulated");
  const auto found = vision::register_by_grid(first.luma, scene.board, scene.camera.lens(), {});
  ASSERT_TRUE(found);
  scene.frame = 1;
  scene.men.erase(scene.men.begin() + 12);
  const vision::Frame next = vision::make_frame(sim::render(scene), 1.0, "simulated");
  const auto again = vision::register_by_grid(next.luma, scene.board, scene.camera.lens(), {{}, {}, &found->camera});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->camera.translation(), found->camera.translation());
  EXPECT_EQ(again->camera.rotation(), found->camera.rotation());
}

TEST(BoardGrid, ABumpedBoardIsFoundAnew) {
  sim::BoardScene scene = scene_of(board_of(10, measure::Coloured::Even), 12);
  set_up(scene);
  vision::BoardWatch watch({.board = scene.board, .tags = {}, .anchors = {}, .lens = scene.camera.lens()}, false);
  ASSERT_TRUE(watch.step(vision::make_frame(sim::render(scene), 0.0, "simulated")));
  const Eigen::Vector3d bump = scene.camera.translation() + Eigen::Vector3d(0.4, 0.2, 0.0);
  scene.camera = calibration::TableCamera(scene.camera.lens(), scene.camera.rotation(), bump);
  const cv::Mat bumped = sim::render(scene);
  (void)watch.step(vision::make_frame(bumped, 0.1, "simulated"));  // everything moves
  const auto state = watch.step(vision::make_frame(bumped, 0.2, "simulated"));
  ASSERT_TRUE(state);
  ASSERT_TRUE(state->reading->registration);
  EXPECT_LT(off(state->reading->registration->camera, scene), 0.03);
}

// ---- photographed by hand: no lens file, corners clicked ----

/// A telephone's, nearly free of distortion.
calibration::Lens phone_lens() {
  calibration::Lens lens;
  lens.image_size = {1000, 750};
  lens.fx = lens.fy = 781.0;
  lens.cx = 499.5, lens.cy = 374.5;
  lens.distortion = {0.02, -0.01, 0.0, 0.0, 0.0};
  return lens;
}

sim::BoardScene photographed(int squares, double tilt_deg, std::uint32_t seed) {
  std::mt19937 random(seed);
  const measure::Board board = board_of(squares, measure::Coloured::Even);
  sim::BoardScene scene{
      .camera = sim::camera_held(board, phone_lens(), tilt_deg, random), .board = board, .tags = {}, .men = {}, .height = Inches(0.5)};
  scene.seed = seed;
  for (const measure::BoardSquare& square : board.squares)
    if (square.playable && (square.at.row + square.at.column) % 6 == 0) add_man(scene, square.at, square.at.row < 4);
  std::ranges::sort(scene.men, std::ranges::greater{},
                    [&](const sim::BoardMan& m) { return distance(m.at, scene.camera.nadir()).value; });  // the nearest is drawn last
  return scene;
}

/// The four corners as somebody clicks them, so many pixels off.
std::vector<calibration::Anchor> clicked(const sim::BoardScene& scene, double slip_px) {
  std::vector<calibration::Anchor> out;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> slip(-slip_px, slip_px);
  for (const auto& [x, y] : {std::pair{0.0, 1.0}, {1.0, 1.0}, {1.0, 0.0}, {0.0, 0.0}}) {
    const TablePoint corner{scene.board.length * x, scene.board.width * y};
    auto pixel = scene.camera.image_from_table(corner, Inches(0.0)).value();
    pixel.u += slip(random), pixel.v += slip(random);
    out.push_back({pixel, corner});
  }
  return out;
}

vision::BoardReading read(const sim::BoardScene& scene, std::vector<calibration::Anchor> anchors) {
  const vision::BoardSetup setup{.board = scene.board, .tags = {}, .anchors = std::move(anchors), .lens = {}};
  return vision::read_board_picture(setup, vision::make_frame(sim::render(scene), 0.0, "simulated")).value();
}

std::vector<std::string> codes_of(const vision::BoardReading& reading) {
  std::vector<std::string> out;
  for (const calibration::Finding& finding : reading.findings) out.push_back(finding.code);
  return out;
}

TEST(BoardByHand, ClickedCornersAreCorrectedByTheBoardsOwnLines) {
  const sim::BoardScene scene = photographed(10, 25.0, 21);
  const vision::BoardReading reading = read(scene, clicked(scene, 6.0));
  ASSERT_TRUE(reading.registration);
  EXPECT_LT(off(reading.registration->camera, scene), 0.03);
  EXPECT_THAT(codes_of(reading), testing::Not(Contains("anchor-off")));
}

TEST(BoardByHand, ACornerThatWasClickedWrongIsNamedAndDoesNoHarm) {
  const sim::BoardScene scene = photographed(8, 20.0, 22);
  auto anchors = clicked(scene, 2.0);
  anchors[1].pixel.u -= 30.0;
  const vision::BoardReading reading = read(scene, anchors);
  ASSERT_TRUE(reading.registration);
  EXPECT_LT(off(reading.registration->camera, scene), 0.03);  // 30 px are 0.6 in there
  EXPECT_THAT(reading.findings, Contains(testing::AllOf(Field(&calibration::Finding::code, "anchor-off"),
                                                        Field(&calibration::Finding::says, HasSubstr("(12, 12)")))));
}

TEST(BoardByHand, SwappedCornersAreNamed) {
  const sim::BoardScene scene = photographed(8, 20.0, 23);
  auto anchors = clicked(scene, 2.0);
  std::swap(anchors[1].pixel, anchors[2].pixel);
  const vision::BoardReading reading = read(scene, anchors);
  EXPECT_FALSE(reading.registration);
  EXPECT_THAT(reading.findings, Contains(Field(&calibration::Finding::says, HasSubstr("changed places"))));
}

TEST(BoardByHand, CornersInMirroredOrderAreNamed) {
  const sim::BoardScene scene = photographed(8, 20.0, 23);
  auto anchors = clicked(scene, 2.0);
  std::swap(anchors[0].pixel, anchors[1].pixel);
  std::swap(anchors[2].pixel, anchors[3].pixel);
  const vision::BoardReading reading = read(scene, anchors);
  EXPECT_FALSE(reading.registration);
  EXPECT_THAT(reading.findings, Contains(Field(&calibration::Finding::says, HasSubstr("mirrored order"))));
}

TEST(BoardByHand, ThreeCornersInOneLineAreNamed) {
  const sim::BoardScene scene = photographed(8, 20.0, 23);
  auto anchors = clicked(scene, 2.0);
  anchors[1].pixel = {0.5 * (anchors[0].pixel.u + anchors[2].pixel.u), 0.5 * (anchors[0].pixel.v + anchors[2].pixel.v)};
  const vision::BoardReading reading = read(scene, anchors);
  EXPECT_FALSE(reading.registration);
  EXPECT_THAT(reading.findings, Contains(Field(&calibration::Finding::says, HasSubstr("in one line of the picture"))));
}

TEST(BoardByHand, ABoardThatThePictureCutsOffSaysHowMuchOfIt) {
  sim::BoardScene scene = photographed(8, 15.0, 24);
  const auto anchors = clicked(scene, 1.0);
  const Eigen::Vector3d aside = scene.camera.translation() + Eigen::Vector3d(-9.0, 0.0, 0.0);
  const calibration::TableCamera turned(scene.camera.lens(), scene.camera.rotation(), aside);
  std::vector<calibration::Anchor> seen;
  for (const calibration::Anchor& anchor : anchors)
    seen.push_back({turned.image_from_table(anchor.point, Inches(0.0)).value(), anchor.point});
  scene.camera = turned;
  const vision::BoardReading reading = read(scene, seen);
  EXPECT_TRUE(reading.registration);
  EXPECT_THAT(reading.findings, Contains(testing::AllOf(Field(&calibration::Finding::code, "board-cut-off"),
                                                        Field(&calibration::Finding::says, HasSubstr("of its 64 squares")))));
}

TEST(BoardByHand, AnchorsTheWrongWayRoundAreNoInternalError) {
  const sim::BoardScene scene = photographed(8, 20.0, 25);
  std::vector<calibration::Anchor> turned;  // as pixels what are points of the board, and the other way round
  for (const calibration::Anchor& a : clicked(scene, 0.0))
    turned.push_back({{a.point.x.value, a.point.y.value}, {Inches(a.pixel.u), Inches(a.pixel.v)}});
  const vision::BoardReading reading = read(scene, turned);
  EXPECT_TRUE(reading.pieces.empty());
  EXPECT_THAT(codes_of(reading), Contains("not-registered"));
}

TEST(BoardByHand, RedAndGreenSquaresOfOneBrightnessAreFoundAndTheMenTellWhichArePlayedOn) {
  for (const std::vector<std::string>& tints : {std::vector<std::string>{"#b02820", "#2a7030"}, {"#2a7030", "#b02820"}}) {
    sim::BoardScene scene = photographed(8, 20.0, 26);
    scene.tints = tints;
    scene.lines = false;
    const vision::BoardReading reading = read(scene, {});
    ASSERT_TRUE(reading.registration) << tints[0];
    EXPECT_EQ(reading.pieces.size(), scene.men.size());
    EXPECT_LT(off(reading.registration->camera, scene), 0.05) << tints[0];
  }
}

// A cutting mat beside it: the only grid of the picture's brightness.
TEST(BoardByHand, AGridOfLinesBesideARedAndGreenBoardIsNotTheBoard) {
  sim::BoardScene scene = photographed(8, 20.0, 26);
  scene.tints = {"#b02820", "#2a7030"};
  scene.lines = false;
  cv::Mat picture = sim::render(scene);
  const cv::Rect mat(12, 20, 176, 176);
  cv::rectangle(picture, mat, {150, 150, 150}, cv::FILLED);
  for (int k = 0; k <= 8; ++k) {
    const int at = 16 + 18 * k;
    cv::line(picture, mat.tl() + cv::Point(at, 16), mat.tl() + cv::Point(at, 160), {235, 235, 235}, 1, cv::LINE_AA);
    cv::line(picture, mat.tl() + cv::Point(16, at), mat.tl() + cv::Point(160, at), {235, 235, 235}, 1, cv::LINE_AA);
  }
  const vision::BoardSetup setup{.board = scene.board, .tags = {}, .anchors = {}, .lens = {}};
  const auto reading = vision::read_board_picture(setup, vision::make_frame(picture, 0.0, "simulated"));
  ASSERT_TRUE(reading && reading->registration);
  EXPECT_LT(off(reading->registration->camera, scene), 0.05);
  EXPECT_EQ(reading->pieces.size(), scene.men.size());
}

// Between their rims and the light squares around there is only a strip of dark ground and the line between squares: the square's border
// is the strongest edge around them.
TEST(BoardByHand, MenWhoFillTheirDarkSquaresAreFoundByTheirOwnRims) {
  for (const double diameter : {1.28, 1.36})
    for (const std::uint32_t seed : {41u, 42u, 43u}) {
      sim::BoardScene scene = photographed(8, 13.0, seed);
      scene.tints = {"#2a2430", "#e8c070"};
      scene.diameter = Inches(diameter), scene.height = Inches(0.24);
      for (std::size_t side = 0; side < 2; ++side) scene.board.sides[side].colour = side == 0 ? "#1f7038" : "#a82820";
      for (sim::BoardMan& man : scene.men) {
        man.colour = man.colour == "#e8e0d0" ? "#1f7038" : "#a82820";
        man.at =
            measure::mean_corner(measure::find_square(scene.board, *measure::read_square(scene.board, man.at, Inches(0.0)).at)->outline);
      }
      const vision::BoardReading reading = read(scene, clicked(scene, 3.0));
      ASSERT_TRUE(reading.registration);
      EXPECT_EQ(reading.pieces.size(), scene.men.size()) << seed;
      for (const sim::BoardMan& man : scene.men) {
        const auto own = [&](const vision::BoardPiece& p) { return p.sure_but_for_rank && distance(p.at, man.at) < Inches(0.1); };
        EXPECT_TRUE(std::ranges::any_of(reading.pieces, own)) << seed << ": " << man.at.x.value << ", " << man.at.y.value;
      }
    }
}

// A brown square in shadow is as dark as a brown man: he and his shadow together look like one larger disc.
TEST(BoardByHand, AShadowOfASidesOwnColourMakesNobodyLarger) {
  int men = 0, sure = 0, wrong = 0;
  for (const std::uint32_t seed : {61u, 62u, 63u}) {
    sim::BoardScene scene = photographed(8, 3.0, seed);
    scene.tints = {"#7a4a28", "#e0c490"};
    scene.diameter = Inches(1.0), scene.height = Inches(0.45);
    scene.men.clear();
    for (const measure::BoardSquare& square : scene.board.squares)
      if (square.playable && (square.at.row < 3 || square.at.row > 4)) add_man(scene, square.at, square.at.row < 3);
    for (std::size_t side = 0; side < 2; ++side) scene.board.sides[side].colour = side == 0 ? "#caa46a" : "#5a3018";
    for (std::size_t i = 0; i < scene.men.size(); ++i) {
      scene.men[i].colour = scene.men[i].colour == "#e8e0d0" ? "#caa46a" : "#5a3018";
      scene.men[i].stacked = i % 6 == 1;
    }
    const vision::BoardReading reading = read(scene, clicked(scene, 3.0));
    ASSERT_TRUE(reading.registration);
    for (const sim::BoardMan& man : scene.men) {
      ++men;
      for (const vision::BoardPiece& piece : reading.pieces) {
        if (!piece.sure || piece.on != measure::read_square(scene.board, man.at, Inches(0.0)).at) continue;
        ++sure;
        wrong += man.stacked != (piece.rank == vision::BoardRank::General);
      }
    }
  }
  EXPECT_GE(sure, 67) << "of " << men;
  EXPECT_EQ(wrong, 0);
}

TEST(BoardByHand, WhereMostMenStandOnTheOtherColourNobodyIsSure) {
  std::mt19937 random(29);
  measure::Board board = board_of(8, measure::Coloured::Even);
  board.width = Inches(15.0);  // ten rows: turned round, the same squares are dark
  board.squares = measure::grid_squares(8, 10, board.length, board.width, measure::Coloured::Even);
  sim::BoardScene scene{.camera = sim::camera_held(board, phone_lens(), 10.0, random), .board = board, .tags = {}, .men = {}};
  for (const measure::BoardSquare& square : scene.board.squares)
    if (!square.playable && square.at.column % 3 == 0) add_man(scene, square.at, square.at.row < 4);
  const vision::BoardReading reading = read(scene, {});
  ASSERT_TRUE(reading.registration);
  ASSERT_GE(reading.pieces.size(), 3u);
  for (const vision::BoardPiece& piece : reading.pieces) EXPECT_FALSE(piece.sure || piece.sure_but_for_rank);
  EXPECT_THAT(codes_of(reading), Contains("board-may-be-turned"));
}

// Where red and green are equally bright, only the men tell which of them is played on; one or two may stand wrong.
TEST(BoardByHand, OfTwoMenOnARedAndGreenBoardNobodyIsSureUnlessTheyStandRight) {
  int turned = 0;
  for (const std::vector<std::string>& tints : {std::vector<std::string>{"#b02820", "#2a7030"}, {"#2a7030", "#b02820"}}) {
    sim::BoardScene scene = photographed(8, 10.0, 26);
    scene.tints = tints;
    scene.lines = false;
    scene.men.clear();
    add_man(scene, {2, 2}, true);
    add_man(scene, {5, 3}, false);
    const vision::BoardReading reading = read(scene, {});
    ASSERT_TRUE(reading.registration);
    ASSERT_EQ(reading.pieces.size(), 2u);
    for (const vision::BoardPiece& piece : reading.pieces) {
      const measure::BoardSquare* square = measure::find_square(scene.board, *piece.on);
      EXPECT_TRUE(square->playable);
      const bool right = std::ranges::any_of(scene.men, [&](const sim::BoardMan& m) { return distance(piece.at, m.at) < Inches(0.5); });
      EXPECT_TRUE(right || !piece.sure_but_for_rank);
    }
    turned += std::ranges::count(codes_of(reading), "board-may-be-turned") > 0;
  }
  EXPECT_EQ(turned, 1);
}

TEST(BoardByHand, HighMenSeenFromTheSideStandWhereTheirFeetAre) {
  const sim::BoardScene scene = photographed(8, 40.0, 27);
  const vision::BoardReading reading = read(scene, clicked(scene, 3.0));
  ASSERT_TRUE(reading.registration);
  ASSERT_EQ(reading.pieces.size(), scene.men.size());
  for (const sim::BoardMan& man : scene.men) {
    const auto own = [&](const vision::BoardPiece& p) { return distance(p.at, man.at) < Inches(0.25); };
    const auto piece = std::ranges::find_if(reading.pieces, own);
    ASSERT_NE(piece, reading.pieces.end()) << man.at.x.value << ", " << man.at.y.value;
    EXPECT_EQ(piece->side, man.colour == "#e8e0d0" ? 0 : 1);
    EXPECT_EQ(piece->on->column, static_cast<int>(man.at.x.value / 1.5));
    EXPECT_EQ(piece->on->row, static_cast<int>(man.at.y.value / 1.5));
  }
}

// Their walls and tops are of one dark colour: no circle is seen, or two of one stack.
TEST(BoardByHand, TwoHighMenSeenFromTheSideAreFoundByWhatTheyCover) {
  for (const std::uint32_t seed : {31u, 32u, 33u}) {
    sim::BoardScene scene = photographed(8, 40.0, seed);
    scene.height = Inches(0.6);
    for (std::size_t i = 0; i < scene.men.size(); i += 3) scene.men[i].stacked = true;
    const vision::BoardReading reading = read(scene, clicked(scene, 3.0));
    ASSERT_TRUE(reading.registration);
    EXPECT_EQ(reading.pieces.size(), scene.men.size()) << seed;
    for (const sim::BoardMan& man : scene.men) {
      const auto own = [&](const vision::BoardPiece& p) {
        return p.on->column == static_cast<int>(man.at.x.value / 1.5) && p.on->row == static_cast<int>(man.at.y.value / 1.5);
      };
      EXPECT_TRUE(std::ranges::any_of(reading.pieces, own)) << seed << ": " << man.at.x.value << ", " << man.at.y.value;
    }
  }
}

// Seen from the side the upper man of a stack appears over the square behind it. Of the four such tops that were taken for men, and sure,
// one is left (seed 74).
TEST(BoardByHand, NobodyIsSureWhereOnlyTheTopOfAStackIsSeen) {
  std::string sure;
  for (const std::uint32_t seed : {71u, 72u, 73u, 74u, 75u, 76u}) {
    sim::BoardScene scene = photographed(8, 36.0 + seed % 10, seed);
    scene.height = Inches(0.7), scene.diameter = Inches(1.0);
    for (std::size_t i = 0; i < scene.men.size(); i += 2) scene.men[i].stacked = true;
    const vision::BoardReading reading = read(scene, clicked(scene, 3.0));
    ASSERT_TRUE(reading.registration);
    for (const vision::BoardPiece& piece : reading.pieces) {
      const auto on_his_square = [&](const sim::BoardMan& m) {
        return piece.on == measure::read_square(scene.board, m.at, Inches(0.0)).at;
      };
      if (piece.sure_but_for_rank && std::ranges::none_of(scene.men, on_his_square)) sure += std::to_string(seed) + ' ';
    }
  }
  EXPECT_THAT(sure, testing::AnyOf("", "74 "));
}

TEST(BoardByHand, UnderAHandABoardWithNamedCornersLiesWhereItsLinesLastShowedIt) {
  sim::BoardScene scene = photographed(8, 20.0, 28);
  vision::BoardWatch watch({.board = scene.board, .tags = {}, .anchors = clicked(scene, 4.0), .lens = {}}, false);
  const auto first = watch.step(vision::make_frame(sim::render(scene), 0.0, "simulated"));
  ASSERT_TRUE(first && first->reading->registration);
  const Eigen::Vector3d there = first->reading->registration->camera.translation();
  scene.hand = {Inches(6.0), Inches(11.0)};
  scene.frame = 1;
  const cv::Mat hidden = sim::render(scene);
  (void)watch.step(vision::make_frame(hidden, 0.1, "simulated"));  // the hand moves
  const auto under = watch.step(vision::make_frame(hidden, 0.2, "simulated"));
  ASSERT_TRUE(under && under->reading->registration);
  EXPECT_LT((under->reading->registration->camera.translation() - there).norm(), 1e-9);
}

// Each place was registered as if it were the first picture of its camera.
TEST(BoardByHand, EveryPlaceTheCameraStandsInTellsMoreOfItsLens) {
  sim::BoardScene scene = photographed(8, 30.0, 31);
  vision::BoardWatch watch({.board = scene.board, .tags = {}, .anchors = {}, .lens = {}}, false);
  const auto sigma = [&] {
    const auto lens = watch.estimated_lens();
    return lens ? std::sqrt(lens->covariance(0, 0)) / lens->fx : 0.0;
  };
  EXPECT_FALSE(watch.estimated_lens());
  ASSERT_TRUE(watch.step(vision::make_frame(sim::render(scene), 0.0, "simulated")));
  const double first = sigma();
  ASSERT_GT(first, 0.0);
  const auto lens = scene.camera.lens();
  std::mt19937 random(32);
  scene.camera = sim::camera_held(scene.board, lens, 20.0, random);
  scene.frame = 1;
  const cv::Mat elsewhere = sim::render(scene);
  (void)watch.step(vision::make_frame(elsewhere, 0.1, "simulated"));  // everything moves
  const auto there = watch.step(vision::make_frame(elsewhere, 0.2, "simulated"));
  ASSERT_TRUE(there && there->reading->registration);
  EXPECT_LT(sigma(), first);
  // The same place alone tells less than it does with the one before.
  const vision::BoardSetup alone{.board = scene.board, .tags = {}, .anchors = {}, .lens = {}};
  const auto reading = vision::read_board_picture(alone, vision::make_frame(elsewhere, 0.0, "simulated"));
  ASSERT_TRUE(reading && reading->registration);
  const calibration::Lens& told = reading->registration->camera.lens();
  EXPECT_LT(sigma(), std::sqrt(told.covariance(0, 0)) / told.fx);
  // A board that lies still tells nothing more, however often it is read.
  const double second = sigma();
  scene.frame = 2, scene.men.pop_back();
  const cv::Mat one_less = sim::render(scene);
  for (const double when : {0.3, 0.4}) (void)watch.step(vision::make_frame(one_less, when, "simulated"));
  EXPECT_EQ(sigma(), second);
}

}  // namespace
}  // namespace board_grid_test
