// The names of OpenCV's predefined tag dictionaries, as files and command lines write them.
#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <string_view>

namespace calibration {

/// OpenCV's number of a predefined dictionary ("DICT_4X4_250"); empty for a name OpenCV does not know.
[[nodiscard]] std::optional<int> dictionary_number(std::string_view name);

/// The printed pattern of a tag: 8-bit, one pixel a cell, 0 black and 255 white, with the black border one
/// cell wide; upright, so row 0 is the printed top. Empty for an unknown dictionary or id.
[[nodiscard]] cv::Mat tag_pattern(std::string_view dictionary, int id);

}  // namespace calibration
