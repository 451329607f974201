// `evidence` and `verify`: a ruling with all it rests on, and every way to tamper with it.
#include "app/evidence/evidence.h"

#include <gmock/gmock.h>
#include <sodium.h>
#include <sys/stat.h>
#include <zip.h>

#include <opencv2/imgcodecs.hpp>

#include "app/evidence/manifest.h"
#include "app/evidence/state_json.h"
#include "app/files/lens_file.h"
#include "app/files/roster_file.h"
#include "app/files/table_file.h"
#include "app/tongue/length.h"
#include "app/tongue/tongue.h"
#include "app/umpire/charge_umpire.h"
#include "app/wire/charge_answer.h"
#include "tests/app/program.h"
#include "tests/support/campaign.h"
#include "vision/pipeline/pipeline.h"
#include "vision/sources/picture.h"

namespace evidence_test {
namespace {

namespace evidence = app::evidence;
using evidence::Files, nlohmann::json;
using program::charge, program::run;
using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty, testing::Not;

/// The table as it was seen in one picture of the recorded game.
evidence::Seen seen_in(const std::string& picture) {
  const auto table = app::read_table(charge("table.toml"));
  vision::Setup setup{.table = table->table,
                      .tags = table->tags,
                      .anchors = {},
                      .roster = *app::read_roster(charge("roster.toml")),
                      .lens = *app::read_lens(charge("lens.json")),
                      .empty = {},
                      .tracking = {.stills = true}};
  const auto read = vision::read_picture(picture);
  const vision::Frame frame = vision::make_frame(read->bgr, 0.0, "05.jpg");
  vision::Pipeline pipeline(std::move(setup));
  auto state = pipeline.step(frame);
  return {program::bytes_of(picture), ".jpg", frame, *state, app::SeenBy{*pipeline.registration(), true}};
}

const evidence::SetUp& set_up() {
  static const evidence::SetUp texts{program::bytes_of(charge("table.toml")), program::bytes_of(charge("roster.toml")), ""};
  return texts;
}

class Evidence : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<program::Folder>();
    seen_ = std::make_unique<evidence::Seen>(seen_in(charge("stills/05.jpg")));
    zip_ = made({"fire", "BG/gun", "R2"}).zip;
  }
  static void TearDownTestSuite() { folder_.reset(), seen_.reset(); }

  static evidence::TableKey key(const std::string& name = "key") { return *evidence::TableKey::open(*folder_ / name); }
  static evidence::Made made(const evidence::Asked& asked, const evidence::SetUp& texts = set_up()) {
    auto out = evidence::make(*seen_, texts, asked, key(), "0.1.0 (test)");
    EXPECT_TRUE(out) << out.error().message;
    return std::move(*out);
  }
  static Files files() { return *evidence::files_of(zip_); }
  static std::string& content(Files& files, const std::string& name) {
    return std::ranges::find(files, name, &Files::value_type::first)->second;
  }
  /// What `verify` says of these files in an archive.
  static evidence::Verified verified(const Files& files) { return *evidence::verify(evidence::zip_of(files), ""); }

  static inline std::unique_ptr<program::Folder> folder_;
  static inline std::unique_ptr<evidence::Seen> seen_;
  static inline std::string zip_;
};

TEST_F(Evidence, HoldsAllThatARulingRestsOn) {
  std::vector<std::string> names;
  for (const auto& [name, content] : files()) names.push_back(name);
  EXPECT_THAT(names, testing::UnorderedElementsAre("picture.jpg", "overlay.png", "question.json", "answer.json", "state.json",
                                                   "calibration.json", "table.toml", "roster.toml", "house-rules.toml", "versions.json",
                                                   "index.html", "manifest.json"));
  EXPECT_EQ(*evidence::find(files(), "picture.jpg"), program::bytes_of(charge("stills/05.jpg")));
  const json answer = json::parse(*evidence::find(files(), "answer.json"));
  EXPECT_EQ(answer["verdict"], "yes");
  EXPECT_EQ(answer["question"], json::parse(*evidence::find(files(), "question.json")));
  const json calibration = json::parse(*evidence::find(files(), "calibration.json"));
  EXPECT_EQ(calibration["covariance"].size(), 15U);
  EXPECT_NEAR(calibration["camera_matrix"][0][0].get<double>(), 1575.0, 30.0);
}

