// One umpire for every board game: what was done between two looks, by the rules of one fight. `Rules` is how a game is asked.
#pragma once

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <type_traits>

#include "app/board/board_look.h"
#include "app/board/le_choc_on_board.h"
#include "app/board/les_allies_on_board.h"

namespace app {

// The record of a watched board game: what the umpire told, as the engines write it.

/// One thing the umpire told: actions, or, with none, a board that nothing explained.
template <class State>
struct WatchedStep {
  const State& before;
  std::span<const BoardAction> actions;
  const State& after;
  int zone = 0;           // of a battle: where; `after` is then this zone's fight alone
  bool settling = false;  // what was over had to be dealt with before this, in the midst of a round
};

/// The record of a game that began so. Everything in it may be seen by everybody.
[[nodiscard]] std::string record_of(const LeChocOnBoard& game, const choc::Seen& start, std::span<const WatchedStep<choc::Seen>> steps);
[[nodiscard]] std::string record_of(const LesAlliesOnBoard& game, const allies::Game& start,
                                    std::span<const WatchedStep<allies::Game>> steps);

template <class Rules>
class UmpireOf final : public BoardUmpire {
  using SquareName = measure::SquareName;
  using Verdict = measure::Verdict;
  using State = typename Rules::State;
  using Seen = typename Rules::Seen;
  using Explained = decltype(std::declval<Rules>().explain(std::declval<State>(), std::declval<Seen>()));

 public:
  UmpireOf(Rules rules, const BoardLook& first) : rules_(std::move(rules)), starts_{rules_.seen(first)} {
    states_.push_back(rules_.begin(starts_.back(), 0));
  }
  /// A game that has begun already.
  UmpireOf(Rules rules, State now) : rules_(std::move(rules)), states_{std::move(now)}, nobody_moved_(false) {}

  BoardRuling rule(const BoardLook& look) override {
    const Seen seen = rules_.seen(look);
    unrecognised_ = look.unsure;
    if (is(states_.back(), seen)) {
      if (nobody_moved_) starts_.resize(1);  // a set-up that went on has been put back
      waiting_.reset();
      awaits_.reset();
      return unchanged();
    }
    unexplained_.long_at_rest = look.long_at_rest;
    if (waiting_ && (is(*waiting_, seen) || unexplained_ == look)) return unchanged();  // it has been told
    may_wait_ = !look.long_at_rest && (!awaits_ || same_men(*awaits_, look));
    auto ruling = explained(seen);
    if (!ruling) ruling = explained_but_for_ranks(seen);
    if (ruling && !ruling->waits_for.empty())
      awaits_ = look;
    else
      awaits_.reset();
    if (ruling) return *ruling;
    if (nobody_moved_) return set_up_goes_on(seen);
    waiting_ = rules_.accepted(states_.back(), seen);
    unexplained_ = look;
    return unexplained(states_.back(), seen);
  }

  measure::Result<std::vector<rules::Reason>> declare(std::string_view attacker, std::string_view defender) override {
    if (states_.size() < 2 || told_.back().size() != 1) return measure::fail(measure::ErrorCode::Usage, kNobodyAttacked);
    return declare(0, attacker, defender);
  }

  measure::Result<std::vector<rules::Reason>> declare(std::size_t action, std::string_view attacker, std::string_view defender) override {
    if (states_.size() < 2 || action >= told_.back().size() || told_.back()[action].kind != BoardAction::Kind::Attack)
      return measure::fail(measure::ErrorCode::Usage, kNobodyAttacked);
    auto known = rules_.declared(states_[states_.size() - 2], states_.back(), told_.back(), action, attacker, defender);
    if (!known) return tl::unexpected(known.error());
    states_.back() = std::move(known->after);
    told_.back()[action].shown = std::string(attacker) + std::string(defender);
    accept_again();
    return std::move(known->flags);
  }

  std::optional<BoardRuling> choose(std::size_t which) override {
    if (others_.empty() || which > others_.size()) return std::nullopt;
    if (which > 0) {
      told_.back() = std::move(others_[which - 1].actions);
      states_.back() = std::move(others_[which - 1].after);
    }
    others_.clear();
    accept_again();
    BoardRuling ruling;
    ruling.actions = told_.back();
    ruling.revised = true;
    tell_what_follows(ruling);
    return ruling;
  }

