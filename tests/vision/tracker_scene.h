// A table of simulated pieces for the tracker's tests: sightings without pictures.
//   Pieces are put, moved, covered and taken away; each `look` makes one frame's sightings with seeded
//   noise and gives them to a tracker. Also the evidence a picture would give, from the truth.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "measure/roster.h"
#include "tests/support/literals.h"
#include "vision/tracking/tracker.h"

namespace scene {

using measure::Inches;
using measure::PieceSpec;
using measure::TablePoint;
using measure::TableVector;
using namespace measure::literals;

inline TablePoint at(double x, double y) { return {Inches(x), Inches(y)}; }
inline TableVector by(double dx, double dy) { return {Inches(dx), Inches(dy)}; }

/// A camera six feet over the middle of a 72 x 48 table.
inline calibration::TableCamera camera() {
  const Eigen::Matrix3d down = Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal();
  calibration::Lens lens;
  lens.image_size = {1920, 1080};
  lens.fx = lens.fy = 1500.0;
  lens.cx = 959.5;
  lens.cy = 539.5;
  return {lens, down, Eigen::Vector3d(-36.0, 24.0, 72.0)};
}

struct Standing {
  PieceSpec spec;
  TablePoint at;
  measure::Radians heading = measure::from_degrees(90.0);
  bool covered = false;  // by a hand or shadow: not sighted, and the ground does not show either
  bool blank = false;    // not sighted although its pixels are unchanged
};

/// A roster of one army: `men` men on 1-inch discs under a leader with tag `tag`.
inline measure::Unit company(const std::string& name, int men, int tag) {
  measure::Unit unit;
  unit.name = name;
  unit.models = men + 1;
  unit.leader =
      measure::Leader{.tag = tag, .mount = {}, .base = {.shape = measure::RectShape{Inches(2.4), Inches(1.4)}, .height = Inches(0.1)}};
  return unit;
}
inline std::vector<PieceSpec> army(std::vector<measure::Unit> units) {
  return measure::pieces_of({.armies = {{.name = "red", .colour = "#b3202a", .units = std::move(units)}}});
}

class Table : public vision::Evidence {
 public:
  explicit Table(std::vector<PieceSpec> roster, vision::TrackerOptions options = {.stills = true})
      : roster_(roster), tracker_(std::move(roster), options) {}

  /// Puts the roster's piece `name` down.
  Table& put(const std::string& name, TablePoint where, double heading_deg = 90.0) {
    const auto spec = std::find_if(roster_.begin(), roster_.end(), [&](const PieceSpec& s) { return s.name == name; });
    EXPECT_NE(spec, roster_.end()) << name;
    pieces[name] = {.spec = *spec, .at = where, .heading = measure::from_degrees(heading_deg)};
    return *this;
  }
  /// Puts a company's men down in two ranks 1.3 in apart, front left man at `where`, facing +y, the leader behind.
  Table& deploy(const std::string& unit, int men, TablePoint where) {
    for (int i = 0; i < men; ++i)
      put(unit + "/" + std::to_string(i + 1), where + by(1.3 * (i % ((men + 1) / 2)), i < (men + 1) / 2 ? 0.0 : -1.3));
    return put(unit + "/leader", where + by(1.3 * 0.25 * men - 0.6, -3.4));
  }
  template <class Change>
  Table& each(const std::string& prefix, Change change) {
    for (auto& [name, piece] : pieces)
      if (name.starts_with(prefix)) change(piece);
    return *this;
  }
  Table& march(const std::string& unit, TableVector way) {
    return each(unit + "/", [&](Standing& p) { p.at = p.at + way; });
  }
  /// Turns a whole unit about a point.
  Table& wheel(const std::string& unit, TablePoint about, double degrees) {
    return each(unit + "/", [&](Standing& p) {
      p.at = about + rotated(p.at - about, measure::from_degrees(degrees));
      p.heading = measure::wrapped(p.heading + measure::from_degrees(degrees));
    });
  }
  Table& take(const std::string& name) {
    pieces.erase(name);
    return *this;
  }

  /// One frame.
  vision::TableState look(bool camera_moved = false) {
    time_ += step;
    const vision::Frame frame{.bgr = {}, .luma = {}, .captured_at = time_, .name = std::to_string(++frames_), .sequence = 0};
    const calibration::TableCamera camera = scene::camera();
    const vision::Scene view{.camera = camera, .table = table_, .pieces = roster_, .tags = {}};
    std::vector<vision::Sighting> sightings = sight();
    const calibration::Registration registration{
        .camera = camera, .tags_seen = {0, 1, 2, 3}, .tags_used = {0, 1, 2, 3}, .reprojection_px = 0.1, .findings = {}};
    for (auto& [name, piece] : pieces)
      if (!piece.covered && !piece.blank) shown_[name] = piece.at;
    last = tracker_.update({.frame = frame,
                            .scene = view,
                            .sightings = sightings,
                            .registration = registration,
                            .camera_moved = camera_moved,
                            .evidence = this});
    return last;
  }

