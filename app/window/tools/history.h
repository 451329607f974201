// What the players edit, and every step back: terrain, roster, laid tools, corrections, the game.
//   A step is the whole document before and after it, so undo cannot half-happen. Corrections live in
//   the tracker, which takes them back itself; a step carries those that repeat.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/files/house_file.h"
#include "app/files/table_file.h"
#include "app/overlay/readings.h"
#include "app/session/session.h"
#include "app/wire/dial.h"
#include "measure/roster.h"
#include "rules/charge/game/game.h"
#include "rules/charge/game/scenario.h"

namespace window {

struct Document {
  app::TableFile table;
  measure::Roster roster;
  std::optional<calibration::Lens> lens;
  std::vector<overlay::Laid> laid;
  rules::charge::House house;
  app::Custom custom;
  std::shared_ptr<const rules::charge::Scenario> scenario;  // null: none is played
  std::shared_ptr<const rules::charge::Game> game;          // shared by the steps of the history that leave it alone; null: none has begun

  /// The house rules by which the game is played: what the dial does not enforce forbids no shot.
  [[nodiscard]] rules::charge::House house_in_play() const { return app::in_play(house, custom.rules); }
  /// May the players measure with the tools? The referee always may.
  [[nodiscard]] bool may_measure() const { return !game || custom.measuring != app::Custom::Measuring::Forbidden; }
};

/// Which parts of the document a change touched, so that only those are saved and re-read.
struct Touched {
  bool table = false, roster = false, lens = false, laid = false, game = false, house = false;
};

/// What the tracker must be told after a step back or forward.
struct Stepped {
  Touched touched;
  std::vector<app::Correction> corrections;  // forward: to repeat; back: to take back
};

class History {
 public:
  explicit History(Document document) : current_(std::move(document)) {}

  [[nodiscard]] const Document& current() const { return current_; }

  /// The document as it is from now on. What could be redone is forgotten.
  void change(Document next, Touched touched);
  /// The game with a line more in its log: no step, it goes with the one before.
  void amend(std::shared_ptr<const rules::charge::Game> game);
  /// Corrections that were just made.
  void correct(std::vector<app::Correction> done) { push({.before = current_, .after = current_, .done = std::move(done)}); }
  /// Another table is watched, or the same from its start: the pieces that were corrected are no more.
  void forget_corrections();
  /// A game that was kept goes on; no step leads back before it.
  void take_up(std::shared_ptr<const rules::charge::Game> game);
  /// A game that was recorded goes on with its steps: back to those of `back`, the nearest last (null: before it began), and again to those
  /// of `again`. Steps of the document so far stay before them.
  using Games = std::vector<std::shared_ptr<const rules::charge::Game>>;
  void take_up(std::shared_ptr<const rules::charge::Game> game, const Games& back, const Games& again);
  /// Another table is watched: the game that stood on the first is over, and no step leads back to it.
  void forget_game() { take_up(nullptr); }

  [[nodiscard]] bool can_undo() const { return !back_.empty(); }
  /// Empty when there is nothing to undo (redo).
  std::optional<Stepped> undo() { return go(back_, forward_, &Step::before); }
  std::optional<Stepped> redo() { return go(forward_, back_, &Step::after); }

 private:
  struct Step {
    Document before, after;
    Touched touched = {};
    std::vector<app::Correction> done = {};
  };
  void push(Step step);
  std::optional<Stepped> go(std::vector<Step>& from, std::vector<Step>& to, Document Step::*becomes);

  Document current_;
  std::vector<Step> back_, forward_;
};

}  // namespace window
