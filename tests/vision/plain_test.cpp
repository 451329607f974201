// Figures without markers on simulated tables: found, placed at their base, and nothing invented.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <random>

#include "tests/support/covered.h"
#include "tests/support/sim.h"
#include "vision/unmarked/plain.h"

namespace plain_test {
namespace {

using measure::Inches;
using measure::TablePoint;
using vision::Sighting;

TablePoint at(double x, double y) { return {Inches(x), Inches(y)}; }

/// A small table with unmarked figures on it, and the picture of it without them.
struct Game {
  sim::Scene scene;
  cv::Mat empty, now;
};

sim::StandingPiece a_man(TablePoint where, const std::string& colour = "#30435f", double heading = 0.0) {
  measure::PieceSpec spec;
  spec.name = "man";
  spec.colour = colour;
  spec.marker = measure::MarkerType::None;
  return {spec, where, measure::Radians(heading)};
}

/// Sensor noise that differs from picture to picture; the table under it is the same.
cv::Mat with_noise(const cv::Mat& clean, std::uint64_t seed) {
  constexpr double kNoise = 2.0;  // grey levels
  cv::RNG random(seed);
  cv::Mat noise(clean.size(), CV_16SC3), out;
  random.fill(noise, cv::RNG::NORMAL, 0.0, kNoise);
  cv::add(clean, noise, out, cv::noArray(), CV_8UC3);
  return out;
}

sim::Scene a_table(unsigned seed) {
  std::mt19937 random(seed);
  const measure::Table table{.length = Inches(36.0), .width = Inches(24.0), .terrain = {}};
  const calibration::Lens lens = sim::random_lens({960, 640}, random);
  sim::Scene scene{.camera = sim::random_camera(lens, table, random), .table = table, .tags = {}, .pieces = {}, .hands = {}, .look = {}};
  scene.look.seed = seed;
  scene.look.noise = 0.0;
  scene.look.jpeg_quality = 0;
  return scene;
}

/// Ten men, two of them shoulder to shoulder, some far from the point under the camera.
std::vector<sim::StandingPiece> ten_men() {
  std::vector<sim::StandingPiece> men;
  for (const TablePoint where : {at(2.0, 2.5), at(34.0, 22.0), at(33.5, 3.0), at(4.0, 20.0), at(18.0, 12.0), at(12.0, 8.0), at(13.02, 8.0),
                                 at(12.0, 9.4), at(24.0, 16.0), at(27.0, 6.0)}) {
    men.push_back(a_man(where, men.size() % 2 == 0 ? "#30435f" : "#8a2a26", 0.6 * double(men.size())));
  }
  return men;
}

Game a_game(unsigned seed, std::vector<sim::StandingPiece> pieces) {
  Game game{.scene = a_table(seed), .empty = {}, .now = {}};
  game.empty = with_noise(sim::render(game.scene), seed + 1);
  game.scene.pieces = std::move(pieces);
  game.now = with_noise(sim::render(game.scene), seed + 2);
  return game;
}

std::vector<measure::PieceSpec> specs_of(const sim::Scene& scene) {
  std::vector<measure::PieceSpec> specs;
  for (const sim::StandingPiece& piece : scene.pieces) specs.push_back(piece.spec);
  return specs;
}

struct Looking {
  const calibration::TableCamera* empty_camera = nullptr;
  std::vector<Sighting> already = {};
  vision::Region region = {};
};

/// Of the game; `specs` and `looking` must outlive it.
vision::Scene scene_of(const Game& game, const std::vector<measure::PieceSpec>& specs, const Looking& looking = {}) {
  return {.camera = game.scene.camera,
          .table = game.scene.table,
          .pieces = specs,
          .tags = {},
          .empty = &game.empty,
          .empty_camera = looking.empty_camera,
          .already = looking.already};
}

std::vector<Sighting> sightings_in(const Game& game, const Looking& looking = {}) {
  const std::vector<measure::PieceSpec> specs = specs_of(game.scene);
  const vision::Scene scene = scene_of(game, specs, looking);
  vision::PlainDetector detector;
  auto found = detector.detect(vision::make_frame(game.now, 0.0, "now"), scene, looking.region);
  EXPECT_TRUE(found) << found.error().message;
  return found ? *found : std::vector<Sighting>{};
}

/// How far each piece is from the nearest sighting, inches.
std::vector<double> misses(const Game& game, const std::vector<Sighting>& found) {
  std::vector<double> all;
  for (const sim::StandingPiece& piece : game.scene.pieces) {
    double nearest = 1e9;
    for (const Sighting& sighting : found) nearest = std::min(nearest, measure::distance(sighting.at, piece.at).value);
    all.push_back(nearest);
  }
  return all;
}

constexpr double kFound = 0.12;  // inches: about an eighth of a base

MATCHER_P(FindsAllOf, game, "one sighting at each base and no other") {
  const std::vector<double> off = misses(game, arg);
  for (std::size_t i = 0; i < off.size(); ++i) {
    if (!(off[i] <= kFound)) *result_listener << "piece " << i << " is off by " << off[i] << " in; ";
  }
  *result_listener << arg.size() << " sightings of " << off.size();
  return arg.size() == off.size() && std::all_of(off.begin(), off.end(), [](double d) { return d <= kFound; });
}

// Whose a man is may be told by his coat alone: it is read where his chest is seen from above, not on his base.
TEST(PlainFigures, EachIsSightedWithItsCoat) {
  Game game = a_game(3, ten_men());
  const auto coat_of = [](const sim::StandingPiece& man) {
    return man.spec.colour == "#8a2a26" ? cv::Scalar(40, 40, 150) : cv::Scalar(150, 60, 40);
  };
  for (const sim::StandingPiece& man : game.scene.pieces)
    for (double share = 0.4; share < 0.95; share += 0.1) {
      const auto chest = game.scene.camera.image_from_table(man.at, man.spec.base.height + man.spec.figure_height * share);
      ASSERT_TRUE(chest);
      const double radius = 0.2 * game.scene.camera.pixels_per_inch(man.at, Inches(0.0));
      cv::circle(game.now, cv::Point2d(chest->u, chest->v), static_cast<int>(radius), coat_of(man), cv::FILLED, cv::LINE_AA);
    }
  int seen = 0;
  for (const Sighting& s : sightings_in(game))
    for (const sim::StandingPiece& man : game.scene.pieces) {
      if (distance(s.at, man.at) > Inches(0.3)) continue;
      ++seen;
      ASSERT_TRUE(s.coat);
      const cv::Scalar coat = coat_of(man);
      for (int k = 0; k < 3; ++k) EXPECT_NEAR((*s.coat)[k], coat[k], 25.0) << "at " << man.at.x.value << " " << man.at.y.value;
    }
  EXPECT_GE(seen, 9);
}

TEST(PlainFigures, AreFoundAtTheirBasesUnderAnyCamera) {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    const Game game = a_game(seed, ten_men());
    EXPECT_THAT(sightings_in(game), FindsAllOf(game)) << "seed " << seed;
  }
}

TEST(PlainFigures, LieInsideTheirStatedMargins) {
  Covered places;
  for (unsigned seed = 11; seed < 17; ++seed) {
    const Game game = a_game(seed, ten_men());
    for (const Sighting& sighting : sightings_in(game)) {
      const double margin = measure::margin_of(sighting.noise + sighting.systematic).value;
      EXPECT_GT(margin, 0.0);
      EXPECT_LT(margin, 0.15);
      for (const sim::StandingPiece& piece : game.scene.pieces) {
        const measure::TableVector off = sighting.at - piece.at;
        if (measure::length(off).value > 0.4) continue;
        places.add(off.dx.value, margin), places.add(off.dy.value, margin);
      }
    }
  }
  EXPECT_GE(places.of, 100);
  expect_covered(places, 0.9, 0.85);
}

// Once the picture of the empty table grew softer with each look.
TEST(PlainFigures, AreTheSameAtASecondLookWhichLeavesThePicturesAlone) {
  const Game game = a_game(3, ten_men());
  const cv::Mat now = game.now.clone(), empty = game.empty.clone();
  const std::vector<Sighting> first = sightings_in(game), second = sightings_in(game);
  EXPECT_EQ(cv::norm(now, game.now, cv::NORM_INF), 0.0);
  EXPECT_EQ(cv::norm(empty, game.empty, cv::NORM_INF), 0.0);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].at, second[i].at);
}

