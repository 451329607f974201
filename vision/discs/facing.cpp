#include "vision/discs/facing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vision {
namespace {

using std::numbers::pi;

// A wedge's inside, and what lies clear of it to either side: so many bearings.
constexpr int kInside = kBearings * 22 / 360, kBesideFrom = kBearings * 30 / 360, kBesideTo = kBearings * 80 / 360;
// Views all of which agree are wrong as often as this: for any way a base may face something is left.
constexpr double kLeastWrong = 0.005;

std::size_t index(int bearing) { return static_cast<std::size_t>((bearing + 2 * kBearings) % kBearings); }
double angle(int bearing) { return 2.0 * pi * bearing / kBearings; }

}  // namespace

double wedge_score(const Whites& whites, int bearing) {
  const auto at = [&](int i) { return static_cast<double>(whites[index(bearing + i)]); };
  double inside = 0.0, beside = 0.0;
  for (int i = -kInside; i <= kInside; ++i) inside += at(i);
  for (int i = kBesideFrom; i <= kBesideTo; ++i) beside += at(i) + at(-i);
  return inside / (2 * kInside + 1) - beside / (2 * (kBesideTo - kBesideFrom + 1));
}

Belief::Belief(const Whites& whites, double heading, bool round, const Facing& held, const FacingWorth& worth) {
  const int step = round ? 1 : kBearings / 2;
  std::array<double, kBearings> view{};
  double views = 0.0;
  for (int i = 0; i < kBearings; i += step)
    views += view[index(i)] = std::exp(worth.network * (std::cos(heading + angle(i) - held.theta) - 1.0));
  // Where several views do not agree, so many of them say nothing: the length of their mean is what is left.
  const double wrong = std::clamp(1.0 - held.sure + kLeastWrong, kLeastWrong, 1.0);
  double all = 0.0;
  for (int i = 0; i < kBearings; i += step) {
    const double by_network = (1.0 - wrong) * view[index(i)] / views + wrong * step / kBearings;
    all += likely_[index(i)] = by_network * std::exp(worth.white * wedge_score(whites, i));
  }
  for (double& each : likely_) each /= all;
  likeliest_ = static_cast<int>(std::ranges::max_element(likely_) - likely_.begin());
}

double Belief::moment(int power) const {
  double sum = 0.0;
  for (int i = -kOneWay; i <= kOneWay; ++i) sum += likely_[index(likeliest_ + i)] * std::pow(angle(i), power);
  return sum;
}

double Belief::sure() const { return moment(0); }
double Belief::turn() const { return std::remainder(angle(likeliest_) + moment(1) / moment(0), 2.0 * pi); }
double Belief::variance() const {
  const double mean = moment(1) / moment(0);
  return moment(2) / moment(0) - mean * mean;
}

}  // namespace vision
