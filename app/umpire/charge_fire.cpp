#include "app/umpire/charge_fire.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>

#include "rules/charge/combat/contact.h"
#include "rules/charge/formation.h"

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

using measure::Verdict;

constexpr std::string_view kToHit = "to hit", kEffect = "effect", kDestroys = "does it destroy the gun";

charge::Applied refused(const charge::Game& game, std::string rule, std::string says) {
  return {game, false, {rules::reason(std::move(rule), std::move(says))}, nullptr};
}

/// From the firer to each of them.
std::vector<double> ranges(const std::vector<int>& ids, const TargetOptions& target) {
  std::vector<double> inches;
  for (const int id : ids)
    if (const auto man = std::ranges::find(target.aim.men, id, &charge::AimAt::id); man != target.aim.men.end())
      inches.push_back(man->range.value.value);
  return inches;
}

/// Who may surely fall, in the order men are counted; while nobody may surely, those who perhaps may: the players agreed to fire.
std::vector<int> eligible(const charge::Game& game, const TargetOptions& target) {
  const auto standing = charge::standing(game, {target.army, target.unit});
  const auto figures = charge::figures_of(standing);
  const auto gun = std::ranges::find_if(game.field.pieces, [&](const charge::Piece& piece) {
    return !charge::is_soldier(piece) && piece.army == target.army && piece.unit == target.unit;
  });
  const bool crew = target.arm == charge::Arm::Gunners && gun != game.field.pieces.end();
  const auto order = crew ? charge::crew_order(gun->figure, figures) : charge::counting_order(figures);
  const auto those = [&](Verdict verdict) {
    std::vector<int> ids;
    for (const std::size_t place : order) {
      const auto man = std::ranges::find(target.aim.men, figures[place].id, &charge::AimAt::id);
      if (man != target.aim.men.end() && man->verdict == verdict) ids.push_back(figures[place].id);
    }
    return ids;
  };
  auto surely = those(Verdict::Yes);
  return surely.empty() ? those(Verdict::TooCloseToCall) : surely;
}

/// Range of the nearest man who fires in this band.
double range_of(const charge::Aim& aim, bool far) {
  double nearest = far ? charge::kLongRange.value : charge::kShortRange.value;
  for (const charge::Shooter& man : aim.shooters)
    if (man.may_fire == Verdict::Yes && man.long_range == far) nearest = std::min(nearest, man.range.value.value);
  // A doubtful band stays the one the rules settled.
  return far && nearest <= charge::kShortRange.value ? charge::kLongRange.value : nearest;
}

