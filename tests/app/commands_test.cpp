// The commands as scripts meet them: the shape of their JSON, their exit statuses, what they say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pthread.h>
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <opencv2/imgcodecs.hpp>
#include <set>
#include <thread>

#include "app/commands/report.h"
#include "app/umpire/charge_umpire.h"
#include "tests/app/program.h"
#include "tests/app/recorded_game.h"

namespace commands_test {
namespace {

using nlohmann::json;
using program::charge;
using program::on_charge;
using program::run;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

std::set<std::string> keys_of(const json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

MATCHER_P(HasKeys, keys, "") {
  const std::set<std::string> there = keys_of(arg);
  return std::ranges::all_of(std::set<std::string>(keys), [&](const std::string& key) { return there.contains(key); });
}
using Keys = std::set<std::string>;

/// The line of one still of the recorded game, looked at once for all tests.
const json& still() {
  static const json line = [] {
    const auto outcome = run(on_charge({"locate"}, {charge("stills/05.jpg")}));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = outcome.lines();
    return lines.size() == 1 ? lines.front() : json::object();
  }();
  return line;
}

const json* piece_named(const json& line, const std::string& name) {
  for (const json& piece : line.at("pieces"))
    if (piece.at("name") == name) return &piece;
  return nullptr;
}

TEST(Locate, PrintsOneLineWithEveryKeyOfTheContract) {
  const json& line = still();
  ASSERT_THAT(line, HasKeys(Keys{"frame", "time_s", "camera", "pieces", "settled", "moves", "added", "removed", "findings"}));
  EXPECT_EQ(line.at("frame"), "05.jpg");
  EXPECT_THAT(line.at("camera"), HasKeys(Keys{"registered", "moved", "tags_seen", "reprojection_px", "height_in"}));
  EXPECT_EQ(line.at("camera").at("registered"), true);
  EXPECT_EQ(line.at("camera").at("tags_seen"), json({0, 1, 2, 3}));
  EXPECT_NEAR(line.at("camera").at("height_in").get<double>(), 71.0, 0.2);
  EXPECT_EQ(line.at("moves"), json::array()) << "a picture on its own has no before";
}

TEST(Locate, FindsEveryPieceOfBothArmiesUnderItsOwnName) {
  std::set<std::string> names;
  for (const json& piece : still().at("pieces")) {
    ASSERT_THAT(piece, HasKeys(Keys{"id", "name", "army", "unit", "kind", "at", "heading_deg", "margin_in", "margin_deg", "seen",
                                    "identity", "marker"}));
    EXPECT_TRUE(names.insert(piece.at("name")).second) << piece.at("name") << " appears twice";
    EXPECT_GT(piece.at("margin_in").get<double>(), 0.0);
  }
  EXPECT_GE(names.size(), 76u) << "78 pieces stand there, two of them half hidden";
}

TEST(Locate, PlacesAnOfficerByHisTag) {
  const json* officer = piece_named(still(), "R1/leader");
  ASSERT_NE(officer, nullptr);
  EXPECT_EQ(officer->at("kind"), "officer");
  EXPECT_EQ(officer->at("marker"), (json{{"type", "tag"}, {"id", 10}}));
  EXPECT_NEAR(officer->at("at").at(0).get<double>(), 20.65, 0.03);
  EXPECT_NEAR(officer->at("at").at(1).get<double>(), 16.38, 0.03);
  EXPECT_NEAR(officer->at("heading_deg").get<double>(), 90.2, 1.0);
}

TEST(Locate, GoesOnAfterABadPicture) {
  const program::Folder folder;
  const std::string whole = program::bytes_of(charge("stills/05.jpg"));
  program::write_bytes(folder / "a.jpg", whole.substr(0, whole.size() / 2));
  program::write_bytes(folder / "b.jpg", whole);
  const auto outcome = run(on_charge({"locate"}, {folder.path()}));
  EXPECT_EQ(outcome.status, 6);
  const auto lines = outcome.lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].at("frame"), "a.jpg");
  EXPECT_THAT(lines[0], HasKeys(Keys{"frame", "error"}));
  EXPECT_EQ(lines[1].at("camera").at("registered"), true);
}

TEST(Locate, WithoutJsonSpeaksToPeople) {
  auto words = on_charge({"locate"}, {charge("stills/05.jpg")});
  std::erase(words, "--json");
  const auto outcome = run(words);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("R1/leader"), HasSubstr("reprojection")));
  EXPECT_EQ(outcome.out.find('\033'), std::string::npos) << "no colour where there is no terminal";
}