TEST_F(Evidence, TheSamePictureQuestionAndKeyMakeTheSameBytes) { EXPECT_EQ(made({"fire", "BG/gun", "R2"}).zip, zip_); }

TEST_F(Evidence, IsEnglishAndInInchesWhateverTheWindowSpeaks) {
  tongue::use(tongue::Language::German), tongue::use(tongue::Units::Centimetres);
  const std::string in_a_german_window = made({"fire", "BG/gun", "R2"}).zip;
  tongue::use(tongue::Language::English), tongue::use(tongue::Units::Inches);
  EXPECT_EQ(in_a_german_window, zip_);
}

TEST_F(Evidence, HoldsUntouched) {
  const auto verified = evidence::verify(zip_, key().public_half());
  ASSERT_TRUE(verified);
  EXPECT_TRUE(verified->holds()) << verified->why_not;
  EXPECT_THAT(verified->changed, IsEmpty());
  EXPECT_EQ(verified->signed_by, key().public_half());
}

// The umpire rules on the same places; a file that said otherwise would settle nothing.
TEST_F(Evidence, RulesAsTheUmpireDoes) {
  const auto table = app::read_table(charge("table.toml"));
  const auto roster = app::read_roster(charge("roster.toml"));
  app::ChargeUmpire umpire(*roster, table->table, {});
  const auto rulings = umpire.look(seen_->state);
  ASSERT_TRUE(rulings);
  const auto scene =
      evidence::read_scene({evidence::text_of(evidence::json_of(seen_->state)), set_up().table, set_up().roster, "version = 1\n"});
  ASSERT_TRUE(scene) << scene.error().message;
  ASSERT_GE(rulings->aims.size(), 8U);
  for (const auto& judged : rulings->aims) {
    const auto ruling = evidence::rule(*scene, {"fire", judged.firer, judged.target});
    ASSERT_TRUE(ruling) << ruling.error().message;
    EXPECT_EQ(ruling->answer["verdict"], app::ask::word(judged.aim.verdict)) << judged.firer << " at " << judged.target;
    for (std::size_t i = 0; i < judged.aim.men.size(); ++i) {
      EXPECT_EQ(ruling->answer["men"][i]["verdict"], app::ask::word(judged.aim.men[i].verdict));
      EXPECT_NEAR(ruling->answer["men"][i]["range_margin_in"], judged.aim.men[i].range.margin.value, 2e-6);
    }
  }
}

TEST_F(Evidence, HouseRulesCount) {
  evidence::SetUp texts = set_up();
  texts.house = "version = 1\n[charge]\n\"gun.bands\" = [1, 2, 3, 4, 5, 6]\n";
  const auto out = made({"fire", "BG/gun", "R2"}, texts);
  EXPECT_EQ(out.ruling.status, 1);
  EXPECT_EQ(out.ruling.question["house"]["gun.bands"].size(), 6U);
  EXPECT_TRUE(evidence::verify(out.zip, "")->holds());
}

TEST_F(Evidence, AMoveIsJudgedToTheOthersPlaceWhoDoesNotBarIt) {
  const auto near = made({"move", "R1/3", "R1/leader"});
  EXPECT_EQ(near.ruling.answer["allowance_in"], 6.0);
  EXPECT_EQ(near.ruling.status, 0);
  EXPECT_TRUE(evidence::verify(near.zip, "")->holds());
  const auto far = made({"move", "R1/3", "70,40"});
  EXPECT_EQ(far.ruling.status, 1);
}

