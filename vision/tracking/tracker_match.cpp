// Pairing tracks with sightings: tags by id, then who stands where he stood, then who moved.
#include <algorithm>
#include <cmath>

#include "vision/tracking/assignment.h"
#include "vision/tracking/tracker_estimate.h"
#include "vision/tracking/tracker_state.h"

namespace vision {
namespace {

using measure::Inches, measure::TablePoint;

/// Squared standard deviations (2 degrees of freedom) within which a sighting is of a piece that did not move: missed once
/// in 270,000. Smaller calls noise a motion, larger hides a small push.
constexpr double kStandingGate = 25.0;
/// ... within which a sighting is of that piece though its base looks like another's, all that is not known of either place counted: 95 %.
constexpr double kInMargins = 6.0;
/// Where nothing changed in the picture, a sighting within this share of the base's narrow side is still that piece, badly fitted; a
/// neighbour's middle is no nearer than that side.
constexpr double kUntouchedGate = 0.6;
/// So far from the middle of a piece, in base sizes, a hand covers part of it or what leans out of it.
constexpr double kHandReach = 0.75;
/// Men of a marching unit land within this many base sizes of their place in the formation.
constexpr double kFormationTolerance = 0.6;
/// ... and are looked for as far as this, in base sizes: men put back in a hurry.
constexpr double kStragglerReach = 3.0;
/// Better nobody in a place of the formation than a man this many base sizes off it, who may be in another's place.
constexpr double kOutOfFormation = 1.5;
/// Farthest a man is taken to have moved on his own between two tables, in inches: the longest charge move with some
/// to spare. Farther away he is taken for another man.
constexpr double kLongestMove = 24.0;
/// Log likelihood by which a pairing must beat the one with two men exchanged; below it the two are doubtful.
constexpr double kDoubtBelow = 3.0;
/// Scatter of men placed in formation by hand, in base sizes, at least: no unit is doubted for being neat.
constexpr double kLeastScatter = 0.15;
/// Margin of a place predicted from the unit's motion, in base sizes.
constexpr double kPredictedMargin = 0.6;

double squared(double x) { return x * x; }

/// One kind of unmarked men: tracks and sightings nobody can tell apart by looks.
struct Kind {
  struct Man {
    std::size_t track;
    bool may_stand;           // something covers its place, so it may have marched with its unit or not
    double scatter = 0.0;     // of its unit as it moved, inches; 0: it did not move as a body
    RigidMotion motion = {};  // of its unit
  };
  std::vector<Man> men;
  std::vector<std::size_t> sightings;
};

class Matcher {
 public:
  Matcher(Tracker::State& state, std::span<const Sighting> sightings, const Evidence& evidence)
      : state_(state), tracks_(state.tracks), sightings_(sightings), evidence_(evidence) {
    out_.sighting_of.resize(tracks_.size());
    out_.moved.resize(tracks_.size(), false);
    out_.superseded.resize(tracks_.size(), false);
    out_.used.resize(sightings.size(), false);
  }

  Matches run() {
    match_tags();
    match_standing();
    match_other_sizes();
    pass_over_contradicted();
    look_for_the_missing();
    match_moved(Presence::Ground);
    if (at_rest(state_, evidence_)) match_moved(Presence::Covered);
    predict_hidden();
    return std::move(out_);
  }

 private:
  void take(std::size_t track, std::size_t sighting, bool moved) {
    out_.sighting_of[track] = sighting;
    out_.moved[track] = moved;
    out_.used[sighting] = true;
  }

  void match_tags() {
    for (std::size_t t = 0; t < tracks_.size(); ++t) {
      std::optional<std::size_t> best;
      for (std::size_t s = 0; s < sightings_.size(); ++s) {
        if (!tracks_[t].spec.tag || out_.used[s] || !could_show(tracks_[t].spec, sightings_[s])) continue;
        if (!best || off(t, s) < off(t, *best)) best = s;
      }
      if (best) take(t, *best, tracks_[t].predicted() || tracks_[t].pose.normalized_innovation(sightings_[*best]) > kStandingGate);
    }
  }

