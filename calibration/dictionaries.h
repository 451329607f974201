// The predefined tag dictionaries of OpenCV, as files and command lines name them.
#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <string_view>

namespace calibration {

struct Dictionary {
  std::string_view name;  // "DICT_4X4_250"
  int ids;                // how many it has
};
/// Empty for a name OpenCV does not know.
[[nodiscard]] std::optional<Dictionary> find_dictionary(std::string_view name);
/// OpenCV's number of it.
[[nodiscard]] std::optional<int> dictionary_number(std::string_view name);

/// Dictionaries of one family share their first codes (id 3 of DICT_4X4_50 is id 3 of DICT_4X4_250), so two tags are the same print when
/// family and id agree.
[[nodiscard]] std::string_view family_of(std::string_view dictionary);

/// The printed pattern of a tag: 8-bit, one pixel a cell, 0 black and 255 white, with the black border one
/// cell wide; upright, so row 0 is the printed top. Empty for an unknown dictionary or id.
[[nodiscard]] cv::Mat tag_pattern(std::string_view dictionary, int id);

}  // namespace calibration
