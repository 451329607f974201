#include "app/ask/le_choc.h"

#include <fmt/format.h>

#include <array>

#include "app/wire/rulings.h"
#include "rules/le_choc/deduction.h"

namespace app::ask {
namespace {

namespace choc = rules::le_choc;
using app::ask::json_of;

constexpr std::array<std::string_view, choc::kValues> kLetters{"A", "B", "C", "D", "E", "F", "G", "H"};
constexpr int kFarthestMove = 3;  // L-11

Json ask_combat(Question& question, const choc::Rules& rules) {
  const auto attacker = choc::kAllValues[question.choice("attacker", kLetters)];
  const auto defender = choc::kAllValues[question.choice("defender", kLetters)];
  const choc::Fight fight = choc::fight(attacker, defender, rules.house);
  Json removed = Json::array();
  if (fight.defender_falls) removed.push_back("defender");
  if (fight.attacker_falls) removed.push_back("attacker");
  return {{"winner", fight.attacker_wins ? "attacker" : "defender"}, {"removed", removed}};
}

/// The house keys without a source that an answer about this side's actions stands on.
std::vector<std::string> unverified_actions(const choc::Position& position, const choc::Rules& rules) {
  std::vector<std::string_view> used{"board.w", "board.h", "move.path"};
  if (choc::total(position.reserve[index(position.to_move)]) > 0)
    used.insert(used.end(), {"base.squares", "base.capacity", "entry.attack"});
  return choc::unverified(rules.house, used);
}

Json ask_legal(Question& question, const choc::Rules& rules) {
  const choc::Position position = read_le_choc_position(question, rules);
  Json actions = Json::array();
  for (const choc::Action& action : choc::legal(position, rules)) actions.push_back(json_of(action));
  Json out{{"actions", std::move(actions)}};
  if (const auto keys = unverified_actions(position, rules); !keys.empty()) out["unverified"] = keys;
  return out;
}

Json winner_of(const std::optional<choc::Ending>& ending) {
  if (!ending) return nullptr;
  return ending->winner ? choc::word(*ending->winner) : std::string_view("draw");
}

Json ask_apply(Question& question, const choc::Rules& rules) {
  const choc::Position position = read_le_choc_position(question, rules);
  const choc::Applied applied = choc::apply(position, read_le_choc_action(question.object("action")), rules);
  Json out = json_of(applied.position);
  out["shown"] = Json::array();
  for (const choc::Shown& shown : applied.shown)
    out["shown"].push_back({{"at", {shown.at.column, shown.at.row}}, {"value", kLetters[index(shown.value)]}});
  out["verdict"] = word(applied.done ? measure::Verdict::Yes : measure::Verdict::No);
  out["because"] = json_of(applied.because);
  const auto& ending = applied.position.ending;
  out["winner"] = winner_of(ending);
  out["ended_by"] = ending ? Json(ending->rule) : Json(nullptr);
  auto keys = unverified_actions(position, rules);
  if (applied.done) {
    static constexpr std::array<std::string_view, 3> kEndings{"victory", "victory.elimination", "draw.quiet_turns"};
    const auto more = choc::unverified(rules.house, kEndings);
    keys.insert(keys.end(), more.begin(), more.end());
  }
  if (!keys.empty()) out["unverified"] = keys;
  return out;
}

/// What a piece has shown by itself: the distances it moved, and its letter where it was shown.
choc::LetterSet read_evidence(Question& question) {
  choc::LetterSet letters;
  if (!question.has("shown") || question.has("moves"))
    for (const int steps : question.wholes("moves", 1, kFarthestMove)) letters = letters & choc::movers(steps);
  if (question.has("shown")) letters = letters & choc::LetterSet::only(choc::kAllValues[question.choice("shown", kLetters)]);
  return letters;
}

Json ask_could_be(Question& question, const choc::Rules& rules) {
  std::vector<choc::LetterSet> evidence{read_evidence(question)};
  for (Question& piece : question.objects_or_none("others")) {
    evidence.push_back(read_evidence(piece));
    piece.done();
  }
  const int all = choc::total(rules.force);
  if (static_cast<int>(evidence.size()) > all) question.complain("others", fmt::format("a force has {} pieces (L-2)", all));
  const choc::Deduction deduction = choc::deduce(evidence, rules.force);
  Json letters = Json::array();
  for (const choc::Value value : choc::kAllValues)
    if (deduction.possible[0].has(value)) letters.push_back(kLetters[index(value)]);
  Json out{{"letters", std::move(letters)}};
  if (!deduction.consistent) out["consistent"] = false;
  return out;
}

}  // namespace

Json answer_le_choc(Question& question) {
  static constexpr std::array<std::string_view, 4> kAsks{"combat", "legal", "apply", "could_be"};
  static constexpr std::array<Json (*)(Question&, const choc::Rules&), 4> kAnswers{ask_combat, ask_legal, ask_apply, ask_could_be};
  const std::size_t which = question.choice("ask", kAsks);
  const choc::Rules rules = read_le_choc_rules(question);
  Json out = kAnswers[which](question, rules);
  question.done();
  return out;
}

}  // namespace app::ask
