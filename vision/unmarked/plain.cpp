#include "vision/unmarked/plain.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <opencv2/imgproc.hpp>

#include "vision/unmarked/figure_search.h"
#include "vision/unmarked/foreground.h"

namespace vision {
namespace {

using measure::Inches, measure::TablePoint;

/// Map beyond the edge of the surface: room for figures that lean outward, inches.
constexpr double kPad = 2.0;
/// Table around a region that is looked at with it: the light must be compared over some bare table, inches.
constexpr double kAroundRegion = 6.0;
/// A connected patch of foreground larger than this many figures is judged as a whole ...
constexpr double kPatchOfFigures = 3.0;
/// ... and must be explained by figures to this share; else it is a hand or a coffee cup, and nothing in it is believed. Formations reach
/// 0.86 and more, a sleeve tiled with bases up to 0.57: this is half way.
constexpr double kExplained = 0.7;
/// What the silhouette of a real figure differs from the model's, as a share of the base's narrow side: a shadow's
/// foot that counts as rim, a cloak over the edge. One standard deviation of the place along each axis, as measured on simulated games
/// (`unmarked`); smaller promises too much, larger wastes margin.
constexpr double kModelError = 0.018;

/// Everything one look needs: the surface, the kinds, and where a figure leans.
struct View {
  const Scene& scene;
  std::vector<FigureKind> kinds;
  GroundMap map;
  Inches above;  // height of the map over the ground: a base's top

