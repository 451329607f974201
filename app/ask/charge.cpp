#include "app/ask/charge.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "app/ask/house.h"
#include "app/wire/rulings.h"
#include "rules/charge/combat/allocation.h"
#include "rules/charge/combat/dice.h"
#include "rules/charge/combat/firing.h"
#include "rules/charge/combat/melee.h"
#include "rules/charge/combat/morale.h"

namespace app::ask {
namespace {

namespace charge = rules::charge;
using app::ask::json_of;
using charge::House;

Json json_of(charge::DiceCount dice) { return {{"full", dice.full}, {"half", dice.half}}; }

Json ask_dice(Question& question, const House&) {
  if (question.has("men")) return json_of(charge::dice_for(question.whole("men")));
  return {{"short", json_of(charge::dice_for(question.whole("men_short")))},
          {"long", json_of(charge::dice_for(question.whole("men_long")))}};
}

Json ask_hit_score(Question& question, const House& house) {
  const auto needs = charge::score_needed(question.number("range_in", 0.0), house);
  return {{"needs", needs ? Json(*needs) : Json(nullptr)}};
}

Json ask_allocate(Question& question, const House& house) {
  const int men = question.whole("men"), die = question.whole("die", 1, charge::kFaces), casualties = question.whole("casualties");
  return {{"taken", charge::count_out(men, die, casualties, house.allocation_wrap)}};
}

Json ask_morale(Question& question, const House&) {
  const int original = question.whole("original"), removed = question.whole("removed");
  if (removed > original) question.complain("removed", "more men than the army had");
  return {{"defeated", charge::defeated(original, removed)}};
}

// ---- melee ----

charge::Fighters read_fighters(Question side) {
  charge::Fighters men;
  men.cavalry = side.whole_if("cavalry").value_or(0);
  men.infantry = side.whole_if("infantry").value_or(0) + side.whole_if("gunners").value_or(0);  // CG40
  side.done();
  return men;
}

Json push_back_of(const charge::Fighters& men, const House& house) {
  Json out = Json::object();
  if (men.cavalry > 0) out["cavalry"] = charge::push_back(charge::Arm::Cavalry, house).value;
  if (men.infantry > 0) out["infantry"] = charge::push_back(charge::Arm::Infantry, house).value;
  return out;
}

Json ask_melee(Question& question, const House& house) {
  const auto a = read_fighters(question.object("a")), b = read_fighters(question.object("b"));
  const std::vector<int> throws = question.wholes("throws", 1, charge::kFaces);
  if (throws.size() != 2) question.complain("throws", "one die a side: [a, b]");
  if (auto odds = charge::check_odds(a, b); !odds) question.complain(a.men() < 1 || a.men() > 2 ? "a" : "b", odds.error().message);
  const auto combat = charge::fight(a, b, {throws[0], throws[1]}, house);
  if (!combat) question.complain("throws", combat.error().message);
  Json falls = nullptr;
  if (combat->loser) {
    falls = {{"side", *combat->loser == 0 ? "a" : "b"}, {"arm", combat->falls.cavalry > 0 ? "cavalry" : "infantry"}};
    if (combat->falls.men() > 1) falls["men"] = combat->falls.men();
  }
  return {{"scores", {rules::text(combat->scores[0]), rules::text(combat->scores[1])}},
          {"falls", falls},
          {"push_back_in", {{"a", push_back_of(combat->survivors[0], house)}, {"b", push_back_of(combat->survivors[1], house)}}}};
}

// ---- fire ----

std::size_t target_called(const std::vector<charge::FireTarget>& targets, const std::string& name, Question& attack, std::string_view key) {
  const auto found = std::find_if(targets.begin(), targets.end(), [&](const auto& t) { return t.name == name; });
  if (found == targets.end()) attack.complain(key, "no target is called \"" + name + "\"");
  return static_cast<std::size_t>(found - targets.begin());
}

charge::FireTarget read_target(Question target, const std::vector<charge::FireTarget>& others) {
  static constexpr std::array<std::string_view, 3> kArms{"infantry", "cavalry", "gunners"};
  static constexpr std::array<charge::Arm, 3> kArmOf{charge::Arm::Infantry, charge::Arm::Cavalry, charge::Arm::Gunners};
  charge::FireTarget out;
  out.name = target.text("name");
  if (std::any_of(others.begin(), others.end(), [&](const auto& t) { return t.name == out.name; }))
    target.complain("name", "two targets are called \"" + out.name + "\"");
  out.arm = kArmOf[target.choice("arm", kArms)];
  out.men = target.whole("men");
  out.cover = target.flag_or("cover", false);
  out.men_covered = target.whole_if("men_covered");
  out.army = target.text_or("army", "");
  target.done();
  return out;
}

charge::Volley read_volley(Question& from, std::string place) {
  charge::Volley volley;
  volley.range_in = from.number("range_in", 0.0);
  volley.men = from.whole("men");
  volley.place = std::move(place);
  Question dice = from.object("dice");
  if (dice.has("full")) volley.dice.full = dice.wholes("full", 1, charge::kFaces);
  if (dice.has("half")) volley.dice.half = dice.wholes("half", 1, charge::kFaces);
  dice.done();
  return volley;
}

void read_volleys(Question& question, charge::Attack& attack) {
  if (!question.has("bands")) {
    attack.volleys.push_back(read_volley(question, ""));
    return;
  }
  for (std::size_t i = 0; Question & band : question.objects("bands")) {
    attack.volleys.push_back(read_volley(band, "/bands/" + std::to_string(i++)));
    band.done();
  }
}

charge::Attack read_attack(Question question, const std::vector<charge::FireTarget>& targets) {
  static constexpr std::array<std::string_view, 2> kBy{"gun", "infantry"};
  charge::Attack attack;
  attack.by_gun = question.choice("by", kBy) == 0;
  attack.target = target_called(targets, question.text("target"), question, "target");
  if (question.has("from")) {  // a firing body that is nobody's target loses no men in this question
    const std::string firer = question.text("from");
    const auto found = std::find_if(targets.begin(), targets.end(), [&](const auto& t) { return t.name == firer; });
    if (found != targets.end()) attack.from = static_cast<std::size_t>(found - targets.begin());
  }
  if (const auto returns = question.whole_if("returns")) attack.returns = static_cast<std::size_t>(*returns);
  attack.eligible = question.whole_if("eligible");
  if (attack.by_gun) {
    attack.range_in = question.number("range_in", 0.0);
    attack.hit_die = question.whole_if("hit_die", 1, charge::kFaces);
    attack.effect_die = question.whole_if("effect_die", 1, charge::kFaces);
    attack.allocation_die = question.whole_if("allocation_die", 1, charge::kFaces);
  } else {
    read_volleys(question, attack);
    if (question.has("allocation_die")) static_cast<void>(question.whole("allocation_die", 1, charge::kFaces));
  }
  question.done();
  return attack;
}

Json json_of(const charge::AttackResult& result, bool by_gun) {
  Json out = Json::object();
  if (by_gun) out["hit"] = result.hit;
  if (by_gun) out["needs"] = result.needs ? Json(*result.needs) : Json(nullptr);
  out["standard"] = rules::text(result.standard);
  out["casualties"] = rules::text(result.casualties);
  out["at_once"] = result.at_once;
  out["carried"] = rules::text(result.carried);
  if (result.destroys_gun) out["destroys_gun"] = true;
  Json working = Json::array();
  for (const auto& line : result.working)
    working.push_back({{"says", line.says}, {"rule", line.rule}, {"number", rules::text(line.number)}});
  out["working"] = working;
  if (!result.because.empty()) out["because"] = json_of(result.because);
  return out;
}

Json ask_fire(Question& question, const House& house) {
  std::vector<charge::FireTarget> targets;
  for (const Question& target : question.objects("targets")) targets.push_back(read_target(target, targets));
  std::vector<charge::Attack> attacks;
  for (const Question& attack : question.objects("attacks")) attacks.push_back(read_attack(attack, targets));
  const auto firing = charge::fire(targets, attacks, house);
  if (!firing) throw BadQuestion{firing.error().at, firing.error().says};
  Json out{{"attacks", Json::array()}, {"targets", Json::array()}};
  for (std::size_t i = 0; i < attacks.size(); ++i) out["attacks"].push_back(json_of(firing->attacks[i], attacks[i].by_gun));
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const charge::TargetResult& result = firing->targets[i];
    out["targets"].push_back({{"name", targets[i].name},
                              {"at_end", result.at_end},
                              {"total", result.total},
                              {"men_left", result.men_left},
                              {"gun_destroyed", result.gun_destroyed}});
  }
  if (!firing->unverified.empty()) out["unverified"] = firing->unverified;
  return out;
}

}  // namespace

House read_charge_house(Question& question) { return read_house(question, charge::house_keys()); }

Json answer_charge(Question& question) {
  static constexpr std::array<std::string_view, 9> kAsks{"dice", "hit_score", "allocate", "morale", "melee",
                                                         "fire", "aim",       "move",     "reach"};
  static constexpr std::array<Json (*)(Question&, const House&), 9> kAnswers{ask_dice, ask_hit_score, ask_allocate, ask_morale, ask_melee,
                                                                             ask_fire, ask_aim,       ask_move,     ask_reach};
  const std::size_t which = question.choice("ask", kAsks);
  const House house = read_charge_house(question);
  Json out = kAnswers[which](question, house);
  question.done();
  return out;
}

}  // namespace app::ask
