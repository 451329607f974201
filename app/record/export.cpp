#include "app/record/export.h"

#include <fmt/format.h>

#include "app/board/board_json.h"
#include "app/record/game_events.h"
#include "app/umpire/rulings_json.h"
#include "app/wire/kept.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

/// A field of a CSV line (RFC 4180).
std::string field(std::string text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
  return "\"" + text + "\"";
}

std::string csv_of(const RecordEvent& event, const vision::TableState& state) {
  std::string out;
  for (const vision::Piece& piece : state.pieces) {
    const char* const seen = piece.seen == vision::Seen::Yes ? "yes" : piece.seen == vision::Seen::Hidden ? "hidden" : "lost";
    const std::string heading = piece.heading ? fmt::format("{}", measure::degrees(*piece.heading)) : "";
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", event.seq, event.time_s, field(state.frame), piece.id, field(piece.name),
                       field(piece.army), field(piece.unit), piece.at.x.value, piece.at.y.value, heading, seen);
  }
  return out;
}

std::string csv_of(const RecordEvent& event, const RecordedLook& seen, const measure::Board& board) {
  std::string out;
  for (const Standing& piece : seen.look.standing)
    out += fmt::format("{},{},{},{},{},{},{},{}\n", event.seq, event.time_s, field(seen.frame), field(board.sides[piece.side].name),
                       piece.at.column, piece.at.row, piece.general ? "general" : "soldier", piece.sure ? "yes" : "no");
  return out;
}

/// What lies under these keys, one in the other; null where nothing does. An event may hold anything that is JSON.
Json part_of(const Json& body, std::initializer_list<const char*> keys) {
  const Json* at = &body;
  for (const char* key : keys) {
    if (!at->is_object() || !at->contains(key)) return nullptr;
    at = &(*at)[key];
  }
  return *at;
}
std::string text_in(const Json& body, const char* key) {
  const Json text = part_of(body, {key});
  return text.is_string() ? text.get<std::string>() : std::string();
}

constexpr const char* kTableHead = "seq,time_s,frame,id,name,army,unit,x_in,y_in,heading_deg,seen\n";
constexpr const char* kBoardHead = "seq,time_s,frame,side,column,row,rank,sure\n";

}  // namespace

Json export_line(const RecordEvent& event) {
  Json body = Json::parse(event.body, nullptr, false);
  if (body.is_discarded()) body = event.body;
  return {{"seq", event.seq}, {"time_s", event.time_s}, {"kind", event.kind}, {"body", std::move(body)}};
}

std::string in_words(const RecordEvent& event) {
  const Json body = Json::parse(event.body, nullptr, false);
  const auto count = [&](const char* of, const char* key) { return part_of(body, {of, key}).size(); };
  if (event.kind == "settled")
    return fmt::format("settled: {} pieces, {} moved, {} came, {} went{}", count("state", "pieces"), count("state", "moves"),
                       count("state", "added"), count("state", "removed"), part_of(body, {"rulings"}).is_null() ? "" : "; ruled on");
  if (event.kind == "look") {
    std::string says;
    for (const Json& action : part_of(body, {"answer", "actions"})) says += ": " + text_in(action, "side") + " " + text_in(action, "says");
    return fmt::format("look: {} pieces{}", count("look", "standing"), says);
  }
  if (event.kind == "begun" || event.kind == "resumed" || event.kind == "set_up")
    return fmt::format("{}: {} at {}", event.kind, text_in(body, "game"), text_in(body, "began_at"));
  if (event.kind == "sealed") return fmt::format("sealed letters of side {}", part_of(body, {"side"}).dump());
  if (event.kind == "game") return "game: " + game_in_words(body);
  return event.kind + (body.empty() ? "" : ": " + event.body);
}

std::string in_words(const ReplayedTable& table) {
  if (table.state) return fmt::format("{} {}\n{}", clock_of(table.event.time_s), table.state->frame, text_of(ruling_lines(*table.rulings)));
  if (!table.look || table.ruling.unchanged) return "";
  return fmt::format("{} {}\n{}", clock_of(table.event.time_s), table.look->frame, text_of(table.ruling, *table.game.board));
}

measure::Result<void> write_export(const RecordStore& store, const std::string& to, const std::function<void(const std::string&)>& write) {
  if (to == "jsonl")
    return store.each([&](const RecordEvent& event) {
      write(kept::text_of(export_line(event)) + "\n");
      return true;
    });
  std::string record;
  bool head = false;
  const auto done = replay(store, [&](const ReplayedTable& table) {
    if (to == "text" && table.play) record = table.play->told().record;
    if (to == "text" && table.state) write(in_words(table));
    if (to == "text" || (!table.state && !table.look)) return true;
    if (!std::exchange(head, true)) write(table.state ? kTableHead : kBoardHead);
    write(table.state ? csv_of(table.event, *table.state) : csv_of(table.event, *table.look, *table.game.board));
    return true;
  });
  write(record);
  return done;
}

}  // namespace app
