#include "app/files/game_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/files/game_json.h"

namespace app {
namespace {

namespace charge = rules::charge;
using game_json::Json, game_json::Reader, game_json::Reading, game_json::Writer;

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

std::string game_text(const SavedGame& saved) {
  File file{kGameVersion, saved};
  Json out;
  Writer::write(out, file);
  return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

measure::Result<SavedGame> parse_game(std::string_view text, const std::string& name, const std::map<int, int>* new_ids) {
  const Json in = Json::parse(text, nullptr, false);
  if (in.is_discarded()) return measure::fail(measure::ErrorCode::BadFile, name + ": is no JSON, or only a part of it");
  Reading reading{.new_ids = new_ids};
  File file;
  if (in.is_object() && in.contains("version") && in["version"] != kGameVersion)
    reading.complain("/version", fmt::format("must be {}", kGameVersion));
  if (!reading.problem) Reader::read(in, "", reading, file);
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
