// A question about the game and the settled table that is asked beside the drawing, anew whenever one of the two is another.
// Needs window/charge_widgets.h.
#pragma once

#include <chrono>
#include <future>
#include <memory>

#include "app/window/charge/widgets.h"

namespace window {

template <class Answer>
struct Asking {
  std::shared_ptr<const app::RuledTable> asked_table, table;  // of the question that runs, and of the answer
  std::shared_ptr<const rules::charge::Game> asked_game, game;
  std::shared_future<std::shared_ptr<const Answer>> running;
  std::shared_ptr<const Answer> answer;  // null before the first
};

/// One question at a time; its answer is taken when it is there. `question` takes the game, the field and the house rules.
template <class Answer>
void keep_asking(const PartContext& on, Asking<Answer>& state,
                 Answer (*question)(const rules::charge::Game&, const rules::charge::Field&, const rules::charge::House&)) {
  const auto& log = on.look.snapshot.rulings;
  const std::shared_ptr<const app::RuledTable> table = log && !log->empty() ? log->front() : nullptr;
  const auto& game = on.look.document.game;
  if (state.running.valid() && state.running.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    state.answer = state.running.get();
    state.table = state.asked_table;
    state.game = state.asked_game;
    state.running = {};
  }
  if (!state.running.valid() && table && game && (state.table != table || state.game != game)) {
    state.asked_table = table;
    state.asked_game = game;
    state.running = std::async(std::launch::async, [table, game, question, house = on.look.document.house] {
                      return std::make_shared<const Answer>(question(*game, table->field, house));
                    }).share();
  }
  if (state.running.valid()) on.requests.push_back(TellWindow{[](UiState&) {}});  // keeps the window drawing until the answer is there
}

}  // namespace window
