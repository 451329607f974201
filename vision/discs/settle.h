// The bases that the network sees, laid to their rims as men of the armies that they may belong to.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "measure/roster.h"
#include "vision/bases/tagged_bases.h"
#include "vision/discs/fit.h"
#include "vision/discs/sight.h"

namespace vision {

struct DiscArmy {
  ArmyColour colour;
  std::size_t men = 0;  // with discs, in the roster
  std::vector<std::pair<measure::Base, DiscBase>> bases;
};

/// The armies of a roster that have men on discs, none of whose colours are learned.
[[nodiscard]] std::vector<DiscArmy> armies_of(std::span<const measure::PieceSpec> pieces);

/// A base found in the picture.
struct Found {
  DiscFit fit;
  std::size_t army = 0, base = 0;  // indices of the armies searched for and of the army's bases
  double score = 0.0;              // what the picture says for it: of two that cannot both stand there the better is believed
  SeenDisc seen;                   // as the network sees it
  double rim = 0.0;                // what rim and wedge say for it, see score_of, and ...
  float cost = 0.0F;               // ... what it costs as the likeliest army's, see Owners
  int comrades = 0;                // men of its army who stand beside it, see count_comrades
};

/// Would the two bases stand in each other?
[[nodiscard]] bool collide(const DiscFit& a, const DiscFit& b);

/// Those that together have the largest score and do not stand in each other, the best first.
[[nodiscard]] std::vector<Found> best_of(std::vector<Found> found);

/// Does this base teach its army's colour?
[[nodiscard]] bool teaches(const DiscFit& fit);

/// Where a base that the network sees was laid, by army, the army's base, and whether that one's middle lies behind what is seen; none:
/// nowhere.
using Layings = std::map<std::tuple<std::size_t, std::size_t, bool>, std::optional<DiscPose>>;

/// Lays the bases that the network sees to their rims: each as one of the army's or armies' that it may be of. `looks`: of each army;
/// `costs`: of each base as one of each army. `laid`: of each base what an earlier call for the same picture found; empty: there was none.
/// `first`: the bases before this one are no more than neighbours.
[[nodiscard]] std::vector<Found> settle(const DiscPicture& picture, std::span<const DiscArmy> armies, std::span<const DiscLook> looks,
                                        std::span<const TaggedBase> tagged, std::span<const SeenDisc> seen,
                                        const std::vector<std::vector<float>>& costs, std::vector<Layings>& laid, std::size_t first = 0);

/// The log-odds that such a base stands there, by the network, its rim, its paint and its comrades.
[[nodiscard]] double log_odds(const Found& found);

/// Does the base's rim show enough to say where it stands?
[[nodiscard]] bool is_laid(const DiscFit& fit);

}  // namespace vision
