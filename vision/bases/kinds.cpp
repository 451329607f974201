#include "vision/bases/kinds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vision {
namespace {

/// Bases stand beside one another when their middles are nearer than this, in mean sizes of the two.
constexpr double kBeside = 2.2;
/// Log-odds that a base is of the kind of those beside it; shared out among them.
constexpr double kComrades = 4.0;
/// What each base more than the roster has of its kind costs, log-odds.
constexpr double kTooMany = 3.0;
/// What it costs that two bases overlap: no explanation is worth that.
constexpr double kOverlap = 50.0;
constexpr int kMostRounds = 50;

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

/// The mean of a base's sides, map pixels.
double size_of(const BaseHypothesis& base, const std::vector<BaseKind>& kinds, double per_inch) {
  const auto [length, width] = measure::sides(kinds[base.kind].shape);
  return 0.5 * (length + width) * per_inch;
}

bool are_beside(const BaseHypothesis& a, const BaseHypothesis& b, const std::vector<BaseKind>& kinds, double per_inch) {
  return cv::norm(a.at - b.at) < kBeside * 0.5 * (size_of(a, kinds, per_inch) + size_of(b, kinds, per_inch));
}

/// Kinds of all bases of one picture, and how well they suit it.
class Agreement {
 public:
  Agreement(const std::vector<BaseHypothesis>& chosen, const std::vector<BaseHypothesis>& all, const std::vector<BaseKind>& kinds,
            double per_inch)
      : all_(all), kinds_(kinds), per_inch_(per_inch), as_(chosen.size(), std::vector<std::size_t>(kinds.size(), kNone)) {
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      for (std::size_t h = 0; h < all.size(); ++h)
        if (all[h].peak == chosen[i].peak) as_[i][all[h].kind] = h;
      kind_.push_back(chosen[i].kind);
    }
    find_neighbours();
  }

  /// Changes one base or all alike of one formation as long as that is for the better.
  void settle() {
    for (int round = 0; round < kMostRounds; ++round)
      if (!change_singles() && !change_formations()) return;
  }

  [[nodiscard]] std::vector<BaseHypothesis> bases() const {
    std::vector<BaseHypothesis> out;
    for (std::size_t i = 0; i < kind_.size(); ++i) out.push_back(now(i));
    return out;
  }

 private:
  struct Neighbour {
    std::size_t other;
    double worth;               // log-odds of one kind
    std::size_t excludes = {};  // where `excludes_` begins for the two
  };
  enum class Excludes : char { Unknown, No, Yes };
  [[nodiscard]] const BaseHypothesis& now(std::size_t i) const { return all_[as_[i][kind_[i]]]; }

