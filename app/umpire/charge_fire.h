// What the firing of a turn has done so far: who may return fire, what is carried to the end, and whether those who fell are lifted.
//   Questions to the game and the table that is seen; nothing changes by asking.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "app/umpire/charge_options.h"

namespace app {

/// A body that may fire back, and at whom.
struct ReturnFire {
  std::size_t attack = 0;  // the place of the volley it answers
  LegalOptions legal;      // of the body, with the men who were just hit (C-I5, CG11)
  TargetOptions target;    // the body that fired
  int just_hit = 0;        // men who fire once more and are then removed
};
[[nodiscard]] std::optional<ReturnFire> return_fire(const rules::charge::Game& game, const rules::charge::House& house);

/// One body under fire this turn.
struct LedgerLine {
  std::string unit, army;
  int at_once = 0;          // men removed in the exchanges
  rules::Fraction carried;  // the fractions of all its exchanges together
  int at_end = 0;           // men these come to when all firing is over (C-K3, C-K4)
};
[[nodiscard]] std::vector<LedgerLine> ledger(const rules::charge::Game& game, const rules::charge::House& house);

/// The men of one army the rules have taken, against those the camera no longer sees (C-K5).
struct Lifting {
  std::string army;
  std::vector<std::string> lifted, standing;  // of those who fell
  int untold = 0;                             // owed, and still to be told apart by a die
  std::vector<std::string> others;            // gone, though nobody took them
  [[nodiscard]] measure::Verdict verdict() const {
    if (!others.empty()) return measure::Verdict::No;
    return standing.empty() && untold == 0 ? measure::Verdict::Yes : measure::Verdict::TooCloseToCall;
  }
};
/// Armies with somebody to lift, or somebody gone.
[[nodiscard]] std::vector<Lifting> lifting(const rules::charge::Game& game, const rules::charge::Field& seen);
/// "red: 3 of 4 lifted, R1/4 still stands; R2/1 is gone, though nobody took him".
[[nodiscard]] std::string text_of(const Lifting& lifting);

// From a judged target to an attack of the game: who may fall and in which order, which dice are thrown, what they were.
//   The dice come from a seeded roller or from the players' hands; what they do is the rules'.

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
[[nodiscard]] std::vector<std::string> dice_wanted(const LegalOptions& legal, const TargetOptions& target,
                                                   const rules::charge::House& house);
/// Figures 1 to 6 anywhere in what was typed: "5 4", "5,4", "54".
[[nodiscard]] std::vector<int> dice_typed(const std::string& text);
/// Fires with these dice, as many as are wanted. `how` they came goes into the game's log: "by hand".
/// `returns`: the place of the attack whose fire this returns (C-I5).
[[nodiscard]] rules::charge::Applied fire(const rules::charge::Game& game, const LegalOptions& legal, const TargetOptions& target,
                                          const std::vector<int>& dice, const std::string& how, const rules::charge::House& house,
                                          std::optional<std::size_t> returns = std::nullopt);
/// One die for men still owed.
[[nodiscard]] rules::charge::Applied allocate(const rules::charge::Game& game, std::size_t which, int die, const std::string& how,
                                              const rules::charge::House& house);

}  // namespace app
