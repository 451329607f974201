// Looking for what happened between a game and a board that is seen later: the fewest actions that lead to it, or those that come nearest.
//   Each action must explain something: after it fewer squares differ than before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace rules {

/// Actions one after the other, and what they leave unexplained.
template <class State, class Action, class Difference>
struct Explanation {
  std::vector<Action> actions;
  State after;
  std::vector<Difference> left;
};

template <class One>
struct Explanations {
  bool unchanged = false;
  std::vector<One> exact;    // the fewest actions that lead to this board, by all ways that end differently
  std::vector<One> nearest;  // where nothing does: legal actions that leave the least unexplained, the best first
};

/// How many actions in a row are looked for: a huff, the turn after it and two replies.
inline constexpr int kMostActionsBetween = 4;
/// How many near explanations are told.
inline constexpr std::size_t kNearestTold = 3;

/// `outcomes(state)` lists every possible action with the state after it; `differences(state)` what the board contradicts in a state;
/// `alike(a, b)` says whether two explanations tell the players the same.
template <class One, class Outcomes, class Differences, class Alike>
class ExplanationSearch {
  using State = decltype(One::after);

 public:
  ExplanationSearch(Outcomes outcomes, Differences differences, Alike alike)
      : outcomes_(std::move(outcomes)), differences_(std::move(differences)), alike_(std::move(alike)) {}

  Explanations<One> explain(const State& state) {
    const One nothing{{}, state, differences_(state)};
    if (nothing.left.empty()) return {.unchanged = true, .exact = {}, .nearest = {}};
    follow(nothing, kMostActionsBetween);
    Explanations<One> out;
    for (One& one : best_) (one.left.empty() ? out.exact : out.nearest).push_back(std::move(one));
    return out;
  }

 private:
  void follow(const One& so_far, int more) {
    for (auto& [action, after] : outcomes_(so_far.after)) {
      One next{so_far.actions, std::move(after), {}};
      next.actions.push_back(std::move(action));
      next.left = differences_(next.after);
      if (next.left.size() >= so_far.left.size()) continue;
      if (more > 1 && !next.left.empty()) follow(next, more - 1);
      take(std::move(next));
    }
  }

  static std::pair<std::size_t, std::size_t> rank(const One& one) { return {one.left.size(), one.actions.size()}; }

  /// Of what explains everything the shortest are kept, all of them; of the rest the few best.
  void take(One one) {
    const bool exact = one.left.empty(), had_exact = !best_.empty() && best_.front().left.empty();
    if (had_exact && rank(best_.front()) < rank(one)) return;
    if (exact && (!had_exact || rank(one) < rank(best_.front()))) best_.clear();
    if (std::ranges::any_of(best_, [&](const One& other) { return alike_(other, one); })) return;
    best_.insert(std::ranges::upper_bound(best_, rank(one), {}, rank), std::move(one));
    if (!exact && best_.size() > kNearestTold) best_.pop_back();
  }

  Outcomes outcomes_;
  Differences differences_;
  Alike alike_;
  std::vector<One> best_;
};

/// See ExplanationSearch.
template <class One, class Outcomes, class Differences, class Alike>
[[nodiscard]] Explanations<One> explain(const decltype(One::after)& state, Outcomes outcomes, Differences differences, Alike alike) {
  return ExplanationSearch<One, Outcomes, Differences, Alike>(std::move(outcomes), std::move(differences), std::move(alike)).explain(state);
}

}  // namespace rules
