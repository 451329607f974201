// The tables of docs/rules-*.md: every rule and gap is there, with a function, a test and a key that exist.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <span>
#include <sstream>

#include "rules/charge/house.h"
#include "rules/le_choc/house.h"
#include "rules/les_allies/house.h"

namespace rules::catalogue_test {
namespace {

namespace fs = std::filesystem;

const fs::path kHouse = VEDETTE_SOURCE_DIR;

/// One game's table, and what it has to agree with.
struct Book {
  std::string page, folder;
  std::string ids;                                    // as a regular expression
  std::string gap;                                    // what its gaps begin with
  int rules, gaps;                                    // how many the book has
  bool texts_in_page = true;                          // of its rules, in the last column; else they are in the program, which shows them
  std::map<std::string, std::set<std::string>> keys;  // by gap
};

template <class Pack>
std::map<std::string, std::set<std::string>> keys_by_gap(std::span<const HouseKey<Pack>> keys) {
  std::map<std::string, std::set<std::string>> by_gap;
  for (const auto& key : keys) by_gap[key.gap].insert(key.name);
  return by_gap;
}

std::vector<Book> books() {
  return {
      {"docs/rules-charge.md", "rules/charge", R"(C-[A-Z]\d+|CG\d+)", "CG", 45, 56, false, keys_by_gap(charge::house_keys())},
      {"docs/rules-le-choc.md", "rules/le_choc", R"(L-\d+|LG\d+)", "LG", 15, 18, true, keys_by_gap(le_choc::house_keys())},
      {"docs/rules-les-allies.md", "rules/les_allies", R"(D-\d+|DG\d+)", "DG", 23, 29, true, keys_by_gap(les_allies::house_keys())},
  };
}

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
  std::string says;
};

std::map<std::string, Row> catalogue(const Book& book) {
  std::map<std::string, Row> rows;
  const std::string text = text_of(kHouse / book.page);
  const std::regex line(R"(\| ()" + book.ids + R"() \| `([\w/]+): (\w+)` \| (\w+)\.(\w+) \| ([^|]*) \|(?: ([^|]+) \|)?\n)"),
      key(R"(`([^`]+)`)");
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it) {
    Row row{(*it)[2], (*it)[3], (*it)[4], (*it)[5], {}, (*it)[7]};
    if (!book.texts_in_page) row.says = charge::rule_text((*it)[1].str());
    const std::string keys = (*it)[6];
    for (std::sregex_iterator k(keys.begin(), keys.end(), key); k != end; ++k) row.keys.push_back((*k)[1]);
    EXPECT_TRUE(rows.emplace((*it)[1], row).second) << (*it)[1] << " is there twice";
  }
  return rows;
}

TEST(Catalogue, NoRuleAndNoGapIsMissing) {
  for (const Book& book : books()) {
    const auto rows = catalogue(book);
    EXPECT_EQ(rows.size(), static_cast<std::size_t>(book.rules + book.gaps)) << book.page;
    for (const auto& [id, row] : rows) EXPECT_FALSE(row.says.empty()) << id;
    for (int gap = 1; gap <= book.gaps; ++gap) EXPECT_TRUE(rows.contains(book.gap + std::to_string(gap))) << book.gap << gap;
  }
}

TEST(Catalogue, EveryFunctionExists) {
  for (const Book& book : books())
    for (const auto& [id, row] : catalogue(book)) {
      const std::string text = text_of(kHouse / book.folder / (row.file + ".h")) + text_of(kHouse / book.folder / (row.file + ".cpp"));
      EXPECT_NE(text.find(" " + row.function + "("), std::string::npos) << id << ": " << row.file << " has no " << row.function;
    }
}

TEST(Catalogue, EveryTestExists) {
  const std::string tests = all_of(kHouse / "tests", ".cpp");
  for (const Book& book : books())
    for (const auto& [id, row] : catalogue(book))
      EXPECT_NE(tests.find("(" + row.suite + ", " + row.test + ")"), std::string::npos)
          << id << ": no test " << row.suite << "." << row.test;
}

TEST(Catalogue, EveryHouseRuleIsThereUnderItsGap) {
  for (Book& book : books())
    for (const auto& [id, row] : catalogue(book)) EXPECT_EQ(std::set(row.keys.begin(), row.keys.end()), book.keys[id]) << id;
}

TEST(Catalogue, ReasonsCiteRulesThatExist) {
  for (const Book& book : books()) {
    const std::string sources = all_of(kHouse / book.folder, ".cpp");
    const auto rows = catalogue(book);
    const std::regex cited("\"(" + book.ids + ")\"");
    for (std::sregex_iterator it(sources.begin(), sources.end(), cited), end; it != end; ++it)
      EXPECT_TRUE(rows.contains((*it)[1].str())) << (*it)[1];
  }
}

TEST(Catalogue, FilesOfTheBoardGamesNameTheirRules) {
  for (const std::size_t game : {1U, 2U}) {
    const Book book = books().at(game);
    for (const auto& [id, row] : catalogue(book)) {
      const std::string text = text_of(kHouse / book.folder / (row.file + ".h")) + text_of(kHouse / book.folder / (row.file + ".cpp"));
      EXPECT_TRUE(std::regex_search(text, std::regex(id + "\\b"))) << id << ": " << row.file << " does not name it";
    }
  }
}

}  // namespace
}  // namespace rules::catalogue_test
