// A board game as it is watched: the thread that reads the board, and the pages it hands to the players of a sworn game.
#include "app/session/board_session.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <thread>

#include "app/files/board_file.h"
#include "app/player/letters.h"
#include "tests/support/sim_board.h"

namespace board_sworn_session_test {
namespace {

using namespace std::chrono_literals;
using measure::Inches;
using measure::SquareName;

const std::string kBoard = VEDETTE_SOURCE_DIR "/examples/boards/le_choc.toml";
constexpr std::size_t kRed = 0, kBlue = 1;

/// Waits until it is so; false after half a minute, which only a broken session needs.
bool soon(const std::function<bool()>& so) {
  for (int i = 0; i < 6000; ++i) {
    if (so()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

/// A picture of a red man on b1 and a blue one on b11, and the session that watches it.
class SwornSession : public testing::Test {
 protected:
  void SetUp() override {
    std::mt19937 random(5);
    const auto file = app::read_board(kBoard);
    ASSERT_TRUE(file);
    sim::BoardScene scene{
        .camera = sim::camera_over(file->board, {1920, 1080}, random), .board = file->board, .tags = file->tags, .men = {}};
    for (const auto& [row, colour] : {std::pair(0, "#b3202a"), {10, "#2038b0"}})
      scene.men.push_back(
          {.colour = colour, .at = {Inches(2.4), Inches(1.6 * row + 0.8)}, .stacked = false, .slip = {}, .cardboard = false, .tag = {}});
    std::filesystem::create_directories(folder_);
    cv::imwrite(folder_ / "a.jpg", sim::render(scene));
    session_ = std::make_unique<app::BoardSession>(
        vision::BoardSetup{.board = file->board, .tags = file->tags, .anchors = {}, .lens = scene.camera.lens()}, app::BoardHouses{});
    session_->begin_anew(app::UmpireKind::Sworn);
    session_->open(folder_);
    ASSERT_TRUE(soon([&] { return session_->private_page(kRed, "") != nullptr; })) << "the board is read, and a game begun";
  }

  void TearDown() override {
    session_.reset();
    std::filesystem::remove_all(folder_);
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("vedette-board-session-" + std::to_string(std::random_device()()));
  std::unique_ptr<app::BoardSession> session_;
};

TEST_F(SwornSession, APlayersLettersComeToHimAloneAndToNoSnapshot) {
  session_->lock(kRed, "Q7ZZ");
  session_->enter(kRed, "Q7ZZ", {1, 0}, 'H');
  ASSERT_TRUE(soon([&] { return session_->latest()->entries[kRed].entered == 1; }));
  EXPECT_EQ(session_->private_page(kRed, ""), nullptr);
  EXPECT_EQ(session_->private_page(kRed, "Q7ZX"), nullptr);
  const auto own = session_->private_page(kRed, "Q7ZZ");
  ASSERT_NE(own, nullptr);
  ASSERT_EQ(own->pieces.size(), 1U);
  EXPECT_EQ(own->pieces[0].letter, rules::le_choc::Value::H);
  const auto other = session_->private_page(kBlue, "");
  ASSERT_NE(other, nullptr);
  EXPECT_FALSE(other->pieces.at(0).letter);
  for (const app::PieceLetters& piece : session_->latest()->letters) EXPECT_EQ(piece.letters, "ABCDEFGH");
}

TEST_F(SwornSession, AnotherUmpireBeginsAnewAndForgetsTheLetters) {
  session_->enter(kRed, "", {1, 0}, 'H');
  ASSERT_TRUE(soon([&] { return session_->latest()->entries[kRed].entered == 1; }));
  session_->begin_anew(app::UmpireKind::Open);
  ASSERT_TRUE(soon([&] { return !session_->latest()->sworn; }));
  EXPECT_EQ(session_->private_page(kRed, ""), nullptr);
  session_->begin_anew(app::UmpireKind::Sworn);
  ASSERT_TRUE(soon([&] { return session_->private_page(kRed, "") != nullptr; })) << "the board that rests begins the game at once";
  EXPECT_EQ(session_->latest()->entries[kRed].entered, 0);
}

TEST_F(SwornSession, OnHisOwnPageAPlayerChoosesKeysAndEntersLettersThatNobodyElseSees) {
  const measure::Board board = app::read_board(kBoard)->board;
  const app::web::Question letters = app::player::letters_question(*session_, board);
  using app::web::Role;
  const auto ask = [&](Role role, const std::string& body) { return letters.answer(body, role); };
  EXPECT_EQ(ask(Role::Red, R"({"keys":"Q7ZZ"})").status, 409) << "no keys are chosen yet";
  EXPECT_EQ(ask(Role::Red, R"({"keys":"Q7ZZ","choose":true})").status, 200);
  EXPECT_EQ(ask(Role::Red, R"({"keys":"AAAA","choose":true})").status, 409) << "once";
  const auto given = ask(Role::Red, R"({"keys":"Q7ZZ","at":[1,0],"letter":"H"})");
  ASSERT_EQ(given.status, 200) << given.body;
  EXPECT_THAT(given.body, testing::HasSubstr(R"("letter":"H")"));
  EXPECT_EQ(session_->latest()->entries[kRed].entered, 1);
  EXPECT_EQ(ask(Role::Red, R"({"keys":"Q7ZZ","at":[1,10],"letter":"H"})").status, 409) << "that is blue's";
  // Blue has his own page, with nothing of red's on it, and red's keys open nothing there.
  EXPECT_EQ(ask(Role::Blue, R"({"keys":"","choose":true})").status, 200);
  const auto blue = ask(Role::Blue, R"({"keys":"Q7ZZ"})");
  EXPECT_EQ(blue.body.find(R"("letter":"H"})"), std::string::npos);
  EXPECT_THAT(blue.body, testing::AllOf(testing::HasSubstr("b11"), testing::Not(testing::HasSubstr("\"b1\""))));
  EXPECT_EQ(letters.read(Role::Blue).body.find("H"), std::string::npos);
  EXPECT_THAT(letters.read(Role::Red).body, testing::HasSubstr(R"("entered":1)"));
  EXPECT_EQ(ask(Role::Red, R"({"keys":"Q7ZZ","at":[1,0],"letter":null})").status, 200);
  EXPECT_EQ(session_->latest()->entries[kRed].entered, 0);
}

TEST_F(SwornSession, WrongKeysAndNonsenseAreRefusedOnThePage) {
  const measure::Board board = app::read_board(kBoard)->board;
  const app::web::Question letters = app::player::letters_question(*session_, board);
  const auto status = [&](const std::string& body) { return letters.answer(body, app::web::Role::Red).status; };
  for (const char* body : {"", "[]", "{}", R"({"keys":7})", R"({"keys":"ABC"})", R"({"keys":"ab12"})", R"({"keys":"","choose":1})",
                           R"({"keys":"","at":[1,0]})", R"({"keys":"","at":[1],"letter":"A"})", R"({"keys":"","at":[1,0],"letter":"I"})",
                           R"({"keys":"","at":[-1,0],"letter":"A"})", R"({"keys":"","more":1})"})
    EXPECT_EQ(status(body), 400) << body;
  ASSERT_EQ(status(R"({"keys":"Q7ZZ","choose":true})"), 200);
  for (const char* keys : {"Q7ZX", "", "AAAA"}) EXPECT_EQ(status(std::string(R"({"keys":")") + keys + "\"}"), 403);
  EXPECT_EQ(status(R"({"keys":"Q7ZZ"})"), 429) << "not even his own, for a while";
}

}  // namespace
}  // namespace board_sworn_session_test
