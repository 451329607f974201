#include "rules/les_allies/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace rules::les_allies {
namespace {

constexpr std::array<std::string_view, 6> kVariants{"four_players",   "zone_1",         "zone_2",
                                                    "france_germany", "russia_germany", "russia_austria"};
constexpr int kPowerMen = 12;  // of each power in a duel (D-23)

const std::vector<Player> kFour = {
    {1, Side::Allies, 1, 36, "France, England, Belgium; Italy", {{"France, England, Belgium", 24}, {"Italy", 12}}},
    {2, Side::Central, 1, 36, "part of Germany; part of Austria", {{"Germany", 24}, {"Austria", 12}}},
    {3, Side::Allies, 2, 24, "Russia and its neighbours", {{"Russia", 24}}},
    {4, Side::Central, 2, 24, "rest of Germany; rest of Austria and the Balkan allies", {{"Germany", 12}, {"Austria", 12}}}};

/// The two countries of a duel, in the order of the sides; empty for the other variants.
std::array<std::string_view, 2> powers_of(Variant variant) {
  switch (variant) {
    case Variant::FranceGermany: return {"FR", "DE"};
    case Variant::RussiaGermany: return {"RU", "DE"};
    case Variant::RussiaAustria: return {"RU", "AT"};
    default: return {};
  }
}

int zone_of(Variant variant) {
  switch (variant) {
    case Variant::FourPlayers: return 0;
    case Variant::ZoneOne:
    case Variant::FranceGermany: return 1;
    default: return 2;
  }
}

/// Only these of a side's fortresses make Generals of the enemy.
void keep_fortresses(std::vector<Place>& places, Side of, const std::vector<Square>& kept) {
  for (Place& place : places)
    if (place.fortress == of && std::ranges::find(kept, place.at) == kept.end()) place.fortress.reset();
}

std::vector<Square> easternmost(const std::vector<Place>& places, Side of) {
  std::optional<Square> east;
  for (const Place& place : places)
    if (place.fortress == of && (!east || place.at.column > east->column)) east = place.at;
  return east ? std::vector{*east} : std::vector<Square>{};
}

/// A square of the enemy's in the same zone that can be reached from `at` in so many steps from coloured square to coloured square.
std::optional<Square> enemy_land_within(const Board& board, Side side, Square at, int steps) {
  std::vector<Square> edge{at}, seen{at};
  const int zone = board.find(at)->zone;  // the two fights are separate (D-2)
  for (int step = 0; step < steps; ++step) {
    std::vector<Square> next;
    for (const Square from : edge)
      for (const Square by : {Square{-1, -1}, Square{1, -1}, Square{-1, 1}, Square{1, 1}}) {
        const Square to{from.column + by.column, from.row + by.row};
        const Place* place = board.find(to);
        if (!place || place->zone != zone || std::ranges::find(seen, to) != seen.end()) continue;
        if (place->land == other(side)) return to;
        seen.push_back(to);
        next.push_back(to);
      }
    edge = std::move(next);
  }
  return std::nullopt;
}

}  // namespace

std::string_view word(Variant variant) { return kVariants[static_cast<std::size_t>(variant)]; }

std::optional<Variant> variant_called(std::string_view word) {
  const auto found = std::ranges::find(kVariants, word);
  if (found == kVariants.end()) return std::nullopt;
  return static_cast<Variant>(found - kVariants.begin());
}

std::span<const std::string_view> variant_words() { return kVariants; }

std::vector<Player> players(Variant variant) {
  std::vector<Player> out;
  const bool duel = !powers_of(variant)[0].empty();
  for (Player player : kFour) {
    if (zone_of(variant) != 0 && player.zone != zone_of(variant)) continue;
    if (duel) {
      player.men = kPowerMen;
      const std::string_view code = powers_of(variant)[player.side == Side::Allies ? 0 : 1];
      player.powers = code == "FR" ? "France" : code == "RU" ? "Russia" : code == "DE" ? "Germany" : "Austria";
      player.nations = {{player.powers, kPowerMen}};
    }
    out.push_back(player);
  }
  return out;
}

int player_of(Side side, int zone) { return (zone == 1 ? 1 : 3) + (side == Side::Allies ? 0 : 1); }

Board board_for(const Board& whole, Variant variant) {
  if (variant == Variant::FourPlayers) return whole;
  const auto powers = powers_of(variant);
  std::vector<Place> places;
  for (const Place& place : whole.places()) {
    if (place.zone != zone_of(variant)) continue;
    const bool belgium = variant == Variant::FranceGermany && place.country == "BE";  // DG27: open to both
    const bool plays = powers[0].empty() || place.country == powers[0] || place.country == powers[1] || belgium;
    if (plays) places.push_back(place);
  }
  if (powers[0].empty()) return Board::make(whole.columns(), whole.rows(), std::move(places)).value();
  const Board duel = Board::make(whole.columns(), whole.rows(), places).value();
  keep_fortresses(places, Side::Central, nearest_fortresses(duel, Side::Allies));
  keep_fortresses(places, Side::Allies,
                  variant == Variant::RussiaAustria ? easternmost(places, Side::Allies) : nearest_fortresses(duel, Side::Central));
  return Board::make(whole.columns(), whole.rows(), std::move(places)).value();
}

std::optional<Reason> barred_at_start(const Board& board, const House& house, Side side, Square at) {
  const Place* place = board.find(at);
  if (!place) return reason("D-3", fmt::format("{} is no coloured square", text(at)));
  if (closed(*place, house)) return reason("D-5", fmt::format("{} lies in {}, which is closed", text(at), place->country));
  if (place->neutral) {  // its borders need no gap (D-4)
    if (house.neutral_setup) return std::nullopt;
    return reason("DG4", fmt::format("{} is neutral ground: in this house it is only passed through", text(at)));
  }
  if (place->land != side) return reason("D-4", fmt::format("{} is not in the territory he defends", text(at)));
  if (const auto enemy = enemy_land_within(board, side, at, house.setup_gap)) {
    Reason why = reason("D-4", fmt::format("{} is too near the enemy's {}: {} empty coloured {} must lie between", text(at), text(*enemy),
                                           house.setup_gap, house.setup_gap == 1 ? "square" : "squares"));
    why.value = std::abs(enemy->row - at.row) - 1;
    why.limit = house.setup_gap;
    return why;
  }
  return std::nullopt;
}

std::vector<SetupFault> setup_faults(const Board& board, const House& house, const Position& men) {
  std::vector<SetupFault> out;
  for (const Man& man : men) {
    if (man.rank == Rank::General)
      out.push_back({man.at, reason("D-14", fmt::format("the General on {} has yet to be made", text(man.at)))});
    if (auto why = barred_at_start(board, house, man.side, man.at)) out.push_back({man.at, *why});
  }
  return out;
}

std::vector<Square> starting_squares(const Board& board, const House& house, Side side, int zone) {
  std::vector<Square> out;
  for (const Place& place : board.places())
    if (place.zone == zone && !barred_at_start(board, house, side, place.at)) out.push_back(place.at);
  return out;
}

}  // namespace rules::les_allies
