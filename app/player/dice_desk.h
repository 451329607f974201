// Dice that the game in the window waits for, entered by a player on his own page.
//   Two threads meet here: the window says with every picture it draws which dice it asks for, and takes those that were entered; the web
//   side's tells a player what is asked of him, and hands in what he threw. Nothing is decided here but whose dice they are.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/web/server.h"
#include "app/web/site.h"

namespace app::player {

/// What is thrown for, by whom, and each die by its name: "to hit", "effect".
struct DiceAsked {
  web::Role of = web::Role::Watcher;  // whose token enters them: Red or Blue
  std::string side, says;             // "blue", "RG fires at B1"
  std::vector<std::string> dice;
  friend bool operator==(const DiceAsked&, const DiceAsked&) = default;
};

/// What a player has entered. He waits until `done` is called: empty, the game has taken it; else why not.
struct DiceEntered {
  std::vector<int> dice;  // each 1 to 6, as many as were asked for
  std::string how;        // "entered on red's page", for the game's log
  std::function<void(const std::string& refused)> done;
};

class DiceDesk {
 public:
  // ---- the window's thread, with every picture it draws ----
  void begin();
  /// These dice are asked for. What has been entered for them, once.
  [[nodiscard]] std::optional<DiceEntered> ask(const DiceAsked& asked);
  /// What has not been asked for since `begin` is asked no more.
  void end();
  /// Something was entered that has not been taken yet: the window should draw.
  [[nodiscard]] bool waiting() const;

  // ---- any thread ----
  /// {"asks":[{"id":7,"side":"red","says":"..","dice":["to hit"]}],"other":false}: what this player is to throw, and whether the other is.
  [[nodiscard]] web::Answer asked_of(web::Role role) const;
  /// `body`: {"id":7,"dice":[5]}. Waits until the window has taken it, for at most `patience`. 400 for what cannot be read or is no die,
  /// 403 for the other side's dice, 409 for dice that nobody asks for (any more) or that the rules refuse, 503 where the window is busy.
  [[nodiscard]] web::Answer enter(const std::string& body, web::Role role, std::chrono::milliseconds patience);

 private:
  struct Entry {
    std::vector<int> dice;
    bool taken = false;
    std::optional<std::string> outcome;  // empty text: the game has taken it
  };
  struct Open {
    std::uint64_t id = 0;
    DiceAsked asked;
    bool in_this_picture = true;
    std::shared_ptr<Entry> entry = {};  // null: nothing was entered yet
  };

  mutable std::mutex mutex_;
  std::condition_variable settled_;
  std::vector<Open> open_;
  std::uint64_t last_id_ = 0;
};

/// /api/dice over a desk; without one (`desk` null) no game is played here that asks for dice.
[[nodiscard]] web::Question dice_question(std::shared_ptr<DiceDesk> desk);

}  // namespace app::player
