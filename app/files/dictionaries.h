// The fiducial dictionaries a file may name, and how many ids each has.
//   The names are those of OpenCV's predefined dictionaries.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace app {

struct Dictionary {
  std::string_view name;
  int ids;
};

[[nodiscard]] std::span<const Dictionary> known_dictionaries();
[[nodiscard]] std::optional<Dictionary> find_dictionary(std::string_view name);

/// Dictionaries of one family share their first codes (id 3 of DICT_4X4_50 is id 3 of DICT_4X4_250), so
/// two tags are the same print when family and id agree.
[[nodiscard]] std::string_view family_of(std::string_view dictionary);

}  // namespace app
