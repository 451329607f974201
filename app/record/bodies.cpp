#include "app/record/bodies.h"

#include <fmt/format.h>

#include "app/files/board_file.h"
#include "app/files/game_file.h"
#include "app/files/lens_file.h"
#include "app/files/roster_file.h"
#include "app/files/scenario_file.h"
#include "app/files/table_file.h"
#include "app/wire/kept.h"

namespace app {

namespace kept {

void fields(auto& io, RecordedSetup& setup) {
  io("game", setup.game), io("table", setup.table), io("roster", setup.roster), io("lens", setup.lens), io("house", setup.house);
  io("scenario", setup.scenario), io("board", setup.board), io("anchors", setup.anchors), io("source", setup.source);
  io("program", setup.program), io("began_at", setup.began_at), io("ruled", setup.ruled), io("sworn", setup.sworn);
  io.flag("goes_on", setup.goes_on);
}
void fields(auto& io, measure::Base& base) { io("shape", base.shape), io("height", base.height); }
void fields(auto& io, vision::Piece& piece) {
  io("id", piece.id), io("name", piece.name), io("army", piece.army), io("unit", piece.unit), io.choice("kind", piece.kind, 5);
  io("base", piece.base), io.choice("marker", piece.marker, 3), io("tag", piece.tag), io("height", piece.figure_height);
  io("at", piece.at), io("ground", piece.ground), io("covariance", piece.covariance), io("heading", piece.heading);
  io("heading_margin", piece.heading_margin), io.choice("seen", piece.seen, 3), io("doubtful", piece.doubtful);
  io("could_be", piece.could_be);
}
void fields(auto& io, vision::CameraState& camera) {
  io("registered", camera.registered), io("moved", camera.moved), io("tags_seen", camera.tags_seen);
  io("reprojection_px", camera.reprojection_px), io("height", camera.height);
}
void fields(auto& io, vision::Move& move) {
  io("id", move.id), io("from", move.from), io("to", move.to), io("heading_from", move.heading_from), io("heading_to", move.heading_to);
}
void fields(auto& io, calibration::Finding& finding) {
  io("code", finding.code), io.choice("severity", finding.severity, 3), io("says", finding.says), io("fix", finding.fix);
  io("cost", finding.cost);
}
void fields(auto& io, vision::TableState& state) {
  io("frame", state.frame), io("time_s", state.time), io("camera", state.camera), io("pieces", state.pieces), io("settled", state.settled);
  io("moves", state.moves), io("added", state.added), io("removed", state.removed), io("findings", state.findings);
}
void fields(auto& io, measure::SquareName& at) { io("column", at.column), io("row", at.row); }
void fields(auto& io, Standing& piece) { io("at", piece.at), io("side", piece.side), io("general", piece.general), io("sure", piece.sure); }
void fields(auto& io, BoardLook& look) {
  io("standing", look.standing), io("unseen", look.unseen), io("unsure", look.unsure), io("long_at_rest", look.long_at_rest);
}
void fields(auto& io, ShownLetters& shown) { io("fights", shown.fights), io("end", shown.end); }
void fields(auto& io, RecordedLetters& letters) {
  io("side", letters.side);
  io("salt", letters.sealed.salt), io("nonce", letters.sealed.nonce), io("box", letters.sealed.box);
}
void fields(auto& io, RecordedLook& seen) { io("frame", seen.frame), io("time_s", seen.time_s), io("look", seen.look); }

template <class T>
Json written(T value) {
  Json out;
  Writer::write(out, value);
  return out;
}
template <class T>
measure::Result<T> read_from(const Json& json) {
  T value;
  Reading reading;
  Reader::read(json, "", reading, value);
  if (reading.problem) return measure::fail(measure::ErrorCode::BadFile, *reading.problem);
  return value;
}

}  // namespace kept

namespace {

/// What `read` makes of a text that is there.
auto read_text_into(auto& to, const std::string& text, auto read) -> measure::Result<void> {
  if (text.empty()) return {};
  return read(text).transform([&](auto value) { to = std::move(value); });
}

}  // namespace

void write_texts(RecordedSetup& setup, const vision::Setup& now) {
  setup.table = table_text({.table = now.table, .tags = now.tags, .anchors = now.anchors, .proofs = {}});
  setup.roster = now.roster.armies.empty() ? "" : roster_text(now.roster);
  setup.lens = now.lens ? lens_text(*now.lens) : "";
}

measure::Result<RecordedGame> read_setup(RecordedSetup setup) {
  RecordedGame game;
  const auto read =
      read_text_into(game.house, setup.house, [](const std::string& text) { return parse_house(text, "house-rules.toml"); })
          .and_then([&] {
            return read_text_into(game.board, setup.board, [](const std::string& text) {
              return parse_board(text, "board.toml").transform([](BoardFile file) { return std::move(file.board); });
            });
          })
          .and_then([&] {
            return read_text_into(game.table, setup.table, [](const std::string& text) {
              return parse_table(text, "table.toml").transform([](TableFile file) { return std::move(file.table); });
            });
          })
          .and_then([&] {
            return read_text_into(game.roster, setup.roster, [](const std::string& text) { return parse_roster(text, "roster.toml"); });
          })
          .and_then([&] {
            return read_text_into(game.scenario, setup.scenario,
                                  [&](const std::string& text) { return parse_scenario(text, "scenario.toml", game.table, game.roster); });
          });
  if (!read) return tl::unexpected(read.error());
  game.texts = std::move(setup);
  return game;
}

measure::Result<vision::BoardSetup> board_setup_of(const RecordedSetup& setup) {
  auto file = parse_board(setup.board, "board.toml");
  if (!file) return tl::unexpected(file.error());
  vision::BoardSetup out{.board = std::move(file->board), .tags = std::move(file->tags), .anchors = std::move(file->anchors)};
  const auto read = read_text_into(out.lens, setup.lens, [](const std::string& text) {
                      return parse_lens(text, "lens.json");
                    }).and_then([&] { return read_anchors(setup.anchors, out.anchors); });
  if (!read) return tl::unexpected(read.error());
  return out;
}

std::string identity(const RecordedGame& game) {
  if (!game.board) return fmt::format("{}: {}", game.texts.game, fingerprint(game.table, game.roster));
  const measure::SquareName size = measure::size_of(*game.board);
  std::string text = fmt::format("{}: {} x {}", game.texts.game, size.column, size.row);
  for (const measure::BoardSide& side : game.board->sides) text += fmt::format(", {} plays {}", side.name, side.plays);
  return text;
}

std::string body_of(RecordedSetup setup) { return kept::text_of(kept::written(std::move(setup))); }
measure::Result<RecordedSetup> setup_from(const std::string& body) {
  return kept::read_from<RecordedSetup>(kept::Json::parse(body, nullptr, false));
}
nlohmann::ordered_json exact_json(vision::TableState state) { return kept::written(std::move(state)); }
measure::Result<vision::TableState> state_from(const nlohmann::ordered_json& json) { return kept::read_from<vision::TableState>(json); }
nlohmann::ordered_json exact_json(ShownLetters shown) { return kept::written(std::move(shown)); }
measure::Result<ShownLetters> shown_from(const nlohmann::ordered_json& json) { return kept::read_from<ShownLetters>(json); }
nlohmann::ordered_json exact_json(RecordedLetters letters) { return kept::written(std::move(letters)); }
measure::Result<RecordedLetters> letters_from(const nlohmann::ordered_json& json) { return kept::read_from<RecordedLetters>(json); }
nlohmann::ordered_json exact_json(RecordedLook look) { return kept::written(std::move(look)); }
measure::Result<RecordedLook> look_from(const nlohmann::ordered_json& json) { return kept::read_from<RecordedLook>(json); }

}  // namespace app
