// The overlay drawn on a picture: evidence sheets, the headless demo, recordings.
//   Draws what `flatten` gives, with cairo for smooth lines and accented letters; measures nothing.
#pragma once

#include <opencv2/core/mat.hpp>

#include "app/overlay/flatten.h"
#include "calibration/table_camera.h"

namespace overlay {

struct PictureOptions {
  std::optional<TableArea> table;  // arcs and corridors end at its edge
  double text_scale = 1.0;         // of the labels
};

/// A copy of an 8-bit BGR picture with `list` drawn over it, as `camera` sees the table.
/// An empty or otherwise formatted picture comes back unchanged.
[[nodiscard]] cv::Mat draw_on_picture(const cv::Mat& bgr, const DisplayList& list, const calibration::TableCamera& camera,
                                      const PictureOptions& options = {});

}  // namespace overlay
