// Files: what is written reads back, and what is wrong is refused by name and line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/files/disk.h"
#include "app/files/lens_file.h"
#include "app/files/roster_file.h"
#include "app/files/table_file.h"
#include "calibration/dictionaries.h"

namespace files_test {
namespace {

using measure::Inches;
using testing::AllOf;
using testing::HasSubstr;

const std::string kTable = R"(version = 1
[table]
size = [72.0, 48.0]
[[tag]]
id = 0
centre = [2.0, 46.0]
side = 2.5
[[terrain]]
name = "Hangman's Wood"
kind = "wood"
polygon = [[10.0, 12.0], [16.0, 12.5], [15.0, 18.0]]
)";

const std::string kRoster = R"(version = 1
[[army]]
name = "red"
colour = "#b3202a"
[[army.unit]]
name = "R1"
arm = "infantry"
models = 3
base = { shape = "round", diameter = 1.0, height = 0.1 }
marker = "tag"
tags = [1, 2]
tag = { side = 0.8, height = 0.14 }
leader = { tag = 10, side = 1.0, height = 0.25, offset = [-0.5, 0.0] }
)";

const std::string kLens = R"({"version":1,"image_size":[1920,1080],
"camera_matrix":[[1575.0,0,963.4],[0,1578.2,536.2],[0,0,1]],
"distortion":[-0.25,0.07,0.0005,-0.0004,0.0]})";

std::string with(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

template <class T>
std::string refusal(const measure::Result<T>& result) {
  if (result) return "(accepted)";
  EXPECT_EQ(result.error().code, measure::ErrorCode::BadFile);
  return result.error().message;
}
std::string table_refusal(const std::string& what, const std::string& by) {
  return refusal(app::parse_table(with(kTable, what, by), "t.toml"));
}
std::string roster_refusal(const std::string& what, const std::string& by) {
  return refusal(app::parse_roster(with(kRoster, what, by), "r.toml"));
}
std::string lens_refusal(const std::string& what, const std::string& by) {
  return refusal(app::parse_lens(with(kLens, what, by), "l.json"));
}

TEST(TableFile, ReadsSizeTagsAndTerrainWithTheirDefaults) {
  const auto file = app::parse_table(kTable, "t.toml");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->table.length, Inches(72.0));
  ASSERT_EQ(file->tags.size(), 1u);
  EXPECT_EQ(file->tags[0].dictionary, "DICT_APRILTAG_36h11");
  EXPECT_DOUBLE_EQ(measure::degrees(file->tags[0].heading), 90.0);
  ASSERT_EQ(file->table.terrain.size(), 1u);
  EXPECT_EQ(file->table.terrain[0].kind, measure::TerrainKind::Wood);
  EXPECT_EQ(file->table.terrain[0].height, Inches(0.0));
}

TEST(TableFile, NamesAnUnknownKeyWithItsLineAndTheKeyThatWasMeant) {
  EXPECT_THAT(table_refusal("centre", "center"), AllOf(HasSubstr("t.toml:6:"), HasSubstr("tag[0].center"), HasSubstr("`centre`")));
  EXPECT_THAT(table_refusal("[table]", "colour = \"red\"\n[table]"), AllOf(HasSubstr("t.toml:2:"), HasSubstr("colour")));
}

TEST(TableFile, RefusesNumbersThatAreNotNumbers) {
  EXPECT_THAT(table_refusal("[2.0, 46.0]", "[nan, 46.0]"), AllOf(HasSubstr("t.toml:6:"), HasSubstr("nan")));
  EXPECT_THAT(table_refusal("side = 2.5", "side = inf"), AllOf(HasSubstr("t.toml:7:"), HasSubstr("side")));
  EXPECT_THAT(table_refusal("12.5]", "-inf]"), AllOf(HasSubstr("t.toml:11:"), HasSubstr("polygon[1]")));
}

TEST(TableFile, NamesTheTypeItGot) {
  EXPECT_THAT(table_refusal("side = 2.5", "side = \"2.5\""), AllOf(HasSubstr(":7:"), HasSubstr("not text")));
  EXPECT_THAT(table_refusal("id = 0", "id = 0.5"), HasSubstr("whole number"));
  EXPECT_THAT(table_refusal("[[tag]]", "[tag]"), AllOf(HasSubstr("tag"), HasSubstr("[[tag]]")));
}