  void find_neighbours() {
    beside_.resize(kind_.size());
    for (std::size_t i = 0; i < kind_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (are_beside(now(i), now(j), kinds_, per_inch_))
          beside_[i].push_back({j, 0.0, excludes_.size()}), beside_[j].push_back({i, 0.0}),
              excludes_.resize(excludes_.size() + kinds_.size() * kinds_.size(), Excludes::Unknown);
    for (std::size_t i = 0; i < kind_.size(); ++i)
      for (Neighbour& n : beside_[i]) n.worth = 2.0 * kComrades / static_cast<double>(beside_[i].size() + beside_[n.other].size());
  }

  /// Do two bases stand in each other as they are now? Asked for the same kinds over and over.
  [[nodiscard]] bool excludes(std::size_t i, const Neighbour& before) {
    Excludes& known = excludes_[before.excludes + kind_[i] * kinds_.size() + kind_[before.other]];
    if (known == Excludes::Unknown) known = exclude(now(i), now(before.other), kinds_, per_inch_) ? Excludes::Yes : Excludes::No;
    return known == Excludes::Yes;
  }

  /// What all that depends on the kinds is worth, log-odds.
  [[nodiscard]] double worth() {
    double sum = 0.0;
    std::vector<double> count(kinds_.size());
    for (std::size_t i = 0; i < kind_.size(); ++i) {
      sum += now(i).evidence;
      count[kind_[i]] += 1.0;
      for (const Neighbour& n : beside_[i]) {
        if (n.other > i) continue;
        if (kind_[n.other] == kind_[i]) sum += n.worth;
        if (excludes(i, n)) sum -= kOverlap;
      }
    }
    for (std::size_t k = 0; k < kinds_.size(); ++k) sum -= kTooMany * std::max(0.0, count[k] - kinds_[k].men);
    return sum;
  }

  /// Makes some bases of one kind, and perhaps others of another, where that is for the better.
  bool change(const std::vector<std::size_t>& some, std::size_t kind, const std::vector<std::size_t>& others = {},
              std::size_t other_kind = 0) {
    const auto cannot = [&](const std::vector<std::size_t>& bases, std::size_t k) {
      return std::ranges::any_of(bases, [&](std::size_t i) { return as_[i][k] == kNone; });
    };
    if (cannot(some, kind) || cannot(others, other_kind)) return false;
    const std::vector<std::size_t> before = kind_;
    const double was = worth();
    for (const std::size_t i : some) kind_[i] = kind;
    for (const std::size_t i : others) kind_[i] = other_kind;
    constexpr double kBetter = 1e-6;
    if (worth() > was + kBetter) return true;
    kind_ = before;
    return false;
  }

  bool change_singles() {
    bool changed = false;
    for (std::size_t i = 0; i < kind_.size(); ++i)
      for (std::size_t k = 0; k < kinds_.size(); ++k)
        if (k != kind_[i]) changed |= change({i}, k);
    return changed;
  }

  /// All of one kind who are reached from one another, from neighbour to neighbour.
  [[nodiscard]] std::vector<std::vector<std::size_t>> formations() const {
    std::vector<std::vector<std::size_t>> out;
    std::vector<char> seen(kind_.size());
    for (std::size_t start = 0; start < kind_.size(); ++start) {
      if (seen[start]) continue;
      seen[start] = 1;
      std::vector<std::size_t> members{start};
      for (std::size_t m = 0; m < members.size(); ++m)
        for (const Neighbour& n : beside_[members[m]])
          if (!seen[n.other] && kind_[n.other] == kind_[start]) seen[n.other] = 1, members.push_back(n.other);
      out.push_back(std::move(members));
    }
    return out;
  }

  bool change_formations() {
    bool changed = false;
    const auto all = formations();
    for (const auto& formation : all)
      for (std::size_t k = 0; k < kinds_.size(); ++k)
        if (k != kind_[formation.front()]) changed |= change(formation, k);
    // Two that each have the other's kind: the roster's numbers stand against changing one alone.
    for (std::size_t f = 0; f < all.size() && !changed; ++f)
      for (std::size_t g = 0; g < f && !changed; ++g)
        if (const std::size_t one = kind_[all[f].front()], other = kind_[all[g].front()]; one != other)
          changed = change(all[f], other, all[g], one);
    return changed;
  }

  const std::vector<BaseHypothesis>& all_;
  const std::vector<BaseKind>& kinds_;
  double per_inch_;
  std::vector<std::vector<std::size_t>> as_;  // of each base as each kind: which of `all`
  std::vector<std::size_t> kind_;
  std::vector<std::vector<Neighbour>> beside_;
  std::vector<Excludes> excludes_;  // of each two neighbours, by the later one's kind and the earlier one's
};

}  // namespace

std::vector<BaseHypothesis> agree_on_kinds(const std::vector<BaseHypothesis>& chosen, const std::vector<BaseHypothesis>& all,
                                           const std::vector<BaseKind>& kinds, double per_inch) {
  Agreement agreement(chosen, all, kinds, per_inch);
  agreement.settle();
  return agreement.bases();
}

double discord(const std::vector<BaseHypothesis>& bases, const std::vector<BaseHypothesis>& others, const std::vector<BaseKind>& kinds,
               double per_inch) {
  std::vector<const BaseHypothesis*> all;
  for (const BaseHypothesis& base : bases) all.push_back(&base);
  for (const BaseHypothesis& base : others) all.push_back(&base);
  struct Pair {
    std::size_t one, other;
  };
  std::vector<Pair> unlike;
  std::vector<double> beside(all.size()), count(kinds.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    count[all[i]->kind] += 1.0;
    for (std::size_t j = 0; j < std::min(i, bases.size()); ++j) {
      if (!are_beside(*all[i], *all[j], kinds, per_inch)) continue;
      ++beside[i], ++beside[j];
      if (all[i]->kind != all[j]->kind) unlike.push_back({i, j});
      if (exclude(*all[i], *all[j], kinds, per_inch)) sum += kOverlap;
    }
  }
  for (const Pair& pair : unlike) sum += 2.0 * kComrades / (beside[pair.one] + beside[pair.other]);
  for (std::size_t k = 0; k < kinds.size(); ++k) sum += kTooMany * std::max(0.0, count[k] - kinds[k].men);
  return sum;
}

}  // namespace vision