  [[nodiscard]] double off(std::size_t t, std::size_t s) const { return distance(tracks_[t].pose.at(), sightings_[s].at).value; }

  void match_standing() {
    Eigen::MatrixXd cost = Eigen::MatrixXd::Constant(tracks_.size(), sightings_.size(), kInfinity);
    for (std::size_t t = 0; t < tracks_.size(); ++t) {
      const Track& track = tracks_[t];
      if (track.spec.tag || track.predicted()) continue;
      const double reach = extent(track.spec.base.shape).value;
      for (std::size_t s = 0; s < sightings_.size(); ++s) {
        if (out_.used[s] || off(t, s) > reach || !could_show(track.spec, sightings_[s])) continue;
        double price = track.pose.normalized_innovation(sightings_[s]);
        const double untouched = kUntouchedGate * breadth(track.spec.base.shape).value;
        if (price > kStandingGate && off(t, s) < untouched && surely_stands(track)) price = kStandingGate * off(t, s) / untouched;
        cost(t, s) = price;
      }
    }
    const auto sighting_of = assign(cost, kStandingGate);
    for (std::size_t t = 0; t < tracks_.size(); ++t)
      if (sighting_of[t]) take(t, *sighting_of[t], false);
  }

  /// Sizes are mistaken now and then, beside a hand armies and markers as well, and two bases cannot stand in one place: who is found
  /// within the margins of a man of his army, or of whom a hand may touch, is that man, whatever his base seems to be.
  void match_other_sizes() {
    std::vector<std::size_t> open, unused;
    for (std::size_t t = 0; t < tracks_.size(); ++t)
      if (!out_.sighting_of[t] && !tracks_[t].predicted() && !tracks_[t].gone()) open.push_back(t);
    for (std::size_t s = 0; s < sightings_.size(); ++s)
      if (!out_.used[s]) unused.push_back(s);
    if (open.empty() || unused.empty()) return;
    Eigen::MatrixXd cost = Eigen::MatrixXd::Constant(open.size(), unused.size(), kInfinity);
    for (std::size_t t = 0; t < open.size(); ++t) {
      const Track& track = tracks_[open[t]];
      for (std::size_t s = 0; s < unused.size(); ++s) {
        const Sighting& seen = sightings_[unused[s]];
        if (track.spec.tag || seen.tag || (!of_one_army(track.spec, seen) && !in_reach_of_a_hand(track))) continue;
        cost(t, s) = mahalanobis_squared(seen.at - track.pose.at(), track.pose.covariance() + seen.noise + seen.systematic);
        // Where a man seems to stand on another base than his he is badly fitted, too.
        const double untouched = kUntouchedGate * breadth(track.spec.base.shape).value;
        if (!could_show(track.spec, seen)) cost(t, s) = std::min(cost(t, s), kInMargins * off(open[t], unused[s]) / untouched);
      }
    }
    const auto sighting_of = assign(cost, kInMargins);
    for (std::size_t t = 0; t < open.size(); ++t)
      if (sighting_of[t]) take(open[t], unused[*sighting_of[t]], false);
  }

  /// May a hand that is in the picture cover part of the piece, or push it on from picture to picture?
  [[nodiscard]] bool in_reach_of_a_hand(const Track& track) const {
    if (!evidence_.intruder()) return false;
    if (!state_.options.stills) return true;  // of a video; until it is gone
    const Inches reach = extent(track.spec.base.shape) * kHandReach;
    for (const double x : {-1.0, 0.0, 1.0})
      for (const double y : {-1.0, 0.0, 1.0})
        if (evidence_.may_hide(track.pose.at() + measure::TableVector{reach * x, reach * y}, track.ground)) return true;
    return false;
  }

