#include "vision/tracking/coats.h"

#include <algorithm>
#include <cmath>

#include "vision/colour.h"

namespace vision {
namespace {

// What a coat costs at most as one of an army: riders' horses and men whom leaves hide show others. Log-odds.
constexpr float kMostAgainst = 3.0F;
// What it costs that a man is of another army than formation gives him to, log-odds, and all men of a unit at most: they dress alike.
constexpr float kOfAnother = 1.5F, kAllOfAnother = 2.5F;
// How far an army's coat is from its colour in the roster, both measured from the middle of all armies, 1 sigma of a tint's numbers, and
// what that costs at most.
constexpr float kHintSigma = 0.6F, kMostHint = 2.0F;
// Men of one unit stand in one light, on bases of one kind: what speaks for a choice of coats counts for so much less. Of 1, 2, 3, 6 and 12
// the one with which most of 6,100 men of 71 rendered worlds were given to their own unit and few to another army, with kOfAnother 1.5.
constexpr float kAlike = 3.0F;
// A coat that fewer men wear is none of an army.
constexpr float kFewest = 2.5F;
// So many coats are tried for each army, the commonest first, and so many armies are told apart at most.
constexpr std::size_t kCandidates = 6, kMostArmies = 4;
// Coats nearer than this, squared sigmas, are one.
constexpr float kOneCoat = 1.0F;

float against(const Colour& coat, const Colour& its) { return std::min(kMostAgainst, 0.5F * tint_distance2(coat, its)); }

struct Army {
  std::string name;
  std::optional<Colour> hint;
  std::vector<Colour> known;  // coats of men known to be of it
};

std::vector<Army> armies_of(std::span<const UnitPlaces> units) {
  std::vector<Army> armies;
  for (const UnitPlaces& unit : units)
    if (std::ranges::find(armies, unit.army, &Army::name) == armies.end()) armies.push_back({unit.army, unit.hint, unit.coats});
  return armies;
}

/// The coats that most men wear, the commonest first.
std::vector<Colour> commonest(const std::vector<Colour>& coats) {
  std::vector<std::pair<float, Colour>> found;
  for (Colour here : coats) {
    float wear = 0.0F;
    for (int step = 0; step < 3; ++step) {
      Colour sum = Colour::Zero();
      wear = 0.0F;
      for (const Colour& coat : coats) {
        const float like = std::exp(-0.5F * tint_distance2(coat, here));
        sum += like * coat, wear += like;
      }
      here = sum / wear;
    }
    if (std::ranges::none_of(found, [&](const auto& other) { return tint_distance2(other.second, here) < kOneCoat; }))
      found.emplace_back(wear, here);
  }
  std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Colour> out;
  for (const auto& [wear, coat] : found)
    if (out.size() < kCandidates && (wear >= kFewest || out.empty())) out.push_back(coat);
  return out;
}

/// The army that formation gives a man to, and what it costs that he is of another.
struct Given {
  std::size_t army;
  float otherwise;
};

std::vector<std::optional<Given>> given_by(std::span<const std::optional<std::size_t>> unit_of, std::span<const UnknownMan> men,
                                           std::span<const UnitPlaces> units, const std::vector<Army>& armies) {
  std::vector<std::optional<Given>> out(men.size());
  for (std::size_t i = 0; i < men.size(); ++i) {
    if (!unit_of[i]) continue;
    const UnitPlaces& his = units[*unit_of[i]];
    bool may_be_another = men[i].against.empty();
    for (std::size_t u = 0; u < men[i].against.size(); ++u)
      may_be_another = may_be_another || (units[u].army != his.army && std::isfinite(men[i].against[u]));
    const auto all = static_cast<float>(std::ranges::count(unit_of, unit_of[i]));
    const float otherwise = !may_be_another ? kMostAgainst : std::min(kOfAnother, kAllOfAnother / all);
    out[i] = Given{static_cast<std::size_t>(std::ranges::find(armies, his.army, &Army::name) - armies.begin()), otherwise};
  }
  return out;
}

/// How likely each man is of each army, by his coat: over all choices of coats for the armies, each as likely as it explains the men.
class Choices {
 public:
  Choices(std::span<const UnknownMan> men, const std::vector<Army>& armies, std::vector<std::optional<Given>> given)
      : men_(men), armies_(armies), given_(std::move(given)), likely_(men.size(), std::vector<float>(armies.size(), 0.0F)) {
    std::vector<Colour> coats;
    for (const UnknownMan& man : men)
      if (man.coat) coats.push_back(*man.coat);
    for (const Army& army : armies) coats.insert(coats.end(), army.known.begin(), army.known.end());
    candidates_ = commonest(coats);
    for (const UnknownMan& man : men) {
      std::vector<float>& his = against_.emplace_back();
      for (const Colour& candidate : candidates_) his.push_back(man.coat ? against(*man.coat, candidate) : 0.0F);
    }
    std::vector<std::size_t> trial(armies.size(), 0);
    for (const bool weighing : {false, true})  // the least cost first, then what each choice weighs beside it
      if (!candidates_.empty()) try_all(0, trial, weighing);
  }
  /// Of each man and army, up to a factor of the man's; empty where coats tell nothing.
  [[nodiscard]] std::vector<std::vector<float>> likely() const { return least_ ? likely_ : std::vector<std::vector<float>>{}; }

