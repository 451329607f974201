// Files in a ZIP archive, in memory: written the same way every time, read without trust.
//   Entries are stored, not compressed: pictures would not shrink, no reader has to unpack more than it was given, and the same files
//   are the same bytes whichever zlib a machine has.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "measure/result.h"

namespace app::evidence {

/// Names and contents, in the archive's order.
using Files = std::vector<std::pair<std::string, std::string>>;

/// The content of a file; null where there is none of this name.
[[nodiscard]] const std::string* find(const Files& files, std::string_view name);

/// Bytes: an archive is read to this size.
inline constexpr std::size_t kLargestArchive = std::size_t{256} << 20;

/// The archive, without a time of its own.
[[nodiscard]] std::string zip_of(const Files& files);

/// Every entry. One whose check sum is wrong is handed out as it was read.
/// Errors: BadFile for what is no archive of ours: damaged, compressed, encrypted, of more than 64 entries, or larger than it says.
[[nodiscard]] measure::Result<Files> files_of(std::string_view zip);

/// The version of the library that writes them: another one may lay out the space between files another way.
[[nodiscard]] std::string archiver();

}  // namespace app::evidence
