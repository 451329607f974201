// Positions in a line each: soldiers as {c, r}, Generals as general(c, r).
#pragma once

#include <initializer_list>
#include <string>

#include "rules/les_allies/game.h"

namespace rules::les_allies {

inline Board even_board(int columns, int rows) { return Board::make(columns, rows, grid(columns, rows, Colouring::Even)).value(); }

/// The same with these fortresses on it.
inline Board board_with(int columns, int rows, Side of, std::initializer_list<Square> fortresses) {
  std::vector<Place> places = grid(columns, rows, Colouring::Even);
  for (Place& place : places)
    for (const Square at : fortresses)
      if (place.at == at) place.fortress = of;
  return Board::make(columns, rows, std::move(places)).value();
}

/// One zone of the synthetic board alone, from (0, 0).
inline Board synthetic_zone(int zone) {
  const Board both = synthetic_board();
  std::vector<Place> places;
  for (Place place : both.places())
    if (place.zone == zone) {
      if (zone == 2) place.at = {place.at.column - 12, place.at.row - 2};
      places.push_back(place);
    }
  return Board::make(12, zone == 1 ? 18 : 14, std::move(places)).value();
}

struct Stands {
  Square at;
  Rank rank = Rank::Soldier;
  Stands(int column, int row) : at{column, row} {}
  Stands(Square square, Rank made) : at(square), rank(made) {}
};
inline Stands general(int column, int row) { return {Square{column, row}, Rank::General}; }

inline Position men(std::initializer_list<Stands> own, std::initializer_list<Stands> enemy) {
  Position out;
  for (const Stands& man : own) out.push_back({man.at, Side::Allies, man.rank});
  for (const Stands& man : enemy) out.push_back({man.at, Side::Central, man.rank});
  put_in_order(out);
  return out;
}

inline Fight fight(Position men, Side to_move = Side::Allies) {
  Fight out;
  out.men = std::move(men);
  out.to_move = to_move;
  return out;
}

/// The player who commands a man: his own, or after a transfer the winner's partner (D-20).
inline int commander(const ZoneFight& fight, const Man& man) { return player_of(man.side, fight.zone == 0 ? man.home : fight.zone); }

/// The rule against a play, or "fine".
inline std::string rule_against(const Setting& setting, const Position& men, const Play& play, Side side = Side::Allies) {
  const Judged judged = judge(setting, men, side, play);
  return judged.because.empty() ? "fine" : judged.because[0].rule;
}

}  // namespace rules::les_allies
