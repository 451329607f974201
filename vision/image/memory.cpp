#include "vision/image/memory.h"

#include <limits>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace vision {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kLargest = 1 << 30;   // bytes of one buffer: a picture of 100 megapixels has less
  constexpr int kAtATime = 64 << 20;  // bytes asked of the kernel more than is needed
  mallopt(M_MMAP_THRESHOLD, kLargest);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, kAtATime);
#endif
}

}  // namespace vision
