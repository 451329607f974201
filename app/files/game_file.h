// game.json: a game of Charge! as it stands, so that it outlives the window.
//   The whole state with its log, beside the table file. Strict: version 1, and a key too many or too few, a number that cannot be, or men
//   of a body that is not there are errors that name the place. Terrain is the table file's; nothing but this program writes it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "measure/result.h"
#include "measure/roster.h"
#include "measure/table.h"
#include "rules/charge/game/game.h"

namespace app {

struct SavedGame {
  std::string of;  // the table and the armies it is played with: `fingerprint`
  rules::charge::Game game;
  std::map<std::string, double> used_s;  // of the players' clocks, seconds
};

/// The size of the table and the pieces of the roster: another of either, and a game is not to be taken up again.
[[nodiscard]] std::string fingerprint(const measure::Table& table, const measure::Roster& roster);

[[nodiscard]] std::string game_text(const SavedGame& saved);
/// `name` is the file's, for messages. Ids of pieces become those of `new_ids`; an id that is not there becomes a negative one, which no
/// watched piece has. Errors: BadFile.
[[nodiscard]] measure::Result<SavedGame> parse_game(std::string_view text, const std::string& name,
                                                    const std::map<int, int>* new_ids = nullptr);

/// The game on the table that is seen now: of one unit and kind, each of its pieces is the nearest that is seen (men of a unit are alike),
/// by the name it has now; its terrain is the table's. Errors: BadFile.
[[nodiscard]] measure::Result<SavedGame> taken_up(std::string_view text, const std::string& name, const rules::charge::Field& seen);

}  // namespace app

namespace app::game_fields {

// What of a game of Charge! is kept, key by key: one list that both the writer and the reader of game.json follow.
//   `io(key, value)` writes or reads; `io.id` and `io.ids` do so for ids of pieces, which change when a table is watched anew. Terrain is
//   not kept: the table file has it.

namespace charge = rules::charge;

void fields(auto& io, measure::TablePoint& point) { io("x", point.x), io("y", point.y); }
void fields(auto& io, measure::TableVector& step) { io("dx", step.dx), io("dy", step.dy); }
void fields(auto& io, measure::PointCovariance& covariance) { io("xx", covariance.xx), io("xy", covariance.xy), io("yy", covariance.yy); }
void fields(auto& io, measure::RoundShape& shape) { io("diameter", shape.diameter); }
void fields(auto& io, measure::OvalShape& shape) { io("length", shape.length), io("width", shape.width); }
void fields(auto& io, measure::RectShape& shape) { io("length", shape.length), io("width", shape.width); }
void fields(auto& io, measure::PolygonShape& shape) { io("outline", shape.outline); }
void fields(auto& io, measure::Shape& shape) {
  enum class Kind { Round, Oval, Rect, Polygon } kind = static_cast<Kind>(shape.index());
  io.choice("kind", kind, std::variant_size_v<measure::Shape>);
  if (static_cast<std::size_t>(kind) != shape.index()) switch (kind) {  // only while reading
      case Kind::Round: shape = measure::RoundShape{}; break;
      case Kind::Oval: shape = measure::OvalShape{}; break;
      case Kind::Rect: shape = measure::RectShape{}; break;
      case Kind::Polygon: shape = measure::PolygonShape{}; break;
    }
  std::visit([&](auto& one) { fields(io, one); }, shape);
}
void fields(auto& io, measure::Footprint& footprint) {
  io("shape", footprint.shape), io("centre", footprint.centre), io("heading", footprint.heading);
  io("covariance", footprint.covariance), io("heading_margin", footprint.heading_margin);
}
void fields(auto& io, charge::Piece& piece) {
  io.id("id", piece.figure.id), io("name", piece.figure.name), io("footprint", piece.figure.footprint), io("height", piece.figure.height);
  io("unit", piece.unit), io("army", piece.army);
  io.choice("kind", piece.kind, 5), io.choice("unit_arm", piece.unit_arm, 3);
}
void fields(auto& io, measure::Table& table) { io("length", table.length), io("width", table.width); }
void fields(auto& io, charge::Field& field) { io("pieces", field.pieces), io("table", field.table), io("common", field.common); }
void fields(auto& io, charge::BodyRecord& record) {
  io.choice("arm", record.arm, 5), io("original", record.original), io("gun_destroyed", record.gun_destroyed);
  io("destroyed_in", record.destroyed_in);
  io.ids("fallen", record.fallen);
}
void fields(auto& io, charge::ArmyRecord& army) { io("name", army.name), io("original", army.original), io("defeated", army.defeated); }
void fields(auto& io, charge::ContactRecord& contact) { io("since", contact.since), io("attacker", contact.attacker); }
void fields(auto& io, charge::Throw& dice) { io("full", dice.full), io("half", dice.half); }
void fields(auto& io, charge::Volley& volley) {
  io("range_in", volley.range_in), io("men", volley.men), io("dice", volley.dice), io("place", volley.place);
}
void fields(auto& io, charge::Attack& attack) {
  io("target", attack.target), io("from", attack.from), io("returns", attack.returns), io("eligible", attack.eligible);
  io("cover", attack.cover), io("by_gun", attack.by_gun), io("range_in", attack.range_in), io("hit_die", attack.hit_die);
  io("effect_die", attack.effect_die), io("allocation_die", attack.allocation_die), io("volleys", attack.volleys);
}
void fields(auto& io, charge::DeclaredAttack& declared) {
  io("by", declared.by), io("at", declared.at), io.id("gun", declared.gun), io.ids("eligible", declared.eligible);
  io("ranges_in", declared.ranges_in), io("cover", declared.cover), io("attack", declared.attack), io.ids("stood", declared.stood);
  io.ids("drafted", declared.drafted);
}
void fields(auto& io, charge::LogLine& line) {
  io("turn", line.turn), io.choice("step", line.step, charge::kSteps), io("rule", line.rule), io("says", line.says);
}
void fields(auto& io, charge::Owed& owed) { io("body", owed.body), io("men", owed.men), io.ids("among", owed.among); }
void fields(auto& io, charge::Pair& pair) { io.ids("a", pair.a), io.ids("b", pair.b); }
void fields(auto& io, charge::PushBack& back) {
  io("from", back.from), io("to", back.to), io("owed", back.owed), io("shortened_by", back.shortened_by);
}
void fields(auto& io, charge::Fighters& fighters) { io("cavalry", fighters.cavalry), io("infantry", fighters.infantry); }
void fields(auto& io, charge::WorkingLine& line) { io("says", line.says), io("rule", line.rule), io("number", line.number); }
void fields(auto& io, charge::Combat& combat) {
  io("factors", combat.factors), io("scores", combat.scores), io("loser", combat.loser), io("falls", combat.falls);
  io("survivors", combat.survivors), io("working", combat.working);
}
void fields(auto& io, charge::Fought& fought) {
  io("men", fought.men), io("throws", fought.throws), io("combat", fought.combat), io.ids("fell", fought.fell);
  io.ids("backs", fought.backs);
}
void fields(auto& io, charge::Game& game) {
  io("turn", game.turn), io.choice("step", game.step, charge::kSteps), io("armies", game.armies), io("first", game.first);
  io("first_set", game.first_set), io("field", game.field), io("turn_start", game.turn_start), io("bodies", game.bodies);
  io("phase_strength", game.phase_strength), io("attacks", game.attacks), io("settled", game.settled), io("contacts", game.contacts);
  io("paired", game.paired), io("combats", game.combats), io.ids("going_back", game.going_back), io("owed", game.owed);
  io.ids("to_lift", game.to_lift), io("log", game.log);
}

}  // namespace app::game_fields
