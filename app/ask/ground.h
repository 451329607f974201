// Reading figures and terrain out of a question: the same keys as table.toml and roster.toml.
// Needs app/ask/question.h, rules/charge/figure.h.
#pragma once

#include <optional>
#include <vector>

#include "app/ask/question.h"
#include "measure/table.h"
#include "rules/charge/figure.h"

namespace app::ask {

/// How far off the figures of a question may be; 0 where it gives none.
struct Margins {
  measure::PointCovariance place;
  measure::Radians heading;
};

/// The keys margin_in and margin_deg of `question`, or `outer` where it has none.
[[nodiscard]] Margins read_margins(Question& question, const Margins& outer = {});

[[nodiscard]] measure::Shape read_shape(Question base);
/// `at`, `heading_deg`, `base`, `margin_in`, `margin_deg` of an object; without a base it is a point.
[[nodiscard]] measure::Footprint read_footprint(Question& figure, std::string_view at_key, const Margins& margins);
[[nodiscard]] std::vector<rules::charge::Figure> read_figures(Question& question, std::string_view key, const Margins& margins,
                                                              int first_id);
[[nodiscard]] std::vector<measure::Terrain> read_terrain(Question& question);
/// The key `table`, [length, width]; none: the ground is unbounded.
[[nodiscard]] std::optional<measure::Table> read_table(Question& question);
/// Throws BadQuestion at `key` when a point lies off the table.
void check_on_table(const Question& question, std::string_view key, measure::TablePoint point, const std::optional<measure::Table>& table);

}  // namespace app::ask
