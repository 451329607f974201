#include "vision/discs/owners.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "measure/robust.h"

namespace vision {
namespace {

// What a base costs that no army's paint explains (half squared sigmas): a ghost, or a coat that hides all print.
constexpr float kUnexplained = 3.0F;
// Paints nearer than this, sigmas, are one to us.
constexpr float kSameTint = 1.2F;
// Candidates are the modes of what the bases show, smoothed by half the variance of one paint (per squared sigma): all of it joins two
// paints.
constexpr float kKernel = 1.0F;
// Candidates for the paints of armies, the commonest first: as many choices for all armies as this. More cost time.
constexpr double kMostChoices = 1500.0;
// A lamp mirrored in the varnish gives an army's paint a second look: what that costs, and how far off the way from the paint to white it
// lies, 1 sigma in shares of white: of 0.05, 0.08 and 0.12 the one with the fewest wrong armies on 101 rendered worlds. Larger makes
// another army's men lit ones of this, smaller loses men on whom lamp and table mix.
constexpr float kSecondLook = 2.0F, kSecondLookSigma = 0.08F;
// How far paint and hint differ in each channel, 1 sigma as a share of white:
// each army's for itself, and all alike in one haze; the most that a hint can cost.
constexpr float kHintSigma = 0.18F, kHazeSigma = 0.15F, kWorstHint = 30.0F;
// What it costs when all bases of an army stand nearer to other armies' officers, when there are far too few of them, when an army is not
// on the table at all, and for each man more than the roster has.
constexpr float kOthersOfficers = 3.0F, kWrongNumber = 1.5F, kAbsent = 3.0F, kExtraMan = 1.0F;
// So many bases, or all of an army, must be told from the others' by so much, or stand nearest to its officers, for their paint to be an
// army's.
constexpr float kBasesThatTell = 3.0F, kSurely = 1.5F;
// What it costs at most that an army wears another paint than it did in an earlier picture.
constexpr float kMostChange = 8.0F;
// What speaks against an army that has no base nearly as large, and for the army of each neighbour and of each officer or gun: those who
// stand within a few inches are comrades.
constexpr float kAnothersBase = 1.0F, kNeighbour = 0.25F, kOfficerBeside = 0.5F, kComrades = 0.8F;
constexpr double kBeside = 2.0;  // inches
constexpr float kUnknown = 1e9F;
// So many more bases than an army has men are not its own alone.
constexpr double kTooMany = 1.15;

/// What it costs that a paint looks like another as well (shares of white): a mirrored lamp draws it towards white, and towards nothing
/// else.
float cost_of_second_look(const Colour& paint, const Colour& look) {
  const Colour to_white = Colour::Ones() - paint, change = look - paint;
  const float mirrored = std::clamp(change.dot(to_white) / std::max(to_white.squaredNorm(), 1e-6F), 0.0F, 1.0F);
  return kSecondLook + 0.5F * (change - mirrored * to_white).squaredNorm() / (kSecondLookSigma * kSecondLookSigma);
}

/// Which colours on the table are an army's: its paint, and perhaps what that looks like under a lamp and at its edge. Indices of
/// candidates.
struct Looks {
  std::optional<std::size_t> paint;
  std::vector<std::size_t> under_lamp;
};

/// The choice of paints that costs least, and what each base costs as one of each army.
class Explanation {
 public:
  Explanation(const std::vector<SeenDisc>& seen, std::span<const ArmySought> armies) : seen_(seen), armies_(armies) {
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (seen[i].evidence > 0.0) likely_.push_back(i);
    for (const SeenDisc& base : seen) {
      std::vector<Colour>& tints = tints_.emplace_back();
      for (const SeenDisc::Shown& shown : base.shows) tints.push_back(tint_of(shown.paint));
      nearest_officer_.push_back(officer_near(base));
    }
    find_candidates();
    for (const ArmySought& army : armies) {
      known_.push_back(army.paint ? std::optional(candidates_.size()) : std::nullopt);
      if (army.paint) candidates_.push_back(tint_of(*army.paint));
    }
    for (std::size_t i = 0; i < seen.size(); ++i)
      for (const Colour& candidate : candidates_) costs_.push_back(cost_of(i, candidate));
    chosen_.resize(armies.size());
    std::vector<Looks> trial(armies.size());
    float least = std::numeric_limits<float>::infinity();
    for (const int lamps : {0, 2}) try_all(0, trial, lamps, least);  // lamps are tried with the best of the rest known
  }

  /// What a base costs as one of an army, and which of the colours it shows tells so; nothing where the army's paint is not known.
  struct Cost {
    float cost;
    std::size_t shown;
    bool under_lamp;
  };
  [[nodiscard]] std::optional<Cost> cost_as(std::size_t base, std::size_t army) const { return cost_as(base, army, chosen_[army]); }
  [[nodiscard]] std::optional<Colour> tint(std::size_t army) const {
    return chosen_[army].paint ? std::optional(candidates_[*chosen_[army].paint]) : std::nullopt;
  }

