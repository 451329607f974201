// Le Choc as the umpire of a board asks it: as everybody sees it, from looks at the board.
#pragma once

#include <fmt/format.h>
#include <map>

#include "app/board/board_games.h"
#include "app/board/board_look.h"
#include "app/board/board_umpire.h"
#include "rules/le_choc/explain.h"
#include "rules/le_choc/value.h"

namespace app {

namespace choc = rules::le_choc;

struct LeChocOnBoard {
  static constexpr const char* kTurns = "L-9";
  using State = choc::Seen;
  using Seen = choc::SeenBoard;

  measure::Board board;
  choc::Rules rules;

  [[nodiscard]] Seen seen(const BoardLook& look) const {
    Seen out{{}, unsure_squares<choc::Square>(look)};
    for (const Standing& piece : look.standing) out.pieces.push_back({named<choc::Square>(piece.at), playing(piece.side)});
    return out;
  }
  [[nodiscard]] static std::optional<Seen> with_ranks_open(const Seen&) { return std::nullopt; }  // there are none
  [[nodiscard]] static rules::Reason rank_in_doubt(const choc::Difference&) { return {}; }
  [[nodiscard]] State begin(const Seen& look, std::size_t first) const {
    std::array<std::vector<choc::Square>, 2> squares;
    for (const choc::SeenSquare& piece : look.pieces) squares[choc::index(piece.side)].push_back(piece.at);
    return choc::begin_seen(squares, playing(first), rules);
  }
  /// Who plays on after the end is explained like everybody else.
  [[nodiscard]] choc::Explained explain(State state, const Seen& look) const {
    state.ending.reset();
    return choc::explain(state, rules, look);
  }
  [[nodiscard]] State accepted(const State& state, const Seen& look) const { return choc::accepted(state, look); }
  [[nodiscard]] static std::vector<choc::Difference> differences(const State& state, const Seen& look) {
    return choc::differences(state, look);
  }
  /// Who stands on a square.
  [[nodiscard]] static std::optional<choc::Side> who(const State& state, choc::Square at) {
    const auto piece = choc::seen_on(state, at);
    return piece ? std::optional(state.pieces[*piece].side) : std::nullopt;
  }
  [[nodiscard]] std::size_t side(choc::Side side) const { return side_playing(board, side); }
  [[nodiscard]] static State turned(State state) {
    state.to_move = choc::other(state.to_move);
    return state;
  }
  [[nodiscard]] std::optional<std::size_t> to_move(const State& state) const {
    return state.ending ? std::nullopt : std::optional(side(state.to_move));
  }
  void end_of(const State& state, BoardRuling& ruling) const {
    if (!state.ending) return;
    ruling.over = true;
    ruling.ended = choc::reason_of(*state.ending, rules.house, names());
    if (state.ending->winner) ruling.winner = side(*state.ending->winner);
  }

