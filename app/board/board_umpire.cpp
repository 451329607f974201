#include "app/board/board_umpire.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/board/board_games.h"
#include "rules/le_choc/explain.h"
#include "rules/les_allies/explain.h"

namespace app {
namespace {

namespace choc = rules::le_choc;
namespace allies = rules::les_allies;
using measure::SquareName;
using measure::Verdict;

template <class Square>
Square named(SquareName at) {
  return {at.column, at.row};
}
template <class Square>
SquareName name_of(Square at) {
  return {at.column, at.row};
}

/// Squares of which nothing can be said: unseen ones, and all a piece between squares may stand on.
template <class Square>
std::vector<Square> unsure_squares(const BoardLook& look) {
  std::vector<Square> all;
  for (const SquareName at : look.unseen) all.push_back(named<Square>(at));
  const auto stands = [&](SquareName at) { return std::ranges::find(look.standing, at, &Standing::at) != look.standing.end(); };
  for (const Standing& piece : look.standing) {
    if (piece.sure) continue;
    for (int column = -1; column <= 1; ++column)
      for (int row = -1; row <= 1; ++row) {
        const SquareName near{piece.at.column + column, piece.at.row + row};
        if (near == piece.at || !stands(near)) all.push_back(named<Square>(near));
      }
  }
  return all;
}

template <class Kind>
BoardDifference::Kind kind_of(Kind kind) {
  if (kind == Kind::Gone) return BoardDifference::Kind::Gone;
  if (kind == Kind::Appeared) return BoardDifference::Kind::Appeared;
  return kind == Kind::OtherSide ? BoardDifference::Kind::OtherSide : BoardDifference::Kind::OtherRank;
}

// ---- the two games, as the umpire below asks them ----

struct LeChoc {
  using State = choc::Seen;
  using Seen = choc::SeenBoard;

  measure::Board board;
  choc::Rules rules;

  [[nodiscard]] Seen seen(const BoardLook& look) const {
    Seen out{{}, unsure_squares<choc::Square>(look)};
    for (const Standing& piece : look.standing)
      out.pieces.push_back({named<choc::Square>(piece.at), piece.side == side(choc::Side::South) ? choc::Side::South : choc::Side::North});
    return out;
  }
  [[nodiscard]] State begin(const Seen& look, std::size_t first) const {
    std::array<std::vector<choc::Square>, 2> squares;
    for (const choc::SeenSquare& piece : look.pieces) squares[choc::index(piece.side)].push_back(piece.at);
    return choc::begin_seen(squares, first == side(choc::Side::South) ? choc::Side::South : choc::Side::North, choc::without_values(rules));
  }
  [[nodiscard]] choc::Explained explain(const State& state, const Seen& look) const { return choc::explain(state, rules, look); }
  [[nodiscard]] State accepted(const State& state, const Seen& look) const { return choc::accepted(state, look); }
  [[nodiscard]] static std::vector<choc::Difference> differences(const State& state, const Seen& look) {
    return choc::differences(state, look);
  }
  [[nodiscard]] std::size_t side(choc::Side side) const { return side_playing(board, side); }
  [[nodiscard]] std::optional<std::size_t> to_move(const State& state) const {
    return state.ending ? std::nullopt : std::optional(side(state.to_move));
  }
  void end_of(const State& state, BoardRuling& ruling) const {
    if (!state.ending) return;
    ruling.over = true;
    if (state.ending->winner) ruling.winner = side(*state.ending->winner);
  }

  [[nodiscard]] std::vector<BoardAction> options(const State& state, SquareName from) const {
    std::vector<BoardAction> all;
    const auto piece = choc::seen_on(state, named<choc::Square>(from));
    if (!piece || state.pieces[*piece].side != state.to_move) return all;
    for (const choc::PossibleArrival& arrival : choc::possible_arrivals(state, named<choc::Square>(from), rules)) {
      const auto kind = arrival.attack ? choc::Event::Kind::Attack : choc::Event::Kind::Move;
      const choc::Guess guess{{.kind = kind, .side = state.to_move, .from = named<choc::Square>(from), .to = arrival.at},
                              arrival.attack ? choc::Guess::Fight::AttackerWins : choc::Guess::Fight::None,
                              arrival.letters};
      all.push_back(told(guess));
      if (arrival.attack) all.back().attacker_wins.reset();
    }
    return all;
  }
  [[nodiscard]] static std::vector<SquareName> must_take(const State&) { return {}; }
  [[nodiscard]] static std::vector<SquareName> huffable(const State&) { return {}; }
  [[nodiscard]] std::vector<PieceLetters> letters(const State& state) const {
    std::vector<PieceLetters> all;
    const std::array<choc::Deduction, 2> known{choc::deduce(state, choc::Side::South, rules),
                                               choc::deduce(state, choc::Side::North, rules)};
    std::array<std::size_t, 2> next{};
    for (const choc::SeenPiece& piece : state.pieces) {
      const std::size_t of = choc::index(piece.side), place = next[of]++;
      if (piece.at) all.push_back({name_of(*piece.at), choc::text(known[of].possible[place])});
    }
    std::ranges::sort(all, {}, &PieceLetters::at);
    return all;
  }

