// The house rules of Les Allies: every choice the rules leave open, with its default.
//   Each member is one key of house-rules.toml and one gap (DG...) of docs/rules-les-allies.md. With other values the same engine plays
//   other games of draughts, international() among them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rules/house.h"

namespace rules::les_allies {

// Each but the first in the order of its words in house.cpp.

enum class BackMove { Always, Never, UntilHeTakes };
enum class Capture { Huff, Strict, Optional };
enum class PromoteScope { Zone, HomeZone, Nearest };
enum class PromoteOn { Fortress, LastRow };
enum class BorderOpenTo { All, Transferred };
enum class OneEach { Null, LastWins };
enum class Simultaneous { Continue, Null };
enum class First { Toss, Allies, Central };

/// What the opponent of a man who did not take may do (DG10).
struct HuffOptions {
  bool huff = true, make_take = true, ignore = true;
  friend bool operator==(const HuffOptions&, const HuffOptions&) = default;
};

struct House {
  // set-up and ground
  int setup_gap = 1;                                 // DG3: empty coloured squares towards the enemy border
  std::vector<std::string> neutral_closed = {"NL"};  // DG4: countries nobody enters
  bool neutral_setup = true;                         // DG4: men may begin on open neutral ground
  // moves and sweeps
  BackMove soldier_back_move = BackMove::Always;
  bool soldier_back_capture = true;
  Capture capture = Capture::Huff;
  bool capture_majority = false;
  HuffOptions huff_options;
  bool general_flying = true;
  PromoteScope promote_scope = PromoteScope::Zone;
  PromoteOn promote_on = PromoteOn::Fortress;
  // the end of a fight; turns of each side
  int null_delay_turns = 0, null_quiet_turns = 25, null_quiet_moves = 40;
  // the battle
  BorderOpenTo border_open_to = BorderOpenTo::All;
  OneEach battle_one_each = OneEach::Null;
  Simultaneous battle_simultaneous = Simultaneous::Continue;
  First first = First::Toss;

  friend bool operator==(const House&, const House&) = default;
};

/// Every key, in the order of the gaps.
[[nodiscard]] std::span<const HouseKey<House>> house_keys();

/// International draughts: most men must be taken, soldiers move forward and take both ways, kings are made on the last row.
[[nodiscard]] House international();

}  // namespace rules::les_allies
