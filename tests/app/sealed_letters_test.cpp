// The letters of a sworn game in a file: only their player's keys open them, and what is sealed tells nothing.
#include <gmock/gmock.h>

#include <set>

#include "app/board/board_play.h"
#include "app/board/letter_box.h"
#include "tests/support/board_looks.h"

namespace sealed_letters_test {
namespace {

using app::BoardPlay;
using app::LetterBox;
using app::LetterKey;
using support::look;
using testing::Contains;
using testing::ElementsAre;

constexpr std::size_t kRed = 0, kBlue = 1;
const std::string kDevice = "this machine";

// ---- the box ----

TEST(LetterBoxTest, ItsKeysAloneOpenIt) {
  const LetterBox box = LetterKey::make("Q7ZZ", kDevice, kRed).seal("letters");
  const auto opened = [&](std::string_view secret, std::string_view device, std::size_t page) {
    const auto key = LetterKey::of(box, secret, device, page);
    return key ? key->open(box) : std::nullopt;
  };
  EXPECT_EQ(opened("Q7ZZ", kDevice, kRed), "letters");
  EXPECT_EQ(opened("Q7ZX", kDevice, kRed), std::nullopt);
  EXPECT_EQ(opened("", kDevice, kRed), std::nullopt);
  EXPECT_EQ(opened("Q7ZZ", "another machine", kRed), std::nullopt) << "four signs are too few against who has only the file";
  EXPECT_EQ(opened("Q7ZZ", kDevice, kBlue), std::nullopt) << "one player's letters are no other's";
}

TEST(LetterBoxTest, WhateverIsChangedInItIsFound) {
  const LetterKey key = LetterKey::make("Q7ZZ", kDevice, kRed);
  const LetterBox box = key.seal("letters");
  for (std::string LetterBox::*const part : {&LetterBox::nonce, &LetterBox::box})
    for (std::size_t i = 0; i < (box.*part).size(); ++i) {
      LetterBox changed = box;
      (changed.*part)[i] = (changed.*part)[i] == '0' ? '1' : '0';
      EXPECT_EQ(key.open(changed), std::nullopt) << i;
    }
  for (const std::string& bad : {std::string(), std::string("00"), std::string("nothing"), box.box + "0", box.box.substr(2)})
    EXPECT_EQ(key.open({box.salt, box.nonce, bad}), std::nullopt) << bad;
  EXPECT_EQ(LetterKey::of({"", box.nonce, box.box}, "Q7ZZ", kDevice, kRed), std::nullopt);
}

TEST(LetterBoxTest, TheSameLettersNeverLookTheSame) {
  const LetterKey key = LetterKey::make("Q7ZZ", kDevice, kRed);
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) seen.insert(key.seal("letters").box);
  EXPECT_EQ(seen.size(), 100U);
}

// ---- a game that goes on ----

measure::Board board() {
  measure::Board out = support::board(measure::BoardGame::LeChoc, 11, 11, "south", "north");
  out.sworn = true;
  return out;
}

/// "c4D" for a D on c4, "c4?" for one without a letter.
std::vector<std::string> page_of(const BoardPlay& play, std::size_t side, std::string_view secret) {
  const auto locked = play.page(side);
  const app::PrivatePage* const page = locked ? locked->open(secret) : nullptr;
  if (!page) return {"closed"};
  std::vector<std::string> out;
  for (const app::PrivatePiece& piece : page->pieces) out.push_back(text(piece.at) + (piece.letter ? letter(*piece.letter) : '?'));
  return out;
}

struct Step {
  std::vector<measure::SquareName> red, blue;
};
/// Two looks of setting up, then a move of either side.
const std::vector<Step> kGame{{{{1, 0}, {2, 2}}, {{1, 10}, {2, 5}}},
                              {{{0, 0}, {1, 0}, {2, 2}}, {{1, 10}, {2, 5}}},
                              {{{0, 0}, {1, 0}, {2, 3}}, {{1, 10}, {2, 5}}},
                              {{{0, 0}, {1, 0}, {2, 3}}, {{1, 9}, {2, 5}}}};
const Step kFight{{{0, 0}, {1, 0}, {2, 5}}, {{1, 9}}};

void take(BoardPlay& play, const Step& step) { ASSERT_TRUE(play.rule(look(step.red, step.blue))); }

/// So many steps, red's letters entered on the first board and on the second, sealed by `sealed_after` steps.
struct Sealing {
  BoardPlay play{board(), {}};
  LetterBox red, blue;