 private:
  [[nodiscard]] std::pair<float, std::size_t> cost_of(std::size_t base, const Colour& centre) const {
    std::pair best{std::numeric_limits<float>::infinity(), std::size_t{0}};
    for (std::size_t m = 0; m < tints_[base].size(); ++m)
      best = std::min(best, std::pair{0.5F * tint_distance2(tints_[base][m], centre) - 0.5F * std::log(seen_[base].shows[m].share), m});
    return best;
  }

  [[nodiscard]] std::optional<Cost> cost_as(std::size_t base, std::size_t army, const Looks& looks) const {
    if (!looks.paint) return std::nullopt;
    const auto& paint = costs_[base * candidates_.size() + *looks.paint];
    Cost best{paint.first, paint.second, false};
    for (const std::size_t look : looks.under_lamp)
      if (const auto& lit = costs_[base * candidates_.size() + look]; lit.first < best.cost) best = {lit.first, lit.second, true};
    const auto is_its = [&](const DiscBase& its) { return nearly_as_large(its, seen_[base].base); };
    if (std::ranges::none_of(armies_[army].bases, is_its)) best.cost += kAnothersBase;
    return best;
  }

  [[nodiscard]] std::optional<std::size_t> officer_near(const SeenDisc& base) const {
    std::optional<std::size_t> whose;
    double nearest = 0.0;
    for (std::size_t a = 0; a < armies_.size(); ++a)
      for (const measure::TablePoint& officer : armies_[a].officers) {
        const double off = std::hypot(officer.x.value - base.pose.x, officer.y.value - base.pose.y);
        if (!whose || off < nearest) whose = a, nearest = off;
      }
    return whose;
  }

  /// The colours that many bases of one size show.
  void find_candidates() {
    struct Candidate {
      Colour tint;
      float bases;
    };
    const auto about = [&](const Colour& centre, const DiscBase& base) {
      Candidate out{Colour::Zero(), 0.0F};
      for (const std::size_t i : likely_) {
        if (!nearly_as_large(seen_[i].base, base)) continue;
        float most = 0.0F;
        const Colour* tint = nullptr;
        for (std::size_t m = 0; m < tints_[i].size(); ++m)
          if (const float like = seen_[i].shows[m].share * std::exp(-kKernel * tint_distance2(tints_[i][m], centre)); like > most)
            most = like, tint = &tints_[i][m];
        if (tint != nullptr) out.tint += most * *tint, out.bases += most;
      }
      if (out.bases > 0.0F) out.tint /= out.bases;
      return out;
    };
    std::vector<Candidate> found;
    for (const std::size_t i : likely_)
      for (const Colour& start : tints_[i]) {
        Candidate here = about(start, seen_[i].base);
        for (int step = 0; step < 4; ++step) here = about(here.tint, seen_[i].base);
        if (std::ranges::none_of(found, [&](const Candidate& other) { return as_one(other.tint, here.tint); })) found.push_back(here);
      }
    std::ranges::stable_sort(found, std::greater{}, &Candidate::bases);
    const double each = std::pow(kMostChoices, 1.0 / static_cast<double>(std::max<std::size_t>(2, armies_.size())));
    if (const auto most = std::clamp(static_cast<std::size_t>(each), armies_.size() + 1, std::size_t{10}); found.size() > most)
      found.resize(most);
    for (const Candidate& candidate : found) candidates_.push_back(candidate.tint);
  }

  [[nodiscard]] static bool as_one(const Colour& a, const Colour& b) { return tint_distance2(a, b) < 0.5F; }
  [[nodiscard]] bool taken(const std::vector<Looks>& trial, std::size_t candidate) const {
    const auto same = [&](std::size_t other) { return as_one(candidates_[other], candidates_[candidate]); };
    return std::ranges::any_of(trial,
                               [&](const Looks& l) { return (l.paint && same(*l.paint)) || std::ranges::any_of(l.under_lamp, same); });
  }

  void try_all(std::size_t army, std::vector<Looks>& trial, int lamps, float& least) {
    if (army == armies_.size()) return try_lamps(trial, lamps, least);
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      if (taken(trial, c)) continue;
      trial[army].paint = c;
      try_all(army + 1, trial, lamps, least);
      trial[army].paint.reset();
    }
    try_all(army + 1, trial, lamps, least);
  }