  /// Nothing changed where the track stands, or its own pixels are the same, or a hand covers part of it.
  [[nodiscard]] bool surely_stands(const Track& track) const {
    return in_reach_of_a_hand(track) || !evidence_.touched(track.pose.at(), extent(track.spec.base.shape) * 0.5) ||
           evidence_.look(piece_of(track)) == Presence::Same;
  }

  /// A sighting that would stand in a piece whose pixels are the same as before is a bad fit across its neighbours, or half of it.
  void pass_over_contradicted() {
    for (std::size_t s = 0; s < sightings_.size(); ++s)
      if (!out_.used[s] && !sightings_[s].tag)
        out_.used[s] = std::ranges::any_of(tracks_, [&](const Track& track) {
          return !track.gone() && !track.predicted() && track.times_seen > 0 && in_one_place(track, sightings_[s]) &&
                 evidence_.look(piece_of(track)) == Presence::Same;
        });
  }

  [[nodiscard]] static bool in_one_place(const Track& track, const Sighting& s) {
    return distance(s.at, track.pose.at()) < kOneBaseOnly * std::min(breadth(s.base.shape), breadth(track.spec.base.shape));
  }

  void look_for_the_missing() {
    presence_.resize(tracks_.size(), Presence::Same);
    for (std::size_t t = 0; t < tracks_.size(); ++t) {
      Track& track = tracks_[t];
      if (out_.sighting_of[t]) continue;
      if (!evidence_.looked_at(track.pose.at()) && !track.gone()) continue;
      presence_[t] = presence_of(track);
      if (track.gone() && presence_[t] == Presence::Covered) presence_[t] = Presence::Ground;  // seen bare before: it was lifted
      track.shows_ground(presence_[t] == Presence::Ground);
    }
  }

  [[nodiscard]] Presence presence_of(const Track& track) const {
    if (track.predicted() || another_stands_there(track)) return Presence::Ground;
    return evidence_.look(piece_of(track));
  }

  /// Two bases cannot stand in one place: who is found there has taken the place of who stood there.
  [[nodiscard]] bool another_stands_there(const Track& track) const {
    for (std::size_t s = 0; s < sightings_.size(); ++s)
      if (!sightings_[s].tag && in_one_place(track, sightings_[s]) && (!out_.used[s] || holder(s))) return true;
    return false;
  }

  /// A piece taken up after the last settled table, which may turn out to be one of that table in a new place.
  [[nodiscard]] bool fresh(std::size_t t) const { return state_.any_table && !tracks_[t].settled && !tracks_[t].pinned; }

  /// Those who marched as a body first, of all kinds: whom no body claims may be anybody's who moved on his own.
  void match_moved(Presence presence) {
    std::vector<Kind> kinds;
    std::vector<bool> done(tracks_.size(), false);
    for (std::size_t first = 0; first < tracks_.size(); ++first) {
      if (done[first] || tracks_[first].spec.tag || out_.sighting_of[first] || presence_[first] != presence || fresh(first)) continue;
      Kind kind = kind_of(first, presence);
      for (const Kind::Man& man : kind.men) done[man.track] = true;
      if (presence == Presence::Covered) leave_room_for_newcomers(kind);
      if (kind.sightings.empty()) continue;
      find_body_motions(kind);
      pair(kind, true);
      kinds.push_back(std::move(kind));
    }
    for (const Kind& kind : kinds) pair(kind, false);
  }

  Kind kind_of(std::size_t first, Presence presence) const {
    Kind kind;
    for (std::size_t t = 0; t < tracks_.size(); ++t) {
      if (out_.sighting_of[t] || fresh(t) || !look_alike(tracks_[t].spec, tracks_[first].spec)) continue;
      const bool may_stand = presence == Presence::Ground && presence_[t] == Presence::Covered && may_have_marched(tracks_[t].spec.unit);
      if (presence_[t] != presence && !may_stand) continue;
      kind.men.push_back({t, may_stand});
    }
    for (std::size_t s = 0; s < sightings_.size(); ++s)
      if (could_show(tracks_[first].spec, sightings_[s]) && (!out_.used[s] || fresh_holder(s))) kind.sightings.push_back(s);
    for (Kind::Man& man : kind.men)
      if (const auto body = bodies_.find(tracks_[man.track].spec.unit); body != bodies_.end()) march_with(man, body->second);
    return kind;
  }

