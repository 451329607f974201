#include "vision/tags/covered.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

#include "measure/robust.h"
#include "vision/tags/edges.h"
#include "vision/tags/observe.h"
#include "vision/tags/shades.h"

namespace vision {
namespace {

/// What is as dark as leaves are, whiteness and 1 sigma; other things that hide cells are of any brightness from half a contrast below
/// black to half of one above white.
constexpr double kDark = 0.1, kDarkSigma = 0.15, kAnything = 0.5;
/// The light in shadows, shares of the full one, as grey levels show it: a factor of the root of two apart, which the sigmas of cells
/// bridge, over the range of those that fit_covered lays.
constexpr std::array kShades = {0.3, 0.42, 0.58};
/// Of the squares that are looked at this share are tags that are sought.
constexpr double kSought = 3e-3;
/// Least step of print, grey levels and as a share of the sum, and how many steps from the margin to the border must show.
constexpr double kPrintStep = 20.0, kPrintShare = 0.22;
constexpr std::size_t kLeastPairs = 5;
/// So many of the tags that go best with the cells are looked at closely.
constexpr std::size_t kClosely = 8;

double normal(double off, double sigma) {
  return std::exp(-0.5 * off * off / (sigma * sigma)) / (sigma * std::sqrt(2.0 * std::numbers::pi));
}

/// The logarithm of the sum, over all ways in which the cells of an n x n square may be in full light or not, of how likely the way is
/// times how much likelier the cells are for it. `lit`, `otherwise`: of each cell, row by row, how much likelier it looks as it does if it
/// is in full light, or not, than if it is hidden. An Ising prior, not normalised, summed exactly cell by cell with a state for each of the
/// n cells before.
double log_sum_of_ways(std::span<const double> lit, std::span<const double> otherwise, std::size_t n, double cover_ends) {
  std::vector<double> ways(std::size_t{1} << n, 0.0);
  ways[0] = 1.0;
  double log_sum = 0.0;
  for (std::size_t cell = 0; cell < lit.size(); ++cell) {
    const std::size_t bit = std::size_t{1} << cell % n, before = cell % n == 0 ? 0 : bit >> 1;
    const double ends = cell < n ? 1.0 : cover_ends, ends_beside = before == 0 ? 1.0 : cover_ends;
    double total = 0.0;
    for (std::size_t way = 0; way < ways.size(); ++way) {
      if ((way & bit) != 0) continue;
      const double other = ways[way], shown = ways[way | bit];
      const bool shown_beside = (way & before) != 0;
      ways[way] = otherwise[cell] * (other + ends * shown) * (shown_beside ? ends_beside : 1.0);
      ways[way | bit] = lit[cell] * (ends * other + shown) * (shown_beside ? 1.0 : ends_beside);
      total += ways[way] + ways[way | bit];
    }
    if (cell % n < n - 1) continue;  // numbers stay in reach for a row
    for (double& way : ways) way /= total;
    log_sum += std::log(total);
  }
  return log_sum;
}

/// How much likelier each cell looks so if it is printed black, or white, than if it is hidden.
struct CellLooks {
  std::vector<double> black, white;
};

/// How bright the n x n cells of a square with its border and margin are, row by row.
std::vector<double> brightness_of_cells(const cv::Mat& luma, const Quad& quad, std::size_t n) {
  const SquareToQuad map(quad, static_cast<int>(n) - 2);
  std::vector<double> out;
  for (std::size_t i = 0; i < n * n; ++i)
    out.push_back(cell_brightness(luma, map, static_cast<double>(i % n) - 0.5, static_cast<double>(i / n) - 0.5));
  return out;
}

/// How bright the ink of a square is, and how much brighter its paper.
struct InkAndPaper {
  double black, contrast;
};

/// By the border and the margin. None where they do not step as print does.
std::optional<InkAndPaper> print_of(std::span<const double> bright, std::size_t n) {
  std::vector<double> blacks, whites;
  const std::size_t last = n - 1;
  for (std::size_t i = 1; i < last; ++i)
    for (const auto& [margin, border] : {std::pair{i, i + n}, std::pair{last * n + i, (last - 1) * n + i}, std::pair{i * n, i * n + 1},
                                         std::pair{i * n + last, i * n + last - 1}}) {
      const double white = bright[margin], black = bright[border];
      if (white - black >= kPrintStep && unclipped(white) - black >= kPrintShare * (unclipped(white) + black))
        blacks.push_back(black), whites.push_back(white);
    }
  if (blacks.size() < kLeastPairs) return std::nullopt;
  const double black = measure::median(blacks), contrast = measure::median(whites) - black;
  if (contrast < kPrintStep) return std::nullopt;
  return InkAndPaper{black, contrast};
}

/// The cells as print in this light, a share of the full one, shows them; `sharper`: share of the sigmas in full light.
CellLooks looks_in(std::span<const double> bright, const InkAndPaper& print, double light, double sharper, const CoverLooks& looks) {
  const double of_black = (light - 1.0) * print.black / print.contrast, of_white = of_black + light;
  CellLooks out;
  for (const double b : bright) {
    const double whiteness = (b - print.black) / print.contrast;
    const double hidden = looks.dark_share * normal(whiteness - kDark, kDarkSigma) + (1.0 - looks.dark_share) * kAnything;
    out.black.push_back(normal(whiteness - of_black, looks.black_sigma * sharper) / hidden);
    out.white.push_back(normal(whiteness - of_white, looks.white_sigma * sharper) / hidden);
  }
  return out;
}

/// The cells of a square with its border and margin: some of them in full light, the others hidden, or in a shadow whose edge crosses the
/// square.
class PrintedCells {
 public:
  /// Whichever is likelier. None where the border does not step to the margin as print does.
  static std::optional<PrintedCells> in(const cv::Mat& luma, const Quad& quad, int bits, const CoverLooks& looks) {
    PrintedCells out(bits, looks.ends);
    const std::vector<double> bright = brightness_of_cells(luma, quad, out.n_);
    const auto print = print_of(bright, out.n_);
    if (!print) return std::nullopt;
    const std::vector<double> ones(bright.size(), 1.0);
    out.all_ways_ = log_sum_of_ways(ones, ones, out.n_, looks.ends);
    out.lit_ = looks_in(bright, *print, 1.0, 1.0, looks);
    double most = out.log_likelihood_of_any();
    for (const double shade : kShades) {
      PrintedCells other = out;
      other.shaded_ = looks_in(bright, *print, shade, looks.shade_sigma, looks), other.log_prior_ = std::log(looks.shaded);
      if (const double any = other.log_likelihood_of_any(); any > most) most = any, out = std::move(other);
    }
    return out;
  }
  /// The log-likelihood of a pattern beside that all is hidden.
  [[nodiscard]] double log_likelihood(TagCode printed) const {
    return sum_of_ways([&](const CellLooks& looks, std::size_t bit, std::size_t cell) {
      return (printed >> bit & 1U) != 0 ? looks.white[cell] : looks.black[cell];
    });
  }
  /// The same of a pattern that nobody knows.
  [[nodiscard]] double log_likelihood_of_any() const {
    return sum_of_ways([](const CellLooks& looks, std::size_t, std::size_t cell) { return 0.5 * (looks.white[cell] + looks.black[cell]); });
  }
  /// Roughly how well a pattern goes with the cells: as if each of them were in full light or not by itself.
  [[nodiscard]] double goes_with(TagCode printed) const {
    double sum = 0.0;
    for (std::size_t bit = 0; bit < bits_ * bits_; ++bit) {
      const std::size_t cell = cell_of(bit);
      const auto of = [&](const CellLooks& looks) { return (printed >> bit & 1U) != 0 ? looks.white[cell] : looks.black[cell]; };
      sum += std::log(of(lit_) + (shaded_ ? of(*shaded_) : 1.0));
    }
    return sum;
  }

