// What the questions of Charge! share: figures and ground as JSON has them, and rulings as answers tell them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/wire/question.h"
#include "rules/charge/combat/firing.h"
#include "rules/charge/move/movement.h"

namespace app::ask {

/// How far off the figures of a question may be; 0 where it gives none.
struct Margins {
  measure::PointCovariance place;
  measure::Radians heading;
};

/// What every figure of a question shares: how far off it may be, and the table that it stands on.
struct Common {
  Margins margins;
  std::optional<measure::Table> table;  // none: the ground is unbounded
  Json assumed = Json::array();         // what the question left open, and what was taken for it
};

/// The keys margin_in, margin_deg and table.
[[nodiscard]] Common read_common(Question& question);
/// `at`, `heading_deg`, `base`, `margin_in`, `margin_deg` of an object; without a base it has its arm's.
[[nodiscard]] measure::Footprint read_footprint(Question& figure, std::string_view at_key, Common& common, rules::charge::Arm arm);
/// Throws BadQuestion when the point that stands at the pointer `at` lies off the table.
void check_on_table(const std::string& at, measure::TablePoint point, const std::optional<measure::Table>& table);
[[nodiscard]] std::vector<measure::Terrain> read_terrain(Question& question);

[[nodiscard]] Json json_of(const rules::charge::Attack& attack, const rules::charge::AttackResult& result,
                           const rules::charge::House& house);
/// The answer, which tells what was taken for what the question left open.
[[nodiscard]] Json with_assumed(Json answer, const Common& common);

/// A whole turn, from where everybody stands at its beginning (charge_turn.cpp).
[[nodiscard]] Json ask_turn(Question& question, const rules::charge::House& house);
/// Its answer in sentences.
[[nodiscard]] std::string say_turn(const Json& question, const Json& answer);

}  // namespace app::ask
