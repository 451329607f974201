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
  return at.is_array() && at.size() == 2 ? fmt::format("[{}, {}]", at[0].dump(), at[1].dump()) : at.dump();
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
  if (reason.contains("at") && says.find(square(reason["at"])) == std::string::npos) says += " at " + square(reason["at"]);
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

/// Le Choc's players say "b1" for [1, 0].
std::string choc_square(const Json& at) {
  const int column = at.is_array() && at.size() == 2 ? at[0].get<int>() : -1;
  if (column < 0 || column >= 26) return square(at);
  return fmt::format("{}{}", static_cast<char>('a' + column), at[1].get<int>() + 1);
}
std::string squares(const Json& all) {
  std::vector<std::string> words;
  for (const Json& at : all) words.push_back(square(at));
  return joined(words);
}
/// Whose it is: "our", "the enemy's", "South's".
std::string whose(const std::string& side) {
  if (side == "own") return "our";
  if (side == "enemy") return "the enemy's";
  std::string out = sentence(side);
  out.back() = '\'';
  return out + "s";
}

std::string say_combat(const Json& question, const Json& answer) {
  return fmt::format("{} attacks {}.\n", text(question, "attacker"), text(question, "defender")) + reasons(answer);
}

std::string say_could_be(const Json&, const Json& answer) {
  std::vector<std::string> letters;
  for (const Json& letter : list(answer, "letters")) letters.push_back(letter.get<std::string>());
  return (letters.empty() ? "No letter does so.\n" : fmt::format("It may be {}.\n", joined(letters, "or"))) + reasons(answer);
}

/// What one piece may do in one way, and where: "The piece on b1 may move to", "b2".
std::pair<std::string, std::string> choice_words(const Json& action) {
  if (action.contains("move")) return {fmt::format("the piece on {} may move to", choc_square(action["move"])), choc_square(action["to"])};
  if (action.contains("enter")) return {fmt::format("{} may enter on", text(action, "enter")), choc_square(action["at"])};
  if (action.contains("attack"))
    return {fmt::format("the piece on {} may {}attack", choc_square(action["attack"]), flag(action, "stay") ? "stay and " : ""),
            choc_square(action["to"])};
  if (action.contains("to")) return {fmt::format("the man on {} may move to", square(action["from"])), square(action["to"])};
  if (!action.contains("lands")) return {action.contains("pass") ? "the player may pass" : action.dump(), ""};
  return {fmt::format("the man on {} may take", square(action["from"])),
          fmt::format("{} and land on {}", squares(list(action, "takes")), squares(list(action, "lands")))};
}

std::string say_legal(const Json&, const Json& answer) {
  std::vector<std::pair<std::string, std::vector<std::string>>> choices;
  for (const char* key : {"sweeps", "actions", "moves"})
    for (const Json& action : list(answer, key)) {
      auto [who, where] = choice_words(action);
      auto found = std::ranges::find(choices, who, &decltype(choices)::value_type::first);
      if (found == choices.end()) found = choices.insert(found, {who, {}});
      if (!where.empty()) found->second.push_back(std::move(where));
    }
  std::string out = reasons(answer);
  for (const auto& [who, where] : choices) out += sentence(who + (where.empty() ? "" : " ") + joined(where, "or")) + "\n";
  return out;
}

std::string say_apply(const Json&, const Json& answer) {
  std::string out = verdict_word(answer) + ".\n" + reasons(answer);
  const auto over = answer.find("over");
  if (over != answer.end() && over->is_object())
    return out +
           (text(*over, "winner") == "null" ? "Nobody wins it.\n" : sentence(whose(text(*over, "winner")) + " side has won it") + "\n");
  if (!text(answer, "winner").empty()) return out;  // the reasons have said so
  return out + sentence(fmt::format("it is {} turn", whose(text(answer, "to_move")))) + "\n";
}