TEST_F(Evidence, MeasuresAsMeasureDoes) {
  const auto out = made({"measure", "BG/gun", "R2/5"});
  const auto outcome = run(program::on_charge({"measure", "--from", "BG/gun", "--to", "R2/5"}, {charge("stills/05.jpg")}));
  json answer = json::parse(*evidence::find(*evidence::files_of(out.zip), "answer.json"));
  answer.erase("question");
  EXPECT_NEAR(answer["gap_in"]["value"], outcome.lines().front()["gap_in"]["value"], 2e-4);
  EXPECT_EQ(answer.size(), outcome.lines().front().size());
  EXPECT_EQ(out.ruling.status, 0);
  EXPECT_TRUE(evidence::verify(out.zip, "")->holds());
}

// Its length was taken for its width: gaps between figures without a marker held only 39 of 100 times.
TEST(Measurement, ABaseWhoseHeadingNothingShowsMayBeTurnedAnyWay) {
  vision::Piece long_one, other;
  long_one.base.shape = measure::RectShape{measure::Inches(4.0), measure::Inches(1.0)};
  other.at.x = measure::Inches(10.0);
  const auto gap = app::measurement_of(app::end_of(long_one), app::end_of(other)).gap;
  EXPECT_GE(gap->margin.value, 1.5 - 1e-6) << "from its half length to its half width";
  long_one.heading = measure::Radians(0.0);
  EXPECT_LT(app::measurement_of(app::end_of(long_one), app::end_of(other)).gap->margin.value, 1e-6);
}

TEST_F(Evidence, AChangedFileIsNamed) {
  for (const auto& [name, unused] : files()) {
    Files tampered = files();
    std::string& bytes = content(tampered, name);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    const auto out = verified(tampered);
    EXPECT_THAT(out.changed, testing::Contains(name));
    EXPECT_FALSE(out.holds());
  }
}

TEST_F(Evidence, AMissingOrAddedFileIsNamed) {
  Files fewer = files(), more = files();
  std::erase_if(fewer, [](const auto& file) { return file.first == "table.toml"; });
  EXPECT_THAT(verified(fewer).changed, ElementsAre("table.toml"));
  more.emplace_back("letter.txt", "He cheated.");
  EXPECT_THAT(verified(more).changed, ElementsAre("letter.txt"));
}

/// The files with a manifest that lists them as they are now.
Files sealed_again(Files files, const evidence::TableKey& key) {
  std::erase_if(files, [](const auto& file) { return file.first == "manifest.json"; });
  files.emplace_back("manifest.json", evidence::manifest_of(files, {"fire", "BG/gun", "R2"}, "0.1.0", key));
  return files;
}

TEST_F(Evidence, AManifestRewrittenWithoutTheKeyIsRefused) {
  Files tampered = files();
  content(tampered, "picture.jpg") += "x";
  json manifest = json::parse(content(tampered, "manifest.json"));
  manifest["files"]["picture.jpg"] = evidence::sha256(content(tampered, "picture.jpg"));
  content(tampered, "manifest.json") = manifest.dump(1) + "\n";
  EXPECT_THAT(verified(tampered).changed, ElementsAre("manifest.json"));
  EXPECT_EQ(verified(tampered).signed_by, "");
  const std::string forged = evidence::zip_of(sealed_again(tampered, key("another")));
  EXPECT_EQ(evidence::verify(forged, "")->signed_by, key("another").public_half()) << "it says by whom";
  EXPECT_THAT(evidence::verify(forged, key().public_half())->changed, ElementsAre("manifest.json")) << "who knows the key refuses it";
}

// The key's owner cannot make it say something that does not follow.
TEST_F(Evidence, WhatDoesNotFollowIsNotComputedAgain) {
  for (const auto& [name, before, after] : {std::tuple("answer.json", "\"yes\"", "\"no\""),
                                            {"question.json", "\"crew\": 5", "\"crew\": 3"},
                                            {"state.json", "\"R2/leader\"", "\"R2/captain\""}}) {
    Files tampered = files();
    std::string& text = content(tampered, name);
    const auto at = text.find(before);
    ASSERT_NE(at, std::string::npos) << name;
    text.replace(at, std::string(before).size(), after);
    const auto out = verified(sealed_again(tampered, key()));
    EXPECT_THAT(out.changed, IsEmpty());
    EXPECT_FALSE(out.recomputed) << name;
    EXPECT_NE(out.why_not, "");
  }
}

