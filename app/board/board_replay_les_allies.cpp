// Records of Les Allies and of draughts, stepped through.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/board/board_games.h"
#include "app/board/board_look.h"
#include "app/board/board_replay.h"
#include "rules/les_allies/record/record.h"

namespace app {
namespace {

namespace allies = rules::les_allies;
using allies::Side, measure::BoardGame;

/// A board the record may be of, and what it comes to there.
struct LesAlliesPlaying {
  measure::Board shown;
  allies::Board board;
  allies::Replayed played;
  bool here = false;
};

measure::BoardMark mark_of(const allies::Place& place) {
  measure::BoardMark mark;
  mark.at = name_of(place.at);
  mark.country = place.country;
  mark.zone = std::to_string(place.zone);
  mark.neutral = place.neutral;
  if (place.fortress) mark.fortress_of = allies::word(*place.fortress);
  return mark;
}

/// A board to draw for one the engine knows.
measure::Board drawn(const allies::Board& board) {
  measure::Board out = plain_board(BoardGame::LesAllies, board.columns(), board.rows());
  for (measure::BoardSquare& square : out.squares) square.playable = board.find(named<allies::Square>(square.at)) != nullptr;
  for (const allies::Place& place : board.places()) out.marks.push_back(mark_of(place));
  return out;
}

/// The boards a record may be played on, the one that is watched first.
std::vector<LesAlliesPlaying> boards_for(const allies::Record& record, const measure::Board& here) {
  std::vector<LesAlliesPlaying> all;
  const auto add = [&](const measure::Board* shown, allies::Board board) {
    measure::Board picture = shown ? *shown : drawn(board);
    all.push_back({std::move(picture), std::move(board), {}, shown != nullptr});
  };
  if (record.board) {  // it says where it was played
    const auto own = allies::board_of(*record.board);
    if (!own) return all;
    const auto board = here.game == BoardGame::LeChoc ? own : les_allies_board(here);
    const bool same = here.game != BoardGame::LeChoc && board && !allies::difference(*record.board, allies::told_of(*board));
    add(same ? &here : nullptr, *own);
    return all;
  }
  if (here.game != BoardGame::LeChoc)
    if (auto board = les_allies_board(here)) add(&here, record.start ? *board : allies::board_for(*board, record.variant));
  if (record.start) {
    add(nullptr, allies::international_board());
    add(nullptr, allies::synthetic_board());
  } else {
    add(nullptr, allies::board_for(allies::synthetic_board(), record.variant));
  }
  return all;
}

/// Does everybody who stands in the record stand on a square of this board?
bool holds(const allies::Board& board, const allies::Record& record) {
  const auto all = [&](const std::vector<allies::SeenMan>& men) {
    return std::ranges::all_of(men, [&](const allies::SeenMan& man) { return board.find(man.at) != nullptr; });
  };
  return (!record.start || all(record.start->men)) &&
         std::ranges::all_of(record.interruptions, [&](const allies::Interruption& by) { return !by.men || all(*by.men); });
}

/// The board on which the record goes furthest; of equals the first.
LesAlliesPlaying play_furthest(const allies::ReadRecord& read, const measure::Board& here) {
  std::vector<LesAlliesPlaying> all = boards_for(read.record, here);
  for (LesAlliesPlaying& playing : all) playing.played = allies::replay_as_far(read, playing.board);
  return *std::ranges::max_element(
      all, {}, [&](const LesAlliesPlaying& p) { return std::pair(holds(p.board, read.record), p.played.states.size()); });
}

class LesAlliesSteps {
 public:
  LesAlliesSteps(const LesAlliesPlaying& playing, const allies::ReadRecord& read, const std::vector<std::string>& lines)
      : playing_(playing), read_(read), lines_(lines) {}

  /// A line of men who are set up is one step.
  [[nodiscard]] std::vector<ReplayStep> tell() const {
    std::vector<ReplayStep> all;
    if (playing_.played.states.empty()) return all;
    all.push_back(state(0));
    all.front().says = "the start";
    bool placing = false;
    const auto steps = rules::steps_of(read_.record);
    for (std::size_t i = 0; i < steps.size() && i + 1 < playing_.played.states.size(); ++i) {
      ReplayStep step = state(i + 1);
      if (steps[i].interruption) {
        interruption(step, steps[i].index);
        placing = false;
      } else {
        const bool places = std::holds_alternative<allies::PlaceMan>(read_.record.actions[steps[i].index]);
        action(step, steps[i].index, playing_.played.states[i]);
        if (places && placing && all.back().place.line == step.place.line) {
          step.place = all.back().place;
          all.pop_back();
        }
        placing = places;
      }
      all.push_back(std::move(step));
    }
    return all;
  }

 private:
  [[nodiscard]] std::size_t side(Side side) const { return side_playing(playing_.shown, side); }
  [[nodiscard]] const std::string& name(Side of) const { return playing_.shown.sides[side(of)].name; }

