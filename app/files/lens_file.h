// lens.json: the intrinsics and distortion of one camera at one resolution.
//   Strict: version 1, unknown keys are errors that name the key; a number that is not finite, or a
//   lens that cannot be, is refused. Grammar and example: docs/formats.md, "lens.json".
#pragma once

#include <string>
#include <string_view>

#include "calibration/lens.h"
#include "measure/result.h"

namespace app {

/// `name` is the file's, for messages. Errors: BadFile.
[[nodiscard]] measure::Result<calibration::Lens> parse_lens(std::string_view text, const std::string& name);
[[nodiscard]] measure::Result<calibration::Lens> read_lens(const std::string& path);

[[nodiscard]] std::string lens_text(const calibration::Lens& lens);
/// Errors: BadFile; the old file is then untouched.
[[nodiscard]] measure::Result<void> write_lens(const std::string& path, const calibration::Lens& lens);

}  // namespace app
