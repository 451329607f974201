// The manifest of evidence: what was asked, the SHA-256 of every file, and the signature over all of it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "app/evidence/archive.h"
#include "app/evidence/ruling.h"
#include "app/evidence/seal.h"

namespace app::evidence {

inline constexpr std::string_view kManifest = "manifest.json";

struct Manifest {
  Asked asked = {};
  std::string made_by;                            // the program's version
  std::map<std::string, std::string> files = {};  // SHA-256 by name
  std::string public_key;
  bool is_signed = false;  // by that key, and written as we write it
};

/// Its text. `version`: the program's.
[[nodiscard]] std::string manifest_of(const Files& files, const Asked& asked, const std::string& version, const TableKey& key);
/// Empty for what is no manifest.
[[nodiscard]] std::optional<Manifest> read_manifest(std::string_view text);

/// What versions.json holds.
[[nodiscard]] ask::Json versions_json(const std::string& version);

}  // namespace app::evidence