  /// Who is covered may have marched with his unit when more of its men left their places than stand in them.
  [[nodiscard]] bool may_have_marched(const std::string& unit) const {
    if (!at_rest(state_, evidence_) || unit.empty()) return false;
    int left = 0;
    for (std::size_t t = 0; t < tracks_.size(); ++t)
      if (tracks_[t].spec.unit == unit && !tracks_[t].spec.tag)
        left += out_.sighting_of[t] ? (out_.moved[t] ? 1 : -1) : presence_[t] == Presence::Ground;
    return left > 0;
  }

  void march_with(Kind::Man& man, const BodyMotion& body) const {
    man.scatter = std::max(body.scatter, extent(tracks_[man.track].spec.base.shape) * kLeastScatter).value;
    man.motion = body.motion;
  }

  [[nodiscard]] std::optional<std::size_t> holder(std::size_t sighting) const {
    for (std::size_t t = 0; t < tracks_.size(); ++t)
      if (out_.sighting_of[t] == sighting) return t;
    return std::nullopt;
  }
  [[nodiscard]] bool fresh_holder(std::size_t sighting) const {
    const auto t = holder(sighting);
    return t && fresh(*t);
  }
  /// Were both this man and who holds the sighting seen in one picture? Then it is not his.
  [[nodiscard]] bool was_seen_beside_holder(const Track& man, std::size_t sighting) const {
    const auto t = holder(sighting);
    return t && tracks_[*t].believed_in && man.sighted_in >= *tracks_[*t].believed_in;
  }

  /// Was the man of this slot of the roster taken off the table?
  [[nodiscard]] bool was_lifted(std::size_t slot) const {
    return std::ranges::any_of(state_.retired, [&](const Track& track) { return track.slot == slot; });
  }

  /// While the roster has men of this kind who never stood on the table, an unknown sighting may be one of them; a man under
  /// a hand is only taken to have moved when there are more sightings than newcomers.
  void leave_room_for_newcomers(Kind& kind) const {
    std::size_t newcomers = 0;
    for (std::size_t slot = 0; slot < state_.roster.size(); ++slot) {
      if (!was_lifted(slot) && !state_.slot_taken(slot) && look_alike(state_.roster[slot], tracks_[kind.men.front().track].spec))
        ++newcomers;
    }
    if (state_.roster.empty() || newcomers >= kind.sightings.size()) kind.sightings.clear();
  }

  /// Has a unit men of this look who never stood on a settled table?
  [[nodiscard]] bool awaits_newcomers(const std::string& unit, const measure::PieceSpec& look) const {
    for (std::size_t slot = 0; slot < state_.roster.size(); ++slot) {
      if (state_.roster[slot].unit != unit || !look_alike(state_.roster[slot], look)) continue;
      const Track* holder = state_.holder_of(slot);
      if (!was_lifted(slot) && (holder == nullptr || !holder->settled)) return true;
    }
    return false;
  }

  /// Do men of this look, one here and one there, stand beside each other?
  [[nodiscard]] static bool are_beside(TablePoint here, TablePoint there, const measure::PieceSpec& look) {
    return distance(here, there) < kClusterGap * extent(look.base.shape);
  }