TEST(TableFile, ChecksWhatTheNumbersMean) {
  EXPECT_THAT(table_refusal(", [15.0, 18.0]", ""), HasSubstr("at least 3 points"));
  EXPECT_THAT(table_refusal("[15.0, 18.0]", "[22.0, 13.0]"), HasSubstr("encloses no area"));
  EXPECT_THAT(table_refusal("[15.0, 18.0]", "[15.0, 18.0], [16.0, 8.0]"),
              AllOf(HasSubstr("terrain[0].polygon"), HasSubstr("crosses itself")));
  EXPECT_THAT(table_refusal("size = [72.0, 48.0]", "size = [72.0, 0.0]"), HasSubstr("above 0"));
  EXPECT_THAT(table_refusal("id = 0", "id = 587"), HasSubstr("from 0 to 586"));
  EXPECT_THAT(table_refusal("id = 0", "id = 0\ndictionary = \"DICT_9X9\""), HasSubstr("unknown dictionary"));
  EXPECT_THAT(table_refusal("\"wood\"", "\"forest\""), AllOf(HasSubstr("forest"), HasSubstr("wood, hill")));
  EXPECT_THAT(table_refusal("[[terrain]]", "[[tag]]\nid = 0\ncentre = [9.0, 9.0]\nside = 2.5\n[[terrain]]"),
              AllOf(HasSubstr("t.toml:9:"), HasSubstr("listed twice")));
  EXPECT_THAT(table_refusal("\"wood\"", "\"slope\""), HasSubstr("uphill_deg"));
}

TEST(TableFile, RefusesAnotherVersionAndNone) {
  EXPECT_THAT(table_refusal("version = 1", "version = 2"), HasSubstr("version"));
  EXPECT_THAT(table_refusal("version = 1\n", ""), HasSubstr("version"));
}

const std::string kProof = R"([[proof]]
at = [[20.0, 20.0], [32.0, 20.0]]
stated = 12.0
measured = 12.01
margin = 0.02
when = "2026-11-21"
[[terrain]])";

TEST(TableFile, KeepsTheProofsMadeOnTheTable) {
  const auto file = app::parse_table(with(kTable, "[[terrain]]", kProof), "t.toml");
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->proofs.size(), 1u);
  EXPECT_NEAR(app::error_of(file->proofs[0]).value, 0.01, 1e-9);
  EXPECT_TRUE(app::holds(file->proofs[0]));
  EXPECT_EQ(app::finding_of(file->proofs[0]).severity, calibration::Finding::Severity::Info);
}

TEST(TableFile, RefusesAProofThatCannotBe) {
  const auto refused = [](const std::string& what, const std::string& by) { return table_refusal("[[terrain]]", with(kProof, what, by)); };
  EXPECT_THAT(refused(", [32.0, 20.0]", ""), HasSubstr("at least 2 points"));
  EXPECT_THAT(refused("[32.0, 20.0]", "[32.0, 20.0], [1.0, 1.0]"), HasSubstr("two ends"));
  EXPECT_THAT(refused("stated = 12.0", "stated = 0.0"), AllOf(HasSubstr("stated"), HasSubstr("above 0")));
  EXPECT_THAT(refused("margin = 0.02", "margin = -0.02"), HasSubstr("margin"));
  EXPECT_THAT(refused("2026-11-21", "2026-02-30"), AllOf(HasSubstr("when"), HasSubstr("a day")));
  EXPECT_THAT(refused("stated", "states"), AllOf(HasSubstr("proof[0].states"), HasSubstr("`stated`")));
}

TEST(Proof, WarnsWhereTheErrorIsBeyondTheMargin) {
  const app::Proof proof{.at = {}, .stated = Inches(12.0), .measured = {Inches(12.2), Inches(0.02)}, .when = "2026-11-21"};
  const auto finding = app::finding_of(proof);
  EXPECT_EQ(finding.code, "known-length");
  EXPECT_EQ(finding.severity, calibration::Finding::Severity::Warn);
  EXPECT_NEAR(finding.cost->value, 0.2, 1e-9);
  EXPECT_THAT(finding.says, AllOf(HasSubstr("12.20"), HasSubstr("+0.20")));
}

