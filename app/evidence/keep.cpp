#include "app/evidence/keep.h"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <filesystem>

#include "app/evidence/seal.h"
#include "app/files/disk.h"
#include "app/files/table_file.h"

namespace app::evidence {
namespace {

/// "R1/leader at BG" as a file's name.
std::string as_file_name(std::string name) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::iscntrl(c) || c == '/' || c == '\\' || c == ':'; }, '-');
  return name;
}

}  // namespace

measure::Result<KeptEvidence> keep(const Made& made, const Asked& asked) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(data_folder()) / "evidence";
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  KeptEvidence kept;
  kept.verdict = made.ruling.answer.value("verdict", std::string("measured")), kept.of = asked.from + " at " + asked.to;
  fs::path path = folder / fmt::format("{} {}.zip", today(), as_file_name(kept.of));
  for (int number = 2; fs::exists(path, ignored); ++number)
    path = folder / fmt::format("{} {} ({}).zip", today(), as_file_name(kept.of), number);
  kept.path = path.string(), kept.name = path.filename().string();
  kept.sha256 = sha256(made.zip), kept.bytes = made.zip.size();
  return write_text(kept.path, made.zip).transform([&] { return kept; });
}

}  // namespace app::evidence