TEST(PlainFigures, SayWhatTheyAre) {
  const Game game = a_game(5, {a_man(at(20.0, 10.0))});
  const std::vector<Sighting> found = sightings_in(game);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].marker, measure::MarkerType::None);
  EXPECT_EQ(found[0].base, game.scene.pieces[0].spec.base);
  EXPECT_FALSE(found[0].heading);
  EXPECT_GT(found[0].visible, 0.3);
  const auto pixel = game.scene.camera.image_from_table(found[0].at, found[0].base.height);
  ASSERT_TRUE(pixel);
  EXPECT_NEAR(found[0].pixel.u, pixel->u, 0.01);
  EXPECT_NEAR(found[0].pixel.v, pixel->v, 0.01);
}

TEST(PlainFigures, AreFoundWhenTheLightHasChanged) {
  Game game = a_game(6, ten_men());
  for (const auto& [gain, warmth] : {std::pair{0.6, 0.0}, {1.3, 0.0}, {0.9, 0.25}}) {
    sim::Scene scene = game.scene;
    scene.look.gain = gain;
    scene.look.warmth = warmth;
    scene.look.falloff = 0.3;
    game.now = with_noise(sim::render(scene), 60);
    EXPECT_THAT(sightings_in(game), FindsAllOf(game)) << "gain " << gain << " warmth " << warmth;
  }
}

