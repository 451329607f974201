#include "app/window/tools/history.h"

namespace window {
namespace {

/// More steps than anybody takes back; without a limit a long evening's edits would all stay in memory.
constexpr std::size_t kMostSteps = 500;

}  // namespace

void History::push(Step step) {
  back_.push_back(std::move(step));
  if (back_.size() > kMostSteps) back_.erase(back_.begin());
  forward_.clear();
}

void History::change(Document next, Touched touched) {
  push({.before = current_, .after = next, .touched = touched});
  current_ = std::move(next);
}

void History::amend(std::shared_ptr<const rules::charge::Game> game) {
  if (!back_.empty() && back_.back().after.game == current_.game) back_.back().after.game = game;
  current_.game = std::move(game);
}

void History::forget_corrections() {
  const auto corrects = [](const Step& step) { return !step.done.empty(); };
  std::erase_if(back_, corrects);
  std::erase_if(forward_, corrects);
}

void History::take_up(std::shared_ptr<const rules::charge::Game> game) {
  for (auto* steps : {&back_, &forward_}) {
    std::erase_if(*steps, [](const Step& step) { return step.touched.game; });
    for (Step& step : *steps) step.before.game = step.after.game = game;
  }
  current_.game = std::move(game);
}

void History::take_up(std::shared_ptr<const rules::charge::Game> game, const Games& back, const Games& again) {
  const auto with = [&](const std::shared_ptr<const rules::charge::Game>& of) {
    Document document = current_;
    document.game = of;
    return document;
  };
  const auto step = [&](const auto& before, const auto& after) {
    return Step{.before = with(before), .after = with(after), .touched = {.game = true}};
  };
  take_up(back.empty() ? game : back.front());
  for (std::size_t i = 0; i < back.size(); ++i) push(step(back[i], i + 1 < back.size() ? back[i + 1] : game));
  for (std::size_t i = 0; i < again.size(); ++i) forward_.push_back(step(i + 1 < again.size() ? again[i + 1] : game, again[i]));
  current_.game = std::move(game);
}

std::optional<Stepped> History::go(std::vector<Step>& from, std::vector<Step>& to, Document Step::*becomes) {
  if (from.empty()) return std::nullopt;
  to.push_back(std::move(from.back()));
  from.pop_back();
  current_ = to.back().*becomes;
  return Stepped{.touched = to.back().touched, .corrections = to.back().done};
}

}  // namespace window
