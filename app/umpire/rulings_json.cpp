#include "app/umpire/rulings_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>

#include "app/umpire/charge_scenario.h"
#include "app/umpire/set_aside.h"
#include "app/wire/charge_answer.h"

namespace app {
namespace {

namespace charge = rules::charge;
using Json = nlohmann::ordered_json;
using measure::Verdict;

Json json_of(const charge::JudgedMove& move) {
  Json out{{"id", move.id}, {"name", move.name}, {"unit", move.unit}, {"from", ask::json_of(move.from)}, {"to", ask::json_of(move.to)}};
  out.update(ask::json_of(move.ruling));
  return out;
}

Json json_of(const charge::JudgedAim& judged) {
  Json out{{"firer", judged.firer}, {"id", judged.id}, {"target", judged.target}};
  out.update(ask::json_of(judged.aim));
  return out;
}

const char* judged_word(Verdict verdict) {
  return verdict == Verdict::Yes ? "legal" : verdict == Verdict::No ? "not legal" : "too close to call";
}

/// How far it went. `one`: a single piece; else the one of several that decides.
std::string way_of(const charge::MoveRuling& ruling, bool one) {
  constexpr double kShown = 0.005;  // inches: less is written as 0.00
  if (!ruling.cost) return "moved where no way leads";
  if (ruling.cost->value.value < kShown) return "turned on the spot";
  return fmt::format("moved{} {:.2f} in of {:.0f}", one ? "" : ", at most", ruling.cost->value.value, ruling.allowance.value);
}

/// The line as the table's dial has it.
RulingLine dialled(RulingLine line, Dial dial) {
  static constexpr std::array kBefore{"", "proposed: ", "noted: ", "not asked here: "};
  line.dial = dial;
  line.says = kBefore[static_cast<std::size_t>(dial)] + line.says;
  if (dial == Dial::Enforce) return line;
  line.verdict = as_it_counts(line.verdict, dial);
  line.at.reset();  // nothing is drawn
  return line;
}

/// The moves of one unit in one line: how many men, and the one that decides.
RulingLine line_of_unit(const std::vector<const charge::JudgedMove*>& moves, Dial dial) {
  const auto cost = [](const charge::JudgedMove* m) { return m->ruling.cost ? m->ruling.cost->value.value : 1e9; };
  const auto worst = *std::max_element(moves.begin(), moves.end(), [&](const auto* a, const auto* b) {
    return std::pair(a->ruling.verdict, cost(a)) < std::pair(b->ruling.verdict, cost(b));
  });
  RulingLine line{.verdict = worst->ruling.verdict};
  for (const auto* move : moves) line.ids.push_back(move->id);
  if (!worst->ruling.because.empty()) line.rule = worst->ruling.because.front().rule;
  const std::string who = moves.size() == 1 ? worst->name : fmt::format("{} ({} pieces)", worst->unit, moves.size());
  line.says = fmt::format("{} {}: {}", who, way_of(worst->ruling, moves.size() == 1), judged_word(line.verdict));
  const auto illegal = std::count_if(moves.begin(), moves.end(), [](const auto* m) { return m->ruling.verdict == Verdict::No; });
  if (illegal > 0 && moves.size() > 1) line.says += fmt::format(" ({} of {} too far)", illegal, moves.size());
  return dialled(std::move(line), dial);
}

std::string or_more(int score) { return score == charge::kFaces ? "6" : fmt::format("{}+", score); }

RulingLine line_of(const charge::JudgedAim& judged) {
  const charge::Aim& aim = judged.aim;
  RulingLine line{.verdict = aim.verdict, .ids = {judged.id}};
  if (!aim.because.empty()) line.rule = aim.because.front().rule;
  const char* may = aim.verdict == Verdict::Yes ? "may fire at" : aim.verdict == Verdict::No ? "may not fire at" : "may or may not fire at";
  line.says = fmt::format("{} {} {}", judged.firer, may, judged.target);
  const auto best = std::min_element(aim.men.begin(), aim.men.end(), [](const auto& a, const auto& b) {
    return std::pair(a.verdict, a.range.value.value) < std::pair(b.verdict, b.range.value.value);
  });
  if (best != aim.men.end()) {
    line.ids.push_back(best->id);
    line.at = *best;
    line.says += fmt::format(": {} at {:.1f} in", best->name, best->range.value.value);
    if (best->needs && aim.verdict != Verdict::No)
      line.says += *best->needs == 1 ? std::string(", a sure hit") : fmt::format(", {} to hit", or_more(*best->needs));
    if (best->could_need && aim.verdict != Verdict::No) line.says += fmt::format(", or perhaps {} (CG52)", or_more(*best->could_need));
  }
  if (aim.verdict != Verdict::No && !aim.shooters.empty())
    line.says += fmt::format(", {} men short and {} long", aim.men_short, aim.men_long);
  // Of a yes the log says only what depends on the turn: contact.
  if ((aim.verdict != Verdict::Yes || charge::of_contact(line.rule)) && !aim.because.empty()) line.says += "; " + aim.because.front().says;
  return line;
}

/// One firer who may not, or perhaps not, fire at several bodies for one reason: his own, or the same of all of them.
RulingLine line_of_all(const std::vector<const charge::JudgedAim*>& aims, std::size_t asked) {
  const charge::JudgedAim& first = *aims.front();
  RulingLine line{.verdict = first.aim.verdict, .rule = first.aim.because.front().rule, .ids = {first.id}};
  std::string at;
  if (aims.size() < asked)
    for (const auto* aim : aims) at += (at.empty() ? " at " : ", ") + aim->target;
  line.says = fmt::format("{} {}{}: {}", first.firer, line.verdict == Verdict::No ? "may not fire" : "too close to call", at,
                          first.aim.because.front().says);
  return line;
}

/// What may be fired at, then what is too close to call, then what may not: each once. Then what is set aside.
void add_aims(std::vector<RulingLine>& lines, const ChargeRulings& rulings) {
  std::vector<charge::JudgedAim> aims;
  for (std::size_t i = 0; i < rulings.aims.size(); ++i)
    if (rulings.dial_of_aim(i) == Dial::Enforce) aims.push_back(rulings.aims[i]);
  for (const Verdict verdict : {Verdict::Yes, Verdict::TooCloseToCall, Verdict::No}) {
    std::vector<std::vector<const charge::JudgedAim*>> alike;
    for (const auto& judged : aims) {
      if (judged.aim.verdict != verdict) continue;
      const auto same = std::ranges::find_if(alike, [&](const auto& group) {
        const auto &a = group.front()->aim.because, &b = judged.aim.because;
        return verdict != Verdict::Yes && group.front()->id == judged.id && !a.empty() && !b.empty() && a.front().rule == b.front().rule &&
               a.front().says == b.front().says;
      });
      same == alike.end() ? alike.push_back({&judged}) : same->push_back(&judged);
    }
    for (const auto& group : alike) {
      const auto asked = std::ranges::count(aims, group.front()->id, &charge::JudgedAim::id);
      lines.push_back(group.size() == 1 ? line_of(*group.front()) : line_of_all(group, static_cast<std::size_t>(asked)));
    }
  }
  for (std::size_t i = 0; i < rulings.aims.size(); ++i)
    if (const Dial dial = rulings.dial_of_aim(i); dial != Dial::Enforce) lines.push_back(dialled(line_of(rulings.aims[i]), dial));
}

}  // namespace

std::vector<rules::Reason> told_by_the_turn(const charge::House& house) {
  std::vector<rules::Reason> reasons{rules::reason("C-T3", "an army moves in its own movement only"),
                                     rules::reason("CG11", "a gun or a man that has fired in this turn does not fire again")};
  if (house.gun_move_and_fire != charge::GunMoveAndFire::Allowed || house.infantry_move_and_fire != charge::MoveAndFire::Allowed)
    reasons.push_back(rules::reason("CG4", "by the house rules who has moved in this turn may not fire"));
  return reasons;
}

void add_rulings(Json& line, const ChargeRulings& rulings, const charge::House& house) {
  line["moved"] = Json::array();
  const auto add = [](Json& list, Json ruling, Dial dial) {
    if (dial != Dial::Enforce) ruling["dial"] = kDials[static_cast<std::size_t>(dial)];
    list.push_back(std::move(ruling));
  };
  for (std::size_t i = 0; i < rulings.moved.size(); ++i) add(line["moved"], json_of(rulings.moved[i]), rulings.dial_of_move(i));
  line["aims"] = Json::array();
  for (std::size_t i = 0; i < rulings.aims.size(); ++i) add(line["aims"], json_of(rulings.aims[i]), rulings.dial_of_aim(i));
  line["contacts"] = Json::array();
  for (const auto& [a, b] : rulings.contacts) line["contacts"].push_back({a, b});
  line["lifted"] = rulings.lifted;
  line["fallen"] = rulings.fallen;
  line["armies"] = Json::array();
  for (const ArmyTally& army : rulings.armies)
    line["armies"].push_back({{"name", army.name}, {"original", army.original}, {"removed", army.removed}, {"defeated", army.defeated}});
  line["by_turn"] = ask::json_of(told_by_the_turn(house));
  if (rulings.objective) line["objective"] = json_of(*rulings.objective, rulings.holding);
}

std::vector<RulingLine> ruling_lines(const ChargeRulings& rulings) {
  std::vector<RulingLine> lines;
  struct Together {
    Dial dial;
    std::vector<const charge::JudgedMove*> moves;
  };
  std::vector<Together> units;
  for (std::size_t i = 0; i < rulings.moved.size(); ++i) {
    const charge::JudgedMove& move = rulings.moved[i];
    const Dial dial = rulings.dial_of_move(i);
    const auto unit =
        std::ranges::find_if(units, [&](const Together& of) { return of.dial == dial && of.moves.front()->unit == move.unit; });
    if (unit == units.end())
      units.push_back({dial, {&move}});
    else
      unit->moves.push_back(&move);
  }
  for (const auto& [dial, moves] : units) lines.push_back(line_of_unit(moves, dial)), lines.back().happened = true;
  add_aims(lines, rulings);
  if (!rulings.contacts.empty())
    lines.push_back({.rule = "C-H1",
                     .says = rulings.contacts.size() == 1 ? "1 pair of enemies is in contact"
                                                          : fmt::format("{} pairs of enemies are in contact", rulings.contacts.size()),
                     .happened = true});
  if (!rulings.lifted.empty())
    lines.push_back({.rule = "C-K5",
                     .says = fmt::format("{} taken off the table", fmt::join(rulings.fallen, ", ")),
                     .ids = rulings.lifted,
                     .happened = true});
  for (const ArmyTally& army : rulings.armies) {
    const Verdict verdict = army.defeated ? Verdict::No : Verdict::Yes;
    lines.push_back({verdict,
                     "C-W1",
                     fmt::format("{}: {} of {} lost{}", army.name, army.removed, army.original, army.defeated ? ": defeated" : ""),
                     {}});
  }
  if (rulings.objective) {
    lines.push_back(ruling_line(*rulings.objective, rulings.holding));
    lines.back().ids = rulings.at_objective;
  }
  return lines;
}

std::string text_of(const std::vector<RulingLine>& lines) {
  std::string out;
  for (const RulingLine& line : lines) out += fmt::format("  {:<6} {}\n", line.rule, line.says);
  return out;
}

}  // namespace app
