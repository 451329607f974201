// What the pictures of a table told of a lens that nobody measured, kept beside the table from evening to evening.
//   table.toml -> table.lens.json, in the format of lens.json (docs/formats.md). The next evening begins with it.
#pragma once

#include <optional>
#include <string>

#include "calibration/finding.h"
#include "calibration/lens.h"

namespace app {

class LensMemory {
 public:
  /// `table`: the table file's path; keeps and knows nothing where that is empty.
  explicit LensMemory(const std::string& table = {});
  /// What was told before; nothing where nothing was, or where it cannot be read.
  [[nodiscard]] std::optional<calibration::Lens> before() const;
  /// Keeps what is known now; where it cannot be written that is said once.
  [[nodiscard]] std::optional<calibration::Finding> keep(const calibration::Lens& lens);

 private:
  std::string path_;
  std::optional<calibration::Lens> kept_;  // as it stands in the file
  bool failed_ = false;
};

}  // namespace app
