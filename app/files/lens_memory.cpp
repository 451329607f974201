#include "app/files/lens_memory.h"

#include <unistd.h>

#include <filesystem>
#include <utility>

#include "app/files/disk.h"
#include "app/files/lens_file.h"

namespace app {

LensMemory::LensMemory(const std::string& table) {
  if (table.empty()) return;
  const std::filesystem::path beside = std::filesystem::path(table).replace_extension(".lens.json");
  const std::string folder = beside.has_parent_path() ? beside.parent_path().string() : ".", notes = state_folder();
  std::error_code ignored;
  const bool writable = std::filesystem::is_directory(folder, ignored) && access(folder.c_str(), W_OK) == 0;
  path_ = writable || notes.empty() ? beside.string() : (std::filesystem::path(notes) / beside.filename()).string();
}

std::optional<calibration::Lens> LensMemory::before() const {
  std::error_code ignored;
  if (path_.empty() || !std::filesystem::exists(path_, ignored)) return std::nullopt;
  auto lens = read_lens(path_);
  // Without a covariance nobody knows how far to believe it.
  if (!lens || !(lens->covariance.diagonal().minCoeff() > 0.0)) return std::nullopt;
  return *std::move(lens);
}

std::optional<calibration::Finding> LensMemory::keep(const calibration::Lens& lens) {
  if (path_.empty()) return std::nullopt;
  // Asked in every frame: it is another lens only after the table was registered anew, and then all of it is a little different.
  if (kept_ && kept_->fx == lens.fx && kept_->covariance == lens.covariance) return std::nullopt;
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), ignored);  // of the notes, at first
  const auto written = write_lens(path_, lens);
  kept_ = lens;
  if (written || std::exchange(failed_, true)) return std::nullopt;
  return calibration::warning("lens-not-kept", "What the pictures told of the lens cannot be kept: " + written.error().message,
                              "make the table's folder writable, or calibrate the lens once");
}

}  // namespace app