  /// Of the men of this look beside a place who stand where they stood, the nearest; null where there is none.
  [[nodiscard]] const Track* nearest_standing(TablePoint here, const measure::PieceSpec& look) const {
    const Track* nearest = nullptr;
    for (std::size_t t = 0; t < tracks_.size(); ++t) {
      const Track& man = tracks_[t];
      if (!out_.sighting_of[t] || out_.moved[t] || fresh(t) || !look_alike(man.spec, look)) continue;
      if (!are_beside(man.pose.at(), here, man.spec)) continue;
      if (nearest == nullptr || distance(man.pose.at(), here) < distance(nearest->pose.at(), here)) nearest = &man;
    }
    return nearest;
  }

  /// The one of them who is reached first from a sighting, from one to the next of those who turned up. `turned_up`: that one and others.
  [[nodiscard]] const Track* standing_beside(std::size_t sighting, std::vector<std::size_t> turned_up,
                                             const measure::PieceSpec& look) const {
    std::erase(turned_up, sighting);
    std::vector<TablePoint> reached{sightings_[sighting].at};
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const TablePoint here = reached[next];
      if (const Track* man = nearest_standing(here, look)) return man;
      std::erase_if(turned_up, [&](std::size_t s) {
        if (!are_beside(sightings_[s].at, here, look)) return false;
        reached.push_back(sightings_[s].at);
        return true;
      });
    }
    return nullptr;
  }

  /// The leader's or gun's own motion since the last settled table.
  [[nodiscard]] std::vector<RigidMotion> hints_for(const std::string& unit) const {
    std::vector<RigidMotion> hints;
    for (std::size_t t = 0; t < tracks_.size(); ++t) {
      const Track& track = tracks_[t];
      if (track.spec.unit != unit || !track.spec.tag || !out_.sighting_of[t]) continue;
      const Sighting& now = sightings_[*out_.sighting_of[t]];
      const TablePoint from = track.settled ? track.settled->at : track.pose.at();
      const auto heading = track.settled ? track.settled->heading : track.pose.heading();
      const measure::Radians turn = heading && now.heading ? measure::wrapped(*now.heading - *heading) : measure::Radians{};
      if (out_.moved[t] || distance(from, now.at) > 0.5 * extent(track.spec.base.shape))
        hints.push_back({.about = from, .turn = turn, .step = now.at - from});
    }
    return hints;
  }

  /// Finds how each unit of the kind moved as a body, the surest first; each claims its sightings.
  void find_body_motions(Kind& kind) {
    std::vector<std::string> units;
    for (const Kind::Man& man : kind.men)
      if (const std::string& unit = tracks_[man.track].spec.unit; !bodies_.contains(unit) && std::ranges::find(units, unit) == units.end())
        units.push_back(unit);
    std::vector<std::size_t> open = kind.sightings;
    const Inches size = extent(tracks_[kind.men.front().track].spec.base.shape);
    while (!units.empty() && !open.empty()) {
      std::optional<BodyMotion> best;
      double best_share = 0.0;
      std::string best_unit;
      for (const std::string& unit : units) {
        const auto men = men_of(kind, unit);
        const auto hints = hints_for(unit);
        const auto body = body_motion(men, points(open), hints, size * kFormationTolerance);
        if (!body || (body->men < 3 && hints.empty())) continue;
        const double share = static_cast<double>(body->men) / static_cast<double>(men.size()) + (hints.empty() ? 0.0 : 1.0);
        if (2 * static_cast<std::size_t>(body->men) < std::min(men.size(), open.size()) || share <= best_share) continue;
        best = body;
        best_share = share;
        best_unit = unit;
      }
      if (!best) break;
      adopt(kind, best_unit, *best, open, size);
      std::erase(units, best_unit);
    }
  }

  /// Where a man stood in the formation: on the last settled table, before hands began to move it piecemeal.
  [[nodiscard]] static TablePoint formed_up(const Track& track) { return track.formed_at ? *track.formed_at : track.pose.at(); }

