// Reading figures and terrain out of a question: the same keys as table.toml and roster.toml.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/wire/question.h"
#include "measure/table.h"
#include "rules/charge/field.h"

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
};
/// The keys margin_in, margin_deg and table.
[[nodiscard]] Common read_common(Question& question);
/// `at`, `heading_deg`, `base`, `margin_in`, `margin_deg` of an object; without a base it is a point.
[[nodiscard]] measure::Footprint read_footprint(Question& figure, std::string_view at_key, const Common& common);
[[nodiscard]] std::vector<rules::charge::Figure> read_figures(Question& question, std::string_view key, const Common& common, int first_id);
[[nodiscard]] std::vector<measure::Terrain> read_terrain(Question& question);
/// Throws BadQuestion when the point that stands at the pointer `at` lies off the table.
void check_on_table(const std::string& at, measure::TablePoint point, const std::optional<measure::Table>& table);

}  // namespace app::ask
