#include "vision/boards/grid/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <opencv2/imgproc.hpp>

#include "calibration/anchors.h"
#include "measure/robust.h"
#include "vision/boards/grid/lines.h"

namespace vision {
namespace {

using calibration::Anchor, calibration::ImagePoint, calibration::ImageSize, calibration::Lens, calibration::Registration;
using calibration::TableCamera, measure::ErrorCode, measure::fail, measure::Inches, measure::Result, measure::TablePoint;

/// Pictures are reduced to so many pixels along for the first search: enough for lines a pixel wide on a board that fills half a picture.
/// More costs time.
constexpr double kSearched = 1536.0;
/// Shorter edges are noise, pixels of the picture searched; of the others the longest so many are used.
constexpr double kShortest = 9.0;
constexpr std::size_t kMostEdges = 2500;
/// Lattices with less of their lines in sight than this are not looked at closer, and only so many are.
constexpr double kLeastSupport = 0.12;
constexpr std::size_t kMostLattices = 3;
/// How far off lines are looked for, shares of a square: at first, as far as the bend of an unknown lens may move them; at the end as near
/// as to leave out the rims of pieces.
constexpr std::array<double, 4> kReaches{0.15, 0.08, 0.04, 0.04};
/// ... and where crossings lie off more, RMS, so many times that.
constexpr double kInSpread = 2.5;
/// A crossing is left out when it lies off by this many times what most do, and by so many pixels.
constexpr double kOdd = 3.0, kLeastOddPx = 0.3;
/// Crossings are off by this many sigma in the median, where noise moves them along both axes alike. Their sigma is learned from that, less
/// what so many fitted numbers (pose and lens) take up. It is never smaller than this, pixels, for what they err alike by does not show
/// beside each other: margins of `board_grid 20 2000` hold 69 % of corners with 0.1 and 97 % with 0.3.
constexpr double kMedianOfSigmas = 1.1774, kFitted = 12.0, kLeastCrossingPx = 0.3;
/// A board is found when this share of its lines shows, each border is seen so far, what follows beyond it shows at most this share of
/// that, and lines between its lines at most this share of what its lines do.
constexpr double kLeastShare = 0.4, kBorderSeen = 0.4, kBeyondShare = 0.6, kBetweenShare = 0.6;
/// A kept registration needs no more than this share of the lines in sight.
constexpr double kKeptShare = 0.15;
/// The board has been moved when a corner of it lies farther from where it was than this, pixels, and than its own margin.
constexpr double kMovedPx = 1.0;
/// Why a board is not taken for the one that was named.
constexpr const char* kElsewhere = "it does not lie where its points are named";
/// A point that was named lies so near to where it is, squares, if its name is right; all but one must.
constexpr double kNamedNear = 0.4;
/// Nobody clicks nearer than this for sure, pixels: what is farther off is named in a finding.
constexpr double kSlipOfHandPx = 8.0;
/// With its corners named a board is found by this share of its lines.
constexpr double kNamedShare = 0.2;
/// A tag lies where the board file says, share of its side.
constexpr double kTagNear = 0.5;
/// Lenses tried where none is known: focal length as a share of the longer side, and k1. Steps in k1 leave the lines of a board bent by
/// less than a tenth of a square.
constexpr double kFocal = 0.85;
constexpr std::array<double, 3> kBends{-0.1, -0.25, 0.03};
/// With this support the other lenses are not tried.
constexpr double kWellSupported = 0.55;

Lens plain_lens(ImageSize size, double bend, std::optional<double> focal_px) {
  Lens lens;
  lens.image_size = size;
  lens.fx = lens.fy = focal_px.value_or(kFocal * std::max(size.width, size.height));
  lens.cx = 0.5 * (size.width - 1), lens.cy = 0.5 * (size.height - 1);
  lens.distortion = {bend, 0.6 * bend * bend, 0.0, 0.0, 0.0};
  return lens;
}

std::vector<cv::Vec4f> segments_of(const cv::Mat& luma) {
  const double scale = std::min(1.0, kSearched / std::max(luma.cols, luma.rows));
  std::vector<cv::Vec4f> segments;
  cv::createLineSegmentDetector(cv::LSD_REFINE_NONE, scale)->detect(luma, segments);
  const auto length = [](const cv::Vec4f& s) { return std::hypot(s[2] - s[0], s[3] - s[1]); };
  std::erase_if(segments, [&](const cv::Vec4f& s) { return length(s) * scale < kShortest; });
  std::ranges::sort(segments, std::ranges::greater{}, length);
  if (segments.size() > kMostEdges) segments.resize(kMostEdges);
  return segments;
}

std::vector<StraightEdge> straightened(const std::vector<cv::Vec4f>& segments, const Lens& lens) {
  std::vector<StraightEdge> edges;
  for (const cv::Vec4f& s : segments) {
    const auto a = ray_through(lens, {s[0], s[1]}), b = ray_through(lens, {s[2], s[3]});
    if (a && b) edges.push_back({lens.fx * a->head<2>(), lens.fx * b->head<2>()});
  }
  return edges;
}

/// A way to lay the board's squares on those of a lattice: columns and rows change places, and are counted from the other end.
struct Way {
  bool swapped = false, from_right = false, from_top = false;
};

class GridSearch {
 public:
  GridSearch(const cv::Mat& luma, const measure::Board& board, const Grid& grid, const std::optional<Lens>& lens, const GridHints& hints)
      : luma_(luma), board_(board), grid_(grid), lens_(lens), hints_(hints), size_{luma.cols, luma.rows} {}