  [[nodiscard]] std::vector<TablePoint> men_of(const Kind& kind, const std::string& unit) const {
    std::vector<TablePoint> out;
    for (const Kind::Man& man : kind.men)
      if (tracks_[man.track].spec.unit == unit) out.push_back(formed_up(tracks_[man.track]));
    return out;
  }
  [[nodiscard]] std::vector<TablePoint> points(std::span<const std::size_t> sightings) const {
    std::vector<TablePoint> out;
    for (std::size_t s : sightings) out.push_back(sightings_[s].at);
    return out;
  }

  void adopt(Kind& kind, const std::string& unit, const BodyMotion& body, std::vector<std::size_t>& open, Inches size) {
    bodies_.insert_or_assign(unit, body);
    for (Kind::Man& man : kind.men) {
      const Track& track = tracks_[man.track];
      if (track.spec.unit != unit) continue;
      march_with(man, body);
      std::optional<std::size_t> nearest;
      const TablePoint expected = body.motion(formed_up(track));
      for (std::size_t k = 0; k < open.size(); ++k)
        if (distance(sightings_[open[k]].at, expected) < size * kFormationTolerance &&
            (!nearest || distance(sightings_[open[k]].at, expected) < distance(sightings_[open[*nearest]].at, expected)))
          nearest = k;
      if (nearest) open.erase(open.begin() + static_cast<std::ptrdiff_t>(*nearest));
    }
  }

