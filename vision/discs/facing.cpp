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
int bearing_of(double heading) { return static_cast<int>(std::lround(std::remainder(heading, 2.0 * pi) / angle(1))); }

/// How likely each direction is, on the table or from another one.
using Ways = std::array<double, kBearings>;

void make_sum_1(Ways& ways) {
  const double all = std::accumulate(ways.begin(), ways.end(), 0.0);
  for (double& each : ways) each /= all;
}

/// How far comrades who face one way differ (von Mises).
Ways scatter_of(double alike) {
  Ways out{};
  for (int i = 0; i < kBearings; ++i) out[index(i)] = std::exp(alike * (std::cos(angle(i)) - 1.0));
  make_sum_1(out);
  return out;
}

/// `ways`, each of them as far off as `differ` says.
Ways spread(const Ways& ways, const Ways& differ) {
  Ways out{};
  for (int i = 0; i < kBearings; ++i)
    for (int by = 0; by < kBearings; ++by) out[index(i + by)] += ways[index(i)] * differ[index(by)];
  return out;
}

/// The log of how likely a man's base looks as it does if his company faces each way on the table.
Ways said_by(const FacingMan& man, const Ways& differ, const CompanyWorth& worth) {
  Ways own{};
  for (int i = 0; i < kBearings; ++i) own[index(i + bearing_of(man.heading))] = man.belief.likely(i);
  Ways out = spread(own, differ);
  for (double& each : out) each = std::log(worth.same * each * kBearings + 1.0 - worth.same);
  return out;
}

/// Does a comrade who shows his own front stand near enough to tell a man's?
bool tells(const FacingMan& comrade, const FacingMan& man, const CompanyWorth& worth) {
  return &comrade != &man && comrade.belief.sure() >= kTold && comrade.army == man.army &&
         (comrade.at - man.at).norm() < worth.reach * man.width;
}

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
  make_sum_1(likely_);
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
  const Ways differ = scatter_of(worth.alike);
  std::vector<Ways> says;
  for (const FacingMan& man : men) says.push_back(said_by(man, differ, worth));
  std::vector<Belief> out;
  for (const FacingMan& man : men) {
    Ways company{};
    for (std::size_t j = 0; j < men.size(); ++j)
      if (tells(men[j], man, worth))
        for (std::size_t i = 0; i < company.size(); ++i) company[i] += says[j][i];
    const double most = std::ranges::max(company);
    for (double& each : company) each = std::exp(each - most);
    make_sum_1(company);
    const Ways as_company = spread(company, differ);
    Ways before{};
    for (int i = 0; i < kBearings; ++i)
      before[index(i)] = worth.same * as_company[index(i + bearing_of(man.heading))] + (1.0 - worth.same) / kBearings;
    out.push_back(man.belief.given(before));
  }
  return out;
}

}  // namespace vision
