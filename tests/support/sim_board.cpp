#include "tests/support/sim_board.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/aruco.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "tests/support/sim.h"
#include "vision/discs/army_colours.h"

namespace sim {
namespace {

using measure::Inches;
using measure::TablePoint;
using measure::TableVector;

constexpr int kSamples = 2;           // samples a pixel along each axis
constexpr double kPrintPerInch = 48;  // texels an inch of the print
constexpr double kSheet = 2.4;        // inches of sheet around the playing area
constexpr double kFloor = 8.0;        // inches of floor around the playing area
constexpr int kShift = 4;             // fractional bits of drawn corners

cv::Scalar paint(const std::string& hex, double shade = 1.0) {
  const vision::Colour c = vision::parse_colour(hex).value_or(vision::Colour(0, 0, 0));
  return {c[0] * shade, c[1] * shade, c[2] * shade};
}

/// The sheet as it was printed, on its floor.
class Print {
 public:
  explicit Print(const BoardScene& scene) : scene_(scene) {
    const cv::Size size(static_cast<int>((scene.board.length.value + 2 * kFloor) * kPrintPerInch),
                        static_cast<int>((scene.board.width.value + 2 * kFloor) * kPrintPerInch));
    picture_ = cv::Mat(size, CV_8UC3, cv::Scalar(50, 70, 95));
    const double l = scene.board.length.value + kSheet, w = scene.board.width.value + kSheet;
    fill({{Inches(-kSheet), Inches(-kSheet)}, {Inches(l), Inches(-kSheet)}, {Inches(l), Inches(w)}, {Inches(-kSheet), Inches(w)}},
         cv::Scalar(228, 232, 234));
    for (const measure::BoardSquare& square : scene.board.squares) fill(square.outline, paint(scene.tints[square.playable ? 0 : 1]));
    if (scene.lines)
      for (const measure::BoardSquare& square : scene.board.squares)
        cv::polylines(picture_, fine_corners(square.outline), true, {60, 70, 80}, 2, cv::LINE_AA, kShift);
    for (const calibration::TableTag& tag : scene.tags) draw(tag);
    cv::Mat grain(size, CV_8UC3), wide;
    cv::RNG random(scene.seed * 31 + 7);
    cv::Mat small(size / 24, CV_8UC3);
    random.fill(small, cv::RNG::NORMAL, 128, 5);
    cv::resize(small, wide, size, 0, 0, cv::INTER_CUBIC);
    cv::addWeighted(picture_, 1.0, wide, 1.0, -128.0, picture_);
  }

  [[nodiscard]] cv::Mat seen_by(const calibration::TableCamera& camera) const {
    const calibration::ImageSize size = camera.lens().image_size;
    constexpr int kStep = 8;
    cv::Mat coarse(size.height / kStep + 2, size.width / kStep + 2, CV_32FC2), map, out;
    for (int r = 0; r < coarse.rows; ++r)
      for (int c = 0; c < coarse.cols; ++c) {
        const auto p = camera.table_from_image({c * kStep - 0.5 + 0.5 * kStep, r * kStep - 0.5 + 0.5 * kStep}, Inches(0.0));
        const cv::Point2f at = p ? at_texel(*p) : cv::Point2f(-9, -9);
        coarse.at<cv::Vec2f>(r, c) = {at.x, at.y};
      }
    // Cell centres of the coarse map lie in the middle of 8 x 8 pixels: resize puts them there.
    cv::resize(coarse, map, coarse.size() * (kStep * kSamples), 0, 0, cv::INTER_CUBIC);
    cv::remap(picture_, out, map(cv::Rect(0, 0, size.width * kSamples, size.height * kSamples)), cv::noArray(), cv::INTER_LINEAR,
              cv::BORDER_REPLICATE);
    return out;
  }

 private:
  [[nodiscard]] cv::Point2f at_texel(TablePoint p) const {
    return {static_cast<float>((p.x.value + kFloor) * kPrintPerInch - 0.5), static_cast<float>((p.y.value + kFloor) * kPrintPerInch - 0.5)};
  }
  [[nodiscard]] std::vector<cv::Point> corners(const std::vector<TablePoint>& outline) const {
    std::vector<cv::Point> out;
    for (const TablePoint& p : outline) out.emplace_back(at_texel(p));
    return out;
  }
  [[nodiscard]] std::vector<cv::Point> fine_corners(const std::vector<TablePoint>& outline) const {
    std::vector<cv::Point> out;
    for (const TablePoint& p : outline) out.emplace_back(at_texel(p) * (1 << kShift));
    return out;
  }
  void fill(const std::vector<TablePoint>& outline, const cv::Scalar& colour) { cv::fillPoly(picture_, corners(outline), colour); }

