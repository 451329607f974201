#include "vision/discs/facing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

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
  for (int i = 0; i < kBearings; i += step) {
    const double by_network = (1.0 - wrong) * view[index(i)] / views + wrong * step / kBearings;
    likely_[index(i)] = by_network * std::exp(worth.white * wedge_score(whites, i));
  }
  settle();
}

void Belief::settle() {
  const double all = std::accumulate(likely_.begin(), likely_.end(), 0.0);
  for (double& each : likely_) each /= all;
  likeliest_ = static_cast<int>(std::ranges::max_element(likely_) - likely_.begin());
}

Belief Belief::given(const std::array<double, kBearings>& before) const {
  Belief out = *this;
  for (std::size_t i = 0; i < before.size(); ++i) out.likely_[i] *= before[i];
  out.settle();
  return out;
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

std::vector<Belief> believed_together(std::span<const FacingMan> men, const CompanyWorth& worth) {
  using Ways = std::array<double, kBearings>;  // by the direction on the table
  Ways scatter{};                              // of comrades who face one way
  for (int i = 0; i < kBearings; ++i) scatter[index(i)] = std::exp(worth.alike * (std::cos(angle(i)) - 1.0));
  const double sum = std::accumulate(scatter.begin(), scatter.end(), 0.0);
  for (double& each : scatter) each /= sum;
  const auto bearing_of = [](double heading) { return static_cast<int>(std::lround(std::remainder(heading, 2.0 * pi) / angle(1))); };
  const auto spread = [&](const Ways& ways) {
    Ways out{};
    for (int i = 0; i < kBearings; ++i)
      for (int by = 0; by < kBearings; ++by) out[index((i + by) % kBearings)] += ways[index(i)] * scatter[index(by)];
    return out;
  };

  // Of each man the log of how likely his base looks as it does if his company faces each way.
  std::vector<Ways> says(men.size());
  for (std::size_t j = 0; j < men.size(); ++j) {
    Ways own{};
    for (int i = 0; i < kBearings; ++i) own[index((i + bearing_of(men[j].heading) + kBearings) % kBearings)] = men[j].belief.likely(i);
    says[j] = spread(own);
    for (double& each : says[j]) each = std::log(worth.same * each * kBearings + 1.0 - worth.same);
  }
  std::vector<Belief> out;
  for (const FacingMan& man : men) {
    Ways company{};
    for (std::size_t j = 0; j < men.size(); ++j)
      if (&men[j] != &man && men[j].belief.sure() >= kTold && men[j].army == man.army &&
          (men[j].at - man.at).norm() < worth.reach * man.width)
        for (std::size_t i = 0; i < company.size(); ++i) company[i] += says[j][i];
    const double most = std::ranges::max(company);
    for (double& each : company) each = std::exp(each - most);
    const double all = std::accumulate(company.begin(), company.end(), 0.0);
    for (double& each : company) each /= all;
    company = spread(company);
    Ways before{};
    for (int i = 0; i < kBearings; ++i)
      before[index(i)] =
          worth.same * company[index((i + bearing_of(man.heading) + kBearings) % kBearings)] + (1.0 - worth.same) / kBearings;
    out.push_back(man.belief.given(before));
  }
  return out;
}

}  // namespace vision
