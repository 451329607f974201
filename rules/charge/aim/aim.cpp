#include "rules/charge/aim/aim.h"

#include <fmt/format.h>
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "rules/charge/aim/aim_line.h"
#include "rules/charge/combat/firing.h"
#include "rules/charge/formation.h"

namespace rules::charge {
namespace {

using measure::Verdict, measure::Inches, measure::Measured;

// A body fires at a body: every man who may, at his nearest eligible enemy (C-I1..I4, CG15, CG16).
//   A gun is a body of one.

/// The line of fire that is best for one man of the target: yes over too close over no, then the nearest.
struct BestLine {
  std::size_t firer = 0;
  FireLine line;
};

struct BodyFire {
  std::vector<BestLine> lines;    // one for each man of the target
  std::vector<Shooter> shooters;  // one for each firer; ranges and bands of each by himself
};

/// What is known so far of the best line to one man; most lines out of range are never looked at further.
struct Candidate {
  bool any = false;
  Verdict verdict = Verdict::No;
  Inches range;
  std::size_t firer = 0;
  std::optional<FireLine> line;

  void offer(Verdict v, Inches away, std::size_t by, std::optional<FireLine> whole) {
    if (any && (v != verdict ? v > verdict : !(away < range))) return;
    *this = {.any = true, .verdict = v, .range = away, .firer = by, .line = std::move(whole)};
  }
};

Verdict in_short_range(const Measured& range) { return measure::at_most(range, kShortRange); }
bool beyond_short_range(const Measured& range) { return !(range.value <= kShortRange + Inches(measure::kLimitSlack)); }

/// A man's nearest eligible enemy, and whether a nearer one of whom he is not sure could change the band.
class OwnTarget {
 public:
  void offer(Verdict v, int id, const Measured& range) {
    if (v == Verdict::No) return;
    auto& nearest = v == Verdict::Yes ? sure_ : maybe_;
    if (!nearest || range.value < nearest->range.value) nearest = Found{id, range};
  }
  void tell(Shooter& shooter) const {
    const auto& found = sure_ ? sure_ : maybe_;
    if (!found) return;
    shooter.may_fire = sure_ ? Verdict::Yes : Verdict::TooCloseToCall;
    shooter.at = found->id;
    shooter.range = found->range;
    shooter.long_range = beyond_short_range(found->range);
    shooter.band_doubtful = in_short_range(found->range) == Verdict::TooCloseToCall ||
                            (sure_ && maybe_ && shooter.long_range && in_short_range(maybe_->range) != Verdict::No);
  }