TEST(Proof, IsKeptRoundedWithoutPromisingMore) {
  const auto kept = app::rounded({.at = {}, .stated = Inches(12.0), .measured = {Inches(12.000049), Inches(0.000001)}, .when = ""});
  EXPECT_DOUBLE_EQ(kept.measured.value.value, 12.0);
  EXPECT_DOUBLE_EQ(kept.measured.margin.value, 0.0001);
}

TEST(Proof, IsMadeOnADayOfTheCalendar) {
  EXPECT_TRUE(app::is_day(app::today()));
  EXPECT_TRUE(app::is_day("2028-02-29"));
  for (const char* other : {"", "2026-2-28", "2026-02-29", "2026-13-01", "2026-00-10", "yesterday", "26-11-2026", "2026-11-2x"})
    EXPECT_FALSE(app::is_day(other)) << other;
}

TEST(TableFile, SaysWhereTheTextStopsBeingToml) {
  EXPECT_THAT(table_refusal("size = [72.0, 48.0]", "size = [72.0, 48.0"), HasSubstr("t.toml:"));
  EXPECT_THAT(refusal(app::parse_table(std::string("\xff\xfe\0\x01", 4), "t.toml")), HasSubstr("t.toml:"));
}

TEST(RosterFile, ReadsAUnitWithItsLeader) {
  const auto roster = app::parse_roster(kRoster, "r.toml");
  ASSERT_TRUE(roster) << roster.error().message;
  const auto pieces = measure::pieces_of(*roster);
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[0].name, "R1/leader");
  EXPECT_EQ(pieces[0].tag, 10);
  EXPECT_EQ(pieces[0].base, pieces[1].base) << "a leader without a base of his own stands on the unit's";
  EXPECT_EQ(pieces[2].tag, 2);
}

TEST(RosterFile, RefusesWhatCannotBe) {
  EXPECT_THAT(roster_refusal("models = 3", "models = 2"), AllOf(HasSubstr(":11:"), HasSubstr("2 ids for 1 models")));
  EXPECT_THAT(roster_refusal("tags = [1, 2]", "tags = [1, 10]"), HasSubstr("already worn"));
  EXPECT_THAT(roster_refusal("tags = [1, 2]", "tags = [1, 250]"), HasSubstr("from 0 to 249"));
  EXPECT_THAT(roster_refusal("marker = \"tag\"", "marker = \"disc\""), HasSubstr("tags"));
  EXPECT_THAT(roster_refusal("#b3202a", "crimson"), HasSubstr("colour"));
  EXPECT_THAT(roster_refusal("diameter = 1.0", "size = [1.0, 1.0]"), HasSubstr("size"));
  EXPECT_THAT(roster_refusal("models = 3", "models = 3\ncrew = { men = 5 }"), HasSubstr("crew"));
  EXPECT_THAT(roster_refusal("offset = [-0.5, 0.0]", "ofset = [-0.5, 0.0]"), AllOf(HasSubstr(":13:"), HasSubstr("`offset`")));
  EXPECT_THAT(roster_refusal("models = 3", "models = 3\nnames = [\"Tom\", \"Tom\"]"), HasSubstr("two pieces are named \"Tom\""));
}

TEST(LensFile, ReadsTheNineParameters) {
  const auto lens = app::parse_lens(kLens, "l.json");
  ASSERT_TRUE(lens) << lens.error().message;
  EXPECT_EQ(lens->image_size, (calibration::ImageSize{1920, 1080}));
  EXPECT_EQ(lens->fy, 1578.2);
  EXPECT_EQ(lens->distortion[3], -0.0004);
}