 private:
  PrintedCells(int bits, double ends) : bits_(static_cast<std::size_t>(bits)), n_(bits_ + 4), ends_(ends) {}
  /// The first bit of a pattern is its last cell.
  [[nodiscard]] std::size_t cell_of(std::size_t bit) const {
    const std::size_t at = bits_ * bits_ - 1 - bit;
    return (at / bits_ + 2) * n_ + at % bits_ + 2;
  }
  [[nodiscard]] double sum_of_ways(auto&& of_bit) const {
    const auto cells_of = [&](const CellLooks& looks) {
      std::vector<double> out(n_ * n_);
      for (std::size_t cell = 0; cell < out.size(); ++cell) {
        const std::size_t row = cell / n_, column = cell % n_;
        out[cell] = row == 0 || column == 0 || row == n_ - 1 || column == n_ - 1 ? looks.white[cell] : looks.black[cell];
      }
      for (std::size_t bit = 0; bit < bits_ * bits_; ++bit) out[cell_of(bit)] = of_bit(looks, bit, cell_of(bit));
      return out;
    };
    const std::vector<double> otherwise = shaded_ ? cells_of(*shaded_) : std::vector<double>(n_ * n_, 1.0);
    return log_sum_of_ways(cells_of(lit_), otherwise, n_, ends_) - all_ways_ + log_prior_;
  }

