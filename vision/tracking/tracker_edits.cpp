// What stays of the tracks when roster, table or lens are edited while the game stands there.
#include <algorithm>
#include <map>
#include <utility>

#include "vision/tracking/tracker_state.h"

namespace vision {
namespace {

using measure::PieceSpec;
using Specs = std::vector<PieceSpec>;
using Slot = std::optional<std::size_t>;

/// A carried place that differs by less, in inches, is the same: the arithmetic there and back leaves this much behind.
constexpr double kSamePlace = 1e-6;

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
  if (!to || (distance(to->at, from).value < kSamePlace && measure::abs(to->ground - track.ground).value < kSamePlace)) return;
  track.pose.carry_to(to->at, carried_heading(track, carry, to->at));
  track.carried = true;
  for (measure::TablePoint* place : {track.settled ? &track.settled->at : nullptr, track.formed_at ? &*track.formed_at : nullptr})
    if (place)
      if (const auto there = carry(*place, track.ground, track.spec.base.height)) *place = there->at;
  track.ground = to->ground;
}

}  // namespace

void Tracker::replace_roster(std::vector<PieceSpec> roster) {
  const Specs before = std::exchange(state_->roster, std::move(roster));
  const Mover mover(before, state_->roster);
  for_all_tracks(*state_, [&](Track& track) { mover.move(track); });
  std::erase_if(state_->retired, [](const Track& t) { return !t.slot; });
  enrol(*state_);
}

void Tracker::carry_over(const CarryOver& carry) {
  for_all_tracks(*state_, [&](Track& track) { carry_track(track, carry); });
  const auto carry_denial = [&](Denied& denied) {
    if (const auto to = carry(denied.at, measure::Inches(0.0), measure::Inches(0.0))) denied.at = to->at;
  };
  for (Denied& denied : state_->denied) carry_denial(denied);
  for (Corrected& step : state_->corrections)
    for (Denied& denied : step.lifted) carry_denial(denied);
}

}  // namespace vision
