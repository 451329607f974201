// What a side may do on its turn: plain moves, sweeps, and the men who have to take.
//   Judged from squares and house alone; whose turn it is, what may be huffed and when a fight ends is fight.h.
#pragma once

#include <optional>
#include <vector>

#include "rules/answer.h"
#include "rules/les_allies/board.h"

namespace rules::les_allies {

/// A plain move (D-8, DG12).
struct Step {
  Square from, to;
  friend auto operator<=>(const Step&, const Step&) = default;
};

/// A sweep: where the man lands after each jump, and whom he takes, in that order (D-10..D-13).
struct Sweep {
  Square from;
  std::vector<Square> lands, takes;
  friend bool operator==(const Sweep&, const Sweep&) = default;
  friend auto operator<=>(const Sweep&, const Sweep&) = default;
};

struct Legal {
  std::vector<Step> moves;       // none where the house makes him take, and he can (DG7)
  std::vector<Sweep> sweeps;     // complete ones; with capture.majority those that take most (DG8)
  std::vector<Square> huffable;  // men who have to take, and can be huffed if nobody does (D-15, DG9)
  bool cut_short = false;        // there are more sweeps than kMostSweeps or kMostLandings allow
};
/// Men on a crowded board can sweep in more ways than anybody can read: beyond so many sweeps, or landings in all of them, the list ends.
inline constexpr std::size_t kMostSweeps = 100000, kMostLandings = 2000000;
/// And beyond so many jumps the largest sweep found so far is taken for the largest (DG8). No position of a real game comes near it; more
/// would keep a question waiting for ever.
inline constexpr int kMostJumps = 2000000;

/// All lists in the order of squares. `must_take`: this man has been told to take (DG10); nobody else moves then.
[[nodiscard]] Legal legal(const Setting& setting, const Position& men, Side side, std::optional<Square> must_take = {});
/// A man who can take, and, with capture.majority, how many at most; 1 without.
struct Taker {
  Square at;
  int most = 1;
};
/// In the order of squares; with `of`, this man only.
[[nodiscard]] std::vector<Taker> takers(const Setting& setting, const Position& men, Side side, std::optional<Square> of = {});
/// How many men the best of them can take; 0 of none.
[[nodiscard]] int most_of(const std::vector<Taker>& takers);
/// The men who can take; with capture.majority those who can take most.
[[nodiscard]] std::vector<Square> men_who_can_take(const Setting& setting, const Position& men, Side side);
/// Can the side make any move or jump at all (D-17)?
[[nodiscard]] bool can_move(const Setting& setting, const Position& men, Side side);

/// A turn as it is played: the squares the man lands on, one for a plain move.
struct Play {
  Square from;
  std::vector<Square> lands;
  friend bool operator==(const Play&, const Play&) = default;
};

/// What a play comes to, or why it is not allowed.
struct Judged {
  std::vector<Reason> because;  // empty: allowed
  std::vector<Square> takes;    // in the order of the jumps; empty for a plain move
  bool complete = true;         // false: he broke off a sweep (DG11)
  bool promoted = false;        // he ends on a fortress of the enemy (D-14)
  std::vector<Square> huff;     // men the opponent may huff now, where they stand after it (D-16, DG9)
};
[[nodiscard]] Judged judge(const Setting& setting, const Position& men, Side side, const Play& play, std::optional<Square> must_take = {});

}  // namespace rules::les_allies