  /// The same paints, with so many of them under a lamp as well; given up where no lamps could make that the best.
  void try_lamps(std::vector<Looks>& trial, int more, float& least) {
    const auto [cost, allowed] = cost_of_all(trial);
    if (allowed && cost < least) least = cost, chosen_ = trial;
    if (more == 0) return;
    struct Lamp {
      std::size_t army, candidate;
      float gain;  // at most
    };
    std::vector<Lamp> lamps;
    const std::vector<float> gains = most_gained(trial);
    for (std::size_t a = 0; a < trial.size(); ++a)
      for (std::size_t c = 0; trial[a].paint && c < candidates_.size(); ++c) {
        if (taken(trial, c)) continue;
        const float gain = gains[c] - cost_of_second_look(paint_of_tint(candidates_[*trial[a].paint]), paint_of_tint(candidates_[c]));
        lamps.push_back({a, c, gain});
      }
    std::ranges::stable_sort(lamps, std::greater{}, &Lamp::gain);
    // What the armies' numbers and officers can change by besides.
    const float slack = static_cast<float>(armies_.size()) * (kWrongNumber + kOthersOfficers);
    for (const Lamp& lamp : lamps) {
      if (cost - slack - static_cast<float>(more) * std::max(0.0F, lamp.gain) >= least || lamp.gain + slack <= 0.0F) return;
      trial[lamp.army].under_lamp.push_back(lamp.candidate);
      try_lamps(trial, more - 1, least);
      trial[lamp.army].under_lamp.pop_back();
    }
  }

  /// For each candidate, how much less the bases would cost at most if it were one more look of some army: by themselves, and as men who
  /// are then no army's extra ones.
  [[nodiscard]] std::vector<float> most_gained(const std::vector<Looks>& trial) const {
    std::vector<float> gains(candidates_.size(), 0.0F);
    for (const std::size_t i : likely_) {
      float now = kUnexplained;
      for (std::size_t a = 0; a < armies_.size(); ++a)
        if (const auto as_its = cost_as(i, a, trial[a])) now = std::min(now, as_its->cost);
      for (std::size_t c = 0; c < candidates_.size(); ++c)
        if (const float then = costs_[i * candidates_.size() + c].first; then < now) gains[c] += now - then + kExtraMan;
    }
    return gains;
  }

  /// What a choice costs in all, and whether it may be made: whether enough bases tell each army's paint from the others'.
  [[nodiscard]] std::pair<float, bool> cost_of_all(const std::vector<Looks>& trial) const {
    bool allowed = true;
    std::vector<float> count(armies_.size()), others(armies_.size()), surely(armies_.size());
    float cost = cost_of_hints(trial);
    for (const std::size_t i : likely_) {
      float first = kUnexplained, second = std::numeric_limits<float>::infinity();
      std::optional<std::size_t> whose;
      for (std::size_t a = 0; a < armies_.size(); ++a) {
        const auto as_its = cost_as(i, a, trial[a]);
        if (!as_its) continue;
        if (as_its->cost < first) {
          second = whose ? first : second;
          first = as_its->cost, whose = a;
        } else {
          second = std::min(second, as_its->cost);
        }
      }
      cost += first;
      if (!whose) continue;
      count[*whose] += 1.0F;
      others[*whose] += nearest_officer_[i] && *nearest_officer_[i] != *whose ? 1.0F : 0.0F;
      surely[*whose] += second > first + kSurely || nearest_officer_[i] == whose ? 1.0F : 0.0F;
    }
    for (std::size_t a = 0; a < armies_.size(); ++a) {
      const Looks& looks = trial[a];
      const float men = static_cast<float>(armies_[a].men), most = std::max({men, count[a], 1.0F});
      const bool as_before = looks.paint && looks.paint == known_[a];
      allowed = allowed && (!looks.paint || as_before || surely[a] >= std::min(men, kBasesThatTell));
      cost += kExtraMan * std::max(0.0F, count[a] - men);
      cost += count[a] > 0.0F ? kWrongNumber * std::abs(men - count[a]) / most + kOthersOfficers * others[a] / count[a] : kAbsent;
      if (known_[a] && !as_before)
        cost +=
            looks.paint ? std::min(kMostChange, 0.25F * tint_distance2(candidates_[*looks.paint], candidates_[*known_[a]])) : kMostChange;
      for (const std::size_t look : looks.under_lamp)
        cost += cost_of_second_look(paint_of_tint(candidates_[*looks.paint]), paint_of_tint(candidates_[look]));
    }
    return {cost, allowed};
  }

