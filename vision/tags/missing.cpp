#include "vision/tags/missing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <utility>

#include "measure/robust.h"
#include "vision/tags/covered.h"
#include "vision/tags/decode.h"
#include "vision/tags/edges.h"
#include "vision/tags/known_squares.h"
#include "vision/tags/observe.h"
#include "vision/tags/placing.h"
#include "vision/tags/shades.h"

namespace vision {
namespace {

using calibration::TagObservation, measure::PieceSpec, measure::Inches, measure::TablePoint, measure::TableVector;

/// Smallest side of a tag that is read where something hides a part of it, px: of six cells, two px each.
constexpr double kMinSidePx = 12.0;
/// How far the sides of what may be a whole tag may differ from the tag's, as a share of it, and its corners from square, radians (12
/// degrees).
constexpr double kOffLength = 0.3, kOffSquare = 0.21;
/// So many times larger or smaller than the tag a quadrilateral need not be looked at closer, on whatever hill and from whatever side.
constexpr double kOffSide = 2.0;
/// How sure it must be which tag a print is of which something hides a part.
constexpr double kSureTag = 0.99;
/// Two tags whose middles are nearer than this share of their side lie on the same place, and nearer than the second, on the same paper.
constexpr double kSamePlaceShare = 0.5, kSamePaperShare = 1.0;

double side_of(const TagObservation& tag) { return std::hypot(tag.corners[1].u - tag.corners[0].u, tag.corners[1].v - tag.corners[0].v); }

cv::Point2d middle_of(const Quad& quad) { return (quad[0] + quad[2]) * 0.5; }

/// Is the middle of one of the tags within a share of its side, or the quadrilateral's, of the quadrilateral's middle?
bool is_taken(std::span<const TagObservation> tags, const Quad& quad, double share) {
  const cv::Point2d middle = middle_of(quad);
  return std::ranges::any_of(tags, [&](const TagObservation& tag) {
    return distance(centre_of(tag), {middle.x, middle.y}) < share * std::max(mean_side(quad), side_of(tag));
  });
}

/// Pieces that share dictionary and side: one square fits them all. On bases of different heights, too: that is a hundredth of their size.
struct Kind {
  TagDictionary dictionary;
  std::vector<const PieceSpec*> pieces;

