#include "vision/bases/heaviest_set.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace vision {
namespace {

/// The best set among the members of one cluster.
class Cluster {
 public:
  Cluster(std::span<const double> weights, const Conflicts& conflicts, std::vector<std::size_t> members)
      : weights_(weights), conflicts_(conflicts), members_(std::move(members)) {
    std::ranges::stable_sort(members_, std::greater{}, [&](std::size_t i) { return weights_[i]; });
    rest_.assign(members_.size() + 1, 0.0);
    for (std::size_t i = members_.size(); i-- > 0;) rest_[i] = rest_[i + 1] + weights_[members_[i]];
  }
  std::vector<std::size_t> best() {
    branch(0, 0.0);
    return best_;
  }

 private:
  void branch(std::size_t next, double sum) {
    if (sum > best_sum_) best_sum_ = sum, best_ = chosen_;
    if (next == members_.size() || sum + rest_[next] <= best_sum_ || ++steps_ > kMostSteps) return;
    const std::size_t candidate = members_[next];
    if (std::ranges::none_of(chosen_, [&](std::size_t c) { return conflicts_[c][candidate]; })) {
      chosen_.push_back(candidate);
      branch(next + 1, sum + weights_[candidate]);
      chosen_.pop_back();
    }
    branch(next + 1, sum);
  }

  static constexpr int kMostSteps = 200000;  // the strongest are tried first, so that what is cut off is hardly ever better
  std::span<const double> weights_;
  const Conflicts& conflicts_;
  std::vector<std::size_t> members_, chosen_, best_;
  std::vector<double> rest_;
  double best_sum_ = 0.0;
  int steps_ = 0;
};

}  // namespace

std::vector<std::size_t> heaviest_set(std::span<const double> weights, const Conflicts& conflicts) {
  std::vector<std::size_t> chosen;
  std::vector<char> visited(weights.size(), 0);
  for (std::size_t start = 0; start < weights.size(); ++start) {
    if (visited[start]) continue;
    std::vector<std::size_t> members{start};
    visited[start] = 1;
    for (std::size_t k = 0; k < members.size(); ++k)
      for (std::size_t other = 0; other < weights.size(); ++other)
        if (conflicts[members[k]][other] && !visited[other]) visited[other] = 1, members.push_back(other);
    for (const std::size_t i : Cluster(weights, conflicts, std::move(members)).best()) chosen.push_back(i);
  }
  return chosen;
}

}  // namespace vision
