// The table of docs/rules-charge.md: every rule and gap is there, with a function, a test and a key that exist.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "rules/charge/house.h"
#include "rules/charge/rulebook.h"

namespace rules::charge {
namespace {

namespace fs = std::filesystem;

const fs::path kHouse = VEDETTE_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string all_of(const fs::path& folder, const std::string& ending) {
  std::string text;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ending) text += text_of(entry.path());
  return text;
}

struct Row {
  std::string file, function, suite, test;
  std::vector<std::string> keys;
};

std::map<std::string, Row> catalogue() {
  std::map<std::string, Row> rows;
  const std::string text = text_of(kHouse / "docs/rules-charge.md");
  const std::regex line(R"(\| (C-\w\d+|CG\d+) \| `(\w+): (\w+)` \| (\w+)\.(\w+) \| (.*) \|)"), key(R"(`([^`]+)`)");
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it) {
    Row row{(*it)[2], (*it)[3], (*it)[4], (*it)[5], {}};
    const std::string keys = (*it)[6];
    for (std::sregex_iterator k(keys.begin(), keys.end(), key); k != end; ++k) row.keys.push_back((*k)[1]);
    EXPECT_TRUE(rows.emplace((*it)[1], row).second) << (*it)[1] << " is there twice";
  }
  return rows;
}

TEST(Catalogue, NoRuleAndNoGapIsMissing) {
  const auto rows = catalogue();
  for (const RuleText& rule : rulebook()) EXPECT_TRUE(rows.contains(std::string(rule.id))) << rule.id;
  EXPECT_EQ(rows.size(), rulebook().size());
  for (int gap = 1; gap <= 56; ++gap) EXPECT_FALSE(rule_text("CG" + std::to_string(gap)).empty()) << gap;
}

TEST(Catalogue, EveryFunctionExists) {
  for (const auto& [id, row] : catalogue()) {
    const fs::path header = kHouse / "rules/charge" / (row.file + ".h"), source = kHouse / "rules/charge" / (row.file + ".cpp");
    const std::string text = text_of(header) + text_of(source);
    EXPECT_NE(text.find(" " + row.function + "("), std::string::npos) << id << ": " << row.file << " has no " << row.function;
  }
}

TEST(Catalogue, EveryTestExists) {
  const std::string tests = all_of(kHouse / "tests", ".cpp");
  for (const auto& [id, row] : catalogue())
    EXPECT_NE(tests.find("(" + row.suite + ", " + row.test + ")"), std::string::npos) << id << ": no test " << row.suite << "." << row.test;
}

TEST(Catalogue, EveryHouseRuleIsThereUnderItsGap) {
  std::map<std::string, std::set<std::string>> by_gap;
  for (const auto& key : house_keys()) by_gap[key.gap].insert(key.name);
  for (const auto& [id, row] : catalogue()) EXPECT_EQ(std::set(row.keys.begin(), row.keys.end()), by_gap[id]) << id;
}

TEST(Catalogue, ReasonsCiteRulesThatExist) {
  const std::string sources = all_of(kHouse / "rules/charge", ".cpp");
  const std::regex cited(R"re("(C-[A-Z]\d+|CG\d+)")re");
  for (std::sregex_iterator it(sources.begin(), sources.end(), cited), end; it != end; ++it)
    EXPECT_FALSE(rule_text((*it)[1].str()).empty()) << (*it)[1];
}

}  // namespace
}  // namespace rules::charge
