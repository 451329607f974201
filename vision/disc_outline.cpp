#include "vision/disc_outline.h"

#include <Eigen/LU>
#include <cmath>

namespace vision {

using measure::Inches;

namespace {
// How much of the side wall passes for the print on top: between none and all, for it is darker and stands in shadow.
constexpr double kWallSeen = 0.2;
}  // namespace

std::optional<DiscBase> disc_base(const measure::Base& base) {
  if (const auto* round = std::get_if<measure::RoundShape>(&base.shape))
    return DiscBase{round->diameter.value / 2.0, round->diameter.value / 2.0, base.height.value};
  if (const auto* oval = std::get_if<measure::OvalShape>(&base.shape))
    return DiscBase{oval->length.value / 2.0, oval->width.value / 2.0, base.height.value};
  return std::nullopt;
}

double rim_distance(const DiscBase& base, double off_heading) {
  return 1.0 / std::hypot(std::cos(off_heading) / base.half_length, std::sin(off_heading) / base.half_width);
}

DiscView::DiscView(const calibration::TableCamera& camera, double ground, const DiscBase& base, const DiscPose& pose)
    : camera_(&camera), ground_(ground), base_(base), pose_(pose), cos_(std::cos(pose.theta)), sin_(std::sin(pose.theta)) {}

std::optional<DiscView> DiscView::at(const calibration::TableCamera& camera, double ground, const DiscBase& base, const DiscPose& pose) {
  DiscView view(camera, ground, base, pose);
  const measure::TablePoint place{Inches(pose.x), Inches(pose.y)};
  const Inches top(ground + base.height);
  const auto centre = camera.image_from_table(place, top);
  if (!centre) return std::nullopt;
  view.centre_ = {centre->u, centre->v};
  view.jacobian_ = camera.image_jacobian(place, top);
  const double determinant = view.jacobian_.determinant();
  if (!std::isfinite(determinant) || std::abs(determinant) < 1.0) return std::nullopt;  // under a pixel per inch
  view.normal_map_ = view.jacobian_.inverse().transpose();
  view.scale_ = std::sqrt(std::abs(determinant));
  return view;
}

std::optional<Eigen::Vector2d> DiscView::project(double forward, double left, double z) const {
  const auto pixel = camera_->image_from_table({Inches(pose_.x + cos_ * forward - sin_ * left), Inches(pose_.y + sin_ * forward + cos_ * left)}, Inches(z));
  if (!pixel) return std::nullopt;
  return Eigen::Vector2d(pixel->u, pixel->v);
}

std::optional<EdgePoint> DiscView::rim(double angle) const {
  const double c = std::cos(angle), s = std::sin(angle);
  const double forward = base_.half_length * c, left = base_.half_width * s;
  const auto top = project(forward, left, ground_ + base_.height), foot = project(forward, left, ground_);
  if (!top || !foot) return std::nullopt;
  const Eigen::Vector2d own_normal(c / base_.half_length, s / base_.half_width);
  const Eigen::Vector2d table_normal(cos_ * own_normal.x() - sin_ * own_normal.y(), sin_ * own_normal.x() + cos_ * own_normal.y());
  EdgePoint edge;
  edge.normal = (normal_map_ * table_normal).normalized();
  edge.at = edge.normal.dot(*foot - *top) > 0.0 ? Eigen::Vector2d(*top + kWallSeen * (*foot - *top)) : *top;
  const Eigen::Vector2d turning(-sin_ * forward - cos_ * left, cos_ * forward - sin_ * left);
  edge.slope.head<2>() = jacobian_.transpose() * edge.normal;
  edge.slope[2] = edge.normal.dot(jacobian_ * turning);
  return edge;
}

std::optional<EdgePoint> DiscView::wedge_edge(int side, double out) const {
  const double forward = out * std::cos(kWedgeHalfAngle), left = side * out * std::sin(kWedgeHalfAngle);
  const auto at = project(forward, left, ground_ + base_.height);
  if (!at) return std::nullopt;
  const double across = pose_.theta + side * (kWedgeHalfAngle + 1.57079632679489661923);
  EdgePoint edge;
  edge.at = *at;
  edge.normal = (normal_map_ * Eigen::Vector2d(std::cos(across), std::sin(across))).normalized();
  const Eigen::Vector2d turning(-sin_ * forward - cos_ * left, cos_ * forward - sin_ * left);
  edge.slope.head<2>() = jacobian_.transpose() * edge.normal;
  edge.slope[2] = edge.normal.dot(jacobian_ * turning);
  return edge;
}

Eigen::Vector2d DiscView::top(double forward, double left) const {
  return centre_ + jacobian_ * Eigen::Vector2d(cos_ * forward - sin_ * left, sin_ * forward + cos_ * left);
}

}  // namespace vision
