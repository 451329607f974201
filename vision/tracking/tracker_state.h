// Inside the tracker: what it remembers of each piece, and the steps of one update.
//   Not for other parts of the program; they see TableState.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "vision/evidence.h"
#include "vision/tracking/tracker.h"
#include "vision/tracking/tracker_estimate.h"

namespace vision {

/// Two centres closer than this share of the narrower base cannot both be right; less than 1 for tilted and badly fitted bases.
inline constexpr double kOneBaseOnly = 0.7;

/// A pose as it was reported on a settled table.
struct SettledPose {
  measure::TablePoint at;
  measure::PointCovariance covariance;
  std::optional<measure::Radians> heading;
  double heading_sigma = 0.0;
};

/// Where a track stands in its life. Whether it is tentative still, seen too seldom to be told of, its sightings tell: see `shown`.
enum class Life {
  Standing,
  Predicted,      // its place is predicted from its unit's motion, not seen
  Gone,           // bare ground shows where it stood
  PredictedGone,  // bare ground shows where it was predicted
};

/// One piece through time.
struct Track {
  int id = 0;
  measure::PieceSpec spec = {};          // of its roster slot, or made up
  std::optional<std::size_t> slot = {};  // index into the roster
  PoseEstimate pose;
  measure::Inches ground;
  Seen seen = Seen::Yes;
  Life life = Life::Standing;
  bool enrolled = false;  // its unit was solved while every unit that could claim it was on the table
  bool pinned = false;    // a player said who it is
  bool carried = false;   // to other table coordinates: the next settled table shows where it stands, not whether it moved
  int outliers = 0;       // sightings in a row that contradict the pose
  int times_seen = 0;
  std::optional<int> believed_in = {};                // the first picture in which it was more than a glimpse
  int sighted_in = 0;                                 // the last one in which it was sighted
  std::optional<SettledPose> settled = {};            // empty until it stood on a settled table
  std::optional<measure::TablePoint> formed_at = {};  // where it stood, seen or not, on the last settled table
  std::set<int> could_be = {};
  std::vector<Sighting::MayBe> may_be = {};  // as it was last seen before it was enrolled
  std::optional<Colour> coat = {};           // its tint, as it was last seen

  [[nodiscard]] bool gone() const { return life == Life::Gone || life == Life::PredictedGone; }
  [[nodiscard]] bool predicted() const { return life == Life::Predicted || life == Life::PredictedGone; }
  /// Does bare ground show where it should stand?
  void shows_ground(bool bare) {
    life = predicted() ? (bare ? Life::PredictedGone : Life::Predicted) : (bare ? Life::Gone : Life::Standing);
  }
};

/// A place a player said holds no piece: sightings there are not taken up.
struct Denied {
  measure::MarkerType marker;
  std::optional<int> tag;
  measure::TablePoint at;
  measure::Inches reach;
  int of = 0;  // the piece that was removed there
};

/// A correction by hand that may be taken back: what it changed, as it was before.
struct Corrected {
  struct Before {
    Track track;
    bool gone = false, placed = false;  // it took the piece away; it put it elsewhere
  };
  std::vector<Before> before = {};
  int next_id = 0;  // tracks from this id on are younger
};

struct Tracker::State {
  std::vector<measure::PieceSpec> roster;
  TrackerOptions options;
  std::vector<Track> tracks;
  std::vector<Track> retired;  // removed pieces of roster slots, to be known again
  std::vector<Denied> denied;
  std::vector<Corrected> corrections;                                    // the newest last
  std::optional<std::tuple<std::string, double, std::uint64_t>> looked;  // the last picture: the same one again says nothing new
  std::map<std::string, int> made_up;                                    // numbers given per army
  std::map<measure::MarkerType, VaryingShares> varying;
  int next_id = 1;
  int pictures = 0;           // looked at so far
  std::vector<Piece> before;  // as they stood when the table was last watched, until they are known again
  bool any_table = false;     // a settled table was reported before
  bool settled = false;
  bool moved_since = false;  // the camera moved since the last settled table

  [[nodiscard]] Track* find(int id);
  /// The track that has this slot of the roster, or null.
  [[nodiscard]] const Track* holder_of(std::size_t slot) const;
  [[nodiscard]] bool slot_taken(std::size_t slot) const { return holder_of(slot) != nullptr; }
};

/// Two bases of one make: the same shape to within a tenth.
[[nodiscard]] bool same_make(const measure::Shape& a, const measure::Shape& b);
/// May `sighting` show a man of `spec`'s army, whatever base it seems to stand on? Never a tag.
[[nodiscard]] bool of_one_army(const measure::PieceSpec& spec, const Sighting& sighting);
/// May `sighting` show a piece like `spec`? By marker, tag, army and base.
[[nodiscard]] bool could_show(const measure::PieceSpec& spec, const Sighting& sighting);
/// Two pieces nobody can tell apart: unmarked, of one army and make.
[[nodiscard]] bool look_alike(const measure::PieceSpec& a, const measure::PieceSpec& b);
/// The piece as the rest of the program sees it.
[[nodiscard]] Piece piece_of(const Track& track);

/// Which sighting shows which track in this frame.
struct Matches {
  std::vector<std::optional<std::size_t>> sighting_of;  // per track
  std::vector<bool> moved;                              // per track: to a new place
  std::vector<bool> superseded;                         // per track: it was a known piece in a new place after all
  std::vector<bool> used;                               // per sighting
};
/// Pairs tracks with sightings: tags by id, then men who stand where they stood, then men who moved, unit by unit.
/// Marks doubtful identities and predicts hidden men of units that moved.
[[nodiscard]] Matches match(Tracker::State& state, std::span<const Sighting> sightings, const Evidence& evidence);

/// May hidden pieces be looked for elsewhere now? In video only when the hand has left; a still is all there is.
[[nodiscard]] bool at_rest(const Tracker::State& state, const Evidence& evidence);

/// Which tracks are the pieces of `state.before`: those get their ids, names and places back, so that what differs is told by `settle`.
/// Whoever is not there and cannot be hidden is in `out.removed`.
void know_again(Tracker::State& state, TableState& out, const Evidence& evidence);

/// Gives names and units to tracks without a roster slot, and solves the units of men not yet enrolled again.
void enrol(Tracker::State& state);

}  // namespace vision