/// Darkens a soft-edged patch of the picture, as an arm over the table or a lampshade does.
cv::Mat with_shadow(const cv::Mat& picture, const sim::Scene& scene, TablePoint middle, double radius_in, double light) {
  const auto centre = scene.camera.image_from_table(middle, Inches(0.0));
  const double radius = radius_in * scene.camera.pixels_per_inch(middle, Inches(0.0));
  cv::Mat shade(picture.size(), CV_32FC3, cv::Scalar::all(1.0)), out;
  cv::circle(shade, cv::Point(int(centre->u), int(centre->v)), int(radius), cv::Scalar::all(light), -1);
  cv::GaussianBlur(shade, shade, cv::Size(), 0.15 * radius);
  cv::multiply(picture, shade, out, 1.0, CV_8UC3);
  return out;
}

TEST(PlainFigures, AShadowIsNoFigureAndHidesNone) {
  Game game = a_game(7, ten_men());
  game.now = with_shadow(game.now, game.scene, at(20.0, 20.0), 1.0, 0.6);   // small, on bare table
  game.now = with_shadow(game.now, game.scene, at(12.5, 8.5), 3.0, 0.65);   // over three men
  game.now = with_shadow(game.now, game.scene, at(30.0, 12.0), 0.6, 0.55);  // of a figure's size
  EXPECT_THAT(sightings_in(game), FindsAllOf(game));
}

// The bumps of a hedge were taken for men, in each picture anew, though the empty table shows the same hedge.
TEST(PlainFigures, WhatTheEmptyTableShowsAsWellIsNone) {
  int invented = 0;
  for (unsigned seed = 60; seed < 66; ++seed) {
    Game game{.scene = a_table(seed), .empty = {}, .now = {}};
    for (int i = 0; i < 6; ++i) game.scene.pieces.push_back(a_man(at(6.0 + 0.8 * i, 17.0 + 0.1 * (i % 2)), "#2c4a20"));
    for (sim::StandingPiece& bush : game.scene.pieces) bush.spec.figure_height = Inches(0.75);
    const std::size_t bushes = game.scene.pieces.size();
    game.empty = with_noise(sim::render(game.scene), seed + 1);
    for (const sim::StandingPiece& man : ten_men()) game.scene.pieces.push_back(man);
    game.now = with_noise(sim::render(game.scene), seed + 2);
    const std::vector<Sighting> found = sightings_in(game);
    const std::vector<double> off = misses(game, found);
    EXPECT_THAT(std::vector(off.begin() + static_cast<long>(bushes), off.end()), testing::Each(testing::Le(kFound))) << "seed " << seed;
    invented += static_cast<int>(found.size()) - 10;
  }
  EXPECT_EQ(invented, 0);
}

