// Looking back at a recorded board game: the same board and panels as of the one that is watched, with a timeline in place of the strip.
//   The game that is watched goes on beneath.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/overlay/label_layout.h"
#include "app/session/board_timeline.h"
#include "app/session/passage.h"

namespace window {

struct Theme;

/// The moment of a record that the players look at.
class BoardPast {
 public:
  /// At the last moment. `alone`: there is no now to go back to. Errors: as of BoardTimeline::read.
  [[nodiscard]] static measure::Result<BoardPast> open(const std::string& record, bool alone);

  [[nodiscard]] const app::BoardTimeline& timeline() const { return *timeline_; }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool alone() const { return alone_; }
  /// What the window shows: the moment, or a picture of what happened before it.
  [[nodiscard]] const app::SharedBoardSnapshot& shown() const { return passing_ ? passing_ : moment_; }
  [[nodiscard]] const app::BoardSnapshot& moment() const { return *moment_; }
  [[nodiscard]] bool plays() const { return playing_since_.has_value(); }
  /// None: the moment itself is shown.
  [[nodiscard]] const std::optional<app::PlayedPassage>& passage() const { return passage_; }
  /// Why what happened before is not shown; empty: it is.
  [[nodiscard]] const std::string& told() const { return told_; }

  void go_to(std::size_t moment);
  /// One moment after the other, from this one to the last.
  void play(bool on);
  /// What the camera saw since the moment before; once more: stops it.
  void what_happened();
  /// `now`: seconds of any clock that goes on. True: something else is shown than before.
  bool follow(double now);
  /// Left, Right, Home, End, Space and W (GLFW's keys); true: the key is taken.
  bool take_key(int key);

 private:
  explicit BoardPast(app::BoardTimeline timeline, bool alone)
      : timeline_(std::make_unique<const app::BoardTimeline>(std::move(timeline))), alone_(alone) {}

  std::unique_ptr<const app::BoardTimeline> timeline_;
  std::size_t at_ = 0;
  app::SharedBoardSnapshot moment_, passing_;
  bool alone_ = false, begin_playing_ = false;
  std::optional<double> playing_since_;
  std::optional<app::PlayedPassage> passage_;
  std::string told_;
};

/// The timeline: strokes where something was done, those against the rules and those that are not certain marked; a click or a drag goes
/// there. False: back to the game that is watched.
[[nodiscard]] bool draw_past_strip(BoardPast& past, const overlay::Box& box, const Theme& theme);

}  // namespace window
