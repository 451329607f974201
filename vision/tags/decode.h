// Reading the pattern inside a dark quadrilateral.
//   A tag has an unbroken black border, a white margin round it, and cells that are clearly black or
//   clearly white: a quadrilateral that fails any of these is texture, whatever its pattern spells.
// Needs OpenCV core.
#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>

#include "vision/tags/candidates.h"
#include "vision/tags/dictionary.h"

namespace vision {

struct TagReading {
  const TagDictionary* dictionary = nullptr;
  int id = 0;
  int errors = 0;
  Quad corners;  // clockwise from the printed top left
};

/// Could this be print: is the picture clearly darker just inside most of the outline than just outside? Cheap; turns
/// most texture away. Of a guessed quadrilateral only the sides that were seen are asked.
[[nodiscard]] bool looks_printed(const cv::Mat& luma, const DarkQuad& quad);

/// The tag in a quadrilateral that is good to a quarter of a cell; empty when there is none.
[[nodiscard]] std::optional<TagReading> read_pattern(const cv::Mat& luma, const Quad& quad, std::span<const TagDictionary> dictionaries);

}  // namespace vision
