// The keys of a record that is replayed in the window.
#include "app/window/boards/replay_view.h"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

namespace board_replay_view_test {
namespace {

measure::Board board() {
  measure::Board out;
  out.game = measure::BoardGame::LeChoc;
  out.length = out.width = measure::Inches(11);
  out.squares = measure::grid_squares(11, 11, out.length, out.width, measure::Coloured::All);
  out.sides.resize(2);
  out.sides[0].plays = "south";
  out.sides[1].plays = "north";
  return out;
}

TEST(BoardReplayView, KeysStepThroughTheRecordAndLeaveIt) {
  window::BoardReplayUi ui;
  EXPECT_FALSE(window::take_replay_key(ui, GLFW_KEY_HOME)) << "no record is open: the key is the window's";
  ui.replay.emplace("le choc record 1\nfirst south\nsouth a1\nnorth a9\n1. a1-a2\n2. a9-a8\n", board());
  const auto after = [&](int key) {
    EXPECT_TRUE(window::take_replay_key(ui, key));
    return ui.replay ? static_cast<int>(ui.replay->at()) : -1;
  };
  EXPECT_EQ(after(GLFW_KEY_RIGHT), 1);
  EXPECT_EQ(after(GLFW_KEY_END), 2);
  EXPECT_EQ(after(GLFW_KEY_RIGHT), 2);
  EXPECT_EQ(after(GLFW_KEY_LEFT), 1);
  EXPECT_EQ(after(GLFW_KEY_HOME), 0);
  EXPECT_FALSE(window::take_replay_key(ui, GLFW_KEY_L));
  EXPECT_EQ(after(GLFW_KEY_ESCAPE), -1);
}

}  // namespace
}  // namespace board_replay_view_test