std::string say_battle(const Json&, const Json& answer) {
  const std::string result = text(answer, "result");
  return (result == "restart"    ? std::string("The battle starts again.\n")
          : result == "continue" ? std::string("The battle goes on.\n")
          : result == "null"     ? std::string("The battle is null.\n")
                                 : fmt::format("The Allies have {} the battle.\n", result)) +
         reasons(answer);
}

std::string say_transfer(const Json&, const Json& answer) {
  std::string out = reasons(answer);
  for (const Json& fight : list(answer, "fights")) {
    std::array<int, 2> stand{};
    for (const Json& man : list(fight, "pieces")) ++stand[text(man, "side") == "own" ? 0 : 1];
    out += fmt::format("{}: {} against {} of the enemy; it is {} turn.\n",
                       whole(fight, "zone") == 0 ? std::string("On the whole board") : fmt::format("In zone {}", whole(fight, "zone")),
                       men(stand[0]) + " of ours", stand[1], whose(text(fight, "to_move")));
  }
  return out;
}

std::string say_perft(const Json& question, const Json& answer) {
  return fmt::format("There are {} ways to play on for {} turns.\n", answer["nodes"].dump(), whole(question, "depth"));
}

std::string say_players(const Json&, const Json& answer) {
  std::string out;
  for (const Json& player : list(answer, "players")) {
    std::vector<std::string> nations;
    for (const Json& each : list(player, "nations")) nations.push_back(fmt::format("{} of {}", whole(each, "men"), text(each, "nation")));
    out += fmt::format("Player {} has {} in zone {}: {}.\n", whole(player, "player"), men(whole(player, "men")), whole(player, "zone"),
                       joined(nations));
  }
  for (const Json& place : list(answer, "fortresses"))
    out += sentence(fmt::format("{} fortress on {} makes Generals (D-14)", whose(text(place, "of")), square(place["at"]))) + "\n";
  return out + reasons(answer);
}

std::string say_force(const Json&, const Json& answer) {
  std::string out;
  for (const Json& each : list(answer, "pieces")) {
    const int strong = whole(each, "men"), guns = whole(each, "guns"), moves = whole(each, "moves");
    out += fmt::format("{}, {}: {}{}, {} (L-2, L-11).\n", text(each, "value"), text(each, "name"),
                       whole(each, "pieces") == 1 ? std::string("one piece") : fmt::format("{} pieces", whole(each, "pieces")),
                       strong > 0 ? fmt::format(" of {} men{}", strong, whole(each, "pieces") == 1 ? "" : " each")
                       : guns > 0 ? fmt::format(" of {} guns each", guns)
                                  : "",
                       moves == 1 ? "moving one square" : fmt::format("moving up to {} squares", moves));
  }
  return out + reasons(answer);
}

std::string say_setup(const Json&, const Json& answer) {
  return (text(answer, "verdict") == "yes" ? "Yes: they may begin from there.\n" : "No: they may not begin from there.\n") +
         reasons(answer);
}

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
  static constexpr std::array<Speaker, 20> kSpeakers{
      {{"dice", say_reasons},  {"hit_score", say_reasons}, {"allocate", say_reasons},  {"morale", say_reasons}, {"melee", say_reasons},
       {"fire", say_fire},     {"aim", say_aim},           {"move", say_move},         {"reach", say_reach},    {"turn", say_turn},
       {"combat", say_combat}, {"could_be", say_could_be}, {"legal", say_legal},       {"apply", say_apply},    {"setup", say_setup},
       {"battle", say_battle}, {"perft", say_perft},       {"transfer", say_transfer}, {"force", say_force},    {"players", say_players}}};
  const Json question = Json::parse(question_text);  // it was answered: it is JSON
  const std::string ask = text(question, "ask");
  for (const Speaker& speaker : kSpeakers)
    if (speaker.ask == ask) return speaker.say(question, answer) + further(answer);
  return answer.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace app::ask