  [[nodiscard]] std::vector<BoardAction> options(const State& state, measure::SquareName from) const {
    std::vector<BoardAction> all;
    const auto at = named<choc::Square>(from);
    if (!mover_on(state, from)) {
      if (state.reserve[choc::index(state.to_move)] > 0 &&
          !choc::barred_entry(choc::ground_of(state, rules), state.to_move, at, rules.house))
        all.push_back(told({{.kind = choc::Event::Kind::Enter, .side = state.to_move, .to = at}, choc::Guess::Fight::None, {}}));
      return all;
    }
    for (const choc::PossibleArrival& arrival : choc::possible_arrivals(state, named<choc::Square>(from), rules)) {
      const auto kind = arrival.attack ? choc::Event::Kind::Attack : choc::Event::Kind::Move;
      const choc::Guess guess{{.kind = kind, .side = state.to_move, .from = named<choc::Square>(from), .to = arrival.at},
                              arrival.attack ? choc::Guess::Fight::AttackerWins : choc::Guess::Fight::None,
                              arrival.letters};
      all.push_back(told(guess));
      all.back().as = choc::text(arrival.letters);
      if (arrival.attack) all.back().attacker_wins.reset();
    }
    return all;
  }
  /// Does a piece of the side to move stand there?
  [[nodiscard]] static bool mover_on(const State& state, measure::SquareName at) {
    return who(state, named<choc::Square>(at)) == state.to_move;
  }
  [[nodiscard]] std::vector<Standing> standing(const State& state) const {
    std::vector<Standing> all;
    for (const choc::SeenPiece& piece : state.pieces)
      if (piece.at) all.push_back({name_of(*piece.at), side(piece.side)});
    return all;
  }
  /// What each side has left; losses are for who knows how the game began.
  [[nodiscard]] std::array<BoardForce, 2> forces(const State& state) const {
    std::array<BoardForce, 2> all;
    for (const choc::Side each : choc::kSides) all[side(each)].reserve = state.reserve[choc::index(each)];
    for (const choc::SeenPiece& piece : state.pieces) {
      BoardForce& force = all[side(piece.side)];
      if (piece.at)
        ++force.men;
      else if (piece.evidence.size() == 1)
        force.fallen += choc::text(piece.evidence);
    }
    return all;
  }
  [[nodiscard]] std::vector<rules::Reason> facts(const State& state) const {
    const auto turns = [](const char* rule, std::string says, int now, int limit) {
      return rules::Reason{rule, std::move(says), now, limit, {}, {}};
    };
    const choc::House& house = rules.house;
    std::vector<rules::Reason> all;
    if (rules.board.objective) {
      const auto holder = choc::occupant(state, rules);
      const std::string& name = holder ? board.sides[side(*holder)].name : "nobody";
      const std::string held = fmt::format("{} holds the objective {}", name, text(*rules.board.objective));
      if (!holder)
        all.push_back(rules::reason("L-15", held));
      else if (house.victory == choc::Victory::Hold)
        all.push_back(turns("LG13", fmt::format("{}: {} of {} enemy turns", held, state.clocks.held, house.hold_turns), state.clocks.held,
                            house.hold_turns));
      else
        all.push_back(rules::reason("LG13", held + ", and has won once nobody left could dislodge it"));
    }
    const auto& bases = rules.board.bases[choc::index(state.to_move)];
    const auto full = [&](choc::Square at) {
      return choc::barred_entry(choc::ground_of(state, rules), state.to_move, at, house).has_value();
    };
    if (state.reserve[choc::index(state.to_move)] > 0 &&
        std::ranges::all_of(bases, [&](const choc::Base& base) { return std::ranges::all_of(base, full); }))
      all.push_back(
          rules::reason("LG2", fmt::format("no base square of {} is free: nobody enters", board.sides[side(state.to_move)].name)));
    all.push_back(turns("LG17", fmt::format("drawn: {} of {} turns without fight or entry", state.clocks.quiet, 2 * house.quiet_turns),
                        state.clocks.quiet, 2 * house.quiet_turns));
    return all;
  }
  [[nodiscard]] std::vector<rules::Reason> closed(const State& state, measure::SquareName from) const {
    const auto at = named<choc::Square>(from);
    const auto owner = who(state, at);
    if (!owner) return {};
    if (state.ending) return {rules::reason(state.ending->rule, "the game is over")};
    if (*owner != state.to_move) return {rules::reason(kTurns, fmt::format("it is {}'s turn", board.sides[side(state.to_move)].name))};
    std::string own;
    for (int row = at.row - 1; row <= at.row + 1; ++row)
      for (int column = at.column - 1; column <= at.column + 1; ++column)
        if (const choc::Square near{column, row}; near != at && who(state, near) == owner) own += " " + text(near);
    return own.empty() ? std::vector<rules::Reason>() : std::vector{rules::reason("LG5", "own pieces stand on" + own)};
  }
  [[nodiscard]] static std::vector<measure::SquareName> must_take(const State&) { return {}; }
  [[nodiscard]] static std::vector<measure::SquareName> huffable(const State&) { return {}; }
  [[nodiscard]] static std::vector<rules::Reason> missed_takings(const State&) { return {}; }
  [[nodiscard]] std::vector<PieceLetters> letters(const State& state) const {
    std::vector<PieceLetters> all;
    const std::vector<choc::LetterSet> possible = choc::possible_letters(state, rules);
    for (std::size_t i = 0; i < possible.size(); ++i)
      if (state.pieces[i].at) all.push_back({name_of(*state.pieces[i].at), choc::text(possible[i])});
    std::ranges::sort(all, {}, &PieceLetters::at);
    return all;
  }