  Result<Registration> search() {
    if (const auto kept = as_before()) return named_told(*kept);
    if (hints_.about) {
      auto registered = settled(*hints_.about);
      if (registered && named_agree(registered->camera)) return named_told(std::move(*registered));
      // Where tags tell where the board lies its lines are not far off; and what was found before is sought no more under a hand.
      if (hints_.named.empty() || hints_.before)
        return fail(ErrorCode::NotCalibrated, registered ? kElsewhere : registered.error().message);
    }
    const std::vector<cv::Vec4f> segments = segments_of(luma_);
    std::vector<Lens> lenses;
    if (lens_) lenses.push_back(*lens_);
    if (!lens_ && hints_.told_before && hints_.told_before->image_size == size_) lenses.push_back(*hints_.told_before);
    for (const double bend : kBends)
      if (!lens_) lenses.push_back(plain_lens(size_, bend, hints_.focal_px));
    std::vector<std::pair<Lattice, Lens>> found;
    for (const Lens& lens : lenses) {
      for (const Lattice& l : find_lattices(straightened(segments, lens), grid_.columns, grid_.rows, std::max(size_.width, size_.height)))
        found.emplace_back(l, lens);
      if (std::ranges::any_of(found, [](const auto& f) { return f.first.support > kWellSupported; })) break;
    }
    std::ranges::stable_sort(found, std::ranges::greater{}, [](const auto& f) { return f.first.support; });
    if (found.size() > kMostLattices) found.resize(kMostLattices);
    std::string why = "its lines do not show";
    for (const auto& [lattice, lens] : found) {
      if (lattice.support < kLeastSupport) break;
      const auto registered = registered_by(lattice, lens);
      if (registered && named_agree(registered->camera)) return named_told(*registered);
      if (registered)
        why = kElsewhere;
      else if (&lattice == &found.front().first)
        why = registered.error().message;
    }
    return fail(ErrorCode::NotCalibrated, "the board's own squares do not tell where it lies: " + why);
  }

 private:
  [[nodiscard]] Result<Registration> place(const std::vector<Anchor>& anchors, const std::optional<Lens>& lens) const {
    auto placed = lens ? calibration::register_table(*lens, {}, {}, anchors)
                       : calibration::register_table_without_lens(size_, {}, hints_.seen, anchors, hints_.focal_px, hints_.told_before);
    // Nobody has named these: a sheet that curls is no slip of a hand.
    if (placed) std::erase_if(placed->findings, [](const calibration::Finding& f) { return f.code == "anchors-disagree"; });
    return placed;
  }

