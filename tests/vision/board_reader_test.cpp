// Boards seen: every piece on its square, whatever its colour, the camera and the light; nothing said of what cannot be seen.
#include "vision/boards/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <map>

#include "tests/support/sim.h"
#include "tests/support/sim_board.h"

namespace board_reader_test {
namespace {

using measure::Inches;
using measure::SquareName;
using measure::TablePoint;
using measure::TableVector;
using testing::Contains;
using testing::IsEmpty;
using testing::Not;
using vision::BoardRank;

constexpr calibration::ImageSize kWebcam{1920, 1080};

/// A board of 10 x 10 squares of 1.5 in with two sides of these colours.
sim::BoardScene scene_with(std::uint32_t seed, const std::string& own, const std::string& enemy) {
  std::mt19937 random(seed);
  measure::Board board{.game = measure::BoardGame::LesAllies,
                       .length = Inches(15.0),
                       .width = Inches(15.0),
                       .coloured = measure::Coloured::Even,
                       .squares = {},
                       .sides = {},
                       .marks = {}};
  board.squares = measure::grid_squares(10, 10, board.length, board.width, board.coloured);
  board.sides.resize(2);
  board.sides[0].name = "first", board.sides[0].plays = "allies", board.sides[0].colour = own;
  board.sides[1].name = "second", board.sides[1].plays = "central", board.sides[1].colour = enemy;
  const calibration::TableCamera camera = sim::camera_over(board, kWebcam, random);
  sim::BoardScene scene{.camera = camera, .board = board, .tags = sim::tags_around(board), .men = {}};
  scene.seed = seed;
  return scene;
}

/// A small picture from 20 degrees beside the board's normal, its camera so many inches above the board.
calibration::TableCamera slanting_camera(const measure::Board& board, double height) {
  constexpr calibration::ImageSize kSmall{1280, 720};
  std::mt19937 random(1);
  const Eigen::Vector3d middle(board.length.value / 2, board.width.value / 2, 0.0);
  const Eigen::Vector3d eye = middle + height * Eigen::Vector3d(0.08, -0.36, 1.0), forward = (middle - eye).normalized();
  const Eigen::Vector3d down = forward.cross(Eigen::Vector3d::UnitX()).normalized(), right = down.cross(forward);
  Eigen::Matrix3d rotation;
  rotation << right.transpose(), down.transpose(), forward.transpose();
  return {sim::random_lens(kSmall, random), rotation, -rotation * eye};
}

TablePoint middle_of(SquareName at, double off_x = 0.0, double off_y = 0.0) {
  return {Inches(1.5 * (at.column + 0.5 + off_x)), Inches(1.5 * (at.row + 0.5 + off_y))};
}

/// Men of both sides on their first rows and in the middle, each somewhere on its square.
std::map<SquareName, std::size_t> set_up(sim::BoardScene& scene, const std::string& own, const std::string& enemy) {
  std::mt19937 random(scene.seed * 17 + 1);
  std::uniform_real_distribution<double> off(-0.2, 0.2);
  std::map<SquareName, std::size_t> stands;
  for (const measure::BoardSquare& square : scene.board.squares) {
    const bool first = square.at.row < 2 || square.at == SquareName{4, 4}, second = square.at.row > 7 || square.at == SquareName{5, 5};
    if (!square.playable || (!first && !second)) continue;
    stands[square.at] = first ? 0 : 1;
    scene.men.push_back({.colour = first ? own : enemy,
                         .at = middle_of(square.at, off(random), off(random)),
                         .stacked = false,
                         .slip = {},
                         .cardboard = false,
                         .tag = {}});
  }
  return stands;
}

/// Six cardboard soldiers on the first row of either side.
std::map<SquareName, std::size_t> first_rows_of_soldiers(sim::BoardScene& scene) {
  std::map<SquareName, std::size_t> stands;
  for (const int column : {1, 2, 3, 6, 7, 8})
    for (const std::size_t side : {0U, 1U}) {
      const SquareName at{column, side == 0 ? 0 : 9};
      stands[at] = side;
      scene.men.push_back({.colour = scene.board.sides[side].colour,
                           .at = middle_of(at, 0.04 * (column - 4), -0.12 + 0.04 * column),
                           .stacked = false,
                           .slip = {},
                           .cardboard = true,
                           .tag = {}});
    }
  return stands;
}

vision::BoardReading read(const sim::BoardScene& scene, bool with_lens = true, const vision::BoardReading* before = nullptr) {
  vision::BoardSetup setup{.board = scene.board, .tags = scene.tags, .anchors = {}, .lens = {}};
  if (with_lens) setup.lens = scene.camera.lens();
  auto reading = vision::read_board_picture(setup, vision::make_frame(sim::render(scene), 0.0, "simulated"), before);
  EXPECT_TRUE(reading) << reading.error().message;
  return reading ? std::move(*reading) : vision::BoardReading{};
}

std::map<SquareName, std::size_t> squares_of(const vision::BoardReading& reading) {
  std::map<SquareName, std::size_t> out;
  for (const vision::BoardPiece& piece : reading.pieces) out[*piece.on] = piece.side;
  return out;
}

/// What was read otherwise than it stands, in words; empty when all is right.
std::string wrong(const vision::BoardReading& reading, const std::map<SquareName, std::size_t>& stands) {
  const auto read_as = squares_of(reading);
  std::string out;
  const auto tell = [&](SquareName at, const std::string& what) {
    out += what + " [" + std::to_string(at.column) + ", " + std::to_string(at.row) + "]; ";
  };
  for (const auto& [at, side] : stands)
    if (!read_as.contains(at)) tell(at, "missing");
  for (const auto& [at, side] : read_as)
    if (!stands.contains(at) || stands.at(at) != side) tell(at, "wrong");
  return out;
}

TEST(BoardReader, EveryManIsOnItsSquareWhateverItsColour) {
  struct Paints {
    std::string own, enemy, own_hint, enemy_hint;
  };
  const std::vector<Paints> all = {{"#e8e0d0", "#2b2622", "#f0f0f0", "#101010"},   // white and black
                                   {"#d8b020", "#5a2a7a", "#ffd000", "#8040c0"},   // yellow and purple
                                   {"#2c6fb0", "#c86a1c", "#2038b0", "#ff8000"}};  // blue and orange
  std::uint32_t seed = 1;
  for (const Paints& paints : all) {
    sim::BoardScene scene = scene_with(++seed, paints.own_hint, paints.enemy_hint);
    const auto stands = set_up(scene, paints.own, paints.enemy);
    const vision::BoardReading reading = read(scene);
    EXPECT_EQ(wrong(reading, stands), "") << paints.own;
    EXPECT_THAT(reading.off_board, IsEmpty());
    EXPECT_THAT(reading.unseen, IsEmpty());
    for (const vision::BoardPiece& piece : reading.pieces) EXPECT_EQ(piece.rank, BoardRank::Soldier);
  }
}

TEST(BoardReader, LightNoiseAndCompressionChangeNothing) {
  for (const auto& [gain, warmth] : {std::pair(0.5, 0.15), std::pair(1.25, -0.1)}) {
    sim::BoardScene scene = scene_with(11, "#2f8f4e", "#b3202a");
    const auto stands = set_up(scene, "#1f7038", "#a82820");
    scene.gain = gain, scene.warmth = warmth, scene.noise = 4.0, scene.jpeg_quality = 70;
    EXPECT_EQ(wrong(read(scene), stands), "") << gain;
  }
}

TEST(BoardReader, ABoardInTheDarkIsReadAsInTheLight) {
  for (const double stops : {2.0, 3.0, 4.0}) {
    sim::BoardScene scene = scene_with(12, "#2f8f4e", "#b3202a");
    const auto stands = set_up(scene, "#1f7038", "#a82820");
    scene.tints = {"#2a2430", "#e8c070"};
    scene.gain = std::exp2(-stops / 2.2);
    const vision::BoardReading reading = read(scene);
    EXPECT_EQ(wrong(reading, stands), "") << stops;
    EXPECT_THAT(reading.off_board, IsEmpty());
  }
}

TEST(BoardReader, TheTruePlaceLiesWithinTheMargin) {
  sim::BoardScene scene = scene_with(21, "#2f8f4e", "#b3202a");
  (void)set_up(scene, "#1f7038", "#a82820");
  int outside = 0;
  const vision::BoardReading reading = read(scene);
  for (const sim::BoardMan& man : scene.men)
    for (const vision::BoardPiece& piece : reading.pieces)
      if (distance(piece.at, man.at) < Inches(0.5))
        outside +=
            std::abs((piece.at.x - man.at.x).value) > piece.margin.value || std::abs((piece.at.y - man.at.y).value) > piece.margin.value;
  EXPECT_LE(outside, 3);  // of 21 x 2 coordinates, one in twenty
}

TEST(BoardReader, BetweenTwoSquaresIsNotSure) {
  sim::BoardScene scene = scene_with(3, "#2f8f4e", "#b3202a");
  (void)set_up(scene, "#1f7038", "#a82820");
  scene.men.push_back(
      {.colour = "#1f7038", .at = middle_of({3, 5}, 0.5, 0.0), .stacked = false, .slip = {}, .cardboard = false, .tag = {}});
  const vision::BoardReading reading = read(scene);
  int between = 0;
  for (const vision::BoardPiece& piece : reading.pieces) {
    if (piece.on->row != 5 || piece.side != 0) continue;
    ++between;
    EXPECT_FALSE(piece.sure);
  }
  EXPECT_EQ(between, 1);
}

TEST(BoardReader, MenBesideTheBoardAreNotOnIt) {
  sim::BoardScene scene = scene_with(4, "#2f8f4e", "#b3202a");
  const auto stands = set_up(scene, "#1f7038", "#a82820");
  scene.men.push_back(
      {.colour = "#a82820", .at = {Inches(-1.2), Inches(7.0)}, .stacked = false, .slip = {}, .cardboard = false, .tag = {}});
  const vision::BoardReading reading = read(scene);
  EXPECT_EQ(wrong(reading, stands), "");
  ASSERT_EQ(reading.off_board.size(), 1u);
  EXPECT_EQ(reading.off_board[0].side, 1u);
  EXPECT_NEAR(reading.off_board[0].at.y.value, 7.0, 0.1);
}

TEST(BoardReader, TwoMenOnTopOfEachOtherAreAGeneral) {
  for (const std::uint32_t seed : {5u, 6u}) {
    sim::BoardScene scene = scene_with(seed, "#2f8f4e", "#b3202a");
    (void)set_up(scene, "#1f7038", "#a82820");
    for (sim::BoardMan& man : scene.men)
      if (distance(man.at, middle_of({8, 8})) < Inches(0.7)) man.stacked = true, man.slip = {Inches(0.02), Inches(-0.03)};
    for (const vision::BoardPiece& piece : read(scene).pieces)
      EXPECT_EQ(piece.rank, (piece.on == SquareName{8, 8}) ? BoardRank::General : BoardRank::Soldier)
          << seed << ": " << piece.on->column << ", " << piece.on->row;
  }
}

/// Men and Generals as they stand against what is told beyond doubt.
struct Ranks {
  int told = 0, generals_told = 0, wrong = 0;
  std::string where;  // the wrong ones
};

Ranks ranks_told(const sim::BoardScene& scene) {
  Ranks out;
  for (const vision::BoardPiece& piece : read(scene).pieces)
    for (const sim::BoardMan& man : scene.men) {
      if (!piece.sure || distance(man.at, piece.at) > Inches(0.5)) continue;
      ++out.told;
      out.generals_told += man.stacked;
      if (man.stacked == (piece.rank == BoardRank::General)) continue;
      ++out.wrong;
      out.where += "[" + std::to_string(piece.on->column) + ", " + std::to_string(piece.on->row) + "]; ";
    }
  return out;
}

/// A General on every fifth square, the upper man slipped towards the camera's foot: it hides a part of his lean.
void crown_some(sim::BoardScene& scene, double slip) {
  for (std::size_t i = 2; i < scene.men.size(); i += 5) {
    const measure::TableVector out = scene.men[i].at - scene.camera.nadir();
    scene.men[i].stacked = true;
    scene.men[i].slip = {out.dx * (-slip / length(out).value), out.dy * (-slip / length(out).value)};
  }
}

// In small and hard compressed pictures noise is as large as what tells a General. Stacks are rare, and so he passed for a man, surely.
// Sure means what a margin means: it holds in nineteen of twenty.
TEST(BoardReader, RanksThatThePictureDoesNotCarryAreNotSure) {
  int told = 0, wrong = 0;
  std::string where;
  for (const std::uint32_t seed : {5u, 6u, 7u, 8u}) {
    sim::BoardScene scene = scene_with(seed, "#2f8f4e", "#b3202a");
    std::mt19937 random(seed);
    scene.camera = sim::camera_over(scene.board, {1280, 720}, random);
    (void)set_up(scene, "#1f7038", "#a82820");
    crown_some(scene, 0.04);
    scene.noise = 4.0, scene.jpeg_quality = 60;
    const Ranks ranks = ranks_told(scene);
    told += ranks.told, wrong += ranks.wrong;
    where += ranks.where;
  }
  EXPECT_LE(20 * wrong, told) << where;
}

TEST(BoardReader, RanksThatThePictureCarriesAreSure) {
  for (const std::uint32_t seed : {5u, 6u}) {
    sim::BoardScene scene = scene_with(seed, "#2f8f4e", "#b3202a");
    (void)set_up(scene, "#1f7038", "#a82820");
    crown_some(scene, 0.0);
    const Ranks ranks = ranks_told(scene);
    EXPECT_EQ(ranks.wrong, 0) << seed << ": " << ranks.where;
    EXPECT_GE(ranks.told, 20) << "of " << scene.men.size() << ", seed " << seed;
    EXPECT_GE(ranks.generals_told, 4) << seed;
  }
}

TEST(BoardReader, UnderAHandNothingIsKnown) {
  sim::BoardScene scene = scene_with(7, "#2f8f4e", "#b3202a");
  const auto stands = set_up(scene, "#1f7038", "#a82820");
  scene.hand = middle_of({5, 3});
  const vision::BoardReading reading = read(scene);
  EXPECT_THAT(reading.unseen, Contains(SquareName{5, 2}));
  EXPECT_THAT(reading.unseen, Contains(SquareName{5, 1}));
  EXPECT_THAT(reading.unseen, Not(Contains(SquareName{1, 6})));
  for (const auto& [at, side] : squares_of(reading)) EXPECT_TRUE(stands.contains(at) && stands.at(at) == side);
  for (const auto& [at, side] : stands)
    if (!squares_of(reading).contains(at)) {
      EXPECT_THAT(reading.unseen, Contains(at));
    }
}

TEST(BoardReader, CardboardSoldiersAreReadByTheirBases) {
  sim::BoardScene scene = scene_with(8, "#2f8f4e", "#b3202a");
  scene.board.game = measure::BoardGame::LeChoc;
  scene.tints = {"#d8d8b0", "#d8d8b0"};
  scene.diameter = Inches(1.0);
  std::map<SquareName, std::size_t> stands;
  for (const auto& [at, side] :
       std::map<SquareName, std::size_t>{{{1, 0}, 0}, {{2, 0}, 0}, {{6, 3}, 0}, {{1, 9}, 1}, {{8, 9}, 1}, {{6, 4}, 1}}) {
    stands[at] = side;
    scene.men.push_back({.colour = side == 0 ? "#1f7038" : "#a82820",
                         .at = middle_of(at, 0.1, -0.15),
                         .stacked = false,
                         .slip = {},
                         .cardboard = true,
                         .tag = {}});
  }
  const vision::BoardReading reading = read(scene);
  EXPECT_EQ(wrong(reading, stands), "");
  for (const vision::BoardPiece& piece : reading.pieces) EXPECT_EQ(piece.rank, BoardRank::Hidden);
}

// Seen from a slant a cardboard figure hides the middle of its base and part of its rim, and is itself round enough to be taken for a
// piece. The base was given up for it.
TEST(BoardReader, TheFigureOnABaseDoesNotHideItUnderASlantingCamera) {
  for (const double height : {30.0, 33.0, 36.0}) {
    sim::BoardScene scene = scene_with(9, "#b3202a", "#2038b0");
    scene.board.game = measure::BoardGame::LeChoc;
    scene.camera = slanting_camera(scene.board, height);
    scene.tints = {"#b8c4cc", "#b8c4cc"};
    scene.diameter = Inches(1.0), scene.height = Inches(0.1);
    const auto stands = first_rows_of_soldiers(scene);
    EXPECT_EQ(wrong(read(scene), stands), "") << height << " in above the board";
  }
}

// A man who was not seen for a moment, because a hand hid half of him, was taken for gone.
TEST(BoardReader, AHiddenManStaysUntilHisSquareIsSeenEmpty) {
  sim::BoardScene scene = scene_with(6, "#2f8f4e", "#b3202a");
  auto stands = set_up(scene, "#2f8f4e", "#b3202a");
  const vision::BoardReading before = read(scene);
  ASSERT_EQ(wrong(before, stands), "");
  EXPECT_THAT(before.hidden, IsEmpty());
  int hidden = 0;
  vision::BoardReading under_hand;
  for (int column = 1; column < 8; ++column) {
    scene.hand = middle_of({column, 8}, 0.15 * column, 0.3);
    under_hand = read(scene, true, &before);
    for (const auto& [at, side] : stands) {
      const bool is_hidden = std::ranges::find(under_hand.hidden, std::optional(at), &vision::BoardPiece::on) != under_hand.hidden.end();
      EXPECT_TRUE(is_hidden || squares_of(under_hand).contains(at)) << "[" << at.column << ", " << at.row << "], hand " << column;
      if (is_hidden) {
        EXPECT_THAT(under_hand.unseen, Contains(at));
      }
      hidden += is_hidden;
    }
  }
  EXPECT_GT(hidden, 0);
  scene.hand.reset();
  scene.men.erase(scene.men.begin() + 3);
  stands = {};
  for (const vision::BoardPiece& piece : read(scene).pieces) stands[*piece.on] = piece.side;
  const vision::BoardReading after = read(scene, true, &under_hand);
  EXPECT_EQ(wrong(after, stands), "");
  EXPECT_THAT(after.hidden, IsEmpty()) << "the square of the man who was taken is seen empty";
}

// Who had not been recognised for a while and then was, with a hand somewhere over the board, was forgotten with the next picture that
// did not show him; so was who had been read a little off before.
TEST(BoardReader, WhoIsFoundAgainWhileAHandIsAboutIsRememberedAsHeLooked) {
  sim::BoardScene scene = scene_with(6, "#2f8f4e", "#b3202a");
  (void)set_up(scene, "#2f8f4e", "#b3202a");
  const vision::BoardReading without_hand = read(scene);
  const SquareName at{4, 4};
  scene.hand = middle_of({8, 8});
  for (const double off : {0.0, 0.1, 0.2}) {  // inches
    vision::BoardReading before = without_hand;
    const auto found = std::ranges::find(before.pieces, std::optional(at), &vision::BoardPiece::on);
    ASSERT_NE(found, before.pieces.end());
    found->look->at.x += Inches(off);
    before.hidden.push_back(*found);
    before.pieces.erase(found);
    before.unseen.push_back(at), before.open.push_back(at);
    const vision::BoardReading again = read(scene, true, &before);
    ASSERT_FALSE(again.unseen.empty());
    const auto piece = std::ranges::find(again.pieces, std::optional(at), &vision::BoardPiece::on);
    ASSERT_NE(piece, again.pieces.end());
    EXPECT_TRUE(piece->look.has_value()) << off << " in off";
  }
}

TEST(BoardReader, ADarkerLampHidesNobodyAndMovesNobody) {
  sim::BoardScene scene = scene_with(7, "#2f8f4e", "#b3202a");
  auto stands = set_up(scene, "#2f8f4e", "#b3202a");
  const vision::BoardReading before = read(scene);
  scene.gain = 0.7;
  scene.men.pop_back();
  const vision::BoardReading after = read(scene, true, &before);
  EXPECT_EQ(after.pieces.size(), before.pieces.size() - 1);
  EXPECT_THAT(after.hidden, IsEmpty());
}

TEST(BoardReader, ACrownTagMakesAGeneral) {
  sim::BoardScene scene = scene_with(9, "#2f8f4e", "#b3202a");
  const auto stands = set_up(scene, "#1f7038", "#a82820");
  scene.board.sides[1].general_tags = {17};
  for (sim::BoardMan& man : scene.men)
    if (distance(man.at, middle_of({5, 5})) < Inches(0.7)) man.tag = 17, man.stacked = true;
  const vision::BoardReading reading = read(scene);
  EXPECT_EQ(wrong(reading, stands), "");
  for (const vision::BoardPiece& piece : reading.pieces)
    if (piece.tag) {
      EXPECT_EQ(std::pair(*piece.on, piece.rank), std::pair(SquareName{5, 5}, BoardRank::General));
    }
  EXPECT_THAT(reading.pieces, Contains(testing::Field(&vision::BoardPiece::tag, std::optional<int>(17))));
}

TEST(BoardReader, FourPointsWillDoInsteadOfTags) {
  sim::BoardScene scene = scene_with(10, "#2f8f4e", "#b3202a");
  const auto stands = set_up(scene, "#1f7038", "#a82820");
  vision::BoardSetup setup{.board = scene.board, .tags = {}, .anchors = {}, .lens = scene.camera.lens()};
  for (const TablePoint p :
       {TablePoint{}, TablePoint{Inches(15.0), Inches(0.0)}, TablePoint{Inches(15.0), Inches(15.0)}, TablePoint{Inches(0.0), Inches(15.0)}})
    setup.anchors.push_back({*scene.camera.image_from_table(p, Inches(0.0)), p});
  const auto reading = vision::read_board_picture(setup, vision::make_frame(sim::render(scene), 0.0, "simulated"));
  ASSERT_TRUE(reading);
  EXPECT_EQ(wrong(*reading, stands), "");
}

TEST(BoardReader, ABoardThatCannotBeRegisteredSaysSo) {
  sim::BoardScene scene = scene_with(12, "#2f8f4e", "#b3202a");
  scene.tags.clear();
  vision::BoardSetup setup{.board = scene.board, .tags = sim::tags_around(scene.board), .anchors = {}, .lens = scene.camera.lens()};
  const auto reading = vision::read_board_picture(setup, vision::make_frame(sim::render(scene), 0.0, "simulated"));
  ASSERT_TRUE(reading);
  EXPECT_FALSE(reading->registration);
  EXPECT_THAT(reading->pieces, IsEmpty());
  ASSERT_EQ(reading->findings.size(), 1u);
  EXPECT_EQ(reading->findings[0].code, "not-registered");
}

TEST(BoardReader, AFewMenAmongManySquaresAreStillToldFromThem) {
  sim::BoardScene scene = scene_with(14, "#ffffff", "#5a3a20");
  scene.lines = false, scene.noise = 4.0, scene.jpeg_quality = 75;
  scene.tints = {"#6a8a6a", "#c8d8c0"};
  std::map<SquareName, std::size_t> stands;
  for (const auto& [at, side] : std::map<SquareName, std::size_t>{{{2, 2}, 0}, {{5, 5}, 0}, {{8, 4}, 1}, {{1, 7}, 1}}) {
    stands[at] = side;
    scene.men.push_back({.colour = side == 0 ? "#c8c0b0" : "#6b4426",
                         .at = middle_of(at, -0.1, 0.1),
                         .stacked = false,
                         .slip = {},
                         .cardboard = false,
                         .tag = {}});
  }
  EXPECT_EQ(wrong(read(scene), stands), "");
}

TEST(BoardReader, AnEmptyBoardIsEmpty) {
  const sim::BoardScene scene = scene_with(13, "#2f8f4e", "#b3202a");
  const vision::BoardReading reading = read(scene);
  EXPECT_THAT(reading.pieces, IsEmpty());
  EXPECT_THAT(reading.off_board, IsEmpty());
}

}  // namespace
}  // namespace board_reader_test