  [[nodiscard]] std::vector<BoardAction> told(const State&, const choc::Explanation& explanation) const {
    std::vector<BoardAction> all;
    for (const choc::Guess& guess : explanation.actions) all.push_back(told(guess));
    return all;
  }

 private:
  [[nodiscard]] BoardAction told(const choc::Guess& guess) const {
    using Fight = choc::Guess::Fight;
    const choc::Event& event = guess.event;
    BoardAction action{.side = side(event.side), .way = {name_of(event.to)}, .takes = {}, .attacker_wins = {}, .says = {}};
    if (event.kind == choc::Event::Kind::Enter) {
      action.kind = BoardAction::Kind::Enter;
      action.says = "+" + text(event.to);
      return action;
    }
    action.way.insert(action.way.begin(), name_of(event.from));
    action.says = fmt::format("{}{}{}", text(event.from), guess.fight == Fight::None ? "-" : "x", text(event.to));
    if (guess.fight == Fight::None) return action;
    action.kind = BoardAction::Kind::Attack;
    action.attacker_wins = guess.fight != Fight::DefenderWins;
    action.stays = guess.fight == Fight::AttackerStays;
    action.takes = {name_of(*action.attacker_wins ? event.to : event.from)};
    action.says += !*action.attacker_wins ? ", the attacker falls" : action.stays ? ", staying" : "";
    return action;
  }
};

struct LesAllies {
  using State = allies::Game;
  using Seen = allies::SeenBoard;

  measure::Board board;
  allies::Board squares;
  allies::House house;

  /// One man on a square may be a General nobody has crowned yet, or had a man to crown with (DG16).
  [[nodiscard]] Seen seen(const BoardLook& look) const {
    Seen out{{}, unsure_squares<allies::Square>(look)};
    for (const Standing& piece : look.standing)
      out.men.push_back(
          {named<allies::Square>(piece.at), engine_side(piece.side), piece.general ? std::optional(allies::Rank::General) : std::nullopt});
    return out;
  }
  [[nodiscard]] State begin(const Seen& look, std::size_t first) const { return allies::game_from(look, squares, engine_side(first)); }
  [[nodiscard]] allies::Explained explain(const State& state, const Seen& look) const {
    return allies::explain(state, squares, house, look);
  }
  [[nodiscard]] State accepted(const State& state, const Seen& look) const { return allies::accepted(state, squares, look); }
  [[nodiscard]] static std::vector<allies::Difference> differences(const State& state, const Seen& look) {
    return allies::differences(state, look);
  }
  [[nodiscard]] std::size_t side(allies::Side side) const { return side_playing(board, side); }
  [[nodiscard]] std::optional<std::size_t> to_move(const State& state) const {
    return state.stage == allies::Stage::Play ? std::optional(side(state.fights.back().fight.to_move)) : std::nullopt;
  }
  void end_of(const State& state, BoardRuling& ruling) const {
    if (!state.result) return;
    ruling.over = true;
    if (*state.result == allies::BattleResult::Won) ruling.winner = side(allies::Side::Allies);
    if (*state.result == allies::BattleResult::Lost) ruling.winner = side(allies::Side::Central);
  }

  [[nodiscard]] std::vector<BoardAction> options(const State& state, SquareName from) const {
    std::vector<BoardAction> all;
    const auto mover = to_move(state);
    for (const allies::Action& action : allies::legal_actions(state, squares, house)) {
      const auto* play = std::get_if<allies::Play>(&action);
      if (!play || play->from != named<allies::Square>(from)) continue;
      all.push_back(told(action, allies::apply(state, action, squares, house)));
      all.back().side = mover.value_or(0);
    }
    return all;
  }
  [[nodiscard]] std::vector<SquareName> must_take(const State& state) const {
    std::vector<SquareName> all;
    if (state.stage != allies::Stage::Play || house.capture == allies::Capture::Optional) return all;
    for (const allies::ZoneFight& zone : state.fights)
      for (const allies::Square at : allies::men_who_can_take({squares, house, zone.border}, zone.fight.men, zone.fight.to_move))
        all.push_back(name_of(at));
    return all;
  }
  [[nodiscard]] static std::vector<SquareName> huffable(const State& state) {
    std::vector<SquareName> all;
    for (const allies::ZoneFight& zone : state.fights)
      for (const allies::Square at : zone.fight.huffable) all.push_back(name_of(at));
    return all;
  }
  [[nodiscard]] static std::vector<PieceLetters> letters(const State&) { return {}; }

