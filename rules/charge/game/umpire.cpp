#include "rules/charge/game/umpire.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "measure/gap.h"
#include "rules/charge/combat/contact.h"

namespace rules::charge {
namespace {

using measure::Verdict;

bool same_body(const Piece& a, const Piece& b) { return a.unit == b.unit && a.army == b.army; }

/// May the two bases touch or overlap, as far as the camera can tell?
bool run_together(const Piece& a, const Piece& b, const Field& field) {
  const measure::Footprint &fa = a.figure.footprint, &fb = b.figure.footprint;
  const measure::Inches apart =
      measure::distance(fa.centre, fb.centre) - measure::bounding_radius(fa.shape) - measure::bounding_radius(fb.shape);
  if (apart > measure::margin_of(fa.covariance) + measure::margin_of(fb.covariance)) return false;
  return measure::at_most(measure::gap(fa, fb, field.common), measure::Inches(0.0)) != Verdict::No;
}

/// Whether its unit crosses an obstacle is in doubt: what is told, and what it would be otherwise (C-M8).
MoveRuling in_doubt(MoveRuling told, const MoveRuling& otherwise) {
  if (told.cost && otherwise.cost) {
    const measure::Inches apart = measure::abs(otherwise.cost->value - told.cost->value);
    told.cost->margin = std::max(told.cost->margin, apart + otherwise.cost->margin);
  }
  if (told.verdict != otherwise.verdict) told.verdict = Verdict::TooCloseToCall;
  told.because.push_back(reason("C-M8", "Whether its unit crosses an obstacle is too close to call."));
  return told;
}

/// What the men of a unit do for all of it: one surely crosses an obstacle, or one may, or may not.
struct Crossing {
  bool surely = false, perhaps = false, likely = false;
  void add(const MoveRuling& ruling) {
    surely = surely || (ruling.crosses && !ruling.may_cross_or_not);
    perhaps = perhaps || ruling.may_cross_or_not;
    likely = likely || ruling.crosses;
  }
};

/// The stretch of a man's way that lies in one wood.
struct ThroughWood {
  std::string wood;  // as `MoveRuling::Leg::ground` calls it
  measure::TablePoint entry, exit;
};

std::optional<ThroughWood> through_wood(const MoveRuling& ruling) {
  std::optional<ThroughWood> way;
  for (const MoveRuling::Leg& leg : ruling.legs) {
    if (!leg.ground.starts_with("wood ")) continue;
    if (!way) way = {leg.ground, leg.from, leg.to};
    if (leg.ground == way->wood) way->exit = leg.to;
  }
  return way;
}

/// One horseman of a unit that rides through a wood.
struct Rider {
  const MoveQuestion* question;
  JudgedMove* judged;
  ThroughWood way;
  [[nodiscard]] bool halts_within() const { return measure::distance(way.exit, judged->to).value < kHaltsWithin; }
  static constexpr double kHaltsWithin = 1e-6;  // inches: the last leg of who stays in the wood ends where he stands
};

measure::Radians direction(measure::TablePoint from, measure::TablePoint to) {
  return measure::Radians(std::atan2((to.y - from.y).value, (to.x - from.x).value));
}

/// C-M6, CG47: who stands in the wood beside another of his unit, not behind him, is in no single file. `along`: the way they ride.
void judge_abreast(const std::vector<Rider>& riders, measure::Radians along) {
  for (const Rider& rider : riders)
    for (const Rider& mate : riders) {
      if (&rider == &mate || !rider.halts_within() || !mate.halts_within()) continue;
      const measure::TablePoint a = rider.judged->to, b = mate.judged->to;
      const double off = std::abs(measure::wrapped(direction(a, b) - along).value), apart = measure::distance(a, b).value;
      const double behind = std::abs(std::cos(off)) * apart, beside = std::abs(std::sin(off)) * apart;
      const measure::Measured short_of{measure::Inches(behind - beside), measure::margin_of(rider.question->end_covariance) +
                                                                             measure::margin_of(mate.question->end_covariance)};
      const Verdict file = measure::at_least(short_of, measure::Inches(0.0));
      if (file == Verdict::Yes) continue;
      MoveRuling& ruling = rider.judged->ruling;
      ruling.verdict = measure::both(ruling.verdict, file);
      ruling.because.insert(ruling.because.begin(),
                            {.rule = "C-M6",
                             .says = fmt::format("beside {} in {}, where horsemen go in single file{}", mate.judged->name, rider.way.wood,
                                                 file == Verdict::No ? "" : ": too close to call"),
                             .value = beside,
                             .limit = behind,
                             .margin = short_of.margin.value,
                             .who = mate.judged->name});
      break;
    }
}

/// C-M6, CG47: horsemen of one unit go through a wood by one way, one behind the other. The way is that of the man by whose entry and exit
/// the dearest of them comes cheapest; each pays for the detour to it.
void judge_single_file(std::vector<Rider> riders, const House& house) {
  if (riders.size() < 2) return;
  std::vector<MoveRuling> best;
  const ThroughWood* lane = nullptr;
  for (const Rider& leader : riders) {
    std::vector<MoveRuling> rulings;
    for (const Rider& rider : riders) {
      std::vector<measure::TablePoint> points{rider.judged->from, leader.way.entry};
      if (!rider.halts_within()) points.push_back(leader.way.exit);
      points.push_back(rider.judged->to);
      rulings.push_back(judge_path(*rider.question, points, house));
    }
    const auto dearest = [](const std::vector<MoveRuling>& all) {
      double most = 0.0;
      for (const MoveRuling& one : all) most = std::max(most, one.cost ? one.cost->value.value : std::numeric_limits<double>::infinity());
      return most;
    };
    if (best.empty() || dearest(rulings) < dearest(best)) best = std::move(rulings), lane = &leader.way;
  }
  for (std::size_t i = 0; i < riders.size(); ++i) {
    MoveRuling& own = riders[i].judged->ruling;
    if (!best[i].cost || !own.cost || best[i].verdict <= own.verdict) continue;  // no straight way leads by there: his own stands
    own = std::move(best[i]);
    own.because.insert(own.because.begin(), reason("C-M6", "its unit goes through " + lane->wood + " in single file, by one way"));
  }
  judge_abreast(riders, direction(lane->entry, riders.front().judged->to));
}

double least_distance(const Body& a, const Body& b) {
  double least = std::numeric_limits<double>::infinity();
  for (const Piece* man : a.men)
    for (const Piece* enemy : b.men)
      least = std::min(least, measure::distance(man->figure.footprint.centre, enemy->figure.footprint.centre).value);
  return least;
}

/// Everybody of the field but the firer's and the target's own, sorted into friends and enemies of `army`.
AimQuestion surroundings(const Field& field, const std::string& army, const Body& target, const std::set<int>& own) {
  AimQuestion question;
  question.terrain = field.terrain;
  question.common = field.common;
  question.target = figures_of(target.men);
  for (const Piece& piece : field.pieces) {
    if (own.contains(piece.figure.id)) continue;
    // The gun of a crew that is fired at hides nobody of it.
    if (piece.unit == target.unit && piece.army == target.army) continue;
    (piece.army == army ? question.friends : question.enemies).push_back(piece.figure);
  }
  return question;
}

}  // namespace

MoveQuestion move_question(const Piece& before, const Piece& now, const Field& after, const std::set<int>& moved) {
  MoveQuestion question;
  question.arm = arm_of(before);
  question.base = before.figure.footprint;
  question.base.heading = now.figure.footprint.heading;  // turning is free: it turns first (CG48)
  question.terrain = after.terrain;
  question.table = after.table;
  for (const Piece& other : after.pieces) {
    if (other.figure.id == before.figure.id) continue;
    if (moved.contains(other.figure.id) || run_together(now, other, after)) continue;
    const bool friendly = other.army == before.army;
    (friendly ? question.friends : question.enemies).push_back(other.figure);
  }
  return question;
}

std::vector<JudgedMove> judge_moves(const Field& before, const Field& after, const std::vector<int>& moved, const House& house) {
  const std::set<int> all(moved.begin(), moved.end());
  std::vector<JudgedMove> judged;
  std::map<std::pair<std::string, std::string>, Crossing> crossings;  // by army and unit
  std::vector<MoveQuestion> questions;
  for (const int id : moved) {
    const Piece *start = find(before, id), *end = find(after, id);
    if (!start || !end) continue;
    MoveQuestion question = move_question(*start, *end, after, all);
    question.end_covariance = end->figure.footprint.covariance;
    question.stands_there = true;
    const measure::TablePoint to = end->figure.footprint.centre;
    judged.push_back({id, end->figure.name, end->unit, start->figure.footprint.centre, to, judge_move(question, to, house)});
    crossings[{start->army, start->unit}].add(judged.back().ruling);
    questions.push_back(std::move(question));
  }
  for (std::size_t i = 0; i < judged.size(); ++i) {
    const Piece* start = find(before, judged[i].id);
    const Crossing& unit = crossings[{start->army, start->unit}];
    MoveRuling& own = judged[i].ruling;
    if ((own.crosses && !own.may_cross_or_not) || (!unit.surely && (!unit.perhaps || own.may_cross_or_not))) continue;
    questions[i].unit_crossed = true;
    MoveRuling halved = judge_move(questions[i], judged[i].to, house);
    own = unit.surely ? std::move(halved) : unit.likely ? in_doubt(std::move(halved), own) : in_doubt(std::move(own), halved);
  }
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<Rider>> files;  // by army, unit and wood
  for (std::size_t i = 0; i < judged.size(); ++i)
    if (const auto way = through_wood(judged[i].ruling); way && questions[i].arm == Arm::Cavalry)
      files[{find(before, judged[i].id)->army, judged[i].unit, way->wood}].push_back({&questions[i], &judged[i], *way});
  for (auto& [unit, riders] : files) judge_single_file(std::move(riders), house);
  return judged;
}

Served crew_of(const Field& field, const Piece& gun, const House& house) {
  std::vector<const Piece*> guns, men;
  std::vector<Figure> gun_figures;
  std::vector<Foot> foot;
  std::set<int> in_contact;
  for (const Touch& touch : touches(field))  // to touch a gun is no contact
    if (is_soldier(*find(field, touch.a)) && is_soldier(*find(field, touch.b))) in_contact.insert({touch.a, touch.b});
  for (const Piece& piece : field.pieces) {
    const bool this_gun = piece.figure.id == gun.figure.id;  // perhaps in other hands than its own
    if (piece.army != gun.army && !this_gun) continue;
    if (!is_soldier(piece)) {
      guns.push_back(&piece);
      gun_figures.push_back(piece.figure);
    } else if (is_foot(piece) && !in_contact.contains(piece.figure.id)) {
      men.push_back(&piece);
      foot.push_back({piece.figure, piece.kind == measure::PieceKind::Gunner ? Arm::Gunners : Arm::Infantry});
    }
  }
  const auto crews = crews_of(gun_figures, foot, house, field.common);
  Served served;
  for (std::size_t i = 0; i < guns.size(); ++i) {
    if (guns[i]->figure.id != gun.figure.id) continue;
    for (const std::size_t man : crews[i].men) served.surely.push_back(men[man]);
    for (const std::size_t man : crews[i].maybe) served.maybe.push_back(men[man]);
  }
  return served;
}

AimQuestion aim_question(const Field& field, const Piece& gun, const Body& target, const House& house) {
  const Served crew = crew_of(field, gun, house);
  std::set<int> own{gun.figure.id};
  for (const auto* men : {&crew.surely, &crew.maybe})
    for (const Piece* man : *men) own.insert(man->figure.id);
  for (const Piece& piece : field.pieces)
    if (same_body(piece, gun)) own.insert(piece.figure.id);
  AimQuestion question = surroundings(field, gun.army, target, own);
  question.firer = {Arm::Gun, {gun.figure}, static_cast<int>(crew.surely.size()), static_cast<int>(crew.maybe.size())};
  return question;
}

AimQuestion aim_question(const Field& field, const Body& firer, const Body& target) {
  std::set<int> own;
  for (const Piece* man : firer.men) own.insert(man->figure.id);
  AimQuestion question = surroundings(field, firer.army, target, own);
  question.firer = {.arm = Arm::Infantry, .figures = figures_of(firer.men), .crew = {}};
  return question;
}

Aim judge_aim(const Field& field, const Piece& gun, const Body& target, const House& house) {
  return aim(aim_question(field, gun, target, house), house);
}

Aim judge_aim(const Field& field, const Body& firer, const Body& target, const House& house) {
  return aim(aim_question(field, firer, target), house);
}

std::vector<const Piece*> drafted(const Field& field, const Piece& gun, const House& house) {
  std::vector<const Piece*> men;
  std::size_t crew = 0;
  for (const Piece* man : crew_of(field, gun, house).surely) same_body(*man, gun) ? void(++crew) : men.push_back(man);
  std::ranges::stable_sort(men, {},
                           [&](const Piece* man) { return measure::gap(gun.figure.footprint, man->figure.footprint).value.value; });
  const std::size_t needed = kMenToServeAGun - std::min<std::size_t>(crew, kMenToServeAGun);
  men.resize(std::min(men.size(), needed));
  return men;
}

Piece as_served(const Field& field, const Piece& gun, const House& house) {
  const Served own = crew_of(field, gun, house);
  if (!house.gun_capture || !own.surely.empty() || !own.maybe.empty()) return gun;
  for (const Piece& piece : field.pieces) {
    if (piece.army == gun.army) continue;
    Piece taken = gun;
    taken.army = piece.army;
    if (static_cast<int>(crew_of(field, taken, house).surely.size()) >= kMenToServeAGun) return taken;
  }
  return gun;
}

std::vector<JudgedAim> judge_aims(const Field& field, const House& house) {
  std::vector<JudgedAim> judged;
  const std::vector<Body> bodies = bodies_of(field);
  for (const Piece& piece : field.pieces) {
    if (is_soldier(piece)) continue;
    const Piece gun = as_served(field, piece, house);
    for (const Body& target : bodies)
      if (target.army != gun.army && !target.unit.empty())
        judged.push_back({gun.figure.name, gun.figure.id, target.unit, judge_aim(field, gun, target, house)});
  }
  for (const Body& firer : bodies) {
    if (firer.arm != Arm::Infantry || firer.unit.empty()) continue;
    for (const Body& target : bodies)
      if (target.army != firer.army && !target.unit.empty() && least_distance(firer, target) <= kWatchedByInfantry)
        judged.push_back({firer.unit, firer.men.front()->figure.id, target.unit, judge_aim(field, firer, target, house)});
  }
  return judged;
}

std::vector<std::pair<int, int>> contacts(const Field& field) {
  std::vector<std::pair<int, int>> pairs;
  for (const Touch& touch : touches(field)) pairs.push_back(std::minmax(touch.a, touch.b));
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace rules::charge
