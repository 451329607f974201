// The paint that a base shows to tell whose it is.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/vision/disc_scene.h"
#include "vision/bases/base_net.h"
#include "vision/discs/owners.h"
#include "vision/discs/samples.h"
#include "vision/discs/sight.h"

namespace disc_paint_test {
namespace {

using disc_scene::a_table, disc_scene::a_trooper, disc_scene::at;
using measure::Inches;

/// What the network sees of a scene.
std::vector<vision::SeenDisc> seen_in(const sim::Scene& scene) {
  const vision::BaseNet net(vision::BaseNet::For::Discs);
  const cv::Mat shown = sim::render(scene);
  std::vector<measure::Base> kinds;
  for (const sim::StandingPiece& piece : scene.pieces)
    if (std::ranges::find(kinds, piece.spec.base) == kinds.end()) kinds.push_back(piece.spec.base);
  const vision::DiscPicture picture{shown, scene.camera, scene.table, 0.0};
  const std::vector<measure::PieceSpec> roster = disc_scene::roster_of(scene);
  const vision::Scene seen{.camera = scene.camera, .table = scene.table, .pieces = roster, .tags = {}};
  vision::DiscSight sight(net, picture, seen, kinds, vision::white_of(shown));
  sight.look();
  return sight.bases();
}

// The tan of the table reaches two pixels into a base in a camera's picture: the navy crew of a gun, on bases of eight pixels to the rim,
// showed a grey that was as near to purple, and was given to the purple army.
TEST(DiscPaint, ASmallBaseShowsItsOwnPaintAndNotTheTables) {
  int seen = 0, blue = 0;
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    sim::Scene scene = a_table(seed);
    scene.look.ground = "#b88a58";
    scene.look.jpeg_quality = 80;
    scene.look.blur_px = 0.9;
    for (int i = 0; i < 6; ++i) {
      measure::PieceSpec man = a_trooper("navy", "#16205c");
      man.base.shape = measure::RoundShape{Inches(0.7)};
      scene.pieces.push_back({man, at(10.0 + 2.0 * i, 8.0), measure::Radians(1.0 * i)});
    }
    for (const vision::SeenDisc& disc : seen_in(scene)) {
      if (disc.evidence <= 0.0) continue;
      ++seen;
      const vision::Colour& paint = disc.shows.front().paint;
      blue += paint[0] > paint[2] + 0.03F;
    }
  }
  EXPECT_GE(seen, 30);            // of 36
  EXPECT_GE(blue, 4 * seen / 5);  // 15 of 31 where the ring reaches nearly to the rim
}

// Brown and tan are one hue, and all men on the table seemed the tan army's, whose bases are smaller: the brown army's men, in plain sight,
// were laid as those, a seventh of an inch off, with margins of a twentieth.
TEST(DiscPaint, MenWhoMayBeOfEitherArmyStandOnTheBasesOfEither) {
  int found = 0;
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    sim::Scene scene = a_table(seed);
    measure::PieceSpec brown = a_trooper("brown", "#86603c"), tan = a_trooper("tan", "#86603c");
    brown.base.shape = measure::RoundShape{Inches(1.26)}, tan.base.shape = measure::RoundShape{Inches(0.98)};
    for (int i = 0; i < 8; ++i) {
      scene.pieces.push_back({brown, at(7.0 + 2.5 * i, 8.0), measure::Radians(1.5)});
      scene.pieces.push_back({tan, at(7.0 + 2.5 * i, 16.0), measure::Radians(-1.5)});
    }
    std::vector<measure::PieceSpec> roster = disc_scene::roster_of(scene);
    for (measure::PieceSpec& man : roster) man.colour = man.army == "tan" ? "#b4966a" : "#20b0d0";  // nothing on the table looks like that
    const std::vector<vision::Sighting> seen = disc_scene::seen_in(sim::render(scene), scene, roster);
    for (const sim::StandingPiece& piece : scene.pieces)
      for (const vision::Sighting& s : seen) found += s.base == piece.spec.base && measure::distance(s.at, piece.at) < Inches(0.08);
  }
  EXPECT_GE(found, 60);  // of 64
}

}  // namespace
}  // namespace disc_paint_test
