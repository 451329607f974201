// Records of Le Choc, stepped through.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/board/board_games.h"
#include "app/board/board_look.h"
#include "app/board/board_replay.h"
#include "rules/le_choc/record/record.h"

namespace app {
namespace {

namespace choc = rules::le_choc;
using choc::Side;

/// Every letter is there, so that the whole game can be played and shown.
bool holds_all_letters(const choc::Record& record) {
  for (const auto& start : record.start)
    for (const choc::RecordedPlace& place : start)
      if (!place.value) return false;
  const auto hidden = [](const choc::RecordedAction& action) {
    return action.outcome || (action.event.kind == choc::Event::Kind::Enter && !action.event.fight && !action.entered);
  };
  return record.interruptions.empty() && std::ranges::none_of(record.actions, hidden);
}

/// One reading of a record by the rules of one board.
struct LeChocPlaying {
  choc::Rules rules;
  choc::Played<choc::Seen> seen;
  choc::Played<choc::SwornGame> sworn;  // empty where letters are hidden
};

LeChocPlaying play_by(const choc::Record& record, choc::Rules rules) {
  LeChocPlaying out{std::move(rules), {}, {}};
  out.seen = choc::watch_as_far(record, out.rules);
  if (!holds_all_letters(record)) return out;
  out.sworn = choc::play_as_far(record, out.rules);
  if (out.sworn.games.empty()) return out;
  // Who knows the letters knows more about what may be done, and when the game is over.
  out.seen = {{}, out.sworn.stopped};
  for (const choc::SwornGame& game : out.sworn.games) out.seen.games.push_back(game.seen);
  return out;
}

/// By the board that the record names; only where it does not play there, by the one that is here: records once named no bases.
LeChocPlaying play_furthest(const choc::Record& record, const measure::Board& here, bool fits) {
  LeChocPlaying own = play_by(record, choc::rules_for(record));
  if (!fits || !own.seen.stopped) return own;
  LeChocPlaying on_board = play_by(record, le_choc_rules(here, record.house));
  return on_board.seen.games.size() > own.seen.games.size() ? on_board : own;
}

std::string words(const std::vector<choc::Base>& bases) {
  std::vector<std::string> squares;
  for (const choc::Base& base : bases)
    for (const choc::Square at : base) squares.push_back(text(at));
  return squares.empty() ? "none" : fmt::format("{}", fmt::join(squares, " "));
}

/// Where the board of a record differs from the one that is here, for a player; empty: nowhere.
std::string difference(const choc::Board& told, const choc::Board& here) {
  if (told.width != here.width || told.height != here.height)
    return fmt::format("it has {} x {} squares, here there are {} x {}", told.width, told.height, here.width, here.height);
  const auto name = [](const std::optional<choc::Square>& at) { return at ? text(*at) : "none"; };
  if (told.objective != here.objective) return fmt::format("its objective is {}, here {}", name(told.objective), name(here.objective));
  for (const Side side : choc::kSides)
    if (told.bases[choc::index(side)] != here.bases[choc::index(side)])
      return fmt::format("the base squares of {} are {}, here {}", word(side), words(told.bases[choc::index(side)]),
                         words(here.bases[choc::index(side)]));
  return "";
}

/// A board to draw for one that is not here.
measure::Board drawn(const choc::Board& board) {
  measure::Board out = plain_board(measure::BoardGame::LeChoc, board.width, board.height);
  if (board.objective) {
    measure::BoardMark& mark = out.marks.emplace_back();
    mark.at = name_of(*board.objective), mark.objective = true;
  }
  for (const Side side : choc::kSides)
    for (const choc::Base& base : board.bases[choc::index(side)])
      for (const choc::Square at : base) {
        measure::BoardMark& mark = out.marks.emplace_back();
        mark.at = name_of(at), mark.base_of = word(side);
      }
  return out;
}

class LeChocSteps {
 public:
  LeChocSteps(const LeChocPlaying& playing, const choc::ReadRecord& read, const measure::Board& board)
      : playing_(playing), read_(read), board_(board) {}

  [[nodiscard]] std::vector<ReplayStep> tell() const {
    std::vector<ReplayStep> all{state(0)};
    all.front().says = "the start";
    const auto steps = rules::steps_of(read_.record);
    for (std::size_t i = 0; i < steps.size() && i + 1 < playing_.seen.games.size(); ++i) {
      all.push_back(state(i + 1));
      steps[i].interruption ? interruption(all.back(), steps[i].index) : action(all.back(), steps[i].index);
    }
    return all;
  }

