// What is drawn over the table: a list of primitives in table inches, each at its height.
//   Built by pure functions from table states and readings, drawn by renderers that measure nothing.
//   Colours are meanings, not values; a verdict always has a sign beside its colour. A soft end is the
//   margin: the shape is solid up to value - margin and fades out until value + margin.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "measure/footprint.h"
#include "measure/length.h"
#include "measure/measured.h"

namespace overlay {

/// What a colour says. Quiet: always there; Accent: the player's focus; Selection: what is selected.
enum class Ink { Quiet, Accent, Selection, Yes, TooClose, No };
/// The shape that says the same as a verdict's colour.
enum class Sign { None, Tick, Waves, Cross };

[[nodiscard]] Ink ink_of(measure::Verdict verdict);
[[nodiscard]] Sign sign_of(measure::Verdict verdict);

struct Rgb {
  std::uint8_t r = 0, g = 0, b = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};
/// A meaning, or the players' own colour (an army's).
using Colour = std::variant<Ink, Rgb>;

struct Style {
  Colour colour = Ink::Quiet;
  double width = 2.0;    // pixels in a picture 1080 high; grows with the picture
  double opacity = 1.0;  // of the line
  double fill = 0.0;     // opacity of the inside
  bool dashed = false;
  bool halo = true;  // the dark rim that keeps a line readable on grass, sand and snow
};

/// A point of the table at height `z` above it.
struct Spot {
  measure::TablePoint at;
  measure::Inches z;
};

/// A line through points. `soft_end`: margin of its length, at its last point.
struct Line {
  std::vector<Spot> points = {};
  Style style;
  measure::Inches soft_end = {};
};

/// A piece of a circle: from `start`, anticlockwise by `sweep`. With `fill`, the sector inside.
struct Arc {
  Spot centre;
  measure::Inches radius;
  measure::Radians start, sweep;
  Style style;
  bool sides = false;                // draw the two straight sides as well
  measure::Radians soft_sides = {};  // margin of the sides' directions
};

/// A strip along a line. `soft`: margin of its half width.
struct Corridor {
  Spot from, to;
  measure::Inches half_width, soft;
  Style style;
};

/// A base where it stands, grown outwards by `grow`. `front`: a tick where it faces.
struct Mark {
  measure::Footprint footprint;
  measure::Inches z = {}, grow = {}, soft = {};
  Style style = {};
  bool front = false;
};

/// A closed outline on the table.
struct Area {
  std::vector<measure::TablePoint> outline;
  measure::Inches z;
  Style style;
};

/// A pill of text. It is placed near `anchor`, never over another label nor over what it speaks of.
struct Label {
  Spot anchor = {};
  std::string text;
  Colour rim = Ink::Quiet;
  Sign sign = Sign::None;
  int priority = 0;  // the higher ones choose their place first
  std::vector<Mark> speaks_of = {};
  bool leader = false;           // a thin line to the anchor, where the label had to stand off
  std::vector<Spot> along = {};  // the two ends of the line it tells the length of: it sits on it, where no other line passes
  bool names_ground = false;     // lies over its anchor where it may, and is left out rather than far off or over a figure
};

using Primitive = std::variant<Area, Corridor, Arc, Line, Mark, Label>;
using DisplayList = std::vector<Primitive>;

/// `more` drawn over `list`.
void append(DisplayList& list, DisplayList more);

}  // namespace overlay