  void draw(const calibration::TableTag& tag) {
    constexpr int kCells = 8, kPixels = 10;
    cv::Mat marker, bgr;
    cv::aruco::drawMarker(cv::aruco::getPredefinedDictionary(cv::aruco::DICT_APRILTAG_36h11), tag.id, kCells * kPixels, marker);
    cv::cvtColor(marker, bgr, cv::COLOR_GRAY2BGR);
    const auto to = corners_of(tag);
    const cv::Point2f from[4] = {{-0.5f, -0.5f}, {79.5f, -0.5f}, {79.5f, 79.5f}, {-0.5f, 79.5f}};
    cv::Point2f texels[4];
    for (std::size_t i = 0; i < 4; ++i) texels[i] = at_texel(to[i]);
    const cv::Mat warp = cv::getPerspectiveTransform(from, texels);
    cv::warpPerspective(bgr, picture_, warp, picture_.size(), cv::INTER_NEAREST, cv::BORDER_TRANSPARENT);
  }

  const BoardScene& scene_;
  cv::Mat picture_;
};

class Stand {
 public:
  Stand(const BoardScene& scene, cv::Mat& picture) : scene_(scene), picture_(picture) {}

  void put(const BoardMan& man) {
    const double radius = scene_.diameter.value / 2.0;
    shadow(man.at, radius, man.stacked ? 2.0 : 1.0);
    if (man.cardboard) {
      disc(man.at, radius, 0.0, 0.1, man.colour, false);
      for (double z = 0.1; z <= 0.9; z += 0.05)
        polygon({{man.at.x - Inches(0.3), man.at.y - Inches(0.04)},
                 {man.at.x + Inches(0.3), man.at.y - Inches(0.04)},
                 {man.at.x + Inches(0.3), man.at.y + Inches(0.04)},
                 {man.at.x - Inches(0.3), man.at.y + Inches(0.04)}},
                z, paint("#8a7250", 0.7 + 0.3 * z));
      return;
    }
    const double h = scene_.height.value;
    disc(man.at, radius, 0.0, h, man.colour, true);
    if (man.stacked) disc(man.at + man.slip, radius, h, 2.0 * h, man.colour, true);
    if (man.tag) tag(*man.tag, man.at, man.stacked ? 2.0 * h : h);
  }

  void hand(TablePoint tip) {
    for (double z = 0.8; z < 2.4; z += 0.1) {
      oval({tip.x, tip.y - Inches(1.6)}, 1.5, 1.6, z, paint("#c08a6c", 0.85 + 0.06 * z));
      polygon({{tip.x - Inches(1.2), Inches(-14)},
               {tip.x + Inches(1.2), Inches(-14)},
               {tip.x + Inches(1.2), tip.y - Inches(1.6)},
               {tip.x - Inches(1.2), tip.y - Inches(1.6)}},
              z, paint("#c08a6c", 0.85 + 0.06 * z));
    }
  }

 private:
  void polygon(const std::vector<TablePoint>& outline, double z, const cv::Scalar& colour) {
    std::vector<cv::Point> corners;
    for (const TablePoint& p : outline)
      if (const auto at = scene_.camera.image_from_table(p, Inches(z)))
        corners.emplace_back(static_cast<int>(std::lround(((at->u + 0.5) * kSamples - 0.5) * (1 << kShift))),
                             static_cast<int>(std::lround(((at->v + 0.5) * kSamples - 0.5) * (1 << kShift))));
    if (corners.size() > 2) cv::fillPoly(picture_, std::vector<std::vector<cv::Point>>{corners}, colour, cv::LINE_8, kShift);
  }

