// Which places of a map a base covers.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/core/types.hpp>
#include <variant>

#include "measure/gap.h"

namespace vision {

/// Longer than wide, or wider than long, so that its axis can be seen.
[[nodiscard]] inline bool is_long(const measure::Shape& shape) {
  const auto [length, width] = measure::sides(shape);
  return std::max(length, width) > 1.15 * std::min(length, width);
}

/// The heading of a long shape whose longer side lies along an axis, `axis` being the cosine and sine of twice its direction.
[[nodiscard]] inline double heading_along(cv::Point2d axis, const measure::Shape& shape) {
  const auto [length, width] = measure::sides(shape);
  return 0.5 * std::atan2(axis.y, axis.x) + (width > length ? 0.5 * std::numbers::pi : 0.0);
}

/// A base whose centre and heading are given, map pixels and radians in map axes. The shape must outlive it.
class Cover {
 public:
  /// `grown`: by so many pixels on every side.
  Cover(const measure::Shape& shape, cv::Point2d at, double heading, double per_inch, double grown = 0.0)
      : shape_(shape), at_(at), per_inch_(per_inch), heading_(heading) {
    const auto [length, width] = measure::sides(shape);
    const cv::Point2d along(std::cos(heading), std::sin(heading));
    ahead_ = along / (0.5 * length * per_inch + grown), aside_ = cv::Point2d(-along.y, along.x) / (0.5 * width * per_inch + grown);
  }
  [[nodiscard]] bool operator()(cv::Point2d place) const {
    const cv::Point2d off = in_halves(place);
    if (std::abs(off.x) > 1.0 || std::abs(off.y) > 1.0) return false;
    if (std::holds_alternative<measure::RectShape>(shape_)) return true;
    if (!std::holds_alternative<measure::PolygonShape>(shape_)) return off.dot(off) <= 1.0;
    using measure::Inches;
    const measure::Footprint base{shape_, {Inches(at_.x / per_inch_), Inches(at_.y / per_inch_)}, measure::Radians(heading_), {}, {}};
    return contains(base, {Inches(place.x / per_inch_), Inches(place.y / per_inch_)});
  }
  /// How far a place is from its middle, in its own axes, half sides.
  [[nodiscard]] cv::Point2d in_halves(cv::Point2d place) const {
    const cv::Point2d off = place - at_;
    return {ahead_.dot(off), aside_.dot(off)};
  }

 private:
  const measure::Shape& shape_;
  cv::Point2d at_;
  double per_inch_, heading_;
  cv::Point2d ahead_, aside_;  // its own axes, over half sides
};

}  // namespace vision
