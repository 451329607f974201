// The game of Charge! in a record: each step an event, and all of them together the game with its steps back.
#include "app/record/game_events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/record/export.h"

namespace game_events_test {
namespace {

using app::game_in_words, app::GameStep, app::GameSteps;
using Json = nlohmann::ordered_json;
namespace charge = rules::charge;

/// A game whose log has so many lines.
charge::Game with_lines(int lines, int turn = 1, charge::Step step = charge::Step::MoveFirst) {
  charge::Game game;
  game.turn = turn, game.step = step;
  for (int i = 0; i < lines; ++i) game.log.push_back({turn, step, i == 0 ? "C-T2" : "", "line " + std::to_string(i + 1)});
  return game;
}
Json event(GameStep how, const charge::Game* before, const charge::Game* now) {
  return game_event(how, before, now ? std::optional(app::SavedGame{"this table", *now, {{"red", 12.5}}}) : std::nullopt);
}
/// How many lines the game has after each step back from here, -1 before it began.
std::vector<int> lines(const std::vector<GameSteps::Shared>& games) {
  std::vector<int> out;
  for (const auto& game : games) out.push_back(game ? static_cast<int>(game->log.size()) : -1);
  return out;
}

TEST(GameEvents, SayWhatIsNew) {
  const charge::Game one = with_lines(1), two = with_lines(2, 1);
  const Json begun = event(GameStep::Did, nullptr, &one), next = event(GameStep::Did, &one, &two);
  EXPECT_EQ(begun["says"].size(), 1U);
  ASSERT_EQ(next["says"].size(), 1U);
  EXPECT_EQ(next["says"][0]["says"], "line 2");
  EXPECT_EQ(next["turn"], 1);
  EXPECT_EQ(next["step"], "first movement");
  EXPECT_EQ(game_in_words(next), "turn 1, first movement: line 2");
  EXPECT_EQ(game_in_words(begun), "turn 1, first movement: line 1 (C-T2)");
  EXPECT_EQ(game_in_words(event(GameStep::Undone, &two, &one)), "taken back to turn 1, first movement");
  EXPECT_EQ(game_in_words(event(GameStep::Did, &two, nullptr)), "ended");
  EXPECT_EQ(app::in_words({1, 0.0, "game", next.dump(), {}}), "game: turn 1, first movement: line 2");
}

TEST(GameEvents, AddUpToTheGameAndItsSteps) {
  const charge::Game one = with_lines(1), two = with_lines(2), three = with_lines(3), other = with_lines(7);
  GameSteps steps;
  const auto take = [&](GameStep how, const charge::Game* before, const charge::Game* now) {
    const auto taken = steps.take(Json::parse(event(how, before, now).dump()));
    EXPECT_TRUE(taken) << taken.error().message;
  };
  EXPECT_FALSE(steps.now());
  EXPECT_FALSE(steps.ended());
  take(GameStep::Did, nullptr, &one), take(GameStep::Did, &one, &two), take(GameStep::Did, &two, &three);
  EXPECT_EQ(steps.now()->log.size(), 3U);
  EXPECT_EQ(lines(steps.back()), (std::vector{-1, 1, 2}));
  take(GameStep::Undone, &three, &two), take(GameStep::Undone, &two, &one);
  EXPECT_EQ(lines(steps.back()), (std::vector{-1}));
  EXPECT_EQ(lines(steps.again()), (std::vector{3, 2})) << "the nearest last";
  take(GameStep::Redone, &one, &two);
  EXPECT_EQ(lines(steps.again()), (std::vector{3}));
  take(GameStep::Did, &two, &other);
  EXPECT_TRUE(steps.again().empty());
  EXPECT_EQ(lines(steps.back()), (std::vector{-1, 1, 2}));
  EXPECT_EQ(steps.used_s().at("red"), 12.5);
  take(GameStep::Did, &other, nullptr);
  EXPECT_TRUE(steps.ended());
  take(GameStep::Undone, nullptr, &other);
  EXPECT_FALSE(steps.ended());
  take(GameStep::TakenUp, nullptr, &two);
  EXPECT_TRUE(steps.back().empty());
}

TEST(GameEvents, WhatIsNoneIsNamed) {
  GameSteps steps;
  EXPECT_THAT(steps.take(Json::object()).error().message, testing::HasSubstr("/how"));
  EXPECT_THAT(steps.take({{"how", "did"}}).error().message, testing::HasSubstr("/game"));
  const charge::Game one = with_lines(1);
  Json spoilt = event(GameStep::Did, nullptr, &one);
  spoilt["game"]["game"]["turn"] = 0;
  EXPECT_THAT(steps.take(spoilt).error().message, testing::HasSubstr("/game/turn"));
  EXPECT_FALSE(steps.now());
}

}  // namespace
}  // namespace game_events_test
