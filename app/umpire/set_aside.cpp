#include "app/umpire/set_aside.h"

#include <algorithm>
#include <array>
#include <span>

namespace app {
namespace {

namespace charge = rules::charge;
using measure::Verdict;

/// Rules that a shot's reasons tell of counts and scores, and that forbid none.
constexpr std::array kTelling{"CG19", "CG24", "C-K2", "C-I3", "CG52"};

/// The strictest dial of these reasons; of none: enforced, for nothing may be set aside without a rule.
Dial strictest(std::span<const rules::Reason> because, const Dials& dials) {
  std::optional<Dial> found;
  for (const std::string& rule : forbidding(because)) {
    const Dial dial = dial_of(dials, rule);
    found = found ? std::min(*found, dial) : dial;
  }
  return found.value_or(Dial::Enforce);
}

}  // namespace

std::vector<std::string> forbidding(std::span<const rules::Reason> because) {
  std::vector<std::string> rules;
  for (const rules::Reason& reason : because)
    if (std::ranges::find(kTelling, reason.rule) == kTelling.end() && std::ranges::find(rules, reason.rule) == rules.end())
      rules.push_back(reason.rule);
  return rules;
}

Dial dial_of_move(const charge::MoveRuling& ruling, const Dials& dials) {
  return ruling.verdict == Verdict::Yes ? Dial::Enforce : strictest(ruling.because, dials);
}

Dial dial_of_aim(const charge::Aim& aim, const Dials& dials) {
  if (aim.verdict == Verdict::Yes) return Dial::Enforce;
  std::optional<Dial> loosest;
  for (const charge::AimAt& man : aim.men) {
    const Dial dial = man.verdict == Verdict::Yes ? Dial::Ignore : strictest(man.because, dials);
    loosest = loosest ? std::max(*loosest, dial) : dial;
  }
  Dial dial = loosest.value_or(strictest(aim.because, dials));
  for (const rules::Reason& reason : aim.because)  // who serves a gun is asked of the gun, not of its targets
    if (reason.rule == "C-A1") dial = std::min(dial, dial_of(dials, reason.rule));
  return dial;
}

void set_aside(ChargeRulings& rulings, const Dials& dials) {
  rulings.of_moves.clear(), rulings.of_aims.clear();
  if (dials.empty()) return;
  for (const charge::JudgedMove& move : rulings.moved) rulings.of_moves.push_back(dial_of_move(move.ruling, dials));
  for (const charge::JudgedAim& judged : rulings.aims) rulings.of_aims.push_back(dial_of_aim(judged.aim, dials));
}

}  // namespace app
