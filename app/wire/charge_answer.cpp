#include "app/wire/charge_answer.h"

namespace app::ask {

namespace charge = rules::charge;

namespace {

/// A key that only stands where there is something to tell.
void add_if(Json& out, const char* key, const auto& value) {
  if (value) out[key] = json_of(*value);
}

}  // namespace

Json json_of(const charge::AimAt& man) {
  Json out{{"name", man.name}, {"id", man.id}, {"at", json_of(man.at)}, {"verdict", word(man.verdict)}};
  out["range_in"] = tidy(man.range.value.value);
  out["off_deg"] = tidy(measure::degrees(man.off.value));
  out["clearance_in"] = man.clearance ? Json(tidy(man.clearance->value.value)) : Json(nullptr);
  out["nearest"] = man.clearance ? Json(man.nearest) : Json(nullptr);
  out["nearest_id"] = man.clearance ? Json(man.nearest_id) : Json(nullptr);
  out["needs"] = man.needs ? Json(*man.needs) : Json(nullptr);
  if (man.could_need) out["could_need"] = *man.could_need;
  out["range_margin_in"] = tidy(man.range.margin.value);
  out["off_margin_deg"] = tidy(measure::degrees(man.off.margin));
  if (man.clearance) out["clearance_margin_in"] = tidy(man.clearance->margin.value);
  if (!man.by.empty()) out["by"] = man.by;
  if (man.covered) out["covered"] = true;
  out["line"] = {json_of(man.from), json_of(man.at)};
  add_if(out, "nearest_at", man.nearest_at);
  add_if(out, "hidden_at", man.hidden_at);
  out["because"] = json_of(man.because);
  return out;
}

Json json_of(const charge::Aim& aim) {
  Json out{{"verdict", word(aim.verdict)}, {"men", list_of(aim.men, [](const auto& man) { return json_of(man); })}};
  if (!aim.shooters.empty()) {
    out["men_short"] = aim.men_short;
    out["men_long"] = aim.men_long;
    out["eligible"] = aim.eligible;
  }
  out["cover"] = aim.cover;
  out["arcs"] = list_of(aim.arcs, [&](const charge::FireArc& arc) {
    return Json{{"name", arc.name},
                {"at", json_of(arc.at)},
                {"heading_deg", tidy(measure::degrees(arc.heading))},
                {"half_deg", tidy(measure::degrees(charge::kFireArc))},
                {"range_in", tidy(aim.farthest.value)}};
  });
  out["corridor_in"] = charge::kClearOfFriends.value;
  out["because"] = json_of(aim.because);
  out["unverified"] = aim.unverified;
  return out;
}

Json json_of(const charge::MoveRuling& ruling) {
  Json out{{"verdict", word(ruling.verdict)}, {"cost_in", ruling.cost ? Json(tidy(ruling.cost->value.value)) : Json(nullptr)}};
  if (ruling.cost) out["cost_margin_in"] = tidy(ruling.cost->margin.value);
  out["allowance_in"] = tidy(ruling.allowance.value);
  out["path"] = list_of(ruling.path, [](measure::TablePoint point) { return json_of(point); });
  out["legs"] = list_of(ruling.legs, [](const charge::MoveRuling::Leg& leg) {
    return Json{{"from", json_of(leg.from)},
                {"to", json_of(leg.to)},
                {"inches", tidy(leg.inches)},
                {"cost_in", tidy(leg.cost)},
                {"ground", leg.ground}};
  });
  out["because"] = json_of(ruling.because);
  out["unverified"] = ruling.unverified;
  return out;
}

}  // namespace app::ask
