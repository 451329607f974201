// Where labels go: near what they speak of, never over it, never over each other, never off the picture.
//   The name of a stretch of ground lies on it or close by, or somebody would take it for another's, and never over a figure. A label
//   of a line sits on its line, away from where other lines cross it, so that nobody reads it off another. A label that finds no such
//   place is left out rather than laid over something; more important labels choose first. Works in whatever plane the caller draws in
//   (pixels).
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace overlay {

struct Box {
  double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;
  [[nodiscard]] double width() const { return right - left; }
  [[nodiscard]] double height() const { return bottom - top; }
  friend bool operator==(const Box&, const Box&) = default;
};

/// Do two boxes share more than an edge?
[[nodiscard]] bool overlap(const Box& a, const Box& b);

struct LabelRequest {
  double anchor_x = 0.0, anchor_y = 0.0;
  double width = 0.0, height = 0.0;
  int priority = 0;
  std::vector<Box> keep_off = {};                     // what it speaks of
  std::vector<std::pair<double, double>> along = {};  // the two ends of its line, or none
  bool names_ground = false;                          // lies over its anchor where it may; left out rather than far off or over a figure
};

struct LayoutOptions {
  Box bounds;                  // labels stay inside
  double gap = 6.0;            // from the anchor and between labels
  std::span<const Box> avoid;  // other figures: covered only when nothing else is free, by names of ground never
};

/// The point of a label's box nearest to its anchor, where the label stands more than half its height away from it and not on its own
/// line: where a line must lead from the one to the other.
[[nodiscard]] std::optional<std::pair<double, double>> leader_end(const Box& box, const LabelRequest& request);

/// One place a request, in the order of the requests; empty where there is no free place.
[[nodiscard]] std::vector<std::optional<Box>> lay_out(std::span<const LabelRequest> requests, const LayoutOptions& options);

}  // namespace overlay