  [[nodiscard]] const measure::TagMount& mount() const { return pieces.front()->mount; }
  [[nodiscard]] int cells() const { return dictionary.bits() + 2; }
  [[nodiscard]] std::vector<int> ids() const {
    std::vector<int> out;
    for (const PieceSpec* piece : pieces)
      if (dictionary.holds(*piece->tag)) out.push_back(*piece->tag);
    return out;
  }
};

std::vector<Kind> kinds_of(std::span<const PieceSpec> missing) {
  std::vector<Kind> out;
  for (const PieceSpec& piece : missing) {
    const auto same = std::ranges::find_if(
        out, [&](const Kind& k) { return k.dictionary.name() == piece.mount.dictionary && k.mount().side == piece.mount.side; });
    if (same != out.end()) {
      same->pieces.push_back(&piece);
    } else if (auto dictionary = TagDictionary::named(piece.mount.dictionary)) {
      out.push_back({std::move(*dictionary), {&piece}});
    }
  }
  return out;
}

/// Is this where a tag of the kind may lie, of its size and square?
bool lies_like(const Scene& scene, const Kind& kind, const Quad& quad) {
  const auto at = scene.camera.table_from_image({quad[0].x, quad[0].y}, kind.mount().height);
  if (!at) return false;
  const Inches z = kind.mount().height + measure::ground_height(scene.table.terrain, *at);
  std::array<TablePoint, 4> corners;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto corner = scene.camera.table_from_image({quad[i].x, quad[i].y}, z);
    if (!corner) return false;
    corners[i] = *corner;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const TableVector side = corners[(i + 1) % 4] - corners[i], next = corners[(i + 2) % 4] - corners[(i + 1) % 4];
    if (std::abs(length(side) / kind.mount().side - 1.0) > kOffLength) return false;
    if (std::abs(wrapped(heading_of(side) - heading_of(next) - measure::from_degrees(90.0)).value) > kOffSquare) return false;
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

/// The tags read that somebody knows. Where another was read, a tag of the roster may have been misread.
std::vector<TagObservation> known_tags(const Scene& scene) {
  std::vector<TagObservation> out;
  std::ranges::copy_if(scene.tags, std::back_inserter(out), [&](const TagObservation& seen) {
    return std::ranges::any_of(scene.pieces,
                               [&](const PieceSpec& piece) { return piece.tag == seen.id && piece.mount.dictionary == seen.dictionary; });
  });
  return out;
}

/// A tag of a kind that lies whole in a quadrilateral, though too blurred or dirty for its cells to be told one by one: of the size that it
/// has on the table, and like one of the kind more than like any other.
std::optional<TagObservation> read_whole(const cv::Mat& luma, const Scene& scene, std::span<const TagObservation> known, const Kind& kind,
                                         FitOnce& square) {
  const Quad& quad = square.start();
  const cv::Point2d centre = middle_of(quad);
  const measure::TagMount& mount = kind.mount();
  const auto at = scene.camera.table_from_image({centre.x, centre.y}, mount.height);
  if (!at) return std::nullopt;
  const double side_px = mean_side(quad), wanted = mount.side.value * scene.camera.pixels_per_inch(*at, mount.height);
  if (side_px < kMinTagSidePx || side_px > kOffSide * wanted || wanted > kOffSide * side_px || is_taken(known, quad, kSamePlaceShare))
    return std::nullopt;
  const FittedQuad& fitted = square.as_of(kind.cells());
  if (fitted.supported < kMinSupport || !lies_like(scene, kind, fitted.corners)) return std::nullopt;
  const std::vector<int> ids = kind.ids();
  auto reading = read_among(luma, fitted.corners, kind.dictionary, ids);
  if (!reading) reading = read_among(luma, quad, kind.dictionary, ids);
  return reading ? observe(luma, *reading) : std::nullopt;
}

/// A picture of the places, not 0, whose paper is that of a tag: no other's middle lies there.
cv::Mat papers_of(std::span<const TagObservation> tags, cv::Size picture) {
  cv::Mat out = cv::Mat::zeros(picture, CV_8U);
  for (const TagObservation& tag : tags) {
    const calibration::ImagePoint middle = centre_of(tag);
    cv::circle(out, {cvRound(middle.u), cvRound(middle.v)}, cvRound(kSamePaperShare * side_of(tag)), cv::Scalar(255), cv::FILLED);
  }
  return out;
}

/// Where squares of the size of a kind's tags lie, whatever touches them, where no tag was read (`taken`).
std::vector<Quad> squares_like(const cv::Mat& luma, const cv::Rect& window, const Scene& scene, const Kind& kind, const cv::Mat& taken) {
  const measure::TagMount& mount = kind.mount();
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
  return find_known_squares(luma, window, axes, kind.cells(), taken);
}

/// Tags of which something hides a part, in squares of the size of a kind's tags. `found`: other tags of this picture besides the scene's.
std::vector<TagObservation> read_covered_ones(const cv::Mat& luma, const Scene& scene, const Kind& kind,
                                              std::span<const TagObservation> found, std::vector<Quad> squares) {
  std::vector<TagObservation> out;
  std::vector<int> ids = kind.ids();
  const auto is_elsewhere = [&](const Quad& quad) {
    return mean_side(quad) < kMinSidePx || is_taken(scene.tags, quad, kSamePaperShare) || is_taken(found, quad, kSamePaperShare);
  };
  std::erase_if(squares, is_elsewhere);
  for (std::size_t before = ids.size() + 1; !ids.empty() && ids.size() < before;) {  // who lies elsewhere does not lie here
    before = ids.size();
    std::vector<CoveredPrint> prints;
    for (const Quad& square : squares)
      if (auto print = read_covered(luma, square, kind.dictionary, ids)) prints.push_back(std::move(*print));
    // What explains a place best is what lies there; whatever else was tried on the same paper says nothing.
    std::ranges::stable_sort(prints, std::greater{}, &CoveredPrint::log_likelihood);
    squares.clear();
    for (const CoveredPrint& print : prints) {
      const auto is_near = [&](const Quad& other) {
        return cv::norm(middle_of(other) - middle_of(print.square)) < kSamePaperShare * mean_side(print.square);
      };
      if (is_taken(out, print.square, kSamePaperShare) || std::ranges::any_of(squares, is_near)) continue;
      if (print.sure > kSureTag && std::erase(ids, print.tag.id) > 0)
        out.push_back(*observe(luma, print.tag, 0.0));
      else
        squares.push_back(print.square);
    }
  }
  return out;
}

}  // namespace

std::vector<TagObservation> find_missing_tags(const cv::Mat& luma, const Scene& scene, std::span<const PieceSpec> missing,
                                              std::span<const DarkQuad> quads, std::span<const cv::Rect> windows) {
  const std::vector<Kind> kinds = kinds_of(missing);
  const std::vector<TagObservation> known = known_tags(scene);
  std::vector<TagObservation> found;
  const auto read_one = [&](const Quad& quad) {
    FitOnce square(luma, quad);
    for (const Kind& kind : kinds)
      if (auto tag = read_whole(luma, scene, known, kind, square)) return found.push_back(std::move(*tag));
  };
  for (const DarkQuad& quad : quads)
    if (!quad.guessed) read_one(quad.corners);
  std::vector<std::vector<Quad>> squares;
  const cv::Mat taken = papers_of(known, luma.size());
  for (const Kind& kind : kinds) {
    squares.emplace_back();
    for (const cv::Rect& window : windows)
      std::ranges::copy(squares_like(luma, window, scene, kind, taken), std::back_inserter(squares.back()));
    std::ranges::for_each(squares.back(), read_one);
  }
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    std::ranges::move(read_covered_ones(luma, scene, kinds[kind], found, std::move(squares[kind])), std::back_inserter(found));
  return found;
}

}  // namespace vision
