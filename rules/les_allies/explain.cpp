#include "rules/les_allies/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace rules::les_allies {
namespace {

using Seen = std::map<Square, SeenMan>;

Seen by_square(const SeenBoard& seen) {
  Seen all;
  for (const SeenMan& man : seen.men) all.emplace(man.at, man);
  return all;
}

bool holds(const std::vector<Square>& squares, Square at) { return std::ranges::find(squares, at) != squares.end(); }

bool out_of_play(const Game& game, Square at, Side side) {
  return std::ranges::any_of(game.fights, [&](const ZoneFight& zone) {
    return std::ranges::any_of(zone.out_of_play, [&](const Man& man) { return man.at == at && man.side == side; });
  });
}

/// Everything legal, and every sweep broken off on its way where the house allows it (DG11).
std::vector<Action> possible_actions(const Game& game, const Board& board, const House& house) {
  std::vector<Action> all = legal_actions(game, board, house);
  if (house.capture == Capture::Strict) return all;
  for (std::size_t i = 0, complete = all.size(); i < complete; ++i)
    if (const Play* const play = std::get_if<Play>(&all[i]))
      for (Play part = *play; part.lands.size() > 1;) {
        part.lands.pop_back();
        if (std::ranges::find(all, Action(part)) == all.end()) all.emplace_back(part);
      }
  return all;
}

/// One man of the side to move went somewhere else, and men of the other side are gone.
std::optional<Play> turn_it_looks_like(const Game& game, const std::vector<Difference>& differences) {
  std::optional<Square> from, to;
  for (const ZoneFight& zone : game.fights)
    for (const Difference& d : differences) {
      if (d.side != zone.fight.to_move) continue;
      if (d.kind == Difference::Kind::Gone && !from && man_at(zone.fight.men, d.at)) from = d.at;
      if (d.kind == Difference::Kind::Appeared || d.kind == Difference::Kind::OtherSide) to = d.at;
    }
  return from && to ? std::optional(Play{*from, {*to}}) : std::nullopt;
}

/// Men are gone, and nobody went anywhere: only who is taken (D-12) or huffed (D-16) leaves the board.
std::vector<Reason> why_not_lifted(const Game& game, const Board& board, const House& house, const std::vector<Difference>& differences) {
  std::vector<Reason> all;
  if (!std::ranges::all_of(differences, [](const Difference& d) { return d.kind == Difference::Kind::Gone; })) return all;
  for (const ZoneFight& zone : game.fights)
    for (const Difference& d : differences) {
      if (!man_at(zone.fight.men, d.at)) continue;
      const Applied huffed =
          d.side == zone.fight.to_move || house.capture != Capture::Huff ? Applied{} : apply(game, Huff{d.at}, board, house);
      if (!huffed.because.empty())
        all.push_back(huffed.because.front());
      else
        all.push_back(reason("D-12", fmt::format("nobody has taken the man on {}: he may not be lifted", text(d.at)), text(d.at)));
    }
  return all;
}

}  // namespace

std::vector<Difference> differences(const Game& game, const SeenBoard& seen) {
  Seen unexplained = by_square(seen);
  std::vector<Difference> all;
  using Kind = Difference::Kind;
  for (const ZoneFight& zone : game.fights)
    for (const Man& man : zone.fight.men) {
      const auto there = unexplained.find(man.at);
      if (holds(seen.unsure, man.at)) {
      } else if (there == unexplained.end()) {
        all.push_back({Kind::Gone, man.at, man.side});
      } else if (there->second.side != man.side) {
        all.push_back({Kind::OtherSide, man.at, there->second.side});
      } else if (there->second.rank && *there->second.rank != man.rank) {
        all.push_back({Kind::OtherRank, man.at, man.side});
      }
      if (there != unexplained.end()) unexplained.erase(there);
    }
  for (const auto& [at, man] : unexplained)
    if (!holds(seen.unsure, at)) all.push_back({Kind::Appeared, at, man.side});
  std::erase_if(all, [&](const Difference& d) { return d.kind == Kind::Appeared && out_of_play(game, d.at, d.side); });
  std::ranges::sort(all, {}, &Difference::at);
  return all;
}

bool has_two_zones(const Board& board) {
  const auto lies_in = [&](int zone) { return std::ranges::any_of(board.places(), [&](const Place& p) { return p.zone == zone; }); };
  return lies_in(1) && lies_in(2);
}

Game zone_from(const SeenBoard& seen, const Board& board, int zone, Side to_move) {
  SeenBoard own;
  std::ranges::copy_if(seen.men, std::back_inserter(own.men), [&](const SeenMan& man) {
    const Place* const place = board.find(man.at);
    return place && place->zone == zone;
  });
  Game game = game_from(own, board, to_move);
  game.variant = zone == 1 ? Variant::ZoneOne : Variant::ZoneTwo;
  game.fights[0].zone = game.fights[0].border.zone = zone;
  return game;
}

