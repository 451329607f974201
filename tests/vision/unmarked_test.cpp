// Men without markers through the whole pipeline: units by their leader's tag, moves between stills, a hand in a video.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <opencv2/core.hpp>
#include <random>

#include "tests/support/sim.h"
#include "vision/pipeline/pipeline.h"

namespace unmarked_test {
namespace {

using measure::Inches;
using measure::Radians;
using measure::TablePoint;
using measure::TableVector;
using testing::IsEmpty;
using testing::SizeIs;

TablePoint at(double x, double y) { return {Inches(x), Inches(y)}; }

/// Two units of eight unmarked men, each in two ranks behind a leader with a tag.
class Game {
 public:
  explicit Game(unsigned seed) : random_(seed) {
    scene.table = {.length = Inches(40.0), .width = Inches(26.0), .terrain = {}};
    scene.tags = sim::four_corner_tags(scene.table);
    scene.camera = sim::random_camera(sim::random_lens({1280, 840}, random_), scene.table, random_);
    scene.look.seed = seed;
    scene.look.noise = 0.0;
    scene.look.jpeg_quality = 0;
    empty_ = noisy(sim::render(scene));
    measure::Army army{.name = "blue", .colour = "#30435f", .units = {}};
    for (int i = 1; i <= 2; ++i) {
      measure::Unit foot;
      foot.name = "B" + std::to_string(i);
      foot.models = 9;
      foot.marker = measure::MarkerType::None;
      foot.leader = measure::Leader{.tag = 9 + i, .mount = {}, .base = {measure::RectShape{Inches(2.4), Inches(1.4)}, Inches(0.1)}};
      foot.leader->mount.height = Inches(0.25);
      foot.leader->mount.offset = {Inches(-0.5), Inches(0.0)};
      army.units.push_back(foot);
    }
    roster_.armies = {army};
    std::uniform_real_distribution<double> sway(-0.08, 0.08);
    std::map<std::string, int> men;
    for (const measure::PieceSpec& spec : pieces_of(roster_)) {
      TableVector step{Inches(2.4), Inches(0.0)};
      if (!spec.tag) {
        const int man = men[spec.unit]++;
        step = {Inches(-1.25 * (man / 4) + sway(random_)), Inches(1.2 * (man % 4 - 1.5) + sway(random_))};
      }
      scene.pieces.push_back({spec, (spec.unit == "B1" ? at(11.0, 8.0) : at(11.0, 17.0)) + step, Radians(0.0)});
    }
  }

  void march(const std::string& unit, TableVector step, double turn) {
    std::optional<TablePoint> about;
    for (sim::StandingPiece& piece : scene.pieces) {
      if (piece.spec.unit != unit) continue;
      if (!about) about = piece.at;
      piece.at = *about + rotated(piece.at - *about, Radians(turn)) + step;
      piece.heading = piece.heading + Radians(turn);
    }
  }
  sim::StandingPiece& last_man() { return scene.pieces.back(); }

  void start(bool stills) {
    pipeline_.emplace(vision::Setup{.table = scene.table,
                                    .tags = scene.tags,
                                    .anchors = {},
                                    .roster = roster_,
                                    .lens = scene.camera.lens(),
                                    .empty = empty_,
                                    .tracking = {.stills = stills}});
  }
  vision::TableState show() { return show(sim::render(scene)); }
  void restart() { pipeline_->restart(); }
  vision::TableState show(const cv::Mat& clean) {
    const auto frame = vision::make_frame(noisy(clean), time_, std::to_string(frames_));
    time_ += 0.2;
    return step(frame);
  }
  vision::TableState step(const vision::Frame& frame) {
    auto state = pipeline_->step(frame);
    EXPECT_TRUE(state) << (state ? "" : state.error().message);
    return state ? *state : vision::TableState{};
  }

  /// The track of each unmarked man; fails where one is not seen, or in a wrong unit, or where nobody stands.
  [[nodiscard]] std::vector<int> tracks_in(const vision::TableState& state) const {
    std::vector<int> ids;
    std::size_t unmarked = 0;
    for (const vision::Piece& p : state.pieces) unmarked += !p.tag && p.seen == vision::Seen::Yes;
    EXPECT_EQ(unmarked, 16U);
    for (const sim::StandingPiece& truth : scene.pieces) {
      if (truth.spec.tag) continue;
      ids.push_back(0);
      for (const vision::Piece& p : state.pieces)
        if (!p.tag && distance(p.at, truth.at) < Inches(0.2)) {
          ids.back() = p.id;
          EXPECT_EQ(p.unit, truth.spec.unit) << "at " << p.at.x.value << ", " << p.at.y.value;
        }
      EXPECT_GT(ids.back(), 0) << "nobody at " << truth.at.x.value << ", " << truth.at.y.value;
    }
    return ids;
  }

