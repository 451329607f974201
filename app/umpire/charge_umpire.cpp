#include "app/umpire/charge_umpire.h"

#include <algorithm>

#include "app/umpire/set_aside.h"
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

charge::BodyKey body_of(const charge::Field& field, int id) {
  const charge::Piece* piece = charge::find(field, id);
  return piece ? charge::BodyKey{piece->army, piece->unit} : charge::BodyKey{};
}

std::vector<int> moved_in(const vision::TableState& state) {
  std::vector<int> moved;
  for (const vision::Move& move : state.moves) moved.push_back(move.id);
  return moved;
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

bool SettledTables::reached(const vision::TableState& state) {
  // Pictures taken apart carry no time: each settled one is a table of its own, also when nothing changed.
  const bool taken_apart = state.frame != last_frame_ && state.time <= last_time_;
  const bool reached = state.settled && state.camera.registered && (!was_settled_ || something_changed(state) || !any_ || taken_apart);
  was_settled_ = state.settled;
  last_frame_ = state.frame;
  last_time_ = state.time;
  any_ |= reached;
  return reached;
}

ChargeRulings ChargeUmpire::rule(const vision::TableState& state) {
  ChargeRulings rulings;
  charge::Field now = field_of(state, roster_, table_);
  const std::vector<int> moved = moved_in(state);
  if (known_) rulings.moved = charge::judge_moves(*known_, now, moved, house_);
  rulings.aims = charge::judge_aims(now, house_);
  rulings.lifted = state.removed;
  for (const int id : state.removed)
    if (const charge::Piece* piece = known_ ? charge::find(*known_, id) : nullptr) rulings.fallen.push_back(piece->figure.name);
  take(now, moved, state, rulings);
  rulings.armies = tally();
  if (scenario_ && scenario_->objective) {
    rulings.objective = scenario_->objective;
    rulings.holding = charge::holding(*rulings.objective, now, {}, beaten(rulings.armies));
    rulings.at_objective = soldiers_at(*rulings.objective, now);
  }
  set_aside(rulings, dials_);
  return rulings;
}

void ChargeUmpire::follow(const vision::TableState& state) {
  ChargeRulings unsaid;
  take(field_of(state, roster_, table_), moved_in(state), state, unsaid);
}

void ChargeUmpire::take(charge::Field now, const std::vector<int>& moved, const vision::TableState& state, ChargeRulings& rulings) {
  rulings.contacts = charge::contacts(now);
  note_contacts(now, moved, rulings);
  count(state);
  note_places(now, state);
  last_ = std::move(now);
}

/// C-H1, CG28 to CG31: places do not tell the turn. Bodies that come together before the umpire's eyes did so in the turn that is played;
/// on every later table, and on the first, the turn is not known and both answers are given.
void ChargeUmpire::note_contacts(const charge::Field& now, const std::vector<int>& moved, ChargeRulings& rulings) {
  std::map<BodyPair, Contact> touching;
  for (const auto& [a, b] : rulings.contacts) {
    const BodyPair pair = std::minmax(body_of(now, a), body_of(now, b));
    if (const auto before = in_contact_.find(pair); before != in_contact_.end()) {
      touching[pair] = {before->second.attacker, false};
      continue;
    }
    std::set<std::string> came;
    for (const int id : moved)
      if (const charge::BodyKey body = body_of(now, id); body == pair.first || body == pair.second) came.insert(body.first);
    touching[pair] = {came.size() == 1 ? *came.begin() : "", last_.has_value()};
  }
  for (charge::JudgedAim& judged : rulings.aims) {
    const charge::BodyKey firer = body_of(now, judged.id);
    const auto found = std::ranges::find_if(touching, [&](const auto& entry) {
      const auto& [a, b] = entry.first;
      return (a == firer && b.second == judged.target) || (b == firer && a.second == judged.target);
    });
    if (found == touching.end()) continue;
    const auto& [attacker, fresh] = found->second;
    charge::hold_by_contact(judged.aim, {fresh ? std::optional(true) : std::nullopt, attacker == firer.first},
                            charge::find(now, judged.id)->kind == measure::PieceKind::Gun ? charge::Arm::Gun : charge::Arm::Infantry,
                            house_);
  }
  if (house_.melee_locked)
    for (charge::JudgedMove& move : rulings.moved)
      if (const auto contact = std::ranges::find_if(in_contact_,
                                                    [&](const auto& entry) {
                                                      const charge::BodyKey body = body_of(now, move.id);
                                                      return entry.first.first == body || entry.first.second == body;
                                                    });
          contact != in_contact_.end())
        move.ruling.because.push_back(
            rules::reason("CG30",
                          "its body was in contact: in a turn after that of the contact it does not walk away; men "
                          "pushed back after a combat have not moved (CG39)"));
  in_contact_ = std::move(touching);
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