  explicit Sealing(std::size_t sealed_after, const std::string& letters = "ADE") {
    for (std::size_t i = 0; i < kGame.size(); ++i) {
      take(play, kGame[i]);
      if (i == 0) {
        play.lock(kRed, "Q7ZZ"), play.lock(kBlue, "");
        play.enter(kRed, "Q7ZZ", {1, 0}, letters[0]), play.enter(kRed, "Q7ZZ", {2, 2}, letters[1]);
        play.enter(kBlue, "", {2, 5}, 'B');
      }
      if (i == 1) play.enter(kRed, "Q7ZZ", {0, 0}, letters[2]);
      if (i + 1 == sealed_after) red = play.sealed(kRed, kDevice).value(), blue = play.sealed(kBlue, kDevice).value();
    }
  }
};

TEST(SealedLetters, AGameGoesOnWithThemOnceTheirPlayersKeysOpenThem) {
  for (std::size_t sealed_after = 2; sealed_after <= kGame.size(); ++sealed_after)  // also where nobody had moved yet
    for (const std::size_t until : std::set{sealed_after, kGame.size()}) {          // and when they are opened later
      const Sealing before(sealed_after);
      BoardPlay after(board(), {});
      for (std::size_t i = 0; i < sealed_after; ++i) take(after, kGame[i]);
      after.take_sealed(kRed, before.red), after.take_sealed(kBlue, before.blue);
      EXPECT_TRUE(after.told().entries[kRed].sealed && after.told().entries[kRed].locked);
      for (std::size_t i = sealed_after; i < until; ++i) take(after, kGame[i]);
      EXPECT_THAT(page_of(after, kRed, "Q7ZZ"), ElementsAre("closed"));
      after.unseal(kRed, "AAAA", kDevice);
      EXPECT_EQ(after.told().entries[kRed].tries, 1);
      EXPECT_THAT(page_of(after, kRed, "AAAA"), ElementsAre("closed"));
      after.unseal(kRed, "Q7ZZ", kDevice);
      EXPECT_FALSE(after.told().entries[kRed].sealed);
      for (std::size_t i = until; i < kGame.size(); ++i) take(after, kGame[i]);
      EXPECT_EQ(page_of(after, kRed, "Q7ZZ"), page_of(before.play, kRed, "Q7ZZ")) << sealed_after << " " << until;
      EXPECT_THAT(page_of(after, kRed, ""), ElementsAre("closed")) << "as locked as before";
      after.unseal(kBlue, "", kDevice);
      EXPECT_EQ(page_of(after, kBlue, ""), page_of(before.play, kBlue, ""));
    }
}

TEST(SealedLetters, AFightOfWhoHasNotOpenedThemAsksForThem) {
  const Sealing before(kGame.size());
  BoardPlay after(board(), {});
  for (const Step& step : kGame) take(after, step);
  after.take_sealed(kRed, before.red), after.take_sealed(kBlue, before.blue);
  after.unseal(kBlue, "", kDevice);
  take(after, kFight);
  std::vector<std::string> told;
  for (const app::BoardLogLine& line : after.told().log) told.push_back(line.says);
  EXPECT_THAT(told, Contains("has not opened the letter of the piece that attacked"));
}

TEST(SealedLetters, APieceThatCameAfterTheyWereSealedHasNoneOfThem) {
  const Sealing before(kGame.size());
  BoardPlay after(board(), {});
  for (const Step& step : kGame) take(after, step);
  after.take_sealed(kRed, before.red);
  for (int i = 0; i < 2; ++i) after.undo();
  after.unseal(kRed, "Q7ZZ", kDevice);
  EXPECT_THAT(page_of(after, kRed, "Q7ZZ"), testing::IsSupersetOf({"b1A", "c3D"}));
}

TEST(SealedLetters, AreOfOneLengthAndKnowNoOrder) {
  const Sealing some(4, "ADE"), others(4, "EAD");
  BoardPlay none(board(), {});
  take(none, kGame[0]);
  none.lock(kRed, "1234");
  const LetterBox empty = none.sealed(kRed, kDevice).value();
  EXPECT_EQ(some.red.box.size(), others.red.box.size());
  EXPECT_EQ(some.red.box.size(), empty.box.size());
  EXPECT_EQ(some.red.box.size(), some.blue.box.size());
}

TEST(SealedLetters, NobodysPageIsSealedBeforeHeHasChosenHisKeys) {
  BoardPlay play(board(), {});
  take(play, kGame[0]);
  EXPECT_FALSE(play.sealed(kRed, kDevice));
  play.begin_anew(app::UmpireKind::Open);
  EXPECT_FALSE(play.sealed(kRed, kDevice)) << "an open umpire knows no letters";
}

}  // namespace
}  // namespace sealed_letters_test
