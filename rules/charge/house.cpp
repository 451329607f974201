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
  const std::string readings = "far_edge | nearest | exact | six growing numbers of inches";
  const std::vector<Reading<GunBands>> words = {
      {"far_edge", GunBands::FarEdge}, {"nearest", GunBands::Nearest}, {"exact", GunBands::Exact}};
  return {"gun.bands",
          "CG5",
          readings,
          false,
          [=](House& house, const HouseValue& value) -> measure::Result<void> {
            if (const auto* edges = std::get_if<std::vector<double>>(&value)) {
              const bool growing =
                  std::adjacent_find(edges->begin(), edges->end(), [](double a, double b) { return !(a < b); }) == edges->end();
              if (edges->size() != 6 || !growing || !(edges->front() > 0.0) || !(edges->back() < kLongestRange))
                return house::not_a_reading("gun.bands", readings);
              house.gun_band_edges = *edges;
              return {};
            }
            return choice<House, GunBands>("gun.bands", "CG5", &House::gun_bands, words).set(house, value);
          },
          [=](const House& house) {
            if (house.gun_band_edges != House{}.gun_band_edges) return HouseValue(house.gun_band_edges);
            return choice<House, GunBands>("gun.bands", "CG5", &House::gun_bands, words).get(house);
          }};
}

/// CG16: a number of ranks, or "all".
Key max_ranks() {
  constexpr int kAll = 1000;
  const std::string readings = "a whole number from 1 | all";
  return {
      "inf.max_ranks",
      "CG16",
      readings,
      false,
      [=](House& house, const HouseValue& value) -> measure::Result<void> {
        if (const auto* word = std::get_if<std::string>(&value); word && *word == "all") {
          house.max_ranks = kAll;
          return {};
        }
        return number<House, int>("inf.max_ranks", "CG16", &House::max_ranks, 1, kAll).set(house, value);
      },
      [=](const House& house) { return house.max_ranks == kAll ? HouseValue(std::string("all")) : HouseValue(double(house.max_ranks)); }};
}

/// CG35: "x2", or "x1" where the footman takes the horseman's advantage away.
Key mixed_versus_foot() {
  return choice<House, MixedVersusFoot>("melee.mixed_v_inf", "CG35", &House::mixed_v_foot,
                                        {{"x2", MixedVersusFoot::Double}, {"x1", MixedVersusFoot::Level}});
}

/// CG39: "3/6", infantry and cavalry.
Key push_back() {
  const std::string readings = "\"INFANTRY/CAVALRY\" in inches, for instance \"3/6\"";
  return {"melee.back",
          "CG39",
          readings,
          false,
          [=](House& house, const HouseValue& value) -> measure::Result<void> {
            const auto* word = std::get_if<std::string>(&value);
            double foot = 0.0, horse = 0.0;
            char rest = 0;
            if (!word || std::sscanf(word->c_str(), "%lf/%lf%c", &foot, &horse, &rest) != 2 || !(foot >= 0.0 && foot <= kLongestMove) ||
                !(horse >= 0.0 && horse <= kLongestMove))
              return house::not_a_reading("melee.back", readings);
            house.back_infantry = foot;
            house.back_cavalry = horse;
            return {};
          },
          [](const House& house) { return HouseValue(fmt::format("{}/{}", house.back_infantry, house.back_cavalry)); }};
}

std::vector<Key> turn_keys() {
  return {
      unverified(number<House, double>("move.cavalry", "CG1", &House::move_cavalry, 0.0, kLongestMove)),
      unverified(number<House, double>("move.gun", "CG1", &House::move_gun, 0.0, kLongestMove)),
      choice<House, Phases>("phases", "CG2", &House::phases, {{"five", Phases::Five}, {"split", Phases::Split}}),
      choice<House, Initiative>(
          "initiative", "CG3", &House::initiative,
          {{"fixed", Initiative::Fixed}, {"roll_each_turn", Initiative::RollEachTurn}, {"alternate", Initiative::Alternate}}),
      choice<House, GunMoveAndFire>(
          "gun.move_and_fire", "CG4", &House::gun_move_and_fire,
          {{"allowed", GunMoveAndFire::Allowed}, {"pivot_only", GunMoveAndFire::PivotOnly}, {"forbidden", GunMoveAndFire::Forbidden}}),
      choice<House, MoveAndFire>("inf.move_and_fire", "CG4", &House::infantry_move_and_fire,
                                 {{"allowed", MoveAndFire::Allowed}, {"forbidden", MoveAndFire::Forbidden}}),
  };
}

