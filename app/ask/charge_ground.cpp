// The questions of Charge! about figures on the ground: aim, move, reach.
#include <array>

#include "app/ask/charge.h"
#include "app/wire/ground.h"
#include "app/wire/rulings.h"
#include "rules/charge/aim/aim.h"
#include "rules/charge/move/movement.h"

namespace app::ask {
namespace {

namespace charge = rules::charge;
using app::ask::json_of;
using charge::House;

// Ids of figures that bring none: one hundred thousand numbers for each list.
constexpr int kTargetIds = 100000, kFriendIds = 200000, kEnemyIds = 300000;

charge::Firer read_firer(Question from, const Common& common) {
  static constexpr std::array<std::string_view, 2> kArms{"gun", "infantry"};
  charge::Firer firer;
  firer.arm = from.choice("arm", kArms) == 0 ? charge::Arm::Gun : charge::Arm::Infantry;
  if (firer.arm == charge::Arm::Gun) {
    charge::Figure gun;
    gun.name = from.text_or("name", "gun");
    gun.footprint = read_footprint(from, "at", common);
    if (!from.has("heading_deg")) from.complain("heading_deg", "is missing: where does the gun point?");
    gun.height = measure::Inches(from.number_or("figure_height", charge::kFigureHeight.value, 0.0));
    firer.crew = from.whole_if("crew");
    firer.figures.push_back(std::move(gun));
  } else {
    firer.figures = read_figures(from, "men", common, 0);
    if (firer.figures.empty()) from.complain("men", "a body of infantry needs men");
  }
  from.done();
  return firer;
}

charge::AimQuestion read_aim(Question& question) {
  const Common common = read_common(question);
  charge::AimQuestion out;
  out.firer = read_firer(question.object("firer"), common);
  out.target = read_figures(question, "target", common, kTargetIds);
  if (out.target.empty()) question.complain("target", "needs at least one man");
  out.friends = read_figures(question, "friends", common, kFriendIds);
  out.enemies = read_figures(question, "enemies", common, kEnemyIds);
  out.terrain = read_terrain(question);
  return out;
}

Json json_of(const charge::AimAt& man) {
  Json out{{"name", man.name},
           {"verdict", word(man.verdict)},
           {"range_in", tidy(man.range.value.value)},
           {"off_deg", tidy(measure::degrees(man.off.value))},
           {"clearance_in", man.clearance ? Json(tidy(man.clearance->value.value)) : Json(nullptr)},
           {"nearest", man.clearance ? Json(man.nearest) : Json(nullptr)},
           {"needs", man.needs ? Json(*man.needs) : Json(nullptr)}};
  out["range_margin_in"] = tidy(man.range.margin.value);
  out["off_margin_deg"] = tidy(measure::degrees(man.off.margin));
  if (man.clearance) out["clearance_margin_in"] = tidy(man.clearance->margin.value);
  if (!man.by.empty()) out["by"] = man.by;
  if (man.covered) out["covered"] = true;
  out["because"] = json_of(man.because);
  return out;
}

charge::MoveQuestion read_move(Question& question) {
  static constexpr std::array<std::string_view, 5> kArms{"infantry", "cavalry", "gun", "gunners", "carriage"};
  static constexpr std::array<charge::Arm, 5> kArmOf{charge::Arm::Infantry, charge::Arm::Cavalry, charge::Arm::Gun, charge::Arm::Gunners,
                                                     charge::Arm::Carriage};
  charge::MoveQuestion out;
  out.arm = kArmOf[question.choice("arm", kArms)];
  const Common common = read_common(question);
  out.base = read_footprint(question, "from", common);
  out.end_covariance = common.margins.place;
  out.terrain = read_terrain(question);
  out.friends = read_figures(question, "friends", common, kFriendIds);
  out.enemies = read_figures(question, "enemies", common, kEnemyIds);
  out.table = common.table;
  out.unit_crossed = question.flag_or("unit_crossed", false);
  return out;
}

Json json_of(const charge::MoveRuling& ruling) {
  Json path = Json::array(), legs = Json::array();
  for (measure::TablePoint point : ruling.path) path.push_back(json_of(point));
  for (const auto& leg : ruling.legs)
    legs.push_back({{"from", json_of(leg.from)},
                    {"to", json_of(leg.to)},
                    {"inches", tidy(leg.inches)},
                    {"cost_in", tidy(leg.cost)},
                    {"ground", leg.ground}});
  Json out{{"verdict", word(ruling.verdict)}, {"cost_in", ruling.cost ? Json(tidy(ruling.cost->value.value)) : Json(nullptr)}};
  if (ruling.cost) out["cost_margin_in"] = tidy(ruling.cost->margin.value);
  out["allowance_in"] = tidy(ruling.allowance.value);
  out["path"] = path;
  out["legs"] = legs;
  out["because"] = json_of(ruling.because);
  out["unverified"] = ruling.unverified;
  return out;
}

}  // namespace

Json ask_aim(Question& question, const House& house) {
  const charge::Aim aim = charge::aim(read_aim(question), house);
  Json out{{"verdict", word(aim.verdict)}, {"men", Json::array()}};
  for (const charge::AimAt& man : aim.men) out["men"].push_back(json_of(man));
  if (!aim.shooters.empty()) {
    out["men_short"] = aim.men_short;
    out["men_long"] = aim.men_long;
    out["eligible"] = aim.eligible;
  }
  out["cover"] = aim.cover;
  out["because"] = json_of(aim.because);
  out["unverified"] = aim.unverified;
  return out;
}

Json ask_move(Question& question, const House& house) {
  const charge::MoveQuestion move = read_move(question);
  if (question.has("path")) {
    const auto path = question.points("path", 2);
    for (std::size_t i = 0; i < path.size(); ++i) check_on_table(question.at("path") + "/" + std::to_string(i), path[i], move.table);
    if (question.has("to") && measure::distance(question.point("to"), path.back()).value > measure::kLimitSlack)
      question.complain("to", "is not where the path ends");
    if (measure::distance(move.base.centre, path.front()).value > measure::kLimitSlack)
      question.complain("path", "does not begin at \"from\"");
    return json_of(charge::judge_path(move, path, house));
  }
  const measure::TablePoint to = question.point("to");
  check_on_table(question.at("to"), to, move.table);
  return json_of(charge::judge_move(move, to, house));
}

Json ask_reach(Question& question, const House& house) {
  const charge::Reach reach = charge::reach(read_move(question), house);
  Json outline = Json::array();
  for (const auto& ring : reach.outline) {
    Json points = Json::array();
    for (measure::TablePoint point : ring) points.push_back(json_of(point));
    outline.push_back(std::move(points));
  }
  Json out{{"area_in2", tidy(reach.area_in2)}, {"outline", outline}};
  if (!reach.unverified.empty()) out["unverified"] = reach.unverified;
  return out;
}

}  // namespace app::ask
