// Looking for what happened between a game and a board that is seen later: the fewest actions that lead to it, or those that come nearest.
//   Each action must explain something: after it fewer squares differ than before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
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

template <class One, class Outcomes, class Differences, class Alike>
struct ExplanationSearch {
  Outcomes outcomes;
  Differences differences;
  Alike alike;
  std::vector<One> best = {};

  void follow(const One& so_far, int more) {
    for (auto& [action, after] : outcomes(so_far.after)) {
      One next{so_far.actions, std::move(after), {}};
      next.actions.push_back(std::move(action));
      next.left = differences(next.after);
      if (next.left.size() >= so_far.left.size()) continue;
      if (more > 1 && !next.left.empty()) follow(next, more - 1);
      take(std::move(next));
    }
  }

  static std::pair<std::size_t, std::size_t> rank(const One& one) { return {one.left.size(), one.actions.size()}; }

  /// Of what explains everything the shortest are kept, all of them; of the rest the few best.
  void take(One one) {
    const bool exact = one.left.empty(), had_exact = !best.empty() && best.front().left.empty();
    if (had_exact && rank(best.front()) < rank(one)) return;
    if (exact && (!had_exact || rank(one) < rank(best.front()))) best.clear();
    if (std::ranges::any_of(best, [&](const One& other) { return alike(other, one); })) return;
    best.insert(std::ranges::upper_bound(best, rank(one), {}, rank), std::move(one));
    if (!exact && best.size() > kNearestTold) best.pop_back();
  }
};

/// `outcomes(state)` lists every possible action with the state after it; `differences(state)` what the board contradicts in a state;
/// `alike(a, b)` says whether two explanations tell the players the same.
template <class One, class Outcomes, class Differences, class Alike>
[[nodiscard]] Explanations<One> explain(const decltype(One::after)& state, Outcomes outcomes, Differences differences, Alike alike) {
  const One nothing{{}, state, differences(state)};
  if (nothing.left.empty()) return {.unchanged = true, .exact = {}, .nearest = {}};
  ExplanationSearch<One, Outcomes, Differences, Alike> search{std::move(outcomes), std::move(differences), std::move(alike)};
  search.follow(nothing, kMostActionsBetween);
  Explanations<One> out;
  for (One& one : search.best) (one.left.empty() ? out.exact : out.nearest).push_back(std::move(one));
  return out;
}

// Records as texts: where something stands in one, and what is wrong there.

/// Line and column from 1.
struct TextPlace {
  int line = 1, column = 1;
  friend bool operator==(TextPlace, TextPlace) = default;
};
struct TextError {
  TextPlace at;
  std::string says;
};

// Records of games that were watched: actions, and interruptions where the game went on from what stood on the board.

/// One step of a record after the other: an action, or an interruption, as a place in its list.
struct RecordStep {
  bool interruption = false;
  std::size_t index = 0;
};
template <class Record>
[[nodiscard]] std::vector<RecordStep> steps_of(const Record& record) {
  std::vector<RecordStep> all;
  std::size_t next = 0;
  for (std::size_t i = 0; i <= record.actions.size(); ++i) {
    for (; next < record.interruptions.size() && record.interruptions[next].after <= i; ++next) all.push_back({true, next});
    if (i < record.actions.size()) all.push_back({false, i});
  }
  return all;
}

}  // namespace rules
