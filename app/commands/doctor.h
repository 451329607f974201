// What `vedette doctor` looks at: files, one picture, this machine. Each check is a function to findings.
#pragma once

#include <string>
#include <vector>

#include "calibration/registration.h"
#include "vision/pipeline/pipeline.h"

namespace app {

using Findings = std::vector<calibration::Finding>;

/// The lens file on its own, or that there is none.
[[nodiscard]] Findings check_lens(const vision::Setup& setup);
/// One picture: light, tags, registration, how much of the table is in view and how large things appear.
[[nodiscard]] Findings check_picture(const vision::Setup& setup, const vision::Frame& frame);
/// The known lengths measured on this table, one finding each. A file that cannot be read has none.
[[nodiscard]] Findings check_proofs(const std::string& table);
/// Cameras and display of this machine.
[[nodiscard]] Findings check_machine();

}  // namespace app
