// Which way a base faces: by the white of its wedge and by the network that sees bases, together.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace vision {

/// Directions in which a base is looked at, all round it.
inline constexpr int kBearings = 60;
/// ... and the rings under its rim on which it is: shares of the way there.
inline constexpr std::array kRings = {0.65, 0.79, 0.92};

/// So many of them to either side count as one way.
inline constexpr int kOneWay = kBearings * 30 / 360;

/// How white a base is under its rim, 0..1: straight ahead first, then anticlockwise.
using Whites = std::array<float, kBearings>;

/// Which way a base is held to face before its wedge is looked at: radians, and how surely, 0..1, the length of the mean of several views.
struct Facing {
  double theta = 0.0, sure = 0.0;
};

/// What the white of the wedge and the network's views are worth: log-odds for a wedge all white and nothing white beside it, and the
/// concentration of the views round the heading (von Mises). Fitted by tests/bench/bases/fit_facing.cpp.
struct FacingWorth {
  double white = 5.0, network = 9.5;
};

/// The white inside a wedge's place less the white beside it, for a wedge in one of the directions.
[[nodiscard]] double wedge_score(const Whites& whites, int bearing);

/// A heading is told from this likelihood on.
inline constexpr double kTold = 0.85;

/// How likely a base faces each way, as an offset from the heading it is laid with.
class Belief {
 public:
  /// `heading`: that with which `whites` begins, radians. An oval, other than a round base, faces that way or backwards.
  Belief(const Whites& whites, double heading, bool round, const Facing& held, const FacingWorth& worth = {});

  [[nodiscard]] double likely(int bearing) const { return likely_[static_cast<std::size_t>(bearing)]; }
  /// The likeliest of the directions.
  [[nodiscard]] int bearing() const { return likeliest_; }
  /// How likely it faces about that way.
  [[nodiscard]] double sure() const;
  /// The mean of the directions about the likeliest, radians off the heading, and its variance.
  [[nodiscard]] double turn() const;
  [[nodiscard]] double variance() const;

  /// What is left of this when each way is so likely before the base is looked at.
  [[nodiscard]] Belief given(const std::array<double, kBearings>& before) const;

 private:
  /// Makes the likelihoods sum up to 1, and finds the likeliest.
  void settle();
  /// The sum over the directions about the likeliest of their likelihood times some power of how far off it they are.
  [[nodiscard]] double moment(int power) const;

  std::array<double, kBearings> likely_{};  // sums up to 1
  int likeliest_ = 0;
};

/// A man as his comrades see him.
struct FacingMan {
  Belief belief;         // what his own base says
  double heading = 0.0;  // with which it begins, radians
  Eigen::Vector2d at;    // inches
  double width = 0.0;    // of his base, inches
  std::size_t army = 0;
};

/// What comrades tell of the way a man faces who show their own: those within so many widths of his base, so nearly alike (von Mises'
/// concentration), fitted by tests/bench/bases/fit_facing.cpp; and so likely each of them faces as the others do, which no rendered world
/// says, for all of their companies do: one man in thirty may have been turned.
struct CompanyWorth {
  double reach = 2.2, alike = 4.3, same = 0.97;
};

/// What each man is held to face once his comrades are asked. Who does not show his own front tells nobody's: what misleads one of a
/// company, a lamp or a hat, misleads all of it.
[[nodiscard]] std::vector<Belief> believed_together(std::span<const FacingMan> men, const CompanyWorth& worth = {});

}  // namespace vision
