#include "app/files/lens_memory.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/files/disk.h"
#include "app/files/lens_file.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// What is known of how sure a lens is; without a covariance nobody knows how far to believe it.
std::optional<calibration::Lens> read_told(const std::string& path) {
  std::error_code ignored;
  if (path.empty() || !fs::exists(path, ignored)) return std::nullopt;
  auto lens = read_lens(path);
  if (!lens || !(lens->covariance.diagonal().minCoeff() > 0.0)) return std::nullopt;
  return *std::move(lens);
}

/// In the program's notes, by the whole path: many tables are called "table". Empty without a home.
std::string in_notes(const fs::path& beside) {
  const std::string notes = state_folder();
  std::error_code ignored;
  std::string name = fs::absolute(beside, ignored).lexically_normal().relative_path().string();
  std::ranges::replace(name, '/', '-');
  return notes.empty() ? "" : notes + "/" + name;
}

}  // namespace

LensMemory::LensMemory(const std::string& table) {
  if (table.empty()) return;
  const fs::path beside = fs::path(table).replace_extension(".lens.json");
  beside_ = beside.string(), in_notes_ = in_notes(beside);
}

std::optional<calibration::Lens> LensMemory::before() const {
  auto told = read_told(beside_);
  return told ? told : read_told(in_notes_);
}

std::optional<calibration::Finding> LensMemory::keep(const calibration::Lens& lens) {
  if (beside_.empty()) return std::nullopt;
  // Asked in every frame: it is another lens only after the table was registered anew, and then all of it is a little different.
  if (kept_ && kept_->fx == lens.fx && kept_->covariance == lens.covariance) return std::nullopt;
  kept_ = lens;
  auto written = write_lens(beside_, lens);
  if (!written && !in_notes_.empty()) {
    std::error_code ignored;
    fs::create_directories(fs::path(in_notes_).parent_path(), ignored);
    written = write_lens(in_notes_, lens);
  }
  const bool failed_before = std::exchange(failed_, !written);
  if (written || failed_before) return std::nullopt;
  return calibration::warning("lens-not-kept", "What the pictures told of the lens cannot be kept: " + written.error().message,
                              "make the table's folder writable, or calibrate the lens once");
}

}  // namespace app