TEST_F(Evidence, EveryFlippedByteIsFound) {
  std::mt19937 random(5);
  const std::size_t tail = 4096;  // the directory at the end, and the manifest
  for (int i = 0, n = tries(100, 1000); i < n; ++i) {
    std::string flipped = zip_;
    const std::size_t from = i % 2 == 0 ? 0 : flipped.size() - tail;
    const std::size_t at = std::uniform_int_distribution<std::size_t>(from, flipped.size() - 1)(random);
    flipped[at] = static_cast<char>(flipped[at] ^ std::uniform_int_distribution<int>(1, 255)(random));
    const auto out = evidence::verify(flipped, "");
    EXPECT_TRUE(!out || !out->holds()) << "byte " << at;
  }
}

TEST_F(Evidence, WhatIsNoEvidenceIsRefused) {
  EXPECT_FALSE(evidence::verify("", ""));
  EXPECT_FALSE(evidence::verify("PK\3\4 and no more", ""));
  EXPECT_FALSE(evidence::verify(evidence::zip_of({{"letter.txt", "He cheated."}}), ""));
  for (const std::size_t size : {zip_.size() - 1, zip_.size() / 2, std::size_t{100}})
    EXPECT_FALSE(evidence::verify(zip_.substr(0, size), ""));
  const auto trailing = evidence::verify(zip_ + "more", "");
  EXPECT_TRUE(!trailing || !trailing->holds());
}

/// An archive with one file of so many zeros, packed.
std::string bomb(const std::string& path, std::size_t zeros) {
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE, nullptr);
  const std::string content(zeros, '\0');
  zip_file_add(archive, "manifest.json", zip_source_buffer(archive, content.data(), content.size(), 0), 0);
  zip_close(archive);
  return program::bytes_of(path);
}

TEST_F(Evidence, NothingIsUnpacked) {
  const std::string packed = bomb(*folder_ / "bomb.zip", std::size_t{50} << 20);
  ASSERT_LT(packed.size(), 100000U);
  EXPECT_FALSE(evidence::verify(packed, ""));
  Files many;
  for (int i = 0; i < 100; ++i) many.emplace_back(std::to_string(i), "");
  EXPECT_FALSE(evidence::verify(evidence::zip_of(many), ""));
}

TEST_F(Evidence, ThePageReadsAlone) {
  const std::string page = *evidence::find(files(), "index.html");
  EXPECT_THAT(page, HasSubstr("<h1>May BG/gun fire at R2?</h1>"));
  EXPECT_THAT(page, HasSubstr("✓ Yes"));
  EXPECT_THAT(page, HasSubstr("C-A3: The target must lie"));
  EXPECT_THAT(page, HasSubstr("src=\"data:image/jpeg;base64,"));
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme: dark"));
  for (const char* never : {"http:", "https:", "<script", "<link", "url(", "src=\"/", "href="}) EXPECT_THAT(page, Not(HasSubstr(never)));
}

TEST_F(Evidence, NamesAreTextOnThePage) {
  evidence::Seen renamed = *seen_;
  for (vision::Piece& piece : renamed.state.pieces)
    if (piece.name == "R2/5") piece.name = "<b>\"R&2\"";
  const auto out = evidence::make(renamed, set_up(), {"measure", "BG/gun", "<b>\"R&2\""}, key(), "");
  ASSERT_TRUE(out) << out.error().message;
  const std::string page = *evidence::find(*evidence::files_of(out->zip), "index.html");
  EXPECT_THAT(page, HasSubstr("&lt;b&gt;&quot;R&amp;2&quot;"));
  EXPECT_THAT(page, Not(HasSubstr("<b>")));
}

