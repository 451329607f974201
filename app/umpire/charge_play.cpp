#include "app/umpire/charge_play.h"

#include <fmt/format.h>

#include "rules/charge/morale.h"

namespace app {

namespace charge = rules::charge;

std::vector<Strength> strengths(const charge::Game& game) {
  std::vector<Strength> all;
  for (const charge::ArmyRecord& army : game.armies) {
    Strength strength{army.name, army.original, 0, charge::defeating_loss(army.original), army.defeated};
    for (const auto& [body, record] : game.bodies)
      if (body.first == army.name) strength.lost += static_cast<int>(record.fallen.size());
    for (const charge::Owed& owed : game.owed)
      if (owed.body.first == army.name) strength.lost += owed.men;
    all.push_back(std::move(strength));
  }
  return all;
}

std::string title_of(const charge::Game& game, charge::Step step) {
  const bool first = step == charge::Step::MoveFirst;
  if ((!first && step != charge::Step::MoveSecond) || game.armies.empty()) return std::string(charge::word(step));
  return game.armies[(game.first + (first ? 0U : 1U)) % game.armies.size()].name + " moves";
}

std::string text_of(const charge::Difference& difference) {
  using Kind = charge::Difference::Kind;
  switch (difference.kind) {
    case Kind::StillStands: return difference.name + " has fallen and still stands";
    case Kind::Gone: return difference.name + " is gone";
    case Kind::Appeared: return difference.name + " has appeared";
    case Kind::Moved: return fmt::format("{} has moved {:.2f} in", difference.name, difference.by.value);
  }
  return difference.name;
}

charge::Applied next_step(const charge::Game& game, const charge::Field& seen, const charge::House& house) {
  if (charge::compare(game, seen).agreement != charge::Agreement::InStep) return charge::apply(game, charge::NextStep{}, house);
  const charge::Applied taken = charge::apply(game, charge::AcceptTable{seen, ""}, house);
  return charge::apply(taken.game, charge::NextStep{}, house);
}

}  // namespace app
