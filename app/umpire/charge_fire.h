// From a judged target to an attack of the game: who may fall and in which order, which dice are thrown, what they were.
//   The dice come from a seeded roller or from the players' hands; what they do is the rules'.
// Needs app/umpire/charge_counsel.h.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "app/umpire/charge_counsel.h"

namespace app {

/// A roller whose throws can be looked up: the same seed throws the same dice in the same order.
class Roller {
 public:
  explicit Roller(std::uint32_t seed) : seed_(seed), engine_(seed) {}
  [[nodiscard]] std::vector<int> roll(std::size_t dice);
  [[nodiscard]] std::uint32_t seed() const { return seed_; }
  [[nodiscard]] int thrown() const { return thrown_; }

 private:
  std::uint32_t seed_;
  std::mt19937 engine_;
  int thrown_ = 0;  // dice so far
};

/// Which dice this attack throws, in the order they are typed: a gun's to hit and its effect, a volley's full and half dice by band.
[[nodiscard]] std::vector<std::string> dice_wanted(const Counsel& counsel, const TargetCounsel& target, const rules::charge::House& house);
/// Figures 1 to 6 anywhere in what was typed: "5 4", "5,4", "54".
[[nodiscard]] std::vector<int> dice_typed(const std::string& text);
/// Fires with these dice, as many as are wanted. `how` they came goes into the game's log: "by hand".
/// `returns`: the place of the attack whose fire this returns (C-I5).
[[nodiscard]] rules::charge::Applied fire(const rules::charge::Game& game, const Counsel& counsel, const TargetCounsel& target,
                                          const std::vector<int>& dice, const std::string& how, const rules::charge::House& house,
                                          std::optional<std::size_t> returns = std::nullopt);
/// One die for men still owed.
[[nodiscard]] rules::charge::Applied allocate(const rules::charge::Game& game, std::size_t which, int die, const std::string& how,
                                              const rules::charge::House& house);

}  // namespace app
