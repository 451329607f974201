#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "app/evidence/evidence.h"
#include "app/evidence/manifest.h"
#include "app/evidence/state_json.h"
#include "measure/effort.h"

namespace app::evidence {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

// Bytes: no text of a true set-up comes near them, and what reads them takes time that grows faster than they do.
constexpr std::size_t kLargestSetUp = std::size_t{128} << 10, kLargestState = std::size_t{8} << 20;

/// Question and answer once more, from the texts they rest on. Errors: why that cannot be.
Result<Ruling> ruled_again(const Files& files, const Asked& asked) {
  Grounds grounds;
  for (const auto& [name, text, largest] : {std::tuple("state.json", &grounds.state, kLargestState),
                                            {"table.toml", &grounds.table, kLargestSetUp},
                                            {"roster.toml", &grounds.roster, kLargestSetUp},
                                            {"house-rules.toml", &grounds.house, kLargestSetUp}}) {
    const std::string* const content = find(files, name);
    if (!content) return fail(ErrorCode::BadFile, fmt::format("{} is missing", name));
    if (content->size() > largest) return fail(ErrorCode::BadFile, fmt::format("{} is larger than any that a table needs", name));
    *text = *content;
  }
  return read_scene(grounds).and_then([&](const Scene& scene) { return rule(scene, asked); });
}

void compute_again(Verified& verified, const Files& files, const Asked& asked) {
  const auto ruling = ruled_again(files, asked);
  if (!ruling) {
    verified.why_not = ruling.error().message;
    return;
  }
  for (const auto& [name, json] : {std::pair("question.json", &ruling->question), {"answer.json", &ruling->answer}})
    if (const std::string* text = find(files, name); !text || *text != text_of(*json)) {
      verified.why_not = fmt::format("{} is not what follows from the rest", name);
      return;
    }
  verified.recomputed = true;
}

/// Was the archive written by the library that we have? Another one may fill the space between the files in another way.
bool written_alike(const Files& files) {
  const std::string* const text = find(files, "versions.json");
  if (!text) return true;
  try {
    const ask::Json versions = parsed(*text);
    return !versions.is_object() || versions.value("libzip", ask::Json(archiver())) == archiver();
  } catch (const ask::BadQuestion&) {
    return true;
  }
}

}  // namespace

Result<Verified> verify(std::string_view zip, const std::string& key) {
  const auto files = files_of(zip);
  if (!files) return tl::unexpected(files.error());
  const std::string* const text = find(*files, kManifest);
  if (!text) return fail(ErrorCode::BadFile, "is no evidence: it has no manifest.json");
  Verified verified;
  std::set<std::string> changed;
  const auto manifest = read_manifest(*text);
  const bool sealed = manifest && manifest->is_signed && (key.empty() || manifest->public_key == key);
  if (!sealed) changed.emplace(kManifest);
  if (manifest && manifest->is_signed) verified.signed_by = manifest->public_key;
  std::set<std::string> met;
  for (const auto& [name, content] : *files) {
    const bool first = met.insert(name).second;
    if (name == kManifest && first) continue;
    const bool listed = manifest && manifest->files.contains(name);
    if (!first || (manifest && !(listed && manifest->files.at(name) == sha256(content)))) changed.insert(name);
  }
  if (manifest) {
    for (const auto& [name, unused] : manifest->files)
      if (!met.contains(name)) changed.insert(name);
    verified.made_by = manifest->made_by;
    compute_again(verified, *files, manifest->asked);
  } else {
    verified.why_not = "the manifest does not say what was asked";
  }
  if (changed.empty() && written_alike(*files) && zip_of(*files) != zip) changed.emplace("archive");
  verified.changed.assign(changed.begin(), changed.end());
  return verified;
}

}  // namespace app::evidence
