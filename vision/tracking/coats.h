// What unmarked men's coats say of whose they are.
//   Men of one army wear one coat, mostly in its colour. Every choice of coats for all armies on the table is weighed: by how well it
//   explains the men whom formation gives to an army and the men known to be its own, and a little by the armies' colours in the roster.
//   Where two choices that say the contrary are as likely, coats tell nothing.
#pragma once

#include <span>
#include <vector>

#include "vision/tracking/assignment.h"

namespace vision {

/// For each man what speaks against each unit's army as his by his coat, log-odds against the likeliest; 0 where coats tell nothing.
/// `unit_of`: the units that formation gives them to.
[[nodiscard]] std::vector<std::vector<double>> coats_against(std::span<const UnknownMan> men, std::span<const UnitPlaces> units,
                                                             std::span<const std::optional<std::size_t>> unit_of);

}  // namespace vision
