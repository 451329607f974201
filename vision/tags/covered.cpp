#include "vision/tags/covered.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

#include "measure/robust.h"
#include "vision/tags/decode.h"
#include "vision/tags/edges.h"
#include "vision/tags/shades.h"

namespace vision {
namespace {

using calibration::TagObservation, measure::Inches, measure::PieceSpec;
using measure::TablePoint, measure::TableVector;

/// Smallest side that is tried, px: below 3 px a cell a few cells prove nothing. `kMinQuadSidePx` is its better side, half covered.
constexpr double kMinSidePx = 16.0;
/// The corner's sides, as shares of the tag's side: how short a covered one may be, how long the better one must be,
/// and how long neither may be.
constexpr double kShortest = 0.3, kBetter = 0.6, kLongest = 1.25;
/// How far the corner may be off square on the table, radians (12 degrees).
constexpr double kOffSquare = 0.21;
/// Whiteness of a cell that is clearly black or clearly white.
constexpr double kClearlyBlack = 0.3, kClearlyWhite = 0.65;
/// From this whiteness on a cell is not black, whatever else: leaves and sleeves over white print darken it, nothing brightens black. Less
/// takes blur beside white for it, more lets a tag pass for its own quarter turn.
constexpr double kNotBlack = 0.55;
/// Contrast of print, grey levels and as a share of the sum.
constexpr double kMinContrast = 30.0, kMinShare = 0.22;
/// Share of the rim along the two sides that must look printed.
constexpr double kMinRim = 0.8;
/// Of a tag's cells this share must be seen as printed, three white ones among them; a white cell where black is
/// printed is never forgiven, because what covers tags is seldom white. The next best tag must explain this many fewer.
constexpr double kMinCells = 0.6, kMinLead = 2.0;
constexpr int kMinWhites = 3;

/// A tag's square as one of its corners says it must lie; the second corner and the sides beside it were seen.
std::optional<Quad> square_at(const Scene& scene, const PieceSpec& piece, cv::Point2d begin, cv::Point2d corner, cv::Point2d end) {
  Inches z = piece.mount.height;
  const auto on = [&](cv::Point2d p) { return scene.camera.table_from_image({p.x, p.y}, z); };
  auto c = on(corner);
  if (!c) return std::nullopt;
  z = z + measure::ground_height(scene.table.terrain, *c);
  c = on(corner);
  const auto b = on(begin), e = on(end);
  if (!b || !c || !e) return std::nullopt;
  const TableVector first = *c - *b, second = rotated(*e - *c, measure::from_degrees(90.0));
  const double side = piece.mount.side.value, longer = std::max(length(first).value, length(second).value) / side,
               shorter = std::min(length(first).value, length(second).value) / side;
  if (longer > kLongest || longer < kBetter || shorter < kShortest) return std::nullopt;
  if (std::abs(wrapped(heading_of(first) - heading_of(second)).value) > kOffSquare) return std::nullopt;
  const TableVector along = measure::one_inch_towards(heading_of(first + second)) * side,
                    onwards = rotated(along, measure::from_degrees(-90.0));
  const std::array<TablePoint, 4> corners{*c - along, *c, *c + onwards, *c - along + onwards};
  Quad out;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto pixel = scene.camera.image_from_table(corners[i], z);
    if (!pixel) return std::nullopt;
    out[i] = {pixel->u, pixel->v};
  }
  return out;
}

struct Cells {
  TagCode white = 0, black = 0;  // clearly so; read from the hypothesis's first corner
  TagCode light = 0;             // not black
};

std::optional<Cells> cells_of(const cv::Mat& luma, const Quad& quad, int bits) {
  const int n = bits + 2;
  const SquareToQuad map(quad, n);
  std::vector<double> border, margin;  // along the top and the right side: the two that were seen
  for (int i = 0; i < n; ++i) {
    border.push_back(cell_brightness(luma, map, i + 0.5, 0.5));
    border.push_back(cell_brightness(luma, map, n - 0.5, i + 0.5));
    const cv::Point2d above = map(i + 0.5, -0.5), right = map(n + 0.5, i + 0.5);
    margin.push_back(brightness(luma, above.x, above.y));
    margin.push_back(brightness(luma, right.x, right.y));
  }
  const double black = measure::median(border), white = measure::median(margin);
  const double bright = unclipped(white);
  if (white - black < kMinContrast || bright - black < kMinShare * (bright + black)) return std::nullopt;
  const auto whiteness = [&](double value) { return (value - black) / (white - black); };
  const auto blacks = std::ranges::count_if(border, [&](double v) { return whiteness(v) < kClearlyBlack; });
  const auto whites = std::ranges::count_if(margin, [&](double v) { return whiteness(v) > kClearlyWhite; });
  if (static_cast<double>(blacks) < kMinRim * static_cast<double>(border.size()) ||
      static_cast<double>(whites) < kMinRim * static_cast<double>(margin.size()))
    return std::nullopt;
  Cells out;
  for (int row = 0; row < bits; ++row)
    for (int column = 0; column < bits; ++column) {
      const double w = whiteness(cell_brightness(luma, map, column + 1.5, row + 1.5));
      out.white = (out.white << 1) | (w > kClearlyWhite ? 1U : 0U);
      out.black = (out.black << 1) | (w < kClearlyBlack ? 1U : 0U);
      out.light = (out.light << 1) | (w > kNotBlack ? 1U : 0U);
    }
  return out;
}

struct Match {
  const PieceSpec* piece = nullptr;
  int turns = 0;
  double explained = -1.0;
};

/// How many cells a pattern explains; negative when it contradicts them.
double explained(const Cells& cells, TagCode code, int bits) {
  if ((cells.light & ~code) != 0) return -1.0;
  const int whites = std::popcount(cells.white & code), blacks = std::popcount(cells.black & ~code);
  if (whites < kMinWhites || whites + blacks < kMinCells * bits * bits) return -1.0;
  return whites + blacks;
}

/// The one tag that explains the cells clearly better than any other tag or turn.
std::optional<Match> identify(const Cells& cells, const TagDictionary& dictionary, std::span<const PieceSpec* const> candidates) {
  Match best, second;
  for (const PieceSpec* piece : candidates) {
    if (!dictionary.holds(*piece->tag)) continue;
    Cells turned = cells;
    for (int turns = 0; turns < 4; ++turns) {
      const Match here{piece, turns, explained(turned, dictionary.code_of(*piece->tag), dictionary.bits())};
      if (here.explained > best.explained) {
        second = best;
        best = here;
      } else if (here.explained > second.explained) {
        second = here;
      }
      turned = {quarter_turn(turned.white, dictionary.bits()), quarter_turn(turned.black, dictionary.bits()),
                quarter_turn(turned.light, dictionary.bits())};
    }
  }
  if (best.explained < 0.0 || best.explained < second.explained + kMinLead) return std::nullopt;
  return best;
}

bool taken(const Scene& scene, cv::Point2d centre, double side_px) {
  return std::ranges::any_of(scene.tags, [&](const TagObservation& t) {
    return distance(centre_of(t), {centre.x, centre.y}) < 0.5 * side_px;
  });
}

struct Covered {
  TagObservation tag;
  double explained = 0.0;
};

/// Pieces that share dictionary and side: one square fits them all.
struct Kind {
  TagDictionary dictionary;
  std::vector<const PieceSpec*> pieces;
};

std::vector<Kind> kinds_of(std::span<const PieceSpec> missing) {
  std::vector<Kind> out;
  for (const PieceSpec& piece : missing) {
    const auto same = std::ranges::find_if(out, [&](const Kind& k) {
      return k.dictionary.name() == piece.mount.dictionary && k.pieces.front()->mount.side == piece.mount.side &&
             k.pieces.front()->mount.height == piece.mount.height;
    });
    if (same != out.end()) {
      same->pieces.push_back(&piece);
    } else if (auto dictionary = TagDictionary::named(piece.mount.dictionary)) {
      out.push_back({std::move(*dictionary), {&piece}});
    }
  }
  return out;
}

std::optional<Covered> read_corner(const cv::Mat& luma, const Scene& scene, const Kind& kind, cv::Point2d begin, cv::Point2d corner,
                                   cv::Point2d end) {
  const auto square = square_at(scene, *kind.pieces.front(), begin, corner, end);
  if (!square) return std::nullopt;
  const cv::Point2d centre = ((*square)[0] + (*square)[2]) * 0.5;
  const double side_px = cv::norm((*square)[1] - (*square)[0]);
  if (side_px < kMinSidePx || taken(scene, centre, side_px)) return std::nullopt;
  const auto cells = cells_of(luma, *square, kind.dictionary.bits());
  if (!cells) return std::nullopt;
  const auto match = identify(*cells, kind.dictionary, kind.pieces);
  if (!match) return std::nullopt;
  const FittedQuad fitted = fit_sides(luma, *square, side_px / (kind.dictionary.bits() + 2));
  Covered out{.tag = {.dictionary = kind.dictionary.name(), .id = *match->piece->tag, .corners = {}}, .explained = match->explained};
  Eigen::Matrix<double, 8, 8> order = Eigen::Matrix<double, 8, 8>::Zero();
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t from = (i + static_cast<std::size_t>(match->turns)) % 4;
    out.tag.corners[i] = {fitted.corners[from].x, fitted.corners[from].y};
    order.block<2, 2>(2 * i, 2 * from) = Eigen::Matrix2d::Identity();
  }
  out.tag.corner_covariance = order * fitted.covariance * order.transpose();
  out.tag.corner_sigma_px = std::sqrt(fitted.covariance.trace() / 8.0);
  return out;
}

void keep_best(std::vector<Covered>& found, Covered covered) {
  const auto same = std::ranges::find_if(
      found, [&](const Covered& c) { return c.tag.id == covered.tag.id && c.tag.dictionary == covered.tag.dictionary; });
  if (same == found.end())
    found.push_back(std::move(covered));
  else if (covered.explained > same->explained)
    *same = std::move(covered);
}

}  // namespace

std::vector<TagObservation> find_covered_tags(const cv::Mat& luma, const Scene& scene, std::span<const PieceSpec> missing,
                                              std::span<const DarkQuad> quads) {
  const std::vector<Kind> kinds = kinds_of(missing);
  std::vector<Covered> found;
  for (const DarkQuad& dark : quads)
    for (std::size_t i = 0; i < (dark.guessed ? 1U : 4U); ++i)
      for (const Kind& kind : kinds)
        if (auto covered = read_corner(luma, scene, kind, dark.corners[i], dark.corners[(i + 1) % 4], dark.corners[(i + 2) % 4]))
          keep_best(found, std::move(*covered));
  std::vector<TagObservation> out;
  for (Covered& covered : found) out.push_back(std::move(covered.tag));
  return out;
}

}  // namespace vision