TEST(LensFile, RefusesWhatIsNotALens) {
  EXPECT_THAT(lens_refusal("963.4", "NaN"), HasSubstr("l.json:2:"));
  EXPECT_THAT(lens_refusal("963.4", "1e999"), HasSubstr("l.json:"));
  EXPECT_THAT(lens_refusal("1575.0", "-1575.0"), HasSubstr("focal"));
  EXPECT_THAT(lens_refusal("\"version\":1", "\"version\":1,\"model\":\"x\""), AllOf(HasSubstr("/model"), HasSubstr("unknown key")));
  EXPECT_THAT(lens_refusal("1920,", ""), HasSubstr("image_size"));
  EXPECT_THAT(lens_refusal(",0.0]}", "]}"), AllOf(HasSubstr("l.json:3:"), HasSubstr("list of 5")));
  EXPECT_THAT(refusal(app::parse_lens("", "l.json")), HasSubstr("l.json:1:"));
}

TEST(Dictionaries, SizesOfAFamilyShareTheirCodes) {
  EXPECT_EQ(calibration::family_of("DICT_4X4_50"), calibration::family_of("DICT_4X4_1000"));
  EXPECT_NE(calibration::family_of("DICT_APRILTAG_36h10"), calibration::family_of("DICT_APRILTAG_36h11"));
}

class OnDisk : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "vedette-files-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(OnDisk, AWriteThatFailsLeavesTheOldFileAlone) {
  const std::string path = folder_ / "a.toml";
  ASSERT_TRUE(app::write_text(path, "old"));
  EXPECT_FALSE(app::write_text(folder_ / "missing" / "a.toml", "new"));
  EXPECT_FALSE(app::write_text(folder_, "new")) << "a folder cannot be replaced by a file";
  EXPECT_EQ(app::read_text(path).value(), "old");
  ASSERT_TRUE(app::write_text(path, "new"));
  EXPECT_EQ(app::read_text(path).value(), "new");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1) << "nothing is left beside it";
}

TEST_F(OnDisk, WhatWasUsedLastIsRememberedAndDamageCountsAsNothing) {
  const std::string folder = folder_ / "state" / "vedette";
  EXPECT_FALSE(app::read_last_used(folder));
  const app::LastUsed used{
      .table = "/t.toml", .roster = "/r.toml", .lens = "", .empty = "", .source = "0", .house = "/h.toml", .board = "/b.toml"};
  ASSERT_TRUE(app::write_last_used(folder, used));
  EXPECT_EQ(app::read_last_used(folder), used);
  for (const char* damage : {"", "{", "[]", "{\"version\":2,\"source\":\"0\"}", "{\"version\":1,\"source\":7}"}) {
    ASSERT_TRUE(app::write_text(folder + "/last-used.json", damage));
    EXPECT_FALSE(app::read_last_used(folder)) << damage;
  }
}

TEST_F(OnDisk, AFolderOrNothingIsNotAFile) {
  EXPECT_THAT(refusal(app::read_table(folder_)), HasSubstr("folder"));
  EXPECT_THAT(refusal(app::read_table(folder_ / "none.toml")), HasSubstr("no such file"));
}

TEST(Examples, TheRecordedGameHasItsTwoArmies) {
  const auto roster = app::read_roster(VEDETTE_SOURCE_DIR "/examples/charge/roster.toml");
  ASSERT_TRUE(roster) << roster.error().message;
  EXPECT_EQ(measure::pieces_of(*roster).size(), 78u);
  const auto table = app::read_table(VEDETTE_SOURCE_DIR "/examples/charge/table.toml");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->tags.size(), 4u);
  EXPECT_NEAR(measure::ground_height(table->table.terrain, {Inches(45.0), Inches(35.2)}).value, 1.2, 1e-9);
}

namespace gen {

double finite(double least, double most) { return least + (most - least) * (*rc::gen::inRange(0, 1 << 30) / double(1 << 30)); }
Inches inches(double least, double most) { return Inches(finite(least, most)); }
measure::TablePoint point() { return {inches(-100, 100), inches(-100, 100)}; }
std::string word() { return *rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127))); }

/// A triangle that encloses an area.
std::vector<measure::TablePoint> outline() {
  const auto a = point();
  return {a, {a.x + inches(1, 9), a.y}, {a.x, a.y + inches(1, 9)}};
}

