// Les Allies, or any draughts, as the umpire of a board asks it: from looks at the board.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "app/board/board_games.h"
#include "app/board/board_look.h"
#include "app/board/board_umpire.h"
#include "rules/les_allies/explain.h"

namespace app {

namespace allies = rules::les_allies;

struct LesAlliesOnBoard {
  static constexpr const char* kTurns = "D-7";
  using State = allies::Game;
  using Seen = allies::SeenBoard;

  measure::Board board;
  allies::Board squares;
  allies::House house;
  int zone = 0;  // of a battle: this zone's fight alone; 0: all that goes on, on the whole board

  /// Squares that are not coloured belong to the zone they touch.
  [[nodiscard]] bool mine(allies::Square at) const {
    if (zone == 0) return true;
    const auto steps = [&](const allies::Place& p) { return std::max(std::abs(p.at.column - at.column), std::abs(p.at.row - at.row)); };
    return std::ranges::min_element(squares.places(), {}, steps)->zone == zone;
  }
  [[nodiscard]] bool mine(measure::SquareName at) const { return mine(named<allies::Square>(at)); }
  /// One man on a square may be a General nobody has crowned yet, or had a man to crown with (DG16).
  [[nodiscard]] Seen seen(const BoardLook& look) const {
    Seen out{{}, unsure_squares<allies::Square>(look)};
    for (const Standing& piece : look.standing)
      out.men.push_back(
          {named<allies::Square>(piece.at), engine_side(piece.side), piece.general ? std::optional(allies::Rank::General) : std::nullopt});
    std::erase_if(out.men, [&](const allies::SeenMan& man) { return !mine(man.at); });
    std::erase_if(out.unsure, [&](allies::Square at) { return !mine(at); });
    return out;
  }
  /// None where no rank has been seen.
  [[nodiscard]] static std::optional<Seen> with_ranks_open(Seen look) {
    const auto told = [](const allies::SeenMan& man) { return man.rank.has_value(); };
    if (std::ranges::none_of(look.men, told)) return std::nullopt;
    for (allies::SeenMan& man : look.men) man.rank.reset();
    return look;
  }
  [[nodiscard]] static rules::Reason rank_in_doubt(const allies::Difference& d) {
    return rules::reason("D-14", fmt::format("[{}, {}] looks like a General; by his moves he is a soldier", d.at.column, d.at.row));
  }
  [[nodiscard]] State begin(const Seen& look, std::size_t first) const {
    return zone == 0 ? allies::game_from(look, squares, engine_side(first)) : allies::zone_from(look, squares, zone, engine_side(first));
  }
  [[nodiscard]] allies::Explained explain(const State& state, const Seen& look) const {
    return allies::explain(state, squares, house, look);
  }
  [[nodiscard]] State accepted(const State& state, const Seen& look) const { return allies::accepted(state, squares, look); }
  [[nodiscard]] static std::vector<allies::Difference> differences(const State& state, const Seen& look) {
    return allies::differences(state, look);
  }
  /// Who stands on a square.
  [[nodiscard]] static std::optional<allies::Side> who(const State& state, allies::Square at) {
    for (const allies::ZoneFight& each : state.fights)
      if (const allies::Man* const man = allies::man_at(each.fight.men, at)) return man->side;
    return std::nullopt;
  }
  [[nodiscard]] std::size_t side(allies::Side side) const { return side_playing(board, side); }
  /// What the board calls the Allies and the Central Empires.
  [[nodiscard]] std::array<std::string, 2> names() const {
    return {board.sides[side(allies::Side::Allies)].name, board.sides[side(allies::Side::Central)].name};
  }
  /// The fight that is watched here.
  [[nodiscard]] static const allies::ZoneFight& going_on(const State& state) {
    const auto on = std::ranges::find_if(state.fights, [](const allies::ZoneFight& fight) { return !fight.ended; });
    return on == state.fights.end() ? state.fights.back() : *on;
  }
  /// Of a battle: the fight that is watched here.
  [[nodiscard]] std::optional<int> zone_of(const State& state) const {
    return zone != 0 || state.fights.size() > 1 ? std::optional(going_on(state).zone) : std::nullopt;
  }
  [[nodiscard]] static State turned(State state) {
    const allies::Side side = going_on(state).fight.to_move;
    return allies::turned_to(std::move(state), allies::other(side));
  }
  [[nodiscard]] std::optional<std::size_t> to_move(const State& state) const {
    return state.stage == allies::Stage::Play ? std::optional(side(going_on(state).fight.to_move)) : std::nullopt;
  }
  void end_of(const State& state, BoardRuling& ruling) const {
    if (!state.result) return;
    ruling.over = true;
    if (*state.result == allies::BattleResult::Won) ruling.winner = side(allies::Side::Allies);
    if (*state.result == allies::BattleResult::Lost) ruling.winner = side(allies::Side::Central);
    const allies::ZoneFight& last = state.fights.back();
    const std::string why = last.ended ? allies::why_ended(*last.ended, last.out_of_play.size(), house) : "the battle is decided";
    ruling.ended = rules::reason(state.rule, ruling.winner ? fmt::format("{} has won: {}", board.sides[*ruling.winner].name, why)
                                                           : fmt::format("nobody has won: {}", why));
  }

