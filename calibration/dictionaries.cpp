#include "calibration/dictionaries.h"

#include <algorithm>
#include <array>
#include <opencv2/aruco.hpp>
#include <utility>

namespace calibration {
namespace {

constexpr std::array<std::pair<std::string_view, int>, 21> kDictionaries{{
    {"DICT_4X4_50", cv::aruco::DICT_4X4_50},
    {"DICT_4X4_100", cv::aruco::DICT_4X4_100},
    {"DICT_4X4_250", cv::aruco::DICT_4X4_250},
    {"DICT_4X4_1000", cv::aruco::DICT_4X4_1000},
    {"DICT_5X5_50", cv::aruco::DICT_5X5_50},
    {"DICT_5X5_100", cv::aruco::DICT_5X5_100},
    {"DICT_5X5_250", cv::aruco::DICT_5X5_250},
    {"DICT_5X5_1000", cv::aruco::DICT_5X5_1000},
    {"DICT_6X6_50", cv::aruco::DICT_6X6_50},
    {"DICT_6X6_100", cv::aruco::DICT_6X6_100},
    {"DICT_6X6_250", cv::aruco::DICT_6X6_250},
    {"DICT_6X6_1000", cv::aruco::DICT_6X6_1000},
    {"DICT_7X7_50", cv::aruco::DICT_7X7_50},
    {"DICT_7X7_100", cv::aruco::DICT_7X7_100},
    {"DICT_7X7_250", cv::aruco::DICT_7X7_250},
    {"DICT_7X7_1000", cv::aruco::DICT_7X7_1000},
    {"DICT_ARUCO_ORIGINAL", cv::aruco::DICT_ARUCO_ORIGINAL},
    {"DICT_APRILTAG_16h5", cv::aruco::DICT_APRILTAG_16h5},
    {"DICT_APRILTAG_25h9", cv::aruco::DICT_APRILTAG_25h9},
    {"DICT_APRILTAG_36h10", cv::aruco::DICT_APRILTAG_36h10},
    {"DICT_APRILTAG_36h11", cv::aruco::DICT_APRILTAG_36h11},
}};

}  // namespace

std::optional<int> dictionary_number(std::string_view name) {
  const auto found = std::find_if(kDictionaries.begin(), kDictionaries.end(), [&](const auto& entry) { return entry.first == name; });
  if (found == kDictionaries.end()) return std::nullopt;
  return found->second;
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
