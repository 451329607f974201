// What the pictures of a table or board told of a lens that nobody measured, kept beside its file from evening to evening.
//   table.toml -> table.lens.json, in the format of lens.json (docs/formats.md). The next evening begins with it. Beside a file in a folder
//   that the player may not write, an installed board's for one, nothing can be kept: there it is kept with the program's own notes.
#pragma once

#include <optional>
#include <string>

#include "calibration/finding.h"
#include "calibration/lens.h"

namespace app {

class LensMemory {
 public:
  /// `table`: the path of the table's or board's file; keeps and knows nothing where that is empty.
  explicit LensMemory(const std::string& table = {});
  /// What was told before; nothing where nothing was, or where it cannot be read.
  [[nodiscard]] std::optional<calibration::Lens> before() const;
  /// Keeps what is known now; where it cannot be written that is said once.
  [[nodiscard]] std::optional<calibration::Finding> keep(const calibration::Lens& lens);

 private:
  std::string beside_, in_notes_;
  std::optional<calibration::Lens> kept_;  // as it stands in the file, or would
  bool failed_ = false;
};

}  // namespace app
