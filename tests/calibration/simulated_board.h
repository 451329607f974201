// Pictures and corners of calibration boards, as a known camera would see them.
#pragma once

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>
#include <random>
#include <string>
#include <vector>

#include "calibration/lens.h"
#include "calibration/target_corners.h"

namespace simulated {

/// A 640x480 webcam with the usual barrel distortion.
[[nodiscard]] calibration::Lens a_webcam();

/// A board's place before the camera: its middle in inches (camera frame), tilted about its own x and y axes
/// and turned about the line of sight, radians.
struct Pose {
  Eigen::Vector3d middle{0.0, 0.0, 14.0};
  double tilt_x = 0.0, tilt_y = 0.0, turn = 0.0;
};

/// Poses as a careful person takes them: tilted to all sides, all over the picture.
[[nodiscard]] std::vector<Pose> careful_poses(int count);
/// Poses of a lazy person: the board always held square to the camera.
[[nodiscard]] std::vector<Pose> parallel_poses(int count);

/// The corners of a chessboard as seen, with noise of this sigma in pixels; those outside the picture are missing.
[[nodiscard]] calibration::TargetView corners_of(const calibration::Chessboard& board, const calibration::Lens& lens, const Pose& pose,
                                                 double noise_px, std::mt19937& random);

/// A picture of a board, blurred and noisy. `first_black`: the top left square, as OpenCV has drawn it since 4.6.
[[nodiscard]] calibration::TargetPicture picture_of(const calibration::Target& board, const calibration::Lens& lens, const Pose& pose,
                                                    const std::string& name, bool first_black = true);

}  // namespace simulated