  void announce_end([[maybe_unused]] std::optional<std::size_t> winner, [[maybe_unused]] std::string_view rule) override {
    if constexpr (kLeChoc)
      states_.back().ending = rules::le_choc::Ending{winner ? std::optional(rules_.playing(*winner)) : std::nullopt, std::string(rule)};
  }

  bool undo() override {
    if (states_.size() < 2) return false;
    states_.pop_back();
    told_.pop_back();
    waiting_.reset();
    others_.clear();
    rank_doubted_.clear();
    return true;
  }

  [[nodiscard]] std::optional<std::size_t> to_move() const override {
    return nobody_moved_ ? std::nullopt : rules_.to_move(states_.back());
  }
  [[nodiscard]] std::vector<BoardAction> options_from(SquareName at) const override {
    if (!nobody_moved_) return rules_.options(states_.back(), at);
    std::vector<BoardAction> all = rules_.options(rules_.begin(starts_.back(), 0), at);
    const std::vector<BoardAction> others = rules_.options(rules_.begin(starts_.back(), 1), at);
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }
  [[nodiscard]] std::vector<SquareName> must_take() const override { return rules_.must_take(states_.back()); }
  [[nodiscard]] std::vector<SquareName> huffable() const override { return rules_.huffable(states_.back()); }
  [[nodiscard]] std::vector<PieceLetters> letters() const override { return rules_.letters(states_.back()); }
  [[nodiscard]] std::vector<Standing> standing() const override { return rules_.standing(states_.back()); }
  [[nodiscard]] std::array<BoardForce, 2> forces() const override {
    std::array<BoardForce, 2> now = rules_.forces(states_.back());
    const auto first = rules_.forces(start());
    for (std::size_t side = 0; side < now.size(); ++side)
      now[side].lost = first[side].men + first[side].reserve - now[side].men - now[side].reserve;
    return now;
  }
  [[nodiscard]] std::vector<rules::Reason> facts() const override { return rules_.facts(states_.back()); }
  [[nodiscard]] std::vector<rules::Reason> closed_from(SquareName at) const override {
    if (!nobody_moved_) return rules_.closed(states_.back(), at);
    const State first = rules_.begin(starts_.back(), 0);
    return rules_.closed(rules_.mover_on(first, at) ? first : rules_.turned(first), at);
  }
  [[nodiscard]] std::string record() const override {
    if (nobody_moved_) return record_of(rules_, rules_.begin(starts_.back(), 0), {});
    std::vector<WatchedStep<State>> steps;
    for (std::size_t i = 1; i < states_.size(); ++i) steps.push_back({states_[i - 1], told_[i - 1], states_[i]});
    if (waiting_) steps.push_back({states_.back(), {}, *waiting_});
    return record_of(rules_, states_.front(), steps);
  }
  // ---- for who puts several fights together ----
  [[nodiscard]] bool mine(SquareName at) const { return rules_.mine(at); }
  [[nodiscard]] bool begun() const { return !nobody_moved_; }
  /// Where both sides may have been the first to move, it was this one.
  void prefer_first(std::size_t side) { preferred_first_ = side; }
  /// The game as it began, or would if somebody moved now.
  [[nodiscard]] State start() const { return nobody_moved_ ? rules_.begin(starts_.back(), preferred_first_) : states_.front(); }
  [[nodiscard]] std::size_t steps() const { return told_.size(); }
  /// After so many steps, and what led there: no actions where it is a board that nothing explained.
  [[nodiscard]] const State& after(std::size_t steps) const { return states_[steps]; }
  [[nodiscard]] const std::vector<BoardAction>& told_in(std::size_t step) const { return told_[step]; }
  /// The board that is waiting for an explanation.
  [[nodiscard]] const State* waiting() const { return waiting_ && !nobody_moved_ ? &*waiting_ : nullptr; }
  void stop_waiting() { waiting_.reset(); }

  [[nodiscard]] const rules::le_choc::Seen* seen() const override {
    return as_le_choc(nobody_moved_ && waiting_ ? *waiting_ : states_.back());  // the board as it is being set up
  }
  [[nodiscard]] const rules::le_choc::Seen* seen_before() const override {
    return states_.size() < 2 ? nullptr : as_le_choc(states_[states_.size() - 2]);
  }

 private:
  static constexpr bool kLeChoc = std::is_same_v<State, rules::le_choc::Seen>;
  static constexpr const char* kNobodyAttacked = "nobody has attacked in the last action";

