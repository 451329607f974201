#include "vision/boards/samples.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <tuple>

#include "measure/robust.h"

namespace vision {
namespace {

using measure::Inches, measure::TablePoint;

/// Pixels an inch of the view: the picture's own, but not more than so many. More costs time, and no draught needs it.
constexpr double kMostPerInch = 64.0;
/// ... and so many pixels along the view at most.
constexpr double kMostPixels = 1600.0;

/// Places compared at a time.
constexpr int kLanes = 4;

}  // namespace

BoardView view_from_above(const cv::Mat& bgr, const calibration::TableCamera& camera, const measure::Board& board, Inches around) {
  BoardView view;
  const TablePoint middle{board.length * 0.5, board.width * 0.5};
  const double length = (board.length + around * 2.0).value, width = (board.width + around * 2.0).value;
  view.per_inch = std::min({camera.pixels_per_inch(middle, Inches(0.0)), kMostPerInch, kMostPixels / std::max(length, width)});
  view.origin = {Inches(0.0) - around, Inches(0.0) - around};
  view.foot = view.from_board(camera.nadir());
  view.camera_height = camera.height().value;
  const cv::Size size(static_cast<int>(length * view.per_inch), static_cast<int>(width * view.per_inch));
  cv::Mat map(size, CV_32FC2);
  view.known.create(size, CV_8UC1);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const auto pixel = camera.image_from_table(view.to_board(cv::Point2d(x, y)), Inches(0.0));
      const bool seen = pixel && pixel->u >= 0.0 && pixel->v >= 0.0 && pixel->u <= bgr.cols - 1.0 && pixel->v <= bgr.rows - 1.0;
      map.at<cv::Vec2f>(y, x) = seen ? cv::Vec2f(static_cast<float>(pixel->u), static_cast<float>(pixel->v)) : cv::Vec2f(-9.0f, -9.0f);
      view.known.at<std::uint8_t>(y, x) = seen ? 255 : 0;
    }
  cv::remap(bgr, view.bgr, map, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  return view;
}

Colour median_colour(std::span<const Colour> colours) {
  Colour out;
  std::vector<float> channel(colours.size());
  for (int k = 0; k < 3; ++k) {
    std::ranges::transform(colours, channel.begin(), [k](const Colour& c) { return c[k]; });
    out[k] = measure::median_in_place(channel);
  }
  return out;
}

ColourSamples::ColourSamples(const cv::Mat& bgr) : last_x_(bgr.cols - 1.0), last_y_(bgr.rows - 1.0) {
  cv::Mat four;
  cv::cvtColor(bgr, four, cv::COLOR_BGR2BGRA);
  four.convertTo(picture_, CV_32F);
  first_ = picture_.ptr<float>();
  step_ = static_cast<std::ptrdiff_t>(picture_.step1());
  row_ = static_cast<double>(step_);
}

Channels mean_along(const ColourSamples& picture, cv::Point2d from, cv::Point2d along, double begin, double end) {
  Channels sum = cv::v_setzero_f32();
  const int steps = std::max(2, static_cast<int>(std::ceil(end - begin)));
  const auto place = [&](int i) { return from + along * (begin + (end - begin) * (i + 0.5) / steps); };
  if (picture.holds(place(0)) && picture.holds(place(steps - 1))) {
    const auto all = [](double value) { return cv::v_setall_f64(value); };
    cv::v_float64x2 middle(0.5, 1.5);
    for (int i = 0; i < steps; i += 2, middle += all(2.0)) {
      const auto out = all(begin) + all(end - begin) * cv::v_min(middle, all(steps - 0.5)) / all(steps);  // an odd one's last place twice
      const auto [one, other] = picture.inside_at(all(from.x) + all(along.x) * out, all(from.y) + all(along.y) * out);
      sum += one;
      if (i + 1 < steps) sum += other;
    }
  } else {
    for (int i = 0; i < steps; ++i) sum += picture.at(place(i));
  }
  return sum / cv::v_setall_f32(static_cast<float>(steps));
}

Step StepFinder::along(cv::Point2d centre, cv::Point2d along, double radius, double search) {
  const double arm = std::max(2.0, 0.1 * radius), from = radius - search - arm, to = radius + search + arm;
  const int count = static_cast<int>(to - from) + 1, reach = static_cast<int>(arm);
  sample(centre, along, from, count);
  compare(count, reach);
  int best = 0;
  float strength = 0.0f;
  for (int i = reach; i + reach < count; ++i)
    if (strengths_[i] > strength) strength = strengths_[i], best = i;
  if (strength <= 0.0f) return {};
  const float before = best > reach ? strengths_[best - 1] : strength;
  const float after = best + reach + 1 < count ? strengths_[best + 1] : strength;
  const float bend = before - 2.0f * strength + after;
  return {from + best + (bend < 0.0f ? 0.5 * (before - after) / bend : 0.0), strength};
}

/// The ray's colours, a pixel apart.
void StepFinder::sample(cv::Point2d centre, cv::Point2d along, double from, int count) {
  // Room for whole groups of lanes beyond the last one.
  if (profile_.size() < static_cast<std::size_t>(count + kLanes)) {
    profile_.resize(static_cast<std::size_t>(count + kLanes), cv::v_setzero_f32());
    strengths_.resize(profile_.size());
  }
  const bool inside = picture_.holds(centre + along * from) && picture_.holds(centre + along * (from + count - 1));
  if (!inside) {
    for (int i = 0; i < count; ++i) profile_[i] = picture_.at(centre + along * (from + i));
    return;
  }
  const auto begin_x = cv::v_setall_f64(centre.x), begin_y = cv::v_setall_f64(centre.y);
  const auto along_x = cv::v_setall_f64(along.x), along_y = cv::v_setall_f64(along.y), begin = cv::v_setall_f64(from);
  cv::v_float64x2 i(0.0, 1.0);
  for (int k = 0; k < count; k += 2) {
    // An odd count's last place is asked for twice.
    const auto out = begin + cv::v_min(i, cv::v_setall_f64(count - 1.0));
    std::tie(profile_[k], profile_[k + 1]) = picture_.inside_at(begin_x + along_x * out, begin_y + along_y * out);
    i += cv::v_setall_f64(2.0);
  }
}

/// How much what lies before each place differs from what lies behind it, over so many places.
void StepFinder::compare(int count, int reach) {
  const auto across = cv::v_setall_f32(static_cast<float>(reach));
  const auto change = [&](int i) {
    Channels in = cv::v_setzero_f32(), out = cv::v_setzero_f32();
    for (int k = 1; k <= reach; ++k) in += profile_[i - k], out += profile_[i + k];
    return out - in;
  };
  for (int i = reach; i + reach < count; i += kLanes) {
    Channels b, g, r, rest;
    cv::v_transpose4x4(change(i), change(i + 1), change(i + 2), change(i + 3), b, g, r, rest);
    cv::v_store(&strengths_[i], cv::v_sqrt(b * b + (g * g + r * r)) / across);
  }
}

}  // namespace vision
