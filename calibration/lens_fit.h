// The least-squares fit behind a lens calibration: parameters, their covariance, and how well they predict
// views they have not seen.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "calibration/lens.h"
#include "calibration/target_corners.h"

namespace calibration {

/// Which of the higher radial terms are estimated; the others stay 0.
struct FreeTerms {
  bool k2 = true, k3 = true;
};

struct LensFit {
  Lens lens;                                  // with covariance, rms_px and images_used
  std::vector<Eigen::Vector3d> rotations;     // camera from target, rotation vectors
  std::vector<Eigen::Vector3d> translations;  // inches
  std::vector<double> view_rms_px;            // of the distances, as OpenCV counts RMS
};

/// Fits lens and poses to all views. The covariance is scaled by the residuals' variance and accounts for
/// the unknown poses. Errors: NotCalibrated when OpenCV finds no solution.
[[nodiscard]] measure::Result<LensFit> fit_lens(std::span<const TargetView> views, ImageSize size, FreeTerms free,
                                                const Lens* start = nullptr);

/// RMS distance of a view's corners from where a lens puts them, with the best pose. Empty when it has none.
[[nodiscard]] std::optional<double> view_rms(const TargetView& view, const Lens& lens);

/// RMS per view of corners whose view took no part in the fit: the lens comes from the others, only the
/// view's pose from itself. Leaves out one view at a time, or a tenth of many.
[[nodiscard]] measure::Result<std::vector<double>> cross_validate(std::span<const TargetView> views, ImageSize size, FreeTerms free,
                                                                  const Lens& start);

/// Largest angle in radians between the planes of any two views: 0 when all boards were parallel.
[[nodiscard]] double tilt_spread(const LensFit& fit);

/// 1-sigma error in pixels that the lens's own covariance leaves at a picture position, after the best
/// turn of the camera has taken up what it can.
[[nodiscard]] double lens_sigma_px(const Lens& lens, ImagePoint at);

/// RMS over views of different sizes, from each view's RMS.
[[nodiscard]] double rms_of(std::span<const double> view_rms_px, std::span<const TargetView> views);

}  // namespace calibration
