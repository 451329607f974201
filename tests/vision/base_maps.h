// Maps as a network draws them that sees nothing.
#pragma once

#include <opencv2/core.hpp>

#include "vision/bases/base_net.h"

namespace base_maps {

/// Of so many places; `base`: the log-odds that a base lies anywhere.
inline vision::BaseMaps nothing_seen(cv::Size places, double base) {
  return {.disc = cv::Mat(places, CV_32FC1, cv::Scalar(-8)),
          .plain = cv::Mat(places, CV_32FC1, cv::Scalar(-8)),
          .base = cv::Mat(places, CV_32FC1, cv::Scalar(base)),
          .to_centre = cv::Mat(places, CV_32FC2, cv::Scalar::all(0)),
          .spread = cv::Mat(places, CV_32FC1, cv::Scalar(0.5)),
          .front = cv::Mat(places, CV_32FC2, cv::Scalar::all(0)),
          .axis = cv::Mat(places, CV_32FC2, cv::Scalar::all(0))};
}

}  // namespace base_maps
