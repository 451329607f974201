// Any bytes are evidence that holds, evidence that does not, or none; and any texts in an archive are a ruling or a reason why there is
// none.
//   An input that begins with T is the texts of an archive, divided by lines of ---: manifest, state, table, roster, house rules.
#include <cstdint>
#include <string>
#include <string_view>

#include "app/evidence/evidence.h"
#include "app/evidence/manifest.h"
#include "tests/fuzz/require.h"

namespace {

namespace evidence = app::evidence;

void check(std::string_view zip) {
  const auto verified = evidence::verify(zip, "");
  if (!verified) {
    fuzz::require(verified.error().code == measure::ErrorCode::BadFile, "what is no evidence is BadFile");
    fuzz::require(!verified.error().message.empty(), "an error says something");
    return;
  }
  fuzz::require(verified->recomputed == verified->why_not.empty(), "what is not computed again has a reason");
  fuzz::require(!verified->signed_by.empty() || !verified->changed.empty(), "without a signature the manifest is named");
  if (!verified->holds()) return;
  const auto files = evidence::files_of(zip);
  fuzz::require(files && evidence::zip_of(*files) == zip, "what holds is written as we write it");
}

evidence::Files texts_of(std::string_view text) {
  constexpr std::string_view kBetween = "\n---\n";
  evidence::Files files;
  for (const char* name : {"manifest.json", "state.json", "table.toml", "roster.toml", "house-rules.toml"}) {
    const std::size_t end = text.find(kBetween);
    files.emplace_back(name, text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + kBetween.size());
  }
  return files;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (!bytes.starts_with('T')) {
    check(bytes);
    return 0;
  }
  evidence::Files files = texts_of(bytes.substr(1));
  check(evidence::zip_of(files));
  // Most texts are no question; those that are one are asked again from what was answered.
  const auto manifest = evidence::read_manifest(files.front().second);
  if (!manifest) return 0;
  const auto scene = evidence::read_scene({files[1].second, files[2].second, files[3].second, files[4].second});
  if (!scene) return 0;
  const auto ruling = evidence::rule(*scene, manifest->asked);
  if (!ruling) return 0;
  files.emplace_back("question.json", evidence::text_of(ruling->question));
  files.emplace_back("answer.json", evidence::text_of(ruling->answer));
  const auto again = evidence::verify(evidence::zip_of(files), "");
  fuzz::require(again && again->recomputed, "what was answered is answered again, to the bit");
  return 0;
}
