#include "tests/calibration/simulated_board.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "calibration/dictionaries.h"

namespace simulated {
namespace {

using calibration::CharucoBoard;
using calibration::Chessboard;
using calibration::Lens;
using calibration::Target;

constexpr int kTexture_px_per_in = 100;
constexpr int kBorder_px = 50;  // half an inch of paper

Eigen::Matrix3d rotation_of(const Pose& pose) {
  return (Eigen::AngleAxisd(pose.turn, Eigen::Vector3d::UnitZ()) * Eigen::AngleAxisd(pose.tilt_x, Eigen::Vector3d::UnitX()) *
          Eigen::AngleAxisd(pose.tilt_y, Eigen::Vector3d::UnitY()))
      .toRotationMatrix();
}

/// Columns, rows and square of a board.
struct Grid {
  int columns, rows;
  double square;
};
Grid grid_of(const Target& board) {
  if (const auto* chess = std::get_if<Chessboard>(&board)) return {chess->inner_columns + 1, chess->inner_rows + 1, chess->square.value};
  const auto& charuco = std::get<CharucoBoard>(board);
  return {charuco.squares_x, charuco.squares_y, charuco.square.value};
}

void paste_tag(cv::Mat& paper, const CharucoBoard& board, int id, double x, double y) {
  cv::Mat tag;
  const int side = static_cast<int>(std::lround(board.marker.value * kTexture_px_per_in));
  cv::resize(calibration::tag_pattern(board.dictionary, id), tag, {side, side}, 0, 0, cv::INTER_NEAREST);
  const double edge = 0.5 * (board.square - board.marker).value * kTexture_px_per_in;
  tag.copyTo(paper(cv::Rect(static_cast<int>(std::lround(x + edge)), static_cast<int>(std::lround(y + edge)), side, side)));
}

cv::Mat paper_of(const Target& board, bool first_black) {
  const Grid grid = grid_of(board);
  const double s = grid.square * kTexture_px_per_in;
  cv::Mat paper(static_cast<int>(std::ceil(grid.rows * s)) + 2 * kBorder_px, static_cast<int>(std::ceil(grid.columns * s)) + 2 * kBorder_px,
                CV_8UC1, cv::Scalar(235));
  int id = 0;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const double x = kBorder_px + column * s, y = kBorder_px + row * s;
      const cv::Point from(static_cast<int>(std::lround(x)), static_cast<int>(std::lround(y))),
          to(static_cast<int>(std::lround(x + s)), static_cast<int>(std::lround(y + s)));
      if (((row + column) % 2 == 0) == first_black)
        paper(cv::Rect(from, to)).setTo(25);
      else if (const auto* charuco = std::get_if<CharucoBoard>(&board))
        paste_tag(paper, *charuco, id++, x, y);
    }
  return paper;
}

/// The board's own coordinates start at its first square's outer corner (ChArUco) or first inner corner (chessboard);
/// here: inches from its middle.
Eigen::Vector3d in_camera(const Pose& pose, const Eigen::Vector2d& from_middle) {
  return rotation_of(pose) * Eigen::Vector3d(from_middle.x(), from_middle.y(), 0.0) + pose.middle;
}

}  // namespace

Lens a_webcam() {
  Lens lens;
  lens.image_size = {640, 480};
  lens.fx = 520.0;
  lens.fy = 521.0;
  lens.cx = 322.0;
  lens.cy = 236.0;
  lens.distortion = {-0.18, 0.04, 0.0006, -0.0004, 0.0};
  return lens;
}

std::vector<Pose> careful_poses(int count) {
  std::vector<Pose> poses;
  for (int i = 0; i < count; ++i) {
    const double around = 2.4 * i;  // a golden angle: no two alike
    const double tilt = 0.35 + 0.25 * ((i % 3) / 2.0);
    const Eigen::Vector3d middle(3.4 * std::cos(1.7 * i + 0.4), 2.3 * std::sin(1.7 * i + 0.4), 12.5 + (i % 4));
    poses.push_back({middle, tilt * std::cos(around), tilt * std::sin(around), 0.5 * std::sin(3.1 * i)});
  }
  return poses;
}

std::vector<Pose> parallel_poses(int count) {
  std::vector<Pose> poses = careful_poses(count);
  for (Pose& pose : poses) pose.tilt_x = pose.tilt_y = 0.0;
  return poses;
}

calibration::TargetView corners_of(const Chessboard& board, const Lens& lens, const Pose& pose, double noise_px, std::mt19937& random) {
  std::normal_distribution<double> noise(0.0, noise_px);
  calibration::TargetView view;
  const Eigen::Vector2d middle(0.5 * (board.inner_columns - 1), 0.5 * (board.inner_rows - 1));
  for (int row = 0; row < board.inner_rows; ++row)
    for (int column = 0; column < board.inner_columns; ++column) {
      const auto pixel = project(lens, in_camera(pose, (Eigen::Vector2d(column, row) - middle) * board.square.value));
      if (pixel.u < 2.0 || pixel.v < 2.0 || pixel.u > lens.image_size.width - 3.0 || pixel.v > lens.image_size.height - 3.0) continue;
      view.on_target.emplace_back(static_cast<float>(column * board.square.value), static_cast<float>(row * board.square.value), 0.0F);
      view.in_picture.emplace_back(static_cast<float>(pixel.u + noise(random)), static_cast<float>(pixel.v + noise(random)));
    }
  return view;
}

calibration::TargetPicture picture_of(const Target& board, const Lens& lens, const Pose& pose, const std::string& name, bool first_black) {
  const cv::Mat paper = paper_of(board, first_black);
  const Grid grid = grid_of(board);
  // Plane to camera: p = x * a + y * b + middle; a ray r meets it where [a b middle] * (x, y, 1) is along r.
  const Eigen::Matrix3d rotation = rotation_of(pose);
  Eigen::Matrix3d camera_from_plane;
  camera_from_plane << rotation.leftCols<2>(), pose.middle;
  const Eigen::Matrix3d plane_from_camera = camera_from_plane.inverse();
  cv::Mat map(lens.image_size.height, lens.image_size.width, CV_32FC2);
  for (int v = 0; v < map.rows; ++v)
    for (int u = 0; u < map.cols; ++u) {
      const Eigen::Vector3d hit = plane_from_camera * ray_through(lens, {static_cast<double>(u), static_cast<double>(v)}).value();
      const double x = hit.x() / hit.z() + 0.5 * grid.columns * grid.square, y = hit.y() / hit.z() + 0.5 * grid.rows * grid.square;
      map.at<cv::Vec2f>(v, u) = {static_cast<float>(x * kTexture_px_per_in + kBorder_px - 0.5),
                                 static_cast<float>(y * kTexture_px_per_in + kBorder_px - 0.5)};
    }
  // Paper has more pixels than the picture: smooth it first to about a picture pixel.
  cv::Mat smooth, picture, noise(lens.image_size.height, lens.image_size.width, CV_16SC1);
  const double paper_px = kTexture_px_per_in * pose.middle.z() / lens.fx;
  cv::GaussianBlur(paper, smooth, {}, 0.6 * paper_px);
  cv::remap(smooth, picture, map, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_CONSTANT, cv::Scalar(110));
  cv::RNG random(std::hash<std::string>{}(name));
  random.fill(noise, cv::RNG::NORMAL, 0.0, 2.0);
  cv::add(picture, noise, picture, cv::noArray(), CV_8U);
  return {name, picture};
}

}  // namespace simulated
