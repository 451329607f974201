// The bit patterns of OpenCV's predefined fiducial dictionaries, ready for looking up.
//   A pattern is read row by row from the printed top left; a set bit is white. How many wrong bits may
//   be mended follows from how crowded the dictionary is, so that texture does not turn into tags.
#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/result.h"
#include "vision/tags/candidates.h"

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
  [[nodiscard]] TagCode code_of(int id) const { return codes_[id]; }
  [[nodiscard]] bool holds(int id) const { return id >= 0 && static_cast<std::size_t>(id) < codes_.size(); }
  [[nodiscard]] int bits() const { return bits_; }
  [[nodiscard]] int error_budget() const { return budget_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
  int bits_ = 0, budget_ = 0;
  std::vector<TagCode> codes_;  // by id, as printed
};

// Reading the pattern inside a dark quadrilateral.
//   A tag has an unbroken black border, a white margin round it, and cells that are clearly black or
//   clearly white: a quadrilateral that fails any of these is texture, whatever its pattern spells.

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

/// The one of these tags that goes with how bright all cells are together, where single ones cannot be told black from white: out of focus,
/// under glare or dirt. Empty when none does, two do alike, or another of the dictionary does better. `ids` must be known to the
/// dictionary.
[[nodiscard]] std::optional<TagReading> read_among(const cv::Mat& luma, const Quad& quad, const TagDictionary& dictionary,
                                                   std::span<const int> ids);

}  // namespace vision