  /// Haze shifts all paints alike, as far as that is likely; what is left is each hint's own error.
  [[nodiscard]] float cost_of_hints(const std::vector<Looks>& trial) const {
    std::vector<Colour> off;
    for (std::size_t a = 0; a < armies_.size(); ++a)
      if (trial[a].paint && armies_[a].hint) off.push_back(paint_of_tint(candidates_[*trial[a].paint]) - *armies_[a].hint / kHintWhite);
    if (off.empty()) return 0.0F;
    Colour shift = Colour::Zero();
    for (const Colour& one : off) shift += one;
    shift /= static_cast<float>(off.size()) + kHintSigma * kHintSigma / (kHazeSigma * kHazeSigma);
    const auto bounded = [](float squares) { return kWorstHint * (1.0F - std::exp(-0.5F * squares / kWorstHint)); };
    float cost = bounded(shift.squaredNorm() / (kHazeSigma * kHazeSigma));
    for (const Colour& one : off) cost += bounded((one - shift).squaredNorm() / (kHintSigma * kHintSigma));
    return cost;
  }

  const std::vector<SeenDisc>& seen_;
  std::span<const ArmySought> armies_;
  std::vector<std::size_t> likely_;  // of those seen; the others tell nothing of paints
  std::vector<std::vector<Colour>> tints_;
  std::vector<std::optional<std::size_t>> nearest_officer_, known_;  // known_: of the candidates, each army's earlier paint
  std::vector<Colour> candidates_;
  std::vector<std::pair<float, std::size_t>> costs_;  // of each base with each candidate: cost, and which colour it shows
  std::vector<Looks> chosen_;
};

/// The paint that most of some bases show, of one at least: the median of each channel.
Colour middle_paint(std::span<const Colour> paints) {
  Colour out;
  for (long k = 0; k < 3; ++k) {
    std::vector<float> channel;
    for (const Colour& paint : paints) channel.push_back(paint[k]);
    out[k] = measure::median_in_place(channel);
  }
  return out;
}

}  // namespace

Owners owners_of(std::vector<SeenDisc>& seen, std::span<const ArmySought> armies) {
  Owners out;
  const Explanation explanation(seen, armies);
  out.costs.assign(seen.size(), std::vector<float>(armies.size(), kUnknown));
  out.of_base.resize(seen.size());
  const auto near = [&](const SeenDisc& a, const SeenDisc& b) {
    return &a != &b && std::hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y) < kBeside;
  };
  for (int pass = 0; pass < 3; ++pass) {  // each base for itself at first, then with its neighbours
    const auto before = out.of_base;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      float least = kUnknown;
      for (std::size_t a = 0; a < armies.size(); ++a) {
        const auto as_its = explanation.cost_as(i, a);
        if (!as_its) continue;
        float comrades = 0.0F;
        for (std::size_t j = 0; j < seen.size(); ++j)
          if (near(seen[i], seen[j]) && before[j] == a) comrades += kNeighbour;
        for (const measure::TablePoint& officer : armies[a].officers)
          if (std::hypot(officer.x.value - seen[i].pose.x, officer.y.value - seen[i].pose.y) < kBeside) comrades += kOfficerBeside;
        out.costs[i][a] = as_its->cost - std::min(kComrades, comrades);
        if (out.costs[i][a] < least) least = out.costs[i][a], out.of_base[i] = a;
      }
    }
  }
  std::vector<std::vector<Colour>> paints(armies.size()), lit(armies.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (!out.of_base[i]) continue;
    const auto as_its = explanation.cost_as(i, *out.of_base[i]);
    seen[i].print = seen[i].shows[as_its->shown].print, seen[i].paint = seen[i].shows[as_its->shown].paint;
    if (seen[i].evidence > 0.0 && as_its->cost < kUnexplained)
      (as_its->under_lamp ? lit : paints)[*out.of_base[i]].push_back(seen[i].paint);
  }
  for (std::size_t a = 0; a < armies.size(); ++a)
    if (lit[a].size() > paints[a].size()) paints[a].swap(lit[a]);
  for (std::size_t a = 0; a < armies.size(); ++a)
    out.paints.push_back(paints[a].empty() ? armies[a].paint : std::optional(middle_paint(paints[a])));
  for (std::size_t b = 0; b < armies.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) {
      const auto one = explanation.tint(a), other = explanation.tint(b);
      const auto shares = [&](bool absent, bool there, std::size_t army) {
        double men = 0.0;
        for (std::size_t i = 0; i < seen.size(); ++i) men += seen[i].evidence > 0.0 && out.of_base[i] == army ? 1.0 : 0.0;
        return absent && there && men >= kTooMany * static_cast<double>(armies[army].men);
      };
      const bool a_shares = shares(!one, other.has_value(), b), b_shares = shares(!other, one.has_value(), a);
      if (a_shares) out.paints[a] = out.paints[b];
      if (b_shares) out.paints[b] = out.paints[a];
      if (a_shares || b_shares || (one && other && tint_distance2(*one, *other) < kSameTint * kSameTint)) out.alike.emplace_back(a, b);
    }
  return out;
}

}  // namespace vision