/// A table without tags, and where four of its points appear in the stills.
std::vector<std::string> on_bare_table(const program::Folder& folder) {
  program::write_bytes(folder / "table.toml", "version = 1\n[table]\nsize = [72.0, 48.0]\n");
  return {"locate", "--table", folder / "table.toml", "--roster", charge("roster.toml"), "--lens", charge("lens.json"), "--json"};
}

TEST(Locate, RegistersByAnchorsInsteadOfTags) {
  const program::Folder folder;
  auto words = on_bare_table(folder);
  for (const char* anchor : {"245.22,965.68=2.2,2.2", "1669.22,988.89=69.8,2.2", "1640.19,95.30=69.8,45.8", "298.29,83.56=2.2,45.8"})
    words.insert(words.end(), {"--anchor", anchor});
  words.push_back(charge("stills/05.jpg"));
  const auto outcome = run(words);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json line = outcome.lines().at(0);
  EXPECT_EQ(line.at("camera").at("registered"), true);
  const json* officer = piece_named(line, "R1/leader");
  ASSERT_NE(officer, nullptr);
  EXPECT_NEAR(officer->at("at").at(0).get<double>(), 20.654, officer->at("margin_in").get<double>());
  EXPECT_NEAR(officer->at("at").at(1).get<double>(), 16.382, officer->at("margin_in").get<double>());
}

TEST(Locate, RefusesTooFewOrUnreadableAnchors) {
  const program::Folder folder;
  for (const char* anchor : {"1,2=3,4", "1,2=3", "1;2=3,4", "nan,2=3,4"}) {
    auto words = on_bare_table(folder);
    words.insert(words.end(), {"--anchor", anchor, charge("stills/05.jpg")});
    const auto outcome = run(words);
    EXPECT_EQ(outcome.status, 2) << anchor;
    EXPECT_THAT(outcome.err, HasSubstr("--anchor")) << anchor;
  }
}

