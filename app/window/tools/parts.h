// What the window is made of besides its frame: tools, inspector sections, logs, a strip of phases. One file a part, one line in
// parts.cpp.
//   Every hook may be left out. A part keeps what it remembers of the view with `state_of`, and what is part of the game in
//   the Document, so that it is undone and saved with the rest. It decides nothing: wishes go into `requests`.
#pragma once

#include <any>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/window/tools/ui_state.h"

namespace window {

struct Theme;

struct PartContext {
  const Look& look;
  UiState& ui;
  const Theme& theme;
  Requests& requests;
};

/// A tool as the player finds it.
struct ToolFace {
  Tool tool;
  const char *title, *short_name;    // the short one fits under a thumb
  int key;                           // GLFW's
  const char* keys;                  // as people read it
  std::string (*hint)(const Hand&);  // what to do next, in one sentence for a newcomer
};

/// A click on the picture; what lies there is `ui.hovered`, `ui.cursor` and `ui.cursor_ground`.
struct Click {
  calibration::ImagePoint pixel;
  bool twice = false;  // the second of a double click; the first came before, on its own
};

struct Part {
  std::optional<ToolFace> tool = {};

  // While its tool is in hand.
  void (*card)(const PartContext&) = nullptr;                              // its choices, under title and hint
  void (*click)(const PartContext&, const Click&) = nullptr;               // without it, a click places a measuring tool's end
  void (*key)(int key, const Look&, UiState&, Requests&) = nullptr;        // keys that are no command, GLFW's
  overlay::DisplayList (*in_hand)(const Look&, const UiState&) = nullptr;  // over everything else
  void (*screen)(const PartContext&) = nullptr;                            // instead of all panels but the title, beside a larger picture
  std::vector<measure::TablePoint> (*closes_in_on)(const UiState&) = nullptr;  // what the picture of that screen is to show, once

  // Always.
  overlay::DisplayList (*overlay)(const Look&, const UiState&) = nullptr;  // over the figures, under the readings
  void (*selected)(const PartContext&) = nullptr;                          // a section of the inspector
  void (*log)(const PartContext&) = nullptr;                               // a section under the table
  void (*strip)(const PartContext&) = nullptr;                             // a line of its own under the title
  std::vector<Command> (*commands)(const Look&) = nullptr;                 // keys, the palette, the help page
};

/// All of them, in the order of the tool bar.
[[nodiscard]] std::span<const Part> parts();
/// The part whose tool this is; every tool has one.
[[nodiscard]] const Part& part_of(Tool tool);

/// What a part remembers of the view, made when it is first asked for.
template <class State>
[[nodiscard]] State& state_of(UiState& ui) {
  std::any& kept = ui.of_parts[typeid(State)];
  if (!kept.has_value()) kept = State{};
  return std::any_cast<State&>(kept);
}

/// The same to look at only; null before it was asked for.
template <class State>
[[nodiscard]] const State* state_in(const UiState& ui) {
  const auto kept = ui.of_parts.find(typeid(State));
  return kept == ui.of_parts.end() ? nullptr : std::any_cast<State>(&kept->second);
}

// The parts of a game of Charge!
[[nodiscard]] Part charge_log_part();
[[nodiscard]] Part charge_scenario_part();
[[nodiscard]] Part charge_strip_part();
[[nodiscard]] Part charge_options_part();
[[nodiscard]] Part charge_fire_part();
[[nodiscard]] Part charge_casualties_part();
[[nodiscard]] Part charge_melee_part();
[[nodiscard]] Part charge_morale_part();
[[nodiscard]] Part charge_move_part();
[[nodiscard]] Part charge_possible_part();
[[nodiscard]] Part charge_referee_part();
[[nodiscard]] Part charge_lead_back_part();

}  // namespace window
