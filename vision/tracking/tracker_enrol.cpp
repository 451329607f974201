// Names and units for tracks: roster slots are given to tags by id and to unmarked men by formation.
#include <algorithm>

#include "vision/tracking/membership.h"
#include "vision/tracking/tracker_state.h"

namespace vision {
namespace {

using measure::PieceSpec;

/// A roster's slot may be taken by `track` as far as looks go.
bool fits(const PieceSpec& slot, const Track& track) {
  if (slot.tag || track.spec.tag) return slot.tag == track.spec.tag && slot.mount.dictionary == track.spec.mount.dictionary;
  return slot.marker == track.spec.marker && (track.spec.army.empty() || slot.army == track.spec.army) &&
         same_make(slot.base.shape, track.spec.base.shape);
}

void give_slot(Tracker::State& state, Track& track, std::size_t slot) {
  track.slot = slot;
  track.spec = state.roster[slot];
}

void make_up_name(Tracker::State& state, Track& track) {
  if (track.slot || !track.spec.name.empty()) return;
  const std::string kind = track.spec.army.empty() ? "figure" : track.spec.army;
  track.spec.name = track.spec.tag ? "tag " + std::to_string(*track.spec.tag) : kind + " " + std::to_string(++state.made_up[kind]);
}

void enrol_tags(Tracker::State& state) {
  for (Track& track : state.tracks) {
    if (track.slot || track.pinned || !track.spec.tag) continue;
    for (std::size_t slot = 0; slot < state.roster.size() && !track.slot; ++slot)
      if (fits(state.roster[slot], track) && !state.slot_taken(slot)) give_slot(state, track, slot);
    track.enrolled = track.slot.has_value();
  }
}

/// May the unit of this track still be solved anew?
bool open_to_enrolment(const Track& track) { return !track.spec.tag && !track.enrolled && !track.pinned; }

/// The units that have room for men like `like`, with what anchors them.
std::vector<UnitPlaces> units_with_room(const Tracker::State& state, const Track& like) {
  std::vector<UnitPlaces> units;
  const auto unit = [&](const std::string& name) {
    const auto found = std::find_if(units.begin(), units.end(), [&](const UnitPlaces& u) { return u.unit == name; });
    return found == units.end() ? units.insert(units.end(), UnitPlaces{.unit = name, .free = 0, .anchors = {}}) : found;
  };
  for (std::size_t slot = 0; slot < state.roster.size(); ++slot) {
    const auto holder = std::find_if(state.tracks.begin(), state.tracks.end(), [&](const Track& t) { return t.slot == slot; });
    const bool open = holder == state.tracks.end() || open_to_enrolment(*holder);
    if (fits(state.roster[slot], like) && open) ++unit(state.roster[slot].unit)->free;
  }
  for (const Track& track : state.tracks)
    if (track.slot && !open_to_enrolment(track) && !track.gone)
      for (UnitPlaces& u : units)
        if (u.unit == track.spec.unit && (track.spec.army == like.spec.army || like.spec.army.empty()))
          u.anchors.push_back(track.pose.at());
  return units;
}

/// The way a unit faces: its leader's or gun's heading, else the men's mean.
measure::Radians facing(const Tracker::State& state, const std::string& unit, std::span<const std::size_t> men) {
  for (const Track& track : state.tracks)
    if (track.spec.unit == unit && track.spec.tag && track.pose.heading()) return *track.pose.heading();
  measure::TableVector sum;
  for (std::size_t t : men)
    if (state.tracks[t].pose.heading()) sum = sum + measure::one_inch_towards(*state.tracks[t].pose.heading());
  return heading_of(sum);
}

/// Seats `men` in the free slots of `unit`; who already has a slot there keeps it.
void seat(Tracker::State& state, const std::string& unit, std::vector<std::size_t> men) {
  std::erase_if(men, [&](std::size_t t) { return state.tracks[t].slot && state.tracks[t].spec.unit == unit; });
  if (men.empty()) return;
  std::vector<measure::TablePoint> at;
  for (std::size_t t : men) {
    state.tracks[t].slot.reset();
    at.push_back(state.tracks[t].pose.at());
  }
  const auto order = formation_order(at, facing(state, unit, men), extent(state.tracks[men.front()].spec.base.shape));
  std::size_t next = 0;
  for (std::size_t slot = 0; slot < state.roster.size() && next < order.size(); ++slot) {
    Track& track = state.tracks[men[order[next]]];
    if (state.roster[slot].unit != unit || !fits(state.roster[slot], track) || state.slot_taken(slot)) continue;
    give_slot(state, track, slot);
    ++next;
  }
}

/// Solves the units of all men like `state.tracks[first]` whose unit is still open.
void enrol_kind(Tracker::State& state, std::size_t first, std::vector<bool>& done) {
  std::vector<std::size_t> men;
  std::vector<measure::TablePoint> at;
  const Track like = state.tracks[first];
  for (std::size_t t = first; t < state.tracks.size(); ++t) {
    if (!open_to_enrolment(state.tracks[t]) || !look_alike(state.tracks[t].spec, like.spec)) continue;
    done[t] = true;
    men.push_back(t);
    at.push_back(state.tracks[t].pose.at());
  }
  const std::vector<UnitPlaces> units = units_with_room(state, like);
  if (units.empty()) return;
  const auto unit_of = solve_membership(at, units, extent(like.spec.base.shape));
  const bool sure = std::all_of(units.begin(), units.end(), [&](const UnitPlaces& u) { return units.size() == 1 || !u.anchors.empty(); });
  for (std::size_t i = 0; i < men.size(); ++i) {
    Track& track = state.tracks[men[i]];
    const bool stays = unit_of[i] && track.slot && track.spec.unit == units[*unit_of[i]].unit;
    if (!stays) track.slot.reset();
    track.enrolled = sure && unit_of[i];
  }
  for (std::size_t u = 0; u < units.size(); ++u) {
    std::vector<std::size_t> mine;
    for (std::size_t i = 0; i < men.size(); ++i)
      if (unit_of[i] == u) mine.push_back(men[i]);
    seat(state, units[u].unit, mine);
  }
  for (std::size_t t : men)
    if (!state.tracks[t].slot && !state.tracks[t].spec.unit.empty()) {  // turned out of a full roster
      state.tracks[t].spec.unit.clear();
      state.tracks[t].spec.name.clear();
    }
}

}  // namespace

void enrol(Tracker::State& state) {
  enrol_tags(state);
  std::vector<bool> done(state.tracks.size(), false);
  for (std::size_t t = 0; t < state.tracks.size(); ++t)
    if (!done[t] && open_to_enrolment(state.tracks[t])) enrol_kind(state, t, done);
  for (Track& track : state.tracks) make_up_name(state, track);
}

}  // namespace vision