  [[nodiscard]] std::vector<BoardAction> options(const State& state, measure::SquareName from) const {
    std::vector<BoardAction> all;
    const auto mover = to_move(state);
    for (const allies::Action& action : allies::legal_actions(state, squares, house)) {
      const auto* play = std::get_if<allies::Play>(&action);
      if (!play || play->from != named<allies::Square>(from)) continue;
      const allies::Applied applied = allies::apply(state, action, squares, house);
      all.push_back(told(action, applied));
      all.back().may_be_huffed = !huffable(applied.game).empty();
      all.back().side = mover.value_or(0);
      all.back().zone = zone_of(state);
    }
    return all;
  }
  [[nodiscard]] std::vector<measure::SquareName> must_take(const State& state) const {
    std::vector<measure::SquareName> all;
    if (state.stage != allies::Stage::Play || house.capture == allies::Capture::Optional) return all;
    for (const allies::ZoneFight& each : state.fights)
      for (const allies::Square at : allies::men_who_can_take({squares, house, each.border}, each.fight.men, each.fight.to_move))
        all.push_back(name_of(at));
    return all;
  }
  [[nodiscard]] static std::vector<measure::SquareName> huffable(const State& state) {
    std::vector<measure::SquareName> all;
    for (const allies::ZoneFight& each : state.fights)
      for (const allies::Square at : each.fight.huffable) all.push_back(name_of(at));
    return all;
  }
  /// Does a man of the side to move stand there?
  [[nodiscard]] static bool mover_on(const State& state, measure::SquareName at) {
    return std::ranges::any_of(state.fights, [&](const allies::ZoneFight& each) {
      const allies::Man* const man = allies::man_at(each.fight.men, named<allies::Square>(at));
      return man && man->side == each.fight.to_move;
    });
  }
  [[nodiscard]] std::vector<Standing> standing(const State& state) const {
    std::vector<Standing> all;
    for (const allies::ZoneFight& each : state.fights)
      for (const allies::Man& man : each.fight.men) all.push_back({name_of(man.at), side(man.side), man.rank == allies::Rank::General});
    return all;
  }
  /// Who fights on; losses are for who knows how the game began.
  [[nodiscard]] std::array<BoardForce, 2> forces(const State& state) const {
    std::array<BoardForce, 2> all;
    for (const allies::ZoneFight& each : state.fights)
      for (const allies::Man& man : each.fight.men) {
        ++all[side(man.side)].men;
        if (man.rank == allies::Rank::General) ++all[side(man.side)].generals;
      }
    return all;
  }
  [[nodiscard]] std::vector<rules::Reason> facts(const State& state) const {
    std::vector<rules::Reason> all;
    std::array<std::set<std::string>, 2> neutral;  // open, closed
    for (const allies::Place& place : squares.places())
      if (place.neutral) neutral[allies::closed(place, house) ? 1 : 0].insert(place.country.empty() ? "neutral ground" : place.country);
    if (!neutral[1].empty()) all.push_back(rules::reason("D-5", fmt::format("{}: neutral, closed to both", fmt::join(neutral[1], ", "))));
    if (!neutral[0].empty()) all.push_back(rules::reason("D-5", fmt::format("{}: neutral, open to both", fmt::join(neutral[0], ", "))));
    const bool zones = state.fights.size() > 1;
    for (const allies::ZoneFight& each : state.fights) {
      if (each.ended) continue;
      const std::string where = !zones ? "" : each.zone == 0 ? "survivors: " : fmt::format("zone {}: ", each.zone);
      const auto tell = [&](const char* rule, const std::string& says) { all.push_back(rules::reason(rule, where + says)); };
      if (zones && each.border.zone == 0) tell("D-20", "the border is open");
      if (zones && each.border.zone != 0 && each.border.transferred_cross) tell("DG20", "the border is open to men who came over it");
      if (zones && each.border.zone != 0 && !each.border.transferred_cross) tell("D-2", "the border is closed until a fight is over");
      const auto clock = [&](const char* rule, int turns, int a_side, const char* what) {
        const int limit = a_side * 2;
        all.push_back({rule, fmt::format("{}null: {} of {} turns {}", where, turns, limit, what), turns, limit, {}, {}});
      };
      const allies::Quiet& quiet = each.fight.quiet;
      clock("DG29", quiet.moves, house.null_quiet_moves, "without capture or promotion");
      if (quiet.generals > 0) clock("DG18", quiet.generals, house.null_quiet_turns, "with Generals only");
      if (quiet.lone > 0) clock("DG17", quiet.lone, house.null_delay_turns, "of a lone General");
    }
    return all;
  }
  /// By asking the engine for every square around him, or behind the enemy beside him.
  [[nodiscard]] std::vector<rules::Reason> closed(const State& state, measure::SquareName from) const {
    std::vector<rules::Reason> all;
    const auto at = named<allies::Square>(from);
    for (const allies::ZoneFight& each : state.fights) {
      const allies::Man* const man = allies::man_at(each.fight.men, at);
      if (!man) continue;
      if (man->side != each.fight.to_move && state.stage == allies::Stage::Play && !each.ended)
        return {rules::reason(kTurns, fmt::format("it is {}'s turn", board.sides[side(each.fight.to_move)].name))};
      for (const int across : {-1, 1})
        for (const int up : {-1, 1}) {
          allies::Square to{at.column + across, at.row + up};
          const allies::Man* const there = allies::man_at(each.fight.men, to);
          if (there && there->side != man->side) to = {to.column + across, to.row + up};
          if (!squares.find(to)) continue;
          for (rules::Reason& why : allies::apply(state, allies::Play{at, {to}}, squares, house).because)
            if (std::ranges::find(all, why.says, &rules::Reason::says) == all.end()) all.push_back(std::move(why));
        }
    }
    return all;
  }
  [[nodiscard]] std::vector<rules::Reason> missed_takings(const State& state) const {
    std::vector<rules::Reason> all;
    for (const allies::ZoneFight& each : state.fights)
      if (auto missed = allies::missed_taking(each.fight, house)) all.push_back(std::move(*missed));
    return all;
  }
  [[nodiscard]] static std::vector<PieceLetters> letters(const State&) { return {}; }
  using Declared = DeclaredFight<State>;
  [[nodiscard]] static measure::Result<Declared> declared(const State&, const State&, const std::vector<BoardAction>&, std::size_t,
                                                          std::string_view, std::string_view) {
    return measure::fail(measure::ErrorCode::Usage, "nothing is hidden in this game");
  }

