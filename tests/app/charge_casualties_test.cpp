// Fire that is returned, fractions that wait, and the men lifted against the men the rules took.
#include "app/umpire/charge_fire.h"

#include <gmock/gmock.h>

#include "app/umpire/charge_options.h"
#include "app/wire/dial.h"
#include "tests/rules/field_builders.h"

namespace charge_casualties_test {
namespace {

using namespace rules::charge;
using measure::Inches;
using measure::PieceKind;
using measure::Verdict;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const House kBook;

/// Eight foot of each side in one rank, face to face, `apart` inches from centre to centre: red 1..8, blue 31..38.
Field ranks(double apart) {
  Field out;
  out.table = measure::Table{.length = Inches(72), .width = Inches(48), .terrain = {}};
  for (int i = 0; i < 8; ++i)
    out.pieces.push_back(piece(1 + i, "R/" + std::to_string(i + 1), "R", "red", PieceKind::Infantry, 20 + 1.1 * i, 20, 90));
  for (int i = 0; i < 8; ++i)
    out.pieces.push_back(piece(31 + i, "B/" + std::to_string(i + 1), "B", "blue", PieceKind::Infantry, 20 + 1.1 * i, 20 + apart, 270));
  return out;
}

struct Exchange {
  Game game = begin(ranks(2.5));
  House house;
  explicit Exchange(const House& rules = kBook) : house(rules) {
    while (game.step != Step::Musketry) game = apply(game, NextStep{}, house).game;
  }
  /// Red fires, and those who fall are told apart.
  void red_fires(int die) {
    const auto legal = app::options_of({game.field, {1, 2}, nullptr, house}).value();
    Applied fired = app::fire(game, legal, legal.targets[0], {die}, "by hand", house);
    ASSERT_TRUE(fired.done);
    while (!fired.game.owed.empty()) fired = app::allocate(fired.game, 0, 1, "by hand", house);
    game = fired.game;
  }
};

TEST(ReturnFire, CI5TheMenJustHitFireWithTheOthers) {
  Exchange now;
  EXPECT_FALSE(app::return_fire(now.game, kBook)) << "nobody has fired";
  now.red_fires(5);
  EXPECT_THAT(now.game.to_lift, SizeIs(5));
  const auto back = app::return_fire(now.game, kBook);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->legal.unit, "B");
  EXPECT_EQ(back->just_hit, 5);
  EXPECT_EQ(back->target.aim.men_short, 8);
  const Applied returned = app::fire(now.game, back->legal, back->target, {4}, "by hand", kBook, back->attack);
  ASSERT_TRUE(returned.done) << returned.because.front().says;
  EXPECT_EQ(returned.game.attacks.back().attack.returns, 0U);
  EXPECT_EQ(returned.game.owed.front().men, 4);
  EXPECT_FALSE(app::return_fire(returned.game, kBook)) << "it was answered";
}

TEST(ReturnFire, WhoHasFiredDoesNotAnswerAndCG11NoneLeavesItToSurvivors) {
  Exchange fired;
  fired.red_fires(2);
  const auto back = app::return_fire(fired.game, kBook);
  ASSERT_TRUE(back);
  Game answered = app::fire(fired.game, back->legal, back->target, {1}, "by hand", kBook, back->attack).game;
  EXPECT_EQ(unanswered(answered, kBook), std::nullopt);
  House survivors;
  survivors.simultaneity = Simultaneity::None;
  Exchange in_order(survivors);
  in_order.red_fires(5);
  const auto few = app::return_fire(in_order.game, survivors);
  ASSERT_TRUE(few);
  EXPECT_EQ(few->just_hit, 0);
  EXPECT_EQ(few->target.aim.men_short, 3);
}

TEST(MayStillFire, WhoHasFiredIsNoLongerListed) {
  Exchange now;
  const auto before = app::may_still_fire(now.game, now.game.field, kBook);
  ASSERT_THAT(before, SizeIs(2));
  EXPECT_EQ(before[0].unit, "R");
  EXPECT_THAT(before[0].ids, SizeIs(8));
  EXPECT_THAT(before[0].targets, ElementsAre("B"));
  now.red_fires(2);
  const auto after = app::may_still_fire(now.game, now.game.field, kBook);
  ASSERT_THAT(after, SizeIs(1));
  EXPECT_EQ(after[0].unit, "B");
  EXPECT_THAT(after[0].ids, SizeIs(6)) << "the fallen fire no more, but for the return";
  EXPECT_THAT(app::may_still_fire(begin(ranks(2.5)), ranks(2.5), kBook), IsEmpty()) << "nobody fires while others move";
}

TEST(MayStillFire, WhatTheDialDoesNotEnforceForbidsNothing) {
  const auto with = [](const app::Dials& dials, bool fired) {
    Field field = ranks(2.5);
    for (Piece& man : field.pieces)
      if (man.army == "red" && !fired) man.figure.footprint.heading = measure::from_degrees(270);  // away from the enemy
    const House house = app::in_play(kBook, dials);
    Game game = begin(field);
    while (game.step != Step::Musketry) game = apply(game, NextStep{}, house).game;
    if (fired) {
      Exchange now;
      now.red_fires(2);
      game = now.game;
    }
    std::optional<Verdict> red;
    for (const app::MayFire& fire : app::may_still_fire(game, game.field, house))
      if (fire.unit == "R") red = fire.verdict;
    return red;
  };
  EXPECT_EQ(with({}, false), std::nullopt);
  EXPECT_EQ(with({{"C-I1", app::Dial::Propose}}, false), Verdict::TooCloseToCall);
  EXPECT_EQ(with({{"C-I", app::Dial::Ignore}}, false), Verdict::Yes);
  EXPECT_EQ(with({{"C-A3", app::Dial::Ignore}}, false), std::nullopt) << "that one is for guns";
  EXPECT_EQ(with({}, true), std::nullopt);
  EXPECT_EQ(with({{"CG11", app::Dial::Log}}, true), Verdict::Yes) << "a second time";
}

TEST(MayStillFire, ARuleThatIsSetAsideIsToldAllTheSame) {
  Field field = ranks(2.5);
  for (Piece& man : field.pieces)
    if (man.army == "red") man.figure.footprint.heading = measure::from_degrees(270);
  const auto legal = app::options_of({field, {1}, nullptr, app::in_play(kBook, {{"C-I1", app::Dial::Ignore}})});
  ASSERT_TRUE(legal);
  const auto& because = legal->targets.front().aim.because;
  EXPECT_EQ(legal->targets.front().aim.verdict, Verdict::Yes);
  EXPECT_EQ(legal->targets.front().aim.men_short, 8);
  EXPECT_TRUE(std::ranges::any_of(because, [](const rules::Reason& reason) {
    return reason.rule == "C-I1" && reason.says.find("degrees off, allowed 45; not enforced at this table") != std::string::npos;
  }));
}

TEST(Ledger, FractionsOfEveryBodyAndWhatTheyComeTo) {
  Game game = begin(ranks(5.0));
  while (game.step != Step::Musketry) game = apply(game, NextStep{}, kBook).game;
  EXPECT_THAT(app::ledger(game, kBook), IsEmpty());
  const auto legal = app::options_of({game.field, {1, 2}, nullptr, kBook}).value();
  game = app::fire(game, legal, legal.targets[0], {5}, "by hand", kBook).game;
  const auto lines = app::ledger(game, kBook);
  ASSERT_THAT(lines, SizeIs(1));
  EXPECT_EQ(lines[0].unit, "B");
  EXPECT_EQ(lines[0].at_once, 2);
  EXPECT_EQ(lines[0].carried, rules::Fraction(1, 2));
  EXPECT_EQ(lines[0].at_end, 1) << "one half or more is a man";
}

TEST(Lifting, ThoseAndNoOthersWereLifted) {
  Exchange now;
  EXPECT_THAT(app::lifting(now.game, now.game.field), IsEmpty());
  now.red_fires(2);
  Field seen = now.game.field;
  const auto standing = app::lifting(now.game, seen);
  ASSERT_THAT(standing, SizeIs(1));
  EXPECT_EQ(standing[0].verdict(), Verdict::TooCloseToCall);
  EXPECT_EQ(app::text_of(standing[0]), "blue: 0 of 2 lifted; B/1, B/2 still stand");
  std::erase_if(seen.pieces, [](const Piece& piece) { return piece.figure.id == 31; });
  EXPECT_EQ(app::text_of(app::lifting(now.game, seen)[0]), "blue: 1 of 2 lifted; B/2 still stands");
  std::erase_if(seen.pieces, [](const Piece& piece) { return piece.figure.id == 32; });
  const auto done = app::lifting(now.game, seen)[0];
  EXPECT_EQ(done.verdict(), Verdict::Yes);
  EXPECT_EQ(app::text_of(done), "blue: 2 of 2 lifted, and no others");
  std::erase_if(seen.pieces, [](const Piece& piece) { return piece.figure.id == 3 || piece.figure.id == 38; });
  const auto wrong = app::lifting(now.game, seen);
  EXPECT_THAT(wrong, SizeIs(2));
  EXPECT_EQ(wrong[0].verdict(), Verdict::No);
  EXPECT_EQ(app::text_of(wrong[0]), "red: R/3 is gone, though nobody took him");
  EXPECT_EQ(app::text_of(wrong[1]), "blue: 2 of 2 lifted; B/8 is gone, though nobody took him");
}

TEST(Lifting, TheLogSaysWhoWasLiftedAsOwedAndWhoWasNot) {
  Exchange now;
  now.red_fires(2);
  Field seen = now.game.field;
  std::erase_if(seen.pieces, [](const Piece& piece) { return piece.figure.id == 31 || piece.figure.id == 32 || piece.figure.id == 3; });
  const Game taken = apply(now.game, AcceptTable{seen, ""}, kBook).game;
  std::vector<std::string> says;
  for (const LogLine& line : taken.log) says.push_back(line.says);
  EXPECT_THAT(says, testing::Contains("blue lifted as owed: B/1, B/2"));
  EXPECT_THAT(says, testing::Contains("R/3 was taken off, though the rules had not taken him"));
}

TEST(Lifting, MenStillToBeToldApartAreCounted) {
  Exchange now;
  const auto legal = app::options_of({now.game.field, {1, 2}, nullptr, kBook}).value();
  const Game fired = app::fire(now.game, legal, legal.targets[0], {3}, "by hand", kBook).game;
  const auto armies = app::lifting(fired, fired.field);
  ASSERT_THAT(armies, SizeIs(1));
  EXPECT_EQ(app::text_of(armies[0]), "blue: 3 to be told apart by a die");
}

}  // namespace
}  // namespace charge_casualties_test