  [[nodiscard]] std::vector<BoardAction> told(const State& before, const allies::Explanation& explanation) const {
    std::vector<BoardAction> all;
    allies::Game game = before;
    for (const allies::Action& action : explanation.actions) {
      const auto mover = to_move(game);
      allies::Applied applied = allies::apply(game, action, squares, house);
      all.push_back(told(action, applied));
      all.back().side = mover.value_or(0);
      game = std::move(applied.game);
    }
    return all;
  }

 private:
  [[nodiscard]] allies::Side engine_side(std::size_t place) const {
    return place == side(allies::Side::Allies) ? allies::Side::Allies : allies::Side::Central;
  }
  static std::string text(allies::Square at) { return fmt::format("{},{}", at.column, at.row); }

  static BoardAction told(const allies::Action& action, const allies::Applied& applied) {
    BoardAction out{.way = {}, .takes = {}, .attacker_wins = {}, .promoted = applied.promoted, .says = {}};
    for (const allies::Square at : applied.taken) out.takes.push_back(name_of(at));
    if (const auto* play = std::get_if<allies::Play>(&action)) {
      out.kind = applied.taken.empty() ? BoardAction::Kind::Move : BoardAction::Kind::Sweep;
      out.way = {name_of(play->from)};
      out.says = text(play->from);
      for (const allies::Square at : play->lands) {
        out.way.push_back(name_of(at));
        out.says += (applied.taken.empty() ? "-" : "x") + text(at);
      }
      if (applied.promoted) out.says += "=G";
    } else if (const auto* huff = std::get_if<allies::Huff>(&action)) {
      out.kind = BoardAction::Kind::Huff;
      out.way = {name_of(huff->man)};
      out.says = "huff:" + text(huff->man);
    } else if (const auto* take = std::get_if<allies::MakeTake>(&action)) {
      out.kind = BoardAction::Kind::MakeTake;
      out.way = {name_of(take->man)};
      out.says = "take_back:" + text(take->man);
    }
    return out;
  }
};

// ---- the umpire ----

template <class Rules>
class Umpire final : public BoardUmpire {
  using State = typename Rules::State;
  using Seen = typename Rules::Seen;
  using Explained = decltype(std::declval<Rules>().explain(std::declval<State>(), std::declval<Seen>()));

 public:
  Umpire(Rules rules, const BoardLook& first) : rules_(std::move(rules)), starts_{rules_.seen(first)} {
    states_.push_back(rules_.begin(starts_.back(), 0));
  }

  BoardRuling rule(const BoardLook& look) override {
    const Seen seen = rules_.seen(look);
    if (is(states_.back(), seen)) {
      waiting_.reset();
      return unchanged();
    }
    if (waiting_ && is(*waiting_, seen)) return unchanged();  // it has been told
    if (nobody_moved_) return first_move(seen);
    if (auto ruling = done_since(states_.back(), seen)) return *ruling;
    if (states_.size() > 1)
      if (auto ruling = carried_on(seen)) return *ruling;
    if (waiting_)
      if (auto ruling = done_since(State(*waiting_), seen)) return *ruling;
    waiting_ = rules_.accepted(states_.back(), seen);
    return unexplained(states_.back(), seen);
  }

  bool undo() override {
    if (states_.size() < 2) return false;
    states_.pop_back();
    waiting_.reset();
    return true;
  }

  [[nodiscard]] std::optional<std::size_t> to_move() const override {
    return nobody_moved_ ? std::nullopt : rules_.to_move(states_.back());
  }
  [[nodiscard]] std::vector<BoardAction> options_from(SquareName at) const override {
    if (!nobody_moved_) return rules_.options(states_.back(), at);
    std::vector<BoardAction> all = rules_.options(rules_.begin(starts_.back(), 0), at);
    const std::vector<BoardAction> others = rules_.options(rules_.begin(starts_.back(), 1), at);
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }
  [[nodiscard]] std::vector<SquareName> must_take() const override { return rules_.must_take(states_.back()); }
  [[nodiscard]] std::vector<SquareName> huffable() const override { return rules_.huffable(states_.back()); }
  [[nodiscard]] std::vector<PieceLetters> letters() const override { return rules_.letters(states_.back()); }

