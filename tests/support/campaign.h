// How often a statistical test tries. `./test` and CI try often enough to see a law broken by a plain mistake; `./test --campaigns` tries
// as often as it takes to see a rare one.
#pragma once

#include <cstdlib>

inline int tries(int now, int in_a_campaign) { return std::getenv("VEDETTE_CAMPAIGN") != nullptr ? in_a_campaign : now; }
