// What rulings say in French and German: every sentence is translated, in one way only; numbers and names stay.
#include "app/tongue/rulings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "app/ask/ask.h"
#include "app/tongue/catalogue.h"
#include "app/tongue/length.h"
#include "rules/charge/house.h"
#include "rules/charge/rulebook.h"

namespace tongue_rulings_test {
namespace {

namespace fs = std::filesystem;
using tongue::Language;

const fs::path kRoot = VEDETTE_SOURCE_DIR;
constexpr std::array kOthers{Language::French, Language::German};

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string said(Language language, const std::string& english) {
  const tongue::Within within(language);
  return tongue::ruling(english);
}

/// While it lives, lengths are said in these.
class In {
 public:
  explicit In(tongue::Units units) { tongue::use(units); }
  ~In() { tongue::use(tongue::Units::Inches); }
  In(const In&) = delete;
  In& operator=(const In&) = delete;
};

/// Every "says" in an answer.
void collect(const nlohmann::ordered_json& json, std::set<std::string>& all) {
  if (json.is_object() && json.contains("says") && json["says"].is_string()) all.insert(json["says"].get<std::string>());
  if (json.is_structured())
    for (const auto& each : json) collect(each, all);
}

/// Which of them are not translated, or in more than one way.
std::string complaints(const std::set<std::string>& sentences) {
  std::string out;
  for (const std::string& sentence : sentences)
    for (const Language language : kOthers) {
      const auto found = tongue::readings_of(sentence, language);
      if (found.size() == 1) continue;
      out += std::string(tongue::code_of(language)) + (found.empty() ? ", no translation: " : ", several: ") + sentence + "\n";
      for (const std::string& each : found) out += "    " + each + "\n";
    }
  return out;
}

TEST(TongueRulings, TheCataloguesHaveTheSamePatternsAndTheirPlaces) {
  std::array<std::set<std::string>, 2> patterns;
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(tongue::faults_of_rulings(kOthers[i]), std::vector<std::string>());
    for (const auto& message : tongue::messages_of("rulings", kOthers[i])) patterns[i].insert(message.context + "\x04" + message.english);
  }
  EXPECT_GT(patterns[0].size(), 700U);
  EXPECT_EQ(patterns[0], patterns[1]);
}

TEST(TongueRulings, NumbersAndNamesStayAndPhrasesAreTranslated) {
  const std::string shot = "the line of fire passes 0.81 in from Pte 7, needs 1 in";
  EXPECT_EQ(said(Language::English, shot), shot);
  EXPECT_EQ(said(Language::French, shot), "la ligne de tir passe à 0.81 po de « Pte 7 », il faut 1 po");
  EXPECT_EQ(said(Language::German, shot), "die Schusslinie geht 0.81 Zoll an „Pte 7“ vorbei, nötig sind 1 Zoll");
  EXPECT_EQ(said(Language::German, "R1 (3 pieces) moved, at most 5.53 in of 6: not legal (2 of 3 too far)"),
            "R1 (3 Figuren) sind gezogen, höchstens 5.53 Zoll von 6: nicht erlaubt (2 von 3 zu weit)");
  EXPECT_EQ(said(Language::German, "Half speed in the wood."), "Halbe Geschwindigkeit in „Wald“.");
  EXPECT_EQ(said(Language::German, "Half speed in Hangman's Wood."), "Halbe Geschwindigkeit in „Hangman's Wood“.");
}

TEST(TongueRulings, WhatIsAddedToASentenceIsTranslatedWithIt) {
  EXPECT_EQ(
      said(Language::German,
           "proposed: DG/gun may or may not fire at Y1: Y1/4 at 9.4 in, 2+ to hit, or perhaps 3+ (CG52); 9.02 in away, "
           "to hit: 3+"),
      "vorgeschlagen: DG/gun darf vielleicht auf Y1 schießen: Y1/4 auf 9.4 Zoll, 2+ zum Treffen, oder vielleicht 3+ (CG52); 9.02 Zoll "
      "entfernt, zum Treffen: 3+");
}

TEST(TongueRulings, ACapitalAndAFullStopStay) {
  EXPECT_EQ(said(Language::German, "The attacker is removed."), "Der Angreifer wird entfernt.");
  EXPECT_EQ(said(Language::French, "At long range every die is halved"), "À longue portée chaque dé compte pour moitié");
}

TEST(TongueRulings, LengthsAreSaidInTheUnitsInUse) {
  const In centimetres(tongue::Units::Centimetres);
  EXPECT_EQ(said(Language::English, "R1/3 moved 5.00 in of 6, 1.00 too far"), "R1/3 moved 12.70 cm of 15.24, 2.54 too far");
  EXPECT_EQ(said(Language::French, "It has 6 in a turn."), "Elle dispose de 15.24 cm par tour.");
}

TEST(TongueRulings, WhatIsRecordedStaysEnglish) {
  const tongue::Within within(Language::French);
  const tongue::AsRecorded recorded;
  EXPECT_EQ(tongue::ruling("nobody falls"), "nobody falls");
}

TEST(TongueRulings, WhatNoPatternFitsIsShownInEnglish) {
  const std::string unknown = "the moon hides R1/3 from 2.00 in; nobody falls";
  EXPECT_EQ(said(Language::French, unknown), unknown);
  EXPECT_EQ(said(Language::French, unknown), unknown);
  EXPECT_EQ(said(Language::French, std::string(100'000, 'a')).size(), 100'000U);
}

TEST(TongueRulings, ADamagedCatalogueIsRefused) {
  EXPECT_FALSE(tongue::messages_in("").has_value());
  EXPECT_FALSE(tongue::messages_in("not a catalogue at all, though long enough").has_value());
  const fs::path program = fs::read_symlink("/proc/self/exe").parent_path();
  const std::string mo = text_of(program / "share/locale/fr/LC_MESSAGES/rulings.mo");
  ASSERT_TRUE(tongue::messages_in(mo).has_value());
  for (std::size_t length = 0; length < mo.size(); length += 997) static_cast<void>(tongue::messages_in(mo.substr(0, length)));
}

TEST(TongueRulings, EveryRuleOfChargeIsTranslated) {
  std::set<std::string> sentences;
  for (const std::string_view id : rules::charge::rule_ids()) sentences.emplace(rules::charge::rule_text(id));
  EXPECT_EQ(complaints(sentences), "");
}

/// The sentences in tests/app/rulings.txt come from whole games; docs/languages.md has the command that brings the file up to date.
TEST(TongueRulings, EverySentenceOfRecordedGamesIsTranslatedInOneWay) {
  std::set<std::string> sentences;
  std::ifstream file(kRoot / "tests/app/rulings.txt");
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') sentences.insert(line);
  EXPECT_GT(sentences.size(), 100U);
  EXPECT_EQ(complaints(sentences), "");
}

TEST(TongueRulings, EveryAnswerToAQuestionInTheTestsIsTranslatedInOneWay) {
  std::set<std::string> sentences;
  std::size_t answered = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "tests")) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
    const std::string source = text_of(entry.path());
    for (std::size_t at = source.find("{\"game\":"); at != std::string::npos; at = source.find("{\"game\":", at + 1)) {
      int depth = 0;
      std::size_t end = at;
      do depth += source[end] == '{' ? 1 : source[end] == '}' ? -1 : 0;
      while (depth > 0 && ++end < source.size() && end - at < 20'000);
      const app::ask::Reply reply = app::ask::answer(source.substr(at, end + 1 - at));
      if (reply.json.contains("error")) continue;
      ++answered;
      collect(reply.json, sentences);
    }
  }
  EXPECT_GT(answered, 50U);
  EXPECT_EQ(complaints(sentences), "");
}

/// What stands between the places of a text, each with two words at least: a length's unit is part of its place.
std::vector<std::string> fragments_of(const std::string& text) {
  static const std::regex place(R"re(\[?\{[^}]*\}(, \{\}\])?( in\b)?)re");
  static const std::regex two_words(R"re([a-z]{2,}[ ,:;]+[a-z]{2,})re");
  std::vector<std::string> out;
  for (std::sregex_token_iterator each(text.begin(), text.end(), place, -1), end; each != end; ++each) {
    std::string piece = *each;
    if (const std::size_t tail = piece.find(": too close to call"); tail != std::string::npos) piece.resize(tail);
    while (!piece.empty() && piece.front() == ' ') piece.erase(0, 1);
    while (!piece.empty() && piece.back() == ' ') piece.pop_back();
    if (std::regex_search(piece, two_words)) out.push_back(piece);
  }
  return out;
}

/// What the sources say that is no sentence of a ruling: words in files and records, why a board is refused.
bool is_no_ruling(const std::string& file) {
  return file.find("/record/") != std::string::npos || file.ends_with("house.cpp") || file.ends_with("perft.cpp") ||
         file.ends_with("les_allies/setup.cpp") || file.ends_with("les_allies/board.cpp");
}
/// The same of single texts, most of them why a question is malformed, which is always answered in English.
const std::set<std::string> kNoRulings{
    "does it destroy the gun",
    "from none to all of its men are covered",
    "a range is a number of inches, 0 or more",
    "no fewer than no men serve a gun",
    "no such target",
    "no such body",
    "no fewer than no men can fall",
    "two bodies of the question are in contact",
    "those who were fired at first",
    "those who were answered",
    "every 4th man",
    "every 5th man",
    "every 6th man",
    "player {} has {} men and {} squares to begin on (neutral ground aside)",
    R"(fire falls on men: a gun's crew is of arm \"gunners\")",
    R"(a body of infantry fires with \"men\" and \"dice\", or with \"bands\")",
    R"(it names an earlier attack that fired at the body which now returns it (\"from\"))",
};

TEST(TongueRulings, EverySentenceInTheSourcesOfTheRulesHasAPattern) {
  std::string known;
  for (const tongue::Message& message : tongue::messages_of("rulings", Language::French)) {
    for (const std::string& piece : fragments_of(message.english)) known += piece + "\n";
    known += message.english + "\n";
  }
  static const std::regex literal(R"re("((?:[^"\\\n]|\\.)*)")re"), joined(R"re("\s*\n\s*")re");
  std::string missing;
  for (const char* folder : {"rules", "app/umpire"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (entry.path().extension() != ".cpp" || is_no_ruling(entry.path().string())) continue;
      const std::string source = std::regex_replace(text_of(entry.path()), joined, "");
      for (std::sregex_iterator each(source.begin(), source.end(), literal), end; each != end; ++each) {
        const std::string text = (*each)[1];
        if (kNoRulings.contains(text) || !tongue::readings_of(text, Language::French).empty()) continue;
        for (const std::string& piece : fragments_of(text))
          if (known.find(piece) == std::string::npos) missing += entry.path().filename().string() + ": " + piece + "\n";
      }
    }
  EXPECT_EQ(missing, "") << "put a pattern into app/tongue/po/rulings.*.po";
}

}  // namespace
}  // namespace tongue_rulings_test
