#include "app/umpire/charge_umpire.h"

#include <algorithm>
#include <numbers>

#include "rules/charge/combat/melee.h"

namespace app {
namespace {

namespace charge = rules::charge;

std::map<std::pair<std::string, std::string>, measure::Arm> arms_of(const measure::Roster& roster) {
  std::map<std::pair<std::string, std::string>, measure::Arm> arms;
  for (const measure::Army& army : roster.armies)
    for (const measure::Unit& unit : army.units) arms[{army.name, unit.name}] = unit.arm;
  return arms;
}

charge::Piece piece_of(const vision::Piece& seen) {
  charge::Piece piece;
  piece.figure = {seen.id, seen.name, vision::footprint_of(seen), seen.figure_height};
  if (!seen.heading) piece.figure.footprint.heading_margin = measure::Radians(std::numbers::pi);  // it may face anywhere
  piece.unit = seen.unit;
  piece.army = seen.army;
  piece.kind = seen.kind;
  return piece;
}

bool something_changed(const vision::TableState& state) { return !state.moves.empty() || !state.added.empty() || !state.removed.empty(); }

std::set<std::string> beaten(const std::vector<ArmyTally>& armies) {
  std::set<std::string> names;
  for (const ArmyTally& army : armies)
    if (army.defeated) names.insert(army.name);
  return names;
}

std::vector<int> soldiers_at(const charge::Objective& objective, const charge::Field& field) {
  std::vector<int> ids;
  for (const charge::Piece& piece : field.pieces) {
    const auto way = charge::is_soldier(piece) ? charge::way_to(objective, field, piece) : std::nullopt;
    if (way && measure::at_most(*way, objective.within) != measure::Verdict::No) ids.push_back(piece.figure.id);
  }
  return ids;
}

}  // namespace

charge::Field field_of(const vision::TableState& state, const measure::Roster& roster, const measure::Table& table) {
  charge::Field field;
  field.terrain = table.terrain;
  field.table = measure::Table{.length = table.length, .width = table.width};
  const auto arms = arms_of(roster);
  for (const vision::Piece& seen : state.pieces) {
    if (seen.seen == vision::Seen::Lost) continue;
    charge::Piece piece = piece_of(seen);
    if (const auto arm = arms.find({seen.army, seen.unit}); arm != arms.end()) piece.unit_arm = arm->second;
    field.pieces.push_back(std::move(piece));
  }
  return field;
}

ChargeUmpire::ChargeUmpire(measure::Roster roster, measure::Table table, charge::House house) : house_(std::move(house)) {
  replace(std::move(roster), std::move(table));
}

void ChargeUmpire::replace(measure::Roster roster, measure::Table table) {
  roster_ = std::move(roster);
  table_ = std::move(table);
  for (const measure::PieceSpec& piece : measure::pieces_of(roster_))
    if (piece.kind != measure::PieceKind::Gun) army_of_[piece.name] = piece.army;
}

std::optional<ChargeRulings> ChargeUmpire::look(const vision::TableState& state) {
  // Pictures taken apart carry no time: each settled one is a table of its own, also when nothing changed.
  const bool taken_apart = state.frame != last_frame_ && state.time <= last_time_;
  const bool reached = state.settled && state.camera.registered && (!was_settled_ || something_changed(state) || !last_ || taken_apart);
  was_settled_ = state.settled;
  last_frame_ = state.frame;
  last_time_ = state.time;
  if (!reached) return std::nullopt;
  ChargeRulings rulings;
  charge::Field now = field_of(state, roster_, table_);
  std::vector<int> moved;
  for (const vision::Move& move : state.moves) moved.push_back(move.id);
  if (known_) rulings.moved = charge::judge_moves(*known_, now, moved, house_);
  rulings.aims = charge::judge_aims(now, house_);
  rulings.contacts = charge::contacts(now);
  rulings.lifted = state.removed;
  for (const int id : state.removed)
    if (const charge::Piece* piece = known_ ? charge::find(*known_, id) : nullptr) rulings.fallen.push_back(piece->figure.name);
  count(state);
  rulings.armies = tally();
  note_places(now, state);
  if (scenario_ && scenario_->objective) {
    rulings.objective = scenario_->objective;
    rulings.holding = charge::holding(*rulings.objective, now, {}, beaten(rulings.armies));
    rulings.at_objective = soldiers_at(*rulings.objective, now);
  }
  last_ = std::move(now);
  return rulings;
}

/// Where a hidden piece stands is a guess. It moves from where it was last seen, once it is found again.
void ChargeUmpire::note_places(const charge::Field& now, const vision::TableState& state) {
  charge::Field places = now;
  for (const charge::Piece& before : known_ ? known_->pieces : std::vector<charge::Piece>{}) {
    const int id = before.figure.id;
    const auto is_it = [id](const auto& each) { return each.id == id; };
    if (std::ranges::any_of(state.moves, is_it) || std::ranges::find(state.removed, id) != state.removed.end()) continue;
    const auto seen = std::ranges::find_if(state.pieces, is_it);
    if (seen != state.pieces.end() && seen->seen == vision::Seen::Yes) continue;
    const auto place = std::ranges::find_if(places.pieces, [id](const charge::Piece& each) { return each.figure.id == id; });
    if (place != places.pieces.end())
      *place = before;
    else
      places.pieces.push_back(before);
  }
  known_ = std::move(places);
}

/// Who was taken off is counted by name: a figure that is put back is no casualty.
void ChargeUmpire::count(const vision::TableState& state) {
  for (const int id : state.removed)
    if (const auto known = names_.find(id); known != names_.end()) removed_.insert(known->second);
  for (const vision::Piece& piece : state.pieces) {
    if (piece.kind == measure::PieceKind::Gun) continue;
    names_[piece.id] = piece.name;
    army_of_.try_emplace(piece.name, piece.army);
    removed_.erase(piece.name);
  }
}

std::vector<ArmyTally> ChargeUmpire::tally() const {
  std::vector<ArmyTally> armies;
  for (const measure::Army& army : roster_.armies) armies.push_back({army.name, 0, 0, false});
  const auto army_called = [&](const std::string& name) -> ArmyTally& {
    for (ArmyTally& army : armies)
      if (army.name == name) return army;
    return armies.emplace_back(ArmyTally{name, 0, 0, false});
  };
  for (const auto& [soldier, army] : army_of_) ++army_called(army).original;
  for (const std::string& soldier : removed_) ++army_called(army_of_.at(soldier)).removed;
  for (ArmyTally& army : armies) army.defeated = charge::defeated(army.original, army.removed);
  return armies;
}

}  // namespace app
