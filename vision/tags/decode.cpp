#include "vision/tags/decode.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <opencv2/aruco/dictionary.hpp>

#include "calibration/dictionaries.h"
#include "calibration/least_squares.h"
#include "measure/robust.h"
#include "vision/tags/shades.h"

namespace vision {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

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

/// Black and white must differ by this many grey levels to be read at all.
constexpr double kMinPrintContrast = 20.0;
/// A cell nearer to the middle than this share of the contrast is unclear. Larger loses blurred tags of 2.5 px
/// a cell (their lone white cells reach 0.2); smaller lets texture speak.
constexpr double kUnclear = 0.08;
/// Of the border's cells this share may fail (a stalk of grass or a gun barrel lies across), and of the white
/// margin's (a base edge or its own figure overlaps it). Larger: ghosts; smaller: lost tags.
constexpr double kBorderMayFail = 0.08, kMarginMayFail = 0.30;
/// `looks_printed` compares this far inside and outside, as a share of the side: half a cell of the smallest cells.
constexpr double kRimShare = 0.065;
constexpr double kMinRimPx = 1.2;
/// Least contrast over the rim, as a share of the sum of both sides: print has 0.5, under glare 0.25.
constexpr double kMinRimContrast = 0.18;
/// This share of the rim may be covered or missed by a quadrilateral that is a pixel off; of two sides alone, less.
constexpr double kRimMayFail = 0.5, kGuessedRimMayFail = 0.2;
/// Under a shadow every place of the rim must show this contrast, as a share of the sum, but for this share of places.
constexpr double kMinShadowContrast = 0.25, kShadowMayFail = 0.1;
/// The white margin is looked at this far outside the black border, in cells.
constexpr double kMarginAt = 0.45;

struct Sample {
  double column, row, value;
};

/// Light across a tag: value = a + b column + c row, so that a shaded side does not turn white into black.
Eigen::Vector3d shading(const std::vector<Sample>& samples) {
  calibration::NormalEquations<3> equations{Eigen::Matrix3d::Identity() * 1e-6};
  for (const Sample& s : samples) equations.add({1.0, s.column, s.row}, s.value);
  return equations.solve();
}

std::vector<Sample> border_of(const cv::Mat& luma, const SquareToQuad& map, int cells) {
  std::vector<Sample> out;
  for (int i = 0; i < cells; ++i)
    for (int k = 0; k < cells; ++k) {
      if (i != 0 && k != 0 && i != cells - 1 && k != cells - 1) continue;
      out.push_back({k + 0.5, i + 0.5, cell_brightness(luma, map, k + 0.5, i + 0.5)});
    }
  return out;
}

std::vector<Sample> margin_of(const cv::Mat& luma, const SquareToQuad& map, int cells) {
  std::vector<Sample> out;
  const auto take = [&](double column, double row) {
    const cv::Point2d p = map(column, row);
    out.push_back({column, row, brightness(luma, p.x, p.y)});
  };
  for (int i = 0; i < cells; ++i) {
    take(i + 0.5, -kMarginAt);
    take(i + 0.5, cells + kMarginAt);
    take(-kMarginAt, i + 0.5);
    take(cells + kMarginAt, i + 0.5);
  }
  return out;
}

/// Drops the samples on the wrong side of a first guess, so that what covers a part does not tilt the plane.
Eigen::Vector3d robust_shading(const std::vector<Sample>& samples, double keep_from, double keep_to) {
  std::vector<Sample> kept;
  std::ranges::copy_if(samples, std::back_inserter(kept), [&](const Sample& s) { return s.value >= keep_from && s.value <= keep_to; });
  return shading(kept.size() * 2 >= samples.size() ? kept : samples);
}

double median_of(const std::vector<Sample>& samples) {
  std::vector<double> values;
  for (const Sample& s : samples) values.push_back(s.value);
  return measure::median_in_place(values);
}

/// Mean of samples, the nearest ones first of all.
double nearby(const std::vector<Sample>& samples, double column, double row) {
  double sum = 0.0, weights = 0.0;
  for (const Sample& s : samples) {
    const double squared = (s.column - column) * (s.column - column) + (s.row - row) * (s.row - row) + 0.25;
    sum += s.value / (squared * squared);
    weights += 1.0 / (squared * squared);
  }
  return sum / weights;
}

/// A shade as it looks from place to place: a plane, or where these are known what lies nearest, which follows the edge of a shadow.
struct Level {
  Eigen::Vector3d plane = Eigen::Vector3d::Zero();
  std::vector<Sample> near = {};
  [[nodiscard]] double at(double column, double row) const {
    return near.empty() ? plane.dot(Eigen::Vector3d(1.0, column, row)) : nearby(near, column, row);
  }
};

struct Levels {
  Level black, white;
  [[nodiscard]] double contrast(double column, double row) const { return white.at(column, row) - black.at(column, row); }
  /// 0 at black, 1 at white.
  [[nodiscard]] double whiteness(const Sample& s) const {
    return (s.value - black.at(s.column, s.row)) / std::max(1.0, contrast(s.column, s.row));
  }
};

std::optional<Levels> levels_of(const cv::Mat& luma, const SquareToQuad& map, int cells) {
  const std::vector<Sample> border = border_of(luma, map, cells), margin = margin_of(luma, map, cells);
  const double black = median_of(border), white = median_of(margin), middle = 0.5 * (black + white);
  if (white - black < kMinPrintContrast) return std::nullopt;
  const Levels levels{.black = {robust_shading(border, 0.0, middle)}, .white = {robust_shading(margin, middle, 255.0)}};
  for (const double x : {0.0, static_cast<double>(cells)})
    for (const double y : {0.0, static_cast<double>(cells)})
      if (levels.contrast(x, y) < 0.5 * kMinPrintContrast) return std::nullopt;
  const auto fails = [&](const std::vector<Sample>& samples, bool want_white) {
    return std::ranges::count_if(samples, [&](const Sample& s) { return (levels.whiteness(s) > 0.5) != want_white; });
  };
  if (static_cast<double>(fails(border, false)) > kBorderMayFail * static_cast<double>(border.size())) return std::nullopt;
  if (static_cast<double>(fails(margin, true)) > kMarginMayFail * static_cast<double>(margin.size())) return std::nullopt;
  return levels;
}

/// Levels of a tag that a shadow crosses: the rim must step from black to white all round, each place for itself.
std::optional<Levels> levels_under_shadow(const cv::Mat& luma, const SquareToQuad& map, int cells) {
  Levels levels{.black = {.near = border_of(luma, map, cells)}, .white = {.near = margin_of(luma, map, cells)}};
  std::size_t fails = 0;
  for (const Sample& s : levels.white.near) {
    const double black = levels.black.at(s.column, s.row);
    if (s.value - black < std::max(kMinPrintContrast, kMinShadowContrast * (s.value + black))) ++fails;
  }
  if (static_cast<double>(fails) > kShadowMayFail * static_cast<double>(levels.white.near.size())) return std::nullopt;
  return levels;
}

/// Where a tag cannot be read as it is, blur is taken back: what it gave to each of a cell's four neighbours, as a share of what it left to
/// the cell. Of a cell 2.5 px wide, blurred by 1 px (sigma): 0.16 of its width goes to either side, so 0.16 x 0.68 over 0.68 x 0.68.
constexpr double kTakenByBlur = 0.24;

/// Blurred print goes with what was printed at least so well (coefficient of correlation over all cells of the pattern); of noise in 16
/// cells fifteen in a million do. And it goes with every other of the tags, or itself turned, less well by so much: tags of 16 cells that
/// differ in two differ by 0.25.
constexpr double kGoesWith = 0.85, kLessWithOthers = 0.12;

/// The whiteness of all cells of a tag with its black border.
class CellShades {
 public:
  CellShades(const cv::Mat& luma, const SquareToQuad& map, const Levels& levels, int bits) : bits_(bits) {
    for (int row = 0; row < bits + 2; ++row)
      for (int column = 0; column < bits + 2; ++column) {
        const Sample s{column + 0.5, row + 0.5, cell_brightness(luma, map, column + 0.5, row + 0.5)};
        seen_.push_back(levels.whiteness(s));
      }
  }
  /// Of the pattern alone, row by row. `sharpen`: what blur takes from a cell and gives to each of its four neighbours, as a share of what
  /// is left to it; taken back.
  [[nodiscard]] std::vector<double> pattern(double sharpen) const {
    std::vector<double> out;
    for (int row = 1; row <= bits_; ++row)
      for (int column = 1; column <= bits_; ++column) {
        const double neighbours = at(column - 1, row) + at(column + 1, row) + at(column, row - 1) + at(column, row + 1);
        out.push_back(at(column, row) + sharpen * (4.0 * at(column, row) - neighbours));
      }
    return out;
  }

