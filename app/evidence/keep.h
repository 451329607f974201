// Evidence in the folder of the user's data: a file of its own for each, and what a list of them says.
#pragma once

#include <string>

#include "app/evidence/evidence.h"

namespace app::evidence {

struct KeptEvidence {
  std::string path, name;             // "2026-11-26 RG-gun at B1.zip"
  std::string verdict = {}, of = {};  // "yes", "too_close", "no" or "measured"; "RG/gun at B1"
  std::string sha256 = {};            // of the file, in hexadecimal
  std::size_t bytes = 0;
};

/// Under a name of its own in the folder `evidence` of the user's data. Errors: BadFile.
[[nodiscard]] measure::Result<KeptEvidence> keep(const Made& made, const Asked& asked);

}  // namespace app::evidence
