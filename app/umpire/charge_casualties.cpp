#include "app/umpire/charge_casualties.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace app {
namespace {

namespace charge = rules::charge;

/// The table of an exchange: those it hit still stand on it, others who fell do not.
charge::Field field_of_exchange(const charge::Game& game, const std::set<int>& stood) {
  charge::Field field = game.field;
  std::erase_if(field.pieces,
                [&](const charge::Piece& piece) { return game.to_lift.contains(piece.figure.id) && !stood.contains(piece.figure.id); });
  return field;
}

}  // namespace

std::optional<ReturnFire> return_fire(const charge::Game& game, const charge::House& house) {
  const auto attack = charge::unanswered(game, house);
  if (!attack) return std::nullopt;
  const charge::DeclaredAttack& volley = game.attacks[*attack];
  const bool survivors_only = house.simultaneity == charge::Simultaneity::None;
  std::vector<int> men;
  ReturnFire out;
  out.attack = *attack;
  for (const int id : volley.stood) {
    const bool hit = game.bodies.at(volley.at).fallen.contains(id);
    if (!charge::find(game.field, id) || (hit && survivors_only)) continue;
    men.push_back(id);
    out.just_hit += hit ? 1 : 0;
  }
  const auto counsel = app::counsel(
      {field_of_exchange(game, survivors_only ? std::set<int>() : volley.stood), men, nullptr, house, charge::served_guns(game)});
  if (!counsel) return std::nullopt;
  const auto target = std::ranges::find_if(counsel->targets, [&](const TargetCounsel& t) {
    return charge::BodyKey{t.army, t.unit} == volley.by;
  });
  if (target == counsel->targets.end()) return std::nullopt;
  out.counsel = *counsel;
  out.target = *target;
  return out;
}

std::vector<LedgerLine> ledger(const charge::Game& game, const charge::House& house) {
  const auto phase = charge::fire_so_far(game, house);
  if (!phase) return {};
  std::vector<LedgerLine> lines;
  for (std::size_t body = 0; body < phase->bodies.size(); ++body) {
    LedgerLine line{phase->bodies[body].second, phase->bodies[body].first, 0, 0, phase->firing.targets[body].at_end};
    bool under_fire = false;
    for (std::size_t i = 0; i < game.attacks.size(); ++i) {
      if (game.attacks[i].at != phase->bodies[body]) continue;
      under_fire = true;
      line.at_once += phase->firing.attacks[i].at_once;
      line.carried += phase->firing.attacks[i].carried;
    }
    if (under_fire) lines.push_back(std::move(line));
  }
  return lines;
}

measure::Verdict Lifting::verdict() const {
  if (!others.empty()) return measure::Verdict::No;
  return standing.empty() && untold == 0 ? measure::Verdict::Yes : measure::Verdict::TooCloseToCall;
}

std::vector<Lifting> lifting(const charge::Game& game, const charge::Field& seen) {
  std::vector<Lifting> all;
  const auto of = [&](const std::string& army) -> Lifting& {
    const auto known = std::ranges::find(all, army, &Lifting::army);
    return known == all.end() ? all.emplace_back(Lifting{army, {}, {}, 0, {}}) : *known;
  };
  for (const charge::Piece& piece : game.field.pieces) {
    const bool gone = !charge::find(seen, piece.figure.id);
    if (game.to_lift.contains(piece.figure.id))
      (gone ? of(piece.army).lifted : of(piece.army).standing).push_back(piece.figure.name);
    else if (gone)
      of(piece.army).others.push_back(piece.figure.name);
  }
  for (const charge::Owed& owed : game.owed) of(owed.body.first).untold += owed.men;
  return all;
}

std::string text_of(const Lifting& lifting) {
  const auto verb = [](const std::vector<std::string>& men, const char* one, const char* several) {
    return men.size() == 1 ? one : several;
  };
  std::string text;
  const std::size_t fell = lifting.lifted.size() + lifting.standing.size();
  if (fell > 0) text = fmt::format("{} of {} lifted", lifting.lifted.size(), fell);
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  if (!lifting.standing.empty())
    add(fmt::format("{} still {}", fmt::join(lifting.standing, ", "), verb(lifting.standing, "stands", "stand")));
  if (lifting.untold > 0) add(fmt::format("{} to be told apart by a die", lifting.untold));
  if (!lifting.others.empty())
    add(fmt::format("{} {} gone, though nobody took {}", fmt::join(lifting.others, ", "), verb(lifting.others, "is", "are"),
                    verb(lifting.others, "him", "them")));
  if (lifting.verdict() == measure::Verdict::Yes) text += ", and no others";
  return lifting.army + ": " + text;
}

}  // namespace app