  static const rules::le_choc::Seen* as_le_choc(const State& state) {
    if constexpr (kLeChoc)
      return &state;
    else
      return (void)state, nullptr;
  }
  /// The board that waits follows from a state that is known better now.
  void accept_again() {
    if (waiting_) waiting_ = rules_.accepted(states_.back(), rules_.seen(unexplained_));
  }
  static bool is(const State& state, const Seen& seen) { return Rules::differences(state, seen).empty(); }
  static BoardRuling unchanged() {
    BoardRuling ruling;
    ruling.unchanged = true;
    return ruling;
  }

  std::optional<BoardRuling> explained(const Seen& seen) {
    if (nobody_moved_) return first_move(seen);
    if (auto ruling = done_since(states_.back(), seen)) return ruling;
    if (states_.size() > 1)
      if (auto ruling = carried_on(seen)) return ruling;
    if (waiting_)
      if (auto ruling = done_since(State(*waiting_), seen)) return ruling;
    return out_of_turn(seen);
  }

  /// Ranks come of moves, and a camera may misread them: where the places alone are explained the game's ranks stand, and the doubt is
  /// told.
  std::optional<BoardRuling> explained_but_for_ranks(const Seen& seen) {
    const std::optional<Seen> places = Rules::with_ranks_open(seen);
    if (!places || (nobody_moved_ && is(states_.back(), *places))) return std::nullopt;
    std::optional<BoardRuling> ruling;
    if (is(states_.back(), *places))
      waiting_.reset(), ruling = unchanged();
    else
      ruling = explained(*places);
    if (!ruling || !ruling->waits_for.empty()) return ruling;
    for (const auto& d : Rules::differences(states_.back(), seen)) {
      if (!rank_doubted_.insert(name_of(d.at)).second) continue;
      ruling->unchanged = false;
      if (ruling->actions.empty()) ruling->verdict = Verdict::TooCloseToCall;
      ruling->because.push_back(Rules::rank_in_doubt(d));
    }
    return ruling;
  }

  /// Of actions that explain a board alike, first those that leave who is only not recognised where he stood: nobody has seen his square
  /// empty.
  Explained explain(const State& before, const Seen& seen) const {
    Explained by = rules_.explain(before, seen);
    const auto gone = [&](const auto& one) {
      return std::ranges::count_if(unrecognised_, [&](SquareName at) {
        const auto square = named<typename decltype(Seen::unsure)::value_type>(at);
        return Rules::who(one.after, square) != Rules::who(before, square);
      });
    };
    std::ranges::stable_sort(by.by.exact, {}, gone);
    return by;
  }

  /// Whoever moves first had the first move.
  std::optional<BoardRuling> first_move(const Seen& seen) {
    for (const Seen& start : starts_) {
      const std::array<State, 2> states{rules_.begin(start, 0), rules_.begin(start, 1)};
      std::array<std::size_t, 2> actions{};
      for (std::size_t side = 0; side < states.size(); ++side) {
        const Explained by = explain(states[side], seen);
        actions[side] = by.by.exact.empty() ? rules::kMostActionsBetween + 1UL : by.by.exact.front().actions.size();
      }
      const std::size_t other = 1 - preferred_first_, first = actions[other] < actions[preferred_first_] ? other : preferred_first_;
      if (actions[first] > rules::kMostActionsBetween) continue;
      if (auto wait = waits_for_sight(explain(states[first], seen), seen)) return wait;
      nobody_moved_ = false;
      states_ = {states[first]};
      return done_since(states_.front(), seen);
    }
    return std::nullopt;
  }

  /// What nobody's move explains is a set-up that goes on, or a move that is not finished.
  BoardRuling set_up_goes_on(const Seen& seen) {
    BoardRuling ruling = unexplained(states_.back(), seen);
    starts_ = {starts_.back(), seen};
    states_ = {rules_.begin(starts_.front(), 0)};
    waiting_ = rules_.begin(seen, 0);
    return ruling;
  }

  /// By the last state that was told, or by the board that was waiting for an explanation: then play went on from it.
  std::optional<BoardRuling> done_since(const State& before, const Seen& seen) {
    const Explained by = explain(before, seen);
    if (by.by.exact.empty()) return std::nullopt;
    if (auto wait = waits_for_sight(by, seen)) return wait;
    BoardRuling ruling = told(before, by);
    if (!(before == states_.back())) states_.push_back(before), told_.emplace_back();
    return taken(std::move(ruling), by);
  }

