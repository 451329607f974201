// All bases of one army in one picture: proposals tried one after the other, the most promising first.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "measure/roster.h"
#include "vision/discs/candidates.h"
#include "vision/discs/fit.h"
#include "vision/discs/tagged_bases.h"

namespace vision {

/// White at the front speaks for a base from this share of the wedge's place on. Less takes flecks for wedges, more loses them behind
/// their figures.
inline constexpr double kLeastWhiteFront = 0.25;

struct DiscArmy {
  ArmyColour colour;
  std::size_t men = 0;  // with discs, in the roster
  std::vector<std::pair<measure::Base, DiscBase>> bases;
};

/// A base found in the picture.
struct Found {
  DiscFit fit;
  std::size_t army = 0, base = 0;  // indices of the armies searched for and of the army's bases
  double score = 0.0;              // what the picture says for it: of two that cannot both stand there the better is believed
};

/// Would the two bases stand in each other?
[[nodiscard]] bool collide(const DiscFit& a, const DiscFit& b);

/// The best of those that stand in each other.
[[nodiscard]] std::vector<Found> best_of(std::vector<Found> found);

/// Does this base teach its army's colour?
[[nodiscard]] bool teaches(const DiscFit& fit);

/// Everything, or only enough bases to teach the army's colour and where its rims appear.
enum class Seeking { All, Teachers };

/// `index`: of the army, for Found. `before`: places to look at first, of earlier pictures, earlier looks and wedges; one where a base
/// of another of them was found is not looked at twice.
[[nodiscard]] std::vector<Found> look_for(const DiscPicture& picture, DiscVote& vote, const DiscArmy& army, std::size_t index,
                                          const DiscLook& look, std::span<const TaggedBase> tagged, std::span<const Found> before,
                                          Seeking seeking);

/// Looks only where `places` are. `beside`: bases found already; print that goes on into one that shows its front speaks against nobody.
[[nodiscard]] std::vector<Found> look_at(const DiscPicture& picture, const DiscArmy& army, std::size_t index, const DiscLook& look,
                                         std::span<const TaggedBase> tagged, std::span<const Found> places, std::span<const Found> beside);

}  // namespace vision
