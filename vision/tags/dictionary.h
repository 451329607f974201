// The bit patterns of OpenCV's predefined fiducial dictionaries, ready for looking up.
//   A pattern is read row by row from the printed top left; a set bit is white. How many wrong bits may
//   be mended follows from how crowded the dictionary is, so that texture does not turn into tags.
// Needs measure; OpenCV stays inside the .cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/result.h"

namespace vision {

/// A pattern of `bits x bits` cells, first cell in the highest used bit. At most 7 x 7.
using TagCode = std::uint64_t;

/// The pattern as it reads when the tag's second corner is taken for its first (a quarter turn).
[[nodiscard]] TagCode quarter_turn(TagCode code, int bits);

struct TagMatch {
  int id = 0;
  int turns = 0;   // quarter turns from the corner order that was read to the printed one
  int errors = 0;  // bits that were mended
};

class TagDictionary {
 public:
  /// `name`: OpenCV's ("DICT_4X4_250"). Errors: BadFile for an unknown name.
  [[nodiscard]] static measure::Result<TagDictionary> named(const std::string& name);

  /// The tag with this pattern, in any of the four turns; within the error budget, the nearest.
  [[nodiscard]] std::optional<TagMatch> find(TagCode code) const;

  /// The pattern of one id as printed. `id` must be known to the dictionary (`holds`).
  [[nodiscard]] TagCode code_of(int id) const { return codes_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] bool holds(int id) const { return id >= 0 && static_cast<std::size_t>(id) < codes_.size(); }
  [[nodiscard]] int bits() const { return bits_; }
  [[nodiscard]] int error_budget() const { return budget_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
  int bits_ = 0, budget_ = 0;
  std::vector<TagCode> codes_;  // by id, as printed
};

}  // namespace vision