  /// Without the crossings that lie off by much more than most: pieces beside them, shadows. The others err as they are seen to.
  [[nodiscard]] Result<Registration> place_by_most(const std::vector<Anchor>& anchors) const {
    auto all = place(anchors, lens_);
    if (!all) return all;
    std::vector<double> off;
    for (const Anchor& a : anchors) {
      const auto at = all->camera.image_from_table(a.point, Inches(0.0));
      off.push_back(at ? distance(*at, a.pixel) : std::numeric_limits<double>::infinity());
    }
    const double median = measure::median(off), most = std::max(kLeastOddPx, kOdd * median);
    const double numbers = 2.0 * static_cast<double>(anchors.size()), freedom = std::max(1.0, numbers - kFitted);
    const double sigma = std::max(kLeastCrossingPx, median / kMedianOfSigmas * std::sqrt(numbers / freedom));
    std::vector<Anchor> good;
    for (std::size_t i = 0; i < anchors.size(); ++i)
      if (off[i] <= most) good.push_back({anchors[i].pixel, anchors[i].point, sigma});
    if (good.size() < kLeastCrossings) return all;
    auto without = place(good, lens_);
    return without ? std::move(without) : std::move(all);
  }

  [[nodiscard]] Result<Registration> registered_by(const Lattice& lattice, const Lens& lens) const {
    for (const Way& way : ways(lattice, lens)) {
      const auto start = about(corners(lattice, lens, way), lens);
      if (is_seen_so(start)) return settled(start->camera);
    }
    return fail(ErrorCode::NotCalibrated, "its lines do not show as a camera would see them");
  }

  /// Where a lattice lies. From the side a board shows how long the lens is, and a guessed one may not see it so at all: then the lens is
  /// told by the lattice.
  [[nodiscard]] Result<Registration> about(const std::vector<Anchor>& at, const Lens& lens) const {
    auto start = place(at, lens);
    return lens_ || is_seen_so(start) ? std::move(start) : place(at, lens_);
  }

  /// Does this camera see the grid about as it is seen?
  [[nodiscard]] bool is_seen_so(const Result<Registration>& start) const {
    return start && start->reprojection_px <= kReaches.front() * grid_.wide * start->camera.pixels_per_inch(middle(), Inches(0.0));
  }

  /// From about right to exact, and counted.
  [[nodiscard]] Result<Registration> settled(TableCamera camera) const {
    std::optional<Registration> registered;
    double spread = 0.0;  // of the crossings, squares: a sheet that curls keeps its lines off those of a plane
    for (const double reach : kReaches) {
      const LinesSeen seen = look_for_lines(luma_, camera, grid_, std::max(reach, kInSpread * spread));
      if (seen.crossings.size() < kLeastCrossings) return fail(ErrorCode::NotCalibrated, "too little shows of its lines");
      auto next = place_by_most(seen.crossings);
      if (!next) return tl::unexpected(next.error());
      registered = std::move(*next);
      camera = registered->camera;
      spread = std::min(kReaches.front() / kInSpread,
                        registered->reprojection_px / (grid_.wide * camera.pixels_per_inch(middle(), Inches(0.0))));
    }
    const LinesSeen seen = look_for_lines(luma_, camera, grid_, std::max(kReaches.back(), kInSpread * spread));
    // Points that somebody has named, or tags, say where the board begins and ends.
    const bool bounded = hints_.about && named_agree(camera);
    if (const auto why = doubt(seen, bounded ? kNamedShare : kLeastShare, bounded)) return fail(ErrorCode::NotCalibrated, *why);
    for (const LinesSeen::Border& border : seen.borders)
      if (!bounded && border.inside < kBorderSeen) return fail(ErrorCode::NotCalibrated, "one of its borders is hidden or does not show");
    if (!tags_agree(camera)) return fail(ErrorCode::NotCalibrated, "the tag in sight does not lie where the board file says");
    if (!hints_.about && hints_.tags.empty())
      registered->findings.push_back(
          calibration::info("board-by-lines", "The board was found by the lines between its squares, which look the same from every side.",
                            "if it is the wrong way round, turn it, name four points (anchors) or lay out the corner tags"));
    return *registered;
  }