/// Sets a post of one colour on a picture, as wide as a figure's base: as a mug's handle or a die on end looks.
void set_post(cv::Mat& picture, const sim::Scene& scene, TablePoint where, const cv::Scalar& colour) {
  constexpr double kHeight = 0.8, kRadius = 0.35;
  for (double z = 0.0; z < kHeight; z += 0.02) {
    const auto pixel = scene.camera.image_from_table(where, Inches(z));
    ASSERT_TRUE(pixel);
    const double radius = kRadius * scene.camera.pixels_per_inch(where, Inches(z));
    cv::circle(picture, cv::Point(int(std::lround(16 * pixel->u)), int(std::lround(16 * pixel->v))), int(16 * radius),
               colour * (z + 0.03 < kHeight ? 0.75 : 1.0), cv::FILLED, cv::LINE_AA, 4);
  }
}

/// Sixteen men in coats of two colours, in ranks.
std::vector<sim::StandingPiece> sixteen_men() {
  std::vector<sim::StandingPiece> men;
  for (int i = 0; i < 16; ++i)
    men.push_back(a_man(at(6.0 + 1.4 * (i % 8), i < 8 ? 6.0 : 18.0), i < 8 ? "#30435f" : "#8a2a26", i < 8 ? 1.6 : -1.6));
  return men;
}

const std::vector<TablePoint> kWherePostsStand = {at(26.0, 11.0), at(27.6, 11.5), at(26.4, 13.3)};

/// Sixteen men, and posts of one colour beside them.
Game a_game_with_posts(unsigned seed) {
  Game game = a_game(seed, sixteen_men());
  cv::RNG random(seed);
  const cv::Scalar colour(random.uniform(90, 230), random.uniform(90, 230), random.uniform(20, 230));
  for (const TablePoint& where : kWherePostsStand) set_post(game.now, game.scene, where, colour);
  return game;
}

// Dice and mugs were taken for men, in each picture anew, though nobody wears what they show: one colour, and another than everybody's.
TEST(PlainFigures, WhatIsOfOneColourThatNobodyWearsIsNone) {
  int invented = 0;
  for (unsigned seed = 90; seed < 98; ++seed) {
    const Game game = a_game_with_posts(seed);
    const std::vector<Sighting> found = sightings_in(game);
    EXPECT_THAT(misses(game, found), testing::Each(testing::Le(kFound))) << "seed " << seed;
    invented += static_cast<int>(found.size()) - 16;
  }
  EXPECT_LE(invented, 6) << "of 24; by their bases alone 17 were";
}

// Where few men are known nobody is a stranger: the first man on the table is seen, whatever he wears.
TEST(PlainFigures, AreFoundWhereNoOthersAre) {
  for (unsigned seed = 100; seed < 104; ++seed) {
    const Game game = a_game(seed, {a_man(at(20.0, 10.0), "#e0d020"), a_man(at(8.0, 15.0))});
    EXPECT_THAT(sightings_in(game), FindsAllOf(game)) << "seed " << seed;
  }
}

// What is none when the whole table is looked at is none when a part of it is looked at again.
TEST(PlainFigures, APartThatIsLookedAtAgainHoldsNoMoreMenThanBefore) {
  for (unsigned seed = 90; seed < 94; ++seed) {
    const Game game = a_game_with_posts(seed);
    const std::vector<measure::PieceSpec> specs = specs_of(game.scene);
    const vision::Scene scene = scene_of(game, specs);
    const vision::Frame frame = vision::make_frame(game.now, 0.0, "now");
    const auto middle = game.scene.camera.image_from_table(at(27.0, 12.0), Inches(0.0));
    const cv::Rect rectangle(int(middle->u) - 70, int(middle->v) - 70, 140, 140);
    const auto inside = [&](const std::vector<Sighting>& all) {
      return std::ranges::count_if(
          all, [&](const Sighting& s) { return rectangle.contains(cv::Point(int(std::lround(s.pixel.u)), int(std::lround(s.pixel.v)))); });
    };
    vision::PlainDetector detector;
    const auto whole = detector.detect(frame, scene), part = detector.detect(frame, scene, std::vector{rectangle});
    ASSERT_TRUE(whole && part);
    EXPECT_EQ(inside(*part), inside(*whole)) << "seed " << seed;
  }
}