Game battle_from(const SeenBoard& seen, const Board& board, Side first) {
  Game game = zone_from(seen, board, 1, first);
  game.fights.push_back(zone_from(seen, board, 2, other(first)).fights[0]);
  game.variant = Variant::FourPlayers;
  game.own_pace = true;
  return game;
}

Game game_from(const SeenBoard& seen, const Board& board, Side to_move) {
  Game game;
  game.variant = Variant::ZoneOne;
  game.stage = Stage::Play;
  game.first = to_move;
  ZoneFight& whole = game.fights.emplace_back();
  whole.zone = 0;
  whole.fight.to_move = to_move;
  for (const SeenMan& man : seen.men)
    if (const Place* const place = board.find(man.at))
      whole.fight.men.push_back({man.at, man.side, man.rank.value_or(Rank::Soldier), place->zone});
  put_in_order(whole.fight.men);
  return game;
}

Explained explain(const Game& game, const Board& board, const House& house, const SeenBoard& seen) {
  const auto outcomes = [&](const Game& before) {
    std::vector<std::pair<Action, Game>> all;
    for (Action& action : possible_actions(before, board, house))
      if (Applied applied = apply(before, action, board, house); applied.done) all.emplace_back(std::move(action), std::move(applied.game));
    return all;
  };
  const auto differ = [&](const Game& state) { return differences(state, seen); };
  // Of one sweep by two ways, or two turns in either order, one is told.
  const auto alike = [](const Explanation& a, const Explanation& b) { return a.after == b.after; };
  Explained out{rules::explain<Explanation>(game, outcomes, differ, alike), {}, {}};
  if (out.by.unchanged || !out.by.exact.empty()) return out;
  if (auto refused = refused_turn(game, board, house, seen)) {
    out.looks_like = std::move(refused->first);
    out.because = std::move(refused->second);
  } else {
    out.because = why_not_lifted(game, board, house, differ(game));
  }
  return out;
}

std::optional<std::pair<Play, std::vector<Reason>>> refused_turn(const Game& game, const Board& board, const House& house,
                                                                 const SeenBoard& seen) {
  const auto differ = differences(game, seen);
  for (const Game& state : {game, turned_to(game, Side::Allies), turned_to(game, Side::Central)}) {
    const auto turn = turn_it_looks_like(state, differ);
    if (!turn) continue;
    if (Applied refused = apply(state, *turn, board, house); !refused.done) return std::pair(*turn, std::move(refused.because));
  }
  return std::nullopt;
}

Game turned_to(Game game, Side side, int zone) {
  for (ZoneFight& each : game.fights) {
    if (each.fight.to_move == side || (zone != 0 && each.zone != zone)) continue;
    each.fight.to_move = side;
    each.fight.huffable.clear();
    each.fight.last.reset();
    each.fight.must_take.reset();
  }
  return game;
}

Game accepted(const Game& game, const Board& board, const SeenBoard& look, int zone) {
  SeenBoard seen = look;
  if (zone != 0)  // elsewhere nothing is said
    for (const Place& place : board.places())
      if (place.zone != zone) seen.unsure.push_back(place.at);
  std::ranges::sort(seen.men, {}, &SeenMan::at);  // so that the same board gives the same game, however it was listed
  Game out = game;
  const auto gone = differences(game, seen);
  std::vector<Man> moved;  // men who left their squares, to be found again on others
  for (ZoneFight& each : out.fights) {
    if (zone != 0 && each.zone != zone) continue;
    Fight& fight = each.fight;
    const Side mover = fight.to_move;
    bool has_moved = false;
    std::erase_if(fight.men, [&](const Man& man) {
      const bool left = std::ranges::any_of(gone, [&](const Difference& d) {
        return d.at == man.at && (d.kind == Difference::Kind::Gone || d.kind == Difference::Kind::OtherSide);
      });
      has_moved |= left && man.side == mover;
      if (left) moved.push_back(man);
      return left;
    });
    if (has_moved) fight.to_move = other(mover);
    fight.huffable.clear();
    fight.last.reset();
    fight.must_take.reset();
    fight.quiet = {};
  }
  for (const SeenMan& man : seen.men) {
    const Place* const place = board.find(man.at);
    if (!place || holds(seen.unsure, man.at)) continue;
    for (ZoneFight& each : out.fights)
      for (Man& stays : each.fight.men)
        if (stays.at == man.at && man.rank) stays.rank = *man.rank;
    const bool stands = std::ranges::any_of(out.fights, [&](const ZoneFight& each) { return man_at(each.fight.men, man.at); });
    if (stands || out_of_play(game, man.at, man.side)) continue;
    const auto before = std::ranges::find(moved, man.side, &Man::side);
    Man now{man.at, man.side, man.rank.value_or(Rank::Soldier), place->zone, false};
    if (before != moved.end()) {
      now = *before;
      now.at = man.at;
      if (man.rank) now.rank = *man.rank;
      moved.erase(before);
    }
    if (const auto fight = fight_at(out, board, man.at)) {
      out.fights[*fight].fight.men.push_back(now);
      put_in_order(out.fights[*fight].fight.men);
    }
  }
  return out;
}

}  // namespace rules::les_allies
