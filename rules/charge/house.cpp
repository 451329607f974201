#include "rules/charge/house.h"

#include <cstdio>

namespace rules::charge {
namespace {

using house::choice, house::flag, house::number, house::unverified;
using Key = HouseKey<House>;

constexpr double kLongestMove = 1000.0;   // inches: a slip of the keyboard, not a house rule
constexpr double kLongestRange = 1000.0;  // inches

/// CG5: a reading by its word, or the six far edges themselves.
Key gun_bands() {
  const Key by_word = choice("gun.bands", "CG5", &House::gun_bands, {"far_edge", "nearest", "exact"});
  const auto put_edges = [](House& house, const HouseValue& value) {
    const auto& edges = std::get<std::vector<double>>(value);
    const bool growing = std::ranges::adjacent_find(edges, [](double a, double b) { return !(a < b); }) == edges.end();
    if (edges.size() != 6 || !growing || !(edges.front() > 0.0) || !(edges.back() < kLongestRange)) return false;
    house.gun_band_edges = edges;
    return true;
  };
  Key bands =
      house::key<House>("gun.bands", "CG5", by_word.readings + " | six growing numbers of inches", put_edges, [=](const House& house) {
        return house.gun_band_edges != House{}.gun_band_edges ? HouseValue(house.gun_band_edges) : by_word.get(house);
      });
  bands.set = [by_edges = bands.set, by_word = by_word.set](House& house, const HouseValue& value) {
    return (std::holds_alternative<std::vector<double>>(value) ? by_edges : by_word)(house, value);
  };
  return bands;
}

/// CG16: a number of ranks, or "all".
Key max_ranks() {
  constexpr int kAll = 1000;
  Key ranks = number("inf.max_ranks", "CG16", &House::max_ranks, 1, kAll);
  ranks.readings = "a whole number from 1 | all";
  ranks.set = [by_number = ranks.set](House& house, const HouseValue& value) {
    return by_number(house, value == HouseValue(std::string("all")) ? HouseValue(double(kAll)) : value);
  };
  ranks.get = [](const House& house) {
    return house.max_ranks == kAll ? HouseValue(std::string("all")) : HouseValue(double(house.max_ranks));
  };
  return ranks;
}

/// CG39: "3/6", infantry and cavalry.
Key push_back() {
  const auto put = [](House& house, const HouseValue& value) {
    const auto* word = std::get_if<std::string>(&value);
    double foot = 0.0, horse = 0.0;
    char rest = 0;
    if (!word || std::sscanf(word->c_str(), "%lf/%lf%c", &foot, &horse, &rest) != 2 || !(foot >= 0.0 && foot <= kLongestMove) ||
        !(horse >= 0.0 && horse <= kLongestMove))
      return false;
    house.back_infantry = foot;
    house.back_cavalry = horse;
    return true;
  };
  return house::key<House>("melee.back", "CG39", "\"INFANTRY/CAVALRY\" in inches, for instance \"3/6\"", put,
                           [](const House& house) { return HouseValue(fmt::format("{}/{}", house.back_infantry, house.back_cavalry)); });
}

std::vector<Key> turn_keys() {
  return {
      unverified(number("move.cavalry", "CG1", &House::move_cavalry, 0.0, kLongestMove)),
      unverified(number("move.gun", "CG1", &House::move_gun, 0.0, kLongestMove)),
      choice("phases", "CG2", &House::phases, {"five", "split"}),
      choice("initiative", "CG3", &House::initiative, {"fixed", "roll_each_turn", "alternate"}),
      choice("gun.move_and_fire", "CG4", &House::gun_move_and_fire, {"allowed", "pivot_only", "forbidden"}),
      choice("inf.move_and_fire", "CG4", &House::infantry_move_and_fire, {"allowed", "forbidden"}),
  };
}

std::vector<Key> casualty_keys() {
  return {
      gun_bands(),
      choice("gun.destroy_die", "CG6", &House::gun_destroy_die, {"effect", "allocation", "hit"}),
      flag("gun.six_also_hits_crew", "CG7", &House::gun_six_also_hits_crew),
      choice("frac.scope", "CG8", &House::fraction_scope, {"unit", "army", "firer"}),
      choice("frac.rounding", "CG9", &House::fraction_rounding, {"exact", "standard", "per_attack"}),
      choice("whole.when", "CG10", &House::whole_when, {"exchange", "phase"}),
      choice("inf.simultaneity", "CG11", &House::simultaneity, {"exchange", "phase", "none"}),
      unverified(choice("inf.exchange_order", "CG12", &House::exchange_order, {"alternate", "free"})),
      flag("gun.simultaneous", "CG13", &House::gun_simultaneous),
      choice("inf.pool", "CG14", &House::pool, {"unit", "target"}),
      choice("inf.range", "CG15", &House::range_of, {"per_man", "unit_nearest", "majority"}),
      max_ranks(),
      flag("clear.exempt_own_unit", "CG16", &House::clear_exempts_own_unit),
      choice("clear.to", "CG17", &House::clear_to, {"edge", "center"}),
      flag("clear.by_height", "CG17", &House::clear_by_height),
      unverified(choice("range.from", "CG18", &House::range_from, {"center", "edge"})),
      flag("alloc.spill", "CG20", &House::spill),
      choice("alloc.mode", "CG21", &House::allocation_mode, {"dice", "nearest", "owner"}),
      choice("alloc.wrap", "CG22", &House::allocation_wrap, {"continue", "restart"}),
      unverified(number("gun.crew_radius", "CG23", &House::gun_crew_radius, 0.0, kLongestMove)),
      choice("gun.crew_from", "CG23", &House::gun_crew_from, {"any_foot", "gunners"}),
      unverified(choice("cover.mixed", "CG24", &House::mixed_cover, {"majority", "per_man"})),
      unverified(flag("cover.woods", "CG25", &House::woods_cover)),
      unverified(flag("los.figures_block", "CG26", &House::figures_block_sight)),
      flag("los.figures_by_height", "CG26", &House::figures_block_by_height),
  };
}

std::vector<Key> melee_keys() {
  return {
      flag("melee.fire_on_contact_turn", "CG28", &House::fire_on_contact_turn),
      flag("melee.attacker_returns", "CG29", &House::attacker_returns),
      unverified(flag("melee.locked", "CG30", &House::melee_locked)),
      flag("melee.gun_fires", "CG31", &House::gun_fires_at_attackers),
      unverified(choice("melee.pairing", "CG32", &House::pairing, {"auto", "manual"})),
      choice("melee.two_inf_v_cav", "CG33", &House::two_foot_v_horse, {"level", "both_double"}),
      number("melee.cap", "CG34", &House::melee_cap, 1, 4),
      choice("melee.mixed_v_inf", "CG35", &House::mixed_v_foot, {"x2", "x1"}),
      number("melee.pair_loses", "CG36", &House::pair_loses, 1, 2),
      choice("melee.quarter", "CG37", &House::quarter, {"exact", "floor", "round"}),
      choice("melee.win", "CG38", &House::melee_win, {"gt1", "ge2"}),
      push_back(),
      unverified(flag("gun.capture", "CG41", &House::gun_capture)),
      choice("morale.when", "CG43", &House::morale_when, {"end_of_turn", "immediate"}),
  };
}

std::vector<Key> ground_keys() {
  return {
      choice("terrain.model", "CG44", &House::terrain_model, {"path_cost", "whole_turn"}),
      flag("terrain.stack", "CG45", &House::terrain_stack),
      unverified(number("hill.down_tol", "CG46", &House::hill_down_tolerance_deg, 0.0, 90.0)),
      number("turn.cost", "CG48", &House::turn_cost, 0.0, 0.0),
      unverified(flag("move.through_friends", "CG49", &House::move_through_friends)),
      unverified(number("road.bonus", "CG50", &House::road_bonus, 0.0, kLongestMove)),
      unverified(flag("measure.margin", "CG52", &House::keep_margin)),
      unverified(number("los.wood_depth", "CG53", &House::wood_depth, 0.0, kLongestRange)),
      unverified(choice("river", "CG54", &House::river, {"impassable", "obstacle"})),
      unverified(choice("house", "CG54", &House::house, {"impassable", "obstacle"})),
      choice("infantry_marsh", "CG55", &House::infantry_marsh, {"half", "impassable"}),
  };
}

std::vector<Key> all_keys() {
  std::vector<Key> keys = turn_keys();
  for (auto more : {casualty_keys(), melee_keys(), ground_keys()}) keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

}  // namespace

std::span<const HouseKey<House>> house_keys() {
  static const std::vector<Key> keys = all_keys();
  return keys;
}

bool is_unverified(std::string_view key) {
  const Key* found = find_key(house_keys(), key);
  return found && found->unverified;
}

}  // namespace rules::charge
