// The players' clocks: how much of his minutes each side has used for its own moves.
//   Real time comes in with every call, from a clock that never goes back, so that tests need none. A clock that has run out says so and
//   goes on; it never stops a game.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/umpire/rulings_json.h"
#include "rules/charge/game/scenario.h"

namespace app {

class TurnClock {
 public:
  /// It is `now` (seconds): from here this side's time runs, until the next call; none: nobody's does.
  void run(const std::optional<std::string>& side, double now);
  /// Seconds a side has used until `now`.
  [[nodiscard]] double used_s(const std::string& side, double now) const;
  [[nodiscard]] const std::optional<std::string>& running() const { return running_; }

  /// What a game took up again brings with it.
  void set_used(std::map<std::string, double> used_s, double now);
  [[nodiscard]] std::map<std::string, double> all_used_s(double now) const;

 private:
  [[nodiscard]] double since(double now) const { return now > since_ ? now - since_ : 0.0; }

  std::map<std::string, double> used_s_;
  std::optional<std::string> running_;
  double since_ = 0.0;
};

/// "39:05" left; "out of time 0:35" after that. A second is shown until it has passed.
[[nodiscard]] std::string clock_text(double left_s);

// A scenario beside its game: turn n of N, whose time runs, who holds the place, and the result with its reasons, in words.
//   Everything is asked of rules/charge/game/scenario.h; here it is only said.

/// "Turn 3", "Turn 3 of 12", "Turn 13, 12 were agreed".
[[nodiscard]] std::string turn_text(const rules::charge::Game& game, const rules::charge::Scenario* scenario);

/// The side whose own time runs: it moves, the game is not paused and has not ended.
[[nodiscard]] std::optional<std::string> on_the_clock(const rules::charge::Game& game, const rules::charge::Scenario& scenario,
                                                      bool paused);

/// "Imperial has won", "a draw", "too close to call: the players rule".
[[nodiscard]] std::string headline(const rules::charge::Ending& ending);
/// The headline, then every reason with its figures.
[[nodiscard]] std::vector<std::string> lines_of(const rules::charge::Ending& ending);

/// Who holds the place, as a line of the log: "the bridge: Imperial holds it (5 men)".
[[nodiscard]] RulingLine ruling_line(const rules::charge::Objective& objective, const rules::charge::Holding& holding);
/// The key `objective` of an umpire's line.
[[nodiscard]] nlohmann::ordered_json json_of(const rules::charge::Objective& objective, const rules::charge::Holding& holding);

/// Begins the game as the scenario says: with the army that moves first, where it names one.
[[nodiscard]] rules::charge::Applied begin_game(const rules::charge::Field& seen, const rules::charge::Scenario* scenario,
                                                const rules::charge::House& house);

}  // namespace app
