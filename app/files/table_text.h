// A table as TOML text: every entry the way a player would have written it, and a player's own text edited only where it changed.
// Needs app/files/table_file.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/files/table_file.h"

namespace app {

inline constexpr int kTableVersion = 1;

/// One entry with its header, after an empty line.
[[nodiscard]] std::string text_of(const calibration::TableTag& tag);
[[nodiscard]] std::string text_of(const calibration::Anchor& anchor);
[[nodiscard]] std::string text_of(const measure::Terrain& terrain);
[[nodiscard]] std::string text_of(const Proof& proof);
/// "[72.0, 48.0]"
[[nodiscard]] std::string size_text(const measure::Table& table);

/// The whole file. Reads back as the same value.
[[nodiscard]] std::string table_text(const TableFile& file);

/// `text` made to say `file`: entries that say the same keep their words, comments and place, the others are taken out or written
/// anew. Empty when the result would not read back as `file`, for instance where entries are written as inline tables.
[[nodiscard]] std::optional<std::string> patched_table(std::string_view text, const TableFile& file);

}  // namespace app
