#include "rules/les_allies/board.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>

namespace rules::les_allies {
namespace {

using measure::ErrorCode, measure::fail;

constexpr int kZones = 2;
constexpr int kZoneColumns = 12;                              // DG1
constexpr std::array<int, kZones> kZoneRows{18, 14};          // DG1
constexpr std::array<int, 2> kAlliedFortressColumns{3, 9};    // DG2
constexpr std::array<int, 2> kCentralFortressColumns{8, 2};   // DG2
constexpr int kEastBegins = kZoneColumns, kEastLiftedBy = 2;  // even both: zone 2 keeps its colours beside zone 1

/// Columns of zone 1 that are the larger power's: 24 of the 36 men (D-1) on two thirds of the land.
constexpr int kLargerPowerColumns = 8;

std::string_view country_of(int zone, Side side, int column) {
  if (zone == 1) return side == Side::Allies ? (column < kLargerPowerColumns ? "FR" : "IT") : (column < kLargerPowerColumns ? "DE" : "AT");
  return side == Side::Allies ? "RU" : column < kZoneColumns / 2 ? "DE" : "AT";
}

std::vector<Place> zone_places(int zone, Square origin) {
  const int rows = kZoneRows[zone - 1];
  std::vector<Place> places = grid(kZoneColumns, rows, Colouring::Even);
  for (Place& place : places) {
    const auto [column, row] = place.at;
    const Side side = row < rows / 2 ? Side::Allies : Side::Central;
    const auto& fortresses = side == Side::Allies ? kAlliedFortressColumns : kCentralFortressColumns;
    const int fortress_row = side == Side::Allies ? 1 : rows - 2;
    place.zone = zone;
    place.land = side;
    place.country = country_of(zone, side, column);
    if (row == fortress_row && std::ranges::find(fortresses, column) != fortresses.end()) place.fortress = side;
    place.at = {column + origin.column, row + origin.row};
  }
  return places;
}

}  // namespace

std::string text(Square at) { return fmt::format("[{}, {}]", at.column, at.row); }

std::string listed(std::span<const Square> squares) {
  std::string out;
  for (std::size_t i = 0; i < squares.size(); ++i) out += (i == 0 ? "" : i + 1 == squares.size() ? " and " : ", ") + text(squares[i]);
  return out;
}

std::string_view word(Side side) { return side == Side::Allies ? "allies" : "central"; }

std::vector<Place> grid(int columns, int rows, Colouring coloured) {
  std::vector<Place> places;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      if (measure::is_coloured({column, row}, coloured)) {
        places.emplace_back();
        places.back().at = {column, row};
      }
  return places;
}

measure::Result<Board> Board::make(int columns, int rows, std::vector<Place> places) {
  if (columns < 1 || rows < 1 || columns > kMostOfASide || rows > kMostOfASide)
    return fail(ErrorCode::Usage, fmt::format("a board has 1 to {} columns and rows", kMostOfASide));
  Board board;
  board.columns_ = columns;
  board.rows_ = rows;
  std::ranges::sort(places, {}, &Place::at);
  for (const Place& place : places) {
    if (!board.on_grid(place.at)) return fail(ErrorCode::Usage, fmt::format("[{}, {}] lies off the board", place.at.column, place.at.row));
    if (place.zone < 1 || place.zone > kZones)
      return fail(ErrorCode::Usage, fmt::format("[{}, {}] lies in zone {}; there are two", place.at.column, place.at.row, place.zone));
  }
  if (const auto twice = std::ranges::adjacent_find(places, {}, &Place::at); twice != places.end())
    return fail(ErrorCode::Usage, fmt::format("[{}, {}] is there twice", twice->at.column, twice->at.row));

  // One empty column beside the board keeps steps from wrapping round. Where all squares are of one colour every other bit is left
  // out: with an odd stride column + row * stride is then even, or odd, for all of them.
  const auto colour = [](const Place& place) { return (place.at.column + place.at.row) % 2; };
  const bool one_colour = std::ranges::all_of(places, [&](const Place& place) { return colour(place) == colour(places.front()); });
  board.half_ = one_colour ? 1 : 0;
  board.stride_ = one_colour ? (columns + 1) | 1 : columns + 1;
  const int right = (board.stride_ + 1) >> board.half_, left = (board.stride_ - 1) >> board.half_;
  board.steps_ = {left, right, -right, -left};
  const int bits = std::max(right, places.empty() ? 0 : board.bit(places.back().at)) + 1;  // a step is shorter than a set is wide
  if (bits > kWidestWords * 64)
    return fail(ErrorCode::Usage, fmt::format("a board of {} x {} squares is too large: at most about {} coloured ones", columns, rows,
                                              kWidestWords * 64 * 9 / 10));
  board.words_ = bits <= 64 ? 1 : bits <= 128 ? 2 : bits <= 256 ? 4 : kWidestWords;
  board.place_at_.assign(static_cast<std::size_t>(board.words_) * 64, -1);
  for (auto& mask : board.masks_) mask.assign(static_cast<std::size_t>(board.words_), 0);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int bit = board.bit(places[i].at);
    board.place_at_[bit] = static_cast<int>(i);
    for (const int zone : {0, places[i].zone}) board.masks_[zone][bit / 64] |= std::uint64_t{1} << (bit % 64);
    if (places[i].neutral) board.neutral_bits_.push_back(bit);
  }
  board.places_ = std::move(places);
  return board;
}

const Place* Board::find(Square at) const {
  if (!on_grid(at)) return nullptr;
  const int bit = this->bit(at);
  if (bit >= static_cast<int>(place_at_.size()) || place_at_[bit] < 0) return nullptr;
  const Place& place = places_[place_at_[bit]];
  return place.at == at ? &place : nullptr;  // on a board of one colour two squares share a bit
}

Board synthetic_board() {
  std::vector<Place> places = zone_places(1, {0, 0});
  for (Place& place : zone_places(2, {kEastBegins, kEastLiftedBy})) places.push_back(std::move(place));
  return Board::make(2 * kZoneColumns, kZoneRows[0], std::move(places)).value();
}

Board international_board() {
  constexpr int kSize = 10;
  return Board::make(kSize, kSize, grid(kSize, kSize, Colouring::Even)).value();
}

std::vector<Square> nearest_fortresses(const Board& board, Side side) {
  std::vector<Square> nearest;
  int least = Board::kMostOfASide;
  for (const Place& fortress : board.places()) {
    if (fortress.fortress != other(side)) continue;
    int steps = Board::kMostOfASide;
    for (const Place& home : board.places())
      if (home.land == side)
        steps = std::min(steps, std::max(std::abs(home.at.column - fortress.at.column), std::abs(home.at.row - fortress.at.row)));
    if (steps < least) nearest.clear();
    if (steps <= least) nearest.push_back(fortress.at);
    least = std::min(least, steps);
  }
  return nearest;
}

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
