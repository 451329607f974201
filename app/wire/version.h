// Which program this is: its version and commit, as records and evidence name it.
#pragma once

#include <string>

namespace app {

/// "0.9.0 (1a2b3c4)"; told once, before any command runs.
[[nodiscard]] inline std::string& program_version() {
  static std::string version = "unknown";
  return version;
}

}  // namespace app
