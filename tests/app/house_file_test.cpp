// house-rules.toml: what is named is taken, what is wrong is named with its line, what is written reads back.
#include "app/files/house_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "app/files/toml.h"

namespace app::house_file_test {
namespace {

using testing::HasSubstr;

std::string problem(const std::string& text) {
  const auto file = parse_house(text, "house-rules.toml");
  return file ? "fine" : file.error().message;
}

TEST(HouseFile, ReadsTheContractsExample) {
  const auto file = parse_house(
      "version = 1\n[charge]\n\"gun.destroy_die\" = \"effect\"\n\"move.cavalry\" = 12\n[les_allies]\n\"capture\" = \"huff\"\n", "h");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->charge, rules::charge::House{});
}

TEST(HouseFile, LiesBesideItsTableOrIsNot) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "house_beside";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string table = (folder / "table.toml").string();
  EXPECT_EQ(house_beside(table), "");
  std::ofstream(folder / "house-rules.toml") << "version = 1\n";
  EXPECT_EQ(house_beside(table), (folder / "house-rules.toml").string());
  EXPECT_EQ(house_beside(""), "") << "no table is named: what lies in the working directory is not meant";
}

TEST(HouseFile, TakesOtherReadings) {
  const auto file =
      parse_house("version = 1\n[charge]\n\"move.cavalry\" = 9\n\"alloc.spill\" = true\n\"gun.bands\" = [5, 10, 15, 20, 25, 30]\n", "h");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->charge.move_cavalry, 9.0);
  EXPECT_TRUE(file->charge.spill);
  EXPECT_EQ(file->charge.gun_band_edges.back(), 30.0);
}

TEST(HouseFile, TheTablesCustomIsReadWhateverTheGame) {
  const auto file = parse_house("version = 1\n[referee]\ntoo_close = \"target\"\nmeasuring = \"logged\"\n", "h");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->custom, (Custom{Custom::TooClose::Target, Custom::Measuring::Logged, {}}));
  EXPECT_EQ(parse_house("version = 1\n", "h")->custom, Custom{});
  EXPECT_THAT(problem("version = 1\n[referee]\ntoo_close = \"coin\"\n"), HasSubstr("dice"));
  EXPECT_THAT(problem("version = 1\n[referee]\nmeasure = \"free\"\n"), HasSubstr("house-rules.toml:3"));
}

TEST(HouseFile, RulesMayBeEnforcedProposedNotedOrIgnored) {
  const auto file = parse_house("version = 1\n[referee]\nrules = { \"C-A4\" = \"log\", \"C-M\" = \"propose\", CG = \"ignore\" }\n", "h");
  ASSERT_TRUE(file) << file.error().message;
  const Dials& dials = file->custom.rules;
  EXPECT_EQ(dial_of(dials, "C-A4"), Dial::Log);
  EXPECT_EQ(dial_of(dials, "C-A3"), Dial::Enforce);
  EXPECT_EQ(dial_of(dials, "C-M6"), Dial::Propose);
  EXPECT_EQ(dial_of(dials, "CG28"), Dial::Ignore);
  EXPECT_THAT(problem("version = 1\n[referee]\nrules = { \"C-A44\" = \"log\" }\n"), HasSubstr("did you mean \"C-A4\""));
  EXPECT_THAT(problem("version = 1\n[referee]\n[referee.rules]\n\"C-A4\" = \"loud\"\n"), AllOf(HasSubstr(":4"), HasSubstr("enforce")));
  EXPECT_THAT(problem("version = 1\n[referee]\nrules = \"all\"\n"), HasSubstr("rules"));
}

TEST(HouseFile, ADialIsTurnedAndAllElseStaysAsItWasWritten) {
  const Dials dials{{"C-A4", Dial::Log}, {"CG", Dial::Propose}};
  const std::string rules = R"(rules = { "C-A4" = "log", "CG" = "propose" })";
  const auto after = [&](const std::string& text) { return with_dials(text, dials, "house-rules.toml").value_or("refused"); };
  EXPECT_EQ(after(""), "version = 1\n\n[referee]\n" + rules + "\n");
  EXPECT_EQ(after("version = 1\n# ours\n[charge]\n\"move.cavalry\" = 9 # slow\n"),
            "version = 1\n# ours\n[charge]\n\"move.cavalry\" = 9 # slow\n\n[referee]\n" + rules + "\n");
  EXPECT_EQ(after("version = 1\n[referee] # déjà vu\ntoo_close = \"target\"\n[charge]\n\"alloc.spill\" = true"),
            "version = 1\n[referee] # déjà vu\n" + rules + "\ntoo_close = \"target\"\n[charge]\n\"alloc.spill\" = true");
  EXPECT_EQ(after("version = 1\n[referee]\nrules = { \"C-I1\" = \"ignore\" } # since März\ntoo_close = \"stands\"\n"),
            "version = 1\n[referee]\n" + rules + " # since März\ntoo_close = \"stands\"\n");
  EXPECT_EQ(after("version = 1\n[referee.rules]\n\"C-A4\" = \"log\"\nCG = \"propose\"\n"),
            "version = 1\n[referee.rules]\n\"C-A4\" = \"log\"\nCG = \"propose\"\n")
      << "nothing is to be changed";
  EXPECT_EQ(with_dials(after(""), {}, "h"), "version = 1\n\n[referee]\nrules = {}\n");
  const auto spread = with_dials("version = 1\n[referee.rules]\n\"C-A4\" = \"log\"\n", dials, "house-rules.toml");
  EXPECT_THAT(spread.error().message, AllOf(HasSubstr("house-rules.toml:2"), HasSubstr("rules = {")));
  EXPECT_THAT(with_dials("version = 1\nreferee = { rules = { CG = \"log\" } }\n", dials, "h").value_or(""), HasSubstr(rules));
  EXPECT_FALSE(with_dials("version = 1\n[referee]\nrules.CG = \"log\"\n", dials, "h"));
  EXPECT_FALSE(with_dials("version = 2\n", dials, "h"));
}

