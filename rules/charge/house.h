// The rules and gaps of Charge! by their ids, in our words: what a hover shows and a reason cites. And its house rules: every choice the
// rule book leaves open, with its default.
//   Each member is one key of house-rules.toml and one gap (CG...) of docs/rules-charge.md.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/measured.h"
#include "rules/house.h"

namespace rules::charge {

/// The text of a rule or gap; empty for one that does not exist.
[[nodiscard]] std::string_view rule_text(std::string_view id);

// Each in the order of its words in house.cpp.

enum class Phases { Five, Split };
enum class Initiative { Fixed, RollEachTurn, Alternate };
enum class GunMoveAndFire { Allowed, PivotOnly, Forbidden };
enum class MoveAndFire { Allowed, Forbidden };
enum class GunBands { FarEdge, Nearest, Exact };
enum class DestroyDie { Effect, Allocation, Hit };
enum class FractionScope { Unit, Army, Firer };
enum class FractionRounding { Exact, Standard, PerAttack };
enum class WholeWhen { Exchange, Phase };
enum class Simultaneity { Exchange, Phase, None };
enum class ExchangeOrder { Alternate, Free };
enum class Pool { Unit, Target };
enum class RangeOf { PerMan, UnitNearest, Majority };
enum class ClearTo { Edge, Centre };
enum class RangeFrom { Centre, Edge };
enum class AllocationMode { Dice, Nearest, Owner };
enum class AllocationWrap { Continue, Restart };
enum class CrewFrom { AnyFoot, Gunners };
enum class MixedCover { Majority, PerMan };
enum class Pairing { Auto, Manual };
enum class TwoFootVersusHorse { Level, BothDouble };
enum class MixedVersusFoot { Double, Level };
enum class Quarter { Exact, Floor, Round };
enum class MeleeWin { MoreThanOne, AtLeastTwo };
enum class MoraleWhen { EndOfTurn, Immediate };
enum class TerrainModel { PathCost, WholeTurn };
enum class BarredGround { Impassable, Obstacle };
enum class InfantryMarsh { Half, Impassable };

/// One edition of the elementary game. Lengths in inches, angles in degrees.
struct House {
  // movement
  double move_cavalry = 12.0, move_gun = 6.0;  // CG1
  TerrainModel terrain_model = TerrainModel::PathCost;
  bool terrain_stack = true;
  double hill_down_tolerance_deg = 22.5;
  double turn_cost = 0.0;
  bool move_through_friends = true;
  double road_bonus = 0.0;
  BarredGround river = BarredGround::Impassable, house = BarredGround::Impassable;
  InfantryMarsh infantry_marsh = InfantryMarsh::Half;
  // the turn
  Phases phases = Phases::Five;
  Initiative initiative = Initiative::Fixed;
  GunMoveAndFire gun_move_and_fire = GunMoveAndFire::Allowed;
  MoveAndFire infantry_move_and_fire = MoveAndFire::Allowed;
  // guns
  GunBands gun_bands = GunBands::FarEdge;
  std::vector<double> gun_band_edges = {6.0, 12.0, 18.0, 24.0, 30.0, 36.0};
  DestroyDie gun_destroy_die = DestroyDie::Effect;
  bool gun_six_also_hits_crew = false;
  bool gun_simultaneous = true;
  double gun_crew_radius = 2.0;
  CrewFrom gun_crew_from = CrewFrom::AnyFoot;
  bool gun_capture = true;
  // fractions and removal
  FractionScope fraction_scope = FractionScope::Unit;
  FractionRounding fraction_rounding = FractionRounding::Exact;
  WholeWhen whole_when = WholeWhen::Exchange;
  // musketry
  Simultaneity simultaneity = Simultaneity::Exchange;
  ExchangeOrder exchange_order = ExchangeOrder::Alternate;
  Pool pool = Pool::Unit;
  RangeOf range_of = RangeOf::PerMan;
  int max_ranks = 2;
  // lines of fire
  bool clear_exempts_own_unit = true;
  ClearTo clear_to = ClearTo::Edge;
  RangeFrom range_from = RangeFrom::Centre;
  bool clear_by_height = false;  // friends whose tops lie surely below the line of fire do not forbid it
  bool figures_block_sight = true;
  bool figures_block_by_height = false;  // a figure hides only what is seen below its top
  double wood_depth = 2.0;
  bool keep_margin = true;  // CG52: off, the measured value alone decides
  // who falls
  bool spill = false;
  AllocationMode allocation_mode = AllocationMode::Dice;
  AllocationWrap allocation_wrap = AllocationWrap::Continue;
  MixedCover mixed_cover = MixedCover::Majority;
  bool woods_cover = true;
  // melee
  bool fire_on_contact_turn = false;
  bool attacker_returns = false;
  bool melee_locked = true;
  bool gun_fires_at_attackers = true;
  Pairing pairing = Pairing::Auto;
  TwoFootVersusHorse two_foot_v_horse = TwoFootVersusHorse::Level;
  int melee_cap = 2;
  MixedVersusFoot mixed_v_foot = MixedVersusFoot::Double;
  int pair_loses = 1;
  Quarter quarter = Quarter::Exact;
  MeleeWin melee_win = MeleeWin::MoreThanOne;
  double back_infantry = 3.0, back_cavalry = 6.0;
  // morale
  MoraleWhen morale_when = MoraleWhen::EndOfTurn;

  /// Not a gap: the worst that a rule about fire may say at this table, by its id; what is not named forbids (C-A1 to C-A5, C-I1, C-I2, and
  /// those of `barred_by_turn`). Yes: the rule is set aside. Too close: the players decide.
  std::map<std::string, measure::Verdict, std::less<>> at_worst;
  [[nodiscard]] measure::Verdict as_it_counts(measure::Verdict verdict, std::string_view rule) const {
    const auto found = at_worst.empty() ? at_worst.end() : at_worst.find(rule);
    return found == at_worst.end() ? verdict : std::min(verdict, found->second);
  }

  friend bool operator==(const House&, const House&) = default;
};

/// Every key, in the order of the gaps.
[[nodiscard]] std::span<const HouseKey<House>> house_keys();
/// Is this a key whose default has no source? An unknown name is not.
[[nodiscard]] bool is_unverified(std::string_view key);

}  // namespace rules::charge
