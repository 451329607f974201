#include "vision/tags/dictionary.h"

#include <array>
#include <bit>
#include <cmath>
#include <opencv2/aruco/dictionary.hpp>
#include <utility>

#include "calibration/dictionaries.h"

namespace vision {
namespace {

using measure::ErrorCode;
using measure::fail;
using measure::Result;

/// Chance that a random pattern passes for a tag. Larger: more mended tags, but ghosts in printed clutter;
/// smaller: DICT_4X4_250 (1.5 % without any mending) could not be read at all.
constexpr double kMaxChanceMatch = 0.02;

/// More wrong bits than this are no longer noise but something lying on the tag.
constexpr int kMostMended = 5;

int budget_of(std::size_t ids, int bits, int mendable) {
  const double cells = bits * bits;
  const double readings = 4.0 * static_cast<double>(ids) / std::exp2(cells);
  double ball = 1.0, shell = 1.0;  // patterns within / at exactly k wrong bits
  int budget = 0;
  for (int k = 1; k <= mendable; ++k) {
    shell *= (cells - k + 1) / k;
    ball += shell;
    if (readings * ball > kMaxChanceMatch) break;
    budget = k;
  }
  return budget;
}

}  // namespace

TagCode quarter_turn(TagCode code, int bits) {
  TagCode turned = 0;
  for (int row = 0; row < bits; ++row)
    for (int column = 0; column < bits; ++column) {
      const int from = column * bits + (bits - 1 - row);
      turned = (turned << 1) | ((code >> (bits * bits - 1 - from)) & 1U);
    }
  return turned;
}

Result<TagDictionary> TagDictionary::named(const std::string& name) {
  const std::optional<int> number = calibration::dictionary_number(name);
  if (!number)
    return fail(ErrorCode::BadFile,
                "unknown tag dictionary \"" + name + "\"; use a predefined one such as DICT_4X4_250 or DICT_APRILTAG_36h11");
  const cv::Ptr<cv::aruco::Dictionary> source = cv::aruco::getPredefinedDictionary(*number);
  TagDictionary out;
  out.name_ = name;
  out.bits_ = source->markerSize;
  for (int id = 0; id < source->bytesList.rows; ++id) {
    const cv::Mat pattern = cv::aruco::Dictionary::getBitsFromByteList(source->bytesList.rowRange(id, id + 1), out.bits_);
    TagCode code = 0;
    for (int row = 0; row < out.bits_; ++row)
      for (int column = 0; column < out.bits_; ++column) code = (code << 1) | (pattern.at<uchar>(row, column) != 0 ? 1U : 0U);
    out.codes_.push_back(code);
  }
  // OpenCV states none for the AprilTag families, whose codes lie far apart; chance limits them all the same.
  const int mendable = source->maxCorrectionBits > 0 ? source->maxCorrectionBits : kMostMended;
  out.budget_ = budget_of(out.codes_.size(), out.bits_, mendable);
  return out;
}

std::optional<TagMatch> TagDictionary::find(TagCode code) const {
  std::array<TagCode, 4> turned{code};
  for (std::size_t t = 1; t < 4; ++t) turned[t] = quarter_turn(turned[t - 1], bits_);
  std::optional<TagMatch> best;
  for (std::size_t id = 0; id < codes_.size(); ++id)
    for (std::size_t t = 0; t < 4; ++t) {
      const int errors = std::popcount(turned[t] ^ codes_[id]);
      if (errors > budget_ || (best && errors >= best->errors)) continue;
      best = TagMatch{.id = static_cast<int>(id), .turns = static_cast<int>(t), .errors = errors};
    }
  return best;
}

}  // namespace vision