 private:
  struct Found {
    int id;
    Measured range;
  };
  std::optional<Found> sure_, maybe_;
};

bool counts(const Shooter& s, Verdict of) { return s.may_fire == of; }

/// CG15 (b): the nearest pair's band is everybody's.
void by_nearest_pair(std::vector<Shooter>& shooters, Verdict of) {
  const auto nearer = [&](const Shooter& a, const Shooter& b) {
    return counts(a, of) != counts(b, of) ? counts(a, of) : a.range.value < b.range.value;
  };
  const Shooter nearest = *std::ranges::min_element(shooters, nearer);
  for (Shooter& s : shooters) {
    s.long_range = nearest.long_range;
    s.band_doubtful = nearest.band_doubtful;
  }
}

/// CG15 (c): the band of more than half of the men is everybody's; evenly split, the long one.
void by_majority(std::vector<Shooter>& shooters, Verdict of) {
  int men = 0, near = 0, surely_near = 0, maybe_near = 0;
  for (const Shooter& s : shooters) {
    if (!counts(s, of)) continue;
    ++men;
    near += s.long_range ? 0 : 1;
    surely_near += !s.long_range && !s.band_doubtful ? 1 : 0;
    maybe_near += !s.long_range || s.band_doubtful ? 1 : 0;
  }
  for (Shooter& s : shooters) {
    s.long_range = 2 * near <= men;
    s.band_doubtful = (2 * surely_near > men) != (2 * maybe_near > men);
  }
}

/// Judges all lines from a body that has at least one man to one that has at least one.
///
/// `own_at`: where the firers' own men begin among the field's friends, if they are there.
BodyFire volley_of(const Firer& firer, std::span<const Figure> target, const FireField& field, std::optional<std::size_t> own_at,
                   const House& house) {
  const std::vector<int> ranks = firer.arm == Arm::Gun ? std::vector<int>(firer.figures.size(), 1) : ranks_of(firer.figures);
  const auto line = [&](std::size_t by, const Figure& man) {
    return field.line(firer.arm, firer.figures[by], man, own_at ? std::optional(*own_at + by) : std::nullopt);
  };
  std::vector<Candidate> best(target.size());
  BodyFire volley;
  for (std::size_t i = 0; i < firer.figures.size(); ++i) {
    const Figure& man = firer.figures[i];
    Shooter shooter{
        .id = man.id, .rank = ranks[i], .may_fire = Verdict::No, .at = {}, .range = {}, .long_range = false, .band_doubtful = false};
    OwnTarget own;
    for (std::size_t k = 0; k < target.size() && ranks[i] <= house.max_ranks; ++k) {
      const Bearing quick = field.bearing(firer.arm, man, target[k]);
      if (quick.verdict() == Verdict::No) {
        best[k].offer(Verdict::No, quick.range.value, i, std::nullopt);
        continue;
      }
      FireLine whole = line(i, target[k]);
      own.offer(whole.verdict(), target[k].id, whole.bearing.range);
      best[k].offer(whole.verdict(), whole.bearing.range.value, i, std::move(whole));
    }
    own.tell(shooter);
    volley.shooters.push_back(shooter);
  }
  for (std::size_t k = 0; k < target.size(); ++k)
    volley.lines.push_back({best[k].firer, best[k].line ? std::move(*best[k].line) : line(best[k].firer, target[k])});
  return volley;
}

/// Settles the range bands by the house (CG15), counts who fires in which, and says what is doubtful.
void count_shooters(Aim& aim, std::vector<Shooter> shooters, const Firer& firer, const House& house) {
  const auto fire = [&](Verdict v) { return std::ranges::count_if(shooters, [&](const Shooter& s) { return counts(s, v); }); };
  const Verdict of = fire(Verdict::Yes) > 0 ? Verdict::Yes : Verdict::TooCloseToCall;
  if (house.range_of == RangeOf::UnitNearest) by_nearest_pair(shooters, of);
  if (house.range_of == RangeOf::Majority) by_majority(shooters, of);
  aim.men_too_close = static_cast<int>(fire(Verdict::TooCloseToCall));
  int doubtful = 0;
  const Shooter* first = nullptr;
  for (const Shooter& s : shooters) {
    if (counts(s, Verdict::Yes)) ++(s.long_range ? aim.men_long : aim.men_short);
    if (!s.band_doubtful || counts(s, Verdict::No)) continue;
    ++doubtful;
    if (!first) first = &s;
  }
  if (first)
    aim.because.push_back(
        {.rule = "CG52",
         .says = fmt::format("{} {} at short or long range: too close to call", doubtful, doubtful == 1 ? "man fires" : "men fire"),
         .value = first->range.value.value,
         .limit = kShortRange.value,
         .margin = first->range.margin.value,
         .who = firer.figures[static_cast<std::size_t>(first - shooters.data())].name});
  aim.shooters = std::move(shooters);
}

/// CG52 switched off: everything stands exactly where it was measured.
AimQuestion exactly(AimQuestion question) {
  for (auto* figures : {&question.firer.figures, &question.target, &question.friends, &question.enemies})
    for (Figure& f : *figures) f = without_margins(std::move(f));
  question.common = {};
  return question;
}

bool better(const AimAt& a, const AimAt& b) { return a.verdict != b.verdict ? a.verdict < b.verdict : a.range.value < b.range.value; }

/// Which keys without a source the answer leant on.
struct Used {
  bool figures = false, wood_depth = false, woods_cover = false, mixed_cover = false, margin = false;
};

/// A line of fire, told of the man it ends at.
AimAt told(const FireLine& line, const Figure& firer, const Figure& man, const AimQuestion& question, const House& house) {
  const Arm arm = question.firer.arm;
  AimAt at;
  at.id = man.id;
  at.name = man.name;
  at.from = firer.footprint.centre;
  at.at = man.footprint.centre;
  at.verdict = line.verdict();
  at.range = line.bearing.range;
  at.off = line.bearing.off;
  at.clearance = line.friends.nearest;
  if (line.friends.nearest_friend) {
    at.nearest = line.friends.nearest_friend->name;
    at.nearest_id = line.friends.nearest_friend->id;
    at.nearest_at = line.friends.nearest_friend->footprint.centre;
  }
  if (!line.sight.in_the_way.empty()) at.hidden_at = line.sight.in_the_way.front().at;
  at.because = at.verdict == Verdict::Yes ? allowed_by(line, arm, man, house) : reasons(line, arm, man, house);
  if (arm != Arm::Gun) {
    at.by = firer.name;
    return at;
  }
  const BandDoubt doubt = band_doubt(at.range, man.name, house);
  at.needs = score_needed(at.range.value.value, house);
  at.could_need = doubt.could_need;
  if (at.verdict != Verdict::No) at.because.insert(at.because.end(), doubt.notes.begin(), doubt.notes.end());
  return at;
}

/// Judges every man of the target along the line that is best for him.
std::vector<AimAt> tell_men(const AimQuestion& question, const FireField& field, std::span<const BestLine> lines, const House& house,
                            Used& used) {
  std::vector<AimAt> men;
  for (std::size_t i = 0; i < question.target.size(); ++i) {
    const Figure &firer = question.firer.figures[lines[i].firer], &man = question.target[i];
    AimAt at = told(lines[i].line, firer, man, question, house);
    const Cover cover = cover_of(firer, man, question.terrain, house);
    at.covered = cover.covered;
    at.cover_doubtful = cover.doubtful;
    used.woods_cover = used.woods_cover || (cover.uses_woods && at.verdict != Verdict::No);
    used.figures = used.figures || lines[i].line.figure_in_the_way;
    used.wood_depth = used.wood_depth || field.wood_between(firer, man);
    men.push_back(std::move(at));
  }
  return men;
}

/// Who may fall, and whether they count as covered: of the men with the best verdict (CG19, CG24).
void count_targets(Aim& aim, const House& house, Used& used) {
  const Verdict lines = aim.men[*aim.best].verdict;
  aim.eligible = static_cast<int>(std::ranges::count_if(aim.men, [](const AimAt& m) { return m.verdict == Verdict::Yes; }));
  if (lines == Verdict::No) return;
  int counted = 0, surely = 0, possibly = 0;
  for (const AimAt& man : aim.men) {
    if (man.verdict != lines) continue;
    ++counted;
    aim.covered += man.covered ? 1 : 0;
    surely += man.covered && !man.cover_doubtful ? 1 : 0;
    possibly += man.covered || man.cover_doubtful ? 1 : 0;
  }
  aim.cover = body_covered(aim.covered, counted, house);
  used.mixed_cover = aim.covered > 0 && aim.covered < counted;
  if (body_covered(surely, counted, house) != body_covered(possibly, counted, house))
    aim.because.push_back({.rule = "CG52",
                           .says = fmt::format("{} to {} of {} men stand behind cover: too close to call", surely, possibly, counted),
                           .value = aim.covered});
}

/// What a yes counts: who fires, who may fall, and whether they are covered.
void tell_counts(Aim& aim) {
  if (aim.verdict != Verdict::Yes) return;
  const auto men = [](int count) { return fmt::format("{} {}", count, count == 1 ? "man" : "men"); };
  if (!aim.shooters.empty())
    aim.because.push_back(reason("C-I3", fmt::format("{} may fire at short range and {} at long", men(aim.men_short),
                                                     aim.men_long == 0 ? "nobody" : men(aim.men_long))));
  aim.because.push_back(reason("CG19", fmt::format("{} of the target may fall", men(aim.eligible))));
  if (aim.covered > 0)
    aim.because.push_back(reason(aim.cover ? "C-K2" : "CG24", fmt::format("{} of them behind cover: {}", aim.covered,
                                                                          aim.cover ? "half the number" : "not enough to count")));
}

/// A gun throws for its nearest eligible man (CG18); a nearer one who may be eligible can change the score.
void doubt_of_nearer_man(Aim& aim) {
  const AimAt& best = aim.men[*aim.best];
  if (best.verdict != Verdict::Yes) return;
  for (const AimAt& man : aim.men)
    if (man.verdict == Verdict::TooCloseToCall && man.range.value < best.range.value && man.needs != best.needs) {
      aim.because.push_back({.rule = "CG52",
                             .says = fmt::format("whether {} may be fired at decides the range: too close to call", man.name),
                             .value = man.range.value.value,
                             .margin = man.range.margin.value,
                             .who = man.name});
      return;
    }
}

/// C-A1.
Verdict manned(const Firer& firer, const House& house) {
  if (firer.arm != Arm::Gun || !firer.crew || *firer.crew >= kCrew) return Verdict::Yes;
  return house.as_it_counts(*firer.crew + firer.crew_maybe >= kCrew ? Verdict::TooCloseToCall : Verdict::No, "C-A1");
}

std::vector<std::string> keys(const Used& used) {
  std::vector<std::string> names{"range.from"};
  if (used.mixed_cover) names.emplace_back("cover.mixed");
  if (used.woods_cover) names.emplace_back("cover.woods");
  if (used.figures) names.emplace_back("los.figures_block");
  if (used.margin) names.emplace_back("measure.margin");
  if (used.wood_depth) names.emplace_back("los.wood_depth");
  return names;
}

Aim judged(const AimQuestion& question, const House& house) {
  Aim aim;
  Used used;
  const Firer& firer = question.firer;
  const Verdict crew = manned(firer, house);
  if (crew != Verdict::Yes) aim.because.push_back(crew_reason(*firer.crew, firer.crew_maybe, crew));
  aim.farthest = farthest_range(firer.arm, house);
  for (const Figure& each : firer.figures) aim.arcs.push_back({each.name, each.footprint.centre, each.footprint.heading});
  if (!firer.figures.empty() && !question.target.empty()) {
    std::vector<Figure> friends = question.friends;  // and, where the house does not exempt them, the men of the body itself
    const bool own_count = firer.arm != Arm::Gun && !house.clear_exempts_own_unit;
    if (own_count) friends.insert(friends.end(), firer.figures.begin(), firer.figures.end());
    const FireField field(friends, question.enemies, question.terrain, question.common, house);
    BodyFire volley = volley_of(firer, question.target, field, own_count ? std::optional(question.friends.size()) : std::nullopt, house);
    aim.men = tell_men(question, field, volley.lines, house, used);
    aim.best = static_cast<std::size_t>(std::ranges::min_element(aim.men, better) - aim.men.begin());
    const AimAt& best = aim.men[*aim.best];
    aim.verdict = measure::both(best.verdict, crew);
    if (aim.verdict == Verdict::Yes && firer.crew) aim.because.push_back(crew_reason(*firer.crew, firer.crew_maybe, crew));
    std::ranges::copy_if(best.because, std::back_inserter(aim.because), [&](const Reason& reason) {  // what allows it is no reason for a no
      return crew == Verdict::Yes || best.verdict != Verdict::Yes || reason.rule == "CG52";
    });
    if (firer.arm == Arm::Gun)
      doubt_of_nearer_man(aim);
    else
      count_shooters(aim, std::move(volley.shooters), firer, house);
    count_targets(aim, house, used);
    tell_counts(aim);
  }
  used.margin =
      aim.verdict == Verdict::TooCloseToCall || std::ranges::any_of(aim.because, [](const Reason& r) { return r.rule == "CG52"; });
  aim.unverified = keys(used);
  return aim;
}

/// Nobody of the firer's may fire, whatever the places allow.
void forbid(Aim& aim, const Reason& why) {
  aim.verdict = Verdict::No;
  aim.because = {why};
  for (AimAt& man : aim.men) {
    if (man.verdict != Verdict::No) man.because.clear();  // what allowed the shot
    man.verdict = Verdict::No;
    man.because.insert(man.because.begin(), why);
  }
  for (Shooter& shooter : aim.shooters) shooter.may_fire = Verdict::No;
  aim.men_short = aim.men_long = aim.men_too_close = aim.eligible = 0;
}

}  // namespace

Aim aim(const AimQuestion& question, const House& house) {
  Aim out = house.keep_margin ? judged(question, house) : judged(exactly(question), house);
  if (question.contact) hold_by_contact(out, *question.contact, question.firer.arm, house);
  return out;
}

void hold_by_contact(Aim& aim, const AimContact& contact, Arm firer, const House& house) {
  const bool gun = firer == Arm::Gun;
  const auto first = held_by_contact(true, false, gun, house), next = held_by_contact(false, contact.firer_came, gun, house);
  if (contact.made_this_turn) {
    if (const auto& held = *contact.made_this_turn ? first : next) forbid(aim, *held);
  } else if (first && next) {
    forbid(aim, *next);
  } else if ((first || next) && aim.verdict != Verdict::No) {
    Reason both = first ? *first : *next;
    both.says = first ? "in contact: not in the turn in which they came together; in the next, before the melee (C-H1)"
                      : "in contact: in the turn in which they came together; not in the next (" + next->says + ")";
    aim.because.insert(aim.because.begin(), std::move(both));
  }
}

namespace {

using measure::Inches, measure::Measured, measure::Verdict;

const char* kOpen = ": too close to call";

const char* tail(Verdict v) { return v == Verdict::TooCloseToCall ? kOpen : ""; }

/// What hides the target, by the number that is nearest to saying otherwise.
Reason hidden(const measure::Sight& sight, const std::string& rule, const Figure& target, const House& house) {
  if (sight.in_the_way.empty()) return reason(rule, "whether it is seen cannot be told", target.name);
  const measure::SightBlocker& b = sight.in_the_way.front();
  const char* open = tail(sight.clear);
  const bool sideways_open = measure::at_least(b.clearance, Inches(0.0)) == Verdict::TooCloseToCall;
  const std::string name = b.name.empty() ? "something in the way" : b.name;
  if (sideways_open ||
      !b.terrain) {  // an enemy base hides however low he stands (CG26): what counts is how far the line runs past its edge
    const double past = b.clearance.value.value;
    return reason(rule,
                  fmt::format("hidden by {}: the line of sight passes {:.2f} in {} the edge{}{}", name, std::abs(past),
                              past > 0.0 ? "outside" : "inside", b.terrain ? "" : " of his base", open),
                  b.clearance, Inches(0.0), b.name);
  }
  if (b.terrain == measure::TerrainKind::Wood)
    return reason(rule,
                  fmt::format("hidden by {}: {:.2f} in of wood on the line, one sees through {:.2f} in{}", name, b.depth.value.value,
                              house.wood_depth, open),
                  b.depth, Inches(house.wood_depth), b.name);
  return reason(rule, fmt::format("hidden by {}, which rises {:.2f} in above the line of sight{}", name, b.rise.value.value, open), b.rise,
                Inches(0.0), b.name);
}

/// How the line of fire lies to a friend: beside his base, or inside it.
std::string passing(const Measured& gap, const std::string& friend_name) {
  return fmt::format("the line of fire passes {:.2f} in {} {}", std::abs(gap.value.value),
                     gap.value.value < 0.0 ? "inside the base of" : "from", friend_name.empty() ? "a friend" : friend_name);
}

std::string score(std::optional<int> needs) {
  if (!needs) return "no fire";
  return *needs == 1 ? std::string("automatic") : *needs == 6 ? std::string("6") : fmt::format("{}+", *needs);
}

}  // namespace

std::vector<Reason> reasons(const FireLine& line, Arm firer, const Figure& target, const House& house) {
  const bool gun = firer == Arm::Gun;
  const auto [sight, arc, clearance, reach] = rules_of(firer);
  std::vector<Reason> because, open;  // what surely forbids the shot comes first
  const auto list = [&](Verdict v) -> std::vector<Reason>& { return v == Verdict::No ? because : open; };
  if (line.sight.clear != Verdict::Yes) list(line.sight.clear).push_back(hidden(line.sight, sight, target, house));
  if (const Verdict v = line.bearing.in_arc; v != Verdict::Yes) {
    const double off = measure::degrees(line.bearing.off.value), limit = measure::degrees(kFireArc);
    list(v).push_back({.rule = arc,
                       .says = fmt::format("{:.1f} degrees off, allowed {:.0f}{}", off, limit, tail(v)),
                       .value = off,
                       .limit = limit,
                       .margin = measure::degrees(line.bearing.off.margin),
                       .who = target.name});
  }
  if (const Verdict v = line.friends.clear; v != Verdict::Yes) {
    const Measured m = line.friends.deciding;
    const std::string& name = line.friends.deciding_friend->name;
    list(v).push_back(reason(clearance, fmt::format("{}, needs {:.0f} in{}", passing(m, name), kClearOfFriends.value, tail(v)), m,
                             kClearOfFriends, name));
  }
  if (const Verdict v = line.bearing.in_range; v != Verdict::Yes) {
    const Inches limit = farthest_range(firer, house);
    list(v).push_back(reason(
        reach,
        fmt::format("{:.2f} in away, {} reach {:.0f} in{}", line.bearing.range.value.value, gun ? "guns" : "muskets", limit.value, tail(v)),
        line.bearing.range, limit, target.name));
  }
  because.insert(because.end(), open.begin(), open.end());
  return because;
}

std::vector<Reason> allowed_by(const FireLine& line, Arm firer, const Figure& target, const House& house) {
  const bool gun = firer == Arm::Gun;
  const auto [sight, arc, clearance, reach] = rules_of(firer);
  const auto aside = [](bool holds) { return holds ? "" : "; not enforced at this table"; };  // the shot is allowed all the same
  std::vector<Reason> because;
  if (line.sight.in_the_way.empty()) {
    because.push_back(reason(sight, fmt::format("{} is in sight", target.name), target.name));
  } else {
    because.push_back(hidden(line.sight, sight, target, house));
    because.back().says += aside(false);
  }
  const double off = measure::degrees(line.bearing.off.value), limit = measure::degrees(kFireArc);
  because.push_back({.rule = arc,
                     .says = fmt::format("{:.1f} degrees off, allowed {:.0f}{}", off, limit,
                                         aside(measure::at_most(line.bearing.off, kFireArc) == Verdict::Yes)),
                     .value = off,
                     .limit = limit,
                     .margin = measure::degrees(line.bearing.off.margin),
                     .who = target.name});
  if (const Figure* by = line.friends.nearest_friend) {
    const Measured& gap = *line.friends.nearest;
    const bool beside = measure::at_least(gap, kClearOfFriends) == Verdict::Yes, enforced = !house.at_worst.contains(clearance);
    because.push_back(reason(
        clearance,
        fmt::format("{}, {} {:.0f} in{}", passing(gap, by->name), beside || !enforced ? "needs" : "but above his head; beside it needs",
                    kClearOfFriends.value, aside(beside || enforced)),
        gap, kClearOfFriends, by->name));
  }
  const Measured& range = line.bearing.range;
  const std::string then = gun ? "to hit: " + score(score_needed(range.value.value, house))
                               : std::string(beyond_short_range(range) ? "long range" : "short range");
  because.push_back(
      reason(reach, fmt::format("{:.2f} in away, {}", range.value.value, then), range, farthest_range(firer, house), target.name));
  return because;
}

BandDoubt band_doubt(const Measured& range, const std::string& who, const House& house) {
  BandDoubt doubt;
  const auto needs = score_needed(range.value.value, house);
  const auto least = score_needed(range.value.value - range.margin.value, house);
  const auto most = score_needed(range.value.value + range.margin.value, house);
  if (least != needs || most != needs) {
    doubt.could_need = least != needs ? least : most;
    const std::optional<int> lower = least != needs ? least : needs, higher = least != needs ? needs : most;
    if (lower && higher)  // at the far end of the last band the range itself is the doubt, and has its own reason
      doubt.notes.push_back(reason("CG52", fmt::format("{:.2f} in: {} or {}{}", range.value.value, score(lower), score(higher), kOpen),
                                   range, range_bands(Arm::Gun, house)[static_cast<std::size_t>(*lower) - 1].until, who));
  }
  if (measure::at_most(range, kFullEffect) == Verdict::TooCloseToCall)
    doubt.notes.push_back(
        reason("CG52", fmt::format("{:.2f} in: full or half effect (C-A6){}", range.value.value, kOpen), range, kFullEffect, who));
  return doubt;
}

Reason crew_reason(int crew, int maybe, Verdict manned) {
  const std::string may = maybe > 0 ? fmt::format(", {} more may", maybe) : std::string();
  return {.rule = "C-A1",
          .says = fmt::format("{} {} the gun{}; it takes {}{}", crew, crew == 1 ? "man serves" : "men serve", may, kCrew, tail(manned)),
          .value = crew,
          .limit = kCrew,
          .margin = maybe};
}

}  // namespace rules::charge
