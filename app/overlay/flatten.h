// From table inches to the picture's pixels: a display list as strokes, fills and label wishes.
//   Every curve is sampled finely enough to follow the lens, so the overlay stays glued to the figures.
//   All renderers draw the same flat list; only how a stroke or a letter gets on the screen differs.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "app/overlay/display_list.h"
#include "app/overlay/label_layout.h"
#include "calibration/table_camera.h"

namespace overlay {

/// A point of a plane the renderer draws in: pixels of the picture, or of the screen.
using FlatPoint = calibration::ImagePoint;
/// The pixel of a table point at a height; empty where it cannot be seen.
using Projection = std::function<std::optional<FlatPoint>(measure::TablePoint, measure::Inches z)>;

/// Through a calibrated camera. Points where the lens model folds over (far outside the picture) are empty.
[[nodiscard]] Projection projection_of(const calibration::TableCamera& camera);

struct TableArea {
  measure::Inches length, width;
};

struct FlattenOptions {
  Projection project;
  std::optional<TableArea> table = {};  // arcs, corridors and lines end at its edge
  double scale = 1.0;                   // flat pixels to one pixel of a 1080-line picture: widths grow with it
};

struct Stroke {
  std::vector<FlatPoint> points = {};
  bool closed = false, dashed = false, halo = true;
  Rgb colour;
  double width = 2.0, opacity = 1.0;
};

/// An area of one tint: its outline, and the same area as triangles for renderers that fill only those.
struct Fill {
  std::vector<FlatPoint> outline = {};
  std::vector<std::size_t> triangles = {};  // three indices each
  Rgb colour;
  double opacity = 0.2;
};

struct FlatLabel {
  FlatPoint anchor;
  const Label* label = nullptr;  // of the list that was flattened
  std::vector<Box> keep_off = {};
  std::vector<FlatPoint> along = {};  // two points, or none
};

struct Flat {
  std::vector<Fill> fills;
  std::vector<Stroke> strokes;
  std::vector<FlatLabel> labels;
  std::vector<Box> figures;  // boxes of all marks: labels avoid them
};

/// `list` must outlive the result: labels point into it.
[[nodiscard]] Flat flatten(const DisplayList& list, const FlattenOptions& options);

/// Outline of a base on the table, grown outwards by `grow`, anticlockwise.
[[nodiscard]] std::vector<measure::TablePoint> outline_of(const measure::Footprint& footprint, measure::Inches grow);

/// Indices of triangles that cover a simple polygon (ear clipping); empty for fewer than three points.
[[nodiscard]] std::vector<std::size_t> triangulate(std::span<const FlatPoint> outline);

}  // namespace overlay