std::vector<Key> casualty_keys() {
  return {
      gun_bands(),
      choice<House, DestroyDie>("gun.destroy_die", "CG6", &House::gun_destroy_die,
                                {{"effect", DestroyDie::Effect}, {"allocation", DestroyDie::Allocation}, {"hit", DestroyDie::Hit}}),
      flag("gun.six_also_hits_crew", "CG7", &House::gun_six_also_hits_crew),
      choice<House, FractionScope>("frac.scope", "CG8", &House::fraction_scope,
                                   {{"unit", FractionScope::Unit}, {"army", FractionScope::Army}, {"firer", FractionScope::Firer}}),
      choice<House, FractionRounding>(
          "frac.rounding", "CG9", &House::fraction_rounding,
          {{"exact", FractionRounding::Exact}, {"standard", FractionRounding::Standard}, {"per_attack", FractionRounding::PerAttack}}),
      choice<House, WholeWhen>("whole.when", "CG10", &House::whole_when, {{"exchange", WholeWhen::Exchange}, {"phase", WholeWhen::Phase}}),
      choice<House, Simultaneity>("inf.simultaneity", "CG11", &House::simultaneity,
                                  {{"exchange", Simultaneity::Exchange}, {"phase", Simultaneity::Phase}, {"none", Simultaneity::None}}),
      unverified(choice<House, ExchangeOrder>("inf.exchange_order", "CG12", &House::exchange_order,
                                              {{"alternate", ExchangeOrder::Alternate}, {"free", ExchangeOrder::Free}})),
      flag("gun.simultaneous", "CG13", &House::gun_simultaneous),
      choice<House, Pool>("inf.pool", "CG14", &House::pool, {{"unit", Pool::Unit}, {"target", Pool::Target}}),
      choice<House, RangeOf>("inf.range", "CG15", &House::range_of,
                             {{"per_man", RangeOf::PerMan}, {"unit_nearest", RangeOf::UnitNearest}, {"majority", RangeOf::Majority}}),
      max_ranks(),
      flag("clear.exempt_own_unit", "CG16", &House::clear_exempts_own_unit),
      choice<House, ClearTo>("clear.to", "CG17", &House::clear_to, {{"edge", ClearTo::Edge}, {"center", ClearTo::Centre}}),
      unverified(
          choice<House, RangeFrom>("range.from", "CG18", &House::range_from, {{"center", RangeFrom::Centre}, {"edge", RangeFrom::Edge}})),
      flag("alloc.spill", "CG20", &House::spill),
      choice<House, AllocationMode>(
          "alloc.mode", "CG21", &House::allocation_mode,
          {{"dice", AllocationMode::Dice}, {"nearest", AllocationMode::Nearest}, {"owner", AllocationMode::Owner}}),
      choice<House, AllocationWrap>("alloc.wrap", "CG22", &House::allocation_wrap,
                                    {{"continue", AllocationWrap::Continue}, {"restart", AllocationWrap::Restart}}),
      unverified(number<House, double>("gun.crew_radius", "CG23", &House::gun_crew_radius, 0.0, kLongestMove)),
      choice<House, CrewFrom>("gun.crew_from", "CG23", &House::gun_crew_from,
                              {{"any_foot", CrewFrom::AnyFoot}, {"gunners", CrewFrom::Gunners}}),
      unverified(choice<House, MixedCover>("cover.mixed", "CG24", &House::mixed_cover,
                                           {{"majority", MixedCover::Majority}, {"per_man", MixedCover::PerMan}})),
      unverified(flag("cover.woods", "CG25", &House::woods_cover)),
      unverified(flag("los.figures_block", "CG26", &House::figures_block_sight)),
  };
}

std::vector<Key> melee_keys() {
  return {
      flag("melee.fire_on_contact_turn", "CG28", &House::fire_on_contact_turn),
      flag("melee.attacker_returns", "CG29", &House::attacker_returns),
      unverified(flag("melee.locked", "CG30", &House::melee_locked)),
      flag("melee.gun_fires", "CG31", &House::gun_fires_at_attackers),
      unverified(choice<House, Pairing>("melee.pairing", "CG32", &House::pairing, {{"auto", Pairing::Auto}, {"manual", Pairing::Manual}})),
      choice<House, TwoFootVersusHorse>("melee.two_inf_v_cav", "CG33", &House::two_foot_v_horse,
                                        {{"level", TwoFootVersusHorse::Level}, {"both_double", TwoFootVersusHorse::BothDouble}}),
      number<House, int>("melee.cap", "CG34", &House::melee_cap, 1, 4),
      mixed_versus_foot(),
      number<House, int>("melee.pair_loses", "CG36", &House::pair_loses, 1, 2),
      choice<House, Quarter>("melee.quarter", "CG37", &House::quarter,
                             {{"exact", Quarter::Exact}, {"floor", Quarter::Floor}, {"round", Quarter::Round}}),
      choice<House, MeleeWin>("melee.win", "CG38", &House::melee_win, {{"gt1", MeleeWin::MoreThanOne}, {"ge2", MeleeWin::AtLeastTwo}}),
      push_back(),
      unverified(flag("gun.capture", "CG41", &House::gun_capture)),
      choice<House, MoraleWhen>("morale.when", "CG43", &House::morale_when,
                                {{"end_of_turn", MoraleWhen::EndOfTurn}, {"immediate", MoraleWhen::Immediate}}),
  };
}

std::vector<Key> ground_keys() {
  const std::vector<Reading<BarredGround>> barred = {{"impassable", BarredGround::Impassable}, {"obstacle", BarredGround::Obstacle}};
  return {
      choice<House, TerrainModel>("terrain.model", "CG44", &House::terrain_model,
                                  {{"path_cost", TerrainModel::PathCost}, {"whole_turn", TerrainModel::WholeTurn}}),
      flag("terrain.stack", "CG45", &House::terrain_stack),
      unverified(number<House, double>("hill.down_tol", "CG46", &House::hill_down_tolerance_deg, 0.0, 90.0)),
      number<House, double>("turn.cost", "CG48", &House::turn_cost, 0.0, 0.0),
      unverified(flag("move.through_friends", "CG49", &House::move_through_friends)),
      unverified(number<House, double>("road.bonus", "CG50", &House::road_bonus, 0.0, kLongestMove)),
      unverified(flag("measure.margin", "CG52", &House::keep_margin)),
      unverified(number<House, double>("los.wood_depth", "CG53", &House::wood_depth, 0.0, kLongestRange)),
      unverified(choice<House, BarredGround>("river", "CG54", &House::river, barred)),
      unverified(choice<House, BarredGround>("house", "CG54", &House::house, barred)),
      choice<House, InfantryMarsh>("infantry_marsh", "CG55", &House::infantry_marsh,
                                   {{"half", InfantryMarsh::Half}, {"impassable", InfantryMarsh::Impassable}}),
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
  const auto keys = house_keys();
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.name == key; });
  return found != keys.end() && found->unverified;
}

}  // namespace rules::charge
