// A question about the game and the settled table that is asked beside the drawing, anew whenever one of the two is another.
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/umpire/charge_melee.h"
#include "app/umpire/charge_options.h"
#include "app/umpire/charge_scenario.h"
#include "app/umpire/rulings_json.h"
#include "app/window/charge/widgets.h"
#include "app/window/tools/parts.h"
#include "app/wire/dial.h"
#include "rules/charge/game/scenario.h"

namespace window {

/// What an answer holds for; another selection, table, state of the game or dial asks anew.
struct Asked {
  std::vector<int> ids;  // empty where a question speaks of nobody
  std::shared_ptr<const app::RuledTable> table;
  std::shared_ptr<const rules::charge::Game> game;
  app::Dials dials;  // as they were turned
  friend bool operator==(const Asked&, const Asked&) = default;
};

template <class Answer>
struct Asking {
  Asked asked, answered;
  std::shared_future<std::shared_ptr<const Answer>> running;
  std::shared_ptr<const Answer> answer;  // null before the first, and where there is none
};

/// One question at a time; its answer is taken when it is there. `wanted`: there is something to ask. `question` makes the answer.
template <class Answer>
void keep_asking(const PartContext& on, Asking<Answer>& state, std::vector<int> ids, bool wanted, auto question) {
  const auto& log = on.look.snapshot.rulings;
  const Asked now{std::move(ids), log && !log->empty() ? log->front() : nullptr, on.look.document.game, on.look.document.custom.rules};
  if (state.running.valid() && state.running.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    if (state.asked.ids == now.ids) state.answer = state.running.get();
    state.answered = state.asked;
    state.running = {};
  }
  if (!state.running.valid() && !(state.answered == now) && now.table && wanted) {
    state.asked = now;
    state.running = std::async(std::launch::async, std::move(question), now, on.look.document.house_in_play()).share();
  }
  if (state.running.valid()) on.requests.push_back(TellWindow{[](UiState&) {}});  // keeps the window drawing until the answer is there
}

/// The same of a question about the game alone, which takes it with the field and the house rules.
template <class Answer>
void keep_asking(const PartContext& on, Asking<Answer>& state,
                 Answer (*question)(const rules::charge::Game&, const rules::charge::Field&, const rules::charge::House&)) {
  keep_asking(on, state, {}, on.look.document.game != nullptr, [question](const Asked& now, const rules::charge::House& house) {
    return std::make_shared<const Answer>(question(*now.game, now.table->field, house));
  });
}

// What the inspector was told of the selected unit, and which of its targets the player looks at.

struct OptionsState : Asking<app::LegalOptions> {  // no answer: that figure is not on the settled table
  bool reach_shown = true;
  std::string hovered, chosen;  // units, as targets

  /// The target that is drawn: the one under the mouse, else the chosen one. Null when there is none.
  [[nodiscard]] const app::TargetOptions* shown() const;
  /// The chosen target; null without one.
  [[nodiscard]] const app::TargetOptions* chosen_target() const;
};

// How a melee is drawn over the table.

/// Combats as lines between their men, the chosen one bold; where survivors go, as ghosts, with what is said of who went.
[[nodiscard]] overlay::DisplayList melee_overlay(const app::MeleeOptions& legal, const std::optional<rules::charge::Pair>& chosen,
                                                 const rules::charge::Field& seen, const measure::Table& table);

// What the strip says of a scenario: turn n of N, the running clock, the result.

/// The players' clocks go on while this window is open, whatever is undone: time is not taken back.
struct ScenarioState {
  app::TurnClock clock;
};

/// "Turn 3 of 12", and the clock of the side whose time runs; `x` goes on behind them. A hover tells name, place and both clocks.
void draw_turn(const PartContext& on, const rules::charge::Game& game, const rules::charge::Field& seen, float& x, float middle);
/// Who has won; a hover tells why.
void draw_ending(const PartContext& on, const rules::charge::Ending& ending, float& x, float middle);

/// The place that decides, on the table: its outline, how near is near enough, and who holds it.
[[nodiscard]] overlay::DisplayList place_overlay(const rules::charge::Objective& objective, const rules::charge::Field& field,
                                                 const rules::charge::Holding& holding);

}  // namespace window
