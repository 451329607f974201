// Round things of one plain colour in a view from above, whatever their colour.
//   Edges vote for the centres of circles; a circle is believed where its inside is one colour all round and unlike what lies outside.
//   A printed ring, whose inside is as its outside, is none; nor is a square.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "vision/boards/samples.h"

namespace vision {

// What the rims of a board's discs have in common.
/// Grey levels: colours nearer than the first are one, by noise and print; ground nearer than the second to a disc's colour shows no rim.
inline constexpr float kRimNoise = 4.0f, kRimContrast = 9.0f;
/// Where the ground beyond a rim is seen, shares of the radius.
inline constexpr double kGroundFrom = 1.18, kGroundTo = 1.36;
/// A rim's step lies so near to the circle: share of the radius, and pixels. More takes squares for circles, less loses rims with a wall.
inline constexpr double kOnCircle = 0.06, kOnCirclePx = 1.0;
/// A rim further off than so many deviations met something else (a shadow, a neighbour, a figure): it counts less and less.
inline constexpr double kRimHuber = 1.5;

/// The directions in which a rim is looked for: all round.
inline constexpr int kRays = 72;
using Rays = std::array<cv::Point2d, kRays>;
[[nodiscard]] const Rays& rays();

/// One round thing, view pixels.
struct RoundThing {
  cv::Point2d at;
  double radius = 0.0;
  double support = 0.0;  // share of the rim that separates its colour from what lies outside
  double spill = 0.0;    // share of the rim over which its colour goes on outside: squares spill over a circle drawn in them
  Colour colour = Colour::Zero();
  bool like_a_square = false;  // it may be the circle in a printed square; whoever knows the board says so
};

/// All round things with radii in this range, best first; of those at one place and of one size the best.
[[nodiscard]] std::vector<RoundThing> find_round_things(const BoardView& view, double least_radius, double most_radius);

/// The best circle near a place with a radius near the given one.
[[nodiscard]] RoundThing fit_round_thing(const ColourSamples& picture, cv::Point2d at, double radius);

/// What most of a circle shows, near its rim: no ring, number or tag in its middle.
[[nodiscard]] Colour colour_inside(const ColourSamples& picture, cv::Point2d at, double radius);

/// How unlike colours are to a thing of colour `of`, grey levels: its brightness counts half, as light differs across a board.
class Unlikeness {
 public:
  explicit Unlikeness(const Colour& of) : of_(of), size_(of.norm()) {}
  [[nodiscard]] float operator()(const Colour& c) const {
    constexpr float kBrightnessCounts = 0.5f;
    if (size_ < 1.0f) return c.norm();
    const float along = (c - of_).dot(of_) / size_;
    return std::sqrt(std::max(0.0f, (c - of_).squaredNorm() - along * along) + kBrightnessCounts * kBrightnessCounts * along * along);
  }

 private:
  Colour of_;
  float size_;
};

}  // namespace vision
