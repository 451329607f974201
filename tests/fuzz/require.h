// A promise that a fuzz target checks; breaking it stops the fuzzer, which keeps the input.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace fuzz {

inline void require(bool kept, const char* promise) {
  if (kept) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

}  // namespace fuzz
