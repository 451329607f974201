// The parts that table.toml and board.toml share: corner tags and anchors.
//   Problems are noted in the document of the section, by key and line.
#pragma once

#include <vector>

#include "app/files/toml.h"
#include "calibration/registration.h"

namespace app {

/// Every [[tag]] under `root`; none twice.
[[nodiscard]] std::vector<calibration::TableTag> read_tags(const Section& root);
/// Every [[anchor]] under `root`: none, or four and more.
[[nodiscard]] std::vector<calibration::Anchor> read_anchors(const Section& root);

}  // namespace app