TEST(Measure, GivesGapCentreAndBearingWithMargins) {
  const auto outcome = run(on_charge({"measure", "--from", "RG/gun", "--to", "tag:20"}, {charge("stills/05.jpg")}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json line = outcome.lines().at(0);
  ASSERT_THAT(line, HasKeys(Keys{"from", "to", "gap_in", "centre_in", "bearing_deg"}));
  EXPECT_EQ(line.at("from").at("name"), "RG/gun");
  EXPECT_EQ(line.at("to").at("name"), "B1/leader");
  const double dx = 28.8 - 32.0, dy = 45.15 - 6.5;
  EXPECT_NEAR(line.at("centre_in").at("value").get<double>(), std::hypot(dx, dy), 0.1);
  EXPECT_LT(line.at("gap_in").at("value").get<double>(), line.at("centre_in").at("value").get<double>() - 1.5);
  EXPECT_NEAR(line.at("bearing_deg").at("value").get<double>(), std::atan2(-dx, dy) * 180.0 / M_PI, 0.7);
  for (const char* key : {"gap_in", "centre_in", "bearing_deg"}) EXPECT_GT(line.at(key).at("margin").get<double>(), 0.0) << key;
}

TEST(Measure, BarePointsHaveNoEdgesAndNoFront) {
  const auto outcome = run(on_charge({"measure", "--from", "10,10", "--to", "13,14"}, {charge("stills/05.jpg")}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json line = outcome.lines().at(0);
  EXPECT_TRUE(line.at("gap_in").is_null());
  EXPECT_TRUE(line.at("bearing_deg").is_null());
  EXPECT_NEAR(line.at("centre_in").at("value").get<double>(), 5.0, 1e-9);
}

TEST(Measure, APicturePointLiesOnItsOwnPlane) {
  const auto at_height = [](const char* height) {
    const auto outcome = run(on_charge({"measure", "--from", "px:200,200", "--to", "0,0", "--height", height}, {charge("stills/05.jpg")}));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.lines().at(0).at("from").at("at").at(0).get<double>();
  };
  EXPECT_GT(std::abs(at_height("0") - at_height("2")), 0.5) << "far from the middle two inches of height shift a point";
}

TEST(Measure, APixelOutsideThePictureIsNoPicturePoint) {
  // It was measured all the same, with the lens carried on far beyond what it is known for.
  for (const char* pixel : {"px:99999,200", "px:-1,200", "px:200,1080"}) {
    const auto outcome = run(on_charge({"measure", "--from", pixel, "--to", "10,10"}, {charge("stills/05.jpg")}));
    EXPECT_EQ(outcome.status, 2) << pixel;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(pixel), HasSubstr("1920 x 1080")));
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

TEST(Measure, TellsAnUnknownNameFromOneThatIsNotSeen) {
  EXPECT_EQ(run(on_charge({"measure", "--from", "R9/gun", "--to", "10,10"}, {charge("stills/05.jpg")})).status, 2);
  const auto hidden = run(on_charge({"measure", "--from", "R1/leader", "--to", "10,10"}, {charge("empty.jpg")}));
  EXPECT_EQ(hidden.status, 4);
  EXPECT_THAT(hidden.err, HasSubstr("R1/leader"));
  EXPECT_EQ(run(on_charge({"measure", "--from", "tag:ten", "--to", "10,10"}, {charge("stills/05.jpg")})).status, 2);
}

TEST(Track, KeepsIdentitiesFromPictureToPictureAndFindsTheMove) {
  const auto outcome = run(on_charge({"track"}, {charge("stills/04.jpg"), charge("stills/05.jpg")}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto lines = outcome.lines();
  ASSERT_EQ(lines.size(), 2u);
  const json *before = piece_named(lines[0], "R1/leader"), *after = piece_named(lines[1], "R1/leader");
  ASSERT_TRUE(before && after);
  EXPECT_EQ(before->at("id"), after->at("id"));
  const json* untouched[2] = {piece_named(lines[0], "B2/leader"), piece_named(lines[1], "B2/leader")};
  ASSERT_TRUE(untouched[0] && untouched[1]);
  EXPECT_EQ(untouched[0]->at("id"), untouched[1]->at("id"));
  EXPECT_THAT(lines[1].at("moves"), testing::Not(IsEmpty()));
  for (const json& move : lines[1].at("moves")) EXPECT_THAT(move, HasKeys(Keys{"id", "from", "to", "from_deg", "to_deg"}));
}

TEST(Demo, WithoutADisplayMeasuresWritesPicturesAndEnds) {
  const program::Folder folder;
  const auto outcome = run({"demo", "--out", folder / "pictures"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("pieces"), HasSubstr("BG/gun to "), HasSubstr(" in\n")));
  EXPECT_THAT(outcome.err, HasSubstr(folder / "pictures"));
  const cv::Mat picture = cv::imread(folder / "pictures/00.jpg");
  EXPECT_EQ(picture.size(), cv::Size(1920, 1080));
}

TEST(Demo, OfABoardGameWithoutADisplayTellsTheActionsAndWritesPicturesToOut) {
  for (const auto& [game, action, boards] : {std::tuple("le_choc", "red e6xe7", 8), std::tuple("les_allies", "green 0,8x2,6=G", 6)}) {
    const program::Folder folder;
    const auto outcome = run({"demo", "--game", game, "--out", folder / "pictures"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(action));
    EXPECT_THAT(outcome.err, HasSubstr(folder / "pictures"));
    const auto written = std::distance(std::filesystem::directory_iterator(folder / "pictures"), std::filesystem::directory_iterator());
    EXPECT_EQ(written, boards) << "the start, and every board on which something was done";
    EXPECT_EQ(cv::imread(folder / "pictures/00.jpg").size(), cv::Size(1920, 1080));
  }
}

/// What is ruled on who may fire at whom, of one table.
const rules::charge::JudgedAim* aim_of(const app::ChargeRulings& rulings, const std::string& firer, const std::string& target) {
  for (const rules::charge::JudgedAim& aim : rulings.aims)
    if (aim.firer == firer && aim.target == target) return &aim;
  return nullptr;
}

TEST(Demo, TheFirstTableHasAShotARefusalAndACallTooClose) {
  const vision::Setup setup = recorded::setup();
  const auto source = vision::open_source(charge("clip.mp4"));
  ASSERT_TRUE(source) << source.error().message;
  vision::Pipeline pipeline(setup);
  for (int n = 0; n < 120; ++n) {  // the table is at rest for twelve seconds
    const vision::Delivery delivery = (*source)->next(std::chrono::seconds(1));
    ASSERT_TRUE(delivery.frame) << n;
    const auto state = pipeline.step(*delivery.frame);
    ASSERT_TRUE(state && state->settled) << n;
    // Each picture is ruled on as if it were the first: the answers hold as the margins shrink.
    const auto rulings = app::ChargeUmpire(setup.roster, setup.table, {}).look(*state);
    ASSERT_TRUE(rulings) << n;
    const auto *shot = aim_of(*rulings, "BG/gun", "R2"), *held = aim_of(*rulings, "RG/gun", "B1"), *edge = aim_of(*rulings, "BG/gun", "RC");
    ASSERT_TRUE(shot && held && edge) << n;
    EXPECT_EQ(shot->aim.verdict, measure::Verdict::Yes) << n;
    EXPECT_EQ(held->aim.verdict, measure::Verdict::No) << n;
    const rules::charge::AimAt& nearest = held->aim.men.at(held->aim.best.value());
    ASSERT_EQ(nearest.because.size(), 1U) << n;
    EXPECT_EQ(nearest.because.front().rule, "C-A4") << n << ": nothing but a friend forbids it";
    EXPECT_NEAR(nearest.clearance.value().value.value, 0.602, 0.03) << n << ": the picture was made so";
    EXPECT_EQ(edge->aim.verdict, measure::Verdict::TooCloseToCall) << n;
    const auto open = [](const rules::charge::AimAt& man) { return man.verdict == measure::Verdict::TooCloseToCall; };
    EXPECT_EQ(std::ranges::count_if(edge->aim.men, open), 1) << n << ": one rider at the edge, the others beyond";
    const rules::charge::AimAt& rider = edge->aim.men.at(edge->aim.best.value());
    EXPECT_NEAR(measure::degrees(rider.off.value), 45.0, measure::degrees(rider.off.margin)) << n << ": he stands on it to the hair";
  }
}

TEST(Demo, ItsRecordingTellsMovesFireMenLiftedAndACharge) {
  auto words = on_charge({"umpire"}, {charge("clip.mp4")});
  std::erase(words, "--json");
  const auto told = run(words);
  ASSERT_EQ(told.status, 0) << told.err;
  const std::array<const char*, 19> in_order{"C-A3   BG/gun may or may not fire at RC",
                                             "C-A4   RG/gun may not fire at B1",
                                             "BG/gun turned on the spot: legal",
                                             "BG/gun may fire at RC",
                                             "C-M2   BC (7 pieces) moved, at most 11.3",
                                             "of 12: legal",
                                             "C-A4   BG/gun may not fire at RC",
                                             "C-M1   R1 (13 pieces) moved, at most 4.9",
                                             "RG/gun may fire at B1",
                                             "C-M1   R2 (13 pieces) moved, at most 7.2",
                                             "not legal (13 of 13 too far)",
                                             "BG/gun may fire at R2",
                                             "camera 71.1 in up",
                                             "C-K5   R2/1, R2/10, R2/4 taken off the table",
                                             "red: 3 of 38 lost",
                                             "C-M2   BC (7 pieces) moved, at most 11.5",
                                             "of 12: legal",
                                             "CG28   R2 may not fire at BC",
                                             "C-H1   2 pairs of enemies are in contact"};
  std::size_t from = 0;
  for (const char* line : in_order) {
    const std::size_t at = told.out.find(line, from);
    ASSERT_NE(at, std::string::npos) << line << "\nafter\n" << told.out.substr(from, 2000);
    from = at;
  }
  EXPECT_EQ(told.out.find("added", told.out.find("turned on the spot")), std::string::npos) << "nobody appears";
  EXPECT_EQ(told.out.find("removed", told.out.find("taken off the table")), std::string::npos) << "nor goes, but for the three";
}

TEST(Live, WithoutADisplayNeedsToBeToldWhatToFollow) {
  const auto outcome = run({"live", "--table", charge("table.toml")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--source"));
}

TEST(Doctor, NamesWhatItSees) {
  const auto outcome = run(on_charge({"doctor"}, {charge("stills/05.jpg")}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json findings = outcome.lines().at(0).at("findings");
  std::set<std::string> codes;
  for (const json& finding : findings) {
    ASSERT_THAT(finding, HasKeys(Keys{"code", "severity", "says", "cost_in", "fix"}));
    codes.insert(finding.at("code"));
    EXPECT_NE(finding.at("severity"), "fault") << finding;
  }
  EXPECT_TRUE(codes.contains("registered") && codes.contains("tags-seen") && codes.contains("resolution"));
}

TEST(Doctor, MissesTheLens) {
  const auto outcome = run({"doctor", "--table", charge("table.toml"), "--json", charge("stills/05.jpg")});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("\"lens-missing\""));
}

TEST(Doctor, NamesTheKnownLengthsMeasuredOnTheTable) {
  const program::Folder folder;
  const auto proof = [](const char* measured) {
    return std::string("\n[[proof]]\nat = [[20.0, 20.0], [32.0, 20.0]]\nstated = 12.0\nmeasured = ") + measured +
           "\nmargin = 0.02\nwhen = \"2026-11-21\"\n";
  };
  program::write_bytes(folder / "table.toml", program::bytes_of(charge("table.toml")) + proof("12.01") + proof("12.3"));
  const auto outcome = run({"doctor", "--table", folder / "table.toml", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json findings = outcome.lines().at(0).at("findings");
  std::vector<json> known;
  for (const json& finding : findings)
    if (finding.at("code") == "known-length") known.push_back(finding);
  ASSERT_EQ(known.size(), 2u);
  EXPECT_EQ(known[0].at("severity"), "info");
  EXPECT_EQ(known[1].at("severity"), "warn");
  EXPECT_NEAR(known[1].at("cost_in").get<double>(), 0.3, 1e-3);
}

TEST(CommandLine, HelpHasExamplesEverywhere) {
  for (const char* command : {"live", "demo", "calibrate", "targets", "locate", "track", "board", "measure", "doctor"}) {
    const auto outcome = run({command, "--help"});
    EXPECT_EQ(outcome.status, 0) << command;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("Examples:"), HasSubstr(std::string("vedette ") + command))) << command;
  }
}

TEST(CommandLine, WrongUsageIsTwoWithAWordOfAdvice) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{},
                                             {"dance"},
                                             {"locate"},
                                             {"locate", "--tabel", "x", "a.jpg"},
                                             {"demo", "--game", "chess"},
                                             {"calibrate", "--inner", "9by6", "--out", "l", "a.jpg"},
                                             {"track", "a.mp4"}}) {
    const auto outcome = run(words);
    EXPECT_EQ(outcome.status, 2) << testing::PrintToString(words);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr("vedette: ")) << testing::PrintToString(words);
  }
}

TEST(Targets, WritesASheetAndSaysItsName) {
  const program::Folder folder;
  const auto outcome = run({"targets", "corner-tags", "--out", folder / "corners.svg", "--paper", "letter", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json written = outcome.lines().at(0).at("written");
  ASSERT_FALSE(written.empty());
  EXPECT_THAT(program::bytes_of(written.at(0)), HasSubstr("<svg"));
}

// Libraries start threads before `main`, as OpenBLAS does, and the signal may come to one of those: the program was gone at once, with
// nothing put away.
TEST(Interrupt, IsHeardWhicheverThreadTheSignalComesTo) {
  std::jthread of_a_library([](const std::stop_token& stop) {
    while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  for (const int signal : {SIGTERM, SIGINT}) {
    app::Interrupt interrupt;
    EXPECT_FALSE(interrupt.asked());
    ASSERT_EQ(pthread_kill(of_a_library.native_handle(), signal), 0);
    for (int tries = 0; tries < 5000 && !interrupt.asked(); ++tries) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(interrupt.asked());
  }
}

}  // namespace
}  // namespace commands_test
