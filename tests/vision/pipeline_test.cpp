// The whole way from simulated pictures to tables: hands, bumps, hidden tags, lamps and still tables.
#include "vision/pipeline/pipeline.h"

#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <random>
#include <set>

#include "tests/support/literals.h"
#include "tests/support/sim.h"
#include "vision/background/background.h"
#include "vision/background/occluder.h"
#include "vision/pipeline/camera_keeper.h"
#include "vision/pipeline/picture_evidence.h"

namespace pipeline_test {
namespace {

using measure::Inches;
using measure::TablePoint;
using testing::IsEmpty;
using testing::SizeIs;
using namespace measure::literals;

TablePoint at(double x, double y) { return {Inches(x), Inches(y)}; }

calibration::TableCamera camera(double nudge_px = 0.0) {
  calibration::Lens lens;
  lens.image_size = {1280, 720};
  lens.fx = lens.fy = 1150.0;
  lens.cx = 639.5 + nudge_px;
  lens.cy = 359.5;
  const Eigen::Matrix3d down = Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal();
  return {lens, down, Eigen::Vector3d(-20.0 + nudge_px / 30.0, 12.0, 46.0)};
}

/// Six tagged officers on a table of 40 x 24 in.
struct Game {
  Game() {
    scene.table = {.length = Inches(40.0), .width = Inches(24.0), .terrain = {}};
    scene.tags = sim::four_corner_tags(scene.table);
    measure::Army army{.name = "red", .colour = "#b3202a", .units = {}};
    for (int i = 0; i < 6; ++i) {
      measure::Unit unit;
      unit.name = "R" + std::to_string(i);
      unit.models = 1;
      unit.marker = measure::MarkerType::Tag;
      unit.base = {.shape = measure::RectShape{Inches(2.4), Inches(1.4)}, .height = Inches(0.1)};
      unit.tags = {10 + i};
      unit.mount.height = Inches(0.25);
      army.units.push_back(unit);
    }
    roster.armies = {army};
    const auto specs = pieces_of(roster);
    for (std::size_t i = 0; i < specs.size(); ++i)
      scene.pieces.push_back(
          {.spec = specs[i], .at = at(8.0 + 4.5 * static_cast<double>(i), 12.0), .heading = measure::from_degrees(90.0)});
    scene.look.seed = 5;
    show_camera(camera());
  }
  void show_camera(const calibration::TableCamera& c) { scene_camera = c; }

  [[nodiscard]] vision::Setup setup(bool stills) const {
    vision::Setup out;
    out.table = scene.table;
    out.tags = scene.tags;
    out.roster = roster;
    out.lens = scene_camera.lens();
    out.tracking.stills = stills;
    return out;
  }
  [[nodiscard]] cv::Mat rendered() const {
    return sim::render(
        {.camera = scene_camera, .table = scene.table, .tags = scene.tags, .pieces = scene.pieces, .hands = hands, .look = scene.look});
  }
  /// A frame of this picture: the same table with new noise.
  vision::Frame frame_of(const cv::Mat& bgr) {
    cv::RNG noise(static_cast<std::uint64_t>(++frames));
    cv::Mat grain(bgr.size(), CV_16SC3), sum;
    noise.fill(grain, cv::RNG::NORMAL, 0.0, 1.5);
    cv::add(bgr, grain, sum, cv::noArray(), CV_8U);
    return vision::make_frame(sum, time, std::to_string(frames));
  }
  vision::Frame picture() { return frame_of(rendered()); }

