// The languages: every text is in every catalogue, with the same places to fill in; lengths as people read them.
#include "app/tongue/tongue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "app/files/disk.h"
#include "app/tongue/length.h"
#include "app/window/tools/speaker.h"
#include "measure/table.h"
#include "rules/charge/field.h"
#include "rules/charge/game/game.h"

namespace tongue_test {
namespace {

namespace fs = std::filesystem;
using measure::Inches;
using tongue::Language, tongue::Units;

/// A path that no other test that runs at the same time has.
fs::path own_path(const std::string& name) { return fs::path(testing::TempDir()) / ("vedette_" + std::to_string(::getpid()) + "_" + name); }

/// One message of a catalogue.
struct Message {
  std::string context, id, id_plural;
  std::vector<std::string> translated;  // one, or one for each plural form
  bool fuzzy = false, obsolete = false;
  [[nodiscard]] std::string key() const { return context + "\x04" + id; }
};

/// What stands between the quotes of a line of a catalogue.
std::string unquoted(const std::string& line) {
  const std::size_t first = line.find('"'), last = line.rfind('"');
  std::string out;
  for (std::size_t i = first + 1; i < last; ++i) {
    if (line[i] != '\\') {
      out += line[i];
      continue;
    }
    ++i;
    out += line[i] == 'n' ? '\n' : line[i] == 't' ? '\t' : line[i];
  }
  return out;
}

std::vector<Message> messages_of(const fs::path& path) {
  std::vector<Message> all;
  std::ifstream file(path);
  Message now;
  std::string* into = nullptr;
  const auto end = [&] {
    if (!now.id.empty() && !now.obsolete) all.push_back(now);
    now = {}, into = nullptr;
  };
  for (std::string line; std::getline(file, line);) {
    if (line.empty()) {
      end();
      continue;
    }
    if (line.starts_with("#,") && line.find("fuzzy") != std::string::npos) now.fuzzy = true;
    if (line.starts_with("#~")) now.obsolete = true;
    if (line.starts_with('#')) continue;
    if (line.starts_with("msgctxt ")) into = &now.context;
    if (line.starts_with("msgid ")) into = &now.id;
    if (line.starts_with("msgid_plural ")) into = &now.id_plural;
    if (line.starts_with("msgstr")) into = &now.translated.emplace_back();
    if (into) *into += unquoted(line);
  }
  end();
  return all;
}

const fs::path kCatalogues = fs::path(VEDETTE_SOURCE_DIR) / "app/tongue/po";

/// What {} stand in a text, by what they stand for: "0:.2f". In a text of none the n-th is the n-th argument.
std::multiset<std::string> places_in(const std::string& text) {
  static const std::regex kPlace(R"(\{\{|\}\}|\{([0-9]*)(:[^{}]*(\{\}[^{}]*)?)?\})");
  std::multiset<std::string> places;
  int next = 0;
  for (auto found = std::sregex_iterator(text.begin(), text.end(), kPlace); found != std::sregex_iterator(); ++found) {
    const std::string whole = (*found)[0];
    if (whole == "{{" || whole == "}}") continue;
    const std::string index = (*found)[1];
    places.insert((index.empty() ? std::to_string(next++) : index) + (*found)[2].str());
  }
  return places;
}

/// Every text that the sources say, as the catalogues' own tool finds them.
std::vector<Message> said_in_sources() {
  const fs::path pot = own_path("said.pot");
  const std::string command = std::string(VEDETTE_SOURCE_DIR) + "/scripts/catalogues " + pot.string();
  EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT: our own script
  auto said = messages_of(pot);
  fs::remove(pot);
  return said;
}

class Catalogue : public testing::TestWithParam<const char*> {};

TEST_P(Catalogue, HasEveryTextThatIsSaidTranslated) {
  std::map<std::string, Message> translated;
  for (Message& message : messages_of(kCatalogues / (std::string(GetParam()) + ".po"))) translated[message.key()] = std::move(message);
  const std::vector<Message> said = said_in_sources();
  EXPECT_FALSE(said.empty());
  for (const Message& message : said) {
    const auto found = translated.find(message.key());
    if (found == translated.end()) {
      ADD_FAILURE() << GetParam() << ".po lacks \"" << message.id << "\": run scripts/catalogues and translate it";
      continue;
    }
    const Message& there = found->second;
    EXPECT_FALSE(there.fuzzy) << "fuzzy in " << GetParam() << ".po: \"" << there.id << "\"";
    EXPECT_EQ(there.id_plural, message.id_plural) << there.id;
    EXPECT_EQ(there.translated.size(), message.id_plural.empty() ? 1U : 2U) << there.id;
    for (const std::string& text : there.translated)
      EXPECT_NE(text, "") << "not translated in " << GetParam() << ".po: \"" << there.id << "\"";
  }
}

TEST_P(Catalogue, FillsInTheSamePlacesAsTheEnglishText) {
  for (const Message& message : messages_of(kCatalogues / (std::string(GetParam()) + ".po")))
    for (std::size_t form = 0; form < message.translated.size(); ++form) {
      const std::string& text = message.translated[form];
      if (text.empty()) continue;
      EXPECT_EQ(places_in(text), places_in(form == 0 || message.id_plural.empty() ? message.id : message.id_plural))
          << GetParam() << ".po: \"" << text << "\"";
      EXPECT_TRUE(text.starts_with(' ') || !message.id.starts_with(' ')) << text;  // French has a space before a colon of its own
      EXPECT_EQ(text.ends_with('\n'), message.id.ends_with('\n')) << text;
      const auto id_of = [](const std::string& label) {
        return label.find("##") == std::string::npos ? "" : label.substr(label.find("##"));
      };
      EXPECT_EQ(id_of(text), id_of(message.id)) << "what a widget is called must not change with the language";
    }
}

INSTANTIATE_TEST_SUITE_P(Languages, Catalogue, testing::Values("fr", "de"), [](const auto& each) { return std::string(each.param); });

TEST(Tongue, TheTemplateIsThatOfTheSources) {
  std::set<std::string> said, kept;
  for (const Message& message : said_in_sources()) said.insert(message.key());
  for (const Message& message : messages_of(kCatalogues / "vedette.pot")) kept.insert(message.key());
  EXPECT_EQ(said, kept) << "run scripts/catalogues";
}

/// Everybody speaks English again after a test.
class Speaking : public testing::Test {
 protected:
  void TearDown() override { tongue::use(Language::English), tongue::use(Units::Inches); }
};

TEST_F(Speaking, AThreadMaySpeakAnotherLanguageThanTheProgram) {
  const std::string english = tongue::tr("centimetres");
  EXPECT_EQ(english, "centimetres");
  tongue::use(Language::German);
  EXPECT_STREQ(tongue::tr("centimetres"), "Zentimeter");
  {
    const tongue::Within french(Language::French);
    EXPECT_STREQ(tongue::tr("centimetres"), "centimètres");
    const tongue::AsRecorded recorded;
    EXPECT_STREQ(tongue::tr("centimetres"), "centimetres");
  }
  EXPECT_STREQ(tongue::tr("centimetres"), "Zentimeter");
}

TEST_F(Speaking, WhatNoCatalogueKnowsIsSaidInEnglish) {
  tongue::use(Language::French);
  const std::string unknown = "no catalogue has this {}", empty;
  EXPECT_EQ(tongue::tr(unknown.c_str()), unknown);
  EXPECT_EQ(tongue::tr(empty.c_str()), empty) << "and not the catalogue's header";
}

TEST(Tongue, TheWordsOfTheRulesAreInTheCatalogues) {
  const auto known = tongue::words_of_other_rooms();
  const std::set<std::string_view> all(known.begin(), known.end());
  for (int step = 0; step < rules::charge::kSteps; ++step) EXPECT_TRUE(all.contains(word(static_cast<rules::charge::Step>(step))));
  for (int arm = 0; arm <= static_cast<int>(rules::charge::Arm::Carriage); ++arm)
    EXPECT_TRUE(all.contains(word(static_cast<rules::charge::Arm>(arm))));
  for (const std::string_view terrain : measure::kTerrainWords) EXPECT_TRUE(all.contains(terrain)) << terrain;
}

TEST(Tongue, ALocaleNamesItsLanguage) {
  EXPECT_EQ(tongue::language_named("fr_FR.UTF-8"), Language::French);
  EXPECT_EQ(tongue::language_named("de@euro"), Language::German);
  EXPECT_EQ(tongue::language_named("en"), Language::English);
  EXPECT_EQ(tongue::language_named("C.UTF-8"), std::nullopt);
  EXPECT_EQ(tongue::language_named("french"), std::nullopt);
  EXPECT_EQ(tongue::language_named(""), std::nullopt);
}

TEST_F(Speaking, LengthsAreSaidInTheUnitsThatWereChosen) {
  EXPECT_EQ(tongue::measured({Inches(6.378), Inches(0.03)}), "6.38 ±0.03 in");
  EXPECT_EQ(tongue::length(Inches(6.378), 1), "6.4 in");
  EXPECT_EQ(tongue::exact(Inches(4.5)), "4.5 in");
  tongue::use(Units::Eighths);
  EXPECT_EQ(tongue::length(Inches(6.378), 1), "6 3/8 in");
  EXPECT_EQ(tongue::exact(Inches(4.5)), "4 1/2 in");
  EXPECT_EQ(tongue::exact(Inches(4.3)), "4.3 in") << "what is no multiple of an eighth is not made one";
  EXPECT_EQ(tongue::length(Inches(0.25), 2), "1/4 in");
  EXPECT_EQ(tongue::length(Inches(-2.125), 2), "-2 1/8 in");
  EXPECT_EQ(tongue::length(Inches(-0.01), 2), "0 in");
  EXPECT_EQ(tongue::measured({Inches(6.378), Inches(0.03)}), "6 3/8 ±0.04 in");
  tongue::use(Units::Centimetres);
  EXPECT_EQ(tongue::length(Inches(6.378), 1), "16.2 cm");
  EXPECT_EQ(tongue::measured({Inches(6.378), Inches(0.03)}), "16.20 ±0.08 cm");
  EXPECT_EQ(tongue::exact(Inches(6.0)), "15.24 cm");
  const tongue::AsRecorded recorded;
  EXPECT_EQ(tongue::exact(Inches(6.0)), "6 in");
}

/// "6 3/8 ±0.04 in" as numbers.
std::pair<double, double> read_eighths(const std::string& text) {
  static const std::regex kForm(R"((-?)(?:(\d+) )?(?:(\d+)/(\d+) )?±([0-9.]+) in)");
  std::smatch found;
  EXPECT_TRUE(std::regex_match(text, found, kForm)) << text;
  double value = found[2].matched ? std::stod(found[2]) : 0.0;
  if (found[3].matched) value += std::stod(found[3]) / std::stod(found[4]);
  return {found[1].str() == "-" ? -value : value, std::stod(found[5])};
}

RC_GTEST_FIXTURE_PROP(Speaking, LawInEighthsWhatIsShownHoldsAllThatWasMeasured, ()) {
  tongue::use(Units::Eighths);
  const double value = *rc::gen::inRange(-40000, 100000) / 1000.0, margin = *rc::gen::inRange(10, 2000) / 1000.0;
  const auto [shown, shown_margin] = read_eighths(tongue::measured({Inches(value), Inches(margin)}));
  RC_ASSERT(std::abs(shown - value) <= 0.0625 + 1e-9);
  RC_ASSERT(shown - shown_margin <= value - margin + 1e-6);
  RC_ASSERT(shown + shown_margin >= value + margin - 1e-6);
  RC_ASSERT(shown_margin <= margin + 0.0625 + 0.01 + 1e-6);
}

RC_GTEST_FIXTURE_PROP(Speaking, LawCentimetresAreInchesToTheLastDigitShown, ()) {
  tongue::use(Units::Centimetres);
  const double value = *rc::gen::inRange(-40000, 100000) / 1000.0;
  RC_ASSERT(std::abs(std::stod(tongue::length(Inches(value), 2)) - 2.54 * value) <= 0.005 + 1e-9);
}

/// A folder in which spd-say is this script, first in PATH while it lives.
class SpeechProgram {
 public:
  explicit SpeechProgram(const std::string& script) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    const fs::path program = folder_ / "spd-say";
    std::ofstream(program) << "#!/bin/sh\n" << script;
    fs::permissions(program, fs::perms::owner_all);
    setenv("PATH", (folder_.string() + ":" + before_).c_str(), 1);
  }
  ~SpeechProgram() {
    setenv("PATH", before_.c_str(), 1);
    fs::remove_all(folder_);
  }
  SpeechProgram(const SpeechProgram&) = delete;
  SpeechProgram& operator=(const SpeechProgram&) = delete;
  [[nodiscard]] fs::path folder() const { return folder_; }