  using Declared = DeclaredFight<State>;
  [[nodiscard]] measure::Result<Declared> declared(const State& before, const State& after, const std::vector<BoardAction>& actions,
                                                   std::size_t action, std::string_view attacker, std::string_view defender) const {
    const auto a = choc::value_called(attacker), d = choc::value_called(defender);
    if (!a || !d) return measure::fail(measure::ErrorCode::Usage, fmt::format("\"{}\" is no letter: A to H", a ? defender : attacker));
    const BoardAction& attack = actions[action];
    const auto who = fighters(before, actions, action);
    if (!who) return measure::fail(measure::ErrorCode::Usage, "nobody knows who fought there");
    Declared out{after, {}};
    const bool as_on_the_board = choc::attacker_wins(*a, *d) == attack.attacker_wins;
    if (actions.size() == 1) {
      const choc::Event event{.kind = choc::Event::Kind::Attack,
                              .side = before.pieces[who->first].side,
                              .from = named<choc::Square>(attack.way.front()),
                              .to = named<choc::Square>(attack.way.back()),
                              .fight = choc::ShownFight{*a, *d},
                              .stay = attack.stays};
      State in_turn = before;
      in_turn.to_move = event.side;
      choc::Observed observed = choc::observe(in_turn, event, rules);
      out.flags = std::move(observed.flags);
      if (as_on_the_board && observed.done) {
        out.after = std::move(observed.seen);
        return out;
      }
    } else {
      for (const auto& [piece, letter] : {std::pair(who->first, *a), std::pair(who->second, *d)})
        if (!after.pieces[piece].evidence.has(letter))
          out.flags.push_back(rules::reason("L-11", fmt::format("is declared {}, which it cannot be", choc::letter(letter))));
    }
    if (!as_on_the_board)
      out.flags.push_back(rules::reason("L-5", fmt::format("{} against {}: the {} wins, but on the board he fell", attacker, defender,
                                                           choc::attacker_wins(*a, *d) ? "attacker" : "defender")));
    out.after.pieces[who->first].evidence = choc::LetterSet::only(*a);
    out.after.pieces[who->second].evidence = choc::LetterSet::only(*d);
    return out;
  }

  /// Who fought in one of the actions done since `before`: their places in `pieces`, the attacker's first.
  [[nodiscard]] static std::optional<std::pair<std::size_t, std::size_t>> fighters(const State& before,
                                                                                   const std::vector<BoardAction>& actions,
                                                                                   std::size_t action) {
    std::map<measure::SquareName, std::size_t> on;
    std::size_t pieces = before.pieces.size();
    for (std::size_t i = 0; i < pieces; ++i)
      if (before.pieces[i].at) on[name_of(*before.pieces[i].at)] = i;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const measure::SquareName from = actions[i].way.front(), to = actions[i].way.back();
      if (actions[i].kind == BoardAction::Kind::Enter) {
        on[to] = pieces++;
        continue;
      }
      const auto mover = on.find(from), there = on.find(to);
      if (mover == on.end()) return std::nullopt;
      const bool attack = actions[i].kind == BoardAction::Kind::Attack;
      if (attack && there == on.end()) return std::nullopt;
      if (i == action) return attack ? std::optional(std::pair(mover->second, there->second)) : std::nullopt;
      const std::size_t piece = mover->second;
      if (attack && actions[i].attacker_wins == true) on.erase(to);
      if (attack && actions[i].stays) continue;
      on.erase(from);
      if (!attack || actions[i].attacker_wins == true) on[to] = piece;
    }
    return std::nullopt;
  }
  /// What the board calls South and North.
  [[nodiscard]] std::array<std::string, 2> names() const {
    return {board.sides[side(choc::Side::South)].name, board.sides[side(choc::Side::North)].name};
  }
  [[nodiscard]] choc::Side playing(std::size_t of) const { return of == side(choc::Side::South) ? choc::Side::South : choc::Side::North; }

  [[nodiscard]] std::vector<BoardAction> told(const State&, const choc::Explanation& explanation) const {
    std::vector<BoardAction> all;
    for (const choc::Guess& guess : explanation.actions) all.push_back(told(guess));
    return all;
  }

 private:
  [[nodiscard]] BoardAction told(const choc::Guess& guess) const {
    using Fight = choc::Guess::Fight;
    const choc::Event& event = guess.event;
    BoardAction action{.side = side(event.side), .way = {name_of(event.to)}};
    if (event.kind == choc::Event::Kind::Enter) {
      action.kind = BoardAction::Kind::Enter;
      action.says = "+" + text(event.to);
      action.rule = "L-10";
      return action;
    }
    action.way.insert(action.way.begin(), name_of(event.from));
    action.says = fmt::format("{}{}{}", text(event.from), guess.fight == Fight::None ? "-" : "x", text(event.to));
    action.rule = guess.fight == Fight::None ? "L-11" : "L-13";
    if (guess.fight == Fight::None) return action;
    action.kind = BoardAction::Kind::Attack;
    action.attacker_wins = guess.fight != Fight::DefenderWins;
    action.stays = guess.fight == Fight::AttackerStays;
    if (action.stays) action.rule = "L-14";
    action.takes = {name_of(*action.attacker_wins ? event.to : event.from)};
    action.says += !*action.attacker_wins ? ", the attacker falls" : action.stays ? ", staying" : "";
    return action;
  }
};

}  // namespace app
