#include "app/wire/charge_question.h"

#include <array>

namespace app::ask {
namespace {

namespace charge = rules::charge;

Json exact(measure::TablePoint point) { return {point.x.value, point.y.value}; }

Json exact(const std::vector<measure::TablePoint>& points) {
  return list_of(points, [](measure::TablePoint point) { return exact(point); });
}

Json json_of_figure(const charge::Figure& figure) {
  Json out{{"id", figure.id}, {"name", figure.name}};
  add_footprint(out, "at", figure.footprint);
  out["figure_height"] = figure.height.value;
  return out;
}

Json json_of_terrain(const measure::Terrain& terrain) {
  Json out{{"kind", word(terrain.kind)}};
  if (!terrain.name.empty()) out["name"] = terrain.name;
  if (!terrain.polygon.empty()) out["polygon"] = exact(terrain.polygon);
  if (!terrain.line.empty()) out["line"] = exact(terrain.line);
  out["height"] = terrain.height.value;
  out["base_height"] = terrain.base_height.value;
  if (!terrain.line.empty()) out["width"] = terrain.width.value;
  if (!terrain.top.empty()) out["top"] = exact(terrain.top);
  if (terrain.uphill) out["uphill_deg"] = measure::degrees(*terrain.uphill);
  if (!terrain.impassable_to.empty()) out["impassable_to"] = terrain.impassable_to;
  return out;
}

void add_surroundings(Json& out, const auto& question, const charge::House& house) {
  out["friends"] = list_of(question.friends, json_of_figure);
  out["enemies"] = list_of(question.enemies, json_of_figure);
  out["terrain"] = list_of(question.terrain, json_of_terrain);
  if (Json overrides = overrides_of(house); !overrides.empty()) out["house"] = std::move(overrides);
}

}  // namespace

void add_footprint(Json& out, const char* at_key, const measure::Footprint& footprint) {
  out[at_key] = exact(footprint.centre);
  out["heading_deg"] = measure::heading_degrees(footprint.heading);
  out["base"] = json_of(footprint.shape);
  out["margin_in"] = measure::margin_of(footprint.covariance).value;
  out["covariance_in2"] = {footprint.covariance.xx, footprint.covariance.xy, footprint.covariance.yy};
  out["margin_deg"] = measure::degrees(footprint.heading_margin);
}

Json json_of(const measure::Shape& shape) {
  if (const auto* round = std::get_if<measure::RoundShape>(&shape)) return {{"shape", "round"}, {"diameter", round->diameter.value}};
  const auto [length, width] = measure::sides(shape);
  return {{"shape", std::holds_alternative<measure::OvalShape>(shape) ? "oval" : "rect"}, {"size", {length, width}}};
}

Json overrides_of(const charge::House& house) {
  Json out = Json::object();
  for (const auto& key : charge::house_keys())
    if (const rules::HouseValue value = key.get(house); value != key.get({}))
      out[key.name] = std::visit([](const auto& each) { return Json(each); }, value);
  return out;
}

namespace {

constexpr std::array<std::string_view, 2> kSince{"earlier", "this_turn"}, kAttacker{"target", "firer"};

}  // namespace

Json json_of(const charge::AimContact& contact) {
  Json out = Json::object();
  if (contact.made_this_turn) out["since"] = kSince[*contact.made_this_turn ? 1 : 0];
  if (contact.firer_came) out["attacker"] = "firer";
  return out;
}

charge::AimContact read_aim_contact(Question contact) {
  charge::AimContact out;
  if (contact.has("since")) out.made_this_turn = contact.choice("since", kSince) == 1;
  out.firer_came = contact.has("attacker") && contact.choice("attacker", kAttacker) == 1;
  contact.done();
  return out;
}

Json json_of(const charge::AimQuestion& question, const charge::House& house) {
  const charge::Firer& firer = question.firer;
  Json from{{"arm", word(firer.arm)}};
  if (firer.arm == charge::Arm::Gun) {
    const charge::Figure& gun = firer.figures.front();
    from["name"] = gun.name;
    add_footprint(from, "at", gun.footprint);
    from["figure_height"] = gun.height.value;
    from["crew"] = firer.crew.value_or(charge::kCrew);
    from["crew_maybe"] = firer.crew_maybe;
  } else {
    from["men"] = list_of(firer.figures, json_of_figure);
  }
  Json out{{"game", "charge"}, {"ask", "aim"}, {"firer", std::move(from)}, {"target", list_of(question.target, json_of_figure)}};
  if (question.contact) out["contact"] = json_of(*question.contact);
  add_surroundings(out, question, house);
  return out;
}

Json json_of(const charge::MoveQuestion& question, measure::TablePoint to, const charge::House& house) {
  Json out{{"game", "charge"}, {"ask", "move"}, {"arm", word(question.arm)}};
  add_footprint(out, "from", question.base);
  out["to"] = exact(to);
  charge::MoveQuestion on_table = question;
  if (question.table) {
    out["table"] = {question.table->length.value, question.table->width.value};
    const auto off = [&](const charge::Figure& figure) {
      const measure::TablePoint at = figure.footprint.centre;
      return !(at.x.value >= 0.0 && at.y.value >= 0.0 && at.x <= question.table->length && at.y <= question.table->width);
    };
    std::erase_if(on_table.friends, off);
    std::erase_if(on_table.enemies, off);
  }
  add_surroundings(out, on_table, house);
  return out;
}

}  // namespace app::ask
