#include "app/record/replay.h"

#include <fmt/format.h>
#include <optional>

#include "app/board/board_json.h"
#include "app/umpire/rulings_json.h"
#include "app/wire/kept.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;
using measure::ErrorCode, measure::fail, measure::Result;

/// The umpires of a game, told one event after the other.
class Replaying {
 public:
  Replaying(const std::function<bool(const ReplayedTable&)>& visit, bool rules) : visit_(visit), rules_(rules) {}

  [[nodiscard]] ReplayEnd end() && { return {std::move(game_), std::move(umpire_), std::move(play_)}; }

  /// False: nobody wants to see more. Errors (BadFile): what cannot be understood.
  Result<bool> take(const RecordEvent& event) {
    const Json body = Json::parse(event.body, nullptr, false);
    if (!body.is_object()) return fail(ErrorCode::BadFile, "is no JSON object");
    if (event.kind == "begun" || event.kind == "resumed" || event.kind == "set_up") return begin(event).transform([] { return true; });
    if (!game_) return fail(ErrorCode::BadFile, "comes before the set-up");
    if (event.kind == "settled" && umpire_) return settled(event, body);
    if (play_) {
      const auto shown = body.contains("shown") ? shown_from(body["shown"]) : ShownLetters{};
      if (!shown) return fail(ErrorCode::BadFile, "/shown" + shown.error().message);
      play_->expect(*shown);
    }
    if (event.kind == "look" && play_) return look(event, body);
    if (play_) return wish(event.kind, body).transform([&] { return visit_({.event = event, .game = *game_, .play = &*play_}); });
    return true;  // what only a viewer needs
  }

 private:
  Result<void> begin(const RecordEvent& event) {
    auto read = setup_from(event.body).and_then([](RecordedSetup setup) { return read_setup(std::move(setup)); });
    if (!read) return tl::unexpected(read.error());
    // Armies may be edited; but who rules on one board cannot go on with a table, or with another board.
    const bool other =
        game_ && (game_->board.has_value() != read->board.has_value() || (read->board && identity(*game_) != identity(*read)));
    if (other) return fail(ErrorCode::BadFile, "is the set-up of another game than the one before");
    game_ = std::move(*read);
    const bool goes_on = event.kind == "set_up" || game_->texts.goes_on;
    if (game_->board) {
      if (goes_on && play_) return {};  // another place of the camera, or the program was started again
      play_ = std::make_shared<BoardPlay>(*game_->board, game_->houses());
      play_->begin_anew(game_->texts.sworn ? UmpireKind::Sworn : UmpireKind::Open);
      return {};
    }
    if (goes_on && umpire_) {
      umpire_->replace(game_->roster, game_->table);
      umpire_->rule_by(game_->house.charge);
    } else {
      umpire_.emplace(game_->roster, game_->table, game_->house.charge);
    }
    umpire_->dial(game_->house.custom.rules);
    umpire_->play(game_->scenario);
    return {};
  }

  Result<bool> settled(const RecordEvent& event, const Json& body) {
    if (!body.contains("state") || !body.contains("rulings")) return fail(ErrorCode::BadFile, "/state and /rulings are needed");
    const auto state = state_from(body["state"]);
    if (!state) return fail(ErrorCode::BadFile, "/state" + state.error().message);
    if (!rules_) {
      umpire_->follow(*state);
      return visit_({.event = event, .game = *game_, .state = &*state});
    }
    const ChargeRulings rulings = umpire_->rule(*state);
    ReplayedTable table{.event = event, .game = *game_, .state = &*state, .rulings = &rulings, .answer = Json::object()};
    add_rulings(table.answer, rulings, game_->house.charge);
    table.differs = !body["rulings"].is_null() && kept::text_of(body["rulings"]) != kept::text_of(table.answer);
    return visit_(table);
  }

  Result<bool> look(const RecordEvent& event, Json body) {
    if (!body.contains("answer")) return fail(ErrorCode::BadFile, "/answer is missing");
    const Json recorded = body["answer"];
    body.erase("answer"), body.erase("shown");
    const auto seen = look_from(body);
    if (!seen) return tl::unexpected(seen.error());
    if (auto problem = beside(seen->look)) return fail(ErrorCode::BadFile, *problem);
    const auto ruling = play_->rule(seen->look);
    ReplayedTable table{.event = event, .game = *game_, .look = &*seen, .play = &*play_, .ruling = ruling.value_or(BoardRuling{})};
    table.answer = answer_of(ruling, play_->umpire(), *game_->board);
    table.differs = kept::text_of(recorded) != kept::text_of(table.answer);
    return visit_(table);
  }

  /// What of a look lies on no square, or is nobody's.
  [[nodiscard]] std::optional<std::string> beside(const BoardLook& look) const {
    const auto missing = [&](measure::SquareName at) { return measure::find_square(*game_->board, at) == nullptr; };
    for (const Standing& piece : look.standing)
      if (missing(piece.at) || piece.side >= game_->board->sides.size()) return "/look/standing: there is no such square or side";
    for (const auto* squares : {&look.unseen, &look.unsure})
      if (std::ranges::any_of(*squares, missing)) return "/look: there is no such square";
    return std::nullopt;
  }

  Result<void> wish(const std::string& kind, const Json& body) {
    const auto text = [&](const char* key) { return body.contains(key) && body[key].is_string() ? body[key].get<std::string>() : ""; };
    if (kind == "undo") play_->undo();
    if (kind == "declare") play_->declare(text("attacker"), text("defender"));
    if (kind == "choose") {
      if (!body.contains("which") || !body["which"].is_number_unsigned()) return fail(ErrorCode::BadFile, "/which must be a whole number");
      play_->choose(body["which"].get<std::size_t>());
    }
    if (kind == "begin_anew") play_->begin_anew(text("umpire") == "sworn" ? UmpireKind::Sworn : UmpireKind::Open);
    return {};
  }

  const std::function<bool(const ReplayedTable&)>& visit_;
  const bool rules_;
  std::optional<RecordedGame> game_;
  std::optional<ChargeUmpire> umpire_;
  std::shared_ptr<BoardPlay> play_;
};

Result<void> go_through(const RecordStore& store, Replaying& replaying) {
  std::optional<measure::Error> problem;
  const auto read = store.each([&](const RecordEvent& event) {
    const auto more = replaying.take(event);
    if (!more)
      problem = {ErrorCode::BadFile, fmt::format("{}: event {} ({}): {}", store.path(), event.seq, event.kind, more.error().message)};
    return more && *more;
  });
  if (problem) return tl::unexpected(*problem);
  return read;
}

}  // namespace

Result<void> replay(const RecordStore& store, const std::function<bool(const ReplayedTable&)>& visit) {
  Replaying replaying(visit, true);
  return go_through(store, replaying);
}

Result<ReplayEnd> follow(const RecordStore& store, const std::function<bool(const ReplayedTable&)>& visit) {
  Replaying replaying(visit, false);
  return go_through(store, replaying).transform([&] { return std::move(replaying).end(); });
}

}  // namespace app
