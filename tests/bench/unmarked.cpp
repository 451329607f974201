// Men without any marker, followed through simulated games: their units have a leader with a tag, or nobody.
//   unmarked [GAMES] [FIRST_SEED] [--verbose]       each game: eight stills, then a short video with a hand
// Prints recall, ghosts, position RMS, how often the margins hold, identity switches, men in the wrong unit, and moves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>
#include <opencv2/core.hpp>
#include <random>
#include <string>

#include "tests/support/sim.h"
#include "vision/pipeline/pipeline.h"

namespace {

using measure::Inches;
using measure::Radians;
using measure::TablePoint;
using measure::TableVector;

constexpr double kGateInches = 0.5;  // a report farther off speaks of something else
constexpr double kFrame = 0.2;       // seconds between frames of the video

TablePoint at(double x, double y) { return {Inches(x), Inches(y)}; }

measure::Roster roster() {
  measure::Roster out;
  int tag = 10;
  for (const auto& [name, colour] : {std::pair<std::string, std::string>{"red", "#8a2a26"}, {"blue", "#30435f"}}) {
    measure::Army army{.name = name, .colour = colour, .units = {}};
    for (int i = 1; i <= 2; ++i) {
      measure::Unit foot;
      foot.name = name + std::to_string(i);
      foot.models = 9;
      foot.marker = measure::MarkerType::None;
      foot.leader = measure::Leader{.tag = tag++, .mount = {}, .base = {measure::RectShape{Inches(2.4), Inches(1.4)}, Inches(0.1)}};
      foot.leader->mount.height = Inches(0.25);
      foot.leader->mount.offset = {Inches(-0.5), Inches(0.0)};
      army.units.push_back(foot);
    }
    measure::Unit horse;
    horse.name = name + "C";
    horse.arm = measure::Arm::Cavalry;
    horse.models = 4;
    horse.marker = measure::MarkerType::None;
    horse.base.shape = measure::OvalShape{Inches(2.0), Inches(1.0)};
    horse.figure_height = Inches(1.8);
    if (name == "red") army.units.push_back(horse);
    out.armies.push_back(army);
  }
  return out;
}

struct Tally {
  int wanted = 0, found = 0, ghosts = 0, coordinates = 0, inside = 0, switches = 0, strangers = 0, unregistered = 0;
  int moves_wanted = 0, moves_found = 0, moves_false = 0;
  double squared = 0.0, margins = 0.0;
};

class Game {
 public:
  explicit Game(unsigned seed) : random_(seed) {
    scene_.table = {.length = Inches(48.0), .width = Inches(30.0), .terrain = {}};
    scene_.tags = sim::four_corner_tags(scene_.table);
    const calibration::Lens lens = sim::random_lens({1280, 800}, random_);
    scene_.camera = sim::random_camera(lens, scene_.table, random_);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    scene_.look = {.gain = 0.7 + 0.4 * unit(random_),
                   .warmth = 0.15 * unit(random_),
                   .falloff = 0.2 * unit(random_),
                   .blur_px = 0.45 + 0.3 * unit(random_),
                   .noise = 0.0,
                   .jpeg_quality = 0,
                   .ground = seed % 3 == 0 ? "#b09a6a" : "#5a7a3c",
                   .texture = 0.04 + 0.06 * unit(random_),
                   .seed = seed};
    empty_ = picture();
    deploy();
  }

  void deploy() {
    std::uniform_real_distribution<double> sway(-0.08, 0.08);
    const std::map<std::string, std::pair<TablePoint, double>> places = {{"red1", {at(14.0, 8.0), 0.1}},
                                                                         {"red2", {at(13.0, 16.0), -0.1}},
                                                                         {"redC", {at(11.0, 24.0), 0.2}},
                                                                         {"blue1", {at(36.0, 9.0), 3.1}},
                                                                         {"blue2", {at(35.0, 19.0), 3.3}}};
    std::map<std::string, int> count;
    for (const measure::PieceSpec& spec : pieces_of(roster())) {
      const auto& [from, turn] = places.at(spec.unit);
      TableVector step{Inches(2.4), Inches(0.0)};
      const int man = count[spec.unit];
      if (!spec.tag) ++count[spec.unit];
      if (spec.kind == measure::PieceKind::Infantry)
        step = {Inches(-1.25 * (man / 4) + sway(random_)), Inches(1.2 * (man % 4 - 1.5) + sway(random_))};
      if (spec.kind == measure::PieceKind::Cavalry) step = {Inches(sway(random_)), Inches(1.35 * (man - 1.5) + sway(random_))};
      scene_.pieces.push_back({spec, from + rotated(step, Radians(turn)), Radians(turn + sway(random_))});
    }
    standing_.assign(scene_.pieces.size(), true);
  }