std::vector<charge::Volley> volleys_of(const TargetOptions& target, const std::vector<int>& dice) {
  std::vector<charge::Volley> volleys;
  auto next = dice.begin();
  const auto take = [&](int men, charge::DiceCount count, bool far) {
    if (men <= 0) return;
    charge::Volley volley{.range_in = range_of(target.aim, far), .men = men, .dice = {}, .place = {}};
    volley.dice.full.assign(next, next + count.full);
    next += count.full;
    volley.dice.half.assign(next, next + count.half);
    next += count.half;
    volleys.push_back(std::move(volley));
  };
  take(target.aim.men_short, target.dice_short, false);
  take(target.aim.men_long, target.dice_long, true);
  return volleys;
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
  const auto legal = app::options_of(
      {field_of_exchange(game, survivors_only ? std::set<int>() : volley.stood), men, nullptr, house, charge::served_guns(game)});
  if (!legal) return std::nullopt;
  const auto target = std::ranges::find_if(legal->targets, [&](const TargetOptions& t) {
    return charge::BodyKey{t.army, t.unit} == volley.by;
  });
  if (target == legal->targets.end()) return std::nullopt;
  out.legal = *legal;
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

std::vector<int> Roller::roll(std::size_t dice) {
  std::vector<int> out;
  // A die from the engine's own numbers: library distributions differ from machine to machine.
  while (out.size() < dice) {
    constexpr std::uint32_t kFair = std::mt19937::max() - std::mt19937::max() % charge::kFaces;
    if (const auto number = static_cast<std::uint32_t>(engine_()); number < kFair)
      out.push_back(static_cast<int>(number % charge::kFaces) + 1);
  }
  thrown_ += static_cast<int>(dice);
  return out;
}

std::vector<std::string> dice_wanted(const LegalOptions& legal, const TargetOptions& target, const charge::House& house) {
  std::vector<std::string> wanted;
  if (legal.gun != 0) {
    const charge::AimAt* const man = target.man();
    const bool sure = man && man->needs == 1 && house.gun_destroy_die != charge::DestroyDie::Hit;
    if (!sure) wanted.emplace_back(kToHit);
    wanted.emplace_back(kEffect);
    if (house.gun_destroy_die == charge::DestroyDie::Allocation && target.arm == charge::Arm::Gunners) wanted.emplace_back(kDestroys);
    return wanted;
  }
  const auto add = [&](const charge::DiceCount& count, const std::string& band) {
    wanted.insert(wanted.end(), static_cast<std::size_t>(count.full), band);
    wanted.insert(wanted.end(), static_cast<std::size_t>(count.half), band + " (half)");
  };
  if (target.aim.men_short > 0) add(target.dice_short, "short");
  if (target.aim.men_long > 0) add(target.dice_long, "long");
  return wanted;
}

std::vector<int> dice_typed(const std::string& text) {
  std::vector<int> dice;
  for (const char letter : text)
    if (letter >= '1' && letter <= '6') dice.push_back(letter - '0');
  return dice;
}

charge::Applied fire(const charge::Game& game, const LegalOptions& legal, const TargetOptions& target, const std::vector<int>& dice,
                     const std::string& how, const charge::House& house, std::optional<std::size_t> returns) {
  const auto wanted = dice_wanted(legal, target, house);
  if (dice.size() != wanted.size())
    return refused(game, "C-I3", fmt::format("{} dice are thrown here, not {}", wanted.size(), dice.size()));
  const charge::AimAt* const man = target.man();
  if (!man || target.aim.verdict == Verdict::No) return refused(game, "C-I1", legal.unit + " may not fire at " + target.unit);
  charge::DeclaredAttack attack;
  attack.by = {legal.army, legal.unit};
  attack.at = {target.army, target.unit};
  attack.gun = legal.gun;
  attack.eligible = eligible(game, target);
  attack.ranges_in = ranges(attack.eligible, target);
  attack.cover = target.aim.cover;
  attack.attack.returns = returns;
  attack.attack.range_in = man->range.value.value;
  if (legal.gun != 0) {
    for (std::size_t i = 0; i < dice.size(); ++i)
      (wanted[i] == kToHit    ? attack.attack.hit_die
       : wanted[i] == kEffect ? attack.attack.effect_die
                              : attack.attack.allocation_die) = dice[i];
  } else {
    attack.attack.volleys = volleys_of(target, dice);
  }
  charge::Game told = game;
  told.log.push_back({game.turn, game.step, "",
                      fmt::format("{} {} {}: dice {} {}", legal.unit, returns ? "returns the fire of" : "fires at", target.unit,
                                  fmt::join(dice, " "), how)});
  charge::Applied applied = charge::apply(told, charge::Fire{std::move(attack)}, house);
  if (!applied.done) applied.game = game;
  return applied;
}

charge::Applied allocate(const charge::Game& game, std::size_t which, int die, const std::string& how, const charge::House& house) {
  charge::Game told = game;
  told.log.push_back({game.turn, game.step, "", fmt::format("allocation die {} {}", die, how)});
  charge::Applied applied = charge::apply(told, charge::Allocate{which, die, {}}, house);
  if (!applied.done) applied.game = game;
  return applied;
}

}  // namespace app