// A lamp is dimmed and what moved since is looked at: men are compared with what was worn in other light.
TEST(PlainFigures, APartThatIsLookedAtInOtherLightHoldsTheSameMen) {
  for (unsigned seed = 110; seed < 114; ++seed) {
    Game game = a_game(seed, sixteen_men());
    const std::vector<measure::PieceSpec> specs = specs_of(game.scene);
    const vision::Scene scene = scene_of(game, specs);
    vision::PlainDetector detector;
    ASSERT_TRUE(detector.detect(vision::make_frame(game.now, 0.0, "bright"), scene));
    game.scene.look.gain = 0.55;
    game.scene.look.warmth = 0.3;
    game.now = with_noise(sim::render(game.scene), seed + 3);
    const auto man = game.scene.camera.image_from_table(game.scene.pieces[3].at, Inches(0.0));
    const cv::Rect rectangle(int(man->u) - 18, int(man->v) - 18, 36, 36);
    const auto part = detector.detect(vision::make_frame(game.now, 1.0, "dim"), scene, std::vector{rectangle});
    ASSERT_TRUE(part);
    ASSERT_EQ(part->size(), 1U) << "seed " << seed;
    EXPECT_LT(distance((*part)[0].at, game.scene.pieces[3].at), Inches(kFound));
  }
}

TEST(PlainFigures, AreFoundFromACameraThatWasBumpedSinceTheEmptyPicture) {
  Game game = a_game(8, ten_men());
  sim::Scene before = game.scene;
  before.pieces.clear();
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.02, Eigen::Vector3d(0.3, -0.5, 0.8).normalized()).toRotationMatrix();
  const calibration::TableCamera& camera = game.scene.camera;
  before.camera =
      calibration::TableCamera(camera.lens(), turn * camera.rotation(), turn * camera.translation() + Eigen::Vector3d(0.4, -0.3, 0.5));
  game.empty = with_noise(sim::render(before), 80);
  EXPECT_THAT(sightings_in(game, {.empty_camera = &before.camera}), FindsAllOf(game));
}

// Seen from the side a tall figure's hat is inches away from its base.
TEST(PlainFigures, StandWhereTheirFeetAreHoweverTallTheyAre) {
  std::vector<sim::StandingPiece> giants;
  for (const TablePoint where : {at(2.0, 2.0), at(34.0, 22.0), at(34.0, 2.0), at(2.0, 22.0)}) {
    giants.push_back(a_man(where));
    giants.back().spec.figure_height = Inches(3.0);
  }
  const Game game = a_game(9, giants);
  EXPECT_THAT(sightings_in(game), FindsAllOf(game));
}

TEST(PlainFigures, OnOvalBasesAreFound) {
  std::vector<sim::StandingPiece> riders;
  for (int i = 0; i < 5; ++i) {
    riders.push_back(a_man(at(6.0 + 6.0 * i, 5.0 + 3.0 * i), "#5b3a8a", 0.7 * i));
    riders.back().spec.base.shape = measure::OvalShape{Inches(2.0), Inches(1.0)};
    riders.back().spec.kind = measure::PieceKind::Cavalry;
  }
  const Game game = a_game(10, riders);
  EXPECT_THAT(sightings_in(game), FindsAllOf(game));
}

// Two men of a rank have the outline of a rider, and a rider that of two men.
TEST(PlainFigures, OfARankAreNotRidersNorRidersMenOfARank) {
  for (const unsigned seed : {40U, 41U, 42U, 43U}) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> sway(-0.08, 0.08), turn(0.0, 3.14);
    std::vector<sim::StandingPiece> pieces;
    for (int block = 0; block < 3; ++block) {
      const TablePoint middle = at(6.0 + 12.0 * block, 7.0);
      const double facing = turn(random);
      for (int man = 0; man < 8; ++man)
        pieces.push_back(a_man(
            middle + rotated(measure::TableVector{Inches(-1.25 * (man / 4) + sway(random)), Inches(1.13 * (man % 4 - 1.5) + sway(random))},
                             measure::Radians(facing)),
            "#30435f", facing));
      pieces.push_back(a_man(middle + measure::TableVector{Inches(0.0), Inches(9.0)}, "#5b3a8a", turn(random)));
      pieces.back().spec.base.shape = measure::OvalShape{Inches(2.0), Inches(1.0)};
      pieces.back().spec.kind = measure::PieceKind::Cavalry;
    }
    const Game game = a_game(seed, pieces);
    const std::vector<Sighting> found = sightings_in(game);
    EXPECT_EQ(found.size(), pieces.size()) << "seed " << seed;
    for (const Sighting& sighting : found) {
      const auto nearest =
          std::ranges::min_element(pieces, {}, [&](const auto& piece) { return measure::distance(piece.at, sighting.at).value; });
      EXPECT_EQ(sighting.base, nearest->spec.base) << "seed " << seed << " at " << sighting.at.x.value << ", " << sighting.at.y.value;
    }
  }
}

