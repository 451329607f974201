#include "rules/charge/combat/contact.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <set>

#include "measure/footprint.h"
#include "measure/gap.h"
#include "rules/charge/combat/melee.h"
#include "rules/charge/move/going.h"
#include "rules/charge/move/path_blockers.h"

namespace rules::charge {
namespace {

using measure::Inches;

/// Bases farther apart than this, in inches, do not touch whatever their margins are: a quick way to pass over most pairs.
constexpr double kNeverTouching = 1.0;
/// Inches. A way is walked until a blocker is nearer than this; smaller only takes longer.
constexpr double kAsGoodAsTouching = 1e-7;

std::optional<measure::Measured> touching_gap(const Field& field, const Piece& a, const Piece& b) {
  const measure::Footprint &fa = a.figure.footprint, &fb = b.figure.footprint;
  const Inches reach = measure::bounding_radius(fa.shape) + measure::bounding_radius(fb.shape);
  if ((measure::distance(fa.centre, fb.centre) - reach).value > kNeverTouching) return std::nullopt;
  const measure::Measured gap = measure::gap(fa, fb, field.common);
  if (measure::at_most(gap, Inches(0.0)) == measure::Verdict::No) return std::nullopt;
  return gap;
}

/// Kuhn's augmenting paths: the most single combats that touches between men who do not fight yet allow.
std::size_t most_combats(const std::vector<Touch>& touches, const std::set<int>& fighting) {
  std::map<int, int> a_of_b;
  const std::function<bool(int, std::set<int>&)> place = [&](int a, std::set<int>& tried) {
    for (const Touch& touch : touches) {
      if (touch.a != a || fighting.contains(touch.b) || !tried.insert(touch.b).second) continue;
      const auto taken = a_of_b.find(touch.b);
      if (taken != a_of_b.end() && !place(taken->second, tried)) continue;
      a_of_b[touch.b] = a;
      return true;
    }
    return false;
  };
  std::set<int> placed = fighting;
  for (const Touch& touch : touches)
    if (placed.insert(touch.a).second) {
      std::set<int> tried;
      place(touch.a, tried);
    }
  return a_of_b.size();
}

/// The man of side a whom each of side b fights: as many as there can be, and of all such ways the one that takes the nearest touches
/// first.
std::map<int, int> single_combats(const std::vector<Touch>& touches) {
  std::map<int, int> a_of_b;
  std::set<int> fighting;
  const std::size_t most = most_combats(touches, fighting);
  for (const Touch& touch : touches) {
    if (fighting.contains(touch.a) || fighting.contains(touch.b)) continue;
    std::set<int> with = fighting;
    with.insert({touch.a, touch.b});
    if (a_of_b.size() + 1 + most_combats(touches, with) < most) continue;
    fighting = std::move(with);
    a_of_b[touch.b] = touch.a;
  }
  return a_of_b;
}

/// How far one may go from `from` along `along` before a blocker is touched, at most `most` inches.
/// A blocker one stands in already, or touches while going away from it, bars nothing.
double free_way(const path::Blocker& blocker, path::Point from, path::Point along, double most) {
  double gone = 0.0;
  while (gone < most) {
    const path::Clear clear = path::clearance(blocker, {from.x + along.x * gone, from.y + along.y * gone});
    if (clear.inches < kAsGoodAsTouching) {
      const bool going_in = clear.away.x * along.x + clear.away.y * along.y < 0.0;
      if (clear.inches < -kAsGoodAsTouching && gone == 0.0) return most;
      if (going_in) return gone;
      gone += kAsGoodAsTouching + std::abs(clear.inches) + 1e-4;  // along its edge or away: step past it
      continue;
    }
    gone += clear.inches;
  }
  return most;
}

/// Inches to the table's edge along a direction.
double way_to_edge(const measure::Table& table, path::Point from, path::Point along, double most) {
  const auto limit = [&](double at, double step, double size) {
    if (step > 0.0) return std::max(0.0, (size - at) / step);
    return step < 0.0 ? std::max(0.0, at / -step) : most;
  };
  return std::min({most, limit(from.x, along.x, table.length.value), limit(from.y, along.y, table.width.value)});
}

}  // namespace

std::vector<Touch> touches(const Field& field) {
  std::vector<Touch> all;
  for (std::size_t i = 0; i < field.pieces.size(); ++i)
    for (std::size_t k = i + 1; k < field.pieces.size(); ++k) {
      const Piece &first = field.pieces[i], &second = field.pieces[k];
      if (first.army == second.army) continue;
      const auto gap = touching_gap(field, first, second);
      if (!gap) continue;
      const bool swapped = first.army != field.pieces.front().army && second.army == field.pieces.front().army;
      all.push_back(swapped ? Touch{second.figure.id, first.figure.id, *gap} : Touch{first.figure.id, second.figure.id, *gap});
    }
  std::ranges::stable_sort(all, {}, [](const Touch& touch) { return touch.gap.value; });
  return all;
}

std::vector<Pair> pair_up(const std::vector<Touch>& touches) {
  std::vector<Pair> pairs;
  std::set<int> fighting;
  for (const auto& [b, a] : single_combats(touches)) {
    pairs.push_back({{a}, {b}});
    fighting.insert({a, b});
  }
  for (const Touch& touch : touches) {
    const bool a_free = !fighting.contains(touch.a), b_free = !fighting.contains(touch.b);
    if (a_free == b_free) continue;
    const auto joined = std::ranges::find_if(pairs, [&](const Pair& pair) {
      return pair.a.size() + pair.b.size() == 2 && (a_free ? pair.b.front() == touch.b : pair.a.front() == touch.a);
    });
    if (joined == pairs.end()) continue;
    (a_free ? joined->a : joined->b).push_back(a_free ? touch.a : touch.b);
    fighting.insert(a_free ? touch.a : touch.b);
  }
  return pairs;
}

PushBack push_back_of(const Field& field, int id, const std::vector<int>& opponents, const std::vector<int>& ignored, const House& house) {
  const Piece& man = *find(field, id);
  const measure::TablePoint from = man.figure.footprint.centre;
  PushBack out{from, from, push_back(arm_of(man), house), {}};
  measure::TableVector away;
  for (const int opponent : opponents)
    if (const Piece* foe = find(field, opponent)) away = away + (from - foe->figure.footprint.centre);
  const double length = measure::length(away).value;
  if (length <= 0.0) return out;
  const path::Point along{away.dx.value / length, away.dy.value / length}, start = path::plain(from);
  double most = out.owed.value;
  const auto shorten = [&](double way, const std::string& by) {
    if (way < most - kAsGoodAsTouching) {
      most = way;
      out.shortened_by = by;
    }
  };
  if (field.table) shorten(way_to_edge(*field.table, start, along, most), "the table's edge");
  std::vector<path::Blocker> blockers;
  const auto add = [&](std::vector<path::Blocker> more) { blockers.insert(blockers.end(), more.begin(), more.end()); };
  for (const Piece& other : field.pieces) {
    const int at = other.figure.id;
    if (at != id && std::ranges::find(ignored, at) == ignored.end() && std::ranges::find(opponents, at) == opponents.end())
      add(path::blockers_of(man.figure.footprint, other.figure));
  }
  for (const path::Barrier& barrier : path::going_for(arm_of(man), field.terrain, house).barred)
    add(path::blockers_of(man.figure.footprint, barrier));
  for (const path::Blocker& blocker : blockers) shorten(free_way(blocker, start, along, most), blocker.who);
  out.to = from + measure::TableVector{Inches(along.x * most), Inches(along.y * most)};
  return out;
}

StoodBack stood_back(const PushBack& back, const measure::Footprint& now, const measure::PointCovariance& common) {
  const measure::Measured off = measure::distance_between({back.to, common}, measure::centre_of(now), common);
  return {measure::at_most(off, kSetDownWithin), off};
}

namespace {

using measure::Measured, measure::Radians, measure::Verdict;

/// Two men this nearly as far from straight behind the gun, in radians, are both "behind" it.
constexpr double kSameAngle = 1e-9;

/// How far clockwise of straight behind the gun a man stands, in [0, 2 pi).
double clockwise_from_behind(const Figure& gun, const Figure& man) {
  const Radians direction = measure::heading_of(man.footprint.centre - gun.footprint.centre);
  const double turn = 2.0 * std::numbers::pi;
  const double angle = std::fmod(gun.footprint.heading.value + std::numbers::pi - direction.value, turn);
  return angle < 0.0 ? angle + turn : angle;
}

}  // namespace

std::vector<Crew> crews_of(std::span<const Figure> guns, std::span<const Foot> foot, const House& house,
                           const measure::PointCovariance& common) {
  std::vector<Crew> crews(guns.size(), Crew{.men = {}, .maybe = {}, .unverified = {"gun.crew_radius"}});
  for (std::size_t m = 0; m < foot.size() && !guns.empty(); ++m) {
    if (house.gun_crew_from == CrewFrom::Gunners && foot[m].arm != Arm::Gunners) continue;
    const auto gap_to = [&](const Figure& gun) {
      Measured gap = measure::gap(gun.footprint, foot[m].figure.footprint, common);
      if (!house.keep_margin) gap.margin = measure::Inches(0.0);
      return gap;
    };
    std::size_t nearest = 0;
    Measured least = gap_to(guns[0]);
    for (std::size_t g = 1; g < guns.size(); ++g)
      if (const Measured gap = gap_to(guns[g]); gap.value < least.value) {
        least = gap;
        nearest = g;
      }
    const Verdict serves = measure::at_most(least, measure::Inches(house.gun_crew_radius));
    if (serves == Verdict::Yes) crews[nearest].men.push_back(m);
    if (serves == Verdict::TooCloseToCall) crews[nearest].maybe.push_back(m);
  }
  return crews;
}

std::vector<std::size_t> crew_order(const Figure& gun, std::span<const Figure> crew) {
  std::vector<std::size_t> order(crew.size());
  std::vector<double> angle(crew.size());
  for (std::size_t i = 0; i < crew.size(); ++i) {
    order[i] = i;
    angle[i] = clockwise_from_behind(gun, crew[i]);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return angle[a] < angle[b]; });
  // The man behind is the one least off to either side; of two, the one the count meets first.
  const auto off = [&](std::size_t i) { return std::min(angle[i], 2.0 * std::numbers::pi - angle[i]); };
  auto behind = order.begin();
  for (auto i = order.begin(); i != order.end(); ++i) {
    const bool nearer = off(*i) < off(*behind) - kSameAngle;
    const bool met_first = std::abs(off(*i) - off(*behind)) <= kSameAngle && angle[*i] > std::numbers::pi;
    if (nearer || met_first) behind = i;
  }
  std::rotate(order.begin(), behind, order.end());
  return order;
}

}  // namespace rules::charge
