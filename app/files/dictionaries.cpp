#include "app/files/dictionaries.h"

#include <algorithm>
#include <array>

namespace app {
namespace {

constexpr std::array kDictionaries{
    Dictionary{"DICT_4X4_50", 50},        Dictionary{"DICT_4X4_100", 100},         Dictionary{"DICT_4X4_250", 250},
    Dictionary{"DICT_4X4_1000", 1000},    Dictionary{"DICT_5X5_50", 50},           Dictionary{"DICT_5X5_100", 100},
    Dictionary{"DICT_5X5_250", 250},      Dictionary{"DICT_5X5_1000", 1000},       Dictionary{"DICT_6X6_50", 50},
    Dictionary{"DICT_6X6_100", 100},      Dictionary{"DICT_6X6_250", 250},         Dictionary{"DICT_6X6_1000", 1000},
    Dictionary{"DICT_7X7_50", 50},        Dictionary{"DICT_7X7_100", 100},         Dictionary{"DICT_7X7_250", 250},
    Dictionary{"DICT_7X7_1000", 1000},    Dictionary{"DICT_ARUCO_ORIGINAL", 1024}, Dictionary{"DICT_APRILTAG_16h5", 30},
    Dictionary{"DICT_APRILTAG_25h9", 35}, Dictionary{"DICT_APRILTAG_36h10", 2320}, Dictionary{"DICT_APRILTAG_36h11", 587},
};

}  // namespace

std::span<const Dictionary> known_dictionaries() { return kDictionaries; }

std::optional<Dictionary> find_dictionary(std::string_view name) {
  const auto found = std::ranges::find(kDictionaries, name, &Dictionary::name);
  if (found == kDictionaries.end()) return std::nullopt;
  return *found;
}

std::string_view family_of(std::string_view dictionary) {
  const bool sized = dictionary.find("X") != std::string_view::npos;  // DICT_4X4_250: the number is a size
  return sized ? dictionary.substr(0, dictionary.rfind('_')) : dictionary;
}

}  // namespace app
