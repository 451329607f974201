// Bases looked for once more: where they stood before, and by their wedges where men are missing.
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "tests/vision/disc_scene.h"

namespace discs_again_test {
namespace {

using namespace disc_scene;

std::vector<Sighting> next_of(vision::DiscDetector& detector, const cv::Mat& picture, const sim::Scene& scene) {
  const auto roster = roster_of(scene);
  const auto seen = detector.detect(vision::make_frame(picture, 0.0, "test"), {scene.camera, scene.table, roster, {}}, {});
  EXPECT_TRUE(seen) << (seen ? "" : seen.error().message);
  return seen ? *seen : std::vector<Sighting>{};
}

/// A lamp mirrored in the varnish of the whole left half: an orange veil over everything.
cv::Mat under_a_lamp(cv::Mat picture, double strength) {
  cv::Mat left = picture(cv::Rect(0, 0, picture.cols / 2, picture.rows)), veil(left.size(), CV_8UC3, cv::Scalar(25, 45, 60) * strength);
  cv::add(left, veil, left);
  return picture;
}

/// A lamp mirrored in the varnish about a place, out to a few inches.
cv::Mat under_a_spot(const cv::Mat& picture, const sim::Scene& scene, TablePoint about, double inches, double strength) {
  const auto px = scene.camera.image_from_table(about, Inches(0.1));
  cv::Mat veil = cv::Mat::zeros(picture.size(), CV_8UC3), out;
  const double per_inch = scene.camera.pixels_per_inch(about, Inches(0.1));
  cv::circle(veil, cv::Point2d(px->u, px->v), static_cast<int>(inches * per_inch), cv::Scalar(25, 45, 60) * strength, cv::FILLED,
             cv::LINE_AA);
  cv::GaussianBlur(veil, veil, {}, 0.8 * per_inch);
  cv::add(picture, veil, out);
  return out;
}

constexpr double kCrown = 0.8;  // inches: how far a tree's leaves reach

/// Leaves over everything round a place, `ahead` inches in front of a man.
void cover_with_leaves(cv::Mat& picture, const sim::Scene& scene, const sim::StandingPiece& man, double ahead, const cv::Scalar& colour) {
  const TablePoint middle = man.at + measure::one_inch_towards(man.heading) * ahead;
  const auto px = scene.camera.image_from_table(middle, Inches(0.1));
  const double per_inch = scene.camera.pixels_per_inch(middle, Inches(0.1));
  cv::RNG random(5);
  for (int i = 0; i < 400; ++i) {
    const double turn = random.uniform(0.0, 6.28), out = kCrown * std::sqrt(random.uniform(0.0, 1.0)) * per_inch;
    cv::circle(picture, cv::Point2d(px->u + out * std::cos(turn), px->v + out * std::sin(turn)), 2, colour * random.uniform(0.5, 1.2),
               cv::FILLED, cv::LINE_AA);
  }
}
const cv::Scalar kGreenLeaves(40, 110, 85), kBrownLeaves(35, 60, 120);

// Men who stood still were lost when a lamp was put on: the colour learned by daylight did not propose them.
TEST(DiscsAgain, MenWhoStandStillAreFoundUnderALampThatWasPutOn) {
  for (unsigned seed : {1U, 2U, 3U}) {
    const sim::Scene scene = a_battle(seed);
    vision::DiscDetector detector;
    EXPECT_EQ(found_of(scene, next_of(detector, sim::render(scene), scene)), 26) << "seed " << seed;
    const auto seen = next_of(detector, under_a_lamp(sim::render(scene), 1.6), scene);
    EXPECT_EQ(found_of(scene, seen), 26) << "seed " << seed;
    EXPECT_EQ(seen.size(), 26U) << "seed " << seed;
  }
}

// A light under which most of an army no longer looked as learned lost it for the rest of the game.
TEST(DiscsAgain, AnArmyThatIsMostlyLostInAnotherLightIsLearnedAnew) {
  for (unsigned seed : {1U, 2U, 3U}) {
    sim::Scene scene = a_battle(seed);
    vision::DiscDetector detector;
    EXPECT_EQ(found_of(scene, next_of(detector, sim::render(scene), scene)), 26) << "seed " << seed;
    for (sim::StandingPiece& man : scene.pieces) man.at = man.at + measure::one_inch_towards(man.heading) * 2.0;
    EXPECT_EQ(found_of(scene, next_of(detector, under_a_lamp(sim::render(scene), 2.5), scene)), 26) << "seed " << seed;
  }
}

// An army partly under a lamp: all whom their wedges showed were looked for in the colour of the few that were read first.
TEST(DiscsAgain, AnArmyWithAWrongHintIsFoundThoughALampShinesOnSomeOfIt) {
  for (unsigned seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    const sim::Scene scene = a_battle(seed);
    const std::size_t under_the_lamp = 16;  // one of the blue foot
    std::vector<measure::PieceSpec> roster = roster_of(scene);
    for (measure::PieceSpec& man : roster) man.colour = man.army == "red" ? "#c08020" : "#205030";
    const auto seen = seen_in(under_a_spot(sim::render(scene), scene, scene.pieces[under_the_lamp].at, 2.5, 2.0), scene, roster);
    EXPECT_GE(found_of(scene, seen), 25) << "seed " << seed;
    EXPECT_LE(seen.size(), 26U) << "seed " << seed;
  }
}

/// A tag's square of 0.7 in, laid flat about a place.
calibration::TagObservation a_tag_at(const sim::Scene& scene, TablePoint middle) {
  calibration::TagObservation tag;
  tag.id = 7;
  std::size_t next = 0;
  for (const auto& [x, y] : {std::pair{-0.35, 0.35}, {0.35, 0.35}, {0.35, -0.35}, {-0.35, -0.35}})
    tag.corners[next++] = *scene.camera.image_from_table({middle.x + Inches(x), middle.y + Inches(y)}, Inches(0.0));
  return tag;
}

// A man who stands half on a tag, and whom the search therefore leaves out, turned the whole reading over: his army's men under a lamp were
// then given to an army that is not on the table.
TEST(DiscsAgain, OneManWhomTheHintsDoNotExplainIsNoReasonToGiveOthersAnotherArmy) {
  for (unsigned seed : {6U, 7U, 8U, 9U, 10U}) {
    sim::Scene scene = a_battle(seed);
    const auto roster = roster_of(scene);
    std::erase_if(scene.pieces, [](const sim::StandingPiece& piece) { return piece.spec.army == "blue"; });
    scene.look.gain = 1.3;
    const sim::StandingPiece& rider = scene.pieces.back();
    const std::vector tags{a_tag_at(scene, rider.at - measure::one_inch_towards(rider.heading) * 1.05)};
    vision::DiscDetector detector;
    const auto seen =
        detector.detect(vision::make_frame(under_a_spot(sim::render(scene), scene, scene.pieces[4].at, 2.2, 2.0), 0.0, "test"),
                        {.camera = scene.camera, .table = scene.table, .pieces = roster, .tags = tags, .already = {}});
    ASSERT_TRUE(seen);
    EXPECT_TRUE(std::ranges::all_of(*seen, [](const Sighting& s) { return s.army == "red"; })) << "seed " << seed;
    EXPECT_GE(found_of(scene, *seen), static_cast<int>(scene.pieces.size()) - 1) << "seed " << seed;
  }
}

/// A blot of print with a ragged border, and a strip of white that runs across it and on.
void spill(cv::Mat& picture, cv::Point2d at, double radius, cv::RNG& random) {
  std::vector<cv::Point> outline;
  const double phase = random.uniform(0.0, 6.28), wave = random.uniform(0.05, 0.1), lobes = random.uniform(3, 6);
  for (int i = 0; i < 60; ++i) {
    const double turn = 2.0 * std::numbers::pi * i / 60, out = radius * (1.0 + wave * std::sin(lobes * turn + phase));
    outline.emplace_back(cv::Point2d(at.x + out * std::cos(turn), at.y + out * std::sin(turn)));
  }
  cv::fillPoly(picture, std::vector<std::vector<cv::Point>>{outline}, cv::Scalar(42, 32, 179), cv::LINE_AA);
  const double turn = random.uniform(0.0, 6.28), aside = random.uniform(0.0, 0.5) * radius;
  const cv::Point2d ahead(std::cos(turn), std::sin(turn)), from = at + cv::Point2d(-ahead.y, ahead.x) * aside;
  cv::line(picture, from + ahead * (0.3 * radius), from + ahead * (2.0 * radius), cv::Scalar(235, 235, 235), static_cast<int>(0.9 * radius),
           cv::LINE_AA);
}

// Red leaves with something bright across them were taken for men. The network takes more of them for men than verdicts did that were made
// for them (a quarter): 151 of 216 on 18 tables; docs/accuracy.md tells.
TEST(DiscsAgain, FewBlotsOfPrintWithWhiteThatRunsOnPassForBases) {
  int ghosts = 0, blots = 0;
  for (unsigned seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    const sim::Scene scene = a_battle(seed);
    cv::Mat picture = sim::render(scene);
    cv::RNG random(seed);
    for (int i = 0; i < 12; ++i, ++blots) {
      const auto px = scene.camera.image_from_table(at(4.0 + 1.4 * i, i % 2 ? 21.5 : 12.0), Inches(0.0));
      spill(picture, {px->u, px->v}, 0.5 * scene.camera.pixels_per_inch(at(18.0, 12.0), Inches(0.0)), random);
    }
    const auto seen = seen_in(picture, scene, roster_of(scene));
    EXPECT_EQ(found_of(scene, seen), 26) << "seed " << seed;
    ghosts += static_cast<int>(seen.size()) - found_of(scene, seen);
  }
  EXPECT_LE(ghosts, blots * 7 / 10);
}

/// How many of some foot on six tables are not found, each under leaves whose middle lies `ahead` inches before him.
int lost_under_leaves(const std::vector<std::size_t>& foot, double ahead, const cv::Scalar& colour) {
  int lost = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const sim::Scene scene = a_battle(seed);
    const cv::Mat clear = sim::render(scene);
    for (const std::size_t who : foot) {
      cv::Mat picture = clear.clone();
      cover_with_leaves(picture, scene, scene.pieces[who], ahead, colour);
      const auto seen = seen_in(picture, scene, roster_of(scene));
      const Sighting* man = sighting_of(scene.pieces[who], seen);
      lost += man == nullptr;
      EXPECT_FALSE(man && man->heading && degrees_off(scene.pieces[who], *man) > 45.0) << "seed " << seed << ", man " << who;
      EXPECT_LE(seen.size(), scene.pieces.size()) << "seed " << seed;
    }
  }
  return lost;
}

// Of a man under a tree only the wedge and a little of the rim beside it may show.
TEST(DiscsAgain, MenWhoShowLittleMoreThanTheirWedgesAreFound) { EXPECT_LE(lost_under_leaves({2, 7, 15}, 0.05 - kCrown, kGreenLeaves), 2); }

// Of another a good third of the rim and hardly any white. Brown leaves passed for his print in shade: they seemed to deny that his base
// ends there. The network denies most of them: a search for arcs of the army's colour, which there was, lost eight of the 18, and helped on
// no rendered world.
TEST(DiscsAgain, SomeMenUnderBrownLeavesAreFoundByTheirRims) { EXPECT_LE(lost_under_leaves({2, 5, 8}, 0.8, kBrownLeaves), 12); }

// Half a rider under a tree: the reading of his wedge that showed most print was another base's, and the true one was not tried.
TEST(Discs, RidersHalfUnderTreesAreFoundByTheirWedges) {
  int found = 0, tried = 0;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const sim::Scene scene = a_battle(seed);
    const cv::Mat picture = sim::render(scene);
    for (const sim::StandingPiece& piece : scene.pieces) {
      if (piece.spec.kind != measure::PieceKind::Cavalry) continue;
      for (const double side : {-1.0, 1.0}) {
        const double c = std::cos(piece.heading.value), s = std::sin(piece.heading.value);
        const auto pixel = [&](double ahead, double left) {
          const auto p = scene.camera.image_from_table(
              {piece.at.x + Inches(ahead * c - side * left * s), piece.at.y + Inches(ahead * s + side * left * c)}, Inches(0.1));
          return cv::Point(static_cast<int>(p->u), static_cast<int>(p->v));
        };
        const std::vector<cv::Point> tree{pixel(0.4, 0.1), pixel(0.4, 0.7), pixel(-1.2, 0.7), pixel(-1.2, -0.7), pixel(-0.5, -0.7)};
        cv::Mat covered = picture.clone();
        cv::fillConvexPoly(covered, tree, cv::Scalar(40, 85, 55), cv::LINE_AA);
        ++tried;
        found += sighting_of(piece, seen_in(covered, scene, roster_of(scene))) ? 1 : 0;
      }
    }
  }
  EXPECT_GE(found, 0.7 * tried) << "of " << tried;
}

}  // namespace
}  // namespace discs_again_test
