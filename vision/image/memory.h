// The memory of pictures, in a program that looks at them all day.
#pragma once

namespace vision {

/// Keeps what is freed for the next picture, where the C library can (glibc): else every large buffer is asked of the kernel anew and
/// cleared page by page, a tenth of the time that a picture takes. To be called before other threads run. For a program, not for tools
/// that look at one picture among other work.
void keep_freed_memory();

}  // namespace vision
