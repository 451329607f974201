#include "app/files/game_file.h"

#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "app/wire/kept.h"

namespace app {

namespace kept {

namespace charge = rules::charge;

// What of a game of Charge! is kept, key by key: one list that both the writer and the reader of game.json follow.
//   `io(key, value)` writes or reads; `io.id` and `io.ids` do so for ids of pieces, which change when a table is watched anew. Terrain is
//   not kept: the table file has it.

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

}  // namespace kept

namespace {

namespace charge = rules::charge;
using kept::Reading;

constexpr int kGameVersion = 1;

struct File {
  int version = kGameVersion;
  SavedGame saved;
};

void fields(auto& io, File& file) {
  io("version", file.version), io("of", file.saved.of), io("game", file.saved.game), io("used_s", file.saved.used_s);
}

/// What the rules take for granted of every game they made.
void check(const charge::Game& game, Reading& reading) {
  const auto has_body = [&](const charge::BodyKey& key) { return game.bodies.contains(key); };
  const auto need = [&](bool holds, const char* at, const char* says) {
    if (!holds) reading.complain(at, says);
  };
  need(game.turn >= 1, "/game/turn", "must be 1 or more");
  need(game.armies.empty() || game.first < game.armies.size(), "/game/first", "there is no such army");
  for (const charge::Field* const field : {&game.field, &game.turn_start}) {
    std::set<int> ids;
    for (const charge::Piece& piece : field->pieces) {
      need(ids.insert(piece.figure.id).second, "/game/field", "two pieces have one id");
      need(!charge::is_soldier(piece) || field == &game.turn_start || has_body({piece.army, piece.unit}), "/game/bodies",
           "a body on the table is missing");
    }
  }
  for (const auto& [body, men] : game.phase_strength) need(has_body(body) && men >= 0, "/game/phase_strength", "no such body");
  for (std::size_t i = 0; i < game.attacks.size(); ++i) {
    const charge::DeclaredAttack& attack = game.attacks[i];
    need(has_body(attack.by) && has_body(attack.at), "/game/attacks", "no such body");
    need(!attack.attack.returns || *attack.attack.returns < i, "/game/attacks", "returns fire that has not been");
  }
  for (const charge::Owed& owed : game.owed)
    need(has_body(owed.body) && owed.men >= 1 && static_cast<std::size_t>(owed.men) <= owed.among.size(), "/game/owed",
         "owes men who are not there");
  for (const charge::Fought& fought : game.combats)
    need(!fought.combat.loser || *fought.combat.loser == 0 || *fought.combat.loser == 1, "/game/combats", "nobody has lost so");
}

/// Which piece of a table watched anew is which of the game: of one unit and kind, the nearest first.
std::map<int, int> same_pieces(const charge::Field& saved, const charge::Field& seen) {
  struct Candidate {
    double apart;
    int old_id, new_id;
  };
  std::vector<Candidate> candidates;
  for (const charge::Piece& was : saved.pieces)
    for (const charge::Piece& is : seen.pieces)
      if (was.army == is.army && was.unit == is.unit && was.kind == is.kind)
        candidates.push_back({distance(was.figure.footprint.centre, is.figure.footprint.centre).value, was.figure.id, is.figure.id});
  std::ranges::stable_sort(candidates, {}, &Candidate::apart);
  std::map<int, int> same;
  std::set<int> taken;
  for (const Candidate& each : candidates)
    if (!same.contains(each.old_id) && !taken.contains(each.new_id)) {
      same[each.old_id] = each.new_id;
      taken.insert(each.new_id);
    }
  return same;
}

}  // namespace

std::string fingerprint(const measure::Table& table, const measure::Roster& roster) {
  std::string text = fmt::format("{} x {}", table.length.value, table.width.value);
  std::string unit;
  int men = 0;
  for (const measure::PieceSpec& piece : measure::pieces_of(roster)) {
    const std::string of = piece.army + "/" + piece.unit;
    if (of != unit) text += (unit.empty() ? "" : fmt::format(" {}", men)) + "; " + of, men = 0;
    unit = of;
    ++men;
  }
  return unit.empty() ? text : text + fmt::format(" {}", men);
}

nlohmann::ordered_json game_json(const SavedGame& saved) {
  File file{kGameVersion, saved};
  kept::Json out;
  kept::Writer::write(out, file);
  return out;
}

std::string game_text(const SavedGame& saved) { return kept::text_of(game_json(saved)) + "\n"; }

measure::Result<SavedGame> parse_game(std::string_view text, const std::string& name, const std::map<int, int>* new_ids) {
  const kept::Json in = kept::Json::parse(text, nullptr, false);
  if (in.is_discarded()) return measure::fail(measure::ErrorCode::BadFile, name + ": is no JSON, or only a part of it");
  return read_game(in, name, new_ids);
}

measure::Result<SavedGame> read_game(const nlohmann::ordered_json& in, const std::string& name, const std::map<int, int>* new_ids) {
  Reading reading{.new_ids = new_ids};
  File file;
  if (in.is_object() && in.contains("version") && in["version"] != kGameVersion)
    reading.complain("/version", fmt::format("must be {}", kGameVersion));
  if (!reading.problem) kept::Reader::read(in, "", reading, file);
  if (!reading.problem) check(file.saved.game, reading);
  for (const auto& [army, used] : file.saved.used_s)
    if (used < 0.0) reading.complain("/used_s", "must not be negative");
  if (reading.problem) return measure::fail(measure::ErrorCode::BadFile, name + ": " + *reading.problem);
  return std::move(file.saved);
}

measure::Result<SavedGame> taken_up(std::string_view text, const std::string& name, const charge::Field& seen) {
  const auto before = parse_game(text, name);
  if (!before) return before;
  const std::map<int, int> ids = same_pieces(before->game.field, seen);
  auto saved = parse_game(text, name, &ids);
  if (!saved) return saved;
  for (charge::Field* const field : {&saved->game.field, &saved->game.turn_start}) {
    field->terrain = seen.terrain;
    for (charge::Piece& piece : field->pieces)
      if (const charge::Piece* const now = charge::find(seen, piece.figure.id)) piece.figure.name = now->figure.name;
  }
  return saved;
}

}  // namespace app