  std::size_t bits_, n_;
  double ends_, all_ways_ = 0.0;  // of the prior: see CoverLooks, and its sum
  CellLooks lit_;
  std::optional<CellLooks> shaded_;  // none: the other cells are hidden
  double log_prior_ = 0.0;           // of a shadow, beside something that hides cells
};

/// The pattern as it shows when the tag's n-th corner comes first.
TagCode turned(TagCode printed, int turns, int bits) {
  for (int i = 0; i < turns; ++i) printed = quarter_turn(printed, bits);
  return printed;
}

std::optional<CoveredPrint> read_at(const cv::Mat& luma, const Quad& quad, const TagDictionary& dictionary, std::span<const int> ids,
                                    const CoverLooks& looks) {
  const int bits = dictionary.bits();
  const auto cells = PrintedCells::in(luma, quad, bits, looks);
  if (!cells) return std::nullopt;
  CoveredPrint out{.square = quad, .log_likelihood = cells->log_likelihood_of_any(), .tag = {}};
  struct Reading {
    int id, turns;
    double goes_with, share = 0.0;
  };
  std::vector<Reading> readings;
  for (const int id : ids)
    for (int turns = 0; turns < 4; ++turns) readings.push_back({id, turns, cells->goes_with(turned(dictionary.code_of(id), turns, bits))});
  const double each = kSought / static_cast<double>(readings.size());
  // No pattern is likelier than one that nobody knows by more than a half for each of its cells.
  if (out.log_likelihood + bits * bits * std::numbers::ln2 + std::log(each) < 0.0) return std::nullopt;
  const std::size_t closely = std::min(kClosely, readings.size());
  std::ranges::partial_sort(readings, readings.begin() + static_cast<std::ptrdiff_t>(closely), std::greater{}, &Reading::goes_with);
  readings.resize(closely);
  double all = 1.0 + kSought * looks.strangers * std::exp(out.log_likelihood);
  for (Reading& reading : readings) {
    const double log = cells->log_likelihood(turned(dictionary.code_of(reading.id), reading.turns, bits));
    out.log_likelihood = std::max(out.log_likelihood, log);
    all += reading.share = each * std::exp(log);
  }
  const Reading& best = *std::ranges::max_element(readings, {}, &Reading::share);
  out.sure = best.share / all;
  out.tag = {.dictionary = &dictionary, .id = best.id, .corners = {}};
  for (std::size_t i = 0; i < 4; ++i) out.tag.corners[i] = quad[(i + 4 - static_cast<std::size_t>(best.turns)) % 4];
  return out;
}

}  // namespace

std::optional<CoveredPrint> read_covered(const cv::Mat& luma, const Quad& quad, const TagDictionary& dictionary, std::span<const int> ids,
                                         const CoverLooks& looks) {
  auto found = read_at(luma, quad, dictionary, ids, looks);
  if (!found) return std::nullopt;
  const FittedQuad fitted = fit_sides(luma, quad, mean_side(quad) / (dictionary.bits() + 2));
  auto closer = read_at(luma, fitted.corners, dictionary, ids, looks);
  return closer && closer->log_likelihood > found->log_likelihood ? closer : found;
}

}  // namespace vision