  void march(const std::string& unit, TableVector step, double turn) {
    std::uniform_real_distribution<double> sway(-0.06, 0.06);
    std::optional<TablePoint> about;
    for (auto& piece : scene_.pieces) {
      if (piece.spec.unit != unit) continue;
      if (!about) about = piece.at;
      piece.at = *about + rotated(piece.at - *about, Radians(turn)) + step + TableVector{Inches(sway(random_)), Inches(sway(random_))};
      piece.heading = piece.heading + Radians(turn);
      ++moved_;
    }
  }
  sim::StandingPiece& man(const std::string& unit, int number) {
    for (auto& piece : scene_.pieces)
      if (piece.spec.unit == unit && !piece.spec.tag && number-- == 0) return piece;
    return scene_.pieces.back();
  }
  void shift(sim::StandingPiece& piece, TableVector step) {
    piece.at = piece.at + step;
    ++moved_;
  }
  void take_off(const sim::StandingPiece& piece) { standing_[static_cast<std::size_t>(&piece - scene_.pieces.data())] = false; }
  void hand(std::optional<TablePoint> tip) {
    scene_.hands.clear();
    if (tip) scene_.hands.push_back({*tip, Inches(2.5)});
  }

  cv::Mat clean() {
    sim::Scene shown = scene_;
    for (std::size_t i = 0; i < standing_.size(); ++i)
      if (!standing_[i]) shown.pieces[i].at = at(-40.0, -40.0);  // out of the picture; the others keep their looks
    return sim::render(shown);
  }
  cv::Mat noisy(const cv::Mat& clean) {
    cv::RNG noise(scene_.look.seed * 1000 + ++frames_);
    cv::Mat grain(clean.size(), CV_16SC3), sum;
    noise.fill(grain, cv::RNG::NORMAL, 0.0, 2.0);
    cv::add(clean, grain, sum, cv::noArray(), CV_8U);
    return sum;
  }
  cv::Mat picture() { return noisy(clean()); }

  void start(bool stills) {
    pipeline_.emplace(vision::Setup{.table = scene_.table,
                                    .tags = scene_.tags,
                                    .anchors = {},
                                    .roster = roster(),
                                    .lens = scene_.camera.lens(),
                                    .empty = empty_,
                                    .tracking = {.stills = stills}});
    track_of_.clear();
    moved_ = 0;
  }

  /// One frame; `judged`: everything is in sight and at rest.
  void show(const cv::Mat& bgr, bool judged, bool verbose, Tally& tally) {
    const auto state = pipeline_->step(vision::make_frame(bgr, time_, std::to_string(frames_)));
    time_ += kFrame;
    if (!state || !state->camera.registered) {
      ++tally.unregistered;
      return;
    }
    for (const vision::Move& move : state->moves) {
      const auto was = std::ranges::find_if(scene_.pieces, [&](const auto& p) { return distance(p.at, move.to) < Inches(kGateInches); });
      if (was == scene_.pieces.end() || moved_ == 0) {
        ++tally.moves_false;
        if (verbose) say("false move", move.to);
        continue;
      }
      ++tally.moves_found;
    }
    judge(*state, judged, verbose, tally);
  }
  void end_of_moves(Tally& tally) {
    tally.moves_wanted += moved_;
    moved_ = 0;
  }

 private:
  void say(const std::string& what, TablePoint where) const {
    fmt::print("game {} frame {}: {} at ({:.2f}, {:.2f})\n", scene_.look.seed, frames_, what, where.x.value, where.y.value);
  }

  void judge(const vision::TableState& state, bool judged, bool verbose, Tally& tally) {
    std::vector<bool> used(state.pieces.size(), false);
    for (std::size_t i = 0; i < scene_.pieces.size(); ++i) {
      const sim::StandingPiece& truth = scene_.pieces[i];
      if (truth.spec.tag || !standing_[i]) continue;
      const vision::Piece* nearest = nullptr;
      for (const vision::Piece& p : state.pieces) {
        if (p.tag || p.seen != vision::Seen::Yes || distance(p.at, truth.at) > Inches(kGateInches)) continue;
        if (!(p.base == truth.spec.base)) continue;
        if (!nearest || distance(p.at, truth.at) < distance(nearest->at, truth.at)) nearest = &p;
      }
      if (nearest) used[static_cast<std::size_t>(nearest - state.pieces.data())] = true;
      if (!judged) continue;
      ++tally.wanted;
      if (!nearest) {
        if (verbose) say("missed " + truth.spec.name, truth.at);
        continue;
      }
      ++tally.found;
      const TableVector off = nearest->at - truth.at;
      const double margin = margin_of(nearest->covariance).value;
      tally.squared += std::pow(length(off).value, 2);
      tally.margins += margin;
      tally.coordinates += 2;
      tally.inside += (std::abs(off.dx.value) <= margin) + (std::abs(off.dy.value) <= margin);
      if (verbose && nearest->unit != truth.spec.unit) say("in unit " + nearest->unit + ": " + truth.spec.name, truth.at);
      tally.strangers += nearest->unit != truth.spec.unit;
      const auto [known, is_new] = track_of_.try_emplace(i, nearest->id);
      if (known->second != nearest->id) {
        ++tally.switches;
        if (verbose) say(fmt::format("track {} was {}: {}", nearest->id, known->second, truth.spec.name), truth.at);
        known->second = nearest->id;
      }
    }
    for (std::size_t k = 0; k < used.size(); ++k) {
      const vision::Piece& p = state.pieces[k];
      if (used[k] || p.tag || p.seen != vision::Seen::Yes) continue;
      ++tally.ghosts;
      if (verbose) say("ghost " + p.name, p.at);
    }
  }