  [[nodiscard]] std::vector<BoardAction> told(const State& before, const allies::Explanation& explanation) const {
    std::vector<BoardAction> all;
    allies::Game game = before;
    for (const allies::Action& action : explanation.actions) {
      const auto mover = to_move(game);
      allies::Applied applied = allies::apply(game, action, squares, house);
      all.push_back(told(action, applied));
      all.back().side = mover.value_or(0);
      all.back().zone = zone_of(game);
      game = std::move(applied.game);
    }
    return all;
  }

  [[nodiscard]] allies::Side engine_side(std::size_t place) const {
    return place == side(allies::Side::Allies) ? allies::Side::Allies : allies::Side::Central;
  }

 private:
  static std::string text(allies::Square at) { return fmt::format("{},{}", at.column, at.row); }

  static BoardAction told(const allies::Action& action, const allies::Applied& applied) {
    BoardAction out{.promoted = applied.promoted};
    for (const allies::Square at : applied.taken) out.takes.push_back(name_of(at));
    if (const auto* play = std::get_if<allies::Play>(&action)) {
      const bool general = applied.before && std::ranges::any_of(applied.before->fights, [&](const allies::ZoneFight& each) {
                             const allies::Man* const man = allies::man_at(each.fight.men, play->from);
                             return man && man->rank == allies::Rank::General;
                           });
      out.kind = applied.taken.empty() ? BoardAction::Kind::Move : BoardAction::Kind::Sweep;
      out.rule = applied.taken.empty() ? (general ? "DG12" : "D-8") : general ? "D-11" : "D-10";
      if (applied.promoted) out.rule += ", D-14";
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
      out.rule = "D-16";
    } else if (const auto* take = std::get_if<allies::MakeTake>(&action)) {
      out.kind = BoardAction::Kind::MakeTake;
      out.way = {name_of(take->man)};
      out.says = "take_back:" + text(take->man);
      out.rule = "D-15";
    }
    return out;
  }
};

}  // namespace app
