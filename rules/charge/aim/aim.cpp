#include "rules/charge/aim/aim.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/charge/aim/aim_line.h"
#include "rules/charge/aim/aim_musketry.h"
#include "rules/charge/aim/aim_reasons.h"
#include "rules/charge/aim/cover.h"

namespace rules::charge {
namespace {

using measure::Verdict;

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
  at.at = man.footprint.centre;
  at.verdict = line.verdict();
  at.range = line.bearing.range;
  at.off = line.bearing.off;
  at.clearance = line.friends.nearest;
  if (line.friends.nearest_friend) {
    at.nearest = line.friends.nearest_friend->name;
    at.nearest_id = line.friends.nearest_friend->id;
  }
  at.because = reasons(line, arm, man, house);
  if (arm != Arm::Gun) {
    at.by = firer.name;
    return at;
  }
  const BandDoubt doubt = band_doubt(at.range, man.name, house);
  at.needs = score_needed(at.range.value.value, house);
  at.could_need = doubt.could_need;
  at.because.insert(at.because.end(), doubt.notes.begin(), doubt.notes.end());
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
  aim.eligible = static_cast<int>(std::count_if(aim.men.begin(), aim.men.end(), [](const AimAt& m) { return m.verdict == Verdict::Yes; }));
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
                           .value = aim.covered,
                           .limit = {},
                           .margin = {},
                           .who = {}});
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
                             .limit = {},
                             .margin = man.range.margin.value,
                             .who = man.name});
      return;
    }
}

/// C-A1.
Verdict manned(const Firer& firer) {
  if (firer.arm != Arm::Gun || !firer.crew || *firer.crew >= kCrew) return Verdict::Yes;
  return *firer.crew + firer.crew_maybe >= kCrew ? Verdict::TooCloseToCall : Verdict::No;
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
  if (const Verdict crew = manned(firer); crew != Verdict::Yes) aim.because.push_back(too_few_crew(*firer.crew, firer.crew_maybe, crew));
  if (!firer.figures.empty() && !question.target.empty()) {
    std::vector<Figure> friends = question.friends;  // and, where the house does not exempt them, the men of the body itself
    const bool own_count = firer.arm != Arm::Gun && !house.clear_exempts_own_unit;
    if (own_count) friends.insert(friends.end(), firer.figures.begin(), firer.figures.end());
    const FireField field(friends, question.enemies, question.terrain, question.common, house);
    Volley volley = volley_of(firer, question.target, field, own_count ? std::optional(question.friends.size()) : std::nullopt, house);
    aim.men = tell_men(question, field, volley.lines, house, used);
    aim.best = static_cast<std::size_t>(std::min_element(aim.men.begin(), aim.men.end(), better) - aim.men.begin());
    aim.verdict = measure::both(aim.men[*aim.best].verdict, manned(firer));
    const auto& why = aim.men[*aim.best].because;
    aim.because.insert(aim.because.end(), why.begin(), why.end());
    if (firer.arm == Arm::Gun)
      doubt_of_nearer_man(aim);
    else
      count_shooters(aim, std::move(volley.shooters), firer, house);
    count_targets(aim, house, used);
  }
  used.margin = aim.verdict == Verdict::TooCloseToCall ||
                std::any_of(aim.because.begin(), aim.because.end(), [](const Reason& r) { return r.rule == "CG52"; });
  aim.unverified = keys(used);
  return aim;
}

}  // namespace

Aim aim(const AimQuestion& question, const House& house) {
  return house.keep_margin ? judged(question, house) : judged(exactly(question), house);
}

}  // namespace rules::charge