  [[nodiscard]] LeanAt lean_at(cv::Point corner) const {
    return [this, corner](cv::Point2d at, Inches height) {
      const TablePoint foot = map.table_point(at + cv::Point2d(corner));
      const Inches ground = measure::ground_height(scene.table.terrain, foot);
      const double rise = (height - above).value, left = (scene.camera.height() - ground - height).value;
      const measure::TableVector away = foot - scene.camera.nadir();
      if (left <= 0.0) return cv::Point2d();  // a figure as tall as the camera is no figure
      return map.per_inch() * (rise / left) * cv::Point2d(away.dx.value, away.dy.value);
    };
  }
};

std::vector<FigureKind> unmarked_kinds(std::span<const measure::PieceSpec> pieces) {
  std::vector<FigureKind> kinds;
  for (const measure::PieceSpec& piece : pieces) {
    if (piece.marker != measure::MarkerType::None) continue;
    const bool known = std::any_of(kinds.begin(), kinds.end(),
                                   [&](const FigureKind& kind) { return kind.base == piece.base && kind.height == piece.figure_height; });
    if (!known) kinds.push_back({piece.base, piece.figure_height});
  }
  return kinds;
}

/// How tall a piece that another detector found may be.
Inches height_of(const Sighting& sighting, std::span<const measure::PieceSpec> pieces) {
  Inches height{0.0};
  for (const measure::PieceSpec& piece : pieces) {
    if (piece.marker == sighting.marker && piece.base == sighting.base) height = std::max(height, piece.figure_height);
  }
  return height > Inches(0.0) ? height : measure::PieceSpec().figure_height;
}

/// Nothing is known where another detector's piece stands.
void set_aside_others(const View& view, cv::Point corner, cv::Mat& score) {
  for (const Sighting& other : view.scene.already) {
    const FigureKind kind{other.base, height_of(other, view.scene.pieces)};
    const cv::Point2d at = view.map.pixel(other.at) - cv::Point2d(corner);
    const double heading = other.heading.value_or(measure::Radians(0.0)).value;
    const FoundFigure figure{.kind = 0, .at = at, .heading = heading, .score = 1.0, .covariance = {}, .visible = 1.0};
    const cv::Rect near =
        cv::Rect(cv::Point(at) - cv::Point(1, 1) * int(6.0 * view.map.per_inch()), cv::Size(1, 1) * int(12.0 * view.map.per_inch())) &
        cv::Rect(cv::Point(), score.size());
    if (near.empty()) continue;
    FoundFigure here = figure;
    here.at -= cv::Point2d(near.tl());
    const Owners owners = owners_of(near.size(), {kind}, view.lean_at(corner + near.tl()), view.map.per_inch(), {here});
    cv::Mat taken = owners.solid != 0;
    const int rim = std::max(1, int(0.1 * view.map.per_inch()));  // its own blurred edge
    cv::dilate(taken, taken, cv::getStructuringElement(cv::MORPH_ELLIPSE, cv::Size(2 * rim + 1, 2 * rim + 1)));
    score(near).setTo(0.0, taken);
  }
}

/// Tags glitter: what light does to their black and white is no figure. The white paper round them goes too.
void set_aside_tags(const View& view, cv::Point corner, cv::Mat& score) {
  constexpr double kWithPaper = 1.5;  // of the black square's size
  for (const calibration::TagObservation& tag : view.scene.tags) {
    std::vector<cv::Point2d> corners;
    for (const calibration::ImagePoint& seen : tag.corners) {
      if (const auto at = view.scene.camera.table_from_image(seen, Inches(0.0)))
        corners.push_back(view.map.pixel(*at) - cv::Point2d(corner));
    }
    if (corners.size() != tag.corners.size()) continue;
    const cv::Point2d middle = 0.25 * (corners[0] + corners[1] + corners[2] + corners[3]);
    std::vector<cv::Point> paper;
    for (const cv::Point2d& at : corners) paper.emplace_back(middle + kWithPaper * (at - middle));
    cv::fillConvexPoly(score, paper, cv::Scalar(0.0));
  }
}

/// What lies off the playing surface is none of ours.
void forget_outside(const View& view, cv::Point corner, cv::Mat& score) {
  const cv::Point2d low = view.map.pixel({Inches(0.0), Inches(0.0)}) - cv::Point2d(corner);
  const cv::Point2d high = view.map.pixel({view.scene.table.length, view.scene.table.width}) - cv::Point2d(corner);
  const cv::Rect inside = cv::Rect(cv::Point(low), cv::Point(high)) & cv::Rect(cv::Point(), score.size());
  cv::Mat outside(score.size(), CV_8UC1, cv::Scalar(255));
  if (!inside.empty()) outside(inside).setTo(0);
  score.setTo(0.0, outside);
}

/// The patch that fills most of the middle of a base; 0 where nothing is known there.
int label_about(const cv::Mat& labels, cv::Point at, double reach_px) {
  const int reach = std::max(1, static_cast<int>(reach_px));
  const cv::Rect about = cv::Rect(at - cv::Point(reach, reach), cv::Size(2 * reach + 1, 2 * reach + 1)) & cv::Rect({0, 0}, labels.size());
  std::map<int, int> pixels;
  for (int row = about.y; row < about.br().y; ++row)
    for (int column = about.x; column < about.br().x; ++column)
      if (const int label = labels.at<int>(row, column); label != 0) ++pixels[label];
  const auto most = std::ranges::max_element(pixels, {}, [](const auto& entry) { return entry.second; });
  return most == pixels.end() ? 0 : most->first;
}

/// Leaves out figures that are bits of something larger: a hand, a sleeve, a cup.
void drop_bits_of_something_larger(const View& view, cv::Point corner, const cv::Mat& score, std::vector<FoundFigure>& figures) {
  cv::Mat labels, stats, centroids;
  const cv::Mat present = score > 0.0;
  const int count = cv::connectedComponentsWithStats(present, labels, stats, centroids);
  const Owners owners = owners_of(score.size(), view.kinds, view.lean_at(corner), view.map.per_inch(), figures);
  std::vector<int> explained(count, 0);
  for (int row = 0; row < labels.rows; ++row) {
    for (int column = 0; column < labels.cols; ++column) {
      if (owners.solid.at<int>(row, column) != 0) ++explained[labels.at<int>(row, column)];
    }
  }
  std::erase_if(figures, [&](const FoundFigure& figure) {
    const cv::Point at(figure.at);
    if (!cv::Rect(cv::Point(), score.size()).contains(at)) return true;
    const int label = label_about(labels, at, 0.25 * narrow_side(view.kinds[figure.kind].base.shape) * view.map.per_inch());
    if (label == 0) return false;
    const double area = stats.at<int>(label, cv::CC_STAT_AREA);
    const double inch = view.map.per_inch(), side = narrow_side(view.kinds[figure.kind].base.shape);
    return area > kPatchOfFigures * side * side * inch * inch && explained[label] < kExplained * area;
  });
}

Sighting sighting_of(const View& view, cv::Point corner, const FoundFigure& figure) {
  const FigureKind& kind = view.kinds[figure.kind];
  const double inch = view.map.per_inch();
  TablePoint at = view.map.table_point(figure.at + cv::Point2d(corner));
  Sighting sighting;
  sighting.marker = measure::MarkerType::None;
  sighting.base = kind.base;
  sighting.ground = measure::ground_height(view.scene.table.terrain, at);
  if (const auto pixel = view.scene.camera.image_from_table(at, sighting.ground + view.above)) {
    sighting.pixel = *pixel;
    at = view.scene.camera.table_from_image(*pixel, sighting.ground + kind.base.height).value_or(at);
  }
  sighting.at = at;
  const cv::Matx22d& c = figure.covariance;
  sighting.noise = measure::PointCovariance{c(0, 0), c(0, 1), c(1, 1)} * (1.0 / (inch * inch));
  const double model = kModelError * narrow_side(kind.base.shape);
  sighting.systematic = measure::PointCovariance{model * model, 0.0, model * model} +
                        view.scene.camera.registration_covariance(at, sighting.ground + kind.base.height);
  sighting.visible = figure.visible;
  return sighting;
}

std::vector<Sighting> look(const View& view, const Frame& frame, const cv::Rect& part) {
  const cv::Mat now = view.map.resample(frame.bgr, view.scene.camera, part);
  const cv::Mat empty =
      view.map.resample(*view.scene.empty, view.scene.empty_camera != nullptr ? *view.scene.empty_camera : view.scene.camera, part);
  cv::Mat score = foreground(now, empty, view.map.per_inch());
  forget_outside(view, part.tl(), score);
  set_aside_tags(view, part.tl(), score);
  set_aside_others(view, part.tl(), score);
  std::vector<FoundFigure> figures = find_figures(score, view.kinds, view.lean_at(part.tl()), view.map.per_inch());
  drop_bits_of_something_larger(view, part.tl(), score, figures);
  fit_rims(score, view.kinds, view.lean_at(part.tl()), view.map.per_inch(), figures);
  std::vector<Sighting> sightings;
  for (const FoundFigure& figure : figures) sightings.push_back(sighting_of(view, part.tl(), figure));
  return sightings;
}

/// The part of the map that shows a rectangle of the picture, with bare table around it.
cv::Rect part_of_map(const View& view, const cv::Rect& rectangle) {
  std::vector<cv::Point> seen;
  for (const double x : {0.0, 0.5, 1.0}) {
    for (const double y : {0.0, 0.5, 1.0}) {
      const calibration::ImagePoint pixel{rectangle.x + x * rectangle.width, rectangle.y + y * rectangle.height};
      if (const auto at = view.scene.camera.table_from_image(pixel, Inches(0.0))) seen.emplace_back(view.map.pixel(*at));
    }
  }
  const cv::Rect whole(cv::Point(), view.map.size());
  if (seen.empty()) return whole;
  const int around = int(kAroundRegion * view.map.per_inch());
  const cv::Rect box = cv::boundingRect(seen);
  return cv::Rect(box.tl() - cv::Point(around, around), box.br() + cv::Point(around, around)) & whole;
}

/// The sightings whose centre lies in one of the rectangles, each once.
std::vector<Sighting> look_into(const View& view, const Frame& frame, const std::vector<cv::Rect>& rectangles) {
  std::vector<Sighting> sightings;
  for (auto rectangle = rectangles.begin(); rectangle != rectangles.end(); ++rectangle) {
    const cv::Rect part = part_of_map(view, *rectangle);
    if (part.empty()) continue;
    for (Sighting& sighting : look(view, frame, part)) {
      const cv::Point at(int(std::lround(sighting.pixel.u)), int(std::lround(sighting.pixel.v)));
      const auto holds = [&](const cv::Rect& r) { return r.contains(at); };
      if (holds(*rectangle) && std::none_of(rectangles.begin(), rectangle, holds)) sightings.push_back(std::move(sighting));
    }
  }
  return sightings;
}

}  // namespace

measure::Result<std::vector<Sighting>> PlainDetector::detect(const Frame& frame, const Scene& scene, const Region& region) {
  std::vector<FigureKind> kinds = unmarked_kinds(scene.pieces);
  if (kinds.empty() || scene.empty == nullptr || scene.empty->empty()) return std::vector<Sighting>{};
  if (frame.bgr.type() != CV_8UC3 || scene.empty->type() != CV_8UC3) {
    return measure::fail(measure::ErrorCode::BadFile,
                         "unmarked figures need colour pictures (8 bits, 3 channels), also of the empty table");
  }
  if (scene.empty_camera == nullptr && scene.empty->size() != frame.bgr.size()) {
    return measure::fail(measure::ErrorCode::BadFile,
                         "the picture of the empty table has another size than the camera's pictures; take it again");
  }
  try {
    const Inches above = kinds.front().base.height;
    const View view{scene, std::move(kinds), GroundMap(scene.camera, scene.table, above, Inches(kPad)), above};
    if (region) return look_into(view, frame, *region);
    return look(view, frame, cv::Rect(cv::Point(), view.map.size()));
  } catch (const cv::Exception& e) {
    return measure::fail(measure::ErrorCode::Internal, std::string("looking for unmarked figures: ") + e.what());
  }
}

}  // namespace vision
