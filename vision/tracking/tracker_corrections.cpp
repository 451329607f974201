// What players correct by hand: who a piece is, which unit it is in, what is there and what is not.
#include <algorithm>
#include <utility>

#include "vision/tracking/tracker_state.h"

namespace vision {
namespace {

using measure::ErrorCode, measure::fail;

/// A place where a player denied a piece is denied this far around, in base sizes: the false sighting may jitter.
constexpr double kDeniedReach = 0.75;
/// Corrections kept to be taken back; more would only grow the memory of a long evening.
constexpr std::size_t kMostCorrections = 500;

auto unknown(int id) { return fail(ErrorCode::Usage, "there is no piece with id " + std::to_string(id)); }

/// Exchanges who two tracks are; where they stand stays.
void exchange(Track& a, Track& b) {
  std::swap(a.spec, b.spec);
  std::swap(a.slot, b.slot);
  std::swap(a.enrolled, b.enrolled);
}

void settle_doubt(Tracker::State& state, Track& track) {
  for (int other : track.could_be)
    if (Track* t = state.find(other)) t->could_be.erase(track.id);
  track.could_be.clear();
}

void pin(Tracker::State& state, Track& track) {
  track.pinned = track.enrolled = true;
  settle_doubt(state, track);
}

/// Puts `track` into `slot`; whoever held it gets the track's old place.
void move_to_slot(Tracker::State& state, Track& track, std::size_t slot) {
  const auto holder = std::ranges::find(state.tracks, std::optional(slot), &Track::slot);
  if (holder != state.tracks.end() && &*holder != &track) {
    exchange(track, *holder);
    holder->pinned = true;
    return;
  }
  track.slot = slot;
  track.spec = state.roster[slot];
}

/// No sighting is taken up where the track stands, so many base sizes about.
void deny(Tracker::State& state, const Track& track, double reach) {
  state.denied.push_back({track.spec.marker, track.spec.tag, track.pose.at(), extent(track.spec.base.shape) * reach, track.id});
}

bool same_kind(const measure::PieceSpec& a, const measure::PieceSpec& b) {
  return a.marker == b.marker && a.tag == b.tag && same_make(a.base.shape, b.base.shape);
}

bool same_identity(const Track& a, const Track& b) {
  return a.spec.name == b.spec.name && a.spec.unit == b.spec.unit && a.slot == b.slot && a.pinned == b.pinned && a.enrolled == b.enrolled &&
         a.could_be == b.could_be;
}

/// Carries a correction out and notes what it changed; a refused one is noted too, so that steps back count alike.
template <class Change>
auto noted(Tracker::State& state, Change change) {
  const std::vector<Track> tracks = state.tracks;
  auto done = change();
  Corrected step{.next_id = state.next_id};
  for (const Track& was : tracks) {
    const Track* is = state.find(was.id);
    const bool placed = is && is->pose.at() != was.pose.at();
    if (!is || placed || !same_identity(*is, was)) step.before.push_back({.track = was, .gone = !is, .placed = placed});
  }
  state.corrections.push_back(std::move(step));
  if (state.corrections.size() > kMostCorrections) state.corrections.erase(state.corrections.begin());
  return done;
}

void lose_slot(Track& track) {
  track.slot.reset();
  if (track.pinned) return;
  track.spec.name.clear();
  track.spec.unit.clear();
}

/// The track is there again. Whom the program took up in that very place since is the same figure.
void bring_back(Tracker::State& state, Track was, int next_id) {
  const auto twin = std::ranges::find_if(state.tracks, [&](const Track& t) {
    return t.id >= next_id && !t.pinned && distance(t.pose.at(), was.pose.at()) < kOneBaseOnly * breadth(was.spec.base.shape);
  });
  if (twin != state.tracks.end()) {
    was.pose = twin->pose;
    was.seen = twin->seen;
    state.tracks.erase(twin);
  }
  std::erase_if(state.denied, [&](const Denied& d) { return d.of == was.id; });
  state.tracks.push_back(std::move(was));
}

/// Makes the track who it was, and where the correction itself moved it or took it away, puts it back where it was.
void restore(Tracker::State& state, const Corrected::Before& before, int next_id) {
  const Track& was = before.track;
  Track* track = state.find(was.id);
  if (!track && !before.gone) return;  // it has left the table since
  if (was.slot)
    for (Track& other : state.tracks)
      if (other.id != was.id && other.slot == was.slot) lose_slot(other);
  if (!track) return bring_back(state, was, next_id);
  if (before.placed) {
    track->pose = was.pose;
    track->ground = was.ground;
    track->seen = was.seen;
    track->life = was.life;
  }
  track->spec = was.spec;
  track->slot = was.slot;
  track->pinned = was.pinned;
  track->enrolled = was.enrolled;
  track->could_be = was.could_be;
}

}  // namespace

measure::Result<void> Tracker::take_back() {
  if (state_->corrections.empty()) return fail(ErrorCode::Usage, "there is no correction to take back");
  const Corrected step = std::move(state_->corrections.back());
  state_->corrections.pop_back();
  for (const Corrected::Before& before : step.before) restore(*state_, before, step.next_id);
  for (Track& track : state_->tracks) std::erase_if(track.could_be, [&](int id) { return !state_->find(id); });
  std::ranges::sort(state_->tracks, {}, &Track::id);
  enrol(*state_);
  return {};
}

measure::Result<void> Tracker::rename(int id, const std::string& name) {
  return noted(*state_, [&]() -> measure::Result<void> {
    Track* track = state_->find(id);
    if (!track) return unknown(id);
    if (name.empty()) return fail(ErrorCode::Usage, "a piece needs a name");
    const auto slot = std::ranges::find(state_->roster, name, &measure::PieceSpec::name);
    if (slot != state_->roster.end() && same_kind(*slot, track->spec))
      move_to_slot(*state_, *track, static_cast<std::size_t>(slot - state_->roster.begin()));
    else
      track->spec.name = name;
    pin(*state_, *track);
    return {};
  });
}

measure::Result<void> Tracker::assign_unit(std::span<const int> ids, const std::string& unit) {
  return noted(*state_, [&]() -> measure::Result<void> {
    for (int id : ids)
      if (!state_->find(id)) return unknown(id);
    for (int id : ids) {
      Track& track = *state_->find(id);
      if (track.spec.unit != unit) {
        std::optional<std::size_t> place, taken;  // a free slot, else one whose man no player has named
        for (std::size_t slot = 0; slot < state_->roster.size(); ++slot) {
          if (state_->roster[slot].unit != unit || !same_kind(state_->roster[slot], track.spec)) continue;
          const Track* holder = state_->holder_of(slot);
          if (!holder && !place) place = slot;
          if (holder && !holder->pinned && std::ranges::find(ids, holder->id) == ids.end()) taken = slot;
        }
        if (place || taken)
          move_to_slot(*state_, track, place ? *place : *taken);
        else
          track.spec.unit = unit;
      }
      pin(*state_, track);
    }
    return {};
  });
}

measure::Result<void> Tracker::merge(int keep, int drop) {
  return noted(*state_, [&]() -> measure::Result<void> {
    Track* kept = state_->find(keep);
    Track* dropped = state_->find(drop);
    if (!kept) return unknown(keep);
    if (!dropped) return unknown(drop);
    if (keep == drop) return fail(ErrorCode::Usage, "a piece cannot be merged with itself");
    if (kept->seen != Seen::Yes && dropped->seen == Seen::Yes) {
      kept->pose = dropped->pose;
      kept->ground = dropped->ground;
      kept->seen = Seen::Yes;
      kept->life = Life::Standing;
    } else if (dropped->seen == Seen::Yes) {
      deny(*state_, *dropped, 0.5 * kDeniedReach);
    }
    pin(*state_, *kept);
    settle_doubt(*state_, *dropped);
    std::erase_if(state_->tracks, [&](const Track& t) { return t.id == drop; });
    return {};
  });
}

measure::Result<void> Tracker::swap(int a, int b) {
  return noted(*state_, [&]() -> measure::Result<void> {
    Track* one = state_->find(a);
    Track* two = state_->find(b);
    if (!one) return unknown(a);
    if (!two) return unknown(b);
    exchange(*one, *two);
    pin(*state_, *one);
    pin(*state_, *two);
    return {};
  });
}

measure::Result<void> Tracker::remove(int id) {
  return noted(*state_, [&]() -> measure::Result<void> {
    const Track* track = state_->find(id);
    if (!track) return unknown(id);
    if (track->seen == Seen::Yes) deny(*state_, *track, kDeniedReach);
    for (Track& other : state_->tracks) other.could_be.erase(id);
    std::erase_if(state_->tracks, [&](const Track& t) { return t.id == id; });
    return {};
  });
}

}  // namespace vision
