// A set of squares as bits in W machine words.
//   Shifts move every square of the set at once; what is shifted out is gone. W = 1 compiles to plain 64-bit arithmetic.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace rules::les_allies {

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

}  // namespace rules::les_allies