 private:
  static bool is(const State& state, const Seen& seen) { return Rules::differences(state, seen).empty(); }
  static BoardRuling unchanged() {
    BoardRuling ruling;
    ruling.unchanged = true;
    return ruling;
  }

  /// Whoever moves first had the first move. What nobody's move explains is a set-up that goes on, or a move that is not finished.
  BoardRuling first_move(const Seen& seen) {
    for (const Seen& start : starts_) {
      const std::array<State, 2> states{rules_.begin(start, 0), rules_.begin(start, 1)};
      std::array<std::size_t, 2> actions{};
      for (std::size_t side = 0; side < states.size(); ++side) {
        const Explained by = rules_.explain(states[side], seen);
        actions[side] = by.by.exact.empty() ? rules::kMostActionsBetween + 1UL : by.by.exact.front().actions.size();
      }
      const std::size_t first = actions[1] < actions[0] ? 1 : 0;
      if (actions[first] > rules::kMostActionsBetween) continue;
      nobody_moved_ = false;
      states_ = {states[first]};
      return *done_since(states_.front(), seen);
    }
    BoardRuling ruling = unexplained(states_.back(), seen);
    starts_ = {starts_.back(), seen};
    states_ = {rules_.begin(starts_.front(), 0)};
    waiting_ = rules_.begin(seen, 0);
    return ruling;
  }

  /// By the last state that was told, or by the board that was waiting for an explanation: then play went on from it.
  std::optional<BoardRuling> done_since(const State& before, const Seen& seen) {
    const Explained by = rules_.explain(before, seen);
    if (by.by.exact.empty()) return std::nullopt;
    BoardRuling ruling = told(before, by);
    if (!(before == states_.back())) states_.push_back(before);
    return taken(std::move(ruling), by.by.exact.front().after);
  }

  /// A sweep, or a move, that was carried on after it had been told.
  std::optional<BoardRuling> carried_on(const Seen& seen) {
    const State& before = states_[states_.size() - 2];
    const Explained by = rules_.explain(before, seen);
    if (by.by.exact.empty() || by.by.exact.front().actions.size() > 1) return std::nullopt;
    BoardRuling ruling = told(before, by);
    ruling.revised = true;
    states_.pop_back();
    return taken(std::move(ruling), by.by.exact.front().after);
  }

  BoardRuling taken(BoardRuling ruling, const State& now) {
    waiting_.reset();
    states_.push_back(now);
    rules_.end_of(now, ruling);
    return ruling;
  }

  BoardRuling told(const State& before, const Explained& by) const {
    BoardRuling ruling;
    ruling.actions = rules_.told(before, by.by.exact.front());
    for (std::size_t i = 1; i < by.by.exact.size(); ++i) ruling.could_be.push_back(rules_.told(before, by.by.exact[i]));
    ruling.verdict = ruling.could_be.empty() ? Verdict::Yes : Verdict::TooCloseToCall;
    return ruling;
  }

  BoardRuling unexplained(const State& before, const Seen& seen) const {
    const Explained by = rules_.explain(before, seen);
    BoardRuling ruling;
    ruling.verdict = Verdict::No;
    ruling.because = by.because;
    for (const auto& near : by.by.nearest) ruling.could_be.push_back(rules_.told(before, near));
    for (const auto& d : rules_.differences(before, seen))
      ruling.differences.push_back({kind_of(d.kind), name_of(d.at), rules_.side(d.side)});
    return ruling;
  }

  Rules rules_;
  std::vector<Seen> starts_;      // while nobody has moved: the last board, and the one before
  std::vector<State> states_;     // the game, look by look; the last is now
  std::optional<State> waiting_;  // the board as it stood when nothing explained it
  bool nobody_moved_ = true;
};

}  // namespace

measure::Result<std::unique_ptr<BoardUmpire>> begin_umpire(const measure::Board& board, const BoardHouses& houses, const BoardLook& first) {
  if (board.game == measure::BoardGame::LeChoc)
    return std::make_unique<Umpire<LeChoc>>(LeChoc{board, le_choc_rules(board, houses.le_choc)}, first);
  auto squares = les_allies_board(board);
  if (!squares) return tl::unexpected(squares.error());
  const bool draughts = board.game == measure::BoardGame::Draughts;
  return std::make_unique<Umpire<LesAllies>>(LesAllies{board, std::move(*squares), draughts ? allies::international() : houses.les_allies},
                                             first);
}

}  // namespace app
