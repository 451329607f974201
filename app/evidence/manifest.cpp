#include "app/evidence/manifest.h"

#include <sodium.h>
#include <opencv2/core/version.hpp>

#include "app/evidence/state_json.h"
#include "app/wire/charge_question.h"

namespace app::evidence {

using ask::Json;

namespace {

constexpr int kManifestVersion = 1;

}  // namespace

std::string manifest_of(const Files& files, const Asked& asked, const std::string& version, const TableKey& key) {
  Json sums = Json::object();
  for (const auto& [name, content] : files) sums[name] = sha256(content);
  Json manifest{{"version", kManifestVersion},
                {"made_by", version},
                {"asked", {{"ask", asked.ask}, {"from", asked.from}, {"to", asked.to}}},
                {"files", std::move(sums)},
                {"public_key", key.public_half()}};
  if (asked.contact) manifest["asked"]["contact"] = ask::json_of(*asked.contact);
  manifest["signature"] = key.signature_of(text_of(manifest));
  return text_of(manifest);
}

std::optional<Manifest> read_manifest(std::string_view text) {
  try {
    Json json = parsed(text);
    const std::string whole = text_of(json);
    ask::Question question(json, "");
    Manifest manifest{.made_by = question.text("made_by"), .public_key = question.text("public_key")};
    static_cast<void>(question.whole("version", kManifestVersion, kManifestVersion));
    ask::Question asked = question.object("asked");
    manifest.asked = {asked.text("ask"), asked.text("from"), asked.text("to")};
    if (asked.has("contact")) manifest.asked.contact = ask::read_aim_contact(asked.object("contact"));
    ask::Question files = question.object("files");
    for (const auto& [name, unused] : json["files"].items()) manifest.files[name] = files.text(name);
    const std::string signature = question.text("signature");
    json.erase("signature");
    manifest.is_signed = whole == text && is_signed(text_of(json), signature, manifest.public_key);
    return manifest;
  } catch (const ask::BadQuestion&) {
    return std::nullopt;
  }
}

Json versions_json(const std::string& version) {
  return {{"vedette", version}, {"opencv", CV_VERSION}, {"libzip", archiver()}, {"libsodium", sodium_version_string()}};
}

}  // namespace app::evidence
