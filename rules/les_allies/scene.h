// A position as sets of squares: where men, board and house meet the generator.
//   Only the files of this folder that ask the generator include this; what they answer is in squares.
#pragma once

#include <algorithm>

#include "rules/les_allies/board.h"
#include "rules/les_allies/generator.h"

namespace rules::les_allies {

/// Calls `f.template operator()<W>()` with the words the board's sets take.
template <class F>
decltype(auto) with_words(const Board& board, F f) {
  switch (board.words()) {
    case 1: return f.template operator()<1>();
    case 2: return f.template operator()<2>();
    case 4: return f.template operator()<4>();
    default: return f.template operator()<Board::kWidestWords>();
  }
}

[[nodiscard]] constexpr int index(Side side) { return side == Side::Allies ? 0 : 1; }

template <int W>
[[nodiscard]] Bits<W> bits_of(std::span<const std::uint64_t> words) {
  Bits<W> out;
  std::ranges::copy(words, out.words.begin());
  return out;
}

template <int W>
[[nodiscard]] Men<W> men_of(const Board& board, const Position& position) {
  Men<W> men;
  for (const Man& man : position) {
    const int bit = board.bit(man.at);
    men.of[index(man.side)].set(bit);
    if (man.rank == Rank::General) men.generals.set(bit);
    if (man.has_taken) men.blooded.set(bit);
  }
  return men;
}

template <int W>
[[nodiscard]] Ways<W> ways_in(const Setting& setting, int zone) {
  const House& house = setting.house;
  Ways<W> ways;
  ways.steps = setting.board.steps();
  ways.open = bits_of<W>(setting.board.mask(zone));
  for (const int bit : setting.board.neutral_bits())
    if (closed(setting.board.place(bit), house)) ways.open.clear(bit);
  ways.retreat = house.soldier_back_move != BackMove::Never;
  ways.retreat_after_taking = house.soldier_back_move == BackMove::Always;
  ways.back_capture = house.soldier_back_capture;
  ways.flying = house.general_flying;
  return ways;
}

/// The men of a position and the ways they walk: one for all, or, where only transferred men may cross, one for those and one for
/// the others, in which each holds still what the other moves.
template <int W>
struct Scene {
  Men<W> men;
  std::array<Ways<W>, 2> ways;
  int kinds = 1;

  Scene(const Setting& setting, const Position& position) : men(men_of<W>(setting.board, position)) {
    const Border& border = setting.border;
    ways[0] = ways_in<W>(setting, border.zone);
    if (border.zone == 0 || !border.transferred_cross) return;
    kinds = 2;
    ways[1] = ways_in<W>(setting, 0);
    for (const Man& man : position) ways[man.home == border.zone ? 1 : 0].held.set(setting.board.bit(man.at));
  }
  /// Calls `visit(generator)` for each way of walking.
  template <class Visit>
  void each(Side side, Visit visit) const {
    for (int kind = 0; kind < kinds; ++kind) visit(Generator<W>(ways[kind], men, index(side)));
  }
};

}  // namespace rules::les_allies