 private:
  fs::path folder_ = own_path("speech");
  std::string before_ = std::getenv("PATH");
};

/// Waits until there is such a file; far longer than a sane machine needs, so that a mistake ends the test instead of hanging it.
bool comes(const fs::path& path) {
  for (int tries = 0; tries < 3000 && !fs::exists(path); ++tries) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return fs::exists(path);
}

std::string text_in(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Speaker, SaysEachSentenceInItsLanguageOneAfterTheOther) {
  const SpeechProgram program("echo \"$@\" >> \"$(dirname \"$0\")/said\"\n[ \"$7\" = end ] && touch \"$(dirname \"$0\")/done\"\nexit 0\n");
  EXPECT_EQ(window::why_mute(), std::nullopt);
  window::Speaker speaker;
  speaker.say("-- R1 may not fire; $(reboot)", Language::English);
  speaker.say("end", Language::German);
  ASSERT_TRUE(comes(program.folder() / "done"));
  EXPECT_EQ(text_in(program.folder() / "said"),
            "--wait --application-name vedette --language en -- -- R1 may not fire; $(reboot)\n"
            "--wait --application-name vedette --language de -- end\n");
}

TEST(Speaker, LeavesAlthoughASentenceNeverEnds) {
  const SpeechProgram program("touch \"$(dirname \"$0\")/begun\"\nexec tail -f /dev/null\n");
  {
    window::Speaker speaker;
    speaker.say("for ever", Language::French);
    ASSERT_TRUE(comes(program.folder() / "begun"));
  }
  SUCCEED();
}

TEST(Speaker, SaysWhyItIsMute) {
  const std::string before = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  EXPECT_THAT(window::why_mute().value_or(""), testing::HasSubstr("speech-dispatcher"));
  window::Speaker speaker;
  speaker.say("nobody hears it", Language::English);
  setenv("PATH", before.c_str(), 1);
}

TEST(Tongue, WhatWasChosenInTheWindowIsKept) {
  const std::string folder = own_path("choices").string();
  fs::remove_all(folder);
  EXPECT_EQ(app::read_window_choices(folder), app::WindowChoices{});
  const app::WindowChoices chosen{.language = "de", .units = "cm", .speech = true};
  ASSERT_TRUE(app::write_window_choices(folder, chosen));
  EXPECT_EQ(app::read_window_choices(folder), chosen);
  std::ofstream(fs::path(folder) / "window.json") << "{\"language\": 3, \"units\": \"cm\"";
  EXPECT_EQ(app::read_window_choices(folder), app::WindowChoices{}) << "a damaged note counts as none";
  fs::remove_all(folder);
}

}  // namespace
}  // namespace tongue_test
