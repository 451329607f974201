// Moves and sweeps on sets of squares: the one engine behind every game of draughts here (D-8, D-10..D-13).
//   W is the number of machine words a set of squares takes on the board. Plain moves and the question who can take at all go for all
//   soldiers at once; sweeps are followed man by man. Everything is pure; nothing is allocated.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rules::les_allies {

// A set of squares as bits in W machine words.
//   Shifts move every square of the set at once; what is shifted out is gone. W = 1 compiles to plain 64-bit arithmetic.

template <int W>
struct Bits {
  static constexpr int kWordBits = 64;
  static constexpr int kSize = W * kWordBits;
  std::array<std::uint64_t, W> words{};

  [[nodiscard]] static constexpr Bits of(int bit) {
    Bits out;
    out.set(bit);
    return out;
  }
  constexpr void set(int bit) { words[static_cast<unsigned>(bit) / kWordBits] |= std::uint64_t{1} << (bit % kWordBits); }
  constexpr void clear(int bit) { words[static_cast<unsigned>(bit) / kWordBits] &= ~(std::uint64_t{1} << (bit % kWordBits)); }
  /// A bit outside the set's range is not in it.
  [[nodiscard]] constexpr bool test(int bit) const {
    if (static_cast<unsigned>(bit) >= static_cast<unsigned>(kSize)) return false;
    return (words[static_cast<unsigned>(bit) / kWordBits] >> (bit % kWordBits)) & 1U;
  }
  [[nodiscard]] constexpr bool any() const {
    for (const std::uint64_t word : words)
      if (word) return true;
    return false;
  }
  [[nodiscard]] constexpr int count() const {
    int n = 0;
    for (const std::uint64_t word : words) n += std::popcount(word);
    return n;
  }
  /// Calls `visit(bit)` from the lowest bit to the highest.
  template <class Visit>
  constexpr void each(Visit visit) const {
    for (int w = 0; w < W; ++w)
      for (std::uint64_t word = words[w]; word; word &= word - 1) visit(w * kWordBits + std::countr_zero(word));
  }

  friend constexpr Bits operator&(Bits a, const Bits& b) {
    for (int w = 0; w < W; ++w) a.words[w] &= b.words[w];
    return a;
  }
  friend constexpr Bits operator|(Bits a, const Bits& b) {
    for (int w = 0; w < W; ++w) a.words[w] |= b.words[w];
    return a;
  }
  /// In `a` and not in `b`.
  friend constexpr Bits operator-(Bits a, const Bits& b) {
    for (int w = 0; w < W; ++w) a.words[w] &= ~b.words[w];
    return a;
  }
  friend constexpr bool operator==(const Bits&, const Bits&) = default;

  /// Every square `step` bits on: up for a positive step, down for a negative one. |step| < kSize.
  [[nodiscard]] constexpr Bits moved(int step) const {
    Bits out;
    if constexpr (W == 1) {
      out.words[0] = step >= 0 ? words[0] << step : words[0] >> -step;
      return out;
    }
    const int far = step >= 0 ? step : -step, whole = far / kWordBits, part = far % kWordBits;
    for (int w = 0; w < W; ++w) {
      const int to = step >= 0 ? w + whole : w - whole, spill = step >= 0 ? to + 1 : to - 1;
      if (to >= 0 && to < W) out.words[to] |= step >= 0 ? words[w] << part : words[w] >> part;
      if (part && spill >= 0 && spill < W) out.words[spill] |= step >= 0 ? words[w] >> (kWordBits - part) : words[w] << (kWordBits - part);
    }
    return out;
  }
};

inline constexpr int kDirections = 4;  // as Board::steps: two up, two down

/// Who stands where, on one board.
template <int W>
struct Men {
  std::array<Bits<W>, 2> of;  // by side
  Bits<W> generals;           // of both sides
  Bits<W> blooded;            // men who have taken; kept only where the house asks for it (DG5)
};

/// What a side may do, as far as the house decides it.
template <int W>
struct Ways {
  std::array<int, kDirections> steps{};
  Bits<W> open;                                      // squares that may be stood upon and crossed
  Bits<W> held;                                      // men who do not move in this way, though they stand in it
  bool retreat = true, retreat_after_taking = true;  // plain moves of soldiers backward (D-9, DG5)
  bool back_capture = true;                          // of soldiers (DG6)
  bool flying = true;                                // Generals go and take at any distance (DG12)
};

/// A sweep as it ends. Two with equal `from`, `to` and `taken` are one (perft).
template <int W>
struct Jump {
  int from = 0, to = 0, count = 0;
  Bits<W> taken;
  friend bool operator==(const Jump&, const Jump&) = default;
};

/// Does this direction lead backward for the side?
[[nodiscard]] constexpr bool backward(int direction, int side) { return (direction < 2) == (side == 1); }

template <int W>
class Generator {
 public:
  using Set = Bits<W>;
  Generator(const Ways<W>& ways, const Men<W>& men, int side)
      : ways_(ways),
        side_(side),
        own_(men.of[side] - ways.held),
        enemy_(men.of[1 - side]),
        generals_(own_ & men.generals),
        soldiers_(own_ - men.generals),
        empty_(ways.open - (men.of[0] | men.of[1])),
        retreating_(!ways.retreat               ? Set{}
                    : ways.retreat_after_taking ? soldiers_
                                                : soldiers_ - men.blooded) {}

  // ---- plain moves ----