 private:
  [[nodiscard]] double at(int column, int row) const { return seen_[static_cast<std::size_t>(row * (bits_ + 2) + column)]; }

  int bits_;
  std::vector<double> seen_;
};

struct Pattern {
  TagCode code = 0;
  int unclear = 0;
};

Pattern pattern_of(const CellShades& cells, double sharpen) {
  Pattern out;
  for (const double whiteness : cells.pattern(sharpen)) {
    out.code = (out.code << 1) | (whiteness > 0.5 ? 1U : 0U);
    if (std::abs(whiteness - 0.5) < kUnclear) ++out.unclear;
  }
  return out;
}

/// The coefficient of correlation of what is seen with what is printed.
double goes_with(const std::vector<double>& seen, TagCode printed) {
  const auto cells = static_cast<double>(seen.size());
  const double whites = std::popcount(printed);
  double mean = 0.0, squares = 0.0, in_white = 0.0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    mean += seen[i] / cells, squares += seen[i] * seen[i] / cells;
    if (((printed >> (seen.size() - 1 - i)) & 1U) != 0) in_white += seen[i] / cells;
  }
  const double share = whites / cells, spread = std::sqrt(std::max(0.0, squares - mean * mean) * share * (1.0 - share));
  return spread > 0.0 ? (in_white - mean * share) / spread : 0.0;
}

