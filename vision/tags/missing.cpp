#include "vision/tags/missing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <opencv2/core.hpp>
#include <optional>
#include <utility>

#include "measure/robust.h"
#include "vision/tags/decode.h"
#include "vision/tags/edges.h"
#include "vision/tags/known_squares.h"
#include "vision/tags/observe.h"
#include "vision/tags/placing.h"
#include "vision/tags/shades.h"

namespace vision {
namespace {

using calibration::TagObservation, measure::PieceSpec, measure::Inches, measure::TablePoint, measure::TableVector;

/// Smallest side that is tried, px: below 3 px a cell a few cells prove nothing. `kMinQuadSidePx` is its better side, half covered.
constexpr double kMinSidePx = 16.0;
/// The corner's sides, as shares of the tag's side: how short a covered one may be, how long the better one must be, and how long the
/// shorter one may be. The other may run on along something dark that touches the tag: only its direction counts.
constexpr double kShortest = 0.3, kBetter = 0.6, kLongest = 1.25;
/// How far the corner may be off square on the table, radians (12 degrees).
constexpr double kOffSquare = 0.21;
/// A quadrilateral whose centre lies farther from where the piece's tag would have it, as a share of the side, is of another size or shape.
constexpr double kOffCentre = 0.15;
/// So many times larger or smaller than the tag a quadrilateral need not be looked at closer, on whatever hill and from whatever side.
constexpr double kOffSide = 2.0;
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
  if (shorter > kLongest || longer < kBetter || shorter < kShortest) return std::nullopt;
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
  if (std::popcount(cells.light & code) < kMinWhites || whites + blacks < kMinCells * bits * bits) return -1.0;
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

bool overlap(const TagObservation& tag, cv::Point2d centre, double side_px) {
  const double side = std::hypot(tag.corners[1].u - tag.corners[0].u, tag.corners[1].v - tag.corners[0].v);
  return distance(centre_of(tag), {centre.x, centre.y}) < 0.5 * std::max(side_px, side);
}

bool taken(std::span<const TagObservation> tags, cv::Point2d centre, double side_px) {
  return std::ranges::any_of(tags, [&](const TagObservation& tag) { return overlap(tag, centre, side_px); });
}

struct Covered {
  TagObservation tag;
  double explained = 0.0;  // cells
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

/// `found`: other tags of this picture besides the scene's.
std::optional<Covered> read_corner(const cv::Mat& luma, const Scene& scene, const Kind& kind, std::span<const TagObservation> found,
                                   cv::Point2d begin, cv::Point2d corner, cv::Point2d end) {
  const auto square = square_at(scene, *kind.pieces.front(), begin, corner, end);
  if (!square) return std::nullopt;
  const cv::Point2d centre = ((*square)[0] + (*square)[2]) * 0.5;
  const double side_px = cv::norm((*square)[1] - (*square)[0]);
  if (side_px < kMinSidePx || taken(scene.tags, centre, side_px) || taken(found, centre, side_px)) return std::nullopt;
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

/// Is this where a tag of the kind may lie, of its size and square?
bool lies_like(const Scene& scene, const Kind& kind, const Quad& quad) {
  for (std::size_t i = 0; i < 4; ++i) {
    const auto square = square_at(scene, *kind.pieces.front(), quad[i], quad[(i + 1) % 4], quad[(i + 2) % 4]);
    if (!square) return false;
    const cv::Point2d off = ((*square)[0] + (*square)[2] - quad[0] - quad[2]) * 0.5;
    if (cv::norm(off) > kOffCentre * mean_side(*square)) return false;
  }
  return true;
}

/// A quadrilateral whose sides are fitted as those of a tag of so many cells once somebody asks for them.
class FitOnce {
 public:
  FitOnce(const cv::Mat& luma, const Quad& start) : luma_(luma), start_(start) {}
  [[nodiscard]] const Quad& start() const { return start_; }
  [[nodiscard]] const FittedQuad& as_of(int cells) {
    if (cells_ != cells) fitted_ = fit_sides(luma_, start_, mean_side(start_) / cells), cells_ = cells;
    return fitted_;
  }

 private:
  const cv::Mat& luma_;
  Quad start_;
  int cells_ = 0;
  FittedQuad fitted_;
};

/// A tag of a kind that lies whole in a quadrilateral, though too blurred or dirty for its cells to be told one by one: of the size that it
/// has on the table, and like one of the kind more than like any other.
std::optional<TagObservation> read_whole(const cv::Mat& luma, const Scene& scene, const Kind& kind, FitOnce& square) {
  const Quad& quad = square.start();
  const cv::Point2d centre = (quad[0] + quad[2]) * 0.5;
  const measure::TagMount& mount = kind.pieces.front()->mount;
  const auto at = scene.camera.table_from_image({centre.x, centre.y}, mount.height);
  if (!at) return std::nullopt;
  const double side_px = mean_side(quad), wanted = mount.side.value * scene.camera.pixels_per_inch(*at, mount.height);
  if (side_px < kMinTagSidePx || side_px > kOffSide * wanted || wanted > kOffSide * side_px || taken(scene.tags, centre, side_px))
    return std::nullopt;
  const FittedQuad& fitted = square.as_of(kind.dictionary.bits() + 2);
  if (fitted.supported < kMinSupport || !lies_like(scene, kind, fitted.corners)) return std::nullopt;
  std::vector<int> ids;
  for (const PieceSpec* piece : kind.pieces)
    if (kind.dictionary.holds(*piece->tag)) ids.push_back(*piece->tag);
  auto reading = read_among(luma, fitted.corners, kind.dictionary, ids);
  if (!reading) reading = read_among(luma, quad, kind.dictionary, ids);
  return reading ? observe(luma, *reading) : std::nullopt;
}

/// On bases of different heights, too: that is a hundredth of their size.
bool are_as_large(const Kind& a, const Kind& b) {
  return a.pieces.front()->mount.side == b.pieces.front()->mount.side && a.dictionary.bits() == b.dictionary.bits();
}

/// Where squares of the size of a kind's tags lie, whatever touches them.
std::vector<Quad> squares_like(const cv::Mat& luma, const cv::Rect& window, const Scene& scene, const Kind& kind) {
  const measure::TagMount& mount = kind.pieces.front()->mount;
  const double side = mount.side.value;
  const auto axes = [&](cv::Point2d pixel) -> std::optional<cv::Matx22d> {
    const auto at = scene.camera.table_from_image({pixel.x, pixel.y}, mount.height);
    if (!at || at->x < Inches(0.0) || at->y < Inches(0.0) || at->x > scene.table.length || at->y > scene.table.width) return std::nullopt;
    const Inches z = mount.height + measure::ground_height(scene.table.terrain, *at);
    const auto here = scene.camera.image_from_table(*at, z), along = scene.camera.image_from_table({at->x + Inches(side), at->y}, z),
               across = scene.camera.image_from_table({at->x, at->y + Inches(side)}, z);
    if (!here || !along || !across) return std::nullopt;
    cv::Matx22d out(along->u - here->u, across->u - here->u, along->v - here->v, across->v - here->v);
    if (cv::determinant(out) < 0.0) out(0, 1) = -out(0, 1), out(1, 1) = -out(1, 1);
    return out;
  };
  return find_known_squares(luma, window, axes, kind.dictionary.bits() + 2);
}

}  // namespace

std::vector<TagObservation> find_missing_tags(const cv::Mat& luma, const Scene& scene, std::span<const PieceSpec> missing,
                                              std::span<const DarkQuad> quads, std::span<const cv::Rect> windows) {
  const std::vector<Kind> kinds = kinds_of(missing);
  std::vector<TagObservation> whole;
  const auto read_one = [&](const Quad& quad) {
    FitOnce square(luma, quad);
    for (const Kind& kind : kinds)
      if (auto tag = read_whole(luma, scene, kind, square)) return whole.push_back(std::move(*tag)), true;
    return false;
  };
  std::vector<DarkQuad> unread;
  std::ranges::copy_if(quads, std::back_inserter(unread), [&](const DarkQuad& dark) { return dark.guessed || !read_one(dark.corners); });
  for (auto kind = kinds.begin(); kind != kinds.end(); ++kind) {
    if (std::any_of(kinds.begin(), kind, [&](const Kind& before) { return are_as_large(before, *kind); })) continue;
    for (const cv::Rect& window : windows)
      for (const Quad& square : squares_like(luma, window, scene, *kind)) read_one(square);
  }
  std::vector<Covered> covered;
  for (const DarkQuad& dark : unread)
    for (std::size_t i = 0; i < (dark.guessed ? 1U : 4U); ++i)
      for (const Kind& kind : kinds)
        if (auto tag = read_corner(luma, scene, kind, whole, dark.corners[i], dark.corners[(i + 1) % 4], dark.corners[(i + 2) % 4]))
          keep_best(covered, std::move(*tag));
  for (Covered& tag : covered) whole.push_back(std::move(tag.tag));
  return whole;
}

}  // namespace vision