  [[nodiscard]] int count_moves() const {
    int count = 0;
    for (int d = 0; d < kDirections; ++d) count += (steppers(d).moved(ways_.steps[d]) & empty_).count();
    if (ways_.flying)
      generals_.each([&](int from) {
        for (const int step : ways_.steps)
          for (int to = from + step; empty_.test(to); to += step) ++count;
      });
    return count;
  }
  /// Calls `visit(from, to)`.
  template <class Visit>
  void moves(Visit visit) const {
    for (int d = 0; d < kDirections; ++d)
      (steppers(d).moved(ways_.steps[d]) & empty_).each([&](int to) { visit(to - ways_.steps[d], to); });
    if (ways_.flying)
      generals_.each([&](int from) {
        for (const int step : ways_.steps)
          for (int to = from + step; empty_.test(to); to += step) visit(from, to);
      });
  }

  // ---- taking ----

  /// The men who can take something now.
  [[nodiscard]] Set takers() const {
    Set out;
    const Set jumpers = ways_.flying ? soldiers_ : own_;
    for (int d = 0; d < kDirections; ++d) {
      const int step = ways_.steps[d];
      const Set victims = empty_.moved(-step) & enemy_;
      if (!victims.any()) continue;
      Set taking = victims.moved(-step) & jumpers;
      if (!ways_.back_capture && backward(d, side_)) taking = taking & generals_;
      out = out | taking;
    }
    if (ways_.flying)
      generals_.each([&](int from) {
        for (const int step : ways_.steps)
          if (const int victim = first_on(empty_, from, step); enemy_.test(victim) && empty_.test(victim + step)) {
            out.set(from);
            return;
          }
      });
    return out;
  }

  /// Follows every complete sweep of the man: `visit.land(victim, to)` on its way (false: no further), `visit.back()` when a landing is
  /// taken back, `visit.end(to, taken, count)` at its end.
  template <class Visit>
  void sweeps(int from, Visit& visit) const {
    Set vacant = empty_;
    vacant.set(from);  // his own square is free while he is under way
    go_on(Walker{generals_.test(from), vacant}, from, Set{}, 0, visit);
  }
  /// The squares onto which the man may jump next, having taken `taken` since he left `start`: calls `visit(victim, to)`.
  template <class Visit>
  void next_jumps(int start, int at, const Set& taken, Visit visit) const {
    Set vacant = empty_;
    vacant.set(start);
    each_jump(Walker{generals_.test(start), vacant}, at, taken, visit);
  }

 private:
  struct Walker {
    bool general;
    Set vacant;
  };

  /// Men who move one step at most and may step in this direction.
  [[nodiscard]] Set steppers(int direction) const {
    const Set& soldiers = backward(direction, side_) ? retreating_ : soldiers_;
    return ways_.flying ? soldiers : soldiers | generals_;
  }
  /// The first square from `at` on that is not in `through`; it may lie off the board.
  [[nodiscard]] static int first_on(const Set& through, int at, int step) {
    do at += step;
    while (through.test(at));
    return at;
  }

  /// A soldier jumps his neighbour (D-10), a General the first man on the line, onto any empty square behind (D-11).
  template <class Visit>
  void each_jump(const Walker& man, int at, const Set& taken, Visit&& visit) const {
    for (int d = 0; d < kDirections; ++d) {
      const int step = ways_.steps[d];
      const bool far = man.general && ways_.flying;
      if (!man.general && !ways_.back_capture && backward(d, side_)) continue;
      const int victim = far ? first_on(man.vacant, at, step) : at + step;
      if (!enemy_.test(victim) || taken.test(victim)) continue;  // nobody is jumped twice (D-13)
      for (int to = victim + step; man.vacant.test(to); to += step) {
        visit(victim, to);
        if (!far) break;
      }
    }
  }

  /// Taken men stay where they are until the end, so that nothing becomes vacant on the way (D-12).
  template <class Visit>
  void go_on(const Walker& man, int at, const Set& taken, int count, Visit& visit) const {
    bool further = false;
    each_jump(man, at, taken, [&](int victim, int to) {
      further = true;
      Set with = taken;
      with.set(victim);
      if (!visit.land(victim, to)) return;
      go_on(man, to, with, count + 1, visit);
      visit.back();
    });
    if (!further && count > 0) visit.end(at, taken, count);
  }

  const Ways<W>& ways_;
  int side_;
  Set own_, enemy_, generals_, soldiers_, empty_, retreating_;
};

/// Every sweep of these men once, whatever way it takes; with `majority` only those that take most men (DG8).
template <int W>
class Sweeps {
 public:
  /// `work` is counted down by what it costs, and the sweeps are not all found once it is used up.
  void collect(const Generator<W>& generator, const Bits<W>& takers, bool majority, std::int64_t& work) {
    found_.clear();
    majority_ = majority;
    work_ = &work;
    takers.each([&](int from) {
      from_ = from;
      first_of_man_ = found_.size();
      generator.sweeps(from, *this);
    });
  }
  [[nodiscard]] const std::vector<Jump<W>>& found() const { return found_; }

  // ---- called on the way ----
  bool land(int, int) { return (*work_ -= kJumpWork) > 0; }
  void back() {}
  void end(int to, const Bits<W>& taken, int count) {
    *work_ -= static_cast<std::int64_t>(found_.size() - first_of_man_);
    if (majority_ && !found_.empty()) {
      if (count < found_.front().count) return;
      if (count > found_.front().count) {
        found_.clear();
        first_of_man_ = 0;
      }
    }
    const Jump<W> jump{from_, to, count, taken};
    for (std::size_t i = first_of_man_; i < found_.size(); ++i)
      if (found_[i] == jump) return;
    found_.push_back(jump);
  }

 private:
  static constexpr std::int64_t kJumpWork = 10 + 10 * W;  // nanoseconds or so; see perft.h
  std::vector<Jump<W>> found_;
  std::int64_t* work_ = nullptr;
  std::size_t first_of_man_ = 0;
  int from_ = 0;
  bool majority_ = false;
};

}  // namespace rules::les_allies
