#include "rules/les_allies/record/record.h"

#include <fmt/format.h>

#include <algorithm>

namespace rules::les_allies {
namespace {

std::string text_of(const Play& turn, bool takes, bool promoted) {
  std::string out = les_allies::text_of(turn.from);
  for (const Square land : turn.lands) out += (takes ? "x" : "-") + les_allies::text_of(land);
  return out + std::string(promoted ? kGeneral : "");
}

std::string lines_of_men(const std::vector<SeenMan>& men) {
  std::string out;
  for (const Side side : {Side::Allies, Side::Central}) {
    out += fmt::format("{} {}", kStands, word(side));
    for (const SeenMan& man : men)
      if (man.side == side) out += " " + les_allies::text_of(man.at) + std::string(man.rank == Rank::General ? kGeneral : "");
    out += "\n";
  }
  return out;
}

Game interrupted(const Game& game, const Interruption& by, const Board& board, const House& house) {
  const Game settled = by.zone == 0 ? round_closed(game, board, house) : game;
  return turned_to(by.men ? accepted(settled, board, {*by.men, {}}, by.zone) : settled, by.to_move, by.zone);
}

measure::Result<Game> begun(const Record& record, const Board& board) {
  if (record.start) return (has_two_zones(board) ? battle_from : game_from)({record.start->men, {}}, board, record.start->to_move);
  return begin(board, record.variant, record.house);
}

/// Writes line by line; a line is ended when the next one begins.
class Writer {
 public:
  Writer(const Record& record, const Board& board, Game game) : record_(record), board_(board), game_(std::move(game)) {}

  std::string write() {
    if (record_.start) out_ += lines_of_men(record_.start->men) + fmt::format("first {}\n", word(record_.start->to_move));
    for (const RecordStep step : steps_of(record_))
      if (step.interruption)
        interruption(record_.interruptions[step.index]);
      else
        action(record_.actions[step.index]);
    end_line();
    return std::move(out_);
  }

 private:
  void end_line() {
    if (!out_.empty() && out_.back() != '\n') out_ += '\n';
  }
  void interruption(const Interruption& by) {
    end_line();
    if (by.men) out_ += lines_of_men(*by.men);
    out_ += fmt::format("{} {}{}\n", kToMove, word(by.to_move), by.zone == 0 ? "" : fmt::format(" {}", by.zone));
    game_ = interrupted(game_, by, board_, record_.house);
    round_.reset();
  }
  void action(const Action& action) {
    Applied did = apply(game_, action, board_, record_.house);
    if (const auto* man = std::get_if<PlaceMan>(&action)) {
      if (man->player != player_) end_line(), out_ += fmt::format("men {}", man->player);
      player_ = man->player;
      out_ += " " + les_allies::text_of(man->at);
    } else if (const auto* coin = std::get_if<Toss>(&action)) {
      end_line();
      out_ += fmt::format("first {}", word(coin->first));
    } else {
      if (round_ != game_.round) end_line(), out_ += fmt::format("{}.", ++lines_);
      round_ = game_.round;
      if (const auto* huff = std::get_if<Huff>(&action)) out_ += fmt::format(" {}{}", kHuff, les_allies::text_of(huff->man));
      if (const auto* take = std::get_if<MakeTake>(&action)) out_ += fmt::format(" {}{}", kTakeBack, les_allies::text_of(take->man));
      if (const auto* turn = std::get_if<Play>(&action)) out_ += " " + text_of(*turn, !did.taken.empty(), did.promoted);
    }
    game_ = std::move(did.game);
  }

  const Record& record_;
  const Board& board_;
  Game game_;
  std::string out_;
  int player_ = 0, lines_ = 0;
  std::optional<int> round_;  // the one the present line tells
};

/// Somebody stands where this board has no square for him.
std::optional<std::string> beside(const Board& board, const std::vector<SeenMan>& men) {
  for (const SeenMan& man : men)
    if (!board.find(man.at)) return fmt::format("nobody can stand on {} of this board", les_allies::text_of(man.at));
  return std::nullopt;
}

std::optional<std::string> impossible(const Game& game, const Interruption& by, const Board& board) {
  const auto there = std::ranges::find(game.fights, by.zone, &ZoneFight::zone);
  if (by.zone != 0 && there == game.fights.end()) return fmt::format("no fight goes on in zone {} of this board", by.zone);
  return by.men ? beside(board, *by.men) : std::nullopt;
}

/// Why an action is not what the record says.
std::optional<std::string> refused(const Applied& did, bool turn, const ReadRecord::Note& note) {
  if (!did.done) return fmt::format("{}: {}", did.because[0].rule, did.because[0].says);
  if (!turn) return std::nullopt;
  if (did.promoted != note.general) return did.promoted ? "he becomes a General here (\"=G\" is missing)" : "nobody becomes a General here";
  if (did.taken.empty() == note.taking) return note.taking ? "he takes nobody here" : "he takes here";
  return std::nullopt;
}

}  // namespace

measure::Result<Board> board_of(const BoardAsTold& told) { return Board::make(told.columns, told.rows, told.places); }

std::vector<SeenMan> standing(const Game& game) {
  std::vector<SeenMan> all;
  for (const ZoneFight& zone : game.fights)
    for (const Man& man : zone.fight.men) all.push_back({man.at, man.side, man.rank});
  std::ranges::sort(all, {}, &SeenMan::at);
  return all;
}

std::string write_record(const Record& record, const Board& board) {
  std::string out = fmt::format("les_allies record {}\n", kRecordVersion);
  if (!record.start) out += fmt::format("variant {}\n", word(record.variant));
  out += house_lines(record.house, house_keys());
  if (record.board) out += text(*record.board);
  auto game = begun(record, board);
  return game ? out + Writer(record, board, *std::move(game)).write() : out;
}

Replayed replay_as_far(const ReadRecord& read, const Board& board) {
  if (read.record.start)
    if (const auto wrong = beside(board, read.record.start->men)) return {{}, TextError{read.start, *wrong}};
  auto game = begun(read.record, board);
  if (!game) return {{}, TextError{{1, 1}, game.error().message}};
  Replayed out{{*std::move(game)}};
  for (const RecordStep step : steps_of(read.record)) {
    if (step.interruption) {
      if (const auto wrong = impossible(out.states.back(), read.record.interruptions[step.index], board)) {
        out.stopped = TextError{read.interruptions[step.index], *wrong};
        break;
      }
      out.states.push_back(interrupted(out.states.back(), read.record.interruptions[step.index], board, read.record.house));
      continue;
    }
    Applied did = apply(out.states.back(), read.record.actions[step.index], board, read.record.house);
    const ReadRecord::Note& note = read.notes[step.index];
    if (const auto wrong = refused(did, std::holds_alternative<Play>(read.record.actions[step.index]), note)) {
      out.stopped = TextError{note.at, *wrong};
      break;
    }
    out.states.push_back(std::move(did.game));
  }
  return out;
}

}  // namespace rules::les_allies