TEST(PlainFigures, AHandInventsNone) {
  for (const unsigned seed : {20U, 21U, 22U}) {
    Game game = a_game(seed, ten_men());
    game.scene.hands = {{at(22.0, 11.0), Inches(3.0)}};
    game.now = with_noise(sim::render(game.scene), 200);
    for (const Sighting& sighting : sightings_in(game)) {
      double nearest = 1e9;
      for (const sim::StandingPiece& piece : game.scene.pieces) nearest = std::min(nearest, measure::distance(sighting.at, piece.at).value);
      EXPECT_LT(nearest, 0.3) << "a figure was invented at " << sighting.at.x.value << ", " << sighting.at.y.value;
    }
  }
}

TEST(PlainFigures, PiecesThatOthersFoundAreNotFoundAgain) {
  std::vector<sim::StandingPiece> pieces = ten_men();
  pieces[3].spec.marker = measure::MarkerType::Disc;
  const Game game = a_game(30, pieces);
  Sighting disc;
  disc.marker = measure::MarkerType::Disc;
  disc.base = pieces[3].spec.base;
  disc.at = pieces[3].at;
  const std::vector<Sighting> found = sightings_in(game, {.already = {disc}});
  EXPECT_EQ(found.size(), pieces.size() - 1);
  for (const Sighting& sighting : found) EXPECT_GT(measure::distance(sighting.at, disc.at).value, 0.5);
}

TEST(PlainFigures, OfARegionAreTheSameAsThoseOfTheWhole) {
  const Game game = a_game(31, ten_men());
  const auto middle = game.scene.camera.image_from_table(at(12.5, 8.5), Inches(0.0));
  const cv::Rect rectangle(int(middle->u) - 60, int(middle->v) - 60, 120, 120);
  std::vector<Sighting> inside;
  for (const Sighting& sighting : sightings_in(game)) {
    if (rectangle.contains(cv::Point(int(std::lround(sighting.pixel.u)), int(std::lround(sighting.pixel.v))))) inside.push_back(sighting);
  }
  const std::vector<Sighting> found = sightings_in(game, {.region = std::vector{rectangle}});
  ASSERT_GE(inside.size(), 3U);
  ASSERT_EQ(found.size(), inside.size());
  for (const Sighting& sighting : found) {
    double nearest = 1e9;
    for (const Sighting& other : inside) nearest = std::min(nearest, measure::distance(sighting.at, other.at).value);
    EXPECT_LT(nearest, 0.05);
  }
}

TEST(PlainFigures, NeedUnmarkedPiecesInTheRosterAndAPictureOfTheEmptyTable) {
  Game game = a_game(32, {a_man(at(20.0, 10.0))});
  Game without_picture = game;
  without_picture.empty = cv::Mat();
  EXPECT_TRUE(sightings_in(without_picture).empty());
  game.scene.pieces[0].spec.marker = measure::MarkerType::Disc;
  EXPECT_TRUE(sightings_in(game).empty());
}

TEST(PlainFigures, AnEmptyPictureOfAnotherSizeIsAnErrorThatSaysSo) {
  const Game game = a_game(33, {a_man(at(20.0, 10.0))});
  const cv::Mat small(100, 100, CV_8UC3, cv::Scalar::all(90));
  const std::vector<measure::PieceSpec> specs = specs_of(game.scene);
  const vision::Scene scene{.camera = game.scene.camera, .table = game.scene.table, .pieces = specs, .tags = {}, .empty = &small};
  vision::PlainDetector detector;
  const auto found = detector.detect(vision::make_frame(game.now, 0.0, "now"), scene);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, measure::ErrorCode::BadFile);
}

}  // namespace
}  // namespace plain_test
