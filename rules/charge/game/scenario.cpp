#include "rules/charge/game/scenario.h"

#include <fmt/format.h>

#include <algorithm>

#include "measure/footprint.h"

namespace rules::charge {
namespace {

using measure::Inches, measure::Measured, measure::TablePoint, measure::TableVector;
using measure::Verdict;

/// Inches. Nearer to an edge than this a point has no direction to it.
constexpr double kOnTheEdge = 1e-9;

/// The point of an open line, or of a closed outline, that is nearest to `point`.
TablePoint nearest_on(const std::vector<TablePoint>& line, bool closed, TablePoint point) {
  TablePoint best = line.front();
  for (std::size_t i = closed ? 0 : 1; i < line.size(); ++i) {
    const TablePoint here = nearest_on_segment(line[i == 0 ? line.size() - 1 : i - 1], line[i], point);
    if (distance(here, point) < distance(best, point)) best = here;
  }
  return best;
}

/// The margin of a spot across an edge: along the way to its nearest point, in all directions alike where that is no way.
Inches margin_across(const measure::Footprint& footprint, TablePoint edge) {
  const TableVector way = footprint.centre - edge;
  const double far = length(way).value;
  if (far < kOnTheEdge) return margin_of(footprint.covariance);
  return measure::margin_from(variance_along(footprint.covariance, way * (1.0 / far)));
}

Measured way_to_outline(const std::vector<TablePoint>& outline, const measure::Footprint& footprint) {
  const TablePoint edge = nearest_on(outline, true, footprint.centre);
  const double sign = measure::inside(outline, footprint.centre) ? -1.0 : 1.0;
  return {.value = Inches(sign * distance(edge, footprint.centre).value), .margin = margin_across(footprint, edge)};
}

Measured way_to_line(const measure::Terrain& terrain, const measure::Footprint& footprint) {
  const TablePoint edge = nearest_on(terrain.line, false, footprint.centre);
  return {.value = Inches(distance(edge, footprint.centre).value - 0.5 * terrain.width.value), .margin = margin_across(footprint, edge)};
}

std::string men(int count) { return count == 1 ? "1 man" : fmt::format("{} men", count); }

/// A soldier who may hold the place, and how far from it he stands.
struct Standing {
  const Piece* piece;
  Measured way;
  Verdict there;
};

Verdict at_least_so_many(int count, int surely, int perhaps) {
  return surely >= count ? Verdict::Yes : perhaps >= count ? Verdict::TooCloseToCall : Verdict::No;
}

/// Why `army` holds the place, does not, or may.
std::vector<Reason> reasons(const Objective& objective, const Presence& army, const std::vector<Presence>& all,
                            const std::vector<Standing>& soldiers) {
  std::vector<Reason> out;
  if (army.surely >= objective.men)
    out.push_back(reason("C-B3", fmt::format("{} of {} at {}", men(army.surely), army.army, objective.name)));
  for (const Standing& man : soldiers)
    if (man.there == Verdict::TooCloseToCall)
      out.push_back(
          reason("C-B3", "too near the edge of " + objective.name + " to call", man.way, objective.within, man.piece->figure.name));
  for (const Presence& other : all)
    if (other.army != army.army && other.surely > 0)
      out.push_back(reason("C-B3", fmt::format("{} of {} contest {}", men(other.surely), other.army, objective.name)));
  if (army.perhaps >= objective.men) return out;
  const Standing* nearest = nullptr;
  for (const Standing& man : soldiers)
    if (man.piece->army == army.army && man.there == Verdict::No && (!nearest || man.way.value < nearest->way.value)) nearest = &man;
  const std::string few =
      army.perhaps == 0 ? fmt::format("nobody of {} is at {}", army.army, objective.name)
                        : fmt::format("only {} of {} at {}, {} are needed", men(army.perhaps), army.army, objective.name, objective.men);
  out.push_back(nearest ? reason("C-B3", few, nearest->way, objective.within, nearest->piece->figure.name) : reason("C-B3", few));
  return out;
}

}  // namespace

std::optional<Measured> way_to(const Objective& objective, const Field& field, const Piece& piece) {
  const measure::Footprint& footprint = piece.figure.footprint;
  if (objective.terrain.empty()) return objective.area.size() < 3 ? std::nullopt : std::optional(way_to_outline(objective.area, footprint));
  std::optional<Measured> nearest;
  for (const measure::Terrain& terrain : field.terrain) {
    const bool area = terrain.polygon.size() >= 3;
    if (terrain.name != objective.terrain || (!area && terrain.line.empty())) continue;
    const Measured way = area ? way_to_outline(terrain.polygon, footprint) : way_to_line(terrain, footprint);
    if (!nearest || way.value < nearest->value) nearest = way;
  }
  return nearest;
}

std::optional<std::string> Holding::by() const {
  const auto holder = std::ranges::find(armies, Verdict::Yes, &Presence::holds);
  return holder == armies.end() ? std::nullopt : std::optional(holder->army);
}

bool Holding::too_close() const {
  return std::ranges::any_of(armies, [](const Presence& army) { return army.holds == Verdict::TooCloseToCall; });
}

Holding holding(const Objective& objective, const Field& field, const std::set<int>& fallen, const std::set<std::string>& beaten) {
  Holding out;
  std::vector<Standing> soldiers;
  for (const Piece& piece : field.pieces) {
    if (!is_soldier(piece) || piece.army.empty()) continue;
    auto army = std::ranges::find(out.armies, piece.army, &Presence::army);
    if (army == out.armies.end()) army = out.armies.insert(army, Presence{piece.army, 0, 0, Verdict::No, {}});
    if (fallen.contains(piece.figure.id) || beaten.contains(piece.army)) continue;
    const auto way = way_to(objective, field, piece);
    if (!way) continue;
    const Verdict there = measure::at_most(*way, objective.within);
    if (there == Verdict::Yes) ++army->surely;
    if (there != Verdict::No) ++army->perhaps;
    soldiers.push_back({&piece, *way, there});
  }
  for (Presence& army : out.armies) {
    army.holds = at_least_so_many(objective.men, army.surely, army.perhaps);
    for (const Presence& other : out.armies)
      if (other.army != army.army) army.holds = both(army.holds, opposite(at_least_so_many(1, other.surely, other.perhaps)));
  }
  for (Presence& army : out.armies) army.because = reasons(objective, army, out.armies, soldiers);
  return out;
}

Holding holding(const Objective& objective, const Game& game) {
  std::set<int> fallen;
  std::set<std::string> beaten;
  for (const auto& [body, record] : game.bodies) fallen.insert(record.fallen.begin(), record.fallen.end());
  for (const ArmyRecord& army : game.armies)
    if (army.defeated) beaten.insert(army.name);
  return holding(objective, game.field, fallen, beaten);
}

bool turns_are_over(const Game& game, const Scenario& scenario) {
  return scenario.turns && (game.turn > *scenario.turns || (game.turn == *scenario.turns && game.step == Step::Morale));
}

namespace {

Ending by_defeat(const Game& game, const Outcome& outcome) {
  Ending end{true, Verdict::Yes, outcome.winner, {}};
  for (const ArmyRecord& army : game.armies)
    if (army.defeated) end.because.push_back(reason("C-W1", army.name + " has lost more than half and fights no more"));
  return end;
}

/// The keeper has to hold the place; the other army, where there is one other, wins where he does not.
void by_keeper(const Game& game, const Objective& objective, const Holding& held, Ending& end) {
  const auto keeper = std::ranges::find(held.armies, objective.keeper, &Presence::army);
  const Verdict kept = keeper == held.armies.end() ? Verdict::No : keeper->holds;
  if (keeper == held.armies.end())
    end.because.push_back(reason("C-B3", "nobody of " + objective.keeper + " is left"));
  else
    end.because.insert(end.because.end(), keeper->because.begin(), keeper->because.end());
  if (kept == Verdict::TooCloseToCall) end.verdict = kept;
  if (kept == Verdict::Yes) end.winner = objective.keeper;
  if (kept != Verdict::No) return;
  std::vector<std::string> others;
  for (const ArmyRecord& army : game.armies)
    if (army.name != objective.keeper) others.push_back(army.name);
  if (others.size() == 1) end.winner = others.front();
}

/// Who holds the place wins; while nobody does it is a draw.
void by_holder(const Holding& held, Ending& end) {
  end.winner = held.by();
  if (!end.winner && held.too_close()) end.verdict = Verdict::TooCloseToCall;
  for (const Presence& army : held.armies)
    if (!end.winner || army.army == *end.winner) end.because.insert(end.because.end(), army.because.begin(), army.because.end());
}

}  // namespace

Ending ending(const Game& game, const Scenario& scenario) {
  if (const Outcome beaten = outcome(game); beaten.over) return by_defeat(game, beaten);
  Ending end;
  if (!turns_are_over(game, scenario)) return end;
  end.over = true;
  end.because.push_back(reason("C-B3", fmt::format("{} turns have been played", *scenario.turns)));
  if (!scenario.objective) return end;
  const Holding held = holding(*scenario.objective, game);
  if (scenario.objective->keeper.empty())
    by_holder(held, end);
  else
    by_keeper(game, *scenario.objective, held, end);
  return end;
}

}  // namespace rules::charge
