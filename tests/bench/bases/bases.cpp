// Unmarked figures in worlds.
//   bases WORLD...      (folders as worlds.h says; cameras and marked pieces are taken from the truth)
// Prints for each: figures found (a third in sight, within half the narrow side of the base, at most 0.45 in), ghosts, RMS, how often the
// stated margins hold, and the median time of a picture.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "measure/robust.h"
#include "tests/bench/bases/worlds.h"
#include "vision/unmarked/plain.h"

namespace {

struct Tally {
  int wanted = 0, found = 0, ghosts = 0, coordinates = 0, inside = 0;
  double squares = 0.0;
  std::vector<double> milliseconds;
};

std::vector<vision::Sighting> marked_pieces(const truth::State& state) {
  std::vector<vision::Sighting> marked;
  for (const truth::Piece& piece : state.pieces) {
    if (piece.spec.marker == measure::MarkerType::None) continue;
    vision::Sighting s;
    s.marker = piece.spec.marker;
    s.base = piece.spec.base, s.at = piece.at, s.ground = piece.ground, s.heading = piece.heading;
    marked.push_back(s);
  }
  return marked;
}

void judge(const truth::State& state, const std::vector<vision::Sighting>& seen, Tally& tally) {
  std::vector<measure::TablePoint> found;
  for (const vision::Sighting& sighting : seen) found.push_back(sighting.at);
  const std::vector<bench::Matched> pairs = bench::matched(state, found);
  for (const bench::Matched& pair : pairs) {
    if (state.pieces[pair.piece].visible_fraction < bench::kCountsFrom) continue;
    ++tally.found;
    tally.squares += pair.off * pair.off;
    const vision::Sighting& s = seen[pair.found];
    const measure::TableVector off = s.at - state.pieces[pair.piece].at;
    const double margin = measure::margin_of(s.noise + s.systematic).value;
    tally.coordinates += 2;
    tally.inside += (std::abs(off.dx.value) <= margin) + (std::abs(off.dy.value) <= margin);
  }
  for (const truth::Piece& piece : state.pieces)
    tally.wanted += piece.spec.marker == measure::MarkerType::None && piece.visible_fraction >= bench::kCountsFrom;
  tally.ghosts += static_cast<int>(seen.size() - pairs.size());
}

void look(vision::Detector& detector, const bench::WorldPicture& picture, Tally& tally) {
  const std::vector<measure::PieceSpec> specs = picture.truth.specs();
  const std::vector<vision::Sighting> marked = marked_pieces(picture.truth);
  const vision::Scene scene{.camera = picture.truth.camera,
                            .table = picture.truth.table,
                            .pieces = specs,
                            .tags = {},
                            .empty = &picture.empty,
                            .empty_camera = &picture.empty_camera,
                            .already = marked};
  const vision::Frame frame = vision::make_frame(picture.now, 0.0, picture.truth.frame);
  const auto begin = std::chrono::steady_clock::now();
  const auto seen = detector.detect(frame, scene);
  tally.milliseconds.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  if (seen) judge(picture.truth, *seen, tally);
}

void say(const std::string& name, Tally tally) {
  fmt::print("  {:<40} {:>4}/{:<4} {:.3f}  ghosts {:>3}  rms {:.3f} in  margins hold {:.3f}  {:.0f} ms\n", name, tally.found, tally.wanted,
             static_cast<double>(tally.found) / std::max(1, tally.wanted), tally.ghosts,
             std::sqrt(tally.squares / std::max(1, tally.found)), static_cast<double>(tally.inside) / std::max(1, tally.coordinates),
             measure::median_in_place(tally.milliseconds));
}

}  // namespace

int main(int argc, char** argv) {
  vision::PlainDetector detector;
  Tally all;
  for (int i = 1; i < argc; ++i) {
    Tally tally;
    for (const bench::WorldPicture& picture : bench::load_world(argv[i]))
      for (Tally* t : {&tally, &all}) look(detector, picture, *t);
    if (tally.wanted > 0) say(argv[i], tally);
  }
  say("all", all);
  return 0;
}