  sim::Scene scene{.camera = calibration::TableCamera(calibration::Lens{}, Eigen::Matrix3d::Identity(), Eigen::Vector3d::Zero()),
                   .table = {},
                   .tags = {},
                   .pieces = {},
                   .hands = {},
                   .look = {}};

 private:
  cv::Mat noisy(const cv::Mat& clean) {
    cv::RNG random(scene.look.seed * 100 + static_cast<unsigned>(++frames_));
    cv::Mat grain(clean.size(), CV_16SC3), sum;
    random.fill(grain, cv::RNG::NORMAL, 0.0, 2.0);
    cv::add(clean, grain, sum, cv::noArray(), CV_8U);
    return sum;
  }

  std::mt19937 random_;
  measure::Roster roster_;
  cv::Mat empty_;
  std::optional<vision::Pipeline> pipeline_;
  double time_ = 0.0;
  int frames_ = 0;
};

TEST(Unmarked, UnitsMarchBetweenStillsAndNobodyChangesHisNameOrUnit) {
  Game game(3);
  game.start(true);
  const auto before = game.tracks_in(game.show());
  game.march("B1", {Inches(5.0), Inches(0.5)}, 0.25);
  const auto marched = game.show();
  EXPECT_EQ(game.tracks_in(marched), before);
  EXPECT_THAT(marched.moves, SizeIs(9));
  game.last_man().at = game.last_man().at + TableVector{Inches(-2.0), Inches(2.5)};
  const auto straggled = game.show();
  EXPECT_EQ(game.tracks_in(straggled), before);
  EXPECT_THAT(straggled.moves, SizeIs(1));
  EXPECT_THAT(straggled.added, IsEmpty());
}

TEST(Unmarked, APictureAfterARestartTellsWhatItTellsOnItsOwn) {
  Game game(3);
  const cv::Mat before = sim::render(game.scene);
  game.march("B1", {Inches(5.0), Inches(0.5)}, 0.25);
  const auto frame = vision::make_frame(sim::render(game.scene), 1.0, "after");
  game.start(true);
  const auto alone = game.step(frame);
  game.start(true);
  EXPECT_THAT(game.show(before).pieces, SizeIs(18));
  game.restart();
  const auto again = game.step(frame);
  EXPECT_THAT(again.moves, IsEmpty());
  ASSERT_EQ(again.pieces.size(), alone.pieces.size());
  for (std::size_t i = 0; i < alone.pieces.size(); ++i) {
    EXPECT_EQ(again.pieces[i].id, alone.pieces[i].id);
    EXPECT_EQ(again.pieces[i].unit, alone.pieces[i].unit);
    EXPECT_EQ(distance(again.pieces[i].at, alone.pieces[i].at), Inches(0.0));
  }
}

TEST(Unmarked, AHandThatMovesOneManInAVideoMovesNobodyElse) {
  Game game(4);
  game.start(false);
  cv::Mat clean = sim::render(game.scene);
  std::vector<int> before;
  for (int i = 0; i < 3; ++i) before = game.tracks_in(game.show(clean));
  const TablePoint from = game.last_man().at;
  for (const double share : {0.0, 0.5, 1.0}) {
    game.last_man().at = from + TableVector{Inches(-3.0 * share), Inches(1.0 * share)};
    game.scene.hands = {{game.last_man().at, Inches(2.5)}};
    const auto state = game.show();
    EXPECT_FALSE(state.settled);
    EXPECT_THAT(state.moves, IsEmpty());
  }
  game.scene.hands.clear();
  clean = sim::render(game.scene);
  vision::TableState state;
  std::vector<vision::Move> moves;
  for (int i = 0; i < 7; ++i) {
    state = game.show(clean);
    moves.insert(moves.end(), state.moves.begin(), state.moves.end());
  }
  EXPECT_TRUE(state.settled);
  EXPECT_EQ(game.tracks_in(state), before);
  ASSERT_THAT(moves, SizeIs(1));
  EXPECT_LT(distance(moves[0].to, game.last_man().at), Inches(0.1));
}

}  // namespace
}  // namespace unmarked_test