 private:
  [[nodiscard]] ReplayStep state(std::size_t game) const {
    ReplayStep step;
    const choc::Seen& seen = playing_.seen.games[game];
    const std::vector<choc::LetterSet> letters = choc::possible_letters(seen, playing_.rules);
    for (std::size_t i = 0; i < letters.size(); ++i)
      if (const choc::SeenPiece& piece = seen.pieces[i]; piece.at)
        step.standing.push_back({name_of(*piece.at), side_playing(board_, piece.side), false, text(letters[i])});
    if (game < playing_.sworn.games.size()) {
      step.standing.clear();
      for (const choc::Piece& piece : playing_.sworn.games[game].position.pieces)
        step.standing.push_back({name_of(piece.at), side_playing(board_, piece.side), false, std::string(1, choc::letter(piece.value))});
    }
    std::ranges::stable_sort(step.standing, {}, &ReplayedPiece::at);
    const auto& ending = game < playing_.sworn.games.size() ? playing_.sworn.games[game].position.ending : seen.ending;
    const auto name = [&](Side side) { return board_.sides[side_playing(board_, side)].name; };
    if (ending)
      step.whose =
          ending->winner ? fmt::format("{} has won ({})", name(*ending->winner), ending->rule) : fmt::format("drawn ({})", ending->rule);
    else
      step.whose = name(seen.to_move) + " to move", step.to_move = side_playing(board_, seen.to_move);
    return step;
  }

  void action(ReplayStep& step, std::size_t index) const {
    const choc::RecordedAction& done = read_.record.actions[index];
    step.kind = ReplayStep::Kind::Action;
    step.place = read_.actions[index];
    step.says = fmt::format("{}. {} {}", index + 1, board_.sides[side_playing(board_, done.event.side)].name, text(done));
    using Kind = choc::Event::Kind;
    if (done.event.kind == Kind::Move || done.event.kind == Kind::Attack) step.way = {name_of(done.event.from), name_of(done.event.to)};
    if (done.event.kind == Kind::Enter) step.way = {name_of(done.event.to)};
  }

  void interruption(ReplayStep& step, std::size_t index) const {
    const choc::Interruption& by = read_.record.interruptions[index];
    step.kind = by.stands ? ReplayStep::Kind::Board : ReplayStep::Kind::Turn;
    step.place = read_.interruptions[index];
    const std::string& name = board_.sides[side_playing(board_, by.to_move)].name;
    step.says = by.stands ? "the board as it stood" : name + " acts out of turn";
  }

  const LeChocPlaying& playing_;
  const choc::ReadRecord& read_;
  const measure::Board& board_;
};

/// Where in the text a record does not play.
rules::TextPlace place_of(const choc::ReplayError& error, const choc::ReadRecord& read, const std::string& text) {
  if (error.action && *error.action < read.actions.size()) return read.actions[*error.action];
  const char* const key = error.why.rule == "L-15" ? "\nend:" : "\nsouth";  // the end, or the set-ups
  const std::size_t at = std::min(text.find(key), text.size());
  return {static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 2, 1};
}

std::optional<rules::TextError> trouble_of(const choc::PartRead& part, const LeChocPlaying* playing, const std::string& text) {
  if (playing && playing->seen.stopped) {
    const choc::ReplayError& error = *playing->seen.stopped;
    return rules::TextError{place_of(error, *part.read, text), fmt::format("{}: {}", error.why.rule, error.why.says)};
  }
  if (part.wrong) return part.wrong;
  if (playing && playing->sworn.stopped && playing->sworn.games.empty())
    return rules::TextError{place_of(*playing->sworn.stopped, *part.read, text),
                            fmt::format("{}: {}", playing->sworn.stopped->why.rule, playing->sworn.stopped->why.says)};
  return std::nullopt;
}

}  // namespace

ReplayedRecord replayed_le_choc(const std::string& text, const measure::Board& here) {
  ReplayedRecord out{here, {}, {}, {}};
  const choc::PartRead part = choc::parse_record_as_far(text);
  if (here.game != measure::BoardGame::LeChoc)
    out.notice = fmt::format("This record is of Le Choc; what is watched is {}.", spoken(here.game));
  if (!part.read) {
    out.trouble = trouble_of(part, nullptr, text);
    return out;
  }
  const choc::House& house = part.read->record.house;
  const bool same_game = out.notice.empty();
  const LeChocPlaying playing = play_furthest(part.read->record, here, same_game && same_size(here, house.width, house.height));
  const std::string how = same_game ? difference(playing.rules.board, le_choc_rules(here, choc::House{}).board) : "";
  if (!same_game || !how.empty()) out.board = drawn(playing.rules.board);
  if (!how.empty())
    out.notice = fmt::format(
        "This record is of another board than the one that is watched: {}. It is shown on its own; to see it on the "
        "board watch the board file it was played with.",
        how);
  out.steps = LeChocSteps(playing, *part.read, out.board).tell();
  out.trouble = trouble_of(part, &playing, text);
  return out;
}

}  // namespace app