  struct Empty {
    measure::Table table;
    std::vector<calibration::TableTag> tags;
    std::vector<sim::StandingPiece> pieces;
    sim::Look look;
  } scene;
  calibration::TableCamera scene_camera = camera();
  std::vector<sim::Hand> hands;
  measure::Roster roster;
  double time = 0.0;
  int frames = 0;
};

TEST(Pipeline, FindsEveryTaggedPieceOfAPicture) {
  Game game;
  vision::Pipeline pipeline(game.setup(true));
  const auto state = pipeline.step(game.picture());
  ASSERT_TRUE(state) << state.error().message;
  EXPECT_TRUE(state->camera.registered);
  EXPECT_TRUE(state->settled);
  ASSERT_THAT(state->pieces, SizeIs(6));
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_LT(distance(state->pieces[i].at, game.scene.pieces[static_cast<std::size_t>(*state->pieces[i].tag - 10)].at), 0.05_in);
}

TEST(Pipeline, RefusesALensOfAnotherPictureSizeAndNamesBoth) {
  Game game;
  vision::Setup setup = game.setup(true);
  setup.lens->image_size = {1920, 1080};
  vision::Pipeline pipeline(setup);
  const auto state = pipeline.step(game.picture());
  ASSERT_FALSE(state);
  EXPECT_EQ(state.error().code, measure::ErrorCode::NotCalibrated);
  EXPECT_THAT(state.error().message, testing::AllOf(testing::HasSubstr("1280x720"), testing::HasSubstr("1920x1080")));
}

TEST(Pipeline, RefusesAPictureThatIsNoPicture) {
  vision::Pipeline pipeline(Game().setup(true));
  EXPECT_EQ(pipeline.step(vision::Frame{.bgr = {}, .luma = {}, .captured_at = 0.0, .name = "nothing", .sequence = 0}).error().code,
            measure::ErrorCode::BadFile);
}

TEST(Pipeline, ABlackPictureIsNotRegisteredAndKeepsThePiecesHidden) {
  Game game;
  vision::Pipeline pipeline(game.setup(true));
  const auto black = pipeline.step(vision::make_frame(cv::Mat::zeros(720, 1280, CV_8UC3), 0.0, "black"));
  ASSERT_TRUE(black);
  EXPECT_FALSE(black->camera.registered);
  ASSERT_THAT(black->findings, SizeIs(1));
  EXPECT_EQ(black->findings[0].code, "not-registered");
}

TEST(Pipeline, AHandOverTheTableIsNotSettledAndHidesWhatItCovers) {
  Game game;
  vision::Pipeline pipeline(game.setup(true));
  const auto before = pipeline.step(game.picture());
  ASSERT_TRUE(before);
  game.hands = {{.tip = at(17.0, 12.0)}};
  const auto during = pipeline.step(game.picture());
  ASSERT_TRUE(during);
  EXPECT_FALSE(during->settled);
  EXPECT_THAT(during->moves, IsEmpty());
  EXPECT_THAT(during->pieces, SizeIs(6));
  game.hands.clear();
  const auto after = pipeline.step(game.picture());
  ASSERT_TRUE(after);
  EXPECT_TRUE(after->settled);
  EXPECT_THAT(after->moves, IsEmpty());
  EXPECT_THAT(after->removed, IsEmpty());
}

// A tape measure that lies across the table's edge was a hand in every still, and no move was ever told.
TEST(Pipeline, WhatLiesAcrossTheEdgeInTwoStillsIsNoHand) {
  Game game;
  vision::Setup setup = game.setup(true);
  Game bare;
  bare.scene.pieces.clear();
  setup.empty = bare.picture().bgr;
  vision::Pipeline pipeline(setup);
  const auto end = game.scene_camera.image_from_table(at(41.5, 12.0), Inches(0.0)),
             box = game.scene_camera.image_from_table(at(31.0, 15.0), Inches(0.0));
  const auto with_tape = [&] {
    cv::Mat clean = game.rendered();
    cv::line(clean, cv::Point(int(end->u), int(end->v)), cv::Point(int(box->u), int(box->v)), cv::Scalar(40, 210, 230), 18);
    return game.frame_of(clean);
  };
  const auto first = pipeline.step(with_tape());
  ASSERT_TRUE(first);
  EXPECT_FALSE(first->settled) << "it may be an arm";
  const auto second = pipeline.step(with_tape());
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->settled);
  game.scene.pieces[1].at = game.scene.pieces[1].at + measure::TableVector{0_in, 4_in};
  const auto third = pipeline.step(with_tape());
  ASSERT_TRUE(third);
  EXPECT_TRUE(third->settled);
  EXPECT_THAT(third->moves, SizeIs(1));
  game.hands = {{.tip = at(17.0, 12.0)}};
  const auto fourth = pipeline.step(with_tape());
  ASSERT_TRUE(fourth);
  EXPECT_FALSE(fourth->settled) << "a hand beside it is a hand";
}

TEST(Pipeline, APieceTakenAwayIsRemovedAndOneMovedIsMoved) {
  Game game;
  vision::Pipeline pipeline(game.setup(true));
  ASSERT_TRUE(pipeline.step(game.picture()));
  game.scene.pieces.pop_back();
  game.scene.pieces[0].at = at(8.0, 16.0);
  const auto state = pipeline.step(game.picture());
  ASSERT_TRUE(state);
  EXPECT_THAT(state->removed, SizeIs(1));
  ASSERT_THAT(state->moves, SizeIs(1));
  EXPECT_NEAR(length(state->moves[0].to - state->moves[0].from).value, 4.0, 0.05);
}

TEST(Pipeline, ABumpedCameraIsSaidRegisteredAgainAndInventsNoMoves) {
  Game game;
  vision::Pipeline pipeline(game.setup(true));
  ASSERT_TRUE(pipeline.step(game.picture()));
  const Eigen::Matrix3d tilted = Eigen::AngleAxisd(0.02, Eigen::Vector3d::UnitX()).toRotationMatrix() * camera().rotation();
  game.show_camera({camera().lens(), tilted, camera().translation() + Eigen::Vector3d(0.4, -0.3, 0.1)});
  const auto state = pipeline.step(game.picture());
  ASSERT_TRUE(state);
  EXPECT_TRUE(state->camera.registered);
  EXPECT_TRUE(state->camera.moved);
  EXPECT_TRUE(std::any_of(state->findings.begin(), state->findings.end(), [](const auto& f) { return f.code == "camera-moved"; }));
  EXPECT_THAT(state->moves, IsEmpty());
  EXPECT_THAT(state->removed, IsEmpty());
  const auto next = pipeline.step(game.picture());
  ASSERT_TRUE(next);
  EXPECT_FALSE(next->camera.moved);
}

TEST(Pipeline, AStillVideoFrameIsNotDetectedAgainButKeepsItsTable) {
  Game game;
  vision::Pipeline pipeline(game.setup(false));
  const cv::Mat table = game.rendered();
  std::set<double> margins;  // every look makes them smaller
  for (int i = 0; i < 12; ++i) {
    game.time = 0.1 * i;
    const auto state = pipeline.step(game.frame_of(table));
    ASSERT_TRUE(state);
    ASSERT_THAT(state->pieces, SizeIs(6));
    margins.insert(state->pieces[0].covariance.xx);
  }
  EXPECT_LT(margins.size(), 5U);
  const auto state = pipeline.step(game.frame_of(table));
  ASSERT_TRUE(state);
  EXPECT_TRUE(state->settled);
  EXPECT_THAT(state->pieces, SizeIs(6));
}

std::vector<calibration::TagObservation> seen_by(const calibration::TableCamera& truth, const std::vector<calibration::TableTag>& tags,
                                                 double shift_px = 0.0) {
  std::vector<calibration::TagObservation> seen;
  for (const calibration::TableTag& tag : tags) {
    calibration::TagObservation observation{.dictionary = tag.dictionary, .id = tag.id, .corners = {}};
    const auto corners = corners_of(tag);
    for (std::size_t c = 0; c < 4; ++c) observation.corners[c] = *truth.image_from_table(corners[c], Inches(0.0));
    for (calibration::ImagePoint& corner : observation.corners) corner.u += shift_px;
    seen.push_back(observation);
  }
  return seen;
}

// The warning once stood only beside the first picture: a recording seemed to have a lens file from its second frame on.
/// What a player has of the pieces: ids, and their names.
std::vector<std::pair<int, std::string>> who(const vision::TableState& state) {
  std::vector<std::pair<int, std::string>> out;
  for (const vision::Piece& p : state.pieces) out.emplace_back(p.id, p.name);
  return out;
}

double margin_of_first(const vision::TableState& state) { return measure::margin_of(state.pieces.front().covariance).value; }

/// A table that was watched for a while, with one man renamed by hand.
struct Watched {
  Game game;
  cv::Mat table = game.rendered();
  vision::Pipeline pipeline;
  vision::TableState state;
  explicit Watched(bool stills) : pipeline(game.setup(stills)) {
    look(4);
    EXPECT_TRUE(pipeline.tracker().rename(state.pieces.at(2).id, "Ney"));
    look();
  }
  void look(int times = 1) {
    for (int i = 0; i < times; ++i) {
      game.time += 0.5;
      last = game.frame_of(table);
      look_again();
    }
  }
  void look_again() {
    auto seen = pipeline.step(last);
    ASSERT_TRUE(seen) << seen.error().message;
    state = std::move(*seen);
  }
  vision::Frame last;
};

class Edits : public testing::TestWithParam<bool> {};

TEST_P(Edits, ARenamedArmyKeepsTracksCorrectionsAndAverages) {
  Watched watched(GetParam());
  const auto before = who(watched.state);
  const double margin = margin_of_first(watched.state);
  vision::Setup setup = watched.game.setup(GetParam());
  setup.roster.armies[0].units[5].name = "Guards";
  EXPECT_FALSE(watched.pipeline.replace_setup(setup)) << "a name changes nothing about what is seen";
  watched.look();
  auto expected = before;
  expected[5].second = "Guards/1";
  EXPECT_EQ(who(watched.state), expected);
  EXPECT_LE(margin_of_first(watched.state), 1.01 * margin);
  EXPECT_THAT(watched.state.moves, IsEmpty());
}

TEST_P(Edits, AnotherTableSizeMovesEverybodyToItsCoordinatesAndNobodyIsLost) {
  Watched watched(GetParam());
  const auto before = who(watched.state);
  const TablePoint stood = watched.state.pieces[0].at;
  vision::Setup setup = watched.game.setup(GetParam());
  setup.table.length = Inches(48.0);  // the tags stand where they stand: only the corner they are measured from is another
  for (auto& tag : setup.tags) tag.centre.x = tag.centre.x + Inches(8.0);
  EXPECT_TRUE(watched.pipeline.replace_setup(setup));
  watched.look_again();
  EXPECT_EQ(who(watched.state), before);
  EXPECT_TRUE(watched.state.camera.registered);
  EXPECT_NEAR((watched.state.pieces[0].at - stood).dx.value, 8.0, 0.02);
  EXPECT_THAT(watched.state.moves, IsEmpty());
  EXPECT_THAT(watched.state.removed, IsEmpty());
  watched.look(3);
  EXPECT_EQ(who(watched.state), before);
  EXPECT_THAT(watched.state.moves, IsEmpty());
}

TEST_P(Edits, AHillUnderSomeLiftsTheseAndLeavesTheOthersTheirAverages) {
  Watched watched(GetParam());
  const auto before = who(watched.state);
  // One who looks at all of the table once more, and learns what of a margin is the same in every picture.
  Watched unchanged(GetParam());
  unchanged.look(3);
  vision::Setup setup = watched.game.setup(GetParam());
  const std::vector<TablePoint> outline{at(24.0, 4.0), at(39.0, 4.0), at(39.0, 20.0), at(24.0, 20.0)};
  measure::Terrain hill;
  hill.kind = measure::TerrainKind::Hill;
  hill.polygon = hill.top = outline;
  hill.height = Inches(1.0);
  setup.table.terrain.push_back(hill);
  EXPECT_TRUE(watched.pipeline.replace_setup(setup));
  watched.look_again();
  EXPECT_EQ(who(watched.state), before);
  EXPECT_NEAR(watched.state.pieces[5].ground.value, 1.0, 1e-6);
  EXPECT_NEAR(watched.state.pieces[0].ground.value, 0.0, 1e-6);
  EXPECT_LE(margin_of_first(watched.state), 1.005 * margin_of_first(unchanged.state));
  EXPECT_THAT(watched.state.moves, IsEmpty());
  watched.look(2);
  EXPECT_THAT(watched.state.moves, IsEmpty());
}

TEST_P(Edits, AnotherLensKeepsEverybody) {
  Watched watched(GetParam());
  const auto before = who(watched.state);
  vision::Setup setup = watched.game.setup(GetParam());
  setup.lens.reset();
  EXPECT_TRUE(watched.pipeline.replace_setup(setup));
  watched.look_again();
  watched.look(2);
  EXPECT_EQ(who(watched.state), before);
  EXPECT_THAT(watched.state.moves, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(StillsAndVideo, Edits, testing::Bool());

TEST(Pipeline, OnePictureAveragesInOnlyOnce) {
  Game game;
  vision::Pipeline pipeline(game.setup(true));
  const vision::Frame picture = game.picture();
  const auto once = pipeline.step(picture);
  ASSERT_TRUE(once);
  for (int i = 0; i < 4; ++i) {
    const auto again = pipeline.step(picture);
    ASSERT_TRUE(again);
    EXPECT_DOUBLE_EQ(margin_of_first(*again), margin_of_first(*once));
  }
}

// A hand over a corner tag in the first picture left the camera a foot too low where there was no lens file, though the picture of the
// empty table shows all four.
TEST(Pipeline, ThePictureOfTheEmptyTableTellsOfTheLensAsWell) {
  double margins_alone = 0.0, margins_together = 0.0;
  int inside = 0, all = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    Game game;
    game.scene.look.seed = seed;
    game.show_camera(sim::random_camera(sim::random_lens({1280, 720}, random), game.scene.table, random));
    Game bare = game;
    bare.scene.pieces.clear();
    const cv::Mat empty = bare.picture().bgr;
    game.scene.tags.pop_back();  // a hand lies on it
    const vision::Frame frame = game.picture();
    for (const bool together : {false, true}) {
      vision::Setup setup = bare.setup(true);
      setup.lens.reset();
      if (together) setup.empty = empty;
      const auto state = vision::Pipeline(setup).step(frame);
      ASSERT_TRUE(state) << state.error().message;
      ASSERT_THAT(state->pieces, SizeIs(6)) << "seed " << seed;
      for (const vision::Piece& piece : state->pieces) {
        const double margin = measure::margin_of(piece.covariance).value;
        (together ? margins_together : margins_alone) += margin;
        double nearest = 1e9;
        for (const sim::StandingPiece& truth : game.scene.pieces) nearest = std::min(nearest, distance(truth.at, piece.at).value);
        if (together) ++all, inside += nearest < 1.5 * margin;
      }
    }
  }
  EXPECT_LT(margins_together, 0.8 * margins_alone);
  EXPECT_GE(inside, all - 2);
}

TEST(CameraKeeper, GoesOnSayingThatTheLensIsEstimated) {
  const calibration::TableCamera truth = camera();
  const auto tags = sim::four_corner_tags({.length = Inches(40.0), .width = Inches(24.0), .terrain = {}});
  const auto says = [](const vision::CameraKeeper& keeper) {
    const auto& findings = keeper.registration()->findings;
    return std::count_if(findings.begin(), findings.end(), [](const auto& finding) { return finding.code == "lens-estimated"; });
  };
  vision::CameraKeeper without(tags, {}, std::nullopt), with(tags, {}, truth.lens());
  const auto seen = seen_by(truth, tags), bumped = seen_by(truth, tags, 12.0);
  ASSERT_EQ(without.take({{1280, 720}}, seen, false), vision::Keeping::Fresh);
  ASSERT_EQ(with.take({{1280, 720}}, seen, false), vision::Keeping::Fresh);
  for (int frame = 0; frame < 3; ++frame) {
    ASSERT_EQ(without.take({{1280, 720}}, seen, false), vision::Keeping::Kept);
    ASSERT_EQ(with.take({{1280, 720}}, seen, false), vision::Keeping::Kept);
    EXPECT_EQ(says(without), 1);
    EXPECT_EQ(says(with), 0);
  }
  ASSERT_EQ(without.take({{1280, 720}}, bumped, false), vision::Keeping::Moved);
  EXPECT_EQ(says(without), 1) << "after a bump it is still the same lens";
}

TEST(CameraKeeper, ATagThatGetsHiddenDoesNotMoveThePose) {
  const calibration::TableCamera truth = camera();
  const measure::Table table{.length = Inches(40.0), .width = Inches(24.0), .terrain = {}};
  const auto tags = sim::four_corner_tags(table);
  std::vector<calibration::TagObservation> seen = seen_by(truth, tags);
  for (calibration::ImagePoint& corner : seen.back().corners) corner.u += 0.3;  // without it the pose is another
  vision::CameraKeeper keeper(tags, {}, truth.lens());
  ASSERT_EQ(keeper.take({{1280, 720}}, seen, false), vision::Keeping::Fresh);
  for (int frame = 0; frame < 20; ++frame) ASSERT_EQ(keeper.take({{1280, 720}}, seen, false), vision::Keeping::Kept);
  const auto middle = [](const calibration::TableCamera& c) { return *c.image_from_table(at(20.0, 12.0), Inches(0.0)); };
  const auto shift = [](calibration::ImagePoint a, calibration::ImagePoint b) { return std::hypot(a.u - b.u, a.v - b.v); };
  const calibration::ImagePoint before = middle(keeper.registration()->camera);
  seen.pop_back();
  ASSERT_EQ(keeper.take({{1280, 720}}, seen, false), vision::Keeping::Kept);
  const auto alone = register_table(truth.lens(), tags, seen);
  ASSERT_TRUE(alone);
  EXPECT_LT(shift(before, middle(keeper.registration()->camera)), 0.2 * shift(before, middle(alone->camera)));
  EXPECT_THAT(keeper.registration()->tags_seen, SizeIs(3));
}

TEST(Patch, ShowsTheSameThingInAnyLightAndAnotherThingInNone) {
  Game game;
  const cv::Mat bare = game.picture().bgr;
  const auto grass = vision::patch_of(bare, {}, game.scene_camera, at(20.0, 18.0), Inches(0.0), Inches(0.5));
  const auto base = vision::patch_of(bare, {}, game.scene_camera, game.scene.pieces[2].at, Inches(0.1), Inches(0.5));
  for (const double gain : {0.6, 0.8, 1.2}) {
    game.scene.look.gain = gain;
    const auto lit = vision::patch_of(game.picture().bgr, {}, game.scene_camera, at(20.0, 18.0), Inches(0.0), Inches(0.5));
    EXPECT_GT(vision::likeness(lit, grass, 2.5).value_or(0.0), 0.9) << gain;
    EXPECT_LT(vision::likeness(lit, base, 2.5).value_or(0.0), 0.7) << gain;
  }
}

/// A man who is a small dark dot on a base like the table, and the table without him.
struct ManLikeTheTable {
  ManLikeTheTable() {
    bare = game.picture().bgr;
    man.id = 1;
    man.base = {.shape = measure::RoundShape{1_in}, .height = Inches(0.1)};
    man.at = at(20.0, 18.0);
    const auto pixel = game.scene_camera.image_from_table(man.at, man.base.height);
    with_him = bare.clone();
    cv::circle(with_him, cv::Point(int(pixel->u), int(pixel->v)), 4, cv::Scalar(30, 20, 20), cv::FILLED);
    background.know(bare);
    likenesses[man.id] = vision::looks_of(man, with_him, game.scene_camera);
  }
  vision::Presence look_in(const cv::Mat& bgr) const {
    const vision::Frame frame = vision::make_frame(bgr, 0.0, "now");
    const vision::BlockMask touched;
    const std::vector<vision::Piece> pieces{man};
    return vision::PictureEvidence({.frame = frame,
                                    .camera = game.scene_camera,
                                    .table = game.scene.table,
                                    .background = background,
                                    .likenesses = likenesses,
                                    .pieces = pieces,
                                    .touched = touched,
                                    .looked_at = nullptr,
                                    .occluders = {}})
        .look(man);
  }

  Game game;
  vision::Piece man;
  cv::Mat bare, with_him;
  vision::Background background;
  vision::Likenesses likenesses;
};

// Where a small figure on a base like the table was taken away it was still seen: nine tenths of its pixels are as before.
TEST(PictureEvidence, BareTableIsNotTheSmallFigureThatStoodThere) {
  const ManLikeTheTable table;
  EXPECT_EQ(table.look_in(table.with_him), vision::Presence::Same);
  EXPECT_EQ(table.look_in(table.bare), vision::Presence::Ground);
}

}  // namespace
}  // namespace pipeline_test