  /// Do the points that were named, all but one, lie about where this camera has them?
  [[nodiscard]] bool named_agree(const TableCamera& camera) const {
    if (hints_.named.empty()) return true;
    const auto near = std::ranges::count_if(hints_.named, [&](const Anchor& a) {
      const auto at = camera.table_from_image(a.pixel, Inches(0.0));
      return at &&
             std::max(std::abs((at->x - a.point.x).value) / grid_.wide, std::abs((at->y - a.point.y).value) / grid_.high) < kNamedNear;
    });
    return near + 1 >= std::ssize(hints_.named);
  }

  /// The registration with a word on every point that was named where it is not.
  [[nodiscard]] Registration named_told(Registration registered) const {
    for (const Anchor& a : hints_.named) {
      const auto is = registered.camera.image_from_table(a.point, Inches(0.0));
      const double off = is ? distance(*is, a.pixel) : 0.0;
      if (off <= kSlipOfHandPx) continue;
      registered.findings.push_back(calibration::warning(
          "anchor-off",
          fmt::format("The point {} was named {:.0f} px from where the board's lines have it; the lines are believed.", name_of(a), off),
          fmt::format("name it at {:.0f}, {:.0f}", is->u, is->v)));
    }
    return registered;
  }

  /// Why these are not the board's lines; empty if they may be. `bounded`: it is known where the board ends.
  [[nodiscard]] std::optional<std::string> doubt(const LinesSeen& seen, double least, bool bounded) const {
    if (seen.share < least) return "too little shows of its lines";
    if (seen.between > kBetweenShare * seen.share) return "there are lines between its lines";
    for (const LinesSeen::Border& border : seen.borders)
      if (!bounded && border.beyond > kBeyondShare * std::max(border.inside, kBorderSeen))
        return "its squares go on beyond its border, or the picture ends there";
    return std::nullopt;
  }

  /// The registration before, if the board still lies there.
  [[nodiscard]] std::optional<Registration> as_before() const {
    if (!hints_.before || hints_.before->lens().image_size != size_) return std::nullopt;
    const LinesSeen seen = look_for_lines(luma_, *hints_.before, grid_, kReaches[1]);
    if (seen.crossings.size() < kLeastCrossings || doubt(seen, kKeptShare, hints_.about != nullptr)) return std::nullopt;
    if (!tags_agree(*hints_.before) || !named_agree(*hints_.before)) return std::nullopt;
    const auto now = place(seen.crossings, hints_.before->lens());
    if (!now) return std::nullopt;
    const std::array corners{grid_.at(0, 0), grid_.at(grid_.columns, 0), grid_.at(grid_.columns, grid_.rows), grid_.at(0, grid_.rows)};
    if (have_moved(corners, *hints_.before, now->camera)) return std::nullopt;
    return Registration{.camera = *hints_.before, .reprojection_px = now->reprojection_px};
  }

  [[nodiscard]] bool tags_agree(const TableCamera& camera) const {
    return std::ranges::all_of(hints_.tags, [&](const calibration::TableTag& tag) {
      return std::ranges::all_of(hints_.seen, [&](const calibration::TagObservation& seen) {
        if (!shows(seen, tag)) return true;
        const auto at = camera.table_from_image(centre_of(seen), Inches(0.0));
        return at && distance(*at, tag.centre) < tag.side * kTagNear;
      });
    });
  }

  [[nodiscard]] TablePoint middle() const { return grid_.at(0.5 * grid_.columns, 0.5 * grid_.rows); }