  /// The part of the picture in which such a square of the board lies, half its side given.
  [[nodiscard]] cv::Rect around(TablePoint at, double half) const {
    std::vector<cv::Point2f> corners;
    for (const double dx : {-half, half})
      for (const double dy : {-half, half})
        if (const auto p = scene_.camera.image_from_table(at + TableVector{Inches(dx), Inches(dy)}, Inches(0.0)))
          corners.emplace_back(static_cast<float>(p->u * kSamples), static_cast<float>(p->v * kSamples));
    return cv::boundingRect(corners) & cv::Rect({}, picture_.size());
  }

  void oval(TablePoint at, double a, double b, double z, const cv::Scalar& colour) {
    std::vector<TablePoint> outline;
    for (int i = 0; i < 72; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / 72;
      outline.push_back(at + TableVector{Inches(a * std::cos(angle)), Inches(b * std::sin(angle))});
    }
    polygon(outline, z, colour);
  }

  void disc(TablePoint at, double radius, double from, double to, const std::string& colour, bool rings) {
    constexpr int kLayers = 10;
    for (int i = 0; i < kLayers; ++i) oval(at, radius, radius, from + (to - from) * i / kLayers, paint(colour, 0.62));
    oval(at, radius, radius, to, paint(colour));
    if (!rings) return;
    for (const double share : {0.82, 0.45}) {
      oval(at, share * radius, share * radius, to, paint(colour, 0.75));
      oval(at, (share - 0.07) * radius, (share - 0.07) * radius, to, paint(colour));
    }
  }

  void shadow(TablePoint at, double radius, double heights) {
    const double reach = 0.5 * heights * scene_.height.value;
    const TablePoint middle = at + TableVector{Inches(0.6 * reach), Inches(-0.5 * reach)};
    cv::Mat there = picture_(around(middle, 2.0 * radius));
    if (there.empty()) return;  // beside the picture
    const cv::Mat before = there.clone();
    oval(middle, radius * 1.04, radius * 1.04, 0.0, {0, 0, 0});
    cv::addWeighted(before, 0.6, there, 0.4, 0.0, there);
  }

  void tag(int id, TablePoint at, double z) {
    constexpr int kCells = 6;
    constexpr double kCell = 0.1;  // inches
    cv::Mat marker;
    cv::aruco::drawMarker(cv::aruco::getPredefinedDictionary(cv::aruco::DICT_4X4_250), id, kCells, marker);
    const auto square = [&](double x, double y, double side, const cv::Scalar& colour) {
      const TablePoint a{at.x + Inches(x), at.y + Inches(y)};
      polygon({a, {a.x + Inches(side), a.y}, {a.x + Inches(side), a.y + Inches(side)}, {a.x, a.y + Inches(side)}}, z, colour);
    };
    square(-4 * kCell, -4 * kCell, 8 * kCell, {235, 235, 235});
    for (int r = 0; r < kCells; ++r)
      for (int c = 0; c < kCells; ++c)
        if (marker.at<unsigned char>(r, c) < 128) square((c - 3) * kCell, (2 - r) * kCell, kCell, {25, 25, 25});
  }