  [[nodiscard]] ReplayStep state(std::size_t index) const {
    const allies::Game& game = playing_.played.states[index];
    ReplayStep step;
    for (const allies::SeenMan& man : allies::standing(game))
      step.standing.push_back({name_of(man.at), side(man.side), man.rank == allies::Rank::General, {}});
    std::ranges::sort(step.standing, {}, &ReplayedPiece::at);
    step.whose = whose(game);
    std::vector<const allies::ZoneFight*> on;
    for (const allies::ZoneFight& fight : game.fights)
      if (!fight.ended) on.push_back(&fight);
    const auto same_turn = [&](const allies::ZoneFight* fight) { return fight->fight.to_move == on[0]->fight.to_move; };
    if (game.stage == allies::Stage::Play && std::ranges::all_of(on, same_turn)) step.to_move = side(on[0]->fight.to_move);
    return step;
  }

  [[nodiscard]] std::string whose(const allies::Game& game) const {
    if (game.result) {
      const std::string rule = game.rule.empty() ? "" : " (" + game.rule + ")";
      if (*game.result == allies::BattleResult::Won) return name(Side::Allies) + " have won" + rule;
      if (*game.result == allies::BattleResult::Lost) return name(Side::Central) + " have won" + rule;
      return std::string(allies::word(*game.result)) + rule;
    }
    if (game.stage == allies::Stage::SetUp) return "setting up";
    if (game.stage == allies::Stage::Toss) return "who begins?";
    std::vector<std::string> fights;
    for (const allies::ZoneFight& zone : game.fights) {
      const std::string ended = !zone.ended ? "" : zone.ended->winner ? name(*zone.ended->winner) + " have won" : "null";
      const std::string turn = zone.ended ? fmt::format("{} ({})", ended, zone.ended->rule) : name(zone.fight.to_move) + " to move";
      const std::string where = zone.zone == 0 ? "survivors" : fmt::format("zone {}", zone.zone);
      fights.push_back(game.fights.size() == 1 ? turn : where + ": " + turn);
    }
    return fmt::format("{}", fmt::join(fights, ", "));
  }

  void action(ReplayStep& step, std::size_t index, const allies::Game& before) const {
    const allies::Action& done = read_.record.actions[index];
    const rules::TextPlace at = read_.notes[index].at;
    step.kind = ReplayStep::Kind::Action;
    step.place = at;
    const std::string& line = lines_[static_cast<std::size_t>(at.line - 1)];
    const std::size_t begin = static_cast<std::size_t>(at.column - 1);
    step.says = line.substr(begin, line.find_first_of(" \t#", begin) - begin);
    if (const auto* man = std::get_if<allies::PlaceMan>(&done)) {
      step.says = fmt::format("player {} sets up", man->player);
    } else if (const auto* coin = std::get_if<allies::Toss>(&done)) {
      step.says = name(coin->first) + " begin";
    } else if (const auto* play = std::get_if<allies::Play>(&done)) {
      step.way.push_back(name_of(play->from));
      for (const allies::Square land : play->lands) step.way.push_back(name_of(land));
      for (const allies::ZoneFight& zone : before.fights)
        if (const allies::Man* const mover = allies::man_at(zone.fight.men, play->from)) step.says = name(mover->side) + " " + step.says;
    }
  }

  void interruption(ReplayStep& step, std::size_t index) const {
    const allies::Interruption& by = read_.record.interruptions[index];
    step.kind = by.men ? ReplayStep::Kind::Board : ReplayStep::Kind::Turn;
    step.place = read_.interruptions[index];
    step.says = by.men ? "the board as it stood" : name(by.to_move) + " act out of turn";
    if (by.zone != 0) step.says += fmt::format(" in zone {}", by.zone);
  }

  const LesAlliesPlaying& playing_;
  const allies::ReadRecord& read_;
  const std::vector<std::string>& lines_;
};

std::string notice_of(const allies::Record& record, const LesAlliesPlaying& playing, const measure::Board& here) {
  const bool draughts = record.start && record.house == allies::international();
  const BoardGame game = draughts ? BoardGame::Draughts : BoardGame::LesAllies;
  if (here.game != game) return fmt::format("This record is of {}; what is watched is {}.", spoken(game), spoken(here.game));
  if (playing.here) return "";
  const auto board = les_allies_board(here);
  const auto how = record.board && board ? allies::difference(*record.board, allies::told_of(*board)) : std::nullopt;
  return how ? fmt::format(
                   "This record is of another board than the one that is watched: {}. It is shown on its own; to see it on the "
                   "board watch the board file it was played with.",
                   *how)
             : "This record is of another board than the one that is watched.";
}

}  // namespace

ReplayedRecord replayed_les_allies(const std::string& text, const measure::Board& here, const std::vector<std::string>& lines) {
  const allies::PartRead part = allies::read_record_as_far(text);
  ReplayedRecord out{here, {}, part.wrong, {}};
  const allies::Record& record = part.read.record;
  if (!record.start && record.actions.empty()) {
    if (!out.trouble) out.trouble = rules::TextError{{1, 1}, "the record holds no game: nobody is set up, and nobody stands on the board"};
    return out;
  }
  const LesAlliesPlaying playing = play_furthest(part.read, here);
  out.board = playing.shown;
  out.notice = notice_of(record, playing, here);
  out.steps = LesAlliesSteps(playing, part.read, lines).tell();
  if (playing.played.stopped) out.trouble = playing.played.stopped;
  return out;
}

}  // namespace app
