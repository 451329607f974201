// What the table looks like without pieces: given as a picture of the empty table, or learned while playing.
//   Kept in the picture frame of one camera pose; after a bump it is carried over to the new one. Where no bare
//   table was ever seen it is unknown.
#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <optional>

#include "calibration/table_camera.h"
#include "measure/table.h"

namespace vision {

class Background {
 public:
  /// A picture (8-bit BGR) of the table with nothing on it.
  void know(const cv::Mat& bgr);
  /// Takes up `bgr` wherever `bare` (8-bit, same size) is set.
  void learn(const cv::Mat& bgr, const cv::Mat& bare);
  /// Carries what is known from one camera pose to another, along the ground.
  void carry_over(const calibration::TableCamera& from, const calibration::TableCamera& to, const measure::Table& table);

  [[nodiscard]] bool empty() const { return bgr_.empty(); }
  [[nodiscard]] const cv::Mat& bgr() const { return bgr_; }
  /// 8-bit: 255 where the background is known.
  [[nodiscard]] const cv::Mat& known() const { return known_; }

 private:
  cv::Mat bgr_, known_;
};

// A small piece of a picture about a place on the table, and whether two of them show the same thing.
//   Sampled on a grid fixed to the table, so patches taken from different camera poses can be compared; a change of
//   light between them is taken out first.

/// Samples along each side of a patch.
inline constexpr int kPatchSide = 12;

struct Patch {
  std::array<cv::Vec3f, kPatchSide * kPatchSide> bgr{};
  std::array<bool, kPatchSide * kPatchSide> known{};
  int count = 0;  // of known samples
};

/// The square of half-side `reach` about `at`, parallel to the table's axes, at height `z`. Each sample is the mean of the pixels
/// it stands for. `mask`: 8-bit, unknown where 0; may be empty. Outside the picture: unknown.
[[nodiscard]] Patch patch_of(const cv::Mat& bgr, const cv::Mat& mask, const calibration::TableCamera& camera, measure::TablePoint at,
                             measure::Inches z, measure::Inches reach);

/// Share of the samples known in both that agree, light taken out, within the picture's noise (grey levels). Empty when fewer
/// than a quarter are known in both, or when no change of light explains the difference of colour.
[[nodiscard]] std::optional<double> likeness(const Patch& a, const Patch& b, double noise);

/// Share of the samples of `inner` that could belong to the surface that `ring` shows (mean and spread of its colours).
[[nodiscard]] std::optional<double> belongs_to(const Patch& inner, const Patch& ring, double noise);

/// The picture's own noise in grey levels (1 sigma), from differences of neighbouring pixels that structure does not explain.
[[nodiscard]] double noise_of(const cv::Mat& luma);

}  // namespace vision