 private:
  /// `trial`: the candidate of each army.
  void try_all(std::size_t army, std::vector<std::size_t>& trial, bool weighing) {
    if (army == armies_.size()) {
      const float cost = cost_of(trial);
      if (weighing) return weigh(trial, std::exp((*least_ - cost) / kAlike));
      if (!least_ || cost < *least_) least_ = cost;
      return;
    }
    for (std::size_t candidate = 0; candidate < candidates_.size(); ++candidate) {
      trial[army] = candidate;
      try_all(army + 1, trial, weighing);
    }
  }

  void weigh(const std::vector<std::size_t>& trial, float weight) {
    for (std::size_t i = 0; i < men_.size(); ++i) {
      if (!men_[i].coat) continue;
      std::vector<float> as;
      float sum = 0.0F;
      for (const std::size_t candidate : trial) sum += as.emplace_back(std::exp(-against_[i][candidate]));
      for (std::size_t a = 0; a < as.size(); ++a) likely_[i][a] += weight * as[a] / sum;
    }
  }

  [[nodiscard]] float cost_of(const std::vector<std::size_t>& trial) const {
    std::vector<Colour> coats;
    for (const std::size_t candidate : trial) coats.push_back(candidates_[candidate]);
    float cost = cost_of_hints(coats);
    for (std::size_t i = 0; i < men_.size(); ++i) {
      if (!men_[i].coat) continue;
      float least = 2.0F * kMostAgainst;
      for (std::size_t a = 0; a < coats.size(); ++a)
        least = std::min(least, against_[i][trial[a]] + (given_[i] && given_[i]->army != a ? given_[i]->otherwise : 0.0F));
      cost += least;
    }
    for (std::size_t a = 0; a < coats.size(); ++a)
      for (const Colour& coat : armies_[a].known) cost += against(coat, coats[a]);
    return cost;
  }

  [[nodiscard]] float cost_of_hints(const std::vector<Colour>& coats) const {
    if (std::ranges::any_of(armies_, [](const Army& army) { return !army.hint; })) return 0.0F;
    Colour of_coats = Colour::Zero(), of_hints = Colour::Zero();
    const float count = static_cast<float>(coats.size());
    for (std::size_t a = 0; a < coats.size(); ++a) of_coats += coats[a] / count, of_hints += *armies_[a].hint / count;
    float cost = 0.0F;
    for (std::size_t a = 0; a < coats.size(); ++a) {
      const Colour off = (coats[a] - of_coats) - (*armies_[a].hint - of_hints);
      cost += std::min(kMostHint, 0.5F * off.squaredNorm() / (kHintSigma * kHintSigma));
    }
    return cost;
  }

  std::span<const UnknownMan> men_;
  const std::vector<Army>& armies_;
  std::vector<std::optional<Given>> given_;
  std::vector<Colour> candidates_;
  std::vector<std::vector<float>> against_;  // of each man and candidate
  std::optional<float> least_;
  std::vector<std::vector<float>> likely_;
};

}  // namespace

std::vector<std::vector<double>> coats_against(std::span<const UnknownMan> men, std::span<const UnitPlaces> units,
                                               std::span<const std::optional<std::size_t>> unit_of) {
  std::vector<std::vector<double>> out(men.size(), std::vector<double>(units.size(), 0.0));
  const std::vector<Army> armies = armies_of(units);
  if (armies.size() < 2 || armies.size() > kMostArmies) return out;
  const auto army_of = [&](const UnitPlaces& unit) {
    return static_cast<std::size_t>(std::ranges::find(armies, unit.army, &Army::name) - armies.begin());
  };
  const std::vector<std::vector<float>> likely = Choices(men, armies, given_by(unit_of, men, units, armies)).likely();
  for (std::size_t i = 0; i < likely.size(); ++i) {
    if (!men[i].coat) continue;
    const float most = std::ranges::max(likely[i]);
    for (std::size_t u = 0; u < units.size(); ++u)
      out[i][u] = std::min(kMostAgainst, std::log(most / std::max(1e-6F * most, likely[i][army_of(units[u])])));
  }
  return out;
}

}  // namespace vision