measure::Terrain terrain() {
  measure::Terrain t;
  t.name = word();
  t.kind = static_cast<measure::TerrainKind>(*rc::gen::inRange(0, 12));
  const bool raises = t.kind == measure::TerrainKind::Hill || t.kind == measure::TerrainKind::Slope;
  if (raises || *rc::gen::arbitrary<bool>())
    t.polygon = outline();
  else
    t.line = {point(), point()};
  t.base_height = inches(0, 1);
  t.height = t.base_height + inches(0, 3);
  t.width = inches(0, 2);
  if (t.kind == measure::TerrainKind::Hill) t.top = outline();
  if (t.kind == measure::TerrainKind::Slope) t.uphill = measure::from_degrees(finite(0, 360));
  if (*rc::gen::arbitrary<bool>()) t.impassable_to = {word()};
  return t;
}

app::TableFile table_file() {
  app::TableFile file;
  file.table.length = inches(0.1, 200);
  file.table.width = inches(0.1, 200);
  for (int id = 0; id < *rc::gen::inRange(0, 5); ++id)
    file.tags.push_back({.id = id, .centre = point(), .side = inches(0.1, 9), .heading = measure::from_degrees(finite(0, 360))});
  if (*rc::gen::arbitrary<bool>())
    for (int i = 0; i < 4; ++i) file.anchors.push_back({.pixel = {finite(0, 4000), finite(0, 2000)}, .point = point()});
  for (int i = 0; i < *rc::gen::inRange(0, 4); ++i) file.table.terrain.push_back(terrain());
  for (int i = 0; i < *rc::gen::inRange(0, 3); ++i)
    file.proofs.push_back(
        {.at = {point(), point()}, .stated = inches(0.1, 96), .measured = {inches(0, 96), inches(0, 1)}, .when = "2026-02-28"});
  return file;
}

measure::Base base() {
  switch (*rc::gen::inRange(0, 3)) {
    case 0: return {measure::RoundShape{inches(0.1, 3)}, inches(0, 1)};
    case 1: return {measure::OvalShape{inches(0.1, 3), inches(0.1, 3)}, inches(0, 1)};
    default: return {measure::RectShape{inches(0.1, 3), inches(0.1, 3)}, inches(0, 1)};
  }
}

measure::TagMount mount() {
  return {.dictionary = *rc::gen::element<std::string>("DICT_4X4_250", "DICT_5X5_100"),
          .side = inches(0.1, 3),
          .height = inches(0, 1),
          .offset = {inches(-1, 1), inches(-1, 1)}};
}

measure::Unit unit(int number) {
  measure::Unit u;
  u.name = "U" + std::to_string(number);
  u.arm = static_cast<measure::Arm>(*rc::gen::inRange(0, 3));
  u.models = *rc::gen::inRange(2, 9);
  u.base = base();
  u.figure_height = inches(0, 3);
  u.marker = *rc::gen::element(measure::MarkerType::Disc, measure::MarkerType::Tag, measure::MarkerType::None);
  if (u.marker == measure::MarkerType::Tag) u.tags = {number};
  if (u.marker == measure::MarkerType::Tag) u.mount = mount();
  if (*rc::gen::arbitrary<bool>()) u.leader = measure::Leader{.tag = 30 + number, .mount = mount(), .base = base()};
  if (u.arm == measure::Arm::Gun)
    u.crew = measure::Crew{.men = 4,
                           .base = base(),
                           .marker = measure::MarkerType::Tag,
                           .figure_height = inches(0, 2),
                           .tags = {10 + number, 20 + number},
                           .mount = mount()};
  if (*rc::gen::arbitrary<bool>()) u.names = {"Corporal " + std::to_string(number)};
  return u;
}

measure::Roster roster() {
  measure::Roster out;
  int number = 0;
  for (int a = 0; a < *rc::gen::inRange(0, 3); ++a) {
    measure::Army army{.name = "army" + std::to_string(a), .colour = a == 0 ? "" : "#0a0B0c", .units = {}};
    for (int u = 0; u < *rc::gen::inRange(0, 3); ++u) army.units.push_back(unit(number++));
    out.armies.push_back(army);
  }
  return out;
}

}  // namespace gen

