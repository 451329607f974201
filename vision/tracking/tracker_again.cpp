// A table that is watched again after the program was closed: which figure is which of those that stood there.
#include <Eigen/Core>
#include <algorithm>
#include <utility>

#include "vision/tracking/assignment.h"
#include "vision/tracking/tracker_state.h"

namespace vision {
namespace {

/// Inches, squared. No figure is so far from where it stood that calling it another one would cost less.
constexpr double kPriceOfAStranger = 1e8;

/// May the track be this piece? By tag, or by what nobody can tell apart: army, marker and make.
bool may_be(const Track& track, const Piece& piece) {
  if (track.spec.tag || piece.tag) return track.spec.tag == piece.tag;
  const bool army = track.spec.army == piece.army || track.spec.army.empty() || piece.army.empty();
  return army && track.spec.marker == piece.marker && same_make(track.spec.base.shape, piece.base.shape);
}

std::optional<std::size_t> slot_of(const Tracker::State& state, const Piece& piece) {
  for (std::size_t slot = 0; slot < state.roster.size(); ++slot) {
    const measure::PieceSpec& spec = state.roster[slot];
    if (spec.name == piece.name && spec.marker == piece.marker && spec.tag == piece.tag && !state.slot_taken(slot)) return slot;
  }
  return std::nullopt;
}

SettledPose pose_of(const Piece& piece) {
  return {.at = piece.at,
          .covariance = piece.covariance,
          .heading = piece.heading,
          .heading_sigma = piece.heading_margin.value / measure::kSigmasOf95};
}

/// The track is that piece, whatever it was taken for.
void become(const Tracker::State& state, Track& track, const Piece& piece) {
  track.id = piece.id;
  track.slot = slot_of(state, piece);
  if (track.slot) track.spec = state.roster[*track.slot];
  track.spec.name = piece.name;
  track.spec.army = piece.army;
  track.spec.unit = piece.unit;
  track.spec.kind = piece.kind;
  track.spec.base = piece.base;
  track.spec.marker = piece.marker;
  track.spec.tag = piece.tag;
  track.spec.figure_height = piece.figure_height;
  track.enrolled = true;
  track.pinned = !track.slot;  // a player named it
  track.could_be = {piece.could_be.begin(), piece.could_be.end()};
  track.settled = pose_of(piece);
  track.formed_at = piece.at;
}

Track unseen(const Tracker::State& state, const Piece& piece) {
  const SettledPose pose = pose_of(piece);
  Track track{.pose = PoseEstimate(pose.at, pose.covariance, pose.heading, pose.heading_sigma), .ground = piece.ground};
  track.seen = Seen::Hidden;
  track.times_seen = 1;
  become(state, track, piece);
  return track;
}

/// The piece of each track in the pairing of which the ways, squared, are the least.
std::vector<std::optional<std::size_t>> pieces_of_tracks(const Tracker::State& state, const std::vector<Piece>& before) {
  Eigen::MatrixXd cost(static_cast<Eigen::Index>(state.tracks.size()), static_cast<Eigen::Index>(before.size()));
  for (Eigen::Index t = 0; t < cost.rows(); ++t)
    for (Eigen::Index p = 0; p < cost.cols(); ++p) {
      const Track& track = state.tracks[static_cast<std::size_t>(t)];
      const Piece& piece = before[static_cast<std::size_t>(p)];
      const double apart = distance(track.pose.at(), piece.at).value;
      cost(t, p) = may_be(track, piece) ? apart * apart : kInfinity;
    }
  return assign(cost, kPriceOfAStranger);
}

}  // namespace

void know_again(Tracker::State& state, TableState& out, const Evidence& evidence) {
  std::vector<Piece> before = std::exchange(state.before, {});
  std::erase_if(before, [](const Piece& piece) { return piece.seen == Seen::Lost; });
  const auto piece_of_track = pieces_of_tracks(state, before);
  for (Track& track : state.tracks) {
    track.slot.reset();
    track.enrolled = false;
    track.could_be.clear();
    if (!track.pinned) track.spec.name.clear(), track.spec.unit.clear();
  }
  std::vector<bool> found(before.size(), false);
  for (std::size_t t = 0; t < piece_of_track.size(); ++t)
    if (const auto piece = piece_of_track[t]) become(state, state.tracks[t], before[*piece]), found[*piece] = true;
  for (std::size_t p = 0; p < before.size(); ++p) {
    if (found[p]) continue;
    Track gone = unseen(state, before[p]);
    if (before[p].seen == Seen::Hidden || evidence.may_hide(before[p].at, before[p].ground)) {
      state.tracks.push_back(std::move(gone));
      continue;
    }
    if (!state.options.set_up) out.removed.push_back(before[p].id);
    if (gone.slot) state.retired.push_back(std::move(gone));
  }
  std::ranges::sort(state.tracks, {}, &Track::id);
  for (Track& track : state.tracks) std::erase_if(track.could_be, [&](int id) { return !state.find(id); });
  state.any_table = true;
  enrol(state);
}

}  // namespace vision
