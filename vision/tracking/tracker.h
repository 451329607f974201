// Pieces followed through time: sightings in, table states out.
//   Identities survive hands, glare and a bumped camera; a hidden piece stays where it was; positions
//   average while still; where two identical figures may have been swapped it says so.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vision/detector.h"
#include "vision/evidence.h"
#include "vision/setup.h"
#include "vision/table_state.h"

namespace vision {

/// Everything one frame tells the tracker.
struct Observed {
  const Frame& frame;
  const Scene& scene;
  std::span<const Sighting> sightings;
  const calibration::Registration& registration;
  bool camera_moved = false;
  const Evidence* evidence = nullptr;  // what the picture says beside the sightings; without it nothing is known to be gone
};

/// Where a base that stood at `at`, its top `above` the ground there, lies in new table coordinates, and how high the ground is.
struct Carried {
  measure::TablePoint at;
  measure::Inches ground;
};
using CarryOver = std::function<std::optional<Carried>(measure::TablePoint at, measure::Inches ground, measure::Inches above)>;

class Tracker {
 public:
  Tracker(std::vector<measure::PieceSpec> roster, TrackerOptions options);
  ~Tracker();
  Tracker(Tracker&&) noexcept;
  Tracker& operator=(Tracker&&) noexcept;

  /// Takes one frame's sightings and returns the table as it is now known.
  [[nodiscard]] TableState update(const Observed& observed);

  /// The pieces as they are now known, by id; corrections by hand show at once.
  [[nodiscard]] std::vector<Piece> pieces() const;

  /// Corrections by hand; they hold until corrected again. Unknown ids: Error Usage.
  measure::Result<void> rename(int id, const std::string& name);
  measure::Result<void> assign_unit(std::span<const int> ids, const std::string& unit);
  measure::Result<void> merge(int keep, int drop);  // two tracks of one figure
  measure::Result<void> swap(int a, int b);         // the two identities were exchanged
  measure::Result<void> remove(int id);
  /// Takes back the last correction that was not taken back yet, one that was refused included: the same tracks are there
  /// again, under their ids and names. Error Usage when there is none.
  measure::Result<void> take_back();
  void set_up_mode(bool on);

  /// Before the first frame: the table as it stood when it was last watched. On the first one that is settled each piece is known again,
  /// under its id and name, and moves, who came and who went are told against that table. New pieces get ids from `next_id` on.
  void take_up(std::vector<Piece> before, int next_id);
  /// Is that still to come?
  [[nodiscard]] bool waits() const;
  /// The roster was edited. A piece that is still in it keeps its track, under its new name; names and units given by hand hold.
  /// Tracks whose place in the roster went are given another, or none.
  void replace_roster(std::vector<measure::PieceSpec> roster);
  /// The table is measured otherwise: other tags, another lens, another hill. Every track moves to where its picture shows it
  /// now; none of that is a motion. What does not move keeps its average.
  void carry_over(const CarryOver& carry);

  struct State;  // of tracker_state.h; nobody else's business

 private:
  std::unique_ptr<State> state_;
};

}  // namespace vision