RC_GTEST_PROP(TableFile, ReadsBackWhatItWrites, ()) {
  const app::TableFile file = gen::table_file();
  const std::string text = app::table_text(file);
  const auto back = app::parse_table(text, "t.toml");
  if (!back) RC_FAIL(back.error().message + "\n" + text);
  RC_ASSERT(back->table.length == file.table.length);
  RC_ASSERT(back->tags.size() == file.tags.size());
  RC_ASSERT(back->table.terrain.size() == file.table.terrain.size());
  for (std::size_t i = 0; i < file.table.terrain.size(); ++i) {
    RC_ASSERT(back->table.terrain[i].name == file.table.terrain[i].name);
    RC_ASSERT(back->table.terrain[i].polygon == file.table.terrain[i].polygon);
    RC_ASSERT(back->table.terrain[i].top == file.table.terrain[i].top);
  }
  RC_ASSERT(back->anchors.size() == file.anchors.size());
  for (std::size_t i = 0; i < file.anchors.size(); ++i) {
    RC_ASSERT(back->anchors[i].pixel == file.anchors[i].pixel);
    RC_ASSERT(back->anchors[i].point == file.anchors[i].point);
  }
  RC_ASSERT(back->proofs.size() == file.proofs.size());
  for (std::size_t i = 0; i < file.proofs.size(); ++i) {
    RC_ASSERT(back->proofs[i].at == file.proofs[i].at);
    RC_ASSERT(back->proofs[i].stated == file.proofs[i].stated);
    RC_ASSERT(back->proofs[i].measured.value == file.proofs[i].measured.value);
    RC_ASSERT(back->proofs[i].measured.margin == file.proofs[i].measured.margin);
    RC_ASSERT(back->proofs[i].when == file.proofs[i].when);
  }
  RC_ASSERT(app::table_text(*back) == text);
}

RC_GTEST_PROP(TablePatch, AnyTableBecomesAnyOther, ()) {
  const app::TableFile before = gen::table_file(), now = gen::table_file();
  const auto text = app::patched_table(app::table_text(before), now);
  RC_ASSERT(text.has_value());
  RC_ASSERT(app::table_text(app::parse_table(*text, "t.toml").value()) == app::table_text(now));
}

constexpr const char* kByHand = R"(# The club's table.
version = 1

[table]
size = [72, 48]   # six by four

# Ours are on cardboard.
[[tag]]
id = 0
centre = [2, 2]   # near the door
side = 2.5

[[tag]]
centre = [70, 2]
side = 2.5
id = 1

# The woods are Tom's.

[[terrain]]
kind = "wood"
polygon = [
  [10, 12],  # by the road
  [16, 12],
  [15, 18],
]

# Ask before you take it home!
[[terrain]]
name = "Windmill"
kind = "house"
polygon = [[30, 20], [34, 20], [34, 24], [30, 24]]
# The end.
)";

TEST(TablePatch, APlayersWordsStayWhereNothingChanged) {
  app::TableFile file = app::parse_table(kByHand, "t.toml").value();
  EXPECT_EQ(app::patched_table(kByHand, file), kByHand);
  file.table.length = Inches(60.0);
  file.table.terrain.erase(file.table.terrain.begin() + 1);
  file.proofs.push_back({.at = {}, .stated = Inches(12.0), .measured = {Inches(12.01), Inches(0.02)}, .when = "2026-11-21"});
  const auto text = app::patched_table(kByHand, file);
  ASSERT_TRUE(text);
  for (const char* kept : {"# The club's table.", "size = [60.0, 48.0]   # six by four", "# Ours are on cardboard.",
                           "centre = [2, 2]   # near the door", "# The woods are Tom's.", "[10, 12],  # by the road", "# The end."})
    EXPECT_THAT(*text, HasSubstr(kept));
  EXPECT_THAT(*text, testing::Not(HasSubstr("Windmill")));
  EXPECT_THAT(*text, testing::Not(HasSubstr("before you take it home"))) << "what was said of it goes with it";
  EXPECT_LT(text->find("[[tag]]"), text->find("[[terrain]]"));
}