TEST(HouseFile, ARuleTurnedBackToItsGroupsDialIsNotNamed) {
  Dials dials{{"C-A", Dial::Log}};
  turn(dials, "C-A4", Dial::Enforce);
  EXPECT_EQ(dial_of(dials, "C-A4"), Dial::Enforce);
  EXPECT_EQ(dial_of(dials, "C-A3"), Dial::Log);
  turn(dials, "C-A4", Dial::Log);
  EXPECT_EQ(dials, (Dials{{"C-A", Dial::Log}}));
}

TEST(HouseFile, NamesKeyAndLineOfWhatIsWrong) {
  EXPECT_THAT(problem("version = 1\n[charge]\n\"move.cavalri\" = 9\n"), HasSubstr("house-rules.toml:3"));
  EXPECT_THAT(problem("version = 1\n[charge]\n\"move.cavalri\" = 9\n"), HasSubstr("did you mean \"move.cavalry\""));
  EXPECT_THAT(problem("version = 1\n[charge]\n\n\"gun.destroy_die\" = \"big\"\n"), HasSubstr(":4"));
  EXPECT_THAT(problem("version = 1\n[charge]\n\"gun.destroy_die\" = \"big\"\n"), HasSubstr("effect | allocation | hit"));
  EXPECT_THAT(problem("version = 2\n[charge]\n"), HasSubstr("version"));
  EXPECT_THAT(problem("version = 1\n[chess]\n"), HasSubstr("chess"));
  EXPECT_THAT(problem("version = 1\n[charge]\n\"move.gun\" = nan\n"), HasSubstr("move.gun"));
}

TEST(HouseFile, HasATableForLeChoc) {
  const auto file = parse_house("version = 1\n[le_choc]\n\"move.path\" = \"any\"\n\"base.squares\" = [2, 8]\n\"objective\" = []\n", "h");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->le_choc.path, rules::le_choc::Path::Any);
  EXPECT_EQ(file->le_choc.base_columns, (std::vector<int>{2, 8}));
  EXPECT_EQ(file->charge, rules::charge::House{});
  EXPECT_THAT(problem("version = 1\n[le_choc]\n\"move.jumps\" = true\n"), HasSubstr("did you mean \"move.jump\"?"));
}

TEST(HouseFile, HasATableForLesAllies) {
  const auto file = parse_house(
      "version = 1\n[les_allies]\n\"capture\" = \"strict\"\n\"neutral.closed\" = []\n\"huff.options\" = [\"huff\", \"ignore\"]\n"
      "\"soldier.back_move\" = \"until_he_takes\"\n",
      "h");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->les_allies.capture, rules::les_allies::Capture::Strict);
  EXPECT_TRUE(file->les_allies.neutral_closed.empty());
  EXPECT_FALSE(file->les_allies.huff_options.make_take);
  EXPECT_EQ(file->les_allies.soldier_back_move, rules::les_allies::BackMove::UntilHeTakes);
  EXPECT_THAT(problem("version = 1\n[les_allies]\n\"captures\" = \"huff\"\n"), HasSubstr("did you mean \"capture\"?"));
  EXPECT_THAT(problem("version = 1\n[les_allies]\n\"huff.options\" = []\n"), HasSubstr(":3"));
}

std::string toml_of(const rules::HouseValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return toml_text::number(*number);
  if (const auto* word = std::get_if<std::string>(&value)) return toml_text::toml_string(*word);
  if (const auto* words = std::get_if<std::vector<std::string>>(&value)) return toml_text::words(*words);
  std::string out;
  for (const double number : std::get<std::vector<double>>(value)) out += (out.empty() ? "" : ", ") + toml_text::number(number);
  return "[" + out + "]";
}

/// The table of one game: only what differs from the defaults.
template <class Pack>
std::string pack_text(const char* game, const Pack& pack, std::span<const rules::HouseKey<Pack>> keys) {
  std::string out = fmt::format("\n[{}]\n", game);
  for (const auto& key : keys)
    if (key.get(pack) != key.get({})) out += fmt::format("\"{}\" = {}\n", key.name, toml_of(key.get(pack)));
  return out;
}

std::string house_text(const HouseFile& file) {
  std::string out = "version = 1\n";
  out += pack_text("charge", file.charge, rules::charge::house_keys());
  out += pack_text("le_choc", file.le_choc, rules::le_choc::house_keys());
  out += pack_text("les_allies", file.les_allies, rules::les_allies::house_keys());
  return out;
}

TEST(HouseFile, WhatIsWrittenReadsBack) {
  HouseFile file;
  file.les_allies.capture_majority = true;
  file.les_allies.neutral_closed = {"NL", "CH"};
  file.les_allies.huff_options.huff = false;
  file.le_choc.height = 13;
  file.le_choc.objective = {5, 6};
  file.charge.move_gun = 9.0;
  file.charge.spill = true;
  file.charge.gun_band_edges = {5, 10, 15, 20, 25, 30};
  file.charge.back_cavalry = 5.5;
  const auto again = parse_house(house_text(file), "h");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->charge, file.charge);
  EXPECT_EQ(again->le_choc, file.le_choc);
  EXPECT_EQ(again->les_allies, file.les_allies);
}

}  // namespace
}  // namespace app::house_file_test
