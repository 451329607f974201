// The words of a record of Les Allies, for those who write and read it.
#pragma once

#include <string_view>

namespace rules::les_allies {

inline constexpr int kRecordVersion = 1;
inline constexpr std::string_view kStands = "stands", kToMove = "to_move";
inline constexpr std::string_view kHuff = "huff:", kTakeBack = "take_back:", kGeneral = "=G";

}  // namespace rules::les_allies