TEST_F(OnDisk, ATableWrittenInAnotherMannerIsKeptBesideTheNewOneOnce) {
  const std::string path = folder_ / "table.toml",
                    inline_tags = "version = 1\ntag = [{id = 0, side = 2.5, centre = [2, 2]}] # mine\n[table]\nsize = [72, 48]\n";
  ASSERT_TRUE(app::write_text(path, inline_tags));
  app::TableFile file = app::read_table(path).value();
  file.tags[0].id = 3;
  const auto replaced = app::write_table(path, file);
  ASSERT_TRUE(replaced) << replaced.error().message;
  EXPECT_EQ(replaced->kept_at, path + ".bak");
  EXPECT_EQ(app::read_text(path + ".bak").value(), inline_tags);
  EXPECT_EQ(app::read_table(path).value().tags.at(0).id, 3);
  file.tags[0].id = 4;
  EXPECT_FALSE(app::write_table(path, file).value().kept_at);
  EXPECT_EQ(app::read_text(path + ".bak").value(), inline_tags);
}

TEST_F(OnDisk, ARosterWrittenByHandIsKeptBesideTheNewOneAndOursIsNot) {
  const std::string path = folder_ / "roster.toml";
  ASSERT_TRUE(app::write_text(path, "version = 1\n# the reds\n[[army]]\nname = \"red\"\n"));
  measure::Roster roster = app::read_roster(path).value();
  EXPECT_TRUE(app::write_roster(path, roster).value().kept_at);
  roster.armies[0].name = "blue";
  std::filesystem::remove(path + ".bak");
  EXPECT_FALSE(app::write_roster(path, roster).value().kept_at) << "nothing of a player's is lost";
}

TEST(TableFile, AnchorsAreFourOrMoreOrNone) {
  const auto with = [](int anchors) {
    std::string text = "version = 1\n[table]\nsize = [72, 48]\n";
    for (int i = 0; i < anchors; ++i) text += "[[anchor]]\npixel = [" + std::to_string(i) + ", 2.5]\nat = [1, 2]\n";
    return app::parse_table(text, "t.toml");
  };
  EXPECT_EQ(with(4).value().anchors.size(), 4U);
  EXPECT_THAT(refusal(with(3)), AllOf(HasSubstr("anchor"), HasSubstr("four")));
}

RC_GTEST_PROP(RosterFile, ReadsBackWhatItWrites, ()) {
  const measure::Roster roster = gen::roster();
  const std::string text = app::roster_text(roster);
  const auto back = app::parse_roster(text, "r.toml");
  if (!back) RC_FAIL(back.error().message + "\n" + text);
  RC_ASSERT(app::roster_text(*back) == text);
  const auto before = measure::pieces_of(roster), after = measure::pieces_of(*back);
  RC_ASSERT(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    RC_ASSERT(before[i].name == after[i].name);
    RC_ASSERT(before[i].base == after[i].base);
    RC_ASSERT(before[i].tag == after[i].tag);
    RC_ASSERT(before[i].mount.offset == after[i].mount.offset || !before[i].tag);
  }
}

RC_GTEST_PROP(LensFile, ReadsBackWhatItWrites, ()) {
  calibration::Lens lens;
  lens.image_size = {*rc::gen::inRange(1, 9000), *rc::gen::inRange(1, 9000)};
  lens.fx = gen::finite(1, 5000);
  lens.fy = gen::finite(1, 5000);
  lens.cx = gen::finite(-100, 5000);
  lens.cy = gen::finite(-100, 5000);
  for (double& k : lens.distortion) k = gen::finite(-1, 1);
  if (*rc::gen::arbitrary<bool>()) lens.rms_px = gen::finite(0, 1);
  if (*rc::gen::arbitrary<bool>()) lens.covariance.diagonal().setConstant(gen::finite(1e-9, 1));
  const auto back = app::parse_lens(app::lens_text(lens), "l.json");
  if (!back) RC_FAIL(back.error().message);
  RC_ASSERT(back->image_size == lens.image_size);
  RC_ASSERT(back->fx == lens.fx);
  RC_ASSERT(back->distortion == lens.distortion);
  RC_ASSERT(back->rms_px == lens.rms_px);
  RC_ASSERT(back->covariance == lens.covariance);
}

RC_GTEST_PROP(Parsers, NeverCrashOnAnyText, (const std::string& text)) {
  (void)app::parse_table(text, "t");
  (void)app::parse_roster(text, "r");
  (void)app::parse_lens(text, "l");
}

}  // namespace
}  // namespace files_test