  /// The track that stands at the true place of `name`, if any is seen there.
  [[nodiscard]] const vision::Piece* over(const std::string& name) const {
    for (const vision::Piece& p : last.pieces)
      if (distance(p.at, pieces.at(name).at) < 0.3_in) return &p;
    return nullptr;
  }
  [[nodiscard]] const vision::Piece* named(const std::string& name) const {
    for (const vision::Piece& p : last.pieces)
      if (p.name == name) return &p;
    return nullptr;
  }
  /// Track id by the truth's name, for every piece that is found at its place.
  [[nodiscard]] std::map<std::string, int> ids() const {
    std::map<std::string, int> out;
    for (const auto& [name, piece] : pieces)
      if (const vision::Piece* p = over(name)) out[name] = p->id;
    return out;
  }
  vision::Tracker& tracker() { return tracker_; }

  [[nodiscard]] vision::Presence look(const vision::Piece& piece) const override {
    if (hand_at && distance(*hand_at, piece.at) < hand_reach) return vision::Presence::Covered;
    if (crown && distance(*crown, piece.at) < 1.0_in) return vision::Presence::Covered;
    for (const auto& [name, p] : pieces)
      if (distance(p.at, piece.at) < 0.6_in) return p.blank ? vision::Presence::Same : vision::Presence::Covered;
    return vision::Presence::Ground;
  }
  [[nodiscard]] bool may_hide(TablePoint where, Inches) const override {
    return (wood && distance(*wood, where) < 4.0_in) || (hand_at && distance(*hand_at, where) < hand_reach);
  }
  [[nodiscard]] bool intruder() const override { return hand_at.has_value(); }
  [[nodiscard]] double quiet_for() const override { return quiet; }
  [[nodiscard]] bool touched(TablePoint, Inches) const override { return anything_touched; }

  std::map<std::string, Standing> pieces;
  std::optional<TablePoint> hand_at, wood;
  std::optional<TablePoint> crown;        // of a tree: the ground under it is never seen
  std::vector<vision::Sighting> misfits;  // what a detector sees besides the pieces
  Inches hand_reach{4.0};
  bool anything_touched = true;
  bool shuffled = false;  // sightings in another order
  double quiet = 0.0, step = 60.0;
  double disc_sigma = 0.012, systematic = 0.006;
  TableVector bump;  // what the systematic error of a new registration does
  vision::TableState last;
  std::mt19937 random{7};

 private:
  std::vector<vision::Sighting> sight() {
    std::vector<vision::Sighting> out = misfits;
    std::normal_distribution<double> noise;
    for (const auto& [name, piece] : pieces) {
      const bool tag = piece.spec.tag.has_value();
      const double sigma = tag ? 0.3 * disc_sigma : disc_sigma, turn_sigma = tag ? 0.004 : 0.017;
      const TablePoint seen_at = piece.at + by(sigma * noise(random), sigma * noise(random)) + bump;
      const measure::Radians heading(piece.heading.value + turn_sigma * noise(random));
      if (piece.covered || piece.blank || (hand_at && distance(*hand_at, piece.at) < hand_reach)) continue;
      out.push_back({.marker = piece.spec.marker,
                     .tag = piece.spec.tag,
                     .dictionary = tag ? piece.spec.mount.dictionary : "",
                     .army = tag || piece.spec.marker == measure::MarkerType::None ? "" : piece.spec.army,
                     .base = piece.spec.base,
                     .at = seen_at,
                     .ground = {},
                     .noise = {sigma * sigma, 0.0, sigma * sigma},
                     .systematic = {systematic * systematic, 0.0, systematic * systematic},
                     .heading = measure::wrapped(heading),
                     .heading_sigma = turn_sigma,
                     .heading_systematic_sigma = 0.3 * turn_sigma,
                     .pixel = {}});
    }
    if (shuffled) std::shuffle(out.begin(), out.end(), order_);
    return out;
  }

  std::vector<PieceSpec> roster_;
  vision::Tracker tracker_;
  measure::Table table_{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  std::map<std::string, TablePoint> shown_;
  std::mt19937 order_{11};  // its own, so that the noise is the same in any order
  double time_ = 0.0;
  int frames_ = 0;
};

}  // namespace scene
