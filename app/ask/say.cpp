#include "app/ask/say.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "app/ask/charge.h"
#include "app/wire/words.h"

namespace app::ask {
namespace {

std::string text(const Json& json, const char* key, const std::string& otherwise = "") {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : otherwise;
}
double number(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : 0.0;
}
int whole(const Json& json, const char* key) { return static_cast<int>(number(json, key)); }
bool flag(const Json& json, const char* key) { return json.value(key, false); }
const Json& list(const Json& json, const char* key) {
  static const Json kNone = Json::array();
  const auto found = json.find(key);
  return found != json.end() && found->is_array() ? *found : kNone;
}

/// A sentence begins with a capital and ends with a stop.
std::string sentence(std::string words) {
  if (words.empty()) return words;
  if (words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words.back() == '.' ? words : words + ".";
}
std::string square(const Json& at) {
  return at.is_array() && at.size() == 2 ? fmt::format("{},{}", at[0].dump(), at[1].dump()) : at.dump();
}

std::string verdict_word(const Json& answer) {
  const std::string verdict = text(answer, "verdict");
  return verdict == "yes" ? "Yes" : verdict == "no" ? "No" : "Too close to call";
}

/// "The line of fire passes 0.81 in from Pte 7, needs 1 in (C-A4)." The number is told where the sentence does not hold it.
std::string reason_line(const Json& reason) {
  std::string says = text(reason, "says");
  if (!says.empty() && says.back() == '.') says.pop_back();
  const bool has_number = says.find_first_of("0123456789") != std::string::npos;
  if (!has_number && reason.contains("value") && reason.contains("limit")) {
    says += fmt::format(": {:.3g}", number(reason, "value"));
    if (number(reason, "margin") > 0.0) says += fmt::format(" ± {:.2g}", number(reason, "margin"));
    says += fmt::format(", the limit is {:.3g}", number(reason, "limit"));
  }
  if (reason.contains("at")) says += " at " + square(reason["at"]);
  const std::string who = text(reason, "who");
  says = fmt::format("{} ({}).", says, text(reason, "rule"));
  return says.find(who) == std::string::npos ? who + ": " + says : sentence(says);  // a name is written as it is
}
std::string reasons(const Json& answer, const char* indent = "") {
  std::string out;
  for (const Json& reason : list(answer, "because")) out += indent + reason_line(reason) + "\n";
  return out;
}

// ---- Charge! ----

/// What the reasons alone tell.
std::string say_reasons(const Json&, const Json& answer) { return reasons(answer); }

std::string say_fire(const Json& question, const Json& answer) {
  std::string out;
  const Json &attacks = list(question, "attacks"), &results = list(answer, "attacks");
  for (std::size_t i = 0; i < results.size() && i < attacks.size(); ++i) {
    const Json &attack = attacks[i], &result = results[i];
    const bool by_gun = text(attack, "by") == "gun";
    const std::string firer = text(attack, "gun", text(attack, "from", by_gun ? "a gun" : "infantry"));
    out += fmt::format("{}. {} at {}.\n", i + 1, by_gun ? "The shot of " + firer : "The volley of " + firer, text(attack, "target"));
    if (text(result, "verdict") == "no") out += "   It may not be fired.\n";
    out += reasons(result, "   ");
  }
  for (const Json& target : list(answer, "targets"))
    out += sentence(fmt::format("{}: {}, {} left", text(target, "name"),
                                whole(target, "total") == 0 ? "nobody lost" : men(whole(target, "total")) + " lost in all",
                                whole(target, "men_left"))) +
           "\n" + reasons(target, "   ");
  return out + reasons(answer);
}

std::string score_words(const Json& needs) {
  if (needs.is_null()) return "out of range";
  if (needs == 1) return "hits without a throw";
  return needs == 6 ? "needs a 6" : fmt::format("needs {} or more", needs.dump());
}

std::string aim_man(const Json& man) {
  std::string out = fmt::format("   {}: {}, {:.2f}", text(man, "name"), verdict_word(man), number(man, "range_in"));
  if (number(man, "range_margin_in") > 0.0) out += fmt::format(" ± {:.2f}", number(man, "range_margin_in"));
  out += fmt::format(" in away, {:.1f} degrees off", number(man, "off_deg"));
  if (!text(man, "nearest").empty()) out += fmt::format(", {} {:.2f} in from the line", text(man, "nearest"), number(man, "clearance_in"));
  if (man.contains("needs") && !man["needs"].is_null()) out += "; " + score_words(man["needs"]);
  if (man.contains("could_need")) out += ", or perhaps " + score_words(man["could_need"]);
  if (flag(man, "covered")) out += "; behind cover (C-K2)";
  return out + ".\n" + (text(man, "verdict") == "yes" ? "" : reasons(man, "      "));
}

std::string say_aim(const Json&, const Json& answer) {
  const std::string verdict = text(answer, "verdict");
  std::string out = verdict == "yes"  ? "Yes: it may fire.\n"
                    : verdict == "no" ? "No: it may not fire.\n"
                                      : "Too close to call whether it may fire (CG52).\n";
  out += reasons(answer);
  if (list(answer, "men").size() < 2) return out;
  for (const Json& man : list(answer, "men")) out += aim_man(man);
  return out;
}

std::string say_move(const Json&, const Json& answer) {
  std::string out = verdict_word(answer) + (answer["cost_in"].is_null() ? ": there is no way.\n" : ".\n") + reasons(answer);
  const Json& legs = list(answer, "legs");
  for (std::size_t i = 0; i < legs.size();) {  // round a corner many legs lie on one ground
    const std::string ground = text(legs[i], "ground");
    double inches = 0.0, cost = 0.0;
    for (; i < legs.size() && text(legs[i], "ground") == ground; ++i)
      inches += number(legs[i], "inches"), cost += number(legs[i], "cost_in");
    out += fmt::format("   {:.2f} in over {} cost {:.2f} in.\n", inches, ground == "open" ? "open ground" : "the " + ground, cost);
  }
  return out;
}

std::string say_reach(const Json&, const Json& answer) {
  const std::size_t rings = list(answer, "outline").size();
  return fmt::format("It can reach {:.1f} square inches, in {} {}.\n", number(answer, "area_in2"), rings,
                     rings == 1 ? "outline" : "outlines") +
         reasons(answer);
}

// ---- Le Choc and Les Alliés ----

std::string say_combat(const Json& question, const Json& answer) {
  const std::string attacker = text(question, "attacker"), defender = text(question, "defender");
  std::vector<std::string> removed;
  for (const Json& side : list(answer, "removed")) removed.push_back("the " + side.get<std::string>());
  const char* rule = defender == "F" || attacker == "F" ? "L-7" : attacker == defender ? "L-6" : "L-5";
  return fmt::format("{} attacks {}: the {} wins ({}); {} {} removed.\n", attacker, defender, text(answer, "winner", "nobody"), rule,
                     joined(removed), removed.size() == 1 ? "is" : "are");
}

std::string say_could_be(const Json&, const Json& answer) {
  std::vector<std::string> letters;
  for (const Json& letter : list(answer, "letters")) letters.push_back(letter.get<std::string>());
  return letters.empty() ? "No letter moves so (L-11).\n"
                         : fmt::format("By what it has moved it may be {} (L-11).\n", joined(letters, "or"));
}

std::string action_words(const Json& action) {
  if (action.contains("move")) return fmt::format("{} moves to {}", square(action["move"]), square(action["to"]));
  if (action.contains("enter")) return fmt::format("{} enters at {}", text(action, "enter"), square(action["at"]));
  if (action.contains("attack"))
    return fmt::format("{} attacks {}{}", square(action["attack"]), square(action["to"]), flag(action, "stay") ? " and stays" : "");
  if (action.contains("from") && action.contains("to")) return fmt::format("{} moves to {}", square(action["from"]), square(action["to"]));
  if (!action.contains("lands")) return action.dump();
  std::vector<std::string> lands, takes;
  for (const Json& at : list(action, "lands")) lands.push_back(square(at));
  for (const Json& at : list(action, "takes")) takes.push_back(square(at));
  return fmt::format("{} goes to {}{}", square(action["from"]), fmt::join(lands, " and on to "),
                     takes.empty() ? "" : " and takes " + joined(takes));
}

std::string say_legal(const Json&, const Json& answer) {
  std::string out;
  for (const char* key : {"actions", "sweeps", "moves"})
    for (const Json& action : list(answer, key)) out += sentence(action_words(action)) + "\n";
  std::vector<std::string> huffable;
  for (const Json& at : list(answer, "huffable")) huffable.push_back(square(at));
  if (!huffable.empty()) out += fmt::format("Who must take stands on {}; else he may be huffed (D-15).\n", joined(huffable));
  return out.empty() ? "There is no legal action.\n" : out;
}

std::string say_apply(const Json&, const Json& answer) {
  std::string out = verdict_word(answer) + ".\n" + reasons(answer);
  if (flag(answer, "promoted")) out += "The soldier becomes a General (D-14).\n";
  std::vector<std::string> huff;
  for (const Json& at : list(answer, "huff")) huff.push_back(square(at));
  if (!huff.empty()) out += fmt::format("The opponent may huff who stands on {} (D-15).\n", joined(huff));
  for (const Json& shown : list(answer, "shown"))
    out += fmt::format("{} is shown on {} (L-4).\n", text(shown, "value"), square(shown["at"]));
  if (const std::string winner = text(answer, "winner"); !winner.empty())
    out += winner == "draw" ? "The game is drawn.\n" : fmt::format("The game is over: {} wins.\n", winner);
  if (const auto over = answer.find("over"); over != answer.end() && over->is_object())
    out += fmt::format("The fight is over: {} ({}).\n", text(*over, "winner").empty() ? "nobody wins" : text(*over, "winner") + " wins",
                       text(*over, "rule"));
  return out + fmt::format("It is the turn of {}.\n", text(answer, "to_move"));
}

std::string say_battle(const Json&, const Json& answer) {
  const std::string result = text(answer, "result");
  return (result == "restart" ? std::string("Both fights are null: the battle starts again.\n")
                              : fmt::format("The battle is {} for the Allies.\n", result)) +
         reasons(answer);
}

std::string say_perft(const Json& question, const Json& answer) {
  return fmt::format("{} positions after {} moves.\n", answer["nodes"].dump(), whole(question, "depth"));
}

std::string say_players(const Json&, const Json& answer) {
  std::string out;
  for (const Json& player : list(answer, "players")) {
    std::vector<std::string> powers;
    for (const Json& power : list(player, "powers")) powers.push_back(power.get<std::string>());
    out += fmt::format("Player {} has {} of {} in zone {} (D-1, D-23).\n", whole(player, "player"), men(whole(player, "men")),
                       joined(powers), whole(player, "zone"));
  }
  return out;
}

std::string say_setup(const Json&, const Json& answer) { return verdict_word(answer) + ".\n" + reasons(answer); }

/// What every answer may hold besides.
std::string further(const Json& answer) {
  std::string out;
  std::vector<std::pair<std::string, std::vector<std::string>>> assumed;  // each thing once, with the places
  for (const Json& line : list(answer, "assumed")) {
    auto same = std::ranges::find(assumed, text(line, "says"), [](const auto& known) { return known.first; });
    if (same == assumed.end()) same = assumed.insert(assumed.end(), {text(line, "says"), {}});
    same->second.push_back(text(line, "at"));
  }
  for (const auto& [says, places] : assumed)
    out += sentence(
               fmt::format("{} ({})", says, places.size() == 1 ? places[0] : fmt::format("{} and {} more", places[0], places.size() - 1))) +
           "\n";
  std::vector<std::string> keys;
  for (const Json& key : list(answer, "unverified")) keys.push_back(key.get<std::string>());
  if (!keys.empty()) out += fmt::format("This rests on house rules without a source: {}.\n", joined(keys));
  return out;
}

}  // namespace

std::string in_words(std::string_view question_text, const Json& answer) {
  if (const auto error = answer.find("error"); error != answer.end()) {
    const std::string at = text(*error, "at");
    return fmt::format("This cannot be answered: {}{}.\n", at.empty() ? "" : at + " ", text(*error, "says"));
  }
  struct Speaker {
    std::string_view ask;
    std::string (*say)(const Json& question, const Json& answer);
  };
  static constexpr std::array<Speaker, 18> kSpeakers{{{"dice", say_reasons},
                                                      {"hit_score", say_reasons},
                                                      {"allocate", say_reasons},
                                                      {"morale", say_reasons},
                                                      {"melee", say_reasons},
                                                      {"fire", say_fire},
                                                      {"aim", say_aim},
                                                      {"move", say_move},
                                                      {"reach", say_reach},
                                                      {"turn", say_turn},
                                                      {"combat", say_combat},
                                                      {"could_be", say_could_be},
                                                      {"legal", say_legal},
                                                      {"apply", say_apply},
                                                      {"setup", say_setup},
                                                      {"battle", say_battle},
                                                      {"perft", say_perft},
                                                      {"players", say_players}}};
  const Json question = Json::parse(question_text);  // it was answered: it is JSON
  const std::string ask = text(question, "ask");
  for (const Speaker& speaker : kSpeakers)
    if (speaker.ask == ask) return speaker.say(question, answer) + further(answer);
  return answer.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace app::ask
