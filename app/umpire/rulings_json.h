// Rulings of a settled table for people and programs: the keys `umpire` adds to a line, and lines of text.
//   The window's log and the command print the same lines.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/umpire/charge_umpire.h"
#include "rules/charge/field.h"

namespace app {

/// The keys moved, aims, contacts, lifted, armies, by_turn, and objective where a scenario has one.
void add_rulings(nlohmann::ordered_json& line, const ChargeRulings& rulings, const rules::charge::House& house);

/// What places do not tell, for rulings that depend on the turn: who may move (C-T3), who has fired (CG11), what has moved (CG4).
[[nodiscard]] std::vector<rules::Reason> told_by_the_turn(const rules::charge::House& house);

/// One ruling as a player reads it.
struct RulingLine {
  measure::Verdict verdict = measure::Verdict::Yes;
  std::string rule = {};  // the id that decided it; may be empty
  std::string says = {};
  std::vector<int> ids = {};                    // the pieces it is about; of fire the firer and the man who decides
  std::optional<rules::charge::AimAt> at = {};  // of fire at one body: that man, with the line to him
  bool happened = false;                        // of a move, a contact, men taken off; else of what may be done, or how things stand
  Dial dial = Dial::Enforce;                    // what is proposed has the verdict of an open one; what is noted or ignored, yes
};

/// Moves by unit, targets by firer, contacts, men lifted, armies: the lines of the log.
[[nodiscard]] std::vector<RulingLine> ruling_lines(const ChargeRulings& rulings);

/// The same as text, one indented line each.
[[nodiscard]] std::string text_of(const std::vector<RulingLine>& lines);

// The umpire's word on every settled table of a session, the newest first.
//   Finished and const: the session hands it out with its snapshots.

/// One settled table and what is said of it.
struct RuledTable {
  int number = 1;  // of the settled tables of this recording or camera
  std::string frame;
  double time = 0.0;  // seconds, of the picture
  rules::charge::Field field;
  std::vector<RulingLine> lines;
  nlohmann::ordered_json json = {};  // as add_rulings gives it
};
using RulingLog = std::vector<std::shared_ptr<const RuledTable>>;

/// A whole evening settles some hundred times; more than anybody scrolls back would only fill memory.
inline constexpr std::size_t kMostRuledTables = 200;

}  // namespace app
