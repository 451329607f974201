// Pages for a printer, in inches, as PDF, SVG or PNG.
// Needs cairo.
#pragma once

#include <cairo.h>

#include <functional>
#include <string>
#include <vector>

#include "measure/result.h"

namespace calibration {

/// One page. `paint` draws in inches from the top left, y down.
struct Sheet {
  double width_in = 0.0, height_in = 0.0;
  std::function<void(cairo_t*)> paint;
};

/// Writes pages to `path` (.pdf, .svg, .png); formats without pages get one file each, numbered. PNG files state
/// their resolution, so that they print at the right size. Returns the files written.
/// Errors: Usage for an unknown ending or a picture too large; BadFile when a file cannot be written.
[[nodiscard]] measure::Result<std::vector<std::string>> write_sheets(const std::vector<Sheet>& sheets, const std::string& path, double dpi);

}  // namespace calibration