  /// The lattice's crossings as the board would have them, laid on in this way.
  [[nodiscard]] std::vector<Anchor> corners(const Lattice& lattice, const Lens& lens, const Way& way) const {
    std::vector<Anchor> out;
    for (int i = 0; i <= grid_.columns; ++i)
      for (int j = 0; j <= grid_.rows; ++j) {
        double a = way.from_right ? grid_.columns - i : i, b = way.from_top ? grid_.rows - j : j;
        if (way.swapped) std::swap(a, b);
        const Eigen::Vector3d p = lattice.picture_from_grid * Eigen::Vector3d(a, b, 1.0);
        const Eigen::Vector3d ray(p.x() / p.z() / lens.fx, p.y() / p.z() / lens.fx, 1.0);
        out.push_back({project(lens, ray), grid_.at(i, j)});
      }
    return out;
  }

  /// All ways in which the board is seen from above, the likeliest first.
  [[nodiscard]] std::vector<Way> ways(const Lattice& lattice, const Lens& lens) const {
    std::vector<std::pair<double, Way>> rated;
    for (const bool swapped : {false, true})
      for (const bool from_right : {false, true})
        for (const bool from_top : {false, true}) {
          if (swapped && grid_.columns != grid_.rows) continue;
          const Way way{swapped, from_right, from_top};
          const auto at = corners(lattice, lens, way);
          const auto pixel = [&](int i, int j) {
            const ImagePoint& p = at[i * (grid_.rows + 1) + j].pixel;
            return Eigen::Vector2d(p.u, p.v);
          };
          const Eigen::Vector2d x = (pixel(grid_.columns, grid_.rows / 2) - pixel(0, grid_.rows / 2)).normalized(),
                                y = (pixel(grid_.columns / 2, grid_.rows) - pixel(grid_.columns / 2, 0)).normalized();
          if (x.x() * y.y() - x.y() * y.x() > 0.0) continue;  // seen in a mirror
          double rating = x.dot(right());
          const auto start = about(at, lens);
          if (!start) continue;
          if (board_.coloured != measure::Coloured::All && !hints_.before && !hints_.about) {
            const bool even = (board_.coloured == measure::Coloured::Even) != hints_.other_colour;
            const double by_brightness = chequer(hints_.brightness ? *hints_.brightness : luma_, start->camera, grid_);
            const double darker = (by_brightness != 0.0 ? by_brightness : chequer(luma_, start->camera, grid_)) * (even ? 1.0 : -1.0);
            if (darker != 0.0) rating += darker > 0.0 ? 2.0 : -2.0;
          }
          if (!tags_agree(start->camera)) rating -= 10.0;
          rated.emplace_back(rating, way);
        }
    std::ranges::stable_sort(rated, std::ranges::greater{}, [](const auto& r) { return r.first; });
    std::vector<Way> out;
    for (const auto& [rating, way] : rated) out.push_back(way);
    return out;
  }

  /// Where the board's x axis points in the picture if nothing else tells.
  [[nodiscard]] Eigen::Vector2d right() const {
    const TableCamera* const known = hints_.about ? hints_.about : hints_.before;
    if (!known) return {1.0, 0.0};
    return known->image_jacobian(middle(), Inches(0.0)).col(0).normalized();
  }

  const cv::Mat& luma_;
  const measure::Board& board_;
  const Grid& grid_;
  const std::optional<Lens>& lens_;
  const GridHints& hints_;
  ImageSize size_;
};

}  // namespace

bool have_moved(std::span<const TablePoint> points, const TableCamera& was, const TableCamera& is) {
  return std::ranges::any_of(points, [&](TablePoint point) {
    const auto before = was.image_from_table(point, Inches(0.0)), now = is.image_from_table(point, Inches(0.0));
    if (!before || !now) return true;
    const double margin = measure::margin_of(is.registration_covariance(point, Inches(0.0))).value * is.pixels_per_inch(point, Inches(0.0));
    return distance(*before, *now) > std::max(kMovedPx, margin);
  });
}

Result<Registration> register_by_grid(const cv::Mat& luma, const measure::Board& board, const std::optional<Lens>& lens,
                                      const GridHints& hints) {
  const auto grid = grid_of(board);
  if (!grid) return fail(ErrorCode::NotCalibrated, "the board's squares are not a grid that could be found without tags");
  return GridSearch(luma, board, *grid, lens, hints).search();
}

}  // namespace vision
