// A board without tags, registered by its own squares.
//   The lines of the grid are found among all straight edges, placed exactly, and counted: unless the board begins and ends where its file
//   says, with nothing like it beyond, it is not registered, so that it is not one square off. Another grid in the picture may pass for the
//   board; whoever knows the colours of the squares asks them (registrar.cpp). A grid does not tell which of its sides is which.
#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>

#include "calibration/registration.h"
#include "measure/board.h"
#include "measure/result.h"

namespace vision {

/// What else helps to tell which way round the board lies.
struct GridHints {
  std::span<const calibration::TableTag> tags;        // the board's own, fewer in sight than register it
  std::span<const calibration::TagObservation> seen;  // all tags in the picture
  const calibration::TableCamera* before = nullptr;   // where the camera stood when the board was last found
  std::span<const calibration::Anchor> named = {};    // points that somebody has named, to a few pixels
  const calibration::TableCamera* about = nullptr;    // the camera by tags or named points: about right; null: they do not tell
  const cv::Mat* brightness = nullptr;             // of the picture, where another plane of it is searched: darker squares are told by it
  std::optional<double> focal_px = {};             // as the camera tells it
  const calibration::Lens* told_before = nullptr;  // what earlier pictures told of a lens that nobody measured
  bool other_colour = false;                       // the board's coloured squares are those that look lighter
};

/// Do these points of the board lie elsewhere in the picture than they did, by more than a pixel and more than is known of where they are?
[[nodiscard]] bool have_moved(std::span<const measure::TablePoint> points, const calibration::TableCamera& was,
                              const calibration::TableCamera& is);

/// Row 0 is taken for the one nearest to the picture's lower edge unless a tag, the colours of the squares or the registration before tell
/// otherwise; a finding says so. Points that were named tell which way round it lies and where it begins and ends; a finding names those
/// that the lines contradict. Where nothing has moved since the registration before, that very registration is given back. Errors:
/// NotCalibrated, with what is missing, when the board's grid is not in the picture or does not begin and end beyond doubt.
///
/// `luma`: 8-bit, brightness or another plane of the picture.
[[nodiscard]] measure::Result<calibration::Registration> register_by_grid(const cv::Mat& luma, const measure::Board& board,
                                                                          const std::optional<calibration::Lens>& lens,
                                                                          const GridHints& hints);

}  // namespace vision
