// The overlay drawn on a picture: evidence sheets, the headless demo, recordings.
//   Draws what `flatten` gives, with cairo for smooth lines and accented letters; measures nothing.
#pragma once

#include <opencv2/core/mat.hpp>

#include "app/overlay/flatten.h"
#include "calibration/table_camera.h"

namespace overlay {

/// A copy of an 8-bit BGR picture with `list` drawn over it, as `camera` sees the table.
/// `table`: arcs and corridors end at its edge. An empty or otherwise formatted picture comes back unchanged.
[[nodiscard]] cv::Mat draw_on_picture(const cv::Mat& bgr, const DisplayList& list, const calibration::TableCamera& camera,
                                      const std::optional<TableArea>& table = {});

/// `list` alone on a transparent picture of this size: 8-bit BGRA, not premultiplied. Without a camera nothing is on it.
[[nodiscard]] cv::Mat draw_alone(cv::Size size, const DisplayList& list, const std::optional<calibration::TableCamera>& camera,
                                 const std::optional<TableArea>& table = {});

}  // namespace overlay