  std::mt19937 random_;
  sim::Scene scene_{.camera = calibration::TableCamera(calibration::Lens{}, Eigen::Matrix3d::Identity(), Eigen::Vector3d::Zero()),
                    .table = {},
                    .tags = {},
                    .pieces = {},
                    .hands = {},
                    .look = {}};
  std::vector<bool> standing_;
  cv::Mat empty_;
  std::optional<vision::Pipeline> pipeline_;
  std::map<std::size_t, int> track_of_;
  int frames_ = 0, moved_ = 0;
  double time_ = 0.0;
};

void stills(Game& game, bool verbose, Tally& tally) {
  const auto show = [&](bool judged = true) {
    game.show(game.picture(), judged, verbose, tally);
    if (judged) game.end_of_moves(tally);
  };
  game.start(true);
  show();
  show();
  game.march("red1", {Inches(4.0), Inches(1.0)}, 0.25);
  show();
  game.shift(game.man("blue1", 6), {Inches(2.5), Inches(-2.0)});
  show();
  game.hand(at(13.0, 15.0));
  show(false);
  game.hand(std::nullopt);
  game.march("red2", {Inches(5.0), Inches(0.5)}, -0.2);
  show();
  game.take_off(game.man("blue2", 6));
  game.take_off(game.man("blue2", 7));
  show();
  game.march("redC", {Inches(8.0), Inches(-1.0)}, 0.3);
  show();
}

void video(Game& game, bool verbose, Tally& tally) {
  game.start(false);
  cv::Mat clean = game.clean();
  const auto rest = [&](int frames, bool judged) {
    clean = game.clean();
    for (int i = 0; i < frames; ++i) game.show(game.noisy(clean), judged, verbose, tally);
  };
  rest(5, true);
  sim::StandingPiece& man = game.man("red2", 7);  // a man of the rear rank
  const TablePoint from = man.at;
  for (const double share : {0.0, 0.5, 1.0}) {
    const TablePoint now = from + TableVector{Inches(-3.0 * share), Inches(1.0 * share)};
    man.at = now;
    game.hand(now);
    game.show(game.picture(), false, verbose, tally);
  }
  game.hand(std::nullopt);
  man.at = from;
  game.shift(man, {Inches(-3.0), Inches(1.0)});
  rest(6, false);
  rest(3, true);
  game.end_of_moves(tally);
}

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 10;
  const unsigned first_seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
  const bool verbose = argc > 3 && std::string(argv[3]) == "--verbose";
  Tally in_stills, in_video;
  for (int n = 0; n < games; ++n) {
    Game game(first_seed + static_cast<unsigned>(n));
    stills(game, verbose, in_stills);
    video(game, verbose, in_video);
  }
  fmt::print("{:<8} {:>11} {:>7} {:>8} {:>9} {:>8} {:>9} {:>10} {:>8} {:>6}\n", "", "found", "ghosts", "rms in", "margin in", "cover %",
             "switches", "strangers", "moves", "false");
  for (const auto& [name, t] : {std::pair<std::string, const Tally&>{"stills", in_stills}, {"video", in_video}}) {
    const int found = std::max(1, t.found);
    fmt::print("{:<8} {:>5}/{:<5} {:>7} {:>8.4f} {:>9.4f} {:>8.1f} {:>9} {:>10} {:>4}/{:<4} {:>5}\n", name, t.found, t.wanted, t.ghosts,
               std::sqrt(t.squared / found), t.margins / found, 100.0 * t.inside / std::max(1, t.coordinates), t.switches, t.strangers,
               t.moves_found, t.moves_wanted, t.moves_false);
    if (t.unregistered > 0) fmt::print("{:<8} {} pictures not registered\n", "", t.unregistered);
  }
  return 0;
}
