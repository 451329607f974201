// A game of Charge!: its steps, what is owed and lifted, reality accepted, and undo.
#include "rules/charge/game/game.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <random>

#include "rules/charge/combat/dice.h"
#include "tests/rules/field_builders.h"
#include "tests/support/campaign.h"
#include "tests/support/same_game.h"

namespace rules::charge::game_test {
namespace {

using measure::Inches;

const House kBook;

/// Red: 16 foot (1..16) and a gun (20) with five men (21..25). Blue: 16 foot (31..46), 6 horse (51..56).
Field two_armies() {
  Field field;
  for (int i = 0; i < 16; ++i)
    field.pieces.push_back(piece(1 + i, "R/" + std::to_string(i + 1), "R", "red", measure::PieceKind::Infantry, 20 + i, 20, 90));
  field.pieces.push_back(piece(20, "RG/gun", "RG", "red", measure::PieceKind::Gun, 10, 20, 90));
  for (int i = 0; i < 5; ++i)
    field.pieces.push_back(
        piece(21 + i, "RG/crew" + std::to_string(i + 1), "RG", "red", measure::PieceKind::Gunner, 9 + i * 0.5, 18.8, 90));
  for (int i = 0; i < 16; ++i)
    field.pieces.push_back(piece(31 + i, "B/" + std::to_string(i + 1), "B", "blue", measure::PieceKind::Infantry, 35 - i, 22, 270));
  for (int i = 0; i < 6; ++i)
    field.pieces.push_back(piece(51 + i, "BC/" + std::to_string(i + 1), "BC", "blue", measure::PieceKind::Cavalry, 10 + 1.5 * i, 30, 270));
  return field;
}

Game at_step(Game game, Step step) {
  while (game.step != step) game = apply(game, NextStep{}, kBook).game;
  return game;
}

std::vector<int> ids_from(int first, int count) {
  std::vector<int> ids;
  for (int i = 0; i < count; ++i) ids.push_back(first + i);
  return ids;
}

DeclaredAttack volley(BodyKey by, BodyKey at, int men, double range_in, Throw dice, std::vector<int> eligible) {
  DeclaredAttack out{std::move(by), std::move(at), 0, std::move(eligible), {}, false, {}};
  out.attack.volleys.push_back({range_in, men, std::move(dice), ""});
  return out;
}

const BodyKey kR{"red", "R"}, kRG{"red", "RG"}, kB{"blue", "B"}, kBC{"blue", "BC"};

TEST(Game, ATurnGoesThroughItsSteps) {
  Game game = begin(two_armies());
  EXPECT_EQ(game.armies[0].original, 21);
  EXPECT_EQ(game.armies[1].original, 22);
  std::vector<Step> steps;
  for (int i = 0; i < kSteps; ++i) {
    steps.push_back(game.step);
    game = apply(game, NextStep{}, kBook).game;
  }
  EXPECT_THAT(steps, testing::ElementsAre(Step::MoveFirst, Step::MoveSecond, Step::Artillery, Step::Musketry, Step::Settle, Step::Melee,
                                          Step::Morale));
  EXPECT_EQ(game.turn, 2);
  EXPECT_EQ(game.step, Step::MoveFirst);
}

TEST(Game, InitiativeMayAlternate) {
  House alternate;
  alternate.initiative = Initiative::Alternate;
  Game game = begin(two_armies());
  for (int i = 0; i < kSteps; ++i) game = apply(game, NextStep{}, alternate).game;
  EXPECT_EQ(game.first, 1U);
}

TEST(Game, CG3WhoMovesFirstIsSettledBeforeAnybodyElseMoves) {
  House each_turn;
  each_turn.initiative = Initiative::RollEachTurn;
  Game game = begin(two_armies());
  EXPECT_TRUE(first_is_open(game, kBook));
  game = apply(game, SetFirst{1}, kBook).game;
  EXPECT_EQ(mover(game), "blue");
  EXPECT_FALSE(first_is_open(game, kBook));
  EXPECT_FALSE(apply(game, SetFirst{2}, kBook).done) << "no such army";
  game = apply(game, NextStep{}, kBook).game;
  EXPECT_FALSE(apply(game, SetFirst{0}, kBook).done) << "blue has moved";
  game = at_step(game, Step::MoveFirst);
  EXPECT_EQ(mover(game), "blue") << "the order is fixed";
  EXPECT_FALSE(first_is_open(game, kBook));
  EXPECT_TRUE(first_is_open(game, each_turn));
}

TEST(Game, FireOwesMenADieTellsThemApartAndTheyAreLifted) {
  Game game = at_step(begin(two_armies()), Step::Musketry);
  Applied fired = apply(game, Fire{volley(kR, kB, 16, 2.0, {{3, 1}, {}}, ids_from(31, 16))}, kBook);
  ASSERT_TRUE(fired.done);
  ASSERT_EQ(fired.game.owed.size(), 1U);
  EXPECT_EQ(fired.game.owed[0].men, 4);
  Applied told = apply(fired.game, Allocate{0, 3, {}}, kBook);
  EXPECT_THAT(told.game.to_lift, testing::ElementsAre(33, 36, 39, 42));
  EXPECT_EQ(standing(told.game, kB).size(), 12U);

  Field seen = two_armies();
  EXPECT_EQ(compare(told.game, seen).agreement, Agreement::Behind);
  std::erase_if(seen.pieces, [&](const Piece& p) { return told.game.to_lift.contains(p.figure.id); });
  EXPECT_EQ(compare(told.game, seen).agreement, Agreement::InStep);
  const Applied lifted = apply(told.game, AcceptTable{seen, ""}, kBook);
  EXPECT_TRUE(lifted.game.to_lift.empty());
  EXPECT_EQ(standing(lifted.game, kB).size(), 12U);
}

TEST(Game, LiftingAnotherManIsOutOfStepAndMayBeAccepted) {
  Game game = at_step(begin(two_armies()), Step::Musketry);
  game = apply(game, Fire{volley(kR, kB, 16, 2.0, {{3, 1}, {}}, ids_from(31, 16))}, kBook).game;
  game = apply(game, Allocate{0, 3, {}}, kBook).game;
  Field seen = two_armies();
  std::erase_if(seen.pieces, [](const Piece& p) { return p.figure.id == 31; });
  const Comparison comparison = compare(game, seen);
  EXPECT_EQ(comparison.agreement, Agreement::OutOfStep);
  EXPECT_EQ(comparison.differences.size(), 5U);  // four who still stand, one who is gone
  const Applied accepted = apply(game, AcceptTable{seen, "the players agreed"}, kBook);
  EXPECT_TRUE(accepted.done);
  EXPECT_EQ(accepted.game.log.back().says, "the players agreed");
  EXPECT_EQ(standing(accepted.game, kB).size(), 11U);
}

TEST(Game, AManPutBackStandsAgain) {
  const Game game = begin(two_armies());
  Field without = two_armies();
  std::erase_if(without.pieces, [](const Piece& p) { return p.figure.id == 31; });
  const Game fewer = apply(game, AcceptTable{without, ""}, kBook).game;
  EXPECT_EQ(standing(fewer, kB).size(), 15U);
  const Game again = apply(fewer, AcceptTable{two_armies(), ""}, kBook).game;
  EXPECT_EQ(standing(again, kB).size(), 16U);
  EXPECT_EQ(again.armies[1].original, 22);
}

TEST(Game, NobodyFiresTwiceOrOutOfHisStep) {
  Game game = at_step(begin(two_armies()), Step::Musketry);
  const Fire fire{volley(kR, kB, 16, 2.0, {{1, 1}, {}}, ids_from(31, 16))};
  EXPECT_FALSE(apply(begin(two_armies()), fire, kBook).done);
  game = apply(game, fire, kBook).game;
  const Applied again = apply(game, fire, kBook);
  EXPECT_FALSE(again.done);
  EXPECT_TRUE(same(again.game, game));
  ASSERT_FALSE(again.because.empty());
}

TEST(Game, WrongDiceAreRefusedAndChangeNothing) {
  const Game game = at_step(begin(two_armies()), Step::Musketry);
  const Applied wrong = apply(game, Fire{volley(kR, kB, 16, 2.0, {{3}, {}}, ids_from(31, 16))}, kBook);
  EXPECT_FALSE(wrong.done);
  EXPECT_TRUE(same(wrong.game, game));
}

TEST(Game, FractionsOfAllFiringAreSettledTogether) {
  Game game = at_step(begin(two_armies()), Step::Artillery);
  DeclaredAttack shot{kRG, kBC, 20, ids_from(51, 6), {}, false, {}};
  shot.attack.range_in = 5.0;
  shot.attack.effect_die = 1;  // one half of a horseman
  game = apply(game, Fire{shot}, kBook).game;
  EXPECT_TRUE(game.owed.empty());
  game = at_step(game, Step::Settle);
  ASSERT_EQ(game.owed.size(), 1U);
  EXPECT_EQ(game.owed[0].men, 1);
}

TEST(Game, ABeatenManFallsInTheMelee) {
  Game game = at_step(begin(two_armies()), Step::Melee);
  const Applied fought = apply(game, Fight{{1}, {31}, {5, 3}}, kBook);
  EXPECT_TRUE(fought.done);
  EXPECT_THAT(fought.game.to_lift, testing::ElementsAre(31));
  EXPECT_FALSE(apply(fought.game, Fight{{2}, {31}, {5, 3}}, kBook).done);
  EXPECT_FALSE(apply(game, Fight{{1, 2, 3}, {31}, {5, 3}}, kBook).done);
  EXPECT_FALSE(apply(game, Fight{{1}, {2}, {5, 3}}, kBook).done);
}

TEST(Game, AnArmyThatLostMoreThanHalfIsDefeatedAtTheEndOfTheTurn) {
  Game game = begin(two_armies());
  Field field = two_armies();
  std::erase_if(field.pieces, [](const Piece& p) { return p.figure.id >= 31 && p.figure.id < 43; });
  game = apply(game, AcceptTable{field, ""}, kBook).game;
  EXPECT_FALSE(game.armies[1].defeated);
  game = at_step(game, Step::Morale);
  EXPECT_TRUE(game.armies[1].defeated);
  EXPECT_FALSE(game.armies[0].defeated);
}

// ---- what the turn allows ----

Field with(Field field, int id, double x, double y) {
  for (Piece& p : field.pieces)
    if (p.figure.id == id) p.figure.footprint.centre = {Inches(x), Inches(y)};
  return field;
}

TEST(GameTurn, CG4AGunThatMovedFiresUnlessTheHouseForbidsIt) {
  Game game = apply(begin(two_armies()), AcceptTable{with(two_armies(), 20, 10, 22), ""}, kBook).game;
  EXPECT_EQ(moved_this_turn(game, 20), Moved::Went);
  EXPECT_EQ(moved_this_turn(game, 21), Moved::No);
  game = at_step(game, Step::Artillery);
  const DeclaredAttack shot{kRG, kBC, 20, ids_from(51, 6), {}, false, {}};
  House pivot, foot;
  pivot.gun_move_and_fire = GunMoveAndFire::PivotOnly;
  EXPECT_FALSE(barred_by_turn(game, shot, kBook));
  EXPECT_EQ(barred_by_turn(game, shot, pivot)->rule, "CG4");
}

TEST(GameTurn, CG13ADestroyedGunFiresOnceMoreInItsTurnAndNeverAgain) {
  Game game = at_step(begin(two_armies()), Step::Artillery);
  game.bodies[kRG].gun_destroyed = true;
  game.bodies[kRG].destroyed_in = game.turn;
  const DeclaredAttack shot{kRG, kBC, 20, ids_from(51, 6), {}, false, {}};
  House in_order;
  in_order.gun_simultaneous = false;
  EXPECT_FALSE(barred_by_turn(game, shot, kBook));
  EXPECT_EQ(barred_by_turn(game, shot, in_order)->rule, "C-A7");
  const Game later = at_step(apply(game, NextStep{}, kBook).game, Step::Artillery);
  ASSERT_EQ(later.turn, 2);
  EXPECT_EQ(barred_by_turn(later, shot, kBook)->rule, "C-A7");
}

// Whether a fourth man stood near enough was too close to call, and the players let the gun fire.
TEST(GameTurn, CA1WhoServesAGunIsRuledByPlacesAndNotCountedAgainFromHeads) {
  Game game = at_step(begin(two_armies()), Step::Artillery);
  game.phase_strength[kRG] = 3;
  DeclaredAttack shot{kRG, kBC, 20, ids_from(51, 6), {}, false, {}};
  shot.attack.by_gun = true;
  shot.attack.range_in = 5.0;
  shot.attack.effect_die = 4;
  game.attacks = {shot};
  const auto phase = fire_so_far(game, kBook);
  ASSERT_TRUE(phase);
  EXPECT_EQ(phase->firing.attacks[0].verdict(), measure::Verdict::Yes);
  EXPECT_EQ(phase->firing.attacks[0].at_once, 2);
}

TEST(GameTurn, CT2TheStepsFollowInTheirOrder) {
  Game game = begin(two_armies());
  for (const Step step : {Step::MoveFirst, Step::MoveSecond, Step::Artillery, Step::Musketry, Step::Settle, Step::Melee, Step::Morale}) {
    EXPECT_EQ(game.step, step);
    EXPECT_EQ(game.turn, 1);
    game = apply(game, NextStep{}, kBook).game;
  }
  EXPECT_EQ(game.turn, 2);
}

TEST(GameTurn, CG28ToCG31FireBetweenBodiesInContact) {
  // Blue's horseman comes up to red's first man in blue's movement.
  Game game = apply(begin(two_armies()), NextStep{}, kBook).game;
  ASSERT_EQ(mover(game), "blue");
  game = apply(game, AcceptTable{with(two_armies(), 51, 19.5, 20.8), ""}, kBook).game;
  ASSERT_EQ(game.contacts.size(), 1U);
  EXPECT_EQ(game.contacts.begin()->second.attacker, "blue");
  const DeclaredAttack defends = volley(kR, kBC, 16, 1.0, {{1, 1}, {}}, {51});
  Game now = at_step(game, Step::Musketry);
  EXPECT_EQ(barred_by_turn(now, defends, kBook)->rule, "CG28");
  EXPECT_FALSE(apply(at_step(now, Step::Melee), Fight{{1}, {51}, {6, 1}}, kBook).done);  // C-H1: they fight next turn
  EXPECT_FALSE(locked(now, kR, kBook));
  Game next = at_step(at_step(now, Step::Morale), Step::Musketry);
  EXPECT_EQ(next.turn, 2);
  EXPECT_FALSE(barred_by_turn(next, defends, kBook));
  EXPECT_TRUE(locked(next, kR, kBook));
  EXPECT_EQ(barred_by_turn(next, volley(kBC, kR, 6, 1.0, {{}, {1}}, {1}), kBook)->rule, "CG29");
  EXPECT_TRUE(apply(at_step(next, Step::Melee), Fight{{1}, {51}, {6, 1}}, kBook).done);
}

TEST(GameTurn, CG12ThePlayersNameExchangesInTurns) {
  Game game = at_step(begin(two_armies()), Step::Musketry);
  EXPECT_EQ(names_next_exchange(game, kBook), "red");
  game = apply(game, Fire{volley(kR, kB, 16, 2.0, {{1, 1}, {}}, ids_from(31, 16))}, kBook).game;
  EXPECT_EQ(names_next_exchange(game, kBook), "blue");
}

TEST(GameTurn, CG21NearestMenOrTheOwnersChoice) {
  Game game = at_step(begin(two_armies()), Step::Musketry);
  DeclaredAttack attack = volley(kR, kB, 16, 2.0, {{1, 1}, {}}, ids_from(31, 4));
  attack.ranges_in = {5.0, 4.0, 2.0, 3.0};
  House nearest, owner;
  nearest.allocation_mode = AllocationMode::Nearest;
  owner.allocation_mode = AllocationMode::Owner;
  const Game shot = apply(game, Fire{attack}, nearest).game;
  EXPECT_THAT(apply(shot, Allocate{}, nearest).game.to_lift, testing::ElementsAre(33, 34));
  EXPECT_FALSE(apply(shot, Allocate{0, 1, {31}}, owner).done);
  EXPECT_FALSE(apply(shot, Allocate{0, 1, {31, 99}}, owner).done);
  EXPECT_THAT(apply(shot, Allocate{0, 1, {32, 31}}, owner).game.to_lift, testing::ElementsAre(31, 32));
}

TEST(GameTurn, CG43BothBeatenIsADraw) {
  Game game = begin(two_armies());
  EXPECT_FALSE(outcome(game).over);
  game.armies[0].defeated = true;
  EXPECT_EQ(outcome(game).winner, "blue");
  game.armies[1].defeated = true;
  EXPECT_TRUE(outcome(game).over);
  EXPECT_FALSE(outcome(game).winner);
}

// ---- random games ----

Field shaken(const Field& field, std::mt19937& random) {
  Field out = field;
  const auto chance = [&](int one_in) { return std::uniform_int_distribution<>(1, one_in)(random) == 1; };
  std::erase_if(out.pieces, [&](const Piece&) { return chance(40); });
  for (Piece& p : out.pieces)
    if (chance(5)) p.figure.footprint.centre.x += Inches(std::uniform_real_distribution<>(-6.0, 6.0)(random));
  if (chance(4)) out = two_armies();
  if (chance(6))
    out.pieces.push_back(
        piece(900 + std::uniform_int_distribution<>(0, 1000000)(random), "new", "R", "red", measure::PieceKind::Infantry, 1, 1, 0));
  return out;
}

Action any_action(const Game& game, std::mt19937& random) {
  const auto upto = [&](int most) { return std::uniform_int_distribution<>(0, most)(random); };
  const auto bodies = std::vector<BodyKey>{kR, kRG, kB, kBC, {"green", "nobody"}};
  switch (upto(8)) {
    case 0: return SetFirst{static_cast<std::size_t>(upto(2))};
    case 1: return AcceptTable{shaken(game.field, random), upto(1) ? "so it stands" : ""};
    case 2: return Allocate{static_cast<std::size_t>(upto(2)), upto(8), {}};
    case 3: return Fight{{upto(60)}, upto(1) ? std::vector{upto(60)} : std::vector{upto(60), upto(60)}, {upto(7), upto(7)}};
    case 4: {
      const BodyKey by = bodies[static_cast<std::size_t>(upto(4))];
      const int men = game.bodies.contains(by) ? static_cast<int>(standing(game, by).size()) : upto(20);
      const DiceCount dice = dice_for(men);
      Throw thrown{std::vector<int>(static_cast<std::size_t>(dice.full), upto(7)),
                   std::vector<int>(static_cast<std::size_t>(dice.half), upto(7))};
      return Fire{volley(by, bodies[static_cast<std::size_t>(upto(4))], men, upto(8), thrown, ids_from(upto(50), upto(20)))};
    }
    case 5: {
      DeclaredAttack shot{bodies[static_cast<std::size_t>(upto(4))],
                          bodies[static_cast<std::size_t>(upto(4))],
                          1 + upto(30),
                          ids_from(upto(50), upto(9)),
                          {},
                          false,
                          {}};
      shot.attack.range_in = upto(40);
      shot.attack.hit_die = 1 + upto(6);
      shot.attack.effect_die = 1 + upto(5);
      return Fire{shot};
    }
    case 6: return upto(3) ? PairUp{{upto(60)}, {upto(60)}} : PairUp{};
    default: return NextStep{};
  }
}

void expect_sound(const Game& game) {
  std::map<std::string, int> original;
  for (const auto& [body, record] : game.bodies) {
    EXPECT_GE(record.original, 0);
    EXPECT_LE(static_cast<int>(standing(game, body).size()), record.original) << body.second;
    original[body.first] += record.original;
  }
  for (const ArmyRecord& army : game.armies) EXPECT_EQ(original[army.name], army.original);
  for (const int id : game.to_lift) EXPECT_NE(find(game.field, id), nullptr);
}

/// Where everybody stands: games are equal already when the same pieces are on the table.
std::vector<std::array<double, 3>> places_of(const Field& field) {
  std::vector<std::array<double, 3>> places;
  for (const Piece& piece : field.pieces) {
    const measure::Footprint& base = piece.figure.footprint;
    places.push_back({base.centre.x.value, base.centre.y.value, base.heading.value});
  }
  return places;
}

TEST(GameLaws, UndoOfAThousandRandomActionsReturnsTheStart) {
  std::mt19937 random(1759);
  const Game start = begin(two_armies());
  Game game = start;
  std::vector<std::shared_ptr<const Game>> inverses;
  for (int i = 0; i < 1000; ++i) {
    Applied applied = apply(game, any_action(game, random), kBook);
    ASSERT_TRUE(same(*applied.before, game)) << "action " << i;
    ASSERT_EQ(places_of(applied.before->field), places_of(game.field)) << "action " << i;
    inverses.push_back(applied.before);
    game = std::move(applied.game);
    if (game.log.size() > 60) game.log.resize(20);
  }
  for (auto back = inverses.rbegin(); back != inverses.rend(); ++back) game = **back;
  EXPECT_TRUE(same(game, start));
  EXPECT_EQ(places_of(game.field), places_of(start.field));
}

TEST(GameLaws, ARefusedActionLeavesTheGameAsItWas) {
  std::mt19937 random(1805);
  Game game = begin(two_armies());
  for (int i = 0; i < 5000; ++i) {
    Applied applied = apply(game, any_action(game, random), kBook);
    if (!applied.done) {
      ASSERT_TRUE(same(applied.game, game)) << "action " << i;
      ASSERT_EQ(places_of(applied.game.field), places_of(game.field)) << "action " << i;
    }
    game = std::move(applied.game);
    if (i % 200 == 0) game = begin(two_armies());
  }
}

TEST(GameLaws, RandomActionsNeverBreakAGameAndRealityIsNeverRefused) {
  std::mt19937 random(1815);
  Game game = begin(two_armies());
  for (int i = 0; i < tries(20000, 100000); ++i) {
    const Action action = any_action(game, random);
    Applied applied = apply(game, action, kBook);
    ASSERT_TRUE(applied.done || !std::holds_alternative<AcceptTable>(action));
    ASSERT_TRUE(applied.done || !applied.because.empty());
    game = std::move(applied.game);
    if (i % 50 == 0) expect_sound(game);
    if (i % 200 == 0) game = begin(two_armies());
    game.log.clear();
  }
}

/// Blue's sixteen foot stand behind red's gun, whose crew is gone, in ranks of six; the gun points at red's company.
Field gun_in_blue_hands() {
  Field field = two_armies();
  std::erase_if(field.pieces, [](const Piece& p) { return p.kind == measure::PieceKind::Gunner || p.unit == "BC"; });
  for (Piece& p : field.pieces) {
    if (p.unit == "RG") p.figure.footprint.heading = measure::from_degrees(0);
    if (p.unit == "B")
      p.figure.footprint.centre = {Inches(8.2 - 1.1 * ((p.figure.id - 31) / 6)), Inches(17.3 + 1.05 * ((p.figure.id - 31) % 6))};
  }
  return field;
}

DeclaredAttack gun_shot(BodyKey by, BodyKey at, std::vector<int> eligible, double range_in) {
  DeclaredAttack out{std::move(by), std::move(at), 20, std::move(eligible), {}, false, {}};
  out.attack.range_in = range_in;
  out.attack.hit_die = 6;
  out.attack.effect_die = 4;
  return out;
}

TEST(Game, CG41ACapturedGunFiresOnceForThoseWhoServeIt) {
  const Game game = at_step(begin(gun_in_blue_hands()), Step::Artillery);
  const DeclaredAttack shot = gun_shot({"blue", "RG"}, kR, ids_from(1, 16), 10.0);
  const Applied fired = apply(game, Fire{shot}, kBook);
  ASSERT_TRUE(fired.done) << fired.because.front().says;
  EXPECT_EQ(fired.game.owed.size(), 1U);
  EXPECT_FALSE(apply(fired.game, Fire{shot}, kBook).done) << "it has fired this turn";
  Game broken = game;
  broken.bodies[kRG].gun_destroyed = true;
  EXPECT_FALSE(apply(broken, Fire{shot}, kBook).done) << "a destroyed gun is silent in any hands";
}

TEST(Game, CG23WhoServesAGunFiresNoMusket) {
  const Game fired = apply(at_step(begin(gun_in_blue_hands()), Step::Artillery), Fire{gun_shot({"blue", "RG"}, kR, {1}, 10.0)}, kBook).game;
  EXPECT_THAT(served_guns(fired), testing::SizeIs(4)) << "four are needed, and no more";
  Field few = gun_in_blue_hands();
  std::erase_if(few.pieces, [&](const Piece& p) { return p.unit == "B" && !served_guns(fired).contains(p.figure.id); });
  Game game = apply(at_step(begin(few), Step::Artillery), Fire{gun_shot({"blue", "RG"}, kR, {1}, 10.0)}, kBook).game;
  game = apply(game, NextStep{}, kBook).game;
  const auto barred = barred_by_turn(game, volley(kB, kR, 4, 5.0, {{}, {3}}, {1}), kBook);
  ASSERT_TRUE(barred);
  EXPECT_EQ(barred->rule, "CG23");
}

TEST(Game, CG23AGunWithItsOwnCrewNeedsNobodyElse) {
  const Game fired = apply(at_step(begin(two_armies()), Step::Artillery), Fire{gun_shot(kRG, kBC, {51}, 10.0)}, kBook).game;
  EXPECT_THAT(served_guns(fired), testing::IsEmpty());
}

}  // namespace
}  // namespace rules::charge::game_test
