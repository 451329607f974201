#include "app/wire/ground.h"

#include <fmt/format.h>

#include <array>

#include "app/wire/terrain.h"
#include "measure/measured.h"

namespace app::ask {
namespace {

using measure::Inches, rules::charge::Figure;

constexpr double kLargestBase = 1000.0;  // inches

/// The key `table`, [length, width].
std::optional<measure::Table> read_table(Question& question) {
  if (!question.has("table")) return std::nullopt;
  const measure::TablePoint size = question.point("table");
  if (!(size.x.value > 0.0 && size.y.value > 0.0)) question.complain("table", "must be [length, width] in inches, both above 0");
  return measure::Table{.length = size.x, .width = size.y};
}

/// The keys margin_in and margin_deg of `question`, or `outer` where it has none.
Margins read_margins(Question& question, const Margins& outer = {}) {
  Margins margins = outer;
  if (question.has("margin_in")) margins.place = measure::covariance_of(Inches(question.number("margin_in", 0.0)));
  if (question.has("margin_deg")) margins.heading = measure::from_degrees(question.number("margin_deg", 0.0));
  return margins;
}

measure::Shape read_shape(Question base) {
  static constexpr std::array<std::string_view, 3> kShapes{"round", "oval", "rect"};
  const std::size_t which = base.choice("shape", kShapes);
  const auto positive = [&](std::string_view key) { return Inches(base.number(key, 1e-6, kLargestBase)); };
  measure::Shape shape;
  if (which == 0) {
    shape = measure::RoundShape{positive("diameter")};
  } else {
    const measure::TablePoint size = base.point("size");
    if (!(size.x.value > 0.0 && size.y.value > 0.0 && size.x.value < kLargestBase && size.y.value < kLargestBase))
      base.complain("size", "must be [along, across] in inches, both above 0");
    if (which == 1) shape = measure::OvalShape{size.x, size.y};
    if (which == 2) shape = measure::RectShape{size.x, size.y};
  }
  static_cast<void>(base.number_or("height", 0.0, 0.0));  // the base's thickness: known to rosters, of no use to the rules
  base.done();
  return shape;
}

}  // namespace

Common read_common(Question& question) { return {read_margins(question), read_table(question)}; }

measure::Footprint read_footprint(Question& figure, std::string_view at_key, const Common& common) {
  const Margins own = read_margins(figure, common.margins);
  measure::Footprint footprint;
  footprint.shape = figure.has("base") ? read_shape(figure.object("base")) : measure::Shape(measure::RoundShape{Inches(0.0)});
  footprint.centre = figure.point(at_key);
  check_on_table(figure.at(at_key), footprint.centre, common.table);
  footprint.heading = measure::from_degrees(figure.number_or("heading_deg", 0.0));
  footprint.covariance = own.place;
  footprint.heading_margin = own.heading;
  return footprint;
}

std::vector<Figure> read_figures(Question& question, std::string_view key, const Common& common, int first_id) {
  std::vector<Figure> figures;
  for (Question& each : question.objects_or_none(key)) {
    Figure figure;
    figure.id = each.whole_if("id").value_or(first_id + static_cast<int>(figures.size()));
    figure.name = each.text_or("name", fmt::format("{} {}", key, figures.size() + 1));
    figure.footprint = read_footprint(each, "at", common);
    figure.height = Inches(each.number_or("figure_height", rules::charge::kFigureHeight.value, 0.0));
    each.done();
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<measure::Terrain> read_terrain(Question& question) {
  std::vector<measure::Terrain> terrain;
  for (Question& each : question.objects_or_none("terrain")) {
    terrain.push_back(app::read_terrain(each));
    each.done();
  }
  return terrain;
}

void check_on_table(const std::string& at, measure::TablePoint point, const std::optional<measure::Table>& table) {
  if (!table) return;
  const bool on = point.x.value >= 0.0 && point.y.value >= 0.0 && point.x <= table->length && point.y <= table->width;
  if (!on)
    throw BadQuestion{at, fmt::format("[{}, {}] is off the table of {} x {} in: give a place on it, or leave out \"table\"", point.x.value,
                                      point.y.value, table->length.value, table->width.value)};
}

}  // namespace app::ask
