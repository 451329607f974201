// The game of Charge! that is played beside the tables, in a record: each of its steps as an event `game`, and what they come to.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/files/game_file.h"
#include "measure/result.h"
#include "rules/charge/game/game.h"

namespace app {

/// How a game came to be as it is.
enum class GameStep {
  Did,      // somebody did something; it began or ended
  Undone,   // a step back
  Redone,   // a step forward again
  Noted,    // a line more in its log, no step of its own
  TakenUp,  // it was kept elsewhere: no step leads back from here
};

/// The body of an event `game`: {"how":"did","turn":4,"step":"artillery","says":[{"rule":"C-A4","says":".."}],"game":{..}}.
///
/// `game` is what game.json holds, null once the game has been ended; turn and step then are those it ended in. `says` are the lines of
/// its log that were not there `before` (null: there was no game).
[[nodiscard]] nlohmann::ordered_json game_event(GameStep how, const rules::charge::Game* before, const std::optional<SavedGame>& now);

/// "turn 4, artillery: RG at B1 hits"; "taken back to turn 2, musketry"; "ended". What is no such body: empty.
[[nodiscard]] std::string game_in_words(const nlohmann::ordered_json& body);

/// A game with the steps that lead back from it, and forward again, as the events of a record tell them one after the other.
class GameSteps {
 public:
  using Shared = std::shared_ptr<const rules::charge::Game>;

  /// Errors (BadFile): what cannot be read, and where in the body.
  [[nodiscard]] measure::Result<void> take(const nlohmann::ordered_json& body);

  [[nodiscard]] const Shared& now() const { return now_; }                   ///< null: none has begun, or it was ended
  [[nodiscard]] bool ended() const { return any_ && !now_; }                 ///< the last thing that happened to it
  [[nodiscard]] const std::vector<Shared>& back() const { return back_; }    ///< the nearest last; null before it began
  [[nodiscard]] const std::vector<Shared>& again() const { return again_; }  ///< what was taken back, the nearest last
  [[nodiscard]] const std::map<std::string, double>& used_s() const { return used_s_; }

 private:
  Shared now_;
  bool any_ = false;
  std::vector<Shared> back_, again_;
  std::map<std::string, double> used_s_;
};

}  // namespace app
