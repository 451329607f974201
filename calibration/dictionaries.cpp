#include "calibration/dictionaries.h"

#include <algorithm>
#include <array>
#include <opencv2/aruco.hpp>

namespace calibration {
namespace {

/// In the order of OpenCV's numbers.
constexpr std::array kDictionaries{
    Dictionary{"DICT_4X4_50", 50},        Dictionary{"DICT_4X4_100", 100},         Dictionary{"DICT_4X4_250", 250},
    Dictionary{"DICT_4X4_1000", 1000},    Dictionary{"DICT_5X5_50", 50},           Dictionary{"DICT_5X5_100", 100},
    Dictionary{"DICT_5X5_250", 250},      Dictionary{"DICT_5X5_1000", 1000},       Dictionary{"DICT_6X6_50", 50},
    Dictionary{"DICT_6X6_100", 100},      Dictionary{"DICT_6X6_250", 250},         Dictionary{"DICT_6X6_1000", 1000},
    Dictionary{"DICT_7X7_50", 50},        Dictionary{"DICT_7X7_100", 100},         Dictionary{"DICT_7X7_250", 250},
    Dictionary{"DICT_7X7_1000", 1000},    Dictionary{"DICT_ARUCO_ORIGINAL", 1024}, Dictionary{"DICT_APRILTAG_16h5", 30},
    Dictionary{"DICT_APRILTAG_25h9", 35}, Dictionary{"DICT_APRILTAG_36h10", 2320}, Dictionary{"DICT_APRILTAG_36h11", 587},
};
static_assert(kDictionaries.size() == cv::aruco::DICT_APRILTAG_36h11 + 1 && cv::aruco::DICT_4X4_50 == 0);

}  // namespace

std::optional<int> dictionary_number(std::string_view name) {
  const auto found = std::ranges::find(kDictionaries, name, &Dictionary::name);
  if (found == kDictionaries.end()) return std::nullopt;
  return static_cast<int>(found - kDictionaries.begin());
}

std::optional<Dictionary> find_dictionary(std::string_view name) {
  const auto number = dictionary_number(name);
  if (!number) return std::nullopt;
  return kDictionaries.at(static_cast<std::size_t>(*number));
}

std::string_view family_of(std::string_view dictionary) {
  const bool sized = dictionary.find("X") != std::string_view::npos;  // DICT_4X4_250: the number is a size
  return sized ? dictionary.substr(0, dictionary.rfind('_')) : dictionary;
}

cv::Mat tag_pattern(std::string_view dictionary, int id) {
  const std::optional<int> number = dictionary_number(dictionary);
  if (!number) return {};
  const auto words = cv::aruco::getPredefinedDictionary(*number);
  if (id < 0 || id >= words->bytesList.rows) return {};
  cv::Mat pattern;
  words->drawMarker(id, words->markerSize + 2, pattern, 1);
  return pattern;
}

}  // namespace calibration