  /// A sweep, or a move, that was carried on after it had been told.
  std::optional<BoardRuling> carried_on(const Seen& seen) {
    const State& before = states_[states_.size() - 2];
    const Explained by = explain(before, seen);
    if (by.by.exact.empty() || by.by.exact.front().actions.size() > 1) return std::nullopt;
    if (auto wait = waits_for_sight(by, seen)) return wait;
    BoardRuling ruling = told(before, by);
    ruling.revised = true;
    states_.pop_back();
    told_.pop_back();
    return taken(std::move(ruling), by);
  }

  std::optional<BoardRuling> out_of_turn(const Seen& seen) {
    const State turned = rules_.turned(states_.back());
    const Explained by = explain(turned, seen);
    if (by.by.exact.empty() || by.by.exact.front().actions.size() > 1) return std::nullopt;
    if (auto wait = waits_for_sight(by, seen)) return wait;
    BoardRuling ruling = told(turned, by);
    ruling.verdict = Verdict::No;
    ruling.because.push_back(rules::reason(Rules::kTurns, "out of turn"));
    return taken(std::move(ruling), by);
  }

  /// Of several explanations: may a square that is out of sight tell which, and is there time for it?
  std::optional<BoardRuling> waits_for_sight(const Explained& by, const Seen& seen) const {
    if (!may_wait_ || by.by.exact.size() < 2) return std::nullopt;
    BoardRuling ruling = unchanged();
    for (const auto at : seen.unsure)
      if (std::ranges::any_of(by.by.exact,
                              [&](const auto& one) { return Rules::who(one.after, at) != Rules::who(by.by.exact[0].after, at); }) &&
          std::ranges::find(ruling.waits_for, name_of(at)) == ruling.waits_for.end())
        ruling.waits_for.push_back(name_of(at));
    return ruling.waits_for.empty() ? std::nullopt : std::optional(ruling);
  }

  BoardRuling taken(BoardRuling ruling, const Explained& by) {
    waiting_.reset();
    others_.clear();
    for (std::size_t i = 1; i < by.by.exact.size(); ++i) others_.push_back({ruling.could_be[i - 1], by.by.exact[i].after});
    states_.push_back(by.by.exact.front().after);
    told_.push_back(ruling.actions);
    tell_what_follows(ruling);
    return ruling;
  }

  /// What the last action leaves: men who may be huffed (D-15), the end of the game.
  void tell_what_follows(BoardRuling& ruling) const {
    ruling.huff = rules_.huffable(states_.back());
    for (rules::Reason& missed : rules_.missed_takings(states_.back())) ruling.because.push_back(std::move(missed));
    rules_.end_of(states_.back(), ruling);
  }

  BoardRuling told(const State& before, const Explained& by) const {
    BoardRuling ruling;
    ruling.actions = rules_.told(before, by.by.exact.front());
    for (std::size_t i = 1; i < by.by.exact.size(); ++i) ruling.could_be.push_back(rules_.told(before, by.by.exact[i]));
    ruling.verdict = ruling.could_be.empty() ? Verdict::Yes : Verdict::TooCloseToCall;
    return ruling;
  }

  BoardRuling unexplained(const State& before, const Seen& seen) const {
    const Explained by = rules_.explain(before, seen);
    BoardRuling ruling;
    ruling.verdict = Verdict::No;
    ruling.because = by.because;
    for (const auto& near : by.by.nearest) ruling.could_be.push_back(rules_.told(before, near));
    for (const auto& d : rules_.differences(before, seen))
      ruling.differences.push_back({static_cast<BoardDifference::Kind>(d.kind), name_of(d.at), rules_.side(d.side)});
    return ruling;
  }

  Rules rules_;
  std::vector<Seen> starts_;                    // while nobody has moved: the last board, and the one before
  std::vector<State> states_;                   // the game, look by look; the last is now
  std::vector<std::vector<BoardAction>> told_;  // what led to each but the first
  struct Other {
    std::vector<BoardAction> actions;
    State after;
  };
  std::vector<Other> others_;             // of several explanations of the last look those that were not taken
  std::optional<State> waiting_;          // the board as it stood when nothing explained it
  BoardLook unexplained_;                 // as it was seen then; a game that is over takes nobody in
  std::vector<SquareName> unrecognised_;  // in the look at hand, see BoardLook::unsure
  std::optional<BoardLook> awaits_;       // the look in which a square out of sight decides
  bool may_wait_ = true;
  std::set<SquareName> rank_doubted_;  // where that has been told
  bool nobody_moved_ = true;
  std::size_t preferred_first_ = 0;
};

}  // namespace app
