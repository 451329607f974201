// What one figure can see of another: the straight line between two heights, over terrain and figures.
//   Whatever rises above the line where the line passes over it blocks the view. Three answers: near
//   a corner or a crest the camera cannot settle, the middle goes to the players. Nothing here knows a
//   rule; how far one sees into a wood and which figures count are the caller's to say.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/footprint.h"
#include "measure/measured.h"
#include "measure/table.h"

namespace measure {

/// One end of a line of sight.
struct SightEnd {
  Spot at;
  Inches height;         // above the table, not above the ground
  Inches height_margin;  // 95 % half-width of `height`
};

/// A figure that may stand in the way, solid from the table to its top.
struct SightFigure {
  std::string name;
  Footprint footprint;
  Inches top;  // above the table
};

/// One thing in the way, or possibly in the way.
struct SightBlocker {
  std::string name;
  std::optional<TerrainKind> terrain;  // none: a figure
  Verdict blocks = Verdict::Yes;
  Measured rise;       // its top above the line, at the worst place: it can block only where this is positive
  Measured clearance;  // sideways, from the line to its outline: negative where the line passes over it
  Measured depth;      // how long the line runs through it, below its top
  TablePoint at;       // the worst place, on the line
};

struct Sight {
  Verdict clear = Verdict::Yes;
  std::vector<SightBlocker> in_the_way;  // the surest first, then the nearest to the eye
};

struct SightOptions {
  Inches into_woods;       // a wood hides only what lies deeper in, or beyond more of it, than this
  PointCovariance common;  // the part of their errors that the two ends and the figures share
};

/// Is the view from `eye` to `target` free?
///
/// Woods, houses, walls and every other terrain with a height are solid up to it; a line of terrain
/// has its width. Hills and slopes block with the ground itself (`ground_height`). Terrain is taken as
/// drawn, without error. Leave the two figures concerned out of `figures`.
/// Touching an outline, or running exactly along a top, does not block. Source: docs/measuring.md, "Sight".
[[nodiscard]] Sight sight(const SightEnd& eye, const SightEnd& target, std::span<const Terrain> terrain,
                          std::span<const SightFigure> figures = {}, const SightOptions& options = {});

/// The same terrain for many lines: prepared once, answers as `sight`.
class SightScene {
 public:
  explicit SightScene(std::span<const Terrain> terrain, const SightOptions& options = {});
  [[nodiscard]] Sight sight(const SightEnd& eye, const SightEnd& target, std::span<const SightFigure> figures = {}) const;

 private:
  struct Prepared;
  std::shared_ptr<const Prepared> prepared_;
};

}  // namespace measure
