// Bases proposed by the white wedge at their front, whatever colour they are painted in.
//   For armies whose colour nobody gave, or gave wrongly, and for paint that hardly differs from the ground: a small white patch with a
//   rim of one colour behind it and something else outside. Bases that share a paint then teach what an army looks like.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "calibration/registration.h"
#include "vision/discs/candidates.h"
#include "vision/discs/fit.h"

namespace vision {

/// A base whose white front was seen.
struct WedgeProposal {
  std::size_t base = 0;  // index of the bases searched for
  DiscPose pose;
  Colour print = Colour::Zero();  // in this picture's light
  Colour paint = Colour::Zero();  // print as a share of its own wedge's white: the same in sun and shade
  double score = 0.0;             // share of its rim that looks like a base's, less what contradicts it
};

/// Bases proposed by white patches, most promising first. `white`: white paper in full light; `tags`, `known`: white
/// that is none of a wedge's, or of a base's already found; `print`: that of an army whose colour is known, if only its men are sought.
/// Then a little of it beside the white is enough.
[[nodiscard]] std::vector<WedgeProposal> propose_by_wedges(const DiscPicture& picture, const ReducedPicture& reduced, const Colour& white,
                                                           std::span<const DiscBase> bases,
                                                           std::span<const calibration::TagObservation> tags,
                                                           std::span<const DiscFit> known = {}, const ColourTable* print = nullptr);

/// Does a fit leave no doubt that a base with its white front stands there?
[[nodiscard]] bool confirmed(const DiscFit& fit);

/// Bases of one paint, each confirmed by a fit.
struct PaintedBases {
  ArmyColour colour;  // learned; of no army yet
  Colour paint;       // as in WedgeProposal
  std::vector<WedgeProposal> bases;
};

/// The paint that bases found by their army's colour share; none where fewer than `kBasesToLearn` show theirs.
[[nodiscard]] std::optional<PaintedBases> paint_shared_by(const DiscPicture& picture, std::span<const DiscFit> bases);

/// The paints that at least `kBasesToLearn` of the proposals share, the most frequent first.
[[nodiscard]] std::vector<PaintedBases> shared_paints(const DiscPicture& picture, const Colour& white, std::span<const DiscBase> bases,
                                                      const std::vector<WedgeProposal>& proposals);

/// The paint of a base: its print as a share of the white of its own wedge. None where too little white is in sight.
[[nodiscard]] std::optional<Colour> paint_of(const DiscPicture& picture, const DiscFit& fit);

/// How far two paints are apart; below 1 they may be the same.
[[nodiscard]] float paint_distance(const Colour& a, const Colour& b);

}  // namespace vision
