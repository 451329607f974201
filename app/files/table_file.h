// table.toml: the size of the table, its corner tags, its terrain and the proofs made on it.
//   Strict: version 1, unknown keys and impossible values are errors that name key and line. What is
//   written reads back as the same value, and what a player wrote stays where it did not change. Grammar and example: docs/formats.md,
//   "table.toml".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/disk.h"
#include "calibration/registration.h"
#include "measure/measured.h"
#include "measure/result.h"
#include "measure/table.h"

namespace app {

/// Proof before play: a known length was laid on the table and measured. Kept with the table, so that anybody can see later how far off the
/// measurements were.
struct Proof {
  std::array<measure::TablePoint, 2> at;  // where the ends lay
  measure::Inches stated;                 // what the stick says
  measure::Measured measured;             // what the program said
  std::string when;                       // the day, "2026-11-21"
};

/// By how much the measurement was longer than the stick.
[[nodiscard]] measure::Inches error_of(const Proof& proof);
/// The same to a ten-thousandth of an inch, the margin rounded up: what a file should say.
[[nodiscard]] Proof rounded(Proof proof);
/// Was the stated length within the margin?
[[nodiscard]] bool holds(const Proof& proof);
/// `known-length`: Info where the proof holds, Warn where the error is beyond the margin; the cost is the error.
[[nodiscard]] calibration::Finding finding_of(const Proof& proof);

/// Today, in local time, as proofs write it.
[[nodiscard]] std::string today();
/// Is this a day of the calendar, written "2026-11-21"?
[[nodiscard]] bool is_day(const std::string& text);

struct TableFile {
  measure::Table table;
  std::vector<calibration::TableTag> tags;
  std::vector<calibration::Anchor> anchors;  // instead of tags, for a camera that stays where it is; none, or four and more
  std::vector<Proof> proofs;                 // the oldest first
};

/// `name` is the file's, for messages. Errors: BadFile.
[[nodiscard]] measure::Result<TableFile> parse_table(std::string_view text, const std::string& name);
[[nodiscard]] measure::Result<TableFile> read_table(const std::string& path);

/// Edits the file where it changed; where that cannot be done the old one is kept beside it. Errors: BadFile; the old file is then
/// untouched.
[[nodiscard]] measure::Result<Replaced> write_table(const std::string& path, const TableFile& file);

// Anchors as a command line names them.

/// "U,V=X,Y": a raw pixel and the table point it shows. Errors: Usage.
[[nodiscard]] measure::Result<calibration::Anchor> parse_anchor(const std::string& text);

/// Anchors named in the command stand in for the file's. Errors: Usage.
[[nodiscard]] measure::Result<void> read_anchors(const std::vector<std::string>& texts, std::vector<calibration::Anchor>& anchors);

// A table as TOML text: every entry the way a player would have written it, and a player's own text edited only where it changed.

inline constexpr int kTableVersion = 1;

/// One entry with its header, after an empty line.
[[nodiscard]] std::string text_of(const calibration::TableTag& tag);
[[nodiscard]] std::string text_of(const calibration::Anchor& anchor);
[[nodiscard]] std::string text_of(const measure::Terrain& terrain);
[[nodiscard]] std::string text_of(const Proof& proof);

/// The whole file. Reads back as the same value.
[[nodiscard]] std::string table_text(const TableFile& file);

/// `text` made to say `file`: entries that say the same keep their words, comments and place, the others are taken out or written
/// anew. Empty when the result would not read back as `file`, for instance where entries are written as inline tables.
[[nodiscard]] std::optional<std::string> patched_table(std::string_view text, const TableFile& file);

}  // namespace app
