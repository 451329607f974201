#include "rules/les_allies/position.h"

#include <algorithm>

namespace rules::les_allies {

const Man* man_at(const Position& men, Square at) {
  const auto found = std::ranges::lower_bound(men, at, {}, &Man::at);
  return found != men.end() && found->at == at ? &*found : nullptr;
}

void put_in_order(Position& men) { std::ranges::sort(men, {}, &Man::at); }

int count_of(const Position& men, Side side) { return static_cast<int>(std::ranges::count(men, side, &Man::side)); }

bool closed(const Place& place, const House& house) {
  return place.neutral && std::ranges::find(house.neutral_closed, place.country) != house.neutral_closed.end();
}

bool promotes(const Setting& setting, const Man& soldier, Square at) {
  if (soldier.rank != Rank::Soldier) return false;
  if (setting.house.promote_on == PromoteOn::LastRow) return at.row == (soldier.side == Side::Allies ? setting.board.rows() - 1 : 0);
  const Place* place = setting.board.find(at);
  if (!place || place->fortress != other(soldier.side)) return false;
  switch (setting.house.promote_scope) {
    case PromoteScope::Zone: return setting.border.zone == 0 || setting.border.transferred_cross || place->zone == soldier.home;
    case PromoteScope::HomeZone: return place->zone == soldier.home;
    case PromoteScope::Nearest: {
      const auto nearest = nearest_fortresses(setting.board, soldier.side);
      return std::ranges::find(nearest, at) != nearest.end();
    }
  }
  return false;
}

}  // namespace rules::les_allies
