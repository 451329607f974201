// Names and units for tracks: roster slots are given to tags by id and to unmarked men by formation.
// What stays of the tracks when roster, table or lens are edited while the game stands there.
#include <algorithm>
#include <map>
#include <utility>

#include "vision/tracking/assignment.h"
#include "vision/tracking/tracker_state.h"

namespace vision {
namespace {

using measure::PieceSpec;

/// Log-odds against a base from which it is not taken for a man's: so much the network is never wrong by in a whole formation.
constexpr double kNotHisBase = 5.0;

/// What speaks against `track` standing on such a base, log-odds; infinite where he does not.
double against(const measure::Base& base, const Track& track) {
  double least = track.may_be.empty() && same_make(base.shape, track.spec.base.shape) ? 0.0 : kInfinity;
  for (const Sighting::MayBe& may : track.may_be)
    if (may.against < kNotHisBase && same_make(base.shape, may.base.shape)) least = std::min(least, may.against);
  return least;
}

/// Does paint say whose it is? An unmarked man has his army from his unit, and it is as open as that.
bool wears_his_armys_paint(const Track& track) { return track.spec.marker != measure::MarkerType::None && !track.spec.army.empty(); }

/// A roster's slot may be taken by `track` as far as looks go.
bool fits(const PieceSpec& slot, const Track& track) {
  if (slot.tag || track.spec.tag) return slot.tag == track.spec.tag && slot.mount.dictionary == track.spec.mount.dictionary;
  return slot.marker == track.spec.marker && (!wears_his_armys_paint(track) || slot.army == track.spec.army) &&
         against(slot.base, track) < kInfinity;
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

/// Tracks whose units are solved together: nobody can tell by paint whose they are.
using Group = std::vector<std::size_t>;

/// Places of one unit on one base.
struct Places {
  UnitPlaces of;
  measure::Base base;
};

/// The places that men of a group may take, with what anchors their units.
std::vector<Places> places_for(const Tracker::State& state, const Group& men) {
  std::vector<Places> places;
  for (std::size_t slot = 0; slot < state.roster.size(); ++slot) {
    const PieceSpec& spec = state.roster[slot];
    const Track* holder = state.holder_of(slot);
    if (holder && !open_to_enrolment(*holder)) continue;
    if (std::ranges::none_of(men, [&](std::size_t t) { return fits(spec, state.tracks[t]); })) continue;
    auto its =
        std::ranges::find_if(places, [&](const Places& p) { return p.of.unit == spec.unit && same_make(p.base.shape, spec.base.shape); });
    if (its == places.end()) {
      its = places.insert(its, {{.unit = spec.unit, .army = spec.army}, spec.base});
      if (const auto colour = parse_colour(spec.colour)) its->of.hint = tint_in_any_light(*colour);
    }
    ++its->of.free;
  }
  const Track& one = state.tracks[men.front()];
  for (const Track& track : state.tracks) {
    if (track.gone()) continue;
    const bool known = !open_to_enrolment(track);
    for (Places& p : places) {
      if (known && track.slot && p.of.unit == track.spec.unit && (!wears_his_armys_paint(one) || track.spec.army == one.spec.army))
        p.of.anchors.push_back(track.pose.at());
      if ((known || track.spec.marker != measure::MarkerType::None) && p.of.army == track.spec.army)
        p.of.comrades.push_back(track.pose.at());
      if (known && track.slot && track.coat && p.of.army == track.spec.army) p.of.coats.push_back(*track.coat);
    }
  }
  return places;
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

/// Seats `men` in the free slots of `unit` on such a base; who already has one there keeps it.
void seat(Tracker::State& state, const std::string& unit, const measure::Base& base, Group men) {
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
    if (state.roster[slot].unit != unit || !same_make(state.roster[slot].base.shape, base.shape)) continue;
    if (!fits(state.roster[slot], track) || state.slot_taken(slot)) continue;
    give_slot(state, track, slot);
    ++next;
  }
}

/// Solves the units of the men of a group, who are all open to that.
void enrol_group(Tracker::State& state, const Group& men) {
  const std::vector<Places> places = places_for(state, men);
  if (places.empty()) return;
  std::vector<UnitPlaces> units;
  for (const Places& p : places) units.push_back(p.of);
  std::vector<UnknownMan> unknown;
  for (const std::size_t t : men) {
    const Track& track = state.tracks[t];
    const auto alike = [&](std::size_t other) { return same_make(state.tracks[other].spec.base.shape, track.spec.base.shape); };
    unknown.push_back({track.pose.at(), extent(track.spec.base.shape), *std::ranges::find_if(men, alike)});
    for (const Places& p : places) unknown.back().against.push_back(against(p.base, track));
    unknown.back().coat = track.coat;
  }
  const auto unit_of = solve_membership(unknown, units);
  const bool sure = std::ranges::all_of(units, [&](const UnitPlaces& u) { return units.size() == 1 || !u.anchors.empty(); });
  for (std::size_t i = 0; i < men.size(); ++i) {
    Track& track = state.tracks[men[i]];
    const bool stays = unit_of[i] && track.slot && track.spec.unit == units[*unit_of[i]].unit &&
                       same_make(track.spec.base.shape, places[*unit_of[i]].base.shape);
    if (!stays) track.slot.reset();
    track.enrolled = sure && unit_of[i];
  }
  for (std::size_t u = 0; u < units.size(); ++u) {
    Group mine;
    for (std::size_t i = 0; i < men.size(); ++i)
      if (unit_of[i] == u) mine.push_back(men[i]);
    seat(state, units[u].unit, places[u].base, mine);
  }
  for (std::size_t t : men) {
    PieceSpec& spec = state.tracks[t].spec;
    if (state.tracks[t].slot || spec.unit.empty()) continue;  // else turned out of a full roster
    spec.unit.clear();
    spec.name.clear();
    if (!wears_his_armys_paint(state.tracks[t])) spec.army.clear();
  }
}

/// The tracks whose units are still open, those together that paint does not tell apart.
std::vector<Group> open_groups(const Tracker::State& state) {
  std::vector<Group> groups;
  for (std::size_t t = 0; t < state.tracks.size(); ++t) {
    const PieceSpec& spec = state.tracks[t].spec;
    if (!open_to_enrolment(state.tracks[t])) continue;
    const auto his = std::ranges::find_if(groups, [&](const Group& group) {
      const PieceSpec& other = state.tracks[group.front()].spec;
      return look_alike(spec, other) || (spec.marker == measure::MarkerType::None && other.marker == spec.marker);
    });
    if (his == groups.end())
      groups.push_back({t});
    else
      his->push_back(t);
  }
  return groups;
}

using Specs = std::vector<PieceSpec>;
using Slot = std::optional<std::size_t>;

/// A carried place that differs by less, in inches, is the same: the arithmetic there and back leaves this much behind.
constexpr double kSameSpot = 1e-6;

/// For every piece of one roster the same piece in another.
class SamePieces {
 public:
  SamePieces(const Specs& before, const Specs& now) : to_(before.size()), taken_(now.size(), false) {
    pair(before, now,
         [](const PieceSpec& a, const PieceSpec& b) { return a.tag && a.tag == b.tag && a.mount.dictionary == b.mount.dictionary; });
    pair(before, now, [](const PieceSpec& a, const PieceSpec& b) { return a.name == b.name && a.army == b.army; });
    pair(before, now, [](const PieceSpec& a, const PieceSpec& b) { return a.name == b.name; });
    // What is left on both sides was renamed: units keep their order.
    pair(before, now, [](const PieceSpec& a, const PieceSpec& b) {
      return !a.tag && !b.tag && a.kind == b.kind && a.marker == b.marker && same_make(a.base.shape, b.base.shape);
    });
  }
  [[nodiscard]] Slot of(std::size_t slot) const { return slot < to_.size() ? to_[slot] : std::nullopt; }

 private:
  template <class Same>
  void pair(const Specs& before, const Specs& now, Same same) {
    for (std::size_t b = 0; b < before.size(); ++b)
      for (std::size_t n = 0; n < now.size() && !to_[b]; ++n)
        if (!taken_[n] && same(before[b], now[n])) to_[b] = n, taken_[n] = true;
  }

  std::vector<Slot> to_;
  std::vector<bool> taken_;
};

/// Moves tracks from one roster to another.
class Mover {
 public:
  Mover(const Specs& before, const Specs& now) : before_(before), now_(now), same_(before, now) {
    for (std::size_t slot = 0; slot < before.size(); ++slot)
      if (const Slot to = same_.of(slot)) {
        units_.try_emplace(before[slot].unit, now[*to].unit);
        armies_.try_emplace(before[slot].army, now[*to].army);
      }
  }

  void move(Track& track) const {
    const Slot to = track.slot ? same_.of(*track.slot) : std::nullopt;
    if (!to) return dismiss(track);
    const PieceSpec& was = before_[*track.slot];
    PieceSpec spec = now_[*to];
    if (track.pinned && track.spec.name != was.name) spec.name = track.spec.name;  // given by hand
    if (track.pinned && track.spec.unit != was.unit) spec.unit = renamed(units_, track.spec.unit);
    if (looks_different(was, spec)) track.pose.rebase();  // fitted as another base it stands a little elsewhere
    track.spec = std::move(spec);
    track.slot = to;
    track.enrolled = true;  // nobody's man joins the new company because there is one
  }

 private:
  /// A track that has no place in the roster, or lost it.
  void dismiss(Track& track) const {
    track.spec.army = renamed(armies_, track.spec.army);
    const bool had_one = track.slot.has_value();
    track.slot.reset();
    if (track.pinned) {
      track.spec.unit = renamed(units_, track.spec.unit);
    } else if (had_one) {
      track.enrolled = false;
      track.spec.name.clear();
      track.spec.unit.clear();
    }
  }
  [[nodiscard]] static std::string renamed(const std::map<std::string, std::string>& names, const std::string& name) {
    const auto found = names.find(name);
    return found == names.end() ? std::string() : found->second;
  }
  [[nodiscard]] static bool looks_different(const PieceSpec& a, const PieceSpec& b) {
    return a.marker != b.marker || a.base != b.base || a.mount.height != b.mount.height || a.mount.offset != b.mount.offset;
  }

  const Specs& before_;
  const Specs& now_;
  SamePieces same_;
  std::map<std::string, std::string> units_, armies_;
};

/// Every track the tracker remembers: on the table, away, and as it was before a correction.
template <class Work>
void for_all_tracks(Tracker::State& state, Work work) {
  for (Track& track : state.tracks) work(track);
  for (Track& track : state.retired) work(track);
  for (Corrected& step : state.corrections)
    for (Corrected::Before& before : step.before) work(before.track);
}

std::optional<measure::Radians> carried_heading(const Track& track, const CarryOver& carry, measure::TablePoint to) {
  const auto heading = track.pose.heading();
  if (!heading) return heading;
  const auto ahead = carry(track.pose.at() + measure::one_inch_towards(*heading), track.ground, track.spec.base.height);
  return ahead ? heading_of(ahead->at - to) : *heading;
}

void carry_track(Track& track, const CarryOver& carry) {
  const measure::TablePoint from = track.pose.at();
  const auto to = carry(from, track.ground, track.spec.base.height);
  if (!to || (distance(to->at, from).value < kSameSpot && measure::abs(to->ground - track.ground).value < kSameSpot)) return;
  track.pose.carry_to(to->at, carried_heading(track, carry, to->at));
  track.carried = true;
  for (measure::TablePoint* place : {track.settled ? &track.settled->at : nullptr, track.formed_at ? &*track.formed_at : nullptr})
    if (place)
      if (const auto there = carry(*place, track.ground, track.spec.base.height)) *place = there->at;
  track.ground = to->ground;
}

}  // namespace

void enrol(Tracker::State& state) {
  enrol_tags(state);
  for (const Group& group : open_groups(state)) enrol_group(state, group);
  for (Track& track : state.tracks) make_up_name(state, track);
}

void Tracker::replace_roster(std::vector<PieceSpec> roster) {
  const Specs before = std::exchange(state_->roster, std::move(roster));
  const Mover mover(before, state_->roster);
  for_all_tracks(*state_, [&](Track& track) { mover.move(track); });
  std::erase_if(state_->retired, [](const Track& t) { return !t.slot; });
  enrol(*state_);
}

void Tracker::carry_over(const CarryOver& carry) {
  for_all_tracks(*state_, [&](Track& track) { carry_track(track, carry); });
  for (Denied& denied : state_->denied)
    if (const auto to = carry(denied.at, measure::Inches(0.0), measure::Inches(0.0))) denied.at = to->at;
}

}  // namespace vision