TEST_F(Evidence, ItsKeyIsTheOwnersAlone) {
  static_cast<void>(key("fresh"));
  struct stat about {};
  ASSERT_EQ(::stat((*folder_ / "fresh").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0600U);
  EXPECT_EQ(key("fresh").public_half(), key("fresh").public_half());
  EXPECT_FALSE(key("fresh").fresh());
  program::write_bytes(*folder_ / "spoilt", "no key");
  EXPECT_FALSE(evidence::TableKey::open(*folder_ / "spoilt"));
}

// ---- the commands ----

std::vector<std::string> asking(const std::string& from, const std::string& to, const std::string& out,
                                std::vector<std::string> more = {}) {
  std::vector<std::string> words{"evidence", "--from", from, "--to", to, "--out", out};
  words.insert(words.end(), more.begin(), more.end());
  return program::on_charge(words, {charge("stills/05.jpg")});
}

TEST_F(Evidence, TheCommandWritesItAndVerifyBelievesIt) {
  const auto outcome = run(asking("BG/gun", "R2", *folder_ / "e.zip", {"--key", *folder_ / "key"}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.lines().front()["verdict"], "yes");
  EXPECT_EQ(outcome.lines().front()["question"]["ask"], "aim");
  const auto checked = run({"verify", "--json", "--key", key().public_half(), *folder_ / "e.zip"});
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
  const json line = checked.lines().front();
  EXPECT_EQ(line["verdict"], "yes");
  EXPECT_EQ(line["changed"], json::array());
  EXPECT_EQ(line["recomputed"], true);
  EXPECT_EQ(line["signed_by"]["is"], "given");
  EXPECT_EQ(run({"verify", *folder_ / "e.zip"}).status, 0);
  EXPECT_EQ(run({"verify", "--key", key("another").public_half(), *folder_ / "e.zip"}).status, 1);
}

// Without a lens file the question is the same, and its margins are wider.
TEST_F(Evidence, APhonesPictureNeedsNoLens) {
  const auto outcome = run({"evidence", "--table", charge("table.toml"), "--roster", charge("roster.toml"), "--from", "BG/gun", "--to",
                            "R2", "--json", "--out", *folder_ / "phone.zip", charge("stills/05.jpg")});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("A key for this table was made"));
  EXPECT_GT(outcome.lines().front()["men"][0]["range_margin_in"],
            made({"fire", "BG/gun", "R2"}).ruling.answer["men"][0]["range_margin_in"]);
}

TEST_F(Evidence, ExitStatusesSayWhatIsWrong) {
  const std::string out = *folder_ / "never.zip";
  const auto no = run(asking("B1", "R2", *folder_ / "no.zip"));
  EXPECT_EQ(no.status, 1) << no.err;
  EXPECT_TRUE(std::filesystem::exists(*folder_ / "no.zip")) << "a no is evidence as well";
  const auto unknown = run(asking("R2/15", "B1", out));
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean"));
  EXPECT_EQ(run(asking("R1", "R2", out)).status, 2) << "of one army";
  EXPECT_EQ(run(asking("RC", "B1", out)).status, 2) << "horsemen do not fire";
  program::write_bytes(*folder_ / "more.toml",
                       set_up().roster +
                           "[[army.unit]]\nname = \"R9\"\narm = \"infantry\"\nmodels = 2\nbase = { shape = \"round\", diameter = 1.0, "
                           "height = 0.1 }\nmarker = \"tag\"\ntags = [200, 201]\ntag = { side = 0.8, height = 0.1 }\n");
  const auto unseen = run({"evidence", "--table", charge("table.toml"), "--roster", *folder_ / "more.toml", "--from", "BG/gun", "--to",
                           "R9", "--out", out, charge("stills/05.jpg")});
  EXPECT_EQ(unseen.status, 4) << unseen.err;
  cv::imwrite(*folder_ / "blank.png", cv::Mat(480, 640, CV_8UC3, cv::Scalar(90, 120, 90)));
  EXPECT_EQ(run({"evidence", "--table", charge("table.toml"), "--roster", charge("roster.toml"), "--from", "BG/gun", "--to", "R2", "--out",
                 out, *folder_ / "blank.png"})
                .status,
            5);
  EXPECT_EQ(run({"evidence", "--table", charge("table.toml"), "--roster", charge("roster.toml"), "--from", "BG/gun", "--to", "R2", "--out",
                 out, *folder_ / "none.png"})
                .status,
            4);
  EXPECT_EQ(run({"verify", charge("table.toml")}).status, 6);
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace evidence_test
