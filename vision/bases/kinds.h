// Which base of the roster each of the bases on the table is, all of them at once: men of one unit stand together on one kind of base, and
// the roster says how many of each there are.
#pragma once

#include <vector>

#include "vision/bases/hypotheses.h"

namespace vision {

/// Gives the chosen bases the kinds that suit the picture, one another and the roster's numbers best; more of a kind than the roster has
/// are possible. `all`: what `chosen` was chosen from. `per_inch`: map pixels.
[[nodiscard]] std::vector<BaseHypothesis> agree_on_kinds(const std::vector<BaseHypothesis>& chosen, const std::vector<BaseHypothesis>& all,
                                                         const std::vector<BaseKind>& kinds, double per_inch);

/// What speaks against bases that stand together, log-odds: those that stand in one another, of other kinds side by side, and more of a
/// kind than the roster has. `others`: bases elsewhere, whatever speaks against those among themselves.
[[nodiscard]] double discord(const std::vector<BaseHypothesis>& bases, const std::vector<BaseHypothesis>& others,
                             const std::vector<BaseKind>& kinds, double per_inch);

}  // namespace vision
