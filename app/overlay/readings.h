// What a player has laid on the table - a ruler, an arc, a corridor - and what it reads just now.
//   A laid tool remembers pieces by their track, not places: it is read anew in every table state, so it
//   stays glued to the figures and its margin shrinks while they stand still. Reading is pure; every
//   number comes from `measure`.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/overlay/display_list.h"
#include "app/overlay/figures.h"
#include "measure/footprint.h"
#include "measure/table.h"
#include "vision/table_state.h"

namespace overlay {

/// Where a tool begins or ends: a piece, or a point of the ground.
struct End {
  std::optional<int> piece = {};   // track id
  measure::TablePoint point = {};  // where there is no piece
  measure::Inches margin{0.0};     // of `point`, 95 %: what registration and the hand on the mouse leave open
  friend bool operator==(const End&, const End&) = default;
};

/// Edge to edge between two ends, or centre to centre.
struct Ruler {
  End from, to;
  bool centres = false;
  friend bool operator==(const Ruler&, const Ruler&) = default;
};
/// Edge to edge from one piece to all around it, out to `reach`.
struct Around {
  int piece = 0;
  measure::Inches reach{12.0};
  friend bool operator==(const Around&, const Around&) = default;
};
/// Who stands within `half_width` of a piece's front, out to `reach`.
struct FieldOfFire {
  int piece = 0;
  measure::Radians half_width = measure::from_degrees(45.0);
  measure::Inches reach{36.0};
  friend bool operator==(const FieldOfFire&, const FieldOfFire&) = default;
};
/// Who stands nearer than `needs` to the line between two ends.
struct LineOfFire {
  End from, to;
  measure::Inches needs{1.0};
  friend bool operator==(const LineOfFire&, const LineOfFire&) = default;
};
/// Does one end see the other, past terrain and figures with their heights?
struct LineOfSight {
  End from, to;
  friend bool operator==(const LineOfSight&, const LineOfSight&) = default;
};
/// What a player has declared: the one end stays beyond, or within, a distance of the other, edge to edge.
struct Intent {
  End who, of;
  bool beyond = true;
  measure::Inches limit{6.0};
  bool units = false;  // of their whole units: the two figures that are nearest count
  friend bool operator==(const Intent&, const Intent&) = default;
};
using Laid = std::variant<Ruler, Around, FieldOfFire, LineOfFire, LineOfSight, Intent>;

/// How it is with an intent: kept (yes), broken (no), or too close to call.
struct IntentNow {
  measure::Verdict verdict = measure::Verdict::Yes;
  measure::Measured apart;
  std::string who, of;
};
/// None: one of the two is no longer on the table.
[[nodiscard]] std::optional<IntentNow> check(const Intent& intent, const vision::TableState& state, const measure::Table& table);
/// "R1/3 stays beyond 6 in of B1/2: kept, 6.31 ±0.02 in".
[[nodiscard]] std::string text_of(const Intent& intent, const IntentNow& now);

/// One line of a reading: a sign, who, how much, why.
struct Row {
  std::optional<measure::Verdict> verdict = {};
  std::string who = {}, value = {}, note = {};
};

struct Reading {
  std::string tool;  // "Ruler"
  Row headline = {};
  std::vector<Row> rows = {};  // nearest or most important first
  DisplayList drawing = {};
  std::optional<measure::Inches> margin = {};  // of the headline's length: to see whether it still shrinks
};

/// What `laid` reads in this state. A piece that is no longer on the table is said in the headline.
[[nodiscard]] Reading read(const Laid& laid, const vision::TableState& state, const measure::Table& table);

/// "7.50 ±0.03 in", "42.8° ±0.4": the margin with as many decimals as the value.
[[nodiscard]] std::string text_of(const measure::Measured& measured);
[[nodiscard]] std::string text_of(const measure::MeasuredAngle& measured);

}  // namespace overlay