using FindLevels = std::optional<Levels> (*)(const cv::Mat& luma, const SquareToQuad& map, int cells);

std::optional<TagReading> read_as(const TagDictionary& dictionary, const cv::Mat& luma, const Quad& quad, FindLevels find_levels,
                                  double sharpen = 0.0) {
  const SquareToQuad map(quad, dictionary.bits() + 2);
  const std::optional<Levels> levels = find_levels(luma, map, dictionary.bits() + 2);
  if (!levels) return std::nullopt;
  const Pattern pattern = pattern_of(CellShades(luma, map, *levels, dictionary.bits()), sharpen);
  const int most_wrong = std::max(1, dictionary.error_budget());
  if (pattern.unclear > most_wrong) return std::nullopt;
  const std::optional<TagMatch> match = dictionary.find(pattern.code);
  if (!match || match->errors + pattern.unclear > most_wrong) return std::nullopt;
  TagReading reading{.dictionary = &dictionary, .id = match->id, .errors = match->errors, .corners = {}};
  for (std::size_t i = 0; i < 4; ++i) reading.corners[i] = quad[(i + static_cast<std::size_t>(match->turns)) % 4];
  return reading;
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

bool looks_printed(const cv::Mat& luma, const DarkQuad& dark) {
  const Quad& quad = dark.corners;
  const std::size_t sides = dark.guessed ? 2 : 4;
  constexpr std::array<double, 5> kAlong{0.12, 0.31, 0.5, 0.69, 0.88};
  std::array<double, 4 * kAlong.size()> step;
  double inside = 0.0, outside = 0.0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < sides; ++i) {
    const cv::Point2d edge = quad[(i + 1) % 4] - quad[i];
    const double length = std::max(1.0, cv::norm(edge));
    const cv::Point2d out = cv::Point2d(edge.y, -edge.x) * (std::max(kMinRimPx, kRimShare * length) / length);
    for (const double along : kAlong) {
      const cv::Point2d at = quad[i] + edge * along;
      const double within = brightness(luma, at.x - out.x, at.y - out.y), beyond = brightness(luma, at.x + out.x, at.y + out.y);
      inside += within, outside += beyond;
      step[n++] = beyond - within;
    }
  }
  const std::span<const double> seen(step.data(), n);
  const double typical = measure::median(std::vector(seen.begin(), seen.end())), mean = (inside + outside) / static_cast<double>(n);
  if (typical < std::max(kMinPrintContrast, kMinRimContrast * mean)) return false;
  const auto weak = std::ranges::count_if(seen, [&](double s) { return s < 0.4 * typical; });
  return static_cast<double>(weak) <= (dark.guessed ? kGuessedRimMayFail : kRimMayFail) * static_cast<double>(n);
}

std::optional<TagReading> read_pattern(const cv::Mat& luma, const Quad& quad, std::span<const TagDictionary> dictionaries) {
  for (const TagDictionary& dictionary : dictionaries)
    if (auto reading = read_as(dictionary, luma, quad, levels_of)) return reading;
  for (const TagDictionary& dictionary : dictionaries)
    if (auto reading = read_as(dictionary, luma, quad, levels_under_shadow); reading && reading->errors == 0) return reading;
  for (const TagDictionary& dictionary : dictionaries)
    if (auto reading = read_as(dictionary, luma, quad, levels_of, kTakenByBlur); reading && reading->errors == 0) return reading;
  return std::nullopt;
}

std::optional<TagReading> read_among(const cv::Mat& luma, const Quad& quad, const TagDictionary& dictionary, std::span<const int> ids) {
  const int bits = dictionary.bits();
  const SquareToQuad map(quad, bits + 2);
  const std::optional<Levels> levels = levels_of(luma, map, bits + 2);
  if (!levels) return std::nullopt;
  const std::vector<double> seen = CellShades(luma, map, *levels, bits).pattern(kTakenByBlur);
  double best = 0.0, second = 0.0, stranger = 0.0;
  TagMatch match;
  for (int id = 0; dictionary.holds(id); ++id) {
    const bool sought = std::ranges::find(ids, id) != ids.end();
    TagCode printed = dictionary.code_of(id);
    for (const int turns : {0, 3, 2, 1}) {  // a print that is turned back once needs three more to be read as it is
      const double here = goes_with(seen, printed);
      printed = quarter_turn(printed, bits);
      if (!sought) {
        stranger = std::max(stranger, here);
        continue;
      }
      if (here > best) match = {.id = id, .turns = turns};
      second = std::max(second, std::min(best, here)), best = std::max(best, here);
    }
  }
  if (best < std::max(kGoesWith, stranger) || best < second + kLessWithOthers) return std::nullopt;
  TagReading reading{.dictionary = &dictionary, .id = match.id, .corners = {}};
  for (std::size_t i = 0; i < 4; ++i) reading.corners[i] = quad[(i + static_cast<std::size_t>(match.turns)) % 4];
  return reading;
}

}  // namespace vision
