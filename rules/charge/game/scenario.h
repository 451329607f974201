// What a scenario adds to the rules: how many turns, who moves first, a place that decides, and who has won (C-B1..B5).
//   The book's first game has such a place, its bridge; how a place is held is ours: an army holds it while enough of its
//   men stand there and no enemy does. Too near the edge to call stays too close to call. No dice and no clock here.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/charge/game/game.h"

namespace rules::charge {

/// The place that decides.
struct Objective {
  std::string name;     // as players call it: "the bridge"
  std::string terrain;  // all terrain of this name; empty: `area`
  std::vector<measure::TablePoint> area;
  measure::Inches within;  // whoever stands so near to it counts as there
  int men = 1;             // so many hold it
  std::string keeper;      // the army that has to hold it at the end, else it has lost; empty: who holds it wins
};

/// `first` where dice decide who moves first (CG3).
inline constexpr std::string_view kByDice = "dice";

struct Scenario {
  std::string name;
  std::optional<int> turns;               // none: until an army is beaten
  std::string first;                      // an army, kByDice, or empty: nothing is said
  std::map<std::string, double> minutes;  // for an army's own moves; who is not named has all the time he wants
  std::optional<Objective> objective;
};

/// From a piece's base centre to the place: 0 at its edge, negative inside. None where no terrain has the place's name.
[[nodiscard]] std::optional<measure::Measured> way_to(const Objective& objective, const Field& field, const Piece& piece);

/// One army at the place.
struct Presence {
  std::string army;
  int surely = 0, perhaps = 0;  // men there; `perhaps` counts the sure ones as well
  measure::Verdict holds = measure::Verdict::No;
  std::vector<Reason> because;
};
struct Holding {
  std::vector<Presence> armies;  // in the order of their first piece
  /// The army that surely holds the place.
  [[nodiscard]] std::optional<std::string> by() const;
  /// May somebody hold it, as far as the camera can tell?
  [[nodiscard]] bool too_close() const;
};
/// Who holds the place. Guns hold nothing; nor do men whom `fallen` names, nor armies that `beaten` names (C-W1).
[[nodiscard]] Holding holding(const Objective& objective, const Field& field, const std::set<int>& fallen = {},
                              const std::set<std::string>& beaten = {});
/// The same on the table as the game has it.
[[nodiscard]] Holding holding(const Objective& objective, const Game& game);

/// Has the last turn been played to its end?
[[nodiscard]] bool turns_are_over(const Game& game, const Scenario& scenario);

/// How the scenario ends. `verdict`: yes, it is decided (without a winner: a draw); too close, the players rule.
struct Ending {
  bool over = false;
  measure::Verdict verdict = measure::Verdict::Yes;
  std::optional<std::string> winner;
  std::vector<Reason> because;
};
/// An army that is beaten has lost, whatever else (C-W1, CG43); otherwise the place decides when the turns are over (C-B3).
[[nodiscard]] Ending ending(const Game& game, const Scenario& scenario);

}  // namespace rules::charge
