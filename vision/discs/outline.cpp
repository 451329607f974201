#include "vision/discs/outline.h"

#include <Eigen/LU>
#include <algorithm>

namespace vision {

using measure::Inches;

bool nearly_as_large(const DiscBase& a, const DiscBase& b) {
  const auto like = [](double one, double other) { return std::max(one, other) < kNearlyAsLarge * std::min(one, other); };
  return like(a.half_length, b.half_length) && like(a.half_width, b.half_width);
}

std::optional<DiscBase> disc_base(const measure::Base& base) {
  if (const auto* round = std::get_if<measure::RoundShape>(&base.shape))
    return DiscBase{round->diameter.value / 2.0, round->diameter.value / 2.0, base.height.value};
  if (const auto* oval = std::get_if<measure::OvalShape>(&base.shape))
    return DiscBase{oval->length.value / 2.0, oval->width.value / 2.0, base.height.value};
  return std::nullopt;
}

double rim_distance(const DiscBase& base, double off_heading) {
  if (base.round()) return base.half_width;
  const double ahead = std::cos(off_heading) / base.half_length, aside = std::sin(off_heading) / base.half_width;
  return 1.0 / std::sqrt(ahead * ahead + aside * aside);
}

bool covers(const DiscBase& base, const DiscPose& pose, const Eigen::Vector2d& place) {
  constexpr double kWithBlur = 1.1;  // of the way to the rim: print and white spill over
  const double dx = place.x() - pose.x, dy = place.y() - pose.y, apart = std::hypot(dx, dy);
  return apart < kWithBlur * base.half_length && apart < kWithBlur * rim_distance(base, std::atan2(dy, dx) - pose.theta);
}

DiscView::DiscView(const DiscBase& base, const DiscPose& pose) : base_(base), cos_(std::cos(pose.theta)), sin_(std::sin(pose.theta)) {}

std::optional<DiscView> DiscView::at(const calibration::TableCamera& camera, double ground, const DiscBase& base, const DiscPose& pose) {
  DiscView view(base, pose);
  const auto project = [&](double forward, double left, double z) -> std::optional<Eigen::Vector2d> {
    const auto pixel = camera.image_from_table(
        {Inches(pose.x + view.cos_ * forward - view.sin_ * left), Inches(pose.y + view.sin_ * forward + view.cos_ * left)}, Inches(z));
    if (!pixel || !std::isfinite(pixel->u) || !std::isfinite(pixel->v)) return std::nullopt;
    return Eigen::Vector2d(pixel->u, pixel->v);
  };
  const double top = ground + base.height, a = base.half_length, b = base.half_width;
  const auto centre = project(0, 0, top), foot = project(0, 0, ground);
  const auto front = project(a, 0, top), back = project(-a, 0, top), left = project(0, b, top), right = project(0, -b, top);
  const auto front_left = project(a, b, top), back_right = project(-a, -b, top);
  if (!centre || !foot || !front || !back || !left || !right || !front_left || !back_right) return std::nullopt;
  view.centre_ = *centre;
  view.wall_ = *foot - *centre;
  view.ahead_ = (*front - *back) / (2.0 * a);
  view.aside_ = (*left - *right) / (2.0 * b);
  view.bend_ahead_ = (*front + *back - 2.0 * *centre) / (2.0 * a * a);
  view.bend_aside_ = (*left + *right - 2.0 * *centre) / (2.0 * b * b);
  view.twist_ = ((*front_left + *back_right - 2.0 * *centre) / 2.0 - view.bend_ahead_ * a * a - view.bend_aside_ * b * b) / (a * b);
  view.jacobian_.col(0) = view.cos_ * view.ahead_ - view.sin_ * view.aside_;
  view.jacobian_.col(1) = view.sin_ * view.ahead_ + view.cos_ * view.aside_;
  const double determinant = view.jacobian_.determinant();
  if (!std::isfinite(determinant) || std::abs(determinant) < 1.0) return std::nullopt;  // under a pixel per inch
  view.normal_map_ = view.jacobian_.inverse().transpose();
  view.scale_ = std::sqrt(std::abs(determinant));
  return view;
}

EdgePoint DiscView::rim(double c, double s) const {
  const double forward = base_.half_length * c, left = base_.half_width * s;
  const Eigen::Vector2d own_normal(c / base_.half_length, s / base_.half_width);
  const Eigen::Vector2d table_normal(cos_ * own_normal.x() - sin_ * own_normal.y(), sin_ * own_normal.x() + cos_ * own_normal.y());
  EdgePoint edge;
  edge.normal = (normal_map_ * table_normal).normalized();
  edge.at = top(forward, left);
  edge.wall = std::max(0.0, edge.normal.dot(wall_));
  if (edge.wall > 0.0) edge.at += EdgePoint::kMiddlingWall * wall_;
  edge.slope.head<2>() = jacobian_.transpose() * edge.normal;
  edge.slope[2] = edge.normal.dot(forward * aside_ - left * ahead_);
  return edge;
}

EdgePoint DiscView::wedge_edge(int side, double out) const {
  const double kCos = std::cos(kWedgeHalfAngle), kSin = std::sin(kWedgeHalfAngle);
  const double forward = out * kCos, left = side * out * kSin;
  const Eigen::Vector2d across(-kSin, side * kCos);  // out of the white, in the base's own axes
  EdgePoint edge;
  edge.at = top(forward, left);
  edge.normal = (normal_map_ * Eigen::Vector2d(cos_ * across.x() - sin_ * across.y(), sin_ * across.x() + cos_ * across.y())).normalized();
  edge.slope.head<2>() = jacobian_.transpose() * edge.normal;
  edge.slope[2] = edge.normal.dot(forward * aside_ - left * ahead_);
  return edge;
}

Eigen::Vector2d DiscView::top(double forward, double left) const {
  return centre_ + forward * ahead_ + left * aside_ + forward * forward * bend_ahead_ + left * left * bend_aside_ + forward * left * twist_;
}

}  // namespace vision
