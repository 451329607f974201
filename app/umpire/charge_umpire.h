// The umpire of a live table: watches settled tables go by and rules on each.
//   Knows what was last settled and who has been taken off; everything else is asked of the rules.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/wire/dial.h"
#include "measure/table.h"
#include "rules/charge/game/scenario.h"
#include "rules/charge/game/umpire.h"
#include "vision/table_state.h"

namespace app {

struct ArmyTally {
  std::string name;
  int original = 0, removed = 0;
  bool defeated = false;
};

/// What is ruled on one settled table.
struct ChargeRulings {
  std::vector<rules::charge::JudgedMove> moved;
  std::vector<rules::charge::JudgedAim> aims;
  std::vector<std::pair<int, int>> contacts;
  std::vector<int> lifted;
  std::vector<std::string> fallen;  // their names
  std::vector<ArmyTally> armies;
  std::optional<rules::charge::Objective> objective;  // of the scenario that is played, and who holds it
  rules::charge::Holding holding;
  std::vector<int> at_objective;  // ids of the soldiers there, or perhaps there

  /// How much what is said against a move or an aim counts here; empty: all of it. See set_aside.
  std::vector<Dial> of_moves = {}, of_aims = {};
  [[nodiscard]] Dial dial_of_move(std::size_t index) const { return of_moves.empty() ? Dial::Enforce : of_moves[index]; }
  [[nodiscard]] Dial dial_of_aim(std::size_t index) const { return of_aims.empty() ? Dial::Enforce : of_aims[index]; }
};

/// The table as the rules take it. Pieces that are lost stand nowhere and are left out.
[[nodiscard]] rules::charge::Field field_of(const vision::TableState& state, const measure::Roster& roster, const measure::Table& table);

/// Which of the states that go by reach a new settled table.
class SettledTables {
 public:
  [[nodiscard]] bool reached(const vision::TableState& state);

 private:
  bool any_ = false, was_settled_ = false;
  std::string last_frame_;  // the last picture looked at, and its time in seconds
  double last_time_ = 0.0;
};

class ChargeUmpire {
 public:
  ChargeUmpire(measure::Roster roster, measure::Table table, rules::charge::House house);

  /// Rulings when this state reaches a new settled table, nothing otherwise.
  [[nodiscard]] std::optional<ChargeRulings> look(const vision::TableState& state) {
    return tables_.reached(state) ? std::optional(rule(state)) : std::nullopt;
  }
  /// Rulings on a new settled table. They rest on the settled tables alone: the same ones in the same order are ruled the same.
  [[nodiscard]] ChargeRulings rule(const vision::TableState& state);
  /// A settled table of a game that is taken up again goes by without a ruling: those that follow are ruled on as if it had been ruled on.
  void follow(const vision::TableState& state);
  /// The table as it was last ruled on; none before the first.
  [[nodiscard]] const std::optional<rules::charge::Field>& settled() const { return last_; }
  [[nodiscard]] const rules::charge::House& house() const { return house_; }
  /// Also rules on who holds the place of this scenario.
  void play(std::optional<rules::charge::Scenario> scenario) { scenario_ = std::move(scenario); }
  /// Armies or table were edited: what was seen so far stands.
  void replace(measure::Roster roster, measure::Table table);
  /// The same of the house rules.
  void rule_by(rules::charge::House house) { house_ = std::move(house); }
  /// Rules that are not enforced at this table.
  void dial(Dials dials) { dials_ = std::move(dials); }

 private:
  using BodyPair = std::pair<rules::charge::BodyKey, rules::charge::BodyKey>;
  struct Contact {
    std::string attacker;  // the army that came; empty where that was not seen
    bool fresh = false;    // they came together since the table that was last ruled on
  };
  /// What later rulings rest on.
  void take(rules::charge::Field now, const std::vector<int>& moved, const vision::TableState& state, ChargeRulings& rulings);
  void note_contacts(const rules::charge::Field& now, const std::vector<int>& moved, ChargeRulings& rulings);
  void note_places(const rules::charge::Field& now, const vision::TableState& state);
  void count(const vision::TableState& state);
  [[nodiscard]] std::vector<ArmyTally> tally() const;

  measure::Roster roster_;
  measure::Table table_;
  rules::charge::House house_;
  Dials dials_;
  std::optional<rules::charge::Scenario> scenario_;
  std::optional<rules::charge::Field> last_;   // as it was last settled
  std::optional<rules::charge::Field> known_;  // every piece where it was last seen, or said to have moved to
  std::map<BodyPair, Contact> in_contact_;     // on the table last ruled on
  SettledTables tables_;
  std::set<std::string> removed_;     // soldiers off the table, by name
  std::map<int, std::string> names_;  // of every soldier seen, by track
  std::map<std::string, std::string> army_of_;
};

}  // namespace app