  /// Pairs what is left of a kind: first `in_formation`, then each man on his own.
  void pair(const Kind& kind, bool in_formation) {
    std::vector<Kind::Man> rows;
    std::ranges::copy_if(kind.men, std::back_inserter(rows),
                         [&](const Kind::Man& man) { return !out_.sighting_of[man.track] && (in_formation || !man.may_stand); });
    std::vector<std::size_t> columns;
    for (std::size_t s : kind.sightings)
      if (!out_.used[s] || fresh_holder(s)) columns.push_back(s);
    Eigen::MatrixXd cost(rows.size(), columns.size());
    double moved_squares = 0.0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      // Who turns up among men of a unit of which not all were seen yet is rather one of those than somebody of another who walked there.
      const Track* beside = in_formation ? nullptr : standing_beside(columns[c], columns, tracks_[kind.men.front().track].spec);
      if (beside != nullptr && !awaits_newcomers(beside->spec.unit, beside->spec)) beside = nullptr;
      for (std::size_t r = 0; r < rows.size(); ++r) {
        const bool newcomer = beside != nullptr && beside->spec.unit != tracks_[rows[r].track].spec.unit;
        cost(r, c) = newcomer ? kInfinity : price(kind, rows[r], columns[c], in_formation);
      }
    }
    const double none =
        in_formation && !bodies_.empty() ? kOutOfFormation * extent(tracks_[kind.men.front().track].spec.base.shape).value : kLongestMove;
    const auto column_of = assign(cost, squared(none));
    std::size_t pairs = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (!column_of[r]) continue;
      moved_squares += squared(off(rows[r].track, columns[*column_of[r]]));
      ++pairs;
    }
    const double alone = std::sqrt(moved_squares / static_cast<double>(std::max<std::size_t>(1, pairs)));
    std::vector<double> sigma;
    for (const Kind::Man& man : rows) sigma.push_back(in_formation && man.scatter > 0.0 ? man.scatter : alone);
    note_doubts(rows, cost, column_of, sigma);
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (column_of[r]) carry_over(rows[r].track, columns[*column_of[r]]);
  }

  [[nodiscard]] double price(const Kind& kind, const Kind::Man& man, std::size_t sighting, bool in_formation) const {
    const Track& track = tracks_[man.track];
    const Inches size = extent(track.spec.base.shape);
    const bool body = man.scatter > 0.0;
    const TablePoint expected = body ? man.motion(formed_up(track)) : track.pose.at();
    const double gap = distance(expected, sightings_[sighting].at).value;
    if (body && gap > (man.may_stand ? kFormationTolerance : kStragglerReach) * size.value) return kInfinity;
    if (in_formation && !body) return kInfinity;
    if (!body && !bodies_.empty() && belongs_to_a_body(kind, sighting)) return kInfinity;
    if (track.predicted() && gap > kStragglerReach * size.value) return kInfinity;
    if (was_seen_beside_holder(track, sighting)) return kInfinity;
    return squared(gap);
  }

  /// Is `sighting` the predicted place of a man of a unit that marched? Then it is not for men of other units.
  [[nodiscard]] bool belongs_to_a_body(const Kind& kind, std::size_t sighting) const {
    return std::ranges::any_of(kind.men, [&](const Kind::Man& man) {
      const Track& track = tracks_[man.track];
      return man.scatter > 0.0 &&
             distance(man.motion(formed_up(track)), sightings_[sighting].at) < extent(track.spec.base.shape) * kFormationTolerance;
    });
  }

  void note_doubts(std::span<const Kind::Man> rows, const Eigen::MatrixXd& cost, std::span<const std::optional<std::size_t>> column_of,
                   std::span<const double> sigma) {
    for (std::size_t a = 0; a < rows.size(); ++a)
      for (std::size_t b = a + 1; b < rows.size(); ++b) {
        if (!column_of[a] || !column_of[b]) continue;
        const auto at = [&](std::size_t r, std::size_t c) { return cost(r, c); };
        const double worse = at(a, *column_of[b]) + at(b, *column_of[a]) - at(a, *column_of[a]) - at(b, *column_of[b]);
        const double spread = squared(std::max(sigma[a], sigma[b]));
        if (!std::isfinite(worse) || spread <= 0.0 || worse / (2.0 * spread) >= kDoubtBelow) continue;
        Track &one = tracks_[rows[a].track], &two = tracks_[rows[b].track];
        one.could_be.insert(two.id);
        two.could_be.insert(one.id);
      }
  }

  void carry_over(std::size_t track, std::size_t sighting) {
    if (const auto t = holder(sighting)) {
      out_.sighting_of[*t].reset();
      out_.superseded[*t] = true;
    }
    take(track, sighting, true);
  }

  /// Men of a unit that marched who are not seen, neither where they stood nor where they should be now: when something there
  /// can hide them, that is where they are.
  void predict_hidden() {
    for (std::size_t t = 0; t < tracks_.size(); ++t) {
      Track& track = tracks_[t];
      const auto body = bodies_.find(track.spec.unit);
      const bool left =
          presence_[t] == Presence::Ground || (presence_[t] == Presence::Covered && at_rest(state_, evidence_) && !evidence_.intruder());
      if (out_.sighting_of[t] || body == bodies_.end() || !left || track.spec.unit.empty()) continue;
      const TablePoint there = body->second.motion(formed_up(track));
      if (!evidence_.may_hide(there, track.ground)) continue;
      std::optional<measure::Radians> heading = track.pose.heading();
      if (heading) heading = measure::wrapped(*heading + body->second.motion.turn);
      const Inches margin = extent(track.spec.base.shape) * kPredictedMargin;
      track.pose =
          PoseEstimate(there, measure::covariance_of(margin), heading, std::max(track.pose.heading_sigma(), kPredictedMargin / 2.0));
      track.life = Life::Predicted;
    }
  }

  Tracker::State& state_;
  std::vector<Track>& tracks_;
  std::span<const Sighting> sightings_;
  const Evidence& evidence_;
  Matches out_;
  std::vector<Presence> presence_;
  std::map<std::string, BodyMotion> bodies_;  // by unit
};

}  // namespace

bool at_rest(const Tracker::State& state, const Evidence& evidence) {
  return state.options.stills || evidence.quiet_for() >= state.options.settle_after;
}

Matches match(Tracker::State& state, std::span<const Sighting> sightings, const Evidence& evidence) {
  return Matcher(state, sightings, evidence).run();
}

}  // namespace vision
