#include "vision/tracking/tracker.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vision/tracking/tracker_state.h"

namespace vision {
namespace {

using measure::Inches;

/// Squared standard deviations (2 degrees of freedom) beyond which a piece was moved, not measured differently: by chance
/// once in 270,000. Smaller invents moves on a full table, larger overlooks small ones.
constexpr double kMovedGate = 25.0;
/// The same for headings, in standard deviations.
constexpr double kTurnedGate = 5.0;
/// Sightings in a row that must contradict an untouched piece before it is believed to have moved unnoticed.
constexpr int kOutliersBelieved = 3;
/// Video frames a new piece must be sighted in before it is shown: a hand's knuckle may pass for a base once.
constexpr int kFramesToBelieve = 3;
/// Sightings the estimate weighs at most while something moves near the piece: a slow push is followed in as many frames.
constexpr double kRestlessMemory = 3.0;
/// ... and while it stands: in effect all of them.
constexpr double kLongMemory = 1e6;
/// Share of an unmarked base that its centre keeps at least from another base's edge; its half would be contact, less is for tilt.
constexpr double kLeastApart = 0.3;
/// Reach about a piece, in base sizes, within which a change in the picture may have moved it.
constexpr double kTouchReach = 0.5;
/// Different bases of one make differ less than this share: printed or sold sizes vary by a few percent.
constexpr double kMakeTolerance = 0.1;

Track new_track(Tracker::State& state, const Sighting& s) {
  Track track{.id = state.next_id++, .pose = PoseEstimate(s), .ground = s.ground, .times_seen = 1};
  track.spec.army = s.army;
  track.spec.base = s.base;
  track.spec.marker = s.marker;
  track.spec.tag = s.tag;
  track.spec.mount.dictionary = s.dictionary;
  track.may_be = s.may_be;
  if (s.coat) track.coat = tint_in_any_light(*s.coat);
  return track;
}

bool touched(const Track& track, const Evidence& evidence) {
  return evidence.touched(track.pose.at(), extent(track.spec.base.shape) * kTouchReach);
}

/// A piece cannot have moved where nothing changed, nor when its own pixels are the same.
bool can_have_moved(const Track& track, const Evidence& evidence) {
  if (evidence.intruder()) return false;  // half under a hand it may be measured badly; if it was pushed, it shows again and again
  return touched(track, evidence) && evidence.look(piece_of(track)) != Presence::Same;
}

/// Takes a sighting of a piece that did not go elsewhere: averages it in, or follows a push.
void follow(Track& track, const Sighting& s, bool restless, bool again, const Evidence& evidence, VaryingShares& shares) {
  const bool agrees = track.pose.normalized_innovation(s) <= kMovedGate && track.pose.normalized_heading_innovation(s) <= kTurnedGate;
  if (agrees && again && !track.pose.rebased()) return;  // one picture averages in once
  if (agrees || track.pose.rebased()) {
    track.outliers = 0;
    track.pose.absorb(s, restless ? kRestlessMemory : kLongMemory, shares);
  } else if (can_have_moved(track, evidence) || (!again && ++track.outliers >= kOutliersBelieved)) {
    track.outliers = 0;
    track.pose.restart(s);
  }
}

void note_sighted(Track& track, int picture) {
  if (!track.believed_in && track.times_seen >= kFramesToBelieve) track.believed_in = picture;
  track.sighted_in = picture;
}

/// `again`: the picture before was this one.
void apply(Tracker::State& state, const Matches& matches, std::span<const Sighting> sightings, bool again, const Evidence& evidence) {
  for (std::size_t t = 0; t < state.tracks.size(); ++t) {
    Track& track = state.tracks[t];
    if (!matches.sighting_of[t]) continue;
    const Sighting& s = sightings[*matches.sighting_of[t]];
    const bool restless =
        !state.options.stills && !state.settled && evidence.quiet_for() < 0.5 * state.options.settle_after && touched(track, evidence);
    if (matches.moved[t])
      track.pose.restart(s);
    else
      follow(track, s, restless, again, evidence, state.varying[s.marker]);
    track.ground = s.ground;
    if (!track.enrolled && !s.may_be.empty()) track.may_be = s.may_be;
    if (s.coat) track.coat = tint_in_any_light(*s.coat);
    track.seen = Seen::Yes;
    track.life = Life::Standing;
    if (!again || track.times_seen == 0) ++track.times_seen;
    note_sighted(track, state.pictures);
  }
}

/// What became of pieces that were looked for and not sighted.
void judge_unseen(Tracker::State& state, const Matches& matches, const Evidence& evidence) {
  for (std::size_t t = 0; t < state.tracks.size(); ++t) {
    Track& track = state.tracks[t];
    if (matches.sighting_of[t] || matches.superseded[t]) continue;
    if (track.predicted()) {
      track.seen = Seen::Hidden;
      track.shows_ground(!evidence.may_hide(track.pose.at(), track.ground) && evidence.look(piece_of(track)) == Presence::Ground);
    } else if (track.gone()) {
      track.seen = Seen::Lost;
    } else if (evidence.looked_at(track.pose.at())) {
      const bool same = track.times_seen > 0 && evidence.look(piece_of(track)) == Presence::Same;
      track.seen = same && !track.pose.rebased() ? Seen::Yes : Seen::Hidden;
    }
  }
}

void drop_superseded(Tracker::State& state, const Matches& matches) {
  for (std::size_t t = state.tracks.size(); t-- > 0;)
    if (matches.superseded[t]) state.tracks.erase(state.tracks.begin() + static_cast<std::ptrdiff_t>(t));
}

bool denied(const Tracker::State& state, const Sighting& s) {
  return std::ranges::any_of(state.denied,
                             [&](const Denied& d) { return d.marker == s.marker && d.tag == s.tag && distance(d.at, s.at) < d.reach; });
}

/// Is `p` so deep inside this base that no other can stand there?
bool within_base(const measure::Shape& shape, measure::TablePoint centre, measure::Radians heading, measure::TablePoint p, Inches margin) {
  const auto [length, width] = sides(shape);
  const measure::TableVector local = rotated(p - centre, -heading);
  return std::abs(local.dx.value) < 0.5 * length + margin.value && std::abs(local.dy.value) < 0.5 * width + margin.value;
}

/// Does a base at this place lie on that of a tag in sight?
bool on_base_of_a_seen_tag(std::span<const Sighting> sightings, measure::TablePoint at, const measure::Base& base) {
  return std::ranges::any_of(sightings, [&](const Sighting& other) {
    return other.tag && other.heading && within_base(other.base.shape, other.at, *other.heading, at, breadth(base.shape) * kLeastApart);
  });
}

/// Two bases cannot stand in one place: what looks like an unmarked base on the coloured base of a tagged piece is that base.
bool on_a_tagged_base(const Tracker::State& state, std::span<const Sighting> sightings, const Sighting& s) {
  if (s.tag) return false;
  if (on_base_of_a_seen_tag(sightings, s.at, s.base)) return true;
  const Inches margin = breadth(s.base.shape) * kLeastApart;
  return std::ranges::any_of(state.tracks, [&](const Track& t) {
    const bool sighted = std::ranges::any_of(sightings, [&](const Sighting& other) { return t.spec.tag && other.tag == t.spec.tag; });
    return t.spec.tag && !sighted && !t.gone() && !t.predicted() && t.pose.heading() &&
           within_base(t.spec.base.shape, t.pose.at(), *t.pose.heading(), s.at, margin);
  });
}

/// Nobody stands where somebody was taken for an unmarked man and the tag that lies on that base was not read then, unless a player says
/// so.
void lose_bases_of_tags(Tracker::State& state, std::span<const Sighting> sightings) {
  for (Track& track : state.tracks) {
    if (track.spec.marker != measure::MarkerType::None || track.slot || track.pinned) continue;
    if (!on_base_of_a_seen_tag(sightings, track.pose.at(), track.spec.base)) continue;
    track.shows_ground(true);
    track.seen = Seen::Lost;
  }
}

/// A denied place that was touched and shows nothing any more is a place like any other again.
void forget_denials(Tracker::State& state, std::span<const Sighting> sightings, const Evidence& evidence) {
  std::erase_if(state.denied, [&](const Denied& d) {
    const bool sighted = std::ranges::any_of(sightings, [&](const Sighting& s) { return distance(d.at, s.at) < d.reach; });
    return !sighted && evidence.looked_at(d.at) && evidence.touched(d.at, d.reach);
  });
}

/// Where a tagged piece is known to be hidden, what looks like a base of its army is its own, the tag out of sight.
bool may_be_a_hidden_leader(const Tracker::State& state, const Sighting& s) {
  return !s.tag && std::ranges::any_of(state.tracks, [&](const Track& t) {
    return t.spec.tag && t.predicted() && t.pose.heading() && (s.army.empty() || s.army == t.spec.army) &&
           within_base(t.spec.base.shape, t.pose.at(), *t.pose.heading(), s.at, margin_of(t.pose.covariance()));
  });
}

/// While a hand is about, a fingertip may look like a base without its wedge, and half a piece like another: nobody new stands where
/// somebody stands.
bool may_be_a_hands(const Tracker::State& state, const Sighting& s, const Evidence& evidence) {
  if (!evidence.intruder()) return false;
  if (s.marker == measure::MarkerType::Disc && !s.heading) return true;
  return std::ranges::any_of(state.tracks, [&](const Track& t) {
    return !t.gone() && t.settled && distance(t.settled->at, s.at) < kOneBaseOnly * breadth(t.spec.base.shape);
  });
}

/// Takes up what no track explains. A tag that was removed comes back as the piece it was.
void welcome(Tracker::State& state, const Matches& matches, std::span<const Sighting> sightings, const Evidence& evidence) {
  bool any = false;
  for (std::size_t s = 0; s < sightings.size(); ++s) {
    if (matches.used[s] || may_be_a_hidden_leader(state, sightings[s]) || may_be_a_hands(state, sightings[s], evidence)) continue;
    const auto back = std::ranges::find_if(state.retired, [&](const Track& r) {
      return r.spec.tag && could_show(r.spec, sightings[s]) && !(r.slot && state.slot_taken(*r.slot));
    });
    Track track = new_track(state, sightings[s]);
    if (back != state.retired.end()) {
      track.id = back->id;
      track.spec = back->spec;
      track.slot = back->slot;
      track.pinned = back->pinned;
      track.enrolled = true;
      state.retired.erase(back);
    }
    if (state.options.stills || !state.any_table) track.times_seen = kFramesToBelieve;
    note_sighted(track, state.pictures);
    state.tracks.push_back(std::move(track));
    any = true;
  }
  if (any) enrol(state);
  std::ranges::sort(state.tracks, {}, &Track::id);
}

SettledPose pose_now(const Track& track) {
  return {.at = track.pose.at(),
          .covariance = track.pose.covariance(),
          .heading = track.pose.heading(),
          .heading_sigma = track.pose.heading_sigma()};
}

/// Beyond both margins, and beyond chance on a full table.
bool significantly_moved(const SettledPose& was, const SettledPose& is) {
  const measure::TableVector step = is.at - was.at;
  return length(step) > margin_of(was.covariance) + margin_of(is.covariance) &&
         mahalanobis_squared(step, was.covariance + is.covariance) > kMovedGate;
}

bool significantly_turned(const SettledPose& was, const SettledPose& is) {
  if (!was.heading || !is.heading) return false;
  const double turn = std::abs(measure::wrapped(*is.heading - *was.heading).value);
  return turn > measure::kSigmasOf95 * (was.heading_sigma + is.heading_sigma) &&
         turn > kTurnedGate * std::hypot(was.heading_sigma, is.heading_sigma);
}

/// Does the picture still show the piece where it stood on the last settled table, pixel for pixel?
bool unchanged_since_settled(const Track& track, const Evidence& evidence) {
  Piece there = piece_of(track);
  there.at = track.settled->at;
  return distance(there.at, track.pose.at()) < breadth(track.spec.base.shape) && evidence.look(there) == Presence::Same;
}

/// Compares one piece with the last settled table.
void settle_piece(Tracker::State& state, Track& track, TableState& out, const Evidence& evidence) {
  const bool report = state.any_table && !state.options.set_up;
  if (!track.settled) {
    if (track.seen != Seen::Yes) return;
    track.settled = pose_now(track);
    if (report) out.added.push_back(track.id);
    return;
  }
  if (track.seen != Seen::Yes && (!track.predicted() || track.spec.tag))
    return;  // a man marches with his unit; a leader rides where he likes
  const SettledPose now = pose_now(track);
  if (std::exchange(track.carried, false)) {
    track.settled = now;
    return;
  }
  const bool moved = significantly_moved(*track.settled, now), turned = significantly_turned(*track.settled, now);
  if ((moved || turned) && !track.predicted() && unchanged_since_settled(track, evidence)) {  // one of the two poses was badly measured
    track.settled = now;
    return;
  }
  if ((moved || turned) && report) {
    out.moves.push_back(
        {.id = track.id, .from = track.settled->at, .to = now.at, .heading_from = track.settled->heading, .heading_to = now.heading});
    track.enrolled = track.enrolled || track.slot.has_value();  // it marched as one of this unit
  }
  // Unmoved pieces keep the pose they are compared with, so that nobody creeps; it only gets better where nothing changed.
  const bool much_better = margin_of(now.covariance) < 0.5 * margin_of(track.settled->covariance);  // it was only predicted
  if (moved || turned || much_better || state.options.set_up || state.moved_since || !touched(track, evidence)) track.settled = now;
}

void retire(Tracker::State& state, std::size_t index) {
  Track track = state.tracks[index];
  state.tracks.erase(state.tracks.begin() + static_cast<std::ptrdiff_t>(index));
  for (Track& other : state.tracks) other.could_be.erase(track.id);
  if (track.slot) state.retired.push_back(std::move(track));
}

void settle(Tracker::State& state, TableState& out, const Evidence& evidence) {
  for (std::size_t t = state.tracks.size(); t-- > 0;) {
    if (!state.tracks[t].gone()) continue;
    if (state.tracks[t].settled && state.any_table && !state.options.set_up) out.removed.push_back(state.tracks[t].id);
    retire(state, t);
  }
  std::ranges::sort(out.removed);
  bool newcomers = false;
  for (Track& track : state.tracks) {
    const bool before = track.settled.has_value();
    settle_piece(state, track, out, evidence);
    if (before || !track.settled || track.spec.tag || track.pinned) continue;
    track.enrolled = false;  // while hands were at work units stood half here, half there
    newcomers = true;
  }
  std::erase_if(state.tracks, [](const Track& t) { return !t.settled; });  // seen for a moment and never again
  if (newcomers) enrol(state);
  for (Track& track : state.tracks) track.formed_at = track.pose.at();
  state.any_table = true;
  state.moved_since = false;
}

/// A table that stays settled is known ever better; what it is compared with later follows.
void refine_settled(Tracker::State& state, const Evidence& evidence) {
  for (Track& track : state.tracks)
    if (track.settled && track.seen == Seen::Yes && (track.carried || !touched(track, evidence))) {
      track.settled = pose_now(track);
      track.carried = false;
    }
}

bool settles(const Tracker::State& state, const Evidence& evidence) {
  if (evidence.intruder()) return false;
  return (!state.any_table && state.before.empty()) || at_rest(state, evidence);  // the first picture is where the game begins
}

bool shown(const Track& track) { return track.settled || track.times_seen >= kFramesToBelieve; }

}  // namespace

bool same_make(const measure::Shape& a, const measure::Shape& b) {
  const auto [al, aw] = sides(a);
  const auto [bl, bw] = sides(b);
  const auto near = [](double x, double y) { return std::abs(x - y) <= kMakeTolerance * std::max(x, y); };
  return a.index() == b.index() && near(al, bl) && near(aw, bw);
}

bool of_one_army(const measure::PieceSpec& spec, const Sighting& s) {
  return !spec.tag && !s.tag && spec.marker == s.marker && (spec.army == s.army || spec.army.empty() || s.army.empty());
}

bool could_show(const measure::PieceSpec& spec, const Sighting& s) {
  if (spec.tag || s.tag) return spec.tag == s.tag && spec.mount.dictionary == s.dictionary;
  if (!of_one_army(spec, s)) return false;
  return s.marker == measure::MarkerType::None || same_make(spec.base.shape, s.base.shape);
}

bool look_alike(const measure::PieceSpec& a, const measure::PieceSpec& b) {
  return !a.tag && !b.tag && a.marker == b.marker && a.army == b.army && same_make(a.base.shape, b.base.shape);
}

Piece piece_of(const Track& track) {
  const double sigmas = measure::kSigmasOf95;
  return {.id = track.id,
          .name = track.spec.name,
          .army = track.spec.army,
          .unit = track.spec.unit,
          .kind = track.spec.kind,
          .base = track.spec.base,
          .marker = track.spec.marker,
          .tag = track.spec.tag,
          .figure_height = track.spec.figure_height,
          .at = track.pose.at(),
          .ground = track.ground,
          .covariance = track.pose.covariance(),
          .heading = track.pose.heading(),
          .heading_margin = measure::Radians(sigmas * track.pose.heading_sigma()),
          .seen = track.seen,
          .doubtful = !track.could_be.empty(),
          .could_be = {track.could_be.begin(), track.could_be.end()}};
}

Track* Tracker::State::find(int id) {
  const auto found = std::ranges::find(tracks, id, &Track::id);
  return found == tracks.end() ? nullptr : &*found;
}

const Track* Tracker::State::holder_of(std::size_t slot) const {
  const auto found = std::ranges::find(tracks, std::optional(slot), &Track::slot);
  return found == tracks.end() ? nullptr : &*found;
}

Tracker::Tracker(std::vector<measure::PieceSpec> roster, TrackerOptions options) : state_(std::make_unique<State>()) {
  state_->roster = std::move(roster);
  state_->options = options;
}
Tracker::~Tracker() = default;
Tracker::Tracker(Tracker&&) noexcept = default;
Tracker& Tracker::operator=(Tracker&&) noexcept = default;

/// Where several pairings explain the picture alike, the one taken must depend neither on the order in which detectors found the pieces nor
/// on noise: left to right, and places nearer than this (inches) count as one.
std::pair<long, long> reading_order(const Sighting& s) {
  constexpr double kSamePlace = 0.02;
  return {std::lround(s.at.x.value / kSamePlace), std::lround(s.at.y.value / kSamePlace)};
}

TableState Tracker::update(const Observed& observed) {
  State& state = *state_;
  const Evidence nothing_known;
  const Evidence& evidence = observed.evidence ? *observed.evidence : nothing_known;
  if (observed.camera_moved) {
    for (Track& track : state.tracks) track.pose.rebase();
    state.moved_since = true;
  }
  std::vector<Sighting> sightings;
  for (const Sighting& s : observed.sightings)
    if (!denied(state, s) && !on_a_tagged_base(state, observed.sightings, s)) sightings.push_back(s);
  std::ranges::sort(sightings, {}, reading_order);

  forget_denials(state, observed.sightings, evidence);

  const std::tuple now(observed.frame.name, observed.frame.captured_at, observed.frame.sequence);
  if (state.looked != now) ++state.pictures;
  const Matches matches = match(state, sightings, evidence);
  apply(state, matches, sightings, state.looked == now, evidence);
  state.looked = now;
  judge_unseen(state, matches, evidence);
  drop_superseded(state, matches);
  lose_bases_of_tags(state, sightings);
  welcome(state, matches, sightings, evidence);

  TableState out{.frame = observed.frame.name,
                 .time = observed.frame.captured_at,
                 .camera = {.registered = true,
                            .moved = observed.camera_moved,
                            .tags_seen = observed.registration.tags_seen,
                            .reprojection_px = observed.registration.reprojection_px,
                            .height = observed.registration.camera.height()},
                 .settled = settles(state, evidence),
                 .findings = observed.registration.findings};
  if (out.settled && !state.before.empty()) know_again(state, out, evidence);
  if (out.settled && (!state.settled || state.options.stills))
    settle(state, out, evidence);
  else if (out.settled)
    refine_settled(state, evidence);
  state.settled = out.settled;
  out.pieces = pieces();
  return out;
}

std::vector<Piece> Tracker::pieces() const {
  std::vector<Piece> out;
  for (const Track& track : state_->tracks)
    if (shown(track)) out.push_back(piece_of(track));
  return out;
}

void Tracker::take_up(std::vector<Piece> before, int next_id) {
  state_->before = std::move(before);
  state_->next_id = next_id;
}

bool Tracker::waits() const { return !state_->before.empty(); }

void Tracker::set_up_mode(bool on) { state_->options.set_up = on; }

}  // namespace vision
