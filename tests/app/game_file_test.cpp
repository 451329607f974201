// game.json: what is written reads back the same, plays on the same, and what is damaged is named and never crashes.
#include "app/files/game_file.h"

#include <gmock/gmock.h>

#include <random>

#include "tests/rules/field_builders.h"
#include "tests/support/campaign.h"
#include "tests/support/same_game.h"

namespace game_file_test {
namespace {

using namespace rules::charge;
using app::game_text;
using app::parse_game;
using app::SavedGame;
using measure::Inches;
using measure::PieceKind;
using testing::HasSubstr;

const House kBook;

Field two_armies() {
  Field field;
  field.table = measure::Table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  const auto add = [&](int id, const char* unit, const char* army, PieceKind kind, double x, double y) {
    field.pieces.push_back(piece(id, std::string(unit) + "/" + std::to_string(id), unit, army, kind, x, y, y < 24 ? 90 : 270, 0.8));
    field.pieces.back().figure.footprint.covariance = {0.1 / 3.0, 0.001, 0.02};
  };
  for (int i = 0; i < 16; ++i) add(1 + i, "R", "red", PieceKind::Infantry, 10.0 + i, 20.0);
  add(20, "RG", "red", PieceKind::Gun, 30.0, 20.0);
  field.pieces.back().figure.footprint.shape = measure::RectShape{Inches(2.5), Inches(1.5)};
  for (int i = 0; i < 5; ++i) add(21 + i, "RG", "red", PieceKind::Gunner, 29.0 + 0.5 * i, 18.9);
  for (int i = 0; i < 16; ++i) add(31 + i, "B", "blue", PieceKind::Infantry, 10.0 + i, i < 6 ? 20.8 : 22.5);
  for (int i = 0; i < 6; ++i) add(51 + i, "BC", "blue", PieceKind::Cavalry, 30.0 + i, 25.0);
  field.pieces.back().figure.footprint.shape = measure::OvalShape{Inches(2.0), Inches(1.0)};
  measure::PolygonShape cut;
  cut.outline = {{Inches(0.5), Inches(-0.5)}, {Inches(0.5), Inches(0.5)}, {Inches(-0.5), Inches(0.1)}};
  field.pieces.front().figure.footprint.shape = cut;
  return field;
}

/// Anything players may do, sensible or not; what is refused changes nothing.
Game play(Game game, int actions, std::mt19937& random) {
  const auto upto = [&](int most) { return std::uniform_int_distribution<>(0, most)(random); };
  for (int i = 0; i < actions; ++i) {
    const auto any_body = [&] { return std::next(game.bodies.begin(), upto(static_cast<int>(game.bodies.size()) - 1))->first; };
    Action action = NextStep{};
    switch (upto(7)) {
      case 0: {
        Field seen = game.field;
        std::erase_if(seen.pieces, [&](const Piece& each) { return game.to_lift.contains(each.figure.id) && upto(1); });
        for (Piece& each : seen.pieces)
          if (upto(9) == 0) each.figure.footprint.centre.y += Inches(0.37 * upto(9) - 1.5);
        action = AcceptTable{seen, upto(1) ? "agreed \"so\"\n" : ""};
        break;
      }
      case 1: action = SetFirst{static_cast<std::size_t>(upto(1))}; break;
      case 2: action = Allocate{static_cast<std::size_t>(upto(1)), 1 + upto(5), {}}; break;
      case 3:
        if (const auto open = open_combats(game, kBook); !open.empty())
          action = Fight{open.front().a, open.front().b, {1 + upto(5), 1 + upto(5)}};
        break;
      case 4:
      case 5: {
        DeclaredAttack attack;
        attack.by = any_body();
        attack.at = any_body();
        for (const Piece* man : standing(game, attack.at)) attack.eligible.push_back(man->figure.id);
        const int men = static_cast<int>(standing(game, attack.by).size());
        if (game.step == Step::Artillery) {
          attack.gun = 20;
          attack.attack.range_in = upto(30);
          attack.attack.hit_die = 1 + upto(5);
          attack.attack.effect_die = 1 + upto(5);
        } else {
          const DiceCount count = dice_for(men);
          Volley shots{.range_in = 0.1 * upto(60), .men = men, .dice = {}, .place = {}};
          for (int die = 0; die < count.full; ++die) shots.dice.full.push_back(1 + upto(5));
          for (int die = 0; die < count.half; ++die) shots.dice.half.push_back(1 + upto(5));
          attack.attack.volleys.push_back(shots);
        }
        action = Fire{attack};
        break;
      }
      default: break;
    }
    game = apply(game, action, kBook).game;
  }
  return game;
}

SavedGame saved_of(Game game) { return {"72 x 48", std::move(game), {{"red", 12.3456789}}}; }

TEST(GameFile, WhatIsWrittenReadsBackAndPlaysOnTheSame) {
  std::mt19937 random(1759);
  std::size_t attacks = 0, combats = 0, owed = 0;
  for (int i = 0; i < tries(50, 200); ++i) {
    const Game game = play(begin(two_armies()), i, random);
    attacks += game.attacks.size(), combats += game.combats.size(), owed += game.owed.size();
    const std::string text = game_text(saved_of(game));
    const auto again = parse_game(text, "game.json");
    ASSERT_TRUE(again) << again.error().message;
    ASSERT_TRUE(same(again->game, game));
    ASSERT_EQ(again->used_s, (std::map<std::string, double>{{"red", 12.3456789}}));
    ASSERT_EQ(game_text(*again), text);
    std::mt19937 one(static_cast<unsigned>(i)), other(static_cast<unsigned>(i));
    ASSERT_EQ(game_text(saved_of(play(game, 10, one))), game_text(saved_of(play(again->game, 10, other))));
  }
  EXPECT_GT(attacks * combats * owed, 0U) << "the games had nothing to keep";
}

TEST(GameFile, OtherIdsAndBackAreTheSameGame) {
  std::mt19937 random(7);
  for (int i = 0; i < 50; ++i) {
    const std::string text = game_text(saved_of(play(begin(two_armies()), 30, random)));
    std::map<int, int> there, back;
    for (const Piece& piece : two_armies().pieces)
      there[piece.figure.id] = 500 - piece.figure.id, back[500 - piece.figure.id] = piece.figure.id;
    const auto other = parse_game(text, "g", &there);
    ASSERT_TRUE(other) << other.error().message;
    const std::string renamed = game_text(*other);
    ASSERT_NE(renamed, text);
    const auto again = parse_game(renamed, "g", &back);
    ASSERT_TRUE(again) << again.error().message;
    ASSERT_EQ(game_text(*again), text);
  }
}

TEST(GameFile, IsTakenUpOnTheTableWatchedAnew) {
  Game game = begin(two_armies());
  game.bodies.at({"red", "R"}).fallen = {3, 4};
  game.to_lift = {4};
  Field seen = two_armies();
  std::erase_if(seen.pieces, [](const Piece& piece) { return piece.figure.id == 3; });  // lifted before the window closed
  std::erase_if(game.field.pieces, [](const Piece& piece) { return piece.figure.id == 3; });
  for (Piece& piece : seen.pieces) piece.figure.id += 200, piece.figure.footprint.centre.x += Inches(0.02);
  std::swap(seen.pieces[0].figure.name, seen.pieces[1].figure.name);  // men of a unit are alike: names may come out otherwise
  measure::Terrain wood;
  wood.name = "new wood";
  seen.terrain.push_back(wood);
  const auto again = app::taken_up(game_text(saved_of(game)), "g", seen);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(compare(again->game, seen).agreement, Agreement::Behind);
  EXPECT_EQ(again->game.to_lift, (std::set<int>{204}));
  EXPECT_EQ(again->game.bodies.at({"red", "R"}).fallen, (std::set<int>{-1, 204}));  // the one who is gone has no piece
  EXPECT_EQ(again->game.field.pieces[0].figure.name, "R/2");
  EXPECT_EQ(again->game.field.terrain.size(), 1U);
}

TEST(GameFile, WhatIsDamagedIsNamed) {
  const std::string text = game_text(saved_of(begin(two_armies())));
  const auto problem = [&](const std::string& from, const std::string& to) {
    std::string damaged = text;
    damaged.replace(damaged.find(from), from.size(), to);
    const auto read = parse_game(damaged, "game.json");
    return read ? std::string("fine") : read.error().message;
  };
  EXPECT_THAT(problem("\"version\":1", "\"version\":2"), HasSubstr("game.json: /version: must be 1"));
  EXPECT_THAT(problem("\"turn\":1", "\"turn\":0"), HasSubstr("/game/turn"));
  EXPECT_THAT(problem("\"turn\":1", "\"turn\":1e99"), HasSubstr("/game/turn"));
  EXPECT_THAT(problem("\"step\":0", "\"step\":7"), HasSubstr("/game/step: must be from 0 to 6"));
  EXPECT_THAT(problem("\"settled\":false", "\"settled\":0"), HasSubstr("/game/settled: must be true or false"));
  EXPECT_THAT(problem("\"first\":0", "\"frist\":0"), HasSubstr("/game/first: is missing"));
  EXPECT_THAT(problem("\"first\":0", "\"first\":0,\"more\":1"), HasSubstr("/game/more: unknown key"));
  EXPECT_THAT(problem("\"id\":2,", "\"id\":1,"), HasSubstr("two pieces have one id"));
  EXPECT_THAT(problem("\"red\",\"R\"", "\"red\",\"Q\""), HasSubstr("a body on the table is missing"));
  EXPECT_THAT(problem("12.3456789", "-1"), HasSubstr("/used_s"));
  EXPECT_THAT(parse_game("", "g").error().message, HasSubstr("no JSON"));
  EXPECT_THAT(parse_game("[1]", "g").error().message, HasSubstr("must be an object"));
}

TEST(GameFile, DamageNeverCrashesTheProgram) {
  std::mt19937 random(5);
  const std::string text = game_text(saved_of(play(begin(two_armies()), 40, random)));
  for (std::size_t end = 0; end < text.size() - 1; end += 997) EXPECT_FALSE(parse_game(text.substr(0, end), "g"));
  int read_anyway = 0;
  for (int i = 0; i < 400; ++i) {
    std::string damaged = text;
    for (int k = 0; k < 3; ++k)
      damaged[std::uniform_int_distribution<std::size_t>(0, text.size() - 1)(random)] =
          "0123456789-,:[]{}\"enx"[std::uniform_int_distribution<>(0, 20)(random)];
    const auto read = parse_game(damaged, "g");
    if (!read) continue;
    ++read_anyway;
    std::mt19937 same(11);
    EXPECT_FALSE(play(read->game, 20, same).armies.empty());
  }
  EXPECT_GT(read_anyway, 0);
}

TEST(GameFile, AnotherTableOrRosterHasAnotherFingerprint) {
  measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  measure::Roster roster;
  roster.armies.push_back({.name = "red", .colour = {}, .units = {}});
  measure::Unit unit;
  unit.name = "R1";
  unit.models = 3;
  roster.armies.front().units.push_back(unit);
  const std::string before = app::fingerprint(table, roster);
  table.terrain.emplace_back();  // terrain may be drawn during a game
  EXPECT_EQ(app::fingerprint(table, roster), before);
  roster.armies.front().units.front().models = 4;
  EXPECT_NE(app::fingerprint(table, roster), before);
}

}  // namespace
}  // namespace game_file_test