  const BoardScene& scene_;
  cv::Mat& picture_;
};

}  // namespace

cv::Mat ground_of(const BoardScene& scene) { return Print(scene).seen_by(scene.camera); }

cv::Mat render(const BoardScene& scene) { return render(scene, ground_of(scene)); }

cv::Mat render(const BoardScene& scene, const cv::Mat& ground) {
  cv::Mat picture = ground.clone();
  Stand stand(scene, picture);
  for (const BoardMan& man : scene.men) stand.put(man);
  if (scene.hand) stand.hand(*scene.hand);
  cv::Mat small, lit;
  const calibration::ImageSize size = scene.camera.lens().image_size;
  cv::resize(picture, small, {size.width, size.height}, 0, 0, cv::INTER_AREA);
  cv::GaussianBlur(small, small, {}, 0.6);
  small.convertTo(lit, CV_32FC3);
  cv::multiply(lit, cv::Scalar(scene.gain * (1.0 - scene.warmth), scene.gain, scene.gain * (1.0 + scene.warmth)), lit);
  cv::Mat noise(lit.size(), CV_32FC3);
  cv::RNG random(scene.seed * 977 + 3 + scene.frame * 7907);
  random.fill(noise, cv::RNG::NORMAL, 0.0, scene.noise);
  lit += noise;
  lit.convertTo(small, CV_8UC3);
  std::vector<unsigned char> bytes;
  cv::imencode(".jpg", small, bytes, {cv::IMWRITE_JPEG_QUALITY, scene.jpeg_quality});
  return cv::imdecode(bytes, cv::IMREAD_COLOR);
}

std::vector<calibration::TableTag> tags_around(const measure::Board& board) {
  const Inches out(1.15);
  std::vector<calibration::TableTag> tags(4);
  tags[0].centre = {-out, -out};
  tags[1].centre = {board.length + out, -out};
  tags[2].centre = {board.length + out, board.width + out};
  tags[3].centre = {-out, board.width + out};
  for (int i = 0; i < 4; ++i) tags[static_cast<std::size_t>(i)].id = i, tags[static_cast<std::size_t>(i)].side = Inches(1.5);
  return tags;
}

calibration::TableCamera camera_over(const measure::Board& board, calibration::ImageSize size, std::mt19937& random) {
  const calibration::Lens lens = random_lens(size, random);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const Eigen::Vector3d middle(board.length.value / 2, board.width.value / 2, 0.0),
      lean(0.12 * unit(random), -0.22 + 0.1 * unit(random), 1.0);
  const double spin = 0.06 * unit(random);
  for (double height = board.length.value;; height += 0.5) {
    const Eigen::Vector3d eye = middle + lean * height, forward = (middle - eye).normalized();
    const Eigen::Vector3d along(std::cos(spin), std::sin(spin), 0.0);
    const Eigen::Vector3d down = forward.cross(along).normalized(), right = down.cross(forward);
    Eigen::Matrix3d rotation;
    rotation << right.transpose(), down.transpose(), forward.transpose();
    const calibration::TableCamera camera(lens, rotation, -rotation * eye);
    bool fits = true;
    for (double x : {-2.6, board.length.value + 2.6})
      for (double y : {-2.6, board.width.value + 2.6}) {
        const auto p = camera.image_from_table({Inches(x), Inches(y)}, Inches(0.0));
        fits = fits && p && p->u > 0 && p->v > 0 && p->u < size.width && p->v < size.height;
      }
    if (fits || height > 200.0) return camera;
  }
}

calibration::TableCamera camera_held(const measure::Board& board, const calibration::Lens& lens, double tilt_deg, std::mt19937& random) {
  const auto between = [&](double least, double most) { return std::uniform_real_distribution<double>(least, most)(random); };
  const double side = board.length.value, width = board.width.value, slant = std::tan(tilt_deg * std::numbers::pi / 180.0);
  const double from = -0.5 * std::numbers::pi + between(-0.5, 0.5), along_edge = from + 0.5 * std::numbers::pi + between(-0.15, 0.15);
  const Eigen::Vector3d middle(side / 2 + between(-0.06, 0.06) * side, width / 2 + between(-0.06, 0.06) * width, 0.0);
  const double room = between(0.05, 0.25) * side;
  const Eigen::Vector3d lean(slant * std::cos(from), slant * std::sin(from), 1.0);
  for (double height = 0.4 * side;; height *= 1.03) {
    const Eigen::Vector3d eye = middle + lean * height, forward = (middle - eye).normalized();
    const Eigen::Vector3d down = forward.cross(Eigen::Vector3d(std::cos(along_edge), std::sin(along_edge), 0.0)).normalized(),
                          right = down.cross(forward);
    Eigen::Matrix3d rotation;
    rotation << right.transpose(), down.transpose(), forward.transpose();
    const calibration::TableCamera camera(lens, rotation, -rotation * eye);
    bool fits = true;
    for (const double x : {-room, side + room})
      for (const double y : {-room, width + room}) {
        const TablePoint corner{Inches(x), Inches(y)};
        const auto p = camera.image_from_table(corner, Inches(0.0));
        fits = fits && p && p->u > 0 && p->v > 0 && p->u < lens.image_size.width && p->v < lens.image_size.height;
        // Far outside the picture the lens's polynomial folds back into it.
        const auto back = fits ? camera.table_from_image(*p, Inches(0.0)) : std::nullopt;
        fits = fits && back && distance(*back, corner) < Inches(0.01);
      }
    if (fits || height > 100.0 * side) return camera;
  }
}

}  // namespace sim
